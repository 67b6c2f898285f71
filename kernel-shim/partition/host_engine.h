/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file host_engine.h
 * @brief The host engine: the process that exchanges frames with the engines of remote hosts; one per host of
 * a distributed partition.
 *
 * The engine is a member of the partition without a node. The process that makes the partition of a host (a
 * launcher, or the first local rank) forks the engine. Rendezvous: each engine opens its endpoint and reports
 * a host text; the starter distributes all texts and a secret key of the job. Not thread-safe.
 */
#ifndef EMUQ_HOSTS_PROCESS_H
#define EMUQ_HOSTS_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include <emuq_components.h>

#include "base/process.h"
#include "transport/connection.h"
#include "transport/fabric.h"
#include "kernel-shim/partition/state.h"

/** A host engine, seen by its parent */
typedef struct emuq_engine_process {
    pid_t pid;    /**< the forked process: the engine, or its watchdog; 0: none */
    pid_t engine; /**< the engine; 0: not known yet */
    int control;  /**< socket to the engine, which ends when the socket closes */
    uint32_t hosts;
    emuq_peer_t peer; /**< its end or cancellation ends waits */
} emuq_engine_process_t;

/** Location of the engine; decided once, by compare-and-exchange. */
typedef enum emuq_engine_place {
    EMUQ_ENGINE_UNDECIDED,
    EMUQ_ENGINE_IN_PROCESS, /**< decided by the launcher */
    EMUQ_ENGINE_IN_RANK     /**< decided by the only local rank when it joins */
} emuq_engine_place_t;

/* Without EMUQ_HAVE_HOSTS, these functions do not exist and no statement reaches their calls. A function that
 * returns a negative errno has printed an error, unless noted. */

/** Offers the engine to a rank that is started next and inherits the socket `given`. @param given the
 * caller closes it after the start of the rank @return 0 or a negative errno */
int emuq_engine_propose(emuq_partition_t *partition, emuq_engine_process_t *engine, int *given);
/** Waits until the rank accepts; withdraws the offer after a timeout, or if the rank ends. @param text set as
 * by emuq_engine_start() @return 0: the rank runs the engine; or a negative errno, without a message:
 * -ENOENT: declined; -ESRCH: the rank has accepted and ended; -ECANCELED: rank.cancel */
int emuq_engine_await_rank(emuq_partition_t *partition, emuq_engine_process_t *engine, emuq_peer_t rank,
                           emuq_host_text_t *text);
/** Accepts an offered engine in a joining rank, and connects. @param[out] fabric NULL: no engine here @return
 * 0 or a negative errno */
int emuq_engine_accept(emuq_partition_t *partition, emuq_fabric_t **fabric);

/** Forks the engine of a distributed partition that no process uses yet. @param local_address name or address
 * of this host for remote hosts; NULL: see emuq_interface_address() @param ends_ranks with a watchdog that
 * kills local ranks if the job fails, for launchers that do not @param cancel descriptor that becomes
 * readable to cancel waits; -1: none @param text set; begins with the name of the host and '/' @return 0, or
 * a negative errno: no engine */
int emuq_engine_start(emuq_partition_t *partition, const char *local_address, bool ends_ranks, int cancel,
                      emuq_engine_process_t *engine, emuq_host_text_t *text);

/** Opens the endpoint in the process of the engine, and makes the counters. @param of_rank the process is a
 * rank @param[out] text address of the engine @return 0 or a negative errno */
int emuq_engine_fabric_open(emuq_partition_t *partition, const char *local_address, bool of_rank,
                            emuq_fabric_t **fabric, emuq_host_text_t *text);
/** Connects the engine, in its process, to the other hosts. @param texts [hosts] @return 0 or a negative
 * errno */
int emuq_engine_fabric_connect(emuq_partition_t *partition, emuq_fabric_t *fabric,
                               const emuq_host_text_t *texts, const unsigned char key[EMUQ_KEY_BYTES]);

/** Connects the engine, which then runs until all ranks of all hosts have ended. @param texts [hosts] @return
 * 0 or a negative errno; without a message: -ECANCELED; -ESRCH: the rank with the engine has ended */
int emuq_engine_connect(emuq_engine_process_t *engine, const emuq_host_text_t *texts,
                        const unsigned char key[EMUQ_KEY_BYTES]);

/** Waits for the end of the engine; kills it after @p ms milliseconds. @return 0; -EPIPE: failed, after a
 * message of the engine; -ETIMEDOUT: killed */
int emuq_engine_await(emuq_engine_process_t *engine, unsigned ms);

/* ---- in the process of the engine (engine.c) ---- */

/** Runs the engine until all ranks of all hosts have ended. Reports a failure to all hosts. @return 0 or a
 * negative errno; -ECANCELED, without a message: the job has failed, or the parent has ended */
int emuq_host_engine(emuq_partition_t *partition, const emuq_connections_t *connections);

/* Parts of emuq_host_engine(), for rank_engine.c. One thread at a time. */

/** Callbacks of the engine; error and failed are for errors found by the engine itself. */
extern const emuq_kernel_callbacks_t emuq_engine_callbacks;

emuq_connection_user_t emuq_engine_user(emuq_partition_t *partition);

/** @return 0 or -ENOMEM */
int emuq_engine_open(emuq_partition_t *partition, const emuq_connections_t *connections);

/** Calls progress() once, and makes the periodic checks. @param is_over set: the job is over, and all hosts
 * know @return 0 or a negative errno; -ECANCELED, without a message: the job has failed, or the parent has
 * ended */
int emuq_engine_step(const emuq_connection_user_t *user, bool may_sleep, bool *is_over);

/** Finishes pending work. Sends the reason of a failure if @p rc is not 0. */
void emuq_engine_close(int rc);

void emuq_engine_shorten_slice(const emuq_partition_t *partition);

/** Allocates the counters of a partition, once. Not thread-safe. @return [hosts]; NULL: out of memory */
emuq_connection_counts_t *emuq_connection_counts_make(emuq_partition_t *partition);

/** Reads the counters of a host. Thread-safe. @return 0; -ENOENT without a message: no engine, or no such
 * host */
int emuq_connection_counts_read(const emuq_partition_t *partition, uint32_t host,
                                emuq_connection_counts_t *counts);

/** Runs the engine of a simulated host. Closes all unneeded descriptors from 3 on. @return as
 * emuq_host_engine() */
int emuq_local_engine(emuq_partition_t *partition, emuq_local_hosts_t *local);

#endif /* EMUQ_HOSTS_PROCESS_H */
