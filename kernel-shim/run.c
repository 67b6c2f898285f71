/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Threads mode: the ranks of a job are threads of the calling process.
 *
 * A rank ends when its main function returns, and with that its process: the other threads of the rank get a
 * few seconds to notice (the machine would have killed them). A rank whose main thread calls pthread_exit()
 * ends with the last of its threads, as a process does.
 *
 * exit() is defined here, in front of that of the C library. On the main thread of a rank it ends the rank,
 * as a return from main() would: it goes back to the frame in which the rank began, and functions registered
 * with atexit() run when the whole program ends. On another thread of a rank it records the status and ends
 * that thread; the rank ends when its main function does. Outside ranks it is exit(). The status of the first
 * exit() of a rank stands.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "backends/settings.h"
#include "hwi/include/common/emuq_wait.h"
#include "kernel-shim/job.h"
#include "kernel-shim/share/window.h"

/* Seconds that threads of ended ranks get. */
#define GRACE 3

/* A rank's main thread. */
struct emuq_rank_thread {
    struct emuq_ranks *job;
    emuq_process_t *process;
    pthread_t thread;
    char **argv;
    int status; /* __atomic; low eight bits of what the first exit() or main() itself gave, or NO_STATUS */
    jmp_buf start;
};

#define NO_STATUS (-1)

/* What the ranks of a job share. */
struct emuq_ranks {
    emuq_main_t entry;
    int argc;
    uint32_t count;
    struct emuq_rank_thread *rank;
    char *arguments; /* of each rank the vector and its strings */
    pthread_mutex_t lock;
    pthread_cond_t moved;
    enum gate { CLOSED, OPEN, CANCELLED } gate; /* lock; no rank begins before all are there */
};

/* Records the status of a rank, unless it has one. */
static void end_with(struct emuq_rank_thread *rank, int status)
{
    int none = NO_STATUS;
    __atomic_compare_exchange_n(&rank->status, &none, status & 0xff, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
}

static bool wait_at_gate(struct emuq_ranks *job)
{
    pthread_mutex_lock(&job->lock);
    while (job->gate == CLOSED)
        pthread_cond_wait(&job->moved, &job->lock);
    bool open = job->gate == OPEN;
    pthread_mutex_unlock(&job->lock);
    return open;
}

static void move_gate(struct emuq_ranks *job, enum gate gate)
{
    pthread_mutex_lock(&job->lock);
    job->gate = gate;
    pthread_cond_broadcast(&job->moved);
    pthread_mutex_unlock(&job->lock);
}

static void *rank_main(void *argument)
{
    struct emuq_rank_thread *rank = argument;
    if (wait_at_gate(rank->job) && setjmp(rank->start) == 0)
        end_with(rank, rank->job->entry(rank->job->argc, rank->argv));
    emuq_thread_self.is_main = false; /* the frame is gone */
    /* Release: pairs with the acquire in emuq_process_ended(). */
    __atomic_store_n(&rank->process->ended, true, __ATOMIC_RELEASE);
    return NULL;
}

static void __attribute__((noreturn)) real_exit(int status)
{
    void (*next)(int) = NULL;
    *(void **)&next = dlsym(RTLD_NEXT, "exit");
    if (next != NULL)
        next(status);
    _exit(status);
}

void exit(int status)
{
    const emuq_thread_t *self = &emuq_thread_self;
    if (self->process == NULL || self->process->main_thread == NULL)
        real_exit(status);
    struct emuq_rank_thread *rank = self->process->main_thread;
    end_with(rank, status);
    if (self->is_main)
        longjmp(rank->start, 1);
    pthread_exit(NULL);
}

/* Bytes of an argument vector and its strings, in whole pointers. */
static size_t arguments_size(int argc, char **argv)
{
    size_t bytes = ((size_t)argc + 1) * sizeof(char *);
    for (int i = 0; i < argc; i++)
        bytes += strlen(argv[i]) + 1;
    return (bytes + sizeof(char *) - 1) / sizeof(char *) * sizeof(char *);
}

/* Copies an argument vector and its strings to @p memory. */
static char **copy_arguments(int argc, char **argv, void *memory)
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
    pthread_mutex_destroy(&job->lock);
    free(job->arguments);
    free(job->rank);
    free(job);
}

static struct emuq_ranks *ranks_new(emuq_partition_t *p, emuq_main_t entry, int argc, char **argv)
{
    struct emuq_ranks *job = calloc(1, sizeof(*job));
    if (job == NULL)
        return NULL;
    pthread_mutex_init(&job->lock, NULL);
    pthread_cond_init(&job->moved, NULL);
    job->entry = entry;
    job->argc = argc;
    job->count = p->job.np;
    size_t bytes = arguments_size(argc, argv);
    job->rank = calloc(job->count, sizeof(*job->rank));
    job->arguments = calloc(job->count, bytes);
    if (job->rank == NULL || job->arguments == NULL) {
        emuq_ranks_free(job);
        return NULL;
    }
    for (uint32_t i = 0; i < job->count; i++) {
        struct emuq_rank_thread *rank = &job->rank[i];
        rank->job = job;
        rank->process = &p->process[p->process_of_rank[i]];
        rank->process->main_thread = rank;
        rank->status = NO_STATUS;
        rank->argv = copy_arguments(argc, argv, job->arguments + i * bytes);
    }
    return job;
}

