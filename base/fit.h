/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fit.h
 * @brief An allocator in a range of memory: two-level segregated fit (TLSF), constant time.
 *
 * All state is in the range, so equal sequences of calls give equal offsets, and a range can be mapped,
 * copied and mapped again elsewhere in time (at the same address: it holds pointers). Not thread-safe: the
 * caller serialises all calls for a range.
 */
#ifndef EMUQ_BASE_FIT_H
#define EMUQ_BASE_FIT_H

#include <stdbool.h>
#include <stddef.h>

#define EMUQ_FIT_LINE 64 /**< alignment of every block */

typedef struct emuq_fit emuq_fit_t; /**< An allocator; its state lies at the start of its range. */

/** Makes one free block of zeroed memory. @param range begins a page; @p bytes a multiple of EMUQ_FIT_LINE,
 * at least 64 KiB and at most 2^36. */
emuq_fit_t *emuq_fit_open(void *range, size_t bytes);

/** Allocates a block. @param alignment a power of two. @return NULL: no free block is large enough. */
void *emuq_fit_malloc(emuq_fit_t *fit, size_t alignment, size_t bytes);

/** Allocates a zeroed block; memory that was never used is not touched. */
void *emuq_fit_zalloc(emuq_fit_t *fit, size_t alignment, size_t bytes);

/** Frees a block. @return false: @p block is no allocated block (freed twice, or overwritten in front). */
bool emuq_fit_free(emuq_fit_t *fit, void *block);

/** Bytes of a block that the program may use. */
size_t emuq_fit_usable(const void *block);

/** Bytes from the beginning of the range behind which all bytes are zero. */
size_t emuq_fit_used(const emuq_fit_t *fit);

/** Lowers the end of the range. @return false: bytes behind the new end are, or have been, in use. */
bool emuq_fit_shrink(emuq_fit_t *fit, size_t bytes);

#endif /* EMUQ_BASE_FIT_H */
