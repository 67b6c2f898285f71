/* SPDX-License-Identifier: BSD-3-Clause */
/* The agent of a host and the launcher's side of the meeting, with this test as the head of the job. */
#define _GNU_SOURCE
#include "tools/emuq-run/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emuq_test.h"
#include "secrets.h"
#include "tools/emuq-run/tie.h"

enum { HOSTS = 2, TEXT = 8192, LOST = 99 };

pid_t __real_fork(void);
int __real_kill(pid_t pid, int signal);
pid_t __wrap_fork(void);
int __wrap_kill(pid_t pid, int signal);

static bool forks_fail;

pid_t __wrap_fork(void)
{
    if (!forks_fail)
        return __real_fork();
    errno = EAGAIN;
    return -1;
}

/* A signal to more than one process is said, and not sent. */
int __wrap_kill(pid_t pid, int signal)
{
    if (pid > 0)
        return __real_kill(pid, signal);
    fprintf(stderr, "kill(%d, %d)\n", (int)pid, signal);
    return 0;
}

/* ---- an agent ---- */

/* An agent in a process of its own, and what it says. */
typedef struct agent {
    pid_t pid;
    int to, from, error;
    emuq_bytes_t in;
    char frame[TEXT]; /* of the frame that has come: its text, if it is one */
    uint32_t number;  /* or its number */
    int status;       /* of its exit */
    char said[TEXT];
} agent_t;

static int no_launcher(const emuq_command_t *command, const emuq_host_t *host)
{
    (void)command;
    (void)host;
    return LOST;
}

/* A launcher that can be asked only after it has been told so, as one that has not come far. */
static int waits(const emuq_command_t *command, const emuq_host_t *host)
{
    (void)command;
    (void)host;
    puts("runs");
    fflush(stdout);
    for (;;)
        pause();
    return LOST;
}

/* One that does not read its input. */
static int reads_nothing(const emuq_command_t *command, const emuq_host_t *host)
{
    close(STDIN_FILENO);
    return waits(command, host);
}

/* One that tells its process, stops, and counts its input then. */
static int reads_late(const emuq_command_t *command, const emuq_host_t *host)
{
    static char text[4096];
    size_t bytes = 0;
    ssize_t got;
    (void)command;
    (void)host;
    printf("%ld\n", (long)getpid());
    fflush(stdout);
    raise(SIGSTOP);
    while ((got = read(STDIN_FILENO, text, sizeof text)) > 0)
        bytes += (size_t)got;
    printf("%zu bytes\n", bytes);
    return 0;
}

/* One that looks for signals, and says so before it has met the other hosts. */
static int meets(const emuq_command_t *command, const emuq_host_t *host)
{
    const emuq_host_text_t text = {"alone/"};
    emuq_host_text_t texts[1];
    unsigned char key[EMUQ_KEY_BYTES];
    sigset_t asks;
    int signals;
    (void)command;
    (void)host;
    sigemptyset(&asks);
    sigaddset(&asks, SIGUSR1);
    sigprocmask(SIG_BLOCK, &asks, NULL);
    signals = signalfd(-1, &asks, SFD_CLOEXEC | SFD_NONBLOCK);
    int rc = emuq_tie_meet(&text, 0, signals, 1, texts, key);
    puts("met");
    fflush(stdout);
    sigwait(&asks, &signals);
    return rc;
}

static void start_agent(agent_t *a, emuq_launch_function_t launch, bool cannot_fork)
{
    int to[2], from[2], error[2];
    memset(a, 0, sizeof(*a));
    CU_ASSERT_EQUAL_FATAL(pipe2(to, O_CLOEXEC) | pipe2(from, O_CLOEXEC) | pipe2(error, O_CLOEXEC), 0);
    fflush(NULL);
    a->pid = __real_fork();
    if (a->pid == 0) {
        close(to[1]);
        close(from[0]);
        forks_fail = cannot_fork;
        dup2(error[1], STDERR_FILENO);
        int status = emuq_serve(to[0], from[1], NULL, launch);
        fflush(NULL);
        _exit(status);
    }
    close(to[0]);
    close(from[1]);
    close(error[1]);
    a->to = to[1];
    a->from = from[0];
    a->error = error[0];
}

