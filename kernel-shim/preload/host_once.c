/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pthread_once() of the C library, for programs with modelled time (the backend timed): who comes while the
 * first thread is still at it waits in modelled time.
 */
#define _GNU_SOURCE
#include "base/host_calls.h"

#include "kernel-shim/preload/waits.h"

const int emuq_preload_once;

/* A call that is under way, on the stack of its thread. Threads with modelled time run one at a time. */
typedef struct going_on {
    struct going_on *next;
    uintptr_t place; /* emuq_waits_place() of `once` */
    const pthread_once_t *once;
} going_on_t;

static going_on_t *list;

static bool goes_on(uintptr_t place)
{
    const going_on_t *call = list;
    while (call != NULL && call->place != place)
        call = call->next;
    return call != NULL;
}

static void finish(void *data)
{
    going_on_t *call = data, **place = &list;
    const pthread_once_t *once = call->once;
    bool has_time = emuq_waits_enter();
    while (*place != call)
        place = &(*place)->next;
    *place = call->next;
    if (has_time)
        emuq_waits->release(once, EMUQ_ALL);
}

int pthread_once(pthread_once_t *once, void (*first)(void))
{
    int rc;
    if (!emuq_waits_enter())
        return emuq_host_once(once, first);
    uintptr_t place = emuq_waits_place(once);
    while (goes_on(place))
        (void)emuq_waits->wait(&(emuq_wait_t){.where = once, .what = "the first call of pthread_once()"},
                               EMUQ_NO_LIMIT);
    going_on_t call = {.next = list, .place = place, .once = once};
    list = &call;
    pthread_cleanup_push(finish, &call);
    rc = emuq_host_once(once, first);
    pthread_cleanup_pop(1);
    return rc;
}
