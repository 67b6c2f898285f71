/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/rank_exit.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "base/process.h"
#include "base/lock.h"
#include "base/memory.h"
#include "kernel-shim/preload/preload.h"

/* The size is a multiple of the size of a pointer. */
static size_t ranks_arguments_size(int argc, char **argv)
{
    size_t bytes = ((size_t)argc + 1) * sizeof(char *);
    for (int i = 0; i < argc; i++)
        bytes += strlen(argv[i]) + 1;
    return (bytes + sizeof(char *) - 1) / sizeof(char *) * sizeof(char *);
}

static char **ranks_copy_arguments(int argc, char **argv, void *memory)
{
    char **copy = memory;
    char *string = (char *)(copy + argc + 1);
    for (int i = 0; i < argc; i++) {
        size_t bytes = strlen(argv[i]) + 1;
        copy[i] = memcpy(string, argv[i], bytes);
        string += bytes;
    }
    copy[argc] = NULL;
    return copy;
}

void emuq_ranks_free(struct emuq_ranks *job)
{
    if (job == NULL)
        return;
    pthread_cond_destroy(&job->moved);
    pthread_cond_destroy(&job->ended);
    pthread_mutex_destroy(&job->lock);
    free(job->arguments);
    free(job->rank);
    free(job);
}

struct emuq_ranks *emuq_ranks_new(emuq_partition_t *p, emuq_main_t entry, int argc, char **argv)
{
    struct emuq_ranks *job = emuq_calloc(1, sizeof(*job));
    if (job == NULL)
        return NULL;
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->moved, NULL);
    pthread_cond_init(&job->ended, NULL);
    emuq_pointer_store(&emuq_thread_calls.exit, emuq_rank_exit);
    job->entry = entry;
    job->argc = argc;
    job->count = p->job.np;
    size_t bytes = ranks_arguments_size(argc, argv);
    job->rank = emuq_calloc(job->count, sizeof(*job->rank));
    job->arguments = emuq_calloc(job->count, bytes);
    if (job->rank == NULL || job->arguments == NULL) {
        emuq_ranks_free(job);
        return NULL;
    }
    for (uint32_t i = 0; i < job->count; i++) {
        struct emuq_rank_thread *rank = &job->rank[i];
        rank->job = job;
        rank->process = &p->process[p->process_of_rank[i]];
        rank->exit.status = EMUQ_NO_STATUS;
        rank->exit.pid = getpid();
        rank->process->main_exit = &rank->exit;
        rank->argv = ranks_copy_arguments(argc, argv, job->arguments + i * bytes);
    }
    return job;
}

bool emuq_bad_exit_ends_process;

void emuq_rank_exit_with(emuq_rank_exit_t *rank, int status)
{
    (void)AO_int_compare_and_swap(&rank->status, EMUQ_NO_STATUS, status & 0xff);
}

void emuq_rank_exit(int status)
{
    const emuq_process_t *process = emuq_thread_self.process;
    emuq_rank_exit_t *rank = process != NULL ? process->main_exit : NULL;
    if (rank == NULL || rank->pid != getpid())
        return;
    emuq_rank_exit_with(rank, status);
    if (emuq_thread_self.is_main)
        longjmp(rank->start, 1);
    pthread_exit(NULL);
}

#define TOGETHER_NS  20000000u /* within this time, no threads are suspended and no files closed */
#define CHECK_NS     EMUQ_NS_PER_S
#define JOIN_SECONDS 60 /* time for ranks of an external launcher to join */

void emuq_rank_end(emuq_process_t *process, int status)
{
    emuq_partition_t *p = process->node->partition;
    uint32_t state;
    do {
        /* Acquire: pairs with the release of a process that has counted this rank. */
        state = AO_int_load_acquire(&process->state);
        if (state == EMUQ_RANK_ENDED || state == EMUQ_RANK_LEFT)
            return;
        AO_int_store(&process->status, status & 0xff);
        /* Release: publishes the status to emuq_launch_status(). */
    } while (!AO_int_compare_and_swap_full(&process->state, state, EMUQ_RANK_ENDED));
    (void)AO_int_compare_and_swap(&p->status, 0, status & 0xff);
    /* Release: pairs with the acquire in emuq_job_is_over(). */
    if (AO_int_fetch_and_add_full(&p->ended, 1) + 1 >= p->job.np)
        emuq_event_notify(&p->over, EMUQ_EVENT_ALL);
}

