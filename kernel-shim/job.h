/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file job.h
 * @brief How a partition is made and its ranks run; for the files that do that, kernel.h is for all others.
 *
 * Reading order: options.c (what job), run.c (ranks), partition.c with mapping.c, personality.c and
 * swallow.c (what they run on), threads.c (who belongs to a rank), self.c (threads outside any job).
 */
#ifndef EMUQ_JOB_H
#define EMUQ_JOB_H

#include "kernel-shim/kernel.h"

/** Prints one line, "emuq: " and the message, on standard error. */
void emuq_job_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Finds out where the ranks of @p partition are. @return 0, or a negative errno after a message. */
int emuq_mapping_load(emuq_partition_t *partition);

/** The job of a foreign launcher's ranks: shape, processes per node and mapping from the settings; without
 * EMUQ_SHAPE, a shape that fits. @return 0, or a negative errno after a message. */
int emuq_job_of_ranks(emuq_job_t *job, uint32_t ranks);

/** Where the job is in its block: all of it. */
BG_JobCoords_t emuq_job_coordinates(const emuq_partition_t *partition);

/** Whether a mapping is the path of a map file, not a permutation. */
bool emuq_mapping_is_file(const char *mapping);

/** Fills the personality of a node whose number and coordinates are known, but for the block's class route.
 */
void emuq_personality_fill(emuq_node_t *node);

/** Completes the personalities of all nodes, which have got their class routes: latencies and checksums. */
void emuq_personality_seal(emuq_partition_t *partition);

/** Maps memory at the user addresses of device registers, so that a program that stores there by itself goes
 * on. */
void emuq_swallow_open(void);
void emuq_swallow_close(void);

/** pthread_create() of a thread that is a member of @p process from its start. */
int emuq_thread_create(emuq_process_t *process, bool is_main, pthread_t *thread, const pthread_attr_t *attr,
                       void *(*start)(void *), void *argument);

/** Hook of emuq_mmio while there is no partition: inline functions of the SPI may come to a register before
 * the program's first kernel call. Makes the one-node partition and asks its backend. NULL if
 *  the program has mapped memory at that address: then that is the register. */
volatile uint64_t *emuq_first_register(uint64_t physical_address);

/** @return the number of threads of @p process. */
uint32_t emuq_process_threads(emuq_process_t *process);

/** @return the number of threads in all processes of @p partition. */
uint64_t emuq_partition_threads(emuq_partition_t *partition);

/**
 * Makes way for a job: closes what former jobs and threads outside any job have left, and refuses a second
 * job and further such threads from now on.
 * @return 0; -EBUSY: there is a job, or threads are left (said on standard error).
 */
int emuq_job_begin(void);

/** Frees what run.c keeps in a partition; NULL does nothing. */
void emuq_ranks_free(struct emuq_ranks *ranks);

/** The job is over. Closes @p partition (NULL: there is none), or keeps it until its last thread has gone. */
void emuq_job_end(emuq_partition_t *partition);

#endif /* EMUQ_JOB_H */
