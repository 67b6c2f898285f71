/* SPDX-License-Identifier: BSD-3-Clause */
/* Spin locks of the C library, as host_mutex.c has mutexes: the thread that has one does not run while
 * another one spins. */
#define _GNU_SOURCE
#include "base/host_calls.h"

#include <errno.h>

#include "kernel-shim/preload/lock.h"
#include "kernel-shim/preload/waits.h"

const int emuq_preload_spinlocks;

/* The type is a volatile int. */
static int attempt(void *lock)
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
    emuq_lock_wait_t wait = emuq_lock_wait((void *)lock, "a spin lock", attempt);
    return emuq_lock_await(&wait, EMUQ_NO_LIMIT);
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
