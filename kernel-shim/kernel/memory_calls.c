/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory regions and addresses (kernel-location-process-memory section 5). A region is a window of the
 * process's address space; the cache of section 5 shows what the process has created.
 */
#include "spi/include/kernel/memory.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>

#include "backends/rank_memory.h"
#include "hwi/include/common/emuq_wait.h"
#include "hwi/include/bqc/PhysicalMap.h"
#include "kernel-shim/kernel/pointer.h"
#include "kernel-shim/partition/say.h"
#include "kernel-shim/partition/current.h"
#include "kernel-shim/memory/partition_memory.h"
#include "kernel-shim/memory/memory.h"
#include "kernel-shim/partition/call.h"

_Static_assert(sizeof(Kernel_MemoryRegion_t) == 24, "packed");
_Static_assert(sizeof(emuq_region_cache_t) <= EMUQ_SLOT_BYTES_REGION_CACHE, "the slot is too small");

static void lock(emuq_region_cache_t *cache)
{
    unsigned turns = 0;
    /* Acquire: pairs with the release in unlock(). */
    while (__atomic_exchange_n(&cache->lock, 1, __ATOMIC_ACQUIRE) != 0)
        emuq_relax(&turns);
}

static void unlock(emuq_region_cache_t *cache)
{
    __atomic_store_n(&cache->lock, 0, __ATOMIC_RELEASE);
}

/** Looks for an element that holds both bytes; cache lock. @return NULL if there is none. */
static CNKSPI_MemoryRegionCacheElement_t *find_region(emuq_region_cache_t *cache, uintptr_t first,
                                                      uintptr_t last)
{
    for (uint32_t i = 0; i < cache->elements; i++) {
        CNKSPI_MemoryRegionCacheElement_t *e = &cache->element[i];
        if (first >= (uintptr_t)e->startPtr && last <= (uintptr_t)e->endPtr) {
            cache->accessed = i;
            return e;
        }
    }
    return NULL;
}

static bool inside(const CNKSPI_MemoryRegionCacheElement_t *e, const emuq_window_t *window)
{
    uintptr_t start = (uintptr_t)e->startPtr;
    return start - (uintptr_t)e->PA == window->va - window->pa && start >= window->va &&
           start - window->va < window->bytes;
}

/** Puts a window into the cache, in the place of all that it has grown from; cache lock. A full cache keeps
 *  what it has: the address space knows all windows. */
static void remember(emuq_region_cache_t *cache, const emuq_window_t *window)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cache->elements; i++)
        if (!inside(&cache->element[i], window))
            cache->element[kept++] = cache->element[i];
    if (kept < CNKSPI_MAX_NUM_CACHED_MEMORY_REGIONS) {
        CNKSPI_MemoryRegionCacheElement_t *e = &cache->element[kept++];
        e->startPtr = (void *)window->va;
        e->endPtr = (void *)(window->va + window->bytes - 1);
        e->PA = (void *)(uintptr_t)window->pa;
        e->bytes = window->bytes;
    }
    cache->elements = kept;
    cache->accessed = kept - 1;
}

/** Static data of a rank that has a copy of its own: the Message Units reach it by its alias only. The window
 * is that of all static data. */
static int find_rank_data(const emuq_process_t *process, uintptr_t delta, emuq_window_t *window)
{
    uintptr_t begin, end;
    emuq_rank_data_give();
    emuq_rank_data_range(&begin, &end);
    int rc = emuq_address_space_map(process->space, (const void *)(begin + delta), end - begin, window);
    if (rc == 0)
        *window = (emuq_window_t){begin, window->pa + (begin + delta - window->va), end - begin};
    return rc;
}

/** Leaves out of a window what is static data of a rank; @p va is in the window, and is none. */
static void leave_rank_data_out(emuq_window_t *window, uintptr_t va)
{
    uintptr_t begin, end, behind = window->va + window->bytes;
    emuq_rank_data_range(&begin, &end);
    if (begin >= behind || end <= window->va)
        return;
    if (va < begin)
        behind = begin;
    else
        *window = (emuq_window_t){end, window->pa + (end - window->va), 0};
    window->bytes = behind - window->va;
}

/** The part of a window that is in [begin, end). */
static void cut_window(emuq_window_t *window, uintptr_t begin, uintptr_t end)
{
    uintptr_t behind = window->va + window->bytes;
    if (window->va < begin)
        *window = (emuq_window_t){begin, window->pa + (begin - window->va), behind - begin};
    if (behind > end)
        window->bytes = end - window->va;
}

/** Memory of a rank's heap: as above, but the window grows as any other does. */
static int find_rank_heap(const emuq_process_t *process, const char *va, size_t bytes, uintptr_t delta,
                          emuq_window_t *window)
{
    uintptr_t begin, end;
    emuq_rank_heap_range(&begin, &end);
    int rc = emuq_rank_heap_give();
    if (rc == 0)
        rc = emuq_address_space_map(process->space, va + delta, bytes, window);
    if (rc == -ENOSPC) /* a region may be shorter than what was asked for */
        rc = emuq_address_space_map(process->space, va + delta, 1, window);
    if (rc != 0)
        return rc;
    window->va -= delta;
    cut_window(window, begin, end);
    return 0;
}

