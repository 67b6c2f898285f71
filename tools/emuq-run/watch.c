/* SPDX-License-Identifier: BSD-3-Clause */
/* The event loop of the launcher, from the start of the ranks to the end of the last one. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <errno.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel-shim/partition/rank_exit.h"

#define GRACE_MS     1000  /* time between SIGTERM and SIGKILL */
#define LOST_MS      5000  /* time for processes to end after SIGKILL */
#define JOIN_POLL_MS 100   /* poll interval until all ranks have joined */
#define LEAVE_MS     20000 /* time for a rank to end after exit(), if another rank has died */
#define LEAVE_POLL   1000  /* milliseconds: poll interval for this time */

typedef enum phase {
    RUNNING,
    PRINTING_STACKS,
    ENDING, /* SIGTERM has been sent */
    KILLED  /* SIGKILL has been sent */
} phase_t;

typedef struct watch {
    emuq_rank_table_t *table;
    phase_t phase;
    uint64_t deadline;  /* milliseconds: end of the phase; 0: none */
    uint64_t suspended; /* milliseconds: time of SIGTSTP; 0: ranks are not suspended */
    emuq_stacks_t stacks;
    uint64_t dying_until; /* milliseconds: time limit of the debugger for a dying rank; 0: none */
    emuq_live_t *live;    /* NULL: no --watch */
    emuq_counter_rates_t rates;
    emuq_health_t health;
    bool paths_printed;
    bool given_up;
    uint32_t deaths; /* ranks that have died while the job continues */
    int status;      /* status of the cause, or the first of a rank that is not 0 */
} watch_t;

/* Whether mpirun has started the ranks (--mpi): they are not children. */
static bool watch_is_observer(const watch_t *w)
{
    return w->table->command->mpi != EMUQ_MPI_NONE;
}

/* Signals that end the job. */
static const int end_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/* Other signals: warnings of batch systems (SIGUSR2, SIGXCPU) go to the ranks. */
static const int other_signals[] = {SIGCHLD, SIGUSR1, SIGUSR2, SIGXCPU, SIGTSTP, SIGCONT};

static int watch_open(const sigset_t *signals)
{
    int fd = signalfd(-1, signals, SFD_CLOEXEC | SFD_NONBLOCK);
    return fd >= 0 ? fd : -errno;
}

int emuq_watch_signals(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof end_signals / sizeof end_signals[0]; i++) {
        struct sigaction action;
        /* Ignored signals (nohup) stay ignored. */
        if (sigaction(end_signals[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&set, end_signals[i]);
    }
    for (size_t i = 0; i < sizeof other_signals / sizeof other_signals[0]; i++)
        sigaddset(&set, other_signals[i]);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    return sigprocmask(SIG_BLOCK, &set, before) == 0 ? watch_open(&set) : -errno;
}

int emuq_watch_end_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof end_signals / sizeof end_signals[0]; i++)
        sigaddset(&set, end_signals[i]);
    return watch_open(&set);
}

void emuq_watch_signals_end(int signals, const sigset_t *before)
{
    struct signalfd_siginfo info;
    sigset_t set = *before;
    /* Drops signals for the job that is over. */
    while (read(signals, &info, sizeof(info)) > 0)
        ;
    close(signals);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_SETMASK, &set, NULL);
}

/* ---- the end of the job ---- */

static void watch_kill_job(watch_t *w)
{
    emuq_ranks_signal(w->table, SIGKILL);
    w->phase = KILLED;
    w->deadline = emuq_now_ms() + LOST_MS;
}

static void watch_end_ranks(watch_t *w)
{
    emuq_stacks_end(&w->stacks, w->table);
    emuq_ranks_signal(w->table, SIGTERM);
    emuq_ranks_signal(w->table, SIGCONT); /* so that stopped ranks receive SIGTERM */
    w->phase = ENDING;
    w->deadline = emuq_now_ms() + GRACE_MS;
}

