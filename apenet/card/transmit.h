/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file transmit.h
 * @brief The TX block: the ring of a card.
 */
#ifndef APENET_CARD_TRANSMIT_H
#define APENET_CARD_TRANSMIT_H

#include "apenet/card/device.h"

#define APENET_RUN_LONG 1024u /**< packets of a ring that one thread sends without a pause */

/** Sends what is in the ring, until it is empty or has to wait; or leaves that to the thread that is sending,
 * unless that has sent APENET_RUN_LONG packets: then takes the ring over from it. Called by the thread that
 * rings, with no lock of a card held. */
void apenet_transmit(apenet_device_t *d);

/** Runs the rings that wait for room at a card, each once. Called with no lock of a card held. */
void apenet_resume(apenet_device_t *d);

#endif /* APENET_CARD_TRANSMIT_H */
