/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file message.h
 * @brief Private to the kernel shim: registered memory of network messages. Not thread-safe.
 */
#ifndef EMUQ_HOSTS_MESSAGE_H
#define EMUQ_HOSTS_MESSAGE_H

#include <sys/uio.h>

#include "transport/endpoint.h"
#include "transport/wire.h"

/** A network message that is sent, received, or filled. */
typedef struct emuq_message {
    struct fi_context2 context;   /**< first: completions name it */
    struct emuq_message *next;    /**< in the list that it is in */
    char *wire;                   /**< its bytes, aligned as frames are */
    char *own;                    /**< what wire is, unless its frame is lent */
    void (*done)(void *argument); /**< to be called with ... */
    void *argument;               /**< ... this when a frame that is lent is not needed any more; else NULL */
    void *descriptor;             /**< of the registered memory */
    size_t room;                  /**< for head, frames and padding; the table has its own */
    size_t end;                   /**< where the last frame and its padding end; received: bytes */
    uint32_t host;                /**< sent: where to; UINT32_MAX: received */
    uint16_t kind;                /**< emuq_wire_kind_t */
    uint32_t frames, waited;      /**< how many it has; of them were counted as waiting */
    size_t closed;                /**< bytes of the complete message; 0: head and table are not written */
    uint32_t closed_frames;       /**< frames of the complete message */
    uint32_t length[EMUQ_WIRE_FRAMES];
} emuq_message_t;

/** Messages that are not in use, in two sizes. Zeros: none. */
typedef struct emuq_messages {
    emuq_endpoint_t *endpoint;
    emuq_message_t *free[2];
    struct emuq_slab *slabs;
} emuq_messages_t;

/** Takes a message with room for one frame of @p bytes bytes, and for more if that is little.
 *  @return NULL: no memory */
emuq_message_t *emuq_message_take(emuq_messages_t *messages, size_t bytes);
/** Has a message that was taken consist of a frame that is lent, with margins, and needs no registration.
 *  @param done called with @p argument when the message is given back */
void emuq_message_lend(emuq_message_t *m, void *frame, size_t bytes, void (*done)(void *argument),
                       void *argument);
/** Gives it back. */
void emuq_message_give(emuq_messages_t *messages, emuq_message_t *m);
/** Frees all; none is in use. */
void emuq_messages_free(emuq_messages_t *messages);

/** Whether a frame of @p bytes bytes fits into a message besides those that it has. */
bool emuq_message_fits(const emuq_message_t *m, size_t bytes);
/** Appends a frame that fits. @param bytes of all parts */
void emuq_message_append(emuq_message_t *m, const struct iovec *part, int parts, size_t bytes);

#endif /* EMUQ_HOSTS_MESSAGE_H */
