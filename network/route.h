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

/** Finds what a packet wants at a node.
 *  @param from receiver that it came through, or #EMUQ_NET_FIFO_UNIT: injected here */
void emuq_net_route(const emuq_net_t *net, emuq_net_record_t *packet, uint32_t from);

#endif /* EMUQ_NETWORK_ROUTE_H */
