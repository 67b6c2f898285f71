/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file queued.h
 * @brief A thing that is in a queue at most once, and is looked at after every request.
 *
 * A thread that has given the thing something to do:
 *
 *     if (emuq_queued_set(&thing->queued))
 *         put it into the queue;        // otherwise it is there, and will be looked at after this
 *
 * A thread that has taken the thing out of the queue:
 *
 *     emuq_queued_clear(&thing->queued);   // first: from now on it can be queued again
 *     look at the thing;
 *
 * While the flag is set, the link that the queue uses belongs to the thread that has set it, then to the
 * queue, then to the thread that has taken the thing out. A thread that takes things out without looking at
 * them (it ends, for instance) hands them to another thread with the flag set.
 *
 * | word   | stored by                        | order   | pairs with                    |
 * |--------|----------------------------------|---------|-------------------------------|
 * | queued | 1: threads with requests, always | acq_rel | acquire of the clear: request |
 * | queued | 0: the thread that took it out   | acq_rel | acquire of the next set: link |
 *
 * To set the flag is a store also if it is set: a mere load could pass the stores of the request, and they
 * would not be seen by a thread that clears the flag afterwards.
 */
#ifndef EMUQ_SYNC_QUEUED_H
#define EMUQ_SYNC_QUEUED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/test_point.h"

/** 1: in a queue, or on the way there; 0: in none. */
typedef uint64_t emuq_queued_t;

/** @return whether the caller has to put the thing into a queue. */
static inline bool emuq_queued_set(emuq_queued_t *queued)
{
    EMUQ_TEST_POINT(queued_set);
    /* Release: what is requested, to the acquire in emuq_queued_clear(). Acquire: the link, from there. */
    return __atomic_exchange_n(queued, 1, __ATOMIC_ACQ_REL) == 0;
}

/** Whether the thing is in a queue: a hint. */
static inline bool emuq_queued_is_set(const emuq_queued_t *queued)
{
    return __atomic_load_n(queued, __ATOMIC_RELAXED) != 0;
}

/** The thing has been taken out of the queue, and is looked at after this. */
static inline void emuq_queued_clear(emuq_queued_t *queued)
{
    /* Acquire: requests of the threads that found the flag set. Release: the link. */
    __atomic_exchange_n(queued, 0, __ATOMIC_ACQ_REL);
    EMUQ_TEST_POINT(queued_cleared);
}

#endif /* EMUQ_SYNC_QUEUED_H */
