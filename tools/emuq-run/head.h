/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file head.h
 * @brief A job on several hosts: an agent on each, and the head, which starts and watches them.
 */
#ifndef EMUQ_HEAD_H
#define EMUQ_HEAD_H

#include "tools/emuq-run/agent.h"
#include "tools/emuq-run/command.h"

/** Runs a job on hosts. What ends it on one of them ends it on all.
 *  @param command hosts that it names; if none, @p pretended hosts
 *  @param pretended number of pretended hosts; 0: the command names hosts
 *  @return the exit status: that of the cause of the end, or the first that is not 0. */
int emuq_head_run(const emuq_command_t *command, uint32_t pretended, emuq_launch_function_t launch);

#endif /* EMUQ_HEAD_H */
