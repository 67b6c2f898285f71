/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads mode: the ranks of a job are threads of the calling process. */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backends/rank_memory.h"
#include "backends/settings.h"
#include "backends/modelled_time.h"
#include "base/host_calls.h"
#include "base/text.h"
#include "base/process.h"
#include "hwi/include/common/emuq_wait.h"
#include "kernel-shim/memory/memory.h"
#include "kernel-shim/partition/join.h"
#include "kernel-shim/partition/partition.h"
#include "kernel-shim/partition/rank_exit.h"
#include "kernel-shim/partition/report.h"
#include "kernel-shim/partition/threads.h"

#define START_FILES_DATA 8u /* size of __dso_handle */
#define START_FILES_BSS  8u /* a flag of one byte, padded */
#define NAMED_MOST       64u
#define NAME_BYTES       256u

/* Prefixes of names of libraries whose data belong to the process: locks, caches, streams */
static const char *const system_libraries[] = {
    "ld-",        "ld64",        "libc.",      "libm.",        "libmvec.",     "libdl.",
    "librt.",     "libpthread",  "libresolv.", "libnss_",      "libutil.",     "libanl.",
    "libgcc_s.",  "libstdc++.",  "libc++",     "libgfortran.", "libquadmath.", "libgomp.",
    "libatomic.", "libmimalloc", "libhwloc.",  "libfabric.",   "libudev.",     "libpmix.",
    "libnuma.",   "libcap.",     "libsodium.", "libemuq",      "linux-vdso",   "linux-gate"};

static struct {
    unsigned ranks; /* 0: no reports */
    unsigned long long loads;
    bool is_busy; /* atomic; a thread scans the list */
    unsigned named;
    char name[NAMED_MOST][NAME_BYTES];
} watch;

static bool libraries_is_system(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash != NULL ? slash + 1 : path;
    for (size_t i = 0; i < sizeof system_libraries / sizeof *system_libraries; i++)
        if (strncmp(name, system_libraries[i], strlen(system_libraries[i])) == 0)
            return true;
    return false;
}

/* @return bytes of variables in a section, without the compiler's start files, which segments do not show */
static uint64_t libraries_variables(const ElfW(Shdr) * section, const char *name)
{
    bool is_bss = strcmp(name, ".bss") == 0;
    if (strcmp(name, ".data") == 0)
        return section->sh_size > START_FILES_DATA ? section->sh_size : 0;
    if (is_bss && section->sh_addralign <= 1 && section->sh_size <= START_FILES_BSS)
        return 0;
    return is_bss || strcmp(name, ".tm_clone_table") == 0 ? section->sh_size : 0;
}

static uint64_t libraries_variables_of(const char *file, size_t bytes)
{
    const ElfW(Ehdr) *header = (const void *)file;
    uint64_t sum = 0;
    if (bytes < sizeof *header || memcmp(file, ELFMAG, SELFMAG) != 0 ||
        header->e_shentsize != sizeof(ElfW(Shdr)) || header->e_shoff > bytes ||
        header->e_shnum > (bytes - header->e_shoff) / sizeof(ElfW(Shdr)) ||
        header->e_shstrndx >= header->e_shnum)
        return 0;
    const ElfW(Shdr) *section = (const void *)(file + header->e_shoff);
    const ElfW(Shdr) *names = &section[header->e_shstrndx];
    if (names->sh_offset > bytes || names->sh_size > bytes - names->sh_offset || names->sh_size == 0 ||
        file[names->sh_offset + names->sh_size - 1] != '\0')
        return 0;
    for (unsigned i = 0; i < header->e_shnum; i++)
        if ((section[i].sh_flags & SHF_WRITE) != 0 && section[i].sh_name < names->sh_size)
            sum += libraries_variables(&section[i], file + names->sh_offset + section[i].sh_name);
    return sum;
}

static uint64_t libraries_variables_in(const char *path)
{
    struct stat status;
    uint64_t sum = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    if (fstat(fd, &status) == 0 && status.st_size > 0) {
        char *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (file != MAP_FAILED) {
            sum = libraries_variables_of(file, (size_t)status.st_size);
            munmap(file, (size_t)status.st_size);
        }
    }
    close(fd);
    return sum;
}

