/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file agreement.h
 * @brief An agreement of tasks, without any geometry: each joins, and all get the same key and votes.
 *
 * The tasks form a binomial tree. A task that has joined and received from all its children notifies its
 * parent; the root then makes a key and sends it down. A message to the parent goes to the context offset
 * that the child has joined with; the message down goes to the endpoint that the one up came from. A message
 * that comes before the task has joined is kept.
 */
#ifndef EMUQ_PAMI_COLL_AGREEMENT_H
#define EMUQ_PAMI_COLL_AGREEMENT_H

#include "msglayer/coll/state.h"

typedef struct emuq_pami_agreement emuq_pami_agreement_t;

/** All tasks have joined; @p key is new, and the same for all, and so is @p votes: the bits that all have
 * voted for. Called in the thread of the context that joined. */
typedef void (*emuq_pami_agreed_fn)(emuq_pami_context_t *context, void *cookie, uint64_t key, uint64_t votes,
                                    bool in_call);

/** Identity of an agreement: equal in all its tasks, different from all agreements under way at the same
 * time. */
typedef struct emuq_pami_agreement_id {
    uint64_t first, second;
} emuq_pami_agreement_id_t;

/**
 * @brief Has the task join an agreement.
 * @param task, tasks the tasks that agree, in the same order everywhere; copied
 * @param cookie       malloc'ed, or NULL: freed if the client ends before all tasks have joined
 * @param votes        bits that the task votes for
 * @return PAMI_ENOMEM, or PAMI_INVAL: the calling task is none of them
 */
pami_result_t emuq_pami_agree(emuq_pami_context_t *context, emuq_pami_agreement_id_t name,
                              const uint32_t *task, uint32_t tasks, uint64_t votes, emuq_pami_agreed_fn fn,
                              void *cookie);

/** Dispatch function of the messages of agreements. */
void emuq_pami_agreement_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                                 const void *data, size_t data_size, pami_endpoint_t origin,
                                 pami_recv_t *recv);

/** Drops the client's functions of its agreements; other tasks still need its messages. To be called again
 * until emuq_pami_agreements_pending() returns false. */
void emuq_pami_agreements_abandon(emuq_pami_client_t *client);

/** Whether the task has joined an agreement whose end it has not received: other tasks will send it, and some
 * may get it from this task only. */
bool emuq_pami_agreements_pending(emuq_pami_client_t *client);

/** Frees all agreements of a client that ends. */
void emuq_pami_agreements_free(emuq_pami_client_t *client);

#endif /* EMUQ_PAMI_COLL_AGREEMENT_H */
