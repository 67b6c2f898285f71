/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI: messages of several sizes around a ring, and a sum. Knows nothing of EMUQ. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 300000

static char pattern(int i, int rank)
{
    return (char)(i * 3 + i / 255 + rank);
}

int main(int argc, char **argv)
{
    static const int sizes[] = {0, 1, 8, 500, 600, 5000, 20000, MOST};
    static char out[MOST], in[MOST];
    int rank, ranks, wrong = 0, all = 0;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int rounds = argc > 1 ? atoi(argv[1]) : 3, next = (rank + 1) % ranks, last = (rank + ranks - 1) % ranks;
    for (int round = 0; round < rounds; round++)
        for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            for (int i = 0; i < sizes[s]; i++)
                out[i] = pattern(i + round, rank);
            MPI_Request sent;
            int count;
            MPI_Isend(out, sizes[s], MPI_CHAR, next, (int)s, MPI_COMM_WORLD, &sent);
            MPI_Probe(last, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_CHAR, &count);
            MPI_Recv(in, MOST, MPI_CHAR, MPI_ANY_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
            MPI_Wait(&sent, MPI_STATUS_IGNORE);
            wrong += count != sizes[s] || status.MPI_TAG != (int)s || status.MPI_SOURCE != last;
            for (int i = 0; i < count; i++)
                wrong += in[i] != pattern(i + round, last);
        }
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks, %d wrong\n", ranks, all);
    MPI_Finalize();
    return all != 0;
}
