/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fail_alloc.h
 * @brief An allocator that fails when it is told to, for the calling thread alone.
 *
 * It stands before malloc and its relatives in the whole program, shared libraries too; other threads, such
 * as the emulator's engines, notice nothing.
 */
#ifndef FAIL_ALLOC_H
#define FAIL_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

/** Lets @p count allocations of the calling thread succeed, and has all others fail until fail_stop(). */
void fail_after(size_t count);

/** Ends that. @return whether an allocation has failed. */
bool fail_stop(void);

#endif /* FAIL_ALLOC_H */
