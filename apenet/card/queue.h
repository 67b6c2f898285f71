/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file queue.h
 * @brief The event queue of a card, and the rings that wait for room in it. Under the card's lock.
 */
#ifndef APENET_CARD_QUEUE_H
#define APENET_CARD_QUEUE_H

#include "apenet/card/device.h"

/** Begins an entry: all zero but its kind and status. */
apenet_entry_t apenet_entry(apenet_event_kind_t kind, apenet_status_t status);

/** Whether the queue has room for an entry: one of its entries always stays free. */
bool apenet_queue_has_room(const apenet_device_t *d);

/** Writes an entry, for which there is room, and tells who waits. */
void apenet_queue_write(apenet_device_t *d, const apenet_entry_t *entry);

/** Has the ring of a card wait until room is made at @p d. */
void apenet_park(apenet_device_t *d, const apenet_device_t *who);

/** Takes the rings number 64 word .. 64 word + 63 that wait at @p d, as bits. */
uint64_t apenet_unpark(apenet_device_t *d, uint32_t word);

#endif /* APENET_CARD_QUEUE_H */
