/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Puts and gets between memory regions.
 *
 * A put is one direct-put descriptor; its completion is that of the descriptor. That it has arrived, the
 * target's Message Unit says: a remote get behind the put carries one descriptor, for a packet without
 * payload that comes back. A get is a remote get that carries the put of the data, which counts its bytes at
 * a counter of the origin's. The target's processes do nothing for any of this.
 */
#include "msglayer/core/memregion.h"
#include "msglayer/p2p/p2p.h"

#include <stdlib.h>

#include <spi/include/mu/Descriptor_inlines.h>

/* A packet without payload to this context, which another node's Message Unit is to inject. */
static void describe_done(const emuq_pami_context_t *context, const emuq_pami_peer_t *peer, uint32_t request,
                          MUHWI_Descriptor_t *d)
{
    *d = context->device->message;
    d->Torus_FIFO_Map = emuq_pami_map(context->client->resources->task, peer->is_local);
    emuq_pami_software(&d->PacketHeader)->kind = EMUQ_PAMI_DONE;
    emuq_pami_software(&d->PacketHeader)->word = request;
}

/* The same to the peer itself, about an operation of its own. */
static void describe_done_there(const emuq_pami_peer_t *peer, uint32_t request, MUHWI_Descriptor_t *d)
{
    *d = peer->packet;
    d->Torus_FIFO_Map = emuq_pami_map(emuq_pami_task(peer->endpoint), true);
    emuq_pami_software(&d->PacketHeader)->kind = EMUQ_PAMI_DONE;
    emuq_pami_software(&d->PacketHeader)->word = request;
}

/* Has the peer's Message Unit inject descriptors, which are in the slot's payload. */
static inline __attribute__((always_inline)) void
have_injected(emuq_pami_fifo_t *f, void *slot, const emuq_pami_peer_t *peer, uint64_t pa, size_t descriptors)
{
    const MUHWI_Descriptor_t *model = &peer->get;
    emuq_pami_write(slot, model, pa, descriptors * sizeof(MUHWI_Descriptor_t), emuq_pami_model_word(model, 5),
                    emuq_pami_model_word(model, 6), emuq_pami_model_word(model, 7));
    emuq_pami_go(f);
}

/* A packet that comes back from the peer, behind all puts to it. */
static void issue_ping(emuq_pami_context_t *context, const emuq_pami_peer_t *peer, uint32_t request)
{
    char *payload;
    uint64_t pa;
    void *slot = emuq_pami_slot(&context->device->rdma, &payload, &pa);
    describe_done(context, peer, request, (MUHWI_Descriptor_t *)(void *)payload);
    have_injected(&context->device->rdma, slot, peer, pa, 1);
}

static inline __attribute__((always_inline)) void write_put(void *slot, const MUHWI_Descriptor_t *model,
                                                            uint64_t pa, size_t bytes, uint64_t to)
{
    /* The put offset: 5 bits in the middle of word 5, its low half at the end of word 5 and the beginning of
     * word 6. */
    emuq_pami_write(slot, model, pa, bytes,
                    emuq_pami_model_word(model, 5) | (to >> 32 & 0x1f) << 32 | to << 48,
                    emuq_pami_model_word(model, 6) | (to >> 16 & 0xffff), emuq_pami_model_word(model, 7));
}

/* @return the number of the descriptor. */
static inline __attribute__((always_inline)) uint64_t
put(emuq_pami_fifo_t *f, const MUHWI_Descriptor_t *model, uint64_t pa, size_t bytes, uint64_t remote_pa)
{
    char *payload;
    uint64_t payload_pa;
    write_put(emuq_pami_slot(f, &payload, &payload_pa), model, pa, bytes, remote_pa);
    return emuq_pami_go(f);
}

/* @param request  operation of the peer that is complete, too, or 0
 * @return the number of the last byte at the peer's counter */
static inline __attribute__((always_inline)) uint64_t get(emuq_pami_fifo_t *f, const emuq_pami_peer_t *peer,
                                                          uint64_t pa, size_t bytes, uint64_t remote_pa,
                                                          uint32_t request)
{
    char *payload;
    uint64_t payload_pa;
    void *slot = emuq_pami_slot(f, &payload, &payload_pa);
    write_put(payload, &peer->fetch, remote_pa, bytes, pa);
    if (request != 0)
        describe_done_there(peer, request, (MUHWI_Descriptor_t *)(void *)payload + 1);
    uint64_t number = peer->counter->asked += bytes;
    have_injected(f, slot, peer, payload_pa, request != 0 ? 2 : 1);
    return number;
}

