/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The main function of a program that has an ordinary one: reads what job the command line asks for, and runs
 * the program's own on every rank. The linker option --wrap=main gives both their names; --undefined=main
 * makes the linker look for the program's in archives, which are searched before anything here asks for it.
 */
#include <errno.h>
#include <stdlib.h>

#include "emuq/partition.h"
#include "kernel-shim/preload/own_sections.h"
#include "kernel-shim/memory/main_stack.h"
#include "kernel-shim/partition/rank_exit.h"

/** In aligned_malloc.c, mappings.c, plugins.c, shared_names.c and stream_buffers.c, which have to be linked.
 */
extern const int emuq_aligned_malloc, emuq_mapping_calls, emuq_plugins, emuq_shared_names,
    emuq_stream_buffers;

int __wrap_main(int argc, char **argv, char **envp);
/** The program's main(), which may well have fewer parameters. */
int __real_main(int argc, char **argv, char **envp);

#define BAD_COMMAND_LINE 2 /* exit status; other failures are EXIT_FAILURE */

static char **environment;

static int rank_main(int argc, char **argv)
{
    return __real_main(argc, argv, environment);
}

int __wrap_main(int argc, char **argv, char **envp)
{
    emuq_job_t job;
    environment = envp;
    (void)*(volatile const int *)&emuq_aligned_malloc;
    (void)*(volatile const int *)&emuq_mapping_calls;
    (void)*(volatile const int *)&emuq_plugins;
    (void)*(volatile const int *)&emuq_shared_names;
    (void)*(volatile const int *)&emuq_stream_buffers;
    (void)*(volatile const int *)&emuq_own_sections_linked;
    if (emuq_is_rank()) /* a process of its own, started by a launcher */
        return emuq_run_main(__real_main, argc, argv, envp);
    if (emuq_job_options(&job, &argc, argv) != 0)
        return BAD_COMMAND_LINE;
    emuq_bad_exit_ends_process = true;
    int status = emuq_run_threads(&job, rank_main, argc, argv);
    if (status == -EINVAL)
        return BAD_COMMAND_LINE;
    return status >= 0 ? status : EXIT_FAILURE;
}
