/* SPDX-License-Identifier: BSD-3-Clause */
/* Cost of messages, barriers and sums over MPI. Built and run by bench/compare. */
#include <mpi.h>
#include <stdlib.h>

#include "harness.h"

#define MANY 64 /* maximum small messages in flight */
#define FEW  16 /* maximum long messages in flight */

static int rank, ranks;
static double *source, *target;

static void mpi_send_one(size_t size)
{
    MPI_Send(source, (int)size, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
}

static void mpi_receive_one(size_t size)
{
    MPI_Recv(target, (int)size, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double mpi_exchange(size_t size, uint64_t rounds, int reads)
{
    double begin = bench_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (reads)
            source[0] = (double)i;
        if (rank == 0)
            mpi_send_one(size);
        mpi_receive_one(size);
        if (reads)
            bench_check(target, size, (double)i);
        if (rank == 1)
            mpi_send_one(size);
    }
    return (bench_now() - begin) / (2.0 * (double)rounds);
}

static double mpi_ping_pong(size_t size, uint64_t rounds)
{
    return mpi_exchange(size, rounds, 0);
}

static double mpi_ping_pong_read(size_t size, uint64_t rounds)
{
    return mpi_exchange(size, rounds, 1);
}

/* Rank 0 sends up to @p at_once messages concurrently; rank 1 replies after the last one. */
static double mpi_stream(size_t size, uint64_t rounds, uint64_t at_once)
{
    MPI_Request request[MANY];
    double begin = bench_now();
    for (uint64_t done = 0; done < rounds;) {
        int n = 0;
        for (; done < rounds && (uint64_t)n < at_once; n++, done++) {
            if (rank == 0)
                MPI_Isend(source, (int)size, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request[n]);
            else
                MPI_Irecv(target, (int)size, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request[n]);
        }
        MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    }
    if (rank == 0)
        mpi_receive_one(sizeof *target);
    else
        mpi_send_one(sizeof *source);
    return (bench_now() - begin) / (double)rounds;
}

static double mpi_bandwidth(size_t size, uint64_t rounds)
{
    return mpi_stream(size, rounds, FEW);
}

static double mpi_rate(size_t size, uint64_t rounds)
{
    return mpi_stream(size, rounds, MANY);
}

static double mpi_barrier(size_t size, uint64_t rounds)
{
    double begin = bench_now();
    (void)size;
    for (uint64_t i = 0; i < rounds; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    return (bench_now() - begin) / (double)rounds;
}

static double mpi_allreduce(size_t size, uint64_t rounds)
{
    double begin = bench_now();
    for (uint64_t i = 0; i < rounds; i++)
        MPI_Allreduce(source, target, (int)(size / sizeof *source), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return (bench_now() - begin) / (double)rounds;
}

static uint64_t mpi_share(uint64_t value)
{
    MPI_Bcast(&value, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return value;
}

static const bench_test_t tests[] = {
    {"fifo_latency", 8, BENCH_TIME, mpi_ping_pong},
    {"put_read", 4096, BENCH_TIME, mpi_ping_pong_read},
    {"put_read", 65536, BENCH_TIME, mpi_ping_pong_read},
    {"put_read", BENCH_MOST_BYTES, BENCH_TIME, mpi_ping_pong_read},
    {"put_bandwidth", 65536, BENCH_BANDWIDTH, mpi_bandwidth},
    {"put_bandwidth", BENCH_MOST_BYTES, BENCH_BANDWIDTH, mpi_bandwidth},
    {"fifo_rate", 8, BENCH_RATE, mpi_rate},
    {"gi_barrier", 0, BENCH_TIME, mpi_barrier},
    {"allreduce", 8, BENCH_TIME, mpi_allreduce},
    {"allreduce", BENCH_MOST_BYTES, BENCH_TIME, mpi_allreduce},
    {"fifo_latency_one_core", 8, BENCH_TIME, mpi_ping_pong},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int status = bench_options(argc, argv, rank);
    source = aligned_alloc(4096, BENCH_MOST_BYTES);
    target = aligned_alloc(4096, BENCH_MOST_BYTES);
    if (source == NULL || target == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    bench_fill(source, BENCH_MOST_BYTES);
    bench_fill(target, BENCH_MOST_BYTES);
    if (status == 0)
        status = bench_run(&(bench_library_t){rank, ranks, mpi_share}, tests, sizeof tests / sizeof tests[0]);
    free(source);
    free(target);
    MPI_Finalize();
    return status;
}
