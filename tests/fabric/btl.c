/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An MPI program for a byte transfer layer: all sizes, constant and freed memory, more unexpected messages
 * than there are buffers, and windows with puts, gets and atomic operations. 1 or more ranks. Prints "N
 * passed, N failed" on rank 0.
 *
 *     btl unmatched  sends messages without receives, more than there are buffers, before MPI_Finalize()
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mpi_check.h"

#define MOST   (4u << 20)
#define FLOOD  3000
#define LETTER 5000

static char byte_of(int seed, size_t i)
{
    return (char)((size_t)seed * 31 + i + i / 251);
}

static void fill(char *data, size_t bytes, int seed)
{
    for (size_t i = 0; i < bytes; i++)
        data[i] = byte_of(seed, i);
}

static int is_filled(const char *data, size_t bytes, int seed)
{
    for (size_t i = 0; i < bytes; i++)
        if (data[i] != byte_of(seed, i))
            return 0;
    return 1;
}

/* A message to the next rank; the bytes around the target stay. */
static void shift(char *out, char *in, size_t bytes, int seed)
{
    MPI_Status status;
    int got;
    fill(out, bytes, rank + seed);
    memset(in, 'x', bytes + 2);
    MPI_Sendrecv(out, (int)bytes, MPI_CHAR, next(), 1, in + 1, (int)bytes, MPI_CHAR, previous(), 1,
                 MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_CHAR, &got);
    mpi_check(got == (int)bytes && in[0] == 'x' && in[bytes + 1] == 'x' &&
                  is_filled(in + 1, bytes, previous() + seed),
              "a message, bytes", (int)bytes);
}

static void sizes(void)
{
    char *out = malloc(MOST + 3), *in = malloc(MOST + 8);
    shift(out, in, 0, 0);
    for (size_t bytes = 1; bytes <= MOST; bytes *= 2)
        for (size_t d = 0; d < 3; d++)
            shift(out + d, in + d, bytes + d - (bytes > 1), (int)d);
    for (size_t bytes = 4000; bytes < 4200; bytes++)
        shift(out, in, bytes, 1);
    free(out);
    free(in);
}

