/* SPDX-License-Identifier: BSD-3-Clause */
/* Detection of lost hosts, with two processes: the remote host is killed, stopped, or only slow. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/host_calls.h"
#include "emuq_test.h"
#include "fabrics.h"
#include "transport/fabric.h"

#define LIMIT_NS (60 * EMUQ_NS_PER_S)

#define TURN_NS UINT64_C(1000000)

static bool of_ranks; /* the engines run in ranks */

static struct {
    uint64_t frames, ends;
    uint64_t turns; /* calls of progress() while the host was not lost */
    uint64_t ns;    /* duration of these calls */
} seen;

static int arrival(void *argument, uint32_t host, const void *frame, size_t bytes)
{
    (void)argument, (void)host, (void)frame;
    seen.frames += bytes != 0;
    seen.ends += bytes == 0;
    return 0;
}

/* Opens the endpoint of a host, and exchanges texts over a socket. */
static emuq_fabric_t *open_host(uint32_t host, int socket, emuq_connections_t *lanes)
{
    emuq_host_text_t text[2];
    emuq_fabric_t *f;
    if (emuq_fabric_open("127.0.0.1", &f, &text[host]) != 0)
        abort();
    if (of_ranks)
        (void)emuq_host_text_mark(&text[host], EMUQ_TEXT_OF_RANK);
    if (write(socket, &text[host], sizeof text[host]) != sizeof text[host] ||
        recv(socket, &text[1 - host], sizeof text[0], MSG_WAITALL) != sizeof text[0] ||
        emuq_fabric_connect(f, 2, host, text, fabrics_key, NULL, 0) != 0)
        abort();
    emuq_fabric_connections(f, lanes);
    return f;
}

/* The remote host: sends a frame, and makes progress forever. */
static void other_host(int socket)
{
    emuq_connections_t lanes;
    char hello[] = "hello";
    const struct iovec part = {hello, 5};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    (void)open_host(1, socket, &lanes);
    lanes.send(lanes.context, 0, &part, 1);
    for (;;)
        lanes.progress(lanes.context, TURN_NS, &(emuq_connection_user_t){.arrival = arrival});
}

/* Starts both hosts, and sends @p signal to the remote host after its first frame. @return whether its
 * connection ends within @p limit ns; @p why set */
static bool is_lost(int signal, uint64_t limit, char why[200])
{
    int pair[2];
    emuq_connections_t lanes;
    char hello[] = "hello";
    const struct iovec part = {hello, 5};
    memset(&seen, 0, sizeof seen);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        abort();
    pid_t pid = fork();
    if (pid == 0)
        other_host(pair[1]);
    emuq_fabric_t *f = open_host(0, pair[0], &lanes);
    lanes.send(lanes.context, 1, &part, 1);
    uint64_t begin = emuq_now_ns();
    while (seen.frames == 0 && seen.ends == 0 && emuq_now_ns() - begin < LIMIT_NS)
        lanes.progress(lanes.context, TURN_NS, &(emuq_connection_user_t){.arrival = arrival});
    CU_ASSERT_EQUAL(seen.frames, 1);
    if (signal != 0)
        kill(pid, signal);
    begin = emuq_now_ns();
    for (; seen.ends == 0 && seen.ns < limit; seen.turns++, seen.ns = emuq_now_ns() - begin)
        lanes.progress(lanes.context, TURN_NS, &(emuq_connection_user_t){.arrival = arrival});
    const char *reason = lanes.reason(lanes.context, 1);
    snprintf(why, 200, "%s", reason != NULL ? reason : "");
    printf("  after %.1f s: %s\n", (double)seen.ns / 1e9, why);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    close(pair[0]);
    close(pair[1]);
    emuq_fabric_close(f);
    return seen.ends != 0;
}

static void a_host_that_is_stopped(void)
{
    char why[200];
    CU_ASSERT(is_lost(SIGSTOP, LIMIT_NS, why));
    CU_ASSERT(strstr(why, "does not answer") != NULL);
}

/* a debugger may have stopped the host */
static void a_rank_that_is_stopped(void)
{
    char why[200];
    of_ranks = true;
    CU_ASSERT(!is_lost(SIGSTOP, 5 * EMUQ_NS_PER_S, why)); /* more than two heartbeats */
    CU_ASSERT(is_lost(SIGKILL, LIMIT_NS, why));
    of_ranks = false;
}

static void a_host_that_is_killed(void)
{
    char why[200];
    setenv("EMUQ_HEARTBEAT", "60", 1); /* detected without heartbeats */
    emuq_settings_load();
    CU_ASSERT(is_lost(SIGKILL, LIMIT_NS / 2, why));
    CU_ASSERT(strstr(why, "is gone") != NULL);
    setenv("EMUQ_HEARTBEAT", "2", 1);
    emuq_settings_load();
}

/* Heartbeats keep an idle connection alive. The engine sleeps between heartbeats, even if the provider always
 * signals input. */
static void a_host_that_is_idle(void)
{
    char why[200];
    CU_ASSERT(!is_lost(0, 4 * EMUQ_NS_PER_S, why));
    printf("  %llu turns\n", (unsigned long long)seen.turns);
    CU_ASSERT(seen.turns < 2 * seen.ns / TURN_NS + 1000);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a host that is killed", a_host_that_is_killed},
        {"a host that is stopped", a_host_that_is_stopped},
        {"a rank that is stopped", a_rank_that_is_stopped},
        {"a host that is idle", a_host_that_is_idle},
        {NULL, NULL},
    };
    setenv("EMUQ_HEARTBEAT", "2", 1);
    pid_t pid = fork(); /* libfabric does not survive forks */
    if (pid == 0) {
        fabrics_need();
        exit(0);
    }
    int status;
    waitpid(pid, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return 77;
    return emuq_test_main_concurrent("hosts that are lost", tests);
}
