/* SPDX-License-Identifier: BSD-3-Clause */
/* The partition of the calling thread, and Linux processes that join a partition as ranks before main(). A
 * process uses one partition at a time: of a job, or the default partition of one node for threads outside
 * any job. */
#include "kernel-shim/partition/join.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/lock.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/text.h"
#include "hwi/include/common/emuq_mmio.h"
#include "hwi/include/common/emuq_wait.h"
#include "emuq/join.h"
#include "kernel-shim/bootstrap/bootstrap.h"
#include "kernel-shim/memory/memory.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/rank_engine.h"
#include "kernel-shim/partition/rank_exit.h"
#include "kernel-shim/partition/report.h"
#include "kernel-shim/partition/threads.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"

static const emuq_bootstrap_t *method;

int emuq_is_rank(void)
{
    return emuq_joined_process != NULL;
}

/* Without sharing, messages are slower, or rejected. */
static int join_share_memory(emuq_process_t *process)
{
    const emuq_arena_t *arena = process->node->partition->arena;
    const bool is_aperture = emuq_arena_backing(arena) != NULL;
    /* Half of the granules remain for other memory. */
    const uint64_t most = process->space->count * EMUQ_GRANULE_BYTES / 2;
    emuq_backed_window_t window;
    int rc = emuq_arena_window(arena, emuq_member_number(process), &window);
    if (rc != 0 && rc != -ENOSPC) {
        emuq_log("rank %u: cannot map its memory of the partition: %s", process->rank, strerror(-rc));
        return rc;
    }
    if (rc == 0 && !is_aperture && window.bytes > most)
        window.bytes = most;
    if (rc == 0)
        emuq_window_share(&window, is_aperture);
    else /* small arenas have no windows */
        emuq_local_memory = (emuq_shared_memory_t){.share_static = rc, .share_heap = rc};
    emuq_window_describe(process->space);
    if (rc == 0 && !is_aperture)
        emuq_global_map(process->node->memory, arena, emuq_member_number(process) - process->t);
    process->share_static = emuq_local_memory.share_static;
    process->share_heap = emuq_local_memory.share_heap;
    if (process->share_heap != 0 && process->rank == 0 && emuq_window_wants_common_heap())
        emuq_log("BG_MAPCOMMONHEAP has no effect: the heap is not shared. Build with emuqcc and without "
                 "sanitizers, and set EMUQ_SHARE=all and a larger EMUQ_ARENA");
    return 0;
}

#define JOIN_SECONDS 60                  /* timeout of a leader's wait for ranks to join */
#define ENGINE_MS    10000               /* timeout of a leader's wait for its engine */
#define REPORT_NS    (EMUQ_NS_PER_S / 5) /* timeout of a wait for the message of another rank */

static emuq_wireup_t wireup;

/* Whether a process has joined as a rank and runs */
static bool join_is_running(const emuq_process_t *process)
{
    uint32_t state = AO_int_load_acquire(&process->state);
    return (state == EMUQ_RANK_JOINED || state == EMUQ_RANK_ENDED) && kill(process->pid, 0) == 0;
}

static bool join_has_not_joined(const emuq_process_t *process)
{
    return AO_int_load_acquire(&process->pid) == 0;
}

/* Waits while @p is_awaited holds for a rank of this host, until host time @p end (ns). */
static void join_await(const emuq_partition_t *p, bool (*is_awaited)(const emuq_process_t *), uint64_t end)
{
    unsigned spins = 0;
    for (uint32_t i = 0; i < p->job.np; i++) {
        const emuq_process_t *process = &p->process[p->process_of_rank[i]];
        while (emuq_node_is_here(p, process->node->number) && is_awaited(process) && emuq_host_now_ns() < end)
            emuq_relax(&spins);
    }
}

/* Claims the message about a bad exit for the first such rank of this host. Later ranks wait for the message
 * of the first: the launcher may kill all ranks. @return whether this rank is the first */
