/* SPDX-License-Identifier: BSD-3-Clause */
/* Waits in modelled time: delays are exact, time-outs fire shortly after their time, threads are joined,
 * barriers end with the last arrival, and ranks that wait forever are reported. */
#define _GNU_SOURCE
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <hwi/include/common/emuq_wait.h>
#include <spi/include/kernel/location.h>

#include "base/atomic.h"
#include "emuq/partition.h"
#include "emuq_test.h"

#define CYCLES_PER_US 1600u

enum { RANKS = 4, LONGEST = 50 /* seconds until a hanging job is killed */ };

static uint64_t measured[RANKS]; /* by rank */
static unsigned flag;            /* atomic */

static void run(emuq_main_t rank_main)
{
    const emuq_job_t job = {.shape = {RANKS, 1, 1, 1, 1}};
    char name[] = "waits", *argv[] = {name, NULL};
    memset(measured, 0, sizeof(measured));
    flag = 0;
    CU_ASSERT_EQUAL(emuq_run_threads(&job, rank_main, 1, argv), 0);
}

static int delay(int argc, char **argv)
{
    (void)argc, (void)argv;
    uint64_t begin = GetTimeBase();
    DelayTimeBase((Kernel_GetRank() + 1) * 1000);
    measured[Kernel_GetRank()] = GetTimeBase() - begin;
    return 0;
}

/* The measured time is the delay and the calls that read the time. */
static void a_delay_takes_its_time(void)
{
    run(delay);
    for (unsigned rank = 0; rank < RANKS; rank++) {
        CU_ASSERT(measured[rank] >= (rank + 1) * 1000);
        CU_ASSERT(measured[rank] <= (rank + 1) * 1000 + 50);
    }
}

static int sleeps(int argc, char **argv)
{
    (void)argc, (void)argv;
    uint64_t begin = GetTimeBase();
    usleep(3600000);
    nanosleep(&(struct timespec){3600, 0}, NULL); /* does not take an hour */
    measured[Kernel_GetRank()] = GetTimeBase() - begin;
    return 0;
}

static void sleeps_take_modelled_time(void)
{
    run(sleeps);
    for (unsigned rank = 0; rank < RANKS; rank++)
        CU_ASSERT_EQUAL(measured[rank] / CYCLES_PER_US, UINT64_C(3603600000));
}

static int time_out(int argc, char **argv)
{
    (void)argc, (void)argv;
    uint64_t begin = GetTimeBase();
    unsigned turns = 0;
    while (GetTimeBase() - begin < 1000 * CYCLES_PER_US)
        emuq_relax(&turns);
    measured[Kernel_GetRank()] = GetTimeBase() - begin;
    return 0;
}

static void a_time_out_fires_soon_after_its_time(void)
{
    run(time_out);
    for (unsigned rank = 0; rank < RANKS; rank++) {
        CU_ASSERT(measured[rank] >= 1000 * CYCLES_PER_US);
        CU_ASSERT(measured[rank] <= 1130 * CYCLES_PER_US);
    }
}

static void *late(void *nothing)
{
    DelayTimeBase(5000);
    __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
    return nothing;
}

/* Runs and joins a thread. @return 0, or the rank's status on failure */
static int run_thread(void *(*body)(void *))
{
    pthread_t thread;
    return pthread_create(&thread, NULL, body, NULL) != 0 || pthread_join(thread, NULL) != 0;
}

static int joins(int argc, char **argv)
{
    (void)argc, (void)argv;
    if (Kernel_GetRank() != 0)
        return 0;
    uint64_t begin = GetTimeBase();
    int status = run_thread(late);
    measured[0] = GetTimeBase() - begin;
    return status;
}

static void a_join_lasts_as_long_as_the_thread(void)
{
    run(joins);
    CU_ASSERT(measured[0] >= 5000 && measured[0] <= 5300);
}

