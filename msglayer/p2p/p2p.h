/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file p2p.h
 * @brief Messages between endpoints, as the rest of the library uses them.
 */
#ifndef EMUQ_PAMI_P2P_H
#define EMUQ_PAMI_P2P_H

#include "msglayer/core/context.h"
#include "msglayer/core/list.h"
#include "msglayer/p2p/peer.h"

/** Dispatch ids of the library's own messages. */
enum {
    EMUQ_PAMI_ID_PUT = EMUQ_PAMI_DISPATCH_MAX + 1, /**< data for an address */
    EMUQ_PAMI_ID_PUT_TYPED,
    EMUQ_PAMI_ID_GET, /**< requests data */
    EMUQ_PAMI_ID_GET_TYPED,
    EMUQ_PAMI_ID_GOT, /**< replies to GET and GET_TYPED */
    EMUQ_PAMI_ID_RMW,
    EMUQ_PAMI_ID_RMW_DONE,
    EMUQ_PAMI_ID_FENCE,
    EMUQ_PAMI_ID_FENCE_DONE,
    EMUQ_PAMI_ID_COLLECTIVES, /**< data of a collective (coll/member.h) */
    EMUQ_PAMI_ID_AGREEMENTS,  /**< coll/agreement.h */
    EMUQ_PAMI_ID_AM,          /**< active-message collectives (coll/am.c) */
    EMUQ_PAMI_ID_BARRIER_END  /**< a barrier of the global interrupts is over (coll/hardware.c) */
};

/** A message to send. */
typedef struct emuq_pami_message {
    pami_endpoint_t dest;
    uint8_t id; /**< dispatch id */
    const void *header, *data;
    size_t header_size, data_size;
    void *
        buffer; /**< malloc'ed, holds the data, freed when it is no longer needed, also on failure; or NULL */
    pami_event_function local_fn, remote_fn;
    bool calls_client; /**< these functions are the client's */
    void *cookie;
} emuq_pami_message_t;

/** Sends. Short messages are copied; of long ones header and data stay where they are until local_fn. */
pami_result_t emuq_pami_send(emuq_pami_context_t *context, const emuq_pami_message_t *message);

/** Sends header and data of EMUQ_PAMI_IMMEDIATE bytes at most, which may change afterwards. */
pami_result_t emuq_pami_send_short(emuq_pami_context_t *context, pami_endpoint_t dest, uint8_t id,
                                   const void *header, size_t header_size, const void *data,
                                   size_t data_size);

/** Sends a packet without payload, outside the flow control. */
void emuq_pami_send_control(emuq_pami_context_t *context, emuq_pami_peer_t *peer, uint8_t kind,
                            uint64_t word);

/** Issues what waits for credit or FIFO space, as far as possible. @return whether anything could be issued.
 */
bool emuq_pami_flush(emuq_pami_context_t *context);

/** Issues what waits for one endpoint. */
bool emuq_pami_flush_peer(emuq_pami_context_t *context, emuq_pami_peer_t *peer);

/** A reply to a credit request has come: the function of these packets. */
void emuq_pami_credit(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet, const char *payload);

/** Sends what waits for an endpoint as far as replies to credit requests have arrived, without an advance and
 *  without calling a function of the client. If more than PAMI_QUEUE messages wait, it waits until fewer do,
 *  or until the receiver has given no credit for a tenth of a second. */
void emuq_pami_catch_up(emuq_pami_context_t *context, emuq_pami_peer_t *peer);

/** Completes the operations whose descriptors are complete. @return whether there were any. */
bool emuq_pami_complete(emuq_pami_context_t *context);

/** Sets the functions for the packets of messages and their completions. */
void emuq_pami_receive_open(emuq_pami_context_t *context);

/** Polls the hardware of collectives, then takes packets from the reception FIFO.
 *  @return 0: neither has found anything */
size_t emuq_pami_receive(emuq_pami_context_t *context);

/** Takes all packets of a context that ends, and handles only credits and messages for dispatch ids that are
 *  handled to the end (emuq_pami_dispatch_t). Other messages are dropped; those who wait for their remote
 *  completion get it. @param completes remote completions of its own operations are handled too */
void emuq_pami_receive_at_end(emuq_pami_context_t *context, bool completes);

/** Dispatches messages of the unexpected queue whose ids have been set since. @return whether there were any.
 */
bool emuq_pami_dispatch_unexpected(emuq_pami_context_t *context);

/** Frees all messages that have begun to arrive. To be called before emuq_pami_ops_free(). */
void emuq_pami_incoming_free(emuq_pami_context_t *context);

/** Issues a put, get or ping, now or when there is room. */
void emuq_pami_rdma(emuq_pami_context_t *context, emuq_pami_op_t *op);

/** Completes the gets whose data are here. @return whether there were any. */
bool emuq_pami_complete_gets(emuq_pami_context_t *context);

/** Issues what emuq_pami_rdma() had to leave. @return whether anything could be issued. */
bool emuq_pami_flush_rdma(emuq_pami_context_t *context);

/** Sets the dispatch functions of the library's own ids. */
void emuq_pami_set_internal(emuq_pami_context_t *context);

/** The peer that an endpoint names. @return NULL: there is no such endpoint, or no memory. */
static inline emuq_pami_peer_t *emuq_pami_peer(emuq_pami_context_t *context, uint32_t endpoint)
{
    uint32_t task = emuq_pami_task(endpoint), offset = emuq_pami_offset(endpoint) & EMUQ_PAMI_OFFSET_MASK;
    emuq_pami_peer_t **of_offset = context->peers[offset];
    if (__builtin_expect(of_offset != NULL && task < context->client->resources->tasks, 1)) {
        emuq_pami_peer_t *peer = of_offset[task];
        if (__builtin_expect(peer != NULL && peer->endpoint == endpoint, 1))
            return peer;
    }
    return emuq_pami_peer_new(context, endpoint);
}

/** Why emuq_pami_check() rejects a message. @return PAMI_INVAL */
pami_result_t emuq_pami_bad_send(const emuq_pami_context_t *context, const pami_send_immediate_t *send)
    __attribute__((cold));

/** Checks that every message must pass. */
static inline pami_result_t emuq_pami_check(const emuq_pami_context_t *context,
                                            const pami_send_immediate_t *send)
{
    if (context == NULL || send->dispatch > EMUQ_PAMI_DISPATCH_MAX)
        return emuq_pami_bad_send(context, send);
    const emuq_pami_dispatch_t *d = &context->dispatch[send->dispatch];
    if (d->fn == NULL || (d->short_header && send->header.iov_len > EMUQ_PAMI_IMMEDIATE))
        return emuq_pami_bad_send(context, send);
    return PAMI_SUCCESS;
}

/** Copies a few bytes without a call where that is possible. */
static inline void emuq_pami_copy(char *to, const void *from, size_t bytes)
{
    const char *f = from;
    if (bytes == 8) {
        memcpy(to, f, 8);
    } else if (bytes > 8 && bytes <= 16) {
        uint64_t first, last;
        memcpy(&first, f, 8);
        memcpy(&last, f + bytes - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + bytes - 8, &last, 8);
    } else if (bytes != 0) {
        memcpy(to, f, bytes);
    }
}

#endif /* EMUQ_PAMI_P2P_H */
