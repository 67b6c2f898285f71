/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-run, also called runjob: boots a partition and runs a program on it, one process per rank.
 *
 * Reading order: options.c and command.c (what is wanted), program.c (what is run), bind.c (on which
 * processors), crew.c with keeper.c and
 * input.c (the processes), watch.c (what happens to them), output.c with sink.c (what they write), report.c
 * (what is said about them); hosts.c (a job on several hosts). */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/emuq-run/hosts.h"
#include "tools/emuq-run/program.h"
#include "tools/emuq-run/report.h"
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

/* Starts the ranks and watches them. @return the exit status. */
static int run_ranks(emuq_crew_t *crew, const emuq_command_t *command, emuq_launch_t *launch,
                     const char *path, int signals)
{
    emuq_binding_t *binding;
    int status = EMUQ_STATUS_USAGE;
    if (emuq_binding_open(&binding, command->bind, emuq_launch_ranks(launch)) == 0) {
        crew->binding = binding;
        if (command->verbose) {
            emuq_report_job(launch);
            emuq_binding_say(binding);
        }
        int rc = emuq_crew_open(crew, command, launch, path);
        status = rc == 0 ? emuq_watch(crew, command, launch, path, signals) : STATUS_FAILED;
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
    int rc = emuq_launch_open(&command->job, host->hosts, host->number, &launch);
    if (rc != 0)
        return rc == -EINVAL ? EMUQ_STATUS_USAGE : STATUS_FAILED;
    int status = EMUQ_STATUS_USAGE;
    if (command->input_rank >= emuq_launch_ranks(launch))
        emuq_say("--stdinrank %u is not possible; there are %u ranks", command->input_rank,
                 emuq_launch_ranks(launch));
    else
        status = run_ranks(crew, command, launch, path, signals);
    emuq_launch_close(launch);
    return status;
}

/* Number of ranks that a job will have, if it is possible at all. */
static uint64_t ranks_of(const emuq_job_t *job)
{
    uint64_t slots = job->ppn != 0 ? job->ppn : 1;
    for (int d = 0; d < 5; d++)
        if (job->shape[d] != 0 && __builtin_mul_overflow(slots, job->shape[d], &slots))
            return job->np;
    return job->np != 0 ? job->np : slots;
}

/* On one host. */
static int run(const emuq_command_t *command, const emuq_host_t *host)
{
    emuq_crew_t crew = {0};
    char *path;
    int status = emuq_program_find(command->program.word[0], &path);
    if (status != 0)
        return status;
    int signals = emuq_watch_signals(&crew.signals);
    int rc = signals < 0 ? signals : emuq_output_open();
    if (rc != 0) {
        emuq_say("cannot start: %s", strerror(-rc));
        status = STATUS_FAILED;
    } else {
        status = emuq_crew_limits(&crew, ranks_of(&command->job)) != 0
                     ? EMUQ_STATUS_USAGE
                     : run_partition(&crew, command, host, path, signals);
        /* From here on a signal does what it always does, also to a launcher whose output nobody reads. */
        emuq_watch_signals_end(signals, &crew.signals);
        emuq_output_close();
    }
    free(path);
    return status;
}

static int run_job(const emuq_command_t *command)
{
    uint32_t hosts = emuq_launch_hosts(&command->job);
    return hosts > 1 ? emuq_hosts_run(command, hosts, run) : run(command, &(emuq_host_t){NULL, 0});
}

int main(int argc, char **argv)
{
    emuq_command_t command;
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *name = slash != NULL ? slash + 1 : argc > 0 ? argv[0] : "";
    emuq_launcher_name = strcmp(name, "runjob") == 0 ? "runjob" : "emuq-run";
    open_standard_files();
    int rc = emuq_command_read(&command, argc, argv);
    int status = rc < 0 ? EMUQ_STATUS_USAGE : 0;
    if (rc == 0)
        status = run_job(&command);
    emuq_command_free(&command);
    return status;
}
