/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file counter.h
 * @brief Counters of bytes that have been put into the process's memory.
 *
 * The Message Unit subtracts the bytes of a put from the counter that the put names, when they are in memory.
 * A counter is never set: the bytes asked for are summed beside it, so puts that use one counter are complete
 * in their order as long as they arrive in their order.
 */
#ifndef EMUQ_PAMI_MU_COUNTER_H
#define EMUQ_PAMI_MU_COUNTER_H

#include "msglayer/mu/device.h"

/** A counter. */
typedef struct emuq_pami_counter {
    uint64_t value;                 /**< __atomic: minus the bytes that have arrived; the Message Unit's */
    uint64_t asked;                 /**< bytes of all puts that have been asked for */
    uint64_t offset;                /**< what a put through base 0 names it by */
    struct emuq_pami_counter *next; /**< in the list of free ones */
} emuq_pami_counter_t;

/** A counter that no other caller has. @return NULL: no memory */
emuq_pami_counter_t *emuq_pami_counter_take(emuq_pami_device_t *device);

/** Gives a counter back. While puts are still to come, it is not handed out again. */
void emuq_pami_counter_give(emuq_pami_device_t *device, emuq_pami_counter_t *counter);

/** Frees all counters of a device whose job has ended; NULL is allowed. */
void emuq_pami_counters_free(emuq_pami_device_t *device);

/** Bytes that have arrived so far; they can be read. */
static inline uint64_t emuq_pami_counter_arrived(const emuq_pami_counter_t *counter)
{
    /* Acquire: pairs with the release with which the Message Unit counts the bytes that it has written. */
    return -__atomic_load_n(&counter->value, __ATOMIC_ACQUIRE);
}

#endif /* EMUQ_PAMI_MU_COUNTER_H */
