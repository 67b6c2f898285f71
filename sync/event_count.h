/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file event_count.h
 * @brief Sleeping until an arbitrary condition may have changed (docs/protocols.md). A waiting thread:
 *
 *     emuq_ticket_t t = emuq_event_prepare(&e);
 *     if (the condition does not hold)
 *         emuq_event_wait(&e, t, ns);
 *     // check the condition again, and repeat while false
 *
 * A notifying thread:
 *
 *     change the condition;
 *     emuq_event_notify(&e, threads);                   // or emuq_event_notify_light()
 *
 * For the light variant the waiter executes emuq_fence_heavy() after emuq_event_prepare(), and limits its
 * sleep if that fails.
 *
 * | word     | stored by                                  | order   | pairs with                         |
 * |----------|--------------------------------------------|---------|------------------------------------|
 * | sleepers | 1: waiter, after the load of `event`       | acq_rel | acq_rel of the notifier            |
 * | sleepers | 0: notifier, before the advance of `event` | acq_rel | carried by `event`; may be relaxed |
 * | sleepers | 0: notifier, emuq_event_take()             | acq_rel | acq_rel of the waiter              |
 * | event    | notifier                                   | full    | acquire in emuq_event_prepare()    |
 *
 * Every store to `sleepers` is a read-modify-write, so each release reaches every later acquire.
 *
 * A process that ends during a notification may leave the flag cleared and `event` unchanged: where this can
 * happen, waiters must limit their sleep. Zeroed memory is an event count.
 */
#ifndef EMUQ_SYNC_EVENT_COUNT_H
#define EMUQ_SYNC_EVENT_COUNT_H

#include <errno.h>
#include <linux/membarrier.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/lock.h"

/* ---- asymmetric full barrier of two threads: free on the fast path ----
 *
 * For Dekker's pattern: two threads each store to one word and then load a second one. The thread about to
 * sleep makes the kernel execute a barrier on every core that runs a registered process (membarrier(2)). */

/** Command of membarrier(2); 0: not available. */
typedef int emuq_fence_t;

/** Registers the process, before any thread relies on emuq_fence_light(). Preserves errno. @param shared for
 * words shared by processes @return 0: not supported */
static inline emuq_fence_t emuq_fence_open(bool shared)
{
    int kept = errno;
    long rc = syscall(
        SYS_membarrier,
        shared ? MEMBARRIER_CMD_REGISTER_GLOBAL_EXPEDITED : MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
    errno = kept;
    if (rc != 0)
        return 0;
    return shared ? MEMBARRIER_CMD_GLOBAL_EXPEDITED : MEMBARRIER_CMD_PRIVATE_EXPEDITED;
}

/** The caller sees all stores of a thread before its light fence, or that thread's later loads see the
 * caller's earlier stores. Preserves errno. @return false: no barrier */
static inline bool emuq_fence_heavy(emuq_fence_t fence)
{
    int kept = errno;
    bool done = fence != 0 && syscall(SYS_membarrier, fence, 0, 0) == 0;
    errno = kept;
    return done;
}

static inline void emuq_fence_light(void)
{
    AO_compiler_barrier();
}

/* ---- event count ---- */

#define EMUQ_EVENT_ALL INT_MAX

typedef struct emuq_event_count {
    unsigned sleepers; /**< 1: a thread may sleep, or be about to sleep */
    unsigned event;    /**< advanced by notifiers that find sleepers; futex of the waiters */
} emuq_event_count_t;

typedef unsigned emuq_ticket_t;

/** Announces a sleeper, which need not wait. */
static inline emuq_ticket_t emuq_event_prepare(emuq_event_count_t *e)
{
    /* Acquire: pairs with the notifier. The flag is set only after that notifier has cleared it. */
    emuq_ticket_t ticket = AO_int_load_acquire(&e->event);
    EMUQ_TEST_POINT(event_count_loaded);
    /* Acquire: pairs with an earlier notifier. Release: pairs with a later one, and keeps the load of `event`
     * before this store. */
    (void)emuq_int_exchange(&e->sleepers, 1);
    EMUQ_TEST_POINT(event_count_announced);
    return ticket;
}

/** Sleeps until a notification after @p ticket, up to @p ns. @return 0, possibly spurious; -EAGAIN: notified
 * before; -ETIMEDOUT; or a negative errno */
static inline int emuq_event_wait(emuq_event_count_t *e, emuq_ticket_t ticket, uint64_t ns)
{
    EMUQ_TEST_POINT(event_count_wait);
    return emuq_futex_wait(&e->event, ticket, ns);
}

/** Release: pairs with emuq_event_prepare(). @return number of threads woken */
static inline int emuq_event_advance(emuq_event_count_t *e, int threads)
{
    (void)AO_int_fetch_and_add_full(&e->event, 1);
    EMUQ_TEST_POINT(event_count_advanced);
    return emuq_futex_wake(&e->event, threads);
}

static __attribute__((noinline, unused)) void emuq_event_wake(emuq_event_count_t *e, int threads)
{
    EMUQ_TEST_POINT(event_count_sleepers_seen);
    /* The flag stays set while some sleepers may not have been woken. */
    if (threads != EMUQ_EVENT_ALL && emuq_event_advance(e, threads) >= threads)
        return;
    /* Also wake threads that are about to sleep. */
    (void)emuq_int_exchange(&e->sleepers, 0);
    EMUQ_TEST_POINT(event_count_cleared);
    emuq_event_advance(e, EMUQ_EVENT_ALL);
}

/** @return whether to call emuq_event_wake(), or emuq_event_take() with a private wake-up */
static inline bool emuq_event_is_announced(emuq_event_count_t *e)
{
    /* Release: the condition. Acquire: an announcement. Adding 0 is a store: a load would not be ordered
     * after earlier stores. */
    return AO_int_fetch_and_add_full(&e->sleepers, 0) != 0;
}

/** Takes the announcement of the only waiter, which does not sleep on `event`. @return whether to wake it */
static inline bool emuq_event_take(emuq_event_count_t *e)
{
    /* Acquire: pairs with the announcement. Release: pairs with the next one. */
    return emuq_int_exchange(&e->sleepers, 0) != 0;
}

/** Wakes at least @p threads waiters. Call after a change of the condition. */
static inline void emuq_event_notify(emuq_event_count_t *e, int threads)
{
    if (emuq_event_is_announced(e))
        emuq_event_wake(e, threads);
}

/** Use instead of emuq_event_notify() if every waiter executes the heavy fence. */
static inline void emuq_event_notify_light(emuq_event_count_t *e, int threads)
{
    emuq_fence_light();
    /* Relaxed: the heavy fence orders this load after the change of the condition. */
    if (__builtin_expect(AO_int_load(&e->sleepers) != 0, 0))
        emuq_event_wake(e, threads);
}

#endif /* EMUQ_SYNC_EVENT_COUNT_H */
