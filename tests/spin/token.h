/* SPDX-License-Identifier: BSD-3-Clause */
/** @file token.h
 *  @brief Ranks and threads that poll memory until the condition of a test holds. */
#ifndef SPIN_TOKEN_H
#define SPIN_TOKEN_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

enum { RANKS = 4, ROUNDS = 40 };

static inline uint64_t clock_ns(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/** Time limit of a wait, in processor time of the waiting thread, so that a busy machine causes no failures.
 */
#define PATIENCE_NS UINT64_C(10000000000)

/** Whether a wait that began at @p begin of the thread's processor time has reached the limit. */
static inline bool is_in_vain(uint64_t begin)
{
    return clock_ns(CLOCK_THREAD_CPUTIME_ID) - begin > PATIENCE_NS;
}

/** Passes a token by plain stores, as number @p place of RANKS ranks or threads, until @p is_over returns
 * true in a turn after ROUNDS rounds. @param done called after each turn */
static inline void pass_token(uint64_t *token, uint64_t place, void (*done)(void *), bool (*is_over)(void *),
                              void *argument)
{
    uint64_t begin = clock_ns(CLOCK_THREAD_CPUTIME_ID), now;
    for (uint64_t turn = place;; turn += RANKS) {
        while ((now = __atomic_load_n(token, __ATOMIC_ACQUIRE)) != turn && now != UINT64_MAX) {
        }
        if (now == UINT64_MAX)
            return;
        done(argument);
        bool ends = turn >= ROUNDS * RANKS && (is_over(argument) || is_in_vain(begin));
        __atomic_store_n(token, ends ? UINT64_MAX : turn + 1, __ATOMIC_RELEASE);
    }
}

#endif /* SPIN_TOKEN_H */
