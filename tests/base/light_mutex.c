/* SPDX-License-Identifier: BSD-3-Clause */
/* Mutex in one word: exclusion of threads and of processes, and recovery after the death of its owner. */
#include "base/lock.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emuq_test.h"

enum { THREADS = 4, TURNS = 5000 };

/* Memory shared by processes. */
typedef struct shared {
    emuq_light_mutex_t mutex;
    uint64_t turns; /* guarded by the mutex */
    unsigned stage; /* atomic */
} shared_t;

static shared_t *make(void)
{
    shared_t *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    CU_ASSERT_NOT_EQUAL_FATAL((void *)s, MAP_FAILED);
    return s;
}

/* Every 500th critical section lasts 1 ms: the waiting threads leave their spin phase and sleep. */
static void *take_turns(void *shared)
{
    shared_t *s = shared;
    for (unsigned n = 1; n <= TURNS; n++) {
        emuq_light_lock(&s->mutex);
        uint64_t turns = s->turns;
        if (n % 500 == 0)
            usleep(1000);
        s->turns = turns + 1;
        emuq_light_unlock(&s->mutex);
    }
    return NULL;
}

static void one_thread_has_it_at_a_time(void)
{
    pthread_t thread[THREADS];
    shared_t *s = make();
    for (unsigned i = 0; i < THREADS; i++)
        CU_ASSERT_EQUAL_FATAL(pthread_create(&thread[i], NULL, take_turns, s), 0);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    CU_ASSERT_EQUAL(s->turns, THREADS * TURNS);
    CU_ASSERT_EQUAL(s->mutex, 0);
    munmap(s, sizeof *s);
}

static void one_process_has_it_at_a_time(void)
{
    shared_t *s = make();
    pid_t child = fork();
    CU_ASSERT_FATAL(child >= 0);
    take_turns(s);
    if (child == 0)
        _exit(0);
    CU_ASSERT_EQUAL(waitpid(child, NULL, 0), child);
    CU_ASSERT_EQUAL(s->turns, 2 * TURNS);
    munmap(s, sizeof *s);
}

static void what_is_taken_is_not_taken_again(void)
{
    emuq_light_mutex_t mutex = 0;
    CU_ASSERT_EQUAL(emuq_light_try_lock_for(&mutex, EMUQ_LIGHT_OWNER), 0);
    CU_ASSERT_EQUAL(emuq_critical_depth, 1);
    CU_ASSERT_EQUAL(emuq_light_try_lock_for(&mutex, EMUQ_LIGHT_OWNER), EBUSY);
    CU_ASSERT_EQUAL(emuq_critical_depth, 1);
    emuq_light_unlock(&mutex);
    CU_ASSERT_EQUAL(emuq_critical_depth, 0);
}

static void *take_once(void *shared)
{
    shared_t *s = shared;
    emuq_light_lock(&s->mutex);
    CU_ASSERT_FALSE(emuq_light_is_contended(&s->mutex));
    s->turns++;
    emuq_light_unlock(&s->mutex);
    return NULL;
}

/* The holder can see that a thread waits for the mutex. */
static void its_holder_sees_that_it_is_awaited(void)
{
    pthread_t thread;
    shared_t *s = make();
    emuq_light_lock(&s->mutex);
    CU_ASSERT_FALSE(emuq_light_is_contended(&s->mutex));
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, take_once, s), 0);
    while (!emuq_light_is_contended(&s->mutex))
        usleep(100);
    CU_ASSERT_EQUAL(emuq_light_try_lock_for(&s->mutex, EMUQ_LIGHT_OWNER), EBUSY);
    emuq_light_unlock(&s->mutex);
    pthread_join(thread, NULL);
    CU_ASSERT_EQUAL(s->turns, 1);
    CU_ASSERT_EQUAL(s->mutex, 0);
    munmap(s, sizeof *s);
}

/* Takes the mutex repeatedly and counts its critical sections. */
static void *take_often(void *shared)
{
    shared_t *s = shared;
    while (__atomic_load_n(&s->stage, __ATOMIC_ACQUIRE) == 0) {
        emuq_light_lock(&s->mutex);
        s->turns++;
        emuq_light_unlock(&s->mutex);
    }
    return NULL;
}

/* Releases the mutex to a waiting thread and locks the mutex again at once. @return true if the waiter had
 * the mutex in between */
