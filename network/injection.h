/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file injection.h
 * @brief Messages, and the engines that cut them into packets (iME). For the files of network/ alone.
 */
#ifndef EMUQ_NETWORK_INJECTION_H
#define EMUQ_NETWORK_INJECTION_H

#include "network/machine.h"

/** Puts a message at the end of its queue. Its hops to go are set. */
void emuq_net_enqueue(emuq_net_t *net, uint32_t work);

/** The next packet of a message is available to the engines of its node. */
void emuq_net_ready(emuq_net_t *net, uint32_t work);

/** Idle engines take packets of messages that wait. Once per cycle and node at most. */
void emuq_net_build(emuq_net_t *net, uint32_t node);

/** The memory turns to the payload that an engine waits for: of a packet of @p size chunks. */
void emuq_net_fetched(emuq_net_t *net, uint32_t fifo, uint32_t work, uint32_t size);

/** An engine has done a packet of a message. */
void emuq_net_built(emuq_net_t *net, uint32_t fifo, uint32_t work);

/** A packet has left its network injection FIFO: the next one is offered. */
void emuq_net_left(emuq_net_t *net, uint32_t node, uint32_t fifo, uint32_t size);

#endif /* EMUQ_NETWORK_INJECTION_H */
