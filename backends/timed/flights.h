/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file flights.h
 * @brief Messages from point to point, between their descriptor and their last packet's arrival.
 *
 * The emulator decodes and checks a descriptor and gives the message to the network, which cuts it into
 * packets. The bytes of a packet are read when it is built, and the descriptor is complete when the last one
 * has been. A packet that arrives is delivered by the same code that delivers whole messages in the emulator.
 */
#ifndef EMUQ_TIMED_FLIGHTS_H
#define EMUQ_TIMED_FLIGHTS_H

#include "backends/emulator/core/deliver.h"
#include "backends/timed/timed.h"

typedef struct emuq_flight emuq_flight_t; /**< a message; its address is the tag of its packets */

/** emuq_network_hooks_t::post. */
emuq_outcome_t emuq_flight_post(emuq_work_t *work, emuq_inj_t *f, uint32_t target, uint32_t copies);

/** A packet of a flight enters a network FIFO: its payload is read. */
void emuq_flight_built(emuq_timed_t *t, emuq_flight_t *flight, const emuq_net_packet_t *p);
/** The last one has. */
void emuq_flight_sent(emuq_timed_t *t, emuq_flight_t *flight);
/** A packet has come to a node. @return false: there is no room for it */
bool emuq_flight_arrived(emuq_timed_t *t, emuq_flight_t *flight, uint32_t node, const emuq_net_packet_t *p);

#endif /* EMUQ_TIMED_FLIGHTS_H */
