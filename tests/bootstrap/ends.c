/* SPDX-License-Identifier: BSD-3-Clause */
/* Ranks that end in different ways.
 *   ends RANK return|status|bad|kill     the rank returns at once, exits with status 7, exits with status 1,
 *                                        or kills itself; bad and kill after all ranks have started
 * RANK 99: all ranks. The remaining ranks return half a second later; after bad and kill, a minute later.
 */
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/GIBarrier.h>

enum { ALL = 99 };

/* A rank that starts after the end of its host's first rank cannot report the cause. */
static void await_all(void)
{
    MUSPI_GIBarrier_t barrier;
    uint32_t route;
    if (Kernel_GetGlobalBarrierUserClassRouteId(&route) != 0 || MUSPI_GIBarrierInit(&barrier, route) != 0)
        exit(97);
    MUSPI_GIBarrierEnterAndWait(&barrier);
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 98;
    unsigned long rank = strtoul(argv[1], NULL, 10);
    bool ends_job = strcmp(argv[2], "kill") == 0 || strcmp(argv[2], "bad") == 0;
    if (ends_job)
        await_all();
    if (rank == ALL || rank == Kernel_GetRank()) {
        if (strcmp(argv[2], "kill") == 0)
            raise(SIGKILL);
        if (ends_job)
            exit(1);
        return strcmp(argv[2], "status") == 0 ? 7 : 0;
    }
    if (ends_job)
        sleep(60);
    else
        usleep(500000);
    return 0;
}
