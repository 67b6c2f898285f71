/* SPDX-License-Identifier: BSD-3-Clause */
/* malloc() and its relatives. Blocks begin a cache line, as on BG/Q: programs put descriptors and FIFOs into
 * plain blocks. Blocks come from the C library; after emuq_malloc_use(), from a shared range, managed by a
 * private mimalloc; after emuq_malloc_use_ranks(), from the heap of the calling rank if the caller is code
 * of the program. The C library replaces a full range. Under a sanitizer, its allocator serves all calls. */
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

#include "backends/rank_memory.h"
#include "kernel-shim/memory/memory.h"

#define ALIGNMENT  64                   /* alignment of a descriptor and of a BG/Q cache line */
#define HEAP_UNIT  (UINT64_C(32) << 20) /* segments of mimalloc */
#define SMALL      (HEAP_UNIT / 2)      /* up to this size blocks share segments */
#define FULL_RETRY 1024                 /* small blocks before a full range is tried again */
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

/* Referred to by wrap_main.c to link this file */
extern const int emuq_aligned_malloc;
const int emuq_aligned_malloc = ALIGNMENT;

/* Defined by the linker: the program's code. Not in libemuq_heap.so */
extern const char __executable_start[] __attribute__((weak)), etext[] __attribute__((weak));

/* Set once, before a second thread exists */
static struct {
    uintptr_t start;
    size_t bytes; /* 0: no range */
    __typeof__(mi_malloc) *malloc;
    __typeof__(mi_zalloc) *zalloc;
    __typeof__(mi_malloc_aligned) *malloc_aligned;
    __typeof__(mi_free) *free;
    __typeof__(mi_usable_size) *usable_size;
    __typeof__(mi_collect) *collect;
    size_t (*usable_size_elsewhere)(void *memory);
    const emuq_rank_allocator_t *ranks; /* NULL: mimalloc manages the range */
} malloc_heap;

/* Atomic; remaining small blocks that skip a full range, in which a search is slow */
static unsigned malloc_full_retry;

static bool malloc_in_heap(const void *memory)
{
    return (uintptr_t)memory - malloc_heap.start < malloc_heap.bytes;
}

static bool malloc_is_program_code(const void *caller)
{
    return (uintptr_t)caller - (uintptr_t)__executable_start <
           (uintptr_t)etext - (uintptr_t)__executable_start;
}

/* Counts down to a retry of a full range. @param bytes a multiple of ALIGNMENT @return whether to take a
 * block from the range */
static inline bool malloc_use_heap(size_t bytes, const void *caller)
{
    if (__builtin_expect(malloc_heap.bytes == 0, 0))
        return false;
    if (__builtin_expect(malloc_heap.ranks != NULL, 0))
        return malloc_is_program_code(caller);
    unsigned left = AO_int_load(&malloc_full_retry);
    if (__builtin_expect(left == 0, 1) || bytes > SMALL)
        return true;
    /* Lost updates between threads are harmless. */
    AO_int_store(&malloc_full_retry, left - 1);
    return false;
}

/* Handles a full range. @return whether to try again: free segments may have joined for a large block */
static bool malloc_heap_full(size_t bytes)
{
    if (malloc_heap.ranks != NULL)
        return false;
    if (bytes > SMALL) {
        malloc_heap.collect(true);
        return true;
    }
    AO_int_store(&malloc_full_retry, FULL_RETRY);
    return false;
}

/* @return NULL if the range has no block. mimalloc 2.0.9 misaligns some blocks of 256 to 1024 bytes */
static void *malloc_heap_try(size_t alignment, size_t bytes)
{
    if (malloc_heap.ranks != NULL)
        return malloc_heap.ranks->malloc(alignment, bytes);
    void *memory = malloc_heap.malloc_aligned(bytes, alignment);
    if (memory == NULL || (uintptr_t)memory % alignment == 0)
        return memory;
    malloc_heap.free(memory);
    return malloc_heap.malloc_aligned(bytes + ALIGNMENT, alignment);
}

static void *malloc_heap_aligned(size_t alignment, size_t bytes)
{
    void *memory = malloc_heap_try(alignment, bytes);
    if (memory == NULL && malloc_heap_full(bytes))
        memory = malloc_heap_try(alignment, bytes);
    return memory;
}