/* Prints the stacks of the next rank; after the last rank, ends all ranks. */
static void watch_next_stacks(watch_t *w)
{
    if (w->phase == PRINTING_STACKS && w->table->debugger == 0 && !emuq_stacks_next(&w->stacks, w->table))
        watch_end_ranks(w);
}

/* Ends all ranks of this host. The first cause gives the status. */
static void watch_end_job(watch_t *w, int status)
{
    if (w->phase != RUNNING)
        return;
    w->status = status;
    if (w->table->command->backtrace && !emuq_output_is_broken()) {
        w->phase = PRINTING_STACKS;
        w->deadline = emuq_now_ms() + EMUQ_STACKS_MS;
        watch_next_stacks(w);
    } else {
        watch_end_ranks(w);
    }
}

/* Whether ranks run, or may still join. */
static bool watch_goes_on(const watch_t *w)
{
    if (!watch_is_observer(w))
        return w->table->running > 0 && !w->given_up;
    return w->phase == RUNNING ? !emuq_launch_is_over(w->table->launch)
                               : !w->given_up && emuq_launch_signal(w->table->launch, 0);
}

static void watch_print_paths(watch_t *w)
{
    if (w->table->command->verbose && !w->paths_printed)
        emuq_report_paths(w->table);
    w->paths_printed = true;
}

/* ---- events ---- */

/* Number of running ranks. A rank has ended even if its process waits at exit for the rest of the job. */
static uint32_t watch_running(const watch_t *w)
{
    uint32_t ranks = 0;
    for (uint32_t i = 0; i < w->table->ranks; i++)
        ranks += (!w->table->rank[i].ended || !emuq_launch_is_here(w->table->launch, i)) &&
                 emuq_launch_state(w->table->launch, i) <= EMUQ_RANK_JOINED;
    return ranks;
}

/* Records the status of a rank. After a wait at exit the status of the process is ignored. @return the former
 * state of the rank */
static emuq_rank_state_t watch_record_end(const watch_t *w, emuq_rank_process_t *rank)
{
    uint32_t number = (uint32_t)(rank - w->table->rank);
    emuq_rank_state_t before = emuq_launch_state(w->table->launch, number);
    bool lingered = before == EMUQ_RANK_ENDED;
    int status = emuq_launch_ended(w->table->launch, number, emuq_wait_exit_status(rank->status));
    if (lingered)
        rank->status = W_EXITCODE(status, 0);
    return before;
}

/* ---- deaths of ranks in a job that continues (EMUQ_ON_PEER_DEATH=report) ---- */

/* Whether a rank has died: by a signal, with a status that would end the job, or by _exit() with another
 * status except 0. @param before state before the end of the process */
static bool watch_has_died(const watch_t *w, const emuq_rank_process_t *rank, emuq_rank_state_t before)
{
    if (!emuq_launch_reports_deaths(w->table->launch))
        return false;
    return WIFSIGNALED(rank->status) || emuq_exit_is_bad(WEXITSTATUS(rank->status)) ||
           (before == EMUQ_RANK_JOINED && WEXITSTATUS(rank->status) != 0);
}

/* The first death gives the status of the job. */
static void watch_count_death(watch_t *w, emuq_rank_process_t *rank)
{
    rank->is_lost = true;
    emuq_launch_lost(w->table->launch, (uint32_t)(rank - w->table->rank));
    if (w->deaths++ == 0)
        w->status = emuq_wait_exit_status(rank->status);
    emuq_report_lost(w->table, rank, watch_running(w));
}

/* Whether a rank has called exit() and can end: all but the rest of its exit is done. */
static bool watch_is_leaving(const watch_t *w, uint32_t number)
{
    const emuq_launch_t *launch = w->table->launch;
    const emuq_rank_process_t *rank = &w->table->rank[number];
    return rank->pid != 0 && !rank->ended && emuq_launch_is_ending(launch, number) &&
           (emuq_launch_state(launch, number) < EMUQ_RANK_ENDED || emuq_launch_is_over(launch));
}

