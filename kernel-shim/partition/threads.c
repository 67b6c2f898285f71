/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Who belongs to a rank. A thread that a member of a process creates is a member from its start, on a
 * hardware thread of its own as long as there are any. For that, pthread_create(), pthread_join() and their
 * C11 names are defined here, in front of those of the C library; emuq_thread_enter() is in the same file, so
 * every program that uses the kernel shim has them.
 */
#define _GNU_SOURCE
#include "kernel-shim/partition/threads.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "base/memory.h"
#include "backends/rank_memory.h"
#include "base/shared_mutex.h"
#include "hwi/include/common/emuq_wait.h"
#include "kernel-shim/partition/deaths.h"
#include "kernel-shim/partition/say.h"
#include "kernel-shim/partition/spin.h"
#include "kernel-shim/partition/slice.h"
#include "kernel-shim/preload/preload.h"
#include "spi/include/kernel/cnk/emuq_process_data.h"

/* Order in which a process fills its hardware threads: lower keys first. */
static uint32_t placement_key(const emuq_partition_t *p, uint32_t processor)
{
    static const uint32_t even_first[EMUQ_CORE_THREADS] = {0, 2, 1, 3};
    uint32_t core = processor / EMUQ_CORE_THREADS, thread = processor % EMUQ_CORE_THREADS;
    return p->depth_first ? processor : even_first[thread] * EMUQ_CORES + core;
}

uint32_t emuq_thread_place(emuq_process_t *process)
{
    emuq_node_t *node = process->node;
    const emuq_partition_t *p = node->partition;
    uint32_t own = EMUQ_APP_THREADS / p->job.ppn, first = process->t * own, best = first;
    emuq_shared_lock(&node->thread_lock);
    for (uint32_t id = first; id < first + own; id++) {
        uint64_t load = node->hw_thread_load[id], least = node->hw_thread_load[best];
        if (load < least || (load == least && placement_key(p, id) < placement_key(p, best)))
            best = id;
    }
    node->hw_thread_load[best]++;
    __atomic_store_n(&process->threads, process->threads + 1, __ATOMIC_RELAXED);
    emuq_shared_unlock(&node->thread_lock);
    return best;
}

/* The thread does not live any more. Nothing of the partition may be touched after it, unless this Linux
 * process has joined it. @return the number of threads that the process still has. */
