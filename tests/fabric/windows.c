/* SPDX-License-Identifier: BSD-3-Clause */
/* One-sided communication of MPI: fences, passive targets, atomic operations, accumulation.
 * windows [swap] */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "mpi_check.h"

static int has_swaps;

#define WORDS 100000

/* Each rank writes to all ranks, and reads from all. */
static void fences(MPI_Win w, const int64_t *memory)
{
    int64_t *got = calloc(WORDS, sizeof *got);
    MPI_Win_fence(0, w);
    for (int to = 0; to < ranks; to++) {
        int64_t value = 1000 * rank + to;
        MPI_Put(&value, 1, MPI_INT64_T, to, rank, 1, MPI_INT64_T, w);
        MPI_Win_fence(0, w);
    }
    for (int i = 0; i < ranks; i++)
        CHECK(memory[i] == 1000 * i + rank);
    for (int from = 0; from < ranks; from++)
        MPI_Get(got + from * ranks, ranks, MPI_INT64_T, from, 0, ranks, MPI_INT64_T, w);
    MPI_Win_fence(0, w);
    for (int from = 0; from < ranks; from++)
        for (int i = 0; i < ranks; i++)
            CHECK(got[from * ranks + i] == 1000 * i + from);
    free(got);
}

static void large(MPI_Win w, int64_t *memory)
{
    int64_t *mine = malloc(WORDS * sizeof *mine);
    int to = next(), from = previous(), bad = 0;
    for (int i = 0; i < WORDS; i++)
        mine[i] = (int64_t)rank * WORDS + i;
    MPI_Win_fence(0, w);
    MPI_Put(mine, WORDS, MPI_INT64_T, to, 0, WORDS, MPI_INT64_T, w);
    MPI_Win_fence(0, w);
    for (int i = 0; i < WORDS; i++)
        bad += memory[i] != (int64_t)from * WORDS + i;
    CHECK(bad == 0);
    MPI_Get(mine, WORDS, MPI_INT64_T, to, 0, WORDS, MPI_INT64_T, w);
    MPI_Win_fence(0, w);
    bad = 0;
    for (int i = 0; i < WORDS; i++)
        bad += mine[i] != (int64_t)rank * WORDS + i;
    CHECK(bad == 0);
    for (int i = 0; i < WORDS; i++)
        memory[i] = 0;
    MPI_Win_fence(0, w);
    free(mine);
}

/* All ranks change words of rank 0, with locks and without. */
static void atomics(MPI_Win w, const int64_t *memory)
{
    enum { STEPS = 200 };
    const int64_t one = 1, zero = 0;
    int64_t last = -1, got, sum = 0;
    MPI_Win_lock_all(0, w);
    for (int i = 0; i < STEPS; i++) {
        MPI_Fetch_and_op(&one, &got, MPI_INT64_T, 0, 0, MPI_SUM, w);
        MPI_Win_flush(0, w);
        CHECK(got > last);
        last = got;
        MPI_Accumulate(&one, 1, MPI_INT64_T, 0, 1, 1, MPI_INT64_T, MPI_SUM, w);
    }
    MPI_Win_unlock_all(w);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, w);
    MPI_Get(&got, 1, MPI_INT64_T, 0, 3, 1, MPI_INT64_T, w);
    MPI_Win_flush(0, w);
    got++;
    MPI_Put(&got, 1, MPI_INT64_T, 0, 3, 1, MPI_INT64_T, w);
    MPI_Win_unlock(0, w);
    /* Open MPI 4.1 with osc rdma uses no handle of memory of the host's ranks here, and crashes. */
    int64_t mine = rank + 1;
    for (got = has_swaps ? -1 : 0; got != 0;) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, w);
        MPI_Compare_and_swap(&mine, &zero, &got, MPI_INT64_T, 0, 2, w);
        MPI_Win_flush(0, w);
        if (got == 0)
            MPI_Accumulate(&zero, 1, MPI_INT64_T, 0, 2, 1, MPI_INT64_T, MPI_REPLACE, w);
        MPI_Win_unlock(0, w);
    }
    double vector[10];
    for (int i = 0; i < 10; i++)
        vector[i] = i + rank;
    for (int to = 0; to < ranks; to++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, w);
        MPI_Accumulate(vector, 10, MPI_DOUBLE, to, 10, 10, MPI_DOUBLE, MPI_SUM, w);
        MPI_Win_unlock(to, w);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, w);
    for (int i = 0; i < ranks; i++)
        sum += i;
    for (int i = 0; i < 10; i++)
        CHECK(((const double *)memory)[10 + i] == i * ranks + sum);
    if (rank == 0) {
        CHECK(memory[0] == (int64_t)STEPS * ranks);
        CHECK(memory[1] == (int64_t)STEPS * ranks);
        CHECK(memory[2] == 0);
        CHECK(memory[3] == ranks);
    }
    MPI_Win_unlock(rank, w);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int64_t *memory;
    MPI_Win w;
    MPI_Init(&argc, &argv);
    has_swaps = argc > 1; /* MPI_Compare_and_swap() */
    mpi_check_open();
    MPI_Win_allocate(WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &w);
    for (int i = 0; i < WORDS; i++)
        memory[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    fences(w, memory);
    large(w, memory);
    atomics(w, memory);
    MPI_Win_free(&w);
    memory = calloc(WORDS, sizeof *memory); /* memory of the program */
    MPI_Win_create(memory, WORDS * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &w);
    fences(w, memory);
    large(w, memory);
    atomics(w, memory);
    MPI_Win_free(&w);
    free(memory);
    mpi_check_report();
    MPI_Finalize();
    return failed != 0;
}
