/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file incoming.h
 * @brief Messages that arrive in more than one step.
 */
#ifndef EMUQ_PAMI_P2P_INCOMING_H
#define EMUQ_PAMI_P2P_INCOMING_H

#include "msglayer/p2p/p2p.h"
#include "msglayer/p2p/target.h"

/** A message of which not everything has come. */
struct emuq_pami_incoming {
    emuq_pami_incoming_t *next; /**< in the unexpected queue, or in the list of free structures */
    uint32_t origin;
    uint32_t request; /**< operation of the sender, 0: none */
    uint8_t id;
    bool is_rendezvous; /**< the data has to be got from data_pa */
    bool dispatched;    /**< the client knows of it */
    bool is_queued;     /**< in the context's unexpected queue */
    size_t header_size, header_got;
    size_t data_size, data_got;
    uint64_t data_pa;
    char *header; /**< malloc'ed: of a message in the unexpected queue, or whose header is long */
    char *data; /**< malloc'ed: of a message in the unexpected queue, or to be laid out when it is complete */
    pami_event_function local_fn;
    void *cookie;
    emuq_pami_target_t target;
};

#endif /* EMUQ_PAMI_P2P_INCOMING_H */
