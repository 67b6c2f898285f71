/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file interrupt.h
 * @brief Global interrupts: the OR of bits of many nodes, formed on the way up a tree. For the files of
 * network/ alone.
 *
 * What travels are changes, each as a short packet between two others. A link that is late tells the latest
 * bits only.
 */
#ifndef EMUQ_NETWORK_INTERRUPT_H
#define EMUQ_NETWORK_INTERRUPT_H

#include "network/machine.h"

/** The node has set its own bits. */
void emuq_net_stored(emuq_net_t *net, uint32_t node, uint32_t tree, uint8_t bits);

/** A change has come in. */
void emuq_net_signal(emuq_net_t *net, uint32_t node, uint32_t receiver, uint32_t tree, uint8_t bits);

/** Cores can see a change. */
void emuq_net_status(emuq_net_t *net, uint32_t node, uint32_t tree, uint8_t bits);

/** Finds out what follows from all changes of a cycle. The node has interrupts. */
void emuq_net_signal_settle(emuq_net_t *net, uint32_t node);

/** Links on which a change is to be sent. */
uint32_t emuq_net_signal_links(const emuq_net_t *net, uint32_t node);

/** Sends a change on a link, which is free, and one of emuq_net_signal_links(). */
void emuq_net_signal_send(emuq_net_t *net, uint32_t node, uint32_t link);

#endif /* EMUQ_NETWORK_INTERRUPT_H */
