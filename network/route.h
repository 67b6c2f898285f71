/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file route.h
 * @brief Where packets go: hops to go, dimension order, zones. For the files of network/ alone.
 */
#ifndef EMUQ_NETWORK_ROUTE_H
#define EMUQ_NETWORK_ROUTE_H

#include "network/machine.h"

/** Fills the tables of the dimension order and the zones of a machine. */
void emuq_net_tables(emuq_net_t *net);

/** Hops to go from a message's source to its destination.
 *  @param left gets them, by dimension
 *  @return 0, or -EINVAL: hints contradict each other or leave a mesh, or a deposit turns */
int emuq_net_plan(const emuq_net_t *net, const emuq_net_message_t *message, int8_t left[EMUQ_NET_DIMENSIONS]);

/** Links of the directions in which a packet has hops to go. */
uint16_t emuq_net_directions(const emuq_net_t *net, const emuq_net_record_t *packet);

/** What a packet wants at a node, now that it is the first of its queue.
 *  @param from receiver that it came through, or #EMUQ_NET_FIFO_UNIT: injected here
 *  @param vc   channel that it came in */
emuq_net_first_t emuq_net_route(const emuq_net_t *net, const emuq_net_record_t *packet, uint32_t from,
                                uint32_t vc);

#endif /* EMUQ_NETWORK_ROUTE_H */
