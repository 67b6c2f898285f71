/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file crew.h
 * @brief The processes of a job's ranks: started, signalled, and noticed when they end.
 *
 * Each is the leader of a process group of its own, and dies with the launcher. What is left of its group
 * when it ends is ended too.
 */
#ifndef EMUQ_CREW_H
#define EMUQ_CREW_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

#include "kernel-shim/partition/launch.h"
#include "tools/emuq-run/bind.h"
#include "tools/emuq-run/command.h"
#include "tools/emuq-run/input.h"
#include "tools/emuq-run/keeper.h"
#include "tools/emuq-run/output.h"

typedef struct emuq_rank {
    pid_t pid; /**< 0: it has not been started */
    bool ended;
    bool is_reaped; /**< and the watch has not looked at it yet */
    bool is_dying;  /**< it has stopped because it dies by a signal */
    bool is_shown;  /**< its stacks have been printed */
    int status;     /**< as of waitpid(), when it has ended */
    emuq_stream_t out, err;
} emuq_rank_t;

typedef struct emuq_crew {
    uint32_t ranks;
    uint32_t running;
    emuq_rank_t *rank;
    emuq_keeper_t keeper;
    emuq_input_t input;
    const emuq_binding_t *binding;
    bool is_looked_at;     /**< a debugger may look at the ranks */
    uint32_t waiting_rank; /**< waits for a debugger before it becomes the program; UINT32_MAX: none does */
    bool binds_in_turn;    /**< by the order in which ranks are started here, not by their numbers */
    bool is_parent;      /**< the launcher had other children when it was started: they are not ours to end */
    sigset_t signals;    /**< signal mask, and */
    struct rlimit files; /**< limit of open files, of the launcher when it was started: the ranks' */
    pid_t engine;        /**< the host engine; 0: there is none, or it has ended */
    pid_t debugger;      /**< that looks at a rank (stacks.h); 0: there is none, or it has ended */
    bool engine_lost;    /**< it has ended badly */
    uint32_t hosts;      /**< of the job; 1 or more */
    int signal_fd;       /**< readable when a signal has come */
    int enders;          /**< readable when a signal has come that ends the job; never read */
    int failures[2];     /**< pipe: why a rank could not execute the program */
} emuq_crew_t;

/** Makes room for so many open files. @return 0, or a negative errno after a message. */
int emuq_crew_limits(emuq_crew_t *crew, uint64_t ranks);

/**
 * Starts all ranks. @param signals mask of signals for them.
 * @param path of the program. Of a job on several hosts the engine is started first, and
 * only the ranks of this host.
 * @return 0, or a negative errno after a message; some may run then. To be closed in either case.
 */
int emuq_crew_open(emuq_crew_t *crew, const emuq_command_t *command, emuq_launch_t *launch, const char *path);

/** All ranks have ended: waits until the host engine has told the others, for a second at most. */
void emuq_crew_await_engine(emuq_crew_t *crew);

/** Ends what is left of the job, and frees the crew. */
void emuq_crew_close(emuq_crew_t *crew);

/** Sends a signal to all ranks that run and their children. */
void emuq_crew_signal(emuq_crew_t *crew, int signal);

/** Notices the end of a process. @return its rank; or NULL: no rank has ended since. */
emuq_rank_t *emuq_crew_reap(emuq_crew_t *crew);

/** Notices that a process has been stopped. @return its rank, UINT32_MAX: none has been stopped since */
uint32_t emuq_crew_stopped(const emuq_crew_t *crew);

/** Why a rank could not execute the program: an errno, or 0 if none failed. */
int emuq_crew_failure(emuq_crew_t *crew);

#endif /* EMUQ_CREW_H */
