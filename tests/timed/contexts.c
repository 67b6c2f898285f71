/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads that synchronise by L2 words in modelled time hand over without the kernel. Each thread keeps
 * its thread-local state, and runs in its own kernel thread where it ends or hands over in a different
 * call. */
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>
#include <spi/include/l2/atomic.h>

#include "base/atomic.h"
#include "emuq/partition.h"
#include "emuq_test.h"
#include "kernel-shim/partition/partition.h"

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !EMUQ_HAS_FEATURE(address_sanitizer) &&         \
    !EMUQ_TSAN
#define SWITCHES 1
#else
#define SWITCHES 0
#endif
#define FSGSBASE 2 /* of AT_HWCAP2: Linux from 5.9 on lets programs set the thread pointer */

enum { THREADS = 5, ROUNDS = 400, RANKS = 2 };

/* A lock with its bound, and a counter. */
static struct {
    uint64_t lock __attribute__((aligned(32)));
    uint64_t bound;
    uint64_t counter;
} shared;

static uint64_t under_lock; /* lock */
static uint64_t wrong;      /* atomic: threads that found foreign state */
static __thread int number;
static __thread int handled;

static void run(emuq_main_t rank_main)
{
    const emuq_job_t job = {.shape = {RANKS, 1, 1, 1, 1}};
    char name[] = "contexts", *argv[] = {name, NULL};
    memset(&shared, 0, sizeof(shared));
    shared.bound = 1;
    under_lock = wrong = 0;
    CU_ASSERT_EQUAL(emuq_run_threads(&job, rank_main, 1, argv), 0);
    CU_ASSERT_EQUAL(wrong, 0);
}

static void check(int good)
{
    if (!good)
        __atomic_fetch_add(&wrong, 1, __ATOMIC_RELAXED);
}

/* Runs a function in THREADS threads of each rank, including the main thread; each thread has a number. */
static int in_threads(void *(*work)(void *))
{
    pthread_t thread[THREADS];
    uintptr_t first = Kernel_GetRank() * THREADS;
    for (uintptr_t i = 1; i < THREADS; i++)
        check(pthread_create(&thread[i], NULL, work, (void *)(first + i)) == 0);
    (void)work((void *)first);
    for (int i = 1; i < THREADS; i++)
        check(pthread_join(thread[i], NULL) == 0);
    return 0;
}

static void take_turn(void)
{
    while (L2_AtomicLoadIncrementBounded(&shared.lock) == EMUQ_ATOMIC_REJECTED) {
    }
    under_lock++;
    L2_AtomicStore(&shared.lock, 0);
}

static void *counts(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        (void)L2_AtomicLoadIncrement(&shared.counter);
        take_turn();
    }
    return unused;
}

static int count_in_threads(int argc, char **argv)
{
    (void)argc, (void)argv;
    return in_threads(counts);
}

static void the_kernel_takes_no_part(void)
{
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    run(count_in_threads);
    getrusage(RUSAGE_SELF, &after);
    CU_ASSERT_EQUAL(shared.counter, RANKS * THREADS * ROUNDS);
    CU_ASSERT_EQUAL(under_lock, RANKS * THREADS * ROUNDS);
    if (SWITCHES && (getauxval(AT_HWCAP2) & FSGSBASE) != 0) /* each operation waits for another thread */
        CU_ASSERT(after.ru_nvcsw - before.ru_nvcsw < RANKS * THREADS * ROUNDS / 4);
}

static int signal_of(int i)
{
    return SIGRTMIN + 2 + i;
}

/* True if the thread blocks exactly the signal of its number. */
static int has_mask(void)
{
    sigset_t now;
    int good = pthread_sigmask(SIG_BLOCK, NULL, &now) == 0;
    for (int i = 0; i < RANKS * THREADS; i++)
        good &= sigismember(&now, signal_of(i)) == (i == number);
    return good;
}

