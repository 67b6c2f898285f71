/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/head.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/settings.h"
#include "tools/emuq-run/files.h"
#include "tools/emuq-run/head_state.h"
#include "tools/emuq-run/report.h"
#include "tools/emuq-run/watch.h"

#define STARTS        64   /* agents that are being started at a time */
#define TERMINAL_MS   500  /* how often it is looked whether the head is in the foreground again */
#define SUSPEND_MS    1000 /* for the agents to read that the ranks are to be stopped */
#define STATUS_FAILED 1
#define INPUT_BYTES   4096

/* ---- input ---- */

static bool wants_input(const emuq_head_t *h)
{
    return h->input != UINT32_MAX && h->credit > 0 && h->phase == RUNNING;
}

/* A terminal is read only in the foreground. */
static bool can_read(void)
{
    return !isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) == getpgrp();
}

static void move_input(emuq_head_t *h)
{
    char text[INPUT_BYTES];
    emuq_agent_t *agent = &h->agents.agent[h->input];
    ssize_t got = read(STDIN_FILENO, text, h->credit < sizeof(text) ? h->credit : sizeof(text));
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        got = 0;
        h->input = UINT32_MAX;
        h->input_is_over = true;
    }
    h->credit -= (uint32_t)got;
    emuq_frame_add_text(&agent->out, EMUQ_FRAME_INPUT, text, (size_t)got);
}

/* ---- signals and time ---- */

static void take_end_signal(emuq_head_t *h, int signal)
{
    char name[32];
    if (h->phase >= ENDING) {
        emuq_head_signal(h, signal == SIGINT ? SIGINT : SIGTERM);
        return;
    }
    emuq_say("%s: ending the job on %u hosts", emuq_signal_name(signal, name), h->agents.agents - h->done);
    emuq_head_end(h, EMUQ_STATUS_SIGNAL + signal);
}

/* Writes all that waits for the agents, for a second at most: a pipe may be full. */
static void write_to_agents(emuq_head_t *h)
{
    uint64_t until = emuq_head_now() + SUSPEND_MS;
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        emuq_agent_write(agent);
        for (uint64_t now; agent->out.length > 0 && (now = emuq_head_now()) < until;) {
            poll(&(struct pollfd){.fd = agent->to, .events = POLLOUT}, 1, (int)(until - now));
            emuq_agent_write(agent);
        }
    }
}

/* Stops the ranks of all hosts, then the head, until SIGCONT. The time limit does not run meanwhile. */
static void suspend(emuq_head_t *h)
{
    uint64_t begin = emuq_head_now();
    emuq_head_signal(h, SIGTSTP);
    write_to_agents(h);
    raise(SIGSTOP);
    if (h->timeout < UINT64_MAX - (emuq_head_now() - begin))
        h->timeout += emuq_head_now() - begin;
}

