/* SPDX-License-Identifier: BSD-3-Clause */
/** OPENING
 * @file endpoint.h
 * @brief Private to the kernel shim: an endpoint of libfabric, which is loaded when the first one is opened.
 *
 * Reliable datagrams in order that are received by tag, nothing else: FI_EP_RDM, FI_TAGGED, FI_ORDER_SAS.
 * Progress is manual as far as the endpoint is concerned, and one thread at a time uses it
 * (FI_THREAD_DOMAIN).

 * @file message.h
 * @brief Private to the kernel shim: registered memory of network messages. Not thread-safe.

 * @file fabric_lane.h
 * @brief Private to the kernel shim: the sending side of connections over a network, and who is watched.
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
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

#include "transport/connection.h"
#include "transport/fabric.h"
#include "transport/wire.h"

#define EMUQ_ENDPOINT_PROVIDER 64u  /**< bytes of a provider's name, with the zero */
#define EMUQ_ENDPOINT_ADDRESS  128u /**< bytes of an endpoint's address, at most */

/** An endpoint and what it needs. Zeros: closed. */
typedef struct emuq_endpoint {
    struct fi_info *info;
    struct fid_fabric *fabric;
    struct fid_domain *domain;
    struct fid_av *av;
    struct fid_cq *cq; /**< of sends and receives, struct fi_cq_msg_entry */
    struct fid_ep *ep;
    int wait_fd;       /**< readable when the queue is not empty; -1: the provider has none */
    uint64_t next_key; /**< of memory that is registered */
    char provider[EMUQ_ENDPOINT_PROVIDER];
    _Alignas(8) unsigned char address[EMUQ_ENDPOINT_ADDRESS];
    size_t address_bytes;
} emuq_endpoint_t;

/** Memory that the endpoint may use. */
typedef struct emuq_registered {
    struct fid_mr *mr; /**< NULL: the provider does not want to know of it */
    void *descriptor;
} emuq_registered_t;

/** Opens an endpoint. Not thread-safe.
 *  @param provider name of a provider, or "": the first that libfabric offers and that is known to do
 *  @param address numeric address of this host to listen on
 *  @return 0, or a negative errno after a message */
int emuq_endpoint_open(emuq_endpoint_t *e, const char *provider, const char *address);
/** Closes it. No memory is registered with it. */
void emuq_endpoint_close(emuq_endpoint_t *e);

/** Allows an endpoint to send from memory, and to receive into it. @return 0, or a negative errno */
int emuq_endpoint_register(emuq_endpoint_t *e, void *memory, size_t bytes, emuq_registered_t *registered);

/** Whether the endpoint has to be allowed that at all. */
static inline bool emuq_endpoint_registers(const emuq_endpoint_t *e)
{
    return ((uint64_t)e->info->domain_attr->mr_mode & FI_MR_LOCAL) != 0;
}

/** Mask of the bits of a tag that the provider does not ignore, from bit 0 on. */
static inline uint64_t emuq_endpoint_tag_bits(const emuq_endpoint_t *e)
{
    uint64_t format = e->info->ep_attr->mem_tag_format;
    return format != 0 ? UINT64_MAX >> __builtin_clzll(format) : UINT64_MAX;
}

/** Prepares to sleep on the wait descriptor. @return whether there may be nothing to be read */
bool emuq_endpoint_may_sleep(emuq_endpoint_t *e);

/** What a positive error number of libfabric means. */
const char *emuq_endpoint_strerror(int error);

/** A network message that is sent, received, or filled. */
typedef struct emuq_wire_message {
    struct fi_context2 context;     /**< first: completions name it */
    struct emuq_wire_message *next; /**< in the list that it is in */
    char *wire;                     /**< its bytes, aligned as frames are */
    char *own;                      /**< what wire is, unless its frame is lent */
    void (*done)(void *argument);   /**< to be called with ... */
    void *argument;          /**< ... this when a frame that is lent is not needed any more; else NULL */
    void *descriptor;        /**< of the registered memory */
    size_t capacity;         /**< for head, frames and padding; the table has its own */
    size_t end;              /**< where the last frame and its padding end; received: bytes */
    uint32_t host;           /**< sent: where to; UINT32_MAX: received */
    uint16_t kind;           /**< emuq_wire_kind_t */
    uint32_t frames, waited; /**< how many it has; of them were counted as waiting */
    size_t closed;           /**< bytes of the complete message; 0: head and table are not written */
    uint32_t closed_frames;  /**< frames of the complete message */
    uint32_t length[EMUQ_WIRE_FRAMES];
} emuq_wire_message_t;

/** Messages that are not in use, in two sizes. Zeros: none. */
typedef struct emuq_wire_messages {
    emuq_endpoint_t *endpoint;
    emuq_wire_message_t *free[2];
    struct emuq_slab *slabs;
} emuq_wire_messages_t;

/** Takes a message with room for one frame of @p bytes bytes, and for more if that is little.
 *  @return NULL: no memory */
emuq_wire_message_t *emuq_wire_message_get(emuq_wire_messages_t *messages, size_t bytes);
/** Has a message that was taken consist of a frame that is lent, with margins, and needs no registration.
 *  @param done called with @p argument when the message is given back */
void emuq_wire_message_lend(emuq_wire_message_t *m, void *frame, size_t bytes, void (*done)(void *argument),
                            void *argument);
