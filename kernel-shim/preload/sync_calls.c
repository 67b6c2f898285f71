/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers, pthread_once() and the C11 interface in modelled time (backend timed). The thread that completes
 * a barrier or a first call runs only while the earlier threads wait in modelled time. */
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

/* ---- barriers ---- */

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
