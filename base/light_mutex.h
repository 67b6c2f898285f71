/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file light_mutex.h
 * @brief A mutex of one word that threads of all ranks take, for paths where each instruction counts.
 *
 * As with base/shared_mutex.h, the thread that has one, or waits for it, is not stopped when its rank ends.
 * One atomic operation takes it, and a store gives it back: that wakes no thread, so one that waits looks for
 * a while, yields for a while, and then naps between its looks. Zero is free, so memory of zeros is a free
 * mutex. Not recursive, and not fair.
 *
 * The word is 0, or the owner: ::EMUQ_LIGHT_OWNER, or the number of a Linux process. From a process that has
 * vanished a thread that waits takes the mutex. A thread that waits adds ::EMUQ_LIGHT_AWAITED to the owner,
 * so that one which has the mutex for long can tell, by a load, that it had better give it back
 * (emuq_light_pass()).
 *
 * | word              | stored by                               | order   | pairs with                     |
 * |-------------------|-----------------------------------------|---------|--------------------------------|
 * | 0 -> owner        | the new holder                          | acquire | release of the holder before   |
 * | either -> 0       | the holder                              | release | acquire of the next one        |
 * | owner -> awaited  | a thread that waits                     | relaxed | load of the holder             |
 * | either -> another | a thread that waits, once owner is gone | acquire | what the owner released before |
 *
 * Either is the owner, awaited or not.
 */
#ifndef EMUQ_BASE_LIGHT_MUTEX_H
#define EMUQ_BASE_LIGHT_MUTEX_H

#include <errno.h>
#include <stdbool.h>

#include "base/hold.h"

#define EMUQ_LIGHT_OWNER 1u /**< owner of a mutex that is not taken from a process that vanishes */

#define EMUQ_LIGHT_AWAITED (1u << 31) /**< beside the owner: a thread waits */

/** A mutex. The table above says which values it has. */
typedef unsigned emuq_light_mutex_t;

/** The rest of emuq_light_lock_for() where the mutex is not free. */
int emuq_light_wait(emuq_light_mutex_t *mutex, unsigned owner);

/** The rest of emuq_light_try_lock_for() where the mutex is not free. */
int emuq_light_inherit(emuq_light_mutex_t *mutex, unsigned owner);

/** @return whether the mutex was free, and is the caller's now. */
static inline bool emuq_light_take(emuq_light_mutex_t *mutex, unsigned owner)
{
    unsigned free = 0;
    return __atomic_compare_exchange_n(mutex, &free, owner, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/** Takes the mutex for an owner. @return 0; EOWNERDEAD: it was a process's that has vanished, and what it
 * covers may be half done */
static inline int emuq_light_lock_for(emuq_light_mutex_t *mutex, unsigned owner)
{
    emuq_hold_begin();
    return __builtin_expect(emuq_light_take(mutex, owner), 1) ? 0 : emuq_light_wait(mutex, owner);
}

/** Takes the mutex for an owner if it is free. @return 0; EBUSY: it is not; EOWNERDEAD: as above, for a
 * thread that has tried often */
static inline int emuq_light_try_lock_for(emuq_light_mutex_t *mutex, unsigned owner)
{
    emuq_hold_begin();
    int rc = __builtin_expect(emuq_light_take(mutex, owner), 1) ? 0 : emuq_light_inherit(mutex, owner);
    if (rc == EBUSY)
        emuq_hold_end();
    return rc;
}

/** Takes the mutex. */
static inline void emuq_light_lock(emuq_light_mutex_t *mutex)
{
    (void)emuq_light_lock_for(mutex, EMUQ_LIGHT_OWNER);
}

/** @return whether a thread waits for the mutex, which the caller has. One that naps says so when it looks
 * again, 50 us later at most; one may come after the answer. */
static inline bool emuq_light_is_awaited(const emuq_light_mutex_t *mutex)
{
    return (__atomic_load_n(mutex, __ATOMIC_RELAXED) & EMUQ_LIGHT_AWAITED) != 0;
}

/** The rest of emuq_light_pass() where a thread waits, after the caller has given the mutex back. */
void emuq_light_give_way(emuq_light_mutex_t *mutex);

/** Gives the mutex back, as emuq_light_unlock() does, for a caller that will take it again soon: if a thread
 * waits, the caller waits in turn until one has taken it, for a yield or so at most. Without this the mutex
 * is the caller's again before others have looked. */
static inline void emuq_light_pass(emuq_light_mutex_t *mutex)
{
    bool is_awaited = emuq_light_is_awaited(mutex);
    __atomic_store_n(mutex, 0, __ATOMIC_RELEASE);
    if (__builtin_expect(is_awaited, 0))
        emuq_light_give_way(mutex);
    emuq_hold_end();
}

/** Gives the mutex back. The calling thread stops here if its rank has ended meanwhile. */
static inline void emuq_light_unlock(emuq_light_mutex_t *mutex)
{
    __atomic_store_n(mutex, 0, __ATOMIC_RELEASE);
    emuq_hold_end();
}

#endif /* EMUQ_BASE_LIGHT_MUTEX_H */
