/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sending. A message goes out in one of three ways: in one packet, whose payload is copied into the FIFO's
 * slot; eagerly, as a packet and a stream of packets straight from the client's memory; or by rendezvous, as
 * a packet that says where the data is (RTS), which the receiver gets when it knows where to put it. All
 * packets to an endpoint go through one FIFO, so messages arrive in the order of the calls.
 */
#include "msglayer/p2p/p2p.h"

#include <stdlib.h>

#include <spi/include/kernel/cnk/emuq_rank.h>
#include <spi/include/mu/Descriptor_inlines.h>

/* From here on two copies, into the reception FIFO and out of it, take longer than to ask for one. */
#define NEAR_EAGER 1024u

/* Bytes that a packet takes in a reception FIFO. */
static uint64_t packet_bytes(size_t payload)
{
    return MUHWI_PACKET_HEADER_SIZE_IN_BYTES + ((payload + 31) & ~(size_t)31);
}

/* Slow half of spend(): half a window is used up. */
static bool ask(emuq_pami_context_t *context, emuq_pami_peer_t *peer, uint64_t bytes, uint8_t *flags)
{
    if (peer->credit_requests == 2) {
        *flags = 0;
        return emuq_pami_peer_has_ended(context, peer);
    }
    peer->credit_requests++;
    __atomic_store_n(&context->credit_requests, context->credit_requests + 1, __ATOMIC_RELAXED);
    peer->left = bytes < context->window ? context->window - bytes : 0;
    *flags = EMUQ_PAMI_CREDIT_REQUEST;
    return true;
}

/* Takes credit for a message. @return false: it has to wait. */
static inline bool spend(emuq_pami_context_t *context, emuq_pami_peer_t *peer, uint64_t bytes, uint8_t *flags)
{
    if (__builtin_expect(bytes > peer->left, 0))
        return ask(context, peer, bytes, flags);
    peer->left -= bytes;
    *flags = 0;
    return true;
}

static inline void set_software(MUHWI_Descriptor_t *d, uint8_t kind, uint8_t id, uint64_t word)
{
    emuq_pami_software_t *s = emuq_pami_software(&d->PacketHeader);
    s->kind = kind;
    s->id = id;
    s->word = word;
}

/* ---- one packet ---- */

static inline __attribute__((always_inline)) bool
issue_single(emuq_pami_context_t *context, emuq_pami_peer_t *peer, uint8_t id, uint32_t request,
             const void *header, size_t header_size, const void *data, size_t data_size)
{
    emuq_pami_fifo_t *f = peer->fifo;
    size_t at = emuq_pami_aligned(header_size), bytes = data_size != 0 ? at + data_size : header_size;
    uint8_t flags;
    if (__builtin_expect(!emuq_pami_has_room(f, 1), 0) || !spend(context, peer, packet_bytes(bytes), &flags))
        return false;
    char *payload;
    uint64_t pa;
    const MUHWI_Descriptor_t *model = &peer->packet;
    void *slot = emuq_pami_slot(f, &payload, &pa);
    emuq_pami_write(slot, model, pa, bytes, emuq_pami_model_word(model, 5),
                    emuq_pami_kind_word(emuq_pami_model_word(model, 6), EMUQ_PAMI_SINGLE | flags, id),
                    emuq_pami_single_word(request, header_size, data_size));
    emuq_pami_copy(payload, header, header_size);
    emuq_pami_copy(payload + at, data, data_size);
    peer->was_sent_to = true;
    emuq_pami_go(f);
    return true;
}

/* ---- several packets ---- */

/* A descriptor for a part of a stream, straight from memory. @return its number. */
static uint64_t issue_part(emuq_pami_peer_t *peer, uint8_t id, uint64_t pa, size_t bytes, uint64_t at)
{
    char *payload;
    MUHWI_Descriptor_t *d = emuq_pami_next(peer->fifo, &peer->packet, &payload);
    d->Pa_Payload = pa;
    d->Message_Length = bytes;
    MUSPI_SetRecPutOffset(d, at);
    set_software(d, EMUQ_PAMI_CONTINUATION, id, 0);
    return emuq_pami_go(peer->fifo);
}

