/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory regions, addresses and sizes (kernel-location-process-memory 5). A region is a window of the
 * process's address space; the region cache lists the regions that the process has created. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <stdio.h>
#include <unistd.h>

#include "backends/rank_memory.h"
#include "base/text.h"
#include "hwi/include/bqc/PhysicalMap.h"
#include "hwi/include/common/emuq_wait.h"
#include "kernel-shim/kernel/calls.h"
#include "kernel-shim/memory/memory.h"
#include "kernel-shim/memory/partition_memory.h"
#include "spi/include/kernel/memory.h"

_Static_assert(sizeof(Kernel_MemoryRegion_t) == 24, "packed");
_Static_assert(sizeof(emuq_region_cache_t) <= EMUQ_SLOT_BYTES_REGION_CACHE, "the slot is too small");

static void region_lock(emuq_region_cache_t *cache)
{
    unsigned spins = 0;
    /* Acquire: pairs with the release in region_unlock(). */
    while (emuq_int_exchange(&cache->lock, 1) != 0)
        emuq_relax(&spins);
}

static void region_unlock(emuq_region_cache_t *cache)
{
    AO_int_store_release(&cache->lock, 0);
}

/** Caller holds the cache lock. @return an element that contains both bytes, or NULL */
static CNKSPI_MemoryRegionCacheElement_t *region_find(emuq_region_cache_t *cache, uintptr_t first,
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

static bool region_is_inside(const CNKSPI_MemoryRegionCacheElement_t *e, const emuq_window_t *window)
{
    uintptr_t start = (uintptr_t)e->startPtr;
    return start - (uintptr_t)e->PA == window->va - window->pa && start >= window->va &&
           start - window->va < window->bytes;
}

/** Replaces the elements from which a window has grown by the window. A full cache drops the window. Caller
 * holds the cache lock. */
static void region_cache_add(emuq_region_cache_t *cache, const emuq_window_t *window)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < cache->elements; i++)
        if (!region_is_inside(&cache->element[i], window))
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

/** Maps static data of a rank with a private copy. The Message Units access the copy by its alias, @p delta
 * higher. */
static int region_map_rank_data(const emuq_process_t *process, uintptr_t delta, emuq_window_t *window)
{
    uintptr_t begin, end;
    emuq_rank_data_give();
    emuq_rank_data_range(&begin, &end);
    int rc = emuq_address_space_map(process->space, (const void *)(begin + delta), end - begin, window);
    if (rc == 0)
        *window = (emuq_window_t){begin, window->pa + (begin + delta - window->va), end - begin};
    return rc;
}

/** Removes static data of ranks from a window. @p va is in the window and outside the static data */
static void region_exclude_rank_data(emuq_window_t *window, uintptr_t va)
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

static void region_clip(emuq_window_t *window, uintptr_t begin, uintptr_t end)
{
    uintptr_t behind = window->va + window->bytes;
    if (window->va < begin)
        *window = (emuq_window_t){begin, window->pa + (begin - window->va), behind - begin};
    if (behind > end)
        window->bytes = end - window->va;
}

/** A region may be shorter than requested. */
static int region_map(const emuq_process_t *process, const char *va, size_t bytes, emuq_window_t *window)
{
    int rc = emuq_address_space_map(process->space, va, bytes, window);
    return rc == -ENOSPC ? emuq_address_space_map(process->space, va, 1, window) : rc;
}

/** Maps memory of a rank's private heap, like region_map_rank_data(), but the window grows. */
static int region_map_rank_heap(const emuq_process_t *process, const char *va, size_t bytes, uintptr_t delta,
                                emuq_window_t *window)
{
    uintptr_t begin, end;
    emuq_rank_heap_range(&begin, &end);
    int rc = emuq_rank_heap_give();
    if (rc == 0)
        rc = region_map(process, va + delta, bytes, window);
    if (rc != 0)
        return rc;
    window->va -= delta;
    region_clip(window, begin, end);
    return 0;
}

static bool region_is_in_rank_heap(uintptr_t va)
{
    uintptr_t begin, end;
    emuq_rank_heap_range(&begin, &end);
    return va >= begin && va < end;
}

