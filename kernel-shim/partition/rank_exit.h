/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rank_exit.h
 * @brief Private to the kernel shim: how exit() ends a rank that is a thread of this Linux process.
 */
#ifndef EMUQ_RANK_EXIT_H
#define EMUQ_RANK_EXIT_H

#include <setjmp.h>
#include <stdbool.h>
#include <sys/types.h>

#define EMUQ_NO_STATUS (-1)

/** Where exit() of a rank leads. */
typedef struct emuq_rank_exit {
    int status;    /**< __atomic; low eight bits of what the first exit() or main() itself gave, or
                        EMUQ_NO_STATUS */
    pid_t pid;     /**< the Linux process of the rank: a child of fork() is another one */
    jmp_buf start; /**< the frame in which the rank's main function has been called */
} emuq_rank_exit_t;

/** Whether a rank's bad exit (partition/bad_exit.h) ends this Linux process: where the program is the job, and has
 * not called emuq_run_threads() itself. Set before ranks begin. */
extern bool emuq_bad_exit_ends_process;

/** Records the status of a rank, unless it has one. Thread-safe. */
void emuq_rank_exit_with(emuq_rank_exit_t *rank, int status);

/** As exit(0) of a rank that is a thread. @return only outside of such ranks, and in their children */
void emuq_rank_exit_early(void);

#endif /* EMUQ_RANK_EXIT_H */
