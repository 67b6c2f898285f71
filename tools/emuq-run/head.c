/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/head.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/clock.h"
#include "tools/emuq-run/plan.h"
#include "tools/emuq-run/report.h"
#include "tools/emuq-run/watch.h"

#define STARTS         64   /* agents that are being started at a time */
#define CONSEQUENCE_MS 400  /* a cause that may be a consequence waits so long for a better one */
#define GRACE_MS       4000 /* for the agents to end the job on their hosts */
#define LEAVE_MS       2000 /* and after that for those that have been left alone */
#define TERMINAL_MS    500  /* how often it is looked whether the head is in the foreground again */
#define REAP_MS        200  /* for an agent's process to end after its last word */
#define STATUS_FAILED  1
#define STATUS_SIGNAL  128 /* and the signal */
#define STATUS_TIMEOUT 124
#define INPUT_BYTES    4096

typedef enum phase {
    RUNNING,
    DOUBTING, /* a cause is there that may be a consequence */
    ENDING,   /* the agents have been told */
    LEAVING   /* and left alone */
} phase_t;

typedef struct head {
    const emuq_command_t *command;
    emuq_plan_t plan;
    emuq_agents_t agents;
    int signals;
    uint64_t layout;
    phase_t phase;
    uint64_t deadline; /* ms: of the phase; UINT64_MAX: none */
    uint64_t timeout;  /* ms: the time limit; UINT64_MAX: none */
    int status;        /* of the cause, or the first that is not 0 */
    char *doubt;       /* text of a cause that may be a consequence */
    char *messages;    /* of host engines since the last moment at which all was well, or NULL */
    uint32_t input;    /* agent that takes standard input; UINT32_MAX: none, or no more */
    uint32_t credit;   /* bytes that it takes */
    uint32_t starting, met, done;
} head_t;

static uint64_t now_ms(void)
{
    return emuq_now_ns() / 1000000;
}

static bool is_done(const emuq_agent_t *agent)
{
    return agent->state >= EMUQ_AGENT_OVER;
}

/* ---- the end of the job ---- */

static void signal_all(head_t *h, int signal)
{
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        if (agent->state == EMUQ_AGENT_GREETED || agent->state == EMUQ_AGENT_MET) {
            emuq_frame_add_u32(&agent->out, EMUQ_FRAME_SIGNAL, (uint32_t)signal);
            emuq_agent_write(agent);
        }
    }
}

static void note_done(head_t *h, emuq_agent_t *agent, emuq_agent_state_t state)
{
    if (is_done(agent))
        return;
    h->starting -= agent->state == EMUQ_AGENT_STARTED;
    agent->state = state;
    h->done++;
    if (h->input < h->agents.agents && agent == &h->agents.agent[h->input])
        h->input = UINT32_MAX;
}

/* Ends the job on all hosts. The first reason gives the status. */
static void end_job(head_t *h, int status)
{
    if (h->phase >= ENDING)
        return;
    h->status = status;
    h->phase = ENDING;
    h->deadline = now_ms() + GRACE_MS;
    signal_all(h, SIGTERM);
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        if (agent->state == EMUQ_AGENT_WAITS)
            note_done(h, agent, EMUQ_AGENT_OVER);
        else if (agent->state == EMUQ_AGENT_STARTED)
            emuq_agent_shut(agent); /* it ends when it finds that */
        if (agent->state == EMUQ_AGENT_STARTED)
            note_done(h, agent, EMUQ_AGENT_LOST);
    }
}

/* What host engines have said: the reason if they end the job, else a consequence of another one. */
static void say_messages(head_t *h)
{
    if (h->messages != NULL)
        emuq_stream_take(&h->agents.agent[0].streams[1], h->messages, strlen(h->messages));
    free(h->messages);
    h->messages = NULL;
}

static void say_doubt(head_t *h)
{
    say_messages(h);
    if (h->doubt != NULL)
        emuq_say("%s", h->doubt);
    free(h->doubt);
    h->doubt = NULL;
}

