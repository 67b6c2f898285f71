/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file join.h
 * @brief Linux processes join a partition as ranks.
 *
 * A function that returns "a negative errno" has printed an error.
 */
#ifndef EMUQ_JOIN_H
#define EMUQ_JOIN_H

#include <limits.h>

#include "kernel-shim/bootstrap/bootstrap.h"
#include "kernel-shim/partition/host_engine.h"
#include "kernel-shim/partition/state.h"

/** Joins a mapped partition. Call once, before a second thread exists. @return 0 or a negative errno */
int emuq_member_join(emuq_partition_t *partition, uint32_t rank);

/** Maps the partition at @p path. @param rank for messages @return 0 or a negative errno */
int emuq_join_attach(uint32_t rank, const char *path, emuq_partition_t **partition);

/** emuq_member_join() for a running program: its memory is not shared, and its signal handlers and the
 * scheduling of its threads do not change. @param rank EMUQ_ANY_RANK: the first that no process has had
 * @param window set: memory that is shared, at its address @return 0 or a negative errno */
int emuq_member_join_late(emuq_partition_t *partition, uint32_t rank, emuq_backed_window_t *window);

/** Ends the membership of emuq_member_join_late(). Waits for all ranks if they are on several hosts, unless
 * the process exits with a @p status except 0. @param launcher to be closed; NULL: none */
void emuq_member_leave_late(emuq_process_t *process, int status, const emuq_bootstrap_t *launcher);

/** Reports variables BG_... without effect (rank-mapping 7), once per job. */
void emuq_kernel_variables_report(void);

/** Result of emuq_wireup(). The leader of a host, its lowest rank, makes the partition and starts the
 * engine. */
typedef struct emuq_wireup {
    emuq_partition_t *made;       /**< partition of a leader; NULL: open path */
    char path[PATH_MAX];          /**< partition of this host */
    emuq_engine_process_t engine; /**< engine of a leader; pid 0: none */
    uint32_t dimensions;          /**< set by the caller, see emuq_job_of_ranks() */
} emuq_wireup_t;

/** Connects the ranks of an external launcher; collective. Chooses the backend. @param method is open, with
 * gather() @return 0; or a negative errno on all ranks, after printing an error */
int emuq_wireup(const emuq_bootstrap_t *method, uint32_t rank, uint32_t ranks, emuq_wireup_t *wireup);

#endif /* EMUQ_JOIN_H */
