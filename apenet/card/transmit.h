/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file transmit.h
 * @brief The TX block: the ring of a card.
 */
#ifndef APENET_CARD_TRANSMIT_H
#define APENET_CARD_TRANSMIT_H

#include "apenet/card/device.h"

#define APENET_RUN_LONG 1024u /**< packets of a ring that one thread sends without a pause */

/** Sends what is in the ring, until it is empty or has to wait; or leaves that to the thread that is sending,
 * unless that has sent APENET_RUN_LONG packets: then takes the ring over from it. Called by the thread that
 * rings, with no lock of a card held. */
void apenet_transmit(apenet_device_t *d);

/** Sends the first packets of a long put at once, if the ring is empty and nothing stands in the way: those
 * that a driver would have to describe one by one. Memory, counters and TLB are as if each had been in the
 * ring; the card's pointer stays, and RING_EMPTY is left to the rest of the message. The caller is the
 * driver, which fills the ring alone; no lock of a card is held.
 * @param first descriptor of the first one, which is neither the last of its message nor has an event; the
 * sources of the others follow, and so do their destinations, 4096 bytes each
 * @param bytes of all of them
 * @return how many bytes have been sent, of whole packets; the rest is for the ring */
uint64_t apenet_transmit_run(apenet_device_t *d, const apenet_descriptor_t *first, uint64_t bytes);

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
 * accepts; no lock of a card is held.
 * @return false: nothing has been done, and the message is for the ring */
bool apenet_transmit_short(apenet_device_t *d, const apenet_short_t *message);

/** Runs the rings that wait for room at a card, each once. Called with no lock of a card held. */
void apenet_resume(apenet_device_t *d);

#endif /* APENET_CARD_TRANSMIT_H */
