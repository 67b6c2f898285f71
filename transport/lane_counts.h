/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file lane_counts.h
 * @brief Private to the kernel shim: what a host engine has exchanged with each other host.
 *
 * The counts lie in the partition's arena, where a launcher reads them while the engine runs and after it.
 *
 * | word                  | stored by                                   | order   | pairs with              |
 * |-----------------------|---------------------------------------------|---------|-------------------------|
 * | of what was sent      | the engine's thread                         | relaxed | nothing: they only grow |
 * | of what was received  | the engine's thread                         | relaxed | nothing                 |
 * | partition lane_counts | who starts the engine, or it when it begins | release | acquire in reader       |
 */
#ifndef EMUQ_HOSTS_LANE_COUNTS_H
#define EMUQ_HOSTS_LANE_COUNTS_H

#include <stdint.h>

#include "kernel-shim/partition/state.h"

/** Counts of the lane to one host. */
typedef struct emuq_lane_counts {
    uint64_t frames_out, bytes_out; /**< that the engine has sent */
    uint64_t frames_in, bytes_in;   /**< that have come */
    uint64_t sends;                 /**< network messages, or system calls, that they took */
    uint64_t waits;                 /**< frames that had to queue */
} emuq_lane_counts_t;

/** Adds to a count. By its one writer. */
static inline void emuq_lane_add(uint64_t *count, uint64_t more)
{
    __atomic_store_n(count, *count + more, __ATOMIC_RELAXED);
}

/** Makes the counts of a spread partition, all zero, unless it has them. Not thread-safe.
 *  @return them, [hosts]; or NULL without memory */
emuq_lane_counts_t *emuq_lane_counts_make(emuq_partition_t *partition);

/** Reads the counts of the lane to @p host. Thread-safe, in any process that has mapped the arena.
 *  @return 0, or -ENOENT: no engine has begun, or there is no such host */
int emuq_lane_counts_read(const emuq_partition_t *partition, uint32_t host, emuq_lane_counts_t *counts);

#endif /* EMUQ_HOSTS_LANE_COUNTS_H */
