/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rank_heap.h
 * @brief The heap of each rank, where ranks are threads of one process of which one runs at a time.
 *
 * All heaps have the same addresses, the *window*: equal programs get equal blocks, as processes do. All lie
 * in one file. Each heap has an *alias*, an address at which it always is, for Message Units; and a mapping
 * that is moved into the window when a thread of the rank runs, and out of it afterwards. Moving it moves
 * page tables, so pages that a rank has used are not faulted in again. A rank that has allocated nothing
 * leaves the window as it is.
 *
 * The heap serves calls of the program's own code only (kernel-shim/preload/aligned_malloc.c). Code that has one
 * copy of its data for all ranks (EMUQ, the C library, shared libraries) allocates from the C library.
 *
 * Concurrency: as rank_data.h. The rank that runs calls the allocator, so no call has a lock.
 */
#ifndef EMUQ_RANK_HEAP_H
#define EMUQ_RANK_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Allocates from the heap of the rank that runs. */
typedef struct emuq_rank_allocator {
    void *(*malloc)(size_t alignment, size_t bytes); /**< NULL: no block is left */
    void *(*zalloc)(size_t alignment, size_t bytes); /**< a zeroed block */
    void (*free)(void *block);
    size_t (*usable)(const void *block);
} emuq_rank_allocator_t;

/**
 * From now on the program's own code gets blocks from [heap, heap + bytes). Other code gets them from the C
 * library, as does everything once the range is full.
 * @return 0; -ENOTSUP if the process's malloc() is another one.
 */
typedef int emuq_malloc_use_ranks_t(char *heap, size_t bytes, const emuq_rank_allocator_t *allocator);
/** Defined by the program's allocator; weak elsewhere. */
extern emuq_malloc_use_ranks_t emuq_malloc_use_ranks;

/** Memory of a rank's heap that has been used. */
typedef struct emuq_rank_heap_part {
    int fd;
    uint64_t offset; /**< in the file */
    char *start;     /**< begins a page, as does the end */
    size_t used;     /**< 0: there is no heap, or the rank has none */
    size_t bytes;    /**< of the window */
} emuq_rank_heap_part_t;

/** Makes the window with the first rank's heap. Called before the program's constructors.
 *  @return 0, or -errno: the program uses the heap of the C library. */
int emuq_rank_heap_begin(void);

/** @return the largest heap of each rank, if all heaps together may take @p granules of physical addresses;
 * 0: too few bytes. A large heap takes more granules as it is used, small ones share granules. */
uint64_t emuq_rank_heap_most(uint32_t ranks, uint64_t granules);

/** Makes heaps for all ranks, of at most @p most bytes, as emuq_rank_heap_most() returns them. @return 0, or
 * -errno: all ranks use the first rank's. */
int emuq_rank_heap_open(uint32_t ranks, uint64_t most);

/** Frees the heaps; that of the first rank stays. */
void emuq_rank_heap_close(void);

/** From now on the rank runs. */
void emuq_rank_heap_enter(uint32_t rank);

/** The heap of the rank that runs is the only one: after fork(), in the child, where the used part has
 * become private memory already. */
void emuq_rank_heap_leave(void);

/** What has to be added to an address in the window to get its alias; 0: it is not in it, or there is one
 * heap only. A multiple of 1 MiB. */
uintptr_t emuq_rank_heap_delta(uint32_t rank, uintptr_t address);

/** Makes the alias accessible as far as the rank that runs uses its heap, and up to a border of a granule: a
 * window of a Message Unit grows over all memory that follows. @return 0 or -errno. */
int emuq_rank_heap_give(void);

/** The window; both are 0 if ranks share one heap. */
void emuq_rank_heap_range(uintptr_t *begin, uintptr_t *end);

/** The used part of the heap of the rank that runs. */
emuq_rank_heap_part_t emuq_rank_heap_part(void);

#endif /* EMUQ_RANK_HEAP_H */
