/* SPDX-License-Identifier: BSD-3-Clause */
/* L2 operations, locks and barriers with more threads than cores. */
#include <pthread.h>
#include <stdlib.h>

#include "emuq_test.h"
#include "spi/include/l2/barrier.h"
#include "spi/include/l2/lock.h"

enum { THREADS = 8, ROUNDS = 20000 };

static struct {
    uint64_t before __attribute__((aligned(32)));
    uint64_t word;
    uint64_t bound;
} counter;

static L2_Lock_t lock;
static L2_Barrier_t barrier = L2_BARRIER_INITIALIZER;
static uint64_t plain[THREADS]; /* not atomic: protected by the lock or the barrier under test */

typedef struct arg {
    uint64_t id;
    uint64_t done;
    void (*body)(struct arg *);
} arg_t;

static pthread_barrier_t gate;

/* All threads start together, to provoke contention. */
static void *start(void *p)
{
    arg_t *arg = p;
    pthread_barrier_wait(&gate);
    arg->body(arg);
    return NULL;
}

/* Runs @p body in THREADS threads. @return the sum of their `done` members */
static uint64_t run(void (*body)(arg_t *))
{
    pthread_barrier_init(&gate, NULL, THREADS);
    pthread_t thread[THREADS];
    arg_t arg[THREADS];
    uint64_t sum = 0;
    for (uint64_t i = 0; i < THREADS; i++) {
        arg[i] = (arg_t){i, 0, body};
        if (pthread_create(&thread[i], NULL, start, &arg[i]) != 0)
            abort();
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        sum += arg[i].done;
    }
    pthread_barrier_destroy(&gate);
    return sum;
}

static void increments(arg_t *arg)
{
    for (int i = 0; i < ROUNDS; i++) {
        arg->done += L2_AtomicLoadIncrement(&counter.word);
        L2_AtomicStoreAdd(&counter.bound, arg->id + 1);
        L2_AtomicStoreXor(&counter.before, UINT64_C(1) << arg->id);
    }
}

static void every_increment_counts_once(void)
{
    uint64_t n = (uint64_t)THREADS * ROUNDS;
    counter.before = counter.word = counter.bound = 0;
    CU_ASSERT_EQUAL(run(increments), n * (n - 1) / 2); /* each number is returned once */
    CU_ASSERT_EQUAL(counter.word, n);
    CU_ASSERT_EQUAL(counter.bound, (uint64_t)ROUNDS * THREADS * (THREADS + 1) / 2);
    CU_ASSERT_EQUAL(counter.before, 0);
}

static void bounded_up(arg_t *arg)
{
    for (int i = 0; i < ROUNDS; i++)
        arg->done += L2_AtomicLoadIncrementBounded(&counter.word) != EMUQ_ATOMIC_REJECTED;
}

static void bounded_down(arg_t *arg)
{
    for (int i = 0; i < ROUNDS; i++)
        arg->done += L2_AtomicLoadDecrementBounded(&counter.word) != EMUQ_ATOMIC_REJECTED;
}

static void bounds_hold(void)
{
    counter.before = 10;
    counter.word = 20;
    counter.bound = 20 + (uint64_t)THREADS * ROUNDS / 2;
    CU_ASSERT_EQUAL(run(bounded_up), (uint64_t)THREADS * ROUNDS / 2);
    CU_ASSERT_EQUAL(counter.word, counter.bound);
    CU_ASSERT_EQUAL(run(bounded_down), 10 + (uint64_t)THREADS * ROUNDS / 2);
    CU_ASSERT_EQUAL(counter.word, 10);
}

/* Each thread raises the bound before it takes a number. The bounded increment therefore never fails, and no
 * number is returned twice. */
static void raise_and_take(arg_t *arg)
{
    for (int i = 0; i < ROUNDS; i++) {
        L2_AtomicStoreAdd(&counter.bound, 1);
        arg->done += L2_AtomicLoadIncrementBounded(&counter.word);
    }
}

static void moving_bound_is_seen(void)
{
    uint64_t n = (uint64_t)THREADS * ROUNDS;
    counter.word = counter.bound = 0;
    CU_ASSERT_EQUAL(run(raise_and_take), n * (n - 1) / 2);
    CU_ASSERT(counter.word == n && counter.bound == n);
}

static void maxima(arg_t *arg)
{
    for (uint64_t i = 0; i < ROUNDS; i++)
        L2_AtomicStoreMax(&counter.word, i * THREADS + arg->id);
}

static void greatest_wins(void)
{
    counter.word = 0;
    run(maxima);
    CU_ASSERT_EQUAL(counter.word, (uint64_t)THREADS * ROUNDS - 1);
}

static void twins(arg_t *arg)
{
    for (uint64_t i = 0; i < ROUNDS; i++)
        L2_AtomicStoreTwin(&counter.word, i * THREADS + arg->id);
}

static void twins_stay_equal(void)
{
    counter.word = counter.bound = 5;
    run(twins);
    CU_ASSERT_EQUAL(counter.word, counter.bound);
    CU_ASSERT(counter.word != 5);
}

static void locked(arg_t *arg)
{
    for (int i = 0; i < ROUNDS; i++) {
        if (arg->id % 2 == 0)
            L2_LockAcquire(&lock);
        else
            for (unsigned turns = 0; !L2_LockTryAcquire(&lock);)
                emuq_relax(&turns);
        plain[0]++;
        L2_LockRelease(&lock);
    }
}

static void lock_excludes(void)
{
    plain[0] = 0;
    L2_LockInit(&lock);
    run(locked);
    CU_ASSERT_EQUAL(plain[0], (uint64_t)THREADS * ROUNDS);
    CU_ASSERT_EQUAL(L2_LockIsBusy(&lock), 0);
}

/* Each round: store to the thread's word, barrier, check the words of all threads, barrier. The sum of the
 * tickets shows that each ticket was issued once per barrier. */
static void meets(arg_t *arg)
{
    for (uint64_t round = 1; round <= ROUNDS / 100; round++) {
        plain[arg->id] = round;
        arg->done += (uint64_t)L2_BarrierWithTicket(&barrier, THREADS);
        for (int i = 0; i < THREADS; i++)
            if (plain[i] != round)
                arg->done += 1000000;
        L2_Barrier(&barrier, THREADS);
    }
}

static void barrier_meets(void)
{
    CU_ASSERT_EQUAL(run(meets), (uint64_t)ROUNDS / 100 * (THREADS * (THREADS - 1) / 2));
    CU_ASSERT_EQUAL(barrier.count, (uint64_t)ROUNDS / 50 * THREADS);
    CU_ASSERT_EQUAL(barrier.start, barrier.count);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"every increment counts once", every_increment_counts_once},
        {"bounds hold", bounds_hold},
        {"a moving bound is seen", moving_bound_is_seen},
        {"the greatest wins", greatest_wins},
        {"twins stay equal", twins_stay_equal},
        {"a lock excludes", lock_excludes},
        {"a barrier meets", barrier_meets},
        {NULL, NULL},
    };
    return emuq_test_main("L2 by many threads", tests);
}
