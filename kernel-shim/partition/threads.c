/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "kernel-shim/partition/threads.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <emuq_components.h>

#include "backends/rank_memory.h"
#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/text.h"
#include "base/memory.h"
#include "base/lock.h"
#include "hwi/include/common/emuq_wait.h"
#include "kernel-shim/partition/report.h"
#include "kernel-shim/preload/preload.h"
#include "kernel-shim/spin/spin.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"

/* Order in which a process fills its hardware threads: lower keys first. */
static uint32_t thread_placement_key(const emuq_partition_t *p, uint32_t processor)
{
    static const uint32_t even_first[EMUQ_CORE_THREADS] = {0, 2, 1, 3};
    uint32_t core = processor / EMUQ_CORE_THREADS, thread = processor % EMUQ_CORE_THREADS;
    return p->depth_first ? processor : even_first[thread] * EMUQ_CORES + core;
}

uint32_t emuq_thread_assign_processor(emuq_process_t *process)
{
    emuq_node_t *node = process->node;
    const emuq_partition_t *p = node->partition;
    uint32_t count = EMUQ_APP_THREADS / p->job.ppn, first = process->t * count, best = first;
    emuq_shared_lock(&node->thread_lock);
    for (uint32_t id = first; id < first + count; id++) {
        uint64_t load = node->hw_thread_load[id], least = node->hw_thread_load[best];
        if (load < least || (load == least && thread_placement_key(p, id) < thread_placement_key(p, best)))
            best = id;
    }
    node->hw_thread_load[best]++;
    AO_int_store(&process->threads, process->threads + 1);
    emuq_shared_unlock(&node->thread_lock);
    return best;
}

/* Subtracts an ended thread from the counts. The partition may vanish afterwards, unless this Linux process
 * has joined it. @return the remaining threads of the process */
static uint32_t thread_unplace(emuq_process_t *process, uint32_t processor)
{
    emuq_node_t *node = process->node;
    emuq_shared_lock(&node->thread_lock);
    node->hw_thread_load[processor]--;
    uint32_t left = process->threads - 1;
    AO_int_store(&process->threads, left);
    emuq_shared_unlock(&node->thread_lock);
    return left;
}

uint32_t emuq_process_threads(emuq_process_t *process)
{
    emuq_shared_lock(&process->node->thread_lock);
    uint32_t threads = process->threads;
    emuq_shared_unlock(&process->node->thread_lock);
    return threads;
}

uint64_t emuq_partition_threads(emuq_partition_t *partition)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < (uint64_t)partition->nodes * partition->job.ppn; i++)
        sum += emuq_process_threads(&partition->process[i]);
    return sum;
}

/* Its destructor ends the membership of a thread. Not NULL in members. */
static pthread_key_t member_key;

/* Ends the caller's membership. @return the number of threads left in the process */
static uint32_t thread_leave(void)
{
    emuq_thread_t self = emuq_thread_self;
    if (EMUQ_HAVE_SPIN)
        emuq_spin_leave();
    emuq_backend->machine->enter(self.process->node->partition->machine, UINT32_MAX);
    emuq_fatal_signals_leave(); /* must precede the return to the kernel thread in the timed backend */
    emuq_process_data_enter(NULL);
    emuq_my_rank_thread = 0;
    pthread_setspecific(member_key, NULL);
    emuq_thread_self = (emuq_thread_t){0};
    return thread_unplace(self.process, self.processor);
}

/* Destructor, called in rounds. Waits for the program's destructors, except in the last round, in which
 * sanitizers forget the thread. */
static void thread_ends(void *value)
{
    static __thread int rounds;
    const emuq_process_t *process = emuq_thread_self.process;
    if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS - 1)
        pthread_setspecific(member_key, value);
    else if (process == NULL || process != emuq_joined_process)
        emuq_thread_leave();
    /* A forked child is no member. Threads of the backend never end, so the last thread of the program must
     * end the rank. */
    else if (process->pid == (uint32_t)getpid() && thread_leave() == 0 && !emuq_joined_late)
        exit(EXIT_SUCCESS);
}

static int thread_create_hook(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *),
                              void *argument)
{
    if (emuq_thread_self.process == NULL)
        return emuq_real_pthread_create(thread, attr, start, argument);
    return emuq_thread_create(emuq_thread_self.process, false, thread, attr, start, argument);
}

static void thread_join_hook(pthread_t thread)
{
    const emuq_process_t *process = emuq_thread_self.process;
    if (process != NULL && emuq_backend->clock != NULL)
        emuq_backend->clock->join(process->node->partition->machine, thread);
}

