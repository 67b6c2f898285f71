/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file claim.h
 * @brief Exclusive processing of a work queue without blocking: other threads set the RETRY flag.
 *
 * The queue itself is elsewhere (of an injection FIFO: the registers and descriptors). The state protected by
 * the claim passes from holder to holder. A thread that has added work to the queue calls either
 *
 *  - emuq_claim_wait(), if it needs the result; it must hold no claim; or
 *  - emuq_claim_try(), which does not wait: if another thread holds the claim, that thread processes the
 * queue again.
 *
 * The holder empties the queue, then releases:
 *
 *     do
 *         process until the queue is empty;
 *     while (!emuq_claim_release(&c));
 *
 * No work is lost: when emuq_claim_release() returns false, the holder sees all stores that a thread made
 * before its emuq_claim_try() set RETRY. This relies only on releases and acquires of the claim word, so
 * setting RETRY is a store even if RETRY is already set.
 *
 * | word  | stored by                         | order   | pairs with                            |
 * |-------|-----------------------------------|---------|---------------------------------------|
 * | claim | FREE -> HELD: the new holder      | acquire | release HELD -> FREE                  |
 * | claim | any -> RETRY: any thread       | acq_rel | acquire RETRY -> HELD; release to FREE |
 * | claim | RETRY -> HELD: the holder         | acq_rel | release any -> RETRY                  |
 * | claim | HELD -> FREE: the holder          | release | acquire of the next holder            |
 *
 * A thread that sets RETRY on a FREE word holds the claim. If a process ends while it holds the claim, the
 * claim stays held. Zero is free.
 */
#ifndef EMUQ_SYNC_CLAIM_H
#define EMUQ_SYNC_CLAIM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lock.h"
#include "base/test_point.h"

/** Values of a claim word. */
enum {
    EMUQ_CLAIM_FREE = 0, /**< no holder */
    EMUQ_CLAIM_HELD = 1, /**< a thread processes the queue */
    EMUQ_CLAIM_RETRY = 2 /**< held; the holder must process the queue again */
};

/** A claim word with the values above. */
typedef uint64_t emuq_claim_t;

/** Claims a free queue. @return success. Acquire: pairs with the release of the previous holder.
 */
static inline bool emuq_claim_acquire(emuq_claim_t *c)
{
    return AO_compare_and_swap_acquire(c, EMUQ_CLAIM_FREE, EMUQ_CLAIM_HELD);
}

/** Whether a thread holds the claim; a hint. */
static inline bool emuq_claim_is_held(const emuq_claim_t *c)
{
    return AO_load(c) != EMUQ_CLAIM_FREE;
}

/** Slow path of emuq_claim_wait(); not inline, because claims are taken for every message and waits are rare.
 */
static __attribute__((noinline, unused)) void emuq_claim_wait_long(emuq_claim_t *c)
{
    unsigned rounds = 0;
    do
        emuq_spin(&rounds);
    while (!emuq_claim_acquire(c));
}

/** Waits until the caller holds the claim. */
static inline void emuq_claim_wait(emuq_claim_t *c)
{
    if (__builtin_expect(!emuq_claim_acquire(c), 0))
        emuq_claim_wait_long(c);
}

/** Claims a free queue; otherwise makes the holder process the queue again, with all stores of the caller.
 *  @return whether the caller holds the claim */
static inline bool emuq_claim_try(emuq_claim_t *c)
{
    if (emuq_claim_acquire(c))
        return true;
    EMUQ_TEST_POINT(claim_note);
    /* Release: pairs with the acquire when the holder clears RETRY. Acquire: pairs with the release of a
     * former holder. */
    if (emuq_exchange(c, EMUQ_CLAIM_RETRY) != EMUQ_CLAIM_FREE)
        return false;
    EMUQ_TEST_POINT(claim_noted_free);
    /* The word was FREE: the caller has set RETRY, and more threads may have set it since. The caller
     * has not processed the queue yet. */
    (void)emuq_exchange(c, EMUQ_CLAIM_HELD);
    return true;
}

/** Releases the claim unless RETRY is set. @return false: RETRY was set and is cleared; the caller still
 * holds the claim and processes the queue again */
static inline bool emuq_claim_release(emuq_claim_t *c)
{
    EMUQ_TEST_POINT(claim_release);
    /* Release: pairs with the acquire of the next holder. */
    if (__builtin_expect(AO_compare_and_swap_release(c, EMUQ_CLAIM_HELD, EMUQ_CLAIM_FREE), 1))
        return true;
    /* Acquire: pairs with the releases of all setters of RETRY. */
    (void)emuq_exchange(c, EMUQ_CLAIM_HELD);
    EMUQ_TEST_POINT(claim_note_taken);
    return false;
}

/** Releases the claim even if RETRY is set. Only allowed if another thread is in emuq_claim_wait(), or the
 * caller will call it, and processes the queue afterwards. Threads that find the claim free process the queue
 * themselves. */
static inline void emuq_claim_leave(emuq_claim_t *c)
{
    /* Release: pairs with the acquire of the next holder. Acquire: a plain store would end the release chain
     * of RETRY, so the caller acquires it. */
    (void)emuq_exchange(c, EMUQ_CLAIM_FREE);
}

#endif /* EMUQ_SYNC_CLAIM_H */