/* A get that is under way. */
static void await_get(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_op_t *op,
                      uint64_t number)
{
    op->number = number;
    EMUQ_PAMI_APPEND(peer->gets, peer->gets_last, op);
    if (peer->is_getting)
        return;
    peer->is_getting = true;
    peer->next_getting = context->getting;
    context->getting = peer;
}

/* A function of the client may get more: from this peer, which comes behind, or from others, which are in the
 * list that is left for the next round. */
static bool complete_gets_from(emuq_pami_context_t *context, emuq_pami_peer_t *peer)
{
    uint64_t arrived = emuq_pami_counter_arrived(peer->counter);
    bool any = false;
    while (peer->gets != NULL && (int64_t)(arrived - peer->gets->number) >= 0) {
        emuq_pami_op_t *op = peer->gets;
        EMUQ_PAMI_TAKE(peer->gets, peer->gets_last);
        emuq_pami_op_local(context, op);
        any = true;
    }
    return any;
}

bool emuq_pami_complete_gets(emuq_pami_context_t *context)
{
    emuq_pami_peer_t *peer = context->getting;
    bool any = false;
    context->getting = NULL;
    for (emuq_pami_peer_t *next; peer != NULL; peer = next) {
        next = peer->next_getting;
        any |= complete_gets_from(context, peer);
        peer->is_getting = peer->gets != NULL;
        if (peer->is_getting) {
            peer->next_getting = context->getting;
            context->getting = peer;
        }
    }
    return any;
}

/* A put that is under way. */
static void await_descriptor(emuq_pami_context_t *context, emuq_pami_op_t *op, uint64_t number)
{
    emuq_pami_fifo_t *f = &context->device->rdma;
    op->number = number;
    EMUQ_PAMI_APPEND(f->first, f->last, op);
    context->incomplete++;
}

static void issue_put(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_op_t *op)
{
    emuq_pami_fifo_t *f = &context->device->rdma;
    uint64_t number = put(f, &peer->put, op->pa, op->bytes, op->remote_pa);
    if (op->pending & EMUQ_PAMI_REMOTE)
        issue_ping(context, peer, op->id);
    await_descriptor(context, op, number);
}

/* A put or get that is under way. */
static __attribute__((noinline)) void complete_later(emuq_pami_context_t *context, emuq_pami_peer_t *peer,
                                                     emuq_pami_op_kind_t kind, uint64_t number,
                                                     pami_event_function done_fn, void *cookie)
{
    emuq_pami_op_t *op = emuq_pami_op_new(context); /* there is a free one: may_go_now() has checked */
    op->kind = (uint8_t)kind;
    op->dest = peer->endpoint;
    op->pending = EMUQ_PAMI_LOCAL;
    op->local_fn = done_fn;
    op->cookie = cookie;
    op->calls_client = true;
    if (kind == EMUQ_PAMI_OP_PUT)
        await_descriptor(context, op, number);
    else
        await_get(context, peer, op, number);
}

/* Whether there is room, and nothing waits. */
static inline bool may_go_now(emuq_pami_context_t *context)
{
    return context->rdma == NULL && emuq_pami_may_call(context) &&
           emuq_pami_has_room(&context->device->rdma, 1) && context->ops.free != NULL;
}

/* Puts at once, without an operation if possible. @return false: it has not. Inline, as put() is: every call
 * between functions costs a short put dearly. */
static inline __attribute__((always_inline)) bool put_now(emuq_pami_context_t *context,
                                                          emuq_pami_peer_t *peer, uint64_t pa, size_t bytes,
                                                          uint64_t remote_pa, pami_event_function done_fn,
                                                          void *cookie)
{
    emuq_pami_fifo_t *f = &context->device->rdma;
    if (!may_go_now(context))
        return false;
    uint64_t number = put(f, &peer->put, pa, bytes, remote_pa);
    peer->was_put_to = true;
    if (done_fn == NULL)
        return true;
    if (number <= MUSPI_getHwDescCount(f->fifo)) {
        emuq_pami_call(context, done_fn, cookie);
        return true;
    }
    complete_later(context, peer, EMUQ_PAMI_OP_PUT, number, done_fn, cookie);
    return true;
}

/* Gets at once, likewise. */
static inline __attribute__((always_inline)) bool get_now(emuq_pami_context_t *context,
                                                          emuq_pami_peer_t *peer, uint64_t pa, size_t bytes,
                                                          uint64_t remote_pa, pami_event_function done_fn,
                                                          void *cookie)
{
    if (!may_go_now(context))
        return false;
    uint64_t number = get(&context->device->rdma, peer, pa, bytes, remote_pa, 0);
    if (peer->gets == NULL && emuq_pami_counter_arrived(peer->counter) == number)
        emuq_pami_call(context, done_fn, cookie);
    else
        complete_later(context, peer, EMUQ_PAMI_OP_GET, number, done_fn, cookie);
    return true;
}