/** Gives it back. */
void emuq_wire_message_put(emuq_wire_messages_t *messages, emuq_wire_message_t *m);
/** Frees all; none is in use. */
void emuq_wire_messages_free(emuq_wire_messages_t *messages);

/** Whether a frame of @p bytes bytes fits into a message besides those that it has. */
bool emuq_wire_message_fits(const emuq_wire_message_t *m, size_t bytes);
/** Appends a frame that fits. @param bytes of all parts */
void emuq_wire_message_append(emuq_wire_message_t *m, const struct iovec *part, int parts, size_t bytes);

/** The connection to a host. */
typedef struct emuq_connection {
    emuq_wire_message_t *first, *last; /**< that have not been given to the endpoint, in order */
    fi_addr_t address;                 /**< FI_ADDR_NOTAVAIL: nothing has been sent */
    uint64_t tag;                      /**< of messages to this host (mac.h) */
    uint64_t next_out, next_in;        /**< sequence numbers */
    uint64_t last_received, last_sent; /**< ns; when, at last */
    uint64_t suspected;                /**< ns; if after heard: when it was first found too silent */
    uint64_t probe_ok;                 /**< ns; when its system has said that its process is there, at last */
    int probe;                         /**< probe.h; -1: none */
    uint32_t next_busy;                /**< in the list of the set */
    uint16_t in_flight;                /**< messages that the endpoint has */
    bool is_busy;                      /**< in that list: something waits to be sent */
    bool is_of_rank;                   /**< its engine is in a rank's process */
    bool is_used;                      /**< frames have been exchanged */
    bool has_ended;                    /**< nothing goes or comes any more */
    bool receive_ended;                /**< nothing that comes is looked at any more */
    bool peer_closed, is_closing;      /**< the other host has sent its last message; this one has */
    bool is_reported;                  /**< the engine knows that the connection has ended */
    emuq_wire_message_t *early;        /**< that have come before their turn, by sequence */
    char *text;                        /**< the host's (process.h) */
    char *name;
    char *reason; /**< why it has ended, or NULL */
} emuq_connection_t;

/** The connections of a host. */
typedef struct emuq_connection_set {
    emuq_endpoint_t *endpoint;
    emuq_wire_messages_t messages;
    emuq_wire_job_t job;
    emuq_connection_t *connection;    /**< [hosts] */
    emuq_connection_counts_t *counts; /**< [hosts] or NULL */
    uint32_t busy;                    /**< the first connection with something to send; UINT32_MAX: none */
    uint32_t in_flight;               /**< messages that the endpoint has, of all connections */
    uint32_t unreported;              /**< connections that have ended without the engine's knowledge */
    uint64_t now,
        last_watch;   /**< ns; at the last call of emuq_connections_watch(), and when it looked at all */
    uint64_t resumed; /**< ns; when this process last went on after it had not run */
    uint64_t silence; /**< ns after which a host is lost */
} emuq_connection_set_t;

/** Makes the connections of a set whose endpoint is open. @return 0, or a negative errno after a message */
int emuq_connections_open(emuq_connection_set_t *set, const emuq_wire_job_t *job,
                          const emuq_host_text_t *texts, uint64_t now);
/** Frees them; messages are freed elsewhere. */
void emuq_connections_close(emuq_connection_set_t *set);

/** Copies a frame to the end of a connection. @return 0; or -EPIPE, -EMSGSIZE, -ENOMEM */
int emuq_connection_add_frame(emuq_connection_set_t *set, uint32_t host, const struct iovec *part, int parts);
/** Adds a frame to the end of a connection as lend() of emuq_connections_t does; a short one is copied.
 * @return the same
 */
int emuq_connection_lend_frame(emuq_connection_set_t *set, uint32_t host, void *frame, size_t bytes,
                               void (*done)(void *argument), void *argument);
/** Gives the endpoint what it takes. */
void emuq_connections_post(emuq_connection_set_t *set);
/** The endpoint does not need a message any more. */
void emuq_connection_sent(emuq_connection_set_t *set, emuq_wire_message_t *m);

/** A connection ends. @param why of the host */
void emuq_connection_end(emuq_connection_set_t *set, uint32_t host, const char *why);
/** The receiving half of a connection ends. */
void emuq_connection_stop_receiving(emuq_connection_set_t *set, uint32_t host, const char *why);
/** The last message of the other host has come. */
void emuq_connection_peer_closed(emuq_connection_set_t *set, uint32_t host);
/** Whether the engine has to be told, now, that a connection has ended. */
bool emuq_connection_must_report(emuq_connection_set_t *set, uint32_t host);

/** Time has come to @p now: sends heartbeats, and ends the connections of hosts that are silent. */
void emuq_connections_watch(emuq_connection_set_t *set, uint64_t now);

/** Whether a host is watched (fabric.h). */
bool emuq_connection_is_watched(const emuq_connection_set_t *set, uint32_t host);

/** Sends the last message on all connections of hosts that are watched. */
void emuq_connections_shutdown(emuq_connection_set_t *set);
/** Whether some of these connections have something to send, or another host has not sent its last message.
 */
bool emuq_connections_are_open(const emuq_connection_set_t *set);

/** Name of a host. */
const char *emuq_connection_name(const emuq_connection_set_t *set, uint32_t host);

#endif /* EMUQ_TRANSPORT_FABRIC_PRIVATE_H */
