/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank whose end is of interest.
 *   ends RANK return|status|kill     that rank returns at once, exits with status 7, or kills itself
 * The others return half a second later; if a rank kills itself, a minute later, if nobody ends them.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spi/include/kernel/location.h"

int main(int argc, char **argv)
{
    if (argc != 3)
        return 98;
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
