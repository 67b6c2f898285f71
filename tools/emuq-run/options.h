/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file options.h
 * @brief The one table of the launcher's options.
 */
#ifndef EMUQ_OPTIONS_H
#define EMUQ_OPTIONS_H

#include <stdbool.h>
#include <stdio.h>

/** What an option does. */
typedef enum emuq_action {
    EMUQ_ACTION_JOB, /**< says what job: read by emuq_job_options() under the name in the table */
    EMUQ_ACTION_ENVS,
    EMUQ_ACTION_LABEL,
    EMUQ_ACTION_TIMEOUT,
    EMUQ_ACTION_BAD_EXIT,
    EMUQ_ACTION_STACK,
    EMUQ_ACTION_BIND,
    EMUQ_ACTION_VERBOSE,
    EMUQ_ACTION_TIMED,
    EMUQ_ACTION_WATCH,
    EMUQ_ACTION_COUNTERS,
    EMUQ_ACTION_TRACE,
    EMUQ_ACTION_BACKTRACE,
    EMUQ_ACTION_DEBUGGER,
    EMUQ_ACTION_DEBUG_RANK,
    EMUQ_ACTION_INPUT_RANK,
    EMUQ_ACTION_HOSTS,
    EMUQ_ACTION_HOSTFILE,
    EMUQ_ACTION_LAUNCHER,
    EMUQ_ACTION_AGENT,
    EMUQ_ACTION_REMOTE_PATH,
    EMUQ_ACTION_CWD,
    EMUQ_ACTION_PROGRAM,
    EMUQ_ACTION_ARGUMENTS,
    EMUQ_ACTION_NOTHING, /**< known on the machine, without a meaning here */
    EMUQ_ACTION_HELP,
    EMUQ_ACTION_VERSION
} emuq_action_t;

/** What may follow an option. */
typedef enum emuq_values {
    EMUQ_VALUES_NONE,
    EMUQ_VALUES_MAYBE, /**< one of the words of the table, or nothing */
    EMUQ_VALUES_ONE,
    EMUQ_VALUES_MANY /**< at least one word; more, until an option or ":" follows */
} emuq_values_t;

typedef struct emuq_option {
    const char *name;
    char letter; /**< 0: it has none */
    emuq_values_t values;
    emuq_action_t action;
    const char *job_option; /**< EMUQ_ACTION_JOB: its name there */
    const char *argument;   /**< what follows, for the help; the words that EMUQ_VALUES_MAYBE can be */
    const char *help;
} emuq_option_t;

/** Whether the launcher was called by the name of the machine's launcher. */
bool emuq_is_runjob(void);

/** The options of the spelling in use; a row without a name ends them. */
const emuq_option_t *emuq_options(void);

/** Prints the help. */
void emuq_print_help(FILE *out);

#endif /* EMUQ_OPTIONS_H */
