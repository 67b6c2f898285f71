/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file traced.h
 * @brief Whether a debugger has the process: each signal to it would stop for the debugger first.
 */
#ifndef EMUQ_BASE_TRACED_H
#define EMUQ_BASE_TRACED_H

/** Whether a debugger, or another program that uses ptrace(2), has the process now. Asks the kernel, which
 * takes some 10 us. Thread-safe, also in signal handlers; may change errno.
 *  @return 1 or 0, or a negative errno: the kernel does not say */
int emuq_is_traced(void);

#endif /* EMUQ_BASE_TRACED_H */
