/* SPDX-License-Identifier: BSD-3-Clause */
/* Unlimited output of ranks, blocked readers, and a terminal as standard input. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emuq_test.h"
#include "launched.h"

static void flooding_rank_blocks_nobody(void)
{
    launched_t l;
    launched_start(
        &l, "echo $EMUQ_RANK is $$; [ $EMUQ_RANK = 0 ] && exec yes; sleep 0.3; echo said >&2; sleep 1000",
        "--np", "4", NULL);
    /* No process reads standard output. */
    CU_ASSERT(launched_await(&l, 2, "said\n", 3));
    kill(l.pid, SIGTERM);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + SIGTERM);
    launched_free(&l);
}

static void others_come_through_a_flood(void)
{
    launched_t l;
    launched_start(&l, "[ $EMUQ_RANK = 0 ] && exec yes; sleep 0.2; echo said", "--np", "4", NULL);
    CU_ASSERT(launched_await(&l, 1, "said\n", 3));
    kill(l.pid, SIGTERM);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + SIGTERM);
    launched_free(&l);
}

static void death_is_noticed_although_nobody_reads(void)
{
    launched_t l;
    launched_start(&l, "echo $EMUQ_RANK is $$ >&2; [ $EMUQ_RANK = 0 ] && exec yes; sleep 1000", "--np", "3",
                   NULL);
    CU_ASSERT_FATAL(launched_await(&l, 2, " is ", 3));
    kill(launched_rank(l.err_text, 1), SIGKILL);
    CU_ASSERT_EQUAL(launched_all_gone(l.err_text), 3);
    CU_ASSERT(launched_await(&l, 2, "rank 1 (process", 1));
    CU_ASSERT_EQUAL(launched_end(&l), 128 + SIGKILL);
    launched_free(&l);
}

static void last_lines_of_a_killed_rank(void)
{
    launched_t l;
    launched_start(&l, "echo begin; printf rest; kill -9 $$", "--np", "1", "--label", NULL);
    CU_ASSERT_EQUAL(launched_end(&l), 128 + SIGKILL);
    CU_ASSERT_STRING_EQUAL(l.out_text, "0: begin\n0: rest");
    launched_free(&l);
}

/* Makes a terminal the controlling one of a new session, in a child. @return the child; its master in
 * *master. */
static pid_t fork_in_terminal(int *master)
{
    *master = posix_openpt(O_RDWR | O_NOCTTY);
    if (*master < 0 || grantpt(*master) != 0 || unlockpt(*master) != 0)
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        setsid();
        int slave = open(ptsname(*master), O_RDWR);
        ioctl(slave, TIOCSCTTY, 0);
        dup2(slave, STDIN_FILENO);
        close(slave);
        close(*master);
    }
    return pid;
}

/* A new session: the launcher must not read the terminal of the test. */
static void terminal_of(const char *hosts)
{
    launched_t l;
    int master, status = 0;
    pid_t pid = fork_in_terminal(&master);
    CU_ASSERT_FATAL(pid >= 0);
    if (pid == 0) {
        setenv("EMUQ_HOSTS", hosts, 1);
        launched_start(&l, "read x && echo $EMUQ_RANK: $x; read y; echo $EMUQ_RANK ends", "--shape", "2",
                       NULL);
        bool good = launched_await(&l, 1, "0: word\n", 1) && launched_await(&l, 1, "1 ends\n", 1);
        /* End of file after the terminal is gone. */
        _exit(good && launched_await(&l, 1, "0 ends\n", 1) && launched_end(&l) == 0 ? 0 : 1);
    }
    CU_ASSERT_EQUAL(write(master, "word\n\004", 6), 6);
    CU_ASSERT_EQUAL(waitpid(pid, &status, 0), pid);
    CU_ASSERT_EQUAL(status, 0);
    close(master);
}

static void terminal(void)
{
    terminal_of("1");
}

static void terminal_of_simulated_hosts(void)
{
    terminal_of("2");
}

/* Starts a launcher in a terminal with a program that reads the first of the lines typed.
 * @return characters of @p left, which the terminal holds for its next reader */
static ssize_t lines_left(const char *typed, char *left, size_t size)
{
    launched_t l;
    int master, status = 0, results[2];
    CU_ASSERT_FATAL(pipe(results) == 0);
    pid_t pid = fork_in_terminal(&master);
    CU_ASSERT_FATAL(pid >= 0);
    if (pid == 0) {
        launched_start(&l, "read x; echo $x; sleep 0.3; exit 5", "--np", "1", NULL);
        bool is_good = launched_end(&l) == 5 && strcmp(l.out_text, "first\n") == 0;
        struct pollfd next = {.fd = STDIN_FILENO, .events = POLLIN};
        char text[64];
        ssize_t bytes = 0;
        while ((size_t)bytes < sizeof text && poll(&next, 1, 0) == 1) {
            ssize_t got = read(STDIN_FILENO, text + bytes, sizeof text - (size_t)bytes);
            if (got <= 0)
                break;
            bytes += got;
        }
        _exit(write(results[1], text, (size_t)bytes) == bytes && is_good ? 0 : 1);
    }
    close(results[1]);
    CU_ASSERT_EQUAL(write(master, typed, strlen(typed)), (ssize_t)strlen(typed));
    CU_ASSERT_EQUAL(waitpid(pid, &status, 0), pid);
    CU_ASSERT_EQUAL(status, 0);
    ssize_t bytes = read(results[0], left, size);
    close(results[0]);
    close(master);
    return bytes;
}

/* The lines are left for the shell. */
static void lines_that_no_rank_reads(void)
{
    char left[64];
    ssize_t bytes = lines_left("first\nsecond\nthird\n", left, sizeof left);
    /* The launcher may read a line ahead. */
    CU_ASSERT((bytes == 6 && memcmp(left, "third\n", 6) == 0) ||
              (bytes == 13 && memcmp(left, "second\nthird\n", 13) == 0));
}

static void launcher_in_the_background(void)
{
    launched_t l;
    int master, status = 0;
    pid_t pid = fork_in_terminal(&master);
    CU_ASSERT_FATAL(pid >= 0);
    if (pid == 0) {
        /* A background process group: reading the terminal would stop the launcher. */
        signal(SIGTTOU, SIG_IGN);
        pid_t group = fork();
        if (group == 0) {
            setpgid(0, 0);
            launched_start(&l, "echo out; exit 3", "--np", "2", NULL);
            _exit(launched_end(&l) == 3 ? 0 : 1);
        }
        setpgid(group, group);
        while (waitpid(group, &status, 0) < 0)
            ;
        _exit(WEXITSTATUS(status));
    }
    CU_ASSERT_EQUAL(write(master, "word\n", 5), 5);
    CU_ASSERT_EQUAL(waitpid(pid, &status, 0), pid);
    CU_ASSERT_EQUAL(status, 0);
    close(master);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a flooding rank blocks nobody", flooding_rank_blocks_nobody},
        {"others come through a flood", others_come_through_a_flood},
        {"death is noticed although nobody reads", death_is_noticed_although_nobody_reads},
        {"last lines of a killed rank", last_lines_of_a_killed_rank},
        {"a terminal is read for rank 0", terminal},
        {"also on the first of two simulated hosts", terminal_of_simulated_hosts},
        {"lines that no rank reads stay in the terminal", lines_that_no_rank_reads},
        {"in the background it is not", launcher_in_the_background},
        {NULL, NULL},
    };
    launched_setup();
    return emuq_test_main("streams of emuq-run", tests);
}
