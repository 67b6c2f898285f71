/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file local.h
 * @brief Private to the kernel shim: pretended hosts, partitions on one machine whose host engines are
 * connected by sockets, or by libfabric as those of real hosts are.
 */
#ifndef EMUQ_HOSTS_LOCAL_H
#define EMUQ_HOSTS_LOCAL_H

#include <stdbool.h>

#include "transport/engine.h"

#define EMUQ_LOCAL_HOSTS 16u /**< at most */

/** The sockets of all host engines. */
typedef struct emuq_local_hosts {
    uint32_t hosts;
    uint64_t job_id;                                 /**< of the job on all of them */
    int32_t launcher;                                /**< process that has connected them */
    bool by_fabric;                                  /**< there are no sockets */
    int socket[EMUQ_LOCAL_HOSTS * EMUQ_LOCAL_HOSTS]; /**< [host][other host]; -1: none, or closed */
} emuq_local_hosts_t;

/** Opens the sockets, which programs that are executed do not inherit. @param hosts 2..EMUQ_LOCAL_HOSTS
 *  @param by_fabric the engines need none
 *  @return 0, or a negative errno with all of them closed. */
int emuq_local_connect(emuq_local_hosts_t *local, uint32_t hosts, bool by_fabric);

/** Closes the sockets but those of host @p kept (UINT32_MAX: all). An engine finds that another one has gone
 * when no process has the other end. */
void emuq_local_close(emuq_local_hosts_t *local, uint32_t kept);

/** Runs the host engine of a partition in this process. Closes all other descriptors from 3 on.
 *  @return as emuq_host_engine() */
int emuq_local_engine(emuq_partition_t *partition, emuq_local_hosts_t *local);

#endif /* EMUQ_HOSTS_LOCAL_H */
