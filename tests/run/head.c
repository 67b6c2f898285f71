/* SPDX-License-Identifier: BSD-3-Clause */
/* The head of a job on several hosts, whose agents are this program: what it says of them. */
#define _GNU_SOURCE
#include "tools/emuq-run/head.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emuq_test.h"
#include "tools/emuq-run/head_state.h"

enum { TEXT = 1 << 20, WORDS = 300 };

/* ---- an agent ---- */

/* Waits for a frame from the head. */
static void await(emuq_bytes_t *in, emuq_frame_kind_t kind)
{
    emuq_frame_read_t frame;
    for (;;) {
        while (emuq_frame_next(in, &frame) == 1) {
            emuq_bytes_drop(in, frame.bytes);
            if (frame.kind == kind)
                return;
        }
        if (emuq_bytes_read(in, STDIN_FILENO) <= 0)
            _exit(0);
    }
}

static void tell(emuq_bytes_t *out)
{
    if (emuq_bytes_write(out, STDOUT_FILENO) != 0)
        _exit(0);
    emuq_bytes_free(out);
}

/* Its host engine has much to say while the job runs. */
static void add_words(emuq_bytes_t *out)
{
    char line[120];
    for (int i = 0; i < WORDS; i++) {
        snprintf(line, sizeof(line), "word %d of %d%*s\n", i, WORDS, 80, "");
        emuq_frame_add_text(out, EMUQ_FRAME_MESSAGE, line, strlen(line));
    }
}

/* An agent whose host is called as what it does: "silent...", "words..." or "ready...". */
static int be_agent(const char *host)
{
    emuq_bytes_t in = {0}, out = {0};
    if (strncmp(host, "silent", strlen("silent")) == 0)
        await(&in, EMUQ_FRAME_KINDS); /* until the head has gone */
    emuq_frame_add_hello(&out, emuq_launch_layout());
    tell(&out);
    await(&in, EMUQ_FRAME_ORDER);
    emuq_frame_add_text(&out, EMUQ_FRAME_ENGINE, host, strlen(host));
    tell(&out);
    await(&in, EMUQ_FRAME_CONNECT);
    if (strncmp(host, "words", strlen("words")) == 0)
        add_words(&out);
    emuq_frame_add_u32(&out, EMUQ_FRAME_OVER, 0);
    tell(&out);
    await(&in, EMUQ_FRAME_KINDS);
    return 0;
}

/* ---- a head ---- */

static const char *self; /* this program */

/* A head in a process of its own, and what it says. */
typedef struct head {
    pid_t pid;
    int error, status;
    size_t length;
    char said[TEXT];
} head_t;

static head_t head;

static void start_head(const char *hosts)
{
    char agent[4096], shape[16];
    int ends[2], count = 1;
    for (const char *c = hosts; *c != '\0'; c++)
        count += *c == ',';
    snprintf(agent, sizeof(agent), "%s agent", self);
    snprintf(shape, sizeof(shape), "%d", count);
    char *words[] = {(char *)(uintptr_t) "emuq-run",
                     (char *)(uintptr_t) "--hosts",
                     (char *)(uintptr_t)hosts,
                     (char *)(uintptr_t) "--agent",
                     agent,
                     (char *)(uintptr_t) "--shape",
                     shape,
                     (char *)(uintptr_t) "true",
                     NULL};
    CU_ASSERT_EQUAL_FATAL(pipe2(ends, O_CLOEXEC), 0);
    head.length = 0;
    fflush(NULL);
    head.pid = fork();
    if (head.pid == 0) {
        emuq_command_t command;
        dup2(ends[1], STDERR_FILENO);
        int status = emuq_command_read(&command, 8, words);
        if (status == 0)
            status = emuq_head_run(&command, 0, NULL);
        emuq_command_free(&command);
        fflush(NULL);
        _exit(status);
    }
    close(ends[1]);
    head.error = ends[0];
}

/* Reads what it says. @return whether it says that; otherwise it has ended */
static bool says(const char *text)
{
    for (;;) {
        head.said[head.length] = '\0';
        if (strstr(head.said, text) != NULL)
            return true;
        ssize_t got = read(head.error, head.said + head.length, TEXT - 1 - head.length);
        if (got == 0)
            return false;
        head.length += got > 0 ? (size_t)got : 0;
    }
}

static void end_head(void)
{
    CU_ASSERT_FALSE(says("never said"));
    CU_ASSERT_EQUAL(waitpid(head.pid, &head.status, 0), head.pid);
    close(head.error);
}

/* What host engines say while all is well is said, however much it is. */
static void many_words(void)
{
    unsigned missing = 0;
    start_head("ready1,words,ready2");
    end_head();
    for (int i = 0; i < WORDS; i++) {
        char line[40];
        snprintf(line, sizeof(line), "word %d of ", i);
        missing += strstr(head.said, line) == NULL;
    }
    CU_ASSERT_EQUAL(missing, 0);
    CU_ASSERT(WIFEXITED(head.status) && WEXITSTATUS(head.status) == 0);
}

/* Agents that do not come are named; one that comes late is awaited. */
static void agents_that_say_nothing(void)
{
    emuq_head_greeting_ms = 50;
    start_head("ready1,silent2,silent3");
    CU_ASSERT(says("waiting for silent2 and silent3: no agent "));
    CU_ASSERT_EQUAL(waitpid(head.pid, &head.status, WNOHANG), 0);
    kill(head.pid, SIGTERM);
    end_head();
    CU_ASSERT_EQUAL(WEXITSTATUS(head.status), 128 + SIGTERM);
    start_head("silent1,silent2,silent3,silent4,silent5,silent6,silent7,silent8,silent9,silent10");
    CU_ASSERT(
        says("for silent1, silent2, silent3, silent4, silent5, silent6, silent7, silent8 and 2 others: "));
    kill(head.pid, SIGTERM);
    end_head();
}

int main(int argc, char **argv)
{
    static const emuq_test_t tests[] = {{"many words of engines", many_words},
                                        {"agents that say nothing", agents_that_say_nothing},
                                        {NULL, NULL}};
    if (argc == 5 && strcmp(argv[1], "agent") == 0)
        return be_agent(argv[2]);
    self = argv[0];
    signal(SIGPIPE, SIG_IGN);
    return emuq_test_main("head", tests);
}
