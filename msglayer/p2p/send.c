/* SPDX-License-Identifier: BSD-3-Clause */
/* Sending. A message is sent as one packet, with the payload copied into the FIFO slot; eagerly, as a first
 * packet and a stream from the client's memory; or by rendezvous, as a request to send (RTS) after which the
 * receiver gets the data. */
#include <stdlib.h>

#include <hwi/include/common/emuq_mmio.h>
#include <spi/include/kernel/cnk/emuq_rank.h>
#include <spi/include/mu/Descriptor_inlines.h>

#include "base/host_calls.h"
#include "base/memory.h"
#include "msglayer/core/resources.h"
#include "msglayer/p2p/p2p.h"

/* On one host and above this size in bytes, a get is cheaper than the two copies of an eager message. */
#define SAME_HOST_EAGER 1024u

/* A peer without credit for this long is slow: later calls do not wait for it. */
#define CREDIT_TIMEOUT_NS UINT64_C(100000000)

/* ---- credit ---- */

/* Bytes of a packet in a reception FIFO. */
static uint64_t send_packet_bytes(size_t payload)
{
    return MUHWI_PACKET_HEADER_SIZE_IN_BYTES + ((payload + 31) & ~(size_t)31);
}

/* Slow path: half a window is used up. @return false: no credit */
static bool send_request_credit(emuq_pami_context_t *context, emuq_pami_peer_t *peer, uint64_t bytes,
                                uint8_t *flags)
{
    if (peer->credit_requests == 2) {
        *flags = 0;
        return emuq_pami_peer_has_ended(context, peer);
    }
    peer->credit_requests++;
    AO_int_store(&context->credit_requests, context->credit_requests + 1);
    peer->left = bytes < context->window ? context->window - bytes : 0;
    *flags = EMUQ_PAMI_CREDIT_REQUEST;
    return true;
}

/* Takes credit for a message. @return false: the message has to wait */
static inline bool send_take_credit(emuq_pami_context_t *context, emuq_pami_peer_t *peer, uint64_t bytes,
                                    uint8_t *flags)
{
    if (__builtin_expect(bytes > peer->left, 0))
        return send_request_credit(context, peer, bytes, flags);
    peer->left -= bytes;
    *flags = 0;
    return true;
}

/* ---- messages of one packet ---- */

/* Copies without a function call where the size allows it. */
static inline void send_copy(char *to, const void *from, size_t bytes)
{
    const char *f = from;
    if (bytes == 8) {
        memcpy(to, f, 8);
    } else if (bytes > 8 && bytes <= 16) {
        uint64_t first, last;
        memcpy(&first, f, 8);
        memcpy(&last, f + bytes - 8, 8);
        memcpy(to, &first, 8);
        memcpy(to + bytes - 8, &last, 8);
    } else if (bytes != 0) {
        memcpy(to, f, bytes);
    }
}

/* Injects a message of one packet. Inlined: call overhead is measurable for short messages. @return false: no
 * credit or slot */
static inline __attribute__((always_inline)) bool
send_issue_single(emuq_pami_context_t *context, emuq_pami_peer_t *peer, uint8_t id, uint32_t request,
                  const void *header, size_t header_size, const void *data, size_t data_size)
{
    emuq_pami_fifo_t *f = peer->fifo;
    size_t at = emuq_pami_aligned(header_size), bytes = data_size != 0 ? at + data_size : header_size;
    uint8_t flags;
    if (__builtin_expect(!emuq_pami_has_space(f, 1), 0) ||
        !send_take_credit(context, peer, send_packet_bytes(bytes), &flags))
        return false;
    char *payload;
    uint64_t pa;
    const MUHWI_Descriptor_t *model = &peer->packet;
    void *slot = emuq_pami_next_slot(f, &payload, &pa);
    emuq_pami_write_descriptor(
        slot, model, pa, bytes, emuq_pami_model_word(model, 5),
        emuq_pami_kind_word(emuq_pami_model_word(model, 6), EMUQ_PAMI_SINGLE | flags, id),
        emuq_pami_single_word(request, header_size, data_size));
    send_copy(payload, header, header_size);
    send_copy(payload + at, data, data_size);
    peer->was_sent_to = true;
    emuq_pami_inject(f);
    return true;
}

