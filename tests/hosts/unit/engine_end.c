/* SPDX-License-Identifier: BSD-3-Clause */
/* The end of a job between engines connected by sockets: a host reports the end of its rank, and closes its
 * socket with unread data. */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emuq_test.h"
#include "kernel-shim/partition/host_engine.h"
#include "kernel-shim/partition/rank_exit.h"
#include "kernel-shim/partition/partition.h"

enum { HOSTS = 2, PEER = 1, PATIENCE_MS = 30000, NO_PARTITION = 2 };

/* Layout of a frame of engine.c that reports the end of a rank, or a failure. */
typedef struct ended {
    int kind;
    uint32_t rank;
    int32_t status;
    uint32_t lost;
} __attribute__((aligned(EMUQ_FRAME_ALIGN))) ended_t;

/* Child process: the engine of host 0, whose rank has ended. */
static void run_engine(emuq_local_hosts_t *local)
{
    const emuq_job_hosts_t spread = {.hosts = HOSTS};
    const emuq_job_t job = {.shape = {HOSTS, 1, 1, 1, 1}};
    emuq_partition_t *partition;
    if (emuq_partition_make(&job, true, &spread, &partition) != 0)
        _exit(NO_PARTITION);
    emuq_rank_end(&partition->process[0], 0);
    int rc = emuq_local_engine(partition, local);
    emuq_partition_close(partition);
    exit(rc == 0 ? 0 : 1);
}

/* Forks an engine of HOSTS hosts with standard error @p error. @return its process; *socket: the connection
 * of PEER to the engine */
static pid_t start_engine(emuq_local_hosts_t *local, int error, int *socket)
{
    CU_ASSERT_EQUAL_FATAL(emuq_local_connect(local, HOSTS, false), 0);
    fflush(NULL);
    pid_t engine = fork();
    if (engine == 0) {
        dup2(error, STDERR_FILENO);
        run_engine(local);
    }
    emuq_local_close(local, PEER);
    *socket = local->socket[PEER * HOSTS];
    return engine;
}

static void last_words_are_heard(void)
{
    const ended_t ended = {.kind = 1, .rank = PEER};
    emuq_local_hosts_t local = {0};
    int status = -1, socket;
    pid_t engine = start_engine(&local, STDERR_FILENO, &socket);
    struct pollfd fd = {socket, POLLIN, 0};
    CU_ASSERT_EQUAL(poll(&fd, 1, PATIENCE_MS), 1); /* stays unread */
    kill(engine, SIGSTOP);
    CU_ASSERT_EQUAL(waitpid(engine, &status, WUNTRACED), engine);
    CU_ASSERT_TRUE(WIFSTOPPED(status));
    CU_ASSERT_EQUAL(send(socket, &ended, sizeof ended, 0), sizeof ended);
    emuq_local_close(&local, UINT32_MAX);
    kill(engine, SIGCONT);
    CU_ASSERT_EQUAL(waitpid(engine, &status, 0), engine);
    CU_ASSERT_EQUAL(status, 0);
}

/* A frame with a single wrong field ends the job. A correct report follows, so an engine that accepts the
 * wrong frame ends successfully. */
static void lies_end_the_job(void)
{
    static const struct {
        const char *name;
        ended_t frame;
        size_t bytes;
        int expected; /* exit status of the engine */
    } rows[] = {
        {"the right report, twice", {.kind = 1, .rank = PEER}, sizeof(ended_t), 0},
        {"a rank of the receiver", {.kind = 1, .rank = 0}, sizeof(ended_t), 1},
        {"a rank behind the last", {.kind = 1, .rank = HOSTS}, sizeof(ended_t), 1},
        {"the kind", {.kind = 3, .rank = PEER}, sizeof(ended_t), 1},
        {"one byte less", {.kind = 1, .rank = PEER}, sizeof(ended_t) - 1, 1},
        {"a head alone", {.kind = 0, .rank = PEER}, sizeof(ended_t), 1},
    };
    const ended_t right = {.kind = 1, .rank = PEER};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        emuq_local_hosts_t local = {0};
        int status = -1, socket;
        pid_t engine = start_engine(&local, STDERR_FILENO, &socket);
        CU_ASSERT_EQUAL(send(socket, &rows[i].frame, rows[i].bytes, 0), (ssize_t)rows[i].bytes);
        (void)send(socket, &right, sizeof right, MSG_NOSIGNAL); /* the engine may have ended */
        emuq_local_close(&local, UINT32_MAX);
        CU_ASSERT_EQUAL(waitpid(engine, &status, 0), engine);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != rows[i].expected)
            printf("    %s: wait status %d\n", rows[i].name, status);
        CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == rows[i].expected);
    }
}

