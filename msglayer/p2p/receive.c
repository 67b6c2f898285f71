/* SPDX-License-Identifier: BSD-3-Clause */
/* Receiving: packets become dispatch calls, data in the client's memory, and completions. */
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "msglayer/p2p/p2p.h"

void emuq_pami_target_defaults(pami_recv_t *recv)
{
    memset(recv, 0, sizeof *recv);
    recv->type = PAMI_TYPE_BYTE;
    recv->data_fn = PAMI_DATA_COPY;
}

void emuq_pami_target_open(emuq_pami_target_t *target, const pami_recv_t *recv, size_t bytes, bool contiguous,
                           bool copy)
{
    *target = (emuq_pami_target_t){.addr = recv->addr,
                                   .type = contiguous ? PAMI_TYPE_BYTE : recv->type,
                                   .offset = contiguous ? 0 : recv->offset,
                                   .data_fn = copy ? NULL : recv->data_fn,
                                   .data_cookie = copy ? NULL : recv->data_cookie};
    target->result = emuq_pami_type_check(target->type, target->offset, bytes, target->data_fn);
    if (target->result != PAMI_SUCCESS) {
        (void)emuq_pami_failed("", target->result); /* for PAMI_Error_text() in the completion function */
        return;
    }
    emuq_pami_type_retain(target->type); /* the client may destroy its handle meanwhile */
    target->whole = !emuq_pami_only_copies(target->data_fn);
    if (!target->whole && emuq_pami_type_is_contiguous(target->type) && target->addr != NULL)
        target->to = target->addr + target->offset;
}

void emuq_pami_target_put(emuq_pami_target_t *target, size_t at, const void *data, size_t bytes)
{
    if (bytes == 0 || target->result != PAMI_SUCCESS)
        return;
    if (target->to != NULL)
        memcpy(target->to + at, data, bytes);
    else
        emuq_pami_type_unpack(target->type, target->addr, target->offset + at, data, bytes, target->data_fn,
                              target->data_cookie);
}

pami_result_t emuq_pami_target_close(emuq_pami_target_t *target)
{
    if (target->result == PAMI_SUCCESS)
        emuq_pami_type_release(target->type);
    return target->result;
}

#define FIFO_PARTS  8u  /* space is freed in units of 1/8 of the FIFO */
#define MAX_PACKETS 32u /* maximum packets of a round */

/* Aborts if NULL: an arrived message cannot be rejected and would be lost. */
static void *receive_require(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "pami: no memory to receive a message\n");
        abort();
    }
    return memory;
}

static emuq_pami_incoming_t *receive_new_incoming(emuq_pami_context_t *context)
{
    emuq_pami_incoming_t *in = context->free_incoming;
    if (in != NULL)
        context->free_incoming = in->next;
    else
        in = receive_require(emuq_malloc(sizeof *in));
    memset(in, 0, sizeof *in);
    return in;
}

static void receive_free_incoming(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    free(in->header);
    free(in->data);
    in->next = context->free_incoming;
    context->free_incoming = in;
}

static void *receive_duplicate(const void *bytes, size_t size)
{
    void *copy = receive_require(emuq_malloc(size + 1));
    return memcpy(copy, bytes, size);
}

/* Whether a message is unexpected: its id is not set, or older messages for the id are queued. */
static bool receive_is_unexpected(const emuq_pami_context_t *context, uint8_t id)
{
    if (context->dispatch[id].fn == NULL)
        return true;
    for (const emuq_pami_incoming_t *in = context->unexpected; in != NULL; in = in->next)
        if (in->id == id)
            return true;
    return false;
}

static void receive_queue_unexpected(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    in->is_queued = true;
    EMUQ_PAMI_APPEND(context->unexpected, context->unexpected_last, in);
    context->retry_unexpected |= context->dispatch[in->id].fn != NULL;
}

static void receive_reply(emuq_pami_context_t *context, uint32_t origin, uint8_t kind, uint32_t request)
{
    emuq_pami_send_control(context, receive_require(emuq_pami_peer(context, origin)), kind, request);
}

