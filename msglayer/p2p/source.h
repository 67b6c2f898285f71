/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file source.h
 * @brief Data that does not lie in one piece, or that a function produces.
 */
#ifndef EMUQ_PAMI_P2P_SOURCE_H
#define EMUQ_PAMI_P2P_SOURCE_H

#include "msglayer/p2p/p2p.h"

/** How to find the bytes of a stream. */
typedef struct emuq_pami_source {
    pami_type_t type;
    size_t offset; /**< of the first byte in the repeated type */
    pami_data_function data_fn;
    void *data_cookie;
} emuq_pami_source_t;

/** Sends a message whose data is laid out by a type, from m->data on. */
pami_result_t emuq_pami_send_typed(emuq_pami_context_t *context, emuq_pami_message_t *m,
                                   const emuq_pami_source_t *source);

#endif /* EMUQ_PAMI_P2P_SOURCE_H */
