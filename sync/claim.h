/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file claim.h
 * @brief Exclusive processing of a work queue without blocking (docs/protocols.md).
 *
 * A thread that has added work calls emuq_claim_try(). A thread that needs the result, and holds no claim,
 * calls emuq_claim_wait(). The holder:
 *
 *     do
 *         process until the queue is empty;
 *     while (!emuq_claim_release(&c));
 *
 * | word  | stored by                    | order   | pairs with                             |
 * |-------|------------------------------|---------|----------------------------------------|
 * | claim | FREE -> HELD: the new holder | acquire | release HELD -> FREE                   |
 * | claim | any -> RETRY: any thread     | acq_rel | acquire RETRY -> HELD; release to FREE |
 * | claim | RETRY -> HELD: the holder    | acq_rel | release any -> RETRY                   |
 * | claim | HELD -> FREE: the holder     | release | acquire of the next holder             |
 *
 * Setting RETRY is always a store: its release carries the stores of the caller to the holder. A process that
 * ends with the claim leaves it held. Zero is free.
 *
 * A claim *with owners* contains the process of its holder, so that another process can replace a dead one.
 * The word is the owner, or owner | FLAG. FLAG has the meaning of RETRY. Use either kind of calls for a
 * claim.
 *
 * | transition                | stored by                     | order   | pairs with                     |
 * |---------------------------|-------------------------------|---------|--------------------------------|
 * | FREE -> owner             | new holder                    | acquire | release of the previous holder |
 * | held -> held, FLAG        | any thread                    | acq_rel | acquire of the holder          |
 * | owner, FLAG -> owner      | holder                        | acq_rel | release of the setters of FLAG |
 * | owner -> FREE             | holder                        | release | acquire of the next holder     |
 * | dead owner -> new owner   | any thread, after the exit    | acquire | release of the setters of FLAG |
 */
#ifndef EMUQ_SYNC_CLAIM_H
#define EMUQ_SYNC_CLAIM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lock.h"

enum {
    EMUQ_CLAIM_FREE = 0,
    EMUQ_CLAIM_HELD = 1,
    EMUQ_CLAIM_RETRY = 2 /**< held; the holder must process the queue again */
};

typedef uint64_t emuq_claim_t;

/** Acquire: pairs with the release of the previous holder. @return success */
static inline bool emuq_claim_acquire(emuq_claim_t *c)
{
    return AO_compare_and_swap_acquire(c, EMUQ_CLAIM_FREE, EMUQ_CLAIM_HELD);
}

/** The result is only a hint. */
static inline bool emuq_claim_is_held(const emuq_claim_t *c)
{
    return AO_load(c) != EMUQ_CLAIM_FREE;
}

static __attribute__((noinline, unused)) void emuq_claim_wait_long(emuq_claim_t *c)
{
    unsigned rounds = 0;
    do
        emuq_spin(&rounds);
    while (!emuq_claim_acquire(c));
}

static inline void emuq_claim_wait(emuq_claim_t *c)
{
    if (__builtin_expect(!emuq_claim_acquire(c), 0))
        emuq_claim_wait_long(c);
}

/** Claims a free queue, or makes the holder process it again. @return whether the caller holds the claim */
static inline bool emuq_claim_try(emuq_claim_t *c)
{
    if (emuq_claim_acquire(c))
        return true;
    EMUQ_TEST_POINT(claim_note);
    /* Release: pairs with the holder that clears RETRY. Acquire: pairs with a former holder. */
    if (emuq_exchange(c, EMUQ_CLAIM_RETRY) != EMUQ_CLAIM_FREE)
        return false;
    EMUQ_TEST_POINT(claim_noted_free);
    /* More threads may have set RETRY since. The caller has not processed the queue yet. */
    (void)emuq_exchange(c, EMUQ_CLAIM_HELD);
    return true;
}

/** @return false: RETRY was set and is cleared, the caller processes the queue again */
static inline bool emuq_claim_release(emuq_claim_t *c)
{
    EMUQ_TEST_POINT(claim_release);
    /* Release: pairs with the acquire of the next holder. */
    if (__builtin_expect(AO_compare_and_swap_release(c, EMUQ_CLAIM_HELD, EMUQ_CLAIM_FREE), 1))
        return true;
    /* Acquire: pairs with all setters of RETRY. */
    (void)emuq_exchange(c, EMUQ_CLAIM_HELD);
    EMUQ_TEST_POINT(claim_note_taken);
    return false;
}

/** Releases the claim even if RETRY is set. A thread must be in emuq_claim_wait(), or the caller must call it
 * later. */
static inline void emuq_claim_leave(emuq_claim_t *c)
{
    /* Acquire: a plain store would end the release chain of RETRY. */
    (void)emuq_exchange(c, EMUQ_CLAIM_FREE);
}

/* ---- claims with owners ---- */

#define EMUQ_CLAIM_OWNER UINT64_C(1)         /**< owner without a process: never replaced */
#define EMUQ_CLAIM_FLAG  (UINT64_C(1) << 32) /**< held; the holder must process the queue again */

/** Acquire: pairs with the release of the previous holder. @param owner process number, or
 * ::EMUQ_CLAIM_OWNER @return success */
static inline bool emuq_claim_acquire_for(emuq_claim_t *c, uint64_t owner)
{
    return AO_compare_and_swap_acquire(c, EMUQ_CLAIM_FREE, owner);
}

/** As emuq_claim_try(). A caller that dies never leaves a claim without an owner. */
static inline bool emuq_claim_try_for(emuq_claim_t *c, uint64_t owner)
{
    bool is_flagged = false;
    if (emuq_claim_acquire_for(c, owner))
        return true;
    EMUQ_TEST_POINT(claim_flag);
    do {
        uint64_t word = AO_load(c);
        if (word == EMUQ_CLAIM_FREE && emuq_claim_acquire_for(c, owner))
            return true;
        /* Always a store. Release: pairs with the holder that clears FLAG. */
        if (word != EMUQ_CLAIM_FREE)
            is_flagged = AO_compare_and_swap_full(c, word, word | EMUQ_CLAIM_FLAG);
    } while (!is_flagged);
    return false;
}

/** As emuq_claim_release(). emuq_claim_leave() releases claims of both kinds. */
static inline bool emuq_claim_release_for(emuq_claim_t *c, uint64_t owner)
{
    EMUQ_TEST_POINT(claim_release_owner);
    /* Release: pairs with the acquire of the next holder. */
    if (__builtin_expect(AO_compare_and_swap_release(c, owner, EMUQ_CLAIM_FREE), 1))
        return true;
    /* Acquire: pairs with all setters of FLAG. A load of the owner is shorter than a register for it above.
     */
    (void)emuq_exchange(c, AO_load(c) & ~EMUQ_CLAIM_FLAG);
    return false;
}

/** Process of the holder, to be checked before emuq_claim_replace(). @return 0: none */
static inline unsigned emuq_claim_holder(const emuq_claim_t *c)
{
    unsigned holder = (unsigned)AO_load(c);
    return holder != EMUQ_CLAIM_OWNER ? holder : 0;
}

/** Replaces a holder whose process has exited. What the claim guards may be inconsistent, and the queue must
 * be processed: FLAG may have been set. @return whether the caller holds the claim */
static inline bool emuq_claim_replace(emuq_claim_t *c, unsigned dead, uint64_t owner)
{
    uint64_t word;
    while ((unsigned)(word = AO_load(c)) == dead)
        /* Acquire: pairs with all setters of FLAG. */
        if (AO_compare_and_swap_acquire(c, word, owner))
            return true;
    return false;
}

#endif /* EMUQ_SYNC_CLAIM_H */
