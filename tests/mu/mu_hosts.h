/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mu_hosts.h
 * @brief Pretended hosts: with MU_HOSTS=2 or more in the environment a job's nodes are spread over so many
 * partitions on this machine. With MU_FABRIC=1 their host engines are processes that are connected by
 * libfabric, over loopback; otherwise by sockets.
 */
#ifndef MU_HOSTS_H
#define MU_HOSTS_H

#include <pthread.h>
#include <stdbool.h>

#include "transport/local.h"
#include "kernel-shim/partition/host_engine.h"
#include "kernel-shim/partition/partition.h"

/** Where hosts that are connected by libfabric meet; in memory that all of them see. */
typedef struct mu_meeting {
    pthread_barrier_t barrier;
    emuq_host_text_t texts[EMUQ_LOCAL_HOSTS];
    bool has_failed; /**< __atomic */
} mu_meeting_t;

/** One host, in its processes. */
typedef struct mu_host {
    emuq_job_hosts_t spread;
    emuq_local_hosts_t local;
    mu_meeting_t *meeting; /**< NULL: connected by sockets */
    emuq_engine_process_t engine;
    bool is_in_rank; /**< the engine is in the only rank of the host */
} mu_host_t;

/** What MU_HOSTS says; 1: all on one. */
uint32_t mu_hosts(void);

/** Forks a process for each host, which runs @p host. @return the worst status. */
int mu_hosts_run(const emuq_job_t *job, uint32_t nodes, int (*host)(const emuq_job_t *job, mu_host_t *host));

/** Starts the engine of a host whose partition has been made, before its ranks, and connects it. Nothing is
 * done if hosts are connected by sockets, or the engine is to be in the only rank. @return 0, or a negative
 * errno after a message */
int mu_host_meet(mu_host_t *host, emuq_partition_t *partition);

/** The same in a rank that is about to join, if the engine is to be there. */
int mu_rank_meet(mu_host_t *host, emuq_partition_t *partition);

#endif /* MU_HOSTS_H */
