/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file room_counts.h
 * @brief Counters of rooms that the kernel shim does not know, such as a network interface beside the Message
 * Units: published in the partition, so that the launcher can tell what they have counted.
 *
 * A list that grows at its head, and is never taken apart. The publisher has filled the record, and stores
 * the head with release; readers load it with acquire. The counts themselves are relaxed: statistics.
 */
#ifndef EMUQ_ROOM_COUNTS_H
#define EMUQ_ROOM_COUNTS_H

#include <stdint.h>

#include "kernel-shim/partition/state.h"

#define EMUQ_ROOM_COUNT_NAME 28 /**< characters, with the end */
#define EMUQ_ROOM_RATE_NAME  20 /**< the same, of a rate */

/** One counter of each node. Constant once it is published. */
typedef struct emuq_room_count {
    struct emuq_room_count *next;
    char name[EMUQ_ROOM_COUNT_NAME];
    char rate[EMUQ_ROOM_RATE_NAME]; /**< what it counts, of which a rate is worth saying; "": it is not */
    uint32_t stride;                /**< bytes from a node's counter to the next one's */
    const uint64_t *first;          /**< that of node 0, in the arena; __atomic */
    const uint64_t *more;           /**< as first: what is added to it; NULL: nothing */
} emuq_room_count_t;

/** Publishes a counter. @param rate what it counts, in words, if a running job's rate is worth saying; or "".
 * @param first that of node 0, in the partition's arena, as are those of all nodes @p
 * stride bytes apart. @param more the same of another counter, so that the sum of both is told; or NULL.
 * @return 0 or -ENOMEM. Thread-safe, in all processes. */
int emuq_room_count_publish(emuq_partition_t *partition, const char *name, const char *rate,
                            const uint64_t *first, const uint64_t *more, uint32_t stride);

#endif /* EMUQ_ROOM_COUNTS_H */
