/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file blocks.h
 * @brief The buffers of collectives: one block, or one for each rank.
 */
#ifndef EMUQ_PAMI_COLL_BLOCKS_H
#define EMUQ_PAMI_COLL_BLOCKS_H

#include "msglayer/coll/schedule.h"

/** A block for each rank, as the client has passed them. */
typedef struct emuq_pami_blocks {
    char *base;
    pami_type_t type;
    size_t each;                   /**< elements of all blocks, if the arrays are NULL */
    const size_t *counts, *displs; /**< elements, extents */
    const int *icounts, *idispls;  /**< the same, of type int */
    char *packed;                  /**< contiguous memory for all of them; NULL: where the client has them */
    size_t *at;                    /**< [ranks + 1]: where they are there */
} emuq_pami_blocks_t;

/** Elements of a rank's block. */
size_t emuq_pami_blocks_count(const emuq_pami_blocks_t *blocks, uint32_t rank);

/** Data bytes of a rank's block. */
size_t emuq_pami_blocks_bytes(const emuq_pami_blocks_t *blocks, uint32_t rank);

/** Where the client has a rank's block. */
char *emuq_pami_blocks_place(const emuq_pami_blocks_t *blocks, uint32_t rank);

/** Contiguous memory of a rank's block. */
char *emuq_pami_blocks_memory(const emuq_pami_blocks_t *blocks, uint32_t rank);

/** Checks types and counts of all blocks. */
pami_result_t emuq_pami_blocks_check(const emuq_pami_blocks_t *blocks, uint32_t ranks);

/** Checks one buffer, for copying, or for a function. */
pami_result_t emuq_pami_buffer_check(pami_type_t type, size_t count, pami_data_function fn);

/** Sets the operation of a schedule's combine steps, for @p count elements of @p type. */
pami_result_t emuq_pami_set_op(emuq_pami_schedule_t *schedule, pami_type_t type, size_t count,
                               pami_data_function op, void *cookie);

/** Calls @p join for what has to be combined with what, in the order of all reductions (reduce.c): piece @p
 * left gets the result, and piece 0 the last. */
void emuq_pami_combination(uint32_t pieces, void (*join)(void *cookie, uint32_t left, uint32_t right),
                           void *cookie);

/** Makes contiguous memory for all blocks, with their data if @p load, if they are not contiguous or if @p
 * always. */
void emuq_pami_blocks_open(emuq_pami_blocks_t *blocks, emuq_pami_schedule_t *schedule, uint32_t ranks,
                           bool load, bool always);

/** Adds the steps that bring received blocks from contiguous memory to where the client wants them. */
void emuq_pami_blocks_unpack(const emuq_pami_blocks_t *blocks, emuq_pami_schedule_t *schedule,
                             uint32_t ranks);

/** Whether memory of the two may overlap. */
bool emuq_pami_blocks_overlap(const emuq_pami_blocks_t *a, const emuq_pami_blocks_t *b, uint32_t ranks);

#endif /* EMUQ_PAMI_COLL_BLOCKS_H */
