/* SPDX-License-Identifier: BSD-3-Clause */
/** @file onesided.h
 *  @brief Dispatch functions of the library's own messages. */
#ifndef EMUQ_PAMI_P2P_ONESIDED_H
#define EMUQ_PAMI_P2P_ONESIDED_H

#include "msglayer/p2p/p2p.h"

/** A dispatch function. */
#define EMUQ_PAMI_DISPATCH_FUNCTION(name)                                                                    \
    void name(pami_context_t context, void *cookie, const void *header, size_t header_size,                  \
              const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)

EMUQ_PAMI_DISPATCH_FUNCTION(emuq_pami_rmw_request);
EMUQ_PAMI_DISPATCH_FUNCTION(emuq_pami_rmw_done);
EMUQ_PAMI_DISPATCH_FUNCTION(emuq_pami_fence_request);
EMUQ_PAMI_DISPATCH_FUNCTION(emuq_pami_fence_done);

#endif /* EMUQ_PAMI_P2P_ONESIDED_H */