/* ---- dispatch ---- */

static void receive_dispatch(emuq_pami_context_t *context, emuq_pami_incoming_t *in, const void *header)
{
    const emuq_pami_dispatch_t *d = &context->dispatch[in->id];
    pami_recv_t recv;
    emuq_pami_target_defaults(&recv);
    d->fn(context, d->cookie, header, in->header_size, NULL, in->data_size, in->origin, &recv);
    in->dispatched = true;
    in->local_fn = recv.local_fn;
    in->cookie = recv.cookie;
    emuq_pami_target_open(&in->target, &recv, in->data_size, d->contiguous, d->copy);
}

/* Completes a message. Notifies the sender unless its Message Unit does, see receive_get_data(). */
static void receive_finish(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    pami_result_t result = emuq_pami_target_close(&in->target);
    if (in->local_fn != NULL && !context->is_ending)
        in->local_fn(context, in->cookie, result);
    if (in->request != 0)
        receive_reply(context, in->origin, in->is_rendezvous ? EMUQ_PAMI_DONE : EMUQ_PAMI_RECEIVED,
                      in->request);
}

static void receive_incoming_done(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    if (in->data != NULL)
        emuq_pami_target_put(&in->target, 0, in->data, in->data_size);
    receive_finish(context, in);
    receive_free_incoming(context, in);
}

static void receive_data_got(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)result;
    receive_incoming_done(context, cookie);
}

static void receive_get_data(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    char *to = in->target.to;
    emuq_pami_op_t *op = receive_require(emuq_pami_op_new(context));
    if (to == NULL || !emuq_pami_pa(context->device, to, in->data_size, &op->pa)) {
        in->data = receive_require(emuq_malloc(in->data_size));
        if (!emuq_pami_pa(context->device, in->data, in->data_size, &op->pa))
            receive_require(NULL);
    }
    op->kind = EMUQ_PAMI_OP_GET;
    op->pending = EMUQ_PAMI_LOCAL;
    op->dest = in->origin;
    op->bytes = in->data_size;
    op->remote_pa = in->data_pa;
    /* On this node, the sender's Message Unit notifies the sender behind the put of the data. From another
     * node, a complete put may not have arrived yet. */
    op->request = 0;
    const emuq_pami_peer_t *peer = receive_require(emuq_pami_peer(context, in->origin));
    if (in->data == NULL && peer->is_local) {
        op->request = in->request;
        in->request = 0;
    }
    op->incoming = in;
    op->local_fn = receive_data_got;
    op->cookie = in;
    emuq_pami_rdma(context, op);
}

/* Continues a dispatched message: gets its data, or stores what has arrived. */
static void receive_data(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    if (in->is_rendezvous && in->data_size != 0) {
        receive_get_data(context, in);
    } else if (in->data_got == in->data_size) {
        receive_incoming_done(context, in);
    } else if (in->data != NULL && !in->target.whole) {
        emuq_pami_target_put(&in->target, 0, in->data, in->data_got);
        free(in->data);
        in->data = NULL;
    } else if (in->target.whole && in->data == NULL) {
        in->data = receive_require(emuq_malloc(in->data_size));
    }
}

static void receive_queue_single(emuq_pami_context_t *context, const emuq_pami_software_t *s,
                                 const char *payload, size_t header_size, size_t data_size)
{
    emuq_pami_incoming_t *in = receive_new_incoming(context);
    in->origin = s->origin;
    in->id = s->id;
    in->request = (uint32_t)(s->word >> 32);
    in->header_size = in->header_got = header_size;
    in->data_size = in->data_got = data_size;
    in->header = receive_duplicate(payload, header_size);
    in->data = receive_duplicate(payload + emuq_pami_aligned(header_size), data_size);
    receive_queue_unexpected(context, in);
}

