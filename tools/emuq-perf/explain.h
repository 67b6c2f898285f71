/* SPDX-License-Identifier: BSD-3-Clause */
/** @file explain.h  Where the time of a message goes, by the time stamps of the library. */
#ifndef EMUQ_PERF_EXPLAIN_H
#define EMUQ_PERF_EXPLAIN_H

#include <stdbool.h>

#include "tools/emuq-perf/rank.h"

/** Whether the library has been built with time stamps. */
bool perf_can_explain(void);

/** Breaks a put and a memory-FIFO message down, and prints the tables. All ranks call it, with the same
 * arguments.
 *  @param partner  of rank 0, see perf_rank_cast() */
void perf_explain(perf_rank_t *r, uint64_t size, uint32_t partner);

#endif /* EMUQ_PERF_EXPLAIN_H */
