/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-run, also called runjob: boots a partition and runs a program on it, one process per rank.
 *
 * Reading order: options.c and command.c (what is wanted), program.c (what is run), bind.c (on which
 * processors), crew.c with keeper.c and
 * input.c (the processes), watch.c (what happens to them), output.c with sink.c (what they write), report.c
 * with counters.c and stacks.c (what is said about them), live.c (what it looks like while it runs), debug.c
 * (a debugger for one). Of a job on several hosts: hostlist.c, plan.c and order.c (what is where), head.c
 * (starts and watches an agent for each host: agent.c) with hear.c and ending.c, serve.c (the agent), tie.c
 * (what its launcher tells it), frame.c (what they send each other). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/written.h"
#include "tools/common/stdout.h"
#include "tools/emuq-run/debug.h"
#include "tools/emuq-run/head.h"
#include "tools/emuq-run/program.h"
#include "tools/emuq-run/report.h"
#include "tools/emuq-run/serve.h"
#include "tools/emuq-run/stacks.h"
#include "tools/emuq-run/tie.h"
#include "tools/emuq-run/timed.h"
#include "tools/emuq-run/watch.h"

#define STATUS_FAILED 1

/* The launcher may have been started by a rank, or by an MPI's launcher. */
EMUQ_IS_NO_RANK;

/* ---- a job ---- */

