/* SPDX-License-Identifier: BSD-3-Clause */
/** @file command.h  The command line of emuq-trace. */
#ifndef EMUQ_TRACE_COMMAND_H
#define EMUQ_TRACE_COMMAND_H

#include <stdio.h>

#include "tools/emuq-trace/dump.h"

/** What is wanted. */
typedef struct trace_command {
    const char *what, *output; /**< the command; a file, or NULL */
    char **files;              /**< words of the command line; others are moved out of their way */
    uint32_t count;
    trace_filter_t filter;
    bool json;
    bool ctf;                                                 /**< the output is a directory */
    void (*convert)(const trace_events_t *events, FILE *out); /**< set for the command convert without ctf */
} trace_command_t;

/** Reads the words, which NULL ends. @param argv its first word is the program's name; words are moved
 *  @return false, usually after a message: it is no command line */
bool trace_command_read(trace_command_t *command, char **argv);

#endif /* EMUQ_TRACE_COMMAND_H */
