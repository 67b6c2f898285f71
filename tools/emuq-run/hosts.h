/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file hosts.h
 * @brief A job on several hosts: a launcher of each, and one that watches them.
 */
#ifndef EMUQ_HOSTS_H
#define EMUQ_HOSTS_H

#include <signal.h>

#include "kernel-shim/launch/launch.h"
#include "tools/emuq-run/command.h"

/** Signal of a host's launcher to the one that watches them: it ends the job. */
#define EMUQ_HOST_ENDS SIGUSR2

/** Which host a launcher is for. */
typedef struct emuq_host {
    emuq_local_hosts_t *hosts; /**< NULL: the job is on one host */
    uint32_t number;
} emuq_host_t;

/** Runs @p launch in a process for each of @p hosts pretended hosts, and ends all of them when one ends
 *  badly or a signal comes. @return the exit status: the first that is not 0. */
int emuq_hosts_run(const emuq_command_t *command, uint32_t hosts,
                   int (*launch)(const emuq_command_t *command, const emuq_host_t *host));

#endif /* EMUQ_HOSTS_H */
