/* SPDX-License-Identifier: BSD-3-Clause */
/* Mutexes, conditions, read-write locks, semaphores, spin locks, barriers, pthread_once() and the C11
 * interface in modelled time (backend timed). A thread never sleeps inside of the C library's lock: the owner
 * runs only while the thread waits in modelled time. Waiters get a lock in FIFO order. Functions ..._timed()
 * are called after emuq_waits->enter() has returned true. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

#include "base/host_calls.h"
#include "base/memory.h"
#include "kernel-shim/preload/preload.h"

const int emuq_preload_sync;

typedef struct lock_attempt {
    emuq_wait_t wait;
    int (*attempt)(void *lock); /* returns EBUSY while the lock is taken */
    void *lock;
    int rc;
} lock_attempt_t;

/* A deadline in the past: timed calls report errors such as EDEADLK without waiting, try functions do not */
static const struct timespec lock_past = {0, 0};

static bool lock_wait_try(emuq_wait_t *wait)
{
    lock_attempt_t *self = (lock_attempt_t *)wait;
    self->rc = self->attempt(self->lock);
    return self->rc != EBUSY;
}

static lock_attempt_t lock_wait_init(void *lock, const char *what, int (*attempt)(void *lock))
{
    return (lock_attempt_t){
        .wait = {.where = lock, .what = what, .take = lock_wait_try, .bytes = sizeof(lock_attempt_t)},
        .attempt = attempt,
        .lock = lock,
        .rc = EBUSY};
}

/* Waits until an attempt returns anything except EBUSY. @return the result, or ETIMEDOUT */
static int lock_wait_run(lock_attempt_t *wait, uint64_t limit)
{
    return emuq_waits->wait(&wait->wait, limit) ? wait->rc : ETIMEDOUT;
}

/* ---- mutexes ---- */

static int mutex_attempt(void *mutex)
{
    return emuq_host_mutex_trylock(mutex);
}

#ifdef __GLIBC__
static int32_t mutex_owner(const emuq_wait_t *wait)
{
    const volatile pthread_mutex_t *mutex = wait->where;
    return mutex->__data.__owner;
}
#else
#define mutex_owner NULL
#endif

static lock_attempt_t mutex_wait_init(pthread_mutex_t *mutex)
{
    lock_attempt_t wait = lock_wait_init(mutex, "a mutex", mutex_attempt);
    wait.wait.holder = mutex_owner;
    return wait;
}

static int mutex_lock_timed(pthread_mutex_t *mutex, uint64_t limit)
{
    int rc = mutex_attempt(mutex);
    if (rc == EBUSY)
        rc = emuq_host_mutex_timedlock(mutex, &lock_past);
    if (rc != ETIMEDOUT)
        return rc;
    lock_attempt_t wait = mutex_wait_init(mutex);
    return lock_wait_run(&wait, limit);
}

static int mutex_unlock_timed(pthread_mutex_t *mutex)
{
    int rc = emuq_host_mutex_unlock(mutex);
    if (rc == 0)
        emuq_waits->release(mutex, 1);
    return rc;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return emuq_waits_enter() ? mutex_lock_timed(mutex, EMUQ_NO_LIMIT) : emuq_host_mutex_lock(mutex);
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock,
                            const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(clock, limit, &ns))
        return mutex_lock_timed(mutex, ns);
    return emuq_host_mutex_clocklock(mutex, clock, limit);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(CLOCK_REALTIME, limit, &ns))
        return mutex_lock_timed(mutex, ns);
    return emuq_host_mutex_timedlock(mutex, limit);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    return emuq_waits_try() ? emuq_waits_tried(mutex, mutex_attempt(mutex)) : mutex_attempt(mutex);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    return emuq_waits_enter() ? mutex_unlock_timed(mutex) : emuq_host_mutex_unlock(mutex);
}

/* ---- conditions ---- */

static bool mutex_is_free(const emuq_wait_t *wait)
{
    pthread_mutex_t *mutex = ((const lock_attempt_t *)wait)->lock;
    int rc = mutex_attempt(mutex);
    if (rc == 0)
        (void)emuq_host_mutex_unlock(mutex);
    return rc != EBUSY;
}

/* A released thread queues for the mutex behind its current waiters. */
static int cond_wait_timed(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t limit)
{
    lock_attempt_t then = mutex_wait_init(mutex);
    emuq_wait_t wait = {.where = condition, .what = "a condition", .then = &then.wait};
    then.wait.is_there = mutex_is_free;
    int rc = mutex_unlock_timed(mutex);
    if (rc != 0)
        return rc;
    if (emuq_waits->wait(&wait, limit))
        return then.rc;
    rc = mutex_lock_timed(mutex, EMUQ_NO_LIMIT);
    return rc == 0 ? ETIMEDOUT : rc;
}

