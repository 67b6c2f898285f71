/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A Linux process joins a partition as one of its ranks, before main(), and leaves it at exit(), when all
 * ranks have ended: linger.h. How it
 * learns which rank it is, and where the partition is, see bootstrap/; which of its memory the other ranks
 * can reach, share/.
 */
#include "kernel-shim/partition/member.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/clock.h"
#include "base/futex.h"
#include "base/written.h"
#include "hwi/include/common/emuq_wait.h"
#include "kernel-shim/bootstrap/bootstrap.h"
#include "kernel-shim/partition/deaths.h"
#include "kernel-shim/partition/report.h"
#include "kernel-shim/partition/say.h"
#include "kernel-shim/partition/rank_engine.h"
#include "kernel-shim/partition/bad_exit.h"
#include "kernel-shim/partition/kernel_variables.h"
#include "kernel-shim/partition/faults.h"
#include "kernel-shim/partition/linger.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/recording.h"
#include "kernel-shim/memory/memory.h"
#include "kernel-shim/partition/meet.h"
#include "kernel-shim/partition/stack_limit.h"
#include "kernel-shim/partition/threads.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"

static const emuq_bootstrap_t *method;

int emuq_is_rank(void)
{
    return emuq_joined_process != NULL;
}

/* Rank 0 reports BG_MAPCOMMONHEAP without effect. */
static void report_common_heap(const emuq_process_t *process)
{
    if (process->share_heap != 0 && process->rank == 0 && emuq_window_wants_common_heap())
        emuq_job_say("BG_MAPCOMMONHEAP has no effect: the heap is not shared. It is in programs of emuqcc "
                     "without sanitizers, with EMUQ_SHARE=all and an arena that is not small (EMUQ_ARENA)");
}

/* Puts static data and heap into the window of the process. What cannot be shared works too, only slower; or,
 * if the Message Units reach nothing else, is refused when the program wants to use it. */
static int share_memory(emuq_process_t *process)
{
    const emuq_arena_t *arena = process->node->partition->arena;
    emuq_backed_window_t window;
    int rc = emuq_arena_window(arena, emuq_member_number(process), &window);
    if (rc == -ENOSPC) { /* a small arena has no windows */
        emuq_local_memory = (emuq_shared_memory_t){.share_static = rc, .share_heap = rc};
        emuq_window_describe(process->space);
        process->share_static = process->share_heap = rc;
        report_common_heap(process);
        return 0;
    }
    if (rc != 0) {
        emuq_job_say("rank %u: cannot map its memory of the partition: %s", process->rank, strerror(-rc));
        return rc;
    }
    bool is_aperture = emuq_arena_backing(arena) != NULL;
    uint64_t most = process->space->count * EMUQ_GRANULE_BYTES / 2; /* the rest is for other memory */
    if (!is_aperture && window.bytes > most)
        window.bytes = most;
    emuq_window_share(&window, is_aperture);
    emuq_window_describe(process->space);
    if (!is_aperture)
        emuq_global_map(process->node->memory, arena, emuq_member_number(process) - process->t);
    process->share_static = emuq_local_memory.share_static;
    process->share_heap = emuq_local_memory.share_heap;
    report_common_heap(process);
    return 0;
}

#define JOIN_SECONDS 60                  /* that a leader waits at its end for ranks to join */
#define ENGINE_MS    10000               /* that it waits for its host engine */
#define SAY_NS       (EMUQ_NS_PER_S / 5) /* that a rank waits for what another one says */

/* Of ranks of a foreign launcher. */
static emuq_meeting_t meeting;

/* Whether a process is a rank that runs. One that has not emuq_joined_process is not waited for: it may
 * never. */
static bool is_running(const emuq_process_t *process)
{
    uint32_t state = __atomic_load_n(&process->state, __ATOMIC_ACQUIRE);
    return (state == EMUQ_RANK_JOINED || state == EMUQ_RANK_ENDED) && kill(process->pid, 0) == 0;
}

/* Process of a rank, NULL if it is on another host: then its process id means nothing here. */
static const emuq_process_t *process_here(const emuq_partition_t *p, uint32_t rank)
{
    const emuq_process_t *process = &p->process[p->process_of_rank[rank]];
    return emuq_node_is_here(p, process->node->number) ? process : NULL;
}

/* A device gives a partition to who asks for it, for as long as that process lives. */
static void await_others(const emuq_partition_t *p)
{
    unsigned turns = 0;
    for (uint32_t i = 0; i < p->job.np; i++) {
        const emuq_process_t *process = process_here(p, i);
        while (process != NULL && is_running(process))
            emuq_relax(&turns);
    }
}

/* The arena is memory of this process, and its path leads through it: it has to be there until every rank has
 * opened it. A rank that dies before has its job ended by its launcher; the limit is for launchers that do
 * not. */