static bool join_is_first_bad_exit(emuq_partition_t *p)
{
    if (AO_int_compare_and_swap_acquire(&p->bad_exit, EMUQ_BAD_EXIT_UNREPORTED, EMUQ_BAD_EXIT_REPORTING))
        return true;
    /* Its acquire pairs with the release in join_report_bad_exit(), and in the host engine. */
    (void)emuq_futex_await(&p->bad_exit, EMUQ_BAD_EXIT_REPORTING, REPORT_NS);
    return false;
}

/* Reports the rank, which external launchers do not name. */
static void join_report_bad_exit(const emuq_process_t *self, int status)
{
    emuq_partition_t *p = self->node->partition;
    char host[HOST_NAME_MAX + 1] = "";
    if (!join_is_first_bad_exit(p))
        return;
    gethostname(host, sizeof host - 1);
    if (AO_int_load(&p->failed) == 0 && AO_int_load(&p->ended) + 1 < p->job.np)
        emuq_log("rank %u (process %ld on %s) exited with status %d; ending the job (see "
                 "EMUQ_KILL_ON_BAD_EXIT)",
                 self->rank, (long)getpid(), host, status);
    emuq_futex_store_wake(&p->bad_exit, EMUQ_BAD_EXIT_REPORTED);
}

static void __attribute__((noreturn)) join_abandon(int status)
{
    fflush(NULL);
    if (EMUQ_HAVE_TRACE)
        emuq_job_recording_save(); /* if this process has made the partition */
    if (method != NULL && method->abort != NULL) {
        join_report_bad_exit(emuq_joined_process, status);
        emuq_fail_job(emuq_joined_process->node->partition);
        method->abort(status);
    }
    _exit(status);
}

static void join_leave(int status, void *unused)
{
    (void)unused;
    emuq_process_t *self = emuq_joined_process;
    if ((uint32_t)getpid() != self->pid)
        return; /* forked child of the rank */
    emuq_flag_store(&self->is_ending, true);
    if (emuq_exit_is_bad(status))
        join_abandon(status & 0xff);
    fflush(NULL);
    emuq_partition_retire(self);
    emuq_rank_end(self, status);
    if (wireup.made != NULL) /* the arena's path leads through this process; a rank may have died */
        join_await(wireup.made, join_has_not_joined, emuq_host_now_ns() + JOIN_SECONDS * EMUQ_NS_PER_S);
    if (method != NULL && method->close != NULL)
        method->close();
    emuq_rank_await_job(self->node->partition, method == &emuq_bootstrap_launcher,
                        EMUQ_HAVE_HOSTS && emuq_rank_engine_is_open());
    if (EMUQ_HAVE_HOSTS)
        emuq_rank_engine_end();
    emuq_partition_leave(self->node->partition, self->space);
    if (EMUQ_HAVE_TRACE)
        emuq_job_recording_save();
    AO_int_store_release(&self->state, EMUQ_RANK_LEFT);
    /* A device frees a partition when the process that has requested it exits. */
    if (wireup.made != NULL && emuq_backend->machine->memory != NULL)
        join_await(wireup.made, join_is_running, UINT64_MAX);
    if (EMUQ_HAVE_HOSTS && wireup.engine.pid != 0) /* the engine reports the end of this host's ranks */
        (void)emuq_engine_await(&wireup.engine, ENGINE_MS);
    if (status == 0 && emuq_exit_status(0) != 0)
        _exit(EXIT_FAILURE);
}

