/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rank_copies.h
 * @brief Private to the kernel shim: fork() by a rank that is a thread with static data and heap of its own.
 */
#ifndef EMUQ_RANK_COPIES_H
#define EMUQ_RANK_COPIES_H

#include <stdbool.h>
#include <stddef.h>

/** From now on a child that a rank forks gets a copy of the rank's memory (backends/rank_memory.h,
 * rank_heap.h), as it is when the rank forks. Called before ranks run. @return 0 or -ENOMEM. */
int emuq_rank_copies_open(void);

/** Whether the range has static data or heap that each rank has at the same addresses: what one rank maps
 * there is lost when another rank runs. */
bool emuq_rank_copies_overlap(const void *start, size_t bytes);

/** Whether all of the range lies in the static data, or in the heap, of each rank. */
bool emuq_rank_copies_hold(const void *start, size_t bytes);

#endif /* EMUQ_RANK_COPIES_H */
