/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file provider.h
 * @brief The libfabric provider "emuq": objects, and the protocol of messages.
 *
 * The process becomes a rank of a partition when it opens a domain (emuq/join.h). Progress is manual: reading
 * a completion queue or a counter makes progress on its endpoints.
 *
 * *Messages.* Up to a packet: SINGLE. Up to EMUQ_FI_PARTS_BYTES, with space for all packets: SINGLE and
 * PARTs, which the receiver copies to the receive that matches the first packet, or, without one, to a buffer
 * until the message is whole. Longer: PULL names the data, which the receiver gets by a remote get
 * when it has matched the message, then it sends RELEASE. Data of medium size wait in a buffer of the sender
 * in shared memory, so that the send is complete at once; longer data wait in the program's memory. All
 * packets to an endpoint use one FIFO and deterministic routing, so messages are matched in the order of
 * sending. Default level of completion: the data buffer may be reused. fi_close() waits for the delivery of
 * buffered data, at most a second.
 *
 * *Remote memory access.* rma.c. The initiator checks an access by the table of the target's domain
 * (registration.h), then transfers without the target's help.
 *
 * *Locks.* The lock of an endpoint guards it, its matching and its Message Unit; the lock of a queue guards
 * its entries; the list of endpoints of a queue or counter has a lock. Order: list, endpoint, queue.
 * With FI_THREAD_DOMAIN and FI_THREAD_COMPLETION there are no locks.
 */
#ifndef EMUQ_FABRIC_PROVIDER_H
#define EMUQ_FABRIC_PROVIDER_H

#include <pthread.h>
#include <rdma/fabric.h>
#include <rdma/fi_atomic.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>
#include <rdma/fi_tagged.h>
#include <rdma/providers/fi_prov.h>

#include "base/atomic.h"
#include "fabric/mu.h"
#include "fabric/registration.h"
#include "fabric/wait.h"

#define EMUQ_FI_NAME        "emuq"
#define EMUQ_FI_DOMAIN      "emuq-mu"
#define EMUQ_FI_DOMAIN_CARD "emuq-apenet"

#define EMUQ_FI_IOV          4u                  /**< most parts of a message */
#define EMUQ_FI_MESSAGE_MOST (UINT64_C(1) << 36) /**< bytes */
#define EMUQ_FI_PARTS_BYTES  2048u               /**< maximum message in several packets */
#define EMUQ_FI_NAME_BYTES   40u                 /**< of a service, with the last byte 0 */
#define EMUQ_FI_INJECT       496u                /**< bytes; a packet, less the data of a completion */

/** Kinds of packets, in the low bits of emuq_fi_software_t::kind. */
enum {
    EMUQ_FI_SINGLE,   /**< a message, or its first packet */
    EMUQ_FI_PULL,     /**< names a message */
    EMUQ_FI_RELEASE,  /**< word: request of the sender */
    EMUQ_FI_ACCESSED, /**< a write or read of this process's memory, see emuq_fi_accessed_t */
    EMUQ_FI_PART,     /**< a further packet of a message; word: its offset */
    EMUQ_FI_ATOMIC,
    EMUQ_FI_ATOMIC_DONE, /**< word: request; put offset: error; payload: results */
    EMUQ_FI_ARRIVED      /**< asks for RELEASE of the word, after earlier puts */
};

enum {
    EMUQ_FI_KIND_MASK = 0x0f,
    EMUQ_FI_TAGGED = 0x10,   /**< word: tag */
    EMUQ_FI_HAS_DATA = 0x20, /**< SINGLE: the payload begins with the data of the completion, 8 bytes */
    EMUQ_FI_SHORT_DATA =
        0x80, /**< SINGLE, with EMUQ_FI_HAS_DATA: these data are in the high half of the size */
    EMUQ_FI_HAS_REQUEST = 0x40 /**< SINGLE: the payload, after such data, begins with the request of the
                                  sender, 8 bytes; the receiver sends RELEASE on arrival */
};

/** Payload of PULL. */
typedef struct emuq_fi_start {
    uint64_t data;    /**< of the completion */
    uint64_t request; /**< of the sender */
    uint64_t bytes;
    uint64_t pa; /**< of the data */
} emuq_fi_start_t;