static void wait_for_descriptor(emuq_pami_context_t *context, emuq_pami_fifo_t *f, emuq_pami_op_t *op,
                                uint64_t number)
{
    op->number = number;
    EMUQ_PAMI_APPEND(f->first, f->last, op);
    context->incomplete++;
}

static bool issue_long(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_op_t *op)
{
    emuq_pami_fifo_t *f = peer->fifo;
    bool stream = op->kind == EMUQ_PAMI_OP_EAGER;
    size_t in_first = op->header_size <= EMUQ_PAMI_START_HEADER ? op->header_size : 0;
    size_t behind = op->header_size - in_first;
    uint64_t bytes = packet_bytes(sizeof(emuq_pami_start_t) + in_first) + behind + (stream ? op->bytes : 0);
    uint8_t flags;
    if (!emuq_pami_has_room(f, 3) || !spend(context, peer, bytes, &flags))
        return false;
    char *payload;
    MUHWI_Descriptor_t *d = emuq_pami_next(f, &peer->packet, &payload);
    emuq_pami_start_t first = {op->bytes, op->pa};
    memcpy(payload, &first, sizeof first);
    if (in_first != 0)
        memcpy(payload + sizeof first, op->header, in_first);
    d->Message_Length = sizeof first + in_first;
    bool answer = !stream || (op->pending & EMUQ_PAMI_REMOTE) != 0;
    set_software(d, (stream ? EMUQ_PAMI_EAGER_FIRST : EMUQ_PAMI_RTS) | flags, op->dispatch,
                 (uint64_t)(answer ? op->id : 0) << 32 | op->header_size);
    uint64_t number = emuq_pami_go(f);
    if (behind != 0)
        number = issue_part(peer, op->dispatch, op->header_pa, behind, 0);
    if (stream && op->bytes != 0)
        number = issue_part(peer, op->dispatch, op->pa, op->bytes, behind);
    peer->was_sent_to = true;
    if (stream)
        wait_for_descriptor(context, f, op, number);
    return true;
}

/* ---- queues ---- */

static bool issue(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_op_t *op)
{
    if (op->kind != EMUQ_PAMI_OP_SINGLE)
        return issue_long(context, peer, op);
    uint32_t request = op->pending & EMUQ_PAMI_REMOTE ? op->id : 0;
    const char *data = (const char *)op->buffer + op->header_size;
    if (!issue_single(context, peer, op->dispatch, request, op->buffer, op->header_size, data, op->bytes))
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

static void enqueue(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_op_t *op)
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

/* A header that goes into the first packet is not needed after the call. @return false: no memory. */
static bool issue_or_enqueue(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_op_t *op)
{
    if (peer->queue == NULL && issue(context, peer, op))
        return true;
    if (op->header_size <= EMUQ_PAMI_START_HEADER && op->header_size != 0) {
        op->header_copy = malloc(op->header_size);
        if (op->header_copy == NULL)
            return false;
        op->header = memcpy(op->header_copy, op->header, op->header_size);
    }
    enqueue(context, peer, op);
    return true;
}

bool emuq_pami_flush_peer(emuq_pami_context_t *context, emuq_pami_peer_t *peer)
{
    bool any = false;
    while (peer->queue != NULL) {
        emuq_pami_op_t *op = peer->queue, *next = op->next;
        if (!issue(context, peer, op))
            break;
        peer->queue = next; /* op may be in another list now */
        peer->queued--;
        if (next == NULL)
            peer->queue_last = &peer->queue;
        any = true;
    }
    return any;
}

static bool flush_control(emuq_pami_context_t *context)
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
        any |= emuq_pami_has_room(peer->fifo, 1);
        emuq_pami_op_drop(context, op);
        emuq_pami_send_control(context, peer, kind, word);
        op = next;
    }
    return any;
}

bool emuq_pami_flush(emuq_pami_context_t *context)
{
    bool any = context->control != NULL && flush_control(context);
    for (emuq_pami_peer_t **at = &context->blocked; *at != NULL;) {
        emuq_pami_peer_t *peer = *at;
        any |= emuq_pami_flush_peer(context, peer);
        if (peer->queue == NULL) {
            *at = peer->next_blocked;
            peer->is_blocked = false;
        } else {
            at = &peer->next_blocked;
        }
    }
    return any;
}

