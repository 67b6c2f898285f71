/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/watch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "kernel-shim/partition/rank_exit.h"
#include "tools/emuq-run/counters.h"
#include "tools/emuq-run/live.h"
#include "tools/emuq-run/program.h"
#include "tools/emuq-run/report.h"
#include "tools/emuq-run/room_rates.h"
#include "tools/emuq-run/stacks.h"
#include "tools/emuq-run/tie.h"

#define GRACE_MS      1000 /* between SIGTERM and SIGKILL */
#define LOST_MS       5000 /* a process that SIGKILL has not ended by then is given up */
#define LOOK_MS       100  /* how often it is looked whether all ranks have joined */
#define TERMINAL_MS   500  /* and whether the launcher is in the foreground again */
#define STATUS_FAILED 1

/* What happens to the job. */
typedef enum phase {
    RUNNING,
    LOOKING, /* at the stacks of the ranks */
    ENDING,  /* SIGTERM has been sent */
    KILLED   /* SIGKILL has been sent */
} phase_t;

typedef struct watch {
    emuq_crew_t *crew;
    const emuq_command_t *command;
    emuq_launch_t *launch;
    const char *path;
    int signals;
    phase_t phase;
    uint64_t deadline;  /* milliseconds: of the phase; 0 = none */
    uint64_t suspended; /* milliseconds: since when the ranks are stopped by SIGTSTP; 0: they are not */
    emuq_stacks_t stacks;
    uint64_t dying_until; /* milliseconds: the debugger may look at a dying rank; 0: it does not */
    emuq_live_t *live;    /* NULL: no --watch */
    emuq_room_rates_t rooms;
    bool paths_said;
    bool given_up;
    int status; /* the first of a rank that is not 0, or of what ends the job */
} watch_t;

/* Signals that end the job. */
static const int enders[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

#define ENDERS (sizeof enders / sizeof enders[0])

/* Signals that the launcher passes on to its ranks: warnings of batch systems before the end of a job. */
static const int passed_on[] = {SIGUSR2, SIGXCPU};

#define PASSED_ON (sizeof passed_on / sizeof passed_on[0])

static uint64_t now_ms(void)
{
    return emuq_now_ns() / 1000000;
}

int emuq_watch_signals(sigset_t *before)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGUSR1);
    for (size_t i = 0; i < ENDERS; i++) {
        struct sigaction action;
        /* What is ignored (nohup) stays so. */
        if (sigaction(enders[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&set, enders[i]);
    }
    for (size_t i = 0; i < PASSED_ON; i++)
        sigaddset(&set, passed_on[i]);
    sigaddset(&set, SIGTSTP);
    sigaddset(&set, SIGCONT);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    if (sigprocmask(SIG_BLOCK, &set, before) != 0)
        return -errno;
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return fd >= 0 ? fd : -errno;
}

int emuq_watch_enders(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < ENDERS; i++)
        sigaddset(&set, enders[i]);
    int fd = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return fd >= 0 ? fd : -errno;
}

void emuq_watch_signals_end(int signals, const sigset_t *before)
{
    struct signalfd_siginfo info;
    sigset_t set = *before;
    /* Those that have come are about a job that is over. */
    while (read(signals, &info, sizeof(info)) > 0)
        ;
    close(signals);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_SETMASK, &set, NULL);
}

/* ---- the end of the job ---- */

static void kill_job(watch_t *w)
{
    emuq_crew_signal(w->crew, SIGKILL);
    w->phase = KILLED;
    w->deadline = now_ms() + LOST_MS;
}

static void end_ranks(watch_t *w)
{
    emuq_stacks_end(&w->stacks, w->crew);
    emuq_crew_signal(w->crew, SIGTERM);
    emuq_crew_signal(w->crew, SIGCONT); /* stopped ranks take SIGTERM too */
    w->phase = ENDING;
    w->deadline = now_ms() + GRACE_MS;
}

/* Looks at the next rank that runs; after the last one ends them all. */
static void look_further(watch_t *w)
{
    if (w->phase == LOOKING && w->crew->debugger == 0 && !emuq_stacks_next(&w->stacks, w->crew, w->launch))
        end_ranks(w);
}

/* Ends all ranks here. The first reason gives the status. */
static void end_job(watch_t *w, int status)
{
    if (w->phase != RUNNING)
        return;
    w->status = status;
    if (w->command->backtrace && !emuq_output_is_broken()) {
        w->phase = LOOKING;
        w->deadline = now_ms() + EMUQ_STACKS_MS;
        look_further(w);
    } else {
        end_ranks(w);
    }
}

