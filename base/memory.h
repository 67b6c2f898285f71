/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory.h
 * @brief Allocators, and declarations for memcheck.
 */
#ifndef EMUQ_BASE_MEMORY_H
#define EMUQ_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- allocations with injected failures; thread-safe ---- */

/** Makes the @p nth allocation from now on fail; 0: none. */
void emuq_memory_fail(uint64_t nth);

/** @return number of allocations up to the failing one; 0: none */
uint64_t emuq_memory_until_failure(void);

/** @name Functions of the C library, except for the failing allocation. */
/**@{*/
void *emuq_malloc(size_t bytes);
void *emuq_calloc(size_t count, size_t bytes);
void *emuq_realloc(void *memory, size_t bytes);
int emuq_posix_memalign(void **memory, size_t alignment, size_t bytes);
char *emuq_strdup(const char *text);
/**@}*/

static inline void emuq_secret_free(void *secret, size_t bytes)
{
    if (secret != NULL)
        explicit_bzero(secret, bytes);
    free(secret);
}

/* ---- memcheck of valgrind; thread-safe ---- */

/** Excludes a sparse reservation from leak checks, which would allocate its pages. */
void emuq_memcheck_reserve(const void *p, size_t bytes);

/** Lets leak checks find pointers in a part of a reservation. */
void emuq_memcheck_allocate(const void *p, size_t bytes);

/** Ends reports of errors in the calling thread, until emuq_memcheck_continue(). */
void emuq_memcheck_pause(void);
void emuq_memcheck_continue(void);

/* ---- two-level segregated fit (TLSF), with all state inside a range of memory; not thread-safe ---- */

#define EMUQ_FIT_LINE 64 /**< alignment of blocks in bytes */

typedef struct emuq_fit emuq_fit_t;

/** @param range zeroed memory @param bytes 64 KiB to 2^36, a multiple of EMUQ_FIT_LINE */
emuq_fit_t *emuq_fit_open(void *range, size_t bytes);

/** @param alignment a power of two @return NULL: no free block is large enough */
void *emuq_fit_malloc(emuq_fit_t *fit, size_t alignment, size_t bytes);

/** Does not store to memory that was never used. */
void *emuq_fit_zalloc(emuq_fit_t *fit, size_t alignment, size_t bytes);

/** @return false: not allocated (double free, or an overwritten header) */
bool emuq_fit_free(emuq_fit_t *fit, void *block);

size_t emuq_fit_usable(const void *block);

/** @return bytes up to the last used one; the rest is zero */
size_t emuq_fit_used(const emuq_fit_t *fit);

/** @return false: memory above the new end is or was in use */
bool emuq_fit_shrink(emuq_fit_t *fit, size_t bytes);

#endif /* EMUQ_BASE_MEMORY_H */
