/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file queued.h
 * @brief Flag of an object with at most one entry in a queue, processed after every request.
 *
 *     if (emuq_queued_set(&object->queued))
 *         enqueue the object;               // otherwise the queue has it, and the request is processed
 *
 *     emuq_queued_clear(&object->queued);   // by the dequeuing thread: the object can be enqueued again
 *     process the requests;
 *
 * While the flag is set, the object's link belongs to the setting thread, then to the queue, then to the
 * dequeuing thread.
 *
 * | word   | stored by                     | order   | pairs with                        |
 * |--------|-------------------------------|---------|-----------------------------------|
 * | queued | 1: requesting threads, always | acq_rel | acquire of the clear: the request |
 * | queued | 0: the dequeuing thread       | acq_rel | acquire of the next set: the link |
 *
 * Setting a set flag is also a store: a load could be ordered before the stores of the request.
 */
#ifndef EMUQ_SYNC_QUEUED_H
#define EMUQ_SYNC_QUEUED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"

typedef uint64_t emuq_queued_t;

/** Sets the flag. @return whether the caller must enqueue the object */
static inline bool emuq_queued_set(emuq_queued_t *queued)
{
    EMUQ_TEST_POINT(queued_set);
    /* Release: publishes the request. Acquire: takes the link. */
    return emuq_exchange(queued, 1) == 0;
}

/** The result is only a hint. */
static inline bool emuq_queued_is_set(const emuq_queued_t *queued)
{
    return AO_load(queued) != 0;
}

/** Clears the flag before the requests are processed. */
static inline void emuq_queued_clear(emuq_queued_t *queued)
{
    /* Acquire: takes the requests. Release: publishes the link. */
    (void)emuq_exchange(queued, 0);
    EMUQ_TEST_POINT(queued_cleared);
}

#endif /* EMUQ_SYNC_QUEUED_H */
