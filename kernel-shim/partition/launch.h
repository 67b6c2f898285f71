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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "backends/backend.h"
#include "emuq/partition.h"
#include "transport/connection.h"
#include "kernel-shim/partition/host_engine.h"
#include "kernel-shim/partition/rank_state.h"

typedef struct emuq_launch emuq_launch_t;

/** In a file of a program: the program does not join a partition, whatever its environment says. */
#define EMUQ_IS_NO_RANK                                                                                      \
    extern const int emuq_is_no_rank;                                                                        \
    const int emuq_is_no_rank = 1

/** Pretended hosts of a job. */
typedef struct emuq_local_hosts emuq_local_hosts_t;

/** Over how many pretended hosts EMUQ_HOSTS spreads a job; at most one for each node. */
uint32_t emuq_launch_hosts(const emuq_job_t *job);
/** Connects pretended hosts, before a process is forked for each: one of them has one partition.
 *  @param hosts 2 or more. @return 0, or a negative errno. */
int emuq_launch_hosts_open(uint32_t hosts, emuq_local_hosts_t **opened);
/** In a process that belongs to no host any more. */
void emuq_launch_hosts_close(emuq_local_hosts_t *hosts);

/** How a job is spread over hosts, each of which has a launcher. */
typedef struct emuq_launch_spread {
    uint32_t hosts;            /**< 2 or more */
    uint32_t host;             /**< this one, from 0 */
    const uint32_t *nodes;     /**< [hosts] consecutive nodes of each, in all those of the job */
    uint64_t job_id;           /**< the same on all hosts, not 0 */
    const char *near;          /**< this host as the others know it; NULL: it finds that out */
    emuq_local_hosts_t *local; /**< the hosts are pretended; NULL: they are not */
    bool is_planned; /**< the partition has been booted for a look: what is to be said has been said */
} emuq_launch_spread_t;

/** Differs from that of other builds whose hosts cannot work together with this one. */
uint64_t emuq_launch_layout(void);

/** Boots a partition for processes. One at a time. Settings supply what @p job does not say (mapping NULL).
 *  @param spread NULL: the job is on one host; otherwise valid as long as the launch.
 *  @return 0, or a negative errno after a message. */
int emuq_launch_open(const emuq_job_t *job, const emuq_launch_spread_t *spread, emuq_launch_t **launch);

/** Whether the job is on several hosts. Then the host engine has to be started, and only the ranks that are
 * here. */
bool emuq_launch_is_spread(const emuq_launch_t *launch);

/** Offers the host engine of a job on several hosts to the only rank of this host, which is to be started
 * then.
 *  @return 0; -ENOENT: the engine is to be a process, and to be started before any rank; or another negative
 * errno after a message */
int emuq_launch_engine_offer(emuq_launch_t *launch);
/** In the process that becomes that rank: it gets what it needs for the engine. */
void emuq_launch_engine_give(const emuq_launch_t *launch);

/** In the process of a rank, before exec: the rank inherits the partition, and can join it where it cannot
 * open files of the launcher (containers). */
void emuq_launch_give(const emuq_launch_t *launch);

/** Starts the host engine of a job on several hosts, as a child of this process, unless the rank to which it
 * has been offered takes it.
 *  @param rank process of that rank, or 0; and what ends waits for the engine
 *  @param text set to how the other hosts reach it. @param pid set; 0: it is in the rank
 *  @return 0; -ESRCH: the rank that runs the engine has ended, without a message; -ECANCELED: rank.cancel; or
 *  another negative errno after a message. */
int emuq_launch_engine_start(emuq_launch_t *launch, emuq_peer_t rank, emuq_host_text_t *text, int32_t *pid);
/** Connects it with the others. @param texts [hosts] of all, in their order
 *  @return as emuq_launch_engine_start() */
int emuq_launch_engine_connect(emuq_launch_t *launch, const emuq_host_text_t *texts,
                               const unsigned char key[EMUQ_KEY_BYTES]);

/** What the host engine has exchanged with another host. @return 0, or -ENOENT: nothing is known */
int emuq_launch_lane(const emuq_launch_t *launch, uint32_t host, emuq_connection_counts_t *counts);

