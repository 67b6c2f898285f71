/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The main function of a program that has an ordinary one: reads what job the command line asks for, and runs
 * the program's own on every rank. The linker option --wrap=main gives both their names.
 */
#include <stdlib.h>

#include "emuq/partition.h"

int __wrap_main(int argc, char **argv, char **envp);
/** The program's main(), which may well have fewer parameters. */
int __real_main(int argc, char **argv, char **envp);

static char **environment;

static int rank_main(int argc, char **argv)
{
    return __real_main(argc, argv, environment);
}

int __wrap_main(int argc, char **argv, char **envp)
{
    emuq_job_t job;
    environment = envp;
    if (emuq_job_options(&job, &argc, argv) != 0)
        return EXIT_FAILURE;
    int status = emuq_run_threads(&job, rank_main, argc, argv);
    return status >= 0 ? status : EXIT_FAILURE;
}
