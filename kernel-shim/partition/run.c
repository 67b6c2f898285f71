/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Threads mode: the ranks of a job are threads of the calling process.
 *
 * A rank ends when its main function returns, and with that its process: the other threads of the rank get a
 * few seconds to notice (the machine would have killed them). A rank whose main thread calls pthread_exit()
 * ends with the last of its threads, as a process does.
 * What exit() does: partition/rank_exit.c.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/rank_memory.h"
#include "backends/settings.h"
#include "backends/modelled_time.h"
#include "base/clock.h"
#include "base/host_calls.h"
#include "base/written.h"
#include "hwi/include/common/emuq_wait.h"
#include "kernel-shim/partition/deaths.h"
#include "kernel-shim/partition/say.h"
#include "kernel-shim/partition/kernel_variables.h"
#include "kernel-shim/partition/bad_exit.h"
#include "kernel-shim/partition/current.h"
#include "kernel-shim/partition/shared_libraries.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/ranks.h"
#include "kernel-shim/partition/recording.h"
#include "kernel-shim/memory/memory.h"
#include "kernel-shim/partition/threads.h"

/* Seconds that threads of ended ranks get. */
#define GRACE 3

/* What ranks get after one has exited badly, before they are ended: when all give up together, each can still
 * say why, and none has to be ended. */
#define BAD_EXIT_GRACE_NS EMUQ_NS_PER_S

static bool wait_at_gate(struct emuq_ranks *job)
{
    emuq_host_mutex_lock(&job->lock);
    while (job->gate == EMUQ_GATE_CLOSED)
        emuq_host_cond_wait(&job->moved, &job->lock);
    bool open = job->gate == EMUQ_GATE_OPEN;
    emuq_host_mutex_unlock(&job->lock);
    return open;
}

static void move_gate(struct emuq_ranks *job, enum emuq_gate gate)
{
    emuq_host_mutex_lock(&job->lock);
    job->gate = gate;
    emuq_host_cond_broadcast(&job->moved);
    emuq_host_mutex_unlock(&job->lock);
}

static uint32_t others_running(const struct emuq_rank_thread *rank)
{
    uint32_t running = 0;
    for (uint32_t i = 0; i < rank->job->count; i++)
        running += &rank->job->rank[i] != rank && !emuq_process_ended(rank->job->rank[i].process);
    return running;
}

/* The first rank that exits badly ends those that still run some time later, if the program is the job. */
static void end_process_if_bad(const struct emuq_rank_thread *rank)
{
    static bool ends; /* written by any rank; nothing goes with it */
    int status = __atomic_load_n(&rank->exit.status, __ATOMIC_RELAXED);
    if (!emuq_bad_exit_ends_process || status == EMUQ_NO_STATUS || !emuq_exit_is_bad(status) ||
        __atomic_exchange_n(&ends, true, __ATOMIC_RELAXED))
        return;
    uint64_t deadline = emuq_host_now_ns() + BAD_EXIT_GRACE_NS;
    uint32_t running;
    while ((running = others_running(rank)) > 0 && emuq_host_now_ns() < deadline)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    if (running == 0)
        return;
    emuq_job_say(
        "rank %u exited with status %d; ending the %u ranks that still run (see EMUQ_KILL_ON_BAD_EXIT)",
        (uint32_t)(rank - rank->job->rank), status, running);
    fflush(NULL);
    emuq_job_recording_save();
    if (emuq_backend->failing != NULL)
        emuq_backend->failing();
    _exit(status);
}

/* A child that the rank has forked may return from main(), too. */
static void rank_run(struct emuq_rank_thread *rank)
{
    int status = rank->job->entry(rank->job->argc, rank->argv);
    if (rank->exit.pid != getpid())
        exit(status);
    emuq_rank_exit_with(&rank->exit, status);
}

static void rank_body(struct emuq_rank_thread *rank)
{
    bool runs = wait_at_gate(rank->job);
    if (runs) {
        emuq_partition_begin(rank->process);
        emuq_rank_data_construct(rank->job->argc, rank->argv, environ);
    }
    if (runs && setjmp(rank->exit.start) == 0)
        rank_run(rank);
    emuq_thread_self.is_main = false; /* the frame is gone */
    if (runs)
        emuq_partition_end(rank->process);
    end_process_if_bad(rank);
    emuq_partition_retire(rank->process);
    /* Release: pairs with the acquire in emuq_process_ended(). */
    __atomic_store_n(&rank->process->ended, true, __ATOMIC_RELEASE);
}

/* Also when the main thread ends by pthread_exit(). */
static void main_over(void *argument)
{
    struct emuq_ranks *job = ((struct emuq_rank_thread *)argument)->job;
    emuq_host_mutex_lock(&job->lock);
    if (++job->over == job->count)
        emuq_host_cond_signal(&job->ended);
    emuq_host_mutex_unlock(&job->lock);
}

