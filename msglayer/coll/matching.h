/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file matching.h
 * @brief Messages of collectives, and the receives that wait for them.
 *
 * Collectives of a geometry are numbered by the order in which a member starts them, and so are equal numbers
 * equal collectives everywhere. Messages carry the geometry's key, that number and the sender's rank. Between
 * two members messages keep their order, so the first message of a rank belongs to the first receive that
 * waits for it. A message that comes before its receive is kept.
 */
#ifndef EMUQ_PAMI_COLL_MATCHING_H
#define EMUQ_PAMI_COLL_MATCHING_H

#include "msglayer/coll/member.h"

/** Header of the messages of collectives. */
typedef struct emuq_pami_coll_header {
    uint64_t key;
    uint32_t number; /**< of the collective */
    uint32_t from;   /**< rank */
} emuq_pami_coll_header_t;

/** A receive that waits for its message, or a message that waits for its receive. */
typedef struct emuq_pami_slot {
    struct emuq_pami_slot *next;
    struct emuq_pami_member *member;
    uint32_t number, from;
    void (*done_fn)(void *cookie); /**< of the receive; NULL: there is none for the message yet */
    void *cookie;
    char *to;     /**< where the receive wants it ... */
    size_t bytes; /**< ... and how much of it */
    char *data;   /**< malloc'ed: the message, if it could not go there at once */
    size_t data_size;
    bool is_here;    /**< all of the data has come */
    bool is_callers; /**< its memory is the caller's of emuq_pami_matching_receive() */
} emuq_pami_slot_t;

/** A receive. */
typedef struct emuq_pami_wanted {
    uint32_t number, from; /**< collective; rank of the sender */
    char *to;
    size_t bytes;
    void (*done_fn)(void *cookie); /**< called when the message is complete */
    void *cookie;
} emuq_pami_wanted_t;

/** Receives the next message of a rank in a collective.
 *  @param slot  memory of the caller, which stays until the message is complete
 *  @return true: the message is complete, and done_fn is not called */
bool emuq_pami_matching_receive(emuq_pami_member_t *member, const emuq_pami_wanted_t *wanted,
                                emuq_pami_slot_t *slot);

/** Dispatch function of the messages. */
void emuq_pami_matching_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                                const void *data, size_t data_size, pami_endpoint_t origin,
                                pami_recv_t *recv);

/** Slots, as a part of member states. */
extern const emuq_pami_member_part_t emuq_pami_matching_part;

#endif /* EMUQ_PAMI_COLL_MATCHING_H */
