/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file stacks.h
 * @brief Stacks of a rank that dies by a signal, and of the ranks that still run when a job is about to be
 * ended (--backtrace).
 *
 * A debugger looks at one rank after the other, as a process beside the ranks; what it prints comes through
 * as their lines do, so that the launcher does not wait for it.
 */
#ifndef EMUQ_STACKS_H
#define EMUQ_STACKS_H

#include <signal.h>
#include <sys/types.h>

#include "kernel-shim/partition/launch.h"
#include "tools/emuq-run/crew.h"

/** How long the debugger may look: at one process that runs several ranks, or at all ranks. */
#define EMUQ_STACKS_MS 30000u

/** The looking; all zero at first. */
typedef struct emuq_stacks {
    uint32_t next; /**< rank that has not been looked at */
    uint32_t rank; /**< that the debugger looks at */
    bool is_dying; /**< the debugger was started for that rank alone */
    bool is_open;
    emuq_stream_t out; /**< what the debugger prints */
} emuq_stacks_t;

/** Whether it is possible here. @return 0, or -ENOENT after a message. */
int emuq_stacks_check(void);

/** Has the debugger look at the next rank that runs: crew->debugger is its process until it has ended. To be
 * called again then. @return false: there is no other rank, or no debugger after a message. */
bool emuq_stacks_next(emuq_stacks_t *stacks, emuq_crew_t *crew, const emuq_launch_t *launch);

/** Has the debugger look at one rank that has stopped because it dies. @return 0, or a negative errno after a
 *  message */
int emuq_stacks_dying(emuq_stacks_t *stacks, emuq_crew_t *crew, uint32_t rank);

/** Has the debugger look at a process that runs several ranks, and waits for it. What it prints goes to
 * standard error. @param signals mask of the debugger */
void emuq_stacks_of_process(pid_t process, const sigset_t *signals);

/** Ends the debugger if it still runs, and says so. Everything that it has printed is brought through. */
void emuq_stacks_end(emuq_stacks_t *stacks, emuq_crew_t *crew);

#endif /* EMUQ_STACKS_H */
