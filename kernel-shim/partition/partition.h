/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file partition.h
 * @brief The life of a partition.
 *
 * A function that returns "a negative errno" has printed an error.
 */
#ifndef EMUQ_PARTITION_LIFE_H
#define EMUQ_PARTITION_LIFE_H

#include "kernel-shim/partition/state.h"

/** Hosts of a job. Each makes the whole partition. */
typedef struct emuq_job_hosts {
    uint32_t hosts; /**< 2 or more */
    uint32_t host;  /**< this host, from 0 */
    /** Determines the host of each node; NULL: even blocks of nodes. @param p has shape and mapping, no
     * machine yet @param of_node [p->nodes] set @return 0 or a negative errno */
    int (*place)(const struct emuq_job_hosts *hosts, const emuq_partition_t *p, uint16_t *of_node);
    const void *argument;
    bool is_simulated; /**< this machine runs all hosts */
    bool is_planned;   /**< validated in advance; diagnostics already printed */
} emuq_job_hosts_t;

/** Sets job, geometry and nodes of a partition without memory. Reads the settings. @param p initially zero
 * @param job NULL: defaults @return 0 or a negative errno */
int emuq_partition_plan(emuq_partition_t *p, const emuq_job_t *job);

/** Makes a partition. Reads the settings. @param job NULL: defaults @param is_shared processes mode @param
 * hosts NULL: one host @return 0 or a negative errno */
int emuq_partition_make(const emuq_job_t *job, bool is_shared, const emuq_job_hosts_t *hosts,
                        emuq_partition_t **partition);

/** Attaches this Linux process. @param node UINT32_MAX: threads mode, or the host engine @param engine
 * callbacks of the host engine; NULL: none @return 0 or a negative errno */
int emuq_partition_attach(emuq_partition_t *partition, uint32_t node, const emuq_kernel_callbacks_t *engine);

void emuq_partition_detach(emuq_partition_t *partition);

/** Makes and attaches a partition of threads mode. */
int emuq_partition_open(const emuq_job_t *job, emuq_partition_t **partition);

/** Frees the partition. No thread is a member of its processes. */
void emuq_partition_close(emuq_partition_t *partition);

/** Hash of the memory layout; equal in builds that can share a partition */
uint64_t emuq_partition_layout(void);

/** Drops further packets to a rank that has ended. Processes mode: completes its messages first, within a
 *  second. */
void emuq_partition_retire(emuq_process_t *process);

/** Processes mode: ends the membership of this Linux process. Messages to @p space are errors until the job
 *  is over. */
void emuq_partition_leave(emuq_partition_t *partition, emuq_address_space_t *space);

/** The process of the calling thread. A thread outside any job joins the default partition, made on first
 *  use. Never NULL: failures end the program. Thread-safe. */
emuq_process_t *emuq_process_self(void);

/** Begins a job of threads mode: closes former partitions. @return 0; -EBUSY after printing an error: another
 *  job runs, or threads are outside the job */
int emuq_job_begin(void);

/** Ends a job. Closes @p partition (NULL: none) when its last thread has left. */
void emuq_job_end(emuq_partition_t *partition);

#define EMUQ_COMPONENT_COUNTER_NAME 28 /**< with the terminating zero */
#define EMUQ_COMPONENT_RATE_NAME    20 /**< with the terminating zero */

#define EMUQ_COMPONENT_LINKS 6 /**< most links of a node of a component */

/** Counter of a component outside the kernel shim, such as a network card, one per node or per link of a
 * node. Constant once published */
typedef struct emuq_component_counter {
    struct emuq_component_counter *next;
    char name[EMUQ_COMPONENT_COUNTER_NAME];
    char rate[EMUQ_COMPONENT_RATE_NAME]; /**< counted objects, for a rate; "": no rate */
    uint32_t stride;                     /**< bytes between the counters of two nodes */
    const uint64_t *first;               /**< counter of node 0, in the arena; atomic, relaxed */
    const uint64_t *more;                /**< counter to be added to `first`; NULL: none */
    uint32_t links;       /**< counters of a node, one per link: A-, A+, B-, ...; 0: one counter */
    uint32_t link_stride; /**< bytes between the counters of two links */
} emuq_component_counter_t;

