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
    int status; /* of its exit */
    char said[TEXT];
} agent_t;

static int no_launcher(const emuq_command_t *command, const emuq_host_t *host)
{
    (void)command;
    (void)host;
    return LOST;
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

/* Greets, and orders a job of one host. @param map contents of a map file that is not here; or NULL */
static void order(agent_t *a, const char *map)
{
    static uint32_t nodes[] = {1};
    static char name[] = "n2", directory[] = "/", near[] = "", path[] = "/p", mapping[] = "/nonexistent/map",
                letters[] = "ABCDET";
    emuq_bytes_t bytes = {0};
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
    emuq_words_add(&order.command.program, "p", 1);
    emuq_frame_add_hello(&bytes, emuq_launch_layout());
    emuq_order_add(&order, &bytes);
    emuq_words_free(&order.command.program);
    tell(a, &bytes);
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

int main(void)
{
    static const emuq_test_t tests[] = {{"a fork that fails", a_fork_that_fails}, {NULL, NULL}};
    signal(SIGPIPE, SIG_IGN);
    return emuq_test_main("agents", tests);
}
