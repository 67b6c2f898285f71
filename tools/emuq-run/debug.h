/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file debug.h
 * @brief Brings a debugger to one rank (--debugger, --rank), which waits for it before it becomes the
 * program.
 */
#ifndef EMUQ_DEBUG_H
#define EMUQ_DEBUG_H

#include "tools/emuq-run/crew.h"

/** The rank has been started: opens a window of tmux with the debugger, if the launcher is inside of tmux;
 * else says what the user has to call. */
void emuq_debug_rank(const emuq_crew_t *crew, const emuq_command_t *command);

#endif /* EMUQ_DEBUG_H */
