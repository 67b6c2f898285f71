/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file tree.h
 * @brief Collectives: packets are combined up a tree, turn at the root, and are copied down. For the files of
 * network/ alone.
 *
 * A node has one logic for the way up and one for the way down; each works on one packet at a time. Packets
 * of both ways share the buffers of their channel, which are first in, first out. Functions other than
 * emuq_net_set_tree() and emuq_net_tree_links() are for nodes that are in a tree.
 */
#ifndef EMUQ_NETWORK_TREE_H
#define EMUQ_NETWORK_TREE_H

#include "network/machine.h"

/** Splits tree.constant into what comes before and what comes behind the network. */
void emuq_net_tree_times(emuq_net_t *net);

/** Whether a message may be sent. @return network FIFO that it has to use, or -EINVAL */
int emuq_net_tree_plan(const emuq_net_t *net, const emuq_net_message_t *message);

/** A header has come in. */
void emuq_net_tree_arrive(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t packet);

/** A packet is the first one of injection FIFO c0 or c1. */
void emuq_net_tree_offer(emuq_net_t *net, uint32_t node, uint32_t packet);

/** Logic is free. @param which mask of an event #EMUQ_NET_LOGIC */
void emuq_net_tree_free(emuq_net_t *net, uint32_t node, uint32_t which);

/** Does all that needs no link: the logic for the way down takes a packet, and copies it to the node. */
void emuq_net_tree_settle(emuq_net_t *net, uint32_t node);

/** Whether a node has a packet of a tree that is to go on. */
bool emuq_net_tree_waits(const emuq_net_t *net, uint32_t node);

/** Links on which packets of trees can start as soon as they are free. After emuq_net_tree_settle(). */
uint32_t emuq_net_tree_links(const emuq_net_t *net, uint32_t node);

/** Starts a packet on a link, which is free, and one of emuq_net_tree_links(). */
void emuq_net_tree_send(emuq_net_t *net, uint32_t node, uint32_t link);

/** The packets that are in the buffer of a receiver. @param channel of the buffer */
const emuq_net_list_t *emuq_net_tree_buffer(const emuq_net_t *net, uint32_t node, uint32_t receiver,
                                            uint32_t channel);

#endif /* EMUQ_NETWORK_TREE_H */
