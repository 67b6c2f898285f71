/* SPDX-License-Identifier: BSD-3-Clause */
/* Locks, conditions and semaphores of the C library in modelled time: waiters continue in FIFO order when
 * released, mutual exclusion holds, and errors are those of the C library. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

#include "base/atomic.h"
#include "emuq/partition.h"
#include "emuq_test.h"

enum {
    RANKS = 4,
    LONGEST = 50 /* seconds until a hanging job is killed */,
    SLACK = 600 /* cycles of calls */
};

static uint64_t begun[RANKS], ended[RANKS]; /* by rank: time inside the lock */
static uint64_t zero;                       /* common start of the ranks */
static unsigned order[RANKS], inside;       /* order of the ranks */

static void run(emuq_main_t rank_main)
{
    const emuq_job_t job = {.shape = {RANKS, 1, 1, 1, 1}};
    char name[] = "locks", *argv[] = {name, NULL};
    memset(begun, 0, sizeof(begun));
    memset(ended, 0, sizeof(ended));
    inside = 0;
    CU_ASSERT_EQUAL(emuq_run_threads(&job, rank_main, 1, argv), 0);
}

/* The highest rank comes first. */
static void come(void)
{
    zero = GetTimeBase();
    DelayTimeBase((RANKS - Kernel_GetRank()) * 1000);
}

/* Critical section: 10000 cycles. */
static void stay(void)
{
    unsigned rank = Kernel_GetRank();
    order[inside++] = rank;
    begun[rank] = GetTimeBase();
    DelayTimeBase(10000);
    ended[rank] = GetTimeBase();
}

/* Rank number @p i in the order has entered when all earlier ranks had left, the first rank at @p first. */
static void check_begin(unsigned i, uint64_t first)
{
    uint64_t after = begun[order[i]] - zero;
    CU_ASSERT(after >= first + 10000 * i && after <= first + (10000 + SLACK) * i + SLACK);
}

