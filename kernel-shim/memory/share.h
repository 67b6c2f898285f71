/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file share.h
 * @brief Puts a program's own memory where the other processes of its partition can reach it.
 *
 * The process has a *window* of the partition's arena (backends/arena.h): a range of a file of memory that is
 * mapped, shared and at the same address, in every process of the partition. What lies there, other processes
 * reach without a system call and without the owner's help.
 * The window also is the process's share of its node's physical memory, from its beginning on.
 *  - Static data: the program's writable segment is copied into the window, and the window's pages are mapped
 *    over it. It keeps its address in this process; other processes see it at its *alias*.
 *  - The heap: an allocator that takes all its memory from pages of the window, which are mapped at an
 * address that depends on the program alone: equal programs have their heaps at equal addresses in all ranks.
 * Where there is room, a byte's place in the window is its virtual address: with one process per node, this
 * is its physical address, too.
 */
#ifndef EMUQ_SHARE_H
#define EMUQ_SHARE_H

#include <stdbool.h>

#include "backends/address_space.h"

/**
 * Moves the writable static data of the main program (everything behind its RELRO part: .data, .bss) into the
 * window. Called once, by the only thread of the process, before main(). A child that the process forks gets
 * a private copy, as it would have.
 * @param fd     file that the window is a mapping of.
 * @param offset of the window in the file; a multiple of the page size.
 * @param window the window in this process, mapped shared; aligned to EMUQ_GRANULE_BYTES. @param bytes its
 * size.
 * @param unit   the distance of the alias is a multiple of it: a granule, or the page size. With a granule
 * the alias is at the byte of the window that is the data's address, if that fits.
 * @param range  set; bytes is 0 if the program has no such data or the call fails.
 * @return 0, or a negative errno with the program's memory as it was.
 */
int emuq_share_static(int fd, uint64_t offset, char *window, size_t bytes, size_t unit,
                      emuq_shared_range_t *range);

/**
 * From now on malloc() and its relatives take memory from [heap, heap + bytes), if the program uses the
 * allocator of emuq_main (kernel-shim/preload/); blocks from before stay where they are and can be freed.
 * A child that the process forks does not change the parent's heap.
 * @param heap aligned to 32 MiB. @param is_zero whether the memory is known to be zero; otherwise the file
 * is asked. The rest as above.
 * @return 0; -ENOTSUP if the program has another allocator (a sanitizer's, its own), or -ENOMEM.
 */
int emuq_share_heap(int fd, uint64_t offset, char *heap, size_t bytes, bool is_zero);

#endif /* EMUQ_SHARE_H */
