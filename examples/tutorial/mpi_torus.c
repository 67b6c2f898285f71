/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI: each rank prints its coordinates in the torus, and sends a message in direction A+. */
#include <mpi.h>
#include <mpix.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    MPIX_Hardware_t hw;
    int rank, next, previous, received, at[6], to[6], from[6];
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    MPIX_Hardware(&hw);
    int nodes = (int)hw.Size[0];

    MPIX_Rank2torus(rank, at);
    MPIX_Rank2torus(rank, to);
    MPIX_Rank2torus(rank, from);
    to[0] = (at[0] + 1) % nodes;
    from[0] = (at[0] + nodes - 1) % nodes;
    MPIX_Torus2rank(to, &next);
    MPIX_Torus2rank(from, &previous);

    MPI_Sendrecv(&rank, 1, MPI_INT, next, 0, &received, 1, MPI_INT, previous, 0, world, &status);
    printf("rank %d: node (%d,%d,%d,%d,%d) process %d of %u, "
           "to rank %d, from rank %d\n",
           rank, at[0], at[1], at[2], at[3], at[4], at[5], hw.ppn, next, received);
    MPI_Finalize();
}