static void await_joins(const emuq_partition_t *p)
{
    const uint64_t end = emuq_host_now_ns() + JOIN_SECONDS * EMUQ_NS_PER_S;
    unsigned turns = 0;
    for (uint32_t i = 0; i < p->job.np; i++) {
        const emuq_process_t *process = process_here(p, i);
        while (process != NULL && __atomic_load_n(&process->pid, __ATOMIC_ACQUIRE) == 0 &&
               emuq_host_now_ns() < end)
            emuq_relax(&turns);
    }
}

/* @return whether this rank is the first of its host that exits badly. If not, waits until that one has said
 * so, for a launcher that hears of this one may end that one. */
static bool is_first_bad_exit(emuq_partition_t *p)
{
    uint32_t said = EMUQ_BAD_EXIT_NOT_SAID;
    if (__atomic_compare_exchange_n(&p->bad_exit, &said, EMUQ_BAD_EXIT_IS_SAID, false, __ATOMIC_ACQUIRE,
                                    __ATOMIC_ACQUIRE))
        return true;
    /* Its acquire pairs with the release in say_bad_exit(), and in the host engine. */
    (void)emuq_futex_await(&p->bad_exit, EMUQ_BAD_EXIT_IS_SAID, SAY_NS);
    return false;
}

/* A foreign launcher ends the job without a word, or with one that names no rank. */
static void say_bad_exit(const emuq_process_t *self, int status)
{
    emuq_partition_t *p = self->node->partition;
    char host[HOST_NAME_MAX + 1] = "";
    if (!is_first_bad_exit(p))
        return;
    gethostname(host, sizeof host - 1);
    if (__atomic_load_n(&p->failed, __ATOMIC_RELAXED) == 0 &&
        __atomic_load_n(&p->ended, __ATOMIC_RELAXED) + 1 < p->job.np)
        emuq_job_say("rank %u (process %ld on %s) exited with status %d; ending the job (see "
                     "EMUQ_KILL_ON_BAD_EXIT)",
                     self->rank, (long)getpid(), host, status);
    emuq_futex_tell(&p->bad_exit, EMUQ_BAD_EXIT_SAID);
}

/* The job ends: nothing of this rank is waited for, and no rank waits for it. */
static void __attribute__((noreturn)) abandon(int status)
{
    fflush(NULL);
    emuq_job_recording_save(); /* if this process has made the partition */
    if (method != NULL && method->abort != NULL) {
        say_bad_exit(emuq_joined_process, status);
        emuq_fail_job(emuq_joined_process->node->partition);
        method->abort(status);
    }
    _exit(status);
}

/* At exit(), after the program's own handlers. */
static void leave(int status, void *unused)
{
    (void)unused;
    emuq_process_t *self = emuq_joined_process;
    if (getpid() != self->pid)
        return; /* a child that the rank has forked */
    if (emuq_exit_is_bad(status))
        abandon(status & 0xff);
    fflush(NULL);
    emuq_partition_retire(self);
    emuq_rank_end(self, status);
    if (meeting.made != NULL)
        await_joins(meeting.made);
    if (method != NULL && method->close != NULL)
        method->close();
    emuq_linger(self->node->partition, method == &emuq_bootstrap_launcher, emuq_rank_engine_is_open());
    emuq_rank_engine_end();
    emuq_partition_leave(self->node->partition, self->space);
    emuq_job_recording_save(); /* if this process has made the partition */
    __atomic_store_n(&self->state, EMUQ_RANK_LEFT, __ATOMIC_RELEASE);
    if (meeting.made != NULL && emuq_backend->memory != NULL)
        await_others(meeting.made);
    if (meeting.engine.pid != 0) /* it tells the other hosts that the ranks of this one have ended */
        (void)emuq_engine_await(&meeting.engine, ENGINE_MS);
    if (status == 0 && emuq_status_of_files(0) != 0)
        _exit(EXIT_FAILURE);
}

int emuq_member_join(emuq_partition_t *p, uint32_t rank)
{
    if (p == NULL || rank >= p->job.np) {
        emuq_job_say("rank %u: the partition has %u ranks; do not set EMUQ_PARTITION and EMUQ_RANK yourself",
                     rank, p != NULL ? p->job.np : 0);
        return -EINVAL;
    }
    emuq_process_t *process = &p->process[p->process_of_rank[rank]];
    int32_t owner = 0;
    if (!__atomic_compare_exchange_n(&process->pid, &owner, (int32_t)getpid(), false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE)) {
        emuq_job_say("process %d is rank %u already; a program that a rank starts can be no rank: unset "
                     "EMUQ_PARTITION "
                     "for it",
                     (int)owner, rank);
        return -EBUSY;
    }
    emuq_my_member = emuq_member_number(process);
    if (p->stops_dying)
        emuq_deaths_watch();
    emuq_job_faults_join();
    int rc = share_memory(process);
    if (rc != 0)
        return rc;
    /* Static too: where leak checkers look, which do not know the arena. */
    static void **spi_data;
    process->spi_data = spi_data = emuq_process_data_new();
    rc = spi_data != NULL ? emuq_partition_attach(p, process->node->number, emuq_rank_engine_callbacks())
                          : -ENOMEM;
    if (rc == 0)
        rc = emuq_rank_engine_begin(method != &emuq_bootstrap_launcher);
    if (rc != 0)
        return rc;
    emuq_joined_process = process;
    emuq_thread_enter(process, emuq_thread_place(process), true);
    __atomic_store_n(&process->state, EMUQ_RANK_JOINED, __ATOMIC_RELEASE);
    if (rank == 0)
        emuq_kernel_variables_report();
    return on_exit(leave, NULL) == 0 ? 0 : -ENOMEM;
}

