/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file pami_pt2pt.h
 * @brief PAMI: active messages, put and get, read-modify-write, fences (pami-pt2pt). Include pami.h.
 *
 * None of these functions blocks, and none is safe against other calls on the same context. The parameter
 * structure may be reused when a call returns, data buffers at local completion. PAMI_INVAL: an argument, an
 * endpoint or a type is no good; PAMI_ENOMEM: no memory. Nothing has happened then.
 */
#ifndef EMUQ_PAMI_PT2PT_H
#define EMUQ_PAMI_PT2PT_H

#ifdef __cplusplus
extern "C" {
#endif

/** Value of a hint (pami-pt2pt 1). */
typedef enum {
    PAMI_HINT_DEFAULT = 0, /**< The library chooses. */
    PAMI_HINT_ENABLE = 1,
    PAMI_HINT_DISABLE = 2,
    PAMI_HINT_INVALID = 3
} pami_hint_t;

/** Hints of a dispatch id (pami-pt2pt 2): honoured, or PAMI_Dispatch_set() fails. */
typedef struct {
    unsigned multicontext : 2;          /**< Other contexts may be used. */
    unsigned long_header : 2;           /**< Headers may be longer than a packet. */
    unsigned recv_contiguous : 2;       /**< Receives are plain bytes from offset 0. */
    unsigned recv_copy : 2;             /**< Receives copy. */
    unsigned recv_immediate : 2;        /**< Messages arrive immediate: always, or never. */
    unsigned consistency : 2;           /**< Dispatch in the order of the sends. */
    unsigned buffer_registered : 2;     /**< Buffers are in memory regions. */
    unsigned remote_async_progress : 2; /**< The target progresses by itself. */
    unsigned use_rdma : 2;              /**< Use RDMA. */
    unsigned use_shmem : 2;             /**< Use shared memory. */
    unsigned queue_immediate : 2;       /**< Immediate sends wait in the library. */
} pami_dispatch_hint_t;

/** Hints of a send (pami-pt2pt 2): may be anything. */
typedef struct {
    unsigned reserved0 : 12;
    unsigned buffer_registered : 2;
    unsigned remote_async_progress : 2;
    unsigned use_rdma : 2;
    unsigned use_shmem : 2;
    unsigned reserved1 : 2;
} pami_send_hint_t;

/** Hints of a collective: may be anything. */
typedef struct {
    unsigned multicontext : 2;
    unsigned reserved0 : 20;
} pami_collective_hint_t;

/** @name Sending (pami-pt2pt 4)
 * @{ */
/** An immediate send. Lengths may be 0, with any address. */
typedef struct {
    struct iovec header;    /**< For the dispatch function. */
    struct iovec data;      /**< The message. */
    size_t dispatch;        /**< Set on this context. */
    pami_send_hint_t hints; /**< Any. */
    pami_endpoint_t dest;   /**< Where to. */
} pami_send_immediate_t;

/** Completion of a send. */
typedef struct {
    void *cookie;                 /**< For both. */
    pami_event_function local_fn; /**< Header and data may be reused; NULL: not told. */
    /** The message is in the target's receive buffer; NULL: not told. The target has called its dispatch
     *  function, and may not have called its own local_fn yet. Needs advances of the target. */
    pami_event_function remote_fn;
} pami_send_event_t;

/** A send. */
typedef struct {
    pami_send_immediate_t send;
    pami_send_event_t events;
} pami_send_t;

/** A send of data that is laid out by a type; data.iov_len counts bytes of data. */
typedef struct {
    pami_send_immediate_t send;
    pami_send_event_t events;
    struct {
        pami_type_t type;
        size_t offset; /**< Bytes of data that come before. */
        pami_data_function data_fn;
        void *data_cookie;
    } typed;
} pami_send_typed_t;

/** Sends header and data; see pami_send_event_t for what is told when. */
pami_result_t PAMI_Send(pami_context_t context, pami_send_t *parameters);
/** Sends up to PAMI_DISPATCH_SEND_IMMEDIATE_MAX bytes, header and data together; all of it has been copied
 * when the call returns. @return PAMI_EAGAIN only if the id says not to queue */
pami_result_t PAMI_Send_immediate(pami_context_t context, pami_send_immediate_t *parameters);
/** Sends data in the layout of a type; the receiver sees their stream. */
pami_result_t PAMI_Send_typed(pami_context_t context, pami_send_typed_t *parameters);
/** @} */

/** @name Receiving (pami-pt2pt 5)
 * @{ */
/** Where an asynchronous message goes. Filled in by the dispatch function, that finds defaults in it. */
typedef struct {
    void *cookie;
    pami_event_function local_fn; /**< All of it is there; NULL: not told. */
    void *addr;
    pami_type_t type;           /**< PAMI_TYPE_BYTE */
    size_t offset;              /**< Bytes of data that come before: 0. */
    pami_data_function data_fn; /**< PAMI_DATA_COPY */
    void *data_cookie;
} pami_recv_t;

/** A message has come. @p pipe_addr is its data, and @p recv NULL; or @p pipe_addr is NULL, and the function
 *  says in @p recv where the data are to go. */
typedef void (*pami_dispatch_p2p_function)(pami_context_t context, void *cookie, const void *header_addr,
                                           size_t header_size, const void *pipe_addr, size_t data_size,
                                           pami_endpoint_t origin, pami_recv_t *recv);
/** A broadcast has come (pami-collectives 7). */
typedef void (*pami_dispatch_ambroadcast_function)(pami_context_t context, void *cookie,
                                                   const void *header_addr, size_t header_size,
                                                   const void *pipe_addr, size_t data_size,
                                                   pami_endpoint_t origin, pami_geometry_t geometry,
                                                   pami_recv_t *recv);
/** A part of a scatter has come. */
typedef void (*pami_dispatch_amscatter_function)(pami_context_t context, void *cookie,
                                                 const void *header_addr, size_t header_size,
                                                 const void *pipe_addr, size_t data_size,
                                                 pami_endpoint_t origin, pami_geometry_t geometry,
                                                 pami_recv_t *recv);
/** A part of a gather is wanted. */
typedef void (*pami_dispatch_amgather_function)(pami_context_t context, void *cookie, const void *header_addr,
                                                size_t header_size, size_t data_size, pami_endpoint_t origin,
                                                pami_geometry_t geometry, pami_recv_t *send);
/** A contribution to a reduction is wanted. @param op to be set: the operation */
typedef void (*pami_dispatch_amreduce_function)(pami_context_t context, void *cookie, const void *header_addr,
                                                size_t header_size, size_t data_size, pami_endpoint_t origin,
                                                pami_geometry_t geometry, pami_data_function *op,
                                                pami_recv_t *send);

/** One of the dispatch functions (pami-core 12). */
typedef union {
    pami_dispatch_p2p_function p2p;
    pami_dispatch_ambroadcast_function ambroadcast;
    pami_dispatch_amscatter_function amscatter;
    pami_dispatch_amgather_function amgather;
    pami_dispatch_amreduce_function amreduce;
} pami_dispatch_callback_function;

/** Sets the function of a dispatch id on one context, for sending and for receiving. Messages for an id that
 *  is not set yet wait.
 *  @param dispatch  0 to PAMI_CONTEXT_DISPATCH_ID_MAX
 *  @return PAMI_SUCCESS; PAMI_ERROR if a hint cannot be honoured, the id stays free; PAMI_INVAL */
pami_result_t PAMI_Dispatch_set(pami_context_t context, size_t dispatch, pami_dispatch_callback_function fn,
                                void *cookie, pami_dispatch_hint_t options);
/** Answers PAMI_DISPATCH_SEND_IMMEDIATE_MAX and PAMI_DISPATCH_RECV_IMMEDIATE_MAX of an id that has been set.
 * The latter is also the longest header of an id that promises short ones; with recv_immediate disabled it is
 * nothing else. @return PAMI_INVAL: the id is not set, or other attributes were asked for */
pami_result_t PAMI_Dispatch_query(pami_context_t context, size_t dispatch,
                                  pami_configuration_t configuration[], size_t num_configs);
/** @return PAMI_INVAL: nothing can be set. */
pami_result_t PAMI_Dispatch_update(pami_context_t context, size_t dispatch,
                                   pami_configuration_t configuration[], size_t num_configs);
/** @} */

/** @name Put and get (pami-pt2pt 6, 8)
 * @{ */
/** What all one-sided operations have. */
typedef struct {
    pami_endpoint_t dest;
    pami_send_hint_t hints; /**< Any. */
    size_t bytes;           /**< Of data; not 0. */
    void *cookie;           /**< For all callbacks. */
    pami_event_function
        done_fn; /**< Put: the source may be reused; get: the data are there. NULL: not told. */
} pami_rma_t;

/** Addresses here and in the target. */
typedef struct {
    void *local;
    void *remote;
} pami_rma_addr_t;

/** Layouts here and in the target; both are handles of the caller. */
typedef struct {
    pami_type_t local;
    pami_type_t remote;
} pami_rma_typed_t;

/** What a put has besides. */
typedef struct {
    pami_event_function rdone_fn; /**< The data are in the target's memory; NULL: not told. */
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

/** A place in a memory region. */
typedef struct {
    pami_memregion_t *mr; /**< Read before the call returns. */
    size_t offset;        /**< Bytes from the region's address. */
} pami_rma_mr_t;

/** Places here and in the target. */
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
/** The same with layouts. */
pami_result_t PAMI_Put_typed(pami_context_t context, pami_put_typed_t *parameters);
/** Reads from the target's memory. */
pami_result_t PAMI_Get(pami_context_t context, pami_get_simple_t *parameters);
/** The same with layouts. */
pami_result_t PAMI_Get_typed(pami_context_t context, pami_get_typed_t *parameters);
/** Writes to a memory region of the target, which takes no part. */
pami_result_t PAMI_Rput(pami_context_t context, pami_rput_simple_t *parameters);
/** The same with layouts. */
pami_result_t PAMI_Rput_typed(pami_context_t context, pami_rput_typed_t *parameters);
/** Reads from a memory region of the target, which takes no part. */
pami_result_t PAMI_Rget(pami_context_t context, pami_rget_simple_t *parameters);
/** The same with layouts. */
pami_result_t PAMI_Rget_typed(pami_context_t context, pami_rget_typed_t *parameters);
/** @} */

/** @name Read-modify-write (pami-pt2pt 7)
 * @{ */
/** What is done: fetch, compare and modify may be combined. */
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

/** A read-modify-write of one integer. */
typedef struct {
    pami_endpoint_t dest;
    pami_send_hint_t hints; /**< Any. */
    void *cookie;
    pami_event_function done_fn; /**< It has been done; NULL: not told. */
    void *local;                 /**< Gets the old value, with FETCH. */
    void *remote;                /**< The integer, in the target, naturally aligned. */
    void *value;                 /**< Operand of a modification. */
    void *test;                  /**< The modification is done if the integer equals this, with COMPARE. */
    pami_atomic_t operation;
    pami_type_t type; /**< PAMI_TYPE_SIGNED_INT or UNSIGNED_INT, _LONG, _LONG_LONG. */
} pami_rmw_t;

/** Reads and changes an integer of the target, atomically against other such calls and the processor's own
 *  atomic operations. The target does it, in an advance of the context that `dest` names: without one
 *  nothing happens. No order among several. */
pami_result_t PAMI_Rmw(pami_context_t context, pami_rmw_t *parameters);
/** @} */

/** @name Fences (pami-pt2pt 9)
 * Local to the caller, who need not call PAMI_Fence_begin() first. done_fn, which may be NULL, runs on the
 * caller's context, perhaps inside the call. Needs advances of the targets.
 *
 * It promises of what was started on this context before, whether or not it had callbacks: data of puts is in
 * the target's memory, data of gets is here, integers are changed; the callbacks of these operations have
 * been called here, as far as there were any. Messages have arrived: the target has called the dispatch
 * functions of those whose ids are set, and the data is in its receive buffers. Its local_fn may follow.
 * @{ */
/** Begins a region in which fences are used. */
pami_result_t PAMI_Fence_begin(pami_context_t context);
/** Ends it. */
pami_result_t PAMI_Fence_end(pami_context_t context);
/** Tells when all that was started on the context before is complete, remotely too. */
pami_result_t PAMI_Fence_all(pami_context_t context, pami_event_function done_fn, void *cookie);
/** The same for what was started towards one endpoint. */
pami_result_t PAMI_Fence_endpoint(pami_context_t context, pami_event_function done_fn, void *cookie,
                                  pami_endpoint_t target);
/** @} */

/** @name Connections (pami-pt2pt 10)
 * @{ */
/** Forgets what is known of endpoints. */
pami_result_t PAMI_Purge(pami_context_t context, pami_endpoint_t *dest, size_t count);
/** Makes endpoints usable again after PAMI_Purge(). */
pami_result_t PAMI_Resume(pami_context_t context, pami_endpoint_t *dest, size_t count);
/** @} */

#ifdef __cplusplus
}
#endif

#endif /* EMUQ_PAMI_PT2PT_H */
