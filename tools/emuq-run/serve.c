/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "tools/emuq-run/files.h"
#include "tools/emuq-run/tie.h"

#define STATUS_FAILED 1
#define STATUS_SIGNAL 128        /* and the signal */
#define FULL_BYTES    (1u << 20) /* waiting for the head: the launcher's output waits */
#define ALONE_MS      2500       /* for the launcher to end after the head has gone */
#define DRAIN_READS   64         /* reads from one pipe before other work */

/* What the launcher writes. */
enum { OUT, ERR, MESSAGES, PIPES };

typedef struct serve {
    int in, out; /* head; -1: closed */
    int signals; /* signalfd */
    int tie;     /* socket to the launcher; -1: there is none */
    int input;   /* pipe: the launcher's standard input; -1: closed */
    int pipe[PIPES];
    pid_t launcher; /* 0: it has not been started, or has ended */
    bool greeted, started;
    bool can_answer;   /* the launcher looks for signals: it has told of its engine */
    bool input_over;   /* nothing follows what waits in to_input */
    bool was_killed;   /* the launcher, by a signal */
    bool alone;        /* the head has gone */
    uint64_t deadline; /* ms: the launcher is killed then; 0: none */
    emuq_bytes_t from_head, to_head, to_tie, from_tie, to_input;
    emuq_local_hosts_t *local;
    emuq_launch_function_t launch;
    emuq_order_t order;
} serve_t;

static const emuq_frame_kind_t kind_of[PIPES] = {EMUQ_FRAME_OUT, EMUQ_FRAME_ERR, EMUQ_FRAME_MESSAGE};

static uint64_t now_ms(void)
{
    return emuq_now_ns() / 1000000;
}

/* The head has gone: the job is over here. */
static void be_alone(serve_t *s)
{
    if (s->alone)
        return;
    s->alone = true;
    emuq_shut(&s->in);
    emuq_shut(&s->out);
    emuq_shut(&s->input);
    if (s->launcher != 0)
        kill(s->launcher, SIGTERM);
    s->deadline = now_ms() + ALONE_MS;
}

/* ---- the launcher's process ---- */

/* Where the ranks run. A directory that is not here is said. */
static void enter(const char *directory, const char *host)
{
    const char *home = getenv("HOME");
    if (chdir(directory) == 0)
        return;
    int error = errno;
    if (home == NULL || chdir(home) != 0)
        home = chdir("/") == 0 ? "/" : ".";
    emuq_say("%s: cannot run in %s: %s; running in %s", host, directory, strerror(error), home);
}