/** Payload of ACCESSED. HAS_DATA: the word is the data of the completion. */
typedef struct emuq_fi_accessed {
    uint64_t bytes;
    uint32_t right; /**< EMUQ_FI_KEY_READ or EMUQ_FI_KEY_WRITE */
    uint32_t keys;  /**< regions that count the access */
    uint64_t key[EMUQ_FI_IOV];
} emuq_fi_accessed_t;

/** Common part of objects with locks. */
typedef struct emuq_fi_lock {
    pthread_mutex_t mutex;
    bool is_used;
} emuq_fi_lock_t;

static inline void emuq_fi_lock(emuq_fi_lock_t *l)
{
    if (l->is_used)
        pthread_mutex_lock(&l->mutex);
}

static inline void emuq_fi_unlock(emuq_fi_lock_t *l)
{
    if (l->is_used)
        pthread_mutex_unlock(&l->mutex);
}

typedef struct emuq_fi_fabric {
    struct fid_fabric fid;
    unsigned users; /**< atomic: domains and event queues */
} emuq_fi_fabric_t;

typedef struct emuq_fi_peer {
    emuq_fi_address_t address;
    const emuq_fi_key_t *table; /**< of registered memory; NULL: on another host, or none */
    unsigned is_removed;        /**< atomic */
} emuq_fi_peer_t;

#define EMUQ_FI_BLOCK  16u /**< peers of the first block, a power of two */
#define EMUQ_FI_BLOCKS 40u

/** Peers are never moved: endpoints read without a lock. */
typedef struct emuq_fi_av {
    struct fid_av fid;
    emuq_fi_domain_t *domain;
    pthread_mutex_t lock;                  /**< of changes */
    emuq_fi_peer_t *block[EMUQ_FI_BLOCKS]; /**< block n holds EMUQ_FI_BLOCK << n peers */
    size_t count;      /**< atomic: peers, indexed by fi_addr_t; stored with release, loaded with acquire */
    unsigned version;  /**< atomic: number of changes plus 1, stored with release after a change */
    unsigned users;    /**< atomic: endpoints */
    struct fid_eq *eq; /**< NULL: not bound */
    bool has_events;   /**< FI_EVENT: results of insertions are events */
} emuq_fi_av_t;

/** @return number of the block of peer @p at */
static inline unsigned emuq_fi_av_block(fi_addr_t at)
{
    return 63u - (unsigned)__builtin_clzll(at + EMUQ_FI_BLOCK) - (unsigned)__builtin_ctz(EMUQ_FI_BLOCK);
}

/** @param at less than the number of peers */
static inline emuq_fi_peer_t *emuq_fi_av_peer(const emuq_fi_av_t *av, fi_addr_t at)
{
    unsigned block = emuq_fi_av_block(at);
    return &av->block[block][at + EMUQ_FI_BLOCK - ((uint64_t)EMUQ_FI_BLOCK << block)];
}

/** @return the peer; NULL: none, or removed. Thread-safe */
emuq_fi_peer_t *emuq_fi_av_find(emuq_fi_av_t *av, fi_addr_t at);

/** Identifies an endpoint in the partition: rank and number. */
typedef uint64_t emuq_fi_source_t;

static inline emuq_fi_source_t emuq_fi_source(uint32_t rank, uint32_t endpoint)
{
    return (uint64_t)rank * EMUQ_FI_ENDPOINTS + endpoint;
}

#define EMUQ_FI_ANY_SOURCE UINT64_MAX

/* ---- completions ---- */

typedef struct emuq_fi_entry {
    void *context;
    uint64_t flags;
    size_t bytes;
    void *buffer;
    uint64_t data, tag;
    fi_addr_t source;
    size_t lost; /**< bytes beyond the buffer */
    int error;   /**< errno, or emuq_fi_error(); 0: none */
} emuq_fi_entry_t;

typedef struct emuq_fi_endpoint emuq_fi_endpoint_t;
typedef struct emuq_fi_rma emuq_fi_rma_t;
typedef struct emuq_fi_card emuq_fi_card_t;

typedef struct emuq_fi_binding {
    emuq_fi_endpoint_t *endpoint;
    struct emuq_fi_binding *next;
} emuq_fi_binding_t;

/** Endpoints of a queue or a counter. */
typedef struct emuq_fi_bound {
    emuq_fi_lock_t lock;
    emuq_fi_binding_t *first;
    uint64_t poller, spins; /**< atomic hints: the polling thread, and empty polls until a yield */
    uint64_t waiting;       /**< atomic hint: host time (ns) in a series of empty polls; 0: none */
    unsigned is_described;  /**< atomic: emuq_fi_waits_describe() has been called in this series */
} emuq_fi_bound_t;

