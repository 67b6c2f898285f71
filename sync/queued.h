/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file queued.h
 * @brief Flag of an object with at most one place in a queue, processed after every request.
 *
 * A thread with a request for the object:
 *
 *     if (emuq_queued_set(&object->queued))
 *         enqueue the object;               // otherwise the queue has it, and the request is processed
 *
 * The dequeuing thread:
 *
 *     emuq_queued_clear(&object->queued);   // first: the object can be enqueued again from now on
 *     process the requests;
 *
 * While the flag is set, the object's link belongs to the setting thread, then to the queue, then to the
 * dequeuing thread. A thread that ends may dequeue an object without processing it, if it passes the object
 * to another thread with the flag set.
 *
 * | word   | stored by                            | order   | pairs with                          |
 * |--------|--------------------------------------|---------|-------------------------------------|
 * | queued | 1: requesting threads, always        | acq_rel | acquire of the clear: the request   |
 * | queued | 0: the dequeuing thread      | acq_rel | acquire of the next set: the link   |
 *
 * Setting the flag is a store even if the flag is already set: a load could be ordered before the stores of
 * the request, and the dequeuing thread would miss the request.
 */
#ifndef EMUQ_SYNC_QUEUED_H
#define EMUQ_SYNC_QUEUED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"
#include "base/test_point.h"

/** 1: in a queue, or about to be; 0: not in a queue. */
typedef uint64_t emuq_queued_t;

/** Sets the flag. @return whether the caller must enqueue the object */
static inline bool emuq_queued_set(emuq_queued_t *queued)
{
    EMUQ_TEST_POINT(queued_set);
    /* Release: publishes the request to the acquire of emuq_queued_clear(). Acquire: takes the link from its
     * release. */
    return emuq_exchange(queued, 1) == 0;
}

/** Whether the object is in a queue; a hint. */
static inline bool emuq_queued_is_set(const emuq_queued_t *queued)
{
    return AO_load(queued) != 0;
}

/** Clears the flag of a dequeued object, before its requests are processed. */
static inline void emuq_queued_clear(emuq_queued_t *queued)
{
    /* Acquire: takes the requests of threads that found the flag set. Release: publishes the link. */
    (void)emuq_exchange(queued, 0);
    EMUQ_TEST_POINT(queued_cleared);
}

#endif /* EMUQ_SYNC_QUEUED_H */