/* ---- messages of several packets ---- */

static inline void send_set_software(MUHWI_Descriptor_t *d, uint8_t kind, uint8_t id, uint64_t word)
{
    emuq_pami_software_t *s = emuq_pami_software(&d->PacketHeader);
    s->kind = kind;
    s->id = id;
    s->word = word;
}

/* Injects a segment of a stream from memory. @return the number of its descriptor */
static uint64_t send_issue_segment(emuq_pami_peer_t *peer, uint8_t id, uint64_t pa, size_t bytes, uint64_t at)
{
    char *payload;
    MUHWI_Descriptor_t *d = emuq_pami_next(peer->fifo, &peer->packet, &payload);
    d->Pa_Payload = pa;
    d->Message_Length = bytes;
    MUSPI_SetRecPutOffset(d, at);
    send_set_software(d, EMUQ_PAMI_CONTINUATION, id, 0);
    return emuq_pami_inject(peer->fifo);
}

/* Injects an eager message or an RTS. @return false: no credit or slots */
static bool send_issue_long(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_op_t *op)
{
    emuq_pami_fifo_t *f = peer->fifo;
    bool stream = op->kind == EMUQ_PAMI_OP_EAGER;
    size_t in_first = op->header_size <= EMUQ_PAMI_START_HEADER ? op->header_size : 0;
    size_t behind = op->header_size - in_first;
    uint64_t bytes =
        send_packet_bytes(sizeof(emuq_pami_start_t) + in_first) + behind + (stream ? op->bytes : 0);
    uint8_t flags;
    if (!emuq_pami_has_space(f, 3) || !send_take_credit(context, peer, bytes, &flags))
        return false;
    char *payload;
    MUHWI_Descriptor_t *d = emuq_pami_next(f, &peer->packet, &payload);
    emuq_pami_start_t first = {op->bytes, op->pa};
    memcpy(payload, &first, sizeof first);
    if (in_first != 0)
        memcpy(payload + sizeof first, op->header, in_first);
    d->Message_Length = sizeof first + in_first;
    bool wants_reply = !stream || (op->pending & EMUQ_PAMI_REMOTE) != 0;
    send_set_software(d, (stream ? EMUQ_PAMI_EAGER_FIRST : EMUQ_PAMI_RTS) | flags, op->dispatch,
                      (uint64_t)(wants_reply ? op->id : 0) << 32 | op->header_size);
    uint64_t number = emuq_pami_inject(f);
    if (behind != 0)
        number = send_issue_segment(peer, op->dispatch, op->header_pa, behind, 0);
    if (stream && op->bytes != 0)
        number = send_issue_segment(peer, op->dispatch, op->pa, op->bytes, behind);
    peer->was_sent_to = true;
    if (stream)
        emuq_pami_op_await(context, f, op, number);
    return true;
}

/* ---- queues ---- */

static bool send_issue(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_op_t *op)
{
    if (op->kind != EMUQ_PAMI_OP_SINGLE)
        return send_issue_long(context, peer, op);
    uint32_t request = op->pending & EMUQ_PAMI_REMOTE ? op->id : 0;
    const char *data = (const char *)op->buffer + op->header_size;
    if (!send_issue_single(context, peer, op->dispatch, request, op->buffer, op->header_size, data,
                           op->bytes))
        return false;
    if (op->pending & EMUQ_PAMI_LOCAL) {
        emuq_pami_op_defer(context, op);
    } else {
        free(op->buffer);
        op->buffer = NULL;
        if (op->pending == 0)
            emuq_pami_op_drop(context, op);
    }
    return true;
}

static void send_enqueue(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_op_t *op)
{
    EMUQ_PAMI_APPEND(peer->queue, peer->queue_last, op);
    peer->queued++;
    peer->was_sent_to = true;
    if (!peer->is_blocked) {
        peer->is_blocked = true;
        peer->next_blocked = context->blocked;
        context->blocked = peer;
    }
}

