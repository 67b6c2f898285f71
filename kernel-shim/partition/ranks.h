/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file ranks.h
 * @brief Private to the kernel shim: the ranks of a job whose ranks are threads of this process.
 */
#ifndef EMUQ_RANKS_H
#define EMUQ_RANKS_H

#include <pthread.h>

#include "kernel-shim/partition/state.h"
#include "kernel-shim/partition/rank_exit.h"

/** A rank's main thread. */
struct emuq_rank_thread {
    struct emuq_ranks *job;
    emuq_process_t *process;
    pthread_t thread;
    char **argv;
    emuq_rank_exit_t exit;
};

/** What the ranks of a job share. */
struct emuq_ranks {
    emuq_main_t entry;
    int argc;
    uint32_t count;
    struct emuq_rank_thread *rank; /**< [count] */
    char *arguments;               /**< of each rank the vector and its strings */
    pthread_mutex_t lock;
    pthread_cond_t moved; /**< the gate has moved */
    pthread_cond_t ended; /**< all main threads have ended */
    uint32_t over;        /**< ranks whose main threads are about to end; lock */
    enum emuq_gate {
        EMUQ_GATE_CLOSED,
        EMUQ_GATE_OPEN,
        EMUQ_GATE_CANCELLED
    } gate; /**< lock; no rank begins before all are there */
};

/** Makes the ranks of @p partition, each with a copy of the arguments; the gate is closed.
 *  @return them, or NULL without memory. */
struct emuq_ranks *emuq_ranks_new(emuq_partition_t *partition, emuq_main_t entry, int argc, char **argv);

/** Frees the ranks; NULL does nothing. No thread of theirs is left. */
void emuq_ranks_free(struct emuq_ranks *ranks);

#endif /* EMUQ_RANKS_H */
