/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mini-mpi: an MPI of a few hundred lines on PAMI. mini_mpi.h is the interface, mini_mpi.c the
 * implementation. This program checks it and prints the time of each check. With MPI_ instead of MM_ and
 * <mpi.h> instead of mini_mpi.h, all checks except truncated() are valid for any MPI.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mini_mpi.h"
#include "options.h"

#define WORLD  MM_COMM_WORLD
#define IGNORE MM_STATUS_IGNORE

enum { MANY = 60, KINDS = 5 };

static _Thread_local long wrong; /* errors on this rank; ranks may be threads */

/* Message lengths: one packet, empty, several packets, long. Shorter with many ranks. */
static int length_of(int kind, int size)
{
    const int lengths[KINDS] = {4, 0, 300, 5000, size > 64 ? 20000 : 100000};
    return lengths[kind % KINDS];
}

static int longest(int size)
{
    return length_of(KINDS - 1, size);
}

static unsigned char pattern(int seed, int i)
{
    return (unsigned char)(seed * 31 + i * 7 + (i >> 8));
}

static void fill(unsigned char *buffer, int bytes, int seed)
{
    for (int i = 0; i < bytes; i++)
        buffer[i] = pattern(seed, i);
}

static void verify(const unsigned char *buffer, int bytes, int seed)
{
    for (int i = 0; i < bytes; i++)
        wrong += buffer[i] != pattern(seed, i);
}

static void verify_status(const MM_Status *status, int source, int tag, int bytes)
{
    int count = -1;
    MM_Get_count(status, MM_BYTE, &count);
    wrong += status->MM_SOURCE != source || status->MM_TAG != tag || count != bytes;
}

static void *allocate(size_t bytes)
{
    void *p = calloc(1, bytes);
    if (p == NULL) {
        fprintf(stderr, "out of memory for %zu bytes\n", bytes);
        exit(1);
    }
    return p;
}

/* ---- messages ---- */

/* Passes a number around the ring; each rank adds its number. */
static void ring(int rank, int size, int rounds)
{
    long token = 0, lap = (long)size * (size - 1) / 2, before = rank == 0 ? size : rank;
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < rounds; i++) {
        if (rank == 0)
            MM_Send(&token, 1, MM_LONG, right, 1, WORLD);
        MM_Recv(&token, 1, MM_LONG, left, 1, WORLD, IGNORE);
        wrong += token != i * lap + before * (before - 1) / 2;
        token += rank;
        if (rank != 0)
            MM_Send(&token, 1, MM_LONG, right, 1, WORLD);
    }
}

/* Messages to self: receive before send, and send before receive. */
static void self(int rank, int size, int rounds)
{
    int most = longest(size);
    unsigned char *from = allocate((size_t)most), *to = allocate((size_t)most);
    for (int i = 0; i < rounds * KINDS; i++) {
        MM_Request request;
        MM_Status status;
        int bytes = length_of(i, size);
        fill(from, bytes, i);
        if (i % 2) {
            MM_Irecv(to, most, MM_BYTE, rank, i, WORLD, &request);
            MM_Send(from, bytes, MM_BYTE, rank, i, WORLD);
            MM_Wait(&request, &status);
        } else {
            MM_Isend(from, bytes, MM_BYTE, rank, i, WORLD, &request);
            MM_Recv(to, most, MM_BYTE, MM_ANY_SOURCE, i, WORLD, &status);
            MM_Wait(&request, IGNORE);
        }
        verify_status(&status, rank, i, bytes);
        verify(to, bytes, i);
    }
    free(from);
    free(to);
}

/* Messages of all lengths with one tag to the right neighbour. Half of the receives are posted before the
 * sends, half after the arrival; all must match in order. */
