/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file barrier.h
 * @brief Thread barrier with spin-then-sleep waiting (docs/protocols.md). Processes may share the structure.
 *
 *     emuq_barrier_init(&b, threads, spins);            // before the first thread arrives
 *     emuq_barrier_wait(&b);                            // each thread, round after round
 *
 * | word    | stored by                          | order   | pairs with                |
 * |---------|------------------------------------|---------|---------------------------|
 * | arrived | +1: each arriving thread           | acq_rel | acq_rel of later arrivals |
 * | arrived | 0: the last thread, before `round` | relaxed | carried by `round`        |
 * | round   | +1: the last thread                | release | acquire of the waiters    |
 * | no_spin | any thread                         | relaxed | a hint                    |
 *
 * Spinning pays only if every thread has a core: at the spin limit all threads stop spinning for
 * EMUQ_BACKOFF_REPEATS rounds.
 */
#ifndef EMUQ_SYNC_BARRIER_H
#define EMUQ_SYNC_BARRIER_H

#include "base/backoff.h"
#include "base/lock.h"

typedef struct emuq_barrier {
    unsigned threads; /**< constant */
    unsigned spins;   /**< polls before a sleep; constant */
    _Alignas(64) unsigned arrived;
    unsigned no_spin;            /**< rounds left without spinning */
    _Alignas(64) unsigned round; /**< waiting threads sleep on it */
} emuq_barrier_t;

static inline void emuq_barrier_init(emuq_barrier_t *b, unsigned threads, unsigned spins)
{
    *b = (emuq_barrier_t){.threads = threads, .spins = spins};
}

static inline void emuq_barrier_wait(emuq_barrier_t *b)
{
    unsigned round = AO_int_load(&b->round);
    if (AO_int_fetch_and_add_full(&b->arrived, 1) + 1 == b->threads) {
        unsigned no_spin = AO_int_load(&b->no_spin);
        AO_int_store(&b->arrived, 0);
        if (no_spin > 0)
            AO_int_store(&b->no_spin, no_spin - 1);
        EMUQ_TEST_POINT(barrier_all);
        AO_int_store_release(&b->round, round + 1);
        EMUQ_TEST_POINT(barrier_wake);
        (void)emuq_futex_wake(&b->round, EMUQ_FUTEX_ALL);
        return;
    }
    unsigned spins = AO_int_load(&b->no_spin) == 0 ? b->spins : 0;
    for (unsigned i = 0; AO_int_load_acquire(&b->round) == round; i++) {
        if (i < spins) {
            emuq_pause();
            continue;
        }
        if (spins > 0)
            AO_int_store(&b->no_spin, EMUQ_BACKOFF_REPEATS);
        EMUQ_TEST_POINT(barrier_sleep);
        (void)emuq_futex_wait(&b->round, round, EMUQ_FUTEX_FOREVER);
    }
}

#endif /* EMUQ_SYNC_BARRIER_H */
