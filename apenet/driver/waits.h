/* SPDX-License-Identifier: BSD-3-Clause */
/** @file waits.h  Sleeping in a call: who asks about ranks (emuq-run) is told what for. */
#ifndef APENET_DRIVER_WAITS_H
#define APENET_DRIVER_WAITS_H

#include "apenet/driver/driver.h"

/** Sleeps on the bell of a card, after emuq_event_prepare(). Of several threads of a process the first one
 * that sleeps is described. @param kinds of the event that it waits for; 0: for room in the ring */
void apenet_sleep(apenet_card_t *card, unsigned kinds, emuq_ticket_t ticket, uint64_t ns);

#endif /* APENET_DRIVER_WAITS_H */
