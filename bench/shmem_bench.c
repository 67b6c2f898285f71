/* SPDX-License-Identifier: BSD-3-Clause */
/* What puts, barriers and sums cost over an OpenSHMEM. A put is followed by a fence and a flag, which the
 * receiver waits for. bench/compare builds and runs it. */
#include <shmem.h>
#include <stdlib.h>

#include "harness.h"

#define LINE 64 /* bytes between words that the two sides write */

static int me, all;
static double *source, *landing, *work;
static long *flag, *answer, *synchronise;
static uint64_t *shared;

static void put_one(size_t size, long number)
{
    shmem_putmem(landing, source, size, 1 - me);
    shmem_fence();
    shmem_long_p(flag, number, 1 - me);
}

/* Flags begin anew in each batch. */
static void reset_flag(void)
{
    shmem_barrier_all();
    *flag = 0;
    shmem_barrier_all();
}

static double to_and_fro(size_t size, uint64_t rounds)
{
    double begin = bench_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (me == 0)
            put_one(size, (long)i + 1);
        shmem_long_wait_until(flag, SHMEM_CMP_GE, (long)i + 1);
        if (me == 1)
            put_one(size, (long)i + 1);
    }
    double each = (bench_now() - begin) / (2.0 * (double)rounds);
    reset_flag();
    return each;
}

static double to_and_fro_read(size_t size, uint64_t rounds)
{
    double begin = bench_now();
    for (uint64_t i = 0; i < rounds; i++) {
        source[0] = (double)i;
        if (me == 0)
            put_one(size, (long)i + 1);
        shmem_long_wait_until(flag, SHMEM_CMP_GE, (long)i + 1);
        bench_check(landing, size, (double)i);
        if (me == 1)
            put_one(size, (long)i + 1);
    }
    double each = (bench_now() - begin) / (2.0 * (double)rounds);
    reset_flag();
    return each;
}

static double stream(size_t size, uint64_t rounds)
{
    static long number;
    double begin = bench_now();
    number++;
    if (me == 0) {
        for (uint64_t i = 0; i < rounds; i++)
            shmem_putmem(landing, source, size, 1);
        shmem_fence();
        shmem_long_p(answer, number, 1);
    }
    shmem_long_wait_until(answer, SHMEM_CMP_GE, number);
    if (me == 1)
        shmem_long_p(answer, number, 0);
    return (bench_now() - begin) / (double)rounds;
}

static double barrier(size_t size, uint64_t rounds)
{
    double begin = bench_now();
    (void)size;
    for (uint64_t i = 0; i < rounds; i++)
        shmem_barrier_all();
    return (bench_now() - begin) / (double)rounds;
}

static double allreduce(size_t size, uint64_t rounds)
{
    double begin = bench_now();
    for (uint64_t i = 0; i < rounds; i++) {
        /* The work arrays of two calls in a row may not be the same. */
        long *sync = synchronise + i % 2 * SHMEM_REDUCE_SYNC_SIZE;
        double *room = work + i % 2 * (BENCH_MOST_BYTES / sizeof *work);
        shmem_double_sum_to_all(landing, source, (int)(size / sizeof *source), 0, 0, all, room, sync);
    }
    double each = (bench_now() - begin) / (double)rounds;
    shmem_barrier_all();
    return each;
}

static uint64_t share(uint64_t value)
{
    shmem_barrier_all();
    if (me == 0)
        for (int other = 0; other < all; other++)
            shmem_putmem(shared, &value, sizeof value, other);
    shmem_barrier_all();
    return *shared;
}

static const bench_test_t tests[] = {
    {"put_latency", 8, BENCH_TIME, to_and_fro},
    {"put_read", 4096, BENCH_TIME, to_and_fro_read},
    {"put_read", 65536, BENCH_TIME, to_and_fro_read},
    {"put_read", BENCH_MOST_BYTES, BENCH_TIME, to_and_fro_read},
    {"put_bandwidth", 65536, BENCH_BANDWIDTH, stream},
    {"put_bandwidth", BENCH_MOST_BYTES, BENCH_BANDWIDTH, stream},
    {"put_rate", 8, BENCH_RATE, stream},
    {"gi_barrier", 0, BENCH_TIME, barrier},
    {"allreduce", 8, BENCH_TIME, allreduce},
    {"allreduce", BENCH_MOST_BYTES, BENCH_TIME, allreduce},
    {"put_latency_one_core", 8, BENCH_TIME, to_and_fro},
};

/* All PEs allocate the same in the same order. */
static void allocate(void)
{
    source = shmem_align(4096, BENCH_MOST_BYTES);
    landing = shmem_align(4096, BENCH_MOST_BYTES);
    work = shmem_align(4096, 2 * BENCH_MOST_BYTES);
    flag = shmem_align(LINE, LINE);
    answer = shmem_align(LINE, LINE);
    shared = shmem_align(LINE, LINE);
    synchronise = shmem_align(LINE, 2 * SHMEM_REDUCE_SYNC_SIZE * sizeof *synchronise);
    if (source == NULL || landing == NULL || work == NULL || flag == NULL || answer == NULL ||
        shared == NULL || synchronise == NULL)
        shmem_global_exit(1);
    for (int i = 0; i < 2 * SHMEM_REDUCE_SYNC_SIZE; i++)
        synchronise[i] = SHMEM_SYNC_VALUE;
    *flag = *answer = 0;
    bench_fill(source, BENCH_MOST_BYTES);
    bench_fill(landing, BENCH_MOST_BYTES);
    shmem_barrier_all();
}

int main(int argc, char **argv)
{
    shmem_init();
    me = shmem_my_pe();
    all = shmem_n_pes();
    int status = bench_options(argc, argv, me);
    allocate();
    if (status == 0)
        status = bench_run(&(bench_library_t){me, all, share}, tests, sizeof tests / sizeof tests[0]);
    shmem_barrier_all();
    shmem_finalize();
    return status;
}
