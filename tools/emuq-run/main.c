/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-run, also called runjob: boots a partition and runs a program on it, one process per rank.
 * Reading order: options.c, program.c, bind.c, ranks.c and input.c (processes), watch.c (event loop),
 * output.c, report.c, counters.c, health.c, merge.c, live.c, debug.c. Several hosts: hosts.c, manager.c
 * and manager_end.c (front end), process_manager.c, member.c (launcher of one host). Modelled time: timed.c.
 * Open MPI: mpi.c, mpirun.c.
 */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/process.h"
#include "tools/common/options.h"

/* A rank or an MPI launcher may have started this process. */
EMUQ_IS_NO_RANK;

/* ---- a job ---- */

/* Reserves descriptors 0 to 2, so that later open() calls cannot reuse them. */
static void main_open_standard_files(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDWR);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

/* Number of ranks on the cores: of all hosts if simulated. */
static uint32_t main_ranks_of_machine(const emuq_launch_t *launch, const emuq_launch_job_hosts_t *spread)
{
    uint32_t ranks = 0, all = emuq_launch_ranks(launch);
    if (spread == NULL || spread->local != NULL)
        return all;
    for (uint32_t rank = 0; rank < all; rank++)
        ranks += emuq_launch_is_here(launch, rank);
    return ranks;
}

/* Starts the ranks and runs the event loop. @return exit status */
static int main_run_ranks(emuq_rank_table_t *table, const emuq_launch_job_hosts_t *spread)
{
    const emuq_run_command_t *command = table->command;
    emuq_launch_t *launch = table->launch;
    emuq_binding_t *binding;
    int status = EMUQ_STATUS_USAGE;
    if (command->backtrace)
        emuq_launch_stop_on_fatal_signal(launch);
    bool by_order = spread != NULL && spread->local == NULL;
    const char *bind = command->mpi != EMUQ_MPI_NONE ? "none" : command->bind; /* mpirun binds its ranks */
    if (emuq_binding_open(&binding, bind, main_ranks_of_machine(launch, spread), by_order) == 0) {
        table->binding = binding;
        emuq_binding_offer(binding, launch);
        if (command->verbose) {
            if (!emuq_is_member)
                emuq_report_job(launch);
            emuq_run_message("partition%s %s", emuq_member_where, emuq_launch_path(launch));
            if (command->mpi == EMUQ_MPI_NONE)
                emuq_binding_print(binding);
        }
        int rc = emuq_ranks_open(table);
        if (rc == 0 && command->debugger != NULL)
            emuq_debug_rank(table);
        if (rc == 0)
            status = emuq_watch_ranks(table);
        else
            emuq_member_cause(status = EMUQ_STATUS_FAILED, false, "%s", ""); /* already reported */
        emuq_ranks_close(table);
    }
    emuq_binding_close(binding);
    return status;
}

/* Boots the partition and runs the ranks. @return exit status */
static int main_run_partition(emuq_rank_table_t *table, const emuq_launch_job_hosts_t *spread)
{
    const emuq_run_command_t *command = table->command;
    emuq_launch_name(command->program.word[0]);
    if (command->mpi != EMUQ_MPI_NONE)
        emuq_launch_for_plugins();
    int rc = emuq_launch_open(&command->job, spread, &table->launch);
    if (rc != 0 && emuq_is_member) /* the reason has been printed, without the host */
        emuq_member_cause(EMUQ_STATUS_FAILED, false, "cannot make the partition%s; ending the job",
                          emuq_member_where);
    if (rc != 0)
        return rc == -EINVAL ? EMUQ_STATUS_USAGE : EMUQ_STATUS_FAILED;
    int status = EMUQ_STATUS_USAGE;
    uint32_t ranks = emuq_launch_ranks(table->launch);
    if (command->input_rank >= ranks)
        emuq_run_message("--stdinrank: invalid rank %u (the job has %u ranks)", command->input_rank, ranks);
    else if (command->debugger != NULL && command->debug_rank >= ranks)
        emuq_run_message("--rank: invalid rank %u (the job has %u ranks)", command->debug_rank, ranks);
    else
        status = main_run_ranks(table, spread);
    emuq_launch_close(table->launch);
    return emuq_exit_status(status);
}

