/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file harness.h
 * @brief Measures programs over MPI and OpenSHMEM by the method of emuq-perf, so results are comparable.
 *
 * Tests run in batches of a few milliseconds; the result is the median of the batches. Rank 0 determines the
 * number of rounds. Names, sizes and units of the tests are the same as in emuq-perf.
 */
#ifndef EMUQ_BENCH_HARNESS_H
#define EMUQ_BENCH_HARNESS_H

#include <stddef.h>
#include <stdint.h>

#define BENCH_MOST_BYTES ((size_t)1 << 20)

typedef enum bench_unit { BENCH_TIME, BENCH_BANDWIDTH, BENCH_RATE } bench_unit_t;

typedef struct bench_test {
    const char *name;
    size_t size; /**< message size in bytes, or 0 */
    bench_unit_t unit;
    /** Does the operation @p rounds times; called by every rank. @return seconds per operation; the value of
     * rank 0 is used */
    double (*batch)(size_t size, uint64_t rounds);
} bench_test_t;

/** The measured library. */
typedef struct bench_library {
    int rank, ranks;
    uint64_t (*share)(uint64_t value); /**< broadcasts the value of rank 0 */
} bench_library_t;

/** Seconds since an arbitrary time. */
double bench_now(void);

/** Fills a message with numbers. */
void bench_fill(double *data, size_t size);

/** Reads a message of bench_fill() whose first number was replaced by @p first. Counts wrong messages. */
void bench_check(const double *data, size_t size, double first);

/**
 * Reads the command line:
 *     --time S          seconds for each test
 *     --cores N[,N...]  cores, assigned to ranks round-robin
 *     --test NAME,...   selected tests
 * @return 0, or 2 after printing an error
 */
int bench_options(int argc, char **argv, int rank);

/** Measures the selected tests. Rank 0 prints a JSON object for each test, and the number of wrong messages
 * as the last object. @return exit status */
int bench_run(const bench_library_t *library, const bench_test_t *tests, size_t count);

#endif /* EMUQ_BENCH_HARNESS_H */
