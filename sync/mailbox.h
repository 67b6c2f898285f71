/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mailbox.h
 * @brief List of requests to one process; any thread of any process adds requests, and the owner can close
 * the list.
 *
 * Requests are linked by an embedded emuq_link_t. A request has one owner at a time: the sender, then the
 * mailbox, then the receiver. The lock of the mailbox orders all accesses to its contents.
 *
 *  - emuq_mailbox_put() adds a request, or rejects it if the mailbox is closed.
 *  - emuq_mailbox_take() removes the oldest request.
 *  - emuq_mailbox_close() returns all requests, oldest first, and rejects later ones. So every request is
 * taken, returned or rejected.
 *
 * An owner that leaves closes the mailbox after its last take, and passes the returned requests to another
 * process or fails them. To wait for requests, combine the mailbox with an event count: prepare,
 * emuq_mailbox_is_empty(), wait; senders notify after a put.
 *
 * `lock` is a leaf lock for all members. `first` may be loaded without the lock (acquire,
 * pairs with the release of a put) to check for requests.
 */
#ifndef EMUQ_SYNC_MAILBOX_H
#define EMUQ_SYNC_MAILBOX_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/lock.h"
#include "base/test_point.h"

/** Link of an object in a list. */
typedef struct emuq_link {
    struct emuq_link *next; /**< next object, or NULL */
} emuq_link_t;

/** The object of type @p type whose member @p member is @p link. */
#define EMUQ_LINKED(link, type, member) ((type *)(void *)((char *)(link)-offsetof(type, member)))

/** A mailbox. Zeroed memory is an open, empty mailbox. */
typedef struct emuq_mailbox {
    emuq_lock_t lock;
    bool closed;        /**< rejects requests */
    emuq_link_t *first; /**< oldest request; atomic, stored under the lock */
    emuq_link_t *last;  /**< newest request; valid unless first is NULL */
} emuq_mailbox_t;

/** Adds a request. @return 0; -ESHUTDOWN: the mailbox is closed and the request stays with the caller */
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
            emuq_pointer_store_release(&box->first, request);
        box->last = request;
    }
    emuq_unlock(&box->lock);
    return open ? 0 : -ESHUTDOWN;
}

/** Removes the oldest request. @return NULL: empty */
static inline emuq_link_t *emuq_mailbox_take(emuq_mailbox_t *box)
{
    emuq_lock(&box->lock);
    emuq_link_t *request = box->first;
    if (request != NULL)
        emuq_pointer_store(&box->first, request->next);
    emuq_unlock(&box->lock);
    return request;
}

/** Whether the mailbox is empty. Reliable between prepare and wait of an event count, otherwise a hint. */
static inline bool emuq_mailbox_is_empty(const emuq_mailbox_t *box)
{
    return emuq_pointer_load_acquire(&box->first) == NULL;
}

/** Closes the mailbox. @return its requests, oldest first, linked by `next`; NULL: empty or closed before */
static inline emuq_link_t *emuq_mailbox_close(emuq_mailbox_t *box)
{
    emuq_lock(&box->lock);
    emuq_link_t *all = box->first;
    emuq_pointer_store(&box->first, NULL);
    box->closed = true;
    EMUQ_TEST_POINT(mailbox_close);
    emuq_unlock(&box->lock);
    return all;
}

/** Reopens a closed mailbox for a new owner. */
static inline void emuq_mailbox_open(emuq_mailbox_t *box)
{
    emuq_lock(&box->lock);
    box->closed = false;
    emuq_unlock(&box->lock);
}

#endif /* EMUQ_SYNC_MAILBOX_H */
