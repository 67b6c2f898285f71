/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami_pt2pt.h
 * @brief PAMI: active messages, put and get, read-modify-write, fences (pami-pt2pt). Include pami.h.
 *
 * Calls do not block. The parameter structure may be reused after the call, data buffers after local
 * completion. PAMI_INVAL (invalid argument, endpoint or type) and PAMI_ENOMEM: no effect. Callbacks may be
 * NULL.
 */
#ifndef EMUQ_PAMI_PT2PT_H
#define EMUQ_PAMI_PT2PT_H

#ifdef __cplusplus
extern "C" {
#endif

/** Hint values (pami-pt2pt 1). */
typedef enum {
    PAMI_HINT_DEFAULT = 0, /**< Chosen by the library. */
    PAMI_HINT_ENABLE = 1,
    PAMI_HINT_DISABLE = 2,
    PAMI_HINT_INVALID = 3
} pami_hint_t;

/** Hints of a dispatch id (pami-pt2pt 2). PAMI_Dispatch_set() fails if a hint cannot be honoured. */
typedef struct {
    unsigned multicontext : 2;          /**< Further contexts may be used. */
    unsigned long_header : 2;           /**< Headers may exceed a packet. */
    unsigned recv_contiguous : 2;       /**< Receives are contiguous bytes from offset 0. */
    unsigned recv_copy : 2;             /**< Receives copy. */
    unsigned recv_immediate : 2;        /**< Always or never deliver immediately. */
    unsigned consistency : 2;           /**< Dispatch in the order of the sends. */
    unsigned buffer_registered : 2;     /**< Buffers are in memory regions. */
    unsigned remote_async_progress : 2; /**< The target need not advance. */
    unsigned use_rdma : 2;
    unsigned use_shmem : 2;
    unsigned queue_immediate : 2; /**< Immediate sends are queued. */
} pami_dispatch_hint_t;

/** Hints of a send (pami-pt2pt 2), not used. */
typedef struct {
    unsigned reserved0 : 12;
    unsigned buffer_registered : 2;
    unsigned remote_async_progress : 2;
    unsigned use_rdma : 2;
    unsigned use_shmem : 2;
    unsigned reserved1 : 2;
} pami_send_hint_t;

/** Hints of a collective, not used. */
typedef struct {
    unsigned multicontext : 2;
    unsigned reserved0 : 20;
} pami_collective_hint_t;

/** @name Sending (pami-pt2pt 4)
 * @{ */
/** An immediate send. Addresses of length 0 are not used. */
typedef struct {
    struct iovec header; /**< Passed to the dispatch function. */
    struct iovec data;
    size_t dispatch;        /**< Dispatch id, set on this context. */
    pami_send_hint_t hints; /**< Not used. */
    pami_endpoint_t dest;
} pami_send_immediate_t;

/** Completion of a send. */
typedef struct {
    void *cookie;                 /**< Passed to both callbacks. */
    pami_event_function local_fn; /**< Header and data may be reused. */
    /** The message is in the target's receive buffer; the target's dispatch function has run, its local_fn
     * perhaps not. Requires advances of the target. */
    pami_event_function remote_fn;
} pami_send_event_t;

/** A send. */
typedef struct {
    pami_send_immediate_t send;
    pami_send_event_t events;
} pami_send_t;

/** A send of data with the layout of a type; data.iov_len counts data bytes. */
typedef struct {
    pami_send_immediate_t send;
    pami_send_event_t events;
    struct {
        pami_type_t type;
        size_t offset; /**< Stream position of the first byte, bytes. */
        pami_data_function data_fn;
        void *data_cookie;
    } typed;
} pami_send_typed_t;

/** Sends header and data. */
pami_result_t PAMI_Send(pami_context_t context, pami_send_t *parameters);
/** Copies and sends up to PAMI_DISPATCH_SEND_IMMEDIATE_MAX bytes of header and data. @return PAMI_EAGAIN: no
 * credit, with queue_immediate disabled */
pami_result_t PAMI_Send_immediate(pami_context_t context, pami_send_immediate_t *parameters);
/** Sends data with the layout of a type; the receiver gets the stream. */
pami_result_t PAMI_Send_typed(pami_context_t context, pami_send_typed_t *parameters);
/** @} */

/** @name Receiving (pami-pt2pt 5)
 * @{ */
/** Destination of an asynchronous message, set by the dispatch function; members have defaults. */
typedef struct {
    void *cookie;
    pami_event_function local_fn; /**< All data has arrived. */
    void *addr;
    pami_type_t type;           /**< Default PAMI_TYPE_BYTE. */
    size_t offset;              /**< Stream position of the first byte, bytes; default 0. */
    pami_data_function data_fn; /**< Default PAMI_DATA_COPY. */
    void *data_cookie;
} pami_recv_t;

/** Dispatch function. Immediate message: @p pipe_addr is the data, @p recv is NULL. Asynchronous message: @p
 * pipe_addr is NULL, and the function sets @p recv. */
typedef void (*pami_dispatch_p2p_function)(pami_context_t context, void *cookie, const void *header_addr,
                                           size_t header_size, const void *pipe_addr, size_t data_size,
                                           pami_endpoint_t origin, pami_recv_t *recv);
/** Dispatch function of a broadcast (pami-collectives 7). */
typedef void (*pami_dispatch_ambroadcast_function)(pami_context_t context, void *cookie,
                                                   const void *header_addr, size_t header_size,
                                                   const void *pipe_addr, size_t data_size,
                                                   pami_endpoint_t origin, pami_geometry_t geometry,
                                                   pami_recv_t *recv);
/** Dispatch function of a scatter. */
typedef void (*pami_dispatch_amscatter_function)(pami_context_t context, void *cookie,
                                                 const void *header_addr, size_t header_size,
                                                 const void *pipe_addr, size_t data_size,
                                                 pami_endpoint_t origin, pami_geometry_t geometry,
                                                 pami_recv_t *recv);
/** Dispatch function of a gather. */
typedef void (*pami_dispatch_amgather_function)(pami_context_t context, void *cookie, const void *header_addr,
                                                size_t header_size, size_t data_size, pami_endpoint_t origin,
                                                pami_geometry_t geometry, pami_recv_t *send);
/** Dispatch function of a reduction. @param op receives the operation */
typedef void (*pami_dispatch_amreduce_function)(pami_context_t context, void *cookie, const void *header_addr,
                                                size_t header_size, size_t data_size, pami_endpoint_t origin,
                                                pami_geometry_t geometry, pami_data_function *op,
                                                pami_recv_t *send);

/** Dispatch functions (pami-core 12). */
typedef union {
    pami_dispatch_p2p_function p2p;
    pami_dispatch_ambroadcast_function ambroadcast;
    pami_dispatch_amscatter_function amscatter;
    pami_dispatch_amgather_function amgather;
    pami_dispatch_amreduce_function amreduce;
} pami_dispatch_callback_function;

/** Sets the function of a dispatch id on a context, for sends and receives. Messages for ids that are not set
 * are queued.
 * @param dispatch  0 to PAMI_CONTEXT_DISPATCH_ID_MAX
 * @return PAMI_SUCCESS; PAMI_ERROR: a hint cannot be honoured, no effect; PAMI_INVAL
 */
pami_result_t PAMI_Dispatch_set(pami_context_t context, size_t dispatch, pami_dispatch_callback_function fn,
                                void *cookie, pami_dispatch_hint_t options);
/** Queries PAMI_DISPATCH_SEND_IMMEDIATE_MAX and PAMI_DISPATCH_RECV_IMMEDIATE_MAX, which also limits headers
 * of an id with long_header disabled. @return PAMI_INVAL: id not set, or unknown attribute */
pami_result_t PAMI_Dispatch_query(pami_context_t context, size_t dispatch,
                                  pami_configuration_t configuration[], size_t num_configs);
/** @return PAMI_INVAL: no attribute can be set */
pami_result_t PAMI_Dispatch_update(pami_context_t context, size_t dispatch,
                                   pami_configuration_t configuration[], size_t num_configs);
/** @} */

/** @name Put and get (pami-pt2pt 6, 8)
 * @{ */
/** Common arguments of one-sided operations. */
typedef struct {
    pami_endpoint_t dest;
    pami_send_hint_t hints; /**< Not used. */
    size_t bytes;           /**< Data bytes; not 0. */
    void *cookie;
    pami_event_function done_fn; /**< Put: the source may be reused. Get: the data has arrived. */
} pami_rma_t;

/** Addresses in this task and in the target. */
typedef struct {
    void *local;
    void *remote;
} pami_rma_addr_t;

/** Layouts in this task and in the target; owned by the caller. */
typedef struct {
    pami_type_t local;
    pami_type_t remote;
} pami_rma_typed_t;

/** Additional argument of puts. */
typedef struct {
    pami_event_function rdone_fn; /**< The data is in the target's memory. */
} pami_rma_put_t;

/** A put by addresses. */
typedef struct {
    pami_rma_t rma;
    pami_rma_addr_t addr;
    pami_rma_put_t put;
} pami_put_simple_t;

/** A put by addresses, with layouts. */
typedef struct {
    pami_rma_t rma;
    pami_rma_addr_t addr;
    pami_rma_typed_t type;
    pami_rma_put_t put;
} pami_put_typed_t;

/** A get by addresses. */
typedef struct {
    pami_rma_t rma;
    pami_rma_addr_t addr;
} pami_get_simple_t;

/** A get by addresses, with layouts. */
typedef struct {
    pami_rma_t rma;
    pami_rma_addr_t addr;
    pami_rma_typed_t type;
} pami_get_typed_t;

/** A location in a memory region. */
typedef struct {
    pami_memregion_t *mr; /**< Read by the call. */
    size_t offset;        /**< Bytes from the region's address. */
} pami_rma_mr_t;

/** Locations in this task and in the target. */
typedef struct {
    pami_rma_mr_t local;
    pami_rma_mr_t remote;
} pami_rdma_t;

/** A put by memory regions. */
typedef struct {
    pami_rma_t rma;
    pami_rdma_t rdma;
    pami_rma_put_t put;
} pami_rput_simple_t;

/** A put by memory regions, with layouts. */
typedef struct {
    pami_rma_t rma;
    pami_rdma_t rdma;
    pami_rma_typed_t type;
    pami_rma_put_t put;
} pami_rput_typed_t;

/** A get by memory regions. */
typedef struct {
    pami_rma_t rma;
    pami_rdma_t rdma;
} pami_rget_simple_t;

/** A get by memory regions, with layouts. */
typedef struct {
    pami_rma_t rma;
    pami_rdma_t rdma;
    pami_rma_typed_t type;
} pami_rget_typed_t;

/** Writes to the target's memory. */
pami_result_t PAMI_Put(pami_context_t context, pami_put_simple_t *parameters);
/** Writes to the target's memory, with layouts. */
pami_result_t PAMI_Put_typed(pami_context_t context, pami_put_typed_t *parameters);
/** Reads from the target's memory. */
pami_result_t PAMI_Get(pami_context_t context, pami_get_simple_t *parameters);
/** Reads from the target's memory, with layouts. */
pami_result_t PAMI_Get_typed(pami_context_t context, pami_get_typed_t *parameters);
/** Writes to a memory region; the target need not advance. */
pami_result_t PAMI_Rput(pami_context_t context, pami_rput_simple_t *parameters);
/** Writes to a memory region, with layouts. */
pami_result_t PAMI_Rput_typed(pami_context_t context, pami_rput_typed_t *parameters);
/** Reads from a memory region; the target need not advance. */
pami_result_t PAMI_Rget(pami_context_t context, pami_rget_simple_t *parameters);
/** Reads from a memory region, with layouts. */
pami_result_t PAMI_Rget_typed(pami_context_t context, pami_rget_typed_t *parameters);
/** @} */

/** @name Read-modify-write (pami-pt2pt 7)
 * @{ */
/** Operations: combinations of fetch, compare and modify. */
typedef enum {
    PAMI_ATOMIC_FETCH = 0x01,
    PAMI_ATOMIC_COMPARE = 0x02,

    PAMI_ATOMIC_SET = 0x04,
    PAMI_ATOMIC_ADD = 0x08,
    PAMI_ATOMIC_OR = 0x0c,
    PAMI_ATOMIC_AND = 0x10,
    PAMI_ATOMIC_XOR = 0x14,

    PAMI_ATOMIC_FETCH_SET = 0x05,
    PAMI_ATOMIC_FETCH_ADD = 0x09,
    PAMI_ATOMIC_FETCH_OR = 0x0d,
    PAMI_ATOMIC_FETCH_AND = 0x11,
    PAMI_ATOMIC_FETCH_XOR = 0x15,

    PAMI_ATOMIC_COMPARE_SET = 0x06,
    PAMI_ATOMIC_COMPARE_ADD = 0x0a,
    PAMI_ATOMIC_COMPARE_OR = 0x0e,
    PAMI_ATOMIC_COMPARE_AND = 0x12,
    PAMI_ATOMIC_COMPARE_XOR = 0x16,

    PAMI_ATOMIC_FETCH_COMPARE_SET = 0x07,
    PAMI_ATOMIC_FETCH_COMPARE_ADD = 0x0b,
    PAMI_ATOMIC_FETCH_COMPARE_OR = 0x0f,
    PAMI_ATOMIC_FETCH_COMPARE_AND = 0x13,
    PAMI_ATOMIC_FETCH_COMPARE_XOR = 0x17
} pami_atomic_t;

/** A read-modify-write of an integer. */
typedef struct {
    pami_endpoint_t dest;
    pami_send_hint_t hints; /**< Not used. */
    void *cookie;
    pami_event_function done_fn;
    void *local;  /**< FETCH: receives the old value. */
    void *remote; /**< Address in the target, naturally aligned. */
    void *value;  /**< Operand. */
    void *test;   /**< COMPARE: old value required for the modification. */
    pami_atomic_t operation;
    pami_type_t type; /**< PAMI_TYPE_SIGNED_INT, UNSIGNED_INT, or the _LONG and _LONG_LONG types. */
} pami_rmw_t;

/** Modifies an integer of the target, atomically with respect to such calls and to atomic instructions, in an
 * advance of the target's context. Calls are not ordered. */
pami_result_t PAMI_Rmw(pami_context_t context, pami_rmw_t *parameters);
/** @} */

/** @name Fences (pami-pt2pt 9)
 * Local to the caller; PAMI_Fence_begin() is optional. done_fn may run inside the call. Requires advances of
 * the targets.
 *
 * At completion, for all earlier operations of this context: data of puts is in the target's memory, data of
 * gets has arrived, integers have been modified, and their callbacks have run. Messages with ids that are set
 * have been dispatched and their data is in the target's receive buffers; the target's local_fn may follow.
 * @{
 */
/** Starts a region with fences. */
pami_result_t PAMI_Fence_begin(pami_context_t context);
/** Ends a region with fences. */
pami_result_t PAMI_Fence_end(pami_context_t context);
/** Completes when all earlier operations of the context are complete. */
pami_result_t PAMI_Fence_all(pami_context_t context, pami_event_function done_fn, void *cookie);
/** Completes when all earlier operations to one endpoint are complete. */
pami_result_t PAMI_Fence_endpoint(pami_context_t context, pami_event_function done_fn, void *cookie,
                                  pami_endpoint_t target);
/** @} */

/** @name Connections (pami-pt2pt 10)
 * @{ */
/** Checks endpoints: connections have no state. */
pami_result_t PAMI_Purge(pami_context_t context, pami_endpoint_t *dest, size_t count);
/** Re-enables endpoints after PAMI_Purge(). */
pami_result_t PAMI_Resume(pami_context_t context, pami_endpoint_t *dest, size_t count);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_PAMI_PT2PT_H */
