/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "harness.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCHES       100 /* number of batches in the time of a test */
#define LEAST_SAMPLES 5
#define MOST_SAMPLES  4000
#define OVERTIME      5 /* factor by which a test may exceed its time to get LEAST_SAMPLES */
#define MOST_ROUNDS   (UINT64_C(1) << 20)
#define MODULUS       1000 /* period of the numbers in a message */

static double seconds = 0.2;
static const char *wanted = "";
static uint64_t wrong;

double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- data ---- */

void bench_fill(double *data, size_t size)
{
    for (size_t i = 0; i < size / sizeof *data; i++)
        data[i] = (double)(i % MODULUS + 1);
}

/* Four independent sums, so the time is bound by memory accesses instead of additions. */
static double bench_sum(const double *data, size_t count)
{
    double sum[4] = {0, 0, 0, 0};
    size_t i = 0;
    for (; i + 4 <= count; i += 4)
        for (size_t k = 0; k < 4; k++)
            sum[k] += data[i + k];
    for (; i < count; i++)
        sum[0] += data[i];
    return sum[0] + sum[1] + sum[2] + sum[3];
}

static double bench_expected_sum(size_t count)
{
    size_t whole = count / MODULUS, rest = count % MODULUS;
    return (double)(whole * (MODULUS * (MODULUS + 1) / 2) + rest * (rest + 1) / 2);
}

void bench_check(const double *data, size_t size, double first)
{
    size_t count = size / sizeof *data;
    wrong += bench_sum(data, count) != bench_expected_sum(count) - 1 + first;
}

/* ---- options ---- */

static int bench_bind(char *list, int rank)
{
    cpu_set_t set;
    int core[CPU_SETSIZE], cores = 0;
    for (char *item; (item = strsep(&list, ",")) != NULL && cores < CPU_SETSIZE; cores++)
        core[cores] = atoi(item);
    CPU_ZERO(&set);
    CPU_SET((size_t)core[rank % cores], &set);
    return sched_setaffinity(0, sizeof set, &set);
}

int bench_options(int argc, char **argv, int rank)
{
    int good = argc % 2;
    for (int i = 1; good && i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--time") == 0)
            good = (seconds = atof(argv[i + 1])) > 0;
        else if (strcmp(argv[i], "--test") == 0)
            wanted = argv[i + 1];
        else if (strcmp(argv[i], "--cores") == 0)
            good = bench_bind(argv[i + 1], rank) == 0;
        else
            good = 0;
    }
    if (!good && rank == 0)
        fprintf(stderr, "usage: %s [--time S] [--cores N,...] [--test NAME,...]\n", argv[0]);
    return good ? 0 : 2;
}

static int bench_is_wanted(const char *name)
{
    size_t length = strlen(name);
    for (const char *item = wanted; *item != '\0'; item += *item == ',') {
        size_t n = strcspn(item, ",");
        if (n == length && strncmp(item, name, n) == 0)
            return 1;
        item += n;
    }
    return *wanted == '\0';
}

/* ---- measuring ---- */

static double bench_convert(const bench_test_t *test, double each)
{
    switch (test->unit) {
    case BENCH_BANDWIDTH:
        return (double)test->size / each / 1e9;
    case BENCH_RATE:
        return 1e-6 / each;
    default:
        return each * 1e9;
    }
}

/* Runs a batch on rank 0 after broadcasting the number of rounds. */
static double bench_lead(const bench_library_t *library, const bench_test_t *test, uint64_t rounds)
{
    library->share(rounds);
    return test->batch(test->size, rounds);
}

static void bench_follow(const bench_library_t *library, const bench_test_t *test)
{
    for (uint64_t rounds; (rounds = library->share(0)) != 0;)
        test->batch(test->size, rounds);
}

static uint64_t bench_calibrate(const bench_library_t *library, const bench_test_t *test)
{
    for (uint64_t rounds = 1;; rounds *= 2) {
        double elapsed = bench_lead(library, test, rounds) * (double)rounds;
        if (elapsed >= seconds / BATCHES || rounds >= MOST_ROUNDS)
            return rounds;
    }
}

static int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double bench_quantile(const double *sorted, uint64_t count, double part)
{
    double at = part * (double)(count - 1);
    uint64_t i = (uint64_t)at;
    return i + 1 < count ? sorted[i] + (at - (double)i) * (sorted[i + 1] - sorted[i]) : sorted[i];
}

static void bench_measure(const bench_library_t *library, const bench_test_t *test)
{
    static const char *const units[] = {"ns", "GB/s", "M/s"};
    static double sample[MOST_SAMPLES];
    uint64_t samples = 0, rounds = bench_calibrate(library, test);
    double begin = bench_now(), elapsed = 0;
    while (samples < MOST_SAMPLES && elapsed < OVERTIME * seconds &&
           (elapsed < seconds || samples < LEAST_SAMPLES)) {
        sample[samples++] = bench_convert(test, bench_lead(library, test, rounds));
        elapsed = bench_now() - begin;
    }
    library->share(0);
    qsort(sample, samples, sizeof *sample, bench_compare);
    printf(
        "{\"test\": \"%s\", \"size\": %zu, \"ranks\": %d, \"median\": %.6g, \"low\": %.6g, \"high\": %.6g, "
        "\"unit\": \"%s\", \"samples\": %llu}\n",
        test->name, test->size, library->ranks, bench_quantile(sample, samples, 0.5),
        bench_quantile(sample, samples, 0.25), bench_quantile(sample, samples, 0.75), units[test->unit],
        (unsigned long long)samples);
    fflush(stdout);
}

int bench_run(const bench_library_t *library, const bench_test_t *tests, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!bench_is_wanted(tests[i].name))
            continue;
        if (library->rank == 0)
            bench_measure(library, &tests[i]);
        else
            bench_follow(library, &tests[i]);
    }
    if (wrong != 0)
        fprintf(stderr, "rank %d: %llu messages were wrong\n", library->rank, (unsigned long long)wrong);
    if (library->rank == 0) {
        printf("{\"wrong\": %llu}\n", (unsigned long long)wrong);
        fflush(stdout);
    }
    return wrong != 0;
}
