/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fabric_private.h
 * @brief Endpoints, registered messages and connections of a fabric. One thread at a time.
 *
 * Endpoints offer reliable ordered datagrams with tags: FI_EP_RDM, FI_TAGGED, FI_ORDER_SAS, manual progress.
 */
#ifndef EMUQ_TRANSPORT_FABRIC_PRIVATE_H
#define EMUQ_TRANSPORT_FABRIC_PRIVATE_H

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_eq.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_tagged.h>

#include "transport/fabric.h"

#define EMUQ_ENDPOINT_PROVIDER 64u  /**< bytes of a provider's name, with the zero */
#define EMUQ_ENDPOINT_ADDRESS  128u /**< maximum bytes of an endpoint's address */

typedef struct emuq_endpoint {
    struct fi_info *info;
    struct fid_fabric *fabric;
    struct fid_domain *domain;
    struct fid_av *av;
    struct fid_cq *cq; /**< struct fi_cq_msg_entry */
    struct fid_ep *ep;
    int wait_fd; /**< readable while the queue is not empty; -1: none */
    uint64_t next_key;
    char provider[EMUQ_ENDPOINT_PROVIDER];
    _Alignas(8) unsigned char address[EMUQ_ENDPOINT_ADDRESS];
    size_t address_bytes;
} emuq_endpoint_t;

typedef struct emuq_registered {
    struct fid_mr *mr; /**< NULL: the provider needs no registration */
    void *descriptor;
} emuq_registered_t;

/** Opens an endpoint; loads libfabric on first use. @param provider "": the first suitable provider @param
 * address numeric local address @return 0, or -errno after printing an error */
int emuq_endpoint_open(emuq_endpoint_t *e, const char *provider, const char *address);
/** Closes an endpoint without registered memory. */
void emuq_endpoint_close(emuq_endpoint_t *e);

/** @return 0, or -errno */
int emuq_endpoint_register(emuq_endpoint_t *e, void *memory, size_t bytes, emuq_registered_t *registered);

static inline bool emuq_endpoint_registers(const emuq_endpoint_t *e)
{
    return ((uint64_t)e->info->domain_attr->mr_mode & FI_MR_LOCAL) != 0;
}

/** Mask of the tag bits that the provider uses. */
static inline uint64_t emuq_endpoint_tag_bits(const emuq_endpoint_t *e)
{
    uint64_t format = e->info->ep_attr->mem_tag_format;
    return format != 0 ? UINT64_MAX >> __builtin_clzll(format) : UINT64_MAX;
}

/** Prepares to sleep on the wait descriptor. @return false: completions are pending */
bool emuq_endpoint_may_sleep(emuq_endpoint_t *e);

const char *emuq_endpoint_strerror(int error);

typedef struct emuq_wire_message {
    struct fi_context2 context; /**< first member: completions return its address */
    struct emuq_wire_message *next;
    char *wire;                   /**< the bytes, aligned to EMUQ_FRAME_ALIGN */
    char *own;                    /**< registered memory; `wire` differs for a lent frame */
    void (*done)(void *argument); /**< releases a lent frame; or NULL */
    void *argument;
    void *descriptor;       /**< descriptor of the registered memory */
    size_t capacity;        /**< bytes without the table */
    size_t end;             /**< offset after the last padded frame; if received: bytes */
    uint32_t host;          /**< receiver; UINT32_MAX: received message */
    uint16_t kind;          /**< emuq_wire_kind_t */
    uint32_t frames,        /**< frames of the message */
        waited;             /**< frames counted in `waits` */
    size_t closed;          /**< bytes of the complete message; 0: incomplete */
    uint32_t closed_frames; /**< frames in the complete message */
    uint32_t length[EMUQ_WIRE_FRAMES];
} emuq_wire_message_t;

/** Free messages, in two sizes. Zeros: none. */
typedef struct emuq_wire_messages {
    emuq_endpoint_t *endpoint;
    emuq_wire_message_t *free[2];
    struct emuq_slab *slabs;
} emuq_wire_messages_t;

/** A message for a frame of @p bytes bytes, or for several small frames. @return NULL: out of memory */
emuq_wire_message_t *emuq_wire_message_get(emuq_wire_messages_t *messages, size_t bytes);
/** Uses a lent frame, with space for head and table around it, as the message. @param done called with @p
 * argument at emuq_wire_message_put() */
void emuq_wire_message_lend(emuq_wire_message_t *m, void *frame, size_t bytes, void (*done)(void *argument),
                            void *argument);
void emuq_wire_message_put(emuq_wire_messages_t *messages, emuq_wire_message_t *m);
/** Frees all memory. All messages must have been put. */
void emuq_wire_messages_free(emuq_wire_messages_t *messages);