/* Issues the queue of a peer while possible. @return whether a message was issued */
static bool send_flush_peer(emuq_pami_context_t *context, emuq_pami_peer_t *peer)
{
    bool any = false;
    while (peer->queue != NULL) {
        emuq_pami_op_t *op = peer->queue, *next = op->next;
        if (!send_issue(context, peer, op))
            break;
        peer->queue = next; /* op may be in another list */
        peer->queued--;
        if (next == NULL)
            peer->queue_last = &peer->queue;
        any = true;
    }
    return any;
}

void emuq_pami_send_control(emuq_pami_context_t *context, emuq_pami_peer_t *peer, uint8_t kind, uint64_t word)
{
    if (__builtin_expect(emuq_pami_has_space(peer->fifo, 1), 1)) {
        char *payload;
        MUHWI_Descriptor_t *d = emuq_pami_next(peer->fifo, &peer->packet, &payload);
        d->Message_Length = 0;
        send_set_software(d, kind, 0, word);
        emuq_pami_inject(peer->fifo);
        return;
    }
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        abort(); /* the receiver would wait forever */
    op->kind = EMUQ_PAMI_OP_CONTROL;
    op->dest = peer->endpoint;
    op->dispatch = kind;
    op->pa = word;
    EMUQ_PAMI_APPEND(context->control, context->control_last, op);
}

static bool send_flush_control(emuq_pami_context_t *context)
{
    bool any = false;
    emuq_pami_op_t *op = context->control;
    context->control = NULL;
    context->control_last = &context->control;
    while (op != NULL) {
        emuq_pami_op_t *next = op->next;
        emuq_pami_peer_t *peer = emuq_pami_peer(context, op->dest);
        uint8_t kind = op->dispatch;
        uint64_t word = op->pa;
        any |= emuq_pami_has_space(peer->fifo, 1);
        emuq_pami_op_drop(context, op);
        emuq_pami_send_control(context, peer, kind, word);
        op = next;
    }
    return any;
}

bool emuq_pami_flush(emuq_pami_context_t *context)
{
    bool any = context->control != NULL && send_flush_control(context);
    for (emuq_pami_peer_t **at = &context->blocked; *at != NULL;) {
        emuq_pami_peer_t *peer = *at;
        any |= send_flush_peer(context, peer);
        if (peer->queue == NULL) {
            *at = peer->next_blocked;
            peer->is_blocked = false;
        } else {
            at = &peer->next_blocked;
        }
    }
    return any;
}

bool emuq_pami_complete(emuq_pami_context_t *context)
{
    bool any = false;
    emuq_pami_device_t *device = context->device;
    for (uint32_t i = 0; i <= device->resources->send_fifos; i++) {
        emuq_pami_fifo_t *f = i < device->resources->send_fifos ? &device->send[i] : &device->rdma;
        if (f->first == NULL)
            continue;
        uint64_t done = MUSPI_getHwDescCount(f->fifo);
        while (f->first != NULL && f->first->number <= done) {
            emuq_pami_op_t *op = f->first;
            EMUQ_PAMI_TAKE(f->first, f->last);
            context->incomplete--;
            emuq_pami_op_local(context, op);
            any = true;
        }
    }
    return any;
}

/*
 * ---- credit replies without an advance ----
 *
 * A program that only sends does not advance its context. A send without credit therefore scans the reception
 * FIFO for credit replies, handles them in place and marks them as taken. Further packets stay, so no client
 * function is called.
 */

void emuq_pami_credit(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet, const char *payload)
{
    (void)payload;
    emuq_pami_peer_t *peer = emuq_pami_peer(context, emuq_pami_software(packet)->origin);
    if (peer == NULL || peer->credit_requests == 0)
        return;
    peer->credit_requests--;
    peer->is_slow = false;
    /* Relaxed: the exit handler reads the count, which orders nothing. */
    AO_int_store(&context->credit_requests, context->credit_requests - 1);
    if (peer->queue != NULL)
        send_flush_peer(context, peer);
}

