/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file event.h
 * @brief The event queue: entries written by the card and read by the driver.
 */
#ifndef APENET_EVENT_H
#define APENET_EVENT_H

#include <stddef.h>

#include "apenet/packet.h"

/** An entry of the queue. Valid if the phase differs from the previous pass; 1 in the first pass. */
typedef struct apenet_entry {
    uint32_t head[4]; /**< CMD1 of the local descriptor, or header of the last received packet with the first
                         written address */
    uint32_t zero[4]; /**< 0 */
    uint32_t footer[4]; /**< footer of the last received packet, with the context of the buffer */
    uint32_t what;      /**< fields APENET_ENTRY_... */
    uint32_t bytes;     /**< size of the message; received: bytes written */
    uint32_t serial;    /**< serial number of the event, from 1 */
    uint32_t phase;     /**< bit 0; written last, with release */
} apenet_entry_t;

APENET_STATIC_ASSERT(sizeof(apenet_entry_t) == 64, entry_size);
APENET_STATIC_ASSERT(offsetof(apenet_entry_t, footer) == 0x20, entry_footer);
APENET_STATIC_ASSERT(offsetof(apenet_entry_t, what) == 0x30, entry_what);
APENET_STATIC_ASSERT(offsetof(apenet_entry_t, bytes) == 0x34, entry_bytes);
APENET_STATIC_ASSERT(offsetof(apenet_entry_t, serial) == 0x38, entry_serial);
APENET_STATIC_ASSERT(offsetof(apenet_entry_t, phase) == 0x3c, entry_phase);

/** Fields of apenet_entry_t::what. */
enum {
    APENET_ENTRY_KIND = APENET_FIELD(0, 0, 8),  /**< ::apenet_event_kind_t */
    APENET_ENTRY_STATUS = APENET_FIELD(0, 8, 8) /**< ::apenet_status_t */
};

/** Kinds of events. */
typedef enum apenet_event_kind {
    APENET_EVENT_SENT = 1,     /**< all bytes of a message's source have been read */
    APENET_EVENT_RECEIVED = 2, /**< all bytes of a message have been written */
    APENET_EVENT_GET_DONE = 3, /**< a get is complete or rejected */
    APENET_EVENT_CMD_DONE = 4, /**< a command is complete (not generated) */
    APENET_EVENT_ERROR = 5,    /**< a descriptor is rejected, or a message has no target */
    APENET_EVENT_HEALTH = 6    /**< registers 114..120 have changed; no entry of the queue: the driver reads
                                  them */
} apenet_event_kind_t;

/** Results of messages, gets and commands. */
typedef enum apenet_status {
    APENET_STATUS_OK = 0,                /**< success */
    APENET_STATUS_TX_BAD_DESCRIPTOR = 1, /**< invalid descriptor */
    APENET_STATUS_TX_BAD_SOURCE = 2,     /**< source not readable */
    APENET_STATUS_NO_SUCH_NODE = 3,      /**< no such node, process or GPU */
    APENET_STATUS_LINK_DOWN = 4,         /**< no working link to the node */
    APENET_STATUS_RX_NO_BUFFER = 5,      /**< no registered buffer at the address, or none free for a send */
    APENET_STATUS_RX_NO_PAGE = 6,        /**< buffer registered, page not */
    APENET_STATUS_RX_PAYLOAD_ERROR = 7,  /**< payload damaged by a link */
    APENET_STATUS_RX_OVERRUN = 8,        /**< beyond the end of the buffer */
    APENET_STATUS_GET_REFUSED = 9,       /**< the buffer does not permit gets */
    APENET_STATUS_TABLE_FULL = 10,       /**< no entry left in the tables of the card */
    APENET_STATUS_HOST_DEAD = 11         /**< the process has exited */
} apenet_status_t;

/** Tests if the head is CMD1 of a local descriptor. */
static inline int apenet_entry_is_own(const apenet_entry_t *e)
{
    uint32_t kind = apenet_get(&e->what, APENET_ENTRY_KIND),
             status = apenet_get(&e->what, APENET_ENTRY_STATUS);
    return kind == APENET_EVENT_SENT || kind == APENET_EVENT_GET_DONE ||
           (kind == APENET_EVENT_ERROR &&
            (status <= APENET_STATUS_LINK_DOWN || status == APENET_STATUS_HOST_DEAD));
}

#endif /* APENET_EVENT_H */
