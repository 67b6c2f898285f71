/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Puts and gets between memory regions.
 *
 * A put is one direct-put descriptor; its completion is that of the descriptor. That it has arrived, the
 * target's Message Unit says: a remote get behind the put carries one descriptor, for a packet without
 * payload that comes back. A get is a remote get that carries two: the put of the data, and the same kind of
 * packet. The target's processes do nothing for any of this.
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

static void set_put_offset(MUHWI_Descriptor_t *d, uint64_t pa)
{
    d->PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Put_Offset_MSB = pa >> 32 & 0x1f;
    d->PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Put_Offset_LSB = (uint32_t)pa;
}

/* Has descriptors injected by the peer's Message Unit. */
static void issue_get(emuq_pami_context_t *context, emuq_pami_peer_t *peer, const emuq_pami_op_t *op)
{
    char *payload;
    MUHWI_Descriptor_t *d = emuq_pami_next(&context->device->rdma, &peer->get, &payload);
    MUHWI_Descriptor_t *p = (MUHWI_Descriptor_t *)(void *)payload;
    if (op->kind == EMUQ_PAMI_OP_GET) {
        *p = context->device->put;
        p->Torus_FIFO_Map = emuq_pami_map(context->client->resources->task, peer->is_local);
        p->Pa_Payload = op->remote_pa;
        p->Message_Length = op->bytes;
        set_put_offset(p++, op->pa);
    }
    describe_done(context, peer, op->id, p++);
    if (op->request != 0)
        describe_done_there(peer, op->request, p++);
    d->Message_Length = (uint64_t)((char *)p - payload);
    emuq_pami_go(&context->device->rdma);
}

/* @return the number of the descriptor. */
static inline __attribute__((always_inline)) uint64_t
put(emuq_pami_fifo_t *f, const MUHWI_Descriptor_t *model, uint64_t pa, size_t bytes, uint64_t remote_pa)
{
    char *payload;
    uint64_t payload_pa;
    void *slot = emuq_pami_slot(f, &payload, &payload_pa);
    /* The put offset: 5 bits in the middle of word 5, its low half at the end of word 5 and the beginning of
     * word 6. */
    emuq_pami_write(slot, model, pa, bytes,
                    emuq_pami_model_word(model, 5) | (remote_pa >> 32 & 0x1f) << 32 | remote_pa << 48,
                    emuq_pami_model_word(model, 6) | (remote_pa >> 16 & 0xffff),
                    emuq_pami_model_word(model, 7));
    return emuq_pami_go(f);
}

static void issue_put(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_op_t *op)
{
    emuq_pami_fifo_t *f = &context->device->rdma;
    uint64_t number = put(f, &peer->put, op->pa, op->bytes, op->remote_pa);
    if (op->pending & EMUQ_PAMI_REMOTE)
        issue_get(context, peer, op);
    op->number = number;
    EMUQ_PAMI_APPEND(f->first, f->last, op);
    context->incomplete++;
}

/* A put that is under way. */
static __attribute__((noinline)) void complete_later(emuq_pami_context_t *context,
                                                     const emuq_pami_peer_t *peer, uint64_t number,
                                                     pami_event_function done_fn, void *cookie)
{
    emuq_pami_fifo_t *f = &context->device->rdma;
    emuq_pami_op_t *op = emuq_pami_op_new(context); /* there is a free one: put_now() has checked */
    op->kind = EMUQ_PAMI_OP_PUT;
    op->dest = peer->endpoint;
    op->pending = EMUQ_PAMI_LOCAL;
    op->local_fn = done_fn;
    op->cookie = cookie;
    op->number = number;
    EMUQ_PAMI_APPEND(f->first, f->last, op);
    context->incomplete++;
}

/* Puts at once, if there is room and nothing waits, without an operation if possible. @return false: it has
 * not. Inline, as put() is: every call between functions costs a short put dearly. */
static inline __attribute__((always_inline)) bool put_now(emuq_pami_context_t *context,
                                                          emuq_pami_peer_t *peer, uint64_t pa, size_t bytes,
                                                          uint64_t remote_pa, pami_event_function done_fn,
                                                          void *cookie)
{
    emuq_pami_fifo_t *f = &context->device->rdma;
    if (context->rdma != NULL || !emuq_pami_may_call(context) || !emuq_pami_has_room(f, 1) ||
        context->ops.free == NULL)
        return false;
    uint64_t number = put(f, &peer->put, pa, bytes, remote_pa);
    peer->was_put_to = true;
    if (done_fn == NULL)
        return true;
    if (number <= MUSPI_getHwDescCount(f->fifo)) {
        emuq_pami_call(context, done_fn, cookie);
        return true;
    }
    complete_later(context, peer, number, done_fn, cookie);
    return true;
}

static bool issue(emuq_pami_context_t *context, emuq_pami_op_t *op)
{
    emuq_pami_peer_t *peer = emuq_pami_peer(context, op->dest);
    if (!emuq_pami_has_room(&context->device->rdma, 2))
        return false;
    if (op->kind == EMUQ_PAMI_OP_PUT)
        issue_put(context, peer, op);
    else
        issue_get(context, peer, op);
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
        return PAMI_INVAL;
    uint64_t pa = emuq_pami_memregion_pa(&where->local), remote_pa = emuq_pami_memregion_pa(&where->remote);
    if (kind == EMUQ_PAMI_OP_PUT && rdone_fn == NULL &&
        put_now(context, peer, pa, rma->bytes, remote_pa, rma->done_fn, rma->cookie))
        return PAMI_SUCCESS;
    return begin(context, rma, pa, remote_pa, kind, rdone_fn);
}

pami_result_t PAMI_Rput(pami_context_t context, pami_rput_simple_t *parameters)
{
    if (context == NULL || parameters == NULL || parameters->rma.bytes == 0)
        return emuq_pami_result(PAMI_INVAL);
    return emuq_pami_result(
        rdma(context, &parameters->rma, &parameters->rdma, EMUQ_PAMI_OP_PUT, parameters->put.rdone_fn));
}

pami_result_t PAMI_Rget(pami_context_t context, pami_rget_simple_t *parameters)
{
    if (context == NULL || parameters == NULL || parameters->rma.bytes == 0)
        return emuq_pami_result(PAMI_INVAL);
    return emuq_pami_result(rdma(context, &parameters->rma, &parameters->rdma, EMUQ_PAMI_OP_GET, NULL));
}
