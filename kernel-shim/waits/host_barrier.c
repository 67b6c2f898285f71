/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barriers of the C library, for programs with modelled time (the backend timed): a thread that has come
 * waits in modelled time, because the others come only when it does not run. Otherwise they are the C
 * library's.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include "hwi/include/common/emuq_mmio.h"
#include "kernel-shim/waits/waits.h"

const int emuq_host_barriers;

/* A barrier that has been initialised. Threads with modelled time run one at a time. */
typedef struct known {
    struct known *next;
    const pthread_barrier_t *barrier;
    unsigned count, come; /* threads that meet, and that have come */
    unsigned round;
    unsigned waiting;  /* threads that wait, or have not seen yet that they may go on */
    bool is_forgotten; /* by the list: the last of them frees it */
} known_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the list */
static known_t *list;

/* Interceptors of sanitizer runtimes that are linked into the program; see threads.c. */
extern int __interceptor_pthread_barrier_init(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned)
    __attribute__((weak));
extern int __interceptor_pthread_barrier_wait(pthread_barrier_t *) __attribute__((weak));
extern int __interceptor_pthread_barrier_destroy(pthread_barrier_t *) __attribute__((weak));

static void *next(const char *name)
{
    void *function = dlsym(RTLD_NEXT, name);
    if (function == NULL)
        abort(); /* a C library without barriers */
    return function;
}

static int real_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned count)
{
    int (*init)(pthread_barrier_t *, const pthread_barrierattr_t *, unsigned) =
        __interceptor_pthread_barrier_init;
    if (init == NULL)
        *(void **)&init = next("pthread_barrier_init");
    return init(barrier, attr, count);
}

static int real_wait(pthread_barrier_t *barrier)
{
    int (*wait)(pthread_barrier_t *) = __interceptor_pthread_barrier_wait;
    if (wait == NULL)
        *(void **)&wait = next("pthread_barrier_wait");
    return wait(barrier);
}

static int real_destroy(pthread_barrier_t *barrier)
{
    int (*destroy)(pthread_barrier_t *) = __interceptor_pthread_barrier_destroy;
    if (destroy == NULL)
        *(void **)&destroy = next("pthread_barrier_destroy");
    return destroy(barrier);
}

/* The place of a barrier in the list, or of its end; lock. */
static known_t **find(const pthread_barrier_t *barrier)
{
    known_t **place = &list;
    while (*place != NULL && (*place)->barrier != barrier)
        place = &(*place)->next;
    return place;
}

/* A barrier is not in the list any more. */
static void forget(known_t *k)
{
    if (k != NULL && k->waiting != 0)
        k->is_forgotten = true;
    else
        free(k);
}

int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attr,
                         unsigned count)
{
    int rc = real_init(barrier, attr, count);
    known_t *made = rc == 0 ? malloc(sizeof *made) : NULL;
    if (made == NULL)
        return rc; /* without memory it stays the C library's */
    pthread_mutex_lock(&lock);
    known_t **place = find(barrier), *old = *place;
    *made = (known_t){.next = old != NULL ? old->next : NULL, .barrier = barrier, .count = count};
    *place = made;
    pthread_mutex_unlock(&lock);
    forget(old);
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    pthread_mutex_lock(&lock);
    known_t **place = find(barrier), *old = *place;
    if (old != NULL)
        *place = old->next;
    pthread_mutex_unlock(&lock);
    forget(old);
    return real_destroy(barrier);
}

/* Waits in modelled time. Threads come in the order of their clocks: each lets those go first that are
 * earlier. @return false: the thread has no time */
static bool wait_in_time(known_t *k, int *result)
{
    if (emuq_mmio.advance(0) == 0)
        return false;
    unsigned round = k->round;
    if (++k->come == k->count) {
        k->come = 0;
        k->round++;
        emuq_mmio.released();
        *result = PTHREAD_BARRIER_SERIAL_THREAD;
        return true;
    }
    k->waiting++;
    for (int begins = 1; k->round == round; begins = 0)
        (void)emuq_mmio.relax(k, round, begins);
    if (--k->waiting == 0 && k->is_forgotten)
        free(k);
    *result = 0;
    return true;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    int result;
    if (emuq_mmio.released == NULL)
        return real_wait(barrier);
    pthread_mutex_lock(&lock);
    known_t *k = *find(barrier);
    pthread_mutex_unlock(&lock);
    return k != NULL && wait_in_time(k, &result) ? result : real_wait(barrier);
}