struct emuq_fi_domain {
    struct fid_domain fid;
    emuq_fi_fabric_t *fabric;
    enum fi_threading threading;
    emuq_fi_regions_t regions;
    emuq_fi_bound_t endpoints; /**< enabled */
    bool has_card;             /**< emuq-apenet */
    unsigned users;            /**< atomic: objects of the domain */
    emuq_fi_wait_t *progress;  /**< thread that makes progress; NULL: FI_PROGRESS_MANUAL */
};

typedef struct emuq_fi_cq {
    struct fid_cq fid;
    emuq_fi_domain_t *domain;
    enum fi_cq_format format;
    emuq_fi_lock_t lock;
    emuq_fi_entry_t *ring; /**< [size], a power of two; grows */
    size_t size;
    size_t head, tail;    /**< written with the lock; loaded without it to find whether there are entries */
    emuq_fi_wait_t *wait; /**< NULL: no descriptor */
    unsigned signals;     /**< atomic: fi_cq_signal() since the latest fi_cq_sread() that it ended */
    emuq_fi_bound_t bound;
    unsigned users; /**< atomic */
} emuq_fi_cq_t;

struct emuq_fi_cntr {
    struct fid_cntr fid;
    emuq_fi_domain_t *domain;
    uint64_t value, errors;     /**< atomic */
    uint64_t read, read_errors; /**< atomic: the latest that the program has read, for wait objects */
    emuq_fi_wait_t *wait;       /**< NULL: no descriptor */
    bool has_regions; /**< counts accesses of regions, so all endpoints of the domain make progress */
    emuq_fi_bound_t bound;
    unsigned users; /**< atomic */
};

/** Doubles the ring. A failure to allocate memory ends the process, because completions must not be lost. */
void emuq_fi_cq_grow(emuq_fi_cq_t *cq);

/** Takes the lock of a queue. @return the next entry, to be written */
static inline emuq_fi_entry_t *emuq_fi_cq_begin(emuq_fi_cq_t *cq)
{
    emuq_fi_lock(&cq->lock);
    if (__builtin_expect(cq->tail - cq->head == cq->size, 0))
        emuq_fi_cq_grow(cq);
    return &cq->ring[cq->tail & (cq->size - 1)];
}

/** Adds the entry. */
static inline void emuq_fi_cq_end(emuq_fi_cq_t *cq)
{
    AO_store(&cq->tail, cq->tail + 1);
    if (__builtin_expect(cq->wait != NULL, 0))
        emuq_fi_wait_signal(cq->wait);
    emuq_fi_unlock(&cq->lock);
}

/** Counts a completion. @param error 0: success */
void emuq_fi_cntr_count(emuq_fi_cntr_t *cntr, int error);

int emuq_fi_cq_open(struct fid_domain *domain, struct fi_cq_attr *attr, struct fid_cq **cq, void *context);
int emuq_fi_cntr_open(struct fid_domain *domain, struct fi_cntr_attr *attr, struct fid_cntr **cntr,
                      void *context);
/** Makes progress on an endpoint when the object is read. @return 0 or -FI_ENOMEM */
int emuq_fi_bound_add(emuq_fi_bound_t *bound, emuq_fi_endpoint_t *endpoint);
void emuq_fi_bound_remove(emuq_fi_bound_t *bound, const emuq_fi_endpoint_t *endpoint);

/** Makes progress on a queue, a counter or (@p wait not NULL) a domain, or checks an event queue. @param wait
 * in step 1 of this wait object; NULL: a poll
 * @return whether it has entries, or has changed since it was read, or is to be polled again */
bool emuq_fi_object_poll(struct fid *fid, emuq_fi_wait_t *wait);

/* ---- parts of messages ---- */

static inline size_t emuq_fi_parts_bytes(const struct iovec *part, size_t parts)
{
    size_t bytes = 0;
    for (size_t i = 0; i < parts; i++)
        bytes += part[i].iov_len;
    return bytes;
}

