/* SPDX-License-Identifier: BSD-3-Clause */
/* Heaps of ranks. base/memory.h allocates their blocks. */
#define _GNU_SOURCE
#include "backends/rank_memory.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "backends/address_space.h"
#include "base/memory.h"
#include "base/process.h"

#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif

#define GIGABYTE    (UINT64_C(1) << 30)    /* whole page tables move with this alignment */
#define WINDOW      ((char *)0x2000000000) /* above all physical addresses, below the kernel's choices */
#define MOST_BYTES  (4 * GIGABYTE)
#define LEAST_BYTES EMUQ_GRANULE_BYTES
#define LEAST_SMALL (UINT64_C(4) << 20)  /* minimum bytes of heaps that share granules */
#define BIG_BLOCK   (UINT64_C(8) << 20)  /* pages of larger blocks are released by free() */
#define PAGES       (UINT64_C(64) << 10) /* a multiple of every page size */

#pragma weak emuq_malloc_use_ranks

static struct {
    char *window;
    uint64_t bytes; /* size of a heap; 0: the C library's heap */
    int file;
    char *area;
    uint64_t area_bytes;
    char *alias;    /* alias of heap 0 */
    char *parked;   /* base of the range that maps heaps outside the window, last rank first */
    uint32_t ranks; /* 0: a single heap */
    uint32_t rank;
    uint32_t mapped; /* rank of the heap in the window */
    bool *is_used;   /* ranks that have allocated */
    uint64_t *given; /* accessible bytes of the alias */
    bool maps_anew;  /* the kernel cannot move mappings */
} heap = {.file = -1};

static emuq_fit_t *rank_heap_allocator(void)
{
    return (emuq_fit_t *)(void *)heap.window;
}

static void __attribute__((noreturn)) rank_heap_fail(void)
{
    fprintf(stderr, "emuq: rank %u: its heap cannot be mapped: %s; raise vm.max_map_count\n", heap.rank,
            strerror(errno));
    _exit(EXIT_FAILURE);
}

/* In descending order, so that the kernel does not merge and split adjacent mappings. */
static char *rank_heap_parked(uint32_t rank)
{
    return heap.parked + (heap.ranks - 1 - rank) * heap.bytes;
}

static bool rank_heap_move(char *from, char *to)
{
    return mremap(from, heap.bytes, heap.bytes, MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP, to) == to;
}

/* For Linux before 5.13. Calls the kernel directly: the interposed mmap() rejects mappings over heaps. */
static bool rank_heap_map(uint32_t rank)
{
    return syscall(SYS_mmap, heap.window, heap.bytes, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_FIXED | MAP_NORESERVE, heap.file,
                   (off_t)(rank * heap.bytes)) == (long)heap.window;
}

static void rank_heap_load(uint32_t rank)
{
    if (!heap.maps_anew && !rank_heap_move(heap.window, rank_heap_parked(heap.mapped))) {
        if (errno != EINVAL)
            rank_heap_fail();
        heap.maps_anew = true;
    }
    if (heap.maps_anew ? !rank_heap_map(rank) : !rank_heap_move(rank_heap_parked(rank), heap.window))
        rank_heap_fail();
    heap.mapped = rank;
}

static void rank_heap_start(void)
{
    rank_heap_load(heap.rank);
    heap.is_used[heap.rank] = true;
    (void)emuq_fit_open(heap.window, heap.bytes);
}

static inline void rank_heap_require(void)
{
    if (__builtin_expect(heap.mapped != heap.rank, 0))
        rank_heap_start();
}

static void *rank_heap_malloc(size_t alignment, size_t bytes)
{
    rank_heap_require();
    return emuq_fit_malloc(rank_heap_allocator(), alignment, bytes);
}

static void *rank_heap_zalloc(size_t alignment, size_t bytes)
{
    rank_heap_require();
    return emuq_fit_zalloc(rank_heap_allocator(), alignment, bytes);
}

static void rank_heap_release(void *block, size_t bytes)
{
    uintptr_t begin = ((uintptr_t)block + PAGES) & ~(PAGES - 1),
              end = ((uintptr_t)block + bytes) & ~(PAGES - 1);
    int error = errno;
    (void)madvise((void *)begin, end - begin, MADV_REMOVE); /* fails in a child of fork() */
    errno = error;
}