/* Multiples of a line have size classes of multiples of a line, so most plain blocks are aligned. */
static inline void *malloc_heap_line(size_t bytes)
{
    if (__builtin_expect(malloc_heap.ranks != NULL, 0))
        return malloc_heap.ranks->malloc(ALIGNMENT, bytes);
    void *memory = malloc_heap.malloc(bytes);
    if (__builtin_expect(memory != NULL && (uintptr_t)memory % ALIGNMENT == 0, 1))
        return memory;
    if (memory != NULL)
        malloc_heap.free(memory);
    return malloc_heap_aligned(ALIGNMENT, bytes);
}

static void *malloc_heap_zeroed(size_t bytes)
{
    if (malloc_heap.ranks != NULL)
        return malloc_heap.ranks->zalloc(ALIGNMENT, bytes);
    void *memory = malloc_heap.zalloc(bytes);
    if (memory != NULL && (uintptr_t)memory % ALIGNMENT == 0)
        return memory;
    if (memory != NULL)
        malloc_heap.free(memory);
    memory = malloc_heap_aligned(ALIGNMENT, bytes);
    return memory != NULL ? memset(memory, 0, bytes) : NULL;
}

static inline size_t malloc_pad(size_t bytes)
{
    return bytes != 0 ? (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1) : ALIGNMENT;
}

static void *malloc_no_memory(void)
{
    errno = ENOMEM;
    return NULL;
}

static void *malloc_block(size_t alignment, size_t bytes, const void *caller)
{
    if (__interceptor_memalign != NULL)
        return __interceptor_memalign(alignment, bytes);
    if (bytes > PADDED_MAX)
        return malloc_no_memory();
    size_t padded = malloc_pad(bytes);
    if (malloc_use_heap(padded, caller)) {
        void *memory =
            alignment > ALIGNMENT ? malloc_heap_aligned(alignment, padded) : malloc_heap_line(padded);
        if (memory != NULL)
            return memory;
    }
    return __libc_memalign(alignment > ALIGNMENT ? alignment : ALIGNMENT, bytes);
}

void *malloc(size_t bytes)
{
    if (__interceptor_malloc != NULL)
        return __interceptor_malloc(bytes);
    return malloc_block(ALIGNMENT, bytes, __builtin_return_address(0));
}

static void *malloc_zeroed(size_t count, size_t bytes, const void *caller)
{
    if (__interceptor_calloc != NULL)
        return __interceptor_calloc(count, bytes);
    size_t all;
    if (__builtin_mul_overflow(count, bytes, &all) || all > PADDED_MAX)
        return malloc_no_memory();
    size_t padded = malloc_pad(all);
    if (malloc_use_heap(padded, caller)) {
        void *memory = malloc_heap_zeroed(padded);
        if (memory != NULL)
            return memory;
    }
    void *memory = __libc_memalign(ALIGNMENT, all);
    /* memset(): the compiler must not turn this into calloc(). */
    return memory != NULL ? memset(memory, 0, all) : NULL;
}

void *calloc(size_t count, size_t bytes)
{
    return malloc_zeroed(count, bytes, __builtin_return_address(0));
}

static void *malloc_resize_libc(void *memory, size_t bytes)
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

/* Moves a block to a new allocator. @param old readable bytes */
static void *malloc_resize_copy(void *memory, size_t old, size_t bytes, const void *caller)
{
    void *moved = malloc_block(ALIGNMENT, bytes, caller);
    if (moved == NULL)
        return NULL;
    memcpy(moved, memory, old < bytes ? old : bytes);
    free(memory);
    return moved;
}

static void *malloc_resize_heap(void *memory, size_t bytes)
{
    size_t old = malloc_usable_size(memory);
    if (bytes <= old && bytes >= old / 2 && (uintptr_t)memory % ALIGNMENT == 0)
        return memory;
    /* With an address in the program as caller, the block stays in the range. */
    return malloc_resize_copy(memory, old, bytes, __executable_start);
}