/** Copies all parts to contiguous memory. */
static inline void emuq_fi_parts_gather(char *to, const struct iovec *part, size_t parts)
{
    for (size_t i = 0; i < parts; i++) {
        if (part[i].iov_len != 0)
            memcpy(to, part[i].iov_base, part[i].iov_len);
        to += part[i].iov_len;
    }
}

/** Copies contiguous memory to parts. @param bytes more than the parts have are not copied */
static inline void emuq_fi_parts_scatter(const struct iovec *part, size_t parts, const char *from,
                                         size_t bytes)
{
    for (size_t i = 0; i < parts && bytes != 0; i++) {
        size_t n = bytes < part[i].iov_len ? bytes : part[i].iov_len;
        if (n != 0)
            memcpy(part[i].iov_base, from, n);
        from += n;
        bytes -= n;
    }
}

/* ---- messages ---- */

/** A message, or the start of a message. */
typedef struct emuq_fi_message {
    uint8_t kind; /**< with flags */
    emuq_fi_source_t source;
    uint64_t tag;
    emuq_fi_start_t start; /**< SINGLE: data and bytes */
    const char *payload;   /**< SINGLE */
} emuq_fi_message_t;

/** A posted receive. */
typedef struct emuq_fi_receive {
    struct emuq_fi_receive *next;
    void *context;
    uint64_t flags; /**< of the operation */
    uint64_t tag, ignore;
    emuq_fi_source_t source;
    uint32_t parts;
    struct iovec part[EMUQ_FI_IOV];
    size_t bytes; /**< of all parts */
    /** FI_MULTI_RECV: the buffer, if this is a part of it */
    struct emuq_fi_receive *whole;
    uint32_t shares;   /**< of the buffer: incomplete parts */
    bool is_exhausted; /**< no further part */
    bool is_canceled;  /**< FI_ECANCELED when the last part is complete */
    /** PULL: */
    emuq_fi_message_t message;
    emuq_fi_get_t *get; /**< NULL: not yet injected */
    char *target;       /**< contiguous; several parts: malloc() */
} emuq_fi_receive_t;

/** An unexpected message. */
typedef struct emuq_fi_unexpected {
    struct emuq_fi_unexpected *next;
    emuq_fi_message_t message;
    void *claim;    /**< context of FI_CLAIM; NULL: not claimed */
    char payload[]; /**< SINGLE */
} emuq_fi_unexpected_t;

/** A message of several packets: the message of a source whose packets arrive now. */
typedef struct emuq_fi_partial {
    emuq_fi_message_t message; /**< without payload */
    size_t arrived;            /**< bytes; less than those of the message: incomplete */
    emuq_fi_receive_t *receive;
    emuq_fi_unexpected_t *unexpected; /**< if there is no receive */
    char *target;                     /**< contiguous */
    size_t space;                     /**< at target */
} emuq_fi_partial_t;

typedef struct emuq_fi_queue {
    emuq_fi_receive_t *posted, **posted_end;
    emuq_fi_unexpected_t *unexpected, **unexpected_end;
} emuq_fi_queue_t;

/** A send that waits for RELEASE. */
typedef struct emuq_fi_request {
    uint32_t next; /**< free request, number plus 1; 0: none */
    uint32_t
        generation; /**< high word of the identifier, so that RELEASE of an earlier request has no effect */
    bool is_used, completes;
    uint32_t rank; /**< of the receiver */
    void *context;
    uint64_t flags, tag;
    size_t bytes;
    char *staged;       /**< buffer in shared memory; NULL: the program's memory */
    char *copy;         /**< contiguous copy of several parts, malloc() */
    emuq_fi_get_t *get; /**< RELEASE completes a write; NULL: a send */
    void *exposure;     /**< of the data to the receiver, see emuq_fi_port_expose() */
} emuq_fi_request_t;

#define EMUQ_FI_BACKLOG 1024u /**< most short messages that wait for space */

/** A packet that found no space, in the order of calls: RELEASE, or a short message whose send is complete.
 */
typedef struct emuq_fi_pending {
    struct emuq_fi_pending *next;
    bool is_message;
    emuq_fi_source_t to; /**< of RELEASE */
    uint64_t request;    /**< of RELEASE */
    fi_addr_t peer;      /**< of a message, with the following */
    uint64_t tag, data, flags;
    size_t bytes;
    char payload[];
} emuq_fi_pending_t;

