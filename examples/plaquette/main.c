/* SPDX-License-Identifier: BSD-3-Clause */
/* plaquette: lattice gauge theory on the System Programming Interface of Blue Gene/Q.
 *
 * In the order in which to read: lattice.h (which sites a rank has), field.h (what it computes), exchange.h
 * and reduce.h (how ranks talk), spi/setup/spi_setup.h (what it takes to talk), job.h (the steps of the
 * program), and this file, which is the main program of every rank. Rank 0 prints. Nothing is kept in
 * globals. */
#include <stdio.h>

#include "job.h"

int main(int argc, char **argv)
{
    options_t options;
    char error[300];
    bool first = Kernel_GetRank() == 0;
    if (options_read(&options, argc, argv, error, sizeof error) != 0) {
        if (first)
            fprintf(stderr, "%s\n", error);
        return 2;
    }
    if (options.help) {
        if (first)
            fputs(options_help, stdout);
        return 0;
    }
    job_t job;
    if (job_open(&job, &options) != 0)
        return 1;
    int status = options.generate ? job_generate(&job) : job_measure(&job);
    job_close(&job);
    return status;
}
