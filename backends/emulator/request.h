/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file request.h
 * @brief What another process, or another host, is asked to deliver.
 */
#ifndef EMUQ_EMULATOR_REQUEST_H
#define EMUQ_EMULATOR_REQUEST_H

#include "backends/emulator/count.h"
#include "backends/emulator/message.h"

/** A piece of a message, and where its bytes are. Belongs to the waiter that is sent with it. */
struct emuq_request {
    emuq_mu_node_t *to;
    emuq_mu_node_t
        *from;       /**< a contribution of this node to a collective; else NULL. Then the piece is all */
    uint32_t member; /**< who is asked */
    uint32_t origin; /**< node of the message */
    uint16_t fifo;   /**< and its injection FIFO, if a FIFO has sent it */
    uint64_t number; /**< and of its descriptor there, from 1 */
    MUHWI_PacketHeader_t header;
    const char *payload; /**< byte number `begin` of the message */
    char *room;          /**< where the payload goes before the waiter can become another thread's; NULL: it
                          * may stay where it is */
    uint64_t length, begin, sent, end;
    uint64_t *progress; /**< of the message */
    bool interrupt, system;
    bool completes;              /**< with this piece the message ... */
    emuq_tally_t tally;          /**< ... which is counted then */
    char what[200], advice[160]; /**< why it was refused */
    char *staging;               /**< memory that all processes see; grows, and stays with the waiter */
    uint64_t staging_bytes;
};

/** Whether this process is to contribute the request to a collective. */
static inline bool emuq_is_for_tree(const emuq_request_t *r)
{
    return r->from != NULL && r->to->is_here && r->member == emuq_my_member;
}

/** The waiter is about to become another thread's, maybe of another process. */
static inline void emuq_request_keep(emuq_request_t *r)
{
    if (r->room == NULL)
        return;
    uint64_t done = r->sent - r->begin;
    memcpy(r->room + done, r->payload + done, r->end - r->sent);
    r->payload = r->room;
    r->room = NULL;
}

/** The request has been done: its waiter goes on. */
void emuq_request_done(emuq_work_t *work, emuq_waiter_t *w);

/** The refusal that the work has just recorded is the answer to the request: it is reported by who has asked.
 */
void emuq_request_reject(emuq_work_t *work, emuq_waiter_t *w);

#endif /* EMUQ_EMULATOR_REQUEST_H */
