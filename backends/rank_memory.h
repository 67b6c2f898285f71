/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rank_memory.h
 * @brief Private static data and heap of each rank, where ranks are threads and run one at a time.
 *
 * Each rank has a copy of the program's writable static data, mapped or copied into place, and a heap that is
 * moved into the *window*, the addresses of all heaps. Each has an *alias*, a permanent address for Message
 * Units (docs/architecture.md).
 *
 * EMUQ's static data are in separate sections (cmake/own_sections.cmake) and shared.
 *
 * Only the holder of the token (sync/handoff.h) calls these functions, or the only thread while no rank runs.
 */
#ifndef EMUQ_RANK_MEMORY_H
#define EMUQ_RANK_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- static data ---- */

/** EMUQ's static data in the program. All bounds are page boundaries. */
typedef struct emuq_library_sections {
    uintptr_t begin[2]; /**< of initialised and of zeroed data */
    uintptr_t end[2];
    void (*construct)(int argc, char **argv, char **envp); /**< calls the program's constructors */
} emuq_library_sections_t;

/** NULL: EMUQ's data are not separate from the program's. Set before a job begins. */
extern const emuq_library_sections_t *emuq_library_sections;
/** Saves the current data as the initial data of ranks other than 0. @return as emuq_rank_data_open() */
int emuq_rank_data_remember(void);
/** Makes the copies, of the saved or else of the current data. @return 0, or an error without effect:
 * -ENOTSUP: static linking or a sanitizer; -ENOSPC: more than emuq_rank_data_most() ranks; another negative
 * errno */
int emuq_rank_data_open(uint32_t ranks);
/** Maximum number of ranks. After emuq_rank_data_open(). */
uint32_t emuq_rank_data_most(void);
/** Maximum size of a heap, or 0: too small. After emuq_rank_data_open(). */
uint64_t emuq_rank_data_heap_bytes(void);
/** Frees the copies; rank 0's data stay in place. */
void emuq_rank_data_close(void);
/** Loads the static data and the heap of a rank, if there are copies. */
void emuq_rank_data_enter(uint32_t rank);
/** Maps the running rank's data, which makes stores visible at the alias and vice versa. */
void emuq_rank_data_give(void);
/** Runs the program's constructors for the running rank, if necessary. */
void emuq_rank_data_construct(int argc, char **argv, char **envp);
/** Whether the running rank is not rank 0: exit functions would find rank 0's data. */
bool emuq_rank_data_is_foreign(void);
/** Distance from an address of the rank's static data or heap to its alias, a multiple of 1 MiB; else 0. */
uintptr_t emuq_rank_data_delta(uint32_t rank, uintptr_t address);
typedef struct emuq_rank_data_part {
    int fd; /**< file of the copies */
    uint64_t offset;
    char *start; /**< page boundary, like the end */
    uint64_t bytes;
} emuq_rank_data_part_t;

#define EMUQ_RANK_DATA_PARTS 2 /**< maximum */

/** @return the number of mapped parts; 0: the data are copied */
unsigned emuq_rank_data_parts(emuq_rank_data_part_t part[EMUQ_RANK_DATA_PARTS]);
/** Forgets all copies but the loaded one in a child of fork(), where this copy is private memory. */
void emuq_rank_data_leave(void);
/** Addresses of static data; both 0 without copies. */
void emuq_rank_data_range(uintptr_t *begin, uintptr_t *end);

/* ---- heaps ---- */

typedef struct emuq_rank_allocator {
    void *(*malloc)(size_t alignment, size_t bytes);
    void *(*zalloc)(size_t alignment, size_t bytes); /**< zeroed */
    void (*free)(void *block);
    size_t (*usable)(const void *block); /**< usable bytes */
} emuq_rank_allocator_t;

/** Makes the program's code allocate from [heap, heap + bytes) until the heap is full. Defined by
 * kernel-shim/preload/aligned_malloc.c. @return 0; -ENOTSUP: another malloc() */
typedef int emuq_malloc_use_ranks_t(char *heap, size_t bytes, const emuq_rank_allocator_t *allocator);
/** Weak in rank_heap.c. */
extern emuq_malloc_use_ranks_t emuq_malloc_use_ranks;
/** Used memory of a rank's heap. */
typedef struct emuq_rank_heap_part {
    int fd; /**< file of the heaps */
    uint64_t offset;
    char *start;  /**< page boundary, like the end */
    size_t used;  /**< 0: no heap */
    size_t bytes; /**< size of the window */
} emuq_rank_heap_part_t;

/** Makes the window with rank 0's heap. Called before the program's constructors. @return 0, or a negative
 * errno: the program uses the C library's heap */
int emuq_rank_heap_begin(void);
/** @return the maximum size of a heap if all heaps share @p granules granules; 0: too small */
uint64_t emuq_rank_heap_most(uint32_t ranks, uint64_t granules);
/** Makes heaps of up to @p most bytes (emuq_rank_heap_most()) for all ranks. @return 0, or a negative errno:
 * all ranks use rank 0's heap */
int emuq_rank_heap_open(uint32_t ranks, uint64_t most);
/** Frees the heaps; rank 0's heap stays. */
void emuq_rank_heap_close(void);
void emuq_rank_heap_enter(uint32_t rank);
/** Forgets all heaps but the running rank's in a child of fork(), where this heap is private memory. */
void emuq_rank_heap_leave(void);
/** Distance from an address in the window to its alias, a multiple of 1 MiB; else 0. */
uintptr_t emuq_rank_heap_delta(uint32_t rank, uintptr_t address);
/** Makes the used part of the running rank's alias accessible, in whole granules. @return 0 or a negative
 * errno */
int emuq_rank_heap_give(void);
/** Addresses of the window; both 0 with a single heap. */
void emuq_rank_heap_range(uintptr_t *begin, uintptr_t *end);
emuq_rank_heap_part_t emuq_rank_heap_part(void);

#endif /* EMUQ_RANK_MEMORY_H */
