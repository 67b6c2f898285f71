/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI: ranks 0 and 1 receive from each other, and neither sends. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, word;
    MPI_Comm second;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &second);
    if (rank == 0) {
        puts("begun");
        fflush(stdout);
    }
    MPI_Recv(&word, 1, MPI_INT, 1 - rank, 7 + rank, rank == 0 ? MPI_COMM_WORLD : second, MPI_STATUS_IGNORE);
    MPI_Finalize();
}
