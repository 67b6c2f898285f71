/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The allocator of a program with an emulated main(), and of its libraries.
 *
 * The machine's malloc aligns more strictly than this one, and programs rely on it: they put descriptors and
 * FIFOs into memory just as it comes. So whatever malloc, calloc and realloc return begins a cache line.
 *
 * Blocks come from the C library; or, once emuq_malloc_use() has named a range that other processes can
 * reach, from there: mimalloc manages it, and is loaded only then, so that no other code uses it. A block's
 * address tells whose it is. When the range is used up the C library goes on.
 *
 * Ranks that are threads may have a heap each (emuq_malloc_use_ranks()). It is for code whose static data
 * each rank has: the program's own, known by the address that called. Shared libraries, the C library and
 * EMUQ itself, which calls emuq_own_malloc() and its relatives (cmake/own_sections.cmake), serve all ranks.
 * Under a sanitizer the allocator is the sanitizer's, which knows blocks of no other.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <mimalloc.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/rank_heap.h"
#include "kernel-shim/memory/heap.h"

#define ALIGNMENT  64                   /* a descriptor, and the cache line of the machine */
#define HEAP_UNIT  (UINT64_C(32) << 20) /* mimalloc takes and gives back its range in such pieces */
#define SMALL      (HEAP_UNIT / 2)      /* up to here blocks share pieces */
#define FULL_RETRY 1024                 /* small blocks until a range that was full is tried again */
#define PADDED_MAX ((size_t)PTRDIFF_MAX - HEAP_UNIT)

