/* SPDX-License-Identifier: BSD-3-Clause */
/** @file torus.h
 * @brief Packet mode of the cards: packets between TX block, network and RX block (EMUQ_APENET_NET=packet).
 */
#ifndef APENET_CARD_TORUS_H
#define APENET_CARD_TORUS_H

#include "apenet/card/packets.h"
#include "apenet/net/network.h"

/** Creates the network of a machine. @return 0 or -ENOMEM */
int apenet_torus_make(apenet_machine_t *m, const apenet_plan_t *plan);

/** Switches a ring between packet mode and direct mode, to compare both in one job. Call without card locks.
 * Earlier messages may still be in the network.
 * @return 0; -EINVAL: the job is in direct mode; -EBUSY: the ring is not empty */
int apenet_torus_set_direct(apenet_device_t *d, bool is_direct);

/** Injects the packet of an accepted descriptor or message. Caller holds the claim. @return false: no space;
 * the hook `refill` follows */
bool apenet_torus_inject(apenet_device_t *d, const apenet_header_t *header, uint32_t bytes,
                         const apenet_location_t *source);

/** Moves packets until nothing moves. Call without card locks. @param refill runs the ring of a card */
void apenet_torus_run(apenet_machine_t *m, void (*refill)(void *machine, uint32_t node));

/** Opens the get of a card before its request is injected. Caller holds the claim. */
void apenet_torus_open_get(apenet_device_t *d, const apenet_header_t *header,
                           const apenet_get_request_t *request);

/** Ends the get of a card if no path is left for request or replies. @return whether a get has ended */
bool apenet_torus_check_get(apenet_device_t *d);

/** @return whether the get is open; if not, *status and *bytes are set. Caller holds the claim. */
bool apenet_torus_get_is_open(apenet_device_t *d, apenet_status_t *status, uint32_t *bytes);

#endif /* APENET_CARD_TORUS_H */
