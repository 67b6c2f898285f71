/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file manager.h
 * @brief Front end of a job on several hosts.
 */
#ifndef EMUQ_MANAGER_H
#define EMUQ_MANAGER_H

#include "tools/emuq-run/member.h"

/** Runs a job on hosts: by a process manager, or as processes of this machine for simulated hosts. What ends
 *  the job on one host ends it on all.
 *  @param simulated number of simulated hosts; 0: the command names hosts
 *  @return exit status: that of the first cause, or the first of a rank that is not 0 */
int emuq_manager_run(const emuq_command_t *command, uint32_t simulated, emuq_launch_function_t launch);

#endif /* EMUQ_MANAGER_H */
