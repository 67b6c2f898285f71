/* SPDX-License-Identifier: BSD-3-Clause */
/** @file monitor.h
 * @brief The card's part of LO|FA|MO, and the registers of links and router (apenet 3.1, 7.2, 8.6, 8.7).
 *
 * A step of a card refreshes its registers from router and links, determines its health, and sends a CREDIT
 * with it on each link. Any process executes the steps of all cards whose period is over, so that the card of
 * a stopped process works. A card whose node is claimed by a thread waits for a later step; three periods
 * after its last step its HEALTH shows card *failed*. A card whose node is stopped shows this at once, with
 * all links down.
 *
 * Registers 1, 112..120 and 128..223 are loads from the page: they show the last step. Without watchdogs
 * (period 0) there are no steps, and they do not change.
 */
#ifndef APENET_CARD_MONITOR_H
#define APENET_CARD_MONITOR_H

#include <stdint.h>

#include "apenet/card/device.h"

#define APENET_PERIOD_MOST 60000u /**< longest period of the watchdogs, ms */

/** Initialises the registers of links and router of all cards. @param period_ms 0..APENET_PERIOD_MOST;
 * 0: no watchdogs */
void apenet_monitor_make(apenet_machine_t *m, uint32_t period_ms);

/** Stores to a register of links or router; the rest is read-only. Prints a report of a rejected value, and
 * leaves the register unchanged. Call without claims and card locks. */
void apenet_monitor_store(apenet_device_t *d, unsigned n, uint32_t value);

/** Executes the steps that are due, and sends the CREDITs. Thread-safe; waits for no claim.
 * @param now_ns emuq_host_now_ns() @return time of the next call, ns */
uint64_t apenet_monitor_run(apenet_machine_t *m, uint64_t now_ns);

#endif /* APENET_CARD_MONITOR_H */
