/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file spins.h
 * @brief Waits in loops that call nothing and only look at memory.
 *
 * The thread that has the baton is interrupted when it has run for long without a call, and executes its next
 * instructions one by one. If it comes back to the same instruction with the same registers, and memory that
 * it has stored to is as it was, it will do so until another thread stores: it waits. Whether that is so
 * depends on the program alone, and no other thread has run since it began to wait, so modelled times do not
 * depend on when it was interrupted. It is parked as one that polls in vain.
 *
 * A loop that changes anything, calls the system or asks for the time is none of these, nor is one of more
 * than 512 instructions or with instructions that are not known (instruction.h). Nor is any while a debugger
 * has the process.
 */
#ifndef EMUQ_TIMED_SPINS_H
#define EMUQ_TIMED_SPINS_H

#include "backends/timed/timed.h"

/** Before the first look: installs handlers of signals, once for the process. Without them no loop is seen to
 * wait. */
void emuq_spins_prepare(void);

/** Has a thread found out whether it waits. By the watch. */
void emuq_spins_look(const emuq_actor_t *a);

#endif /* EMUQ_TIMED_SPINS_H */