/* Whether the map file is here, too. */
static bool is_here(const emuq_order_t *order)
{
    emuq_bytes_t bytes = {0};
    int fd = open(order->mapping, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t got = fd >= 0 ? 1 : -1;
    while (got > 0 && bytes.length <= order->map_bytes)
        got = emuq_bytes_read(&bytes, fd);
    emuq_shut(&fd);
    bool same = got == 0 && bytes.length == order->map_bytes &&
                (bytes.length == 0 || memcmp(bytes.at + bytes.start, order->map, bytes.length) == 0);
    emuq_bytes_free(&bytes);
    return same;
}

/* Writes the map file if it is not here. @param path of the file, or empty: there is none to be removed.
 * @return 0, or a negative errno after a message. */
static int place_map(emuq_order_t *order, char *path, size_t bytes)
{
    const char *folder = getenv("TMPDIR");
    *path = '\0';
    if (order->map == NULL || is_here(order))
        return 0;
    if (snprintf(path, bytes, "%s/emuq-map-XXXXXX", folder != NULL ? folder : "/tmp") >= (int)bytes) {
        *path = '\0';
        emuq_say("%s: cannot write the map file: the path of TMPDIR is too long", order->name);
        return -ENAMETOOLONG;
    }
    int fd = mkostemp(path, O_CLOEXEC), rc = fd >= 0 ? 0 : -errno;
    bool is_made = rc == 0;
    for (size_t at = 0; rc == 0 && at < order->map_bytes;) {
        ssize_t written = write(fd, order->map + at, order->map_bytes - at);
        if (written >= 0)
            at += (size_t)written;
        else if (errno != EINTR)
            rc = -errno;
    }
    emuq_shut(&fd);
    if (rc != 0)
        emuq_say("%s: cannot write the map file %s: %s", order->name, path, strerror(-rc));
    if (!is_made)
        *path = '\0';
    order->command.job.mapping = path;
    return rc;
}

/* Runs the host's part of the job in this process. @return its exit status */
static int run(serve_t *s)
{
    emuq_order_t *order = &s->order;
    emuq_command_t *command = &order->command;
    emuq_launch_job_hosts_t spread = {.hosts = order->hosts,
                                   .is_planned = true,
                                   .host = order->host,
                                   .nodes = order->nodes,
                                   .job_id = order->job_id,
                                   .near = *order->near != '\0' ? order->near : NULL,
                                   .local = s->local};
    const emuq_host_t host = {order->hosts > 1 ? &spread : NULL, order->hosts, order->nodes[order->host]};
    char map[4096];
    for (int i = 0; i < order->environment.count; i++)
        if (putenv(order->environment.word[i]) != 0)
            emuq_need(NULL);
    enter(order->directory, order->name);
    int status = place_map(order, map, sizeof(map)) == 0 ? s->launch(command, &host) : STATUS_FAILED;
    if (*map != '\0')
        unlink(map);
    return status;
}

/* In the launcher's process. */
static void become(serve_t *s, const int fd[3], int tie, int messages, pid_t agent, const sigset_t *before)
{
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigprocmask(SIG_SETMASK, before, NULL);
    for (int i = 0; i < 3; i++)
        if (dup2(fd[i], i) < 0)
            _exit(STATUS_FAILED);
    if (s->in > STDERR_FILENO)
        emuq_shut(&s->in);
    if (s->out > STDERR_FILENO)
        emuq_shut(&s->out);
    emuq_shut(&s->signals);
    emuq_shut(&s->tie);
    emuq_shut(&s->input);
    for (int i = 0; i < PIPES; i++)
        emuq_shut(&s->pipe[i]);
    for (int i = 0; i < 3; i++)
        close(fd[i]);
    emuq_tie_open(tie, messages, s->order.name);
    int status = getppid() == agent ? run(s) : STATUS_FAILED;
    fflush(NULL);
    _exit(status);
}

/* A pipe whose end number @p near is ours and does not block. */
static int open_pipe(int ends[2], int near)
{
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -errno;
    return fcntl(ends[near], F_SETFL, O_NONBLOCK) == 0 ? 0 : -errno;
}

static int start(serve_t *s)
{
    int ends[PIPES][2], input[2], tie[2];
    sigset_t before;
    pid_t agent = getpid();
    if (open_pipe(input, 1) != 0 || open_pipe(ends[OUT], 0) != 0 || open_pipe(ends[ERR], 0) != 0 ||
        open_pipe(ends[MESSAGES], 0) != 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, tie) != 0)
        return -errno;
    s->input = input[1];
    s->tie = tie[0];
    for (int i = 0; i < PIPES; i++)
        s->pipe[i] = ends[i][0];
    sigemptyset(&before);
    pid_t pid = fork();
    if (pid == 0)
        become(s, (int[]){input[0], ends[OUT][1], ends[ERR][1]}, tie[1], ends[MESSAGES][1], agent, &before);
    int rc = pid > 0 ? 0 : -errno;
    s->launcher = pid > 0 ? pid : 0;
    close(input[0]);
    close(tie[1]);
    for (int i = 0; i < PIPES; i++)
        close(ends[i][1]);
    if (s->local != NULL)
        emuq_launch_hosts_close(s->local);
    s->local = NULL;
    return rc == 0 && fcntl(s->tie, F_SETFL, O_NONBLOCK) == 0 ? 0 : rc;
}

/* ---- frames ---- */

static int greet(serve_t *s, emuq_frame_read_t *frame)
{
    int rc = emuq_frame_check_hello(frame, emuq_launch_layout(), "this host");
    s->greeted = rc == 0;
    return rc;
}