/* The ranks have entered in order of arrival without gaps. */
static void check_one_by_one(void)
{
    CU_ASSERT_EQUAL_FATAL(inside, RANKS);
    for (unsigned i = 0; i < RANKS; i++) {
        CU_ASSERT_EQUAL(order[i], RANKS - 1 - i);
        check_begin(i, 1000);
        CU_ASSERT(i == 0 || begun[order[i]] >= ended[order[i - 1]]);
    }
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static int takes_turns(int argc, char **argv)
{
    (void)argc, (void)argv;
    come();
    pthread_mutex_lock(&mutex);
    stay();
    pthread_mutex_unlock(&mutex);
    return 0;
}

static void a_mutex_is_had_in_the_order_of_coming(void)
{
    run(takes_turns);
    check_one_by_one();
}

/* A thread far ahead of its last hand-over takes the mutex at its own time. */
static int runs_ahead(int argc, char **argv)
{
    (void)argc, (void)argv;
    while (Kernel_GetRank() == 0 && GetTimeBase() < 100000)
        continue;
    pthread_mutex_lock(&mutex);
    stay();
    pthread_mutex_unlock(&mutex);
    return 0;
}

static void a_mutex_is_not_taken_in_the_future(void)
{
    run(runs_ahead);
    CU_ASSERT_EQUAL_FATAL(inside, RANKS);
    CU_ASSERT_EQUAL(order[RANKS - 1], 0);
    CU_ASSERT(begun[0] >= 100000 && begun[1] < 50000);
}

static int tries(int argc, char **argv)
{
    (void)argc, (void)argv;
    come();
    while (pthread_mutex_trylock(&mutex) != 0)
        continue;
    stay();
    return pthread_mutex_unlock(&mutex);
}

/* Nodes share no memory on the machine, so a store of another node notifies no rank: a rank here
 * retries only occasionally. */
static void a_loop_that_tries_ends(void)
{
    const emuq_job_t job = {.shape = {1, 1, 1, 1, 1}, .ppn = RANKS};
    char name[] = "locks", *argv[] = {name, NULL};
    inside = 0;
    CU_ASSERT_EQUAL(emuq_run_threads(&job, tries, 1, argv), 0);
    CU_ASSERT_EQUAL(inside, RANKS);
    for (unsigned i = 1; i < RANKS; i++)
        CU_ASSERT(begun[order[i]] >= ended[order[i - 1]] && begun[order[i]] <= ended[order[i - 1]] + SLACK);
}

static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static unsigned wanted;

static int waits_for_a_broadcast(int argc, char **argv)
{
    (void)argc, (void)argv;
    come();
    pthread_mutex_lock(&mutex);
    if (Kernel_GetRank() == 0) {
        DelayTimeBase(20000);
        wanted = 1;
        pthread_cond_broadcast(&condition);
    }
    while (wanted == 0)
        pthread_cond_wait(&condition, &mutex);
    stay();
    pthread_mutex_unlock(&mutex);
    return 0;
}

/* Rank 0 holds the mutex first; the other ranks get it in the order in which they started to wait. */
static void a_broadcast_lets_all_go_in_the_order_of_waiting(void)
{
    wanted = 0;
    run(waits_for_a_broadcast);
    static const unsigned expected[RANKS] = {0, 3, 2, 1};
    CU_ASSERT_EQUAL(memcmp(order, expected, sizeof(order)), 0);
    for (unsigned i = 0; i < RANKS; i++)
        check_begin(i, 24000);
}

static int waits_for_a_signal(int argc, char **argv)
{
    (void)argc, (void)argv;
    unsigned rank = Kernel_GetRank();
    come();
    if (rank == 0)
        DelayTimeBase(20000);
    pthread_mutex_lock(&mutex);
    while (rank != 0 && wanted == 0)
        pthread_cond_wait(&condition, &mutex);
    wanted = rank == 0 ? RANKS - 1 : wanted - 1;
    pthread_mutex_unlock(&mutex);
    stay();
    pthread_cond_signal(&condition); /* without the mutex, which is allowed */
    return 0;
}

static void a_signal_lets_the_first_go(void)
{
    wanted = 0;
    run(waits_for_a_signal);
    static const unsigned expected[RANKS] = {0, 3, 2, 1};
    CU_ASSERT_EQUAL(memcmp(order, expected, sizeof(order)), 0);
    for (unsigned i = 0; i < RANKS; i++)
        check_begin(i, 24000);
}

static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

/* Ranks 3 and 2 read, then 1 writes, then 0 reads. */
static int reads_and_writes(int argc, char **argv)
{
    (void)argc, (void)argv;
    come();
    if (Kernel_GetRank() == 0)
        DelayTimeBase(10000);
    if (Kernel_GetRank() == 1)
        pthread_rwlock_wrlock(&rwlock);
    else
        pthread_rwlock_rdlock(&rwlock);
    stay();
    pthread_rwlock_unlock(&rwlock);
    return 0;
}

static void readers_share_and_writers_do_not(void)
{
    run(reads_and_writes);
    CU_ASSERT(begun[2] < ended[3]);
    CU_ASSERT(begun[1] >= ended[2] && begun[1] <= ended[2] + SLACK);
    CU_ASSERT(begun[0] >= ended[1] && begun[0] <= ended[1] + SLACK);
}

static sem_t semaphore;

static int posts(int argc, char **argv)
{
    (void)argc, (void)argv;
    come();
    CU_ASSERT_EQUAL(sem_wait(&semaphore), 0);
    stay();
    return sem_post(&semaphore);
}

static void a_semaphore_is_had_in_the_order_of_coming(void)
{
    CU_ASSERT_EQUAL(sem_init(&semaphore, 0, 1), 0);
    run(posts);
    check_one_by_one();
    int value;
    CU_ASSERT(sem_getvalue(&semaphore, &value) == 0 && value == 1);
    CU_ASSERT(sem_trywait(&semaphore) == 0 && sem_trywait(&semaphore) == -1 && errno == EAGAIN);
    CU_ASSERT_EQUAL(sem_destroy(&semaphore), 0);
}

static pthread_spinlock_t spinlock;

static int spins(int argc, char **argv)
{
    (void)argc, (void)argv;
    come();
    pthread_spin_lock(&spinlock);
    stay();
    return pthread_spin_unlock(&spinlock);
}

static void a_spin_lock_is_had_in_the_order_of_coming(void)
{
    CU_ASSERT_EQUAL(pthread_spin_init(&spinlock, 0), 0);
    run(spins);
    check_one_by_one();
    CU_ASSERT_EQUAL(pthread_spin_destroy(&spinlock), 0);
}

static pthread_once_t once;

static int comes_once(int argc, char **argv)
{
    (void)argc, (void)argv;
    come();
    pthread_once(&once, stay);
    ended[Kernel_GetRank()] = GetTimeBase();
    return 0;
}

static void what_is_done_once_is_waited_for(void)
{
    once = (pthread_once_t)PTHREAD_ONCE_INIT;
    run(comes_once);
    CU_ASSERT(inside == 1 && order[0] == RANKS - 1);
    for (unsigned rank = 0; rank < RANKS; rank++)
        CU_ASSERT(ended[rank] - zero >= 11000 && ended[rank] - zero <= 11000 + 2 * SLACK);
}

static pthread_mutex_t checked, recursive;

static void make_mutexes(void)
{
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&checked, &attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&recursive, &attr);
    pthread_mutexattr_destroy(&attr);
}