/* Variables without effect, without the prefix BG_. */
static const char ignored_variables[] =
    "PERSISTMEMRESET THREADMODEL MAPNOALIASES MAPALIGN16 LOCALFSSIZE MAINSTACKSIZE STACKGUARDENABLE "
    "STACKGUARDSIZE APPAGENTCOMM APPAGENT AGENTCOMMHEAPSIZE AGENTHEAPSIZE DISTRIBUTEDMAPFILE "
    "COLLECTIVELOAD TERMCHECK MURESET CRC_EXCHANGE SIMULATE_CRC_EXCHANGE_ERROR PROCESSESPERNODE NP "
    "ALLOW_CACHELINE_LOCKING COREDUMPAGENTENABLED COREDUMPBINARY COREDUMPCONCURRENT COREDUMPDISABLED "
    "COREDUMPFILEPREFIX COREDUMPFPR COREDUMPGPR COREDUMPINTCOUNT COREDUMPMAXNODES COREDUMPONERROR "
    "COREDUMPONEXIT COREDUMPPATH COREDUMPPERS COREDUMPRANK COREDUMPREGS COREDUMPSCOPE COREDUMPSPR "
    "COREDUMPSTACK COREDUMPTLBS COREDUMP_MAILBOX DEBUGREGSYSCALLSENABLED DISABLESHAREDTEXT EEPRIORITY "
    "INTERPRETER IPIMESSAGEPOLL IULLAVOIDDELAY IULLAVOIDPERIOD JITTERBUG L2LOCK_CLEAR_SET "
    "L2LOCK_L1_ONLY L2_OVERLOCK_THRESHOLD LLBCHECK MAXALIGNEXP POWERMGMTDDRTHROTTLE POWERMGMTDUR "
    "POWERMGMTPERIOD SIMPLEROLLBACK SNAPSHOTRATE SYSIODLOGFUNCTIONSHIPERRORS SYSIODLOGJOBSTATISTICS "
    "SYSIODPOSIXMODE TRACE";

void emuq_kernel_variables_report(void)
{
    char name[64], list[320];
    emuq_text_t text = emuq_text(list, sizeof(list));
    unsigned count = 0;
    for (const char *at = ignored_variables; *at != '\0'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");
        snprintf(name, sizeof(name), "BG_%.*s", (int)length, at);
        at += length;
        if (getenv(name) != NULL)
            emuq_text_add(&text, "%s%s", count++ != 0 ? ", " : "", name);
    }
    if (count != 0)
        emuq_log("%u variable%s of the machine's kernel %s no effect here: %s", count, count == 1 ? "" : "s",
                 count == 1 ? "has" : "have", list);
}

/* Claims a rank for this Linux process. @return NULL after printing an error */
static emuq_process_t *join_claim(emuq_partition_t *p, uint32_t rank, bool is_launched, int *error)
{
    *error = -EINVAL;
    if (p == NULL || rank >= p->job.np) {
        emuq_log("rank %u: the partition has %u ranks%s", rank, p != NULL ? p->job.np : 0,
                 is_launched ? "; do not set EMUQ_PARTITION and EMUQ_RANK yourself" : "");
        return NULL;
    }
    emuq_process_t *process = &p->process[p->process_of_rank[rank]];
    uint32_t owner = AO_int_fetch_compare_and_swap_full(&process->pid, 0, (uint32_t)getpid());
    if (owner == 0)
        return process;
    *error = -EBUSY;
    emuq_log("process %d is rank %u already; %s", (int)owner, rank,
             is_launched ? "programs started by a rank cannot be ranks: unset EMUQ_PARTITION for them"
                         : "each process needs a rank of its partition, see emuq_join()");
    return NULL;
}

/* Attaches to the Message Units of a claimed rank with shared memory. */
static int join_enter(emuq_partition_t *p, emuq_process_t *process)
{
    /* Also in a static variable: leak checkers do not scan the arena. */
    static void **spi_data;
    process->spi_data = spi_data = emuq_process_data_new();
    int rc = spi_data != NULL ? emuq_partition_attach(p, process->node->number,
                                                      EMUQ_HAVE_HOSTS ? emuq_rank_engine_callbacks() : NULL)
                              : -ENOMEM;
    if (EMUQ_HAVE_HOSTS && rc == 0)
        rc = emuq_rank_engine_begin(method != &emuq_bootstrap_launcher);
    if (rc != 0)
        return rc;
    /* Permits copies by all processes where the kernel checks. */
    (void)prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    /* Release: pairs with the acquire in emuq_elsewhere_find(). */
    AO_int_store_release(&process->space->process, (uint32_t)getpid());
    emuq_joined_process = process;
    emuq_thread_enter(process, emuq_thread_assign_processor(process), true);
    AO_int_store_release(&process->state, EMUQ_RANK_JOINED);
    if (process->rank == 0)
        emuq_kernel_variables_report();
    return 0;
}

