/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file claim.h
 * @brief The claim of a queue of work: one thread at a time works on it, and other threads leave a note.
 *
 * The queue itself is elsewhere: for an injection FIFO, its registers and descriptors. What the claim covers
 * passes from holder to holder. A thread that has put work into the queue calls either
 *
 *  - emuq_claim_wait(): it needs the result itself. It may hold no other claim meanwhile; or
 *  - emuq_claim_try(): if another thread holds the claim, that thread will look again. It never waits.
 *
 * The holder works until it finds nothing, and releases:
 *
 *     do
 *         work until nothing is found;
 *     while (!emuq_claim_release(&c));
 *
 * Every piece of work is found: what a thread has stored before emuq_claim_try() left a note, the holder sees
 * after its emuq_claim_release() has returned false. That rests on releases and acquires of the claim word
 * alone: to leave a note is always a store, also if there is one already.
 *
 * | word  | stored by                                    | order   | pairs with                     |
 * |-------|----------------------------------------------|---------|--------------------------------|
 * | claim | 0 -> 1 (claimed): the new holder             | acquire | release 1 -> 0                 |
 * | claim | any -> 2 (a note): other threads             | acq_rel | acquire 2 -> 1; release 1 -> 0 |
 * | claim | 2 -> 1 (note taken): the holder              | acq_rel | release any -> 2               |
 * | claim | 1 -> 0 (free): the holder                    | release | acquire 0 -> 1, 0 -> 2         |
 *
 * If a process ends while a thread of it holds the claim, it stays claimed. Zero is a free claim.
 */
#ifndef EMUQ_SYNC_CLAIM_H
#define EMUQ_SYNC_CLAIM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lock.h"
#include "base/test_point.h"

/** Values of a claim word. */
enum {
    EMUQ_CLAIM_FREE = 0,
    EMUQ_CLAIM_HELD = 1,
    EMUQ_CLAIM_NOTE = 2 /**< held, and to be looked at again */
};

/** A claim word: one of the values above. The table says who stores which. */
typedef uint64_t emuq_claim_t;

/* @return whether the claim was free and is the caller's now. */
static inline bool emuq_claim_take(emuq_claim_t *c)
{
    emuq_claim_t free = EMUQ_CLAIM_FREE;
    /* Acquire: pairs with the release of the holder before. */
    return __atomic_compare_exchange_n(c, &free, EMUQ_CLAIM_HELD, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/** Whether a thread holds the claim: a hint. */
static inline bool emuq_claim_is_held(const emuq_claim_t *c)
{
    return __atomic_load_n(c, __ATOMIC_RELAXED) != EMUQ_CLAIM_FREE;
}

/* The claim is not free. Not inline: the wait is rare, and claims are taken for every message. */
static __attribute__((noinline, unused)) void emuq_claim_wait_long(emuq_claim_t *c)
{
    unsigned rounds = 0;
    do
        emuq_spin(&rounds);
    while (!emuq_claim_take(c));
}

/** Waits until the claim is the caller's. */
static inline void emuq_claim_wait(emuq_claim_t *c)
{
    if (__builtin_expect(!emuq_claim_take(c), 0))
        emuq_claim_wait_long(c);
}

/** Takes the claim if it is free; otherwise its holder will look at the queue again, and see all that the
 * caller has stored. @return whether the caller holds the claim now. */
static inline bool emuq_claim_try(emuq_claim_t *c)
{
    if (emuq_claim_take(c))
        return true;
    EMUQ_TEST_POINT(claim_note);
    /* Release: pairs with the acquire of the holder that takes the note. Acquire: pairs with the release of a
     * holder that has gone meanwhile. */
    if (__atomic_exchange_n(c, EMUQ_CLAIM_NOTE, __ATOMIC_ACQ_REL) != EMUQ_CLAIM_FREE)
        return false;
    EMUQ_TEST_POINT(claim_noted_free);
    /* It was free: the note is the caller's own, or also that of threads which have left one since. The
     * caller has not looked yet. */
    __atomic_exchange_n(c, EMUQ_CLAIM_HELD, __ATOMIC_ACQ_REL);
    return true;
}

/** Gives the claim back, unless there is a note. @return false if there was: the note is taken, the caller
 * still holds the claim, and looks at the queue again. */
static inline bool emuq_claim_release(emuq_claim_t *c)
{
    emuq_claim_t held = EMUQ_CLAIM_HELD;
    EMUQ_TEST_POINT(claim_release);
    /* Release: pairs with the acquire of the next holder. */
    if (__builtin_expect(
            __atomic_compare_exchange_n(c, &held, EMUQ_CLAIM_FREE, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED),
            1))
        return true;
    /* Acquire: pairs with the release of the threads that have left notes. */
    __atomic_exchange_n(c, EMUQ_CLAIM_HELD, __ATOMIC_ACQ_REL);
    EMUQ_TEST_POINT(claim_note_taken);
    return false;
}

/** Gives the claim back, notes or not, because another thread waits for it (emuq_claim_wait()), or the caller
 * will soon, and then looks at the queue: threads that find it free until then look themselves. */
static inline void emuq_claim_leave(emuq_claim_t *c)
{
    /* Release: pairs with the acquire of the next holder. A store ends the chain of releases of the notes:
     * the caller acquires them here instead. */
    __atomic_exchange_n(c, EMUQ_CLAIM_FREE, __ATOMIC_ACQ_REL);
}

#endif /* EMUQ_SYNC_CLAIM_H */