/** Publishes a counter for the launcher. Thread-safe, in all processes. @return 0 or -ENOMEM */
int emuq_component_counter_publish(emuq_partition_t *partition, const char *name, const char *rate,
                                   const uint64_t *first, const uint64_t *more, uint32_t stride);

/** Publishes a counter of each link. Thread-safe, in all processes.
 * @param first of the first link of node 0; minus and plus in the first dimension of the shape, in the
 * second, ...
 * @param links up to EMUQ_COMPONENT_LINKS
 * @param link_stride, stride bytes between the counters of two links, and of two nodes
 * @return 0, -EINVAL or -ENOMEM */
int emuq_component_links_publish(emuq_partition_t *partition, const char *name, const char *rate,
                                 const uint64_t *first, uint32_t links, uint32_t link_stride,
                                 uint32_t stride);

#define EMUQ_COMPONENT_HEALTH_VALID (UINT32_C(1) << 23) /**< the other bits of a word are valid */

/** Publishes the health of the nodes for the launcher (apenet 8.6). Call once, in the process that makes the
 * component. Readers load emuq_partition_t::health with acquire.
 * @param word word of node 0, in the arena; atomic; ::EMUQ_COMPONENT_HEALTH_VALID
 * @param stride bytes between the words of two nodes
 * @param count number of words, one for each node */
void emuq_component_health_publish(emuq_partition_t *partition, const uint32_t *word, size_t stride,
                                   uint32_t count);

/** Creates an internal thread of a component outside the kernel shim: no member of a process, with all
 * signals but faults blocked. emuq_process_self() is not for such threads. Thread-safe.
 * @param stop makes the thread return soon; called once, before the partition is detached
 * @return 0 or a negative errno; -EAGAIN: too many threads */
int emuq_component_thread(void *(*start)(void *), void *argument, void (*stop)(void));

/** Ends the threads of emuq_component_thread() in this Linux process. */
void emuq_component_threads_end(void);

/** Flags by which a component recognises live processes, one per process of each node. Constant once
 * published
 */
typedef struct emuq_component_presence {
    struct emuq_component_presence *next;
    bool *first;                        /**< flag of process 0 of node 0, in the arena; atomic */
    size_t node_stride, process_stride; /**< bytes between the flags of two nodes, or of two processes */
    unsigned *losses;                   /**< atomic; grows after each cleared flag; in the arena, or NULL */
} emuq_component_presence_t;

/** Publishes flags, which emuq_process_lost() clears. Clears the flags of lost processes at once.
 * Thread-safe, in all processes. @return 0 or -ENOMEM */
int emuq_component_presence_publish(emuq_partition_t *partition, bool *first, size_t node_stride,
                                    size_t process_stride, unsigned *losses);

/** Marks a process that has died or left while its job continues (apenet 8.6): clears its flag in each
 * component, with release. */
void emuq_process_lost(emuq_process_t *process);

/** Finds processes of this host that have died without a report by a launcher, at most every 50 ms, and calls
 * emuq_process_lost() for each. With a delay, messages to a process of emuq_join() are dropped from then on.
 * @param delay_ns from the first search that finds the process dead; 0: none. Thread-safe */
void emuq_partition_find_deaths(emuq_partition_t *partition, uint64_t delay_ns);

/* Recording of a job (EMUQ_TRACE). The process that makes the partition opens the file before the first rank,
 * and writes it after the last. These functions exist with EMUQ_HAVE_TRACE only. */

/** Begins the recording that the settings require. @return 0 or a negative errno */
int emuq_job_recording_open(emuq_partition_t *partition);

/** Sets the name of the job's program; default: this process runs the program. */
void emuq_job_recording_name(const char *program);

/** Keeps the file of a finished job: new partitions are not recorded. */
void emuq_job_recording_keep(bool keep);

/** Adds this process to a recording, before attaching. */
void emuq_job_recording_join(emuq_partition_t *partition);

/** Ends the recording of a partition, with emuq_job_recording_save(). */
void emuq_job_recording_end(const emuq_partition_t *partition);

/** Writes the file once, in the process that has opened it. Returns when the file is written. Thread-safe */
void emuq_job_recording_save(void);

#endif /* EMUQ_PARTITION_LIFE_H */