/* Reports why the partition of another process cannot be mapped. */
static void report_no_partition(uint32_t rank, const char *path, int rc)
{
    const char *advice = "the ranks of a host must run for one user, and see each other's processes in /proc";
    if (access("/proc/self", F_OK) != 0)
        advice = "/proc is not mounted; ranks need /proc to open it";
    else if (rc == -EEXIST)
        advice =
            "another mapping of this process occupies its addresses, as of a sanitizer; link without it, "
            "or with the sanitizer that EMUQ was built for";
    else if (rc == -ENOMEM)
        advice = "raise the limit of address space (ulimit -v), or set EMUQ_ARENA=1G";
    emuq_job_say("rank %u: cannot open the partition at %s: %s; %s", rank, path, strerror(-rc), advice);
}

/* Maps the partition that another process of this host has made. */
static int attach(uint32_t rank, const char *path, emuq_partition_t **partition)
{
    emuq_arena_t *arena;
    emuq_backend = emuq_backends[emuq_setting_number(EMUQ_SETTING_BACKEND)];
    int rc = emuq_arena_attach(path, emuq_partition_layout(), &arena);
    if (rc == -EPROTO)
        emuq_job_say("rank %u: the partition at %s was made by another build of EMUQ, or with another "
                     "EMUQ_BACKEND; build the program again, or unset EMUQ_BACKEND for it",
                     rank, path);
    else if (rc != 0)
        report_no_partition(rank, path, rc);
    else
        *partition = emuq_arena_root(arena);
    return rc;
}

/* @return 0, or a negative errno after a message. */
static int join(void)
{
    uint32_t rank, ranks;
    int rc = method->open(&rank, &ranks);
    if (rc != 0)
        return rc;
    if (method->gather == NULL)
        snprintf(meeting.path, sizeof(meeting.path), "%s", getenv("EMUQ_PARTITION"));
    else
        rc = emuq_meet(method, rank, ranks, &meeting);
    emuq_partition_t *p = meeting.made;
    if (rc == 0 && p == NULL)
        rc = attach(rank, meeting.path, &p);
    if (rc == 0 && method->gather == NULL)
        rc = emuq_rank_engine_accept(p);
    return rc == 0 ? emuq_member_join(p, rank) : rc;
}

/* Defined by programs that are no rank: see launch.h. */
extern const int emuq_is_no_rank __attribute__((weak));

/* Programs with a wrapped main(); a weak reference does not pull it in. */
extern int __wrap_main(int argc, char **argv, char **envp) __attribute__((weak));

#define BAD_SETTINGS 2 /* exit status, as of a bad command line */

/* The backend that EMUQ_BACKEND names. Other settings are not read: emuq_settings_load() reports bad ones
 * when a job starts.
 */
static const emuq_backend_t *named_backend(void)
{
    const char *name = getenv("EMUQ_BACKEND");
    for (unsigned i = 0; name != NULL && i < EMUQ_BACKENDS; i++)
        if (strcmp(name, emuq_backends[i]->name) == 0)
            return emuq_backends[i];
    return emuq_backends[0];
}

/* The ranks will be threads of this process. What a program with a wrapped main() allocates before it, it may
 * use for messages; whether another program will run ranks at all is not known here. */
static int share_before_main(void)
{
    emuq_backing_t backing;
    const emuq_backend_t *backend = named_backend();
    if (__wrap_main == NULL || backend->memory == NULL)
        return 0;
    if (emuq_settings_load() != 0)
        _exit(BAD_SETTINGS);
    return emuq_window_of_threads(backend, &backing);
}

int emuq_member_before_main(void)
{
    bool is_rank = &emuq_is_no_rank == NULL;
    method = is_rank ? emuq_bootstrap_find() : &emuq_bootstrap_none;
    if (method == &emuq_bootstrap_none)
        return is_rank ? share_before_main() : 0;
    int rc = emuq_settings_load();
    if (rc == 0) {
        (void)emuq_stack_limit_raise(); /* what is not possible is said by emuq-run, or leaves the host's
                                           limit */
        emuq_stack_limit_threads();
        rc = join();
    }
    return rc == 0 ? 1 : rc;
}
