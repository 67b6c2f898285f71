/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pins.h
 * @brief Pages of a process that its card knows. Pages that nothing uses any more stay registered, up to a
 * limit: to register is slow, and programs use the same memory again.
 */
#ifndef APENET_DRIVER_PINS_H
#define APENET_DRIVER_PINS_H

#include "apenet/driver/driver.h"

/** Registers the pages of [va, va + bytes), or counts one more use of them. Called by the process whose
 * memory it is, on @p gpu or (::APENET_GPUS) on the host.
 *  @return 0; -EFAULT: not all of it is there; -ENXIO; -ENOSPC; -ENOMEM; then nothing has changed */
int apenet_pin(apenet_card_t *card, uint32_t gpu, uint64_t va, uint32_t bytes);

/** Bus address of memory of the host, if buffers and gets use all of its pages, so that it is mapped: without
 * a call of the kernel. @return false: they do not; or it is more than ::APENET_PINNED_PAGES, which are not
 * looked at one by one, and in no buffer of those that apenet_pins_note() has noted last */
bool apenet_pinned(apenet_card_t *card, uint64_t va, uint32_t bytes, uint64_t *bus);
#define APENET_PINNED_PAGES 16u

#define APENET_RECENT_BITS 24u /**< of a bus address, in pages */

/** Where a page that has been found lately is noted. */
static inline uint64_t *apenet_recent_of(apenet_pins_t *p, uint64_t va)
{
    return &p->recent[va / APENET_PAGE_BYTES % APENET_PIN_RECENT];
}

/** apenet_pinned() of bytes (1 or more) in one page that has been found lately; false: that is not known.
 * Relaxed: who unpins a page orders that with messages which are sent from there. */
static inline bool apenet_pinned_lately(apenet_card_t *card, uint64_t va, uint64_t bytes, uint64_t *bus)
{
    uint64_t offset = va % APENET_PAGE_BYTES;
    uint64_t found = __atomic_load_n(apenet_recent_of(&card->pins, va), __ATOMIC_RELAXED);
    *bus = found % (UINT64_C(1) << APENET_RECENT_BITS) * APENET_PAGE_BYTES + offset;
    return found != 0 && found >> APENET_RECENT_BITS == va / APENET_PAGE_BYTES &&
           bytes <= APENET_PAGE_BYTES - offset;
}

/** Notes memory that has been pinned for a buffer, so that apenet_pinned() finds also long parts of it. */
void apenet_pins_note(apenet_card_t *card, uint64_t va, uint32_t bytes);

/** Takes back what apenet_pin() has done. */
void apenet_unpin(apenet_card_t *card, uint64_t va, uint32_t bytes);

/** Unregisters those of the pages that nothing uses: they are given back. @p va begins one */
void apenet_pins_forget(apenet_card_t *card, uint64_t va, uint64_t bytes);

#endif /* APENET_DRIVER_PINS_H */
