/* SPDX-License-Identifier: BSD-3-Clause */
/** @file options.h @brief Command lines with getopt_long(): exact option names, suggestions. Output. */
#ifndef EMUQ_TOOLS_OPTIONS_H
#define EMUQ_TOOLS_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

/** A command line that emuq_tool_option() reads. */
typedef struct emuq_tool_options {
    const char *tool;           /**< name of the program, for messages */
    const char *shorts;         /**< options of one letter as in getopt(3), behind an optional '+' */
    const struct option *longs; /**< long options; the last entry is all zero */
    bool is_quiet;              /**< print no messages */
    void (*more_names)(emuq_nearest_t *search); /**< adds option names for suggestions; may be NULL */
} emuq_tool_options_t;

/**
 * Reads the next option. Set optind to 0 before the first call. Abbreviated long names are errors.
 * @return the value of the option, -1 after the last option, or '?' after printing an error
 */
int emuq_tool_option(const emuq_tool_options_t *options, int argc, char **argv);

/* ---- Output of the tools: write errors of standard output, and JSON ---- */

/** Flushes standard output at exit(). If output is lost (a full disk), prints an error as @p tool and ends
 * the process with status 1. To be called once. */
void emuq_stdout_guard(const char *tool);

/** Length of the UTF-8 character at @p text, if that has more than one byte; 0: ASCII, or invalid UTF-8 (also
 * overlong forms). */
int emuq_utf8_length(const char *text);

/** True if two names are, or would create, the same regular file. */
bool emuq_is_same_file(const char *a, const char *b);

/** Prints @p text as a JSON string, in quotes and with escapes. UTF-8 is unchanged. Invalid bytes above 127
 *  are read as ISO 8859-1, so that the result is valid JSON. */
void emuq_json_string(FILE *out, const char *text);

#endif /* EMUQ_TOOLS_OPTIONS_H */