static char *send_next_packet(const MUSPI_Fifo_t *fifo, char *at)
{
    size_t bytes = emuq_packet_bytes(at), before_end = (size_t)((char *)fifo->va_end - at);
    return bytes < before_end ? at + bytes : (char *)fifo->va_start + (bytes - before_end);
}

/* Frees taken replies at the head, or the FIFO would fill up. Not inside an advance, which takes packets up
 * to an earlier tail. */
static void send_free_taken(emuq_pami_context_t *context, const char *tail)
{
    MUSPI_RecFifo_t *rec = context->device->rec;
    char *head = rec->_fifo.va_head, *at = head;
    while (at != tail && (emuq_pami_software((MUHWI_PacketHeader_t *)(void *)at)->kind &
                          EMUQ_PAMI_KIND_MASK) == EMUQ_PAMI_TAKEN)
        at = send_next_packet(&rec->_fifo, at);
    if (at == head)
        return;
    rec->_fifo.va_head = at;
    MUSPI_syncRecFifoHwHead(rec);
}

/* Handles the replies since the last scan, then issues the queue of @p peer. Inside an advance the head
 * moves, so the scan starts there. */
static void send_poll_credit(emuq_pami_context_t *context, emuq_pami_peer_t *peer)
{
    MUSPI_Fifo_t *fifo = &context->device->rec->_fifo;
    char *tail = emuq_pami_receive_tail(context), *at = context->credit_seen;
    if (at == NULL || context->advancing != NULL)
        at = fifo->va_head;
    while (at != tail) {
        MUHWI_PacketHeader_t *packet = (MUHWI_PacketHeader_t *)(void *)at;
        at = send_next_packet(fifo, at);
        emuq_pami_software_t *s = emuq_pami_software(packet);
        if ((s->kind & EMUQ_PAMI_KIND_MASK) != EMUQ_PAMI_CREDIT)
            continue;
        emuq_pami_credit(context, packet, NULL);
        s->kind = EMUQ_PAMI_TAKEN;
    }
    context->credit_seen = at;
    if (context->advancing == NULL)
        send_free_taken(context, tail);
    send_flush_peer(context, peer);
}

/* Issues the queue of a peer as far as credit has arrived. Waits while the queue has PAMI_QUEUE messages, at
 * most CREDIT_TIMEOUT_NS. */
static void send_drain(emuq_pami_context_t *context, emuq_pami_peer_t *peer)
{
    uint64_t most = emuq_pami_setting(EMUQ_PAMI_QUEUE);
    send_poll_credit(context, peer);
    if (peer->queued < most || peer->is_slow)
        return;
    MUSPI_Fifo_t *fifo = &context->device->rec->_fifo;
    uint64_t end = emuq_now_ns() + CREDIT_TIMEOUT_NS;
    while (peer->queued >= most && !peer->is_slow) {
        uint64_t seen = MUSPI_getHwTail(fifo);
        send_poll_credit(context, peer);
        if (peer->queued >= most)
            emuq_mmio_idle(&fifo->hwfifo->pa_tail, seen);
        peer->is_slow = emuq_now_ns() >= end;
    }
}

/* ---- messages ---- */

static void send_describe_op(emuq_pami_op_t *op, const emuq_pami_message_t *m, emuq_pami_op_kind_t kind)
{
    op->kind = (uint8_t)kind;
    op->dest = m->dest;
    op->dispatch = m->id;
    op->header_size = m->header_size;
    op->bytes = m->data_size;
    op->local_fn = m->local_fn;
    op->remote_fn = m->remote_fn;
    op->cookie = m->cookie;
    op->calls_client = m->calls_client;
    op->pending = (uint8_t)((m->local_fn != NULL ? EMUQ_PAMI_LOCAL : 0) |
                            (m->remote_fn != NULL ? EMUQ_PAMI_REMOTE : 0));
}