/* Kills ranks that do not end: the dead rank may have held a lock that they need. */
static void watch_check_leaving(watch_t *w)
{
    uint64_t now = emuq_now_ms();
    for (uint32_t i = 0; i < w->table->ranks && w->phase == RUNNING; i++) {
        emuq_rank_process_t *rank = &w->table->rank[i];
        if (!watch_is_leaving(w, i) || w->suspended != 0) {
            rank->leaving_since = 0;
        } else if (rank->leaving_since == 0) {
            rank->leaving_since = now;
        } else if (now - rank->leaving_since >= LEAVE_MS) {
            emuq_run_message("rank %u%s does not end within %u s after its exit: it may need a lock that a "
                             "dead rank held; killing it",
                             i, emuq_member_where, LEAVE_MS / 1000);
            kill(-rank->pid, SIGKILL);
            rank->leaving_since = now;
        }
    }
}

/* ---- ends ---- */

/* Ends the job after the end of the host engine. */
static void watch_engine_lost(watch_t *w)
{
    int failed = emuq_launch_failed(w->table->launch);
    if (failed != 0) { /* a software error, already reported */
        emuq_member_cause(failed, false, "%s", "");
        watch_end_job(w, failed);
        return;
    }
    uint32_t lost = emuq_launch_lost_host(w->table->launch);
    if (lost != UINT32_MAX)
        emuq_output_report(EMUQ_MARK_LOST, lost, "");
    emuq_member_cause(EMUQ_STATUS_FAILED, true, "the host engine%s has ended; ending the job, %u ranks run",
                      emuq_member_where, watch_running(w));
    watch_end_job(w, EMUQ_STATUS_FAILED);
}

static void watch_rank_ended(watch_t *w, emuq_rank_process_t *rank)
{
    emuq_rank_state_t before = watch_record_end(w, rank);
    emuq_output_stream_drain(&rank->out);
    emuq_output_stream_drain(&rank->err);
    int failure = emuq_ranks_failure(w->table);
    if (w->phase != RUNNING)
        return;
    if (failure != 0) {
        watch_end_job(w, emuq_program_failed(w->table->path, failure));
    } else if (emuq_launch_engine_failed(w->table->launch)) {
        watch_engine_lost(w);
    } else if (emuq_launch_failed(w->table->launch) == 0 && watch_has_died(w, rank, before)) {
        watch_count_death(w, rank);
    } else if (WIFSIGNALED(rank->status)) {
        emuq_report_death(w->table, rank, watch_running(w));
        watch_end_job(w, emuq_wait_exit_status(rank->status));
    } else {
        if (w->status == 0)
            w->status = emuq_launch_status(w->table->launch);
        int failed = emuq_launch_failed(w->table->launch);
        if (failed != 0) {
            emuq_member_cause(failed, false, "%s", ""); /* already reported */
            watch_end_job(w, failed);
        } else if (watch_running(w) > 0 && emuq_exit_is_bad(WEXITSTATUS(rank->status))) {
            emuq_report_bad_exit(w->table, rank, watch_running(w));
            watch_end_job(w, w->status);
        }
    }
}

static void watch_handle_end_signal(watch_t *w, int signal)
{
    char name[32];
    if (w->phase == PRINTING_STACKS)
        watch_end_ranks(w);
    else if (w->phase != RUNNING && signal == SIGINT)
        watch_kill_job(w);
    if (w->phase != RUNNING)
        return;
    emuq_member_ended();
    if (!emuq_is_member) /* the front end reports for members */
        emuq_run_message("%s: ending the job, %u ranks run", emuq_signal_name(signal, name),
                         watch_running(w));
    w->status = EMUQ_STATUS_SIGNAL + signal;
    emuq_input_drop(&w->table->input);
    watch_end_ranks(w); /* no stacks after a signal */
}

