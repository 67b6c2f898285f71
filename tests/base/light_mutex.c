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

static void one_thread_at_a_time_holds_it(void)
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

static void one_process_at_a_time_holds_it(void)
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

static void try_lock_rejects_a_held_mutex(void)
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
static void the_holder_detects_a_waiter(void)
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

/* Passes or unlocks a mutex with a waiter and locks it again at once. @return whether the waiter had the
 * mutex in between */
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

/* The waiter gets the mutex between emuq_light_pass() and the next lock of the passing thread, seldom after
 * emuq_light_unlock(). The scheduler decides each single case. Both kinds alternate until the waiter has had
 * the mutex PASSES times after a pass: load of the machine changes the number of repetitions only. */
static void pass_lets_a_waiter_lock_first(void)
{
    enum { PASSES = 40 };
    pthread_t thread;
    shared_t *s = make();
    unsigned taken[2] = {0, 0};
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, take_often, s), 0);
    for (unsigned n = 0; taken[1] < PASSES; n++)
        taken[n % 2] += is_taken_between(s, n % 2 != 0);
    __atomic_store_n(&s->stage, 1, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    CU_ASSERT(taken[0] < PASSES / 2);
    CU_ASSERT_EQUAL(emuq_critical_depth, 0);
    munmap(s, sizeof *s);
}

/* Sleeps on the word of a contended mutex. @return result of the sleep */
static void *sleep_on_word(void *shared)
{
    shared_t *s = shared;
    unsigned word = __atomic_load_n(&s->mutex, __ATOMIC_RELAXED) | EMUQ_LIGHT_CONTENDED;
    __atomic_store_n(&s->mutex, word, __ATOMIC_RELAXED);
    __atomic_store_n(&s->stage, (unsigned)syscall(SYS_gettid), __ATOMIC_RELEASE);
    return (void *)(intptr_t)emuq_futex_wait(&s->mutex, word, 60 * EMUQ_NS_PER_S);
}

/* Waits until a thread sleeps. */
static void await_sleep(unsigned tid)
{
    char path[64], state = 0;
    (void)snprintf(path, sizeof path, "/proc/self/task/%u/stat", tid);
    for (; state != 'S'; usleep(100)) {
        FILE *f = fopen(path, "r");
        CU_ASSERT_PTR_NOT_NULL_FATAL(f);
        CU_ASSERT_EQUAL_FATAL(fscanf(f, "%*d (%*[^)]) %c", &state), 1);
        (void)fclose(f);
    }
}

/* emuq_light_pass() wakes a sleeping waiter; emuq_light_unlock() does not. */
static void pass_wakes_a_sleeping_waiter(void)
{
    pthread_t thread;
    void *result;
    unsigned tid;
    shared_t *s = make();
    emuq_light_lock(&s->mutex);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, sleep_on_word, s), 0);
    while ((tid = __atomic_load_n(&s->stage, __ATOMIC_ACQUIRE)) == 0)
        usleep(100);
    await_sleep(tid);
    emuq_light_pass(&s->mutex);
    pthread_join(thread, &result);
    CU_ASSERT((intptr_t)result == 0 || (intptr_t)result == -EAGAIN); /* the word changed before the sleep */
    CU_ASSERT_EQUAL(s->mutex, 0);
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

static void lock_takes_over_from_an_exited_process(void)
{
    shared_t *s = make();
    CU_ASSERT_EQUAL(lock_after_child(s, true), EOWNERDEAD);
    s->stage = 0;
    CU_ASSERT_EQUAL(lock_after_child(s, false), 0);
    munmap(s, sizeof *s);
}

/* The owner is a child process that has ended. */
static void repeated_try_lock_takes_over_too(void)
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
        {"one thread at a time holds it", one_thread_at_a_time_holds_it},
        {"one process at a time holds it", one_process_at_a_time_holds_it},
        {"try lock rejects a held mutex", try_lock_rejects_a_held_mutex},
        {"the holder detects a waiter", the_holder_detects_a_waiter},
        {"pass lets a waiter lock first", pass_lets_a_waiter_lock_first},
        {"pass wakes a sleeping waiter", pass_wakes_a_sleeping_waiter},
        {"lock takes over from an exited process", lock_takes_over_from_an_exited_process},
        {"repeated try lock takes over too", repeated_try_lock_takes_over_too},
        {NULL, NULL}};
    return emuq_test_main("light mutex", tests);
}