static pami_result_t send_queue_single(emuq_pami_context_t *context, emuq_pami_peer_t *peer,
                                       const emuq_pami_message_t *m)
{
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        return PAMI_ENOMEM;
    op->buffer = emuq_malloc(m->header_size + m->data_size + 1);
    if (op->buffer == NULL) {
        emuq_pami_op_drop(context, op);
        return PAMI_ENOMEM;
    }
    send_copy(op->buffer, m->header, m->header_size);
    send_copy((char *)op->buffer + m->header_size, m->data, m->data_size);
    send_describe_op(op, m, EMUQ_PAMI_OP_SINGLE);
    send_enqueue(context, peer, op);
    return PAMI_SUCCESS;
}

static pami_result_t send_single(emuq_pami_context_t *context, emuq_pami_peer_t *peer,
                                 const emuq_pami_message_t *m)
{
    emuq_pami_op_t *op = NULL;
    bool at_once = m->remote_fn == NULL && emuq_pami_may_call(context);
    if (!at_once && (m->local_fn != NULL || m->remote_fn != NULL)) {
        op = emuq_pami_op_new(context);
        if (op == NULL)
            return PAMI_ENOMEM;
        send_describe_op(op, m, EMUQ_PAMI_OP_SINGLE);
    }
    uint32_t request = m->remote_fn != NULL ? op->id : 0;
    if (peer->queue == NULL &&
        send_issue_single(context, peer, m->id, request, m->header, m->header_size, m->data, m->data_size)) {
        if (at_once)
            emuq_pami_call_now(context, m->local_fn, m->cookie);
        else if (m->local_fn != NULL)
            emuq_pami_op_defer(context, op);
        return PAMI_SUCCESS;
    }
    if (op != NULL)
        emuq_pami_op_drop(context, op);
    return send_queue_single(context, peer, m);
}

/* Finds header and data in memory. @return false: no physical address */
static bool send_find_memory(emuq_pami_context_t *context, const emuq_pami_message_t *m, emuq_pami_op_t *op)
{
    if (m->header_size > EMUQ_PAMI_START_HEADER &&
        !emuq_pami_pa(context->device, m->header, m->header_size, &op->header_pa))
        return false;
    op->header = m->header;
    return m->data_size == 0 || emuq_pami_pa(context->device, m->data, m->data_size, &op->pa);
}

static bool send_is_eager(const emuq_pami_peer_t *peer, const emuq_pami_message_t *m)
{
    return m->data_size <= peer->eager &&
           !(peer->is_same_host && m->data_size > SAME_HOST_EAGER && emuq_memory_is_local(m->data));
}

/* Issues or enqueues a long message. A header that fits into the first packet is copied: the client may reuse
 * it. @return false: out of memory */
static bool send_issue_or_enqueue(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_op_t *op)
{
    if (peer->queue == NULL && send_issue(context, peer, op))
        return true;
    if (op->header_size <= EMUQ_PAMI_START_HEADER && op->header_size != 0) {
        op->header_copy = emuq_malloc(op->header_size);
        if (op->header_copy == NULL)
            return false;
        op->header = memcpy(op->header_copy, op->header, op->header_size);
    }
    send_enqueue(context, peer, op);
    return true;
}

static pami_result_t send_long(emuq_pami_context_t *context, emuq_pami_peer_t *peer,
                               const emuq_pami_message_t *m)
{
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        return PAMI_ENOMEM;
    if (!send_find_memory(context, m, op)) {
        emuq_pami_op_drop(context, op);
        return emuq_pami_invalid(
            "the Message Unit cannot reach the %zu bytes of header at %p or the %zu bytes of data at %p",
            m->header_size, m->header, m->data_size, m->data);
    }
    bool eager = send_is_eager(peer, m);
    send_describe_op(op, m, eager ? EMUQ_PAMI_OP_EAGER : EMUQ_PAMI_OP_RENDEZVOUS);
    op->pending = eager ? op->pending | EMUQ_PAMI_LOCAL : EMUQ_PAMI_LOCAL | EMUQ_PAMI_REMOTE;
    if (!send_issue_or_enqueue(context, peer, op)) {
        emuq_pami_op_drop(context, op);
        return PAMI_ENOMEM;
    }
    op->buffer = m->buffer;
    return PAMI_SUCCESS;
}