void *__libc_memalign(size_t alignment, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void __libc_free(void *memory);

extern void *__interceptor_malloc(size_t bytes) __attribute__((weak));
extern void *__interceptor_calloc(size_t count, size_t bytes) __attribute__((weak));
extern void *__interceptor_realloc(void *memory, size_t bytes) __attribute__((weak));
extern void __interceptor_free(void *memory) __attribute__((weak));
extern int __interceptor_posix_memalign(void **memory, size_t alignment, size_t bytes) __attribute__((weak));
extern void *__interceptor_memalign(size_t alignment, size_t bytes) __attribute__((weak));
extern size_t __interceptor_malloc_usable_size(void *memory) __attribute__((weak));

/* Pulls this file in when wrap_main.c is linked. */
extern const int emuq_aligned_malloc;
const int emuq_aligned_malloc = ALIGNMENT;

/* Of the linker: code of the program. A shared library (libemuq_heap.so) has none, and no heaps of ranks. */
extern const char __executable_start[] __attribute__((weak)), etext[] __attribute__((weak));

/* Set once, while there is one thread. */
static struct {
    uintptr_t start;
    size_t bytes; /* 0: there is no range */
    __typeof__(mi_malloc) *malloc;
    __typeof__(mi_zalloc) *zalloc;
    __typeof__(mi_malloc_aligned) *malloc_aligned;
    __typeof__(mi_free) *free;
    __typeof__(mi_usable_size) *usable_size;
    __typeof__(mi_collect) *collect;
    size_t (*usable_size_elsewhere)(void *memory);
    const emuq_rank_allocator_t *ranks; /* NULL: the range is mimalloc's */
} heap;

/* Small blocks that do not try the range: a search that finds no block is long. */
static unsigned full_retry;

static bool in_heap(const void *memory)
{
    return (uintptr_t)memory - heap.start < heap.bytes;
}

static bool is_program(const void *caller)
{
    return (uintptr_t)caller - (uintptr_t)__executable_start <
           (uintptr_t)etext - (uintptr_t)__executable_start;
}

/** Whether a block of this size, a multiple of ALIGNMENT, should come from the range. */
static inline bool from_heap(size_t bytes, const void *caller)
{
    if (__builtin_expect(heap.bytes == 0, 0))
        return false;
    if (__builtin_expect(heap.ranks != NULL, 0))
        return is_program(caller);
    unsigned left = __atomic_load_n(&full_retry, __ATOMIC_RELAXED);
    if (__builtin_expect(left == 0, 1) || bytes > SMALL)
        return true;
    /* Threads may overwrite each other's count, which does no harm. */
    __atomic_store_n(&full_retry, left - 1, __ATOMIC_RELAXED);
    return false;
}

/** The range seems to be full. @return whether to look again: for a large block free pieces may yet join. */
static bool heap_full(size_t bytes)
{
    if (heap.ranks != NULL)
        return false;
    if (bytes > SMALL) {
        heap.collect(true);
        return true;
    }
    __atomic_store_n(&full_retry, FULL_RETRY, __ATOMIC_RELAXED);
    return false;
}

/** A block from the range, or NULL. mimalloc 2.0.9 takes it for granted that blocks of 256 to 1024 bytes,
 * powers of two, begin at multiples of their size; of other sizes it does not. */
static void *aligned_or_null(size_t alignment, size_t bytes)
{
    if (heap.ranks != NULL)
        return heap.ranks->malloc(alignment, bytes);
    void *memory = heap.malloc_aligned(bytes, alignment);
    if (memory == NULL || (uintptr_t)memory % alignment == 0)
        return memory;
    heap.free(memory);
    return heap.malloc_aligned(bytes + ALIGNMENT, alignment);
}

/** The same, which looks again where that may help. @param alignment a power of two. */
static void *heap_aligned(size_t alignment, size_t bytes)
{
    void *memory = aligned_or_null(alignment, bytes);
    if (memory == NULL && heap_full(bytes))
        memory = aligned_or_null(alignment, bytes);
    return memory;
}

/** Size classes are multiples of a line for multiples of a line, so a plain block as a rule is aligned. */
static inline void *heap_line(size_t bytes)
{
    if (__builtin_expect(heap.ranks != NULL, 0))
        return heap.ranks->malloc(ALIGNMENT, bytes);
    void *memory = heap.malloc(bytes);
    if (__builtin_expect(memory != NULL && (uintptr_t)memory % ALIGNMENT == 0, 1))
        return memory;
    if (memory != NULL)
        heap.free(memory);
    return heap_aligned(ALIGNMENT, bytes);
}

static void *heap_zeroed_line(size_t bytes)
{
    if (heap.ranks != NULL)
        return heap.ranks->zalloc(ALIGNMENT, bytes);
    void *memory = heap.zalloc(bytes);
    if (memory != NULL && (uintptr_t)memory % ALIGNMENT == 0)
        return memory;
    if (memory != NULL)
        heap.free(memory);
    memory = heap_aligned(ALIGNMENT, bytes);
    return memory != NULL ? memset(memory, 0, bytes) : NULL;
}

static inline size_t whole_lines(size_t bytes)
{
    return bytes != 0 ? (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1) : ALIGNMENT;
}

static void *no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

static void *allocate(size_t alignment, size_t bytes, const void *caller)
{
    if (__interceptor_memalign != NULL)
        return __interceptor_memalign(alignment, bytes);
    if (bytes > PADDED_MAX)
        return no_memory();
    size_t padded = whole_lines(bytes);
    if (from_heap(padded, caller)) {
        void *memory = alignment > ALIGNMENT ? heap_aligned(alignment, padded) : heap_line(padded);
        if (memory != NULL)
            return memory;
    }
    return __libc_memalign(alignment > ALIGNMENT ? alignment : ALIGNMENT, bytes);
}

void *malloc(size_t bytes)
{
    if (__interceptor_malloc != NULL)
        return __interceptor_malloc(bytes);
    return allocate(ALIGNMENT, bytes, __builtin_return_address(0));
}

static void *allocate_zeroed(size_t count, size_t bytes, const void *caller)
{
    if (__interceptor_calloc != NULL)
        return __interceptor_calloc(count, bytes);
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all) || all > PADDED_MAX)
        return no_memory();
    size_t padded = whole_lines(all);
    if (from_heap(padded, caller)) {
        void *memory = heap_zeroed_line(padded);
        if (memory != NULL)
            return memory;
    }
    void *memory = __libc_memalign(ALIGNMENT, all);
    /* Not a loop or a call that the compiler could turn into calloc. */
    return memory != NULL ? memset(memory, 0, all) : NULL;
}

void *calloc(size_t count, size_t bytes)
{
    return allocate_zeroed(count, bytes, __builtin_return_address(0));
}

/** A block of the C library stays one. */
static void *realloc_elsewhere(void *memory, size_t bytes)
{
    void *grown = __libc_realloc(memory, bytes);
    if (grown == NULL || (uintptr_t)grown % ALIGNMENT == 0)
        return grown;
    void *aligned = __libc_memalign(ALIGNMENT, bytes);
    if (aligned == NULL)
        return grown;
    memcpy(aligned, grown, bytes);
    __libc_free(grown);
    return aligned;
}

