/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file short.h
 * @brief Messages of one packet that need no descriptor.
 *
 * What a packet costs here is a lock of the card that receives, the copy, the check word and the event. Where
 * it goes has been found by packets before: the buffer is what the table has kept (table.h), the page is in
 * the TLB. A packet of which this does not hold, or that is not a whole message for a persistent buffer, is
 * received as one from the ring is (receive.h); memory, events and counters are the same.
 */
#ifndef APENET_CARD_SHORT_H
#define APENET_CARD_SHORT_H

#include "apenet/card/device.h"

/** A message of one packet, with what its descriptor would say. */
typedef struct apenet_short {
    apenet_header_t header; /**< of a put or send; last fragment */
    apenet_device_t *to;    /**< where it goes */
    uint64_t bus;           /**< of its source, which is the sender's */
    uint32_t bytes;
    bool has_event;
    uint64_t magic; /**< of the event */
} apenet_short_t;

/** Sends a message of one packet at once, if the ring is empty, has not sent a part of another message, and
 * nothing else stands in the way. Memory, events, counters and TLB are as if it had been in the ring; but it
 * has no slot: the card's pointer stays, and RING_EMPTY is not raised for a ring that has been empty all the
 * time. The caller is the driver, which fills the ring alone, and would fill in a descriptor that the card
 * accepts; no lock of a card is held. Thread-safe.
 * @return false: nothing has been done, and the message is for the ring */
bool apenet_transmit_short(apenet_device_t *d, const apenet_short_t *message);

#endif /* APENET_CARD_SHORT_H */
