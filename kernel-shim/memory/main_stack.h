/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file main_stack.h
 * @brief The main() of a rank that is a process runs on a stack that the Message Units reach, if they do not
 * reach everything.
 */
#ifndef EMUQ_MAIN_STACK_H
#define EMUQ_MAIN_STACK_H

/** Runs @p entry once, on a stack of the process's window if there is one. @return what it returns. */
int emuq_run_main(int (*entry)(int argc, char **argv, char **envp), int argc, char **argv, char **envp);

#endif /* EMUQ_MAIN_STACK_H */