/* Handles reaped ranks. @param by_signal true: killed ranks; false: exited ranks */
static void watch_handle_reaped(watch_t *w, bool by_signal)
{
    for (uint32_t i = 0; i < w->table->ranks; i++) {
        emuq_rank_process_t *rank = &w->table->rank[i];
        if (rank->is_reaped && (WIFSIGNALED(rank->status) != 0) == by_signal) {
            rank->is_reaped = false;
            watch_rank_ended(w, rank);
        }
    }
}

/* Killed ranks come first: an error exit may be a consequence. */
static void watch_reap(watch_t *w)
{
    emuq_rank_process_t *rank;
    bool any = false;
    while ((rank = emuq_ranks_reap(w->table)) != NULL)
        rank->is_reaped = any = true;
    if (any) {
        watch_handle_reaped(w, true);
        watch_handle_reaped(w, false);
    }
}

/* ---- stacks of dying ranks (--backtrace) ---- */

/* Continues a rank that has stopped before death. */
static void watch_let_die(const watch_t *w, uint32_t rank)
{
    w->table->rank[rank].is_shown = true;
    kill(w->table->rank[rank].pid, SIGCONT);
}

/* Continues a rank after the end or the time limit of its debugger. */
static void watch_end_dying(watch_t *w)
{
    emuq_stacks_end(&w->stacks, w->table);
    w->dying_until = 0;
    watch_let_die(w, w->stacks.rank);
}

/* Records a stop before death. Continues a rank at once if its stacks have been printed. */
static void watch_record_stopped(const watch_t *w, uint32_t number)
{
    emuq_rank_process_t *rank = &w->table->rank[number];
    bool is_traced = w->dying_until != 0 && w->stacks.rank == number;
    rank->is_dying |= emuq_launch_is_dying(w->table->launch, number);
    if (rank->is_dying && rank->is_shown && !is_traced && w->phase != PRINTING_STACKS)
        watch_let_die(w, number);
}

/* Starts the debugger for the next rank that dies. While a job ends for another reason, stacks of all running
 * ranks are printed anyway. */
static void watch_check_dying(watch_t *w)
{
    if (!w->table->command->backtrace)
        return;
    for (uint32_t rank; (rank = emuq_ranks_stopped(w->table)) != UINT32_MAX;)
        watch_record_stopped(w, rank);
    if (w->dying_until != 0 &&
        (w->table->debugger == 0 || w->phase >= ENDING || emuq_now_ms() >= w->dying_until))
        watch_end_dying(w);
    for (uint32_t i = 0; i < w->table->ranks && w->dying_until == 0 && w->phase != PRINTING_STACKS; i++) {
        const emuq_rank_process_t *rank = &w->table->rank[i];
        if (!rank->is_dying || rank->is_shown || rank->ended)
            continue;
        if (w->phase == RUNNING && emuq_stacks_dying(&w->stacks, w->table, i) == 0)
            w->dying_until = emuq_now_ms() + EMUQ_STACKS_MS;
        else
            watch_let_die(w, i);
    }
}

/* SIGUSR1: prints the waits of the ranks, rates of components since the last request, and the health of the
 * nodes. */
static void watch_report(watch_t *w)
{
    char *text;
    emuq_report_waits(w->table, NULL);
    emuq_counter_rates_sample(&w->rates, w->table->launch);
    FILE *out = emuq_text_open(&text);
    uint32_t written = emuq_counter_rates_print(&w->rates, w->table->launch, "; ", out);
    fclose(out);
    emuq_need(text);
    if (written != 0)
        emuq_run_message("%s", text + strlen("; "));
    free(text);
    emuq_health_sample(&w->health, w->table->launch);
    emuq_health_report(&w->health, false);
}

/* Stops the ranks and the launcher until SIGCONT. Ranks get SIGSTOP: SIGTSTP has no effect on an orphaned
 * process group. A member does not stop: the front end needs its reports. */
