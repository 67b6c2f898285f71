/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file far_frame.h
 * @brief What host engines send each other (far.h). All hosts have the same byte order and the same build.
 */
#ifndef EMUQ_EMULATOR_FAR_FRAME_H
#define EMUQ_EMULATOR_FAR_FRAME_H

#include "backends/emulator/far.h"
#include "backends/emulator/request.h"

/** Begins every frame. */
typedef struct emuq_frame {
    enum {
        EMUQ_FRAME_ASK,    /**< emuq_frame_ask_t and the bytes of the piece */
        EMUQ_FRAME_ANSWER, /**< emuq_frame_answer_t; the piece has been delivered, or was refused */
        EMUQ_FRAME_NEWS,   /**< emuq_frame_news_t */
        EMUQ_FRAME_HEARD   /**< emuq_frame_heard_t; the news have been done */
    } kind;
    uint32_t token; /**< of who asks or tells; answers repeat it. News: 0 if they are not answered */
} emuq_frame_t;

typedef struct emuq_frame_ask {
    emuq_frame_t frame;
    uint32_t from, to; /**< numbers of nodes */
    uint16_t fifo;     /**< injection FIFO of `from` */
    uint8_t interrupt, system;
    uint8_t contributes;    /**< to a collective that the host of `to` runs */
    uint8_t completes;      /**< the message is complete with this piece, and counted */
    uint64_t length, begin; /**< of the message; of the piece in it */
    MUHWI_PacketHeader_t header;
} emuq_frame_ask_t;

typedef struct emuq_frame_answer {
    emuq_frame_t frame;
    uint8_t is_refused;
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

/** What another host has asked for, while it is done here. */
typedef struct emuq_carrier {
    emuq_waiter_t waiter;
    emuq_request_t request;
    emuq_machine_t *machine;
    uint32_t host, token; /**< of who asks */
    uint32_t from;
    emuq_tally_t tally; /**< what has been counted; packets 0: nothing */
    char *whole;        /**< memory of a contribution that came in pieces, or NULL */
    char payload[];
} emuq_carrier_t;

/** Sends a frame. @return 0, or a negative errno: the host is lost */
int emuq_far_send(uint32_t host, const void *frame, size_t bytes);
/** Counts a message of another host; @p sign -1: it was refused after all. */
void emuq_far_count(emuq_machine_t *m, uint32_t from, const emuq_tally_t *tally, int sign);
/** The host that a node is on. */
static inline uint32_t emuq_far_host(const emuq_machine_t *m, uint32_t node)
{
    return m->placement.of_node[node];
}
/** A host has heard the news. @param value its answer
 *  @param by_all all have: the news are no longer the host engine's */
void emuq_far_heard(struct emuq_news *news, uint64_t value, bool by_all);

_Static_assert(_Alignof(emuq_frame_ask_t) <= EMUQ_FRAME_ALIGN, "frames are aligned");

#endif /* EMUQ_EMULATOR_FAR_FRAME_H */
