/* SPDX-License-Identifier: BSD-3-Clause */
/** @file options.h  Command lines of the examples: numbers by name. Only rank 0 prints. */
#ifndef EXAMPLES_OPTIONS_H
#define EXAMPLES_OPTIONS_H

/** An option that takes a number. */
typedef struct example_option {
    const char *name;     /**< with its dashes; NULL ends the table */
    unsigned long *value; /**< NULL: a row of EXAMPLE_ANY_RANKS */
    unsigned long least, most;
    const char *help;
} example_option_t;

/** A row of the table: the program runs on any ranks, so that its help has --np. */
#define EXAMPLE_ANY_RANKS                                                                                    \
    {                                                                                                        \
        "--np", NULL, 0, 0, "ranks (as many as the nodes have room for)"                                     \
    }

/** Reads the command line. Unless the table has EXAMPLE_ANY_RANKS, every process has to be a rank.
 *  @return -1 to go on, or the exit status: 0 after --help, 2 after a bad command line */
int example_options(int argc, char **argv, const char *purpose, const example_option_t *options);

/** Says what is wrong with the command line, once for all ranks. @return the exit status, 2 */
int example_complain(char **argv, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** For a program that waits for all processes of all nodes. @return -1 if each is a rank, or the exit status,
 * 2, after a message */
int example_every_process(char **argv);

#endif /* EXAMPLES_OPTIONS_H */