static void take_signals(emuq_head_t *h)
{
    struct signalfd_siginfo info;
    while (read(h->signals, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
        int signal = (int)info.ssi_signo;
        if (signal == SIGTSTP)
            suspend(h);
        else if (signal == SIGUSR1 || signal == SIGUSR2 || signal == SIGXCPU || signal == SIGCONT)
            emuq_head_signal(h, signal);
        else if (signal != SIGCHLD)
            take_end_signal(h, signal);
    }
}

static void look_at_clock(emuq_head_t *h)
{
    uint64_t now = emuq_head_now();
    if (h->phase < ENDING && now >= h->timeout) {
        emuq_say("the time limit of %g s is over; ending the job on %u hosts",
                 (double)h->command->timeout / 1000.0, h->agents.agents - h->done);
        emuq_head_signal(h, SIGUSR1);
        emuq_head_end(h, EMUQ_STATUS_TIMEOUT);
    }
    if (h->phase == RUNNING && now >= h->greeting) {
        emuq_head_say_silent(h);
        h->greeting = UINT64_MAX;
    }
    if (now < h->deadline)
        return;
    h->deadline = UINT64_MAX;
    if (h->phase == RUNNING) {
        emuq_head_say_messages(h);
    } else if (h->phase == DOUBTING) {
        emuq_head_say_doubt(h);
        emuq_head_end(h, h->status);
    } else if (h->phase == ENDING) {
        emuq_head_leave(h);
    }
}

/* ---- the loop ---- */

static void start_some(emuq_head_t *h)
{
    for (uint32_t i = 0; i < h->agents.agents && h->starting < STARTS && h->phase == RUNNING; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        if (agent->state != EMUQ_AGENT_WAITS)
            continue;
        int rc = emuq_agent_start(&h->agents, agent);
        agent->state = EMUQ_AGENT_STARTED;
        emuq_head_await_greetings(h);
        h->starting++;
        if (rc == 0) {
            emuq_frame_add_hello(&agent->out, h->layout);
            continue;
        }
        emuq_say("cannot start the agent of %s: %s", agent->name, strerror(-rc));
        emuq_head_end(h, STATUS_FAILED);
    }
}

static int timeout_of(const emuq_head_t *h, bool waits_for_terminal)
{
    uint64_t now = emuq_head_now(),
             first = h->deadline < h->timeout || h->phase >= ENDING ? h->deadline : h->timeout;
    if (h->phase == RUNNING && h->greeting < first)
        first = h->greeting;
    uint64_t wait = first > now ? first - now : 0;
    if (waits_for_terminal && wait > TERMINAL_MS)
        wait = TERMINAL_MS;
    return wait > 60000 ? 60000 : (int)wait;
}

static void turn(emuq_head_t *h, struct pollfd *polls)
{
    polls[0] = (struct pollfd){.fd = h->signals, .events = POLLIN};
    int outputs = emuq_output_polls(&polls[1]), count = 1 + outputs, input = count++, first = count;
    bool wanted = wants_input(h), full = emuq_output_is_full();
    polls[input] = (struct pollfd){.fd = wanted && can_read() ? STDIN_FILENO : -1, .events = POLLIN};
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        polls[count++] =
            (struct pollfd){.fd = full && h->phase == RUNNING ? -1 : agent->from, .events = POLLIN};
        polls[count++] = (struct pollfd){.fd = agent->out.length > 0 ? agent->to : -1, .events = POLLOUT};
    }
    poll(polls, (nfds_t)count, timeout_of(h, wanted && polls[input].fd < 0));
    emuq_output_move(&polls[1], outputs);
    if (polls[0].revents != 0)
        take_signals(h);
    if (polls[input].revents != 0 && wants_input(h))
        move_input(h);
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        if (polls[first + 2 * (int)i].revents != 0 && agent->from >= 0)
            emuq_head_hear(h, agent);
        emuq_agent_write(agent);
    }
    if (emuq_output_is_broken() && h->phase < ENDING)
        emuq_head_end(h, emuq_output_failed());
    look_at_clock(h);
    start_some(h);
}

/* Waits for the processes of the agents, and kills those that do not end. */
static void end_agents(emuq_head_t *h)
{
    uint64_t until = emuq_head_now() + EMUQ_HEAD_LEAVE_MS;
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        emuq_agent_shut(agent);
        uint64_t now = emuq_head_now();
        if (agent->pid != 0 &&
            !emuq_agent_reap(agent, now < until && !agent->is_missed ? (unsigned)(until - now) : 0)) {
            kill(-agent->pid, SIGKILL); /* the launcher of a simulated host, too */
            kill(agent->pid, SIGKILL);
            (void)emuq_agent_reap(agent, EMUQ_HEAD_REAP_MS);
        }
        emuq_agent_free(agent);
    }
}

static int watch(emuq_head_t *h)
{
    uint64_t begin = emuq_head_now();
    size_t polls = 2 + EMUQ_OUTPUT_POLLS + 2 * (size_t)h->agents.agents;
    struct pollfd *poll_all = emuq_need(calloc(polls, sizeof(*poll_all)));
    h->timeout = h->command->timeout != 0 ? begin + h->command->timeout : UINT64_MAX;
    h->deadline = UINT64_MAX;
    start_some(h);
    if (h->agents.local != NULL)
        emuq_launch_hosts_close(h->agents.local);
    while (h->done < h->agents.agents)
        turn(h, poll_all);
    if (h->phase < ENDING)
        emuq_head_say_doubt(h);
    end_agents(h);
    if (h->command->verbose)
        emuq_say("status %d after %.3f s", h->status, (double)(emuq_head_now() - begin) / 1000.0);
    free(poll_all);
    return h->status;
}

