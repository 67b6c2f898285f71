/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet/card/interrupt.h"

void (*apenet_interrupt_hook)(apenet_device_t *d);

static void call(apenet_device_t *d)
{
    void (*hook)(apenet_device_t *) = __atomic_load_n(&apenet_interrupt_hook, __ATOMIC_RELAXED);
    if (hook != NULL)
        hook(d);
}

void apenet_interrupt_raise(apenet_device_t *d, uint32_t bits)
{
    if ((~__atomic_load_n(&d->reg[APENET_REG_IRQ_STATUS], __ATOMIC_SEQ_CST) & bits) != 0)
        __atomic_fetch_or(&d->reg[APENET_REG_IRQ_STATUS], bits, __ATOMIC_SEQ_CST);
    if (__builtin_expect((__atomic_load_n(&d->reg[APENET_REG_IRQ_ENABLE], __ATOMIC_SEQ_CST) & bits) != 0, 0))
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
    __atomic_exchange_n(&d->reg[APENET_REG_IRQ_ENABLE], bits, __ATOMIC_SEQ_CST);
    if ((__atomic_load_n(&d->reg[APENET_REG_IRQ_STATUS], __ATOMIC_SEQ_CST) & bits) != 0)
        call(d);
}
