/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file meeting.h
 * @brief Threads that meet: each goes on when all have come.
 *
 *     emuq_meeting_init(&m, threads, spins);            // before any of them comes
 *     emuq_meet(&m);                                    // each thread, round after round
 *
 * What any thread has stored before a meeting is visible to all behind it. A thread may come to the next
 * meeting while others have not left the last one yet.
 *
 * | word  | stored by                                      | order   | pairs with                           |
 * |-------|------------------------------------------------|---------|--------------------------------------|
 * | came  | +1: each thread that comes                     | acq_rel | acq_rel of those that come later     |
 * | came  | 0: the last one, before it advances the round  | relaxed | `round` carries it                   |
 * | round | +1: the last one                               | release | acquire load of those that wait      |
 * | rest  | what remains: a thread that looked in vain     | relaxed | a hint: any value is right           |
 * | rest  | -1: the last one                               | relaxed | the same                             |
 *
 * The round changes only when all have come, so a thread loads it before it comes and waits for another one.
 * Those that wait look at it for some time, and sleep then: the kernel lets them only while it is the old
 * one, and the last thread stores it before it wakes them, so no wake-up is lost. Looking is worth while if
 * all threads have a core and come at about the same time. If one looked in vain, others may have no core
 * while it looks: at the next meetings threads sleep at once. The structure may be in memory that processes
 * share.
 */
#ifndef EMUQ_SYNC_MEETING_H
#define EMUQ_SYNC_MEETING_H

#include "base/futex.h"
#include "base/lock.h"
#include "base/test_point.h"

#define EMUQ_MEETING_REST                                                                                    \
    6 /**< meetings, with the one at which a thread looked in vain, until they look again */

/** A meeting; the table above says who stores which word. */
typedef struct emuq_meeting {
    unsigned threads; /**< that meet */
    unsigned spins;   /**< looks at the round before a thread sleeps */
    _Alignas(64) unsigned came;
    unsigned rest;               /**< meetings at which nobody looks; a hint */
    _Alignas(64) unsigned round; /**< threads look at it, and sleep on it */
} emuq_meeting_t;

/** @param threads that come to each meeting @param spins looks before a thread sleeps; 0: it sleeps at once
 */
static inline void emuq_meeting_init(emuq_meeting_t *m, unsigned threads, unsigned spins)
{
    *m = (emuq_meeting_t){.threads = threads, .spins = spins};
}

/** Waits until all threads have come. */
static inline void emuq_meet(emuq_meeting_t *m)
{
    unsigned round = __atomic_load_n(&m->round, __ATOMIC_RELAXED);
    if (__atomic_add_fetch(&m->came, 1, __ATOMIC_ACQ_REL) == m->threads) {
        unsigned rest = __atomic_load_n(&m->rest, __ATOMIC_RELAXED);
        __atomic_store_n(&m->came, 0, __ATOMIC_RELAXED);
        if (rest > 0)
            __atomic_store_n(&m->rest, rest - 1, __ATOMIC_RELAXED);
        EMUQ_TEST_POINT(meeting_all);
        __atomic_store_n(&m->round, round + 1, __ATOMIC_RELEASE);
        EMUQ_TEST_POINT(meeting_wake);
        (void)emuq_futex_wake(&m->round, EMUQ_FUTEX_ALL);
        return;
    }
    unsigned looks = __atomic_load_n(&m->rest, __ATOMIC_RELAXED) == 0 ? m->spins : 0;
    for (unsigned i = 0; __atomic_load_n(&m->round, __ATOMIC_ACQUIRE) == round; i++) {
        if (i < looks) {
            emuq_pause();
            continue;
        }
        if (looks > 0)
            __atomic_store_n(&m->rest, EMUQ_MEETING_REST, __ATOMIC_RELAXED);
        EMUQ_TEST_POINT(meeting_sleep);
        (void)emuq_futex_wait(&m->round, round, EMUQ_FUTEX_FOREVER);
    }
}

#endif /* EMUQ_SYNC_MEETING_H */
