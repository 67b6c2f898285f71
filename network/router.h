/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file router.h
 * @brief Receivers, senders, and the choice between them. For the files of network/ alone.
 */
#ifndef EMUQ_NETWORK_ROUTER_H
#define EMUQ_NETWORK_ROUTER_H

#include "network/machine.h"

/** What a packet that waits can do now. */
typedef struct emuq_net_move {
    uint32_t link;    /**< on which it can start, or #EMUQ_NET_LINKS: none */
    uint32_t channel; /**< of the buffer at the other end */
} emuq_net_move_t;

/** Finds the link on which the first packet of a queue can start now.
 *  @param unit    it waits in
 *  @param channel of the unit
 *  @param allowed links that packets before it have left over */
emuq_net_move_t emuq_net_move(const emuq_net_t *net, uint32_t node, uint32_t unit, uint32_t channel,
                              const emuq_net_first_t *packet, uint32_t allowed);

/** Whether the first packet of a queue can start now into a reception FIFO of its node. @param receiver that
 * it is in */
bool emuq_net_can_receive(const emuq_net_t *net, uint32_t node, uint32_t receiver,
                          const emuq_net_first_t *packet);

/** A header has come in. @param vc channel of the buffer */
void emuq_net_arrive(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t vc, uint32_t packet);

/** The choices of a node in a cycle: starts every packet that can. */
void emuq_net_choose(emuq_net_t *net, uint32_t node);

#endif /* EMUQ_NETWORK_ROUTER_H */