/* Runs the ranks of this host. @param spread NULL: the job is on one host @return exit status */
static int main_run_host(const emuq_run_command_t *command, const emuq_launch_job_hosts_t *spread)
{
    emuq_rank_table_t table = {.command = command, .hosts = spread != NULL ? spread->hosts : 1};
    int status = emuq_program_find(command->program.word[0], &table.path);
    if (status == EMUQ_STATUS_NOT_FOUND && !emuq_is_member) /* the front end reports for members */
        emuq_run_command_suggest(command);
    if (status != 0)
        return status;
    table.signal_fd = emuq_watch_signals(&table.signals);
    table.end_signals = emuq_watch_end_signals();
    int rc = table.signal_fd < 0 ? table.signal_fd : emuq_output_open(command->output);
    if (rc == 0)
        rc = emuq_member_open();
    if (rc != 0) {
        if (rc != -ECANCELED)
            emuq_run_message("cannot start: %s", strerror(-rc));
        status = EMUQ_STATUS_FAILED;
    } else {
        uint64_t ranks = spread != NULL ? (uint64_t)spread->nodes[spread->host] * command->job.ppn
                                        : emuq_run_command_ranks(&command->job);
        status =
            emuq_ranks_limits(&table, ranks) != 0 ? EMUQ_STATUS_USAGE : main_run_partition(&table, spread);
        /* Signals have their default action again, also while the output blocks. */
        emuq_watch_signals_end(table.signal_fd, &table.signals);
        emuq_member_close();
        if (emuq_output_close() != 0 && status == 0)
            status = EMUQ_STATUS_FAILED;
    }
    emuq_fd_close(&table.end_signals);
    free(table.path);
    return status;
}

static int main_run_job(const emuq_run_command_t *command)
{
    uint32_t simulated = emuq_launch_hosts(&command->job);
    const char *of_one_host = command->backtrace          ? "--backtrace"
                              : command->debugger != NULL ? "--debugger"
                                                          : NULL;
    if (of_one_host != NULL && (command->hosts != NULL || command->hostfile != NULL || simulated > 1)) {
        emuq_run_message("%s is not supported for jobs on several hosts; use one host", of_one_host);
        return EMUQ_STATUS_USAGE;
    }
    if (command->backtrace && emuq_stacks_check() != 0)
        return EMUQ_STATUS_USAGE;
    if (command->hosts != NULL || command->hostfile != NULL)
        return emuq_manager_run(command, 0, main_run_host);
    return simulated > 1 ? emuq_manager_run(command, simulated, main_run_host) : main_run_host(command, NULL);
}

int main(int argc, char **argv)
{
    emuq_run_command_t command;
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *name = slash != NULL ? slash + 1 : argc > 0 ? argv[0] : "";
    emuq_launcher_name = strcmp(name, "runjob") == 0 ? "runjob" : "emuq-run";
    main_open_standard_files();
    emuq_stdout_guard(emuq_launcher_name);
    if (argc > 2 && strcmp(argv[1], "--as-agent") == 0)
        return emuq_member_agent(argv + 2);
    if (argc > 1 && strcmp(argv[1], "--on-host") == 0)
        return emuq_member_main(argc - 1, argv + 1, main_run_host);
    int rc = emuq_run_command_read(&command, argc, argv);
    int status = rc < 0 ? EMUQ_STATUS_USAGE : 0;
    if (rc == 0)
        status = command.mpi     ? emuq_run_mpi(&command, main_run_host)
                 : command.timed ? emuq_run_timed(&command)
                                 : main_run_job(&command);
    emuq_run_command_free(&command);
    return status;
}
