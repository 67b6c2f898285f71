/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file btl.h
 * @brief The byte transfer layer "apenet" of Open MPI 4.1 on APEnet+ cards (apenet 12.5).
 *
 * The process joins a partition (emuq/join.h) and opens its card when the component starts. A fragment, up to
 * ::BTL_PAYLOAD bytes, is a put of one packet to a ring of the peer; the event of the receiver, which follows
 * the data and reports damage, announces it. Long messages are puts and gets of registered memory.
 *
 * *Rings.* Each process has a ring (fabric/ring.h) for each sender, of a page per credit. So no fragment
 * blocks the ring of a card. Without space, fragments wait in a list of the peer.
 *
 * *Slots.* The sender copies each fragment to its position in an equal ring, the source of the put. Returned
 * space means that the fragment has arrived, so its slot is free: no event of the sender is needed.
 *
 * *Threads.* `lock` guards what senders change; it is taken if MPI has several threads. One thread at a time
 * makes progress, which changes the rest. Callbacks are called without the lock.
 */
#ifndef EMUQ_FABRIC_BTL_H
#define EMUQ_FABRIC_BTL_H

#include <stdbool.h>
#include <stdint.h>

#include "opal_config.h"

#include "opal/mca/btl/base/base.h"
#include "opal/mca/btl/btl.h"
#include "opal/mca/rcache/base/base.h"
#include "opal/threads/mutex.h"
#include "opal/util/output.h"
#include "opal/util/proc.h"

#include "apenet/rdma.h"
#include "base/atomic.h"
#include "fabric/ring.h"

#define BTL_PAGE        EMUQ_FI_RING_PAGE   /**< most bytes of a fragment with its header */
#define BTL_PAYLOAD     (BTL_PAGE - 8u)     /**< most bytes of a fragment */
#define BTL_LEFT        (UINT64_C(1) << 63) /**< in a returned position: the peer has ended MPI */
#define BTL_CREDITS     16u                 /**< pages of a ring: default and maximum */
#define BTL_PAGES       640u                /**< most pages of all rings, unless each has one page */
#define BTL_GET_REPEATS 100u                /**< of a get with a damaged payload */

/** Kinds of fragments. */
typedef enum btl_kind {
    BTL_MESSAGE, /**< active message */
    BTL_REQUEST, /**< ::btl_request_t, which the receiver executes when it makes progress */
    BTL_REPLY    /**< ::btl_reply_t */
} btl_kind_t;

/** First bytes of a fragment, in memory of both ends. */
typedef struct btl_header {
    uint64_t tag : 8;   /**< of the active message */
    uint64_t kind : 2;  /**< ::btl_kind_t */
    uint64_t pad : 4;   /**< bytes behind the data, so that the put has whole words */
    uint64_t page : 50; /**< ::btl_address_t::memory of the sender, in pages */
} btl_header_t;

_Static_assert(sizeof(btl_header_t) + BTL_PAYLOAD == BTL_PAGE, "a fragment is one packet");

/** An atomic operation; without one (`is_put`), the sender learns that its earlier puts are written. */
typedef struct btl_request {
    uint64_t operation; /**< of the sender */
    uint64_t address;
    uint64_t operand, compare;
    uint32_t op; /**< ::mca_btl_base_atomic_op_t */
    uint8_t is_put, is_swap /**< compare and swap */, is_int /**< 32 bits */, zero;
} btl_request_t;

typedef struct btl_reply {
    uint64_t operation; /**< of the receiver */
    uint64_t value;     /**< before the atomic operation */
} btl_reply_t;

/** What a process publishes by the modex. */
typedef struct btl_address {
    uint32_t version; /**< ::BTL_VERSION_OF_ADDRESS */
    uint32_t credits;
    uint64_t memory; /**< returned positions, by number of the process, and rings behind them */
    apenet_address_t card;
} btl_address_t;

#define BTL_VERSION_OF_ADDRESS 2u

/** A fragment to be sent, or waiting for space. */
typedef struct btl_fragment {
    mca_btl_base_descriptor_t base;
    mca_btl_base_segment_t segment;
    struct btl_fragment *next;
    mca_btl_base_tag_t tag;
    btl_kind_t kind;
    char data[BTL_PAYLOAD];
} btl_fragment_t;

