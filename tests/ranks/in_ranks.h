/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file in_ranks.h @brief Assertions in threads of ranks: CUnit's are for a single thread, so these count
 * failures, and the test asserts.
 */
#ifndef EMUQ_TESTS_IN_RANKS_H
#define EMUQ_TESTS_IN_RANKS_H

#include <stdio.h>

static int failed_in_ranks; /* __atomic */

static inline void in_ranks_failed(const char *what, const char *file, int line)
{
    fprintf(stderr, "%s:%d: %s\n", file, line, what);
    __atomic_add_fetch(&failed_in_ranks, 1, __ATOMIC_RELAXED);
}

/** Asserts in any thread. */
#define CHECK(what) ((what) ? (void)0 : in_ranks_failed(#what, __FILE__, __LINE__))

/** @return number of failures since the last call. */
static inline int take_failures(void)
{
    return __atomic_exchange_n(&failed_in_ranks, 0, __ATOMIC_RELAXED);
}

#endif /* EMUQ_TESTS_IN_RANKS_H */
