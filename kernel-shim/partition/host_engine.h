/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file process.h
 * @brief Private to the kernel shim: the host engine as a process of its own, forked by the process that has
 * made the partition of its host: a launcher, or the first of a host's ranks.
 *
 * The engines of all hosts meet in two steps. Each is started, opens its endpoint, and says in a short text
 * how to reach it. Whoever starts them carries the texts, and a key that all of them know and no other
 * process, to every host. Not thread-safe.
 */
#ifndef EMUQ_HOSTS_PROCESS_H
#define EMUQ_HOSTS_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/peer.h"
#include "transport/connection.h"
#include "transport/fabric.h"
#include "kernel-shim/partition/state.h"

/** A host engine. */
typedef struct emuq_engine_process {
    pid_t pid; /**< of what has been forked: the engine or, if it ends ranks, its keeper; 0: there is none */
    pid_t engine; /**< of the engine itself; 0: not known yet */
    int control;  /**< its end means the end of the process that has started the engine, and so of the engine
                   */
    uint32_t hosts;   /**< of the job */
    emuq_peer_t peer; /**< the process that runs the engine, for waits */
} emuq_engine_process_t;

/** Where the engine of a host runs; decided once, by compare-and-exchange from undecided. */
typedef enum emuq_engine_place {
    EMUQ_ENGINE_UNDECIDED,
    EMUQ_ENGINE_IN_PROCESS, /**< in a process of its own: decided by the launcher */
    EMUQ_ENGINE_IN_RANK     /**< in the only rank of the host: decided by that rank, when it joins */
} emuq_engine_place_t;

/** Offers the engine to the rank that the caller is about to start, and that is to have the file open that
 * the partition names then. Without a rank that takes it emuq_engine_start() makes a process.
 *  @param engine gets one end of a connection. @param given the other one, to be closed when the rank has
 * been started
 *  @return 0, or a negative errno after a message */
int emuq_engine_propose(emuq_partition_t *partition, emuq_engine_process_t *engine, int *given);
/** Waits for the rank, and withdraws the offer if the rank does not take it soon, or ends before.
 *  @param rank its process @param text set as by emuq_engine_start()
 *  @return 0: the engine is in the rank; -ENOENT: it is not; -ESRCH: the rank took the offer and has ended,
 *  without a message; -ECANCELED: rank.cancel; or another negative errno after a message */
int emuq_engine_await_rank(emuq_partition_t *partition, emuq_engine_process_t *engine, emuq_peer_t rank,
                           emuq_host_text_t *text);
/** In a rank that joins: takes the engine over, if it is offered, and connects it with the others.
 *  @param fabric set: what carries its frames; NULL: it was not offered, or another place was decided
 *  @return 0, or a negative errno after a message */
int emuq_engine_accept(emuq_partition_t *partition, emuq_fabric_t **fabric);

/** Forks the engine of a spread partition that no process uses yet. It keeps no file open that it does not
 *  need.
 *  @param near name or address of this host as the other hosts know it, or NULL: by EMUQ_INTERFACE, or the
 *  first interface that is not loopback
 *  @param ends_ranks if the job cannot go on, the engine itself kills the ranks of this host: for launchers
 *  that do not watch it
 *  @param cancel descriptor that is readable when the caller gives up a wait for the engine; -1: none
 *  @param text set to how to reach it: begins with the name of the host and '/'
 *  @return 0, or a negative errno after a message; then there is no engine. */
int emuq_engine_start(emuq_partition_t *partition, const char *near, bool ends_ranks, int cancel,
                      emuq_engine_process_t *engine, emuq_host_text_t *text);

/** Opens the endpoint of an engine, in the process that runs it, and makes the counts of its connections.
 *  @param of_rank that process is a rank @param fabric,text set
 *  @return 0, or a negative errno after a message */
int emuq_engine_fabric_open(emuq_partition_t *partition, const char *near, bool of_rank,
                            emuq_fabric_t **fabric, emuq_host_text_t *text);