pami_result_t emuq_pami_send(emuq_pami_context_t *context, const emuq_pami_message_t *m)
{
    pami_result_t rc;
    emuq_pami_peer_t *peer = emuq_pami_peer(context, m->dest);
    bool is_short =
        m->header_size <= EMUQ_PAMI_IMMEDIATE && m->data_size <= EMUQ_PAMI_IMMEDIATE - m->header_size;
    if (peer == NULL)
        rc = emuq_pami_peer_error(context, m->dest);
    else
        rc = is_short ? send_single(context, peer, m) : send_long(context, peer, m);
    if (is_short || rc != PAMI_SUCCESS)
        free(m->buffer);
    return rc;
}

/* Slow path: no credit, no free slot, or a queue. */
static __attribute__((noinline)) pami_result_t
send_short_queued(emuq_pami_context_t *context, emuq_pami_peer_t *peer, const emuq_pami_message_t *m)
{
    send_drain(context, peer);
    if (context->dispatch[m->id].may_fail &&
        (peer->queue != NULL ||
         !send_issue_single(context, peer, m->id, 0, m->header, m->header_size, m->data, m->data_size)))
        return PAMI_EAGAIN;
    return context->dispatch[m->id].may_fail ? PAMI_SUCCESS : send_single(context, peer, m);
}

static inline __attribute__((always_inline)) pami_result_t send_short(emuq_pami_context_t *context,
                                                                      pami_endpoint_t dest, uint8_t id,
                                                                      const void *header, size_t header_size,
                                                                      const void *data, size_t data_size)
{
    emuq_pami_peer_t *peer = emuq_pami_peer(context, dest);
    if (__builtin_expect(peer == NULL, 0))
        return emuq_pami_peer_error(context, dest);
    if (__builtin_expect(peer->queue == NULL, 1) &&
        send_issue_single(context, peer, id, 0, header, header_size, data, data_size))
        return PAMI_SUCCESS;
    emuq_pami_message_t m = {.dest = dest,
                             .id = id,
                             .header = header,
                             .header_size = header_size,
                             .data = data,
                             .data_size = data_size};
    return send_short_queued(context, peer, &m);
}

pami_result_t emuq_pami_send_short(emuq_pami_context_t *context, pami_endpoint_t dest, uint8_t id,
                                   const void *header, size_t header_size, const void *data, size_t data_size)
{
    return send_short(context, dest, id, header, header_size, data, data_size);
}

/* Packs the data, behind the header if the buffer has the header. @return PAMI_ENOMEM; no effect */
static pami_result_t send_pack(emuq_pami_message_t *m, const emuq_pami_source_t *source)
{
    size_t kept = m->buffer != NULL ? emuq_pami_aligned(m->header_size) : 0;
    char *buffer = emuq_realloc(m->buffer, kept + m->data_size);
    if (buffer == NULL)
        return PAMI_ENOMEM;
    emuq_pami_type_pack(source->type, m->data, source->offset, buffer + kept, m->data_size, source->data_fn,
                        source->data_cookie);
    if (m->buffer != NULL)
        m->header = buffer;
    m->data = buffer + kept;
    m->buffer = buffer;
    return PAMI_SUCCESS;
}

pami_result_t emuq_pami_send_typed(emuq_pami_context_t *context, emuq_pami_message_t *m,
                                   const emuq_pami_source_t *source)
{
    pami_result_t rc = emuq_pami_type_check(source->type, source->offset, m->data_size, source->data_fn);
    if (rc == PAMI_SUCCESS && emuq_pami_peer(context, m->dest) == NULL)
        rc = emuq_pami_peer_error(context, m->dest);
    if (rc == PAMI_SUCCESS && m->data_size != 0) {
        if (emuq_pami_only_copies(source->data_fn) && emuq_pami_type_is_contiguous(source->type))
            m->data = (const char *)m->data + source->offset;
        else
            rc = send_pack(m, source);
    }
    if (rc == PAMI_SUCCESS)
        return emuq_pami_send(context, m);
    free(m->buffer);
    return rc;
}

/* ---- the public functions ---- */