/* The job ends because of something. Only the first cause counts; what may be a consequence waits for it. */
static void take_cause(head_t *h, int status, bool is_consequence, const char *text)
{
    if (h->phase >= ENDING || (is_consequence && h->phase == DOUBTING))
        return;
    if (is_consequence) {
        h->phase = DOUBTING;
        h->deadline = now_ms() + CONSEQUENCE_MS;
        h->status = status;
        h->doubt = emuq_need(strdup(text));
        return;
    }
    free(h->messages);
    h->messages = NULL;
    if (*text != '\0')
        emuq_say("%s", text);
    end_job(h, status);
}

/* An agent has gone before its job was over. */
static void lose(head_t *h, emuq_agent_t *agent)
{
    char *how = NULL, *text = NULL;
    uint32_t number = (uint32_t)(agent - h->agents.agent);
    bool was_there = agent->state > EMUQ_AGENT_STARTED;
    emuq_agent_shut(agent);
    note_done(h, agent, EMUQ_AGENT_LOST);
    bool ended = emuq_agent_reap(agent, REAP_MS);
    emuq_stream_drain(&agent->own); /* its own words come first */
    if (h->phase >= ENDING)
        return;
    if (!ended)
        how = emuq_need(strdup("has closed its output"));
    else if (asprintf(&how,
                      WIFSIGNALED(agent->status) ? "has been ended by signal %d" : "has ended with status %d",
                      WIFSIGNALED(agent->status) ? WTERMSIG(agent->status) : WEXITSTATUS(agent->status)) < 0)
        emuq_need(NULL);
    char *ranks = emuq_plan_ranks(&h->plan, number);
    if (asprintf(&text,
                 was_there ? "%s is lost, with %s: its agent %s; ending the job"
                           : "%s: cannot start %s: the agent %s; ending the job",
                 agent->name, ranks, how) < 0)
        emuq_need(NULL);
    take_cause(h,
               ended && WIFSIGNALED(agent->status) ? STATUS_SIGNAL + WTERMSIG(agent->status) : STATUS_FAILED,
               false, text);
    free(ranks);
    free(how);
    free(text);
}

/* ---- frames ---- */

static void give_order(head_t *h, emuq_agent_t *agent)
{
    char nothing[] = "";
    emuq_order_t order = h->plan.order;
    order.host = (uint32_t)(agent - h->agents.agent);
    order.name = (char *)(uintptr_t)agent->name;
    bool is_here = h->agents.local != NULL || strcmp(agent->name, "localhost") == 0;
    order.near = is_here ? nothing : order.name;
    emuq_order_add(&order, &agent->out);
}

/* All engines are there: tells each of all. */
static int connect_all(head_t *h)
{
    unsigned char key[EMUQ_KEY_BYTES];
    if (getrandom(key, sizeof(key), 0) != (ssize_t)sizeof(key)) {
        take_cause(h, STATUS_FAILED, false, "cannot make the key of the job");
        return 0;
    }
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        size_t begin = emuq_frame_begin(&agent->out, EMUQ_FRAME_CONNECT);
        emuq_frame_text(&agent->out, key, sizeof(key));
        emuq_frame_u32(&agent->out, h->agents.agents);
        for (uint32_t j = 0; j < h->agents.agents; j++)
            emuq_frame_string(&agent->out, h->agents.agent[j].engine.text);
        emuq_frame_end(&agent->out, begin);
        emuq_agent_write(agent);
    }
    explicit_bzero(key, sizeof(key));
    return 0;
}

static int take_hello(head_t *h, emuq_agent_t *agent, emuq_frame_t *frame)
{
    int rc = emuq_frame_check_hello(frame, h->layout, agent->name);
    if (rc == -ENOEXEC)
        take_cause(h, STATUS_FAILED, false, "");
    if (rc != 0)
        return rc;
    h->starting--;
    agent->state = EMUQ_AGENT_GREETED;
    give_order(h, agent);
    return 0;
}

