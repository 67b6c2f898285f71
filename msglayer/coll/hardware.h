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

/** Dispatch function of a leader's report that a barrier is over. */
void emuq_pami_barrier_end(pami_context_t context, void *cookie, const void *header, size_t header_size,
                           const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv);

#endif /* EMUQ_PAMI_COLL_HARDWARE_H */
