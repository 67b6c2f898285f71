/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file p2p.h
 * @brief Messages between endpoints: peers, sending, receiving, puts and gets.
 *
 * Flow control: a sender has at most a window of bytes in flight to an endpoint. At half a window, a packet
 * requests credit (EMUQ_PAMI_CREDIT_REQUEST); the receiver replies after taking the packet and its
 * predecessors. At most two requests are open. Further messages wait in the peer's queue.
 *
 * Functions that continue operations return whether they have continued any.
 */
#ifndef EMUQ_PAMI_P2P_P2P_H
#define EMUQ_PAMI_P2P_P2P_H

#include "msglayer/core/context.h"
#include "msglayer/types/type.h"

struct emuq_pami_peer {
    MUHWI_Descriptor_t packet;
    MUHWI_Descriptor_t put;
    MUHWI_Descriptor_t get;
    MUHWI_Descriptor_t fetch; /**< model of the put that the peer's Message Unit injects for a get */
    emuq_pami_fifo_t *fifo;
    uint64_t eager; /**< longest eager message, bytes */
    uint64_t left;
    uint32_t credit_requests;
    uint32_t endpoint;
    bool is_local;
    bool is_same_host; /**< same host, and PAMI_EAGER is not set: SAME_HOST_EAGER applies */
    bool was_sent_to;  /**< messages sent since the last fence */
    bool was_put_to;   /**< puts since the last fence */
    bool is_blocked;   /**< in the context's list `blocked` */
    bool is_slow;      /**< a sender has timed out waiting for credit */
    uint32_t queued;
    emuq_pami_op_t *queue, **queue_last; /**< messages without credit or slot, oldest first */
    struct emuq_pami_peer *next_blocked, *next;
    emuq_pami_incoming_t *incoming;    /**< message that has arrived in part */
    emuq_pami_counter_t *counter;      /**< counts bytes got from the peer, in the order of the gets */
    emuq_pami_op_t *gets, **gets_last; /**< gets in progress, oldest first */
    bool is_getting;                   /**< in the context's list `getting` */
    struct emuq_pami_peer *next_getting;
};

/** Slow path of emuq_pami_peer(). */
emuq_pami_peer_t *emuq_pami_peer_new(emuq_pami_context_t *context, uint32_t endpoint);

/** Returns the peer of an endpoint. @return NULL: see emuq_pami_peer_error() */
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

/** PAMI_INVAL or PAMI_ENOMEM: why emuq_pami_peer() has returned NULL. */
pami_result_t emuq_pami_peer_error(const emuq_pami_context_t *context, uint32_t endpoint);
/** Checks whether the peer's task has ended; if so, grants unlimited credit and cancels credit requests. */
bool emuq_pami_peer_has_ended(emuq_pami_context_t *context, emuq_pami_peer_t *peer);
void emuq_pami_peers_free(emuq_pami_context_t *context);

/** Dispatch ids of the library. */
enum {
    EMUQ_PAMI_ID_PUT = EMUQ_PAMI_DISPATCH_MAX + 1,
    EMUQ_PAMI_ID_GET,
    EMUQ_PAMI_ID_GOT, /**< reply to GET, with the data */
    EMUQ_PAMI_ID_RMW,
    EMUQ_PAMI_ID_FENCE,
    EMUQ_PAMI_ID_REPLY,       /**< reply to RMW or FENCE */
    EMUQ_PAMI_ID_COLLECTIVES, /**< data of a collective */
    EMUQ_PAMI_ID_AGREEMENTS,
    EMUQ_PAMI_ID_AM,
    EMUQ_PAMI_ID_BARRIER_END /**< end of a barrier of the global interrupts */
};

/** @name Sending
 * @{ */
typedef struct emuq_pami_message {
    pami_endpoint_t dest;
    uint8_t id;
    const void *header, *data;
    size_t header_size, data_size;
    void *buffer; /**< malloc'ed memory of header or data, or NULL; owned by the callee, also on failure */
    pami_event_function local_fn, remote_fn;
    bool calls_client;
    void *cookie;
} emuq_pami_message_t;

/** Sends a message. Header and data of long messages must stay unchanged until local_fn. */
pami_result_t emuq_pami_send(emuq_pami_context_t *context, const emuq_pami_message_t *message);
/** Copies and sends header and data of at most EMUQ_PAMI_IMMEDIATE bytes together. */
pami_result_t emuq_pami_send_short(emuq_pami_context_t *context, pami_endpoint_t dest, uint8_t id,
                                   const void *header, size_t header_size, const void *data,
                                   size_t data_size);

typedef struct emuq_pami_source {
    pami_type_t type;
    size_t offset; /**< stream position of the first byte, bytes */
    pami_data_function data_fn;
    void *data_cookie;
} emuq_pami_source_t;

/** Sends a message with data of layout @p source at m->data. */
pami_result_t emuq_pami_send_typed(emuq_pami_context_t *context, emuq_pami_message_t *m,
                                   const emuq_pami_source_t *source);
