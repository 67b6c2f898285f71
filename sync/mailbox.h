/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mailbox.h
 * @brief A list of requests to one process, which any thread of any process fills, and which can be closed.
 *
 * The requests are linked by an emuq_link_t in them. A request belongs to one party at a time: the thread
 * that puts it, the box, the thread that takes it. The lock of the box passes it on, with all that is in it.
 *
 *  - emuq_mailbox_put(): the box takes it, or refuses it (closed); then it still belongs to the caller.
 *  - emuq_mailbox_take(): the oldest one.
 *  - emuq_mailbox_close(): all that the box holds go back to the caller, oldest first; later ones are
 * refused. So each request is either taken, handed back or refused, and none stays in a box that no thread
 * reads.
 *
 * The process that owns the box closes it when it leaves, after its last take, and deals with what comes back
 * (most is handed to another process, or answered with a failure). To wait for requests, combine it with an
 * event count: prepare, emuq_mailbox_is_empty(), wait; and after a put, notify.
 *
 * `lock` is a leaf lock and guards the other members; `first` may be loaded without it (acquire, pairs with
 * the release of a put), to see whether there is something.
 */
#ifndef EMUQ_SYNC_MAILBOX_H
#define EMUQ_SYNC_MAILBOX_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/lock.h"
#include "base/test_point.h"

/** Links a thing into a list. */
typedef struct emuq_link {
    struct emuq_link *next;
} emuq_link_t;

/** The structure of type @p type whose member @p member is at @p link. */
#define EMUQ_LINKED(link, type, member) ((type *)(void *)((char *)(link)-offsetof(type, member)))

/** A mailbox. Zeros are an open, empty one. */
typedef struct emuq_mailbox {
    emuq_lock_t lock;
    bool closed;
    emuq_link_t *first; /**< the oldest; atomic: stored under the lock */
    emuq_link_t *last;  /**< valid unless first is NULL */
} emuq_mailbox_t;

/** Puts a request at the end of the box. @return 0, or -ESHUTDOWN if the box is closed: the request
 * is still the caller's. */
static inline int emuq_mailbox_put(emuq_mailbox_t *box, emuq_link_t *request)
{
    emuq_lock(&box->lock);
    request->next = NULL;
    bool open = !box->closed;
    EMUQ_TEST_POINT(mailbox_put);
    if (open) {
        if (box->first != NULL)
            box->last->next = request;
        else
            __atomic_store_n(&box->first, request, __ATOMIC_RELEASE);
        box->last = request;
    }
    emuq_unlock(&box->lock);
    return open ? 0 : -ESHUTDOWN;
}

/** Takes the oldest request. @return NULL if there is none. */
static inline emuq_link_t *emuq_mailbox_take(emuq_mailbox_t *box)
{
    emuq_lock(&box->lock);
    emuq_link_t *request = box->first;
    if (request != NULL)
        __atomic_store_n(&box->first, request->next, __ATOMIC_RELAXED);
    emuq_unlock(&box->lock);
    return request;
}

/** Whether there is nothing in the box: exact between the two steps of a wait, a hint otherwise. */
static inline bool emuq_mailbox_is_empty(const emuq_mailbox_t *box)
{
    return __atomic_load_n(&box->first, __ATOMIC_ACQUIRE) == NULL;
}

/** Closes the box. @return what it held, oldest first, linked by `next`; NULL also if it was closed before.
 */
static inline emuq_link_t *emuq_mailbox_close(emuq_mailbox_t *box)
{
    emuq_lock(&box->lock);
    emuq_link_t *held = box->first;
    __atomic_store_n(&box->first, NULL, __ATOMIC_RELAXED);
    box->closed = true;
    EMUQ_TEST_POINT(mailbox_close);
    emuq_unlock(&box->lock);
    return held;
}

/** Opens a closed box again: another process takes the place of the one that has left. */
static inline void emuq_mailbox_open(emuq_mailbox_t *box)
{
    emuq_lock(&box->lock);
    box->closed = false;
    emuq_unlock(&box->lock);
}

#endif /* EMUQ_SYNC_MAILBOX_H */
