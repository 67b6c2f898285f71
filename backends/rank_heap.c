/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "backends/rank_heap.h"

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

#define GIGABYTE    (UINT64_C(1) << 30)    /* aligned to it, page tables move as a whole */
#define WINDOW      ((char *)0x2000000000) /* above all physical addresses, below what the kernel hands out */
#define MOST_BYTES  (4 * GIGABYTE)         /* of a heap */
#define LEAST_BYTES EMUQ_GRANULE_BYTES
#define LEAST_SMALL (UINT64_C(4) << 20)  /* of heaps that share granules */
#define BIG_BLOCK   (UINT64_C(8) << 20)  /* gives its pages back when it is freed */
#define PAGES       (UINT64_C(64) << 10) /* a multiple of the page size of every system */

#pragma weak emuq_malloc_use_ranks

static struct {
    char *window;
    uint64_t bytes; /* of a heap; 0: ranks share one heap */
    int file;       /* the heaps, one after the other */
    char *area;     /* address space of aliases and parked mappings */
    uint64_t area_bytes;
    char *alias;     /* of the first heap */
    char *parked;    /* address space of heaps that are not in the window */
    uint32_t ranks;  /* 0: there is one heap */
    uint32_t rank;   /* that runs */
    uint32_t mapped; /* whose heap is in the window */
    bool *is_used;   /* which ranks have allocated something */
    uint64_t *given; /* how much of each alias is accessible */
    bool maps_anew;  /* mappings cannot be moved */
} heap = {.file = -1};

static emuq_fit_t *window_fit(void)
{
    return (emuq_fit_t *)(void *)heap.window;
}

/* A rank that ran on would have another rank's heap. */
static void __attribute__((noreturn)) fail(void)
{
    fprintf(stderr, "emuq: rank %u: its heap cannot be mapped: %s; raise vm.max_map_count\n", heap.rank,
            strerror(errno));
    _exit(EXIT_FAILURE);
}

/* In the order of falling ranks: neighbours in the file, too, would be one mapping to the kernel, which takes
 * time to cut and to join. */
static char *parked(uint32_t rank)
{
    return heap.parked + (heap.ranks - 1 - rank) * heap.bytes;
}

static bool move(char *from, char *to)
{
    return mremap(from, heap.bytes, heap.bytes, MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP, to) == to;
}

/* Linux before 5.13 moves no shared mapping without a hole where it was. Not by mmap(), which protects the
 * window from the program. */
static bool map(uint32_t rank)
{
    return syscall(SYS_mmap, heap.window, heap.bytes, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_FIXED | MAP_NORESERVE, heap.file,
                   (off_t)(rank * heap.bytes)) == (long)heap.window;
}

static void bring(uint32_t rank)
{
    if (!heap.maps_anew && !move(heap.window, parked(heap.mapped))) {
        if (errno != EINVAL)
            fail();
        heap.maps_anew = true;
    }
    if (heap.maps_anew ? !map(rank) : !move(parked(rank), heap.window))
        fail();
    heap.mapped = rank;
}

/* ---- the allocator of the rank that runs ---- */

/* At its first block. */
static void begin_heap(void)
{
    bring(heap.rank);
    heap.is_used[heap.rank] = true;
    (void)emuq_fit_open(heap.window, heap.bytes);
}

static inline void need_heap(void)
{
    if (__builtin_expect(heap.mapped != heap.rank, 0))
        begin_heap();
}

static void *heap_malloc(size_t alignment, size_t bytes)
{
    need_heap();
    return emuq_fit_malloc(window_fit(), alignment, bytes);
}

static void *heap_zalloc(size_t alignment, size_t bytes)
{
    need_heap();
    return emuq_fit_zalloc(window_fit(), alignment, bytes);
}

/* A hole of the file is zero, and costs no memory. */
static void give_back(void *block, size_t bytes)
{
    uintptr_t begin = ((uintptr_t)block + PAGES) & ~(PAGES - 1),
              end = ((uintptr_t)block + bytes) & ~(PAGES - 1);
    int error = errno;
    (void)madvise((void *)begin, end - begin, MADV_REMOVE); /* fails in a child of fork() */
    errno = error;
}

