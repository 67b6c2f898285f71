/* SPDX-License-Identifier: BSD-3-Clause */
/* Rank 0 waits at a barrier, rank 1 for a signal, rank 2 ends. With an argument all ranks end. */
#include <unistd.h>

#include <spi/include/kernel/location.h>
#include <spi/include/mu/GIBarrier.h>

char large_field[1 << 20];
int small_field = 1;

int main(int argc, char **argv)
{
    MUSPI_GIBarrier_t barrier;
    (void)argv;
    large_field[Kernel_GetRank()] = (char)small_field;
    if (MUSPI_GIBarrierInit(&barrier, 0) != 0)
        return 2;
    MUSPI_GIBarrierEnterAndWait(&barrier);
    if (argc > 1 || Kernel_GetRank() == 2)
        return 0;
    if (Kernel_GetRank() == 1)
        pause();
    MUSPI_GIBarrierEnterAndWait(&barrier);
    return 0;
}
