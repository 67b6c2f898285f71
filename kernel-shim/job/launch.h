/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file launch.h
 * @brief What a launcher needs: a partition in memory that other Linux processes can join as its ranks.
 *
 * The launcher opens the partition, starts a process for each rank with EMUQ_PARTITION=(path) and
 * EMUQ_RANK=(rank) in its environment, and watches. A process joins before its main(). Not thread-safe.
 */
#ifndef EMUQ_LAUNCH_H
#define EMUQ_LAUNCH_H

#include <stddef.h>
#include <stdint.h>

#include "emuq/partition.h"

typedef struct emuq_launch emuq_launch_t;

/** In a file of a program: the program does not join a partition, whatever its environment says. */
#define EMUQ_IS_NO_RANK                                                                                      \
    extern const int emuq_is_no_rank;                                                                        \
    const int emuq_is_no_rank = 1

/** Boots a partition for processes. One at a time. Settings supply what @p job does not say (mapping NULL).
 *  @return 0, or a negative errno after a message. */
int emuq_launch_open(const emuq_job_t *job, emuq_launch_t **launch);
/** Frees everything. No rank runs any more. */
void emuq_launch_close(emuq_launch_t *launch);

/** Value of EMUQ_PARTITION for the ranks; valid as long as the launch and this process. */
const char *emuq_launch_path(const emuq_launch_t *launch);
/** Number of ranks (active processes). */
uint32_t emuq_launch_ranks(const emuq_launch_t *launch);
/** The job, with nothing left to be defaulted. */
const emuq_job_t *emuq_launch_job(const emuq_launch_t *launch);

/** What has become of a rank. */
typedef enum emuq_rank_state {
    EMUQ_RANK_AWAITED, /**< its process has not joined (it may never: a program without the SPI) */
    EMUQ_RANK_JOINED,  /**< its process is a member of the partition */
    EMUQ_RANK_ENDED,   /**< it has ended; its process, if that has ended in good order, lingers: memory and
                            FIFOs stay until all ranks have ended */
    EMUQ_RANK_LEFT     /**< its process is no member any more */
} emuq_rank_state_t;
emuq_rank_state_t emuq_launch_state(const emuq_launch_t *launch, uint32_t rank);

/** The process of @p rank has ended with an exit status, as the launcher has noticed: the other ranks do not
 *  wait for it at their ends. @return the status: what the rank has said if it lingered. */
int emuq_launch_ended(const emuq_launch_t *launch, uint32_t rank, int status);

/** The first exit status of a rank that is not 0; or 0. */
int emuq_launch_status(const emuq_launch_t *launch);

/** Packets that were dropped because they were for ranks that had ended. */
uint64_t emuq_launch_dropped(const emuq_launch_t *launch);

/** The exit status for a software error that has ended the job, after its report; 0 if there was none. */
int emuq_launch_failed(const emuq_launch_t *launch);

/** Says where a rank is and what it waits for (FIFO, counter, barrier, class route), from the shared state:
 * text of one or more lines, each ending with a newline. @return its length, at most bytes - 1. */
size_t emuq_launch_describe(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes);

/** Says what memory the rank uses for messages that is not shared: one line without its newline, empty if
 * there is none. @return its length. */
size_t emuq_launch_slow(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes);

/** One line for --verbose: backend, and by which path a rank's static data, heap and other memory are
 * reached. */
size_t emuq_launch_explain(const emuq_launch_t *launch, uint32_t rank, char *text, size_t bytes);

#endif /* EMUQ_LAUNCH_H */