/* Calls that take time without a visible effect. @return the time afterwards */
static uint64_t run_ahead(void)
{
    uint64_t begin = GetTimeBase(), now;
    while ((now = GetTimeBase()) - begin < 100000)
        continue;
    return now;
}

static uint64_t left_at; /* stored by the thread that runs ahead */

static void *ahead(void *nothing)
{
    left_at = run_ahead();
    return nothing;
}

static int joins_who_is_ahead(int argc, char **argv)
{
    (void)argc, (void)argv;
    if (Kernel_GetRank() != 0)
        return 0;
    int status = run_thread(ahead);
    measured[0] = GetTimeBase();
    return status;
}

static void a_join_does_not_see_the_future(void)
{
    run(joins_who_is_ahead);
    CU_ASSERT(measured[0] >= left_at && measured[0] <= left_at + 300);
}

enum { MANY = 300 }; /* threads in sequence, more than the machine supports for all ranks */

static int creates_many(int argc, char **argv)
{
    int status = 0;
    (void)argc, (void)argv;
    if (Kernel_GetRank() != 0)
        return 0;
    uint64_t begin = GetTimeBase();
    for (unsigned i = 0; i < MANY && status == 0; i++)
        status = run_thread(late);
    measured[0] = GetTimeBase() - begin;
    return status;
}

static void threads_one_after_the_other_have_time(void)
{
    run(creates_many);
    CU_ASSERT(measured[0] >= MANY * 5000 && measured[0] <= MANY * 5300);
}

static void *counts_its_polls(void *nothing)
{
    unsigned turns = 0;
    for (unsigned i = 0; i < 500; i++)
        emuq_relax(&turns);
    measured[0] = GetTimeBase();
    return nothing;
}

static int leaves(int argc, char **argv)
{
    pthread_t thread;
    (void)argc, (void)argv;
    if (Kernel_GetRank() != 0)
        return 0;
    if (pthread_create(&thread, NULL, counts_its_polls, NULL) != 0 || pthread_detach(thread) != 0)
        return 1;
    pthread_exit(NULL);
}

/* The rank lasts as long as its threads. */
static void a_thread_goes_on_without_the_main_thread(void)
{
    run(leaves);
    CU_ASSERT(measured[0] > 0);
}

static int looks_at_memory(int argc, char **argv)
{
    pthread_t thread;
    unsigned turns = 0;
    (void)argc, (void)argv;
    if (Kernel_GetRank() != 0)
        return 0;
    uint64_t begin = GetTimeBase();
    if (pthread_create(&thread, NULL, late, NULL) != 0)
        return 1;
    while (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) == 0)
        emuq_relax(&turns);
    measured[0] = GetTimeBase() - begin;
    pthread_join(thread, NULL);
    return 0;
}

static void a_store_of_another_thread_ends_a_wait(void)
{
    run(looks_at_memory);
    CU_ASSERT(measured[0] >= 5000 && measured[0] <= 5300);
}

enum { POLLS = 20000, TURN = 61 /* cycles: cpu.poll and cpu.loop */ };

static int polls_in_vain(int argc, char **argv)
{
    unsigned turns = 0;
    (void)argc, (void)argv;
    if (Kernel_GetRank() != 0) {
        while (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) == 0)
            emuq_relax(&turns);
        return 0;
    }
    uint64_t begin = GetTimeBase();
    for (unsigned i = 0; i < POLLS; i++)
        emuq_relax(&turns);
    measured[0] = GetTimeBase() - begin;
    __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
    return 0;
}

/* The remaining ranks wait, and the network is empty. */
static void polls_in_vain_take_their_time(void)
{
    run(polls_in_vain);
    CU_ASSERT(measured[0] >= POLLS * (TURN - 1) && measured[0] <= POLLS * (TURN + 1));
}

static pthread_barrier_t barrier;