int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex)
{
    if (emuq_waits_enter())
        return cond_wait_timed(condition, mutex, EMUQ_NO_LIMIT);
    return emuq_host_cond_wait(condition, mutex);
}

static clockid_t cond_clock(const pthread_cond_t *condition)
{
#ifdef __GLIBC__
    return (condition->__data.__wrefs & 2) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
#else
    (void)condition;
    return CLOCK_REALTIME;
#endif
}

int pthread_cond_clockwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           clockid_t clock, const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(clock, limit, &ns))
        return cond_wait_timed(condition, mutex, ns);
    return emuq_host_cond_clockwait(condition, mutex, clock, limit);
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(cond_clock(condition), limit, &ns))
        return cond_wait_timed(condition, mutex, ns);
    return emuq_host_cond_timedwait(condition, mutex, limit);
}

/* Threads without modelled time wait in the C library's condition, so both queues are signalled. */

int pthread_cond_signal(pthread_cond_t *condition)
{
    if (emuq_waits_enter())
        emuq_waits->release(condition, 1);
    return emuq_host_cond_signal(condition);
}

int pthread_cond_broadcast(pthread_cond_t *condition)
{
    if (emuq_waits_enter())
        emuq_waits->release(condition, EMUQ_ALL);
    return emuq_host_cond_broadcast(condition);
}

/* ---- read-write locks: as in the C library, readers pass waiting writers ---- */

static int rwlock_attempt_read(void *lock)
{
    return emuq_host_rwlock_tryrdlock(lock);
}

static int rwlock_attempt_write(void *lock)
{
    return emuq_host_rwlock_trywrlock(lock);
}

/* A new reader releases the next waiter, possibly a reader. */
static int rwlock_read_timed(pthread_rwlock_t *lock, uint64_t limit)
{
    int rc = rwlock_attempt_read(lock);
    if (rc == EBUSY)
        rc = emuq_host_rwlock_timedrdlock(lock, &lock_past); /* EDEADLK: the thread is the writer */
    if (rc != ETIMEDOUT)
        return rc;
    lock_attempt_t wait = lock_wait_init(lock, "a read-write lock, to read", rwlock_attempt_read);
    rc = lock_wait_run(&wait, limit);
    if (rc == 0)
        emuq_waits->release(lock, 1);
    return rc;
}

static int rwlock_write_timed(pthread_rwlock_t *lock, uint64_t limit)
{
    int rc = rwlock_attempt_write(lock);
    if (rc == EBUSY)
        rc = emuq_host_rwlock_timedwrlock(lock, &lock_past);
    if (rc != ETIMEDOUT)
        return rc;
    lock_attempt_t wait = lock_wait_init(lock, "a read-write lock, to write", rwlock_attempt_write);
    return lock_wait_run(&wait, limit);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    return emuq_waits_enter() ? rwlock_read_timed(lock, EMUQ_NO_LIMIT) : emuq_host_rwlock_rdlock(lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    return emuq_waits_enter() ? rwlock_write_timed(lock, EMUQ_NO_LIMIT) : emuq_host_rwlock_wrlock(lock);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                               const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(clock, limit, &ns))
        return rwlock_read_timed(lock, ns);
    return emuq_host_rwlock_clockrdlock(lock, clock, limit);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(CLOCK_REALTIME, limit, &ns))
        return rwlock_read_timed(lock, ns);
    return emuq_host_rwlock_timedrdlock(lock, limit);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                               const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(clock, limit, &ns))
        return rwlock_write_timed(lock, ns);
    return emuq_host_rwlock_clockwrlock(lock, clock, limit);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(CLOCK_REALTIME, limit, &ns))
        return rwlock_write_timed(lock, ns);
    return emuq_host_rwlock_timedwrlock(lock, limit);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    return emuq_waits_try() ? emuq_waits_tried(lock, rwlock_attempt_read(lock)) : rwlock_attempt_read(lock);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    return emuq_waits_try() ? emuq_waits_tried(lock, rwlock_attempt_write(lock)) : rwlock_attempt_write(lock);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    bool has_time = emuq_waits_enter();
    int rc = emuq_host_rwlock_unlock(lock);
    if (has_time && rc == 0)
        emuq_waits->release(lock, 1);
    return rc;
}

/* ---- semaphores ---- */

