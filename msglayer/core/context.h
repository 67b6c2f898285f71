/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file context.h
 * @brief Clients and contexts: what the opaque handles point to.
 *
 * Everything in a context belongs to the thread that advances it or calls on it (the client sees to it that
 * there is one at a time), but for the members marked __atomic.
 */
#ifndef EMUQ_PAMI_CORE_CONTEXT_H
#define EMUQ_PAMI_CORE_CONTEXT_H

#include <pami.h>

#include "msglayer/endpoint.h"
#include "msglayer/mu/device.h"
#include "msglayer/core/op.h"

/** Dispatch ids: those of clients, and behind them those that the library itself uses. */
#define EMUQ_PAMI_DISPATCH_IDS 256u
#define EMUQ_PAMI_DISPATCH_MAX 239u

typedef struct emuq_pami_client emuq_pami_client_t;
typedef struct emuq_pami_context emuq_pami_context_t;
typedef struct emuq_pami_peer emuq_pami_peer_t;         /* p2p/peer.h */
typedef struct emuq_pami_incoming emuq_pami_incoming_t; /* p2p/incoming.h */

/** Handles a packet of one kind, in the thread of the context. */
typedef void (*emuq_pami_packet_fn)(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet,
                                    const char *payload);

/** An entry of the dispatch table. */
typedef struct emuq_pami_dispatch {
    pami_dispatch_p2p_function fn; /**< NULL: not set */
    void *cookie;
    bool never_immediate;  /**< hint recv_immediate is DISABLE */
    bool contiguous, copy; /**< receives are of bytes; without data function */
    bool short_header;     /**< the client promises headers that fit into a packet */
    bool may_fail;         /**< PAMI_Send_immediate() does not queue */
    bool until_end;        /**< messages are handled while the context ends, too; they are of one packet */
} emuq_pami_dispatch_t;

/** Work that has been posted, in the client's storage. */
typedef struct emuq_pami_work {
    struct emuq_pami_work *next;
    pami_work_function fn;
    void *cookie;
} emuq_pami_work_t;

/** A context. */
struct emuq_pami_context {
    /** What other threads touch. */
    struct {
        emuq_pami_work_t *posted; /**< __atomic: newest first; posters push, the advancing thread takes all */
        uint32_t sleeping;        /**< __atomic: threads that may sleep until something happens here */
        uint32_t lock;            /**< __atomic: PAMI_Context_lock() */
        uint32_t waiters;         /**< __atomic: threads that wait for it */
    } shared __attribute__((aligned(64)));

    emuq_pami_device_t *device __attribute__((aligned(64)));
    emuq_pami_client_t *client;
    uint64_t number; /**< no other context of the process has, or has had, the same */
    uint32_t endpoint, offset;
    const void *advancing; /**< what identifies the thread that is in a round, or NULL */
    void *credit_seen;     /**< packets before it have been looked at for credit; NULL: none */
    uint64_t window;       /**< half of the bytes that may be on the way to an endpoint */

    emuq_pami_work_t *again, **again_last; /**< work that has returned PAMI_EAGAIN, oldest first */
    emuq_pami_op_t *deferred,
        **deferred_last; /**< operations whose local completion is to be called in the next round */
    uint32_t incomplete; /**< operations that wait for descriptors */
    emuq_pami_op_t *control, **control_last; /**< small packets that found a FIFO full */
    emuq_pami_op_t *rdma, **rdma_last;       /**< puts and gets that found their FIFO full */
    emuq_pami_peer_t *getting;               /**< endpoints with gets under way */
    uint32_t credit_requests;  /**< open, to all peers; __atomic: the end of the process reads it from another
                                  thread */
    emuq_pami_peer_t *blocked; /**< endpoints with a queue */
    emuq_pami_incoming_t *unexpected,
        **unexpected_last; /**< messages for ids that are not set: the unexpected queue */
    pami_result_t empty;   /**< result of an advance that has found nothing */
    bool retry_unexpected; /**< an id has been set since */
    bool is_ending;        /**< no function of the client is called any more */
    bool is_calling;       /**< a completion function runs inside the call that has started its operation */

