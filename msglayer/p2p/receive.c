/* SPDX-License-Identifier: BSD-3-Clause */
/* Receiving: packets from the reception FIFO become dispatch calls, data in the client's memory, and
 * completions. */
#include "msglayer/coll/schedule.h"
#include "msglayer/p2p/incoming.h"

#include <stdio.h>
#include <stdlib.h>

#define PARTS        8u  /* of the reception FIFO: space is given back when one has been taken */
#define MOST_PACKETS 32u /* of a round: then their space is given back */

/* Memory without which a message that has arrived would be lost. */
static void *need(void *memory)
{
    if (memory == NULL) {
        fprintf(stderr, "pami: no memory to receive a message\n");
        abort();
    }
    return memory;
}

static emuq_pami_incoming_t *new_incoming(emuq_pami_context_t *context)
{
    emuq_pami_incoming_t *in = context->free_incoming;
    if (in != NULL)
        context->free_incoming = in->next;
    else
        in = need(malloc(sizeof *in));
    memset(in, 0, sizeof *in);
    return in;
}

static void free_incoming(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    free(in->header);
    free(in->data);
    in->next = context->free_incoming;
    context->free_incoming = in;
}

static void *duplicate(const void *bytes, size_t size)
{
    void *copy = need(malloc(size + 1));
    return memcpy(copy, bytes, size);
}

/* Whether messages for the id go to the unexpected queue: it is not set, or older ones are there. */
static bool is_unexpected(const emuq_pami_context_t *context, uint8_t id)
{
    if (context->dispatch[id].fn == NULL)
        return true;
    for (const emuq_pami_incoming_t *in = context->unexpected; in != NULL; in = in->next)
        if (in->id == id)
            return true;
    return false;
}

static void queue_unexpected(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    in->is_queued = true;
    EMUQ_PAMI_APPEND(context->unexpected, context->unexpected_last, in);
    context->retry_unexpected |= context->dispatch[in->id].fn != NULL;
}

static void answer(emuq_pami_context_t *context, uint32_t origin, uint8_t kind, uint32_t request)
{
    emuq_pami_send_control(context, need(emuq_pami_peer(context, origin)), kind, request);
}

/* ---- dispatch ---- */

/* Calls the dispatch function, which says where the data goes. */
static void dispatch(emuq_pami_context_t *context, emuq_pami_incoming_t *in, const void *header)
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

/* The data is in the client's memory. If the sender has not been notified by its Message Unit, see
 * get_data(), it is now. */
static void finish(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    pami_result_t result = emuq_pami_target_close(&in->target);
    if (in->local_fn != NULL && !context->is_ending)
        in->local_fn(context, in->cookie, result);
    if (in->request != 0)
        answer(context, in->origin, in->is_rendezvous ? EMUQ_PAMI_DONE : EMUQ_PAMI_RECEIVED, in->request);
}

/* The data of an arriving message is complete. */
static void incoming_done(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    if (in->data != NULL)
        emuq_pami_target_put(&in->target, 0, in->data, in->data_size);
    finish(context, in);
    free_incoming(context, in);
}

/* The data that has been got is here. */
static void data_got(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)result;
    incoming_done(context, cookie);
}

/* Starts to get the data of a message that has been dispatched. */
static void get_data(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    char *to = emuq_pami_target_memory(&in->target);
    emuq_pami_op_t *op = need(emuq_pami_op_new(context));
    if (to == NULL || !emuq_pami_pa(context->device, to, in->data_size, &op->pa)) {
        in->data = need(malloc(in->data_size));
        if (!emuq_pami_pa(context->device, in->data, in->data_size, &op->pa))
            need(NULL);
    }
    op->kind = EMUQ_PAMI_OP_GET;
    op->pending = EMUQ_PAMI_LOCAL;
    op->dest = in->origin;
    op->bytes = in->data_size;
    op->remote_pa = in->data_pa;
    /* The sender's Message Unit notifies the sender behind the put of the data. On another node, that the put
     * is complete does not say that it has arrived. */
    op->request = 0;
    const emuq_pami_peer_t *peer = need(emuq_pami_peer(context, in->origin));
    if (in->data == NULL && peer->is_local) {
        op->request = in->request;
        in->request = 0;
    }
    op->incoming = in;
    op->local_fn = data_got;
    op->cookie = in;
    emuq_pami_rdma(context, op);
}

