/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank that keeps a block, and leaks a block of 777 bytes. */
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/process.h>
#include <stdlib.h>
#include <string.h>

static char *volatile kept;

static __attribute__((noinline)) void lose(void)
{
    char *volatile lost = malloc(777);
    memset(lost, 1, 777);
}

int main(void)
{
    kept = malloc(100);
    lose();
    return kept != NULL && Kernel_GetRank() < 2 ? 0 : 1;
}
