/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file waits.h
 * @brief Private to the kernel shim: calls of the C library that are defined in front of it, because threads
 * wait in them.
 *
 * A program has them if the linker takes the files that define them, also where a sanitizer has names of its
 * own for the same calls: who refers to these objects makes sure of that.
 */
#ifndef EMUQ_WAITS_H
#define EMUQ_WAITS_H

#include <errno.h>

#include "backends/waits.h"

extern const int emuq_preload_waits;      /**< sched_yield(), nanosleep(), ... */
extern const int emuq_preload_barriers;   /**< pthread_barrier_init(), ..._wait(), ..._destroy() */
extern const int emuq_preload_mutexes;    /**< pthread_mutex_lock(), pthread_cond_wait(), ... */
extern const int emuq_preload_rwlocks;    /**< pthread_rwlock_rdlock(), ... */
extern const int emuq_preload_spinlocks;  /**< pthread_spin_lock(), ... */
extern const int emuq_preload_semaphores; /**< sem_wait(), ... */
extern const int emuq_preload_once;       /**< pthread_once() */
extern const int emuq_preload_c11;        /**< mtx_lock(), cnd_wait(), ... */
extern const int emuq_preload_clocks;     /**< clock_gettime(), ... */

/** What names an address of the calling thread's rank, among those of all ranks. */
static inline uintptr_t emuq_waits_place(const volatile void *where)
{
    return emuq_waits != NULL ? emuq_waits->place(where) : (uintptr_t)where;
}

/** The calling thread is about to try to get something without waiting.
 *  @return false: it has no time; else emuq_waits_tried() says how it went */
static inline bool emuq_waits_try(void)
{
    return __builtin_expect(emuq_waits != NULL, 0) && emuq_waits->look();
}

/** The calling thread has tried to get what is at @p where, and got @p rc; EBUSY: in vain. @return rc */
static inline int emuq_waits_tried(const volatile void *where, int rc)
{
    if (rc == EBUSY)
        emuq_waits->refused(where);
    else
        (void)emuq_waits->enter();
    return rc;
}

#endif /* EMUQ_WAITS_H */
