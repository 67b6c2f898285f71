/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file request.h
 * @brief What another process, or another host, is asked to deliver.
 */
#ifndef EMUQ_EMULATOR_REQUEST_H
#define EMUQ_EMULATOR_REQUEST_H

#include "backends/emulator/core/count.h"
#include "backends/emulator/core/message.h"

/** What is asked for. */
typedef enum emuq_what_for {
    EMUQ_FOR_NODE,     /**< a piece of a message for a node */
    EMUQ_FOR_TREE,     /**< a value for a tree of collectives of another host */
    EMUQ_FOR_RECEIVERS /**< a piece of a result for all receivers on another host, and on those below it */
} emuq_what_for_t;

/** A piece of a message, and where its bytes are. Belongs to the waiter that is sent with it. */
struct emuq_request {
    emuq_what_for_t what_for;
    emuq_mu_node_t *to;
    emuq_mu_node_t *from; /**< all but EMUQ_FOR_NODE: a node of the host that asks */
    uint64_t tree;        /**< the same: which (emuq_tree_t::id) ... */
    uint32_t value;       /**< ... and which value of the host it is */
    bool is_withdrawn; /**< the host that has sent it has given its tree up; under the machine's tree_lock */
    bool failed;       /**< there is no value: the contributions did not match */
    bool is_unknown;   /**< the answer: there is no such tree on that host, and nothing has been done */
    uint32_t member;   /**< who is asked */
    uint32_t origin;   /**< node of the message */
    uint16_t fifo;     /**< and its injection FIFO, if a FIFO has sent it */
    uint64_t number;   /**< and of its descriptor there, from 1 */
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

/** Whether the request is for a tree of collectives, in this process. */
static inline bool emuq_is_for_tree(const emuq_request_t *r)
{
    return r->what_for != EMUQ_FOR_NODE && r->to->is_here && r->member == emuq_acting_member(r->to->machine);
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
