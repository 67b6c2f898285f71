/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file interrupt.h
 * @brief The interrupt of a card (apenet 4.2): bits of IRQ_STATUS, those that IRQ_ENABLE lets through, and
 * the handler that is called.
 *
 * | register   | stored by                          | order   | pairs with                               |
 * |------------|------------------------------------|---------|------------------------------------------|
 * | IRQ_STATUS | card sets bits; driver clears them | seq_cst | each other; load of the driver's enable  |
 * | IRQ_ENABLE | driver                             | seq_cst | load of the card behind IRQ_STATUS       |
 *
 * Of a bit that is set and one that is enabled at the same time, one of the two threads sees both.
 *
 * A bit that is set already is not set again. So that none is lost, what it stands for can be seen by the
 * thread that clears it: an entry of the queue is written and shown under the card's lock, and bits are
 * cleared under it; the pointer of the ring that is empty has been stored, seq_cst, before the bit is looked
 * at.
 */
#ifndef APENET_CARD_INTERRUPT_H
#define APENET_CARD_INTERRUPT_H

#include "apenet/card/device.h"

/** Called when a bit is set that is enabled, or enabled while it is set: in the thread that has done it,
 * which may hold a card's lock. It takes no lock of a card, and may store to IRQ_ENABLE. NULL: the interrupt
 * is not connected. __atomic, relaxed: a constant once it has been set. */
extern void (*apenet_interrupt_hook)(apenet_device_t *d);

/** Of IRQ_ENABLE, and the card's own: the job is recorded, so events are noted. No store of a driver changes
 * it.
 */
#define APENET_IRQ_RECORDED (UINT32_C(1) << 31)

/** The rest of apenet_interrupt_raise(). @param enabled IRQ_ENABLE */
void apenet_interrupt_call(apenet_device_t *d, uint32_t bits, uint32_t enabled);

/** Sets bits of IRQ_STATUS. */
static inline void apenet_interrupt_raise(apenet_device_t *d, uint32_t bits)
{
    if (__builtin_expect((~__atomic_load_n(&d->reg[APENET_REG_IRQ_STATUS], __ATOMIC_SEQ_CST) & bits) != 0, 0))
        __atomic_fetch_or(&d->reg[APENET_REG_IRQ_STATUS], bits, __ATOMIC_SEQ_CST);
    uint32_t enabled = __atomic_load_n(&d->reg[APENET_REG_IRQ_ENABLE], __ATOMIC_SEQ_CST);
    if (__builtin_expect((enabled & (bits | APENET_IRQ_RECORDED)) != 0, 0))
        apenet_interrupt_call(d, bits, enabled);
}

/** Clears bits of IRQ_STATUS. */
void apenet_interrupt_clear(apenet_device_t *d, uint32_t bits);

/** Stores to IRQ_ENABLE. */
void apenet_interrupt_enable(apenet_device_t *d, uint32_t bits);

#endif /* APENET_CARD_INTERRUPT_H */