int emuq_member_join(emuq_partition_t *p, uint32_t rank)
{
    int rc;
    emuq_process_t *process = join_claim(p, rank, true, &rc);
    if (process == NULL)
        return rc;
    emuq_my_member = emuq_member_number(process);
    emuq_fatal_signals_install(p->stop_on_fatal_signal);
    emuq_memory_fail(p->failing_allocation);
    rc = join_share_memory(process);
    if (rc == 0)
        rc = join_enter(p, process);
    if (rc != 0)
        return rc;
    return on_exit(join_leave, NULL) == 0 ? 0 : -ENOMEM;
}

/* @return NULL after printing an error: all ranks have been used */
static emuq_process_t *join_claim_any(emuq_partition_t *p)
{
    for (uint32_t rank = 0; rank < p->job.np; rank++) {
        emuq_process_t *process = &p->process[p->process_of_rank[rank]];
        if (AO_int_compare_and_swap_full(&process->pid, 0, (uint32_t)getpid()))
            return process;
    }
    emuq_log("process %ld cannot join a partition: its %u ranks have all been used; end the process that has "
             "made it, or set EMUQ_NP to more",
             (long)getpid(), p->job.np);
    return NULL;
}

/* Shares the window itself, at its address. */
static int join_share_window(emuq_process_t *process, emuq_backed_window_t *window)
{
    int rc = emuq_arena_window(process->node->partition->arena, emuq_member_number(process), window);
    if (rc != 0) {
        emuq_log("rank %u: cannot map its memory of the partition: %s; set a larger EMUQ_ARENA",
                 process->rank, strerror(-rc));
        return rc;
    }
    /* Half of the granules remain for memory of the program. */
    uint64_t most = process->space->count * EMUQ_GRANULE_BYTES / 2;
    window->bytes = window->bytes < most ? window->bytes : most;
    emuq_window_describe_alone(process->space, window);
    process->space->is_leavable = true;
    process->share_static = process->share_heap = -ECANCELED;
    return 0;
}

int emuq_member_join_late(emuq_partition_t *p, uint32_t rank, emuq_backed_window_t *window)
{
    int rc = -ENOSPC;
    emuq_process_t *process = rank == EMUQ_ANY_RANK ? join_claim_any(p) : join_claim(p, rank, false, &rc);
    if (process == NULL)
        return rc;
    emuq_my_member = emuq_member_number(process);
    emuq_joined_late = true;
    rc = join_share_window(process, window);
    if (rc == 0)
        rc = join_enter(p, process);
    if (rc != 0) {
        emuq_joined_late = false;
        AO_int_store_release(&process->pid, 0);
    }
    return rc;
}

void emuq_member_leave_late(emuq_process_t *self, int status, const emuq_bootstrap_t *launcher)
{
    emuq_partition_t *p = self->node->partition;
    emuq_flag_store(&self->is_ending, true);
    emuq_partition_retire(self);
    emuq_rank_end(self, status);
    if (launcher != NULL && launcher->close != NULL)
        launcher->close();
    bool is_distributed = EMUQ_HAVE_HOSTS && p->placement.hosts > 1;
    /* After an error the process exits at once, so that its launcher ends the job. */
    if (is_distributed && status == 0) { /* the engine's connections must not end before */
        emuq_rank_await_job(p, false, emuq_rank_engine_is_open());
        emuq_rank_engine_end();
    }
    if (!is_distributed || status == 0) { /* else an engine of this process may run */
        emuq_partition_leave(p, self->space);
        emuq_process_lost(self); /* cards: messages to it end */
    }
    if (EMUQ_HAVE_TRACE)
        emuq_job_recording_save();
    AO_int_store_release(&self->state, EMUQ_RANK_LEFT);
}

static void join_report_no_partition(uint32_t rank, const char *path, int rc)
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
    emuq_log("rank %u: cannot open the partition at %s: %s; %s", rank, path, strerror(-rc), advice);
}

