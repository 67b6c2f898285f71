/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/interrupt.h"

#include "apenet/card/record.h"

void (*apenet_interrupt_hook)(apenet_device_t *d);

static void call(apenet_device_t *d)
{
    void (*hook)(apenet_device_t *) = __atomic_load_n(&apenet_interrupt_hook, __ATOMIC_RELAXED);
    if (hook != NULL)
        hook(d);
}

/* The last entry of the queue, which has just been written. The caller has the card's lock. */
static const apenet_entry_t *last_entry(const apenet_queue_t *q)
{
    return &q->entry[q->write != 0 ? q->write - 1 : q->size - 1];
}

void apenet_interrupt_call(apenet_device_t *d, uint32_t bits, uint32_t enabled)
{
    if ((enabled & APENET_IRQ_RECORDED) != 0 && (bits & APENET_IRQ_EVENT) != 0)
        apenet_record_event(d, last_entry(&d->queue));
    if ((enabled & bits) != 0)
        call(d);
}

void apenet_interrupt_clear(apenet_device_t *d, uint32_t bits)
{
    emuq_light_lock(&d->lock);
    __atomic_fetch_and(&d->reg[APENET_REG_IRQ_STATUS], ~bits, __ATOMIC_SEQ_CST);
    emuq_light_unlock(&d->lock);
}

void apenet_interrupt_enable(apenet_device_t *d, uint32_t bits)
{
    bits &= ~APENET_IRQ_RECORDED;
    uint32_t own = d->machine->is_recorded ? APENET_IRQ_RECORDED : 0;
    __atomic_exchange_n(&d->reg[APENET_REG_IRQ_ENABLE], bits | own, __ATOMIC_SEQ_CST);
    if ((__atomic_load_n(&d->reg[APENET_REG_IRQ_STATUS], __ATOMIC_SEQ_CST) & bits) != 0)
        call(d);
}