static void tell(agent_t *a, emuq_bytes_t *bytes)
{
    CU_ASSERT_EQUAL(emuq_bytes_write(bytes, a->to), 0);
    emuq_bytes_free(bytes);
}

/* A job of one host. @param map contents of a map file that is not here; or NULL @param words of the program
 */
static void add_order(emuq_bytes_t *bytes, const char *map, int words)
{
    static uint32_t nodes[] = {1};
    static char name[] = "n2", directory[] = "/", near[] = "", path[] = "/p", mapping[] = "/nonexistent/map",
                letters[] = "ABCDET";
    emuq_order_t order = {.hosts = 1,
                          .nodes = nodes,
                          .name = name,
                          .near = near,
                          .path = path,
                          .directory = directory,
                          .map = (char *)(uintptr_t)map,
                          .map_bytes = map != NULL ? strlen(map) : 0,
                          .mapping = map != NULL ? mapping : letters};
    order.command.job = (emuq_job_t){{1, 1, 1, 1, 1}, 1, 1, NULL, 1};
    for (int i = 0; i < words; i++)
        emuq_words_add(&order.command.program, "p", 1);
    emuq_order_add(&order, bytes);
    emuq_words_free(&order.command.program);
}

/* Greets, and orders it. */
static void order(agent_t *a, const char *map)
{
    emuq_bytes_t bytes = {0};
    emuq_frame_add_hello(&bytes, emuq_launch_layout());
    add_order(&bytes, map, 1);
    tell(a, &bytes);
}

/* Waits for a frame of a kind, and passes over others. @return whether it comes */
static bool comes(agent_t *a, emuq_frame_kind_t kind)
{
    emuq_frame_read_t frame;
    for (;;) {
        while (emuq_frame_next(&a->in, &frame) == 1) {
            emuq_frame_read_t number = frame;
            size_t length;
            const char *text = emuq_frame_get_text(&frame, &length);
            snprintf(a->frame, TEXT, "%.*s", (int)length, text);
            a->number = emuq_frame_get_u32(&number);
            emuq_bytes_drop(&a->in, frame.bytes);
            if (frame.kind == kind)
                return true;
        }
        if (emuq_bytes_read(&a->in, a->from) <= 0)
            return false;
    }
}

/* Waits until it has ended. */
static void end_agent(agent_t *a)
{
    size_t length = 0;
    ssize_t got;
    while ((got = read(a->error, a->said + length, TEXT - 1 - length)) > 0)
        length += (size_t)got;
    a->said[length] = '\0';
    CU_ASSERT_EQUAL(waitpid(a->pid, &a->status, 0), a->pid);
    close(a->to);
    close(a->from);
    close(a->error);
    emuq_bytes_free(&a->in);
}

static bool says(const agent_t *a, const char *text)
{
    if (strstr(a->said, text) != NULL)
        return true;
    printf("\"%s\" is not in \"%s\"\n", text, a->said);
    return false;
}

/* No process can be made: the agent says so, and ends nobody but itself. */
static void a_fork_that_fails(void)
{
    agent_t a;
    start_agent(&a, no_launcher, true);
    order(&a, NULL);
    end_agent(&a);
    CU_ASSERT(says(&a, "n2: cannot start the launcher: "));
    CU_ASSERT_PTR_NULL(strstr(a.said, "kill("));
    CU_ASSERT(WIFEXITED(a.status) && WEXITSTATUS(a.status) == 1);
}

/* A map file that cannot be written: the agent's launcher says so, and removes nothing. */
static void no_room_for_a_map(void)
{
    char folder[4096];
    agent_t a;
    memset(folder, 'x', sizeof(folder) - 1);
    folder[0] = '/';
    folder[sizeof(folder) - 1] = '\0';
    setenv("TMPDIR", folder, 1);
    start_agent(&a, no_launcher, false);
    unsetenv("TMPDIR");
    order(&a, "0 0 0 0 0 0\n");
    CU_ASSERT(comes(&a, EMUQ_FRAME_ERR));
    CU_ASSERT_PTR_NOT_NULL(strstr(a.frame, "n2: cannot write the map file: "));
    CU_ASSERT(comes(&a, EMUQ_FRAME_OVER));
    end_agent(&a);
}

