/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file collectives.h
 * @brief Contributions to collectives, between their descriptors and the arrival of what is made of them.
 *
 * The network knows when a packet of all participants has been combined, and when the result is at which
 * node. The value is computed here by the emulator's combining program, when the first copy of it arrives.
 */
#ifndef EMUQ_TIMED_COLLECTIVES_H
#define EMUQ_TIMED_COLLECTIVES_H

#include "backends/emulator/core/deliver.h"
#include "backends/timed/timed.h"

typedef struct emuq_offer emuq_offer_t; /**< a contribution; its address is the tag of its packets */

/** emuq_network_hooks_t::contribute. */
emuq_outcome_t emuq_offer_post(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *tree);

/** A packet of a contribution enters a network FIFO: its payload is read. */
void emuq_offer_built(emuq_timed_t *t, emuq_offer_t *offer, const emuq_net_packet_t *p);
/** The last one has. */
void emuq_offer_sent(emuq_timed_t *t, emuq_offer_t *offer);
/** What has been made of a packet has come to a node. @return false: there is no room for it */
bool emuq_offer_arrived(emuq_timed_t *t, emuq_offer_t *offer, uint32_t node, const emuq_net_packet_t *p);

#endif /* EMUQ_TIMED_COLLECTIVES_H */