static int meet(int argc, char **argv)
{
    (void)argc, (void)argv;
    uint64_t begin = GetTimeBase();
    for (unsigned round = 0; round < 3; round++) {
        DelayTimeBase((Kernel_GetRank() + 1) * 1000);
        (void)pthread_barrier_wait(&barrier);
    }
    measured[Kernel_GetRank()] = GetTimeBase() - begin;
    return 0;
}

static void a_barrier_waits_for_the_slowest(void)
{
    CU_ASSERT_EQUAL(pthread_barrier_init(&barrier, NULL, RANKS), 0);
    run(meet);
    CU_ASSERT_EQUAL(pthread_barrier_destroy(&barrier), 0);
    for (unsigned rank = 0; rank < RANKS; rank++)
        CU_ASSERT(measured[rank] >= 3 * RANKS * 1000 && measured[rank] <= 3 * RANKS * 1000 + 600);
}

static int meets_who_is_ahead(int argc, char **argv)
{
    (void)argc, (void)argv;
    if (Kernel_GetRank() == 0)
        left_at = run_ahead();
    (void)pthread_barrier_wait(&barrier);
    measured[Kernel_GetRank()] = GetTimeBase();
    return 0;
}

static void a_barrier_does_not_see_the_future(void)
{
    CU_ASSERT_EQUAL(pthread_barrier_init(&barrier, NULL, RANKS), 0);
    run(meets_who_is_ahead);
    CU_ASSERT_EQUAL(pthread_barrier_destroy(&barrier), 0);
    for (unsigned rank = 0; rank < RANKS; rank++)
        CU_ASSERT(measured[rank] >= left_at && measured[rank] <= left_at + 300);
}

/* A thread that returns from a barrier may destroy it before all threads have returned. */
static int replaces_the_barrier(int argc, char **argv)
{
    (void)argc, (void)argv;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
        CU_ASSERT_EQUAL(pthread_barrier_destroy(&barrier), 0);
        CU_ASSERT_EQUAL(pthread_barrier_init(&barrier, NULL, RANKS), 0);
    }
    (void)pthread_barrier_wait(&barrier);
    return 0;
}

static void a_barrier_can_be_destroyed_by_who_leaves_it(void)
{
    CU_ASSERT_EQUAL(pthread_barrier_init(&barrier, NULL, RANKS), 0);
    run(replaces_the_barrier);
    CU_ASSERT_EQUAL(pthread_barrier_destroy(&barrier), 0);
}

static int sleeps_for_ever(int argc, char **argv)
{
    (void)argc, (void)argv;
    uint64_t begin = GetTimeBase();
    if (Kernel_GetRank() == 1)
        nanosleep(&(struct timespec){LONG_MAX, 0}, NULL);
    if (Kernel_GetRank() == 2)
        DelayTimeBase(UINT64_MAX);
    measured[Kernel_GetRank()] = GetTimeBase() - begin;
    return 0;
}

static void the_longest_sleep_is_long(void)
{
    run(sleeps_for_ever);
    for (unsigned rank = 0; rank < RANKS; rank++)
        CU_ASSERT((measured[rank] > UINT64_C(1) << 56) == (rank == 1 || rank == 2));
}

/* A child has a single thread, and host time. */
static int forks(int argc, char **argv)
{
    int status = 0;
    (void)argc, (void)argv;
    pid_t child = fork();
    if (child == 0) {
        alarm(LONGEST / 5);
        uint64_t begin = GetTimeBase();
        sched_yield();
        usleep(1000);
        DelayTimeBase(1000);
        _exit(GetTimeBase() - begin >= 1000 * CYCLES_PER_US ? 7 : 1);
    }
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    measured[Kernel_GetRank()] = WIFEXITED(status) ? (uint64_t)WEXITSTATUS(status) : 0;
    return 0;
}

static void a_child_has_the_time_of_the_host(void)
{
    run(forks);
    for (unsigned rank = 0; rank < RANKS; rank++)
        CU_ASSERT_EQUAL(measured[rank], 7);
}

