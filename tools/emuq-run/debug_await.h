/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file debug_await.h
 * @brief How a rank waits for a debugger before it becomes the program (debug.h).
 */
#ifndef EMUQ_DEBUG_AWAIT_H
#define EMUQ_DEBUG_AWAIT_H

/** Returns when a debugger is attached to this process, or SIGCONT has come to it. */
void emuq_debug_await(void);

#endif /* EMUQ_DEBUG_AWAIT_H */
