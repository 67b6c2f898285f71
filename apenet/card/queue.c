/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/queue.h"

#include <string.h>

#include "apenet/card/interrupt.h"

apenet_entry_t apenet_entry(apenet_event_kind_t kind, apenet_status_t status)
{
    apenet_entry_t e;
    memset(&e, 0, sizeof e);
    apenet_set(&e.what, APENET_ENTRY_KIND, kind);
    apenet_set(&e.what, APENET_ENTRY_STATUS, status);
    return e;
}

static uint32_t next_of(const apenet_queue_t *q)
{
    return q->write + 1 < q->size ? q->write + 1 : 0;
}

bool apenet_queue_has_room(const apenet_device_t *d)
{
    const apenet_queue_t *q = &d->queue;
    /* Acquire: the driver has read the entries before its index. */
    uint32_t pointers = __atomic_load_n(&d->reg[APENET_REG_EQ_NEXT_PTR], __ATOMIC_ACQUIRE);
    return q->entry != NULL && next_of(q) != apenet_get(&pointers, APENET_PTR_DRIVER);
}

void apenet_queue_write(apenet_device_t *d, const apenet_entry_t *entry)
{
    apenet_queue_t *q = &d->queue;
    apenet_entry_t *slot = &q->entry[q->write];
    uint32_t kind = apenet_get(&entry->what, APENET_ENTRY_KIND);
    memcpy(slot, entry, offsetof(apenet_entry_t, serial));
    slot->serial = ++q->serial;
    /* Release: pairs with the driver's acquire; the entry, and the bytes of its message, are there. */
    __atomic_store_n(&slot->phase, q->phase, __ATOMIC_RELEASE);
    q->write = next_of(q);
    q->phase ^= q->write == 0;
    d->counters.events++;
    uint32_t pointers = __atomic_load_n(&d->reg[APENET_REG_EQ_NEXT_PTR], __ATOMIC_RELAXED);
    apenet_set(&pointers, APENET_PTR_CARD, q->write);
    __atomic_store_n(&d->reg[APENET_REG_EQ_NEXT_PTR], pointers,
                     __ATOMIC_RELEASE); /* all stores are under the lock */
    apenet_interrupt_raise(d, APENET_IRQ_EVENT | (kind == APENET_EVENT_ERROR ? APENET_IRQ_ERROR : 0));
    emuq_event_notify_light(&d->bell, EMUQ_EVENT_ALL);
}

void apenet_park(apenet_device_t *d, const apenet_device_t *who)
{
    uint64_t bit = UINT64_C(1) << who->number % 64;
    d->parks += (d->parked[who->number / 64] & bit) == 0;
    d->parked[who->number / 64] |= bit;
}

uint64_t apenet_unpark(apenet_device_t *d, uint32_t word)
{
    uint64_t rings = d->parked[word];
    d->parked[word] = 0;
    d->parks -= (uint32_t)__builtin_popcountll(rings);
    return rings;
}
