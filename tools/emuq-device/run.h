/* SPDX-License-Identifier: BSD-3-Clause */
/** @file run.h @brief The command that a device is made for. */
#ifndef EMUQ_DEVICE_RUN_H
#define EMUQ_DEVICE_RUN_H

#include <stdbool.h>
#include <sys/types.h>

/** Starts a command that finds the device. Signals are as @p where 's caller had them at its start.
 *  @return its process id, or the negative exit status of the device after a message: it cannot be executed.
 */
pid_t emuq_run_start(char **command, const char *where);

/** Whether the command has ended; its exit status, as a shell gives it, goes to *status. Reports a signal
 * that has ended it. @param name of the command @param sent a signal that it has been sent, not reported; 0:
 * none */
bool emuq_run_ended(const char *name, pid_t command, int sent, int *status);

#endif /* EMUQ_DEVICE_RUN_H */
