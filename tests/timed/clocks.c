/* SPDX-License-Identifier: BSD-3-Clause */
/* Clocks and timed waits in modelled time: the C library's clocks show the time base; waits last until
 * their limit, or until they are ended. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/location.h>

#include "emuq/partition.h"
#include "emuq_test.h"

/* ns: calls; limits */
enum { RANKS = 2, SLACK = 600, LIMIT = 20000, SOON = 5000 };
#define DATE  1325376000 /* seconds: start of dates */
#define NS_S  1000000000
#define HOURS 3600

static uint64_t measured[RANKS]; /* ns, by rank */
static int result[RANKS];

static void run(emuq_main_t rank_main)
{
    const emuq_job_t job = {.shape = {RANKS, 1, 1, 1, 1}};
    char name[] = "clocks", *argv[] = {name, NULL};
    memset(measured, 0, sizeof(measured));
    memset(result, 0, sizeof(result));
    CU_ASSERT_EQUAL(emuq_run_threads(&job, rank_main, 1, argv), 0);
}

static uint64_t ns_of(const struct timespec *t)
{
    return (uint64_t)t->tv_sec * NS_S + (uint64_t)t->tv_nsec;
}

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec now;
    return clock_gettime(clock, &now) == 0 ? ns_of(&now) : 0;
}

/* Time of a clock in @p ns nanoseconds. */
static struct timespec in(clockid_t clock, uint64_t ns)
{
    ns += clock_ns(clock);
    return (struct timespec){(time_t)(ns / NS_S), (long)(ns % NS_S)};
}

static int reads_clocks(int argc, char **argv)
{
    (void)argc, (void)argv;
    struct timeval day;
    DelayTimeBase((uint64_t)HOURS * 1600000000);
    uint64_t base = GetTimeBase() * 5 / 8, mono = clock_ns(CLOCK_MONOTONIC), real = clock_ns(CLOCK_REALTIME);
    CU_ASSERT_EQUAL(gettimeofday(&day, NULL), 0);
    CU_ASSERT(mono >= base && mono <= base + SLACK);
    CU_ASSERT(real - (uint64_t)DATE * NS_S >= mono && real - (uint64_t)DATE * NS_S <= mono + SLACK);
    CU_ASSERT_EQUAL(day.tv_sec, DATE + HOURS);
    CU_ASSERT_EQUAL(time(NULL), DATE + HOURS);
    return 0;
}

static void clocks_show_modelled_time(void)
{
    run(reads_clocks);
}

static int reads_host_clocks(int argc, char **argv)
{
    (void)argc, (void)argv;
    CU_ASSERT(time(NULL) > DATE + 10 * 365 * 24 * HOURS);
    struct timespec limit = in(CLOCK_REALTIME, LIMIT);
    sem_t semaphore;
    sem_init(&semaphore, 0, 0);
    CU_ASSERT(sem_timedwait(&semaphore, &limit) == -1 && errno == ETIMEDOUT);
    return 0;
}

static void clocks_may_be_the_hosts(void)
{
    setenv("EMUQ_TIME_CLOCKS", "host", 1);
    run(reads_host_clocks);
    unsetenv("EMUQ_TIME_CLOCKS");
}

/* A loop that waits for a time of a clock. */
static int waits_by_a_clock(int argc, char **argv)
{
    (void)argc, (void)argv;
    uint64_t begin = clock_ns(CLOCK_MONOTONIC);
    while (clock_ns(CLOCK_MONOTONIC) - begin < LIMIT) {
    }
    measured[Kernel_GetRank()] = clock_ns(CLOCK_MONOTONIC) - begin;
    return 0;
}

static void a_loop_waits_by_a_clock(void)
{
    run(waits_by_a_clock);
    for (unsigned rank = 0; rank < RANKS; rank++)
        CU_ASSERT(measured[rank] >= LIMIT && measured[rank] <= LIMIT + SLACK);
}

static int sleeps(int argc, char **argv)
{
    (void)argc, (void)argv;
    struct timespec end, span = {0, LIMIT};
    uint64_t begin = clock_ns(CLOCK_MONOTONIC);
    CU_ASSERT_EQUAL(sleep(HOURS), 0);
    CU_ASSERT_EQUAL(clock_nanosleep(CLOCK_REALTIME, 0, &span, NULL), 0);
    end = in(CLOCK_MONOTONIC, LIMIT);
    CU_ASSERT_EQUAL(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL), 0);
    uint64_t now = clock_ns(CLOCK_MONOTONIC);
    CU_ASSERT(now >= ns_of(&end) && now <= ns_of(&end) + SLACK);
    CU_ASSERT_EQUAL(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, NULL), 0); /* in the past */
    span.tv_nsec = -1;
    CU_ASSERT_EQUAL(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &span, NULL), EINVAL);
    measured[Kernel_GetRank()] = clock_ns(CLOCK_MONOTONIC) - begin;
    return 0;
}

