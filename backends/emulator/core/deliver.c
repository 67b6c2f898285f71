/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/emulator/core/deliver.h"

#include "backends/emulator/core/remote_ops.h"

#define STAGING_LEAST  UINT64_C(4096)
#define FRAGMENT_BYTES EMUQ_REMOTE_SEGMENT /* per request */

static emuq_request_t *deliver_request_of(emuq_machine_t *m, emuq_waiter_t *w)
{
    if (w->request == NULL)
        w->request = emuq_arena_alloc(m->arena, sizeof *w->request, 64);
    return w->request;
}

const char *emuq_stage(emuq_machine_t *m, emuq_waiter_t *w, const char *data, uint64_t bytes)
{
    if (emuq_arena_reached_by_all(m->arena, data, bytes))
        return data;
    emuq_request_t *r = deliver_request_of(m, w);
    if (r == NULL)
        return NULL;
    if (r->staging_bytes < bytes) {
        uint64_t size = STAGING_LEAST;
        while (size < bytes)
            size *= 2;
        char *staging = emuq_arena_alloc(m->arena, size, 64);
        if (staging == NULL)
            return NULL;
        r->staging = staging;
        r->staging_bytes = size;
    }
    return memcpy(r->staging, data, bytes);
}

/* Whole packets. */
static uint64_t deliver_fragment_bytes(const emuq_mu_node_t *to, const emuq_message_t *m, const char *payload,
                                       uint64_t bytes)
{
    uint64_t limit = to->is_here ? FRAGMENT_BYTES : EMUQ_REMOTE_REQUEST_MAX;
    if (bytes <= limit || (to->is_here && emuq_arena_reached_by_all(to->machine->arena, payload, bytes)))
        return bytes;
    uint64_t packet = emuq_packet_limit(m->header);
    return packet != 0 ? limit / packet * packet : limit;
}

static emuq_outcome_t deliver_by_request(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    emuq_machine_t *machine = to->machine;
    emuq_request_t *r = deliver_request_of(machine, m->waiter);
    const char *payload = m->payload + (*m->sent - m->base);
    uint64_t bytes = deliver_fragment_bytes(to, m, payload, end - *m->sent);
    if (r != NULL)
        payload = bytes != 0 ? emuq_stage(machine, m->waiter, payload, bytes) : NULL;
    if (r == NULL || (payload == NULL && bytes != 0))
        return emuq_reject(m->work, "share the memory of the ranks, or use fewer FIFOs",
                           "no memory to pass a message of %llu bytes to another process",
                           (unsigned long long)m->length);
    r->request_kind = EMUQ_FOR_NODE;
    r->to = to;
    r->origin = m->waiter->inj != NULL ? m->waiter->inj->node->number : to->number;
    r->fifo = m->waiter->inj != NULL ? (uint16_t)m->waiter->inj->id : 0;
    r->member = m->remote;
    r->header = *m->header;
    r->payload = payload;
    r->length = m->length;
    r->begin = r->sent = *m->sent;
    r->end = *m->sent + bytes;
    r->progress = m->sent;
    r->interrupt = m->interrupt;
    r->system = m->system;
    r->completes = m->descriptor != NULL && r->end == m->length;
    if (r->completes)
        r->tally = emuq_tally(m->descriptor);
    m->waiter->awaited = NULL;
    m->waiter->state = EMUQ_REQUESTED;
    if (emuq_request_send(machine, m->remote, m->waiter))
        return EMUQ_PARKED;
    m->waiter->state = EMUQ_LOCAL;
    return emuq_reject(m->work, "send to running ranks only: call a barrier before a rank ends",
                       "the rank that a message is for has ended");
}

static emuq_outcome_t deliver_here(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    switch (emuq_packet_type(m->header)) {
    case EMUQ_TYPE_FIFO:
        return emuq_packet_fifo(to, m, end);
    case EMUQ_TYPE_PUT:
        return emuq_put(to, m, end);
    default:
        return emuq_remote_get(to, m, end);
    }
}

bool emuq_has_space(emuq_mu_node_t *to, const MUHWI_PacketHeader_t *h, uint64_t bytes)
{
    uint32_t type = emuq_packet_type(h),
             id = type == EMUQ_TYPE_FIFO ? emuq_rec_fifo_id(h) : emuq_rget_fifo_id(h);
    uint64_t chunks;
    if (type == EMUQ_TYPE_FIFO && id < EMUQ_REC_FIFOS && to->rec[id].regs != NULL) {
        emuq_packets(h, bytes, &chunks);
        return emuq_queue_has_space(&to->rec[id].space_queue, chunks * EMUQ_CHUNK);
    }
    if (type == EMUQ_TYPE_GET && id < EMUQ_INJ_FIFOS && to->inj[id].regs != NULL)
        return emuq_queue_has_space(&to->inj[id].space_queue, bytes / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES);
    return true;
}

