/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Credit that a sender takes by itself. Replies to credit requests are packets, which an advance takes in
 * their turn. A program that only sends does not advance, so a call that finds no credit looks for replies in
 * the reception FIFO: it handles them where they lie, and marks them as taken. Nothing else is handled, so no
 * function of the client is called.
 */
#include "msglayer/p2p/p2p.h"

#include "base/host_calls.h"
#include "msglayer/settings.h"

#include <hwi/include/common/emuq_mmio.h>

/* A receiver that gives no credit for so long does not advance: the sender does not wait for it again before
 * it does. */
#define PATIENCE_NS UINT64_C(100000000)

static char *tail_of(MUSPI_Fifo_t *fifo)
{
    return (char *)fifo->va_start + (MUSPI_getHwTail(fifo) - fifo->pa_start);
}

void emuq_pami_credit(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet, const char *payload)
{
    (void)payload;
    emuq_pami_peer_t *peer = emuq_pami_peer(context, emuq_pami_software_of(packet)->origin);
    if (peer == NULL || peer->credit_requests == 0)
        return;
    peer->credit_requests--;
    peer->is_slow = false;
    /* Relaxed: a count that the end of the process reads from another thread, and orders nothing. */
    __atomic_store_n(&context->credit_requests, context->credit_requests - 1, __ATOMIC_RELAXED);
    if (peer->queue != NULL)
        emuq_pami_flush_peer(context, peer);
}

static char *next_packet(const MUSPI_Fifo_t *fifo, char *at)
{
    size_t bytes = emuq_packet_bytes(at), before_end = (size_t)((char *)fifo->va_end - at);
    return bytes < before_end ? at + bytes : (char *)fifo->va_start + (bytes - before_end);
}

/* Gives back the space of replies that no other packet is in front of: without that the FIFO would be full of
 * them. Not inside an advance, which takes packets up to a tail that it has read before. */
static void give_back_taken(emuq_pami_context_t *context, const char *tail)
{
    MUSPI_RecFifo_t *rec = context->device->rec;
    char *head = rec->_fifo.va_head, *at = head;
    while (at != tail && (emuq_pami_software((MUHWI_PacketHeader_t *)(void *)at)->kind &
                          EMUQ_PAMI_KIND_MASK) == EMUQ_PAMI_TAKEN)
        at = next_packet(&rec->_fifo, at);
    if (at == head)
        return;
    rec->_fifo.va_head = at;
    MUSPI_syncRecFifoHwHead(rec);
}

/* Handles the replies that have arrived since the last look. Inside an advance packets are being taken, so
 * each look begins with the first that is left. */
static void take_credit(emuq_pami_context_t *context)
{
    MUSPI_Fifo_t *fifo = &context->device->rec->_fifo;
    char *tail = tail_of(fifo), *at = context->credit_seen;
    if (at == NULL || context->advancing != NULL)
        at = fifo->va_head;
    while (at != tail) {
        MUHWI_PacketHeader_t *packet = (MUHWI_PacketHeader_t *)(void *)at;
        at = next_packet(fifo, at);
        emuq_pami_software_t *s = emuq_pami_software(packet);
        if ((s->kind & EMUQ_PAMI_KIND_MASK) != EMUQ_PAMI_CREDIT)
            continue;
        emuq_pami_credit(context, packet, NULL);
        s->kind = EMUQ_PAMI_TAKEN;
    }
    context->credit_seen = at;
    if (context->advancing == NULL)
        give_back_taken(context, tail);
}

static void go_on(emuq_pami_context_t *context, emuq_pami_peer_t *peer)
{
    take_credit(context);
    emuq_pami_flush_peer(context, peer);
}

void emuq_pami_catch_up(emuq_pami_context_t *context, emuq_pami_peer_t *peer)
{
    uint64_t most = emuq_pami_setting(EMUQ_PAMI_QUEUE);
    go_on(context, peer);
    if (peer->queued < most || peer->is_slow)
        return;
    MUSPI_Fifo_t *fifo = &context->device->rec->_fifo;
    uint64_t end = emuq_now_ns() + PATIENCE_NS;
    while (peer->queued >= most && !peer->is_slow) {
        uint64_t seen = MUSPI_getHwTail(fifo);
        go_on(context, peer);
        if (peer->queued >= most)
            emuq_mmio_idle(&fifo->hwfifo->pa_tail, seen);
        peer->is_slow = emuq_now_ns() >= end;
    }
}
