/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rank_memory.h
 * @brief Private static data and heap of each rank, where ranks are threads and run one at a time.
 *
 * Each rank has a copy of the program's writable static data, and a heap that is moved into the *window*, the
 * addresses of all heaps. Both have an *alias*, a permanent address for Message Units. EMUQ's static data are
 * shared (cmake/own_sections.cmake).
 *
 * Call as the holder of the token (sync/handoff.h), or in a single thread while no rank runs. Functions
 * return 0 or a negative errno unless noted.
 */
#ifndef EMUQ_RANK_MEMORY_H
#define EMUQ_RANK_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- static data ---- */

/** All bounds are page boundaries. */
typedef struct emuq_library_sections {
    uintptr_t begin[2]; /**< start of initialised and of zeroed data */
    uintptr_t end[2];
    void (*construct)(int argc, char **argv, char **envp);
} emuq_library_sections_t;

/** NULL: EMUQ's data are not separate. Set before a job begins. */
extern const emuq_library_sections_t *emuq_library_sections;
/** Saves the current data as initial data of all ranks but 0. */
int emuq_rank_data_remember(void);
/** Copies the saved or else the current data. @return an error without effect: -ENOTSUP: static linking or a
 * sanitizer; -ENOSPC: too many ranks */
int emuq_rank_data_open(uint32_t ranks);
/** Maximum number of ranks. Valid after emuq_rank_data_open(). */
uint32_t emuq_rank_data_most(void);
/** Maximum size of a heap; 0: too small. Valid after emuq_rank_data_open(). */
uint64_t emuq_rank_data_heap_bytes(void);
/** Frees the copies; rank 0's data stay in place. */
void emuq_rank_data_close(void);
/** Loads static data and heap of a rank. */
void emuq_rank_data_enter(uint32_t rank);
/** Maps the running rank's data, so that the alias shares its memory. */
void emuq_rank_data_give(void);
/** Runs the program's constructors for the running rank, if necessary. */
void emuq_rank_data_construct(int argc, char **argv, char **envp);
/** True if the running rank is not rank 0: exit functions would find rank 0's data. */
bool emuq_rank_data_is_foreign(void);
/** Distance from an address of static data or heap to its alias; else 0. */
uintptr_t emuq_rank_data_delta(uint32_t rank, uintptr_t address);
typedef struct emuq_rank_data_part {
    int fd;
    uint64_t offset;
    char *start; /**< page boundary, like the end */
    uint64_t bytes;
} emuq_rank_data_part_t;

#define EMUQ_RANK_DATA_PARTS 2

/** @return number of parts; 0: the data are copied */
unsigned emuq_rank_data_parts(emuq_rank_data_part_t part[EMUQ_RANK_DATA_PARTS]);
/** In a child of fork(): forgets all copies but the loaded one, which is private memory. */
void emuq_rank_data_leave(void);
/** Sets the bounds of the static data; both 0 without copies. */
void emuq_rank_data_range(uintptr_t *begin, uintptr_t *end);

/* ---- heaps ---- */

typedef struct emuq_rank_allocator {
    void *(*malloc)(size_t alignment, size_t bytes);
    void *(*zalloc)(size_t alignment, size_t bytes);
    void (*free)(void *block);
    size_t (*usable)(const void *block);
} emuq_rank_allocator_t;

/** Makes the program's code allocate from [heap, heap + bytes) until the heap is full. Defined by
 * kernel-shim/preload/aligned_malloc.c. @return -ENOTSUP: another malloc() */
typedef int emuq_malloc_use_ranks_t(char *heap, size_t bytes, const emuq_rank_allocator_t *allocator);
/** Weak in rank_heap.c. */
extern emuq_malloc_use_ranks_t emuq_malloc_use_ranks;
typedef struct emuq_rank_heap_part {
    int fd;
    uint64_t offset;
    char *start;
    size_t used;  /**< bytes; 0: no heap */
    size_t bytes; /**< size of the window */
} emuq_rank_heap_part_t;

/** Makes the window with rank 0's heap. Called before the program's constructors. On an error the program
 * uses the C library's heap. */
int emuq_rank_heap_begin(void);
/** Maximum bytes of a heap if @p ranks heaps share the granules; 0: too small. */
uint64_t emuq_rank_heap_most(uint32_t ranks, uint64_t granules);
/** Makes heaps of up to @p most bytes. On an error all ranks use rank 0's heap. */
int emuq_rank_heap_open(uint32_t ranks, uint64_t most);
void emuq_rank_heap_close(void);
void emuq_rank_heap_enter(uint32_t rank);
/** In a child of fork(): forgets all heaps but the loaded one, which is private memory. */
void emuq_rank_heap_leave(void);
/** Distance from an address in the window to its alias; else 0. */
uintptr_t emuq_rank_heap_delta(uint32_t rank, uintptr_t address);
/** Makes the used part of the running rank's alias accessible. */
int emuq_rank_heap_give(void);
/** Sets the bounds of the window; both 0 with a single heap. */
void emuq_rank_heap_range(uintptr_t *begin, uintptr_t *end);
emuq_rank_heap_part_t emuq_rank_heap_part(void);

#endif /* EMUQ_RANK_MEMORY_H */
