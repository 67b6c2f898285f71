/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file event_count.h
 * @brief Sleeping until a condition may have changed, whatever the condition is.
 *
 * A thread that waits, in this order:
 *
 *     emuq_ticket_t t = emuq_event_prepare(&e);         // or emuq_event_prepare_heavy()
 *     if (the condition does not hold)
 *         emuq_event_wait(&e, t, ns);
 *     // whatever the result: look at the condition, and begin again if it does not hold
 *
 * A thread that has nothing to wait for after emuq_event_prepare() does nothing further; a later notification
 * makes a needless system call then. A thread that changes the condition:
 *
 *     change it;
 *     emuq_event_notify(&e, threads);                   // or emuq_event_notify_light()
 *
 * Full: emuq_event_prepare() with emuq_event_notify(). Both are atomic read-modify-writes of `sleepers`, so
 * one comes first: if the waiter's, the notifier sees it; if the notifier's, the waiter's acquire sees what
 * it released, and the condition with it. (All stores to `sleepers` are read-modify-writes, so that a release
 * of it reaches every later acquire.)
 *
 * Light: emuq_event_prepare_heavy() with emuq_event_notify_light(), for fast paths: the notifier only loads
 * `sleepers`, and the waiter executes both barriers (fence.h). A waiter that prepares heavily may be notified
 * fully, too.
 *
 * | word     | stored by                                | order   | pairs with                       |
 * |----------|------------------------------------------|---------|----------------------------------|
 * | sleepers | 1: waiter, after it has loaded `event`   | acq_rel | acq_rel of the notifier, or none |
 * | sleepers | 0: notifier, before it advances `event`  | relaxed | `event` carries it               |
 * | sleepers | 0: notifier, emuq_event_take()           | acq_rel | acq_rel of the waiter            |
 * | event    | notifier                                 | acq_rel | acquire in prepare               |
 *
 * The order of the waiter's first two steps matters. `sleepers` may be cleared by a notifier for another
 * reason at any time, so a set flag does not last; but then that notifier advances `event` afterwards, and a
 * waiter that loaded `event` before it set the flag does not sleep on the new value. Loading `event`
 * afterwards would lose wake-ups: the waiter would sleep on the new value with the flag cleared.
 *
 * emuq_event_notify(e, n) wakes at least n of the threads that sleep, if as many do, and all of them look at
 * the condition afterwards. With n = 1, one of several threads that share work finds it.
 *
 * The structure may be in memory that several processes share. If a process ends while it waits, nothing is
 * left but perhaps a set flag, which the next notifier clears. If one ends in the middle of a notification,
 * the flag may be cleared with nothing advanced: where that can happen, waiters limit their sleep. Zeros are
 * an event count.
 */
#ifndef EMUQ_SYNC_EVENT_COUNT_H
#define EMUQ_SYNC_EVENT_COUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/futex.h"
#include "base/test_point.h"
#include "sync/fence.h"

#define EMUQ_EVENT_ALL INT_MAX /**< emuq_event_notify() for all threads */

/** An event count; the table above says who stores which word. */
typedef struct emuq_event_count {
    unsigned sleepers; /**< 1: a thread may sleep, or be about to */
    unsigned event;    /**< advanced by each notifier that has found sleepers; threads sleep on it */
} emuq_event_count_t;

/** What a waiter has seen of the event count. */
typedef unsigned emuq_ticket_t;

/** Announces a sleeper. Then the caller looks at the condition. @return for emuq_event_wait() */
static inline emuq_ticket_t emuq_event_prepare(emuq_event_count_t *e)
{
    /* Acquire: pairs with the notifier's release: a waiter that loads an advanced event sets the flag after
     * that notifier has cleared it. */
    emuq_ticket_t ticket = __atomic_load_n(&e->event, __ATOMIC_ACQUIRE);
    EMUQ_TEST_POINT(event_count_loaded);
    /* Acquire: pairs with the release in emuq_event_notify(), if that looked before: the condition. Release:
     * pairs with its acquire otherwise, and keeps the load of `event` before. */
    __atomic_exchange_n(&e->sleepers, 1, __ATOMIC_ACQ_REL);
    EMUQ_TEST_POINT(event_count_announced);
    return ticket;
}

