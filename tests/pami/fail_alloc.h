/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fail_alloc.h
 * @brief An allocator that fails on demand, for the calling thread only.
 *
 * Interposes malloc and related functions in the whole program including shared libraries; other threads
 * are not affected.
 */
#ifndef FAIL_ALLOC_H
#define FAIL_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

/** Lets @p count allocations of the calling thread succeed; all later ones fail until fail_stop(). */
void fail_after(size_t count);

/** Ends the failures. @return whether an allocation has failed */
bool fail_stop(void);

#endif /* FAIL_ALLOC_H */
