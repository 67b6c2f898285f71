/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * mini-mpi: an MPI of a few hundred lines on the message layer. mini_mpi.h is the interface, mini_mpi.c all
 * there is to it, checks.c a program that uses it. This file runs the checks and prints what each has taken.
 */
#include <stdio.h>

#include "checks.h"
#include "mini_mpi.h"
#include "options.h"

/* @return how much was wrong, on all ranks. */
static long run(const check_t *check, int rank, int size, int rounds)
{
    long mine, all = 0;
    double begin = MM_Wtime();
    check->run(rank, size, rounds);
    MM_Barrier(MM_COMM_WORLD);
    double seconds = MM_Wtime() - begin;
    mine = checks_wrong();
    if (mine != 0)
        fprintf(stderr, "rank %d: %s: %ld things were wrong\n", rank, check->name, mine);
    MM_Allreduce(&mine, &all, 1, MM_LONG, MM_SUM, MM_COMM_WORLD);
    if (rank == 0)
        printf("%-12s %12.3f\n", check->name, seconds * 1e3 / rounds);
    return mine + all; /* a sum may be wrong, too */
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
    long wrong = 0;
    MM_Init(&argc, &argv);
    MM_Comm_rank(MM_COMM_WORLD, &rank);
    MM_Comm_size(MM_COMM_WORLD, &size);
    if (rank == 0)
        printf("%-12s %12s\n%-12s %12s\n", "check", "one round", "", "ms");
    for (const check_t *c = checks; c->name != NULL; c++)
        wrong += run(c, rank, size, (int)rounds);
    MM_Finalize();
    return wrong != 0;
}
