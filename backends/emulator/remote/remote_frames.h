/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file remote_frames.h
 * @brief Frames between host engines, and functions of this folder. All hosts run the same build.
 *
 * @code
 *   rank            engine A                          engine B            process of B
 *    |-- post ------->|-- POSTS (batch) ---------------->|-- deliver ------->|
 *    |                |<-- CREDIT -----------------------|                   |
 *    |<-- resume -----|<-- REJECT (software error) ------|                   |
 *    |-- request ---->|-- REQUEST (token) -------------->|-- proxy request ->|
 *    |<-- done -------|<-- REPLY (token) ----------------|<-- done ----------|
 *    |-- update ----->|-- UPDATE (token) --> all hosts   |
 *    |<-- wake-up ----|<-- UPDATE_ACK (token) from each  |
 *    |-- GI change -->|-- GI UP --> parent host .. root  |
 *    |<-- status -----|<-- GI DOWN ................ root |
 *    |-- exit ------->|-- ENDED (status) --------------->|   (kernel-shim/partition/engine.c)
 * @endcode
 *
 * A token is a slot of a table of the sender's engine, never an address.
 *
 * A post that leaves its window at least half full requests credit, so unreported posts fill less than half,
 * and a parked FIFO always resumes.
 *
 * The posts of one injection FIFO are a *stream*, delivered in order.
 *
 * A value of a collective waits at the parent host for its tree. The sender withdraws the value (WITHDRAW)
 * when its own tree is retired. The parent then rejects the value, unless an active tree has taken it
 * already.
 */
#ifndef EMUQ_EMULATOR_REMOTE_FRAMES_H
#define EMUQ_EMULATOR_REMOTE_FRAMES_H

#include "backends/emulator/remote/remote.h"

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
        EMUQ_REMOTE_WITHDRAW
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
    uint64_t number, length; /**< descriptor number; bytes of the message */
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
    bool is_post;                    /**< a post, which has no reply */
    emuq_post_t post;
    char payload[];
} emuq_proxy_request_t;

/** @return 0; -ENOMEM: the job ends; any other -errno: the host is lost, which ends the job */
static inline int emuq_remote_send(uint32_t host, const void *frame, size_t bytes)
{
    return emuq_the_kernel.hosts.send(emuq_the_kernel.context, host, frame, bytes);
}

/* Only the thread of the host engine may call these functions. */

/* ---- remote_post.c ---- */

/** Batches a post from the mailbox. */
void emuq_remote_post_pack(emuq_machine_t *m, emuq_waiter_t *post);
/** Returns window space; may resume the FIFO. @return 0 or -EPROTO */
int emuq_remote_post_credit(emuq_work_t *work, emuq_inj_t *f, uint32_t pieces, uint32_t bytes);
/** Queues the posts of a frame. @param work gets deliverable posts @return 0; -EPROTO; -ENOMEM */
int emuq_remote_posts_arrived(emuq_work_t *work, emuq_machine_t *m, uint32_t host,
                              const emuq_remote_posts_t *posts, size_t bytes);
/** Sends credit for the delivered posts of a node, and for posts in progress after delivery. */
void emuq_remote_posts_report(const emuq_machine_t *m, uint32_t node);
/** Ends a post: returns credit, frees @p c, continues the stream. */
void emuq_remote_post_done(emuq_work_t *work, emuq_proxy_request_t *c);

/* ---- remote_request.c ---- */

/** Allocates a token for @p count replies, of @p host or of all hosts (UINT32_MAX). @return 0: out of memory
 */
uint32_t emuq_remote_token_add(void *thing, uint32_t host, uint32_t count);
/** Consumes a reply. @param is_alone sent to one host @param left set to the missing replies @return @p
 * thing; NULL: no such reply is pending */
void *emuq_remote_token_reply(uint32_t token, uint32_t host, bool is_alone, uint32_t *left);
/** Finds a pending token. @param thing NULL: free, or sent to all hosts @return false: beyond the table */
bool emuq_remote_token_find(uint32_t token, uint32_t *host, void **thing);

/** Records the acknowledgement of an update by a host. @param value its reply @param by_all last
 * acknowledgement: the sender owns the update now */
void emuq_remote_update_acked(struct emuq_update *update, uint64_t value, bool by_all);

/** Records a value that may be withdrawn. */
void emuq_remote_value_add(emuq_proxy_request_t *value);
/** Removes a value before its reply. */
void emuq_remote_value_remove(const emuq_proxy_request_t *value);
/** Withdraws the value sent with a token, if its tree is retired. */
void emuq_remote_withdraw(emuq_tree_t *t, uint32_t host, uint32_t token);
void emuq_remote_withdraw_all(void);
/** @return 0 or -EPROTO */
int emuq_remote_withdrawn(emuq_work_t *work, emuq_machine_t *m, uint32_t host,
                          const emuq_remote_withdraw_t *frame, size_t bytes);

/* ---- remote_gi.c ---- */

/** @return 0; -EPROTO; -ENOMEM */
int emuq_remote_gi_arrived(emuq_work_t *work, emuq_machine_t *m, uint32_t host, const emuq_remote_gi_t *f);
/** Joins the current GI trees, after class-route changes of a replica. */
void emuq_remote_gi_renew(emuq_work_t *work, emuq_machine_t *m);

#endif /* EMUQ_EMULATOR_REMOTE_FRAMES_H */