static int take_order(serve_t *s, emuq_frame_read_t *frame)
{
    int rc = emuq_order_get(&s->order, frame);
    if (rc != 0)
        return rc;
    rc = start(s);
    s->started = true;
    if (rc != 0)
        emuq_say("%s: cannot start the launcher: %s%s", s->order.name, strerror(-rc),
                 rc == -EAGAIN ? " (see the limit of processes, ulimit -u)" : "");
    return rc;
}

static int take_input(serve_t *s, emuq_frame_read_t *frame)
{
    size_t length;
    const char *text = emuq_frame_get_text(frame, &length);
    if (!emuq_frame_is_done(frame))
        return -EPROTO;
    if (s->input < 0)
        return 0;
    if (length > EMUQ_FRAME_INPUT_MOST - s->to_input.length)
        return -EPROTO;
    emuq_bytes_add(&s->to_input, text, length);
    s->input_over |= length == 0;
    if (s->to_input.length == 0) /* after its end */
        emuq_shut(&s->input);
    return 0;
}

static int take_signal(serve_t *s, emuq_frame_read_t *frame)
{
    uint32_t number = emuq_frame_get_u32(frame);
    bool ends = number == SIGTERM || number == SIGINT;
    if (!emuq_frame_is_done(frame) || (!ends && number != SIGUSR1 && number != SIGUSR2 && number != SIGXCPU &&
                                       number != SIGTSTP && number != SIGCONT))
        return -EPROTO;
    if (s->launcher != 0 && (ends || s->can_answer)) /* before that, other signals would end or stop it */
        kill(s->launcher, (int)number);
    emuq_frame_end(&s->to_head, emuq_frame_begin(&s->to_head, EMUQ_FRAME_SIGNALLED));
    return 0;
}

/* Does what a frame of the head says. @return 0, or a negative errno: the head is left. */
static int take(serve_t *s, emuq_frame_read_t *frame)
{
    if (!s->greeted)
        return greet(s, frame);
    if (frame->kind == EMUQ_FRAME_ORDER && !s->started)
        return take_order(s, frame);
    if (!s->started)
        return -EPROTO;
    switch (frame->kind) {
    case EMUQ_FRAME_CONNECT:
        emuq_bytes_add(&s->to_tie, s->from_head.at + s->from_head.start, frame->bytes);
        return 0;
    case EMUQ_FRAME_INPUT:
        return take_input(s, frame);
    case EMUQ_FRAME_SIGNAL:
        return take_signal(s, frame);
    default:
        return -EPROTO;
    }
}

static int next_frame(const serve_t *s, emuq_frame_read_t *frame)
{
    return s->greeted ? emuq_frame_next(&s->from_head, frame) : emuq_frame_first(&s->from_head, frame);
}

static void hear_head(serve_t *s)
{
    emuq_frame_read_t frame;
    int rc = 0;
    ssize_t got = emuq_bytes_read(&s->from_head, s->in);
    if (got <= 0 && got != -EAGAIN) {
        be_alone(s);
        return;
    }
    while (rc == 0 && (rc = next_frame(s, &frame)) > 0) {
        rc = take(s, &frame);
        emuq_bytes_drop(&s->from_head, frame.bytes);
    }
    if (rc == -EPROTO)
        emuq_say("what the head of the job has sent is malformed; all hosts need the same build of EMUQ");
    if (rc < 0)
        be_alone(s);
}

/* Reads once. @return whether there may be more. */
static bool hear_pipe(serve_t *s, int number)
{
    emuq_bytes_t bytes = {0};
    ssize_t got = emuq_bytes_read(&bytes, s->pipe[number]);
    if (got > 0)
        emuq_frame_add_text(&s->to_head, kind_of[number], bytes.at + bytes.start, bytes.length);
    else if (got != -EAGAIN)
        emuq_shut(&s->pipe[number]);
    emuq_bytes_free(&bytes);
    return got > 0;
}

