/* SPDX-License-Identifier: BSD-3-Clause */
/* Idle nodes: bench/compare measures their start time and memory. All ranks pass a barrier, rank 0 prints
 * "ready", and the job ends at the end of its standard input. */
#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/GIBarrier.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    MUSPI_GIBarrier_t barrier;
    uint32_t route;
    char end;
    if (Kernel_GetGlobalBarrierUserClassRouteId(&route) != 0)
        return 1;
    MUSPI_GIBarrierInit(&barrier, route);
    MUSPI_GIBarrierEnterAndWait(&barrier);
    if (Kernel_GetRank() == 0) {
        puts("ready");
        fflush(stdout);
        while (read(STDIN_FILENO, &end, 1) > 0) {
        }
    }
    MUSPI_GIBarrierEnterAndWait(&barrier);
    return 0;
}
