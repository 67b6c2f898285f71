/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The machine's malloc aligns more strictly than this one, and programs rely on it: they put descriptors and
 * FIFOs into memory just as it comes. So in a program with an emulated main() whatever malloc, calloc and
 * realloc return begins a cache line. The allocator itself stays the C library's, or the sanitizer's.
 */
#include <errno.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ALIGNMENT 64 /* a descriptor, and the cache line of the machine */

void *__libc_memalign(size_t alignment, size_t bytes);

/* A sanitizer has its own allocator behind these names, which knows blocks of no other. */
extern void *__interceptor_malloc(size_t bytes) __attribute__((weak));
extern void *__interceptor_calloc(size_t count, size_t bytes) __attribute__((weak));
extern void *__interceptor_realloc(void *memory, size_t bytes) __attribute__((weak));

/* Pulls this file in when wrap_main.c is linked. */
extern const int emuq_aligned_malloc;
const int emuq_aligned_malloc = ALIGNMENT;

void *malloc(size_t bytes)
{
    if (__interceptor_malloc != NULL)
        return __interceptor_malloc(bytes);
    return __libc_memalign(ALIGNMENT, bytes);
}

void *calloc(size_t count, size_t bytes)
{
    if (__interceptor_calloc != NULL)
        return __interceptor_calloc(count, bytes);
    if (bytes != 0 && count > SIZE_MAX / bytes) {
        errno = ENOMEM;
        return NULL;
    }
    void *memory = __libc_memalign(ALIGNMENT, count * bytes);
    /* Not a loop or a call that the compiler could turn into calloc. */
    return memory != NULL ? memset(memory, 0, count * bytes) : NULL;
}

void *realloc(void *memory, size_t bytes)
{
    if (__interceptor_realloc != NULL)
        return __interceptor_realloc(memory, bytes);
    size_t old = memory != NULL ? malloc_usable_size(memory) : 0;
    if (memory != NULL && bytes == 0) {
        free(memory);
        return NULL;
    }
    if (bytes <= old && bytes >= old / 2 && (uintptr_t)memory % ALIGNMENT == 0)
        return memory;
    void *moved = __libc_memalign(ALIGNMENT, bytes);
    if (moved == NULL || memory == NULL)
        return moved;
    memcpy(moved, memory, old < bytes ? old : bytes);
    free(memory);
    return moved;
}
