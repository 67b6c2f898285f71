/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file op.h
 * @brief Operations that are not over when their call returns, and their numbers.
 *
 * An operation completes in up to two steps: locally (its buffers are free) and remotely. The steps that have
 * been asked for are in `pending`; when none is left, the operation is over and its structure is used again.
 * Its number goes to other nodes in packets, and comes back.
 */
#ifndef EMUQ_PAMI_CORE_OP_H
#define EMUQ_PAMI_CORE_OP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <pami.h>

struct emuq_pami_context;
struct emuq_pami_incoming;

#define EMUQ_PAMI_LOCAL  1u /**< step: buffers may be used again */
#define EMUQ_PAMI_REMOTE 2u /**< step: complete at the target */

/** What an operation sends when its turn has come. */
typedef enum emuq_pami_op_kind {
    EMUQ_PAMI_OP_SINGLE,     /**< a message in one packet, from `buffer` */
    EMUQ_PAMI_OP_EAGER,      /**< a message whose data follows */
    EMUQ_PAMI_OP_RENDEZVOUS, /**< a message whose data the receiver gets */
    EMUQ_PAMI_OP_CONTROL,    /**< a packet without payload: `dispatch` is its kind, `pa` its word */
    EMUQ_PAMI_OP_PUT,        /**< `bytes` from `pa` to `remote_pa` */
    EMUQ_PAMI_OP_GET,        /**< `bytes` from `remote_pa` to `pa` */
    EMUQ_PAMI_OP_PING        /**< nothing: comes back when the puts before it are complete */
} emuq_pami_op_kind_t;

/** A fence: it is complete when all that it counts is. */
typedef struct emuq_pami_fence {
    size_t left; /**< operations and older fences that are not complete; one more until all are counted */
    pami_event_function done_fn;
    void *cookie;
    struct emuq_pami_fence *later; /**< fence that counts this one */
} emuq_pami_fence_t;

/** An operation. */
typedef struct emuq_pami_op {
    struct emuq_pami_op *next; /**< in the one queue that it is in */
    uint64_t number;           /**< of the descriptor that completes it locally; of a get, that of its bytes
                                  which arrives last */
    uint32_t id;               /**< its number in packets; never 0 */
    uint32_t dest;             /**< endpoint */
    uint8_t kind;
    uint8_t pending;
    bool early;        /**< remote completion is known, the local one is not yet */
    bool calls_client; /**< local_fn and remote_fn are the client's */
    uint8_t dispatch;  /**< dispatch id */
    pami_event_function local_fn, remote_fn;
    void *cookie;
    void *buffer;                        /**< the library's own, freed with the local completion */
    emuq_pami_fence_t *fence;            /**< counts this operation, or NULL */
    struct emuq_pami_incoming *incoming; /**< message whose data this operation gets, or NULL */
    const void *header;
    void *header_copy; /**< malloc'ed; header if the operation waits for its turn */
    size_t header_size, bytes;
    uint64_t pa, header_pa, remote_pa;
    uint32_t request; /**< operation of the target that a get completes too */
    void *user;       /**< the address of a one-sided operation's local buffer */
    pami_type_t type; /**< and its layout */
} emuq_pami_op_t;

#define EMUQ_PAMI_OPS_CHUNK 64u

/** All operations of a context. */
typedef struct emuq_pami_ops {
    emuq_pami_op_t **chunk; /**< [chunks] arrays of EMUQ_PAMI_OPS_CHUNK */
    uint32_t chunks;
    emuq_pami_op_t *free;
} emuq_pami_ops_t;

/** A new operation, zero but for its id. @return NULL without memory. */
emuq_pami_op_t *emuq_pami_op_new(struct emuq_pami_context *context);

/** Makes sure that the next @p count calls of emuq_pami_op_new() succeed. @return false: no memory. */
bool emuq_pami_op_reserve(struct emuq_pami_context *context, size_t count);

/** The operation of a number that has come in a packet. @return NULL: there is no such operation (any more).
 */
emuq_pami_op_t *emuq_pami_op_find(struct emuq_pami_context *context, uint32_t id);

/** Frees an operation that has never been started. */
void emuq_pami_op_drop(struct emuq_pami_context *context, emuq_pami_op_t *op);

/** Steps of completion: call back, and free the operation with the last. */
void emuq_pami_op_local(struct emuq_pami_context *context, emuq_pami_op_t *op);
void emuq_pami_op_remote(struct emuq_pami_context *context, emuq_pami_op_t *op);

/** Forgets the client's functions of all operations and of their fences: the context ends. */
void emuq_pami_ops_forget(struct emuq_pami_context *context);

/** Completes the operation locally at the next advance. */
void emuq_pami_op_defer(struct emuq_pami_context *context, emuq_pami_op_t *op);

/** Counts one operation or older fence less; with the last, the fence is freed and calls back. */
void emuq_pami_fence_one(struct emuq_pami_context *context, emuq_pami_fence_t *fence);

/** Calls @p fn for every operation that is under way. */
void emuq_pami_op_each(struct emuq_pami_context *context, void (*fn)(emuq_pami_op_t *op, void *cookie),
                       void *cookie);

/** Ends all operations without calling back. The messages that they get have been freed. */
void emuq_pami_ops_free(struct emuq_pami_context *context);

#endif /* EMUQ_PAMI_CORE_OP_H */
