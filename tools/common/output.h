/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file output.h
 * @brief Output of the tools: write errors of standard output, and JSON.
 */
#ifndef EMUQ_TOOLS_OUTPUT_H
#define EMUQ_TOOLS_OUTPUT_H

#include <stdio.h>

/** Flushes standard output at exit(). If text is lost (a full disk), prints an error as @p tool and ends the
 *  process with status 1. To be called once. */
void emuq_stdout_guard(const char *tool);

/** Prints @p text as a JSON string, in quotes and with escapes. UTF-8 is unchanged. Invalid bytes above 127
 *  are read as ISO 8859-1, so that the result is valid JSON. */
void emuq_json_string(FILE *out, const char *text);

#endif /* EMUQ_TOOLS_OUTPUT_H */
