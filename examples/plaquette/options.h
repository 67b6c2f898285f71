/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file options.h
 * @brief The command line of `plaquette`.
 */
#ifndef PLAQUETTE_OPTIONS_H
#define PLAQUETTE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "lattice.h"

typedef struct options {
    bool help;
    bool verbose;
    unsigned repeat;  /**< times that the field is exchanged and measured */
    const char *file; /**< field to measure, NULL: the default */
    bool generate;    /**< --beta was given */
    double beta;
    int lattice[LATTICE_DIMS]; /**< 0: not given */
    const char *start;         /**< "cold", "hot", or a file */
    unsigned thermal, sweeps, overrelax;
    uint64_t seed;
    const char *save;
    int precision; /**< bits of a number in the saved file */
    bool check;    /**< compare the average plaquette with: */
    double average, tolerance;
} options_t;

/** Reads the command line. @return 0, or -1 with one line for people in @p error */
int options_read(options_t *o, int argc, char **argv, char *error, unsigned long error_size);

/** The text of --help. */
extern const char *const options_help;

#endif /* PLAQUETTE_OPTIONS_H */