static bool is_taken_between(shared_t *s, bool is_passed_on)
{
    emuq_light_lock(&s->mutex);
    uint64_t before = s->turns;
    while (!emuq_light_is_contended(&s->mutex))
        usleep(10);
    if (is_passed_on)
        emuq_light_pass(&s->mutex);
    else
        emuq_light_unlock(&s->mutex);
    emuq_light_lock(&s->mutex);
    bool is_taken = s->turns != before;
    emuq_light_unlock(&s->mutex);
    return is_taken;
}

/* After emuq_light_pass() the waiter gets the mutex first. After a plain unlock the releasing thread usually
 * wins. The scheduler decides single cases, so the test compares counts. The two kinds alternate: load by
 * external programs affects both alike. */
static void who_waits_gets_it_when_it_is_passed_on(void)
{
    enum { PASSES = 200 };
    pthread_t thread;
    shared_t *s = make();
    unsigned taken[2] = {0, 0};
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, take_often, s), 0);
    for (unsigned n = 0; n < 2 * PASSES; n++)
        taken[n % 2] += is_taken_between(s, n % 2 != 0);
    __atomic_store_n(&s->stage, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    printf("(of %d: given back %u, passed on %u) ", PASSES, taken[0], taken[1]);
    CU_ASSERT(taken[1] > 2 * taken[0] && taken[1] > PASSES / 8);
    CU_ASSERT_EQUAL(emuq_critical_depth, 0);
    munmap(s, sizeof *s);
}

/* @return the status of the parent's lock call after the child's */
static int lock_after_child(shared_t *s, bool vanishes)
{
    pid_t child = fork();
    CU_ASSERT_FATAL(child >= 0);
    if (child == 0) {
        (void)emuq_light_lock_for(&s->mutex, (unsigned)getpid());
        __atomic_store_n(&s->stage, 1, __ATOMIC_RELEASE);
        while (!emuq_light_is_contended(&s->mutex))
            usleep(1000);
        usleep(250000); /* by now the parent sleeps and checks periodically for the child's existence */
        if (!vanishes)
            emuq_light_unlock(&s->mutex);
        _exit(0);
    }
    while (__atomic_load_n(&s->stage, __ATOMIC_ACQUIRE) != 1)
        usleep(1000);
    errno = ENOTTY;
    int rc = emuq_light_lock_for(&s->mutex, (unsigned)getpid());
    CU_ASSERT_EQUAL(errno, ENOTTY);
    emuq_light_unlock(&s->mutex);
    CU_ASSERT_EQUAL(s->mutex, 0);
    CU_ASSERT_EQUAL(waitpid(child, NULL, 0), child);
    return rc;
}

static void it_is_taken_from_a_process_that_has_vanished(void)
{
    shared_t *s = make();
    CU_ASSERT_EQUAL(lock_after_child(s, true), EOWNERDEAD);
    s->stage = 0;
    CU_ASSERT_EQUAL(lock_after_child(s, false), 0);
    munmap(s, sizeof *s);
}

/* The owner is a child process that has ended. */
static void who_tries_often_takes_it_from_such_a_process_too(void)
{
    pid_t child = fork();
    CU_ASSERT_FATAL(child >= 0);
    if (child == 0)
        _exit(0);
    CU_ASSERT_EQUAL(waitpid(child, NULL, 0), child);
    emuq_light_mutex_t mutex = (unsigned)child;
    int rc = EBUSY;
    for (unsigned n = 0; n < 1000 && rc == EBUSY; n++)
        rc = emuq_light_try_lock_for(&mutex, (unsigned)getpid());
    CU_ASSERT_EQUAL(rc, EOWNERDEAD);
    CU_ASSERT_EQUAL(mutex, (unsigned)getpid());
    emuq_light_unlock(&mutex);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"one thread has it at a time", one_thread_has_it_at_a_time},
        {"one process has it at a time", one_process_has_it_at_a_time},
        {"what is taken is not taken again", what_is_taken_is_not_taken_again},
        {"its holder sees that it is awaited", its_holder_sees_that_it_is_awaited},
        {"who waits gets it when it is passed on", who_waits_gets_it_when_it_is_passed_on},
        {"it is taken from a process that has vanished", it_is_taken_from_a_process_that_has_vanished},
        {"who tries often takes it from such a process too",
         who_tries_often_takes_it_from_such_a_process_too},
        {NULL, NULL}};
    return emuq_test_main("light mutex", tests);
}
