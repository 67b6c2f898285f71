/* SPDX-License-Identifier: BSD-3-Clause */
/** @file events.h  Events: from the queue of a card to the process that they are for. */
#ifndef APENET_DRIVER_EVENTS_H
#define APENET_DRIVER_EVENTS_H

#include "apenet/driver/driver.h"

/** Hands out all entries of a card's queue. Any thread of any process may do it; it takes queue_lock. */
void apenet_drain(apenet_host_t *h);

/** Does what processes would be interrupted for, so that the ring of a card goes on: drains its queue, and
 * that of the card where its first packet goes. @return whether the ring has packets left */
bool apenet_progress(apenet_host_t *h);

/** Takes the oldest event of some kinds (a mask). @return false: there is none */
bool apenet_take_event(apenet_card_t *card, uint32_t kinds, apenet_event_t *out);

/** Forgets all events of a process, whose lock the caller has. */
void apenet_drop_events(apenet_card_t *card);

#endif /* APENET_DRIVER_EVENTS_H */
