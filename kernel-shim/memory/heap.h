/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file heap.h
 * @brief What emuq_share_heap() wants of the program's allocator (kernel-shim/preload/aligned_malloc.c).
 *
 * The allocator is part of the program (emuq_main), or of a library that is loaded before all other libraries
 * (libemuq_heap.so); a program without it has no such function.
 */
#ifndef EMUQ_SHARE_HEAP_H
#define EMUQ_SHARE_HEAP_H

#include <stdbool.h>
#include <stddef.h>

/** For operator new: a block from that range. @param caller where it was called. @return NULL: the caller is
 * not the program, there is no such range, or it is full. */
void *emuq_malloc_of_rank(const void *caller, size_t alignment, size_t bytes);

/**
 * From now on blocks come from [heap, heap + bytes). Called at most once, by the only thread.
 * @param heap   aligned to 32 MiB. @param bytes what is left behind the last multiple of 32 MiB is not used.
 * @param zeroed whether the memory is known to be zero.
 * @return 0; -ENOTSUP if the process's malloc() is another one, or mimalloc cannot be loaded or is in use
 * already; -ENOMEM if the range is too small.
 */
typedef int emuq_malloc_use_t(char *heap, size_t bytes, bool zeroed);
extern emuq_malloc_use_t emuq_malloc_use;

#endif /* EMUQ_SHARE_HEAP_H */