/** Finds or makes the window around a buffer in mapped memory. Caller holds the cache lock. */
static int region_find_window(emuq_region_cache_t *cache, const char *va, size_t bytes, emuq_window_t *window)
{
    const emuq_process_t *process = emuq_process_self();
    uintptr_t delta = emuq_rank_data_delta(process->rank, (uintptr_t)va);
    bool is_rank_data = delta != 0 && !region_is_in_rank_heap((uintptr_t)va);
    const CNKSPI_MemoryRegionCacheElement_t *e =
        is_rank_data ? NULL : region_find(cache, (uintptr_t)va, (uintptr_t)va + bytes - 1);
    if (e != NULL) {
        *window = (emuq_window_t){(uintptr_t)e->startPtr, (uintptr_t)e->PA, e->bytes};
        return 0;
    }
    int rc = is_rank_data ? region_map_rank_data(process, delta, window)
             : delta != 0 ? region_map_rank_heap(process, va, bytes, delta, window)
                          : region_map(process, va, bytes, window);
    if (rc == 0 && delta == 0)
        region_exclude_rank_data(window, (uintptr_t)va);
    if (rc == 0)
        region_cache_add(cache, window);
    return rc;
}

/* Reports this once per Linux process. */
static void region_report_exhausted(const emuq_process_t *process, const void *va)
{
    static bool reported; /* atomic */
    const bool are_processes = process->node->partition->is_shared;
    if (!emuq_flag_exchange(&reported, true))
        emuq_log("rank %u: no memory region at %p: the physical memory of %s, %llu windows of "
                 "%llu MiB, are all in use; use contiguous memory, such as one malloc(), or fewer %s",
                 process->rank, va, are_processes ? "its process" : "all ranks of the job",
                 (unsigned long long)process->space->count, (unsigned long long)(EMUQ_GRANULE_BYTES >> 20),
                 are_processes ? "processes per node" : "ranks");
}

uint32_t Kernel_CreateMemoryRegion(Kernel_MemoryRegion_t *memregion, void *base_virtualaddress,
                                   size_t requested_size)
{
    EMUQ_KERNEL_CALL();
    const char *va = base_virtualaddress;
    if (emuq_is_bad_pointer(memregion))
        return EFAULT;
    if (emuq_is_bad_pointer(va))
        return EINVAL;
    if (requested_size == 0)
        requested_size = 1;
    if (requested_size > UINTPTR_MAX - (uintptr_t)va)
        requested_size = UINTPTR_MAX - (uintptr_t)va;
    (void)emuq_process_self(); /* gives a thread outside any job its process and cache */
    emuq_region_cache_t *cache = emuq_region_cache();
    emuq_window_t window;
    int saved = errno;
    region_lock(cache);
    int rc = region_find_window(cache, va, requested_size, &window);
    region_unlock(cache);
    if (rc == -EACCES)
        emuq_memory_report_unreachable(emuq_process_self(), va);
    if (rc == -ENOSPC)
        region_report_exhausted(emuq_process_self(), va);
    if (rc == 0)
        emuq_memory_note_unshared(emuq_process_self(), va);
    errno = saved;
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
    if (emuq_is_bad_pointer(memregion) || emuq_is_bad_pointer(base) || emuq_is_bad_pointer(bytes))
        return EFAULT;
    *base = memregion->BaseVa;
    *bytes = memregion->Bytes;
    return 0;
}

uint32_t Kernel_CreateGlobalMemoryRegion(const Kernel_MemoryRegion_t *memregion,
                                         Kernel_MemoryRegion_t *glob_memregion)
{
    EMUQ_KERNEL_CALL();
    if (emuq_is_bad_pointer(memregion) || emuq_is_bad_pointer(glob_memregion))
        return EFAULT;
    const emuq_address_space_t *space = emuq_process_self()->space;
    void *base = memregion->BaseVa; /* threads share an address space */
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
    if (emuq_is_bad_pointer(VA))
        return EFAULT;
    const emuq_process_t *self = emuq_process_self();
    emuq_region_cache_t *cache = emuq_region_cache();
    uint64_t pa = (uintptr_t)PA;
    uint32_t rc = ENOENT;
    region_lock(cache);
    for (uint32_t i = 0; i < cache->elements && rc != 0; i++) {
        uint64_t offset = pa - (uintptr_t)cache->element[i].PA;
        if (offset < cache->element[i].bytes) {
            *VA = (char *)cache->element[i].startPtr + offset;
            cache->accessed = i;
            rc = 0;
        }
    }
    bool full = cache->elements == CNKSPI_MAX_NUM_CACHED_MEMORY_REGIONS;
    region_unlock(cache);
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
    if (emuq_is_bad_pointer(GVA))
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

#define LIST_ALIGNMENT 64u
#define LEAST_LIST     128u /* bytes */

static __thread struct {
    char *read, *write; /* rounded up to 64 bytes; NULL: disabled */
    size_t size;
    char *read_now, *write_now;
} lists;

static char *prefetch_round_up(void *list)
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
    lists.read = lists.read_now = prefetch_round_up(readptr);
    lists.write = lists.write_now = prefetch_round_up(writeptr);
    lists.size = off ? 0 : (size - LIST_ALIGNMENT) & ~(size_t)(LIST_ALIGNMENT - 1);
    return 0;
}

