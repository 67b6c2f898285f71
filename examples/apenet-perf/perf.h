/* SPDX-License-Identifier: BSD-3-Clause */
/** @file perf.h  apenet-perf on one rank, and its tests. */
#ifndef APENET_PERF_PERF_H
#define APENET_PERF_PERF_H

#include "limits.h"

#define PERF_BYTES (4u << 20) /**< of sources and targets */

/** The program on one rank. */
typedef struct perf {
    apenet_world_t world;
    unsigned long batches;
    bool is_first, is_last;
    char *source, *target; /**< of PERF_BYTES bytes, aligned alike */
    uint64_t there;        /**< target of the last rank, which may be read */
    void *gpu; /**< memory on the first GPU of as many bytes; a target at the last rank; NULL: no GPU */
    uint64_t gpu_there; /**< that of the last rank; 0: none */
    limits_line_t *line;
    uint64_t turn;      /**< of the line */
    unsigned long only; /**< number of the row that is measured; 0: all */
    unsigned long row;  /**< that has come last */
} perf_t;

/** A line of the table. */
typedef struct perf_test perf_test_t;
struct perf_test {
    const char *name;
    size_t bytes;
    unsigned rounds; /**< of a batch */
    /** Does the operation so many times. Both partners call it. @return seconds of one, at the first */
    double (*batch)(perf_t *p, const perf_test_t *t);
    unsigned flags; /**< of the operation */
};

/** Measures a test beside its limit, and prints the line. All ranks call it. */
void perf_measure(perf_t *p, const perf_test_t *t);

/** Ends a row of puts: the last rank answers when the first one's have come, and both wait until what they
 * have sent has left. Both call it. @return seconds since @p begin, at the first */
double perf_answer(perf_t *p, double begin);

/** Takes memory of GPUs, if there are any. All ranks call it. */
void perf_open_gpus(perf_t *p);

/** Measures puts of many sizes with memory of the host and of a GPU at either end. */
void perf_measure_ends(perf_t *p);

/** Counts what the last rank's card finds in its TLB. All ranks call it. */
void perf_count_tlb(perf_t *p);

#endif /* APENET_PERF_PERF_H */
