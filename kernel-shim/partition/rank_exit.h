/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rank_exit.h
 * @brief Ranks of threads mode, and the end of ranks in both modes.
 */
#ifndef EMUQ_RANK_EXIT_H
#define EMUQ_RANK_EXIT_H

#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <sys/types.h>

#include "backends/settings.h"
#include "kernel-shim/partition/state.h"

/* ---- exit statuses that end the job (rank-mapping 6) ---- */

/** Values of the setting EMUQ_KILL_ON_BAD_EXIT, in the order of its words. */
typedef enum emuq_bad_exit {
    EMUQ_BAD_EXIT_MACHINE, /**< status 1, like the machine's control system */
    EMUQ_BAD_EXIT_ANY,     /**< every status but 0 */
    EMUQ_BAD_EXIT_NONE
} emuq_bad_exit_t;

/** State of the message about a bad exit. */
typedef enum emuq_bad_exit_report {
    EMUQ_BAD_EXIT_UNREPORTED,
    EMUQ_BAD_EXIT_REPORTING, /**< a local rank prints */
    EMUQ_BAD_EXIT_REPORTED   /**< printed, also by a remote host */
} emuq_bad_exit_report_t;

/** Whether exit status @p status (low eight bits) ends the job. Call after the settings have been read. */
static inline bool emuq_exit_is_bad(int status)
{
    status &= 0xff;
    switch ((emuq_bad_exit_t)emuq_setting_number(EMUQ_SETTING_KILL_ON_BAD_EXIT)) {
    case EMUQ_BAD_EXIT_ANY:
        return status != 0;
    case EMUQ_BAD_EXIT_NONE:
        return false;
    case EMUQ_BAD_EXIT_MACHINE:
        break;
    }
    return status == 1;
}

/* ---- threads mode ---- */

#define EMUQ_NO_STATUS (-1)

/** Target of exit() in a rank. */
typedef struct emuq_rank_exit {
    unsigned status; /**< atomic; as int: first status, eight bits; EMUQ_NO_STATUS: none */
    pid_t pid;       /**< Linux process, to recognise forked children */
    jmp_buf start;   /**< frame that calls the rank's main function */
} emuq_rank_exit_t;

/** Whether a bad exit ends this Linux process: the program is the job. Set before ranks begin. */
extern bool emuq_bad_exit_ends_process;

/** Records the status of a rank unless it has one. Thread-safe. */
void emuq_rank_exit_with(emuq_rank_exit_t *rank, int status);

/** exit() in threads mode: the main thread of a rank returns to its first frame, a later thread ends. Returns
 *  outside ranks, and in forked children. */
void emuq_rank_exit(int status);

struct emuq_rank_thread {
    struct emuq_ranks *job;
    emuq_process_t *process;
    pthread_t thread;
    char **argv;
    emuq_rank_exit_t exit;
};

/** Start gate: opens when all main threads exist. */
typedef enum emuq_gate { EMUQ_GATE_CLOSED, EMUQ_GATE_OPEN, EMUQ_GATE_CANCELLED } emuq_gate_t;

struct emuq_ranks {
    emuq_main_t entry;
    int argc;
    uint32_t count;
    struct emuq_rank_thread *rank; /**< [count] */
    char *arguments;               /**< argument vector and strings of each rank */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    pthread_cond_t ended;
    uint32_t over;    /**< ended main threads; guarded by lock */
    emuq_gate_t gate; /**< guarded by lock */
};

/** Makes the ranks of @p partition, with copies of the arguments. @return NULL: out of memory */
struct emuq_ranks *emuq_ranks_new(emuq_partition_t *partition, emuq_main_t entry, int argc, char **argv);

/** Frees ranks without threads. NULL: nothing. */
void emuq_ranks_free(struct emuq_ranks *ranks);

/* ---- processes mode ---- */

/** Marks a rank as ended. Only the first call counts. Thread-safe, also in the launcher. */
void emuq_rank_end(emuq_process_t *process, int status);

/** Sockets stay open until the end of the job: a component needs them. Set before the rank ends. */
extern bool emuq_keep_sockets;

/** Keeps the calling process until the job is over, so that delayed messages find memory and FIFOs. Suspends
 * all other threads; signals that end a job act by default. @param is_launched by our launcher, which
 * monitors ranks @param has_engine keep the engine's connections */
void emuq_rank_await_job(emuq_partition_t *partition, bool is_launched, bool has_engine);

/** Suspends all threads of the process except the caller, threads that block every signal (the backend's),
 * and, until they leave it, threads in a critical section. Takes no lock and no memory. */
void emuq_threads_suspend(void);

/** Resumes the threads. Call in the suspending thread. */
void emuq_threads_resume(void);

/** Signals the running ranks of this host that have joined (0: no signal). @return whether there are any */
bool emuq_joined_signal(const emuq_partition_t *partition, int signal);

#endif /* EMUQ_RANK_EXIT_H */
