/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file shared_mutex.h
 * @brief Mutexes that threads of other ranks wait for: the thread that has one, or waits for it, is not
 * stopped when its rank ends (base/hold.h).
 *
 * A wait on a condition variable gives the mutex back and takes it again; the thread is not stopped
 * meanwhile.
 */
#ifndef EMUQ_BASE_SHARED_MUTEX_H
#define EMUQ_BASE_SHARED_MUTEX_H

#include <errno.h>
#include <pthread.h>

#include "base/hold.h"
#include "base/host_calls.h"
#include "base/thread_sanitizer.h"

/** As pthread_mutex_lock(). */
static inline int emuq_shared_lock(pthread_mutex_t *mutex)
{
    emuq_hold_begin();
    int rc = emuq_host_mutex_lock(mutex);
    emuq_tsan_passes();
    return rc;
}

/** As pthread_mutex_trylock(). */
static inline int emuq_shared_try_lock(pthread_mutex_t *mutex)
{
    emuq_hold_begin();
    int rc = emuq_host_mutex_trylock(mutex);
    if (rc == EBUSY)
        emuq_hold_end();
    emuq_tsan_passes();
    return rc;
}

/** Gives the mutex back. The calling thread stops here if its rank has ended meanwhile. */
static inline void emuq_shared_unlock(pthread_mutex_t *mutex)
{
    emuq_tsan_passes();
    emuq_host_mutex_unlock(mutex);
    emuq_hold_end();
}

#endif /* EMUQ_BASE_SHARED_MUTEX_H */