int emuq_join_attach(uint32_t rank, const char *path, emuq_partition_t **partition)
{
    emuq_arena_t *arena;
    emuq_backend = emuq_backends[emuq_setting_number(EMUQ_SETTING_BACKEND)];
    int rc = emuq_arena_attach(path, emuq_partition_layout(), &arena);
    if (rc == -EPROTO)
        emuq_log("rank %u: the partition at %s was made by another build of EMUQ, or with another "
                 "EMUQ_BACKEND; build the program again, or unset EMUQ_BACKEND for it",
                 rank, path);
    else if (rc != 0)
        join_report_no_partition(rank, path, rc);
    else
        *partition = emuq_arena_root(arena);
    return rc;
}

static int join_partition(void)
{
    uint32_t rank, ranks;
    int rc = method->open(&rank, &ranks);
    if (rc != 0)
        return rc;
    if (method->gather == NULL)
        snprintf(wireup.path, sizeof(wireup.path), "%s", getenv("EMUQ_PARTITION"));
    else
        rc = emuq_wireup(method, rank, ranks, &wireup);
    emuq_partition_t *p = wireup.made;
    if (rc == 0 && p == NULL)
        rc = emuq_join_attach(rank, wireup.path, &p);
    if (EMUQ_HAVE_HOSTS && rc == 0 && method->gather == NULL)
        rc = emuq_rank_engine_accept(p);
    return rc == 0 ? emuq_member_join(p, rank) : rc;
}

/* Defined by EMUQ_IS_NO_RANK (launch.h). */
extern const int emuq_is_no_rank __attribute__((weak));

/* Defined with a wrapped main(); weak: not linked in by this reference. */
extern int __wrap_main(int argc, char **argv, char **envp) __attribute__((weak));

#define BAD_SETTINGS 2 /* exit status, as for an invalid command line of emuq-run */

/* @return the backend of EMUQ_BACKEND. emuq_settings_load() reports wrong settings later, when a job
 * starts. */
static const emuq_backend_t *join_named_backend(void)
{
    const char *name = getenv("EMUQ_BACKEND");
    for (unsigned i = 0; name != NULL && i < EMUQ_BACKENDS; i++)
        if (strcmp(name, emuq_backends[i]->name) == 0)
            return emuq_backends[i];
    return emuq_backends[0];
}

/* Threads mode: a program with a wrapped main() may allocate message memory before main(). */
static int join_share_before_main(void)
{
    emuq_backing_t backing;
    const emuq_backend_t *backend = join_named_backend();
    if (__wrap_main == NULL || backend->machine->memory == NULL)
        return 0;
    if (emuq_settings_load() != 0)
        _exit(BAD_SETTINGS);
    return emuq_window_of_threads(backend, &backing);
}

/* Joins a partition if this process is a rank. @return 1: it is a rank; 0: it is not; or a negative errno
 * after printing an error */
static int join_if_rank(void)
{
    bool is_rank = &emuq_is_no_rank == NULL;
    method = is_rank ? emuq_bootstrap_find() : &emuq_bootstrap_none;
    if (method == &emuq_bootstrap_none)
        return is_rank ? join_share_before_main() : 0;
    int rc = emuq_settings_load();
    if (rc == 0) {
        (void)emuq_stack_limit_raise(); /* emuq-run reports a failure; otherwise the host's limit stays */
        emuq_stack_limit_threads();
        rc = join_partition();
    }
    return rc == 0 ? 1 : rc;
}

/* Guards default_partition, former_partition, job_runs and job_has_run, and the membership of the default
 * partition */
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static emuq_partition_t *default_partition;
static emuq_partition_t *former_partition; /* the job is over, but has threads left */
static bool job_runs, job_has_run;

/* Closes the former partition if its threads have left. @return 0 or -EBUSY */
static int partition_close_former(void)
{
    if (former_partition == NULL)
        return 0;
    if (emuq_partition_threads(former_partition) != 0)
        return -EBUSY;
    emuq_partition_close(former_partition);
    former_partition = NULL;
    return 0;
}

