/* SPDX-License-Identifier: BSD-3-Clause */
/** @file ring_lock.h  The lock of a card's ring, which a process may leave behind. */
#ifndef APENET_DRIVER_RING_LOCK_H
#define APENET_DRIVER_RING_LOCK_H

#include <errno.h>

#include "apenet/driver/driver.h"

/** A process may have ended while a thread of it had the lock. The card has been told of all slots but the
 * last ones, which are filled again. What has been sent of the message has no end: its receiver sees no
 * event. @return whether the caller has the lock */
static inline bool apenet_has_ring(apenet_host_t *h, int rc)
{
    if (__builtin_expect(rc == EOWNERDEAD, 0)) {
        uint32_t pointers = apenet_reg_load(h->device->reg, APENET_REG_TX_RB_NEXT_PTR);
        h->fill = apenet_get(&pointers, APENET_PTR_DRIVER);
    }
    return rc != EBUSY;
}

/** Takes the ring's lock. @return true */
static inline bool apenet_lock_ring(const apenet_card_t *card)
{
    return apenet_has_ring(card->host, emuq_light_lock_for(&card->host->ring_lock, card->owner));
}

/** Takes the ring's lock if it is free. @return whether it is the caller's now */
static inline bool apenet_try_ring(const apenet_card_t *card)
{
    return apenet_has_ring(card->host, emuq_light_try_lock_for(&card->host->ring_lock, card->owner));
}

#endif /* APENET_DRIVER_RING_LOCK_H */