static int libraries_check(struct dl_phdr_info *library, size_t size, void *is_first)
{
    (void)size;
    const char *path = library->dlpi_name;
    if (*(bool *)is_first && library->dlpi_adds == watch.loads)
        return 1;
    *(bool *)is_first = false;
    watch.loads = library->dlpi_adds;
    if (path == NULL || path[0] == '\0' || libraries_is_system(path) || watch.named == NAMED_MOST)
        return 0;
    for (unsigned i = 0; i < watch.named; i++)
        if (strncmp(watch.name[i], path, NAME_BYTES - 1) == 0)
            return 0;
    uint64_t bytes = libraries_variables_in(path);
    snprintf(watch.name[watch.named++], NAME_BYTES, "%s", path);
    if (bytes != 0)
        emuq_log("the %u ranks share the %llu bytes of static data of %s, and what it allocates; link it "
                 "statically, or run the ranks as processes (without --timed)",
                 watch.ranks, (unsigned long long)bytes, path);
    return 0;
}

void emuq_shared_libraries_report(void)
{
    bool is_first = true;
    if (watch.ranks == 0 || emuq_flag_exchange(&watch.is_busy, true))
        return;
    dl_iterate_phdr(libraries_check, &is_first);
    emuq_flag_store_release(&watch.is_busy, false);
}

/* Seconds until the remaining threads of ended ranks are reported. */
#define GRACE 3

/* Time between a bad exit and the end of all ranks, so that each can print its reason */
#define BAD_EXIT_GRACE_NS EMUQ_NS_PER_S

static bool run_wait_at_gate(struct emuq_ranks *job)
{
    emuq_host_mutex_lock(&job->lock);
    while (job->gate == EMUQ_GATE_CLOSED)
        emuq_host_cond_wait(&job->moved, &job->lock);
    bool open = job->gate == EMUQ_GATE_OPEN;
    emuq_host_mutex_unlock(&job->lock);
    return open;
}

static uint32_t run_count_running(const struct emuq_rank_thread *rank)
{
    uint32_t running = 0;
    for (uint32_t i = 0; i < rank->job->count; i++)
        running += &rank->job->rank[i] != rank && !emuq_process_ended(rank->job->rank[i].process);
    return running;
}

/* If the program is the job, the first rank with a bad exit ends the running ranks after a delay. */
static void run_end_process_if_bad(const struct emuq_rank_thread *rank)
{
    static bool ends; /* atomic; orders nothing */
    int status = (int)AO_int_load(&rank->exit.status);
    if (!emuq_bad_exit_ends_process || status == EMUQ_NO_STATUS || !emuq_exit_is_bad(status) ||
        emuq_flag_exchange(&ends, true))
        return;
    uint64_t deadline = emuq_host_now_ns() + BAD_EXIT_GRACE_NS;
    uint32_t running;
    while ((running = run_count_running(rank)) > 0 && emuq_host_now_ns() < deadline)
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    if (running == 0)
        return;
    emuq_log("rank %u exited with status %d; ending the %u ranks that still run (see EMUQ_KILL_ON_BAD_EXIT)",
             (uint32_t)(rank - rank->job->rank), status, running);
    fflush(NULL);
    if (EMUQ_HAVE_TRACE)
        emuq_job_recording_save();
    if (emuq_backend->machine->failing != NULL)
        emuq_backend->machine->failing();
    _exit(status);
}

static void run_rank_main(struct emuq_rank_thread *rank)
{
    int status = rank->job->entry(rank->job->argc, rank->argv);
    if (rank->exit.pid != getpid()) /* a forked child */
        exit(status);
    emuq_rank_exit_with(&rank->exit, status);
}

static void run_rank_body(struct emuq_rank_thread *rank)
{
    const emuq_process_t *process = rank->process;
    const emuq_partition_t *p = process->node->partition;
    bool runs = run_wait_at_gate(rank->job), has_clock = runs && emuq_backend->clock != NULL;
    if (has_clock)
        emuq_backend->clock->begin(p->machine, process->rank, p->job.np);
    if (runs)
        emuq_rank_data_construct(rank->job->argc, rank->argv, environ);
    if (runs && setjmp(rank->exit.start) == 0)
        run_rank_main(rank);
    emuq_thread_self.is_main = false; /* exit() can no longer return to the frame */
    if (has_clock)
        emuq_backend->clock->end(p->machine, process->node->number, (int32_t)process->rank);
    run_end_process_if_bad(rank);
    emuq_partition_retire(rank->process);
    /* Release: pairs with the acquire in emuq_process_ended(). */
    emuq_flag_store_release(&rank->process->ended, true);
}

