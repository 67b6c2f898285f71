/* SPDX-License-Identifier: BSD-3-Clause */
/** @file options.h  What emuq-perf is asked to measure. */
#ifndef EMUQ_PERF_OPTIONS_H
#define EMUQ_PERF_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PERF_STATUS_USAGE   2
#define PERF_MAX_LIST       32 /**< numbers in a list on the command line */
#define PERF_MAX_TESTS      64
#define PERF_MAX_PAIRS      64
#define PERF_MAX_BYTES      (UINT64_C(64) << 20)
#define PERF_MODE_THREADS   1u
#define PERF_MODE_PROCESSES 2u
#define PERF_MODE_HOSTS     4u /**< processes of pretended hosts */

/** A list of numbers; count 0: not given. */
typedef struct perf_list {
    uint64_t value[PERF_MAX_LIST];
    size_t count;
} perf_list_t;

/** Everything but the job's shape, which has options of its own. */
typedef struct perf_options {
    bool chosen[PERF_MAX_TESTS]; /**< tests, by their number in the table */
    bool all_tests;              /**< none has been chosen by name */
    perf_list_t sizes, hops;
    uint32_t pairs;
    bool explain;   /**< break messages down instead of measuring tests */
    double seconds; /**< for each line of the table */
    bool pin;
    uint32_t modes;       /**< PERF_MODE_... */
    const char *json;     /**< file for the document, or NULL */
    const char *record;   /**< file to which results are added, one JSON object a line, or NULL */
    const char *progress; /**< list of values for EMUQ_WAIT, or NULL */
    bool trace;           /**< measure again while the job is recorded */
} perf_options_t;

/**
 * Reads a command line without the options of the job.
 * @param say  whether to print: one rank of a job does
 * @return -1 to go on, or an exit status: 0 after --help and the like, PERF_STATUS_USAGE after a message
 */
int perf_options_read(perf_options_t *o, int argc, char **argv, bool say);

#endif /* EMUQ_PERF_OPTIONS_H */
