/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Ranks are threads: rank 2 exits with status 1, which ends the job, while all other ranks wait forever.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "spi/include/kernel/location.h"

int main(void)
{
    if (Kernel_GetRank() == 2) {
        printf("the last words, ");
        exit(1);
    }
    for (;;)
        pause();
}
