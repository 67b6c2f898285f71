/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file take.h
 * @brief Events that a device counts, each of which one process of several acts on.
 *
 * The device advances a counter in a control block (`made`, with release) and tells all processes of the
 * node. Beside it the processes share `taken`, the number up to which events have been taken. The process
 * whose compare-and-swap advances it to the number that it has read acts on the events in between:
 * @code
 * if (emuq_take_begin(&made, &taken, &take)) {
 *     copy = what_the_device_has_written_with_it;
 *     if (emuq_take_end(&taken, &take))
 *         act_on(copy);
 * }
 * @endcode
 * `taken` never goes back: a process that has read `made`, and then lost its core while other processes took
 * later events, finds `taken` ahead of what it knows and leaves it. If the device does not write the next
 * record before the last one has been taken, a copy is whole when emuq_take_end() returns true.
 *
 * A process that ends between emuq_take_end() and its action takes the event with it.
 */
#ifndef EMUQ_MMIO_TAKE_H
#define EMUQ_MMIO_TAKE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/test_point.h"

/** Events that may be taken: those after number `from`, up to number `to`. */
typedef struct emuq_take {
    uint64_t from, to;
} emuq_take_t;

/** @return whether there are events that no process has taken. */
static inline bool emuq_take_begin(const uint64_t *made, const uint64_t *taken, emuq_take_t *take)
{
    /* Acquire: pairs with the release of the device, which has written the record before. */
    take->to = __atomic_load_n(made, __ATOMIC_ACQUIRE);
    EMUQ_TEST_POINT(take_made_loaded);
    take->from = __atomic_load_n(taken, __ATOMIC_RELAXED); /* emuq_take_end() checks it */
    return (int64_t)(take->to - take->from) > 0;
}

/** @return whether the events are the caller's. */
static inline bool emuq_take_end(uint64_t *taken, const emuq_take_t *take)
{
    uint64_t from = take->from;
    /* Release: the caller has copied the record before another process can know that it is taken. */
    return __atomic_compare_exchange_n(taken, &from, take->to, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
}

#endif /* EMUQ_MMIO_TAKE_H */
