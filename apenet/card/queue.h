/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file queue.h
 * @brief The event queue of a card, and the rings that wait for room in it. Under the card's lock.
 */
#ifndef APENET_CARD_QUEUE_H
#define APENET_CARD_QUEUE_H

#include "apenet/card/interrupt.h"

/** Begins an entry: all zero but its kind and status. */
apenet_entry_t apenet_entry(apenet_event_kind_t kind, apenet_status_t status);

/** Writes an entry, for which there is room, and tells who waits. */
void apenet_queue_write(apenet_device_t *d, const apenet_entry_t *entry);

/** Has the ring of a card wait until room is made at @p d. */
void apenet_park(apenet_device_t *d, const apenet_device_t *who);

/** Takes the rings number 64 word .. 64 word + 63 that wait at @p d, as bits. */
uint64_t apenet_unpark(apenet_device_t *d, uint32_t word);

/* ---- in line, since each message has an event ---- */

/** Index behind the entry that is written next. */
static inline uint32_t apenet_queue_behind(const apenet_queue_t *q)
{
    return q->write + 1 < q->size ? q->write + 1 : 0;
}

/** Whether the queue has room for an entry: one of its entries always stays free. */
static inline bool apenet_queue_has_room(const apenet_device_t *d)
{
    const apenet_queue_t *q = &d->queue;
    /* Acquire: the driver has read the entries before its index. */
    uint32_t pointers = __atomic_load_n(&d->reg[APENET_REG_EQ_NEXT_PTR], __ATOMIC_ACQUIRE);
    return q->entry != NULL && apenet_queue_behind(q) != apenet_get(&pointers, APENET_PTR_DRIVER);
}

/** The entry that is written next, to be filled: all but its serial number and phase. There is room. */
static inline apenet_entry_t *apenet_queue_next(const apenet_device_t *d)
{
    return &d->queue.entry[d->queue.write];
}

/** Shows the entry that has been filled, and tells who waits. */
static inline void apenet_queue_show(apenet_device_t *d, apenet_event_kind_t kind)
{
    apenet_queue_t *q = &d->queue;
    apenet_entry_t *slot = &q->entry[q->write];
    slot->serial = ++q->serial;
    /* Release: pairs with the driver's acquire; the entry, and the bytes of its message, are there. */
    __atomic_store_n(&slot->phase, q->phase, __ATOMIC_RELEASE);
    q->write = apenet_queue_behind(q);
    q->phase ^= q->write == 0;
    d->counters.events++;
    uint32_t pointers = __atomic_load_n(&d->reg[APENET_REG_EQ_NEXT_PTR], __ATOMIC_RELAXED);
    apenet_set(&pointers, APENET_PTR_CARD, q->write);
    __atomic_store_n(&d->reg[APENET_REG_EQ_NEXT_PTR], pointers,
                     __ATOMIC_RELEASE); /* all stores are under the lock */
    apenet_interrupt_raise(d, APENET_IRQ_EVENT | (kind == APENET_EVENT_ERROR ? APENET_IRQ_ERROR : 0));
    emuq_event_notify_light(&d->bell, EMUQ_EVENT_ALL);
}

#endif /* APENET_CARD_QUEUE_H */