static void receive_whole(emuq_pami_context_t *context, emuq_pami_incoming_t *in, const char *header,
                          const char *data)
{
    const emuq_pami_dispatch_t *d = &context->dispatch[in->id];
    if (!d->never_immediate) {
        d->fn(context, d->cookie, header, in->header_size, data, in->data_size, in->origin, NULL);
        if (in->request != 0)
            receive_reply(context, in->origin, EMUQ_PAMI_RECEIVED, in->request);
    } else {
        receive_dispatch(context, in, header);
        emuq_pami_target_put(&in->target, 0, data, in->data_size);
        receive_finish(context, in);
    }
}

static inline __attribute__((always_inline)) void
receive_single(emuq_pami_context_t *context, const emuq_pami_software_t *s, const char *payload)
{
    const emuq_pami_dispatch_t *d = &context->dispatch[s->id];
    uint64_t word = s->word;
    size_t header_size = word & 0xffff, data_size = word >> 16 & 0xffff;
    const char *data = payload + emuq_pami_aligned(header_size);
    if (__builtin_expect(d->fn == NULL || context->unexpected != NULL, 0) &&
        receive_is_unexpected(context, s->id)) {
        receive_queue_single(context, s, payload, header_size, data_size);
    } else if (__builtin_expect(!d->never_immediate && word >> 32 == 0, 1)) {
        d->fn(context, d->cookie, payload, header_size, data, data_size, s->origin, NULL);
    } else {
        emuq_pami_incoming_t in = {.origin = s->origin,
                                   .id = s->id,
                                   .request = (uint32_t)(word >> 32),
                                   .header_size = header_size,
                                   .data_size = data_size};
        receive_whole(context, &in, payload, data);
    }
}

static void receive_header_complete(emuq_pami_context_t *context, emuq_pami_incoming_t *in,
                                    const char *header)
{
    if (receive_is_unexpected(context, in->id)) {
        if (in->header == NULL)
            in->header = receive_duplicate(header, in->header_size);
        if (!in->is_rendezvous)
            in->data = receive_require(emuq_malloc(in->data_size + 1));
        receive_queue_unexpected(context, in);
    } else {
        receive_dispatch(context, in, header);
        receive_data(context, in);
    }
}

/* Handles the first packet of an eager or rendezvous message. */
static void receive_first(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet,
                          const char *payload)
{
    const emuq_pami_software_t *s = emuq_pami_software(packet);
    bool is_rendezvous = (s->kind & EMUQ_PAMI_KIND_MASK) == EMUQ_PAMI_RTS;
    emuq_pami_start_t start;
    memcpy(&start, payload, sizeof start);
    emuq_pami_incoming_t *in = receive_new_incoming(context);
    in->origin = s->origin;
    in->id = s->id;
    in->is_rendezvous = is_rendezvous;
    in->request = (uint32_t)(s->word >> 32);
    in->header_size = (uint32_t)s->word;
    in->data_size = start.data_size;
    in->data_pa = start.data_pa;
    bool header_follows = in->header_size > EMUQ_PAMI_START_HEADER;
    if (header_follows || (!is_rendezvous && in->data_size != 0)) {
        emuq_pami_peer_t *peer = receive_require(emuq_pami_peer(context, s->origin));
        peer->incoming = in;
    }
    if (header_follows)
        in->header = receive_require(emuq_malloc(in->header_size));
    else
        receive_header_complete(context, in, payload + sizeof start);
}

/* Handles the next packet of the message that started last. */
static void receive_continuation(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet,
                                 const char *payload)
{
    const emuq_pami_software_t *s = emuq_pami_software(packet);
    emuq_pami_peer_t *peer = emuq_pami_peer(context, s->origin);
    emuq_pami_incoming_t *in = peer != NULL ? peer->incoming : NULL;
    if (in == NULL)
        return; /* sent to an ended context */
    uint64_t at = emuq_pami_stream_offset(packet);
    uint64_t behind = in->header_size > EMUQ_PAMI_START_HEADER ? in->header_size : 0;
    size_t end = at < behind ? behind : behind + in->data_size;
    size_t bytes = end - at < EMUQ_PAMI_PAYLOAD ? end - at : EMUQ_PAMI_PAYLOAD;
    size_t header_left = in->header_size > EMUQ_PAMI_START_HEADER ? in->header_size - in->header_got : 0;
    size_t data_left = in->is_rendezvous ? 0 : in->data_size - in->data_got;
    if (header_left + data_left == bytes)
        peer->incoming = NULL; /* before a call of the client, which may end the message */
    if (at < behind) {
        memcpy(in->header + at, payload, bytes);
        in->header_got += bytes;
        if (in->header_got == in->header_size)
            receive_header_complete(context, in, in->header);
        return;
    }
    if (in->data == NULL)
        emuq_pami_target_put(&in->target, at - behind, payload, bytes);
    else
        memcpy(in->data + (at - behind), payload, bytes);
    in->data_got += bytes;
    if (in->dispatched && in->data_got == in->data_size)
        receive_incoming_done(context, in);
}

