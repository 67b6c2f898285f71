/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file stdout.h
 * @brief Write errors of standard output.
 */
#ifndef EMUQ_TOOLS_STDOUT_H
#define EMUQ_TOOLS_STDOUT_H

/** At exit(): flushes standard output. If text of it is lost (a full disk), reports that on standard error
 *  as @p tool and ends the process with status 1. Called once, at the start of main(). */
void emuq_stdout_guard(const char *tool);

#endif /* EMUQ_TOOLS_STDOUT_H */
