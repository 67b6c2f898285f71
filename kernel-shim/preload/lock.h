/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file lock.h
 * @brief Waits in modelled time for what can be tried to get: locks and semaphores.
 *
 * The lock is the C library's and does what it does on the host, but a thread never sleeps in it: it tries,
 * and if it may not have it, it waits in modelled time until somebody gives it back.
 */
#ifndef EMUQ_WAITS_LOCK_H
#define EMUQ_WAITS_LOCK_H

#include "backends/waits.h"

/** A wait for a lock. */
typedef struct emuq_lock_wait {
    emuq_wait_t wait;
    int (*attempt)(void *lock); /**< @return EBUSY: it may not have it */
    void *lock;
    int rc; /**< of the last attempt */
} emuq_lock_wait_t;

/** @return a wait for @p lock that has not begun. @param what as in emuq_wait_t */
emuq_lock_wait_t emuq_lock_wait(void *lock, const char *what, int (*attempt)(void *lock));

/** Waits until the attempt has success, or fails for another reason than that the lock is taken. The caller
 *  has entered. @return what the attempt returns; ETIMEDOUT */
int emuq_lock_await(emuq_lock_wait_t *wait, uint64_t limit);

#endif /* EMUQ_WAITS_LOCK_H */
