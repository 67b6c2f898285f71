/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file lock.h
 * @brief Locks of cards and of their driver: threads of other processes wait for them, so a thread that has
 * one, or waits for it, is not stopped when its rank has ended.
 */
#ifndef APENET_CARD_LOCK_H
#define APENET_CARD_LOCK_H

#include <errno.h>
#include <pthread.h>

#include "base/hold.h"

/** As pthread_mutex_lock(). */
static inline int apenet_lock(pthread_mutex_t *mutex)
{
    emuq_hold_begin();
    return pthread_mutex_lock(mutex);
}

/** Gives the mutex back. */
static inline void apenet_unlock(pthread_mutex_t *mutex)
{
    pthread_mutex_unlock(mutex);
    emuq_hold_end();
}

/** As pthread_mutex_trylock(). */
static inline int apenet_try_lock(pthread_mutex_t *mutex)
{
    emuq_hold_begin();
    int rc = pthread_mutex_trylock(mutex);
    if (rc == EBUSY)
        emuq_hold_end();
    return rc;
}

#endif /* APENET_CARD_LOCK_H */
