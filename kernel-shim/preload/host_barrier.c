/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barriers of the C library, for programs with modelled time (the backend timed): a thread that has come
 * waits in modelled time, because the others come only when it does not run. Otherwise they are the C
 * library's.
 */
#define _GNU_SOURCE
#include "base/host_calls.h"
#include "base/memory.h"

#include <stdlib.h>

#include "kernel-shim/preload/waits.h"

const int emuq_preload_barriers;

/* A barrier that has been initialised. Threads with modelled time run one at a time. */
typedef struct known {
    struct known *next;
    uintptr_t barrier;    /* emuq_waits_place() */
    unsigned count, come; /* threads that meet, and that have come */
} known_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* guards the list */
static known_t *list;

/* The place of a barrier in the list, or of its end; lock. */
static known_t **find(const pthread_barrier_t *barrier)
{
    uintptr_t wanted = emuq_waits_place(barrier);
    known_t **place = &list;
    while (*place != NULL && (*place)->barrier != wanted)
        place = &(*place)->next;
    return place;
}

int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attr,
                         unsigned count)
{
    int rc = emuq_host_barrier_init(barrier, attr, count);
    known_t *made = rc == 0 ? emuq_malloc(sizeof *made) : NULL;
    if (made == NULL)
        return rc; /* without memory it stays the C library's */
    emuq_host_mutex_lock(&lock);
    known_t **place = find(barrier), *old = *place;
    *made = (known_t){
        .next = old != NULL ? old->next : NULL, .barrier = emuq_waits_place(barrier), .count = count};
    *place = made;
    emuq_host_mutex_unlock(&lock);
    free(old);
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    emuq_host_mutex_lock(&lock);
    known_t **place = find(barrier), *old = *place;
    if (old != NULL)
        *place = old->next;
    emuq_host_mutex_unlock(&lock);
    free(old);
    return emuq_host_barrier_destroy(barrier);
}

/* Waits in modelled time; the caller has entered. Who is let go looks at nothing any more: a thread that has
 * left may destroy the barrier. */
static int wait_in_time(known_t *k)
{
    if (++k->come < k->count) {
        (void)emuq_waits->wait(&(emuq_wait_t){.where = k, .what = "a barrier"}, EMUQ_NO_LIMIT);
        return 0;
    }
    k->come = 0;
    emuq_waits->release(k, EMUQ_ALL);
    return PTHREAD_BARRIER_SERIAL_THREAD;
}

int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    if (!emuq_waits_enter())
        return emuq_host_barrier_wait(barrier);
    emuq_host_mutex_lock(&lock);
    known_t *k = *find(barrier);
    emuq_host_mutex_unlock(&lock);
    return k != NULL ? wait_in_time(k) : emuq_host_barrier_wait(barrier);
}