uint64_t Kernel_L1pGetCurrentPatternAddress(void **readptr, void **writeptr)
{
    if (emuq_is_bad_pointer(readptr) || emuq_is_bad_pointer(writeptr))
        return EFAULT;
    *readptr = lists.read_now;
    *writeptr = lists.write_now;
    return 0;
}

uint64_t Kernel_L1pSetCurrentPatternAddress(void *readptr, void *writeptr)
{
    if (emuq_is_bad_pointer(readptr) || emuq_is_bad_pointer(writeptr))
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

#define MIB (UINT64_C(1) << 20)

/** Reads a size in MiB; a leading '+' adds to the default. */
static uint64_t memory_size_environment(const char *name, uint64_t standard)
{
    const char *text = getenv(name);
    if (text == NULL || *text == '\0')
        return standard;
    uint64_t mib = strtoull(text, NULL, 10);
    return *text == '+' ? standard + mib : mib;
}

/** Bytes that malloc() has obtained: heap, and separate mappings */
static void memory_size_malloc(uint64_t *heap, uint64_t *mapped)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    struct mallinfo2 info = mallinfo2();
    *heap = info.arena;
    *mapped = info.hblkhd;
#else
    *heap = *mapped = 0; /* unknown */
#endif
}

static uint64_t memory_size_high_water(uint64_t heap)
{
    static uint64_t highest;
    uint64_t seen;
    while (heap > (seen = AO_load(&highest)) && !AO_compare_and_swap(&highest, seen, heap))
        ;
    return heap > seen ? heap : seen;
}

/** The unused part of the process's share of the node, limited by free memory of the host */
static uint64_t memory_size_available(const emuq_process_t *self, uint64_t used)
{
    uint64_t share = self->node->personality.DDR_Config.DDRSizeMB * MIB / self->node->partition->job.ppn;
    uint64_t host = (uint64_t)sysconf(_SC_AVPHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t left = share > used ? share - used : 0;
    return left < host ? left : host;
}

/** @param guard set: bytes of the stack's guard area @return bytes between the stack's base and this frame */
static uint64_t memory_size_stack(uint64_t *guard)
{
    pthread_attr_t attributes;
    void *lowest = NULL;
    size_t size = 0, guard_size = 0;
    int saved = errno;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &lowest, &size);
        pthread_attr_getguardsize(&attributes, &guard_size);
        pthread_attr_destroy(&attributes);
    }
    errno = saved;
    *guard = guard_size != 0 ? guard_size : (uint64_t)sysconf(_SC_PAGESIZE);
    return size != 0 ? (uintptr_t)lowest + size - (uintptr_t)__builtin_frame_address(0) : 0;
}

int Kernel_GetMemorySize(enum KERNEL_MEMSIZETYPE type, uint64_t *size)
{
    if (emuq_is_bad_pointer(size))
        return EFAULT;
    const emuq_process_t *self = emuq_process_self();
    bool main_only =
        type == KERNEL_MEMSIZE_HEAPAVAIL || type == KERNEL_MEMSIZE_STACKAVAIL || type == KERNEL_MEMSIZE_STACK;
    if (main_only && !emuq_thread_self.is_main)
        return EINVAL;
    uint64_t heap, mapped, guard, high, stack = memory_size_stack(&guard);
    memory_size_malloc(&heap, &mapped);
    high = memory_size_high_water(heap);
    switch (type) {
    case KERNEL_MEMSIZE_SHARED:
        *size =
            memory_size_environment("BG_SHAREDMEMSIZE", self->node->partition->job.ppn == 1 ? 32 : 64) * MIB;
        return 0;
    case KERNEL_MEMSIZE_PERSIST:
        *size = memory_size_environment("BG_PERSISTMEMSIZE", 0) * MIB;
        return 0;
    case KERNEL_MEMSIZE_HEAPAVAIL:
    case KERNEL_MEMSIZE_ESTHEAPAVAIL:
    case KERNEL_MEMSIZE_STACKAVAIL:
    case KERNEL_MEMSIZE_ESTSTACKAVAIL:
        *size = memory_size_available(self, heap + mapped);
        return 0;
    case KERNEL_MEMSIZE_STACK:
    case KERNEL_MEMSIZE_ESTSTACK:
        *size = stack;
        return 0;
    case KERNEL_MEMSIZE_HEAP:
        *size = heap;
        return 0;
    case KERNEL_MEMSIZE_GUARD:
        *size = guard;
        return 0;
    case KERNEL_MEMSIZE_HEAPMAX:
        *size = high;
        return 0;
    case KERNEL_MEMSIZE_MMAP:
        *size = mapped;
        return 0;
    }
    return EINVAL;
}
