/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file context.h
 * @brief Clients, contexts, endpoints and operations.
 *
 * The client ensures that one thread at a time uses a context. Members marked atomic are shared by threads.
 *
 * An operation completes in up to two steps: locally (buffers free) and remotely. Packets carry its id.
 */
#ifndef EMUQ_PAMI_CORE_CONTEXT_H
#define EMUQ_PAMI_CORE_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <pami.h>

#include "base/atomic.h"
#include "kernel-shim/include/emuq/trace_pami.h"
#include "msglayer/core/device.h"

#define EMUQ_PAMI_TASK_BITS   23
#define EMUQ_PAMI_TASK_MASK   ((1u << EMUQ_PAMI_TASK_BITS) - 1)
#define EMUQ_PAMI_OFFSET_MASK 63u

static inline uint32_t emuq_pami_endpoint(uint32_t task, uint32_t offset)
{
    return offset << EMUQ_PAMI_TASK_BITS | task;
}

static inline uint32_t emuq_pami_task(uint32_t endpoint)
{
    return endpoint & EMUQ_PAMI_TASK_MASK;
}

/** Context offset of an endpoint; valid up to EMUQ_PAMI_OFFSET_MASK. */
static inline uint32_t emuq_pami_offset(uint32_t endpoint)
{
    return endpoint >> EMUQ_PAMI_TASK_BITS;
}

/** Appends to a list linked by `next`. @p last: address of the list's last link. */
#define EMUQ_PAMI_APPEND(first, last, element)                                                               \
    do {                                                                                                     \
        (element)->next = NULL;                                                                              \
        *(last) = (element);                                                                                 \
        (last) = &(element)->next;                                                                           \
    } while (0)

/** Removes an element, which must be in the list. */
#define EMUQ_PAMI_UNLINK(first, element)                                                                     \
    do {                                                                                                     \
        __typeof__(&(first)) at_ = &(first);                                                                 \
        while (*at_ != (element))                                                                            \
            at_ = &(*at_)->next;                                                                             \
        *at_ = (element)->next;                                                                              \
    } while (0)

/** Removes the first element of a list with @p last. */
#define EMUQ_PAMI_TAKE(first, last)                                                                          \
    do {                                                                                                     \
        (first) = (first)->next;                                                                             \
        if ((first) == NULL)                                                                                 \
            (last) = &(first);                                                                               \
    } while (0)

#define EMUQ_PAMI_FREE_ALL(first)                                                                            \
    do {                                                                                                     \
        while ((first) != NULL) {                                                                            \
            void *at_ = (first);                                                                             \
            (first) = (first)->next;                                                                         \
            free(at_);                                                                                       \
        }                                                                                                    \
    } while (0)

struct emuq_pami_context;
struct emuq_pami_incoming;

#define EMUQ_PAMI_LOCAL  1u /**< step: buffers may be reused */
#define EMUQ_PAMI_REMOTE 2u /**< step: complete at the target */

typedef enum emuq_pami_op_kind {
    EMUQ_PAMI_OP_SINGLE, /**< a message of one packet, from `buffer` */
    EMUQ_PAMI_OP_EAGER,
    EMUQ_PAMI_OP_RENDEZVOUS,
    EMUQ_PAMI_OP_CONTROL,
    EMUQ_PAMI_OP_PUT,
    EMUQ_PAMI_OP_GET,
    EMUQ_PAMI_OP_PING /**< a packet that returns after the preceding puts are complete */
} emuq_pami_op_kind_t;

/** A fence completes when all operations and older fences that it counts are complete. */
typedef struct emuq_pami_fence {
    size_t left; /**< operations and older fences outstanding; plus one until all are counted */
    pami_event_function done_fn;
    void *cookie;
    struct emuq_pami_fence *later; /**< fence that counts this one */
} emuq_pami_fence_t;

