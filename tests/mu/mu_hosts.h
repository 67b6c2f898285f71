/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mu_hosts.h
 * @brief Simulated hosts: MU_HOSTS=2 or more in the environment spreads a job's nodes over as many
 * partitions on this machine. MU_FABRIC=1: their host engines are processes connected by libfabric over
 * loopback; otherwise by sockets.
 */
#ifndef MU_HOSTS_H
#define MU_HOSTS_H

#include <pthread.h>
#include <stdbool.h>

#include "transport/connection.h"
#include "kernel-shim/partition/host_engine.h"
#include "kernel-shim/partition/partition.h"

/** Rendezvous of hosts connected by libfabric, in shared memory. */
typedef struct mu_meeting {
    pthread_barrier_t barrier;
    emuq_host_text_t texts[EMUQ_LOCAL_HOSTS];
    bool has_failed; /**< __atomic */
} mu_meeting_t;

/** A host, in its processes. */
typedef struct mu_host {
    emuq_job_hosts_t spread;
    emuq_local_hosts_t local;
    mu_meeting_t *meeting; /**< NULL: connected by sockets */
    emuq_engine_process_t engine;
    bool is_in_rank; /**< the engine runs in the only rank of the host */
} mu_host_t;

/** Value of MU_HOSTS; 1: a single host. */
uint32_t mu_hosts(void);

/** Forks a process per host, which calls @p host. @return the worst status. */
int mu_hosts_run(const emuq_job_t *job, uint32_t nodes, int (*host)(const emuq_job_t *job, mu_host_t *host));

/** Starts and connects the engine of a host after its partition is made, before its ranks. No effect for
 * sockets, or if the engine runs in the only rank. @return 0, or a negative errno after printing an error */
int mu_host_meet(mu_host_t *host, emuq_partition_t *partition);

/** Same as mu_host_meet(), in a rank before it joins, if the engine runs there. */
int mu_rank_meet(mu_host_t *host, emuq_partition_t *partition);

#endif /* MU_HOSTS_H */