static void thread_make_member_key(void)
{
    static const int *const files[] = {&emuq_preload_sync, &emuq_preload_time};
    for (unsigned i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        (void)*(volatile const int *)files[i];
    emuq_pointer_store(&emuq_thread_calls.create, thread_create_hook);
    emuq_pointer_store(&emuq_thread_calls.join, thread_join_hook);
    if (pthread_key_create(&member_key, thread_ends) != 0) {
        emuq_log("there is no thread-specific data key left; the program uses all of them");
        abort();
    }
}

/* Ignores failures; errno belongs to the program. */
static void thread_shorten_slice(const emuq_process_t *process)
{
    const emuq_partition_t *p = process->node->partition;
    bool has_engine = p->placement.hosts > 1; /* the engine shares the cores */
    uint64_t ns = emuq_slice_wanted(p->sharers + has_engine, p->processors);
    int saved = errno;
    if (ns != 0)
        (void)emuq_slice_shorten(ns);
    errno = saved;
}

/* Processors of the rank's main thread when it joined. */
static cpu_set_t bound;

void emuq_thread_enter(emuq_process_t *process, uint32_t processor, bool is_main)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const emuq_node_t *node = process->node;
    emuq_host_once(&once, thread_make_member_key);
    emuq_thread_self = (emuq_thread_t){.process = process, .processor = processor, .is_main = is_main};
    pthread_setspecific(member_key, &emuq_thread_self);
    emuq_process_data_enter(process->spi_data);
    emuq_my_rank_thread = node->partition->is_shared ? 0 : emuq_member_number(process);
    if (is_main && process == emuq_joined_process)
        (void)sched_getaffinity(0, sizeof(bound), &bound);
    if (!emuq_joined_late)
        emuq_fatal_signals_enter();
    emuq_backend->machine->enter(node->partition->machine, node->number);
    if (!emuq_joined_late)
        thread_shorten_slice(process);
    uint32_t threads = emuq_process_threads(process), processors = node->partition->processors;
    if (processors != 0)
        emuq_relax_shared((node->partition->sharers * threads + processors - 1) / processors);
    if (EMUQ_HAVE_SPIN && !emuq_joined_late)
        emuq_spin_enter(process, threads);
}

void emuq_thread_leave(void)
{
    if (emuq_thread_self.process != NULL)
        (void)thread_leave();
}

typedef struct thread_start {
    emuq_process_t *process;
    uint32_t processor;
    bool is_main;
    void *(*start)(void *);
    void *argument;
    void *expected; /* handle of the backend */
} thread_start_t;

/* Has no object on its stack: AddressSanitizer does not see unwinding by cancellation, which is disabled
 * until the thread has entered. */
static void *thread_start_member(void *argument)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    thread_start_t *first = argument;
    void *(*start)(void *) = first->start;
    argument = first->argument;
    if (first->process != NULL)
        emuq_thread_enter(first->process, first->processor, first->is_main);
    if (first->expected != NULL)
        emuq_backend->clock->start(first->process->node->partition->machine, first->expected);
    free(first);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    return start(argument);
}

/* The launcher has bound the rank to as many processors as threads. With more threads, the rank gets all
 * processors, except threads bound by the program. */
static void thread_unbind_if_crowded(const emuq_process_t *process)
{
    static bool is_done; /* atomic */
    const emuq_partition_t *p = process->node->partition;
    uint32_t threads = AO_int_load(&process->threads);
    cpu_set_t all, now;
    _Static_assert(sizeof(all) == sizeof(p->unbound), "bits of processors, lowest first");
    memcpy(&all, p->unbound, sizeof(all));
    if (process != emuq_joined_process || CPU_COUNT(&all) == 0 ||
        threads <= 1 + (uint32_t)CPU_COUNT(&bound) || emuq_flag_exchange(&is_done, true))
        return;
    DIR *tasks = opendir("/proc/self/task");
    for (const struct dirent *d; tasks != NULL && (d = readdir(tasks)) != NULL;) {
        pid_t tid = (pid_t)strtol(d->d_name, NULL, 10);
        if (tid > 0 && sched_getaffinity(tid, sizeof(now), &now) == 0 && CPU_EQUAL(&now, &bound))
            (void)sched_setaffinity(tid, sizeof(all), &all);
    }
    if (tasks != NULL)
        closedir(tasks);
}

/* Creates a thread, a member unless first.process is NULL. */
static int thread_create(thread_start_t first, pthread_t *thread, const pthread_attr_t *attr)
{
    thread_start_t *copy = emuq_malloc(sizeof(*copy));
    if (copy == NULL)
        return EAGAIN;
    if (first.process != NULL)
        first.processor = emuq_thread_assign_processor(first.process);
    if (first.process != NULL)
        thread_unbind_if_crowded(first.process);
    if (first.process != NULL && emuq_backend->clock != NULL)
        first.expected = emuq_backend->clock->expect(first.process->node->partition->machine);
    *copy = first;
    int rc = emuq_real_pthread_create(thread, attr, thread_start_member, copy);
    if (first.expected != NULL)
        emuq_backend->clock->created(first.process->node->partition->machine, first.expected,
                                     rc == 0 ? thread : NULL);
    if (rc != 0) {
        if (first.process != NULL)
            (void)thread_unplace(first.process, first.processor);
        free(copy);
    }
    return rc;
}