/* ThreadSanitizer would end the process. */
static void fails_to_unlock(pthread_mutex_t *another)
{
#if EMUQ_TSAN
    (void)another;
#else
    CU_ASSERT_EQUAL(pthread_mutex_unlock(another), EPERM);
#endif
}

/* Every rank has to wait, so each rank finds waiters. */
static int errs(int argc, char **argv)
{
    (void)argc, (void)argv;
    come();
    fails_to_unlock(&checked);
    CU_ASSERT_EQUAL(pthread_mutex_lock(&checked), 0);
    DelayTimeBase(10000);
    CU_ASSERT_EQUAL(pthread_mutex_lock(&checked), EDEADLK);
    CU_ASSERT_EQUAL(pthread_mutex_trylock(&checked), EBUSY);
    CU_ASSERT_EQUAL(pthread_mutex_unlock(&checked), 0);

    CU_ASSERT_EQUAL(pthread_mutex_lock(&recursive), 0);
    DelayTimeBase(10000);
    CU_ASSERT_EQUAL(pthread_mutex_lock(&recursive), 0);
    CU_ASSERT_EQUAL(pthread_mutex_unlock(&recursive), 0);
    CU_ASSERT_EQUAL(pthread_mutex_lock(&recursive), 0);
    stay();
    CU_ASSERT_EQUAL(pthread_mutex_unlock(&recursive), 0);
    CU_ASSERT_EQUAL(pthread_mutex_unlock(&recursive), 0);
    fails_to_unlock(&recursive);
    CU_ASSERT_EQUAL(pthread_rwlock_wrlock(&rwlock), 0);
    CU_ASSERT_EQUAL(pthread_rwlock_rdlock(&rwlock), EDEADLK);
    CU_ASSERT_EQUAL(pthread_rwlock_unlock(&rwlock), 0);
    return 0;
}

static void errors_are_those_of_the_c_library(void)
{
    make_mutexes();
    run(errs);
    CU_ASSERT_EQUAL(inside, RANKS);
    pthread_mutex_destroy(&checked);
    pthread_mutex_destroy(&recursive);
}

static pthread_mutex_t left, right;

/* Ranks 1 and 2 take two mutexes in opposite orders; rank 3 waits for a condition. */
static int locks_crosswise(int argc, char **argv)
{
    (void)argc, (void)argv;
    unsigned rank = Kernel_GetRank();
    if (rank == 1 || rank == 2) {
        pthread_mutex_lock(rank == 1 ? &left : &right);
        DelayTimeBase(1000);
        pthread_mutex_lock(rank == 1 ? &right : &left);
    }
    if (rank == 3) {
        pthread_mutex_lock(&mutex);
        pthread_cond_wait(&condition, &mutex);
    }
    return 0;
}

/* Runs a job in a child process, which ends with it. @return its wait status; @p text receives its
 * standard error */
static int run_apart(emuq_main_t rank_main, char *text, size_t bytes)
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
    for (ssize_t got; (got = read(ends[0], text + length, bytes - 1 - length)) > 0;)
        length += (size_t)got;
    text[length] = '\0';
    close(ends[0]);
    CU_ASSERT_EQUAL(waitpid(child, &status, 0), child);
    return status;
}

static void a_deadlock_names_who_has_what(void)
{
    char text[4096], first[128], second[128], third[128];
    int status = run_apart(locks_crosswise, text, sizeof(text));
    snprintf(first, sizeof(first), "for a mutex at %p, held by rank 2", (void *)&right);
    snprintf(second, sizeof(second), "for a mutex at %p, held by rank 1", (void *)&left);
    snprintf(third, sizeof(third), "for a condition at %p", (void *)&condition);
    CU_ASSERT(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "3 ranks wait"));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, first));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, second));
    CU_ASSERT_PTR_NOT_NULL(strstr(text, third));
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a mutex is had in the order of coming", a_mutex_is_had_in_the_order_of_coming},
        {"a mutex is not taken in the future", a_mutex_is_not_taken_in_the_future},
        {"a loop that tries ends", a_loop_that_tries_ends},
        {"a broadcast lets all go in the order of waiting", a_broadcast_lets_all_go_in_the_order_of_waiting},
        {"a signal lets the first go", a_signal_lets_the_first_go},
        {"readers share and writers do not", readers_share_and_writers_do_not},
        {"a semaphore is had in the order of coming", a_semaphore_is_had_in_the_order_of_coming},
        {"a spin lock is had in the order of coming", a_spin_lock_is_had_in_the_order_of_coming},
        {"what is done once is waited for", what_is_done_once_is_waited_for},
        {"errors are those of the C library", errors_are_those_of_the_c_library},
        {"a deadlock names who has what", a_deadlock_names_who_has_what},
        {NULL, NULL}};
    setenv("EMUQ_BACKEND", "timed", 1);
    return emuq_test_main("locks in modelled time", tests);
}