static void sleeps_last_as_long_as_they_say(void)
{
    uint64_t least = (uint64_t)HOURS * NS_S + 2 * LIMIT;
    run(sleeps);
    for (unsigned rank = 0; rank < RANKS; rank++)
        CU_ASSERT(measured[rank] >= least && measured[rank] <= least + 2 * SLACK);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER, monotonic;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t semaphore;

static int wait_mutex(clockid_t clock, const struct timespec *limit)
{
    return clock == CLOCK_REALTIME ? pthread_mutex_timedlock(&mutex, limit)
                                   : pthread_mutex_clocklock(&mutex, clock, limit);
}

static int wait_read(clockid_t clock, const struct timespec *limit)
{
    return clock == CLOCK_REALTIME ? pthread_rwlock_timedrdlock(&rwlock, limit)
                                   : pthread_rwlock_clockrdlock(&rwlock, clock, limit);
}

static int wait_write(clockid_t clock, const struct timespec *limit)
{
    return clock == CLOCK_REALTIME ? pthread_rwlock_timedwrlock(&rwlock, limit)
                                   : pthread_rwlock_clockwrlock(&rwlock, clock, limit);
}

static int wait_semaphore(clockid_t clock, const struct timespec *limit)
{
    int rc =
        clock == CLOCK_REALTIME ? sem_timedwait(&semaphore, limit) : sem_clockwait(&semaphore, clock, limit);
    return rc == 0 ? 0 : errno;
}

/* The condition or the call selects the clock. */
static int wait_condition(clockid_t clock, const struct timespec *limit)
{
    static unsigned calls;
    pthread_mutex_lock(&guard);
    int rc = calls++ % 2 != 0
                 ? pthread_cond_clockwait(&condition, &guard, clock, limit)
                 : pthread_cond_timedwait(clock == CLOCK_REALTIME ? &condition : &monotonic, &guard, limit);
    pthread_mutex_unlock(&guard);
    return rc;
}

typedef int (*wait_t)(clockid_t clock, const struct timespec *limit);

static wait_t waiting;
static uint64_t given_after; /* rank 0 releases what rank 1 waits for */

static void take_all(void)
{
    pthread_mutex_lock(&mutex);
    pthread_rwlock_wrlock(&rwlock);
}

static void give_all(void)
{
    pthread_mutex_unlock(&mutex);
    pthread_rwlock_unlock(&rwlock);
    sem_post(&semaphore);
    pthread_cond_signal(&condition);
    pthread_cond_signal(&monotonic);
}

/* Returns the awaited resource. */
static void give_back(void)
{
    if (waiting == wait_mutex)
        pthread_mutex_unlock(&mutex);
    else if (waiting == wait_read || waiting == wait_write)
        pthread_rwlock_unlock(&rwlock);
}

static int tries_until(clockid_t clock)
{
    struct timespec begin, limit = in(clock, LIMIT);
    clock_gettime(clock, &begin);
    int rc = waiting(clock, &limit);
    measured[1] = clock_ns(clock) - ns_of(&begin);
    if (rc == 0)
        give_back();
    return rc;
}

static int gives_late(int argc, char **argv, clockid_t clock)
{
    (void)argc, (void)argv;
    if (Kernel_GetRank() == 0)
        take_all();
    else
        DelayTimeBase(1000);
    if (Kernel_GetRank() == 1) {
        result[1] = tries_until(clock);
        return 0;
    }
    DelayTimeBase(1000 + given_after * 8 / 5);
    give_all();
    return 0;
}

static int gives_late_by_date(int argc, char **argv)
{
    return gives_late(argc, argv, CLOCK_REALTIME);
}

static int gives_late_monotonic(int argc, char **argv)
{
    return gives_late(argc, argv, CLOCK_MONOTONIC);
}

/* Resets posts and signals. */
static void renew(void)
{
    pthread_condattr_t attr;
    sem_init(&semaphore, 0, 0);
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(&monotonic, &attr);
    pthread_condattr_destroy(&attr);
}

/* All kinds of wait with both clocks: result and duration for rank 1. */
static void each_way(uint64_t after, int rc, uint64_t least, uint64_t most)
{
    static const wait_t ways[] = {wait_mutex,     wait_read,      wait_write,
                                  wait_semaphore, wait_condition, wait_condition};
    given_after = after;
    for (unsigned i = 0; i < 2 * sizeof(ways) / sizeof(ways[0]); i++) {
        waiting = ways[i / 2];
        renew();
        run(i % 2 != 0 ? gives_late_by_date : gives_late_monotonic);
        CU_ASSERT_EQUAL(result[1], rc);
        CU_ASSERT(measured[1] >= least && measured[1] <= most);
    }
}

static void a_wait_ends_at_its_limit(void)
{
    each_way(10 * LIMIT, ETIMEDOUT, LIMIT, LIMIT + SLACK);
}

static void a_wait_ends_when_it_is_let_go(void)
{
    each_way(SOON, 0, SOON - SLACK, SOON + SLACK);
}

static int asks_for_no_time(int argc, char **argv)
{
    (void)argc, (void)argv;
    static const struct timespec wrong = {1, NS_S};
    if (Kernel_GetRank() != 0)
        return 0;
    take_all();
    CU_ASSERT_EQUAL(pthread_mutex_timedlock(&mutex, &wrong), EINVAL);
    CU_ASSERT_EQUAL(wait_semaphore(CLOCK_REALTIME, &wrong), EINVAL);
    CU_ASSERT_EQUAL(wait_condition(CLOCK_REALTIME, &wrong), EINVAL);
    give_all();
    return 0;
}

static void what_is_no_time_is_refused(void)
{
    renew();
    run(asks_for_no_time);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"clocks show modelled time", clocks_show_modelled_time},
                                        {"clocks may be the host's", clocks_may_be_the_hosts},
                                        {"a loop waits by a clock", a_loop_waits_by_a_clock},
                                        {"sleeps last as long as they say", sleeps_last_as_long_as_they_say},
                                        {"a wait ends at its limit", a_wait_ends_at_its_limit},
                                        {"a wait ends when it is let go", a_wait_ends_when_it_is_let_go},
                                        {"what is no time is refused", what_is_no_time_is_refused},
                                        {NULL, NULL}};
    setenv("EMUQ_BACKEND", "timed", 1);
    return emuq_test_main("clocks in modelled time", tests);
}
