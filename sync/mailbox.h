/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file mailbox.h
 * @brief List of requests to one process; any thread of any process adds requests.
 *
 * A request has one owner at a time: the sender, then the mailbox, then the receiver. A receiver that exits
 * closes the mailbox. To wait for requests, use an event count.
 *
 * `lock` is a leaf lock for all members. `first` may be loaded without the lock (acquire, pairs with the
 * release of a put).
 */
#ifndef EMUQ_SYNC_MAILBOX_H
#define EMUQ_SYNC_MAILBOX_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/lock.h"

typedef struct emuq_link {
    struct emuq_link *next;
} emuq_link_t;

#define EMUQ_LINKED(link, type, member) ((type *)(void *)((char *)(link)-offsetof(type, member)))

/** Zeroed memory is an open, empty mailbox. */
typedef struct emuq_mailbox {
    emuq_lock_t lock;
    bool closed;        /**< rejects requests */
    emuq_link_t *first; /**< oldest request; atomic */
    emuq_link_t *last;  /**< newest request; valid unless first is NULL */
} emuq_mailbox_t;

/** @return 0; -ESHUTDOWN: closed, the request stays with the caller */
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

/** @return the oldest request; NULL: empty */
static inline emuq_link_t *emuq_mailbox_take(emuq_mailbox_t *box)
{
    emuq_lock(&box->lock);
    emuq_link_t *request = box->first;
    if (request != NULL)
        emuq_pointer_store(&box->first, request->next);
    emuq_unlock(&box->lock);
    return request;
}

/** Reliable between prepare and wait of an event count, otherwise a hint. */
static inline bool emuq_mailbox_is_empty(const emuq_mailbox_t *box)
{
    return emuq_pointer_load_acquire(&box->first) == NULL;
}

/** @return all requests, oldest first, linked by `next` */
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

static inline void emuq_mailbox_open(emuq_mailbox_t *box)
{
    emuq_lock(&box->lock);
    box->closed = false;
    emuq_unlock(&box->lock);
}

#endif /* EMUQ_SYNC_MAILBOX_H */