static void say_paths(watch_t *w)
{
    if (w->command->verbose && !w->paths_said)
        emuq_report_paths(w->crew, w->launch);
    w->paths_said = true;
}

/* ---- what happens ---- */

/* Ranks that have not ended. Those that linger have: their processes wait for these. */
static uint32_t running(const watch_t *w)
{
    uint32_t ranks = 0;
    for (uint32_t i = 0; i < w->crew->ranks; i++)
        ranks += (!w->crew->rank[i].ended || !emuq_launch_is_here(w->launch, i)) &&
                 emuq_launch_state(w->launch, i) <= EMUQ_RANK_JOINED;
    return ranks;
}

/* The rank of a process has ended before, if it lingered: how that process ends is of no account. */
static void note_end(const watch_t *w, emuq_rank_t *rank)
{
    uint32_t number = (uint32_t)(rank - w->crew->rank);
    bool lingered = emuq_launch_state(w->launch, number) == EMUQ_RANK_ENDED;
    int status = emuq_launch_ended(w->launch, number,
                                   WIFEXITED(rank->status) ? WEXITSTATUS(rank->status)
                                                           : EMUQ_STATUS_SIGNAL + WTERMSIG(rank->status));
    if (lingered)
        rank->status = W_EXITCODE(status, 0);
}

/* The host engine has ended before the job. */
static void engine_lost(watch_t *w)
{
    int failed = emuq_launch_failed(w->launch);
    if (failed != 0) { /* it has found that the machine has failed, and its report has said it */
        emuq_tie_cause(failed, false, "%s", "");
        end_job(w, failed);
        return;
    }
    uint32_t lost = emuq_launch_lost_host(w->launch);
    if (lost != UINT32_MAX)
        emuq_tie_miss(lost);
    emuq_tie_cause(STATUS_FAILED, true, "the host engine%s has ended; ending the job, %u ranks run",
                   emuq_tie_where(), running(w));
    end_job(w, STATUS_FAILED);
}

static void rank_ended(watch_t *w, emuq_rank_t *rank)
{
    note_end(w, rank);
    emuq_stream_drain(&rank->out);
    emuq_stream_drain(&rank->err);
    int failure = emuq_crew_failure(w->crew);
    if (w->phase != RUNNING)
        return;
    if (failure != 0) {
        end_job(w, emuq_program_failed(w->path, failure));
    } else if (emuq_launch_engine_failed(w->launch)) {
        engine_lost(w);
    } else if (WIFSIGNALED(rank->status)) {
        emuq_report_death(w->crew, rank, running(w));
        end_job(w, EMUQ_STATUS_SIGNAL + WTERMSIG(rank->status));
    } else {
        if (w->status == 0)
            w->status = emuq_launch_status(w->launch);
        int failed = emuq_launch_failed(w->launch);
        if (failed != 0) {
            emuq_tie_cause(failed, false, "%s", ""); /* its report has said it */
            end_job(w, failed);
        } else if (running(w) > 0 && emuq_exit_is_bad(WEXITSTATUS(rank->status))) {
            emuq_report_bad_exit(w->crew, rank, running(w));
            end_job(w, w->status);
        }
    }
}

static void take_end_signal(watch_t *w, int signal)
{
    char name[32];
    if (w->phase == LOOKING)
        end_ranks(w);
    else if (w->phase != RUNNING && signal == SIGINT)
        kill_job(w);
    if (w->phase != RUNNING)
        return;
    if (!emuq_is_tied()) /* otherwise the head has said it */
        emuq_say("%s: ending the job, %u ranks run", emuq_signal_name(signal, name), running(w));
    w->status = EMUQ_STATUS_SIGNAL + signal;
    emuq_input_drop(&w->crew->input);
    end_ranks(w); /* who sends a signal does not want to wait for stacks */
}

/* Notes the ranks of which all or none have died by a signal. */
static void note_reaped(watch_t *w, bool by_signal)
{
    for (uint32_t i = 0; i < w->crew->ranks; i++) {
        emuq_rank_t *rank = &w->crew->rank[i];
        if (rank->is_reaped && (WIFSIGNALED(rank->status) != 0) == by_signal) {
            rank->is_reaped = false;
            rank_ended(w, rank);
        }
    }
}

/* Of ranks that have ended together those that died by a signal count first: a rank that met the loss of
 * another ends with an error of its own. */
static void reap(watch_t *w)
{
    emuq_rank_t *rank;
    bool any = false;
    while ((rank = emuq_crew_reap(w->crew)) != NULL)
        rank->is_reaped = any = true;
    if (any) {
        note_reaped(w, true);
        note_reaped(w, false);
    }
}

/* ---- ranks that die by a signal, and have stopped until their stacks are printed (--backtrace) ---- */

