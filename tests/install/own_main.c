/* SPDX-License-Identifier: BSD-3-Clause */
/* Program with its own main(): calls the library to run the ranks. */
#include <stdio.h>
#include <emuq/partition.h>
#include <spi/include/kernel/location.h>

static int rank_main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    printf("own: rank %u\n", (unsigned)Kernel_GetRank());
    return 0;
}

int main(int argc, char **argv)
{
    emuq_job_t job = {.shape = {2}};
    return emuq_run_threads(&job, rank_main, argc, argv);
}