/** A put, a get, or an atomic operation. */
typedef struct btl_operation {
    struct btl_operation *next;
    struct mca_btl_base_endpoint_t *peer;
    void *local;
    uint64_t remote;
    size_t bytes;
    mca_btl_base_registration_handle_t *handle;
    mca_btl_base_rdma_completion_fn_t done;
    void *context, *data;
    uint32_t repeats;
    bool is_int;   /**< a result of 32 bits */
    uint8_t parts; /**< events and replies until completion; guarded by the lock */
    int status;    /**< of Open MPI */
} btl_operation_t;

/** A process of the partition. */
struct mca_btl_base_endpoint_t {
    apenet_address_t card;
    opal_proc_t *proc; /**< NULL: MPI has not added it */
    uint32_t number;   /**< of the process in the partition, by node and pid */
    bool is_dead;
    uint64_t memory; /**< atomic; ::btl_address_t::memory of the peer; 0: unknown */
    /* Senders. */
    uint64_t sent;                /**< position behind the last fragment */
    btl_fragment_t *first, **end; /**< waiting for space */
    /* Progress. */
    uint64_t consumed; /**< position behind the last received fragment */
    uint64_t returned; /**< `consumed` at the last put */
};

struct mca_btl_base_registration_handle_t {
    apenet_buffer_t buffer;
};

/** Registered memory: an entry of the cache, or a window of MPI. */
typedef struct btl_registration {
    mca_rcache_base_registration_t base; /**< not of a window */
    mca_btl_base_registration_handle_t handle;
    bool is_window;
} btl_registration_t;

typedef struct btl_state {
    unsigned credits_wanted;              /**< parameter */
    apenet_card_t *card;                  /**< NULL: not open */
    struct mca_btl_base_endpoint_t *peer; /**< [peers] */
    uint32_t peers, self;
    apenet_address_t lattice;
    uint32_t credits;           /**< pages of a ring, a power of 2 */
    emuq_fi_ring_shape_t shape; /**< of all rings */
    opal_mutex_t lock;
    btl_fragment_t *spare_fragment;
    btl_operation_t *spare_operation;
    uint32_t waiting;    /**< peers with waiting fragments */
    uint32_t operations; /**< puts, gets and atomic operations that are not complete */
    bool is_progressing;
    unsigned burst;  /**< most events of the next call */
    bool is_closing; /**< callbacks are not valid: MPI closes its layers before the component */
    /* Shared memory: positions returned by each peer, rings; positions returned to each peer, slots. */
    volatile uint64_t *in;
    char *ring;
    uint64_t *out;
    char *slot;
    apenet_buffer_t memory; /**< registration of all */
    bool is_due;            /**< a put of a returned position was not possible */
    uint32_t idle;          /**< empty polls in a row */
} btl_state_t;

typedef struct btl_module {
    mca_btl_base_module_t super;
    mca_btl_base_module_error_cb_fn_t error;
    mca_rcache_base_module_t *rcache;
} btl_module_t;

extern OPAL_MODULE_DECLSPEC mca_btl_base_component_3_0_0_t mca_btl_apenet_component;
extern btl_module_t btl_module;
extern btl_state_t btl;

/* ---- send.c ---- */

mca_btl_base_descriptor_t *btl_alloc(struct mca_btl_base_module_t *module,
                                     struct mca_btl_base_endpoint_t *peer, uint8_t order, size_t size,
                                     uint32_t flags);
int btl_free(struct mca_btl_base_module_t *module, mca_btl_base_descriptor_t *descriptor);
mca_btl_base_descriptor_t *btl_prepare_src(struct mca_btl_base_module_t *module,
                                           struct mca_btl_base_endpoint_t *peer,
                                           struct opal_convertor_t *convertor, uint8_t order, size_t reserve,
                                           size_t *size, uint32_t flags);
int btl_send(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer,
             mca_btl_base_descriptor_t *descriptor, mca_btl_base_tag_t tag);