static int default_partition_open(void)
{
    if (default_partition != NULL)
        return 0;
    if (EMUQ_HAVE_TRACE)
        emuq_job_recording_keep(job_has_run);
    int rc = emuq_partition_open(NULL, &default_partition);
    if (EMUQ_HAVE_TRACE)
        emuq_job_recording_keep(false);
    return rc;
}

/* @return NULL, or why the default partition cannot be made */
static const char *default_partition_make(void)
{
    if (emuq_joined_process != NULL)
        return NULL;
    if (job_runs)
        return "a thread that belongs to no rank used the kernel while a job runs; create it in a rank";
    if (partition_close_former() != 0)
        return "threads of a former job are still running; end them before main() ends";
    if (default_partition_open() != 0)
        return "the one-node partition of a program outside any job cannot be made";
    return NULL;
}

/* Out of line: every kernel call contains emuq_process_self(). */
static __attribute__((noinline)) void default_partition_join(void)
{
    emuq_host_mutex_lock(&state_lock);
    const char *problem = default_partition_make();
    if (problem == NULL) {
        emuq_process_t *process = emuq_joined_process;
        if (process == NULL)
            process = default_partition->process;
        emuq_thread_enter(process, emuq_thread_assign_processor(process), false);
    }
    emuq_host_mutex_unlock(&state_lock);
    if (problem != NULL) {
        emuq_log("%s", problem);
        exit(EXIT_FAILURE);
    }
}

emuq_process_t *emuq_process_self(void)
{
    if (__builtin_expect(emuq_thread_self.process == NULL, 0))
        default_partition_join();
    return emuq_thread_self.process;
}

/* AddressSanitizer has its shadow memory at the addresses of registers. */
extern void __asan_init(void) __attribute__((weak));

/* Hook of emuq_mmio before the first kernel call: makes the default partition. @return the register; NULL:
 * the program has mapped that address */
static volatile uint64_t *default_partition_first_register(uint64_t physical_address)
{
    if (__asan_init == NULL && emuq_is_mapped((const void *)(uintptr_t)physical_address, sizeof(uint64_t)))
        return NULL;
    (void)emuq_process_self();
    return emuq_mmio.access.map != default_partition_first_register ? emuq_mmio.access.map(physical_address)
                                                                    : NULL;
}

/* No member but the caller may be left. */
static int default_partition_retire(void)
{
    if (default_partition == NULL)
        return 0;
    bool is_member = emuq_thread_self.process == default_partition->process;
    uint64_t users = emuq_partition_threads(default_partition) - is_member;
    if (users != 0) {
        emuq_log("cannot run ranks: %llu other threads use the kernel outside any job; end them first",
                 (unsigned long long)users);
        return -EBUSY;
    }
    emuq_thread_leave();
    emuq_partition_close(default_partition);
    default_partition = NULL;
    return 0;
}

int emuq_job_begin(void)
{
    if (emuq_joined_process != NULL) {
        emuq_log("this process is rank %u of a job already: it cannot run ranks as threads",
                 emuq_joined_process->rank);
        return -EBUSY;
    }
    emuq_host_mutex_lock(&state_lock);
    int rc = job_runs ? -EBUSY : partition_close_former();
    if (rc != 0 && !job_runs)
        emuq_log("cannot run ranks: threads of the previous job are still running");
    if (rc == 0)
        rc = default_partition_retire();
    if (rc == 0)
        job_runs = job_has_run = true;
    emuq_host_mutex_unlock(&state_lock);
    return rc;
}

void emuq_job_end(emuq_partition_t *partition)
{
    emuq_host_mutex_lock(&state_lock);
    if (partition != NULL) {
        former_partition = partition;
        partition_close_former();
    }
    job_runs = false;
    emuq_host_mutex_unlock(&state_lock);
}

/* Early: constructors of the program's objects may use shared memory. */
__attribute__((constructor(200))) static void join_before_main(void)
{
    int rc = join_if_rank();
    if (rc < 0)
        _exit(EXIT_FAILURE);
    if (rc == 0)
        emuq_mmio.access.map = default_partition_first_register;
}
