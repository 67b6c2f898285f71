/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory.h
 * @brief Allocators: injected failures, TLSF in a range of memory, erased secrets, memcheck.
 */
#ifndef EMUQ_BASE_MEMORY_H
#define EMUQ_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- allocations of the kernel shim and of the message layer; EMUQ_FAULTS=memory=N makes one fail ---- */

/** Makes the @p nth allocation from now on fail with a line on standard error; 0: none. Thread-safe. */
void emuq_memory_fail(uint64_t nth);

/** Number of allocations up to the failing one; 0: none. Thread-safe. */
uint64_t emuq_memory_until_failure(void);

/** @name The C library's functions of these names, except for the failing allocation. Thread-safe. */
/**@{*/
void *emuq_malloc(size_t bytes);
void *emuq_calloc(size_t count, size_t bytes);
void *emuq_realloc(void *memory, size_t bytes);
int emuq_posix_memalign(void **memory, size_t alignment, size_t bytes);
char *emuq_strdup(const char *text);
/**@}*/

/** Erases and frees a secret. NULL is allowed. */
static inline void emuq_secret_free(void *secret, size_t bytes)
{
    if (secret != NULL)
        explicit_bzero(secret, bytes);
    free(secret);
}

/* ---- memcheck of valgrind: no effect without valgrind; thread-safe ---- */

/** Excludes a large sparse reservation from leak checks, which would allocate the pages, and from reports of
 * accesses: any process may allocate in the range. */
void emuq_memcheck_reserve(const void *p, size_t bytes);

/** Declares memory of a reservation as allocated by this process: leak checks find pointers in it. */
void emuq_memcheck_allocate(const void *p, size_t bytes);

/* ---- two-level segregated fit (TLSF): a constant-time allocator in a range of memory ----
 *
 * All state is inside the range: equal calls give equal offsets, and the range can be mapped again at the
 * same address. Not thread-safe. */

#define EMUQ_FIT_LINE 64 /**< alignment of blocks */

typedef struct emuq_fit emuq_fit_t; /**< An allocator at the start of its range. */

/** Creates an allocator in zeroed memory. @param range a page @param bytes 64 KiB to 2^36, a multiple of
 * EMUQ_FIT_LINE */
emuq_fit_t *emuq_fit_open(void *range, size_t bytes);

/** Allocates a block. @param alignment a power of two @return NULL: no free block is large enough */
void *emuq_fit_malloc(emuq_fit_t *fit, size_t alignment, size_t bytes);

/** As emuq_fit_malloc(), zeroed. Does not touch unused memory. */
void *emuq_fit_zalloc(emuq_fit_t *fit, size_t alignment, size_t bytes);

/** Frees a block. @return false: not allocated (double free, or an overwritten header) */
bool emuq_fit_free(emuq_fit_t *fit, void *block);

/** Usable bytes of a block. */
size_t emuq_fit_usable(const void *block);

/** Bytes up to the last used one; the rest is zero. */
size_t emuq_fit_used(const emuq_fit_t *fit);

/** Shortens the range. @return false: memory above the new end is or was in use */
bool emuq_fit_shrink(emuq_fit_t *fit, size_t bytes);

#endif /* EMUQ_BASE_MEMORY_H */