static void tell_signal(agent_t *a, int signal)
{
    emuq_bytes_t bytes = {0};
    emuq_frame_add_u32(&bytes, EMUQ_FRAME_SIGNAL, (uint32_t)signal);
    tell(a, &bytes);
}

/* A job may be asked at any time what it does, also when no launcher can answer. */
static void asked_before_it_looks(void)
{
    agent_t a;
    start_agent(&a, waits, false);
    order(&a, NULL);
    CU_ASSERT(comes(&a, EMUQ_FRAME_OUT));
    tell_signal(&a, SIGUSR1);
    CU_ASSERT(comes(&a, EMUQ_FRAME_SIGNALLED));
    tell_signal(&a, SIGTERM);
    CU_ASSERT(comes(&a, EMUQ_FRAME_OVER));
    CU_ASSERT_EQUAL(a.number, 128 + SIGTERM);
    end_agent(&a);
}

/* The engines of this host alone, with a key. @param inverted the key with all bits inverted */
static void add_engines(emuq_bytes_t *bytes, const unsigned char inverted[EMUQ_KEY_BYTES])
{
    unsigned char key[EMUQ_KEY_BYTES];
    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (unsigned char)~inverted[i];
    size_t begin = emuq_frame_begin(bytes, EMUQ_FRAME_CONNECT);
    emuq_frame_text(bytes, key, sizeof key);
    emuq_frame_u32(bytes, 1);
    emuq_frame_string(bytes, "alone/");
    emuq_frame_end(bytes, begin);
}

static void asked_while_it_meets(void)
{
    static const unsigned char inverted[EMUQ_KEY_BYTES] = "inverted key: 1";
    emuq_bytes_t bytes = {0};
    agent_t a;
    start_agent(&a, meets, false);
    order(&a, NULL);
    CU_ASSERT(comes(&a, EMUQ_FRAME_ENGINE));
    tell_signal(&a, SIGUSR1);
    CU_ASSERT(comes(&a, EMUQ_FRAME_SIGNALLED));
    add_engines(&bytes, inverted);
    tell(&a, &bytes);
    CU_ASSERT(comes(&a, EMUQ_FRAME_OUT));
    /* The launcher has the key, and its agent has none any more. */
    CU_ASSERT_EQUAL(secrets_found(a.pid, inverted, sizeof inverted), 0);
    tell_signal(&a, SIGUSR1);
    CU_ASSERT(comes(&a, EMUQ_FRAME_OVER));
    CU_ASSERT_EQUAL(a.number, 0);
    end_agent(&a);
}

/* ---- one field away from a good frame of the head ---- */

static char text_of_input[EMUQ_FRAME_INPUT_MOST + 1];

static void add_text(emuq_bytes_t *bytes, emuq_frame_kind_t kind, size_t length, unsigned more)
{
    size_t begin = emuq_frame_begin(bytes, kind);
    emuq_frame_text(bytes, text_of_input, length);
    emuq_bytes_add(bytes, "more", more);
    emuq_frame_end(bytes, begin);
}

static void add_number(emuq_bytes_t *bytes, emuq_frame_kind_t kind, int number, unsigned more)
{
    size_t begin = emuq_frame_begin(bytes, kind);
    emuq_frame_u32(bytes, (uint32_t)number);
    emuq_bytes_add(bytes, "more", more);
    emuq_frame_end(bytes, begin);
}

#define LIE(name, statement)                                                                                 \
    static void name(emuq_bytes_t *bytes)                                                                    \
    {                                                                                                        \
        statement;                                                                                           \
    }
LIE(a_hello, emuq_frame_add_hello(bytes, emuq_launch_layout()))
LIE(long_hello, emuq_frame_u32(bytes, EMUQ_FRAME_HELLO_MOST + 1); emuq_frame_u32(bytes, EMUQ_FRAME_HELLO))
LIE(an_order, add_order(bytes, NULL, 1))
LIE(no_order, add_order(bytes, NULL, 0))
LIE(other_kind, size_t begin = bytes->length; add_order(bytes, NULL, 1);
    bytes->at[bytes->start + begin + 4] = EMUQ_FRAME_INPUT)
