/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file remote.h
 * @brief Messages to nodes of remote hosts, and replicas of those nodes.
 *
 * Every host builds the whole partition. A node of a remote host is a *replica*: its FIFOs and its table are
 * not used. One process per host, the *host engine*, exchanges frames with remote engines, in order per pair.
 *
 *  - Messages of injection FIFOs are copied (*posts*); the descriptor is complete after the copy.
 *  - Values and results of collectives are requests (deliver.h) to the host engine.
 *  - *Updates* keep the class-route words of replicas current. A host applies an update before later frames
 *    of the same host. For updates seen through a third host, the sender waits for all acknowledgements.
 *
 * A waiter or an update has one owner at a time: sender, mailbox, engine, and at last the sender. A *token*
 * identifies it in frames: a slot of the engine's table, never an address.
 *
 * The posts of an injection FIFO are a *stream*, delivered in order; a waiting post delays no other stream. A
 * post that leaves the window at least half full requests credit. So a parked FIFO always resumes, by the
 * thread that clears `is_full` under the lock of the window.
 *
 * A value of a collective waits at the parent host for its tree. After the end of its own tree the sender
 * withdraws the value. The parent then rejects it, unless an active tree has taken it.
 */
#ifndef EMUQ_EMULATOR_REMOTE_H
#define EMUQ_EMULATOR_REMOTE_H

#include "backends/emulator/core/deliver.h"
#include "backends/emulator/core/remote_ops.h"

/** Limits of an injection FIFO in flight. Half a window holds two full segments. */
#define EMUQ_WINDOW_SEGMENTS 64u
#define EMUQ_WINDOW_BYTES    (UINT32_C(1) << 20)

/* ---- Operations of emuq_remote_ops_t ---- */

bool emuq_remote_is_over(emuq_machine_t *m);
struct emuq_update *emuq_remote_update_send(emuq_mu_node_t *n, emuq_update_kind_t what, uint32_t index,
                                            uint64_t value, bool waits);
uint64_t emuq_remote_update_wait(struct emuq_update *update);
emuq_outcome_t emuq_remote_post(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end);
void emuq_remote_drain(emuq_machine_t *m, uint32_t node, uint64_t end);
void emuq_remote_resume(emuq_work_t *work, emuq_waiter_t *w);
void emuq_remote_request_send(emuq_work_t *work, emuq_waiter_t *w);
bool emuq_remote_flush(void);
void emuq_remote_gi_changed(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route);
void emuq_remote_gi_requested(emuq_work_t *work, emuq_waiter_t *w);
bool emuq_remote_gi_settle(emuq_work_t *work);
bool emuq_remote_collective_run(emuq_work_t *work, emuq_tree_t *t);
bool emuq_remote_collective_continue(emuq_work_t *work, emuq_waiter_t *w);
void emuq_remote_collective_result(emuq_work_t *work, emuq_waiter_t *w);

/* ---- Operations of emuq_backend_remote_ops_t ---- */
int emuq_remote_place(emuq_machine_t *m, const emuq_placement_t *placement);
int emuq_remote_receive(emuq_machine_t *m, uint32_t host, const void *frame, size_t bytes);

int emuq_remote_channel_open(emuq_machine_t *m, uint32_t number, emuq_channel_t **channel);
int emuq_remote_channel_post(emuq_channel_t *channel, uint32_t host, const struct iovec *part, int parts);
emuq_channel_message_t *emuq_remote_channel_next(emuq_channel_t *channel);
void emuq_remote_channel_done(emuq_channel_t *channel, emuq_channel_message_t *message);
bool emuq_remote_channel_batch(bool begins);
int emuq_remote_channel_wait(emuq_channel_t *channel, emuq_ticket_t ticket, uint64_t ns);

/* ---- Frames between host engines; all hosts run the same build ---- */

typedef struct emuq_remote_frame {
    enum {
        EMUQ_REMOTE_REQUEST, /**< emuq_remote_request_t and the bytes of a segment */
        EMUQ_REMOTE_REPLY,
        EMUQ_REMOTE_UPDATE,
        EMUQ_REMOTE_UPDATE_ACK,
        EMUQ_REMOTE_POSTS, /**< emuq_remote_posts_t and its posts, oldest first */
        EMUQ_REMOTE_CREDIT,
        EMUQ_REMOTE_REJECT, /**< the segments of the message count as delivered */
        EMUQ_REMOTE_GI,
        EMUQ_REMOTE_WITHDRAW,
        EMUQ_REMOTE_CHANNEL,       /**< emuq_remote_channel_t and the bytes of a message */
        EMUQ_REMOTE_CHANNEL_CREDIT /**< emuq_remote_channel_t */
    } kind;
    /** Chosen by the requester, repeated by replies. Update: 0 without acknowledgement. Request: 0 if more
     * frames follow. */
    uint32_t token;
} emuq_remote_frame_t;

