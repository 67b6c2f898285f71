/* SPDX-License-Identifier: BSD-3-Clause */
/** @file events.h  Events: from the queue of a card to the process that they are for. */
#ifndef APENET_DRIVER_EVENTS_H
#define APENET_DRIVER_EVENTS_H

#include "apenet/driver/driver.h"

/** What apenet_progress() has left. */
enum {
    APENET_LEFT_PACKETS = 1, /**< packets in the ring */
    APENET_LEFT_EVENTS = 2   /**< entries of the event queue: there is no memory for them */
};

/** Whether the card's queue has entries that are not handed out: a hint, which costs one load of memory that
 * the card writes. */
bool apenet_has_entries(const apenet_host_t *h);

/** Hands out the entries of a card's queue: all that are there when it begins, and more that come meanwhile,
 * but not for ever. Whoever sleeps on the card's bell is woken if there were any, so a thread that prepares
 * to sleep before does not miss what is left. Any thread of any process may do it; it takes queue_lock.
 * @return false: the first entry that is left cannot be handed out for want of memory */
bool apenet_drain(apenet_host_t *h);

/** Does what processes would be interrupted for, so that the ring of a card goes on: drains its queue, and
 * that of the card where its first packet goes. @return APENET_LEFT_... */
unsigned apenet_progress(apenet_host_t *h);

/** apenet_next_event() where that is the first entry of the queue, and the job is not recorded: the way of
 * most events. @return false: it is not, and nothing has been done */
bool apenet_take_at_once(apenet_card_t *card, uint32_t kinds, apenet_event_t *out);

/** Takes the oldest event of some kinds (a mask), and hands out the entries of the queue that come before it;
 * those behind it stay there. @return false: there is none, all entries have been handed out, and *left is as
 * from apenet_progress() */
bool apenet_next_event(apenet_card_t *card, uint32_t kinds, apenet_event_t *out, unsigned *left);

/** Forgets all events of a process, whose lock the caller has. */
void apenet_drop_events(apenet_card_t *card);

#endif /* APENET_DRIVER_EVENTS_H */