bool emuq_pami_dispatch_unexpected(emuq_pami_context_t *context)
{
    bool any = false;
    context->retry_unexpected = false;
    for (emuq_pami_incoming_t **at = &context->unexpected; *at != NULL;) {
        emuq_pami_incoming_t *in = *at;
        if (context->dispatch[in->id].fn == NULL) {
            at = &in->next;
            continue;
        }
        *at = in->next;
        in->is_queued = false;
        if (context->unexpected_last == &in->next)
            context->unexpected_last = at;
        any = true;
        bool fits = in->header_size + in->data_size <= EMUQ_PAMI_IMMEDIATE;
        if (fits && in->data_got == in->data_size && !in->is_rendezvous) {
            receive_whole(context, in, in->header, in->data);
            receive_free_incoming(context, in);
        } else {
            receive_dispatch(context, in, in->header);
            receive_data(context, in);
        }
        at = &context->unexpected; /* the client may have changed the queue */
    }
    return any;
}

/* ---- completions ---- */

static void receive_done(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet,
                         const char *payload)
{
    (void)payload;
    emuq_pami_op_t *op = emuq_pami_op_find(context, (uint32_t)emuq_pami_software(packet)->word);
    if (op == NULL)
        return;
    bool remote = (op->pending & EMUQ_PAMI_REMOTE) != 0;
    if (op->kind == EMUQ_PAMI_OP_RENDEZVOUS)
        emuq_pami_op_local(context, op);
    if (remote)
        emuq_pami_op_remote(context, op);
}

/* ---- packets ---- */

static void receive_single_packet(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet,
                                  const char *payload)
{
    receive_single(context, emuq_pami_software(packet), payload);
}

void emuq_pami_receive_open(emuq_pami_context_t *context)
{
    context->packet[EMUQ_PAMI_SINGLE] = receive_single_packet;
    context->packet[EMUQ_PAMI_EAGER_FIRST] = receive_first;
    context->packet[EMUQ_PAMI_RTS] = receive_first;
    context->packet[EMUQ_PAMI_CONTINUATION] = receive_continuation;
    context->packet[EMUQ_PAMI_RECEIVED] = receive_done;
    context->packet[EMUQ_PAMI_DONE] = receive_done;
    context->packet[EMUQ_PAMI_CREDIT] = emuq_pami_credit;
}

/* Handles every packet except a SINGLE packet without a credit request. */
static __attribute__((noinline)) void receive_other(emuq_pami_context_t *context,
                                                    const MUHWI_PacketHeader_t *packet, const char *payload)
{
    const emuq_pami_software_t *s = emuq_pami_software(packet);
    emuq_pami_packet_fn fn = context->packet[s->kind & EMUQ_PAMI_KIND_MASK];
    if (fn != NULL)
        fn(context, packet, payload);
    if (s->kind & EMUQ_PAMI_CREDIT_REQUEST)
        receive_reply(context, s->origin, EMUQ_PAMI_CREDIT, 0);
}

/* Drops a message for a context that ends, and completes it at the sender. */
static void receive_reject(emuq_pami_context_t *context, const emuq_pami_software_t *s, uint32_t kind)
{
    uint32_t request = (uint32_t)(s->word >> 32);
    if (request != 0)
        receive_reply(context, s->origin, kind == EMUQ_PAMI_RTS ? EMUQ_PAMI_DONE : EMUQ_PAMI_RECEIVED,
                      request);
}

