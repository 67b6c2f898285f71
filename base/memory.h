/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file memory.h
 * @brief The allocator of the kernel shim and of the message layer: the C library's, of which one call can fail
 * on purpose (EMUQ_FAULTS=memory=N). Memory is released with the C library's free().
 */
#ifndef EMUQ_BASE_MEMORY_H
#define EMUQ_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/** Has the @p nth allocation of the process from now on, from 1, fail with a line on standard error; 0: none.
 *  Thread-safe. */
void emuq_memory_fail(uint64_t nth);

/** Allocations that are left until the one that fails, with it; 0: it has failed, or none is to. Thread-safe.
 */
uint64_t emuq_memory_until_failure(void);

/** @name The C library's functions of these names, unless it is the allocation that is to fail. Thread-safe.
 */
/**@{*/
void *emuq_malloc(size_t bytes);
void *emuq_calloc(size_t count, size_t bytes);
void *emuq_realloc(void *memory, size_t bytes);
void *emuq_aligned_alloc(size_t alignment, size_t bytes);
int emuq_posix_memalign(void **memory, size_t alignment, size_t bytes);
char *emuq_strdup(const char *text);
/**@}*/

#endif /* EMUQ_BASE_MEMORY_H */