typedef struct emuq_pami_op {
    struct emuq_pami_op *next; /**< link of the one list that contains this operation */
    uint64_t
        number; /**< descriptor that completes the operation locally; get: counter value with its last byte */
    uint32_t id; /**< id in packets; never 0 */
    uint32_t dest;
    uint8_t kind;
    uint8_t pending;
    bool early;        /**< remote completion has arrived before the local one */
    bool calls_client; /**< local_fn and remote_fn are the client's */
    uint8_t dispatch;
    pami_event_function local_fn, remote_fn;
    void *cookie;
    void *buffer;                        /**< malloc'ed; freed at local completion */
    emuq_pami_fence_t *fence;            /**< fence that counts this operation */
    struct emuq_pami_incoming *incoming; /**< message whose data this operation gets, or NULL */
    const void *header;
    void *header_copy; /**< malloc'ed copy of a short header, while the operation is queued */
    size_t header_size, bytes;
    uint64_t pa, header_pa, remote_pa;
    uint32_t request; /**< operation of the target that a get completes, too; 0: none */
    void *user;       /**< local buffer of a one-sided operation */
    pami_type_t type; /**< layout of `user` */
} emuq_pami_op_t;

#define EMUQ_PAMI_OPS_CHUNK 64u

typedef struct emuq_pami_ops {
    emuq_pami_op_t **chunk; /**< [chunks] arrays of EMUQ_PAMI_OPS_CHUNK */
    uint32_t chunks;
    emuq_pami_op_t *free;
} emuq_pami_ops_t;

/** Allocates an operation, zeroed except the id. @return NULL: out of memory */
emuq_pami_op_t *emuq_pami_op_new(struct emuq_pami_context *context);
/** Ensures that the next @p count calls of emuq_pami_op_new() succeed. @return false: out of memory */
bool emuq_pami_op_reserve(struct emuq_pami_context *context, size_t count);
/** Operation in progress with an id. @return NULL: none */
emuq_pami_op_t *emuq_pami_op_find(struct emuq_pami_context *context, uint32_t id);
/** Frees an operation without callbacks. */
void emuq_pami_op_drop(struct emuq_pami_context *context, emuq_pami_op_t *op);
/** Completes the local step: calls local_fn, and frees the operation after its last step. */
void emuq_pami_op_local(struct emuq_pami_context *context, emuq_pami_op_t *op);
void emuq_pami_op_remote(struct emuq_pami_context *context, emuq_pami_op_t *op);
/** Clears the client's functions of all operations and fences. */
void emuq_pami_ops_mute(struct emuq_pami_context *context);
/** Completes an operation locally at the next advance. */
void emuq_pami_op_defer(struct emuq_pami_context *context, emuq_pami_op_t *op);
/** Counts down a fence; at 0 calls its function. */
void emuq_pami_fence_one(struct emuq_pami_context *context, emuq_pami_fence_t *fence);
/** Calls @p fn for each operation in progress. */
void emuq_pami_op_each(struct emuq_pami_context *context, void (*fn)(emuq_pami_op_t *op, void *cookie),
                       void *cookie);
/** Frees all operations without callbacks. Call emuq_pami_incoming_free() first. */
void emuq_pami_ops_free(struct emuq_pami_context *context);

/** Dispatch ids of clients up to EMUQ_PAMI_DISPATCH_MAX, then of the library. */
#define EMUQ_PAMI_DISPATCH_IDS 256u
#define EMUQ_PAMI_DISPATCH_MAX 239u

typedef struct emuq_pami_client emuq_pami_client_t;
typedef struct emuq_pami_context emuq_pami_context_t;
typedef struct emuq_pami_peer emuq_pami_peer_t;
typedef struct emuq_pami_incoming emuq_pami_incoming_t;

/** Handler of a kind of packet. */
typedef void (*emuq_pami_packet_fn)(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet,
                                    const char *payload);

typedef struct emuq_pami_dispatch {
    pami_dispatch_p2p_function fn;
    void *cookie;
    bool never_immediate;  /**< recv_immediate is disabled */
    bool contiguous, copy; /**< recv_contiguous, recv_copy are enabled */
    bool short_header;     /**< long_header is disabled */
    bool may_fail;
    bool until_end; /**< dispatched while the context ends; one-packet messages only */
} emuq_pami_dispatch_t;