LIE(some_input, add_text(bytes, EMUQ_FRAME_INPUT, 1, 0))
LIE(all_input, add_text(bytes, EMUQ_FRAME_INPUT, EMUQ_FRAME_INPUT_MOST, 0))
LIE(too_much_input, add_text(bytes, EMUQ_FRAME_INPUT, EMUQ_FRAME_INPUT_MOST + 1, 0))
LIE(input_and_more, add_text(bytes, EMUQ_FRAME_INPUT, 1, 1))
/* Not all of the first frame is read by the launcher, whose pipe takes as much as is allowed. */
LIE(much_input, all_input(bytes); all_input(bytes); all_input(bytes))
LIE(signal_and_more, add_number(bytes, EMUQ_FRAME_SIGNAL, SIGUSR1, 1))
LIE(another_signal, add_number(bytes, EMUQ_FRAME_SIGNAL, SIGKILL, 0))
LIE(no_signal, add_number(bytes, EMUQ_FRAME_SIGNAL, 0, 0))
LIE(of_an_agent, add_text(bytes, EMUQ_FRAME_OUT, 1, 0))
LIE(signals,
    for (int i = 0; i < 7; i++)
        add_number(bytes, EMUQ_FRAME_SIGNAL,
                   ((const int[]){SIGUSR1, SIGUSR2, SIGXCPU, SIGTSTP, SIGCONT, SIGINT, SIGTERM})[i], 0))

static void lies_to_an_agent(void)
{
    static const struct {
        const char *name;
        bool is_greeted, is_ordered;
        void (*add)(emuq_bytes_t *bytes);
    } rows[] = {
        {"more than a greeting", false, false, long_hello},
        {"no greeting", false, false, an_order},
        {"a second greeting", true, false, a_hello},
        {"input before the job", true, false, some_input},
        {"a job without a program", true, false, no_order},
        {"a job of another kind", true, false, other_kind},
        {"a second job", true, true, an_order},
        {"more input than an agent takes", true, true, too_much_input},
        {"more input than an agent has granted", true, true, much_input},
        {"input and more", true, true, input_and_more},
        {"a signal and more", true, true, signal_and_more},
        {"a signal that is not passed on", true, true, another_signal},
        {"signal 0", true, true, no_signal},
        {"what agents send", true, true, of_an_agent},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        emuq_bytes_t bytes = {0};
        agent_t a;
        start_agent(&a, waits, false);
        if (rows[i].is_greeted)
            a_hello(&bytes);
        if (rows[i].is_ordered)
            an_order(&bytes);
        tell(&a, &bytes);
        if (rows[i].is_ordered)
            CU_ASSERT(comes(&a, EMUQ_FRAME_OUT));
        rows[i].add(&bytes);
        tell(&a, &bytes);
        alarm(20);
        end_agent(&a);
        alarm(0);
        if (strstr(a.said, "is malformed") == NULL)
            printf("    %s\n", rows[i].name);
        CU_ASSERT(says(&a, "what the head of the job has sent is malformed"));
        CU_ASSERT(WIFEXITED(a.status) && WEXITSTATUS(a.status) == 1);
    }
}

/* What is no lie. */
static void limits_of_an_agent(void)
{
    emuq_bytes_t bytes = {0};
    agent_t a;
    start_agent(&a, waits, false);
    order(&a, NULL);
    CU_ASSERT(comes(&a, EMUQ_FRAME_OUT));
    all_input(&bytes);
    tell(&a, &bytes);
    CU_ASSERT(comes(&a, EMUQ_FRAME_CREDIT));
    CU_ASSERT_EQUAL(a.number, EMUQ_FRAME_INPUT_MOST);
    signals(&bytes);
    tell(&a, &bytes);
    for (int i = 0; i < 7; i++)
        CU_ASSERT(comes(&a, EMUQ_FRAME_SIGNALLED));
    CU_ASSERT(comes(&a, EMUQ_FRAME_OVER));
    end_agent(&a);
    CU_ASSERT_STRING_EQUAL(a.said, "");
}

