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

/** Whether neither descriptors nor an event wait to be sent: what goes beside the ring overtakes nothing. The
 * caller has the ring's claim. */
static inline bool apenet_ring_is_idle(const apenet_device_t *d)
{
    /* Acquire: pairs with the driver's store, as where the ring is run. */
    uint32_t pointers = __atomic_load_n(&d->reg[APENET_REG_TX_RB_NEXT_PTR], __ATOMIC_ACQUIRE);
    return d->tx.ring != NULL && !d->tx.is_done &&
           apenet_get(&pointers, APENET_PTR_CARD) == apenet_get(&pointers, APENET_PTR_DRIVER);
}

/** apenet_transmit() for a thread that has the ring's claim: it is given back when there is nothing to do, or
 * to an heir. */
void apenet_transmit_run_on(apenet_device_t *d);

/** Sends packets of a long put at once, if the ring is empty and nothing stands in the way: those that a
 * driver would have to describe one by one. Memory, counters, events and TLB are as if each had been in the
 * ring; the card's pointer stays, and RING_EMPTY is left to the rest of the message. The caller is the
 * driver, which fills the ring alone; no lock of a card is held.
 * @param first descriptor of the first one, which is neither the last of its message nor has an event; the
 * sources of the others follow, and so do their destinations, 4096 bytes each
 * @param bytes of all of them
 * @param last descriptor of the packet behind them, which may have an event; NULL: that is for the ring
 * @return how many bytes have been sent, of whole packets, with those of @p last if that has been; the rest
 * is for the ring */
uint64_t apenet_transmit_run(apenet_device_t *d, const apenet_descriptor_t *first, uint64_t bytes,
                             const apenet_descriptor_t *last);

/** Runs the rings that wait for room at a card, each once. Called with no lock of a card held. */
void apenet_resume(apenet_device_t *d);

#endif /* APENET_CARD_TRANSMIT_H */