static void rank_heap_free(void *block)
{
    size_t bytes = emuq_fit_usable(block);
    if (emuq_fit_free(rank_heap_allocator(), block)) {
        if (bytes >= BIG_BLOCK) /* only the first page contains allocator data */
            rank_heap_release(block, bytes);
        return;
    }
    fprintf(stderr,
            "emuq: rank %u: free(%p): not an allocated block; it was freed before, or the bytes in front "
            "of it were overwritten\n",
            heap.rank, block);
    abort();
}

static const emuq_rank_allocator_t allocator = {rank_heap_malloc, rank_heap_zalloc, rank_heap_free,
                                                emuq_fit_usable};

static bool rank_heap_resize_file(uint32_t ranks, uint64_t bytes)
{
    int rc = emuq_file_resize(heap.file, ranks * bytes);
    if (rc != 0)
        errno = -rc;
    return rc == 0;
}

/* Guard pages surround the window. */
static bool rank_heap_make_window(uint64_t bytes)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char *area = mmap(WINDOW - PAGES, bytes + 2 * PAGES, PROT_NONE, flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (area == MAP_FAILED)
        return false;
    heap.window = area + PAGES;
    heap.bytes = bytes;
    if (heap.window == WINDOW && rank_heap_resize_file(1, bytes) && rank_heap_map(0))
        return true;
    int error = errno;
    munmap(area, bytes + 2 * PAGES);
    heap.bytes = 0;
    errno = error;
    return false;
}

static int rank_heap_abandon(void)
{
    int error = errno;
    if (heap.bytes != 0)
        munmap(heap.window - PAGES, heap.bytes + 2 * PAGES);
    if (heap.file >= 0)
        close(heap.file);
    heap.file = -1;
    heap.bytes = 0;
    return -error;
}

int emuq_rank_heap_begin(void)
{
    emuq_malloc_use_ranks_t *use = emuq_malloc_use_ranks;
    if (use == NULL)
        return -ENOTSUP;
    heap.file = memfd_create("emuq-rank-heaps", MFD_CLOEXEC);
    if (heap.file < 0)
        return -errno;
    uint64_t bytes = MOST_BYTES;
    while (!rank_heap_make_window(bytes))
        if ((bytes /= 2) < LEAST_BYTES)
            return rank_heap_abandon();
    (void)emuq_fit_open(heap.window, heap.bytes);
    int rc = use(heap.window, heap.bytes, &allocator);
    if (rc == 0)
        return 0;
    errno = -rc;
    return rank_heap_abandon();
}

uint64_t emuq_rank_heap_most(uint32_t ranks, uint64_t granules)
{
    if (ranks <= granules)
        return MOST_BYTES;
    if (granules < EMUQ_GRANULES / 2) /* small heaps form one window of consecutive granules */
        return 0;
    uint64_t bytes = LEAST_BYTES;
    while (bytes >= LEAST_SMALL && ranks * bytes > granules / 2 * EMUQ_GRANULE_BYTES)
        bytes /= 2;
    return bytes >= LEAST_SMALL ? bytes : 0;
}

/* Small heaps get physical addresses at once. */
static bool rank_heap_map_area(uint32_t ranks, uint64_t bytes)
{
    int flags = MAP_SHARED | MAP_FIXED | MAP_NORESERVE, access = PROT_READ | PROT_WRITE;
    int reached = bytes < EMUQ_GRANULE_BYTES ? access : PROT_NONE;
    bool is_mapped = mmap(heap.alias, ranks * bytes, reached, flags, heap.file, 0) == heap.alias;
    for (uint32_t r = 0; r < ranks && is_mapped; r++) {
        char *at = heap.parked + (ranks - 1 - r) * bytes;
        is_mapped = mmap(at, bytes, access, flags, heap.file, (off_t)(r * bytes)) == at;
    }
    return is_mapped;
}

