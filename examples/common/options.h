/* SPDX-License-Identifier: BSD-3-Clause */
/** @file options.h  Command lines of the examples: numbers by name. Only rank 0 prints. */
#ifndef EXAMPLES_OPTIONS_H
#define EXAMPLES_OPTIONS_H

/** An option that takes a number. */
typedef struct example_option {
    const char *name; /**< with its dashes; NULL ends the table */
    unsigned long *value;
    unsigned long least, most;
    const char *help;
} example_option_t;

/** Reads the command line. @return -1 to go on, or the exit status: 0 after --help, 2 after a bad command
 * line. */
int example_options(int argc, char **argv, const char *purpose, const example_option_t *options);

/** Says what is wrong with the command line, once for all ranks. @return the exit status, 2 */
int example_complain(char **argv, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif /* EXAMPLES_OPTIONS_H */