/** A segment of a request; the bytes follow. */
typedef struct emuq_remote_request {
    emuq_remote_frame_t frame;
    uint32_t from, to;
    uint16_t fifo; /**< injection FIFO of `from` */
    uint8_t interrupt, system;
    uint8_t request_kind;
    uint8_t failed;
    uint8_t completes; /**< last segment: the message is complete and counted */
    uint32_t value;    /**< number of the value at the sending host */
    uint64_t tree;
    uint64_t length, begin;
    MUHWI_PacketHeader_t header;
} emuq_remote_request_t;

typedef struct emuq_remote_reply {
    emuq_remote_frame_t frame;
    uint8_t is_refused;
    uint8_t is_unknown; /**< no such tree, nothing done */
    char what[200], advice[160];
} emuq_remote_reply_t;

typedef struct emuq_remote_update {
    emuq_remote_frame_t frame;
    uint32_t node, what, index;
    uint64_t value;
} emuq_remote_update_t;

typedef struct emuq_remote_update_ack {
    emuq_remote_frame_t frame;
    uint64_t value; /**< the requested value, or 0 */
} emuq_remote_update_ack_t;

typedef struct emuq_remote_posts {
    emuq_remote_frame_t frame;
    uint32_t posts;
    uint32_t hole;
} emuq_remote_posts_t;

#define EMUQ_POST_ALIGN 16u

/** A segment of a message of an injection FIFO; the bytes follow. */
typedef struct emuq_post {
    uint32_t from, to;
    uint32_t bytes;
    uint16_t fifo;
    uint8_t interrupt, system;
    uint8_t completes;
    uint8_t requests_credit; /**< the window is half full */
    uint64_t number;         /**< descriptor number, from 1 */
    uint64_t length, begin;
    MUHWI_PacketHeader_t header;
} __attribute__((aligned(EMUQ_POST_ALIGN))) emuq_post_t;

/** Segments of an injection FIFO delivered since the last credit. */
typedef struct emuq_remote_credit {
    emuq_remote_frame_t frame;
    uint32_t from, fifo;
    uint32_t pieces, bytes;
} emuq_remote_credit_t;

/** Reports that a message was rejected after its descriptor was complete. */
typedef struct emuq_remote_reject {
    emuq_remote_frame_t frame;
    uint32_t from, fifo;
    uint64_t number, /**< descriptor number, from 1 */
        length;      /**< bytes of the message */
    MUHWI_PacketHeader_t header;
    char what[200], advice[160];
} emuq_remote_reject_t;

/** State of a tree of global interrupts (remote_gi.c). */
typedef struct emuq_remote_gi {
    emuq_remote_frame_t frame; /**< token: fence, or 0 */
    enum { EMUQ_GI_UP, EMUQ_GI_DOWN, EMUQ_GI_QUERY, EMUQ_GI_SEEN } what;
    uint32_t node; /**< lowest node of the tree */
    uint64_t id;
    uint16_t route, bits;
    uint32_t origin; /**< host that started the fence */
} emuq_remote_gi_t;

typedef struct emuq_remote_withdraw_frame {
    emuq_remote_frame_t frame;
    uint64_t tree;
} emuq_remote_withdraw_t;

/** A message of a channel, or the returned bytes of a window (emuq_channel_cost()). */
typedef struct emuq_remote_channel {
    emuq_remote_frame_t frame;
    uint32_t channel;
    uint32_t bytes;
} emuq_remote_channel_t;

_Static_assert(sizeof(emuq_remote_posts_t) % EMUQ_POST_ALIGN == 0 && _Alignof(emuq_post_t) == EMUQ_POST_ALIGN,
               "posts are aligned");
_Static_assert(_Alignof(emuq_remote_request_t) <= EMUQ_FRAME_ALIGN, "frames are aligned");

/** A request or post of a remote host during its delivery. */
typedef struct emuq_proxy_request {
    emuq_waiter_t waiter;
    emuq_request_t request;
    emuq_machine_t *machine;
    uint32_t host, token;
    uint32_t from;      /**< source node of the message */
    emuq_tally_t tally; /**< already counted; 0 packets: none */
    char *whole;        /**< payload of several frames, or NULL */
    uint64_t whole_bytes;
    struct emuq_proxy_request *next; /**< next of the stream, or of the list of values */
    bool is_post;                    /**< has no reply */
    emuq_post_t post;
    char payload[];
} emuq_proxy_request_t;