/* Frames of the launcher are the head's; credit for input is opened by the first of them. What the host
 * engine has said before, and may be the reason for a frame, comes first. */
static void hear_launcher(serve_t *s)
{
    emuq_frame_read_t frame;
    ssize_t got = emuq_bytes_read(&s->from_tie, s->tie);
    while (s->pipe[MESSAGES] >= 0 && hear_pipe(s, MESSAGES))
        ;
    while (emuq_frame_next(&s->from_tie, &frame) > 0) {
        s->can_answer |= frame.kind == EMUQ_FRAME_ENGINE;
        if (frame.kind == EMUQ_FRAME_CREDIT)
            emuq_frame_add_u32(&s->to_head, EMUQ_FRAME_CREDIT, EMUQ_FRAME_INPUT_MOST);
        else
            emuq_bytes_add(&s->to_head, s->from_tie.at + s->from_tie.start, frame.bytes);
        emuq_bytes_drop(&s->from_tie, frame.bytes);
    }
    if (got <= 0 && got != -EAGAIN)
        emuq_shut(&s->tie);
}

/* ---- writing ---- */

static void feed_input(serve_t *s)
{
    size_t before = s->to_input.length;
    if (emuq_bytes_write(&s->to_input, s->input) != 0) {
        emuq_shut(&s->input); /* the launcher has closed it: no credit any more */
        emuq_bytes_free(&s->to_input);
        return;
    }
    if (s->input_over && s->to_input.length == 0)
        emuq_shut(&s->input);
    else if (before != s->to_input.length)
        emuq_frame_add_u32(&s->to_head, EMUQ_FRAME_CREDIT, (uint32_t)(before - s->to_input.length));
}

static void write_all(serve_t *s)
{
    if (s->tie >= 0 && emuq_bytes_write(&s->to_tie, s->tie) != 0)
        emuq_bytes_free(&s->to_tie);
    if (s->input >= 0 && s->to_input.length > 0)
        feed_input(s);
    if (s->out >= 0 && emuq_bytes_write(&s->to_head, s->out) != 0)
        be_alone(s);
}

/* ---- the loop ---- */

/* @return whether the launcher has ended. */
static bool take_signals(serve_t *s, int *status)
{
    struct signalfd_siginfo info;
    int state;
    while (read(s->signals, &info, sizeof(info)) == (ssize_t)sizeof(info))
        if (info.ssi_signo != SIGCHLD)
            be_alone(s);
    if (s->launcher == 0 || waitpid(s->launcher, &state, WNOHANG) != s->launcher)
        return false;
    s->launcher = 0;
    s->was_killed = WIFSIGNALED(state);
    *status = WIFEXITED(state) ? WEXITSTATUS(state) : STATUS_SIGNAL + WTERMSIG(state);
    return true;
}

static void turn(serve_t *s)
{
    enum { IN, HEAD, TIE, INPUT, SIGNALS, FIRST_PIPE };
    struct pollfd polls[FIRST_PIPE + PIPES] = {
        [IN] = {.fd = s->in, .events = POLLIN},
        [HEAD] = {.fd = s->to_head.length > 0 ? s->out : -1, .events = POLLOUT},
        [TIE] = {.fd = s->tie, .events = (short)(POLLIN | (s->to_tie.length > 0 ? POLLOUT : 0))},
        [INPUT] = {.fd = s->to_input.length > 0 ? s->input : -1, .events = POLLOUT},
        [SIGNALS] = {.fd = s->signals, .events = POLLIN},
    };
    for (int i = 0; i < PIPES; i++)
        polls[FIRST_PIPE + i] = (struct pollfd){
            .fd = s->to_head.length < FULL_BYTES || s->alone ? s->pipe[i] : -1, .events = POLLIN};
    uint64_t now = now_ms();
    poll(polls, FIRST_PIPE + PIPES, s->deadline == 0 ? -1 : s->deadline > now ? (int)(s->deadline - now) : 0);
    if (polls[IN].revents != 0)
        hear_head(s);
    if (polls[TIE].revents & (POLLIN | POLLHUP))
        hear_launcher(s);
    for (int i = 0; i < PIPES; i++)
        if (polls[FIRST_PIPE + i].revents != 0 && s->pipe[i] >= 0)
            (void)hear_pipe(s, i);
    if (s->alone)
        emuq_bytes_free(&s->to_head);
    write_all(s);
    if (s->deadline != 0 && now_ms() >= s->deadline && s->launcher != 0)
        kill(s->launcher, SIGKILL);
}

