/* SPDX-License-Identifier: BSD-3-Clause */
/** @file command.h @brief Shell commands of the tests and their output. */
#ifndef EMUQ_PERF_COMMAND_H
#define EMUQ_PERF_COMMAND_H

typedef struct command {
    int status;    /* exit status; 1000 plus the number of a fatal signal */
    char *out;     /* standard output */
    char *err;     /* standard error */
    int err_lines; /* lines of `err` */
} command_t;

/** Sets $PERF and $RUN, the programs, for scripts, and creates the directory $FILES. @return 0, or -1 without
 * a directory */
int command_setup(void);
void command_teardown(void);

/** Path of a file in $FILES; valid until the next call. */
const char *command_file(const char *name);

/** Runs a script. */
command_t command_run(const char *script);
void command_free(command_t *c);

#endif /* EMUQ_PERF_COMMAND_H */