/* A message whose header is here has been dispatched: goes on with the data, as far as it is here too. */
static void go_on(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    if (in->is_rendezvous && in->data_size != 0) {
        get_data(context, in);
    } else if (in->data_got == in->data_size) {
        incoming_done(context, in);
    } else if (in->data != NULL &&
               !in->target.whole) { /* it was in the unexpected queue: what has come goes first */
        emuq_pami_target_put(&in->target, 0, in->data, in->data_got);
        free(in->data);
        in->data = NULL;
    } else if (in->target.whole && in->data == NULL) {
        in->data = need(malloc(in->data_size));
    }
}

/* ---- one packet ---- */

static void queue_single(emuq_pami_context_t *context, const emuq_pami_software_t *s, const char *payload,
                         size_t header_size, size_t data_size)
{
    emuq_pami_incoming_t *in = new_incoming(context);
    in->origin = s->origin;
    in->id = s->id;
    in->request = (uint32_t)(s->word >> 32);
    in->header_size = in->header_got = header_size;
    in->data_size = in->data_got = data_size;
    in->header = duplicate(payload, header_size);
    in->data = duplicate(payload + emuq_pami_aligned(header_size), data_size);
    queue_unexpected(context, in);
}

/* A whole message. */
static void whole(emuq_pami_context_t *context, emuq_pami_incoming_t *in, const char *header,
                  const char *data)
{
    const emuq_pami_dispatch_t *d = &context->dispatch[in->id];
    if (!d->never_immediate) {
        d->fn(context, d->cookie, header, in->header_size, data, in->data_size, in->origin, NULL);
        if (in->request != 0)
            answer(context, in->origin, EMUQ_PAMI_RECEIVED, in->request);
    } else {
        dispatch(context, in, header);
        emuq_pami_target_put(&in->target, 0, data, in->data_size);
        finish(context, in);
    }
}

static inline __attribute__((always_inline)) void single(emuq_pami_context_t *context,
                                                         const emuq_pami_software_t *s, const char *payload)
{
    const emuq_pami_dispatch_t *d = &context->dispatch[s->id];
    uint64_t word = s->word;
    size_t header_size = word & 0xffff, data_size = word >> 16 & 0xffff;
    const char *data = payload + emuq_pami_aligned(header_size);
    if (__builtin_expect(d->fn == NULL || context->unexpected != NULL, 0) && is_unexpected(context, s->id)) {
        queue_single(context, s, payload, header_size, data_size);
    } else if (__builtin_expect(!d->never_immediate && word >> 32 == 0, 1)) {
        d->fn(context, d->cookie, payload, header_size, data, data_size, s->origin, NULL);
    } else {
        emuq_pami_incoming_t in = {.origin = s->origin,
                                   .id = s->id,
                                   .request = (uint32_t)(word >> 32),
                                   .header_size = header_size,
                                   .data_size = data_size};
        whole(context, &in, payload, data);
    }
}

/* ---- several packets ---- */

/* The header is complete. */
static void header_here(emuq_pami_context_t *context, emuq_pami_incoming_t *in, const char *header)
{
    if (is_unexpected(context, in->id)) {
        if (in->header == NULL)
            in->header = duplicate(header, in->header_size);
        if (!in->is_rendezvous)
            in->data = need(malloc(in->data_size + 1));
        queue_unexpected(context, in);
    } else {
        dispatch(context, in, header);
        go_on(context, in);
    }
}

static void begin(emuq_pami_context_t *context, const emuq_pami_software_t *s, const char *payload,
                  bool is_rendezvous)
{
    emuq_pami_start_t first;
    memcpy(&first, payload, sizeof first);
    emuq_pami_incoming_t *in = new_incoming(context);
    in->origin = s->origin;
    in->id = s->id;
    in->is_rendezvous = is_rendezvous;
    in->request = (uint32_t)(s->word >> 32);
    in->header_size = (uint32_t)s->word;
    in->data_size = first.data_size;
    in->data_pa = first.data_pa;
    bool header_follows = in->header_size > EMUQ_PAMI_START_HEADER;
    if (header_follows || (!is_rendezvous && in->data_size != 0)) {
        emuq_pami_peer_t *peer = need(emuq_pami_peer(context, s->origin));
        peer->incoming = in;
    }
    if (header_follows)
        in->header = need(malloc(in->header_size));
    else
        header_here(context, in, payload + sizeof first);
}