static void order(int rank, int size, int rounds)
{
    enum { N = 4 * KINDS };
    int most = longest(size), right = (rank + 1) % size, left = (rank + size - 1) % size;
    unsigned char *from = allocate((size_t)most * N), *to = allocate((size_t)most * N);
    for (int round = 0; round < rounds; round++) {
        MM_Request sends[N], receives[N];
        MM_Status statuses[N];
        for (int i = 0; i < N / 2; i++)
            MM_Irecv(to + (size_t)i * most, most, MM_BYTE, left, 7, WORLD, &receives[i]);
        MM_Barrier(WORLD);
        for (int i = 0; i < N; i++) {
            fill(from + (size_t)i * most, length_of(i, size), i + rank);
            MM_Isend(from + (size_t)i * most, length_of(i, size), MM_BYTE, right, 7, WORLD, &sends[i]);
        }
        MM_Barrier(WORLD);
        for (int i = N / 2; i < N; i++)
            MM_Irecv(to + (size_t)i * most, most, MM_BYTE, left, 7, WORLD, &receives[i]);
        wrong += MM_Waitall(N, receives, statuses) != MM_SUCCESS;
        MM_Waitall(N, sends, MM_STATUSES_IGNORE);
        for (int i = 0; i < N; i++) {
            verify_status(&statuses[i], left, 7, length_of(i, size));
            verify(to + (size_t)i * most, length_of(i, size), i + left);
        }
    }
    free(from);
    free(to);
}

/* All ranks send to rank 0, which receives with wildcards: messages of one rank in order, each once. */
static void wildcards(int rank, int size, int rounds)
{
    enum { EACH = 3 };
    MM_Request requests[EACH];
    int numbers[EACH], *next = allocate((size_t)size * sizeof *next);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < EACH; i++) {
            numbers[i] = rank + i;
            MM_Isend(&numbers[i], 1, MM_INT, 0, i, WORLD, &requests[i]);
        }
        memset(next, 0, (size_t)size * sizeof *next);
        for (int i = 0; rank == 0 && i < size * EACH; i++) {
            int number = -1;
            MM_Status status;
            MM_Recv(&number, 1, MM_INT, MM_ANY_SOURCE, MM_ANY_TAG, WORLD, &status);
            if (status.MM_SOURCE < 0 || status.MM_SOURCE >= size)
                wrong++;
            else
                wrong +=
                    status.MM_TAG != next[status.MM_SOURCE]++ || number != status.MM_SOURCE + status.MM_TAG;
        }
        MM_Waitall(EACH, requests, MM_STATUSES_IGNORE);
        MM_Barrier(WORLD); /* separates the rounds */
    }
    free(next);
}

/* Unexpected messages, received in the reverse order of their tags, with lengths from a probe. */
static void unexpected(int rank, int size, int rounds)
{
    int most = longest(size), right = (rank + 1) % size, left = (rank + size - 1) % size;
    unsigned char *from = allocate((size_t)most * KINDS), *to = allocate((size_t)most);
    for (int round = 0; round < rounds; round++) {
        MM_Request sends[KINDS];
        MM_Status status;
        for (int i = 0; i < KINDS; i++) {
            fill(from + (size_t)i * most, length_of(i, size), rank + i);
            MM_Isend(from + (size_t)i * most, length_of(i, size), MM_BYTE, right, i, WORLD, &sends[i]);
        }
        if (round % 2) /* in even rounds long messages may still be arriving when their receives start */
            MM_Barrier(WORLD);
        for (int i = KINDS; i-- > 0;) {
            int bytes = -1;
            MM_Probe(left, i, WORLD, &status);
            verify_status(&status, left, i, length_of(i, size));
            MM_Get_count(&status, MM_BYTE, &bytes);
            MM_Recv(to, bytes, MM_BYTE, left, i, WORLD, &status);
            verify_status(&status, left, i, length_of(i, size));
            verify(to, bytes, left + i);
        }
        MM_Waitall(KINDS, sends, MM_STATUSES_IGNORE);
        MM_Barrier(WORLD);
    }
    free(from);
    free(to);
}

