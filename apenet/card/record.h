/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file record.h
 * @brief What cards of a recorded job note (backends/record.h): events that they write, and translations that
 * their TLBs have not.
 *
 * A job that is not recorded runs nothing of it: events are noted where an interrupt would be raised, by a
 * bit of IRQ_ENABLE that is the card's own.
 */
#ifndef APENET_CARD_RECORD_H
#define APENET_CARD_RECORD_H

#include "apenet/card/device.h"

/** Notes an event that has been written to the queue. Under the card's lock. */
void apenet_record_event(const apenet_device_t *d, const apenet_entry_t *entry);

/** Notes a page that the TLB has not had. @param is_found whether the table has it */
void apenet_record_miss(const apenet_device_t *d, unsigned table, uint64_t page, bool is_found);

#endif /* APENET_CARD_RECORD_H */