void emuq_pami_send_control(emuq_pami_context_t *context, emuq_pami_peer_t *peer, uint8_t kind, uint64_t word)
{
    if (__builtin_expect(emuq_pami_has_room(peer->fifo, 1), 1)) {
        char *payload;
        MUHWI_Descriptor_t *d = emuq_pami_next(peer->fifo, &peer->packet, &payload);
        d->Message_Length = 0;
        set_software(d, kind, 0, word);
        emuq_pami_go(peer->fifo);
        return;
    }
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        abort(); /* its receiver would wait for ever */
    op->kind = EMUQ_PAMI_OP_CONTROL;
    op->dest = peer->endpoint;
    op->dispatch = kind;
    op->pa = word;
    EMUQ_PAMI_APPEND(context->control, context->control_last, op);
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

/* ---- messages ---- */

static emuq_pami_op_t *copy_single(emuq_pami_context_t *context, const emuq_pami_message_t *m)
{
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        return NULL;
    op->buffer = malloc(m->header_size + m->data_size + 1);
    if (op->buffer == NULL) {
        emuq_pami_op_drop(context, op);
        return NULL;
    }
    emuq_pami_copy(op->buffer, m->header, m->header_size);
    emuq_pami_copy((char *)op->buffer + m->header_size, m->data, m->data_size);
    return op;
}

/* What an operation knows about its message. */
static void describe(emuq_pami_op_t *op, const emuq_pami_message_t *m, emuq_pami_op_kind_t kind)
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

static pami_result_t send_single(emuq_pami_context_t *context, emuq_pami_peer_t *peer,
                                 const emuq_pami_message_t *m)
{
    emuq_pami_op_t *op = NULL;
    bool at_once = m->remote_fn == NULL && emuq_pami_may_call(context);
    if (!at_once && (m->local_fn != NULL || m->remote_fn != NULL)) {
        op = emuq_pami_op_new(context);
        if (op == NULL)
            return PAMI_ENOMEM;
        describe(op, m, EMUQ_PAMI_OP_SINGLE);
    }
    uint32_t request = m->remote_fn != NULL ? op->id : 0;
    if (peer->queue == NULL &&
        issue_single(context, peer, m->id, request, m->header, m->header_size, m->data, m->data_size)) {
        if (at_once)
            emuq_pami_call(context, m->local_fn, m->cookie);
        else if (m->local_fn != NULL)
            emuq_pami_op_defer(context, op);
        return PAMI_SUCCESS;
    }
    if (op != NULL)
        emuq_pami_op_drop(context, op);
    op = copy_single(context, m);
    if (op == NULL)
        return PAMI_ENOMEM;
    describe(op, m, EMUQ_PAMI_OP_SINGLE);
    enqueue(context, peer, op);
    return PAMI_SUCCESS;
}

/* Physical addresses of what stays in the client's memory. */
static bool find_memory(emuq_pami_context_t *context, const emuq_pami_message_t *m, emuq_pami_op_t *op)
{
    if (m->header_size > EMUQ_PAMI_START_HEADER &&
        !emuq_pami_pa(context->device, m->header, m->header_size, &op->header_pa))
        return false;
    op->header = m->header;
    return m->data_size == 0 || emuq_pami_pa(context->device, m->data, m->data_size, &op->pa);
}

static bool is_eager(const emuq_pami_peer_t *peer, const emuq_pami_message_t *m)
{
    bool is_copied_once = peer->is_near && m->data_size > NEAR_EAGER && emuq_memory_is_local(m->data);
    return m->data_size <= peer->eager && !is_copied_once;
}

static pami_result_t send_long(emuq_pami_context_t *context, emuq_pami_peer_t *peer,
                               const emuq_pami_message_t *m)
{
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        return PAMI_ENOMEM;
    if (!find_memory(context, m, op)) {
        emuq_pami_op_drop(context, op);
        return emuq_pami_invalid(
            "the Message Unit cannot reach the %zu bytes of header at %p or the %zu bytes "
            "of data at %p",
            m->header_size, m->header, m->data_size, m->data);
    }
    bool eager = is_eager(peer, m);
    describe(op, m, eager ? EMUQ_PAMI_OP_EAGER : EMUQ_PAMI_OP_RENDEZVOUS);
    op->pending = eager ? op->pending | EMUQ_PAMI_LOCAL : EMUQ_PAMI_LOCAL | EMUQ_PAMI_REMOTE;
    if (!issue_or_enqueue(context, peer, op)) {
        emuq_pami_op_drop(context, op);
        return PAMI_ENOMEM;
    }
    op->buffer = m->buffer; /* from here on it is the operation's */
    return PAMI_SUCCESS;
}

pami_result_t emuq_pami_send(emuq_pami_context_t *context, const emuq_pami_message_t *m)
{
    pami_result_t rc;
    emuq_pami_peer_t *peer = emuq_pami_peer(context, m->dest);
    bool is_short =
        m->header_size <= EMUQ_PAMI_IMMEDIATE && m->data_size <= EMUQ_PAMI_IMMEDIATE - m->header_size;
    if (peer == NULL)
        rc = emuq_pami_no_peer(context, m->dest);
    else
        rc = is_short ? send_single(context, peer, m) : send_long(context, peer, m);
    if (is_short || rc != PAMI_SUCCESS)
        free(m->buffer);
    return rc;
}

/* There is no credit or room for a short message, or others wait already. */
static __attribute__((noinline)) pami_result_t
send_later(emuq_pami_context_t *context, emuq_pami_peer_t *peer, const emuq_pami_message_t *m)
{
    emuq_pami_catch_up(context, peer);
    if (context->dispatch[m->id].may_fail &&
        (peer->queue != NULL ||
         !issue_single(context, peer, m->id, 0, m->header, m->header_size, m->data, m->data_size)))
        return PAMI_EAGAIN;
    return context->dispatch[m->id].may_fail ? PAMI_SUCCESS : send_single(context, peer, m);
}

/* Inline, as all on the way of a short message: every call between functions costs a short message dearly. */
static inline __attribute__((always_inline)) pami_result_t send_short(emuq_pami_context_t *context,
                                                                      pami_endpoint_t dest, uint8_t id,
                                                                      const void *header, size_t header_size,
                                                                      const void *data, size_t data_size)
{
    emuq_pami_peer_t *peer = emuq_pami_peer(context, dest);
    if (__builtin_expect(peer == NULL, 0))
        return emuq_pami_no_peer(context, dest);
    if (__builtin_expect(peer->queue == NULL, 1) &&
        issue_single(context, peer, id, 0, header, header_size, data, data_size))
        return PAMI_SUCCESS;
    emuq_pami_message_t m = {.dest = dest,
                             .id = id,
                             .header = header,
                             .header_size = header_size,
                             .data = data,
                             .data_size = data_size};
    return send_later(context, peer, &m);
}

pami_result_t emuq_pami_send_short(emuq_pami_context_t *context, pami_endpoint_t dest, uint8_t id,
                                   const void *header, size_t header_size, const void *data, size_t data_size)
{
    return send_short(context, dest, id, header, header_size, data, data_size);
}

pami_result_t PAMI_Send_immediate(pami_context_t handle, pami_send_immediate_t *parameters)
{
    emuq_pami_context_t *context = handle;
    if (context == NULL || parameters == NULL)
        return emuq_pami_result(PAMI_INVAL);
    size_t header = parameters->header.iov_len, data = parameters->data.iov_len;
    pami_result_t rc = emuq_pami_check(context, parameters);
    if (rc == PAMI_SUCCESS && (header > EMUQ_PAMI_IMMEDIATE || data > EMUQ_PAMI_IMMEDIATE - header))
        rc = emuq_pami_invalid("a header of %zu and data of %zu bytes exceed %d bytes "
                               "(PAMI_DISPATCH_SEND_IMMEDIATE_MAX)",
                               header, data, EMUQ_PAMI_IMMEDIATE);
    if (rc == PAMI_SUCCESS)
        rc = send_short(context, parameters->dest, (uint8_t)parameters->dispatch, parameters->header.iov_base,
                        header, parameters->data.iov_base, data);
    return emuq_pami_result(rc);
}
