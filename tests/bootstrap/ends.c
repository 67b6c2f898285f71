/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank whose end is of interest.
 *   ends RANK return|status|kill     that rank returns at once, exits with status 7, or kills itself when all
 *                                    ranks are there
 * The others return half a second later; if a rank kills itself, a minute later, if nobody ends them.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/GIBarrier.h>

/* A rank that comes later than the end of its host's first one cannot say of what. */
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
    if (strcmp(argv[2], "kill") == 0)
        await_all();
    if (Kernel_GetRank() == strtoul(argv[1], NULL, 10)) {
        if (strcmp(argv[2], "kill") == 0)
            raise(SIGKILL);
        return strcmp(argv[2], "status") == 0 ? 7 : 0;
    }
    if (strcmp(argv[2], "kill") == 0)
        sleep(60);
    else
        usleep(500000);
    return 0;
}