/* Input that the launcher will not read is thrown away. */
static void input_that_is_not_read(void)
{
    emuq_bytes_t bytes = {0};
    agent_t a;
    start_agent(&a, reads_nothing, false);
    order(&a, NULL);
    CU_ASSERT(comes(&a, EMUQ_FRAME_OUT));
    for (int i = 0; i < 3; i++) { /* the first finds the pipe closed */
        all_input(&bytes);
        add_number(&bytes, EMUQ_FRAME_SIGNAL, SIGUSR1, 0);
        tell(&a, &bytes);
        CU_ASSERT(comes(&a, EMUQ_FRAME_SIGNALLED));
    }
    tell_signal(&a, SIGTERM);
    CU_ASSERT(comes(&a, EMUQ_FRAME_OVER));
    end_agent(&a);
    CU_ASSERT_STRING_EQUAL(a.said, "");
}

static bool is_stopped(long pid)
{
    char path[64], state = ' ';
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "re");
    bool is_read = file != NULL && fscanf(file, "%*d (%*[^)]) %c", &state) == 1;
    if (file != NULL)
        fclose(file);
    return !is_read || state == 'T';
}

/* The end of the input comes behind all of it. */
static void input_that_is_read_late(void)
{
    emuq_bytes_t bytes = {0};
    agent_t a;
    start_agent(&a, reads_late, false);
    order(&a, NULL);
    CU_ASSERT(comes(&a, EMUQ_FRAME_OUT));
    long pid = atol(a.frame);
    while (!is_stopped(pid))
        poll(NULL, 0, 1);
    all_input(&bytes);
    tell(&a, &bytes);
    CU_ASSERT(comes(&a, EMUQ_FRAME_CREDIT)); /* its pipe is full */
    all_input(&bytes);
    add_text(&bytes, EMUQ_FRAME_INPUT, 0, 0);
    add_number(&bytes, EMUQ_FRAME_SIGNAL, SIGUSR1, 0);
    tell(&a, &bytes);
    CU_ASSERT(comes(&a, EMUQ_FRAME_SIGNALLED));
    kill((pid_t)pid, SIGCONT);
    alarm(20);
    CU_ASSERT(comes(&a, EMUQ_FRAME_OUT));
    alarm(0);
    CU_ASSERT_STRING_EQUAL(a.frame, "131072 bytes\n");
    CU_ASSERT(comes(&a, EMUQ_FRAME_OVER));
    end_agent(&a);
}

static void another_build(void)
{
    emuq_bytes_t bytes = {0};
    agent_t a;
    start_agent(&a, waits, false);
    emuq_frame_add_hello(&bytes, emuq_launch_layout() + 1);
    tell(&a, &bytes);
    end_agent(&a);
    CU_ASSERT(says(&a, "this host: another version or build of EMUQ"));
    CU_ASSERT_PTR_NULL(strstr(a.said, "malformed"));
}

/* ---- the meeting, in this process ---- */

/* What the head tells of the engines, but for one field. */
typedef struct engines {
    const char *name;
    emuq_frame_kind_t kind;
    size_t key, text; /* bytes of the key, and of the second text */
    uint32_t hosts;
    unsigned more;
    int expected;
} engines_t;

static const engines_t good_engines = {"nothing", EMUQ_FRAME_CONNECT, EMUQ_KEY_BYTES, 4, HOSTS, 0, 0};

static void add_all_engines(emuq_bytes_t *bytes, const engines_t *e)
{
    static const char key[EMUQ_KEY_BYTES + 1] = {7};
    size_t begin = emuq_frame_begin(bytes, e->kind);
    emuq_frame_text(bytes, key, e->key);
    emuq_frame_u32(bytes, e->hosts);
    emuq_frame_string(bytes, "text");
    emuq_frame_text(bytes, text_of_input, e->text);
    emuq_bytes_add(bytes, "more", e->more);
    emuq_frame_end(bytes, begin);
}

