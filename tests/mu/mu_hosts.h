/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mu_hosts.h
 * @brief Pretended hosts: with MU_HOSTS=2 or more in the environment a job's nodes are spread over so many
 * partitions on this machine.
 */
#ifndef MU_HOSTS_H
#define MU_HOSTS_H

#include "kernel-shim/hosts/local.h"
#include "kernel-shim/job/partition.h"

/** One host, in its processes. */
typedef struct mu_host {
    emuq_spread_t spread;
    emuq_local_hosts_t local;
} mu_host_t;

/** What MU_HOSTS says; 1: all on one. */
uint32_t mu_hosts(void);

/** Forks a process for each host, which runs @p host. @return the worst status. */
int mu_hosts_run(const emuq_job_t *job, uint32_t nodes, int (*host)(const emuq_job_t *job, mu_host_t *host));

#endif /* MU_HOSTS_H */