/** Whether an address is in a rank's heap. */
static bool is_in_rank_heap(uintptr_t va)
{
    uintptr_t begin, end;
    emuq_rank_heap_range(&begin, &end);
    return va >= begin && va < end;
}

/** Finds or makes the window around a buffer that begins in mapped memory; cache lock. */
static int find_window(emuq_region_cache_t *cache, const char *va, size_t bytes, emuq_window_t *window)
{
    const emuq_process_t *process = emuq_process_self();
    uintptr_t delta = emuq_rank_data_delta(process->rank, (uintptr_t)va);
    if (delta != 0 && !is_in_rank_heap((uintptr_t)va)) {
        int rc = find_rank_data(process, delta, window);
        if (rc == 0)
            remember(cache, window);
        return rc;
    }
    const CNKSPI_MemoryRegionCacheElement_t *e = find_region(cache, (uintptr_t)va, (uintptr_t)va + bytes - 1);
    if (e != NULL) {
        *window = (emuq_window_t){(uintptr_t)e->startPtr, (uintptr_t)e->PA, e->bytes};
        return 0;
    }
    if (delta != 0) {
        int rc = find_rank_heap(process, va, bytes, delta, window);
        if (rc == 0)
            remember(cache, window);
        return rc;
    }
    emuq_address_space_t *space = process->space;
    int rc = emuq_address_space_map(space, va, bytes, window);
    if (rc == -ENOSPC) /* a region may be shorter than what was asked for */
        rc = emuq_address_space_map(space, va, 1, window);
    if (rc == 0)
        leave_rank_data_out(window, (uintptr_t)va);
    if (rc == 0)
        remember(cache, window);
    return rc;
}

/* Says so once in a Linux process. */
static void say_no_window(const emuq_process_t *process, const void *va)
{
    static bool said; /* __atomic */
    const bool are_processes = process->node->partition->is_shared;
    if (!__atomic_exchange_n(&said, true, __ATOMIC_RELAXED))
        emuq_job_say("rank %u: no memory region at %p: the physical memory of %s, %llu windows of "
                     "%llu MiB, has none left; use memory that lies close together, as of one malloc(), or "
                     "fewer %s",
                     process->rank, va, are_processes ? "its process" : "all ranks of the job",
                     (unsigned long long)process->space->count,
                     (unsigned long long)(EMUQ_GRANULE_BYTES >> 20),
                     are_processes ? "processes per node" : "ranks");
}

uint32_t Kernel_CreateMemoryRegion(Kernel_MemoryRegion_t *memregion, void *base_virtualaddress,
                                   size_t requested_size)
{
    EMUQ_KERNEL_CALL();
    const char *va = base_virtualaddress;
    if (emuq_bad(memregion))
        return EFAULT;
    if (emuq_bad(va))
        return EINVAL;
    if (requested_size == 0)
        requested_size = 1;
    if (requested_size > UINTPTR_MAX - (uintptr_t)va)
        requested_size = UINTPTR_MAX - (uintptr_t)va;
    (void)emuq_process_self(); /* a thread outside any job gets its process, and the process its cache */
    emuq_region_cache_t *cache = emuq_region_cache();
    emuq_window_t window;
    int kept = errno;
    lock(cache);
    int rc = find_window(cache, va, requested_size, &window);
    unlock(cache);
    if (rc == -EACCES)
        emuq_memory_report_unreachable(emuq_process_self(), va);
    if (rc == -ENOSPC)
        say_no_window(emuq_process_self(), va);
    if (rc == 0)
        emuq_memory_note_unshared(emuq_process_self(), va);
    errno = kept;
    if (rc != 0)
        return rc == -EINVAL || rc == -EACCES ? EINVAL : 1;
    memregion->Bytes = window.bytes;
    memregion->BaseVa = (void *)window.va;
    memregion->BasePa = (void *)(uintptr_t)window.pa;
    return 0;
}

uint32_t Kernel_DestroyMemoryRegion(Kernel_MemoryRegion_t *memregion)
{
    EMUQ_KERNEL_CALL();
    (void)memregion;
    return 0;
}

uint32_t Kernel_QueryMemoryRegion(Kernel_MemoryRegion_t *memregion, void **base, size_t *bytes)
{
    if (emuq_bad(memregion) || emuq_bad(base) || emuq_bad(bytes))
        return EFAULT;
    *base = memregion->BaseVa;
    *bytes = memregion->Bytes;
    return 0;
}