/* Uses another stack: a stack in a rank's private memory has its address only while the rank runs. */
static int thread_create_on_other_stack(thread_start_t first, pthread_t *thread, const pthread_attr_t *attr,
                                        size_t bytes)
{
    pthread_attr_t other;
    size_t guard;
    int state, rc = pthread_attr_init(&other);
    if (rc != 0)
        return rc;
    rc = pthread_attr_setstacksize(&other, bytes);
    if (rc == 0 && pthread_attr_getdetachstate(attr, &state) == 0)
        rc = pthread_attr_setdetachstate(&other, state);
    if (rc == 0 && pthread_attr_getguardsize(attr, &guard) == 0)
        rc = pthread_attr_setguardsize(&other, guard);
    if (rc == 0)
        rc = thread_create(first, thread, &other);
    pthread_attr_destroy(&other);
    return rc;
}

static bool thread_has_stack_of_rank(const emuq_process_t *process, const pthread_attr_t *attr, size_t *bytes)
{
    void *stack;
    return process != NULL && attr != NULL && pthread_attr_getstack(attr, &stack, bytes) == 0 &&
           emuq_rank_data_delta(process->rank, (uintptr_t)stack) != 0;
}

int emuq_thread_create(emuq_process_t *process, bool is_main, pthread_t *thread, const pthread_attr_t *attr,
                       void *(*start)(void *), void *argument)
{
    thread_start_t first = {.process = process, .is_main = is_main, .start = start, .argument = argument};
    size_t bytes;
    if (thread_has_stack_of_rank(process, attr, &bytes))
        return thread_create_on_other_stack(first, thread, attr, bytes);
    return thread_create(first, thread, attr);
}

enum { SLICE_AUTO, SLICE_OFF }; /* values of EMUQ_SLICE */

#define AUTO_NS  UINT64_C(500000) /* most kernels end a slice at a tick, which is longer */
#define NS_OF_US UINT64_C(1000)

/* SCHED_ATTR_SIZE_VER0 of sched_setattr(2) */
typedef struct attributes {
    uint32_t size;
    uint32_t policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime; /* ns; time slice under SCHED_OTHER and SCHED_BATCH */
    uint64_t deadline;
    uint64_t period;
} attributes_t;

_Static_assert(sizeof(attributes_t) == 48, "SCHED_ATTR_SIZE_VER0");

uint64_t emuq_slice_wanted(uint32_t ranks, uint32_t processors)
{
    uint64_t word = emuq_setting_number(EMUQ_SETTING_SLICE), us = 0;
    if (word == SLICE_OFF || ranks <= 1 || ranks <= processors)
        return 0;
    if (word == SLICE_AUTO)
        return AUTO_NS;
    for (const char *digit = emuq_setting_text(EMUQ_SETTING_SLICE); *digit != '\0'; digit++)
        us = 10 * us + (uint64_t)(*digit - '0');
    return us * NS_OF_US;
}

static int slice_get(attributes_t *a)
{
    *a = (attributes_t){0};
    return syscall(SYS_sched_getattr, 0, a, sizeof(*a), 0) == 0 ? 0 : -errno;
}

int emuq_slice_shorten(uint64_t ns)
{
    attributes_t a;
    int rc = slice_get(&a);
    if (rc != 0)
        return rc;
    /* A kernel without per-thread slices reports 0, and ignores new values. */
    if ((a.policy != SCHED_OTHER && a.policy != SCHED_BATCH) || a.runtime == 0)
        return -ENOTSUP;
    if (a.runtime <= ns)
        return 0;
    a.size = sizeof(a);
    a.runtime = ns;
    if (syscall(SYS_sched_setattr, 0, &a, 0) != 0)
        return -errno;
    rc = slice_get(&a);
    return rc != 0 ? rc : a.runtime <= ns ? 0 : -ENOTSUP;
}

#define THREAD_BYTES ((size_t)8 << 20)
#define USUAL_MOST   ((rlim_t)64 << 20) /* greater soft limits are not meant for threads */

int emuq_stack_limit_raise(void)
{
    struct rlimit stack;
    int rc = 0;
    if (getrlimit(RLIMIT_STACK, &stack) != 0)
        return -errno;
    stack.rlim_cur = stack.rlim_max;
    if (emuq_setting_is_set(EMUQ_SETTING_STACK_SIZE)) {
        rlim_t wanted = (rlim_t)emuq_setting_number(EMUQ_SETTING_STACK_SIZE);
        if (stack.rlim_max == RLIM_INFINITY || wanted <= stack.rlim_max)
            stack.rlim_cur = wanted;
        else
            rc = -ERANGE;
    }
    return setrlimit(RLIMIT_STACK, &stack) == 0 ? rc : -errno;
}

void emuq_stack_limit_threads(void)
{
    struct rlimit stack;
    pthread_attr_t attributes;
    if (getrlimit(RLIMIT_STACK, &stack) != 0 ||
        (stack.rlim_cur != RLIM_INFINITY && stack.rlim_cur <= USUAL_MOST) ||
        pthread_attr_init(&attributes) != 0)
        return;
    if (pthread_attr_setstacksize(&attributes, THREAD_BYTES) == 0)
        pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
}
