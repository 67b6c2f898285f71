/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file baton.h
 * @brief A baton that threads of several processes hand to each other: one of them runs, the others sleep.
 *
 * Each thread has a seat. Who has the baton gives it to a seat by name and sleeps in its own, until somebody
 * gives the baton back to it:
 *
 *     emuq_baton_give(&seat[other]);
 *     emuq_baton_await(&seat[mine]);
 *
 * A thread may be given the baton before it sleeps, or before it exists. Everything that a holder has stored
 * is visible to the next one, so what the baton guards needs no other lock.
 *
 * The baton has no place of its own: there is one as long as one thread, which runs at first, gives it on.
 * Nobody gives it to a seat that has it.
 *
 * | word | stored by                                     | order   | pairs with                |
 * |------|-----------------------------------------------|---------|---------------------------|
 * | turn | 0 -> 1 (given): the holder                    | release | acquire load of the seat  |
 * | turn | 1 -> 0 (taken): the seat's thread             | relaxed | it has the baton itself   |
 *
 * The seat's thread sleeps only while the kernel finds the word 0, and the giver stores it before it wakes:
 * no wake-up is lost. Zero is a seat without the baton.
 */
#ifndef EMUQ_SYNC_BATON_H
#define EMUQ_SYNC_BATON_H

#include "base/futex.h"
#include "base/test_point.h"

/** Where a thread waits for the baton. In memory that all threads share. */
typedef struct emuq_seat {
    unsigned turn; /**< 1: the baton has been given, and not been taken yet */
} emuq_seat_t;

/** Gives the baton to another seat. The caller has it no longer. */
static inline void emuq_baton_give(emuq_seat_t *to)
{
    EMUQ_TEST_POINT(baton_give);
    __atomic_store_n(&to->turn, 1, __ATOMIC_RELEASE);
    EMUQ_TEST_POINT(baton_wake);
    (void)emuq_futex_wake(&to->turn, 1);
}

/** Sleeps until the caller's seat is given the baton. */
static inline void emuq_baton_await(emuq_seat_t *mine)
{
    while (__atomic_load_n(&mine->turn, __ATOMIC_ACQUIRE) == 0) {
        EMUQ_TEST_POINT(baton_sleep);
        (void)emuq_futex_wait(&mine->turn, 0, EMUQ_FUTEX_FOREVER);
    }
    __atomic_store_n(&mine->turn, 0, __ATOMIC_RELAXED);
}

#endif /* EMUQ_SYNC_BATON_H */
