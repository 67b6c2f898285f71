/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rank_memory.h
 * @brief Private static data and heap of each rank, where ranks are threads of a process and run one at a
 * time.
 *
 * Static data: each rank has a copy of the program's writable static data, taken before constructors ran; the
 * constructors then run for each rank. (Rank 0 keeps the state of the constructors before main().) Heap: each
 * rank has a heap at the same addresses, the *window*, so equal programs get equal blocks, as processes do.
 *
 * All copies lie in one file, all heaps in another one. Each copy and heap has an *alias*, a permanent
 * address by which Message Units, which act for any rank, reach the memory. Before a rank runs, its copy is
 * mapped at the program's addresses, and its heap is moved into the window. Moving a mapping keeps its page
 * tables, so used pages do not fault again; the heap of a rank that has allocated nothing is not moved. A
 * small copy is copied instead of mapped, which is faster, until the rank passes static data to Message
 * Units.
 *
 * EMUQ's static data are shared by all ranks: they lie in separate sections (cmake/own_sections.cmake,
 * kernel-shim/preload/library_sections.c). Heaps serve calls of the program's code only
 * (kernel-shim/preload/aligned_malloc.c); EMUQ, the C library and shared libraries allocate from the C
 * library.
 *
 * Concurrency: only the thread that holds the token (sync/baton.h) calls these functions; functions that
 * remember, open or close are called while no rank runs. The allocator has no lock.
 */
#ifndef EMUQ_RANK_MEMORY_H
#define EMUQ_RANK_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- static data ---- */

/** EMUQ's static data in the program. All bounds are page boundaries. */
typedef struct emuq_library_sections {
    uintptr_t begin[2];                                    /**< of initialised and of zeroed data */
    uintptr_t end[2];                                      /**< of initialised and of zeroed data */
    void (*construct)(int argc, char **argv, char **envp); /**< calls the program's constructors */
} emuq_library_sections_t;

/** Set before a job begins if EMUQ's data are separate from the program's; NULL otherwise. */
extern const emuq_library_sections_t *emuq_library_sections;

/** Saves the current data as the initial data of ranks other than rank 0.
 *  @return 0, or an error of emuq_rank_data_open() */
int emuq_rank_data_remember(void);

/** Makes the copies, of the saved or else of the current data.
 *  @return 0, or an error without effect: -ENOTSUP: the program's data cannot be separated (static linking,
 * sanitizer); -ENOSPC: more than emuq_rank_data_most() ranks; another negative errno */
int emuq_rank_data_open(uint32_t ranks);

/** Maximum number of ranks whose copies Message Units reach. Valid after emuq_rank_data_open(). */
uint32_t emuq_rank_data_most(void);

/** Maximum size of a rank's heap such that Message Units reach all heaps; 0: too small. Valid after
 * emuq_rank_data_open(). */
uint64_t emuq_rank_data_heap_bytes(void);

/** Frees the copies; rank 0's data stay in place. */
void emuq_rank_data_close(void);

/** Loads the static data and the heap of a rank. Without copies it does nothing. */
void emuq_rank_data_enter(uint32_t rank);

/** Maps the running rank's data, so that stores are visible at the alias and vice versa. */
void emuq_rank_data_give(void);

/** Runs the program's constructors for the running rank, if necessary. */
void emuq_rank_data_construct(int argc, char **argv, char **envp);

/** Whether a rank other than rank 0 runs: exit functions would find rank 0's data. */
bool emuq_rank_data_is_foreign(void);

/** Distance from an address in the rank's static data or heap to its alias, a multiple of 1 MiB; 0:
 * elsewhere. */
uintptr_t emuq_rank_data_delta(uint32_t rank, uintptr_t address);

/** Mapped static data of the running rank. */
typedef struct emuq_rank_data_part {
    int fd;          /**< file of the copies */
    uint64_t offset; /**< in the file */
    char *start;     /**< page boundary, like the end */
    uint64_t bytes;  /**< size */
} emuq_rank_data_part_t;

#define EMUQ_RANK_DATA_PARTS 2 /**< maximum number of parts */

/** @return the number of mapped parts; 0: the data are copied */
unsigned emuq_rank_data_parts(emuq_rank_data_part_t part[EMUQ_RANK_DATA_PARTS]);

/** Forgets all copies but the loaded one: in a child of fork(), where it has become private memory. */
void emuq_rank_data_leave(void);

/** Addresses of static data; both 0 without copies. */
void emuq_rank_data_range(uintptr_t *begin, uintptr_t *end);

/* ---- heaps ---- */

/** Allocator of the running rank. */
typedef struct emuq_rank_allocator {
    void *(*malloc)(size_t alignment, size_t bytes); /**< a block, or NULL */
    void *(*zalloc)(size_t alignment, size_t bytes); /**< a zeroed block, or NULL */
    void (*free)(void *block);                       /**< frees a block */
    size_t (*usable)(const void *block);             /**< usable size of a block */
} emuq_rank_allocator_t;

/** Makes the program's code allocate from [heap, heap + bytes). The C library serves other code, and all code
 * when the range is full. Defined by the program's allocator (kernel-shim/preload/aligned_malloc.c).
 * @return 0; -ENOTSUP: the process has another malloc() */
typedef int emuq_malloc_use_ranks_t(char *heap, size_t bytes, const emuq_rank_allocator_t *allocator);
/** See emuq_malloc_use_ranks_t; weak in other files. */
extern emuq_malloc_use_ranks_t emuq_malloc_use_ranks;

/** Used memory of a rank's heap. */
typedef struct emuq_rank_heap_part {
    int fd;          /**< file of the heaps */
    uint64_t offset; /**< in the file */
    char *start;     /**< page boundary, like the end */
    size_t used;     /**< 0: no heap */
    size_t bytes;    /**< size of the window */
} emuq_rank_heap_part_t;

/** Makes the window with rank 0's heap. Called before the program's constructors.
 *  @return 0, or a negative errno: the program uses the C library's heap */
int emuq_rank_heap_begin(void);

/** @return the maximum size of a heap if all heaps may take @p granules granules of physical addresses; 0:
 * too small. Large heaps take granules as they grow, small heaps share granules */
uint64_t emuq_rank_heap_most(uint32_t ranks, uint64_t granules);

/** Makes heaps of up to @p most bytes (emuq_rank_heap_most()) for all ranks.
 *  @return 0, or a negative errno: all ranks use rank 0's heap */
int emuq_rank_heap_open(uint32_t ranks, uint64_t most);

/** Frees the heaps; rank 0's heap stays. */
void emuq_rank_heap_close(void);

/** Selects the heap of the rank that runs next. */
void emuq_rank_heap_enter(uint32_t rank);

/** Forgets all heaps but the running rank's: in a child of fork(), where it has become private memory. */
void emuq_rank_heap_leave(void);

/** Distance from an address in the window to its alias, a multiple of 1 MiB; 0: elsewhere, or a single heap.
 */
uintptr_t emuq_rank_heap_delta(uint32_t rank, uintptr_t address);

/** Makes the used part of the running rank's alias accessible, rounded up to a granule: a Message Unit's
 * window grows over all adjacent memory. @return 0 or a negative errno */
int emuq_rank_heap_give(void);

/** Addresses of the window; both 0 with a single heap. */
void emuq_rank_heap_range(uintptr_t *begin, uintptr_t *end);

/** The used part of the running rank's heap. */
emuq_rank_heap_part_t emuq_rank_heap_part(void);

#endif /* EMUQ_RANK_MEMORY_H */
