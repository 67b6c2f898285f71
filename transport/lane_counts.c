/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/lane_counts.h"

#include <errno.h>

emuq_lane_counts_t *emuq_lane_counts_make(emuq_partition_t *partition)
{
    emuq_lane_counts_t *counts = __atomic_load_n(&partition->lane_counts, __ATOMIC_ACQUIRE);
    if (counts == NULL) {
        counts = emuq_arena_alloc(partition->arena, partition->placement.hosts * sizeof *counts, 64);
        /* Release: pairs with the acquire of readers; the counts are zero. */
        __atomic_store_n(&partition->lane_counts, counts, __ATOMIC_RELEASE);
    }
    return counts;
}

int emuq_lane_counts_read(const emuq_partition_t *partition, uint32_t host, emuq_lane_counts_t *counts)
{
    const emuq_lane_counts_t *of = __atomic_load_n(&partition->lane_counts, __ATOMIC_ACQUIRE);
    if (of == NULL || host >= partition->placement.hosts)
        return -ENOENT;
    counts->frames_out = __atomic_load_n(&of[host].frames_out, __ATOMIC_RELAXED);
    counts->bytes_out = __atomic_load_n(&of[host].bytes_out, __ATOMIC_RELAXED);
    counts->frames_in = __atomic_load_n(&of[host].frames_in, __ATOMIC_RELAXED);
    counts->bytes_in = __atomic_load_n(&of[host].bytes_in, __ATOMIC_RELAXED);
    counts->sends = __atomic_load_n(&of[host].sends, __ATOMIC_RELAXED);
    counts->waits = __atomic_load_n(&of[host].waits, __ATOMIC_RELAXED);
    return 0;
}
