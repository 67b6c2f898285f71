/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Read-write locks of the C library, as host_mutex.c has mutexes. As in the C library, readers do not wait
 * for writers that wait.
 */
#define _GNU_SOURCE
#include "base/host_calls.h"

#include <errno.h>

#include "kernel-shim/preload/clocks.h"
#include "kernel-shim/preload/lock.h"
#include "kernel-shim/preload/waits.h"

const int emuq_preload_rwlocks;

static const struct timespec past = {0, 0};

static int attempt_read(void *lock)
{
    return emuq_host_rwlock_tryrdlock(lock);
}

static int attempt_write(void *lock)
{
    return emuq_host_rwlock_trywrlock(lock);
}

/* Whoever has come after a reader may read as well. */
static int read_in_time(pthread_rwlock_t *lock, uint64_t limit)
{
    int rc = attempt_read(lock);
    if (rc == EBUSY)
        rc = emuq_host_rwlock_timedrdlock(lock, &past); /* it has it for writing: EDEADLK */
    if (rc != ETIMEDOUT)
        return rc;
    emuq_lock_wait_t wait = emuq_lock_wait(lock, "a read-write lock, to read", attempt_read);
    rc = emuq_lock_await(&wait, limit);
    if (rc == 0)
        emuq_waits->release(lock, 1);
    return rc;
}

static int write_in_time(pthread_rwlock_t *lock, uint64_t limit)
{
    int rc = attempt_write(lock);
    if (rc == EBUSY)
        rc = emuq_host_rwlock_timedwrlock(lock, &past);
    if (rc != ETIMEDOUT)
        return rc;
    emuq_lock_wait_t wait = emuq_lock_wait(lock, "a read-write lock, to write", attempt_write);
    return emuq_lock_await(&wait, limit);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    return emuq_waits_enter() ? read_in_time(lock, EMUQ_NO_LIMIT) : emuq_host_rwlock_rdlock(lock);
}

int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    return emuq_waits_enter() ? write_in_time(lock, EMUQ_NO_LIMIT) : emuq_host_rwlock_wrlock(lock);
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                               const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(clock, limit, &ns))
        return read_in_time(lock, ns);
    return emuq_host_rwlock_clockrdlock(lock, clock, limit);
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(CLOCK_REALTIME, limit, &ns))
        return read_in_time(lock, ns);
    return emuq_host_rwlock_timedrdlock(lock, limit);
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict lock, clockid_t clock,
                               const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(clock, limit, &ns))
        return write_in_time(lock, ns);
    return emuq_host_rwlock_clockwrlock(lock, clock, limit);
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict limit)
{
    uint64_t ns;
    if (emuq_waits_enter() && emuq_clock_limit(CLOCK_REALTIME, limit, &ns))
        return write_in_time(lock, ns);
    return emuq_host_rwlock_timedwrlock(lock, limit);
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    return emuq_waits_try() ? emuq_waits_tried(lock, attempt_read(lock)) : attempt_read(lock);
}

int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    return emuq_waits_try() ? emuq_waits_tried(lock, attempt_write(lock)) : attempt_write(lock);
}

int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    bool has_time = emuq_waits_enter();
    int rc = emuq_host_rwlock_unlock(lock);
    if (has_time && rc == 0)
        emuq_waits->release(lock, 1);
    return rc;
}
