/* SPDX-License-Identifier: BSD-3-Clause */
/** @file checks.h  What a program expects of an MPI. Nothing here is particular to this one. */
#ifndef EXAMPLES_MINI_MPI_CHECKS_H
#define EXAMPLES_MINI_MPI_CHECKS_H

/** A check, collective over all ranks. */
typedef struct check {
    const char *name; /**< NULL ends the table */
    void (*run)(int rank, int size, int rounds);
} check_t;

/** All checks, in the order of reading. */
extern const check_t checks[];

/** Counts of things that were wrong on this rank, since the last call. */
long checks_wrong(void);

#endif /* EXAMPLES_MINI_MPI_CHECKS_H */