/* Rank of the owner, or -1. */
static int32_t deliver_rank_of(const emuq_owner_t *shared)
{
    emuq_owner_t owner = emuq_owner_of(shared);
    return owner.space != NULL ? owner.rank : -1;
}

int32_t emuq_receiving_rank(const emuq_mu_node_t *to, const MUHWI_PacketHeader_t *h)
{
    uint32_t type = emuq_packet_type(h);
    if (type == EMUQ_TYPE_FIFO)
        return emuq_rec_fifo_id(h) < EMUQ_REC_FIFOS ? deliver_rank_of(&to->rec[emuq_rec_fifo_id(h)].owner)
                                                    : -1;
    if (type == EMUQ_TYPE_PUT)
        return emuq_counter_id(h) < EMUQ_BATS ? deliver_rank_of(&to->bat[emuq_counter_id(h)]) : -1;
    return emuq_rget_fifo_id(h) < EMUQ_INJ_FIFOS ? deliver_rank_of(&to->inj[emuq_rget_fifo_id(h)].owner) : -1;
}

emuq_outcome_t emuq_deliver_packet(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    return deliver_here(to, m, end);
}

emuq_outcome_t emuq_deliver(emuq_mu_node_t *to, emuq_message_t *m, uint64_t end)
{
    emuq_waiter_t *w = m->waiter;
    if (__builtin_expect(w->state != EMUQ_LOCAL, 0)) {
        bool rejected = w->state == EMUQ_REJECTED;
        w->state = EMUQ_LOCAL;
        if (rejected)
            return emuq_reject(m->work, w->request->advice, "%s", w->request->what);
        if (*m->sent >= end)
            return EMUQ_DONE;
    }
    if (__builtin_expect(!to->is_here, 0)) {
        if (w->inj != NULL)
            return emuq_remote_ops->post(to, m, end);
        m->remote = to->machine->engine;
        return deliver_by_request(to, m, end);
    }
    emuq_outcome_t outcome = deliver_here(to, m, end);
    return __builtin_expect(outcome == EMUQ_REMOTE, 0) ? deliver_by_request(to, m, end) : outcome;
}

static emuq_outcome_t deliver_fragment(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_request_t *r = w->request;
    emuq_message_t m = {.header = &r->header,
                        .payload = r->payload,
                        .base = r->begin,
                        .length = r->length,
                        .sent = &r->sent,
                        .waiter = w,
                        .work = work,
                        .interrupt = r->interrupt,
                        .system = r->system};
    emuq_outcome_t outcome = deliver_here(r->to, &m, r->end);
    if (outcome == EMUQ_REMOTE)
        r->member = m.remote;
    return outcome;
}

static void deliver_forward(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_request_keep(w->request);
    if (emuq_request_send(w->request->to->machine, w->request->member, w))
        return;
    emuq_reject(work, "send to running ranks only: call a barrier before a rank ends",
                "the rank that a message is for has ended");
    emuq_request_reject(work, w);
}

/* Delivers in the requested process. */
static void deliver_request(emuq_work_t *work, emuq_waiter_t *w)
{
    emuq_request_t *r = w->request;
    bool from_host =
        w->inj == NULL && w->tree == NULL && emuq_acting_member(r->to->machine) == r->to->machine->engine;
    switch (deliver_fragment(work, w)) {
    case EMUQ_DONE:
        emuq_request_done(work, w);
        return;
    case EMUQ_PARKED:
        return;
    case EMUQ_REMOTE:
        if (from_host) { /* the first process on this host may forward once */
            deliver_forward(work, w);
            return;
        }
        emuq_reject(work, "keep a put's counter and its target in memory of one rank, or in shared memory",
                    "a put has its target and its counter in the private memory of two ranks");
        break;
    default:
        break;
    }
    emuq_request_reject(work, w);
}

void emuq_request_handle(emuq_work_t *work, emuq_waiter_t *w)
{
    if (w->state != EMUQ_REQUESTED)
        emuq_work_resume(work, w);
    else if (w->request->member != emuq_acting_member(w->request->to->machine))
        deliver_forward(work, w);
    else if (w->request->to->is_here)
        deliver_request(work, w);
    else
        emuq_remote_ops->request(work, w);
}

void emuq_requests_end(emuq_work_t *work, emuq_machine_t *m, uint32_t member)
{
    for (emuq_link_t *link = emuq_mailbox_close(&m->member[member].mailbox), *next; link != NULL;
         link = next) {
        next = link->next;
        emuq_waiter_t *w = EMUQ_LINKED(link, emuq_waiter_t, link);
        /* The memory of the process still exists: it delivers, or rejects requests that only another process
         * can deliver. Values of collectives have no node. */
        if (w->state == EMUQ_REQUESTED && emuq_is_for_tree(w->request))
            emuq_work_resume(work, w);
        else
            emuq_request_handle(work, w);
    }
}
