/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file waits.h
 * @brief Waiting in a call. Who asks about ranks (emuq-run) is told what a thread sleeps for.
 *
 * A wait begins with yields. A yield that takes long has let a thread run that computes, and what is waited
 * for would have to wait for the end of its time slice; the scheduler prefers a thread that it wakes, so the
 * thread's next waits are sleeps.
 */
#ifndef APENET_DRIVER_WAITS_H
#define APENET_DRIVER_WAITS_H

#include "apenet/driver/driver.h"

/** Whether the next step of a wait is to be a sleep, because yields have taken long lately. */
bool apenet_rather_sleeps(void);

/** Lets other threads run. */
void apenet_yield(void);

/** Sleeps on the bell of a card, after emuq_event_prepare(). Of several threads of a process the first one
 * that sleeps is described. @param kinds of the event that it waits for; 0: for room in the ring */
void apenet_sleep(apenet_card_t *card, unsigned kinds, emuq_ticket_t ticket, uint64_t ns);

#endif /* APENET_DRIVER_WAITS_H */