/* New memory for each message, at the same addresses: mapped, and of malloc(). */
static void freed(void)
{
    for (int i = 0; i < 30; i++) {
        size_t bytes = 100000 + (size_t)i % 3 * 300000;
        char *out = mmap(NULL, bytes + 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        char *in = mmap(NULL, bytes + 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        shift(out, in, bytes, i);
        munmap(out, bytes + 2);
        munmap(in, bytes + 2);
        out = malloc(bytes);
        in = malloc(bytes + 2);
        shift(out, in, bytes, i);
        free(out);
        free(in);
    }
}

/* The source is read-only memory. */
static void constant(void)
{
    size_t bytes = 1 << 20;
    char *out = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
         *in = malloc(bytes);
    fill(out, bytes, rank);
    mprotect(out, bytes, PROT_READ);
    MPI_Sendrecv(out, (int)bytes, MPI_CHAR, next(), 2, in, (int)bytes, MPI_CHAR, previous(), 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    mpi_check(is_filled(in, bytes, previous()), "constant memory", 0);
    munmap(out, bytes);
    free(in);
}

static size_t letter_bytes(int number)
{
    return (size_t)(number * 37 % LETTER);
}

/* All ranks send to all ranks at once, and receive afterwards, in the reverse order of ranks. */
static void flood(void)
{
    MPI_Request *request = malloc(sizeof *request * (size_t)ranks * FLOOD);
    char *out = malloc((size_t)FLOOD * LETTER), *in = malloc(LETTER);
    for (int i = 0; i < FLOOD; i++)
        fill(out + (size_t)i * LETTER, letter_bytes(i), rank + i);
    for (int i = 0; i < FLOOD; i++)
        for (int to = 0; to < ranks; to++)
            MPI_Isend(out + (size_t)i * LETTER, (int)letter_bytes(i), MPI_CHAR, to, i, MPI_COMM_WORLD,
                      &request[i * ranks + to]);
    for (int from = ranks - 1; from >= 0; from--) {
        int good = 1;
        for (int i = 0; i < FLOOD; i++) {
            MPI_Status status;
            int got;
            MPI_Recv(in, LETTER, MPI_CHAR, from, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_CHAR, &got);
            good &= status.MPI_TAG == i && got == (int)letter_bytes(i) &&
                    is_filled(in, letter_bytes(i), from + i);
        }
        mpi_check(good, "unexpected messages of rank", from);
    }
    MPI_Waitall(ranks * FLOOD, request, MPI_STATUSES_IGNORE);
    free(request);
    free(out);
    free(in);
}

#define OPERATIONS 100
#define WINDOW     50000

/* Each rank adds to words of all ranks; then swaps a word of the next rank. */
static void atomics(void)
{
    long memory[2] = {0, 0}, one = 1, old, seven = 7, sum = (long)OPERATIONS * ranks;
    int small = 0;
    MPI_Win win, ints;
    MPI_Win_create(memory, sizeof memory, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create(&small, sizeof small, sizeof small, MPI_INFO_NULL, MPI_COMM_WORLD, &ints);
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, ints);
    for (int i = 0; i < OPERATIONS; i++)
        for (int to = 0; to < ranks; to++) {
            int step = 2, before;
            MPI_Fetch_and_op(&one, &old, MPI_LONG, to, 0, MPI_SUM, win);
            MPI_Accumulate(&one, 1, MPI_LONG, to, 1, 1, MPI_LONG, MPI_SUM, win);
            MPI_Fetch_and_op(&step, &before, MPI_INT, to, 0, MPI_SUM, ints);
            MPI_Win_flush_all(ints); /* completes the store to `before` */
        }
    MPI_Win_flush_all(win);
    MPI_Win_unlock_all(ints);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next(), 0, win);
    MPI_Compare_and_swap(&seven, &sum, &old, MPI_LONG, next(), 0, win);
    MPI_Win_unlock(next(), win);
    mpi_check(old == sum, "the previous value of a swap", (int)old);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    mpi_check(memory[0] == 7 && memory[1] == sum && small == 2 * sum, "atomic operations", (int)memory[1]);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&ints);
    MPI_Win_free(&win);
}

static void puts_and_gets(void)
{
    char *memory = calloc(1, WINDOW), *data = malloc(WINDOW);
    const int part = WINDOW / 10;
    MPI_Win win;
    MPI_Win_create(memory, WINDOW, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    fill(data, WINDOW, rank);
    MPI_Win_fence(0, win);
    for (int at = 0; at < WINDOW; at += part)
        MPI_Put(data + at, part, MPI_CHAR, next(), at, part, MPI_CHAR, win);
    MPI_Win_fence(0, win);
    mpi_check(is_filled(memory, WINDOW, previous()), "puts", 0);
    memset(data, 0, WINDOW);
    MPI_Win_fence(0, win);
    MPI_Get(data, WINDOW, MPI_CHAR, next(), 0, WINDOW, MPI_CHAR, win);
    MPI_Win_fence(0, win);
    mpi_check(is_filled(data, WINDOW, rank), "a get", 0);
    MPI_Win_free(&win);
    free(memory);
    free(data);
}

/* A program may unmap memory before its window. */
static void unmapped(void)
{
    char *memory = mmap(NULL, WINDOW, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *mine = malloc(WINDOW);
    MPI_Win win;
    MPI_Win_create(memory, WINDOW, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    fill(mine, WINDOW, rank);
    MPI_Win_fence(0, win);
    MPI_Put(mine, WINDOW, MPI_BYTE, next(), 0, WINDOW, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    CHECK(is_filled(memory, WINDOW, previous()));
    munmap(memory, WINDOW);
    MPI_Win_free(&win);
    free(mine);
}

static void unmatched(void)
{
    static char data[LETTER];
    for (int i = 0; i < 100; i++) {
        MPI_Request request;
        MPI_Isend(data, 1000, MPI_CHAR, next(), 3, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    mpi_check_open();
    if (argc > 1 && strcmp(argv[1], "unmatched") == 0) {
        unmatched();
        MPI_Finalize();
        return 0;
    }
    sizes();
    freed();
    constant();
    flood();
    puts_and_gets();
    unmapped();
    atomics();
    mpi_check_report();
    MPI_Finalize();
    return failed != 0;
}