/* Long messages in both directions of the ring, with posted receives. */
static void large(int rank, int size, int rounds)
{
    int count = (size > 64 ? 1 << 12 : 1 << 18) / (int)sizeof(double);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    double *from = allocate((size_t)count * sizeof *from), *to = allocate(2 * (size_t)count * sizeof *to);
    for (int round = 0; round < rounds; round++) {
        MM_Request requests[4];
        MM_Irecv(to, count, MM_DOUBLE, left, 0, WORLD, &requests[0]);
        MM_Irecv(to + count, count, MM_DOUBLE, right, 1, WORLD, &requests[1]);
        for (int i = 0; i < count; i++)
            from[i] = rank * 1000.0 + i + round;
        MM_Barrier(WORLD);
        MM_Isend(from, count, MM_DOUBLE, right, 0, WORLD, &requests[2]);
        MM_Isend(from, count, MM_DOUBLE, left, 1, WORLD, &requests[3]);
        MM_Waitall(4, requests, MM_STATUSES_IGNORE);
        for (int i = 0; i < count; i++)
            wrong += to[i] != left * 1000.0 + i + round || to[count + i] != right * 1000.0 + i + round;
    }
    free(from);
    free(to);
}

/* Many concurrent requests to several ranks, completed in reverse order, with different tags. */
static void many(int rank, int size, int rounds)
{
    enum { PEERS = 3 };
    const int distance[PEERS] = {1, 2, 5};
    MM_Request *requests = allocate(sizeof *requests * 2 * MANY * PEERS);
    long from[MANY][PEERS], to[MANY][PEERS];
    for (int round = 0; round < rounds; round++) {
        int n = 0;
        for (int i = 0; i < MANY; i++)
            for (int k = 0; k < PEERS; k++) {
                int source = (rank + 5 * size - distance[k]) % size;
                MM_Irecv(&to[MANY - 1 - i][k], 1, MM_LONG, source, (MANY - 1 - i) * PEERS + k, WORLD,
                         &requests[n++]);
                from[i][k] = rank * 100000L + i * PEERS + k;
                MM_Isend(&from[i][k], 1, MM_LONG, (rank + distance[k]) % size, i * PEERS + k, WORLD,
                         &requests[n++]);
            }
        while (n-- > 0) {
            wrong += MM_Wait(&requests[n], IGNORE) != MM_SUCCESS;
            wrong += requests[n] != MM_REQUEST_NULL;
        }
        for (int i = 0; i < MANY; i++)
            for (int k = 0; k < PEERS; k++)
                wrong += to[i][k] != (rank + 5 * size - distance[k]) % size * 100000L + i * PEERS + k;
    }
    free(requests);
}

/* Messages longer than their receives: the fitting part arrives, memory behind is unchanged, and the receive
 * returns an error. */
static void truncated(int rank, int size, int rounds)
{
    int most = longest(size), right = (rank + 1) % size, left = (rank + size - 1) % size;
    unsigned char *from = allocate((size_t)most), *to = allocate((size_t)most);
    for (int i = 0; i < 2 * KINDS * rounds; i++) {
        int bytes = length_of(i / 2, size), least = bytes / 2;
        bool is_unexpected = i % 2;
        MM_Request request, send;
        fill(from, bytes, rank + i);
        memset(to, 0xee, (size_t)most);
        if (!is_unexpected)
            MM_Irecv(to, least, MM_BYTE, left, 3, WORLD, &request);
        MM_Barrier(WORLD);
        MM_Isend(from, bytes, MM_BYTE, right, 3, WORLD, &send);
        MM_Barrier(WORLD);
        if (is_unexpected)
            MM_Irecv(to, least, MM_BYTE, left, 3, WORLD, &request);
        wrong += MM_Wait(&request, IGNORE) != (bytes > least ? MM_ERR_TRUNCATE : MM_SUCCESS);
        MM_Wait(&send, IGNORE);
        verify(to, least, left + i);
        for (int b = least; b < most; b++)
            wrong += to[b] != 0xee;
    }
    free(from);
    free(to);
}

/* ---- collectives ---- */

static void bcast(int rank, int size, int rounds)
{
    const int roots[] = {0, size - 1, size / 2};
    unsigned char *buffer = allocate((size_t)longest(size));
    for (int i = 0; i < 3 * KINDS * rounds; i++) {
        int root = roots[i % 3], bytes = length_of(i / 3, size);
        fill(buffer, bytes, rank == root ? root + i : -1);
        MM_Bcast(buffer, bytes, MM_BYTE, root, WORLD);
        verify(buffer, bytes, root + i);
    }
    free(buffer);
}