static uint32_t unplace(emuq_process_t *process, uint32_t processor)
{
    emuq_node_t *node = process->node;
    emuq_shared_lock(&node->thread_lock);
    node->hw_thread_load[processor]--;
    uint32_t left = process->threads - 1;
    __atomic_store_n(&process->threads, left, __ATOMIC_RELAXED);
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

/* Leaves when a member thread ends, in whatever way. Its value in a member is not NULL. */
static pthread_key_t member_key;

/* Ends the membership of the calling thread. @return the number of threads that its process still has. */
static uint32_t leave(void)
{
    emuq_thread_t self = emuq_thread_self;
    emuq_spin_leave();
    emuq_backend->enter(self.process->node->partition->machine, UINT32_MAX);
    emuq_deaths_leave(); /* in its kernel thread, which the timed backend returns to (timed/contexts.h) */
    emuq_process_data_enter(NULL);
    pthread_setspecific(member_key, NULL);
    emuq_thread_self = (emuq_thread_t){0};
    return unplace(self.process, self.processor);
}

/* Linux ends a process with the last of its threads, but threads of the backend's never end: so the last
 * thread of the program ends a rank that is a Linux process. exit() makes it a member again if that calls the
 * kernel. */
static void end_in_rank(void)
{
    if (leave() == 0)
        exit(EXIT_SUCCESS);
}

/* Called as a destructor of the ending thread's specific data, in rounds while there are values left. Waits,
 * because the program's own destructors may still call the kernel; but not for the last round, in which
 * sanitizers forget the thread. */
static void thread_ends(void *value)
{
    static __thread int rounds;
    const emuq_process_t *process = emuq_thread_self.process;
    if (++rounds < PTHREAD_DESTRUCTOR_ITERATIONS - 1)
        pthread_setspecific(member_key, value);
    else if (process == NULL || process != emuq_joined_process)
        emuq_thread_leave();
    else if (process->pid == (int32_t)getpid()) /* otherwise a child of the rank, which is no member */
        end_in_rank();
}

static void make_member_key(void)
{
    static const int *const files[] = {&emuq_preload_time,   &emuq_preload_sync,  &emuq_preload_locks,
                                       &emuq_preload_locks, &emuq_preload_locks, &emuq_preload_locks,
                                       &emuq_preload_sync,    &emuq_preload_time,    &emuq_preload_sync};
    for (unsigned i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        (void)*(volatile const int *)files[i];
    if (pthread_key_create(&member_key, thread_ends) != 0) {
        emuq_job_say("there is no thread-specific data key left; the program uses all of them");
        abort();
    }
}

/* What the system does not grant, the rank does without; errno is the program's. */
static void shorten_slice(const emuq_process_t *process)
{
    const emuq_partition_t *p = process->node->partition;
    bool has_engine = p->placement.hosts > 1; /* which shares their cores, and asks for the same */
    uint64_t ns = emuq_slice_wanted(p->sharers + has_engine, p->processors);
    int kept = errno;
    if (ns != 0)
        (void)emuq_slice_shorten(ns);
    errno = kept;
}

/* Processors of the rank's main thread when it joined. */
static cpu_set_t bound;

void emuq_thread_enter(emuq_process_t *process, uint32_t processor, bool is_main)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    const emuq_node_t *node = process->node;
    emuq_host_once(&once, make_member_key);
    emuq_thread_self = (emuq_thread_t){.process = process, .processor = processor, .is_main = is_main};
    pthread_setspecific(member_key, &emuq_thread_self);
    emuq_process_data_enter(process->spi_data);
    if (is_main && process == emuq_joined_process)
        (void)sched_getaffinity(0, sizeof(bound), &bound);
    emuq_deaths_enter();
    emuq_backend->enter(node->partition->machine, node->number);
    shorten_slice(process);
    uint32_t threads = emuq_process_threads(process), processors = node->partition->processors;
    if (processors != 0)
        emuq_relax_shared((node->partition->sharers * threads + processors - 1) / processors);
    emuq_spin_enter(process, threads);
}

void emuq_thread_leave(void)
{
    if (emuq_thread_self.process != NULL)
        (void)leave();
}

/* The start of a member thread. */
typedef struct thread_start {
    emuq_process_t *process;
    uint32_t processor;
    bool is_main;
    void *(*start)(void *);
    int (*start_c11)(void *); /* instead of start */
    void *argument;
    void *expected; /* by the backend */
} thread_start_t;

/* Has no object on its stack: cancellation unwinds it, and AddressSanitizer would not notice. A thread that
 * is cancelled before it begins enters first: what it has got by then is given back at its end. */
static void *start_member(void *argument)
{
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    thread_start_t *first = argument;
    void *(*start)(void *) = first->start;
    int (*start_c11)(void *) = first->start_c11;
    argument = first->argument;
    if (first->process != NULL)
        emuq_thread_enter(first->process, first->processor, first->is_main);
    if (first->expected != NULL)
        emuq_backend->appear(first->process->node->partition->machine, first->expected);
    free(first);
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    if (start_c11 != NULL)
        return (void *)(intptr_t)start_c11(argument);
    return start(argument);
}

typedef int (*create_function)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
typedef int (*join_function)(pthread_t, void **);

/* Sanitizer runtimes that are linked into the program have their interceptors under these names, in front of
 * the definitions below. Those in shared libraries are the next in order. */
extern int __interceptor_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
    __attribute__((weak));
extern int __interceptor_pthread_join(pthread_t, void **) __attribute__((weak));

static create_function real_create(void)
{
    static create_function found; /* __atomic; every thread finds the same */
    create_function create = __atomic_load_n(&found, __ATOMIC_RELAXED);
    if (create != NULL)
        return create;
    create = __interceptor_pthread_create;
    if (create == NULL)
        *(void **)&create = dlsym(RTLD_NEXT, "pthread_create");
    if (create == NULL) {
        emuq_job_say("the C library has no pthread_create; link the program dynamically");
        abort();
    }
    __atomic_store_n(&found, create, __ATOMIC_RELAXED);
    return create;
}

/* The launcher has bound the rank for as many threads as it has processors, and one that mostly sleeps, such
 * as a communication thread. When it has more, they get all processors of the job on this host. Threads that
 * the program has bound itself stay where they are. */
static void unbind_if_crowded(const emuq_process_t *process)
{
    static bool is_done; /* __atomic */
    const emuq_partition_t *p = process->node->partition;
    uint32_t threads = __atomic_load_n(&process->threads, __ATOMIC_RELAXED);
    cpu_set_t all, now;
    _Static_assert(sizeof(all) == sizeof(p->unbound), "bits of processors, lowest first");
    memcpy(&all, p->unbound, sizeof(all));
    if (process != emuq_joined_process || CPU_COUNT(&all) == 0 ||
        threads <= 1 + (uint32_t)CPU_COUNT(&bound) || __atomic_exchange_n(&is_done, true, __ATOMIC_RELAXED))
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

/* Creates a thread, a member unless first->process is NULL. */
static int create(thread_start_t first, pthread_t *thread, const pthread_attr_t *attr)
{
    thread_start_t *copy = emuq_malloc(sizeof(*copy));
    if (copy == NULL)
        return EAGAIN;
    if (first.process != NULL)
        first.processor = emuq_thread_place(first.process);
    if (first.process != NULL)
        unbind_if_crowded(first.process);
    if (first.process != NULL && emuq_backend->expect != NULL)
        first.expected = emuq_backend->expect(first.process->node->partition->machine);
    *copy = first;
    int rc = real_create()(thread, attr, start_member, copy);
    if (first.expected != NULL)
        emuq_backend->created(first.process->node->partition->machine, first.expected,
                              rc == 0 ? thread : NULL);
    if (rc != 0) {
        if (first.process != NULL)
            (void)unplace(first.process, first.processor);
        free(copy);
    }
    return rc;
}

/* A stack in memory of the rank has its address only while the rank runs, so the thread gets another one of
 * that size. */
static int create_on_other_stack(thread_start_t first, pthread_t *thread, const pthread_attr_t *attr,
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
        rc = create(first, thread, &other);
    pthread_attr_destroy(&other);
    return rc;
}

static bool has_stack_of_rank(const emuq_process_t *process, const pthread_attr_t *attr, size_t *bytes)
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
    if (has_stack_of_rank(process, attr, &bytes))
        return create_on_other_stack(first, thread, attr, bytes);
    return create(first, thread, attr);
}

int pthread_create(pthread_t *restrict thread, const pthread_attr_t *restrict attr, void *(*start)(void *),
                   void *restrict argument)
{
    if (emuq_thread_self.process == NULL)
        return real_create()(thread, attr, start, argument);
    return emuq_thread_create(emuq_thread_self.process, false, thread, attr, start, argument);
}

static join_function real_join(void)
{
    join_function join = __interceptor_pthread_join;
    if (join == NULL)
        *(void **)&join = dlsym(RTLD_NEXT, "pthread_join");
    if (join == NULL) {
        emuq_job_say("the C library has no pthread_join; link the program dynamically");
        abort();
    }
    return join;
}

int pthread_join(pthread_t thread, void **result)
{
    const emuq_process_t *process = emuq_thread_self.process;
    if (process != NULL && emuq_backend->join != NULL)
        emuq_backend->join(process->node->partition->machine, thread);
    return real_join()(thread, result);
}

/* A C11 thread is a POSIX thread whose result is an int. To sanitizers that do not know C11 threads it is no
 * other. */
int thrd_create(thrd_t *thread, thrd_start_t start, void *argument)
{
    thread_start_t first = {.process = emuq_thread_self.process, .start_c11 = start, .argument = argument};
    switch (create(first, thread, NULL)) {
    case 0:
        return thrd_success;
    case ENOMEM:
    case EAGAIN:
        return thrd_nomem;
    default:
        return thrd_error;
    }
}

int thrd_join(thrd_t thread, int *result)
{
    void *value;
    if (pthread_join(thread, &value) != 0)
        return thrd_error;
    if (result != NULL)
        *result = (int)(intptr_t)value;
    return thrd_success;
}

int thrd_detach(thrd_t thread)
{
    return pthread_detach(thread) == 0 ? thrd_success : thrd_error;
}