static void *rank_main(void *argument)
{
    pthread_cleanup_push(main_over, argument);
    rank_body(argument);
    pthread_cleanup_pop(1);
    return NULL;
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
    move_gate(job, rc == 0 ? EMUQ_GATE_OPEN : EMUQ_GATE_CANCELLED);
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

/* Waits for the main threads: for all before any is joined, because that takes its stack away. @return the
 * worst status. */
static int join_ranks(struct emuq_ranks *job)
{
    int worst = 0;
    emuq_host_mutex_lock(&job->lock);
    while (job->over < job->count)
        emuq_host_cond_wait(&job->ended, &job->lock);
    emuq_host_mutex_unlock(&job->lock);
    for (uint32_t i = 0; i < job->count; i++) {
        struct emuq_rank_thread *rank = &job->rank[i];
        pthread_join(rank->thread, NULL);
        int status = __atomic_load_n(&rank->exit.status, __ATOMIC_RELAXED);
        rank->process->status = status != EMUQ_NO_STATUS ? status : 0;
        worst = worse(worst, rank->process->status);
    }
    return worst;
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
    uint64_t last = emuq_host_now_ns();
    unsigned turns = 0;
    while (emuq_partition_threads(p) != 0) {
        if (some_rank_lasts(p->ranks)) {
            last = emuq_host_now_ns();
        } else if (emuq_host_now_ns() > last + GRACE * EMUQ_NS_PER_S) {
            name_ranks_with_threads(p->ranks);
            return;
        }
        emuq_relax(&turns);
    }
}

/* Each rank gets a heap, at the same addresses. */
static void open_rank_heaps(const emuq_partition_t *p)
{
    uint64_t most = emuq_rank_data_heap_bytes();
    if (most == 0) {
        emuq_job_say(
            "the %u ranks share one heap, so malloc() returns other addresses in each: there are too "
            "few physical addresses for heaps; use fewer ranks or smaller static data",
            p->job.np);
        return;
    }
    int rc = emuq_rank_heap_open(p->job.np, most);
    if (rc != 0)
        emuq_job_say(
            "the %u ranks share one heap, so malloc() returns other addresses in each, because no heaps "
            "of at most %llu MiB can be made: %s; use fewer ranks, allocate less in constructors, or raise "
            "ulimit -v "
            "and ulimit -f",
            p->job.np, (unsigned long long)(most >> 20), strerror(-rc));
}

/* Where ranks run one at a time, each can have static data of its own. A program that starts its ranks itself
 * knows that they are threads.
 * @return 0, or -ENOSPC after a message: the physical memory that Message Units address is too small */
static int open_rank_data(const emuq_partition_t *p)
{
    if (emuq_waits == NULL || emuq_library_sections == NULL)
        return 0;
    if (emuq_rank_copies_open() != 0) /* a single rank has a heap that a child would share, too */
        emuq_job_say("no memory for what fork() needs; children of ranks share their static data and heap");
    if (p->job.np == 1)
        return 0;
    int rc = emuq_rank_data_open(p->job.np);
    if (rc == -ENOSPC) {
        emuq_job_say(
            "%u ranks are too many for one process: Message Units reach the static data of at most %u "
            "ranks of this program; use fewer ranks or smaller static data",
            p->job.np, emuq_rank_data_most());
        return rc;
    }
    if (rc == -ENOTSUP)
        emuq_job_say("the %u ranks share the program's static data, which cannot be told from EMUQ's; link "
                     "the program with the shared C library, and without a sanitizer",
                     p->job.np);
    else if (rc != 0)
        emuq_job_say("the %u ranks share the program's static data, because no copies can be made: %s; use "
                     "fewer ranks or raise ulimit -v",
                     p->job.np, strerror(-rc));
    else
        open_rank_heaps(p);
    if (rc == 0)
        emuq_shared_libraries_watch(p->job.np);
    return 0;
}

static int run_on(emuq_partition_t *p, emuq_main_t entry, int argc, char **argv)
{
    p->ranks = emuq_ranks_new(p, entry, argc, argv);
    if (p->ranks == NULL) {
        emuq_job_say("no memory for %u ranks", p->job.np);
        return -ENOMEM;
    }
    int rc = open_rank_data(p);
    if (rc != 0)
        return rc;
    rc = start_ranks(p->ranks);
    if (rc == 0)
        rc = join_ranks(p->ranks);
    wait_for_threads(p);
    emuq_shared_libraries_report();
    emuq_rank_data_close();
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
    emuq_deaths_watch(); /* before a backend that chains to the handler of SIGTRAP */
    rc = emuq_partition_open(job, &p);
    emuq_kernel_variables_report();
    if (rc == 0)
        rc = run_on(p, entry, argc, argv);
    emuq_job_end(p);
    return emuq_status_of_files(rc);
}
