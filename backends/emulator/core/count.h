/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file count.h
 * @brief Counts messages, packets and chunks (network-counters). Reading them is in count_read.c.
 *
 * A message is counted in its injection FIFO, under the claim. The FIFO keeps sums for a few kinds of
 * messages and adds them to the nodes on the route when another kind takes the place or a counter is read, so
 * that counting costs a message of a known kind three additions.
 */
#ifndef EMUQ_EMULATOR_COUNT_H
#define EMUQ_EMULATOR_COUNT_H

#include "backends/emulator/core/header_view.h"
#include "backends/emulator/core/node.h"

/** What a message adds to the counters. Taken from its descriptor before it is delivered: afterwards the
 * FIFO's memory may be gone. */
typedef struct emuq_tally {
    uint64_t key; /**< as in emuq_traffic_t */
    uint64_t packets, chunks;
} emuq_tally_t;

/** Number of packets of a message, and of 32-byte chunks including headers. */
uint64_t emuq_packets(const MUHWI_PacketHeader_t *h, uint64_t length, uint64_t *chunks);
/** The event that counts received packets of a type. */
emuq_count_t emuq_received_event(uint32_t type);
/** What a message of @p length bytes adds. */
emuq_tally_t emuq_tally_of(const MUHWI_PacketHeader_t *header, uint64_t length);
/** What the message of a descriptor adds. */
emuq_tally_t emuq_tally(const MUHWI_Descriptor_t *d);
/** Counts a message of the FIFO; under the claim. */
void emuq_count(emuq_inj_t *f, const emuq_tally_t *tally);
/** Counts a message of a node, of another host or late, that is in no sum of a FIFO; @p sign -1: it was
 * refused after it was counted. A tally without packets counts nothing. */
void emuq_count_alone(emuq_machine_t *m, uint32_t from, const emuq_tally_t *tally, int sign);
/** Adds what a sum holds to the counters of the nodes, and empties it. */
void emuq_traffic_flush(emuq_machine_t *m, uint32_t from, emuq_traffic_t *t);
/** Adds what a sum holds to a copy of the counters. Its owner may be changing it. @param counts [nodes] */
void emuq_traffic_glance(emuq_machine_t *m, uint32_t from, const emuq_traffic_t *t,
                         emuq_node_counts_t *counts);
/** Adds the FIFO's sums to the counters of the nodes; under the claim. */
void emuq_count_flush(emuq_inj_t *f);
/** Counts packets of a collective that a node has received. */
void emuq_count_received(emuq_mu_node_t *n, const MUHWI_PacketHeader_t *h, uint64_t bytes);

#endif /* EMUQ_EMULATOR_COUNT_H */