static void *malloc_resize(void *memory, size_t bytes, const void *caller)
{
    if (__interceptor_realloc != NULL)
        return __interceptor_realloc(memory, bytes);
    if (memory == NULL)
        return malloc_block(ALIGNMENT, bytes, caller);
    if (bytes == 0) {
        free(memory);
        return NULL;
    }
    if (bytes > PADDED_MAX)
        return malloc_no_memory();
    if (malloc_in_heap(memory))
        return malloc_resize_heap(memory, bytes);
    if (malloc_heap.ranks == NULL && malloc_use_heap(malloc_pad(bytes), caller))
        return malloc_resize_copy(memory, malloc_heap.usable_size_elsewhere(memory), bytes, caller);
    return malloc_resize_libc(memory, bytes);
}

void *realloc(void *memory, size_t bytes)
{
    return malloc_resize(memory, bytes, __builtin_return_address(0));
}

void free(void *memory)
{
    if (__interceptor_free != NULL)
        __interceptor_free(memory);
    else if (!malloc_in_heap(memory))
        __libc_free(memory);
    else if (__builtin_expect(malloc_heap.ranks != NULL, 0))
        malloc_heap.ranks->free(memory);
    else
        malloc_heap.free(memory);
}

static bool malloc_is_power_of_two(size_t number)
{
    return number != 0 && (number & (number - 1)) == 0;
}

static int malloc_posix(void **memory, size_t alignment, size_t bytes, const void *caller)
{
    if (__interceptor_posix_memalign != NULL)
        return __interceptor_posix_memalign(memory, alignment, bytes);
    if (!malloc_is_power_of_two(alignment) || alignment % sizeof(void *) != 0)
        return EINVAL;
    int error = errno;
    void *block = malloc_block(alignment, bytes, caller);
    errno = error;
    if (block == NULL)
        return ENOMEM;
    *memory = block;
    return 0;
}

int posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    return malloc_posix(memory, alignment, bytes, __builtin_return_address(0));
}

void *memalign(size_t alignment, size_t bytes)
{
    if (!malloc_is_power_of_two(alignment)) {
        /* Rounds up to a power of two, as the C library does. */
        size_t power = 1;
        while (power < alignment && power <= SIZE_MAX / 4)
            power *= 2;
        alignment = power;
    }
    return malloc_block(alignment, bytes, __builtin_return_address(0));
}

static void *malloc_power(size_t alignment, size_t bytes, const void *caller)
{
    if (!malloc_is_power_of_two(alignment)) {
        errno = EINVAL;
        return NULL;
    }
    return malloc_block(alignment, bytes, caller);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return malloc_power(alignment, bytes, __builtin_return_address(0));
}

void *valloc(size_t bytes)
{
    return malloc_block((size_t)sysconf(_SC_PAGESIZE), bytes, __builtin_return_address(0));
}

void *pvalloc(size_t bytes)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    return bytes <= PADDED_MAX
               ? malloc_block(page, (bytes + page - 1) & ~(page - 1), __builtin_return_address(0))
               : malloc_no_memory();
}