static bool issue(emuq_pami_context_t *context, emuq_pami_op_t *op)
{
    emuq_pami_peer_t *peer = emuq_pami_peer(context, op->dest);
    if (!emuq_pami_has_room(&context->device->rdma, 2))
        return false;
    if (op->kind == EMUQ_PAMI_OP_PUT)
        issue_put(context, peer, op);
    else if (op->kind == EMUQ_PAMI_OP_PING)
        issue_ping(context, peer, op->id);
    else
        await_get(context, peer, op,
                  get(&context->device->rdma, peer, op->pa, op->bytes, op->remote_pa, op->request));
    return true;
}

void emuq_pami_rdma(emuq_pami_context_t *context, emuq_pami_op_t *op)
{
    if (op->kind == EMUQ_PAMI_OP_PUT)
        emuq_pami_peer(context, op->dest)->was_put_to = true;
    if (context->rdma != NULL || !issue(context, op))
        EMUQ_PAMI_APPEND(context->rdma, context->rdma_last, op);
}

bool emuq_pami_flush_rdma(emuq_pami_context_t *context)
{
    bool any = false;
    while (context->rdma != NULL) {
        emuq_pami_op_t *op = context->rdma, *next = op->next;
        if (!issue(context, op))
            break;
        context->rdma = next;
        if (next == NULL)
            context->rdma_last = &context->rdma;
        any = true;
    }
    return any;
}

/* ---- the public functions ---- */

static __attribute__((noinline)) pami_result_t begin(emuq_pami_context_t *context, const pami_rma_t *rma,
                                                     uint64_t pa, uint64_t remote_pa,
                                                     emuq_pami_op_kind_t kind, pami_event_function rdone_fn)
{
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        return PAMI_ENOMEM;
    op->kind = (uint8_t)kind;
    op->dest = rma->dest;
    op->local_fn = rma->done_fn;
    op->remote_fn = rdone_fn;
    op->cookie = rma->cookie;
    op->calls_client = true;
    op->bytes = rma->bytes;
    op->pa = pa;
    op->remote_pa = remote_pa;
    op->pending = EMUQ_PAMI_LOCAL | (rdone_fn != NULL ? EMUQ_PAMI_REMOTE : 0);
    emuq_pami_rdma(context, op);
    return PAMI_SUCCESS;
}

static inline __attribute__((always_inline)) pami_result_t
rdma(emuq_pami_context_t *context, const pami_rma_t *rma, const pami_rdma_t *where, emuq_pami_op_kind_t kind,
     pami_event_function rdone_fn)
{
    emuq_pami_peer_t *peer = emuq_pami_peer(context, rma->dest);
    if (__builtin_expect(peer == NULL, 0))
        return emuq_pami_no_peer(context, rma->dest);
    if (where->local.mr == NULL || where->remote.mr == NULL)
        return emuq_pami_invalid("the %s memory region is null",
                                 where->local.mr == NULL ? "local" : "remote");
    uint64_t pa = emuq_pami_memregion_pa(&where->local), remote_pa = emuq_pami_memregion_pa(&where->remote);
    if (kind == EMUQ_PAMI_OP_PUT && rdone_fn == NULL &&
        put_now(context, peer, pa, rma->bytes, remote_pa, rma->done_fn, rma->cookie))
        return PAMI_SUCCESS;
    if (kind == EMUQ_PAMI_OP_GET &&
        get_now(context, peer, pa, rma->bytes, remote_pa, rma->done_fn, rma->cookie))
        return PAMI_SUCCESS;
    return begin(context, rma, pa, remote_pa, kind, rdone_fn);
}

pami_result_t PAMI_Rput(pami_context_t context, pami_rput_simple_t *parameters)
{
    if (context == NULL || parameters == NULL || parameters->rma.bytes == 0)
        return emuq_pami_result(
            emuq_pami_invalid("the context or the parameters are null, or the length is 0"));
    return emuq_pami_result(
        rdma(context, &parameters->rma, &parameters->rdma, EMUQ_PAMI_OP_PUT, parameters->put.rdone_fn));
}

pami_result_t PAMI_Rget(pami_context_t context, pami_rget_simple_t *parameters)
{
    if (context == NULL || parameters == NULL || parameters->rma.bytes == 0)
        return emuq_pami_result(
            emuq_pami_invalid("the context or the parameters are null, or the length is 0"));
    return emuq_pami_result(rdma(context, &parameters->rma, &parameters->rdma, EMUQ_PAMI_OP_GET, NULL));
}
