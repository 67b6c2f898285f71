/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file far_frame.h
 * @brief What host engines send each other (far.h). All hosts have the same byte order and the same build.
 */
#ifndef EMUQ_EMULATOR_FAR_FRAME_H
#define EMUQ_EMULATOR_FAR_FRAME_H

#include "backends/emulator/remote/far.h"
#include "backends/emulator/core/deliver.h"

/** Begins every frame. */
typedef struct emuq_frame {
    enum {
        EMUQ_FRAME_ASK,      /**< emuq_frame_ask_t and the bytes of the piece */
        EMUQ_FRAME_ANSWER,   /**< emuq_frame_answer_t; the piece has been delivered, or was refused */
        EMUQ_FRAME_NEWS,     /**< emuq_frame_news_t */
        EMUQ_FRAME_HEARD,    /**< emuq_frame_heard_t; the news have been done */
        EMUQ_FRAME_POSTS,    /**< emuq_frame_posts_t and its posts, oldest first */
        EMUQ_FRAME_TAKEN,    /**< emuq_frame_taken_t; pieces have been delivered, or were refused */
        EMUQ_FRAME_REFUSED,  /**< emuq_frame_refused_t; a message was refused, its pieces count as taken */
        EMUQ_FRAME_LEVEL,    /**< emuq_frame_level_t; of the tree of a global-interrupt route */
        EMUQ_FRAME_WITHDRAWN /**< emuq_frame_withdrawn_t */
    } kind;
    /** Of who asks or tells; answers repeat it. News: 0 if they are not answered. Ask: 0 if more of it
     * follows */
    uint32_t token;
} emuq_frame_t;

typedef struct emuq_frame_ask {
    emuq_frame_t frame;
    uint32_t from, to; /**< numbers of nodes */
    uint16_t fifo;     /**< injection FIFO of `from` */
    uint8_t interrupt, system;
    uint8_t request_kind;  /**< emuq_request_kind_t */
    uint8_t failed;    /**< this, the value and the tree are those of the request */
    uint8_t completes; /**< the message is complete with this piece, and counted */
    uint32_t value;
    uint64_t tree;
    uint64_t length, begin; /**< of the message; of the piece in it */
    MUHWI_PacketHeader_t header;
} emuq_frame_ask_t;

typedef struct emuq_frame_answer {
    emuq_frame_t frame;
    uint8_t is_refused;
    uint8_t is_unknown; /**< the host has no such tree, and has done nothing */
    char what[200], advice[160];
} emuq_frame_answer_t;

typedef struct emuq_frame_news {
    emuq_frame_t frame;
    uint32_t node, what, index; /**< emuq_told_t */
    uint64_t value;
} emuq_frame_news_t;

typedef struct emuq_frame_heard {
    emuq_frame_t frame;
    uint64_t value; /**< of what was asked, or 0 */
} emuq_frame_heard_t;

/** Posts that follow, each aligned to EMUQ_POST_ALIGN. */
typedef struct emuq_frame_posts {
    emuq_frame_t frame; /**< token 0 */
    uint32_t posts;
    uint32_t hole;
} emuq_frame_posts_t;

#define EMUQ_POST_ALIGN 16u

/** A piece of a message, before its bytes. */
typedef struct emuq_post {
    uint32_t from, to; /**< numbers of nodes */
    uint32_t bytes;    /**< of the piece */
    uint16_t fifo;     /**< injection FIFO of `from` */
    uint8_t interrupt, system;
    uint8_t completes;      /**< the message is complete with this piece, and counted */
    uint8_t urges;          /**< the FIFO's window is half full: say what has been taken */
    uint64_t number;        /**< of the descriptor in its FIFO, from 1 */
    uint64_t length, begin; /**< of the message; of the piece in it */
    MUHWI_PacketHeader_t header;
} __attribute__((aligned(EMUQ_POST_ALIGN))) emuq_post_t;

/** Pieces of an injection FIFO that have been taken since the last such frame. */
typedef struct emuq_frame_taken {
    emuq_frame_t frame; /**< token 0 */
    uint32_t from, fifo;
    uint32_t pieces, bytes;
} emuq_frame_taken_t;

typedef struct emuq_frame_refused {
    emuq_frame_t frame; /**< token 0 */
    uint32_t from, fifo;
    uint64_t number, length; /**< of the descriptor; of the message */
    MUHWI_PacketHeader_t header;
    char what[200], advice[160];
} emuq_frame_refused_t;

/** What hosts of a tree of global interrupts tell each other (far_levels.h). */
typedef struct emuq_frame_level {
    emuq_frame_t frame; /**< token: of the fence that goes along, 0: none */
    enum { EMUQ_LEVEL_UP, EMUQ_LEVEL_DOWN, EMUQ_LEVEL_ASK, EMUQ_LEVEL_SEEN } what;
    uint32_t node; /**< of the tree: its lowest */
    uint64_t id;   /**< of the tree */
    uint16_t route, bits;
    uint32_t origin; /**< host whose fence it is */
} emuq_frame_level_t;

/** The value of that token cannot be combined any more; far_withdraw.h. */
typedef struct emuq_frame_withdrawn {
    emuq_frame_t frame;
    uint64_t tree;
} emuq_frame_withdrawn_t;

/** What another host has asked for, while it is done here. */
typedef struct emuq_carrier {
    emuq_waiter_t waiter;
    emuq_request_t request;
    emuq_machine_t *machine;
    uint32_t host, token; /**< of who asks */
    uint32_t from;
    emuq_tally_t tally; /**< what has been counted; packets 0: nothing */
    char *whole;        /**< memory of what came in several frames, or NULL */
    uint64_t whole_bytes;
    struct emuq_carrier *next; /**< post: behind it in its stream; value: in the list of far_withdraw.c */
    bool is_post;              /**< not answered; far_stream.h */
    emuq_post_t post;
    char payload[];
} emuq_carrier_t;

/** Sends a frame. @return 0; -ENOMEM: the job ends, as by exhausted(); or another negative errno: the host is
 * lost */
static inline int emuq_far_send(uint32_t host, const void *frame, size_t bytes)
{
    return emuq_the_kernel.carry(emuq_the_kernel.context, host, frame, bytes);
}
/** The host that a node is on. */
static inline uint32_t emuq_far_host(const emuq_machine_t *m, uint32_t node)
{
    return m->placement.of_node[node];
}
/** A host has heard the news. @param value its answer
 *  @param by_all all have: the news are no longer the host engine's */
void emuq_far_heard(struct emuq_news *news, uint64_t value, bool by_all);

_Static_assert(sizeof(emuq_frame_posts_t) % EMUQ_POST_ALIGN == 0 && _Alignof(emuq_post_t) == EMUQ_POST_ALIGN,
               "posts are aligned");
_Static_assert(_Alignof(emuq_frame_ask_t) <= EMUQ_FRAME_ALIGN, "frames are aligned");

#endif /* EMUQ_EMULATOR_FAR_FRAME_H */