/* @return 0 or an errno; EBUSY for a semaphore at zero */
static int semaphore_attempt(void *semaphore)
{
    int kept = errno, rc = emuq_host_sem_trywait(semaphore) == 0 ? 0 : errno;
    errno = kept;
    return rc == EAGAIN ? EBUSY : rc;
}

static int semaphore_result(int rc)
{
    if (rc != 0)
        errno = rc;
    return rc == 0 ? 0 : -1;
}

static int semaphore_wait_timed(sem_t *semaphore, uint64_t limit)
{
    int rc = semaphore_attempt(semaphore);
    if (rc != EBUSY)
        return rc;
    lock_attempt_t wait = lock_wait_init(semaphore, "a semaphore", semaphore_attempt);
    return lock_wait_run(&wait, limit);
}

int sem_wait(sem_t *semaphore)
{
    return emuq_waits_enter() ? semaphore_result(semaphore_wait_timed(semaphore, EMUQ_NO_LIMIT))
                              : emuq_host_sem_wait(semaphore);
}

int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(clock, limit, &ns))
        return semaphore_result(semaphore_wait_timed(semaphore, ns));
    return emuq_host_sem_clockwait(semaphore, clock, limit);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(CLOCK_REALTIME, limit, &ns))
        return semaphore_result(semaphore_wait_timed(semaphore, ns));
    return emuq_host_sem_timedwait(semaphore, limit);
}

int sem_trywait(sem_t *semaphore)
{
    if (!emuq_waits_try())
        return emuq_host_sem_trywait(semaphore);
    int rc = emuq_waits_tried(semaphore, semaphore_attempt(semaphore));
    return semaphore_result(rc == EBUSY ? EAGAIN : rc);
}

int sem_post(sem_t *semaphore)
{
    bool has_time = emuq_waits_enter();
    int rc = emuq_host_sem_post(semaphore);
    if (has_time && rc == 0)
        emuq_waits->release(semaphore, 1);
    return rc;
}

/* ---- spin locks ---- */

static int spinlock_attempt(void *lock)
{
    return emuq_host_spin_trylock(lock);
}

int pthread_spin_lock(pthread_spinlock_t *lock)
{
    if (!emuq_waits_enter())
        return emuq_host_spin_lock(lock);
    int rc = emuq_host_spin_trylock(lock);
    if (rc != EBUSY)
        return rc;
    lock_attempt_t wait = lock_wait_init((void *)lock, "a spin lock", spinlock_attempt);
    return lock_wait_run(&wait, EMUQ_NO_LIMIT);
}

int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    return emuq_waits_try() ? emuq_waits_tried(lock, emuq_host_spin_trylock(lock))
                            : emuq_host_spin_trylock(lock);
}

int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    bool has_time = emuq_waits_enter();
    int rc = emuq_host_spin_unlock(lock);
    if (has_time)
        emuq_waits->release(lock, 1);
    return rc;
}

/* ---- barriers and pthread_once(): the thread that completes a barrier or a first call runs only while the
 * earlier threads wait in modelled time ---- */

/* An initialised barrier. The counter needs no lock: threads with modelled time run one at a time */
typedef struct sync_barrier {
    struct sync_barrier *next;
    uintptr_t barrier; /* emuq_waits_key() */
    unsigned count, arrived;
} sync_barrier_t;

static pthread_mutex_t barrier_lock = PTHREAD_MUTEX_INITIALIZER; /* guards the list */
static sync_barrier_t *barriers;

/* Caller holds barrier_lock. @return the link to a barrier, or the end of the list */
static sync_barrier_t **barrier_find(const pthread_barrier_t *barrier)
{
    uintptr_t wanted = emuq_waits_key(barrier);
    sync_barrier_t **link = &barriers;
    while (*link != NULL && (*link)->barrier != wanted)
        link = &(*link)->next;
    return link;
}

int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attr,
                         unsigned count)
{
    int rc = emuq_host_barrier_init(barrier, attr, count);
    sync_barrier_t *made = rc == 0 ? emuq_malloc(sizeof *made) : NULL;
    if (made == NULL)
        return rc; /* out of memory: waits at this barrier take real time */
    emuq_host_mutex_lock(&barrier_lock);
    sync_barrier_t **link = barrier_find(barrier), *old = *link;
    *made = (sync_barrier_t){
        .next = old != NULL ? old->next : NULL, .barrier = emuq_waits_key(barrier), .count = count};
    *link = made;
    emuq_host_mutex_unlock(&barrier_lock);
    free(old);
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    emuq_host_mutex_lock(&barrier_lock);
    sync_barrier_t **link = barrier_find(barrier), *old = *link;
    if (old != NULL)
        *link = old->next;
    emuq_host_mutex_unlock(&barrier_lock);
    free(old);
    return emuq_host_barrier_destroy(barrier);
}