/* Meets @p HOSTS hosts, of which the head has told, while signals wait. @return as emuq_tie_meet() */
static int meet_with(int signal, bool child_has_ended, bool is_engine, const engines_t *engines)
{
    const emuq_host_text_t text = {"own"};
    emuq_host_text_t texts[HOSTS];
    unsigned char key[EMUQ_KEY_BYTES];
    emuq_bytes_t bytes = {0};
    sigset_t set, before;
    int ends[2];
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGCHLD);
    sigprocmask(SIG_BLOCK, &set, &before);
    int signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    CU_ASSERT_EQUAL_FATAL(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends), 0);
    emuq_tie_open(ends[0], -1, "n2");
    add_all_engines(&bytes, engines);
    CU_ASSERT_EQUAL(emuq_bytes_write(&bytes, ends[1]), 0);
    pid_t child = child_has_ended ? __real_fork() : 0;
    if (child_has_ended && child == 0)
        _exit(0);
    if (child > 0)
        waitid(P_PID, (id_t)child, &(siginfo_t){0}, WEXITED | WNOWAIT);
    raise(signal);
    int rc = emuq_tie_meet(&text, is_engine ? child : getpid(), signals, HOSTS, texts, key);
    if (child > 0)
        waitpid(child, NULL, 0);
    while (read(signals, &(struct signalfd_siginfo){0}, sizeof(struct signalfd_siginfo)) > 0)
        ;
    close(signals);
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[0]);
    close(ends[1]);
    emuq_bytes_free(&bytes);
    return rc;
}

/* Only what ends a job ends its meeting: a signal for that, and the end of the host engine. */
static void signals_of_a_meeting(void)
{
    CU_ASSERT_EQUAL(meet_with(SIGCHLD, false, false, &good_engines), 0);
    CU_ASSERT_EQUAL(meet_with(SIGCHLD, true, false, &good_engines), 0); /* a rank that was only that */
    CU_ASSERT_EQUAL(meet_with(SIGCHLD, true, true, &good_engines), -ESRCH);
    CU_ASSERT_EQUAL(meet_with(SIGUSR1, false, false, &good_engines), 0);
    CU_ASSERT_EQUAL(meet_with(SIGTERM, false, false, &good_engines), -ECANCELED);
}

static void lies_about_engines(void)
{
    static const engines_t rows[] = {
        {"nothing", EMUQ_FRAME_CONNECT, EMUQ_KEY_BYTES, 4, HOSTS, 0, 0},
        {"the longest text", EMUQ_FRAME_CONNECT, EMUQ_KEY_BYTES, EMUQ_HOST_TEXT - 1, HOSTS, 0, 0},
        {"a longer text", EMUQ_FRAME_CONNECT, EMUQ_KEY_BYTES, EMUQ_HOST_TEXT, HOSTS, 0, -EPROTO},
        {"the kind", EMUQ_FRAME_INPUT, EMUQ_KEY_BYTES, 4, HOSTS, 0, -EPROTO},
        {"a short key", EMUQ_FRAME_CONNECT, EMUQ_KEY_BYTES - 1, 4, HOSTS, 0, -EPROTO},
        {"a long key", EMUQ_FRAME_CONNECT, EMUQ_KEY_BYTES + 1, 4, HOSTS, 0, -EPROTO},
        {"a host less", EMUQ_FRAME_CONNECT, EMUQ_KEY_BYTES, 4, HOSTS - 1, 0, -EPROTO},
        {"a host more", EMUQ_FRAME_CONNECT, EMUQ_KEY_BYTES, 4, HOSTS + 1, 0, -EPROTO},
        {"one byte more", EMUQ_FRAME_CONNECT, EMUQ_KEY_BYTES, 4, HOSTS, 1, -EPROTO},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int rc = meet_with(SIGUSR1, false, false, &rows[i]);
        if (rc != rows[i].expected)
            printf("    %s: %d\n", rows[i].name, rc);
        CU_ASSERT_EQUAL(rc, rows[i].expected);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {{"lies to an agent", lies_to_an_agent},
                                        {"limits of an agent", limits_of_an_agent},
                                        {"input that is not read", input_that_is_not_read},
                                        {"input that is read late", input_that_is_read_late},
                                        {"another build", another_build},
                                        {"lies about engines", lies_about_engines},
                                        {"a fork that fails", a_fork_that_fails},
                                        {"no room for a map", no_room_for_a_map},
                                        {"asked before it looks", asked_before_it_looks},
                                        {"asked while it meets", asked_while_it_meets},
                                        {"signals of a meeting", signals_of_a_meeting},
                                        {NULL, NULL}};
    signal(SIGPIPE, SIG_IGN);
    return emuq_test_main("agents", tests);
}
