/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file waits.h
 * @brief Waits of the program's threads for each other, in modelled time: what locks, conditions, semaphores
 * and barriers are made of (kernel-shim/preload/) where threads run one at a time.
 *
 * A thread *enters* before it does anything that another one may see, or looks at what another one may have
 * done: then everything that is earlier than its clock has happened, and until it waits or enters again
 * no other thread runs. A thread that *waits* stands in the queue of a place until somebody *releases* it
 * there; queues are in the order in which threads have come, by their clocks.
 */
#ifndef EMUQ_BACKENDS_WAITS_H
#define EMUQ_BACKENDS_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMUQ_NO_LIMIT UINT64_MAX /**< of a wait's time */
#define EMUQ_ALL      UINT32_MAX /**< who wait at a place */

/** A wait; of the thread that waits, on its stack. */
typedef struct emuq_wait emuq_wait_t;
struct emuq_wait {
    const volatile void *where; /**< who releases names it */
    const char *what;           /**< for a report: "a mutex" */
    /** Takes what the thread waits for, if it is there. @return whether it was. NULL: to be released is
     * enough. */
    bool (*take)(emuq_wait_t *wait);
    /** Whether what is waited for is there; for any thread. Only of a wait that is @ref then of another. */
    bool (*is_there)(const emuq_wait_t *wait);
    /** Linux thread id of who has what is waited for, 0: not known. May be NULL. */
    int32_t (*holder)(const emuq_wait_t *wait);
    emuq_wait_t
        *then; /**< what the thread waits for once it is released, at the end of that queue; or NULL */
    uint32_t bytes; /**< of the structure that the wait begins, which the backend may move; 0: of the wait */

    /* Of the backend. */
    emuq_wait_t *next; /**< in the queue of the place */
    void *waiter;      /**< the actor */
    uintptr_t place;   /**< what tells `where` apart from the same address in another rank's data */
    uint64_t limit;    /**< when it ends without a release */
    bool is_released;  /**< and has not looked since */
};

/** Modelled time, for the program's threads. */
typedef struct emuq_waits {
    /** See above; takes the price of an atomic operation. @return false: the calling thread has no time, and
     *  does as the host does */
    bool (*enter)(void);
    /** As enter(), but takes no time: refused() or enter() follows. */
    bool (*look)(void);
    /** The calling thread has looked, and has not got what is at @p where. It may go on trying, so this is a
     *  poll in vain. */
    void (*refused)(const volatile void *where);
    /** Waits, at most until modelled time is @p limit nanoseconds; the calling thread has entered.
     *  @return whether it has been released, and then has taken what it waited for */
    bool (*wait)(emuq_wait_t *wait, uint64_t limit);
    /** Releases the first @p most that wait at @p where. The calling thread has entered. */
    void (*release)(const volatile void *where, uint32_t most);
    /** What names an address of the calling thread's rank: its static data may be where other ranks have
     * theirs. */
    uintptr_t (*place)(const volatile void *where);
    /** Modelled time, in nanoseconds. Asking takes time. @return false: the calling thread has none */
    bool (*now)(uint64_t *ns);
} emuq_waits_t;

/** Of a backend with modelled time, while it is attached. NULL: time is the host's. */
extern const emuq_waits_t *emuq_waits;

/** The calling thread enters. @return false: it has no time */
static inline bool emuq_waits_enter(void)
{
    return __builtin_expect(emuq_waits != NULL, 0) && emuq_waits->enter();
}

#endif /* EMUQ_BACKENDS_WAITS_H */
