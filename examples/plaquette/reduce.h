/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file reduce.h
 * @brief Sums, extrema and exclusive-ors over all ranks, by the collective network.
 *
 * The network combines one contribution per node. With several processes on a node, the others put theirs
 * into the memory of process 0, which combines them in the order of T, contributes, and puts the result back
 * into their memory. The order of all operations is fixed, so a sum of floating-point numbers is the same in
 * every run on the same shape.
 */
#ifndef PLAQUETTE_REDUCE_H
#define PLAQUETTE_REDUCE_H

#include "spi/setup/spi_setup.h"

#define REDUCE_MAX_WORDS 8

typedef enum reduce_operation { REDUCE_SUM, REDUCE_MIN, REDUCE_MAX, REDUCE_XOR } reduce_operation_t;

typedef struct reduce {
    spi_process_t *process;
    spi_window_t window;
    uint64_t contributed; /**< bytes that each other process of the node has put to process 0 so far */
    uint64_t results;     /**< bytes of results so far */
} reduce_t;

/** All ranks call these. @param entry  BAT entry for this module */
void reduce_open(reduce_t *r, spi_process_t *process, uint32_t entry);
void reduce_close(reduce_t *r);

/** Replaces the numbers of each rank by their sum, minimum or maximum over all ranks.
 *  @param n  1..REDUCE_MAX_WORDS, the same on all ranks */
void reduce_numbers(reduce_t *r, reduce_operation_t operation, double *number, int n);

/** Replaces the words of each rank by their exclusive or over all ranks. */
void reduce_xor(reduce_t *r, uint64_t *word, int n);

/** The sum of one number. */
static inline double reduce_sum(reduce_t *r, double number)
{
    reduce_numbers(r, REDUCE_SUM, &number, 1);
    return number;
}

#endif /* PLAQUETTE_REDUCE_H */