/* Also runs when the main thread calls pthread_exit(). */
static void run_main_over(void *argument)
{
    struct emuq_ranks *job = ((struct emuq_rank_thread *)argument)->job;
    emuq_host_mutex_lock(&job->lock);
    if (++job->over == job->count)
        emuq_host_cond_signal(&job->ended);
    emuq_host_mutex_unlock(&job->lock);
}

static void *run_thread(void *argument)
{
    pthread_cleanup_push(run_main_over, argument);
    run_rank_body(argument);
    pthread_cleanup_pop(1);
    return NULL;
}

/* Creates the main threads of all ranks. @return 0; or a negative errno after printing an error: no rank has
 * begun */
static int run_start_ranks(struct emuq_ranks *job)
{
    uint32_t started = 0;
    int rc = 0;
    while (rc == 0 && started < job->count) {
        struct emuq_rank_thread *rank = &job->rank[started];
        void *stack = emuq_window_stack(started); /* the Message Units access it; NULL: no space */
        size_t bytes = emuq_stack_bytes();
        pthread_attr_t attr;
        rc = pthread_attr_init(&attr);
        if (rc == 0)
            rc = stack != NULL ? pthread_attr_setstack(&attr, stack, bytes)
                               : pthread_attr_setstacksize(&attr, bytes);
        if (rc == 0)
            rc = emuq_thread_create(rank->process, true, &rank->thread, &attr, run_thread, rank);
        pthread_attr_destroy(&attr);
        started += rc == 0;
    }
    emuq_host_mutex_lock(&job->lock);
    job->gate = rc == 0 ? EMUQ_GATE_OPEN : EMUQ_GATE_CANCELLED;
    emuq_host_cond_broadcast(&job->moved);
    emuq_host_mutex_unlock(&job->lock);
    if (rc == 0)
        return 0;
    emuq_log("no thread for rank %u of %u: %s; lower the number of ranks or EMUQ_STACK_SIZE, or raise the "
             "limits (ulimit -u, kernel.threads-max, vm.max_map_count)",
             started, job->count, strerror(rc));
    for (uint32_t i = 0; i < started; i++)
        pthread_join(job->rank[i].thread, NULL);
    return -rc;
}

/* Waits until all main threads have ended, or ends the process after the time limit. */
static void run_await_ranks(const emuq_partition_t *p)
{
    struct emuq_ranks *job = p->ranks;
    uint64_t end = emuq_time_limit();
    const struct timespec limit = {(time_t)(end / EMUQ_NS_PER_S), (long)(end % EMUQ_NS_PER_S)};
    int rc = 0;
    emuq_host_mutex_lock(&job->lock);
    while (job->over < job->count && rc != ETIMEDOUT)
        rc = end == EMUQ_NO_LIMIT
                 ? emuq_host_cond_wait(&job->ended, &job->lock)
                 : emuq_host_cond_clockwait(&job->ended, &job->lock, CLOCK_MONOTONIC, &limit);
    bool are_over = job->over == job->count;
    emuq_host_mutex_unlock(&job->lock);
    if (!are_over)
        emuq_time_limit_end(p);
}

/* Joins the main threads when all have ended: joining frees stacks, which ranks may access until then.
 * @return the worst status */
static int run_join_ranks(const emuq_partition_t *p)
{
    struct emuq_ranks *job = p->ranks;
    int worst = 0;
    run_await_ranks(p);
    for (uint32_t i = 0; i < job->count; i++) {
        struct emuq_rank_thread *rank = &job->rank[i];
        pthread_join(rank->thread, NULL);
        int status = (int)AO_int_load(&rank->exit.status);
        rank->process->status = status != EMUQ_NO_STATUS ? status : 0;
        worst = worst > (int)rank->process->status ? worst : (int)rank->process->status;
    }
    return worst;
}

/* Whether a rank whose main thread has called pthread_exit() has threads left */
static bool run_rank_lasts(const struct emuq_ranks *job)
{
    for (uint32_t i = 0; i < job->count; i++)
        if (!emuq_process_ended(job->rank[i].process) && emuq_process_threads(job->rank[i].process) != 0)
            return true;
    return false;
}

