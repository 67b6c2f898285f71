/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-run/hosts.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "tools/emuq-run/report.h"

#define STATUS_FAILED 1
#define STATUS_SIGNAL 128                        /* and the signal */
#define GRACE_NS      (8 * (uint64_t)1000000000) /* a launcher kills its ranks before that */

typedef struct hosts {
    uint32_t count, running;
    pid_t *launcher; /* 0: it has ended */
    int status;      /* the first that is not 0, or of the launcher that ended the job */
    pid_t ender;     /* that launcher; 0: none */
    bool is_ending;
    uint64_t deadline; /* ns; 0: none */
} hosts_t;

static void signal_all(const hosts_t *h, int signal)
{
    for (uint32_t i = 0; i < h->count; i++)
        if (h->launcher[i] != 0)
            kill(h->launcher[i], signal);
}

static void end_all(hosts_t *h)
{
    if (h->is_ending)
        return;
    h->is_ending = true;
    h->deadline = emuq_now_ns() + GRACE_NS;
    signal_all(h, SIGTERM);
}

/* A status that ends no job says nothing of the other hosts. */
static void reap(hosts_t *h)
{
    int state;
    pid_t pid;
    while ((pid = waitpid(-1, &state, WNOHANG)) > 0) {
        int status = WIFEXITED(state) ? WEXITSTATUS(state) : STATUS_SIGNAL + WTERMSIG(state);
        uint32_t i = 0;
        while (i < h->count && h->launcher[i] != pid)
            i++;
        if (i == h->count)
            continue;
        h->launcher[i] = 0;
        h->running--;
        if (WIFSIGNALED(state) && !h->is_ending)
            emuq_say("the launcher of host %u has been ended by signal %d; ending the job", i,
                     WTERMSIG(state));
        if (WIFSIGNALED(state) || status == EMUQ_STATUS_USAGE)
            end_all(h);
        if (h->status == 0 || (pid == h->ender && status != 0))
            h->status = status;
    }
}

static void take_signal(hosts_t *h, int signal, pid_t from)
{
    char name[32];
    if (signal == SIGCHLD) {
        reap(h);
    } else if (signal == EMUQ_HOST_ENDS) {
        if (!h->is_ending)
            h->ender = from;
        end_all(h);
    } else if (signal == SIGUSR1) {
        signal_all(h, signal);
    } else if (h->is_ending) {
        signal_all(h, signal == SIGINT ? SIGINT : SIGTERM);
    } else {
        emuq_say("%s: ending the job on %u hosts", emuq_signal_name(signal, name), h->running);
        h->status = STATUS_SIGNAL + signal;
        end_all(h);
    }
}

/* Waits until all launchers have ended. */
static void watch(hosts_t *h, const sigset_t *signals)
{
    while (h->running > 0) {
        struct timespec second = {1, 0};
        siginfo_t info;
        int signal = sigtimedwait(signals, &info, &second);
        if (signal > 0)
            take_signal(h, signal, info.si_pid);
        if (h->deadline != 0 && emuq_now_ns() >= h->deadline) {
            signal_all(h, SIGKILL);
            h->deadline = emuq_now_ns() + GRACE_NS;
        }
    }
}

static pid_t start(const emuq_command_t *command, emuq_local_hosts_t *hosts, uint32_t number,
                   const sigset_t *before, int (*launch)(const emuq_command_t *, const emuq_host_t *))
{
    pid_t parent = getpid(), pid = fork();
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    sigprocmask(SIG_SETMASK, before, NULL);
    int status = STATUS_FAILED;
    if (getppid() == parent)
        status = launch(command, &(emuq_host_t){hosts, number});
    fflush(NULL);
    _exit(status);
}

int emuq_hosts_run(const emuq_command_t *command, uint32_t hosts,
                   int (*launch)(const emuq_command_t *, const emuq_host_t *))
{
    static const int taken[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGUSR1, EMUQ_HOST_ENDS};
    emuq_local_hosts_t *connected;
    sigset_t signals, before;
    hosts_t h = {.count = hosts};
    int rc = emuq_launch_hosts_open(hosts, &connected);
    if (rc != 0) {
        emuq_say("cannot connect %u hosts: %s", hosts, strerror(-rc));
        return STATUS_FAILED;
    }
    h.launcher = emuq_need(calloc(hosts, sizeof(*h.launcher)));
    signal(SIGCHLD, SIG_DFL);
    signal(EMUQ_HOST_ENDS, SIG_DFL);
    sigemptyset(&signals);
    for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++) {
        struct sigaction action;
        /* What is ignored (nohup) stays so. */
        if (sigaction(taken[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&signals, taken[i]);
    }
    sigprocmask(SIG_BLOCK, &signals, &before);
    for (uint32_t i = 0; i < hosts && h.status == 0; i++) {
        pid_t pid = start(command, connected, i, &before, launch);
        if (pid > 0) {
            h.launcher[i] = pid;
            h.running++;
        } else {
            emuq_say("cannot start the launcher of host %u: %s", i, strerror(errno));
            h.status = STATUS_FAILED;
        }
    }
    emuq_launch_hosts_close(connected);
    if (h.status != 0)
        end_all(&h);
    watch(&h, &signals);
    free(h.launcher);
    return h.status;
}