static int take_engine(head_t *h, emuq_agent_t *agent, emuq_frame_t *frame)
{
    size_t length;
    const char *text = emuq_frame_get_text(frame, &length);
    if (!emuq_frame_is_done(frame) || length >= EMUQ_HOST_TEXT || memchr(text, '\0', length) != NULL ||
        agent->state != EMUQ_AGENT_GREETED)
        return -EPROTO;
    memcpy(agent->engine.text, text, length);
    agent->engine.text[length] = '\0';
    agent->state = EMUQ_AGENT_MET;
    return ++h->met == h->agents.agents ? connect_all(h) : 0;
}

static int take_credit(head_t *h, const emuq_agent_t *agent, emuq_frame_t *frame)
{
    uint32_t number = (uint32_t)(agent - h->agents.agent), bytes = emuq_frame_get_u32(frame);
    if (!emuq_frame_is_done(frame) || number != h->plan.host_of_rank[h->command->input_rank])
        return -EPROTO;
    if (h->credit == 0 && h->input == UINT32_MAX)
        h->input = number;
    h->credit += bytes;
    return 0;
}

static int take_message(head_t *h, emuq_frame_t *frame)
{
    size_t length, before = h->messages != NULL ? strlen(h->messages) : 0;
    const char *text = emuq_frame_get_text(frame, &length);
    if (!emuq_frame_is_done(frame))
        return -EPROTO;
    if (h->phase >= ENDING || before > EMUQ_HOST_TEXT * 16)
        return 0; /* consequences */
    h->messages = emuq_need(realloc(h->messages, before + length + 1));
    memcpy(h->messages + before, text, length);
    h->messages[before + length] = '\0';
    if (h->phase == RUNNING)
        h->deadline = now_ms() + CONSEQUENCE_MS; /* said then, if nothing has happened */
    return 0;
}

static int take_output(emuq_stream_t *stream, emuq_frame_t *frame)
{
    size_t length;
    const char *text = emuq_frame_get_text(frame, &length);
    if (!emuq_frame_is_done(frame))
        return -EPROTO;
    emuq_stream_take(stream, text, length);
    return 0;
}

static int take_cause_frame(head_t *h, emuq_frame_t *frame)
{
    uint32_t status = emuq_frame_get_u32(frame), is_consequence = emuq_frame_get_u32(frame);
    char *text = emuq_frame_get_string(frame);
    bool done = emuq_frame_is_done(frame);
    if (done)
        take_cause(h, (int)(status & 0xff), is_consequence != 0, text);
    free(text);
    return done ? 0 : -EPROTO;
}

/* No rank runs on a host any more. Before all hosts have met that is an end with a message of its own. */
static int take_over(head_t *h, emuq_agent_t *agent, emuq_frame_t *frame)
{
    int status = (int)(emuq_frame_get_u32(frame) & 0xff);
    if (!emuq_frame_is_done(frame))
        return -EPROTO;
    note_done(h, agent, EMUQ_AGENT_OVER);
    if (h->met < h->agents.agents)
        take_cause(h, status != 0 ? status : STATUS_FAILED, false, "");
    else if (h->phase == RUNNING && h->status == 0)
        h->status = status;
    return 0;
}

static int take(head_t *h, emuq_agent_t *agent, emuq_frame_t *frame)
{
    if (agent->state == EMUQ_AGENT_STARTED)
        return take_hello(h, agent, frame);
    switch (frame->kind) {
    case EMUQ_FRAME_ENGINE:
        return take_engine(h, agent, frame);
    case EMUQ_FRAME_CREDIT:
        return take_credit(h, agent, frame);
    case EMUQ_FRAME_OUT:
        return take_output(&agent->streams[0], frame);
    case EMUQ_FRAME_ERR:
        return take_output(&agent->streams[1], frame);
    case EMUQ_FRAME_MESSAGE:
        return take_message(h, frame);
    case EMUQ_FRAME_CAUSE:
        return take_cause_frame(h, frame);
    case EMUQ_FRAME_OVER:
        return take_over(h, agent, frame);
    default:
        return -EPROTO;
    }
}

