/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bell.h
 * @brief How a device sleeps without missing what a program stores meanwhile.
 *
 * The information page has two words for it (only with EMUQ_DEVICE_HAS_BELL):
 *  - `asleep` is written by the one thread of the device that sleeps: 1 from before its last scan until it is
 *    awake again;
 *  - `bell` is advanced by any thread of a program or of the device. The sleeper waits for it by futex(2).
 *
 * | program                                | device                                           |
 * |----------------------------------------|--------------------------------------------------|
 * | P1 store to a register, or `request`   | D1 load `bell`                                   |
 * | P2 read-modify-write of `asleep`: + 0  | D2 read-modify-write of `asleep`: = 1            |
 * | P3 if it was 1: advance `bell`, wake   | D3 scan: load all that programs may have stored  |
 * |                                        | D4 nothing found: sleep while `bell` is as in D1 |
 *
 * P2 and D2 follow each other in the order of changes of `asleep`. If P2 is the later one, it sees 1, and
 * P3 wakes the device. If D2 is, it acquires what P2 has released, and D3 sees P1. A load in place of P2
 * would not do, whatever its order: a store may still be in its core's store buffer while a later load is
 * done, on x86 too. D1 comes before D2: a program that sees 1 advances `bell` after D1, so D4 does not sleep.
 *
 * A program may end anywhere in this, or write nonsense to both words: the device's sleep has a time limit.
 */
#ifndef EMUQ_MMIO_BELL_H
#define EMUQ_MMIO_BELL_H

#include <stdbool.h>
#include <stdint.h>

#include "backends/mmio/device.h"
#include "base/futex.h"

/** P2: whether the device has to be woken for what the caller has stored before. */
static inline bool emuq_bell_is_needed(emuq_device_info_t *info)
{
    /* Release: pairs with the acquire in emuq_bell_prepare(). Acquire: the next call is not done before. */
    return __atomic_fetch_add(&info->asleep, 0, __ATOMIC_ACQ_REL) != 0;
}

/** P3: wakes the device. Harmless if it is awake. */
static inline void emuq_bell_ring(emuq_device_info_t *info)
{
    __atomic_fetch_add(&info->bell, 1, __ATOMIC_RELEASE);
    emuq_futex_wake(&info->bell, EMUQ_FUTEX_ALL);
}

/** D1 and D2. Then the caller scans, and calls emuq_bell_sleep() or emuq_bell_cancel().
 *  @return what emuq_bell_sleep() is to be given */
static inline uint32_t emuq_bell_prepare(emuq_device_info_t *info)
{
    uint32_t seen = __atomic_load_n(&info->bell, __ATOMIC_ACQUIRE); /* acquire: before D2 */
    /* Acquire: pairs with the release in emuq_bell_is_needed(). Release: the scan before is not done later.
     */
    __atomic_exchange_n(&info->asleep, 1, __ATOMIC_ACQ_REL);
    return seen;
}

/** The scan has found something: the device stays awake. */
static inline void emuq_bell_cancel(emuq_device_info_t *info)
{
    /* Relaxed: a P2 before it has seen 1 and rings; a P2 after it is acquired by the next D2. */
    __atomic_store_n(&info->asleep, 0, __ATOMIC_RELAXED);
}

/** D4: sleeps until the bell has been rung since emuq_bell_prepare(), for @p ns nanoseconds at most. */
static inline void emuq_bell_sleep(emuq_device_info_t *info, uint32_t seen, uint64_t ns)
{
    emuq_futex_wait(&info->bell, seen, ns);
    emuq_bell_cancel(info);
}

#endif /* EMUQ_MMIO_BELL_H */