    emuq_pami_ops_t ops;
    emuq_pami_peer_t **peers[EMUQ_PAMI_OFFSET_MASK + 1]; /**< [offset][task], made when needed */
    emuq_pami_peer_t *all_peers;
    emuq_pami_incoming_t *free_incoming;
    emuq_pami_dispatch_t dispatch[EMUQ_PAMI_DISPATCH_IDS];
    emuq_pami_packet_fn packet[EMUQ_PAMI_PACKET_KINDS]; /**< by kind; NULL: the packet is only taken */
    struct emuq_pami_async *async;                      /**< extension EXT_async_progress: its lock */
    struct emuq_pami_coll_context *coll;                /**< collectives */
};

/** A client. */
struct emuq_pami_client {
    emuq_pami_resources_t *resources;
    size_t contexts; /**< created */
    emuq_pami_context_t *context[EMUQ_PAMI_CONTEXTS_MAX];
    size_t *local_tasks; /**< tasks on the node */
    size_t local_count;
    char name[128];                       /**< of the processor */
    bool noncontig, saves_memory;         /**< PAMI_CLIENT_NONCONTIG, PAMI_CLIENT_MEMORY_OPTIMIZE */
    struct emuq_pami_async_client *async; /**< extension EXT_async_progress; its lock */
    struct emuq_pami_coll_client *coll;   /**< geometries */
};

/** @name What a round of progress has found
 * @{ */
#define EMUQ_PAMI_ROUND_EVENT 1u /**< something has happened */
#define EMUQ_PAMI_ROUND_AGAIN 2u /**< work was called and wants to be called again */
/** @} */

/** Whether an operation that is over when its call returns may say so inside the call. Not from inside such a
 *  completion: a chain of operations must not need a stack that grows with it. */
static inline bool emuq_pami_may_call(const emuq_pami_context_t *context)
{
    return !context->is_calling;
}

/** Calls a completion function inside the call. @param fn may be NULL. */
static inline void emuq_pami_call(emuq_pami_context_t *context, pami_event_function fn, void *cookie)
{
    if (fn == NULL)
        return;
    context->is_calling = true;
    fn(context, cookie, PAMI_SUCCESS);
    context->is_calling = false;
}

/** Whether posted work waits. */
static inline bool emuq_pami_has_work(const emuq_pami_context_t *context)
{
    return __atomic_load_n(&context->shared.posted, __ATOMIC_RELAXED) != NULL || context->again != NULL;
}

/** Calls posted work, each once. @return bits of EMUQ_PAMI_ROUND_... */
unsigned emuq_pami_work(emuq_pami_context_t *context);

/** Takes the context's lock, unless another thread has it. */
bool emuq_pami_try_lock(emuq_pami_context_t *context);

/** Whether threads wait for the context's lock. */
static inline bool emuq_pami_lock_is_wanted(const emuq_pami_context_t *context)
{
    return __atomic_load_n(&context->shared.waiters, __ATOMIC_RELAXED) != 0;
}

/** Wakes the threads that sleep until something happens at the context. For any thread, after it has stored
 *  the reason. */
void emuq_pami_wake_context(emuq_pami_context_t *context);

/** Stores what PAMI_Error_text() reports to the calling thread: @p function has returned @p result, for the
 *  reason that emuq_pami_invalid() has stored since the last call. @return result */
pami_result_t emuq_pami_failed(const char *function, pami_result_t result) __attribute__((cold));

/** Stores the reason for which the current PAMI call fails: the argument, its value and what is accepted.
 *  @return PAMI_INVAL */
pami_result_t emuq_pami_invalid(const char *format, ...) __attribute__((cold, format(printf, 1, 2)));

/** The result of the public function in which it stands. @return value */
#define emuq_pami_result(value)                                                                              \
    (__extension__({                                                                                         \
        pami_result_t result_ = (value);                                                                     \
        __builtin_expect(result_ == PAMI_SUCCESS, 1) ? result_ : emuq_pami_failed(__func__, result_);        \
    }))

#endif /* EMUQ_PAMI_CORE_CONTEXT_H */
