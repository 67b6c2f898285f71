/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An MPI program for a byte transfer layer: all sizes, constant and freed memory, and more unexpected
 * messages than there are buffers. 1 or more ranks. Prints "N passed, N failed" on rank 0.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MOST   (4u << 20)
#define FLOOD  3000
#define LETTER 5000

static int rank, ranks, passed, failed;

static void check(int is_good, const char *what, int number)
{
    passed += is_good;
    failed += !is_good;
    if (!is_good)
        printf("rank %d: %s, %d\n", rank, what, number);
}

static int next(void)
{
    return (rank + 1) % ranks;
}

static int previous(void)
{
    return (rank + ranks - 1) % ranks;
}

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
    check(got == (int)bytes && in[0] == 'x' && in[bytes + 1] == 'x' &&
              is_filled(in + 1, bytes, previous() + seed),
          "a message of so many bytes", (int)bytes);
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
    check(is_filled(in, bytes, previous()), "constant memory", 0);
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
        check(good, "unexpected messages of rank", from);
    }
    MPI_Waitall(ranks * FLOOD, request, MPI_STATUSES_IGNORE);
    free(request);
    free(out);
    free(in);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    sizes();
    freed();
    constant();
    flood();
    int mine[2] = {passed, failed}, all[2];
    MPI_Reduce(mine, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d passed, %d failed\n", all[0], all[1]);
    MPI_Finalize();
    return failed != 0;
}