static int waits_in_vain(int argc, char **argv)
{
    unsigned turns = 0;
    (void)argc, (void)argv;
    while (Kernel_GetRank() == 2 && __atomic_load_n(&flag, __ATOMIC_ACQUIRE) == 0)
        emuq_relax(&turns);
    return 0;
}

/* Runs a job in a child process, which ends with it, or is killed after printing @p last.
 * @return its wait status; @p text receives its standard error */
static int run_apart(emuq_main_t rank_main, const char *last, char *text, size_t bytes)
{
    int ends[2], status = 0;
    size_t length = 0;
    CU_ASSERT_EQUAL_FATAL(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        alarm(LONGEST);
        run(rank_main);
        _exit(77);
    }
    close(ends[1]);
    for (ssize_t got; (got = read(ends[0], text + length, bytes - 1 - length)) > 0;) {
        length += (size_t)got;
        text[length] = '\0';
        if (strstr(text, last) != NULL)
            kill(child, SIGKILL);
    }
    text[length] = '\0';
    close(ends[0]);
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    return status;
}

static void a_deadlock_ends_the_job(void)
{
    char text[4096];
    int status = run_apart(waits_in_vain, "nothing else", text, sizeof(text));
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "deadlock"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "1 ranks wait"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "rank 2 on node 2 waits"));
}

static int counts(int argc, char **argv)
{
    (void)argc, (void)argv;
    for (volatile unsigned turns = 0; Kernel_GetRank() == 1; turns++) {
    }
    return 0;
}

#if defined(__x86_64__) && !EMUQ_TSAN
static int spins(int argc, char **argv)
{
    (void)argc, (void)argv;
    while (Kernel_GetRank() == 1 && __atomic_load_n(&flag, __ATOMIC_ACQUIRE) == 0) {
    }
    return 0;
}

static void a_spin_that_nothing_ends_is_a_deadlock(void)
{
    char text[4096];
    int status = run_apart(spins, "nothing else", text, sizeof(text));
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "rank 1 on node 1 waits"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "in a loop without calls"));
}
#endif

static void a_loop_without_calls_is_named(void)
{
    char text[4096];
    int status = run_apart(counts, "for 10 seconds", text, sizeof(text));
    CU_ASSERT(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "rank 1 on node 1 has run for 10 seconds"));
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a delay takes its time", a_delay_takes_its_time},
        {"sleeps take modelled time", sleeps_take_modelled_time},
        {"a time-out fires soon after its time", a_time_out_fires_soon_after_its_time},
        {"a join lasts as long as the thread", a_join_lasts_as_long_as_the_thread},
        {"a join does not see the future", a_join_does_not_see_the_future},
        {"threads one after the other have time", threads_one_after_the_other_have_time},
        {"a thread goes on without the main thread", a_thread_goes_on_without_the_main_thread},
        {"a store of another thread ends a wait", a_store_of_another_thread_ends_a_wait},
        {"polls in vain take their time", polls_in_vain_take_their_time},
        {"a barrier waits for the slowest", a_barrier_waits_for_the_slowest},
        {"a barrier does not see the future", a_barrier_does_not_see_the_future},
        {"a barrier can be destroyed by who leaves it", a_barrier_can_be_destroyed_by_who_leaves_it},
        {"the longest sleep is long", the_longest_sleep_is_long},
        {"a child has the time of the host", a_child_has_the_time_of_the_host},
        {"a deadlock ends the job", a_deadlock_ends_the_job},
#if defined(__x86_64__) && !EMUQ_TSAN
        {"a spin that nothing ends is a deadlock", a_spin_that_nothing_ends_is_a_deadlock},
#endif
        {"a loop without calls is named", a_loop_without_calls_is_named},
        {NULL, NULL}
    };
    setenv("EMUQ_BACKEND", "timed", 1);
    return emuq_test_main("waits in modelled time", tests);
}