#define EMUQ_FI_TAKEN_MOST   16384u /**< a part of the reception FIFO, see emuq_fi_mu_open() */
#define EMUQ_FI_STAGED       32u    /**< buffers of an endpoint */
#define EMUQ_FI_STAGED_BYTES 16384u /**< maximum message in a buffer */

/** A source of messages, in the address vector or not. */
typedef struct emuq_fi_known {
    fi_addr_t address;
    unsigned version;           /**< of the address vector when `address` was found; 0: never */
    emuq_fi_route_t *route;     /**< of replies; NULL: not yet made */
    emuq_fi_partial_t *partial; /**< NULL: no message of several packets has arrived */
} emuq_fi_known_t;

struct emuq_fi_endpoint {
    struct fid_ep fid;
    emuq_fi_domain_t *domain;
    emuq_fi_lock_t lock;
    emuq_fi_mu_t *mu;     /**< NULL: a card */
    emuq_fi_card_t *card; /**< NULL: the Message Unit */
    bool is_open;         /**< enabled */
    bool is_directed;     /**< FI_DIRECTED_RECV: receives name their sources */
    uint32_t number;
    emuq_fi_av_t *av;
    emuq_fi_cq_t *send_cq, *receive_cq;
    emuq_fi_cntr_t *send_cntr, *receive_cntr, *read_cntr, *write_cntr;
    emuq_fi_cntr_t *remote_read_cntr, *remote_write_cntr; /**< of accesses by peers */
    bool has_rma, has_atomic;
    emuq_fi_rma_t *rma, **rma_end; /**< incomplete operations */
    emuq_fi_rma_t *free_rma;
    struct emuq_fi_atomic_wait *atomic; /**< operations that wait for replies; NULL: none yet */
    uint32_t free_atomic, atomics;      /**< number plus 1 of a free one, and number of those in use */
    struct emuq_fi_atomic_reply *reply, **reply_end; /**< replies that wait for space */
    struct emuq_fi_atomic_peer *atomic_peer;         /**< [emuq_joined_ranks()]; NULL: no operation yet */
    bool keeps_order;                                /**< of atomic operations */
    struct emuq_fi_native *native, **native_end;     /**< atomic operations of the Message Unit */
    struct emuq_fi_native *free_native;
    uint32_t natives;                             /**< number of them */
    bool send_is_selective, receive_is_selective; /**< FI_SELECTIVE_COMPLETION */
    uint64_t send_flags, receive_flags;           /**< defaults of calls without flags */
    size_t multi_least;                           /**< FI_OPT_MIN_MULTI_RECV */
    emuq_fi_route_t *route;                       /**< [routes], by fi_addr_t; made at the first use */
    size_t routes;
    emuq_fi_known_t *known; /**< [knowns], by source */
    size_t knowns;
    emuq_fi_queue_t tagged, untagged;
    struct emuq_fi_stx *stx; /**< shared transmit context; NULL: none */
    struct emuq_fi_srx *srx; /**< shared receive context; NULL: none */
    emuq_fi_receive_t *free_receives;
    emuq_fi_request_t *request; /**< [requests] */
    size_t requests;
    uint32_t free_request; /**< number plus 1; 0: none */
    emuq_fi_receive_t *getting;
    emuq_fi_get_t *free_gets;
    uint32_t generation;          /**< of the latest request */
    char *staged[EMUQ_FI_STAGED]; /**< [free_staged] free buffers */
    unsigned free_staged;
    emuq_fi_pending_t *pending, **pending_end;
    unsigned backlog; /**< messages in `pending` */
    struct {
        bool is_set;
        emuq_fi_source_t source;
        uint64_t flags, tag, ignore;
    } probe;        /**< the latest that has found no message, for descriptions */
    uint32_t taken; /**< bytes of packets whose space has not been returned */
    /** @name Departed peers, see peers.c
     * @{ */
    const unsigned *left; /**< emuq_ranks_left() */
    unsigned left_seen;   /**< its value when operations with such peers had failed last */
    unsigned left_found;  /**< its value at the latest check */
    uint64_t left_limit;  /**< packets to be taken from memory first; of a card: host time (ns) to wait for */
    uint16_t polls;       /**< until the next search for deaths */
    /** @} */
    char service[EMUQ_FI_NAME_BYTES]; /**< name while it is enabled; "": none */
};

int emuq_fi_endpoint_open(struct fid_domain *domain, struct fi_info *info, struct fid_ep **ep, void *context);

