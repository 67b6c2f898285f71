/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file serve.h
 * @brief The agent of a host: starts the host's launcher, and carries what it and the head say to each other.
 */
#ifndef EMUQ_SERVE_H
#define EMUQ_SERVE_H

#include "kernel-shim/partition/launch.h"
#include "tools/emuq-run/order.h"

/** Which host a launcher is for. */
typedef struct emuq_host {
    const emuq_launch_job_hosts_t *spread; /**< NULL: the job is on one host */
    uint32_t hosts;                     /**< 1 or more */
    uint32_t nodes;                     /**< of this host; 0: all */
} emuq_host_t;

/** Runs a job's part of a host. @return its exit status */
typedef int (*emuq_launch_function_t)(const emuq_command_t *command, const emuq_host_t *host);

/** Serves until the launcher of the host has ended, or nobody is there any more: then the launcher is ended.
 *  @param in,out from and to the head; closed at the end
 *  @param local the sockets of pretended hosts, closed in this process; or NULL
 *  @return exit status of this process */
int emuq_serve(int in, int out, emuq_local_hosts_t *local, emuq_launch_function_t launch);

#endif /* EMUQ_SERVE_H */