static void watch_suspend(watch_t *w)
{
    if (w->phase != RUNNING || w->suspended != 0)
        return;
    w->suspended = emuq_now_ms();
    emuq_ranks_signal(w->table, SIGSTOP);
    if (!emuq_is_member)
        raise(SIGSTOP);
}

/* Continues the ranks, and extends the time limit. */
static void watch_resume(watch_t *w)
{
    if (w->suspended == 0)
        return;
    emuq_ranks_signal(w->table, SIGCONT);
    if (w->deadline != 0 && w->phase == RUNNING)
        w->deadline += emuq_now_ms() - w->suspended;
    w->suspended = 0;
}

/* Passes on a signal. The death of a rank without a handler ends the job. */
static void watch_pass_on(watch_t *w, int signal)
{
    char name[32];
    if (w->phase != RUNNING)
        return;
    emuq_run_message("%s: passed on to %u ranks", emuq_signal_name(signal, name), watch_running(w));
    emuq_ranks_signal(w->table, signal);
}

static void watch_handle_signals(watch_t *w)
{
    struct signalfd_siginfo info;
    while (read(w->table->signal_fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
        int signal = (int)info.ssi_signo;
        /* Open MPI passes on SIGUSR2 instead of SIGUSR1: see emuq_process_manager_report_signal(). */
        if (signal == SIGUSR1 || (signal == SIGUSR2 && watch_is_observer(w)))
            watch_report(w);
        else if (signal == SIGTSTP)
            watch_suspend(w);
        else if (signal == SIGCONT)
            watch_resume(w);
        else if (signal == SIGUSR2 || signal == SIGXCPU)
            watch_pass_on(w, signal);
        else if (signal != SIGCHLD)
            watch_handle_end_signal(w, signal);
    }
    watch_reap(w);
    watch_check_dying(w);
    if (w->table->engine_lost && w->phase == RUNNING && watch_goes_on(w))
        watch_engine_lost(w);
    watch_next_stacks(w);
}

static void watch_deadline_passed(watch_t *w)
{
    if (w->phase == RUNNING && emuq_is_member) { /* the front end ends the job */
        emuq_output_report(EMUQ_MARK_TIMEOUT, 0, "");
        emuq_report_waits(w->table, NULL);
        emuq_output_report(EMUQ_MARK_DESCRIBED, 0, "");
        w->deadline = 0;
    } else if (w->phase == RUNNING) {
        emuq_run_message("the time limit of %g s is over; ending the job, %u ranks run",
                         (double)w->table->command->timeout / 1000.0, watch_running(w));
        emuq_report_waits(w->table, NULL);
        watch_end_job(w, EMUQ_STATUS_TIMEOUT);
    } else if (w->phase == PRINTING_STACKS) {
        watch_end_ranks(w);
    } else if (w->phase == ENDING) {
        watch_kill_job(w);
    } else {
        emuq_run_message("%u ranks do not end although they have been killed; they are left alone",
                         w->table->running);
        w->given_up = true;
    }
}

/* Prints the memory paths of the ranks after all ranks have joined. */
static void watch_check_members(watch_t *w)
{
    for (uint32_t i = 0; i < w->table->ranks; i++)
        if (emuq_launch_is_here(w->table->launch, i) &&
            emuq_launch_state(w->table->launch, i) == EMUQ_RANK_AWAITED && !w->table->rank[i].ended)
            return;
    watch_print_paths(w);
}

/* ---- the loop ---- */

static uint64_t watch_earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void watch_step(watch_t *w)
{
    uint64_t now = emuq_now_ms(), until = w->deadline != 0 ? w->deadline : UINT64_MAX;
    if (!w->paths_printed || watch_is_observer(w))
        until = watch_earlier(until, now + JOIN_POLL_MS);
    if (w->dying_until != 0)
        until = watch_earlier(until, w->dying_until);
    if (w->live != NULL)
        until = watch_earlier(until, now + emuq_live_due(w->live));
    if (w->phase == RUNNING)
        until = watch_earlier(until, now + emuq_health_due(&w->health));
    if (w->deaths != 0)
        until = watch_earlier(until, now + LEAVE_POLL);
    if (emuq_input_wait(&w->table->input, w->table->signal_fd, until))
        watch_handle_signals(w);
    if (emuq_output_is_broken() && w->phase == RUNNING) {
        int status = emuq_output_failed();
        emuq_member_cause(status, false, "%s", ""); /* has no effect if the front end has ended */
        watch_end_job(w, status);
    }
    if (w->dying_until != 0 && emuq_now_ms() >= w->dying_until)
        watch_check_dying(w);
    if (w->deadline != 0 && emuq_now_ms() >= w->deadline)
        watch_deadline_passed(w);
    if (!w->paths_printed)
        watch_check_members(w);
    if (w->phase == RUNNING && emuq_health_due(&w->health) == 0)
        emuq_health_sample(&w->health, w->table->launch);
    if (w->live != NULL)
        emuq_live_update(w->live);
    if (w->deaths != 0)
        watch_check_leaving(w);
}

/* Prints the counters, or sends them to the front end, which prints those of all hosts. */
static void watch_count(watch_t *w)
{
    const emuq_run_command_t *command = w->table->command;
    emuq_counts_t counts;
    int rc = emuq_counts_read(&counts, w->table->launch);
    if (rc == 0 && emuq_is_member)
        emuq_merge_send_counts(&counts);
    else if (rc == 0)
        rc = emuq_counts_report(&counts, command);
    if (rc != 0 && command->heat != NULL && w->status == 0)
        w->status = EMUQ_STATUS_FAILED;
    emuq_counts_close(&counts);
}

int emuq_watch_ranks(emuq_rank_table_t *table)
{
    const emuq_run_command_t *command = table->command;
    const emuq_launch_t *launch = table->launch;
    uint64_t begin = emuq_now_ms();
    uint64_t passed = emuq_member_age(); /* the front end counts from the start of the launcher */
    uint64_t left = passed < command->timeout ? command->timeout - passed : 0;
    watch_t w = {.table = table,
                 .deadline = command->timeout != 0 ? begin + left : 0,
                 .paths_printed = !command->verbose};
    emuq_counter_rates_open(&w.rates, launch);
    emuq_health_open(&w.health, emuq_launch_job(launch)->shape);
    w.live = command->watch ? emuq_live_open(table, &w.health) : NULL;
    if (command->verbose && !watch_is_observer(&w))
        emuq_report_processes(table);
    watch_reap(&w); /* a rank may have ended before the hosts were connected */
    while (watch_goes_on(&w))
        watch_step(&w);
    emuq_live_close(w.live);
    emuq_counter_rates_close(&w.rates);
    if (emuq_is_member)
        emuq_merge_send_health(&w.health);
    else
        emuq_health_report(&w.health, true);
    emuq_health_close(&w.health);
    if (w.phase == RUNNING) /* else all engines are killed */
        emuq_ranks_await_engine(table);
    emuq_stacks_end(&w.stacks, table);
    watch_print_paths(&w);
    if (w.deaths != 0)
        emuq_report_all_lost(table, w.status);
    if ((command->counters || command->heat != NULL) && !w.given_up)
        watch_count(&w);
    if (emuq_is_member)
        emuq_merge_send_end();
    if (command->verbose) {
        emuq_report_slow(table);
        emuq_report_dropped(launch);
        emuq_report_connections(launch, emuq_launch_is_distributed(launch) ? table->hosts : 0);
        if (!emuq_is_member)
            emuq_run_message("status %d after %.3f s", w.status, (double)(emuq_now_ms() - begin) / 1000.0);
    }
    return w.status;
}
