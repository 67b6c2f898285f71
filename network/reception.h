/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file reception.h
 * @brief Reception FIFOs and the engines that empty them (rME). For the files of network/ alone.
 */
#ifndef EMUQ_NETWORK_RECEPTION_H
#define EMUQ_NETWORK_RECEPTION_H

#include "network/machine.h"

/** A packet begins to enter a reception FIFO, which has room. */
void emuq_net_receive(emuq_net_t *net, uint32_t node, uint32_t fifo, uint32_t packet);

/** The packet is complete. */
void emuq_net_complete(emuq_net_t *net, uint32_t node, uint32_t fifo, uint32_t packet);

/** The first packet of a FIFO has left it. */
void emuq_net_drained(emuq_net_t *net, uint32_t node, uint32_t fifo);

/** One more packet is visible. */
void emuq_net_visible(emuq_net_t *net, uint32_t node, uint32_t fifo);

/** The client had no room some time ago: asks again. */
void emuq_net_retry(emuq_net_t *net, uint32_t node, uint32_t fifo);

#endif /* EMUQ_NETWORK_RECEPTION_H */