/* A rank goes on, and dies. */
static void let_die(const watch_t *w, uint32_t rank)
{
    w->crew->rank[rank].is_shown = true;
    kill(w->crew->rank[rank].pid, SIGCONT);
}

/* The debugger has ended, or its time is over. */
static void end_dying(watch_t *w)
{
    emuq_stacks_end(&w->stacks, w->crew);
    w->dying_until = 0;
    let_die(w, w->stacks.rank);
}

/* Notes that a rank has stopped. One whose stacks have been printed dies at once: it has stopped when the job
 * was ended, or the debugger has left it stopped. */
static void note_stopped(const watch_t *w, uint32_t number)
{
    emuq_rank_t *rank = &w->crew->rank[number];
    bool is_looked_at = w->dying_until != 0 && w->stacks.rank == number;
    rank->is_dying |= emuq_launch_is_dying(w->launch, number);
    if (rank->is_dying && rank->is_shown && !is_looked_at && w->phase != LOOKING)
        let_die(w, number);
}

/* Has the debugger look at the next rank that dies. While the job is ended for another reason the ranks that
 * run are looked at anyway. */
static void look_at_dying(watch_t *w)
{
    if (!w->command->backtrace)
        return;
    for (uint32_t rank; (rank = emuq_crew_stopped(w->crew)) != UINT32_MAX;)
        note_stopped(w, rank);
    if (w->dying_until != 0 && (w->crew->debugger == 0 || w->phase >= ENDING || now_ms() >= w->dying_until))
        end_dying(w);
    for (uint32_t i = 0; i < w->crew->ranks && w->dying_until == 0 && w->phase != LOOKING; i++) {
        const emuq_rank_t *rank = &w->crew->rank[i];
        if (!rank->is_dying || rank->is_shown || rank->ended)
            continue;
        if (w->phase == RUNNING && emuq_stacks_dying(&w->stacks, w->crew, i) == 0)
            w->dying_until = now_ms() + EMUQ_STACKS_MS;
        else
            let_die(w, i);
    }
}

static void look_at_engine(watch_t *w)
{
    if (w->crew->engine_lost && w->phase == RUNNING && w->crew->running != 0)
        engine_lost(w);
}

/* What each rank waits for, and how fast rooms beside the Message Units count, since the launcher was asked
 * before. */
static void report(watch_t *w)
{
    char *text = NULL;
    size_t length;
    emuq_report_waits(w->crew, w->launch);
    emuq_room_rates_look(&w->rooms, w->launch);
    FILE *out = emuq_need(open_memstream(&text, &length));
    uint32_t written = emuq_room_rates_write(&w->rooms, w->launch, "; ", out);
    fclose(out);
    emuq_need(text);
    if (written != 0)
        emuq_say("%s", text + strlen("; "));
    free(text);
}

/* Stops the ranks, then the launcher, until SIGCONT. SIGSTOP, as MPI launchers send it: SIGTSTP has no effect
 * on an orphaned process group. The launcher of one of several hosts goes on: its head needs its answers. */
static void suspend(watch_t *w)
{
    if (w->phase != RUNNING || w->suspended != 0)
        return;
    w->suspended = now_ms();
    emuq_crew_signal(w->crew, SIGSTOP);
    if (!emuq_is_tied())
        raise(SIGSTOP);
}

/* Continues the ranks. The time limit has not run meanwhile. */
static void resume(watch_t *w)
{
    if (w->suspended == 0)
        return;
    emuq_crew_signal(w->crew, SIGCONT);
    if (w->deadline != 0 && w->phase == RUNNING)
        w->deadline += now_ms() - w->suspended;
    w->suspended = 0;
}

static bool is_passed_on(int signal)
{
    for (size_t i = 0; i < PASSED_ON; i++)
        if (signal == passed_on[i])
            return true;
    return false;
}

/* A rank without a handler dies of the signal, which ends the job with a report. */
static void pass_on(watch_t *w, int signal)
{
    char name[32];
    if (w->phase != RUNNING)
        return;
    emuq_say("%s: passed on to %u ranks", emuq_signal_name(signal, name), running(w));
    emuq_crew_signal(w->crew, signal);
}