bool emuq_joined_signal(const emuq_partition_t *p, int signal)
{
    bool are_left = false;
    for (uint32_t rank = 0; rank < p->job.np; rank++) {
        const emuq_process_t *process = &p->process[p->process_of_rank[rank]];
        pid_t pid = (pid_t)AO_int_load(&process->pid);
        if (pid > 0 && emuq_node_is_here(p, process->node->number) &&
            AO_int_load_acquire(&process->state) < EMUQ_RANK_ENDED)
            are_left |= kill(pid, signal) == 0 && !emuq_process_has_exited(pid);
    }
    return are_left;
}

/* Whether the process of a rank has died or never joins, under an external launcher. With several hosts, the
 * host engine finds dead processes. */
static bool exit_is_lost(const emuq_process_t *process, bool never_comes)
{
    bool is_distributed = process->node->partition->placement.hosts > 1;
    pid_t pid = (pid_t)AO_int_load_acquire(&process->pid);
    return AO_int_load_acquire(&process->state) < EMUQ_RANK_ENDED &&
           (pid != 0 ? !is_distributed && emuq_process_has_exited(pid) : never_comes);
}

static void exit_count_lost(const emuq_partition_t *p, bool never_comes)
{
    for (uint32_t i = 0; i < p->job.np; i++) {
        emuq_process_t *process = &p->process[p->process_of_rank[i]];
        if (emuq_node_is_here(p, process->node->number) && exit_is_lost(process, never_comes))
            emuq_rank_end(process, 0);
    }
}

/* Waits at most @p ns. @return whether the job is over */
static bool exit_await_job(emuq_partition_t *p, uint64_t ns)
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

/* Removes timers of the program; signals that end a job act immediately. */
static void exit_reset_signals(void)
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

/* Whether a descriptor stays open: memory of the partition, whose path leads through this process, or of a
 * kind for the host engine */
static bool exit_fd_is_needed(const char *number, bool has_engine)
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

/* Closes descriptors: a rank may wait for the end of a pipe. */
static void exit_close_files(bool has_engine)
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
        if (fd > STDERR_FILENO && fd != dirfd(files) && !exit_fd_is_needed(entry->d_name, has_engine))
            close(fd);
    }
    closedir(files);
}

bool emuq_keep_sockets;

void emuq_rank_await_job(emuq_partition_t *p, bool is_launched, bool has_engine)
{
    if (exit_await_job(p, TOGETHER_NS))
        return;
    uint64_t join_by = emuq_host_now_ns() + JOIN_SECONDS * EMUQ_NS_PER_S;
    exit_reset_signals();
    /* An external launcher's library and a device need their connections. */
    if (is_launched && emuq_backend->machine->memory == NULL)
        exit_close_files(has_engine || emuq_keep_sockets);
    emuq_threads_suspend();
    while (!exit_await_job(p, CHECK_NS))
        if (!is_launched)
            exit_count_lost(p, emuq_host_now_ns() >= join_by);
    emuq_threads_resume();
}

#define PASSES 2 /* new threads may appear during the first pass */

static void freeze_handler(int signal)
{
    (void)signal;
    emuq_suspend();
}

/* Signals all threads except the caller, without opendir(), which allocates memory. */
static void freeze_signal_others(int number)
{
    char entries[4096] __attribute__((aligned(8)));
    pid_t pid = getpid(), self = (pid_t)syscall(SYS_gettid);
    int tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long bytes;
    while (tasks >= 0 && (bytes = syscall(SYS_getdents64, tasks, entries, sizeof(entries))) > 0)
        for (long at = 0; at < bytes;) {
            const struct dirent64 *entry = (const struct dirent64 *)(entries + at);
            pid_t thread = (pid_t)strtol(entry->d_name, NULL, 10);
            at += entry->d_reclen;
            if (thread > 0 && thread != self)
                syscall(SYS_tgkill, pid, thread, number);
        }
    if (tasks >= 0)
        close(tasks);
}

void emuq_threads_suspend(void)
{
    static int number; /* 0: the program uses all real-time signals */
    struct sigaction action = {.sa_handler = freeze_handler, .sa_flags = SA_RESTART};
    sigfillset(&action.sa_mask);
    if (number == 0)
        number = emuq_signal_claim(SIGRTMAX, &action);
    emuq_critical_begin(); /* keeps the calling thread running */
    AO_int_store_release(&emuq_suspend_signal, (unsigned)number);
    for (int i = 0; i < PASSES && number != 0; i++)
        freeze_signal_others(number);
}

void emuq_threads_resume(void)
{
    AO_int_store_release(&emuq_suspend_signal, 0);
    emuq_critical_end();
    emuq_futex_wake(&emuq_suspend_signal, EMUQ_FUTEX_ALL);
}