/* The next packet of the message that has begun last. */
static void more(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet, const char *payload)
{
    const emuq_pami_software_t *s = emuq_pami_software_of(packet);
    emuq_pami_peer_t *peer = emuq_pami_peer(context, s->origin);
    emuq_pami_incoming_t *in = peer != NULL ? peer->incoming : NULL;
    if (in == NULL)
        return; /* a continuation for a context that has ended */
    uint64_t at = emuq_pami_stream_offset(packet);
    uint64_t behind = in->header_size > EMUQ_PAMI_START_HEADER ? in->header_size : 0;
    size_t end = at < behind ? behind : behind + in->data_size;
    size_t bytes = end - at < EMUQ_PAMI_PAYLOAD ? end - at : EMUQ_PAMI_PAYLOAD;
    size_t header_left = in->header_size > EMUQ_PAMI_START_HEADER ? in->header_size - in->header_got : 0;
    size_t data_left = in->is_rendezvous ? 0 : in->data_size - in->data_got;
    if (header_left + data_left == bytes)
        peer->incoming = NULL; /* before the client is called: it may be over then */
    if (at < behind) {
        memcpy(in->header + at, payload, bytes);
        in->header_got += bytes;
        if (in->header_got == in->header_size)
            header_here(context, in, in->header);
        return;
    }
    if (in->data == NULL)
        emuq_pami_target_put(&in->target, at - behind, payload, bytes);
    else
        memcpy(in->data + (at - behind), payload, bytes);
    in->data_got += bytes;
    if (in->dispatched && in->data_got == in->data_size)
        incoming_done(context, in);
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
            whole(context, in, in->header, in->data);
            free_incoming(context, in);
        } else {
            dispatch(context, in, in->header);
            go_on(context, in);
        }
        at = &context->unexpected; /* the client may have changed anything */
    }
    return any;
}

/* ---- completions ---- */

static void done(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet, const char *payload)
{
    (void)payload;
    emuq_pami_op_t *op = emuq_pami_op_find(context, (uint32_t)emuq_pami_software_of(packet)->word);
    if (op == NULL)
        return;
    bool remote = (op->pending & EMUQ_PAMI_REMOTE) != 0;
    if (op->kind == EMUQ_PAMI_OP_RENDEZVOUS)
        emuq_pami_op_local(context, op);
    if (remote)
        emuq_pami_op_remote(context, op);
}

static void received(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet, const char *payload)
{
    (void)payload;
    emuq_pami_op_t *op = emuq_pami_op_find(context, (uint32_t)emuq_pami_software_of(packet)->word);
    if (op != NULL)
        emuq_pami_op_remote(context, op);
}

/* ---- packets ---- */

static void single_packet(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet,
                          const char *payload)
{
    single(context, emuq_pami_software_of(packet), payload);
}

static void first(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet, const char *payload)
{
    begin(context, emuq_pami_software_of(packet), payload, false);
}

static void ready(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet, const char *payload)
{
    begin(context, emuq_pami_software_of(packet), payload, true);
}

void emuq_pami_receive_open(emuq_pami_context_t *context)
{
    context->packet[EMUQ_PAMI_SINGLE] = single_packet;
    context->packet[EMUQ_PAMI_EAGER_FIRST] = first;
    context->packet[EMUQ_PAMI_RTS] = ready;
    context->packet[EMUQ_PAMI_CONTINUATION] = more;
    context->packet[EMUQ_PAMI_RECEIVED] = received;
    context->packet[EMUQ_PAMI_DONE] = done;
    context->packet[EMUQ_PAMI_CREDIT] = emuq_pami_credit;
}

/* All packets but the most frequent kind. Kinds without function have done what they can by arriving. */
static __attribute__((noinline)) void rare(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet,
                                           const char *payload)
{
    const emuq_pami_software_t *s = emuq_pami_software_of(packet);
    emuq_pami_packet_fn fn = context->packet[s->kind & EMUQ_PAMI_KIND_MASK];
    if (fn != NULL)
        fn(context, packet, payload);
    if (s->kind & EMUQ_PAMI_CREDIT_REQUEST)
        answer(context, s->origin, EMUQ_PAMI_CREDIT, 0);
}

/* A message for a context that ends is dropped; its sender does not wait for it. */
static void refuse(emuq_pami_context_t *context, const emuq_pami_software_t *s, uint32_t kind)
{
    uint32_t request = (uint32_t)(s->word >> 32);
    if (request != 0)
        answer(context, s->origin, kind == EMUQ_PAMI_RTS ? EMUQ_PAMI_DONE : EMUQ_PAMI_RECEIVED, request);
}