/** Takes packets, completes gets. Caller holds the endpoint's lock. */
void emuq_fi_progress(emuq_fi_endpoint_t *ep);

/** Route to a peer. @return NULL: no such address */
emuq_fi_route_t *emuq_fi_route_of(emuq_fi_endpoint_t *ep, fi_addr_t to);

/** @return the error of a call without a route: -FI_EINVAL; -FI_EHOSTUNREACH: the peer has left */
int emuq_fi_route_error(emuq_fi_endpoint_t *ep, fi_addr_t to);

/** State of a source. @return NULL: no memory */
emuq_fi_known_t *emuq_fi_known_of(emuq_fi_endpoint_t *ep, emuq_fi_source_t source);

/** The fi_addr_t of a source. @return FI_ADDR_NOTAVAIL: not in the address vector */
fi_addr_t emuq_fi_address_of(emuq_fi_endpoint_t *ep, emuq_fi_source_t source);

/** Route to a source, in the address vector or not. @return NULL: no such rank, or no memory */
emuq_fi_route_t *emuq_fi_route_back(emuq_fi_endpoint_t *ep, emuq_fi_source_t source);

/** @return whether progress is due without a new packet */
static inline bool emuq_fi_is_busy(const emuq_fi_endpoint_t *ep)
{
    return ep->getting != NULL || ep->pending != NULL || ep->rma != NULL || ep->reply != NULL ||
           ep->native != NULL || AO_int_load(ep->left) != ep->left_seen;
}

/** Completes a failed operation. Its entry is written in any case. @param error errno, or emuq_fi_error() */
void emuq_fi_fail(emuq_fi_endpoint_t *ep, void *context, uint64_t entry, emuq_fi_cntr_t *cntr, int error);

#define EMUQ_FI_NO_ENTRY (UINT64_C(1) << 63) /**< flag of a send: no entry in the completion queue */

/** Completes a send, or a remote memory access. @param flags of the operation @param entry of its entry
 * @param cntr NULL: not counted */
static inline void emuq_fi_complete(emuq_fi_endpoint_t *ep, void *context, uint64_t flags, uint64_t entry,
                                    emuq_fi_cntr_t *cntr)
{
    bool has_entry = (flags & FI_COMPLETION) != 0 || !ep->send_is_selective;
    if (has_entry && (flags & EMUQ_FI_NO_ENTRY) == 0 && ep->send_cq != NULL) {
        emuq_fi_entry_t *e = emuq_fi_cq_begin(ep->send_cq);
        *e = (emuq_fi_entry_t){.context = context, .flags = entry};
        emuq_fi_cq_end(ep->send_cq);
    }
    if (cntr != NULL)
        emuq_fi_cntr_count(cntr, 0);
}

typedef struct emuq_fi_send {
    const struct iovec *part;
    size_t parts, bytes; /**< bytes: set by emuq_fi_send() */
    uint64_t tag, data;
    uint64_t flags; /**< of the operation, and FI_MSG or FI_TAGGED */
    void *context;
} emuq_fi_send_t;

/** @return 0 or a negative error of libfabric */
ssize_t emuq_fi_send(struct fid_ep *ep, fi_addr_t to, emuq_fi_send_t *s);

/** For an operation with FI_FENCE. Caller holds the endpoint's lock. @return true: all earlier operations are
 * complete, at the target, too, and packets have as much space as before the call; false: progress was made
 */
bool emuq_fi_fence(emuq_fi_endpoint_t *ep);

/** Adds a packet that found no space. Caller holds the endpoint's lock. */
static inline void emuq_fi_pending_add(emuq_fi_endpoint_t *ep, emuq_fi_pending_t *p)
{
    *ep->pending_end = p;
    ep->pending_end = &p->next;
}

/** Sends a short message that waits for space. Caller holds the endpoint's lock. @return false: no space */
bool emuq_fi_send_pending(emuq_fi_endpoint_t *ep, const emuq_fi_pending_t *p);

/** Fails sends to departed ranks. Caller holds the endpoint's lock. */
void emuq_fi_sends_leave(emuq_fi_endpoint_t *ep);

/** RELEASE has arrived. @param id of the request */
void emuq_fi_send_released(emuq_fi_endpoint_t *ep, uint64_t id);

