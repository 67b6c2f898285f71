/* SPDX-License-Identifier: BSD-3-Clause */
/** @file sample.h  Batches of a test and of its limit by turns, until the time is up. */
#ifndef EMUQ_PERF_SAMPLE_H
#define EMUQ_PERF_SAMPLE_H

#include "tools/emuq-perf/rank.h"

/** Of many batches: the median and the quartiles, in the test's unit. */
typedef struct perf_value {
    double median, low, high;
} perf_value_t;

typedef struct perf_result {
    const perf_test_t *test, *limit; /**< limit NULL: there is none */
    uint64_t size;
    perf_value_t value, bound;
    uint64_t samples;
    uint32_t hops, pairs;
} perf_result_t;

/**
 * Measures one line of the table. All ranks call it.
 * @param limit    measured by turns with the test, so that both meet the same machine; or NULL
 * @param partner  of rank 0, see perf_rank_cast()
 * @param result   filled in at rank 0
 */
void perf_measure(perf_rank_t *r, const perf_test_t *test, const perf_test_t *limit, uint64_t size,
                  uint32_t partner, perf_result_t *result);

#endif /* EMUQ_PERF_SAMPLE_H */