/** Posted work, in the client's storage. */
typedef struct emuq_pami_work {
    struct emuq_pami_work *next;
    pami_work_function fn;
    void *cookie;
} emuq_pami_work_t;

struct emuq_pami_context {
    /** Written by other threads. */
    struct {
        emuq_pami_work_t
            *posted;       /**< atomic: newest first; any thread pushes, the advancing thread takes all */
        uint32_t sleeping; /**< atomic: threads that may sleep until an event here */
        uint32_t lock;
        uint32_t waiters; /**< atomic */
    } shared __attribute__((aligned(64)));
    emuq_pami_device_t *device __attribute__((aligned(64)));
    emuq_pami_client_t *client;
    uint64_t number; /**< unique in the process */
    uint32_t endpoint, offset;
    const void *advancing; /**< identifies the thread inside a round; NULL: none */
    void *credit_seen;     /**< credit replies are handled up to here; NULL: nothing scanned */
    uint64_t window;       /**< half of the maximum number of bytes in flight to an endpoint */

    emuq_pami_work_t *again, **again_last;     /**< work that has returned PAMI_EAGAIN, oldest first */
    emuq_pami_op_t *deferred, **deferred_last; /**< operations to complete locally in the next round */
    uint32_t incomplete;                       /**< operations that wait for descriptors */
    emuq_pami_op_t *control, **control_last;   /**< control packets that found a FIFO full */
    emuq_pami_op_t *rdma, **rdma_last;         /**< puts and gets that found their FIFO full */
    emuq_pami_peer_t *getting;                 /**< peers with gets in progress */
    uint32_t credit_requests;  /**< open requests to all peers; atomic: the exit handler reads it */
    emuq_pami_peer_t *blocked; /**< peers with queued messages */
    emuq_pami_incoming_t *unexpected, **unexpected_last; /**< messages for ids that are not set */
    pami_result_t empty;                                 /**< result of an advance without events */
    bool retry_unexpected; /**< an id was set after the last scan of `unexpected` */
    bool is_ending;        /**< no client function may be called */
    bool is_calling;       /**< a completion function runs inside the call that started the operation */

    emuq_pami_ops_t ops;
    emuq_pami_peer_t **peers[EMUQ_PAMI_OFFSET_MASK + 1]; /**< [offset][task], allocated on demand */
    emuq_pami_peer_t *all_peers;
    emuq_pami_incoming_t *free_incoming;
    emuq_pami_dispatch_t dispatch[EMUQ_PAMI_DISPATCH_IDS];
    emuq_pami_packet_fn packet[EMUQ_PAMI_PACKET_KINDS]; /**< indexed by kind; NULL: no action */
    struct emuq_pami_async *async;                      /**< guarded by the lock in async.c */
    struct emuq_pami_coll_context *coll;
};

struct emuq_pami_client {
    emuq_pami_resources_t *resources;
    size_t contexts;
    emuq_pami_context_t *context[EMUQ_PAMI_CONTEXTS_MAX];
    size_t *local_tasks; /**< [local_count] tasks on the node */
    size_t local_count;
    char name[128]; /**< PAMI_CLIENT_PROCESSOR_NAME */
    bool noncontig, saves_memory;
    struct emuq_pami_async_client *async; /**< guarded by the lock in async.c */
    struct emuq_pami_coll_client *coll;
};

/** Queues an operation until descriptor @p number of a FIFO is complete. */
static inline void emuq_pami_op_await(emuq_pami_context_t *context, emuq_pami_fifo_t *f, emuq_pami_op_t *op,
                                      uint64_t number)
{
    op->number = number;
    EMUQ_PAMI_APPEND(f->first, f->last, op);
    context->incomplete++;
}

/** @name Result of a round of progress
 * @{ */
