/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file meeting.h
 * @brief How tasks find out, without any geometry, that all of them have called.
 *
 * The tasks form a binomial tree. Whoever has called, and has heard of all its children, tells its parent;
 * when the root has, it makes a key and sends it down. A message to the parent goes to the context offset
 * that the child has called with; the answer goes back to where the message came from. A message that comes
 * before the call is kept.
 */
#ifndef EMUQ_PAMI_COLL_MEETING_H
#define EMUQ_PAMI_COLL_MEETING_H

#include "msglayer/coll/state.h"

typedef struct emuq_pami_meeting emuq_pami_meeting_t;

/** All have called; @p key is new, and the same for all, and so is @p votes: the bits that all have voted
 * for. In the thread of the context of the call. */
typedef void (*emuq_pami_met_fn)(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes,
                                 bool in_call);

/** Identity of a meeting: equal where it is the same, different from all others at the same time. */
typedef struct emuq_pami_meeting_name {
    uint64_t first, second;
} emuq_pami_meeting_name_t;

/**
 * @brief Calls the task to a meeting.
 * @param task, tasks  who meets, the same everywhere; copied
 * @param cookie       malloc'ed, or NULL: freed if the client ends before everybody has called
 * @param votes        bits that the task has no objection to
 * @return PAMI_ENOMEM, or PAMI_INVAL: the calling task is none of them
 */
pami_result_t emuq_pami_meet(emuq_pami_context_t *context, emuq_pami_meeting_name_t name,
                             const uint32_t *task, uint32_t tasks, uint64_t votes, emuq_pami_met_fn fn,
                             void *cookie);

/** Dispatch function of the messages of meetings. */
void emuq_pami_meeting_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                               const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv);

/** The client is no longer interested in the meetings that it has called to; others still are. To be called
 * again until emuq_pami_meetings_wait() says no. */
void emuq_pami_meetings_conclude(emuq_pami_client_t *client);

/** Whether the task has called to a meeting and has not heard of its end: others will tell it, and some may
 * hear of it from this task only. */
bool emuq_pami_meetings_wait(emuq_pami_client_t *client);

/** Forgets all meetings of a client that ends. */
void emuq_pami_meetings_end(emuq_pami_client_t *client);

#endif /* EMUQ_PAMI_COLL_MEETING_H */