/* Called after emuq_waits->enter() has returned true. A released thread does not touch the barrier, which
 * may be destroyed. */
static int barrier_wait_timed(sync_barrier_t *k)
{
    if (++k->arrived < k->count) {
        (void)emuq_waits->wait(&(emuq_wait_t){.where = k, .what = "a barrier"}, EMUQ_NO_LIMIT);
        return 0;
    }
    k->arrived = 0;
    emuq_waits->release(k, EMUQ_ALL);
    return PTHREAD_BARRIER_SERIAL_THREAD;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    if (!emuq_waits_enter())
        return emuq_host_barrier_wait(barrier);
    emuq_host_mutex_lock(&barrier_lock);
    sync_barrier_t *k = *barrier_find(barrier);
    emuq_host_mutex_unlock(&barrier_lock);
    return k != NULL ? barrier_wait_timed(k) : emuq_host_barrier_wait(barrier);
}

/* ---- pthread_once() ---- */

/* A call in progress, on the stack of its thread. The list needs no lock: threads run one at a time */
typedef struct once_call {
    struct once_call *next;
    uintptr_t key; /* emuq_waits_key() of the flag */
    const pthread_once_t *once;
} once_call_t;

static once_call_t *once_calls;

static bool once_is_running(uintptr_t key)
{
    const once_call_t *call = once_calls;
    while (call != NULL && call->key != key)
        call = call->next;
    return call != NULL;
}

static void once_finish(void *data)
{
    once_call_t *call = data, **link = &once_calls;
    const pthread_once_t *once = call->once;
    bool has_time = emuq_waits_enter();
    while (*link != call)
        link = &(*link)->next;
    *link = call->next;
    if (has_time)
        emuq_waits->release(once, EMUQ_ALL);
}

int pthread_once(pthread_once_t *once, void (*first)(void))
{
    int rc;
    if (!emuq_waits_enter())
        return emuq_host_once(once, first);
    uintptr_t key = emuq_waits_key(once);
    while (once_is_running(key))
        (void)emuq_waits->wait(&(emuq_wait_t){.where = once, .what = "the first call of pthread_once()"},
                               EMUQ_NO_LIMIT);
    once_call_t call = {.next = once_calls, .key = key, .once = once};
    once_calls = &call;
    pthread_cleanup_push(once_finish, &call);
    rc = emuq_host_once(once, first);
    pthread_cleanup_pop(1);
    return rc;
}

/* ---- C11: the C library implements C11 types by POSIX types. Threads: thread_calls.c ---- */

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "mtx_t is a pthread_mutex_t");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "cnd_t is a pthread_cond_t");
_Static_assert(sizeof(once_flag) == sizeof(pthread_once_t), "once_flag is a pthread_once_t");

static int c11_result(int rc)
{
    switch (rc) {
    case 0:
        return thrd_success;
    case EBUSY:
        return thrd_busy;
    case ENOMEM:
        return thrd_nomem;
    case ETIMEDOUT:
        return thrd_timedout;
    default:
        return thrd_error;
    }
}

int mtx_lock(mtx_t *mutex)
{
    return c11_result(pthread_mutex_lock((pthread_mutex_t *)mutex));
}

int mtx_trylock(mtx_t *mutex)
{
    return c11_result(pthread_mutex_trylock((pthread_mutex_t *)mutex));
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict limit)
{
    return c11_result(pthread_mutex_timedlock((pthread_mutex_t *)mutex, limit));
}

int mtx_unlock(mtx_t *mutex)
{
    return c11_result(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return c11_result(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict limit)
{
    return c11_result(pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, limit));
}

int cnd_signal(cnd_t *condition)
{
    return c11_result(pthread_cond_signal((pthread_cond_t *)condition));
}

int cnd_broadcast(cnd_t *condition)
{
    return c11_result(pthread_cond_broadcast((pthread_cond_t *)condition));
}

void call_once(once_flag *flag, void (*function)(void))
{
    (void)pthread_once((pthread_once_t *)flag, function);
}

int timespec_get(struct timespec *time, int base)
{
    return base == TIME_UTC && clock_gettime(CLOCK_REALTIME, time) == 0 ? base : 0;
}

int thrd_sleep(const struct timespec *time, struct timespec *left)
{
    int rc = clock_nanosleep(CLOCK_REALTIME, 0, time, left);
    return rc == 0 ? 0 : rc == EINTR ? -1 : -2;
}

void thrd_yield(void)
{
    (void)sched_yield();
}
