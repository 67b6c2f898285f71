/* SPDX-License-Identifier: BSD-3-Clause */
/** @file command.h  Commands of the tests: run by the shell, with what they write. */
#ifndef EMUQ_PERF_COMMAND_H
#define EMUQ_PERF_COMMAND_H

typedef struct command {
    int status;    /* exit status; 1000 and the signal if one has ended it */
    char *out;     /* standard output */
    char *err;     /* standard error */
    int err_lines; /* of it */
} command_t;

/** Takes the programs from the arguments of the test; scripts find them as $PERF and $RUN, and a directory
 * for files as $FILES. @return 0, or -1 if there are none */
int command_setup(int argc, char **argv);
void command_teardown(void);

/** Path of a file in that directory; valid until the next call. */
const char *command_file(const char *name);

/** Runs a script. */
command_t command_run(const char *script);
void command_free(command_t *c);

#endif /* EMUQ_PERF_COMMAND_H */