static void take_signals(watch_t *w)
{
    struct signalfd_siginfo info;
    while (read(w->signals, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
        int signal = (int)info.ssi_signo;
        if (signal == SIGUSR1)
            report(w);
        else if (signal == SIGTSTP)
            suspend(w);
        else if (signal == SIGCONT)
            resume(w);
        else if (is_passed_on(signal))
            pass_on(w, signal);
        else if (signal != SIGCHLD)
            take_end_signal(w, signal);
    }
    reap(w);
    look_at_dying(w);
    look_at_engine(w);
    look_further(w);
}

static void deadline_passed(watch_t *w)
{
    if (w->phase == RUNNING) {
        emuq_say("the time limit of %g s is over; ending the job, %u ranks run",
                 (double)w->command->timeout / 1000.0, running(w));
        emuq_report_waits(w->crew, w->launch);
        end_job(w, EMUQ_STATUS_TIMEOUT);
    } else if (w->phase == LOOKING) {
        end_ranks(w);
    } else if (w->phase == ENDING) {
        kill_job(w);
    } else {
        emuq_say("%u ranks do not end although they have been killed; they are left alone", w->crew->running);
        w->given_up = true;
    }
}

/* Says by which paths the ranks reach each other, once all have joined. */
static void look_for_members(watch_t *w)
{
    for (uint32_t i = 0; i < w->crew->ranks; i++)
        if (emuq_launch_is_here(w->launch, i) && emuq_launch_state(w->launch, i) == EMUQ_RANK_AWAITED &&
            !w->crew->rank[i].ended)
            return;
    say_paths(w);
}

/* ---- the loop ---- */

static void shorten(int *timeout, uint64_t ms)
{
    if (*timeout < 0 || (uint64_t)*timeout > ms)
        *timeout = (int)ms;
}

static int timeout_of(const watch_t *w, bool reads_terminal)
{
    int timeout = -1;
    uint64_t now = now_ms();
    if (w->deadline != 0)
        shorten(&timeout, w->deadline > now ? (w->deadline - now < 60000 ? w->deadline - now : 60000) : 0);
    if (!w->paths_said)
        shorten(&timeout, LOOK_MS);
    if (w->dying_until != 0)
        shorten(&timeout, w->dying_until > now ? w->dying_until - now : 0);
    if (w->live != NULL)
        shorten(&timeout, emuq_live_due(w->live));
    if (w->crew->input.to >= 0 && !reads_terminal)
        shorten(&timeout, TERMINAL_MS);
    return timeout;
}

static void turn(watch_t *w)
{
    struct pollfd polls[2 + EMUQ_OUTPUT_POLLS] = {{.fd = w->signals, .events = POLLIN}};
    int outputs = emuq_output_polls(&polls[1]), input = 1 + outputs;
    bool has_input = emuq_input_poll(&w->crew->input, &polls[input]);
    poll(polls, (nfds_t)(input + has_input), timeout_of(w, has_input));
    emuq_output_move(&polls[1], outputs);
    if (has_input && polls[input].revents != 0)
        emuq_input_move(&w->crew->input);
    if (polls[0].revents != 0)
        take_signals(w);
    if (emuq_output_is_broken() && w->phase == RUNNING) /* of a tied launcher: the agent has gone */
        end_job(w, emuq_output_failed());
    if (w->dying_until != 0 && now_ms() >= w->dying_until)
        look_at_dying(w);
    if (w->deadline != 0 && now_ms() >= w->deadline)
        deadline_passed(w);
    if (!w->paths_said)
        look_for_members(w);
    if (w->live != NULL)
        emuq_live_look(w->live);
}

int emuq_watch(emuq_crew_t *crew, const emuq_command_t *command, emuq_launch_t *launch, const char *path,
               int signals)
{
    uint64_t begin = now_ms();
    watch_t w = {.crew = crew,
                 .command = command,
                 .launch = launch,
                 .path = path,
                 .signals = signals,
                 .deadline = command->timeout != 0 ? begin + command->timeout : 0,
                 .live = command->watch ? emuq_live_open(crew, launch) : NULL,
                 .paths_said = !command->verbose};
    emuq_room_rates_open(&w.rooms, launch);
    if (command->verbose)
        emuq_report_processes(crew);
    reap(&w); /* a rank may have ended before the hosts have met */
    while (crew->running > 0 && !w.given_up)
        turn(&w);
    emuq_live_close(w.live);
    emuq_room_rates_close(&w.rooms);
    if (w.phase == RUNNING) /* otherwise the engines of all hosts are being ended */
        emuq_crew_await_engine(crew);
    emuq_stacks_end(&w.stacks, crew);
    say_paths(&w);
    if (command->counters && !w.given_up)
        emuq_counters_say(launch);
    if (command->verbose) {
        emuq_report_slow(crew, launch);
        emuq_report_dropped(launch);
        emuq_report_lanes(launch, emuq_launch_is_distributed(launch) ? crew->hosts : 0);
        if (!emuq_is_tied())
            emuq_say("status %d after %.3f s", w.status, (double)(now_ms() - begin) / 1000.0);
    }
    return w.status;
}