static void heap_free(void *block)
{
    size_t bytes = emuq_fit_usable(block);
    if (emuq_fit_free(window_fit(), block)) {
        if (bytes >= BIG_BLOCK) /* all of its pages but the first hold nothing of the allocator's */
            give_back(block, bytes);
        return;
    }
    fprintf(stderr,
            "emuq: rank %u: free(%p): this is no allocated block; it was freed before, or the bytes in front "
            "of it were overwritten\n",
            heap.rank, block);
    abort();
}

static const emuq_rank_allocator_t allocator = {heap_malloc, heap_zalloc, heap_free, emuq_fit_usable};

/* ---- heaps ---- */

static bool lengthen(uint32_t ranks, uint64_t bytes)
{
    int rc = emuq_file_resize(heap.file, ranks * bytes);
    if (rc != 0)
        errno = -rc;
    return rc == 0;
}

/* With pages without access around it: no other memory follows it without a gap. */
static bool make_window(uint64_t bytes)
{
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char *area = mmap(WINDOW - PAGES, bytes + 2 * PAGES, PROT_NONE, flags | MAP_FIXED_NOREPLACE, -1, 0);
    if (area == MAP_FAILED)
        return false;
    heap.window = area + PAGES;
    heap.bytes = bytes;
    if (heap.window == WINDOW && lengthen(1, bytes) && map(0))
        return true;
    int error = errno;
    munmap(area, bytes + 2 * PAGES);
    heap.bytes = 0;
    errno = error;
    return false;
}

static int give_up(void)
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
    while (!make_window(bytes))
        if ((bytes /= 2) < LEAST_BYTES)
            return give_up();
    (void)emuq_fit_open(heap.window, heap.bytes);
    int rc = use(heap.window, heap.bytes, &allocator);
    if (rc == 0)
        return 0;
    errno = -rc;
    return give_up();
}

uint64_t emuq_rank_heap_most(uint32_t ranks, uint64_t granules)
{
    if (ranks <= granules)
        return MOST_BYTES;
    if (granules < EMUQ_GRANULES / 2) /* small heaps are one window: it needs free granules in a row */
        return 0;
    uint64_t bytes = LEAST_BYTES;
    while (bytes >= LEAST_SMALL && ranks * bytes > granules / 2 * EMUQ_GRANULE_BYTES)
        bytes /= 2;
    return bytes >= LEAST_SMALL ? bytes : 0;
}

/* Small heaps have physical addresses from the beginning. */
static bool map_area(uint32_t ranks, uint64_t bytes)
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

/* Aliases, then what is parked. */
static bool make_area(uint32_t ranks, uint64_t bytes)
{
    uint64_t all = ranks * bytes, half = (all + 2 * GIGABYTE - 1) / GIGABYTE * GIGABYTE;
    char *area =
        mmap(NULL, 2 * half + GIGABYTE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (area == MAP_FAILED)
        return false;
    heap.alias = (char *)(((uintptr_t)area + GIGABYTE) / GIGABYTE * GIGABYTE);
    heap.parked = heap.alias + half;
    if (lengthen(ranks, bytes) && map_area(ranks, bytes)) {
        (void)madvise(heap.alias, all, MADV_DONTDUMP); /* core files would hold each heap twice */
        heap.area = area;
        heap.area_bytes = 2 * half + GIGABYTE;
        return true;
    }
    int error = errno;
    munmap(area, 2 * half + GIGABYTE);
    errno = error;
    return false;
}

/* Makes the first heap as short as the others will be. */
static bool shorten(uint64_t bytes)
{
    if (bytes == heap.bytes)
        return true;
    if (!emuq_fit_shrink(window_fit(), bytes))
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
    while (!make_area(ranks, bytes))
        if ((bytes /= 2) < least)
            break;
    if (heap.area == NULL || !shorten(bytes)) {
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
        bring(rank);
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
    need_heap();
    if (heap.bytes < EMUQ_GRANULE_BYTES)
        return 0;
    uint64_t used =
        (emuq_fit_used(window_fit()) + EMUQ_GRANULE_BYTES - 1) / EMUQ_GRANULE_BYTES * EMUQ_GRANULE_BYTES;
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
    need_heap();
    part.offset = heap.mapped * heap.bytes;
    part.used = (emuq_fit_used(window_fit()) + PAGES) & ~(PAGES - 1);
    return part;
}
