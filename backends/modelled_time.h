/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file modelled_time.h
 * @brief Interface of the backend timed to waits, block counting, and the launcher.
 */
#ifndef EMUQ_MODELLED_TIME_H
#define EMUQ_MODELLED_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * ---- waits in modelled time: locks, conditions, semaphores, for kernel-shim/preload/ ----
 *
 * Threads run one at a time. A thread *enters* before an action with visible effects, and before a check of
 * shared state: all earlier events have then happened. A waiting thread is in the queue of an address until a
 * thread *releases* it.
 */

#define EMUQ_NO_LIMIT UINT64_MAX
#define EMUQ_ALL      UINT32_MAX

typedef struct emuq_wait emuq_wait_t;
struct emuq_wait {
    const volatile void *where; /**< address of the queue */
    const char *what;           /**< name in reports, such as "a mutex" */
    /** Tries to get the awaited object. NULL: a release is sufficient */
    bool (*take)(emuq_wait_t *wait);
    /** Whether any thread could get the object. Used for @ref then. */
    bool (*is_there)(const emuq_wait_t *wait);
    /** @return the Linux thread id of the owner; 0: unknown. May be NULL */
    int32_t (*holder)(const emuq_wait_t *wait);
    emuq_wait_t *then; /**< next wait of a released thread; or NULL */
    uint32_t bytes;    /**< size of the enclosing structure; 0: only the wait */

    /* Private to the backend. */
    emuq_wait_t *next;
    void *waiter;
    uintptr_t key;  /**< key of `where`: equal addresses of two ranks differ */
    uint64_t limit; /**< end of the wait in ticks */
    bool is_released;
};

typedef struct emuq_waits {
    /** Enters; takes the modelled time of an atomic operation. @return false: the caller has no clock */
    bool (*enter)(void);
    /** Enters without taking time; failed_try() or enter() must follow. @return false: the caller has no
     * clock */
    bool (*observe)(void);
    /** Counts an unsuccessful poll of @p where. */
    void (*failed_try)(const volatile void *where);
    /** Waits until modelled time @p limit (ns). Call after enter(). @return false: timeout */
    bool (*wait)(emuq_wait_t *wait, uint64_t limit);
    /** Releases the first @p most threads that wait at @p where. Call after enter(). */
    void (*release)(const volatile void *where, uint32_t most);
    uintptr_t (*key)(const volatile void *where);
    /** Reads modelled time, which takes modelled time. @return false: the caller has no clock */
    bool (*now)(uint64_t *ns);
} emuq_waits_t;

/** Waits in modelled time; NULL: real time. */
extern const emuq_waits_t *emuq_waits;
static inline bool emuq_waits_enter(void)
{
    return __builtin_expect(emuq_waits != NULL, 0) && emuq_waits->enter();
}

/*
 * ---- basic blocks, counted by programs of emuqcc --time-blocks (kernel-shim/preload/blocks.c) ----
 */

/** Blocks executed by the calling thread; reset by a backend. */
extern __thread uint64_t emuq_blocks;
/** Count at which a thread calls @ref emuq_blocks_full; 0: never. Stored with release after @ref
 * emuq_blocks_full, loaded with acquire. */
extern uint64_t emuq_blocks_most;
/** Lowers @ref emuq_blocks. Called at @ref emuq_blocks_most blocks. */
extern void (*emuq_blocks_full)(void);
/** The program counts blocks. Set before main(). */
extern bool emuq_blocks_are_counted;

/*
 * ---- progress of a job: a file (EMUQ_TIME_PROGRESS) that launcher and program map ----
 */

/** Stored relaxed unless noted, so a reader may find words of different ages. */
typedef struct emuq_progress {
    uint64_t tick; /**< ticks since the clocks started */
    uint64_t packets;
    uint64_t hand_overs;
    int32_t rank;       /**< rank of the latest running thread */
    uint32_t has_begun; /**< 1: the clocks run. Stored (release) after rank, loaded (acquire) before rank */
    uint32_t stops; /**< 1: the program stops (SIGSTOP) before an error ends it. Stored before its start */
    uint32_t has_stopped; /**< 1: stopped. Stored (release) before the stop; loaded (acquire) after it */
    int32_t launcher;     /**< process id; only its child stops. Stored before the program starts */
} emuq_progress_t;

#endif /* EMUQ_MODELLED_TIME_H */
