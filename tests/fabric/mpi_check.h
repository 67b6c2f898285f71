/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks of MPI programs, which are compiled without EMUQ: counts in each rank, and their sums on rank 0. */
#ifndef TESTS_FABRIC_MPI_CHECK_H
#define TESTS_FABRIC_MPI_CHECK_H

#include <mpi.h>
#include <stdio.h>

static int rank, ranks; /* set by mpi_check_open() */
static int passed, failed;

#define CHECK(condition) mpi_check((condition) != 0, __FILE__ ": " #condition, __LINE__)

/* @param what printed with the rank and the number if the check fails */
static inline void mpi_check(int is_good, const char *what, int number)
{
    passed += is_good;
    failed += !is_good;
    if (!is_good)
        printf("rank %d: %s (%d)\n", rank, what, number);
}

/* Call after MPI_Init(). */
static inline void mpi_check_open(void)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
}

/* Prints "N passed, N failed" on rank 0; collective. */
static inline void mpi_check_report(void)
{
    int mine[2] = {passed, failed}, all[2];
    MPI_Reduce(mine, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d passed, %d failed\n", all[0], all[1]);
}

static inline int next(void)
{
    return (rank + 1) % ranks;
}

static inline int previous(void)
{
    return (rank + ranks - 1) % ranks;
}

#endif /* TESTS_FABRIC_MPI_CHECK_H */
