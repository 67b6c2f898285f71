/* SPDX-License-Identifier: BSD-3-Clause */
/* emuq-run --mpi: an unmodified program of Open MPI. This process makes the partition and observes it; mpirun
 * starts the ranks, which join when the MPI library opens the provider of libfabric (docs/fabric.md). On
 * several hosts, the launchers of the hosts make and observe the partition: manager.c. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sys/signalfd.h>

#include <emuq_components.h>

#define GRACE_MS 5000u /* between SIGTERM and SIGKILL for mpirun, which ends its ranks */

typedef struct mpi_job {
    emuq_rank_table_t table; /* for reports: its ranks are not children */
    emuq_health_t health;
    emuq_live_t *live; /* --watch; or NULL */
    int signals;       /* result of emuq_watch_signals() */
    emuq_mpirun_t mpirun;
    uint64_t deadline; /* ms; 0: none */
    int cause;         /* status of the signal or time limit that ends the job; 0: none */
} mpi_job_t;

/* ---- before the start ---- */

static const char *mpi_unsupported(const emuq_run_command_t *c)
{
    return c->timed              ? "--timed"
           : c->debugger != NULL ? "--debugger"
           : c->backtrace        ? "--backtrace"
           : c->output != NULL   ? "--output"
           : c->bind != NULL     ? "--bind"
           : c->input_rank != 0  ? "--stdinrank"
                                 : NULL;
}

/* @return false after printing an error */
static bool mpi_check_cards(const emuq_run_command_t *c)
{
    const uint32_t *shape = c->job.shape, ppn = c->job.ppn;
    if (!emuq_run_command_has_cards(c))
        return true;
    if (!EMUQ_HAVE_APENET)
        emuq_run_message("--mpi: this build has no APEnet+ cards; use --mpi=mu, or configure EMUQ with "
                         "-DEMUQ_APENET=ON");
    else if (shape[3] > 1 || shape[4] > 1 || ppn > 4)
        emuq_run_message("--mpi: APEnet+ cards need a shape AxBxC with 1, 2 or 4 processes on a node; choose "
                         "another shape, or use --mpi=mu");
    else
        return true;
    return false;
}

/* @return 0, or the exit status after printing an error */
static int mpi_check_options(const emuq_run_command_t *c)
{
    const char *wrong = mpi_unsupported(c);
    if (wrong != NULL)
        emuq_run_message("%s is not possible with --mpi; call mpirun instead (docs/fabric.md)", wrong);
    return wrong == NULL && mpi_check_cards(c) ? 0 : EMUQ_STATUS_USAGE;
}

/* ---- the end and signals ---- */

/* Ends mpirun, at last by SIGKILL. mpirun ends its ranks on SIGTERM, but not on each signal. @param cause
 * status of the job */
static void mpi_end(mpi_job_t *j, int cause)
{
    emuq_mpirun_signal(&j->mpirun, j->cause != 0 ? SIGKILL : SIGTERM);
    if (j->cause == 0)
        j->cause = cause;
    j->deadline = emuq_now_ms() + GRACE_MS;
}

/* Stops the ranks and this process until SIGCONT. The time limit does not run meanwhile. */
static void mpi_suspend(mpi_job_t *j)
{
    uint64_t begin = emuq_now_ms();
    emuq_mpirun_signal(&j->mpirun, SIGTSTP);
    raise(SIGSTOP);
    if (j->deadline != 0)
        j->deadline += emuq_now_ms() - begin;
}

static void mpi_handle_signals(mpi_job_t *j)
{
    struct signalfd_siginfo info;
    while (read(j->signals, &info, sizeof info) == (ssize_t)sizeof info) {
        int signal = (int)info.ssi_signo;
        if (signal == SIGUSR1)
            emuq_report_waits(&j->table, NULL);
        else if (signal == SIGTSTP)
            mpi_suspend(j);
        else if (signal == SIGUSR2 || signal == SIGXCPU || signal == SIGCONT)
            emuq_mpirun_signal(&j->mpirun, signal); /* mpirun passes these on to the ranks */
        else if (signal != SIGCHLD)
            mpi_end(j, EMUQ_STATUS_SIGNAL + signal);
    }
}

static void mpi_deadline_passed(mpi_job_t *j)
{
    if (j->cause == 0) {
        emuq_run_message("the time limit of %g s is over; ending the job",
                         (double)j->table.command->timeout / 1000.0);
        emuq_report_waits(&j->table, NULL);
    }
    mpi_end(j, EMUQ_STATUS_TIMEOUT);
}

static int mpi_poll_ms(const mpi_job_t *j)
{
    uint64_t now = emuq_now_ms(), wait = emuq_health_due(&j->health);
    if (j->live != NULL && emuq_live_due(j->live) < wait)
        wait = emuq_live_due(j->live);
    if (j->deadline != 0)
        wait = j->deadline <= now ? 0 : j->deadline - now < wait ? j->deadline - now : wait;
    return wait < INT_MAX ? (int)wait : INT_MAX;
}