static void *keeps(void *argument)
{
    static const int rounding[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    int mine = (int)(uintptr_t)argument;
    pthread_t self = pthread_self();
    sigset_t set;
    number = mine;
    sigemptyset(&set);
    sigaddset(&set, signal_of(mine));
    check(pthread_sigmask(SIG_BLOCK, &set, NULL) == 0);
    fesetround(rounding[mine % 4]);
    for (int i = 0; i < ROUNDS; i++) {
        errno = mine + 1;
        (void)L2_AtomicLoadIncrement(&shared.counter);
        check(errno == mine + 1);
        take_turn();
        check(errno == mine + 1 && number == mine && pthread_equal(pthread_self(), self));
        check(fegetround() == rounding[mine % 4]);
        check(has_mask());
    }
    fesetround(FE_TONEAREST);
    check(pthread_sigmask(SIG_UNBLOCK, &set, NULL) == 0);
    return NULL;
}

static int keep_in_threads(int argc, char **argv)
{
    (void)argc, (void)argv;
    return in_threads(keeps);
}

static void each_keeps_what_is_its_own(void)
{
    run(keep_in_threads);
}

static void note_signal(int unused)
{
    (void)unused;
    handled++;
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Hand-overs of a second kind, a signal and a child process between operations. */
static void *mixes(void *argument)
{
    pid_t thread = gettid();
    number = (int)(uintptr_t)argument;
    for (int i = 0; i < ROUNDS / 10; i++) {
        take_turn();
        take_turn();
        check(pthread_kill(pthread_self(), SIGUSR1) == 0 && handled == i + 1);
        if (i % 4 == number % 4) {
            pthread_mutex_lock(&mutex);
            check(gettid() == thread);
            pthread_mutex_unlock(&mutex);
        }
        (void)L2_AtomicLoadIncrement(&shared.counter);
    }
    return NULL;
}

static int mix_in_threads(int argc, char **argv)
{
    (void)argc, (void)argv;
    return in_threads(mixes);
}

static void other_calls_run_in_the_thread(void)
{
    struct sigaction action = {.sa_handler = note_signal}, former;
    sigaction(SIGUSR1, &action, &former);
    run(mix_in_threads);
    sigaction(SIGUSR1, &former, NULL);
}

/* Possibly out of its kernel thread, then pinned to it. */
static void *stays(void *argument)
{
    pid_t thread = gettid();
    for (int i = 0; i < ROUNDS / 10; i++)
        take_turn();
    emuq_backend->clock->pin(emuq_process_self()->node->partition->machine);
    for (int i = 0; i < ROUNDS / 10; i++) {
        check(gettid() == thread);
        take_turn();
        (void)L2_AtomicLoadIncrement(&shared.counter);
    }
    return argument;
}

static int stay_in_threads(int argc, char **argv)
{
    (void)argc, (void)argv;
    return in_threads(stays);
}

static void a_thread_can_stay(void)
{
    run(stay_in_threads);
}

/* Threads end at different times between operations; the last thread forks before. */
static void *ends(void *argument)
{
    int rounds = 1 + 7 * (int)(uintptr_t)argument, status = -1;
    while (rounds-- > 0)
        take_turn();
    if ((uintptr_t)argument != RANKS * THREADS - 1)
        pthread_exit(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(7);
    check(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 7);
    return NULL;
}

static int end_in_threads(int argc, char **argv)
{
    pthread_t thread[THREADS];
    uintptr_t first = Kernel_GetRank() * THREADS;
    (void)argc, (void)argv;
    for (uintptr_t i = 0; i < THREADS; i++)
        check(pthread_create(&thread[i], NULL, ends, (void *)(first + i)) == 0);
    for (int i = 0; i < THREADS; i++) {
        check(pthread_join(thread[i], NULL) == 0);
        take_turn();
    }
    return 0;
}

static void threads_end(void)
{
    run(end_in_threads);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"the kernel takes no part", the_kernel_takes_no_part},
                                        {"each keeps what is its own", each_keeps_what_is_its_own},
                                        {"other calls run in the thread", other_calls_run_in_the_thread},
                                        {"a thread can stay", a_thread_can_stay},
                                        {"threads end", threads_end},
                                        {NULL, NULL}};
    setenv("EMUQ_BACKEND", "timed", 1);
    return emuq_test_main("hand-overs between contexts", tests);
}
