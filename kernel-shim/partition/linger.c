/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/linger.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "base/process.h"
#include "kernel-shim/partition/freeze.h"

#define TOGETHER_NS  20000000u /* ranks that end together: nothing is stopped or closed */
#define LOOK_NS      EMUQ_NS_PER_S
#define JOIN_SECONDS 60 /* that a rank under a foreign launcher has to join */

void emuq_rank_end(emuq_process_t *process, int status)
{
    emuq_partition_t *p = process->node->partition;
    int none = 0;
    /* Acquire: pairs with the release of another process that has counted this rank. */
    uint32_t state = __atomic_load_n(&process->state, __ATOMIC_ACQUIRE);
    do {
        if (state == EMUQ_RANK_ENDED || state == EMUQ_RANK_LEFT)
            return;
        __atomic_store_n(&process->status, status & 0xff, __ATOMIC_RELAXED);
        /* Release: the status, for emuq_launch_status(). */
    } while (!__atomic_compare_exchange_n(&process->state, &state, EMUQ_RANK_ENDED, false, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE));
    __atomic_compare_exchange_n(&p->status, &none, status & 0xff, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    /* Release: pairs with the acquire in emuq_job_is_over(). */
    if (__atomic_add_fetch(&p->ended, 1, __ATOMIC_ACQ_REL) >= p->job.np)
        emuq_event_notify(&p->over, EMUQ_EVENT_ALL);
}

/* Whether the process of a rank has gone without a word, or never comes. A foreign launcher does not tell.
 * Of a job on several hosts the host engine finds those that have gone, and ends the job. */
static bool is_lost(const emuq_process_t *process, bool never_comes)
{
    bool is_spread = process->node->partition->placement.hosts > 1;
    int32_t pid = __atomic_load_n(&process->pid, __ATOMIC_ACQUIRE);
    return __atomic_load_n(&process->state, __ATOMIC_ACQUIRE) < EMUQ_RANK_ENDED &&
           (pid != 0 ? !is_spread && emuq_process_has_exited(pid) : never_comes);
}

static void count_lost(const emuq_partition_t *p, bool never_comes)
{
    for (uint32_t i = 0; i < p->job.np; i++) {
        emuq_process_t *process = &p->process[p->process_of_rank[i]];
        if (emuq_node_is_here(p, process->node->number) && is_lost(process, never_comes))
            emuq_rank_end(process, 0);
    }
}

/* Waits until the job is over, for @p ns at most. @return whether it is. */
static bool await_end(emuq_partition_t *p, uint64_t ns)
{
    uint64_t now = emuq_host_now_ns(), end = now + ns;
    while (!emuq_job_is_over(p) && now < end) {
        emuq_ticket_t ticket = emuq_event_prepare(&p->over);
        if (!emuq_job_is_over(p))
            emuq_event_wait(&p->over, ticket, end - now);
        now = emuq_host_now_ns();
    }
    return emuq_job_is_over(p);
}

/* The program's handlers and timers are no more; signals that end a job do it at once. */
static void end_signals(void)
{
    static const int enders[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    const struct itimerval none = {{0}, {0}};
    sigset_t set;
    for (int i = ITIMER_REAL; i <= ITIMER_PROF; i++)
        setitimer((enum __itimer_which)i, &none, NULL);
    sigfillset(&set);
    for (size_t i = 0; i < sizeof(enders) / sizeof(enders[0]); i++) {
        struct sigaction action;
        if (sigaction(enders[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
            signal(enders[i], SIG_DFL);
        sigdelset(&set, enders[i]);
    }
    pthread_sigmask(SIG_SETMASK, &set, NULL);
}

/* Whether a descriptor is needed: it holds a part of the partition, whose path leads through it; or is of a
 * kind that the host engine uses. */
static bool is_needed(const char *number, bool has_engine)
{
    static const char *const kinds[] = {"/memfd:", "socket:", "anon_inode:"};
    char path[64], target[16] = "";
    snprintf(path, sizeof(path), "/proc/self/fd/%.16s", number);
    ssize_t length = readlink(path, target, sizeof(target) - 1);
    for (size_t i = 0; i < (has_engine ? 3 : 1) && length > 0; i++)
        if (strncmp(target, kinds[i], strlen(kinds[i])) == 0)
            return true;
    return false;
}

/* The descriptors of a process that has ended are closed: another rank may wait for the end of a pipe. */
static void close_files(bool has_engine)
{
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    DIR *files = opendir("/proc/self/fd");
    if (null >= 0 && null != STDIN_FILENO) {
        dup2(null, STDIN_FILENO);
        close(null);
    }
    if (files == NULL)
        return;
    for (const struct dirent *entry; (entry = readdir(files)) != NULL;) {
        int fd = (int)strtol(entry->d_name, NULL, 10);
        if (fd > STDERR_FILENO && fd != dirfd(files) && !is_needed(entry->d_name, has_engine))
            close(fd);
    }
    closedir(files);
}

void emuq_linger(emuq_partition_t *p, bool is_launched, bool has_engine)
{
    if (await_end(p, TOGETHER_NS))
        return;
    uint64_t join_by = emuq_host_now_ns() + JOIN_SECONDS * EMUQ_NS_PER_S;
    end_signals();
    /* A foreign launcher's library and a device have connections of their own. */
    if (is_launched && emuq_backend->memory == NULL)
        close_files(has_engine);
    emuq_threads_freeze();
    while (!await_end(p, LOOK_NS))
        if (!is_launched)
            count_lost(p, emuq_host_now_ns() >= join_by);
    emuq_threads_thaw();
}
