/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file peer.h
 * @brief What a context knows about an endpoint that it exchanges messages with.
 *
 * Flow control: a sender puts at most a window of bytes on their way to an endpoint. When half of it is used
 * up, the next packet requests credit (EMUQ_PAMI_CREDIT_REQUEST), and the receiver replies when it has taken
 * that packet and so everything before it. At most two credit requests are open. What goes beyond waits in
 * the peer's queue, so an endpoint that is not advanced holds back only the messages to itself. A task that
 * has ended holds back nothing.
 */
#ifndef EMUQ_PAMI_P2P_PEER_H
#define EMUQ_PAMI_P2P_PEER_H

#include "msglayer/core/context.h"
#include "msglayer/mu/counter.h"

/** The other endpoint. */
struct emuq_pami_peer {
    MUHWI_Descriptor_t packet; /**< models of descriptors */
    MUHWI_Descriptor_t put;
    MUHWI_Descriptor_t get;
    MUHWI_Descriptor_t fetch; /**< of a put from it, to be injected by its Message Unit */
    emuq_pami_fifo_t *fifo;   /**< of the messages to it */
    uint64_t eager;           /**< longest message whose data is sent at once ... */
    uint64_t left;            /**< bytes that may be sent before the next credit request */
    uint32_t credit_requests; /**< credit requests without reply */
    uint32_t endpoint;
    bool is_local;                       /**< on the same node */
    bool is_near;                        /**< ... but it copies rather short ones itself where it can */
    bool was_sent_to;                    /**< since the last fence */
    bool was_put_to;                     /**< since the last fence */
    bool is_blocked;                     /**< in the context's list */
    bool is_slow;                        /**< a sender has waited for its credit in vain */
    uint32_t queued;                     /**< messages in the queue */
    emuq_pami_op_t *queue, **queue_last; /**< messages that wait, oldest first */
    struct emuq_pami_peer *next_blocked, *next;
    emuq_pami_incoming_t *incoming;    /**< message from it that has begun to arrive */
    emuq_pami_counter_t *counter;      /**< of what is got from it, which arrives in the order of the gets */
    emuq_pami_op_t *gets, **gets_last; /**< that are under way, oldest first */
    bool is_getting;                   /**< in the context's list */
    struct emuq_pami_peer *next_getting;
};

/** Slow path of emuq_pami_peer(). */
emuq_pami_peer_t *emuq_pami_peer_new(emuq_pami_context_t *context, uint32_t endpoint);

/** The result for the client when emuq_pami_peer() has found none: PAMI_INVAL, there is no such endpoint, or
 *  PAMI_ENOMEM. */
pami_result_t emuq_pami_no_peer(const emuq_pami_context_t *context, uint32_t endpoint);

/** Whether the endpoint's task has ended. Then its credit has no end: what it does not take is dropped. No
 *  reply of it is expected any more. */
bool emuq_pami_peer_has_ended(emuq_pami_context_t *context, emuq_pami_peer_t *peer);

/** Forgets all peers. */
void emuq_pami_peers_free(emuq_pami_context_t *context);

#endif /* EMUQ_PAMI_P2P_PEER_H */