/* Reports why send_check() rejects a message. @return PAMI_INVAL */
static __attribute__((cold)) pami_result_t send_reject(const emuq_pami_context_t *context,
                                                       const pami_send_immediate_t *send)
{
    if (send->dispatch > EMUQ_PAMI_DISPATCH_MAX)
        return emuq_pami_invalid("dispatch id %zu is out of range (0 to %u)", send->dispatch,
                                 EMUQ_PAMI_DISPATCH_MAX);
    if (context->dispatch[send->dispatch].fn == NULL)
        return emuq_pami_invalid("dispatch id %zu is not set on this context (PAMI_Dispatch_set)",
                                 send->dispatch);
    return emuq_pami_invalid(
        "the header of %zu bytes is longer than %u: dispatch id %zu was set with long_header disabled",
        send->header.iov_len, EMUQ_PAMI_IMMEDIATE, send->dispatch);
}

static inline pami_result_t send_check(const emuq_pami_context_t *context, const pami_send_immediate_t *send)
{
    if (send->dispatch > EMUQ_PAMI_DISPATCH_MAX)
        return send_reject(context, send);
    const emuq_pami_dispatch_t *d = &context->dispatch[send->dispatch];
    if (d->fn == NULL || (d->short_header && send->header.iov_len > EMUQ_PAMI_IMMEDIATE))
        return send_reject(context, send);
    return PAMI_SUCCESS;
}

/* Sends a message of the client. @param source layout of the data, or NULL */
static inline __attribute__((always_inline)) pami_result_t send_start(emuq_pami_context_t *context,
                                                                      const pami_send_immediate_t *send,
                                                                      const pami_send_event_t *events,
                                                                      const emuq_pami_source_t *source)
{
    pami_result_t rc = send_check(context, send);
    if (rc != PAMI_SUCCESS)
        return rc;
    emuq_pami_message_t m = {.dest = send->dest,
                             .id = (uint8_t)send->dispatch,
                             .header = send->header.iov_base,
                             .header_size = send->header.iov_len,
                             .data = send->data.iov_base,
                             .data_size = send->data.iov_len,
                             .local_fn = events->local_fn,
                             .remote_fn = events->remote_fn,
                             .cookie = events->cookie,
                             .calls_client = true};
    return source != NULL ? emuq_pami_send_typed(context, &m, source) : emuq_pami_send(context, &m);
}

pami_result_t PAMI_Send(pami_context_t context, pami_send_t *p)
{
    if (context == NULL || p == NULL)
        return emuq_pami_result(emuq_pami_null(context));
    return emuq_pami_result(send_start(context, &p->send, &p->events, NULL));
}

pami_result_t PAMI_Send_typed(pami_context_t context, pami_send_typed_t *p)
{
    if (context == NULL || p == NULL)
        return emuq_pami_result(emuq_pami_null(context));
    emuq_pami_source_t source = {p->typed.type, p->typed.offset, p->typed.data_fn, p->typed.data_cookie};
    return emuq_pami_result(send_start(context, &p->send, &p->events, &source));
}

pami_result_t PAMI_Send_immediate(pami_context_t handle, pami_send_immediate_t *parameters)
{
    emuq_pami_context_t *context = handle;
    if (context == NULL || parameters == NULL)
        return emuq_pami_result(emuq_pami_null(context));
    size_t header = parameters->header.iov_len, data = parameters->data.iov_len;
    pami_result_t rc = send_check(context, parameters);
    if (rc == PAMI_SUCCESS && (header > EMUQ_PAMI_IMMEDIATE || data > EMUQ_PAMI_IMMEDIATE - header))
        rc = emuq_pami_invalid(
            "a header of %zu and data of %zu bytes exceed %d bytes (PAMI_DISPATCH_SEND_IMMEDIATE_MAX)",
            header, data, EMUQ_PAMI_IMMEDIATE);
    if (rc == PAMI_SUCCESS)
        rc = send_short(context, parameters->dest, (uint8_t)parameters->dispatch, parameters->header.iov_base,
                        header, parameters->data.iov_base, data);
    return emuq_pami_result(rc);
}