/** A block that cannot stay in its allocator moves. @param old how much of it can be read. */
static void *realloc_by_copy(void *memory, size_t old, size_t bytes, const void *caller)
{
    void *moved = allocate(ALIGNMENT, bytes, caller);
    if (moved == NULL)
        return NULL;
    memcpy(moved, memory, old < bytes ? old : bytes);
    free(memory);
    return moved;
}

static void *realloc_in_heap(void *memory, size_t bytes)
{
    size_t old = malloc_usable_size(memory);
    if (bytes <= old && bytes >= old / 2 && (uintptr_t)memory % ALIGNMENT == 0)
        return memory;
    return realloc_by_copy(memory, old, bytes, __executable_start); /* whatever code calls, it stays there */
}

static void *reallocate(void *memory, size_t bytes, const void *caller)
{
    if (__interceptor_realloc != NULL)
        return __interceptor_realloc(memory, bytes);
    if (memory == NULL)
        return allocate(ALIGNMENT, bytes, caller);
    if (bytes == 0) {
        free(memory);
        return NULL;
    }
    if (bytes > PADDED_MAX)
        return no_memory();
    if (in_heap(memory))
        return realloc_in_heap(memory, bytes);
    if (heap.ranks == NULL && from_heap(whole_lines(bytes), caller))
        return realloc_by_copy(memory, heap.usable_size_elsewhere(memory), bytes, caller);
    return realloc_elsewhere(memory, bytes);
}

void *realloc(void *memory, size_t bytes)
{
    return reallocate(memory, bytes, __builtin_return_address(0));
}

void free(void *memory)
{
    if (__interceptor_free != NULL)
        __interceptor_free(memory);
    else if (!in_heap(memory))
        __libc_free(memory);
    else if (__builtin_expect(heap.ranks != NULL, 0))
        heap.ranks->free(memory);
    else
        heap.free(memory);
}

static bool is_power_of_two(size_t number)
{
    return number != 0 && (number & (number - 1)) == 0;
}

static int allocate_at(void **memory, size_t alignment, size_t bytes, const void *caller)
{
    if (__interceptor_posix_memalign != NULL)
        return __interceptor_posix_memalign(memory, alignment, bytes);
    if (!is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
        return EINVAL;
    int error = errno;
    void *block = allocate(alignment, bytes, caller);
    errno = error;
    if (block == NULL)
        return ENOMEM;
    *memory = block;
    return 0;
}

int posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    return allocate_at(memory, alignment, bytes, __builtin_return_address(0));
}

void *memalign(size_t alignment, size_t bytes)
{
    if (!is_power_of_two(alignment)) {
        /* The C library takes the next power of two. */
        size_t power = 1;
        while (power < alignment && power <= SIZE_MAX / 4)
            power *= 2;
        alignment = power;
    }
    return allocate(alignment, bytes, __builtin_return_address(0));
}

static void *allocate_power(size_t alignment, size_t bytes, const void *caller)
{
    if (!is_power_of_two(alignment)) {
        errno = EINVAL;
        return NULL;
    }
    return allocate(alignment, bytes, caller);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return allocate_power(alignment, bytes, __builtin_return_address(0));
}

void *valloc(size_t bytes)
{
    return allocate((size_t)sysconf(_SC_PAGESIZE), bytes, __builtin_return_address(0));
}

void *pvalloc(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return bytes <= PADDED_MAX ? allocate(page, (bytes + page - 1) & ~(page - 1), __builtin_return_address(0))
                               : no_memory();
}