/* ---- start ---- */

/* The path of this program, which is that on the other hosts as well, if no option or setting says another.
 */
static char *remote_path(const emuq_command_t *command)
{
    char path[4096];
    if (command->remote_path != NULL)
        return emuq_need(strdup(command->remote_path));
    if (emuq_setting_is_set(EMUQ_SETTING_REMOTE_RUN))
        return emuq_need(strdup(emuq_setting_text(EMUQ_SETTING_REMOTE_RUN)));
    ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    path[length > 0 ? length : 0] = '\0';
    return emuq_need(strdup(length > 0 ? path : "emuq-run"));
}

static int run_agents(emuq_head_t *h, char *path, emuq_words_t *agent)
{
    uint32_t hosts = h->plan.hosts.hosts;
    h->agents.path = path;
    h->agents.command = agent->word;
    h->agents.agents = hosts;
    h->agents.agent = emuq_need(calloc(hosts, sizeof(*h->agents.agent)));
    for (uint32_t i = 0; i < hosts; i++) {
        emuq_agent_t *a = &h->agents.agent[i];
        *a = (emuq_agent_t){
            .name = h->plan.hosts.host[i].name, .to = -1, .from = -1, .out.is_secret = true, .own.fd = -1};
        emuq_stream_open_plain(&a->streams[0], 1);
        emuq_stream_open_plain(&a->streams[1], 2);
    }
    if (h->command->verbose)
        emuq_plan_say(&h->plan);
    int status =
        emuq_files_raise(hosts, "hosts", EMUQ_AGENT_FILES, &h->agents.files) == 0 ? watch(h) : STATUS_FAILED;
    free(h->agents.agent);
    return status;
}

static void split(emuq_words_t *words, const char *text)
{
    for (text += strspn(text, " \t"); *text != '\0'; text += strspn(text, " \t")) {
        size_t length = strcspn(text, " \t");
        emuq_words_add(words, text, length);
        text += length;
    }
}

/* The plan is made. */
static int run(emuq_head_t *h, uint32_t pretended)
{
    emuq_words_t agent = {0};
    if (pretended > 1) {
        int rc = emuq_launch_hosts_open(pretended, &h->agents.local);
        if (rc != 0) {
            emuq_say("cannot connect %u hosts: %s", pretended, strerror(-rc));
            return STATUS_FAILED;
        }
    }
    split(&agent, h->command->agent != NULL ? h->command->agent : EMUQ_AGENT_DEFAULT);
    if (agent.count == 0) {
        emuq_say("--agent needs a command");
        return EMUQ_STATUS_USAGE;
    }
    char *path = remote_path(h->command);
    int status = run_agents(h, path, &agent);
    emuq_words_free(&agent);
    free(path);
    return status;
}

int emuq_head_run(const emuq_command_t *command, uint32_t pretended, emuq_launch_function_t launch)
{
    emuq_head_t h = {.command = command,
                     .input = UINT32_MAX,
                     .layout = emuq_launch_layout(),
                     .agents = {.launch = launch}};
    int status = emuq_plan_make(&h.plan, command, pretended);
    if (status == 0) {
        h.signals = emuq_watch_signals(&h.agents.signals);
        int rc = h.signals < 0 ? h.signals : emuq_output_open();
        if (rc != 0) {
            emuq_say("cannot start: %s", strerror(-rc));
            status = STATUS_FAILED;
        } else {
            status = run(&h, pretended);
            emuq_watch_signals_end(h.signals, &h.agents.signals);
            emuq_output_close();
        }
    }
    free(h.messages);
    free(h.doubt);
    emuq_plan_free(&h.plan);
    return status;
}
