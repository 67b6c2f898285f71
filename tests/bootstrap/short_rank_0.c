/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * With a launcher that assigns only ranks, the partition is memory of rank 0's process: rank 0 may end early,
 * but not before all ranks have opened the partition. The test acts as a PMI-1 launcher of two ranks, whose
 * main() returns at once, and sends rank 1 the last reply after rank 0 has ended, or a second later.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emuq_test.h"
#include "spi/include/kernel/location.h"

enum { RANKS = 2, LINE = 1024, HOLD_MS = 1000, TEST_SECONDS = 60 };

static const char *program;

/* State of the launcher. */
static struct {
    int fd[RANKS]; /* -1: the rank has ended */
    pid_t pid[RANKS];
    char value[LINE];
    unsigned waiting, barriers; /* ranks in the barrier; completed barriers */
    bool held;                  /* rank 1 waits for the delayed reply */
} job;

static void answer(int rank, const char *text)
{
    if (job.fd[rank] >= 0)
        (void)!send(job.fd[rank], text, strlen(text), MSG_NOSIGNAL);
}

static void release_rank_1(void)
{
    if (job.held)
        answer(1, "cmd=barrier_out\n");
    job.held = false;
}

static void end_barrier(void)
{
    job.waiting = 0;
    answer(0, "cmd=barrier_out\n");
    if (++job.barriers == 2)
        job.held = true;
    else
        answer(1, "cmd=barrier_out\n");
}

static void serve(int rank, const char *line)
{
    char text[LINE + 64];
    const char *value = strstr(line, "value=");
    if (strncmp(line, "cmd=init", 8) == 0)
        answer(rank, "cmd=response_to_init rc=0 pmi_version=1 pmi_subversion=1\n");
    else if (strncmp(line, "cmd=get_maxes", 13) == 0)
        answer(rank, "cmd=maxes kvsname_max=64 keylen_max=64 vallen_max=1024\n");
    else if (strncmp(line, "cmd=get_my_kvsname", 18) == 0)
        answer(rank, "cmd=my_kvsname kvsname=kvs\n");
    else if (strncmp(line, "cmd=put", 7) == 0 && value != NULL) {
        snprintf(job.value, sizeof(job.value), "%s", value + 6);
        answer(rank, "cmd=put_result rc=0\n");
    } else if (strncmp(line, "cmd=get", 7) == 0) {
        snprintf(text, sizeof(text), "cmd=get_result rc=0 value=%s\n", job.value);
        answer(rank, text);
    } else if (strncmp(line, "cmd=barrier_in", 14) == 0) {
        if (++job.waiting == RANKS)
            end_barrier();
    } else if (strncmp(line, "cmd=finalize", 12) == 0) {
        answer(rank, "cmd=finalize_ack\n");
    }
}

/* Reads a line. Returns whether the rank still runs. */
static bool read_line(int rank, char line[LINE])
{
    for (int i = 0; i < LINE; i++) {
        if (recv(job.fd[rank], &line[i], 1, 0) != 1)
            return false;
        if (line[i] == '\n') {
            line[i] = '\0';
            return true;
        }
    }
    return false;
}

static void start(int rank)
{
    int pair[2];
    char number[16];
    CU_ASSERT_EQUAL_FATAL(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    job.pid[rank] = fork();
    if (job.pid[rank] == 0) {
        for (int other = 0; other < rank; other++)
            close(job.fd[other]);
        close(pair[0]);
        snprintf(number, sizeof(number), "%d", pair[1]);
        setenv("PMI_FD", number, 1);
        snprintf(number, sizeof(number), "%d", rank);
        setenv("PMI_RANK", number, 1);
        setenv("PMI_SIZE", "2", 1);
        execl(program, program, "rank", (char *)NULL);
        _exit(127);
    }
    close(pair[1]);
    job.fd[rank] = pair[0];
}

static void rank_0_ends_first(void)
{
    char line[LINE];
    alarm(TEST_SECONDS);
    for (int rank = 0; rank < RANKS; rank++)
        start(rank);
    while (job.fd[0] >= 0 || job.fd[1] >= 0) {
        struct pollfd fds[RANKS] = {{job.fd[0], POLLIN, 0}, {job.fd[1], POLLIN, 0}};
        if (poll(fds, RANKS, job.held ? HOLD_MS : -1) == 0)
            release_rank_1();
        for (int rank = 0; rank < RANKS; rank++) {
            if (fds[rank].revents == 0)
                continue;
            if (read_line(rank, line)) {
                serve(rank, line);
                continue;
            }
            close(job.fd[rank]);
            job.fd[rank] = -1;
            release_rank_1();
        }
    }
    for (int rank = 0; rank < RANKS; rank++) {
        int status = -1;
        waitpid(job.pid[rank], &status, 0);
        CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    alarm(0);
}

int main(int argc, char **argv)
{
    static const emuq_test_t tests[] = {{"rank 0 ends first", rank_0_ends_first}, {NULL, NULL}};
    program = argv[0];
    if (argc == 2 && strcmp(argv[1], "rank") == 0)
        return Kernel_GetRank() < RANKS ? 0 : 1;
    return emuq_test_main("a rank 0 with little to do", tests);
}
