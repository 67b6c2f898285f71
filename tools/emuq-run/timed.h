/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file timed.h
 * @brief Jobs in modelled time (--timed): the program itself runs its ranks, as threads.
 */
#ifndef EMUQ_RUN_TIMED_H
#define EMUQ_RUN_TIMED_H

#include "tools/emuq-run/command.h"

/** Becomes the program of a command, with the settings by which it runs the job on the timed backend.
 *  @return the exit status, after a message: that is not possible. */
int emuq_run_timed(const emuq_command_t *command);

#endif /* EMUQ_RUN_TIMED_H */
