/* SPDX-License-Identifier: BSD-3-Clause */
/* fork() by a rank that is a thread: the child gets a copy of the rank's static data and heap. */
#define _GNU_SOURCE
#include "kernel-shim/memory/rank_copies.h"

#include <stdint.h>
#include <sys/mman.h>

#include "backends/rank_memory.h"
#include "kernel-shim/memory/snapshot.h"

static emuq_rank_heap_part_t heap; /* of the rank that forks */

static unsigned list(emuq_snapshot_range_t *range)
{
    const int access = PROT_READ | PROT_WRITE;
    emuq_rank_data_part_t part[EMUQ_RANK_DATA_PARTS];
    unsigned count = emuq_rank_data_parts(part);
    for (unsigned i = 0; i < count; i++)
        range[i] = (emuq_snapshot_range_t){part[i].fd, part[i].offset, part[i].start, part[i].bytes, access};
    heap = emuq_rank_heap_part();
    if (heap.used != 0)
        range[count++] = (emuq_snapshot_range_t){heap.fd, heap.offset, heap.start, heap.used, access};
    return count;
}

/* What the heap has not used yet is in no copy. */
static bool placed(void)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE;
    emuq_rank_data_leave();
    emuq_rank_heap_leave();
    size_t rest = heap.bytes - heap.used;
    return heap.used == 0 || rest == 0 ||
           mmap(heap.start + heap.used, rest, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED;
}

bool emuq_rank_copies_overlap(const void *start, size_t bytes)
{
    uintptr_t at = (uintptr_t)start, begin, end;
    emuq_rank_data_range(&begin, &end);
    if (at < end && bytes > 0 && at + (bytes - 1) >= begin)
        return true;
    emuq_rank_heap_range(&begin, &end);
    return at < end && bytes > 0 && at + (bytes - 1) >= begin && emuq_rank_heap_delta(0, begin) != 0;
}

bool emuq_rank_copies_hold(const void *start, size_t bytes)
{
    uintptr_t at = (uintptr_t)start, begin, end;
    emuq_rank_data_range(&begin, &end);
    if (at >= begin && at < end)
        return bytes <= end - at;
    emuq_rank_heap_range(&begin, &end);
    return at >= begin && at < end && bytes <= end - at;
}

int emuq_rank_copies_open(void)
{
    static const emuq_snapshot_source_t source = {list, placed};
    int rc = emuq_snapshot_prepare();
    if (rc == 0)
        emuq_snapshot_use(&source);
    return rc;
}
