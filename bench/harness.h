/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file harness.h
 * @brief How the programs over other libraries measure: in the same way as emuq-perf, so that results can be
 * compared.
 *
 * A test is done in batches of a few milliseconds; the result is the median of the batches. Rank 0 says how
 * many rounds a batch has. Names, sizes and units of tests are those of emuq-perf.
 */
#ifndef EMUQ_BENCH_HARNESS_H
#define EMUQ_BENCH_HARNESS_H

#include <stddef.h>
#include <stdint.h>

#define BENCH_MOST_BYTES ((size_t)1 << 20)

typedef enum bench_unit { BENCH_TIME, BENCH_BANDWIDTH, BENCH_RATE } bench_unit_t;

typedef struct bench_test {
    const char *name;
    size_t size; /**< bytes; 0 where there are none */
    bench_unit_t unit;
    /** Does the operation @p rounds times, on every rank. @return seconds for each; rank 0's count */
    double (*batch)(size_t size, uint64_t rounds);
} bench_test_t;

/** The library that is measured. */
typedef struct bench_library {
    int rank, ranks;
    uint64_t (*share)(uint64_t value); /**< all ranks get rank 0's value */
} bench_library_t;

/** Seconds from some moment on. */
double bench_now(void);

/** The numbers that messages consist of. */
void bench_fill(double *data, size_t size);

/** Reads all of a message that began with bench_fill(), and whose first number is @p first. Counts those that
 * are wrong. */
void bench_check(const double *data, size_t size, double first);

/**
 * Reads the command line:
 *     --time S          seconds for each test
 *     --cores N[,N...]  rank r runs on the (r mod how many)th of them
 *     --test NAME,...   which tests
 * @return 0, or 2 after a complaint
 */
int bench_options(int argc, char **argv, int rank);

/** Measures what the options ask for. Rank 0 prints a JSON object for each test, and one that says how many
 * messages were wrong as the last line. @return exit status */
int bench_run(const bench_library_t *library, const bench_test_t *tests, size_t count);

#endif /* EMUQ_BENCH_HARNESS_H */