/* Integers: the result does not depend on the order of additions. */
static int term(int rank, int i)
{
    return (rank * 7 + i * 3) % 19 - 9;
}

static int serial(MM_Op op, int size, int i)
{
    int result = term(0, i);
    for (int rank = 1; rank < size; rank++) {
        int next = term(rank, i);
        if (op == MM_SUM)
            result += next;
        else if (op == MM_MAX ? next > result : next < result)
            result = next;
    }
    return result;
}

static void allreduce(int rank, int size, int rounds)
{
    const int counts[] = {1, 10, 3000};
    const MM_Op ops[] = {MM_SUM, MM_MIN, MM_MAX};
    int most = size > 64 ? 500 : counts[2];
    double *from = allocate((size_t)most * sizeof *from), *to = allocate((size_t)most * sizeof *to);
    int *whole_from = allocate((size_t)most * sizeof *whole_from),
        *whole_to = allocate((size_t)most * sizeof *whole_to);
    for (int k = 0; k < 9 * rounds; k++) {
        int count = counts[k % 3] < most ? counts[k % 3] : most;
        MM_Op op = ops[k / 3 % 3];
        for (int i = 0; i < count; i++)
            from[i] = whole_from[i] = term(rank, i);
        MM_Allreduce(from, to, count, MM_DOUBLE, op, WORLD);
        MM_Allreduce(whole_from, whole_to, count, MM_INT, op, WORLD);
        for (int i = 0; i < count; i++)
            wrong += to[i] != serial(op, size, i) || whole_to[i] != serial(op, size, i);
    }
    free(from);
    free(to);
    free(whole_from);
    free(whole_to);
}

/* A check, called by all ranks. */
typedef struct check {
    const char *name;
    void (*run)(int rank, int size, int rounds);
} check_t;

static const check_t checks[] = {{"ring", ring},
                                 {"self", self},
                                 {"order", order},
                                 {"wildcards", wildcards},
                                 {"unexpected", unexpected},
                                 {"large", large},
                                 {"many", many},
                                 {"truncated", truncated},
                                 {"bcast", bcast},
                                 {"allreduce", allreduce}};

/* @return number of errors on all ranks */
static long run(const check_t *check, int rank, int size, int rounds)
{
    long all = 0;
    double begin = MM_Wtime();
    wrong = 0;
    check->run(rank, size, rounds);
    MM_Barrier(MM_COMM_WORLD);
    double seconds = MM_Wtime() - begin;
    long errors = wrong;
    if (errors != 0)
        fprintf(stderr, "rank %d: %s: %ld things were wrong\n", rank, check->name, errors);
    MM_Allreduce(&errors, &all, 1, MM_LONG, MM_SUM, MM_COMM_WORLD);
    if (rank == 0)
        printf("%-12s %12.3f\n", check->name, seconds * 1e3 / rounds);
    return errors + all; /* the sum may be wrong, too */
}

int main(int argc, char **argv)
{
    unsigned long rounds = 5;
    const example_option_t options[] = {{"--iterations", &rounds, 1, 1000000, "rounds of each check"},
                                        EXAMPLE_ANY_RANKS,
                                        {NULL, NULL, 0, 0, NULL}};
    int status =
        example_options(argc, argv,
                        "Checks an MPI of a few hundred lines on the message layer: order, wildcards,\n"
                        "unexpected and long messages, collectives.",
                        options);
    if (status >= 0)
        return status;

    int rank, size;
    long total = 0;
    MM_Init(&argc, &argv);
    MM_Comm_rank(MM_COMM_WORLD, &rank);
    MM_Comm_size(MM_COMM_WORLD, &size);
    if (rank == 0)
        printf("%-12s %12s\n%-12s %12s\n", "check", "one round", "", "ms");
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
        total += run(&checks[i], rank, size, (int)rounds);
    MM_Finalize();
    return total != 0;
}
