/* SPDX-License-Identifier: BSD-3-Clause */
#include "kernel-shim/partition/room_counts.h"

#include <errno.h>
#include <stdio.h>

int emuq_room_count_publish(emuq_partition_t *partition, const char *name, const char *rate,
                            const uint64_t *first, const uint64_t *more, uint32_t stride)
{
    emuq_room_count_t *count = emuq_arena_alloc(partition->arena, sizeof *count, 64);
    if (count == NULL)
        return -ENOMEM;
    snprintf(count->name, sizeof count->name, "%s", name);
    snprintf(count->rate, sizeof count->rate, "%s", rate);
    count->first = first;
    count->more = more;
    count->stride = stride;
    count->next = __atomic_load_n(&partition->room_counts, __ATOMIC_RELAXED);
    /* Release: pairs with the acquire of readers; the record is filled. */
    while (!__atomic_compare_exchange_n(&partition->room_counts, &count->next, count, true, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
        ;
    return 0;
}