/* @return exit status of mpirun */
static int mpi_wait(mpi_job_t *j)
{
    int status;
    while (!emuq_mpirun_reap(&j->mpirun, &status)) {
        struct pollfd ready = {.fd = j->signals, .events = POLLIN};
        (void)poll(&ready, 1, mpi_poll_ms(j));
        mpi_handle_signals(j);
        emuq_health_sample(&j->health, j->table.launch);
        if (j->live != NULL)
            emuq_live_update(j->live);
        if (j->deadline != 0 && emuq_now_ms() >= j->deadline)
            mpi_deadline_passed(j);
    }
    return j->cause != 0 ? j->cause : emuq_wait_exit_status(status);
}

/* ---- the job ---- */

/* @return 0, or a negative errno if the counters of an option cannot be read or drawn */
static int mpi_report_counts(const mpi_job_t *j)
{
    emuq_counts_t counts;
    int rc = emuq_counts_read(&counts, j->table.launch);
    if (rc == 0)
        rc = emuq_counts_report(&counts, j->table.command);
    emuq_counts_close(&counts);
    return rc;
}

/* @return exit status of the job, from counters and ranks */
static int mpi_observe(mpi_job_t *j)
{
    const emuq_run_command_t *c = j->table.command;
    emuq_health_open(&j->health, emuq_launch_job(j->table.launch)->shape);
    j->live = c->watch ? emuq_live_open(&j->table, &j->health) : NULL;
    int status = mpi_wait(j);
    if (j->live != NULL)
        emuq_live_close(j->live);
    emuq_health_report(&j->health, c->watch);
    emuq_health_close(&j->health);
    if ((c->counters || c->heat != NULL) && mpi_report_counts(j) != 0 && c->heat != NULL && status == 0)
        status = EMUQ_STATUS_FAILED;
    return status;
}

/* @return exit status */
static int mpi_run(mpi_job_t *j)
{
    const emuq_run_command_t *c = j->table.command;
    sigset_t mask;
    j->signals = emuq_watch_signals(&mask);
    if (j->signals < 0)
        emuq_run_message("cannot start: %s", strerror(-j->signals));
    if (j->signals < 0 || emuq_mpirun_start(&j->mpirun, emuq_launch_job(j->table.launch), &mask) != 0)
        return EMUQ_STATUS_FAILED;
    j->deadline = c->timeout != 0 ? emuq_now_ms() + c->timeout : 0;
    int status = mpi_observe(j);
    emuq_watch_signals_end(j->signals, &mask);
    return status;
}

static int mpi_run_here(mpi_job_t *j)
{
    const emuq_run_command_t *c = j->table.command;
    emuq_launch_for_plugins();
    int rc = emuq_launch_open(&c->job, NULL, &j->table.launch);
    if (rc != 0)
        return rc == -EINVAL ? EMUQ_STATUS_USAGE : EMUQ_STATUS_FAILED;
    j->table.ranks = j->table.running = emuq_launch_ranks(j->table.launch);
    j->table.rank = emuq_need(calloc(j->table.ranks, sizeof *j->table.rank));
    if (c->verbose)
        emuq_report_job(j->table.launch);
    int status = EMUQ_STATUS_FAILED;
    if (emuq_mpirun_open(&j->mpirun, c, 1) == 0) {
        *j->mpirun.part = (emuq_mpirun_part_t){
            .ranks = j->table.ranks, .partition = emuq_need(strdup(emuq_launch_path(j->table.launch)))};
        status = mpi_run(j);
    }
    emuq_mpirun_close(&j->mpirun);
    emuq_launch_close(j->table.launch);
    return status;
}

/* @return exit status */
static int mpi_start_here(const emuq_run_command_t *command)
{
    mpi_job_t j = {.table = {.command = command, .hosts = 1, .end_signals = -1}};
    int status = emuq_program_find(command->program.word[0], &j.table.path);
    if (status != 0)
        return status;
    status = EMUQ_STATUS_FAILED;
    emuq_launch_name(command->program.word[0]);
    if (emuq_output_open(NULL) == 0) {
        status = mpi_run_here(&j);
        (void)emuq_output_close();
    }
    free(j.table.rank);
    free(j.table.path);
    return emuq_exit_status(status);
}

int emuq_run_mpi(const emuq_run_command_t *command, emuq_launch_function_t launch)
{
    bool has_hosts = command->hosts != NULL || command->hostfile != NULL;
    uint32_t simulated = has_hosts ? 0 : emuq_launch_hosts(&command->job);
    int status = mpi_check_options(command);
    if (status != 0)
        return status;
    if (emuq_mpirun_use(command->mpi) != 0)
        return EMUQ_STATUS_FAILED;
    return has_hosts || simulated > 1 ? emuq_manager_run(command, simulated, launch)
                                      : mpi_start_here(command);
}
