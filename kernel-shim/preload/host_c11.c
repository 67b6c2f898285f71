/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Locks, conditions, sleeps and the time of C11, for programs with modelled time (the backend timed). The C
 * library keeps locks as those of POSIX, so they are: those wait in modelled time. Threads:
 * partition/threads.c.
 */
#define _GNU_SOURCE
#include "base/host_calls.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>

#include "kernel-shim/preload/waits.h"

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "a mutex is one of POSIX");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "a condition is one of POSIX");
_Static_assert(sizeof(once_flag) == sizeof(pthread_once_t), "a flag is one of POSIX");

const int emuq_preload_c11;

static int result_of(int rc)
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
    return result_of(pthread_mutex_lock((pthread_mutex_t *)mutex));
}

int mtx_trylock(mtx_t *mutex)
{
    return result_of(pthread_mutex_trylock((pthread_mutex_t *)mutex));
}

int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict limit)
{
    return result_of(pthread_mutex_timedlock((pthread_mutex_t *)mutex, limit));
}

int mtx_unlock(mtx_t *mutex)
{
    return result_of(pthread_mutex_unlock((pthread_mutex_t *)mutex));
}

int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    return result_of(pthread_cond_wait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex));
}

int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex, const struct timespec *restrict limit)
{
    return result_of(pthread_cond_timedwait((pthread_cond_t *)condition, (pthread_mutex_t *)mutex, limit));
}

int cnd_signal(cnd_t *condition)
{
    return result_of(pthread_cond_signal((pthread_cond_t *)condition));
}

int cnd_broadcast(cnd_t *condition)
{
    return result_of(pthread_cond_broadcast((pthread_cond_t *)condition));
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