/* A descriptor 0, 1 or 2 that is closed would be given to something else. */
static void open_standard_files(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

/* Ranks that share the cores: on a pretended host those of all hosts do. */
static uint32_t ranks_of_machine(const emuq_launch_t *launch, const emuq_host_t *host)
{
    uint32_t ranks = 0, all = emuq_launch_ranks(launch);
    if (host->spread == NULL || host->spread->local != NULL)
        return all;
    for (uint32_t rank = 0; rank < all; rank++)
        ranks += emuq_launch_is_here(launch, rank);
    return ranks;
}

/* Starts the ranks and watches them. @return the exit status. */
static int run_ranks(emuq_crew_t *crew, const emuq_command_t *command, const emuq_host_t *host,
                     emuq_launch_t *launch, const char *path, int signals)
{
    emuq_binding_t *binding;
    int status = EMUQ_STATUS_USAGE;
    crew->is_looked_at = command->backtrace || command->debugger != NULL;
    if (command->backtrace)
        emuq_launch_stop_on_fatal_signal(launch);
    crew->waiting_rank = command->debugger != NULL ? command->debug_rank : UINT32_MAX;
    crew->binds_in_turn = host->spread != NULL && host->spread->local == NULL;
    if (emuq_binding_open(&binding, command->bind, ranks_of_machine(launch, host), crew->binds_in_turn) ==
        0) {
        crew->binding = binding;
        emuq_binding_offer(binding, launch);
        if (command->verbose) {
            if (!emuq_is_tied())
                emuq_report_job(launch);
            emuq_report_partition(launch);
            emuq_binding_say(binding);
        }
        int rc = emuq_crew_open(crew, command, launch, path);
        if (rc == 0 && command->debugger != NULL)
            emuq_debug_rank(crew, command);
        if (rc == 0)
            status = emuq_watch(crew, command, launch, path, signals);
        else
            emuq_tie_cause(status = STATUS_FAILED, false, "%s", ""); /* it has been said */
        emuq_crew_close(crew);
    }
    emuq_binding_close(binding);
    return status;
}

/* Boots the partition of a job whose program is there. @return the exit status. */
static int run_partition(emuq_crew_t *crew, const emuq_command_t *command, const emuq_host_t *host,
                         const char *path, int signals)
{
    emuq_launch_t *launch;
    int rc = emuq_launch_open(&command->job, host->spread, &launch);
    if (rc != 0 && emuq_is_tied()) /* it has been said why, but not where */
        emuq_tie_cause(STATUS_FAILED, false, "cannot make the partition%s; ending the job", emuq_tie_where());
    if (rc != 0)
        return rc == -EINVAL ? EMUQ_STATUS_USAGE : STATUS_FAILED;
    int status = EMUQ_STATUS_USAGE;
    if (command->input_rank >= emuq_launch_ranks(launch))
        emuq_say("--stdinrank %u is not possible; there are %u ranks", command->input_rank,
                 emuq_launch_ranks(launch));
    else if (command->debugger != NULL && command->debug_rank >= emuq_launch_ranks(launch))
        emuq_say("--rank %u is not possible; there are %u ranks", command->debug_rank,
                 emuq_launch_ranks(launch));
    else
        status = run_ranks(crew, command, host, launch, path, signals);
    emuq_launch_close(launch);
    return emuq_status_of_files(status);
}

/* Number of ranks that a job will have on a host, if it is possible at all. */
static uint64_t ranks_of(const emuq_job_t *job, const emuq_host_t *host)
{
    if (host->nodes != 0)
        return (uint64_t)host->nodes * job->ppn;
    return emuq_command_ranks(job);
}

/* On one host. */
static int run(const emuq_command_t *command, const emuq_host_t *host)
{
    emuq_crew_t crew = {.hosts = host->hosts};
    char *path;
    int status = emuq_program_find(command->path != NULL ? command->path : command->program.word[0], &path);
    if (status == EMUQ_STATUS_NOT_FOUND)
        emuq_command_doubt(command);
    if (status != 0)
        return status;
    int signals = emuq_watch_signals(&crew.signals);
    int rc = signals < 0 ? signals : emuq_output_open();
    crew.signal_fd = signals;
    crew.enders = emuq_watch_enders(); /* negative: waits for a host engine are not ended by signals */
    if (rc != 0) {
        emuq_say("cannot start: %s", strerror(-rc));
        status = STATUS_FAILED;
    } else {
        status = emuq_crew_limits(&crew, ranks_of(&command->job, host)) != 0
                     ? EMUQ_STATUS_USAGE
                     : run_partition(&crew, command, host, path, signals);
        /* From here on a signal does what it always does, also to a launcher whose output nobody reads. */
        emuq_watch_signals_end(signals, &crew.signals);
        if (emuq_output_close() != 0 && status == 0)
            status = STATUS_FAILED;
    }
    if (crew.enders >= 0)
        close(crew.enders);
    free(path);
    return status;
}

static int run_job(const emuq_command_t *command)
{
    uint32_t pretended = emuq_launch_hosts(&command->job);
    if ((command->backtrace || command->debugger != NULL) &&
        (command->hosts != NULL || command->hostfile != NULL || pretended > 1)) {
        emuq_say("%s is not possible for a job on several hosts",
                 command->backtrace ? "--backtrace" : "--debugger");
        return EMUQ_STATUS_USAGE;
    }
    if (command->backtrace && emuq_stacks_check() != 0)
        return EMUQ_STATUS_USAGE;
    if (command->hosts != NULL || command->hostfile != NULL)
        return emuq_head_run(command, 0, run);
    return pretended > 1 ? emuq_head_run(command, pretended, run) : run(command, &(emuq_host_t){NULL, 1, 0});
}

/* As the agent of a host. What is written to standard output by mistake would be no frame. */
static int serve(void)
{
    int in = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (in < 0 || out < 0 || nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
        dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
        return STATUS_FAILED;
    close(nothing);
    return emuq_serve(in, out, NULL, run);
}

int main(int argc, char **argv)
{
    emuq_command_t command;
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *name = slash != NULL ? slash + 1 : argc > 0 ? argv[0] : "";
    emuq_launcher_name = strcmp(name, "runjob") == 0 ? "runjob" : "emuq-run";
    open_standard_files();
    emuq_stdout_guard(emuq_launcher_name);
    if (argc == 2 && strcmp(argv[1], "--serve") == 0)
        return serve();
    int rc = emuq_command_read(&command, argc, argv);
    int status = rc < 0 ? EMUQ_STATUS_USAGE : 0;
    if (rc == 0)
        status = command.timed ? emuq_run_timed(&command) : run_job(&command);
    emuq_command_free(&command);
    return status;
}
