/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file watch.h
 * @brief The launcher's loop: from the start of the ranks to the end of the last one.
 */
#ifndef EMUQ_WATCH_H
#define EMUQ_WATCH_H

#include <signal.h>

#include "kernel-shim/partition/launch.h"
#include "tools/emuq-run/crew.h"

/** Blocks the signals that the loop looks for. @param before set to the mask as it was. @return a descriptor
 * to read them from, or a negative errno. */
int emuq_watch_signals(sigset_t *before);

/** @return a descriptor that is readable while a signal is pending that ends the job; or a negative errno. It
 * is not to be read: the signal stays pending. */
int emuq_watch_enders(void);

/** Closes the descriptor. The signals that were looked for do again what they did, but for one that only
 * asks. */
void emuq_watch_signals_end(int signals, const sigset_t *before);

/** Watches the ranks until none runs. @param signals from emuq_watch_signals(). @return exit status of the
 * job. */
int emuq_watch(emuq_crew_t *crew, const emuq_command_t *command, emuq_launch_t *launch, const char *path,
               int signals);

#endif /* EMUQ_WATCH_H */