/** The same for notifiers that are light.
 * @param exact gets whether no wake-up can be lost: if not, the caller limits its sleep. */
static inline emuq_ticket_t emuq_event_prepare_heavy(emuq_event_count_t *e, emuq_fence_t fence, bool *exact)
{
    emuq_ticket_t ticket = emuq_event_prepare(e);
    *exact = emuq_fence_heavy(fence);
    return ticket;
}

/**
 * Sleeps until a notification after @p ticket was given, or for @p ns nanoseconds (EMUQ_FUTEX_FOREVER: no
 * limit).
 * @return as emuq_futex_wait(); the caller looks at the condition in any case.
 */
static inline int emuq_event_wait(emuq_event_count_t *e, emuq_ticket_t ticket, uint64_t ns)
{
    EMUQ_TEST_POINT(event_count_wait);
    return emuq_futex_wait(&e->event, ticket, ns);
}

/* Release: pairs with the acquire in emuq_event_prepare(). @return threads woken */
static inline int emuq_event_advance(emuq_event_count_t *e, int threads)
{
    __atomic_fetch_add(&e->event, 1, __ATOMIC_ACQ_REL);
    EMUQ_TEST_POINT(event_count_advanced);
    return emuq_futex_wake(&e->event, threads);
}

/** The part of a notification that costs something: there may be sleepers. */
static __attribute__((noinline, unused)) void emuq_event_wake(emuq_event_count_t *e, int threads)
{
    EMUQ_TEST_POINT(event_count_sleepers_seen);
    /* The flag stays while more threads may sleep than are woken: other notifiers look for it meanwhile. */
    if (threads != EMUQ_EVENT_ALL && emuq_event_advance(e, threads) >= threads)
        return;
    /* Fewer slept than were to be woken: the flag is void, unless a thread is about to sleep. */
    __atomic_exchange_n(&e->sleepers, 0, __ATOMIC_RELAXED);
    EMUQ_TEST_POINT(event_count_cleared);
    emuq_event_advance(e, EMUQ_EVENT_ALL);
}

/** The condition has changed. @return whether a waiter has announced itself, and is to be woken: by
 * emuq_event_wake(), or where it sleeps if emuq_event_take() says so */
static inline bool emuq_event_is_announced(emuq_event_count_t *e)
{
    /* Release: what was changed, to the acquire of a waiter that announces itself later. Acquire: a waiter
     * that announced itself before. An addition of nothing, because a load is ordered with no store before
     * it. */
    return __atomic_fetch_add(&e->sleepers, 0, __ATOMIC_ACQ_REL) != 0;
}

/** Takes the announcement of an event count's only waiter, which never calls emuq_event_wait() but sleeps
 * elsewhere. @return whether the caller is to wake it there: no other notifier does */
static inline bool emuq_event_take(emuq_event_count_t *e)
{
    /* Acquire: pairs with the release of the announcement that is taken. Release: pairs with the acquire of
     * the next one, whose waiter sees what has changed. */
    return __atomic_exchange_n(&e->sleepers, 0, __ATOMIC_ACQ_REL) != 0;
}

/** The condition has changed: wakes up to @p threads threads (EMUQ_EVENT_ALL: all) that wait. */
static inline void emuq_event_notify(emuq_event_count_t *e, int threads)
{
    if (emuq_event_is_announced(e))
        emuq_event_wake(e, threads);
}

/** The same, for waiters that all prepare heavily: one load and a branch. */
static inline void emuq_event_notify_light(emuq_event_count_t *e, int threads)
{
    emuq_fence_light();
    /* Relaxed: the waiter's fence orders it after the change of the condition. */
    if (__builtin_expect(__atomic_load_n(&e->sleepers, __ATOMIC_RELAXED) != 0, 0))
        emuq_event_wake(e, threads);
}

#endif /* EMUQ_SYNC_EVENT_COUNT_H */