uint32_t Kernel_CreateGlobalMemoryRegion(const Kernel_MemoryRegion_t *memregion,
                                         Kernel_MemoryRegion_t *glob_memregion)
{
    EMUQ_KERNEL_CALL();
    if (emuq_bad(memregion) || emuq_bad(glob_memregion))
        return EFAULT;
    const emuq_address_space_t *space = emuq_process_self()->space;
    void *base = memregion->BaseVa; /* of threads, which have one address space */
    if (space->is_private)
        base = emuq_global_address(space, (uintptr_t)memregion->BasePa, memregion->Bytes);
    if (base == NULL)
        return ENOENT;
    *glob_memregion = *memregion;
    glob_memregion->BaseVa = base;
    return 0;
}

uint32_t Kernel_Physical2Virtual(void *PA, void **VA)
{
    if (emuq_bad(VA))
        return EFAULT;
    const emuq_process_t *self = emuq_process_self();
    emuq_region_cache_t *cache = emuq_region_cache();
    uint64_t pa = (uintptr_t)PA;
    uint32_t rc = ENOENT;
    lock(cache);
    for (uint32_t i = 0; i < cache->elements && rc != 0; i++) {
        uint64_t offset = pa - (uintptr_t)cache->element[i].PA;
        if (offset < cache->element[i].bytes) {
            *VA = (char *)cache->element[i].startPtr + offset;
            cache->accessed = i;
            rc = 0;
        }
    }
    bool full = cache->elements == CNKSPI_MAX_NUM_CACHED_MEMORY_REGIONS;
    unlock(cache);
    if (rc != 0 && full) {
        void *va = emuq_translate_local(self->space, pa, 1);
        if (va != NULL) {
            *VA = va;
            rc = 0;
        }
    }
    return rc;
}

uint32_t Kernel_Physical2GlobalVirtual(void *PA, void **GVA)
{
    if (emuq_bad(GVA))
        return EFAULT;
    void *address = emuq_global_address(emuq_process_self()->space, (uintptr_t)PA, 1);
    if (address == NULL)
        return ENOENT;
    *GVA = address;
    return 0;
}

uint64_t Kernel_L2AtomicsAllocate(void *atomic_vaddress, size_t length)
{
    return emuq_is_mapped(atomic_vaddress, length) ? 0 : EFAULT;
}

uint64_t Kernel_SetRollbackIndicator(volatile uint64_t *ptr)
{
    (void)ptr;
    return 0;
}

uint64_t Kernel_L1pBaseAddress(void)
{
    return PHYMAP_MINADDR_L1P;
}

uint64_t Kernel_FastL1pBaseAddress(void)
{
    return UINT64_C(0x5000001500000);
}

uint64_t Kernel_FastL2BaseAddress(void)
{
    return UINT64_C(0x5000001600000);
}

uint64_t Kernel_L2AtomicsBaseAddress(void)
{
    return UINT64_C(0x4000000000000);
}

uint64_t Kernel_FirstThreadWakeupWAC(void)
{
    return 0;
}

uint64_t Kernel_GetPrivilegeMode(void)
{
    return 0;
}

/* The list prefetcher's lists, as the kernel keeps them for each thread. */
#define LIST_ALIGNMENT 64u
#define LEAST_LIST     128u /* bytes */

static __thread struct {
    char *read, *write; /* rounded up to 64 bytes; NULL: off */
    size_t size;
    char *read_now, *write_now;
} lists;

static char *round_up(void *list)
{
    return (char *)(((uintptr_t)list + LIST_ALIGNMENT - 1) & ~(uintptr_t)(LIST_ALIGNMENT - 1));
}

uint64_t Kernel_L1pSetPatternAddress(void *readptr, void *writeptr, size_t size)
{
    bool off = readptr == NULL && writeptr == NULL && size == 0;
    if (!off && (!emuq_is_mapped(readptr, size) || !emuq_is_mapped(writeptr, size)))
        return EFAULT;
    if (!off && size < LEAST_LIST)
        return EINVAL;
    lists.read = lists.read_now = round_up(readptr);
    lists.write = lists.write_now = round_up(writeptr);
    lists.size = off ? 0 : (size - LIST_ALIGNMENT) & ~(size_t)(LIST_ALIGNMENT - 1);
    return 0;
}

uint64_t Kernel_L1pGetCurrentPatternAddress(void **readptr, void **writeptr)
{
    if (emuq_bad(readptr) || emuq_bad(writeptr))
        return EFAULT;
    *readptr = lists.read_now;
    *writeptr = lists.write_now;
    return 0;
}

uint64_t Kernel_L1pSetCurrentPatternAddress(void *readptr, void *writeptr)
{
    if (emuq_bad(readptr) || emuq_bad(writeptr))
        return EFAULT;
    if ((size_t)((char *)readptr - lists.read) > lists.size ||
        (size_t)((char *)writeptr - lists.write) > lists.size)
        return EINVAL;
    lists.read_now = readptr;
    lists.write_now = writeptr;
    return 0;
}

int persist_open(char *name, int oflag, mode_t mode)
{
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "/dev/persist/%s", name);
    return open(path, oflag, mode);
}

int Kernel_SetLocalFSWindow(size_t fs_size, void *fs_baseaddr)
{
    return emuq_is_mapped(fs_baseaddr, fs_size) ? 0 : EFAULT;
}
