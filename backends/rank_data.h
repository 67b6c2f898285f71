/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rank_data.h
 * @brief Static data of each rank, where ranks are threads of one process of which one runs at a time.
 *
 * Each rank has a copy of the program's writable static data, as it was before constructors ran; then they
 * run for each rank. (The first rank is the one for which they have run before main().) All copies lie in one
 * file, and each has an *alias*, an address at which it always is. Before a thread of a rank runs, its copy
 * is mapped to where the program expects it. So Message Units, which act for whichever rank, reach static
 * data by its alias only. Few bytes are copied there and back instead, which takes less time, until a rank
 * gives Message Units some of them.
 *
 * Data of EMUQ's own in the program are not copied: they lie in sections of their own, between page borders
 * (cmake/own_sections.cmake, kernel-shim/preload/library_sections.c).
 *
 * Only who has the baton (sync/baton.h) calls these, but those that remember, open and close, during which no
 * rank runs.
 */
#ifndef EMUQ_RANK_DATA_H
#define EMUQ_RANK_DATA_H

#include <stdbool.h>
#include <stdint.h>

/** Where data lie in the program that are not the ranks'. Each piece begins and ends with a page. */
typedef struct emuq_library_sections {
    uintptr_t begin[2];                                    /**< of initialised data, and of the rest */
    uintptr_t end[2];                                      /**< of both */
    void (*construct)(int argc, char **argv, char **envp); /**< calls the program's constructors */
} emuq_library_sections_t;

/** Set before a job begins by a program that can be told apart from EMUQ; NULL otherwise. */
extern const emuq_library_sections_t *emuq_library_sections;

/** Remembers the data as they are, which is how ranks but the first begin.
 *  @return 0, or as emuq_rank_data_open() */
int emuq_rank_data_remember(void);

/** Makes the copies; of data as they are now, if nothing has been remembered. @return 0; -ENOTSUP: the
 * program cannot be told apart from EMUQ, is linked statically, or with a sanitizer; -ENOSPC: more than
 * emuq_rank_data_most() ranks; -errno of the system. Nothing has changed then. */
int emuq_rank_data_open(uint32_t ranks);

/** How many ranks can have copies that Message Units reach. After emuq_rank_data_open() has been called. */
uint32_t emuq_rank_data_most(void);

/** How many bytes a heap of each rank may have, so that Message Units reach all heaps in addition to the
 * copies; 0: too few. After emuq_rank_data_open(). */
uint64_t emuq_rank_data_heap_bytes(void);

/** Frees the copies; the data of the first rank stay. */
void emuq_rank_data_close(void);

/** Has the data of a rank where the program expects them. Without copies it does nothing. */
void emuq_rank_data_enter(uint32_t rank);

/** From now on what the rank that runs stores is seen at its alias at once, and the other way round. */
void emuq_rank_data_give(void);

/** Calls the program's constructors for the rank that runs, if they have not been. */
void emuq_rank_data_construct(int argc, char **argv, char **envp);

/** Whether a rank but the first runs: what it registers to be called at the end of the process would find the
 * first rank's data then. */
bool emuq_rank_data_is_foreign(void);

/** What has to be added to an address to get its alias, as the rank sees it; 0: it is neither static data nor
 * in the rank's heap (rank_heap.h). A multiple of 1 MiB. */
uintptr_t emuq_rank_data_delta(uint32_t rank, uintptr_t address);

/** Static data of the rank that runs which are a mapping of its copy. */
typedef struct emuq_rank_data_part {
    int fd;
    uint64_t offset; /**< in the file */
    char *start;     /**< begins a page, as does the end */
    uint64_t bytes;
} emuq_rank_data_part_t;

#define EMUQ_RANK_DATA_PARTS 2 /**< most parts of the static data of a rank */

/** @return how many parts there are; 0: the data are copied */
unsigned emuq_rank_data_parts(emuq_rank_data_part_t part[EMUQ_RANK_DATA_PARTS]);

/** The data in place are the only ones: after fork(), in the child, where they have become private memory. */
void emuq_rank_data_leave(void);

/** The addresses of static data; both are 0 if there are no copies. */
void emuq_rank_data_range(uintptr_t *begin, uintptr_t *end);

#endif /* EMUQ_RANK_DATA_H */