/** The node of a rank. */
uint32_t emuq_launch_node(const emuq_launch_t *launch, uint32_t rank);
/** Whether a rank is on this host. */
bool emuq_launch_is_here(const emuq_launch_t *launch, uint32_t rank);
/** Runs the host engine, until the job is over. @return 0, or a negative errno after a message. */
int emuq_launch_engine(emuq_launch_t *launch);
/** The engine has been started. */
void emuq_launch_engine_started(emuq_launch_t *launch);

/** Frees everything. No rank runs any more. */
void emuq_launch_close(emuq_launch_t *launch);

/** Before ranks start: each is bound to a share of @p processors (bits of [EMUQ_UNBOUND_WORDS] words), and
 * gets all of them when it has more threads than its share is for. */
void emuq_launch_unbind(emuq_launch_t *launch, const uint64_t *processors);

/** Value of EMUQ_PARTITION for the ranks; valid as long as the launch and this process. */
const char *emuq_launch_path(const emuq_launch_t *launch);
/** Number of ranks (active processes). */
uint32_t emuq_launch_ranks(const emuq_launch_t *launch);
/** The job, with nothing left to be defaulted. */
const emuq_job_t *emuq_launch_job(const emuq_launch_t *launch);

/** What has become of a rank. */
emuq_rank_state_t emuq_launch_state(const emuq_launch_t *launch, uint32_t rank);

/** Before ranks are started: a rank that dies by a signal stops first, until SIGCONT. */
void emuq_launch_stop_dying(emuq_launch_t *launch);
/** Whether a rank has stopped, or is about to, because it dies by a signal. */
bool emuq_launch_is_dying(const emuq_launch_t *launch, uint32_t rank);

/** The process of @p rank has ended with an exit status, as the launcher has noticed: the other ranks do not
 *  wait for it at their ends. @return the status: what the rank has said if it lingered. */
int emuq_launch_ended(const emuq_launch_t *launch, uint32_t rank, int status);

/** The first exit status of a rank that is not 0; or 0. */
int emuq_launch_status(const emuq_launch_t *launch);

/** Packets that were dropped because they were for ranks that had ended. */
uint64_t emuq_launch_dropped(const emuq_launch_t *launch);

/** The counts of all nodes, in their order, as far as this host has counted them. No rank runs any more.
 *  @param counts set: [nodes] to be freed with free()
 *  @return 0, -ENOMEM, or -ENOTSUP: the backend does not know them */
int emuq_launch_counts(const emuq_launch_t *launch, emuq_node_counts_t **counts);

/** A counter of a room beside the Message Units, of the first one published on: name, and count of each node.
 *  @param which from 0 @param count [nodes] set
 *  @return the name, or NULL: there are not so many */
const char *emuq_launch_room_count(const emuq_launch_t *launch, uint32_t which, uint64_t *count);

/** The same of those counters whose rates are worth saying. @return what is counted, or NULL */
const char *emuq_launch_room_rate(const emuq_launch_t *launch, uint32_t which, uint64_t *count);

/** emuq_launch_counts() while ranks run, roughly: see emuq_backend_t::glance. @param counts [nodes] set
 *  @return 0, or -ENOTSUP: the backend does not know them */
int emuq_launch_glance(const emuq_launch_t *launch, emuq_node_counts_t *counts);

/** The fullest FIFOs: see emuq_backend_t::fullest. @return how many are set */
uint32_t emuq_launch_fullest(const emuq_launch_t *launch, emuq_fifo_fill_t *fill, uint32_t most);

/** The exit status for a software error that has ended the job, after its report; 0 if there was none. */
int emuq_launch_failed(const emuq_launch_t *launch);

/** Whether the rank that has run the host engine was ended by it, after its message, because the job cannot
 * go on. */
bool emuq_launch_engine_failed(const emuq_launch_t *launch);

/** The host that this host's engine has lost, which has ended the job; UINT32_MAX: none. */
uint32_t emuq_launch_lost_host(const emuq_launch_t *launch);

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