enum { WHY = 320 /* maximum bytes of a reason */ };

typedef struct failure {
    ended_t frame;
    char why[WHY + 2];
} failure_t;

/* Sends a failure report to an engine. @param said set to the engine's standard error */
static void report_failure(const failure_t *f, size_t why, char *said, size_t most)
{
    emuq_local_hosts_t local = {0};
    int status = -1, error = memfd_create("said", MFD_CLOEXEC), socket;
    pid_t engine = start_engine(&local, error, &socket);
    ssize_t bytes = (ssize_t)(sizeof f->frame + why);
    CU_ASSERT_EQUAL(send(socket, f, (size_t)bytes, 0), bytes);
    CU_ASSERT_EQUAL(waitpid(engine, &status, 0), engine);
    emuq_local_close(&local, UINT32_MAX);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    ssize_t got = pread(error, said, most - 1, 0);
    said[got > 0 ? got : 0] = '\0';
    close(error);
}

/* The job ends for the reason of the reporting host, or because the report is malformed. */
static void failures_that_lie(void)
{
    static const struct {
        const char *name;
        ended_t frame;
        size_t why; /* bytes of the reason */
        char last;  /* last byte */
        bool is_good;
    } rows[] = {
        {"a reason", {.kind = 2, .rank = PEER, .status = 1}, 4, '\0', true},
        {"no byte of a reason", {.kind = 2, .rank = PEER, .status = 1}, 0, '\0', false},
        {"the longest reason", {.kind = 2, .rank = PEER, .status = 1}, WHY, '\0', true},
        {"a longer one", {.kind = 2, .rank = PEER, .status = 1}, WHY + 1, '\0', false},
        {"without its zero", {.kind = 2, .rank = PEER, .status = 1}, 4, 'x', false},
        {"of no host", {.kind = 2, .rank = HOSTS, .status = 1}, 4, '\0', false},
        {"the last host is lost", {.kind = 2, .rank = PEER, .status = 1, .lost = HOSTS}, 4, '\0', true},
        {"the one behind it is", {.kind = 2, .rank = PEER, .status = 1, .lost = HOSTS + 1}, 4, '\0', false},
        {"reported by the first host", {.kind = 2, .rank = PEER, .status = 0}, 4, '\0', true},
        {"reported by less", {.kind = 2, .rank = PEER, .status = -1}, 4, '\0', false},
        {"reported by a rank", {.kind = 2, .rank = PEER, .status = 2}, 4, '\0', true},
        {"reported by more", {.kind = 2, .rank = PEER, .status = 3}, 4, '\0', false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char said[1024];
        failure_t f = {.frame = rows[i].frame};
        memset(f.why, 'y', sizeof f.why);
        if (rows[i].why != 0)
            f.why[rows[i].why - 1] = rows[i].last;
        report_failure(&f, rows[i].why, said, sizeof said);
        bool is_good = strstr(said, "cannot be handled") == NULL;
        if (is_good != rows[i].is_good)
            printf("    %s: \"%s\"\n", rows[i].name, said);
        CU_ASSERT_EQUAL(is_good, rows[i].is_good);
        CU_ASSERT_EQUAL(strstr(said, "ends the job: ") != NULL, is_good && rows[i].frame.status == 0);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {{"last words are heard", last_words_are_heard},
                                        {"lies end the job", lies_end_the_job},
                                        {"failures that lie", failures_that_lie},
                                        {NULL, NULL}};
    return emuq_test_main("ends of host engines", tests);
}