int btl_sendi(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer,
              struct opal_convertor_t *convertor, void *header, size_t header_size, size_t payload_size,
              uint8_t order, uint32_t flags, mca_btl_base_tag_t tag, mca_btl_base_descriptor_t **descriptor);

/** Sends a request or a reply. @return a status of Open MPI, after reporting an error */
int btl_send_control(struct mca_btl_base_endpoint_t *peer, btl_kind_t kind, const void *data, size_t bytes);

/** Frees the fragments. */
void btl_send_close(void);

/** Sends fragments that wait, as far as there is space. @return their number */
int btl_send_waiting(void);

/** Reports a lost peer, or a lost message, to MPI, which in general ends the job. @param peer NULL: unknown
 */
void btl_fail(struct mca_btl_base_endpoint_t *peer, const char *what, int status);

/* ---- rdma.c ---- */

/** Makes the registration cache. @return 0 or a negative errno */
int btl_rdma_open(void);
void btl_rdma_close(void);

mca_btl_base_registration_handle_t *btl_register_mem(struct mca_btl_base_module_t *module,
                                                     struct mca_btl_base_endpoint_t *peer, void *base,
                                                     size_t size, uint32_t flags);
int btl_deregister_mem(struct mca_btl_base_module_t *module, mca_btl_base_registration_handle_t *handle);
int btl_put(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer, void *local,
            uint64_t remote, mca_btl_base_registration_handle_t *local_handle,
            mca_btl_base_registration_handle_t *remote_handle, size_t size, int flags, int order,
            mca_btl_base_rdma_completion_fn_t done, void *context, void *data);
int btl_get(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer, void *local,
            uint64_t remote, mca_btl_base_registration_handle_t *local_handle,
            mca_btl_base_registration_handle_t *remote_handle, size_t size, int flags, int order,
            mca_btl_base_rdma_completion_fn_t done, void *context, void *data);

/** Handles the event of a put or a get. */
void btl_rdma_event(const apenet_event_t *event);

int btl_atomic_op(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer, uint64_t remote,
                  mca_btl_base_registration_handle_t *handle, mca_btl_base_atomic_op_t op, uint64_t operand,
                  int flags, int order, mca_btl_base_rdma_completion_fn_t done, void *context, void *data);
int btl_atomic_fop(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer, void *local,
                   uint64_t remote, mca_btl_base_registration_handle_t *local_handle,
                   mca_btl_base_registration_handle_t *remote_handle, mca_btl_base_atomic_op_t op,
                   uint64_t operand, int flags, int order, mca_btl_base_rdma_completion_fn_t done,
                   void *context, void *data);
int btl_atomic_cswap(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer, void *local,
                     uint64_t remote, mca_btl_base_registration_handle_t *local_handle,
                     mca_btl_base_registration_handle_t *remote_handle, uint64_t compare, uint64_t value,
                     int flags, int order, mca_btl_base_rdma_completion_fn_t done, void *context, void *data);

/** Handles a fragment that is no active message. */
void btl_control_received(struct mca_btl_base_endpoint_t *peer, btl_kind_t kind, const void *data,
                          size_t bytes);

/* ---- progress.c ---- */

/** Relaxed: procs_add() and each fragment store equal values. @return 0: unknown peer */
static inline uint64_t btl_memory_of(const struct mca_btl_base_endpoint_t *peer)
{
    return AO_load(&peer->memory);
}

/** Offset of a position in the rings of a process, and in the slots. @param number of the peer */
static inline size_t btl_offset(uint32_t number, uint64_t position)
{
    return (size_t)number * btl.shape.bytes + emuq_fi_ring_offset(btl.shape, position);
}

/** Number of a process by node and pid. @return ::btl_state_t::peers: no such process */
uint32_t btl_number_of(apenet_address_t card);

/** Allocates and registers rings, slots and positions, for @p ranks processes. @return 0 or a negative errno
 */
int btl_progress_open(uint32_t ranks);

/** Completes messages and operations, for 2 s at most; announces the end to all peers, and frees the buffers.
 */
void btl_progress_close(void);

/** Function of the component. @return the number of events and sent fragments */
int btl_progress(void);

#endif /* EMUQ_FABRIC_BTL_H */