void emuq_pami_receive_at_end(emuq_pami_context_t *context, bool completes)
{
    MUSPI_RecFifo_t *rec = context->device->rec;
    const char *tail = emuq_pami_receive_tail(context);
    while (rec->_fifo.va_head != tail) {
        uint32_t bytes;
        MUHWI_PacketHeader_t *packet = MUSPI_getNextPacketWrap(rec, &bytes);
        const emuq_pami_software_t *s = emuq_pami_software(packet);
        uint32_t kind = s->kind & EMUQ_PAMI_KIND_MASK;
        if (kind == EMUQ_PAMI_CREDIT || (kind == EMUQ_PAMI_SINGLE && context->dispatch[s->id].until_end))
            context->packet[kind](context, packet, (const char *)(packet + 1));
        else if (completes && (kind == EMUQ_PAMI_RECEIVED || kind == EMUQ_PAMI_DONE))
            context->packet[kind](context, packet, NULL);
        else if (kind == EMUQ_PAMI_SINGLE || kind == EMUQ_PAMI_EAGER_FIRST || kind == EMUQ_PAMI_RTS)
            receive_reject(context, s, kind);
        if (s->kind & EMUQ_PAMI_CREDIT_REQUEST)
            receive_reply(context, s->origin, EMUQ_PAMI_CREDIT, 0);
    }
    MUSPI_syncRecFifoHwHead(rec);
}

/*
 * Frees FIFO space in units of a part, so messages are handled sooner.
 *
 * No sender waits for the retained space: a receiver that has taken all packets retains less than one part,
 * so a blocked sender finds the 544 bytes that it needs.
 */
static inline void receive_free_space(MUSPI_RecFifo_t *rec)
{
    MUSPI_Fifo_t *fifo = &rec->_fifo;
    uint64_t head = (uint64_t)((const char *)fifo->va_head - (const char *)fifo->va_start);
    uint64_t taken = head - (MUSPI_getHwHead(fifo) - fifo->pa_start);
    if ((int64_t)taken < 0)
        taken += fifo->size_1 + 1;
    if (taken >= fifo->size_1 / FIFO_PARTS)
        MUSPI_syncRecFifoHwHead(rec);
}

size_t emuq_pami_receive(emuq_pami_context_t *context, const char *tail)
{
    MUSPI_RecFifo_t *rec = context->device->rec;
    size_t packets = 0;
    if (rec->_fifo.va_head == tail)
        return 0;
    do {
        uint32_t bytes;
        MUHWI_PacketHeader_t *packet = MUSPI_getNextPacketWrap(rec, &bytes);
        const emuq_pami_software_t *s = emuq_pami_software(packet);
        const char *payload = (const char *)(packet + 1);
        if (__builtin_expect(s->kind == EMUQ_PAMI_SINGLE, 1))
            receive_single(context, s, payload);
        else
            receive_other(context, packet, payload);
    } while (rec->_fifo.va_head != tail && ++packets < MAX_PACKETS);
    context->credit_seen = NULL;
    receive_free_space(rec);
    return packets + 1;
}

static void receive_drop(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    if (in->dispatched)
        emuq_pami_target_close(&in->target);
    receive_free_incoming(context, in);
}

static void receive_drop_got(emuq_pami_op_t *op, void *context)
{
    if (op->incoming != NULL)
        receive_drop(context, op->incoming);
}

void emuq_pami_incoming_free(emuq_pami_context_t *context)
{
    emuq_pami_op_each(context, receive_drop_got, context);
    for (emuq_pami_peer_t *p = context->all_peers; p != NULL; p = p->next)
        if (p->incoming != NULL && !p->incoming->is_queued)
            receive_drop(context, p->incoming);
    while (context->unexpected != NULL) {
        emuq_pami_incoming_t *in = context->unexpected;
        context->unexpected = in->next;
        receive_free_incoming(context, in);
    }
    EMUQ_PAMI_FREE_ALL(context->free_incoming);
}