bool emuq_wire_message_fits(const emuq_wire_message_t *m, size_t bytes);
/** Appends a frame that fits. @param bytes of all parts */
void emuq_wire_message_append(emuq_wire_message_t *m, const struct iovec *part, int parts, size_t bytes);

typedef struct emuq_connection {
    emuq_wire_message_t *first, *last; /**< queued messages, in order */
    fi_addr_t address;                 /**< FI_ADDR_NOTAVAIL: nothing has been sent */
    uint64_t tag;
    uint64_t next_out, next_in;        /**< next sequence numbers */
    uint64_t last_received, last_sent; /**< ns */
    uint64_t suspected;                /**< ns; first found silent, if after last_received */
    uint64_t probe_ok;                 /**< ns; last successful probe */
    int probe;                         /**< pending probe; -1: none */
    uint32_t next_busy;
    uint16_t in_flight; /**< messages held by the endpoint */
    bool is_busy;       /**< messages are queued */
    bool is_of_rank;
    bool is_used;               /**< frames have been exchanged */
    bool has_ended;             /**< both directions have ended */
    bool receive_ended;         /**< received messages are ignored */
    bool peer_closed,           /**< the last message of the peer has been received */
        is_closing;             /**< the last message has been sent */
    bool is_reported;           /**< the end has been reported to the engine */
    emuq_wire_message_t *early; /**< messages received out of order, sorted by sequence number */
    char *text;                 /**< copy of the host's name and address; owned */
    char *name;
    char *reason; /**< reason of the end; NULL: none */
} emuq_connection_t;

typedef struct emuq_connection_set {
    emuq_endpoint_t *endpoint;
    emuq_wire_messages_t messages;
    emuq_wire_job_t job;
    emuq_connection_t *connection;    /**< [hosts] */
    emuq_connection_counts_t *counts; /**< [hosts] or NULL */
    uint32_t busy;                    /**< first connection with queued messages; UINT32_MAX: none */
    uint32_t in_flight;               /**< messages in flight */
    uint32_t unreported;              /**< ended connections not reported yet */
    uint64_t now,                     /**< ns; last call of emuq_connections_watch() */
        last_watch;                   /**< ns; last check by emuq_connections_watch() */
    uint64_t resumed;                 /**< ns; end of the last period without polls */
    uint64_t silence;                 /**< ns; maximum silence of a host */
} emuq_connection_set_t;

/** @return 0, or -errno after printing an error */
int emuq_connections_open(emuq_connection_set_t *set, const emuq_wire_job_t *job,
                          const emuq_host_text_t *texts, uint64_t now);
/** Frees the connections, but not the messages. */
void emuq_connections_close(emuq_connection_set_t *set);

/** Appends a copy of a frame. @return 0; -EPIPE; -EMSGSIZE; -ENOMEM */
int emuq_connection_add_frame(emuq_connection_set_t *set, uint32_t host, const struct iovec *part, int parts);
/** Appends a lent frame, or a copy of a short one. @return as emuq_connection_add_frame() */
int emuq_connection_lend_frame(emuq_connection_set_t *set, uint32_t host, void *frame, size_t bytes,
                               void (*done)(void *argument), void *argument);
void emuq_connections_post(emuq_connection_set_t *set);
void emuq_connection_sent(emuq_connection_set_t *set, emuq_wire_message_t *m);

/** Ends a connection. @param why predicate of the host, such as "does not answer" */
void emuq_connection_end(emuq_connection_set_t *set, uint32_t host, const char *why);
/** Ends a connection. @param error positive, of libfabric */
void emuq_connection_fail(emuq_connection_set_t *set, uint32_t host, int error);
void emuq_connection_stop_receiving(emuq_connection_set_t *set, uint32_t host, const char *why);
/** Marks a connection as closed by the peer. Call after the peer's last message. */
void emuq_connection_peer_closed(emuq_connection_set_t *set, uint32_t host);
/** @return true once, for an ended connection; the caller then reports its end */
bool emuq_connection_must_report(emuq_connection_set_t *set, uint32_t host);

/** Sends heartbeats, and ends connections to silent hosts. */
void emuq_connections_watch(emuq_connection_set_t *set, uint64_t now);

/** Whether a host is watched (fabric.h). */
bool emuq_connection_is_watched(const emuq_connection_set_t *set, uint32_t host);

/** Sends the last message to all watched hosts. */
void emuq_connections_shutdown(emuq_connection_set_t *set);
/** Whether messages are queued or in flight, or a peer's last message is missing. */
bool emuq_connections_are_open(const emuq_connection_set_t *set);

const char *emuq_connection_name(const emuq_connection_set_t *set, uint32_t host);

#endif /* EMUQ_TRANSPORT_FABRIC_PRIVATE_H */