/** @return 0; -ENOMEM: the job ends; any other -errno: the host is lost, which ends the job */
static inline int emuq_remote_send(uint32_t host, const void *frame, size_t bytes)
{
    return emuq_the_kernel.hosts.send(emuq_the_kernel.context, host, frame, bytes);
}

/* ---- remote_channel.c ---- */

/** Makes the channels. Called by place(). @return 0 or -ENOMEM */
int emuq_remote_channels_make(emuq_machine_t *m);
/** Stores the numbers of posted messages. */
void emuq_remote_channels_posted(const emuq_machine_t *m, uint64_t posted[EMUQ_CHANNELS]);
/** Whether all messages posted before emuq_remote_channels_posted() are sent. */
bool emuq_remote_channels_are_sent(const emuq_machine_t *m, const uint64_t posted[EMUQ_CHANNELS]);

/* Only the thread of the host engine may call the following functions. */

/** Sends a message, frees it. @param w in state EMUQ_CHANNEL_POSTED */
void emuq_remote_channel_send(emuq_waiter_t *w);
/** Sends credit for returned messages. @param w in state EMUQ_CHANNEL_RETURNED */
void emuq_remote_channel_report(emuq_waiter_t *w);
/** Stores a message. @return 0; -EPROTO; -ENOMEM */
int emuq_remote_channel_arrived(emuq_machine_t *m, uint32_t host, const emuq_remote_channel_t *f,
                                size_t bytes);
/** Returns window space. @return 0 or -EPROTO */
int emuq_remote_channel_credit(emuq_machine_t *m, uint32_t host, const emuq_remote_channel_t *f,
                               size_t bytes);

/* ---- remote_post.c ---- */

/** Batches a post from the mailbox. */
void emuq_remote_post_pack(emuq_machine_t *m, emuq_waiter_t *post);
/** Returns window space; may resume the FIFO. @return 0 or -EPROTO */
int emuq_remote_post_credit(emuq_work_t *work, emuq_inj_t *f, uint32_t pieces, uint32_t bytes);
/** Queues the posts of a frame. @param work deliverable posts are added @return 0; -EPROTO; -ENOMEM */
int emuq_remote_posts_arrived(emuq_work_t *work, emuq_machine_t *m, uint32_t host,
                              const emuq_remote_posts_t *posts, size_t bytes);
/** Sends credit for the delivered posts of a node, and for posts in progress after delivery. */
void emuq_remote_posts_report(const emuq_machine_t *m, uint32_t node);
/** Ends a post: returns credit, frees @p c, continues the stream. */
void emuq_remote_post_done(emuq_work_t *work, emuq_proxy_request_t *c);

/* ---- remote_request.c ---- */

/** Allocates a token for @p count replies, of @p host or of all hosts (UINT32_MAX). @return 0: out of
 * memory */
uint32_t emuq_remote_token_add(void *thing, uint32_t host, uint32_t count);
/** Consumes a reply. @param is_alone sent to one host @param left set to the missing replies @return @p
 * thing; NULL: no such reply is pending */
void *emuq_remote_token_reply(uint32_t token, uint32_t host, bool is_alone, uint32_t *left);

/** Records the acknowledgement of an update by a host. @param value its reply @param by_all last
 * acknowledgement: the sender owns the update now */
void emuq_remote_update_acked(struct emuq_update *update, uint64_t value, bool by_all);

/** Records a value that may be withdrawn. */
void emuq_remote_value_add(emuq_proxy_request_t *value);
void emuq_remote_withdraw_all(void);
/** @return 0 or -EPROTO */
int emuq_remote_withdrawn(emuq_work_t *work, emuq_machine_t *m, uint32_t host,
                          const emuq_remote_withdraw_t *frame, size_t bytes);

/* ---- remote_gi.c ---- */

/** @return 0; -EPROTO; -ENOMEM */
int emuq_remote_gi_arrived(emuq_work_t *work, emuq_machine_t *m, uint32_t host, const emuq_remote_gi_t *f);
/** Joins the current GI trees, after class-route changes of a replica. */
void emuq_remote_gi_renew(emuq_work_t *work, emuq_machine_t *m);

#endif /* EMUQ_EMULATOR_REMOTE_H */