size_t malloc_usable_size(void *memory)
{
    if (__interceptor_malloc_usable_size != NULL)
        return __interceptor_malloc_usable_size(memory);
    if (in_heap(memory))
        return heap.ranks != NULL ? heap.ranks->usable(memory) : heap.usable_size(memory);
    size_t (*elsewhere)(void *) = heap.usable_size_elsewhere;
    if (elsewhere == NULL)
        elsewhere = (size_t(*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
    return elsewhere != NULL ? elsewhere(memory) : 0;
}

/* ---- what libemuq calls: it serves all ranks ---- */

void *emuq_own_malloc(size_t bytes);
void *emuq_own_calloc(size_t count, size_t bytes);
void *emuq_own_realloc(void *memory, size_t bytes);
void *emuq_own_aligned_alloc(size_t alignment, size_t bytes);
int emuq_own_posix_memalign(void **memory, size_t alignment, size_t bytes);

void *emuq_own_malloc(size_t bytes)
{
    if (__interceptor_malloc != NULL)
        return __interceptor_malloc(bytes);
    return allocate(ALIGNMENT, bytes, NULL);
}

void *emuq_own_calloc(size_t count, size_t bytes)
{
    return allocate_zeroed(count, bytes, NULL);
}

void *emuq_own_realloc(void *memory, size_t bytes)
{
    return reallocate(memory, bytes, NULL);
}

void *emuq_own_aligned_alloc(size_t alignment, size_t bytes)
{
    return allocate_power(alignment, bytes, NULL);
}

int emuq_own_posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    return allocate_at(memory, alignment, bytes, NULL);
}

void *emuq_malloc_of_rank(const void *caller, size_t alignment, size_t bytes)
{
    if (heap.ranks == NULL || bytes > PADDED_MAX || !is_program(caller))
        return NULL;
    return heap.ranks->malloc(alignment, whole_lines(bytes));
}

int emuq_malloc_use_ranks(char *start, size_t bytes, const emuq_rank_allocator_t *allocator)
{
    if (__interceptor_malloc != NULL || heap.bytes != 0)
        return -ENOTSUP;
    heap.usable_size_elsewhere = (size_t(*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
    heap.start = (uintptr_t)start;
    heap.bytes = bytes;
    heap.ranks = allocator;
    return 0;
}

/** Loads mimalloc for ourselves alone. */
static void *load(void)
{
    void *library = dlopen(EMUQ_MIMALLOC, RTLD_NOW | RTLD_NOLOAD);
    if (library != NULL) { /* the program uses it for something else, and what we set would be set for that */
        dlclose(library);
        return NULL;
    }
    return dlopen(EMUQ_MIMALLOC, RTLD_NOW | RTLD_LOCAL);
}

static bool find_functions(void *library)
{
    heap.malloc = (__typeof__(heap.malloc))dlsym(library, "mi_malloc");
    heap.zalloc = (__typeof__(heap.zalloc))dlsym(library, "mi_zalloc");
    heap.malloc_aligned = (__typeof__(heap.malloc_aligned))dlsym(library, "mi_malloc_aligned");
    heap.free = (__typeof__(heap.free))dlsym(library, "mi_free");
    heap.usable_size = (__typeof__(heap.usable_size))dlsym(library, "mi_usable_size");
    heap.collect = (__typeof__(heap.collect))dlsym(library, "mi_collect");
    heap.usable_size_elsewhere = (size_t(*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
    return heap.malloc != NULL && heap.zalloc != NULL && heap.malloc_aligned != NULL && heap.free != NULL &&
           heap.usable_size != NULL && heap.collect != NULL && heap.usable_size_elsewhere != NULL;
}

/** Gives mimalloc the range, and nothing else. */
static bool manage(void *library, char *start, size_t bytes, bool zeroed)
{
    __typeof__(mi_manage_os_memory_ex) *manage_memory =
        (__typeof__(manage_memory))dlsym(library, "mi_manage_os_memory_ex");
    __typeof__(mi_option_set) *option_set = (__typeof__(option_set))dlsym(library, "mi_option_set");
    mi_arena_id_t id;
    if (manage_memory == NULL || option_set == NULL)
        return false;
    option_set(mi_option_limit_os_alloc, 1);
    /* "Large pages" for it means: never decommit. A shared file does not forget what it holds by that. */
    option_set(mi_option_eager_commit_delay, 0);
    return manage_memory(start, bytes, true, true, zeroed, -1, false, &id);
}

int emuq_malloc_use(char *start, size_t bytes, bool zeroed)
{
    if (__interceptor_malloc != NULL)
        return -ENOTSUP;
    if (bytes < HEAP_UNIT)
        return -ENOMEM;
    if (heap.ranks != NULL)
        return -ENOTSUP;
    void *library = load();
    if (library == NULL || !find_functions(library) || !manage(library, start, bytes, zeroed))
        return -ENOTSUP;
    heap.start = (uintptr_t)start;
    heap.bytes = bytes;
    /* Is malloc() ours, and mimalloc what we expect? */
    void *block = malloc(1);
    bool ours = in_heap(block);
    free(block);
    if (!ours)
        heap.bytes = 0;
    return ours ? 0 : -ENOTSUP;
}
