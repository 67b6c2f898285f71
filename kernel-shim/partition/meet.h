/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file meet.h
 * @brief Private to the kernel shim: ranks that a foreign launcher has started, on one host or several, find
 * their partition.
 *
 * The lowest rank of each host is its *leader*: it makes the partition there, and starts the host engine if
 * there are several hosts. Not thread-safe.
 */
#ifndef EMUQ_START_MEET_H
#define EMUQ_START_MEET_H

#include <limits.h>

#include "kernel-shim/bootstrap/bootstrap.h"
#include "kernel-shim/partition/host_engine.h"

/** What a rank has found. */
typedef struct emuq_meeting {
    emuq_partition_t *made;       /**< by this rank, the leader of its host; NULL: it is at path */
    char path[PATH_MAX];          /**< of the partition of this host */
    emuq_engine_process_t engine; /**< of a leader; pid 0: there is none */
} emuq_meeting_t;

/** Collective over all ranks of a job. Chooses the backend. @param method is open, and has gather()
 *  @return 0, or a negative errno on all ranks, after a message of one of them. */
int emuq_meet(const emuq_bootstrap_t *method, uint32_t rank, uint32_t ranks, emuq_meeting_t *meeting);

#endif /* EMUQ_START_MEET_H */
