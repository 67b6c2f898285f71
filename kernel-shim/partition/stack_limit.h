/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file stack_limit.h
 * @brief How far the stack of a process's main thread may grow: hosts allow 8 MiB, the machine far more.
 */
#ifndef EMUQ_STACK_LIMIT_H
#define EMUQ_STACK_LIMIT_H

/**
 * Sets the soft limit of the main thread's stack for this process and the programs that it becomes: to
 * EMUQ_STACK_SIZE if it is given, otherwise to the hard limit. Programs that it becomes have all of it; in a
 * running one the stack grows to the next mapping, 128 MiB away or more. The settings have been read.
 * @return 0, or a negative errno: -ERANGE if EMUQ_STACK_SIZE is above the hard limit, which then counts.
 */
int emuq_stack_limit_raise(void);

/** Gives threads stacks of 8 MiB by default, where the C library derives their size from a limit that
 *  emuq_stack_limit_raise() has set: stacks of 2 MiB under no limit, or of gigabytes. */
void emuq_stack_limit_threads(void);

#endif /* EMUQ_STACK_LIMIT_H */