/* What an agent has said is no frame. */
static void refuse(head_t *h, emuq_agent_t *agent)
{
    char *text = NULL;
    const char *said = agent->in.at + agent->in.start;
    int length = (int)(agent->in.length < 60 ? agent->in.length : 60);
    for (int i = 0; i < length; i++)
        if ((unsigned char)said[i] < ' ' || (unsigned char)said[i] > '~')
            length = i;
    if (asprintf(&text, "%s: '%.*s' is not what an agent of this version says%s; ending the job", agent->name,
                 length, said,
                 agent->state == EMUQ_AGENT_STARTED ? "; start-up files of that host must print nothing"
                                                    : "") < 0)
        emuq_need(NULL);
    take_cause(h, STATUS_FAILED, false, text);
    free(text);
    emuq_agent_shut(agent);
    note_done(h, agent, EMUQ_AGENT_LOST);
}

static void hear(head_t *h, emuq_agent_t *agent)
{
    emuq_frame_t frame;
    int rc = 0;
    ssize_t got = emuq_bytes_read(&agent->in, agent->from);
    while (rc == 0 && !is_done(agent) && (rc = emuq_frame_next(&agent->in, &frame)) > 0) {
        rc = take(h, agent, &frame);
        if (rc == 0)
            emuq_bytes_drop(&agent->in, frame.bytes);
    }
    if (rc < 0 && !is_done(agent))
        refuse(h, agent);
    else if (is_done(agent))
        emuq_agent_shut(agent);
    else if (got <= 0 && got != -EAGAIN)
        lose(h, agent);
}

/* ---- input ---- */

static bool wants_input(const head_t *h)
{
    return h->input != UINT32_MAX && h->credit > 0 && h->phase == RUNNING;
}

/* A terminal is read only in the foreground. */
static bool can_read(void)
{
    return !isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) == getpgrp();
}

static void move_input(head_t *h)
{
    char text[INPUT_BYTES];
    emuq_agent_t *agent = &h->agents.agent[h->input];
    ssize_t got = read(STDIN_FILENO, text, h->credit < sizeof(text) ? h->credit : sizeof(text));
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (got <= 0) {
        got = 0;
        h->input = UINT32_MAX;
        h->credit = UINT32_MAX / 2; /* and it stays so */
    }
    h->credit -= (uint32_t)got;
    emuq_frame_add_text(&agent->out, EMUQ_FRAME_INPUT, text, (size_t)got);
}

/* ---- signals and time ---- */

static void take_end_signal(head_t *h, int signal)
{
    char name[32];
    if (h->phase >= ENDING) {
        signal_all(h, signal == SIGINT ? SIGINT : SIGTERM);
        return;
    }
    emuq_say("%s: ending the job on %u hosts", emuq_signal_name(signal, name), h->agents.agents - h->done);
    end_job(h, STATUS_SIGNAL + signal);
}

static void take_signals(head_t *h)
{
    struct signalfd_siginfo info;
    while (read(h->signals, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
        int signal = (int)info.ssi_signo;
        if (signal == SIGUSR1)
            signal_all(h, SIGUSR1);
        else if (signal != SIGCHLD)
            take_end_signal(h, signal);
    }
}

/* An agent that has not ended its part of the job is left: it finds that, if it is there at all. */
static void leave(head_t *h)
{
    h->phase = LEAVING;
    h->deadline = now_ms() + LEAVE_MS;
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        if (is_done(agent))
            continue;
        emuq_say("%s does not answer", agent->name);
        emuq_agent_shut(agent);
        note_done(h, agent, EMUQ_AGENT_LOST);
    }
}

