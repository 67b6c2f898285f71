/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file wait_list.h
 * @brief FIFO-ordered list of messages that wait for free space in a FIFO; no thread blocks.
 *
 * A waiter has one owner at a time: the sender, the list, the taking thread.
 *
 *  - A sender without space: emuq_wait_list_put(), then a second check; with space, take like a freeing
 *    thread.
 *  - A thread with freed space (a moved head): if emuq_wait_list_any(), emuq_wait_list_take(space) and retry.
 *  - A taken waiter without space: emuq_wait_list_put_back(), then check again.
 *  - A taken waiter that does not use the space (a cancelled message): take again with the current space,
 *    because the head may never move.
 *
 * Dekker's pattern: the sender stores `count` and loads the head, the receiver stores the head and loads
 * `count`. The sender executes emuq_fence_heavy() between put and check (event_count.h); otherwise some
 * thread must check the list periodically.
 *
 * | word        | stored by                 | order   | pairs with                            |
 * |-------------|---------------------------|---------|---------------------------------------|
 * | count       | put, take; with the lock  | full    | acquire load of emuq_wait_list_any()  |
 * | count, to 0 | close; with the lock      | release | a hint: a reader may find no waiter   |
 * | rest        | put, take, close          | lock    | lock                                  |
 *
 * The lock is a leaf lock. Zeroed memory is an open, empty list.
 */
#ifndef EMUQ_SYNC_WAIT_LIST_H
#define EMUQ_SYNC_WAIT_LIST_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lock.h"

typedef struct emuq_waiting {
    struct emuq_waiting *next;
    uint64_t need; /**< least space in bytes, not 0; set by the sender */
    uint64_t age;  /**< set by the first put: number of the put */
} emuq_waiting_t;

typedef struct emuq_wait_list {
    uint64_t count; /**< atomic */
    emuq_lock_t lock;
    bool closed;           /**< rejects puts */
    emuq_waiting_t *first; /**< oldest waiter */
    emuq_waiting_t *last;  /**< newest waiter; valid unless first is NULL */
    uint64_t puts;         /**< age of the next waiter */
} emuq_wait_list_t;

/* Caller holds the lock. Full order: the store precedes the sender's check for space. */
static inline void emuq_wait_list_add(emuq_wait_list_t *list, uint64_t count)
{
    (void)AO_fetch_and_add_full(&list->count, count);
}

/** Acquire: the caller then finds the waiter. */
static inline bool emuq_wait_list_any(const emuq_wait_list_t *list)
{
    return AO_load_acquire(&list->count) != 0;
}

/* Takes the lock. Inserts a waiter at the end (@p is_new) or by its age. @return 0 or -ESHUTDOWN */
static inline int emuq_wait_list_insert(emuq_wait_list_t *list, emuq_waiting_t *w, bool is_new)
{
    emuq_lock(&list->lock);
    bool open = !list->closed;
    if (open) {
        emuq_waiting_t **at = &list->first;
        if (is_new) {
            w->age = list->puts++;
            at = *at != NULL ? &list->last->next : at;
        } else {
            while (*at != NULL && (*at)->age < w->age)
                at = &(*at)->next;
        }
        w->next = *at;
        *at = w;
        if (w->next == NULL)
            list->last = w;
        emuq_wait_list_add(list, 1);
    }
    emuq_unlock(&list->lock);
    EMUQ_TEST_POINT(wait_list_put);
    return open ? 0 : -ESHUTDOWN;
}

/** Appends a waiter with `need` set. @return 0: the list owns the waiter; -ESHUTDOWN: closed, the caller
 * keeps it */
static inline int emuq_wait_list_put(emuq_wait_list_t *list, emuq_waiting_t *w)
{
    return emuq_wait_list_insert(list, w, true);
}

/** Inserts a waiter by its age. Only waiters taken together can precede, so the search is short. */
static inline int emuq_wait_list_put_back(emuq_wait_list_t *list, emuq_waiting_t *w)
{
    return emuq_wait_list_insert(list, w, false);
}

/** Dequeues the oldest waiters, as many as fit into @p space together; UINT64_MAX: all. @return the waiters,
 * oldest first, linked by `next`; NULL: none */
static inline emuq_waiting_t *emuq_wait_list_take(emuq_wait_list_t *list, uint64_t space)
{
    uint64_t count = 0;
    emuq_lock(&list->lock);
    emuq_waiting_t *taken = list->first, **end = &list->first;
    while (*end != NULL && (*end)->need <= space) {
        if (space != UINT64_MAX)
            space -= (*end)->need;
        end = &(*end)->next;
        count++;
    }
    emuq_waiting_t *rest = *end;
    *end = NULL;
    list->first = rest;
    if (count != 0)
        emuq_wait_list_add(list, -count);
    emuq_unlock(&list->lock);
    EMUQ_TEST_POINT(wait_list_taken);
    return count != 0 ? taken : NULL;
}

/** Rejects later waiters. @return the dequeued waiters, oldest first; NULL: none */
static inline emuq_waiting_t *emuq_wait_list_close(emuq_wait_list_t *list)
{
    emuq_lock(&list->lock);
    emuq_waiting_t *all = list->first;
    list->first = NULL;
    list->closed = true;
    AO_store_release(&list->count, 0);
    emuq_unlock(&list->lock);
    return all;
}

static inline void emuq_wait_list_open(emuq_wait_list_t *list)
{
    emuq_lock(&list->lock);
    list->closed = false;
    emuq_unlock(&list->lock);
}

#endif /* EMUQ_SYNC_WAIT_LIST_H */
