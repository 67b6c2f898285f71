/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file hostlist.h
 * @brief The hosts of a job, and how many nodes each gets: --hosts and --hostfile.
 */
#ifndef EMUQ_HOSTLIST_H
#define EMUQ_HOSTLIST_H

#include <stdbool.h>
#include <stdint.h>

#define EMUQ_HOSTS_MOST      65535u
#define EMUQ_HOST_NAME_BYTES 256u

/** A host that was named. */
typedef struct emuq_listed {
    char name[EMUQ_HOST_NAME_BYTES];
    uint64_t slots; /**< nodes that it takes; 0: its share of what the others leave */
    bool mentions;  /**< the slots are how often it was named, without a number */
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
/** Gives each host a block of @p nodes nodes, 1 or more, and forgets those that get none.
 *  @return 0, or -EINVAL after a message: there is no room for all. */
int emuq_hostlist_place(emuq_hostlist_t *list, uint64_t nodes);
void emuq_hostlist_free(emuq_hostlist_t *list);

#endif /* EMUQ_HOSTLIST_H */
