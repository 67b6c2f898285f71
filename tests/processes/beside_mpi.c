/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI for set-up and the SPI for speed, with the same ranks. The argument is their number. */
#include <mpi.h>
#include <stdbool.h>
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

/* Ranks with the same bridge share the first communicator, and are separate in the second. */
static bool psets_are_right(int ranks)
{
    MPI_Comm same, different;
    int nearest, together = 0, apart = 0, position = -1, link = MPIX_IO_link_id(), sums[2] = {0, 0};
    if (MPIX_Pset_same_comm_create(&same) != MPI_SUCCESS ||
        MPIX_Pset_diff_comm_create(&different) != MPI_SUCCESS)
        return false;
    MPI_Comm_size(same, &together);
    MPI_Comm_rank(same, &position);
    MPI_Comm_size(different, &apart);
    int extremes[2] = {link, -link}, of_same[2], distance = MPIX_IO_distance();
    MPI_Allreduce(extremes, of_same, 2, MPI_INT, MPI_MAX, same);
    MPI_Allreduce(&distance, &nearest, 1, MPI_INT, MPI_MIN, same);
    int mine[2] = {position == 0, 1};
    MPI_Allreduce(mine, sums, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Comm_free(&same);
    MPI_Comm_free(&different);
    bool is_nearest = position != 0 || distance == nearest;
    return of_same[0] == link && of_same[1] == -link && is_nearest && sums[1] == ranks &&
           together * sums[0] == ranks && apart == sums[0];
}

/* The Cartesian communicator has the coordinates of the torus. */
static bool cartesian_is_right(const MPIX_Hardware_t *hw)
{
    MPI_Comm cart;
    int dims = 0, size[6], wraps[6], at[6], rank = -1;
    if (MPIX_Cart_comm_create(&cart) != MPI_SUCCESS)
        return false;
    MPI_Cartdim_get(cart, &dims);
    MPI_Comm_rank(cart, &rank);
    if (dims == 6)
        MPI_Cart_get(cart, 6, size, wraps, at);
    MPI_Comm_free(&cart);
    bool right = dims == 6 && rank == (int)hw->prank && size[5] == (int)hw->ppn && at[5] == (int)hw->coreID;
    for (int d = 0; right && d < 5; d++)
        right = size[d] == (int)hw->Size[d] && at[d] == (int)hw->Coords[d] && wraps[d] == (int)hw->isTorus[d];
    return right;
}

static bool calls_are_right(void)
{
    char name[8] = "name";
    MPIX_Progress_poke();
    return MPIX_Progress_quiesce(1e-4) == MPI_SUCCESS && MPIX_Comm_update(MPI_COMM_WORLD, 1) == MPI_SUCCESS &&
           MPIX_Comm_update(MPI_COMM_NULL, 1) == MPI_ERR_COMM &&
           MPIX_Get_last_algorithm_name(MPI_COMM_WORLD, name, 0) == MPI_ERR_ARG &&
           MPIX_Get_last_algorithm_name(MPI_COMM_NULL, name, 8) == MPI_ERR_COMM &&
           MPIX_Get_last_algorithm_name(MPI_COMM_WORLD, name, 8) == MPI_SUCCESS && name[0] == '\0';
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
    if (!psets_are_right(ranks))
        return wrong(rank, "the communicators of I/O nodes are wrong");
    if ((unsigned)ranks == hardware.psize && !cartesian_is_right(&hardware))
        return wrong(rank, "the Cartesian communicator is wrong");
    if (!calls_are_right())
        return wrong(rank, "a call of mpix.h returns a wrong result");

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
