/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file waits.h
 * @brief Waiting in a call. Who asks about ranks (emuq-run) is told what a thread sleeps for.
 *
 * A wait begins with pauses: looks at the memory that changes when an event comes, then a yield. A yield that
 * takes longer than none has let another thread run, which the looks only kept from it: there are fewer of
 * them then, where there are more ranks than processors, and more after looks that have found something.
 * Where a thread that computes has taken the core (base/backoff.h), waits are sleeps after the first looks.
 */
#ifndef APENET_DRIVER_WAITS_H
#define APENET_DRIVER_WAITS_H

#include "apenet/driver/driver.h"
#include "kernel-shim/partition/state.h"

/** Whether the next step of a wait is to be a sleep, because yields have taken long lately. */
bool apenet_rather_sleeps(const apenet_card_t *card);

/** Waits a little, for events or for other threads to run. @param arrived events of the process, before the
 * caller looked for its own @param looks whether an event of the card is all that the caller waits for */
void apenet_pause(const apenet_card_t *card, uint32_t arrived, bool looks);

/** What a thread that is going to sleep has heard of a card's bell. */
typedef struct apenet_bell {
    emuq_ticket_t ticket;
    bool is_exact; /**< no ring can be missed */
} apenet_bell_t;

/** Listens for the bell of a card; then the caller looks at what it waits for, and may sleep. The bell rings
 * lightly (sync/event_count.h).
 * @param for_long no ring may be missed, which costs a system call; else the sleep ends after a millisecond
 */
apenet_bell_t apenet_listen(apenet_host_t *h, bool for_long);

/** Sleeps on the bell of a card, after apenet_listen(). Of several threads of a process the first one
 * that sleeps is described. @param kinds of the event that it waits for; 0: for room in the ring */
void apenet_sleep(apenet_card_t *card, unsigned kinds, apenet_bell_t bell, uint64_t ns);

/** The process will sleep on bells, and ring them. */
void apenet_waits_open(const emuq_partition_t *p);

#endif /* APENET_DRIVER_WAITS_H */
