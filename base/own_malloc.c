/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Allocations of libemuq, unless kernel-shim/preload/aligned_malloc.c defines them. cmake/own_sections.cmake
 * binds the names.
 */
#include <stddef.h>

void *emuq_plain_malloc(size_t bytes);
void *emuq_plain_calloc(size_t count, size_t bytes);
void *emuq_plain_realloc(void *memory, size_t bytes);
void *emuq_plain_aligned_alloc(size_t alignment, size_t bytes);
int emuq_plain_posix_memalign(void **memory, size_t alignment, size_t bytes);

void *emuq_library_malloc(size_t bytes);
void *emuq_library_calloc(size_t count, size_t bytes);
void *emuq_library_realloc(void *memory, size_t bytes);
void *emuq_library_aligned_alloc(size_t alignment, size_t bytes);
int emuq_library_posix_memalign(void **memory, size_t alignment, size_t bytes);

__attribute__((weak)) void *emuq_library_malloc(size_t bytes)
{
    return emuq_plain_malloc(bytes);
}

__attribute__((weak)) void *emuq_library_calloc(size_t count, size_t bytes)
{
    return emuq_plain_calloc(count, bytes);
}

__attribute__((weak)) void *emuq_library_realloc(void *memory, size_t bytes)
{
    return emuq_plain_realloc(memory, bytes);
}

__attribute__((weak)) void *emuq_library_aligned_alloc(size_t alignment, size_t bytes)
{
    return emuq_plain_aligned_alloc(alignment, bytes);
}

__attribute__((weak)) int emuq_library_posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    return emuq_plain_posix_memalign(memory, alignment, bytes);
}
