/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file hosts.h
 * @brief The hosts of a job (--hosts and --hostfile), and which nodes and ranks are on each.
 */
#ifndef EMUQ_HOSTS_H
#define EMUQ_HOSTS_H

#include <stdbool.h>
#include <stdint.h>

#include "emuq/partition.h"
#include "tools/emuq-run/command.h"

#define EMUQ_HOSTS_MOST      65535u
#define EMUQ_HOST_NAME_BYTES 256u

/** A host that was named. */
typedef struct emuq_listed {
    char name[EMUQ_HOST_NAME_BYTES];
    uint64_t slots; /**< nodes that fit; 0: a share of the nodes that are left */
    bool mentions;  /**< slots counts how often the name was given without a number */
    bool has_count; /**< a number was given */
    uint32_t nodes; /**< set by emuq_hostlist_place() */
} emuq_listed_t;

/** In the order of their first mention. All zero: none. */
typedef struct emuq_hostlist {
    emuq_listed_t *host;
    uint32_t hosts;
} emuq_hostlist_t;

/** Adds the hosts of "n1,n2:8". @return 0, or -EINVAL after a message. */
int emuq_hostlist_add(emuq_hostlist_t *list, const char *text);
/** Adds those of a file with a host on each line: "n1", "n1:8" or "n1 slots=8"; # begins a comment.
 *  @return 0, or -EINVAL after a message. */
int emuq_hostlist_read(emuq_hostlist_t *list, const char *path);
/** Gives each host a block of @p nodes nodes, 1 or more, and removes hosts that get none.
 *  @return 0, or -EINVAL after a message: the hosts have too few slots */
int emuq_hostlist_place(emuq_hostlist_t *list, uint64_t nodes);
void emuq_hostlist_free(emuq_hostlist_t *list);

/** Where the nodes and ranks of a job are. */
typedef struct emuq_plan {
    emuq_hostlist_t hosts;
    uint32_t *nodes; /**< [hosts] number of each */
    uint64_t job_id; /**< random, not 0 */
    emuq_job_t job;  /**< without defaults left; mapping is not valid */
    uint32_t ranks;
    uint32_t *host_of_rank; /**< [ranks] */
} emuq_plan_t;

/** Checks the job as a launcher does, and places it on the hosts. @param simulated as of emuq_manager_run()
 *  @param plan set, to be freed whatever happens. @return 0, or the exit status after a message. */
int emuq_plan_make(emuq_plan_t *plan, const emuq_command_t *command, uint32_t simulated);
/** Prints which nodes and ranks are on which host, and how many links of the torus are between hosts. */
void emuq_plan_say(const emuq_plan_t *plan);
/** The ranks of a host, as in "rank 3" or "ranks 0-5,7"; to be freed. */
char *emuq_plan_ranks(const emuq_plan_t *plan, uint32_t host);
void emuq_plan_free(emuq_plan_t *plan);

#endif /* EMUQ_HOSTS_H */