static void look_at_clock(head_t *h)
{
    uint64_t now = now_ms();
    if (h->phase < ENDING && now >= h->timeout) {
        emuq_say("the time limit of %g s is over; ending the job on %u hosts",
                 (double)h->command->timeout / 1000.0, h->agents.agents - h->done);
        signal_all(h, SIGUSR1);
        end_job(h, STATUS_TIMEOUT);
    }
    if (now < h->deadline)
        return;
    h->deadline = UINT64_MAX;
    if (h->phase == RUNNING) {
        say_messages(h);
    } else if (h->phase == DOUBTING) {
        say_doubt(h);
        end_job(h, h->status);
    } else if (h->phase == ENDING) {
        leave(h);
    }
}

/* ---- the loop ---- */

static void start_some(head_t *h)
{
    for (uint32_t i = 0; i < h->agents.agents && h->starting < STARTS && h->phase == RUNNING; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        if (agent->state != EMUQ_AGENT_WAITS)
            continue;
        int rc = emuq_agent_start(&h->agents, agent);
        agent->state = EMUQ_AGENT_STARTED;
        h->starting++;
        if (rc == 0) {
            emuq_frame_add_hello(&agent->out, h->layout);
            continue;
        }
        emuq_say("cannot start the agent of %s: %s", agent->name, strerror(-rc));
        end_job(h, STATUS_FAILED);
    }
}

static int timeout_of(const head_t *h, bool waits_for_terminal)
{
    uint64_t now = now_ms(),
             first = h->deadline < h->timeout || h->phase >= ENDING ? h->deadline : h->timeout;
    uint64_t wait = first > now ? first - now : 0;
    if (waits_for_terminal && wait > TERMINAL_MS)
        wait = TERMINAL_MS;
    return wait > 60000 ? 60000 : (int)wait;
}

static void turn(head_t *h, struct pollfd *polls)
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
            hear(h, agent);
        emuq_agent_write(agent);
    }
    if (emuq_output_is_broken())
        end_job(h, STATUS_SIGNAL + SIGPIPE);
    look_at_clock(h);
    start_some(h);
}

/* Waits for the processes of the agents, and kills those that do not end. */
static void end_agents(head_t *h)
{
    uint64_t until = now_ms() + LEAVE_MS;
    for (uint32_t i = 0; i < h->agents.agents; i++) {
        emuq_agent_t *agent = &h->agents.agent[i];
        emuq_agent_shut(agent);
        uint64_t now = now_ms();
        if (agent->pid != 0 && !emuq_agent_reap(agent, now < until ? (unsigned)(until - now) : 0)) {
            kill(agent->pid, SIGKILL);
            (void)emuq_agent_reap(agent, REAP_MS);
        }
        emuq_agent_free(agent);
    }
}

static int watch(head_t *h)
{
    uint64_t begin = now_ms();
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
        say_doubt(h);
    end_agents(h);
    if (h->command->verbose)
        emuq_say("status %d after %.3f s", h->status, (double)(now_ms() - begin) / 1000.0);
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

static int run_agents(head_t *h, char *path, emuq_words_t *agent)
{
    uint32_t hosts = h->plan.hosts.hosts;
    h->agents.path = path;
    h->agents.command = agent->word;
    h->agents.agents = hosts;
    h->agents.agent = emuq_need(calloc(hosts, sizeof(*h->agents.agent)));
    for (uint32_t i = 0; i < hosts; i++) {
        emuq_agent_t *a = &h->agents.agent[i];
        *a = (emuq_agent_t){.name = h->plan.hosts.host[i].name, .to = -1, .from = -1, .own.fd = -1};
        emuq_stream_open_plain(&a->streams[0], 1);
        emuq_stream_open_plain(&a->streams[1], 2);
    }
    if (h->command->verbose)
        emuq_plan_say(&h->plan);
    int status = watch(h);
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
static int run(head_t *h, uint32_t pretended)
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
    head_t h = {.command = command,
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
