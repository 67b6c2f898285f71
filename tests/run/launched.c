/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "launched.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define WORDS 32

void launched_setup(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

static time_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

static void die(const char *what)
{
    perror(what);
    exit(1);
}

void launched_start(launched_t *l, const char *script, ...)
{
    const char *word[WORDS] = {LAUNCHER};
    int count = 1, out[2], err[2];
    va_list list;
    va_start(list, script);
    for (const char *w; (w = va_arg(list, const char *)) != NULL && count < WORDS - 5;)
        word[count++] = w;
    va_end(list);
    word[count++] = "sh";
    word[count++] = "-c";
    word[count] = script;
    if (pipe(out) != 0 || pipe(err) != 0)
        die("pipe");
    l->pid = fork();
    if (l->pid == 0) {
        /* No process stays behind after a failed test. */
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        dup2(out[1], 1);
        dup2(err[1], 2);
        for (int fd = 3; fd < 64; fd++)
            close(fd);
        execv(LAUNCHER, (char **)word);
        die(LAUNCHER);
    }
    close(out[1]);
    close(err[1]);
    l->out = out[0];
    l->err = err[0];
    l->out_text = calloc(1, 1);
    l->err_text = calloc(1, 1);
    if (l->pid < 0 || l->out_text == NULL || l->err_text == NULL)
        die("start");
}

/* Reads once. @return whether more data may be available */
static bool read_more(int fd, char **text)
{
    char buffer[4096];
    ssize_t got = read(fd, buffer, sizeof(buffer));
    if (got <= 0)
        return got < 0 && errno == EINTR;
    size_t length = strlen(*text);
    *text = realloc(*text, length + (size_t)got + 1);
    if (*text == NULL)
        die("realloc");
    memcpy(*text + length, buffer, (size_t)got);
    (*text)[length + (size_t)got] = '\0';
    return true;
}

int launched_count(const char *all, const char *text)
{
    int times = 0;
    for (const char *at = all; (at = strstr(at, text)) != NULL; at += strlen(text))
        times++;
    return times;
}

bool launched_await(launched_t *l, int stream, const char *text, int times)
{
    int fd = stream == 1 ? l->out : l->err;
    char **all = stream == 1 ? &l->out_text : &l->err_text;
    time_t end = now() + EMUQ_PATIENCE;
    while (launched_count(*all, text) < times) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        if (now() >= end || poll(&ready, 1, 1000) < 0)
            return false;
        if (ready.revents != 0 && !read_more(fd, all))
            return launched_count(*all, text) >= times;
    }
    return true;
}

int launched_end(launched_t *l)
{
    time_t end = now() + EMUQ_PATIENCE;
    struct pollfd ready[2] = {{.fd = l->out, .events = POLLIN}, {.fd = l->err, .events = POLLIN}};
    while ((ready[0].fd >= 0 || ready[1].fd >= 0) && now() < end) {
        poll(ready, 2, 1000);
        for (int i = 0; i < 2; i++)
            if (ready[i].fd >= 0 && ready[i].revents != 0 &&
                !read_more(ready[i].fd, i == 0 ? &l->out_text : &l->err_text))
                ready[i].fd = -1;
    }
    close(l->out);
    close(l->err);
    int status = 0;
    pid_t pid;
    while ((pid = waitpid(l->pid, &status, WNOHANG)) == 0 && now() < end)
        usleep(1000);
    if (pid != l->pid)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

void launched_free(launched_t *l)
{
    free(l->out_text);
    free(l->err_text);
}

pid_t launched_rank(const char *text, int rank)
{
    char words[32];
    snprintf(words, sizeof(words), "%d is ", rank);
    const char *at = strstr(text, words);
    return at != NULL ? atoi(at + strlen(words)) : 0;
}

bool launched_is_gone(pid_t pid)
{
    time_t end = now() + EMUQ_PATIENCE;
    while (kill(pid, 0) == 0) {
        /* This process adopts orphans. */
        waitpid(pid, NULL, WNOHANG);
        if (now() >= end)
            return false;
        usleep(1000);
    }
    return true;
}

int launched_all_gone(const char *text)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, " is ")) != NULL; at += 4) {
        if (!launched_is_gone(atoi(at + 4)))
            return -1;
        count++;
    }
    return count;
}