/* A rank's stack lies where the Message Units reach it, if they do not reach everything and there is room. */
static int set_stack(pthread_attr_t *attr, uint32_t rank)
{
    size_t bytes = emuq_stack_bytes();
    void *stack = emuq_window_stack(rank);
    return stack != NULL ? pthread_attr_setstack(attr, stack, bytes) : pthread_attr_setstacksize(attr, bytes);
}

/* Creates the main threads of all ranks and opens the gate.
 * @return 0, or a negative errno after a message; then no rank has begun. */
static int start_ranks(struct emuq_ranks *job)
{
    uint32_t started = 0;
    int rc = 0;
    while (rc == 0 && started < job->count) {
        struct emuq_rank_thread *rank = &job->rank[started];
        pthread_attr_t attr;
        rc = pthread_attr_init(&attr);
        if (rc == 0)
            rc = set_stack(&attr, started);
        if (rc == 0)
            rc = emuq_thread_create(rank->process, true, &rank->thread, &attr, rank_main, rank);
        pthread_attr_destroy(&attr);
        started += rc == 0;
    }
    move_gate(job, rc == 0 ? OPEN : CANCELLED);
    if (rc == 0)
        return 0;
    emuq_job_say(
        "no thread for rank %u of %u: %s; lower the number of ranks or EMUQ_STACK_SIZE, or raise the "
        "limits (ulimit -u, kernel.threads-max, vm.max_map_count)",
        started, job->count, strerror(rc));
    for (uint32_t i = 0; i < started; i++)
        pthread_join(job->rank[i].thread, NULL);
    return -rc;
}

/* Of two ranks' statuses, the worse is the greater. */
static int worse(int a, int b)
{
    return a > b ? a : b;
}

/* Waits for the main threads. @return the worst status. */
static int join_ranks(struct emuq_ranks *job)
{
    int worst = 0;
    for (uint32_t i = 0; i < job->count; i++) {
        struct emuq_rank_thread *rank = &job->rank[i];
        pthread_join(rank->thread, NULL);
        int status = __atomic_load_n(&rank->status, __ATOMIC_RELAXED);
        rank->process->status = status != NO_STATUS ? status : 0;
        worst = worse(worst, rank->process->status);
    }
    return worst;
}

static time_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

/* Whether a thread is left of a rank that lasts as long as its threads do. */
static bool some_rank_lasts(const struct emuq_ranks *job)
{
    for (uint32_t i = 0; i < job->count; i++)
        if (!emuq_process_ended(job->rank[i].process) && emuq_process_threads(job->rank[i].process) != 0)
            return true;
    return false;
}

/* Says which ranks have left threads. */
static void name_ranks_with_threads(const struct emuq_ranks *job)
{
    uint32_t ranks = 0;
    for (uint32_t i = 0; i < job->count; i++) {
        uint32_t threads = emuq_process_threads(job->rank[i].process);
        if (threads != 0 && ranks++ == 0)
            emuq_job_say(
                "rank %u: %u of its threads still run, %d seconds after its main function has ended; "
                "its partition stays in memory",
                i, threads, GRACE);
    }
    if (ranks > 1)
        emuq_job_say("%u more ranks have left threads", ranks - 1);
}

/* Waits for the other threads of all ranks. */
static void wait_for_threads(emuq_partition_t *p)
{
    time_t last = now();
    unsigned turns = 0;
    while (emuq_partition_threads(p) != 0) {
        if (some_rank_lasts(p->ranks)) {
            last = now();
        } else if (now() > last + GRACE) {
            name_ranks_with_threads(p->ranks);
            return;
        }
        emuq_relax(&turns);
    }
}

static int run_on(emuq_partition_t *p, emuq_main_t entry, int argc, char **argv)
{
    p->ranks = ranks_new(p, entry, argc, argv);
    if (p->ranks == NULL) {
        emuq_job_say("no memory for %u ranks", p->job.np);
        return -ENOMEM;
    }
    int rc = start_ranks(p->ranks);
    if (rc == 0)
        rc = join_ranks(p->ranks);
    wait_for_threads(p);
    return rc;
}

int emuq_run_threads(const emuq_job_t *job, emuq_main_t entry, int argc, char **argv)
{
    if (entry == NULL || argc < 0)
        return -EINVAL;
    int rc = emuq_job_begin();
    if (rc != 0)
        return rc;
    emuq_partition_t *p = NULL;
    rc = emuq_partition_open(job, &p);
    if (rc == 0)
        rc = run_on(p, entry, argc, argv);
    emuq_job_end(p);
    return rc;
}