/** Makes a request whose RELEASE stores 0 to get->left. @return 0 or -FI_ENOMEM */
int emuq_fi_request_arrival(emuq_fi_endpoint_t *ep, fi_addr_t to, emuq_fi_get_t *get, uint64_t *id);

/** @return whether a buffered message of this endpoint has not been received by a living rank */
bool emuq_fi_sends_are_wanted(const emuq_fi_endpoint_t *ep);

/** Parameters of a receive. */
typedef struct emuq_fi_wanted {
    void *context;
    uint64_t flags; /**< of the operation, and FI_MSG or FI_TAGGED */
    uint64_t tag, ignore;
} emuq_fi_wanted_t;

/** @return 0 or a negative error of libfabric */
ssize_t emuq_fi_receive(struct fid_ep *ep, fi_addr_t from, const struct iovec *part, size_t parts,
                        const emuq_fi_wanted_t *w);

/** Completes and frees a receive of no queue. @param error 0, or a positive number */
void emuq_fi_receive_complete(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r, const emuq_fi_message_t *m,
                              int error);

extern struct fi_ops_msg emuq_fi_msg_ops;
extern struct fi_ops_tagged emuq_fi_tagged_ops;
/** Drops unexpected messages. Caller holds the endpoint's lock. */
void emuq_fi_messages_discard(emuq_fi_endpoint_t *ep);
ssize_t emuq_fi_cancel(fid_t fid, void *context);
/** Completes and frees a receive of no queue. Caller holds the endpoint's lock. */
void emuq_fi_receive_canceled(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r);
/** Gives unexpected messages to receives of the shared context. Caller holds the endpoint's lock. */
void emuq_fi_messages_match_again(emuq_fi_endpoint_t *ep);

/* ---- data of messages (transfers.c); the caller holds the endpoint's lock ---- */

/** @return bytes of a message that the buffer of a receive holds */
static inline size_t emuq_fi_receive_bytes(const emuq_fi_receive_t *r, const emuq_fi_message_t *m)
{
    return m->start.bytes < r->bytes ? m->start.bytes : r->bytes;
}

/** @return contiguous memory for the data of a message; NULL: no bytes, or no memory */
char *emuq_fi_receive_target(const emuq_fi_receive_t *r);
/** Moves data to the parts of a receive. @param target of emuq_fi_receive_target(), freed if allocated */
void emuq_fi_receive_from_target(const emuq_fi_receive_t *r, const emuq_fi_message_t *m, char *target);
/** Notifies the sender that its data are used; later without space. @param request of the sender */
void emuq_fi_release(emuq_fi_endpoint_t *ep, emuq_fi_source_t to, uint64_t request);
/** Sends packets that wait for space. */
void emuq_fi_pending_progress(emuq_fi_endpoint_t *ep);
/** Gets the data of a message, and completes its receive. */
void emuq_fi_get_begin(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r, const emuq_fi_message_t *m);
void emuq_fi_gets_progress(emuq_fi_endpoint_t *ep);

/** Describes for emuq-run what the endpoints of a queue or counter wait for. Caller holds no lock. */
void emuq_fi_waits_describe(emuq_fi_bound_t *bound);

/* ---- departed peers (peers.c) ---- */

#define EMUQ_FI_LEFT         FI_ECONNRESET /**< error of an operation whose peer has left */
#define EMUQ_FI_LEFT_PACKETS 1024u         /**< polls for packets of departed ranks; more than a card keeps */

/** @return whether a rank has left; without a system call or a lock */
bool emuq_fi_has_left(const emuq_fi_endpoint_t *ep, uint32_t rank);
/** @return whether a rank had left at the latest emuq_fi_peers_check(): packets taken since then include all
 * its packets */
bool emuq_fi_had_left(const emuq_fi_endpoint_t *ep, uint32_t rank);
/** @param error of a card, in an access to memory of @p rank @return EMUQ_FI_LEFT if its process has ended */
int emuq_fi_peer_error(uint32_t rank, int error);
/** @return whether ranks have left since emuq_fi_peers_fail(). Searches for deaths. */
bool emuq_fi_peers_check(emuq_fi_endpoint_t *ep);
/** Fails operations without a reply of departed ranks. */
void emuq_fi_peers_fail(emuq_fi_endpoint_t *ep);

/** In each round of progress. @return true: ranks have left; when all packets are taken,
 * emuq_fi_peers_fail() is due */
