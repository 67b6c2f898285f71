/* SPDX-License-Identifier: BSD-3-Clause */
/* Semaphores of the C library, as host_mutex.c has mutexes. */
#define _GNU_SOURCE
#include "base/host_calls.h"

#include <errno.h>

#include "kernel-shim/preload/clocks.h"
#include "kernel-shim/preload/lock.h"
#include "kernel-shim/preload/waits.h"

const int emuq_preload_semaphores;

/* @return 0 or an errno; EBUSY for a semaphore at zero */
static int attempt(void *semaphore)
{
    int kept = errno, rc = emuq_host_sem_trywait(semaphore) == 0 ? 0 : errno;
    errno = kept;
    return rc == EAGAIN ? EBUSY : rc;
}

/* @return what functions of semaphores return. */
static int result(int rc)
{
    if (rc != 0)
        errno = rc;
    return rc == 0 ? 0 : -1;
}

static int wait_in_time(sem_t *semaphore, uint64_t limit)
{
    int rc = attempt(semaphore);
    if (rc != EBUSY)
        return rc;
    emuq_lock_wait_t wait = emuq_lock_wait(semaphore, "a semaphore", attempt);
    return emuq_lock_await(&wait, limit);
}

int sem_wait(sem_t *semaphore)
{
    return emuq_waits_enter() ? result(wait_in_time(semaphore, EMUQ_NO_LIMIT))
                              : emuq_host_sem_wait(semaphore);
}

int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(clock, limit, &ns))
        return result(wait_in_time(semaphore, ns));
    return emuq_host_sem_clockwait(semaphore, clock, limit);
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(CLOCK_REALTIME, limit, &ns))
        return result(wait_in_time(semaphore, ns));
    return emuq_host_sem_timedwait(semaphore, limit);
}

int sem_trywait(sem_t *semaphore)
{
    if (!emuq_waits_try())
        return emuq_host_sem_trywait(semaphore);
    int rc = emuq_waits_tried(semaphore, attempt(semaphore));
    return result(rc == EBUSY ? EAGAIN : rc);
}

int sem_post(sem_t *semaphore)
{
    bool has_time = emuq_waits_enter();
    int rc = emuq_host_sem_post(semaphore);
    if (has_time && rc == 0)
        emuq_waits->release(semaphore, 1);
    return rc;
}
