/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI: each of 6 ranks waits for something that never happens, and emuq-run --mpi describes it. */
#include <mpi.h>
#include <stdio.h>

#define LONG (1 << 20)

static char data[LONG];

static void wait_for_many(int ranks)
{
    MPI_Request request[7];
    static int got[7];
    for (int i = 0; i < 7; i++)
        MPI_Irecv(&got[i], 1, MPI_INT, i % ranks, i, MPI_COMM_WORLD, &request[i]);
    MPI_Waitall(7, request, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, ranks, word = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0) {
        puts("begun");
        fflush(stdout);
    }
    switch (rank) {
    case 0:
        MPI_Send(data, LONG, MPI_CHAR, 1, 12, MPI_COMM_WORLD);
        break;
    case 1:
        MPI_Probe(2, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        break;
    case 2:
        wait_for_many(ranks);
        break;
    case 3:
        MPI_Ssend(&word, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
        break;
    case 4:
        MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        break;
    default:
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
}
