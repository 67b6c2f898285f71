/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file partition.h
 * @brief Private to the kernel shim: the life of a partition, from the boot of its nodes to the end of a job.
 */
#ifndef EMUQ_JOB_PARTITION_H
#define EMUQ_JOB_PARTITION_H

#include "kernel-shim/partition/state.h"

/** Makes a partition for @p job: reads the settings, then makes nodes, processes, machine, class routes and
 *  personality as at job start. The mapping of @p job is copied before the settings are read.
 *  @return 0, or a negative errno after a message; nothing is left behind. */
int emuq_partition_open(const emuq_job_t *job, emuq_partition_t **partition);
/** Frees the partition. No thread is a member of one of its processes. */
void emuq_partition_close(emuq_partition_t *partition);

/** Differs if anything in the arena of a partition is laid out differently. */
uint64_t emuq_partition_layout(void);

/** How a job is spread over hosts, of which each has a host engine (host_engine.h) and makes the whole
 * partition. */
typedef struct emuq_spread {
    uint32_t hosts; /**< 2 or more */
    uint32_t host;  /**< this one, from 0 */
    /** Says on which host each node is; the same on all hosts. NULL: blocks of consecutive nodes, as even as
     * possible.
     *  @param p has its shape and mapping, and no machine yet. @param of_node [p->nodes] set
     *  @return 0, or a negative errno after a message */
    int (*place)(const struct emuq_spread *spread, const emuq_partition_t *p, uint16_t *of_node);
    const void *argument; /**< for place() */
    /** The hosts are one machine, which has the ranks of all of them. */
    bool is_pretended;
    /** The job has been looked at, and what is to be said about it has been said. */
    bool is_planned;
} emuq_spread_t;

/** The first half of open: makes the partition, which no process uses yet.
 *  @param is_shared its processes will be Linux processes.
 *  @param spread NULL: the job is on this host alone. Only with is_shared.
 *  @return 0, or a negative errno after a message. */
int emuq_partition_make(const emuq_job_t *job, bool is_shared, const emuq_spread_t *spread,
                        emuq_partition_t **partition);
/** The second half: this Linux process uses the partition from now on. @param node its node, or UINT32_MAX if
 * all ranks are its threads, or it is the host engine. @param engine the callbacks of the host engine, of
 * which error, failed, carry, lend and exhausted count; otherwise NULL. @return 0, or a negative errno after
 * a message. */
int emuq_partition_attach(emuq_partition_t *partition, uint32_t node, const emuq_kernel_callbacks_t *engine);
/** Undoes attach. */
void emuq_partition_detach(emuq_partition_t *partition);
/** The calling thread is about to run the main function of a rank. Returns when it may. */
void emuq_partition_begin(emuq_process_t *process);
/** The main function of the rank is over. */
void emuq_partition_end(emuq_process_t *process);
/** A rank has ended; its memory and its FIFOs stay as they are, but packets are dropped. Process mode: its
 * messages are completed first, if that takes no longer than a second. */
void emuq_partition_retire(emuq_process_t *process);
/** Process mode: this Linux process is no member any more. What peers send to its memory, @p space, from now
 * on is an error if the job is not over. The memory of the arena stays. */
void emuq_partition_leave(emuq_partition_t *partition, emuq_address_space_t *space);

#endif /* EMUQ_JOB_PARTITION_H */