static inline bool emuq_fi_peers_have_left(emuq_fi_endpoint_t *ep)
{
    return __builtin_expect(AO_int_load(ep->left) != ep->left_seen || ++ep->polls == 0, 0) &&
           emuq_fi_peers_check(ep);
}

/* ---- remote memory access ---- */

extern struct fi_ops_rma emuq_fi_rma_ops;
/** Completes operations. Caller holds the endpoint's lock. */
void emuq_fi_rma_progress(emuq_fi_endpoint_t *ep);
/** ACCESSED has arrived. @param data of the completion; NULL: none */
void emuq_fi_rma_accessed(emuq_fi_endpoint_t *ep, emuq_fi_source_t source, const emuq_fi_accessed_t *a,
                          const uint64_t *data);
/** Fails operations on departed ranks. Caller holds the endpoint's lock. */
void emuq_fi_rma_leave(emuq_fi_endpoint_t *ep);
void emuq_fi_rma_close(emuq_fi_endpoint_t *ep);

/* ---- atomic operations ---- */

typedef struct emuq_fi_atomic_request emuq_fi_atomic_request_t;

extern struct fi_ops_atomic emuq_fi_atomic_ops;
int emuq_fi_atomic_query(struct fid_domain *domain, enum fi_datatype type, enum fi_op op,
                         struct fi_atomic_attr *attr, uint64_t flags);
/** Executes a request that has arrived, and replies. */
void emuq_fi_atomic_arrived(emuq_fi_endpoint_t *ep, emuq_fi_source_t source,
                            const emuq_fi_atomic_request_t *request, bool has_data);
/** A reply has arrived. @param id of the request @param error 0, or emuq_fi_error() */
void emuq_fi_atomic_done(emuq_fi_endpoint_t *ep, uint64_t id, uint32_t error, const char *result);
/** Sends replies that wait for space. Caller holds the endpoint's lock. */
void emuq_fi_atomic_progress(emuq_fi_endpoint_t *ep);
/** Fails requests to departed ranks. Caller holds the endpoint's lock. */
void emuq_fi_atomic_leave(emuq_fi_endpoint_t *ep);
void emuq_fi_atomic_close(emuq_fi_endpoint_t *ep);
/** Completes operations of the Message Unit. Caller holds the endpoint's lock. */
void emuq_fi_native_progress(emuq_fi_endpoint_t *ep);
/** Fails operations on departed ranks. Caller holds the endpoint's lock. */
void emuq_fi_native_leave(emuq_fi_endpoint_t *ep);
void emuq_fi_native_close(emuq_fi_endpoint_t *ep);
/** @return number of operations that are offers, so also requests. Caller holds the endpoint's lock. */
uint32_t emuq_fi_native_offers(const emuq_fi_endpoint_t *ep);

/* ---- domains ---- */

int emuq_fi_domain_open(struct fid_fabric *fabric, struct fi_info *info, struct fid_domain **domain,
                        void *context);
int emuq_fi_av_open(struct fid_domain *domain, struct fi_av_attr *attr, struct fid_av **av, void *context);

extern struct fi_provider emuq_fi_provider;

/** @name Functions that are not offered
 * @{ */
int emuq_fi_no_bind(struct fid *fid, struct fid *other, uint64_t flags);
/** Accepts an event queue, which gets no events. */
int emuq_fi_bind_events(struct fid *fid, struct fid *other, uint64_t flags);
int emuq_fi_no_control(struct fid *fid, int command, void *argument);
int emuq_fi_no_open(struct fid *fid, const char *name, uint64_t flags, void **ops, void *context);
/** Operations of an object. */
#define EMUQ_FI_CONTROLLED_OPS(close_function, bind_function, control_function)                              \
    {                                                                                                        \
        .size = sizeof(struct fi_ops), .close = (close_function), .bind = (bind_function),                   \
        .control = (control_function), .ops_open = emuq_fi_no_open                                           \
    }
/** Operations of an object without control commands. */
#define EMUQ_FI_FID_OPS(close_function, bind_function)                                                       \
    EMUQ_FI_CONTROLLED_OPS(close_function, bind_function, emuq_fi_no_control)
/** @} */

/** Initialises a lock. @param threading of the domain: whether the lock is used */
void emuq_fi_lock_init(emuq_fi_lock_t *l, enum fi_threading threading);

#endif /* EMUQ_FABRIC_PROVIDER_H */
