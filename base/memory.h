/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory.h
 * @brief Allocators: the C library's with injected failures, TLSF in a given range, erased secrets, memcheck.
 */
#ifndef EMUQ_BASE_MEMORY_H
#define EMUQ_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- allocations of the kernel shim and of the message layer: a chosen allocation fails
 * (EMUQ_FAULTS=memory=N) ---- */

/** Makes the @p nth allocation of the process from now on, counted from 1, fail with a line on standard
 * error; 0: none. Thread-safe. */
void emuq_memory_fail(uint64_t nth);

/** Number of allocations up to and including the one that fails; 0: none. Thread-safe. */
uint64_t emuq_memory_until_failure(void);

/** @name The C library's functions of these names, except for the failing allocation. Released with free()
 * of the C library. Thread-safe. */
/**@{*/
void *emuq_malloc(size_t bytes);
void *emuq_calloc(size_t count, size_t bytes);
void *emuq_realloc(void *memory, size_t bytes);
int emuq_posix_memalign(void **memory, size_t alignment, size_t bytes);
char *emuq_strdup(const char *text);
/**@}*/

/** Erases and frees memory of a secret. NULL is allowed. */
static inline void emuq_secret_free(void *secret, size_t bytes)
{
    if (secret != NULL)
        explicit_bzero(secret, bytes);
    free(secret);
}

/* ---- memcheck of valgrind: no effect without valgrind. Thread-safe. ---- */

/** Excludes a large sparse reservation from leak checks: reading would allocate the pages. Accesses are not
 * reported: any process may allocate in the range. */
void emuq_memcheck_reserve(const void *p, size_t bytes);

/** Declares memory of a reservation as allocated by this process: leak checks find pointers in it. */
void emuq_memcheck_allocate(const void *p, size_t bytes);

/* ---- two-level segregated fit (TLSF): a constant-time allocator in a range of memory ----
 *
 * All state is inside the range: equal sequences of calls give equal offsets, and the range can be unmapped
 * and mapped again at the same address. Not thread-safe. */

#define EMUQ_FIT_LINE 64 /**< alignment of every block */

typedef struct emuq_fit emuq_fit_t; /**< An allocator; its state is at the start of its range. */

/** Creates an allocator in zeroed memory. @param range start of a page
 *  @param bytes a multiple of EMUQ_FIT_LINE, 64 KiB to 2^36 */
emuq_fit_t *emuq_fit_open(void *range, size_t bytes);

/** Allocates a block. @param alignment a power of two @return NULL: no free block is large enough */
void *emuq_fit_malloc(emuq_fit_t *fit, size_t alignment, size_t bytes);

/** Allocates a zeroed block. Does not touch unused memory. */
void *emuq_fit_zalloc(emuq_fit_t *fit, size_t alignment, size_t bytes);

/** Frees a block. @return false: not an allocated block (double free, or an overwritten header) */
bool emuq_fit_free(emuq_fit_t *fit, void *block);

/** Usable bytes of a block. */
size_t emuq_fit_usable(const void *block);

/** Bytes from the start of the range up to the last used byte; the rest is zero. */
size_t emuq_fit_used(const emuq_fit_t *fit);

/** Lowers the end of the range to @p bytes. @return false: memory above the new end is or was in use */
bool emuq_fit_shrink(emuq_fit_t *fit, size_t bytes);

#endif /* EMUQ_BASE_MEMORY_H */