static void run_report_threads(const struct emuq_ranks *job)
{
    uint32_t ranks = 0;
    for (uint32_t i = 0; i < job->count; i++) {
        uint32_t threads = emuq_process_threads(job->rank[i].process);
        if (threads != 0 && ranks++ == 0)
            emuq_log("rank %u: %u of its threads still run, %d seconds after its main function has ended; "
                     "its partition stays in memory",
                     i, threads, GRACE);
    }
    if (ranks > 1)
        emuq_log("%u more ranks have left threads", ranks - 1);
}

static void run_wait_for_threads(emuq_partition_t *p)
{
    uint64_t last = emuq_host_now_ns();
    unsigned spins = 0;
    while (emuq_partition_threads(p) != 0) {
        if (run_rank_lasts(p->ranks)) {
            last = emuq_host_now_ns();
        } else if (emuq_host_now_ns() > last + GRACE * EMUQ_NS_PER_S) {
            run_report_threads(p->ranks);
            return;
        }
        emuq_relax(&spins);
    }
}

static void run_open_heaps(const emuq_partition_t *p)
{
    uint64_t most = emuq_rank_data_heap_bytes();
    if (most == 0) {
        emuq_log("the %u ranks share one heap, so malloc() returns other addresses in each: there are too "
                 "few physical addresses for heaps; use fewer ranks or smaller static data",
                 p->job.np);
        return;
    }
    int rc = emuq_rank_heap_open(p->job.np, most);
    if (rc != 0)
        emuq_log(
            "the %u ranks share one heap, so malloc() returns other addresses in each, because no heaps "
            "of at most %llu MiB can be made: %s; use fewer ranks, allocate less in constructors, or raise "
            "ulimit -v "
            "and ulimit -f",
            p->job.np, (unsigned long long)(most >> 20), strerror(-rc));
}

/* Gives each rank private static data, with a backend that runs one rank at a time. No effect in programs
 * that start their ranks themselves. @return 0; -ENOSPC after printing an error: more memory than Message
 * Units can address */
static int run_open_data(const emuq_partition_t *p)
{
    if (emuq_waits == NULL || emuq_library_sections == NULL)
        return 0;
    if (emuq_rank_copies_open() != 0) /* also for a single rank: a forked child would share its heap */
        emuq_log("no memory to prepare fork(); forked children share static data and heap of their rank");
    if (p->job.np == 1)
        return 0;
    int rc = emuq_rank_data_open(p->job.np);
    if (rc == -ENOSPC) {
        emuq_log("%u ranks are too many for one process: Message Units reach the static data of at most %u "
                 "ranks of this program; use fewer ranks or smaller static data",
                 p->job.np, emuq_rank_data_most());
        return rc;
    }
    if (rc == -ENOTSUP)
        emuq_log("the %u ranks share the program's static data, which cannot be separated from EMUQ's; link "
                 "the program with the shared C library, and without a sanitizer",
                 p->job.np);
    else if (rc != 0)
        emuq_log("the %u ranks share the program's static data, because no copies can be made: %s; use "
                 "fewer ranks or raise ulimit -v",
                 p->job.np, strerror(-rc));
    else
        run_open_heaps(p);
    if (rc == 0) {
        watch.ranks = p->job.np;
        emuq_shared_libraries_report();
    }
    return 0;
}

static int run_on_partition(emuq_partition_t *p, emuq_main_t entry, int argc, char **argv)
{
    p->ranks = emuq_ranks_new(p, entry, argc, argv);
    if (p->ranks == NULL) {
        emuq_log("no memory for %u ranks", p->job.np);
        return -ENOMEM;
    }
    int rc = run_open_data(p);
    if (rc != 0)
        return rc;
    rc = run_start_ranks(p->ranks);
    if (rc == 0)
        rc = run_join_ranks(p);
    run_wait_for_threads(p);
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
    emuq_fatal_signals_install(true); /* must precede a backend that chains to the handler of SIGTRAP */
    rc = emuq_partition_open(job, &p);
    emuq_kernel_variables_report();
    if (rc == 0)
        rc = run_on_partition(p, entry, argc, argv);
    emuq_job_end(p);
    return emuq_exit_status(rc);
}