#define EMUQ_PAMI_ROUND_EVENT 1u /**< the round has found an event */
#define EMUQ_PAMI_ROUND_AGAIN 2u /**< posted work has returned PAMI_EAGAIN */
/** @} */

/** Whether a completion function may run inside the starting call. Not nested: chains of operations would
 * need an unbounded stack. */
static inline bool emuq_pami_may_call(const emuq_pami_context_t *context)
{
    return !context->is_calling;
}

static inline void emuq_pami_call_now(emuq_pami_context_t *context, pami_event_function fn, void *cookie)
{
    if (fn == NULL)
        return;
    context->is_calling = true;
    fn(context, cookie, PAMI_SUCCESS);
    context->is_calling = false;
}

static inline bool emuq_pami_has_work(const emuq_pami_context_t *context)
{
    return emuq_pointer_load(&context->shared.posted) != NULL || context->again != NULL;
}

/** Runs each item of posted work once. */
unsigned emuq_pami_run_work(emuq_pami_context_t *context);
bool emuq_pami_try_lock(emuq_pami_context_t *context);

static inline bool emuq_pami_lock_is_wanted(const emuq_pami_context_t *context)
{
    return AO_int_load(&context->shared.waiters) != 0;
}

/** Wakes threads that sleep at the context. Callable by any thread, after storing the event. */
void emuq_pami_wake_context(emuq_pami_context_t *context);
/** Stores @p result for PAMI_Error_text(), with the reason that emuq_pami_invalid() has stored since the last
 * call. @return @p result */
pami_result_t emuq_pami_failed(const char *function, pami_result_t result) __attribute__((cold));
/** Stores the reason why the current PAMI call fails. @return PAMI_INVAL */
pami_result_t emuq_pami_invalid(const char *format, ...) __attribute__((cold, format(printf, 1, 2)));
/** emuq_pami_invalid() for a null context, or else null parameters. */
pami_result_t emuq_pami_null(const void *context) __attribute__((cold));

/** Returns @p value, and stores an error. */
#define emuq_pami_result(value)                                                                              \
    (__extension__({                                                                                         \
        pami_result_t result_ = (value);                                                                     \
        __builtin_expect(result_ == PAMI_SUCCESS, 1) ? result_ : emuq_pami_failed(__func__, result_);        \
    }))

typedef struct emuq_pami_call {
    const char *name;
    uint64_t start;
} emuq_pami_call_t;

static inline void emuq_pami_call_end(const emuq_pami_call_t *call)
{
    if (call->start != 0)
        emuq_trace_pami(EMUQ_TRACE_PAMI_CALL, call->name, 0, 0, call->start);
}

/** First statement of a public function: traces the call in a recorded job. */
#define EMUQ_PAMI_CALL()                                                                                     \
    __attribute__((cleanup(emuq_pami_call_end), unused))                                                     \
    const emuq_pami_call_t emuq_pami_this_call = {__func__, emuq_trace_clock()}

/** Wraps a dispatch function to trace its calls in a recorded job. */
void emuq_pami_record_dispatch(emuq_pami_dispatch_t *dispatch, uint32_t id);
void emuq_pami_record_end(emuq_pami_dispatch_t *dispatch);
/** Wraps the done function of a collective to trace its call. */
void emuq_pami_record_operation(const char *name, pami_event_function *fn, void **cookie);
/** Undoes emuq_pami_record_operation() for a collective that has not started. */
void emuq_pami_record_rejected(pami_event_function fn, void *cookie);

typedef struct emuq_pami_memregion {
    uint64_t pa; /**< physical address of the first byte, in the region's process */
} emuq_pami_memregion_t;

/** Physical address in a region; the client's object may be unaligned. */
static inline uint64_t emuq_pami_memregion_pa(const pami_rma_mr_t *at)
{
    emuq_pami_memregion_t region;
    memcpy(&region, at->mr, sizeof region);
    return region.pa + at->offset;
}

#endif /* EMUQ_PAMI_CORE_CONTEXT_H */
