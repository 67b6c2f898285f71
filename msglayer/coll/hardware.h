/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file hardware.h
 * @brief Collectives that use class routes, as the progress engine sees them.
 */
#ifndef EMUQ_PAMI_COLL_HARDWARE_H
#define EMUQ_PAMI_COLL_HARDWARE_H

#include "msglayer/core/context.h"

/** Handles a packet with a result of the collective network. */
void emuq_pami_network_packet(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet,
                              const char *payload);

/** Status register of the barrier that the context waits for, if there is one, and its value. @return NULL:
 * none */
const volatile uint64_t *emuq_pami_network_status(const emuq_pami_context_t *context, uint64_t *seen);

#endif /* EMUQ_PAMI_COLL_HARDWARE_H */
