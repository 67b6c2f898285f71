/* SPDX-License-Identifier: BSD-3-Clause */
/* An MPI for set-up and the SPI for speed: both have the same ranks. The argument is how many there are. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <firmware/include/personality.h>
#include <mpix.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/GIBarrier.h>

static int wrong(int rank, const char *what)
{
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    return 1;
}

int main(int argc, char **argv)
{
    uint32_t before = Kernel_GetRank();
    int rank, ranks, sum = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (before != (uint32_t)rank || Kernel_GetRank() != (uint32_t)rank)
        return wrong(rank, "the SPI has another rank");
    if (argc < 2 || ranks != atoi(argv[1]))
        return wrong(rank, "the MPI has another number of ranks");

    struct rlimit stack;
    if (ranks > 1 && (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur != stack.rlim_max))
        return wrong(rank, "the stack does not have the hard limit");

    BG_CoordinateMapping_t map[64];
    uint64_t entries = 0;
    if (Kernel_RanksToCoords(sizeof map, map, &entries) != 0 || entries != (uint64_t)ranks)
        return wrong(rank, "the partition has another number of ranks");
    MPIX_Hardware_t hardware;
    if (MPIX_Hardware(&hardware) != 0 || hardware.Coords[0] != map[rank].a ||
        hardware.Coords[4] != map[rank].e)
        return wrong(rank, "the torus coordinates differ");

    if (Kernel_MyTcoord() == 0) {
        MUSPI_GIBarrier_t barrier;
        MUSPI_GIBarrierInit(&barrier, 0);
        for (int i = 0; i < 100; i++)
            MUSPI_GIBarrierEnterAndWait(&barrier);
    }
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (sum != ranks * (ranks - 1) / 2)
        return wrong(rank, "the sum is wrong");
    MPI_Finalize();
    return 0;
}