/** Connects it with those of the other hosts, as emuq_engine_connect() does for an engine elsewhere. */
int emuq_engine_fabric_connect(emuq_partition_t *partition, emuq_fabric_t *fabric,
                               const emuq_host_text_t *texts, const unsigned char key[EMUQ_KEY_BYTES]);

/** Lets the engine exchange frames with the others. It runs until all ranks of all hosts have ended.
 *  @param texts [hosts] of all hosts, in the order of their numbers
 *  @return 0; -ESRCH: the rank that runs the engine has ended, without a message; -ECANCELED; or another
 *  negative errno after a message */
int emuq_engine_connect(emuq_engine_process_t *engine, const emuq_host_text_t *texts,
                        const unsigned char key[EMUQ_KEY_BYTES]);

/** Waits until the engine has ended, and kills it after @p ms milliseconds, stopped or not. Then it says
 * nothing.
 *  @return 0, or -EPIPE: it has ended badly, after a message of its own, or -ETIMEDOUT: it was killed */
int emuq_engine_await(emuq_engine_process_t *engine, unsigned ms);

/* ---- the engine itself (engine.c) ---- */

/** Runs the host engine of a spread partition in this process, which is no other member, until all ranks of
 *  all hosts have ended. If the job cannot go on, the other hosts are told why.
 *  @return 0, or a negative errno after a message: a host is lost, or has sent nonsense, or has told that the
 * job cannot go on, or a rank of this host is lost, or there is no memory for a frame; or -ECANCELED, without
 * a message: the parent has ended.
 */
int emuq_host_engine(emuq_partition_t *partition, const emuq_connections_t *connections);

/* The parts of it, for a process that does more than that (rank_engine.c). One thread at a time. */

/** The callbacks of the engine, of which error and failed are for what it finds itself. */
extern const emuq_kernel_callbacks_t emuq_engine_callbacks;

/** What turns of the engine's connections do. */
emuq_connection_user_t emuq_engine_user(emuq_partition_t *partition);

/** Begins. @return 0 or -ENOMEM */
int emuq_engine_open(emuq_partition_t *partition, const emuq_connections_t *connections);

/** One turn of the connections, and what the engine has to do besides. @param may_sleep it may sleep
 *  @param is_over set: the job is, and the other hosts have been told
 *  @return as emuq_host_engine() */
int emuq_engine_step(const emuq_connection_user_t *user, bool may_sleep, bool *is_over);

/** Ends: what is left is sent, and if @p rc is not 0 the other hosts are told why. */
void emuq_engine_close(int rc);

/** Asks for time slices as long as those of the ranks, for the calling thread. */
void emuq_engine_shorten_slice(const emuq_partition_t *partition);

/** Makes the counts of a spread partition, all zero, unless it has them. Not thread-safe.
 *  @return them, [hosts]; or NULL without memory */
emuq_connection_counts_t *emuq_connection_counts_make(emuq_partition_t *partition);

/** Reads the counts of the connection to @p host. Thread-safe, in any process that has mapped the arena.
 *  @return 0, or -ENOENT: no engine has begun, or there is no such host */
int emuq_connection_counts_read(const emuq_partition_t *partition, uint32_t host,
                                emuq_connection_counts_t *counts);

/** Runs the host engine of a partition in this process. Closes all other descriptors from 3 on.
 *  @return as emuq_host_engine() */
int emuq_local_engine(emuq_partition_t *partition, emuq_local_hosts_t *local);

/** What one thread has seen; zero at first. */
typedef struct emuq_watch {
    uint64_t looked; /**< ns; last look */
    uint64_t since;  /**< ns; when the process of the rank was first found gone; 0: there is none */
    uint32_t rank;
} emuq_watch_t;

/** Looks, a few times in a second, whether the process of a rank that has joined is gone though the rank has
 *  not ended: it was killed, or has called _exit(). Only says so after a while: a launcher that ends the job
 *  for that does it at once, and knows more.
 *  @return whether there is such a rank, watch->rank */
bool emuq_watch_finds(emuq_watch_t *watch, const emuq_partition_t *partition);

#endif /* EMUQ_HOSTS_PROCESS_H */
