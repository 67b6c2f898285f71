/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mu_hosts.h
 * @brief Pretended hosts: with MU_HOSTS=2 or more in the environment a job's nodes are spread over so many
 * partitions on this machine, whose host engines are connected by sockets.
 */
#ifndef MU_HOSTS_H
#define MU_HOSTS_H

#include "kernel-shim/hosts/engine.h"

#define MU_HOSTS_MAX 8u

/** One host, in its processes. */
typedef struct mu_host {
    emuq_placement_t placement;
    uint32_t first[MU_HOSTS_MAX + 1];
    int lane[MU_HOSTS_MAX]; /**< socket to each other host; -1: none */
} mu_host_t;

/** What MU_HOSTS says; 1: all on one. */
uint32_t mu_hosts(void);

/** Forks a process for each host, which runs @p host. @return the worst status. */
int mu_hosts_run(const emuq_job_t *job, uint32_t nodes,
                 int (*host)(const emuq_job_t *job, const mu_host_t *host));

/** The host engine, with the sockets as its lanes. @return as emuq_host_engine() */
int mu_hosts_engine(emuq_partition_t *partition, const mu_host_t *host);

/** Closes the sockets in a process that is no engine. */
void mu_hosts_close(const mu_host_t *host);

#endif /* MU_HOSTS_H */
