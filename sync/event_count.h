/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file event_count.h
 * @brief Sleeping until an arbitrary condition may have changed.
 *
 * A waiting thread, in this order:
 *
 *     emuq_ticket_t t = emuq_event_prepare(&e);         // or emuq_event_prepare_heavy()
 *     if (the condition does not hold)
 *         emuq_event_wait(&e, t, ns);
 *     // in every case: check the condition again, and repeat while false
 *
 * A thread need not wait after emuq_event_prepare(); the only cost is a needless system call of a later
 * notification. A notifying thread:
 *
 *     change the condition;
 *     emuq_event_notify(&e, threads);                   // or emuq_event_notify_light()
 *
 * Full variant: emuq_event_prepare() with emuq_event_notify(). Both are read-modify-writes of `sleepers`. If
 * the waiter's is first, the notifier sees the flag. If the notifier's is first, the waiter's acquire sees
 * the condition. Every store to `sleepers` is a read-modify-write, so each release reaches every later
 * acquire.
 *
 * Light variant: emuq_event_prepare_heavy() with emuq_event_notify_light(), for fast paths. The notifier only
 * loads `sleepers`; the waiter executes both barriers (fence.h). Full notifications wake this waiter, too.
 *
 * | word     | stored by                                | order   | pairs with                        |
 * |----------|------------------------------------------|---------|-----------------------------------|
 * | sleepers | 1: waiter, after the load of `event`     | acq_rel | acq_rel of the notifier           |
 * | sleepers | 0: notifier, before the advance of `event` | acq_rel | carried by `event`; may be relaxed |
 * | sleepers | 0: notifier, emuq_event_take()           | acq_rel | acq_rel of the waiter             |
 * | event    | notifier                                 | full    | acquire in emuq_event_prepare()   |
 *
 * The waiter must load `event` before setting the flag. An unrelated notifier may clear the flag at
 * any time, but then advances `event`, so the waiter does not sleep on its old value. In the opposite order
 * the waiter could load the new value and sleep with the flag cleared: a lost wake-up.
 *
 * emuq_event_notify(e, n) wakes at least n sleepers, or all; each of them then checks the condition. n = 1
 * suffices if any thread of a group can do the work.
 *
 * Processes may share the structure. A process that ends during a wait leaves at most the flag, which the
 * next notifier clears. A process that ends during a notification may leave the flag cleared and `event`
 * unchanged: where this can happen, waiters must limit their sleep. Zeroed memory is an event count.
 */
#ifndef EMUQ_SYNC_EVENT_COUNT_H
#define EMUQ_SYNC_EVENT_COUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lock.h"
#include "base/test_point.h"
#include "sync/fence.h"

#define EMUQ_EVENT_ALL INT_MAX /**< emuq_event_notify() of all waiters */

/** An event count; the table above lists the writers of each word. */
typedef struct emuq_event_count {
    unsigned sleepers; /**< 1: a thread may sleep, or be about to sleep */
    unsigned event;    /**< advanced by each notifier with sleepers; threads sleep on this word */
} emuq_event_count_t;

/** Value of `event`, as loaded by a waiter. */
typedef unsigned emuq_ticket_t;

/** Announces a sleeper. The caller checks the condition afterwards. @return ticket for emuq_event_wait() */
static inline emuq_ticket_t emuq_event_prepare(emuq_event_count_t *e)
{
    /* Acquire: pairs with the notifier's release. A waiter that sees the advanced event sets the flag only
     * after the notifier has cleared it. */
    emuq_ticket_t ticket = AO_int_load_acquire(&e->event);
    EMUQ_TEST_POINT(event_count_loaded);
    /* Acquire: pairs with the release of an earlier emuq_event_notify(): the condition. Release: pairs with
     * the acquire of a later notification, and keeps the load of `event` before this store. */
    (void)emuq_int_exchange(&e->sleepers, 1);
    EMUQ_TEST_POINT(event_count_announced);
    return ticket;
}

/** emuq_event_prepare() for light notifiers.
 *  @param exact set to true if no wake-up can be lost; false: the caller must limit its sleep */
static inline emuq_ticket_t emuq_event_prepare_heavy(emuq_event_count_t *e, emuq_fence_t fence, bool *exact)
{
    emuq_ticket_t ticket = emuq_event_prepare(e);
    *exact = emuq_fence_heavy(fence);
    return ticket;
}

/**
 * Sleeps until a notification after @p ticket, at most @p ns nanoseconds (EMUQ_FUTEX_FOREVER: no limit).
 * @return as emuq_futex_wait(); check the condition in every case
 */
static inline int emuq_event_wait(emuq_event_count_t *e, emuq_ticket_t ticket, uint64_t ns)
{
    EMUQ_TEST_POINT(event_count_wait);
    return emuq_futex_wait(&e->event, ticket, ns);
}

/** Release: pairs with the acquire in emuq_event_prepare(). @return number of threads woken */
static inline int emuq_event_advance(emuq_event_count_t *e, int threads)
{
    (void)AO_int_fetch_and_add_full(&e->event, 1);
    EMUQ_TEST_POINT(event_count_advanced);
    return emuq_futex_wake(&e->event, threads);
}

/** Slow path of a notification: there may be sleepers. */
static __attribute__((noinline, unused)) void emuq_event_wake(emuq_event_count_t *e, int threads)
{
    EMUQ_TEST_POINT(event_count_sleepers_seen);
    /* The flag stays set for the next notifiers while some sleepers may not have been woken. */
    if (threads != EMUQ_EVENT_ALL && emuq_event_advance(e, threads) >= threads)
        return;
    /* Fewer threads slept than requested: clear the flag, and wake threads about to sleep. */
    (void)emuq_int_exchange(&e->sleepers, 0);
    EMUQ_TEST_POINT(event_count_cleared);
    emuq_event_advance(e, EMUQ_EVENT_ALL);
}

/** First half of a notification. Call after changing the condition. @return whether a waiter has announced
 * itself: then call emuq_event_wake(), or emuq_event_take() and wake the waiter yourself */
static inline bool emuq_event_is_announced(emuq_event_count_t *e)
{
    /* Release: the condition, to the acquire of a later announcement. Acquire: an earlier announcement.
     * Adding 0 is a store: a load would not be ordered after earlier stores. */
    return AO_int_fetch_and_add_full(&e->sleepers, 0) != 0;
}

/** Takes the announcement of the only waiter of an event count, if the waiter sleeps elsewhere than in
 * emuq_event_wait().
 *  @return whether the caller alone must wake the waiter */
static inline bool emuq_event_take(emuq_event_count_t *e)
{
    /* Acquire: pairs with the release of the announcement. Release: pairs with the acquire of the next
     * announcement, whose waiter then sees the condition. */
    return emuq_int_exchange(&e->sleepers, 0) != 0;
}

/** Notifies after a change of the condition: wakes up to @p threads waiters (EMUQ_EVENT_ALL: all). */
static inline void emuq_event_notify(emuq_event_count_t *e, int threads)
{
    if (emuq_event_is_announced(e))
        emuq_event_wake(e, threads);
}

/** emuq_event_notify() where every waiter prepares with the heavy fence: a load and a branch. */
static inline void emuq_event_notify_light(emuq_event_count_t *e, int threads)
{
    emuq_fence_light();
    /* Relaxed: the waiter's heavy fence orders this load after the change of the condition. */
    if (__builtin_expect(AO_int_load(&e->sleepers) != 0, 0))
        emuq_event_wake(e, threads);
}

#endif /* EMUQ_SYNC_EVENT_COUNT_H */
