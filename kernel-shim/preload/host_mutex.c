/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Mutexes and conditions of the C library, for programs with modelled time (the backend timed): a thread
 * waits in modelled time, because the others run only when it does not. Who gives a mutex back lets the
 * first go that has come for it. Otherwise they are the C library's.
 */
#define _GNU_SOURCE
#include "base/host_calls.h"

#include <errno.h>

#include "kernel-shim/preload/clocks.h"
#include "kernel-shim/preload/lock.h"
#include "kernel-shim/preload/waits.h"

const int emuq_preload_mutexes;

/* ---- mutexes ---- */

static int attempt(void *mutex)
{
    return emuq_host_mutex_trylock(mutex);
}

#ifdef __GLIBC__
static int32_t holder(const emuq_wait_t *wait)
{
    const volatile pthread_mutex_t *mutex = wait->where;
    return mutex->__data.__owner;
}
#else
#define holder NULL
#endif

static emuq_lock_wait_t wait_for(pthread_mutex_t *mutex)
{
    emuq_lock_wait_t wait = emuq_lock_wait(mutex, "a mutex", attempt);
    wait.wait.holder = holder;
    return wait;
}

/* The caller has entered. A mutex that checks for errors says more than EBUSY only to who would wait for it.
 */
static int lock_in_time(pthread_mutex_t *mutex, uint64_t limit)
{
    static const struct timespec past = {0, 0};
    int rc = attempt(mutex);
    if (rc == EBUSY)
        rc = emuq_host_mutex_timedlock(mutex, &past);
    if (rc != ETIMEDOUT)
        return rc;
    emuq_lock_wait_t wait = wait_for(mutex);
    return emuq_lock_await(&wait, limit);
}

/* The caller has entered. */
static int unlock_in_time(pthread_mutex_t *mutex)
{
    int rc = emuq_host_mutex_unlock(mutex);
    if (rc == 0)
        emuq_waits->release(mutex, 1);
    return rc;
}

int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    return emuq_waits_enter() ? lock_in_time(mutex, EMUQ_NO_LIMIT) : emuq_host_mutex_lock(mutex);
}

int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, clockid_t clock,
                            const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(clock, limit, &ns))
        return lock_in_time(mutex, ns);
    return emuq_host_mutex_clocklock(mutex, clock, limit);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(CLOCK_REALTIME, limit, &ns))
        return lock_in_time(mutex, ns);
    return emuq_host_mutex_timedlock(mutex, limit);
}

int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    return emuq_waits_try() ? emuq_waits_tried(mutex, attempt(mutex)) : attempt(mutex);
}

int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    return emuq_waits_enter() ? unlock_in_time(mutex) : emuq_host_mutex_unlock(mutex);
}

/* ---- conditions ---- */

/* Whether a mutex is free. */
static bool is_free(const emuq_wait_t *wait)
{
    pthread_mutex_t *mutex = ((const emuq_lock_wait_t *)wait)->lock;
    int rc = attempt(mutex);
    if (rc == 0)
        (void)emuq_host_mutex_unlock(mutex);
    return rc != EBUSY;
}

/* The caller has entered. Who is let go waits for the mutex next, behind those that wait for it already. */
static int wait_in_time(pthread_cond_t *condition, pthread_mutex_t *mutex, uint64_t limit)
{
    emuq_lock_wait_t then = wait_for(mutex);
    emuq_wait_t wait = {.where = condition, .what = "a condition", .then = &then.wait};
    then.wait.is_there = is_free;
    int rc = unlock_in_time(mutex);
    if (rc != 0)
        return rc;
    if (emuq_waits->wait(&wait, limit))
        return then.rc;
    rc = lock_in_time(mutex, EMUQ_NO_LIMIT);
    return rc == 0 ? ETIMEDOUT : rc;
}

int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex)
{
    if (emuq_waits_enter())
        return wait_in_time(condition, mutex, EMUQ_NO_LIMIT);
    return emuq_host_cond_wait(condition, mutex);
}

/* By which clock limits of a condition are. */
static clockid_t clock_of(const pthread_cond_t *condition)
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
        return wait_in_time(condition, mutex, ns);
    return emuq_host_cond_clockwait(condition, mutex, clock, limit);
}

int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                           const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(clock_of(condition), limit, &ns))
        return wait_in_time(condition, mutex, ns);
    return emuq_host_cond_timedwait(condition, mutex, limit);
}

/* Threads without time wait in the C library's condition: they are let go too. */

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
