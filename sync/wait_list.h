/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file wait_list.h
 * @brief Messages that wait for room in a FIFO, oldest first; no thread waits with them.
 *
 * A waiter says how much room it needs at least. It belongs to one party at a time: the thread that puts it,
 * the list, the thread that takes it. A thread that has put a waiter may not touch it again: it may have been
 * taken, and gone on, already.
 *
 *  - A sender without room: emuq_wait_list_put(); then it looks for room once more, and if there is some,
 * calls emuq_wait_list_take() as if it had made it. -ESHUTDOWN: the FIFO has been closed, the waiter is still
 * the sender's.
 *  - A thread that has made room (it has moved the head): if emuq_wait_list_any(), emuq_wait_list_take(room).
 * It gets those of the oldest waiters that fit into the room together, and lets each try again.
 *  - A waiter that has been taken, and finds no room after all, because another sender was faster:
 *    emuq_wait_list_put_back() puts it before those that have come later. Again look for room afterwards.
 *  - A waiter that has been taken, and does not use the room (its message was given up): take again, with the
 * room there is now. Otherwise those behind it would wait for a head that may never move.
 *  - The FIFO is deallocated, or its process ends: emuq_wait_list_close() hands back all waiters, to be given
 * up, and later puts are refused.
 *
 * `count` and the room are Dekker's pattern: the sender stores `count` and loads the head, the receiver
 * stores the head and loads `count`. The sender's store is a read-modify-write with full order; if the
 * receiver's side is emuq_wait_list_any(), which is only a load, a wake-up is exact if the sender executes
 * emuq_fence_heavy() between put and look (fence.h); without it, some thread has to look at the list from
 * time to time.
 *
 * | word  | stored by               | order   | pairs with                          |
 * |-------|-------------------------|---------|-------------------------------------|
 * | count | put, take; in the lock  | seq_cst | acquire load of emuq_wait_list_any() |
 * | rest  | put, take, close        | lock    | lock                                |
 *
 * The lock is a leaf lock. Putting and taking one waiter cost the same whatever the length of the list. Zeros
 * are an open, empty list.
 */
#ifndef EMUQ_SYNC_WAIT_LIST_H
#define EMUQ_SYNC_WAIT_LIST_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lock.h"
#include "base/test_point.h"

/** A waiter; part of what waits. */
typedef struct emuq_waiting {
    struct emuq_waiting *next; /**< in the list, or in what emuq_wait_list_take() has given */
    uint64_t need;             /**< room without which it cannot go on; not 0; set by the sender */
    uint64_t age;              /**< set when it is put: its number in the list */
} emuq_waiting_t;

/** The waiters of one FIFO. */
typedef struct emuq_wait_list {
    uint64_t count; /**< waiters in the list; atomic */
    emuq_lock_t lock;
    bool closed;
    emuq_waiting_t *first; /**< the oldest */
    emuq_waiting_t *last;  /**< valid unless first is NULL */
    uint64_t puts;         /**< number of the next waiter */
} emuq_wait_list_t;

/* Under the lock. Full order: the store before the sender's look for room. */
static inline void emuq_wait_list_add(emuq_wait_list_t *list, uint64_t count)
{
    __atomic_fetch_add(&list->count, count, __ATOMIC_SEQ_CST);
}

/** Whether there are waiters. Acquire: a thread that sees one sees it in the list. */
static inline bool emuq_wait_list_any(const emuq_wait_list_t *list)
{
    return __atomic_load_n(&list->count, __ATOMIC_ACQUIRE) != 0;
}

/** Puts a waiter at the end, with `need` set. Then the caller looks for room once more.
 * @return 0: the waiter is the list's; -ESHUTDOWN: the list is closed, the waiter is still the caller's. */
static inline int emuq_wait_list_put(emuq_wait_list_t *list, emuq_waiting_t *w)
{
    w->next = NULL;
    emuq_lock(&list->lock);
    bool open = !list->closed;
    if (open) {
        w->age = list->puts++;
        if (list->first == NULL)
            list->first = w;
        else
            list->last->next = w;
        list->last = w;
        emuq_wait_list_add(list, 1);
    }
    emuq_unlock(&list->lock);
    EMUQ_TEST_POINT(wait_list_put);
    return open ? 0 : -ESHUTDOWN;
}

/** Puts a waiter that has been taken, and has found no room, before those that have come later. Otherwise as
 * emuq_wait_list_put(). Only waiters that were taken with it can be before it, so there are few to pass. */
static inline int emuq_wait_list_put_back(emuq_wait_list_t *list, emuq_waiting_t *w)
{
    emuq_lock(&list->lock);
    bool open = !list->closed;
    if (open) {
        emuq_waiting_t **at = &list->first;
        while (*at != NULL && (*at)->age < w->age)
            at = &(*at)->next;
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

/**
 * Takes the oldest waiters, as many as fit into @p room together; UINT64_MAX: all.
 * @return them, oldest first, linked by `next`; NULL: the list is empty, or the oldest does not fit.
 */
static inline emuq_waiting_t *emuq_wait_list_take(emuq_wait_list_t *list, uint64_t room)
{
    uint64_t count = 0;
    emuq_lock(&list->lock);
    emuq_waiting_t *taken = list->first, **end = &list->first;
    while (*end != NULL && (*end)->need <= room) {
        if (room != UINT64_MAX)
            room -= (*end)->need;
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

/** Closes the list. @return all that it held, as emuq_wait_list_take() does. */
static inline emuq_waiting_t *emuq_wait_list_close(emuq_wait_list_t *list)
{
    emuq_lock(&list->lock);
    emuq_waiting_t *held = list->first;
    list->first = NULL;
    list->closed = true;
    __atomic_store_n(&list->count, 0, __ATOMIC_SEQ_CST);
    emuq_unlock(&list->lock);
    return held;
}

/** Opens a closed list again: the FIFO has been allocated anew. */
static inline void emuq_wait_list_open(emuq_wait_list_t *list)
{
    emuq_lock(&list->lock);
    list->closed = false;
    emuq_unlock(&list->lock);
}

#endif /* EMUQ_SYNC_WAIT_LIST_H */