size_t malloc_usable_size(void *memory)
{
    if (__interceptor_malloc_usable_size != NULL)
        return __interceptor_malloc_usable_size(memory);
    if (malloc_in_heap(memory))
        return malloc_heap.ranks != NULL ? malloc_heap.ranks->usable(memory)
                                         : malloc_heap.usable_size(memory);
    size_t (*elsewhere)(void *) = malloc_heap.usable_size_elsewhere;
    if (elsewhere == NULL)
        elsewhere = (size_t(*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
    return elsewhere != NULL ? elsewhere(memory) : 0;
}

/* ---- allocations of EMUQ for all ranks: cmake/own_sections.cmake redirects malloc() of libemuq here ---- */

void *emuq_library_malloc(size_t bytes);
void *emuq_library_calloc(size_t count, size_t bytes);
void *emuq_library_realloc(void *memory, size_t bytes);
void *emuq_library_aligned_alloc(size_t alignment, size_t bytes);
int emuq_library_posix_memalign(void **memory, size_t alignment, size_t bytes);

void *emuq_library_malloc(size_t bytes)
{
    if (__interceptor_malloc != NULL)
        return __interceptor_malloc(bytes);
    return malloc_block(ALIGNMENT, bytes, NULL);
}

void *emuq_library_calloc(size_t count, size_t bytes)
{
    return malloc_zeroed(count, bytes, NULL);
}

void *emuq_library_realloc(void *memory, size_t bytes)
{
    return malloc_resize(memory, bytes, NULL);
}

void *emuq_library_aligned_alloc(size_t alignment, size_t bytes)
{
    return malloc_power(alignment, bytes, NULL);
}

int emuq_library_posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    return malloc_posix(memory, alignment, bytes, NULL);
}

void *emuq_malloc_of_rank(const void *caller, size_t alignment, size_t bytes)
{
    if (malloc_heap.ranks == NULL || bytes > PADDED_MAX || !malloc_is_program_code(caller))
        return NULL;
    return malloc_heap.ranks->malloc(alignment, malloc_pad(bytes));
}

int emuq_malloc_use_ranks(char *start, size_t bytes, const emuq_rank_allocator_t *allocator)
{
    if (__interceptor_malloc != NULL || malloc_heap.bytes != 0)
        return -ENOTSUP;
    malloc_heap.usable_size_elsewhere = (size_t(*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
    malloc_heap.start = (uintptr_t)start;
    malloc_heap.bytes = bytes;
    malloc_heap.ranks = allocator;
    return 0;
}

/* @return NULL if the program uses a mimalloc: settings would apply to both */
static void *malloc_load_mimalloc(void)
{
    void *library = dlopen(EMUQ_MIMALLOC, RTLD_NOW | RTLD_NOLOAD);
    if (library != NULL) {
        dlclose(library);
        return NULL;
    }
    return dlopen(EMUQ_MIMALLOC, RTLD_NOW | RTLD_LOCAL);
}

static bool malloc_bind_mimalloc(void *library)
{
    malloc_heap.malloc = (__typeof__(malloc_heap.malloc))dlsym(library, "mi_malloc");
    malloc_heap.zalloc = (__typeof__(malloc_heap.zalloc))dlsym(library, "mi_zalloc");
    malloc_heap.malloc_aligned = (__typeof__(malloc_heap.malloc_aligned))dlsym(library, "mi_malloc_aligned");
    malloc_heap.free = (__typeof__(malloc_heap.free))dlsym(library, "mi_free");
    malloc_heap.usable_size = (__typeof__(malloc_heap.usable_size))dlsym(library, "mi_usable_size");
    malloc_heap.collect = (__typeof__(malloc_heap.collect))dlsym(library, "mi_collect");
    malloc_heap.usable_size_elsewhere = (size_t(*)(void *))dlsym(RTLD_NEXT, "malloc_usable_size");
    return malloc_heap.malloc != NULL && malloc_heap.zalloc != NULL && malloc_heap.malloc_aligned != NULL &&
           malloc_heap.free != NULL && malloc_heap.usable_size != NULL && malloc_heap.collect != NULL &&
           malloc_heap.usable_size_elsewhere != NULL;
}

static bool malloc_give_range(void *library, char *start, size_t bytes, bool zeroed)
{
    __typeof__(mi_manage_os_memory_ex) *manage_memory =
        (__typeof__(manage_memory))dlsym(library, "mi_manage_os_memory_ex");
    __typeof__(mi_option_set) *option_set = (__typeof__(option_set))dlsym(library, "mi_option_set");
    mi_arena_id_t id;
    if (manage_memory == NULL || option_set == NULL)
        return false;
    option_set(mi_option_limit_os_alloc, 1);
    /* "Large pages" means: never decommit. That would free no pages of a shared file. */
    option_set(mi_option_eager_commit_delay, 0);
    return manage_memory(start, bytes, true, true, zeroed, -1, false, &id);
}

int emuq_malloc_use(char *start, size_t bytes, bool zeroed)
{
    if (__interceptor_malloc != NULL)
        return -ENOTSUP;
    if (bytes < HEAP_UNIT)
        return -ENOMEM;
    if (malloc_heap.ranks != NULL)
        return -ENOTSUP;
    void *library = malloc_load_mimalloc();
    if (library == NULL || !malloc_bind_mimalloc(library) ||
        !malloc_give_range(library, start, bytes, zeroed))
        return -ENOTSUP;
    malloc_heap.start = (uintptr_t)start;
    malloc_heap.bytes = bytes;
    void *block = malloc(1);
    bool ours = malloc_in_heap(block);
    free(block);
    if (!ours)
        malloc_heap.bytes = 0;
    return ours ? 0 : -ENOTSUP;
}