void emuq_pami_receive_at_end(emuq_pami_context_t *context, bool completes)
{
    MUSPI_RecFifo_t *rec = context->device->rec;
    MUSPI_Fifo_t *fifo = &rec->_fifo;
    void *tail = (char *)fifo->va_start + (MUSPI_getHwTail(fifo) - fifo->pa_start);
    while (fifo->va_head != tail) {
        uint32_t bytes;
        MUHWI_PacketHeader_t *packet = MUSPI_getNextPacketWrap(rec, &bytes);
        const emuq_pami_software_t *s = emuq_pami_software(packet);
        uint32_t kind = s->kind & EMUQ_PAMI_KIND_MASK;
        if (kind == EMUQ_PAMI_CREDIT || (kind == EMUQ_PAMI_SINGLE && context->dispatch[s->id].until_end))
            context->packet[kind](context, packet, (const char *)(packet + 1));
        else if (completes && (kind == EMUQ_PAMI_RECEIVED || kind == EMUQ_PAMI_DONE))
            context->packet[kind](context, packet, NULL);
        else if (kind == EMUQ_PAMI_SINGLE || kind == EMUQ_PAMI_EAGER_FIRST || kind == EMUQ_PAMI_RTS)
            refuse(context, s, kind);
        if (s->kind & EMUQ_PAMI_CREDIT_REQUEST)
            answer(context, s->origin, EMUQ_PAMI_CREDIT, 0);
    }
    MUSPI_syncRecFifoHwHead(rec);
}

/* Gives the space of packets that have been taken back when it is a part of the FIFO: senders see no
 * difference, and a message is handled sooner.
 *
 * No sender waits for the space that is kept. Less than a part is kept after every call; so a receiver that
 * has taken everything leaves more than PARTS - 1 parts of the FIFO free, and a sender that waits for room
 * waits for one packet: 544 bytes, which fit into that with any size that settings.def allows. A receiver
 * that has not taken everything comes back. */
static inline void give_back(MUSPI_RecFifo_t *rec)
{
    MUSPI_Fifo_t *fifo = &rec->_fifo;
    uint64_t head = (uint64_t)((const char *)fifo->va_head - (const char *)fifo->va_start);
    uint64_t taken = head - (MUSPI_getHwHead(fifo) - fifo->pa_start);
    if ((int64_t)taken < 0)
        taken += fifo->size_1 + 1;
    if (taken >= fifo->size_1 / PARTS)
        MUSPI_syncRecFifoHwHead(rec);
}

size_t emuq_pami_receive(emuq_pami_context_t *context)
{
    MUSPI_RecFifo_t *rec = context->device->rec;
    MUSPI_Fifo_t *fifo = &rec->_fifo;
    /* Acquire: pairs with the release with which the Message Unit moves the tail behind complete packets. */
    void *tail = (char *)fifo->va_start + (MUSPI_getHwTail(fifo) - fifo->pa_start);
    size_t packets = 0;
    /* Barriers complete before messages that were sent after them are dispatched: if such a message is before
     * this tail, the status register shows the end of the barrier by now. */
    if (__builtin_expect(context->coll->polled != NULL, 0) && emuq_pami_schedules_poll(context))
        packets = 1;
    if (fifo->va_head == tail)
        return packets;
    do {
        uint32_t bytes;
        MUHWI_PacketHeader_t *packet = MUSPI_getNextPacketWrap(rec, &bytes);
        const emuq_pami_software_t *s = emuq_pami_software(packet);
        const char *payload = (const char *)(packet + 1);
        if (__builtin_expect(s->kind == EMUQ_PAMI_SINGLE, 1))
            single(context, s, payload);
        else
            rare(context, packet, payload);
    } while (fifo->va_head != tail && ++packets < MOST_PACKETS);
    context->credit_seen = NULL;
    give_back(rec);
    return packets + 1;
}

/* Forgets a message of a context that ends. */
static void drop(emuq_pami_context_t *context, emuq_pami_incoming_t *in)
{
    if (in->dispatched)
        emuq_pami_target_close(&in->target);
    free_incoming(context, in);
}

static void drop_got(emuq_pami_op_t *op, void *context)
{
    if (op->incoming != NULL)
        drop(context, op->incoming);
}

void emuq_pami_incoming_free(emuq_pami_context_t *context)
{
    emuq_pami_op_each(context, drop_got, context);
    for (emuq_pami_peer_t *p = context->all_peers; p != NULL; p = p->next)
        if (p->incoming != NULL && !p->incoming->is_queued)
            drop(context, p->incoming);
    while (context->unexpected != NULL) {
        emuq_pami_incoming_t *in = context->unexpected;
        context->unexpected = in->next;
        free_incoming(context, in);
    }
    while (context->free_incoming != NULL) {
        emuq_pami_incoming_t *in = context->free_incoming;
        context->free_incoming = in->next;
        free(in);
    }
}