static bool rank_heap_make_area(uint32_t ranks, uint64_t bytes)
{
    uint64_t all = ranks * bytes, half = (all + 2 * GIGABYTE - 1) / GIGABYTE * GIGABYTE;
    char *area =
        mmap(NULL, 2 * half + GIGABYTE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
        return false;
    heap.alias = (char *)(((uintptr_t)area + GIGABYTE) / GIGABYTE * GIGABYTE);
    heap.parked = heap.alias + half;
    if (rank_heap_resize_file(ranks, bytes) && rank_heap_map_area(ranks, bytes)) {
        (void)madvise(heap.alias, all, MADV_DONTDUMP); /* core files would contain each heap twice */
        heap.area = area;
        heap.area_bytes = 2 * half + GIGABYTE;
        return true;
    }
    int error = errno;
    munmap(area, 2 * half + GIGABYTE);
    errno = error;
    return false;
}

static bool rank_heap_shrink(uint64_t bytes)
{
    if (bytes == heap.bytes)
        return true;
    if (!emuq_fit_shrink(rank_heap_allocator(), bytes))
        return false;
    (void)mprotect(heap.window + bytes, heap.bytes - bytes, PROT_NONE);
    heap.bytes = bytes;
    return true;
}

int emuq_rank_heap_open(uint32_t ranks, uint64_t most)
{
    if (heap.bytes == 0)
        return 0;
    if (heap.file < 0)
        return -ENOTSUP;
    bool *is_used = calloc(ranks, sizeof *is_used);
    uint64_t *given = calloc(ranks, sizeof *given);
    if (is_used == NULL || given == NULL) {
        free(is_used);
        free(given);
        return -ENOMEM;
    }
    uint64_t bytes = heap.bytes < most ? heap.bytes : most, least = bytes < LEAST_BYTES ? bytes : LEAST_BYTES;
    while (!rank_heap_make_area(ranks, bytes))
        if ((bytes /= 2) < least)
            break;
    if (heap.area == NULL || !rank_heap_shrink(bytes)) {
        int error = heap.area == NULL ? errno : ENOMEM;
        if (heap.area != NULL)
            munmap(heap.area, heap.area_bytes);
        heap.area = NULL;
        free(is_used);
        free(given);
        return -error;
    }
    heap.is_used = is_used;
    heap.given = given;
    heap.is_used[0] = true;
    heap.rank = heap.mapped = 0;
    heap.ranks = ranks;
    return 0;
}

void emuq_rank_heap_close(void)
{
    if (heap.ranks == 0)
        return;
    emuq_rank_heap_enter(0);
    munmap(heap.area, heap.area_bytes);
    close(heap.file);
    free(heap.is_used);
    free(heap.given);
    heap.area = NULL;
    heap.file = -1;
    heap.is_used = NULL;
    heap.given = NULL;
    heap.ranks = 0;
}

void emuq_rank_heap_enter(uint32_t rank)
{
    if (rank >= heap.ranks)
        return;
    heap.rank = rank;
    if (heap.is_used[rank] && heap.mapped != rank)
        rank_heap_load(rank);
}

void emuq_rank_heap_leave(void)
{
    if (heap.file >= 0)
        close(heap.file);
    heap.file = -1;
    heap.ranks = 0;
    heap.rank = heap.mapped = 0;
}

uintptr_t emuq_rank_heap_delta(uint32_t rank, uintptr_t address)
{
    if (rank >= heap.ranks || address - (uintptr_t)heap.window >= heap.bytes)
        return 0;
    return (uintptr_t)heap.alias + rank * heap.bytes - (uintptr_t)heap.window;
}

int emuq_rank_heap_give(void)
{
    if (heap.ranks == 0)
        return 0;
    rank_heap_require();
    if (heap.bytes < EMUQ_GRANULE_BYTES)
        return 0;
    uint64_t used = (emuq_fit_used(rank_heap_allocator()) + EMUQ_GRANULE_BYTES - 1) / EMUQ_GRANULE_BYTES *
                    EMUQ_GRANULE_BYTES;
    uint64_t *given = &heap.given[heap.rank];
    if (used <= *given)
        return 0;
    if (mprotect(heap.alias + heap.rank * heap.bytes, used, PROT_READ | PROT_WRITE) != 0)
        return -errno;
    *given = used;
    return 0;
}

void emuq_rank_heap_range(uintptr_t *begin, uintptr_t *end)
{
    *begin = heap.bytes != 0 ? (uintptr_t)heap.window : 0;
    *end = heap.bytes != 0 ? (uintptr_t)heap.window + heap.bytes : 0;
}

emuq_rank_heap_part_t emuq_rank_heap_part(void)
{
    emuq_rank_heap_part_t part = {.fd = heap.file, .start = heap.window, .bytes = heap.bytes};
    if (heap.bytes == 0)
        return part;
    rank_heap_require();
    part.offset = heap.mapped * heap.bytes;
    part.used = (emuq_fit_used(rank_heap_allocator()) + PAGES) & ~(PAGES - 1);
    return part;
}
