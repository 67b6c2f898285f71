/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file deaths.h
 * @brief Private to the kernel shim: reports of ranks that die by a signal: where ranks are threads, of which
 * no launcher sees which it was, and where the launcher prints the stacks of ranks that die. The handlers
 * replace the default action only; the process ends by the same signal afterwards, with a core dump at the
 * same instruction.
 */
#ifndef EMUQ_DEATHS_H
#define EMUQ_DEATHS_H

#include <signal.h>
#include <stdbool.h>

/** Installs handlers for the signals that end a process and have the default action. Once for the process; a
 * program may replace them. */
void emuq_deaths_watch(void);

/** Whether @p action is a handler of this module, which counts as the default action. */
bool emuq_deaths_is_ours(const struct sigaction *action);

/** Gives the calling thread an alternate stack for signals, so that a stack overflow is reported, if handlers
 * are installed and the thread has none. Without memory it does nothing. */
void emuq_deaths_enter(void);

/** Frees the stack of emuq_deaths_enter(). */
void emuq_deaths_leave(void);

#endif /* EMUQ_DEATHS_H */