void emuq_pami_send_control(emuq_pami_context_t *context, emuq_pami_peer_t *peer, uint8_t kind,
                            uint64_t word);
/** Issues queued messages while possible. */
bool emuq_pami_flush(emuq_pami_context_t *context);
/** Completes operations whose descriptors are complete. */
bool emuq_pami_complete(emuq_pami_context_t *context);
void emuq_pami_credit(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet, const char *payload);
/** @} */

/** @name Receiving
 * @{ */
/** Whether a data function only copies. */
static inline bool emuq_pami_only_copies(pami_data_function fn)
{
    return fn == NULL || fn == PAMI_DATA_COPY;
}

typedef struct emuq_pami_target {
    char *to; /**< contiguous memory; NULL: use the members below */
    char *addr;
    pami_type_t type;
    size_t offset;
    pami_data_function data_fn;
    void *data_cookie;
    bool whole;           /**< store in one call: fragments could split atoms of the type */
    pami_result_t result; /**< not PAMI_SUCCESS: the data is discarded */
} emuq_pami_target_t;

/** Sets the defaults of a pami_recv_t. */
void emuq_pami_target_defaults(pami_recv_t *recv);
/** Opens a destination for @p bytes bytes.
 * @param contiguous, copy  hints: the corresponding members of @p recv are not set
 */
void emuq_pami_target_open(emuq_pami_target_t *target, const pami_recv_t *recv, size_t bytes, bool contiguous,
                           bool copy);
/** Stores bytes at position @p at of the data. */
void emuq_pami_target_put(emuq_pami_target_t *target, size_t at, const void *data, size_t bytes);
pami_result_t emuq_pami_target_close(emuq_pami_target_t *target);

struct emuq_pami_incoming {
    emuq_pami_incoming_t *next; /**< link of the unexpected queue or the free list */
    uint32_t origin;
    uint32_t request;
    uint8_t id;
    bool is_rendezvous;
    bool dispatched;
    bool is_queued; /**< in the unexpected queue */
    size_t header_size, header_got;
    size_t data_size, data_got;
    uint64_t data_pa;
    char *header; /**< malloc'ed: header of an unexpected message, or longer than a packet */
    char *data;   /**< malloc'ed: data of an unexpected message, or until all has arrived */
    pami_event_function local_fn;
    void *cookie;
    emuq_pami_target_t target;
};

/** Tail of the reception FIFO. Acquire: pairs with the release of the Message Unit after complete packets. */
static inline char *emuq_pami_receive_tail(const emuq_pami_context_t *context)
{
    MUSPI_Fifo_t *fifo = &context->device->rec->_fifo;
    return (char *)fifo->va_start + (MUSPI_getHwTail(fifo) - fifo->pa_start);
}

void emuq_pami_receive_open(emuq_pami_context_t *context);
/** Takes a batch of packets up to @p tail. @return their number */
size_t emuq_pami_receive(emuq_pami_context_t *context, const char *tail);
/** Takes all packets of a context that ends. Handles credit replies and messages with until_end; drops the
 * rest, which completes messages at their senders. @param completes handle remote completions, too */
void emuq_pami_receive_at_end(emuq_pami_context_t *context, bool completes);
/** Dispatches unexpected messages whose ids are set by now. */
bool emuq_pami_dispatch_unexpected(emuq_pami_context_t *context);
/** Frees partial messages. Call before emuq_pami_ops_free(). */
void emuq_pami_incoming_free(emuq_pami_context_t *context);
/** @} */
/** @name Puts and gets
 * @{ */
/** Issues a put, get or ping, now or when slots are free. */
void emuq_pami_rdma(emuq_pami_context_t *context, emuq_pami_op_t *op);
/** Issues operations that emuq_pami_rdma() has queued. */
bool emuq_pami_flush_rdma(emuq_pami_context_t *context);
/** Completes gets whose data has arrived. */
bool emuq_pami_complete_gets(emuq_pami_context_t *context);
void emuq_pami_onesided_open(emuq_pami_context_t *context);
/** @} */

/** Reports invalid arguments of a one-sided operation. @return PAMI_INVAL */
static inline pami_result_t emuq_pami_invalid_transfer(const void *context, const void *parameters)
{
    return context == NULL || parameters == NULL ? emuq_pami_null(context)
                                                 : emuq_pami_invalid("the length is 0");
}

/** Checks that both types are complete and have data for @p bytes bytes. @return PAMI_SUCCESS; PAMI_INVAL */
static inline pami_result_t emuq_pami_types_fit(const pami_rma_typed_t *type, size_t bytes)
{
    pami_result_t rc = emuq_pami_type_check(type->local, 0, bytes, NULL);
    return rc == PAMI_SUCCESS ? emuq_pami_type_check(type->remote, 0, bytes, NULL) : rc;
}

#endif /* EMUQ_PAMI_P2P_P2P_H */
