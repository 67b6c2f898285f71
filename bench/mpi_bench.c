/* SPDX-License-Identifier: BSD-3-Clause */
/* What messages, barriers and sums cost over an MPI. bench/compare builds and runs it. */
#include <mpi.h>
#include <stdlib.h>

#include "harness.h"

#define MANY 64 /* small messages in flight */
#define FEW  16 /* long messages in flight */

static int rank, ranks;
static double *source, *landing;

static void send_one(size_t size)
{
    MPI_Send(source, (int)size, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
}

static void receive_one(size_t size)
{
    MPI_Recv(landing, (int)size, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static double to_and_fro(size_t size, uint64_t rounds)
{
    double begin = bench_now();
    for (uint64_t i = 0; i < rounds; i++) {
        if (rank == 0)
            send_one(size);
        receive_one(size);
        if (rank == 1)
            send_one(size);
    }
    return (bench_now() - begin) / (2.0 * (double)rounds);
}

static double to_and_fro_read(size_t size, uint64_t rounds)
{
    double begin = bench_now();
    for (uint64_t i = 0; i < rounds; i++) {
        source[0] = (double)i;
        if (rank == 0)
            send_one(size);
        receive_one(size);
        bench_check(landing, size, (double)i);
        if (rank == 1)
            send_one(size);
    }
    return (bench_now() - begin) / (2.0 * (double)rounds);
}

/* Rank 0 sends, some messages at once; the receiver answers at the end. */
static double stream(size_t size, uint64_t rounds, uint64_t at_once)
{
    MPI_Request request[MANY];
    double begin = bench_now();
    for (uint64_t done = 0; done < rounds;) {
        int n = 0;
        for (; done < rounds && (uint64_t)n < at_once; n++, done++) {
            if (rank == 0)
                MPI_Isend(source, (int)size, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request[n]);
            else
                MPI_Irecv(landing, (int)size, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request[n]);
        }
        MPI_Waitall(n, request, MPI_STATUSES_IGNORE);
    }
    if (rank == 0)
        receive_one(sizeof *landing);
    else
        send_one(sizeof *source);
    return (bench_now() - begin) / (double)rounds;
}

static double bandwidth(size_t size, uint64_t rounds)
{
    return stream(size, rounds, FEW);
}

static double rate(size_t size, uint64_t rounds)
{
    return stream(size, rounds, MANY);
}

static double barrier(size_t size, uint64_t rounds)
{
    double begin = bench_now();
    (void)size;
    for (uint64_t i = 0; i < rounds; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    return (bench_now() - begin) / (double)rounds;
}

static double allreduce(size_t size, uint64_t rounds)
{
    double begin = bench_now();
    for (uint64_t i = 0; i < rounds; i++)
        MPI_Allreduce(source, landing, (int)(size / sizeof *source), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return (bench_now() - begin) / (double)rounds;
}

static uint64_t share(uint64_t value)
{
    MPI_Bcast(&value, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    return value;
}

static const bench_test_t tests[] = {
    {"fifo_latency", 8, BENCH_TIME, to_and_fro},
    {"put_read", 4096, BENCH_TIME, to_and_fro_read},
    {"put_read", 65536, BENCH_TIME, to_and_fro_read},
    {"put_read", BENCH_MOST_BYTES, BENCH_TIME, to_and_fro_read},
    {"put_bandwidth", 65536, BENCH_BANDWIDTH, bandwidth},
    {"put_bandwidth", BENCH_MOST_BYTES, BENCH_BANDWIDTH, bandwidth},
    {"fifo_rate", 8, BENCH_RATE, rate},
    {"gi_barrier", 0, BENCH_TIME, barrier},
    {"allreduce", 8, BENCH_TIME, allreduce},
    {"allreduce", BENCH_MOST_BYTES, BENCH_TIME, allreduce},
    {"fifo_latency_one_core", 8, BENCH_TIME, to_and_fro},
};

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int status = bench_options(argc, argv, rank);
    source = aligned_alloc(4096, BENCH_MOST_BYTES);
    landing = aligned_alloc(4096, BENCH_MOST_BYTES);
    if (source == NULL || landing == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    bench_fill(source, BENCH_MOST_BYTES);
    bench_fill(landing, BENCH_MOST_BYTES);
    if (status == 0)
        status = bench_run(&(bench_library_t){rank, ranks, share}, tests, sizeof tests / sizeof tests[0]);
    free(source);
    free(landing);
    MPI_Finalize();
    return status;
}