static void tell_death(serve_t *s, int signal)
{
    char text[400];
    size_t begin = emuq_frame_begin(&s->to_head, EMUQ_FRAME_CAUSE);
    snprintf(text, sizeof(text), "the launcher on %s has been ended by signal %d; ending the job",
             s->order.name, signal);
    emuq_frame_u32(&s->to_head, (uint32_t)(STATUS_SIGNAL + signal));
    emuq_frame_u32(&s->to_head, 0);
    emuq_frame_string(&s->to_head, text);
    emuq_frame_end(&s->to_head, begin);
}

/* Whether a signal other than SIGCHLD has come: the agent ends. */
static bool is_told_to_end(const serve_t *s)
{
    struct signalfd_siginfo info;
    while (read(s->signals, &info, sizeof(info)) == (ssize_t)sizeof(info))
        if (info.ssi_signo != SIGCHLD)
            return true;
    return false;
}

/* The launcher has ended: what it has written and its status are told. */
static void tell_end(serve_t *s, int status)
{
    int killed = status > STATUS_SIGNAL && s->was_killed ? status - STATUS_SIGNAL : 0;
    if (s->tie >= 0)
        hear_launcher(s);
    for (int i = 0; i < PIPES; i++)
        for (int reads = 0; reads < DRAIN_READS && s->pipe[i] >= 0 && hear_pipe(s, i); reads++)
            ;
    if (killed != 0)
        tell_death(s, killed);
    emuq_frame_add_u32(&s->to_head, EMUQ_FRAME_OVER, (uint32_t)status);
    while (!s->alone && s->to_head.length > 0) {
        struct pollfd polls[3] = {{.fd = s->out, .events = POLLOUT},
                                  {.fd = s->in, .events = 0},
                                  {.fd = s->signals, .events = POLLIN}};
        poll(polls, 3, -1);
        if (polls[1].revents != 0 || is_told_to_end(s) || emuq_bytes_write(&s->to_head, s->out) != 0)
            break;
    }
}

static int open_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGINT);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    sigprocmask(SIG_SETMASK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void clean_up(serve_t *s)
{
    emuq_bytes_t *buffers[] = {&s->from_head, &s->to_head, &s->to_tie, &s->from_tie, &s->to_input};
    for (size_t i = 0; i < sizeof(buffers) / sizeof(buffers[0]); i++)
        emuq_bytes_free(buffers[i]);
    emuq_order_free(&s->order);
}

int emuq_serve(int in, int out, emuq_local_hosts_t *local, emuq_launch_function_t launch)
{
    serve_t s = {.in = in,
                 .out = out,
                 .tie = -1,
                 .input = -1,
                 .pipe = {-1, -1, -1},
                 .signals = open_signals(),
                 .from_head.is_secret = true,
                 .to_tie.is_secret = true,
                 .local = local,
                 .launch = launch};
    int status = STATUS_FAILED;
    bool ended = false;
    if (s.signals < 0 || fcntl(in, F_SETFL, O_NONBLOCK) != 0 || fcntl(out, F_SETFL, O_NONBLOCK) != 0) {
        emuq_say("an agent cannot start: %s", strerror(errno));
        return STATUS_FAILED;
    }
    emuq_frame_add_hello(&s.to_head, emuq_launch_layout());
    write_all(&s);
    while (!ended && !(s.alone && s.launcher == 0)) {
        turn(&s);
        ended = take_signals(&s, &status);
    }
    if (ended && !s.alone)
        tell_end(&s, status);
    clean_up(&s);
    return s.alone ? STATUS_FAILED : 0;
}
