/* SPDX-License-Identifier: BSD-3-Clause */
/* Cost of puts, barriers and sums over OpenSHMEM. A put is followed by a fence and a flag for the receiver.
 * Built and run by bench/compare. */
#include <shmem.h>
#include <stdlib.h>

#include "harness.h"

#define LINE 64 /* bytes between words of different writers */

static int me, all;
static double *source, *target, *work;
static long *flag, *reply, *synchronise;
static uint64_t *shared;

static void shmem_bench_put_one(size_t size, long number)
{
    shmem_putmem(target, source, size, 1 - me);
    shmem_fence();
    shmem_long_p(flag, number, 1 - me);
}

static double shmem_bench_exchange(size_t size, uint64_t rounds, int reads)
{
    double begin = bench_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (reads)
            source[0] = (double)i;
        if (me == 0)
            shmem_bench_put_one(size, (long)i + 1);
        shmem_long_wait_until(flag, SHMEM_CMP_GE, (long)i + 1);
        if (reads)
            bench_check(target, size, (double)i);
        if (me == 1)
            shmem_bench_put_one(size, (long)i + 1);
    }
    double each = (bench_now() - begin) / (2.0 * (double)rounds);
    shmem_barrier_all();
    *flag = 0; /* for the next batch */
    shmem_barrier_all();
    return each;
}

static double shmem_bench_ping_pong(size_t size, uint64_t rounds)
{
    return shmem_bench_exchange(size, rounds, 0);
}

static double shmem_bench_ping_pong_read(size_t size, uint64_t rounds)
{
    return shmem_bench_exchange(size, rounds, 1);
}

static double shmem_bench_stream(size_t size, uint64_t rounds)
{
    static long number;
    double begin = bench_now();
    number++;
    if (me == 0) {
        for (uint64_t i = 0; i < rounds; i++)
            shmem_putmem(target, source, size, 1);
        shmem_fence();
        shmem_long_p(reply, number, 1);
    }
    shmem_long_wait_until(reply, SHMEM_CMP_GE, number);
    if (me == 1)
        shmem_long_p(reply, number, 0);
    return (bench_now() - begin) / (double)rounds;
}

static double shmem_bench_barrier(size_t size, uint64_t rounds)
{
    double begin = bench_now();
    (void)size;
    for (uint64_t i = 0; i < rounds; i++)
        shmem_barrier_all();
    return (bench_now() - begin) / (double)rounds;
}

static double shmem_bench_allreduce(size_t size, uint64_t rounds)
{
    double begin = bench_now();
    for (uint64_t i = 0; i < rounds; i++) {
        /* Consecutive calls must use different work arrays. */
        long *sync = synchronise + i % 2 * SHMEM_REDUCE_SYNC_SIZE;
        double *buffer = work + i % 2 * (BENCH_MOST_BYTES / sizeof *work);
        shmem_double_sum_to_all(target, source, (int)(size / sizeof *source), 0, 0, all, buffer, sync);
    }
    double each = (bench_now() - begin) / (double)rounds;
    shmem_barrier_all();
    return each;
}

static uint64_t shmem_bench_share(uint64_t value)
{
    shmem_barrier_all();
    if (me == 0)
        for (int other = 0; other < all; other++)
            shmem_putmem(shared, &value, sizeof value, other);
    shmem_barrier_all();
    return *shared;
}

static const bench_test_t tests[] = {
    {"put_latency", 8, BENCH_TIME, shmem_bench_ping_pong},
    {"put_read", 4096, BENCH_TIME, shmem_bench_ping_pong_read},
    {"put_read", 65536, BENCH_TIME, shmem_bench_ping_pong_read},
    {"put_read", BENCH_MOST_BYTES, BENCH_TIME, shmem_bench_ping_pong_read},
    {"put_bandwidth", 65536, BENCH_BANDWIDTH, shmem_bench_stream},
    {"put_bandwidth", BENCH_MOST_BYTES, BENCH_BANDWIDTH, shmem_bench_stream},
    {"put_rate", 8, BENCH_RATE, shmem_bench_stream},
    {"gi_barrier", 0, BENCH_TIME, shmem_bench_barrier},
    {"allreduce", 8, BENCH_TIME, shmem_bench_allreduce},
    {"allreduce", BENCH_MOST_BYTES, BENCH_TIME, shmem_bench_allreduce},
    {"put_latency_one_core", 8, BENCH_TIME, shmem_bench_ping_pong},
};

/* Collective: all PEs allocate the same memory in the same order. */
static void shmem_bench_allocate(void)
{
    source = shmem_align(4096, BENCH_MOST_BYTES);
    target = shmem_align(4096, BENCH_MOST_BYTES);
    work = shmem_align(4096, 2 * BENCH_MOST_BYTES);
    flag = shmem_align(LINE, LINE);
    reply = shmem_align(LINE, LINE);
    shared = shmem_align(LINE, LINE);
    synchronise = shmem_align(LINE, 2 * SHMEM_REDUCE_SYNC_SIZE * sizeof *synchronise);
    if (source == NULL || target == NULL || work == NULL || flag == NULL || reply == NULL || shared == NULL ||
        synchronise == NULL)
        shmem_global_exit(1);
    for (int i = 0; i < 2 * SHMEM_REDUCE_SYNC_SIZE; i++)
        synchronise[i] = SHMEM_SYNC_VALUE;
    *flag = *reply = 0;
    bench_fill(source, BENCH_MOST_BYTES);
    bench_fill(target, BENCH_MOST_BYTES);
    shmem_barrier_all();
}

int main(int argc, char **argv)
{
    shmem_init();
    me = shmem_my_pe();
    all = shmem_n_pes();
    int status = bench_options(argc, argv, me);
    shmem_bench_allocate();
    if (status == 0)
        status =
            bench_run(&(bench_library_t){me, all, shmem_bench_share}, tests, sizeof tests / sizeof tests[0]);
    shmem_barrier_all();
    shmem_finalize();
    return status;
}
