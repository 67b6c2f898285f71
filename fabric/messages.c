/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages: receives, matching, protocol. */
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "fabric/objects.h"
#include "fabric/port.h"

/* ---- completions ---- */

static void receive_free(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r)
{
    r->next = ep->free_receives;
    ep->free_receives = r;
}

void emuq_fi_receive_canceled(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r)
{
    const emuq_fi_entry_t entry = {.context = r->context,
                                   .flags = FI_RECV | (r->flags & (FI_TAGGED | FI_MSG | FI_MULTI_RECV)),
                                   .tag = r->tag,
                                   .source = FI_ADDR_NOTAVAIL,
                                   .error = FI_ECANCELED};
    if (ep->receive_cq != NULL) {
        *emuq_fi_cq_begin(ep->receive_cq) = entry;
        emuq_fi_cq_end(ep->receive_cq);
    }
    if (ep->receive_cntr != NULL)
        emuq_fi_cntr_count(ep->receive_cntr, entry.error);
    receive_free(ep, r);
}

void emuq_fi_receive_complete(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r, const emuq_fi_message_t *m,
                              int error)
{
    size_t bytes = emuq_fi_receive_bytes(r, m), lost = m->start.bytes - bytes;
    uint64_t flags = FI_RECV | (m->kind & EMUQ_FI_TAGGED ? FI_TAGGED : FI_MSG);
    if (m->kind & EMUQ_FI_HAS_DATA)
        flags |= FI_REMOTE_CQ_DATA;
    emuq_fi_receive_t *whole = r->whole;
    bool is_last = whole != NULL && --whole->shares == 0;
    if (is_last && whole->is_exhausted)
        flags |= FI_MULTI_RECV;
    if (lost != 0 && error == 0)
        error = FI_ETRUNC;
    if (ep->receive_cq != NULL && (!ep->receive_is_selective || (r->flags & FI_COMPLETION) != 0 ||
                                   error != 0 || (flags & FI_MULTI_RECV) != 0)) {
        emuq_fi_entry_t *e = emuq_fi_cq_begin(ep->receive_cq);
        e->context = r->context;
        e->flags = flags;
        e->bytes = bytes;
        e->buffer = r->parts != 0 ? r->part[0].iov_base : NULL;
        e->data = m->kind & EMUQ_FI_HAS_DATA ? m->start.data : 0;
        e->tag = m->tag;
        e->source = emuq_fi_address_of(ep, m->source);
        e->lost = lost;
        e->error = error;
        emuq_fi_cq_end(ep->receive_cq);
    }
    if (ep->receive_cntr != NULL)
        emuq_fi_cntr_count(ep->receive_cntr, error);
    receive_free(ep, r);
    if (is_last && whole->is_canceled)
        emuq_fi_receive_canceled(ep, whole);
    else if (is_last && whole->is_exhausted)
        receive_free(ep, whole);
}

/* ---- matching ---- */

static bool receive_matches(const emuq_fi_receive_t *r, const emuq_fi_message_t *m)
{
    return ((r->tag ^ m->tag) & ~r->ignore) == 0 &&
           (r->source == EMUQ_FI_ANY_SOURCE || r->source == m->source);
}

static void receive_unlink(emuq_fi_queue_t *q, emuq_fi_receive_t **at)
{
    emuq_fi_receive_t *r = *at;
    *at = r->next;
    if (*at == NULL)
        q->posted_end = at;
}

static void receive_message(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r, const emuq_fi_message_t *m)
{
    if ((m->kind & EMUQ_FI_KIND_MASK) == EMUQ_FI_PULL) {
        emuq_fi_get_begin(ep, r, m);
        return;
    }
    emuq_fi_parts_scatter(r->part, r->parts, m->payload, m->start.bytes);
    emuq_fi_receive_complete(ep, r, m, 0);
}

static emuq_fi_receive_t *receive_new(emuq_fi_endpoint_t *ep)
{
    emuq_fi_receive_t *r = ep->free_receives;
    if (r != NULL)
        ep->free_receives = r->next;
    else
        r = malloc(sizeof *r);
    return r;
}

/* Takes the next part of a FI_MULTI_RECV buffer. @return a receive for the part */
static emuq_fi_receive_t *receive_share(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *whole, size_t bytes)
{
    emuq_fi_receive_t *r = receive_new(ep);
    if (r == NULL)
        abort();
    size_t most = whole->part[0].iov_len;
    *r = *whole;
    r->part[0].iov_len = r->bytes = bytes < most ? bytes : most;
    r->whole = whole;
    whole->shares++;
    whole->part[0].iov_base = (char *)whole->part[0].iov_base + r->bytes;
    whole->part[0].iov_len = whole->bytes = most - r->bytes;
    whole->is_exhausted = whole->bytes < ep->multi_least || whole->bytes == 0;
    return r;
}

/* Takes the posted receive at @p at, or a part of its buffer. */
static emuq_fi_receive_t *receive_take(emuq_fi_endpoint_t *ep, emuq_fi_queue_t *q, emuq_fi_receive_t **at,
                                       const emuq_fi_message_t *m)
{
    emuq_fi_receive_t *r = *at;
    if (r->flags & FI_MULTI_RECV) {
        emuq_fi_receive_t *part = receive_share(ep, r, m->start.bytes);
        if (r->is_exhausted)
            receive_unlink(q, at);
        return part;
    }
    receive_unlink(q, at);
    return r;
}

static emuq_fi_queue_t *message_queue(emuq_fi_endpoint_t *ep, const emuq_fi_message_t *m)
{
    return m->kind & EMUQ_FI_TAGGED ? &ep->tagged : &ep->untagged;
}

/* Takes the first posted receive that matches. @return NULL: none */
static emuq_fi_receive_t *message_match(emuq_fi_endpoint_t *ep, const emuq_fi_message_t *m)
{
    emuq_fi_queue_t *q = message_queue(ep, m);
    for (emuq_fi_receive_t **at = &q->posted; *at != NULL; at = &(*at)->next)
        if (receive_matches(*at, m))
            return receive_take(ep, q, at, m);
    return ep->srx != NULL ? emuq_fi_srx_take(ep, m) : NULL;
}

/* @param bytes of payload, which the caller copies */
static emuq_fi_unexpected_t *unexpected_new(const emuq_fi_message_t *m, size_t bytes)
{
    emuq_fi_unexpected_t *u = malloc(sizeof *u + bytes);
    if (u == NULL)
        abort();
    *u = (emuq_fi_unexpected_t){.message = *m};
    u->message.payload = m->payload != NULL ? u->payload : NULL;
    return u;
}

static void unexpected_add(emuq_fi_queue_t *q, emuq_fi_unexpected_t *u)
{
    *q->unexpected_end = u;
    q->unexpected_end = &u->next;
}

static void message_arrived(emuq_fi_endpoint_t *ep, const emuq_fi_message_t *m)
{
    emuq_fi_receive_t *r = message_match(ep, m);
    if (__builtin_expect(r != NULL, 1)) {
        receive_message(ep, r, m);
        return;
    }
    size_t bytes = m->payload != NULL ? m->start.bytes : 0;
    emuq_fi_unexpected_t *u = unexpected_new(m, bytes);
    if (bytes != 0)
        memcpy(u->payload, m->payload, bytes);
    unexpected_add(message_queue(ep, m), u);
}

/* ---- messages of several packets ---- */

/* All bytes have arrived. */
static void partial_finish(emuq_fi_endpoint_t *ep, emuq_fi_partial_t *p)
{
    emuq_fi_message_t m = p->message;
    emuq_fi_receive_t *r = p->receive;
    emuq_fi_unexpected_t *u = p->unexpected;
    if (m.kind & EMUQ_FI_HAS_REQUEST)
        emuq_fi_release(ep, m.source, m.start.request);
    if (r != NULL) {
        emuq_fi_receive_from_target(r, &m, p->target);
        emuq_fi_receive_complete(ep, r, &m, p->target != NULL || r->bytes == 0 ? 0 : FI_ENOMEM);
    } else if ((r = message_match(ep, &m)) != NULL) { /* posted meanwhile */
        receive_message(ep, r, &u->message);
        free(u);
    } else {
        unexpected_add(message_queue(ep, &m), u);
    }
}

static void partial_add(emuq_fi_endpoint_t *ep, emuq_fi_partial_t *p, const char *data, size_t bytes)
{
    if (p->arrived < p->space)
        memcpy(p->target + p->arrived, data, bytes < p->space - p->arrived ? bytes : p->space - p->arrived);
    p->arrived += bytes;
    if (p->arrived == p->message.start.bytes)
        partial_finish(ep, p);
}

/* The first packet of a message. @param bytes of the message in this packet */
static void partial_begin(emuq_fi_endpoint_t *ep, const emuq_fi_message_t *m, size_t bytes)
{
    emuq_fi_known_t *k = emuq_fi_known_of(ep, m->source);
    if (k != NULL && k->partial == NULL)
        k->partial = malloc(sizeof *k->partial);
    if (k == NULL || k->partial == NULL)
        abort();
    emuq_fi_partial_t *p = k->partial;
    *p = (emuq_fi_partial_t){.message = *m, .receive = message_match(ep, m)};
    const emuq_fi_receive_t *r = p->receive;
    if (r == NULL) {
        p->unexpected = unexpected_new(m, m->start.bytes);
        p->target = p->unexpected->payload;
        p->space = m->start.bytes;
    } else {
        p->target = emuq_fi_receive_target(r);
        p->space = p->target != NULL ? r->bytes : 0;
    }
    partial_add(ep, p, m->payload, bytes);
}

/* A further packet. Of a message that an earlier endpoint of this number has begun to receive: no effect. */
static void partial_continue(emuq_fi_endpoint_t *ep, emuq_fi_source_t source, size_t offset,
                             const char *payload)
{
    emuq_fi_partial_t *p = source < ep->knowns ? ep->known[source].partial : NULL;
    if (p == NULL || p->arrived == p->message.start.bytes || p->arrived != offset)
        return;
    size_t left = p->message.start.bytes - offset, most = emuq_fi_port_packet(ep);
    partial_add(ep, p, payload, left < most ? left : most);
}

/* ---- packets ---- */

static inline __attribute__((always_inline)) void
packet_handle(emuq_fi_endpoint_t *ep, const emuq_fi_software_t *s, uint32_t size, const char *payload)
{
    const char *begin = payload;
    emuq_fi_message_t m;
    m.kind = s->kind;
    m.source = emuq_fi_source(s->rank, s->endpoint);
    m.tag = s->word;
    m.payload = NULL;
    switch (s->kind & EMUQ_FI_KIND_MASK) {
    case EMUQ_FI_SINGLE:
        m.start = (emuq_fi_start_t){.bytes = (uint16_t)size, .data = size >> 16};
        if ((s->kind & (EMUQ_FI_HAS_DATA | EMUQ_FI_SHORT_DATA)) == EMUQ_FI_HAS_DATA) {
            memcpy(&m.start.data, payload, sizeof m.start.data);
            payload += sizeof m.start.data;
        }
        if (s->kind & EMUQ_FI_HAS_REQUEST) {
            memcpy(&m.start.request, payload, sizeof m.start.request);
            payload += sizeof m.start.request;
        }
        m.payload = payload;
        size_t here = emuq_fi_port_packet(ep) - (size_t)(payload - begin);
        if (m.start.bytes > here) {
            partial_begin(ep, &m, here);
            break;
        }
        if (s->kind & EMUQ_FI_HAS_REQUEST)
            emuq_fi_release(ep, m.source, m.start.request);
        message_arrived(ep, &m);
        break;
    case EMUQ_FI_PART:
        partial_continue(ep, m.source, s->word, payload);
        break;
    case EMUQ_FI_PULL:
        memcpy(&m.start, payload, sizeof m.start);
        message_arrived(ep, &m);
        break;
    case EMUQ_FI_ACCESSED:
        emuq_fi_rma_accessed(ep, m.source, (const emuq_fi_accessed_t *)(const void *)payload,
                             s->kind & EMUQ_FI_HAS_DATA ? &m.tag : NULL);
        break;
    case EMUQ_FI_ATOMIC:
        emuq_fi_atomic_arrived(ep, m.source, (const emuq_fi_atomic_request_t *)(const void *)payload,
                               (s->kind & EMUQ_FI_HAS_DATA) != 0);
        break;
    case EMUQ_FI_ATOMIC_DONE:
        emuq_fi_atomic_done(ep, s->word, size, payload);
        break;
    case EMUQ_FI_ARRIVED:
        emuq_fi_release(ep, m.source, s->word);
        break;
    case EMUQ_FI_RELEASE:
        emuq_fi_send_released(ep, s->word);
        break;
    default:
        break;
    }
}

static __attribute__((unused)) void packet_of_card(void *ep, const emuq_fi_software_t *s, uint32_t size,
                                                   const char *payload)
{
    packet_handle(ep, s, size, payload);
}

static inline void packet_of_mu(emuq_fi_endpoint_t *ep, const MUHWI_PacketHeader_t *h)
{
    emuq_fi_software_t s;
    memcpy(&s, h->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2, sizeof s);
    packet_handle(ep, &s, h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_LSB,
                  (const char *)(h + 1));
}

/* Returns space to the Message Unit in large units: a sender waits only if the FIFO is full of packets, more
 * than a unit of them taken or to be taken. @return whether packets have been taken */
static inline bool packets_take_of_mu(emuq_fi_endpoint_t *ep)
{
    uint32_t wrap, bytes, taken = 0, available = emuq_rec_fifo_available(ep->mu->receive, &wrap);
    if (available == 0) {
        __builtin_prefetch((const void *)ep->mu->receive->_fifo.va_head); /* the next packet */
        return false;
    }
    do {
        packet_of_mu(ep, wrap ? MUSPI_getNextPacketWrap(ep->mu->receive, &bytes)
                              : MUSPI_getNextPacketOptimized(ep->mu->receive, &bytes));
        taken += bytes;
    } while (!wrap && taken < available);
    ep->taken += taken;
    if (ep->taken >= EMUQ_FI_TAKEN_MOST) {
        ep->taken = 0;
        MUSPI_syncRecFifoHwHead(ep->mu->receive);
    }
    return true;
}

/* @return whether packets have been taken */
static inline bool packets_take(emuq_fi_endpoint_t *ep)
{
    return EMUQ_FI_PORT_CALL(ep, packets_take_of_mu(ep), emuq_fi_card_take(ep->card, packet_of_card, ep));
}

/* After departures: operations without a reply fail. */
static __attribute__((noinline)) void progress_without(emuq_fi_endpoint_t *ep)
{
    for (unsigned i = 0; i < EMUQ_FI_LEFT_PACKETS && packets_take(ep); i++)
        continue;
    emuq_fi_peers_fail(ep);
}

void emuq_fi_progress(emuq_fi_endpoint_t *ep)
{
    if (emuq_fi_peers_have_left(ep))
        progress_without(ep);
    if (!packets_take(ep) && emuq_mmio.wait.poll != NULL && ep->mu != NULL)
        (void)emuq_mmio.wait.poll(); /* this thread may serve the connections to hosts; cards do so */
    if (ep->getting != NULL)
        emuq_fi_gets_progress(ep);
    if (ep->rma != NULL)
        emuq_fi_rma_progress(ep);
    if (ep->native != NULL)
        emuq_fi_native_progress(ep);
    if (ep->reply != NULL)
        emuq_fi_atomic_progress(ep);
    if (ep->pending != NULL)
        emuq_fi_pending_progress(ep);
}

/* ---- receives ---- */

static emuq_fi_unexpected_t **unexpected_find(emuq_fi_queue_t *q, const emuq_fi_receive_t *r,
                                              const void *claim)
{
    emuq_fi_unexpected_t **at = &q->unexpected;
    while (*at != NULL && ((*at)->claim != claim || (claim == NULL && !receive_matches(r, &(*at)->message))))
        at = &(*at)->next;
    return at;
}

static emuq_fi_unexpected_t *unexpected_unlink(emuq_fi_queue_t *q, emuq_fi_unexpected_t **at)
{
    emuq_fi_unexpected_t *u = *at;
    *at = u->next;
    if (*at == NULL)
        q->unexpected_end = at;
    return u;
}

static void unexpected_discard(emuq_fi_endpoint_t *ep, emuq_fi_unexpected_t *u)
{
    if ((u->message.kind & EMUQ_FI_KIND_MASK) == EMUQ_FI_PULL)
        emuq_fi_release(ep, u->message.source, u->message.start.request);
    free(u);
}

/* FI_PEEK: reports a message; claims or discards the message, by flags. */
static void receive_peek(emuq_fi_endpoint_t *ep, emuq_fi_queue_t *q, const emuq_fi_receive_t *r)
{
    emuq_fi_unexpected_t **at = unexpected_find(q, r, NULL), *u = *at;
    emuq_fi_entry_t entry = {.context = r->context, .flags = FI_RECV | (r->flags & (FI_TAGGED | FI_MSG))};
    ep->probe.is_set = u == NULL;
    if (u == NULL) {
        ep->probe.source = r->source;
        ep->probe.flags = r->flags;
        ep->probe.tag = r->tag;
        ep->probe.ignore = r->ignore;
        entry.error = FI_ENOMSG;
        entry.source = FI_ADDR_NOTAVAIL;
        entry.tag = r->tag;
    } else {
        const emuq_fi_message_t *m = &u->message;
        entry.bytes = m->start.bytes;
        entry.tag = m->tag;
        entry.data = m->kind & EMUQ_FI_HAS_DATA ? m->start.data : 0;
        entry.source = emuq_fi_address_of(ep, m->source);
        entry.flags |= m->kind & EMUQ_FI_HAS_DATA ? FI_REMOTE_CQ_DATA : 0;
        if (r->flags & FI_CLAIM)
            u->claim = r->context;
        else if (r->flags & FI_DISCARD)
            unexpected_discard(ep, unexpected_unlink(q, at));
    }
    *emuq_fi_cq_begin(ep->receive_cq) = entry;
    emuq_fi_cq_end(ep->receive_cq);
}

static ssize_t receive_claimed(emuq_fi_endpoint_t *ep, emuq_fi_queue_t *q, emuq_fi_receive_t *r)
{
    emuq_fi_unexpected_t **at = unexpected_find(q, r, r->context);
    if (r->context == NULL || *at == NULL)
        return -FI_EINVAL;
    emuq_fi_unexpected_t *u = unexpected_unlink(q, at);
    if (r->flags & FI_DISCARD)
        u->message.start.bytes = r->bytes = r->parts = 0;
    receive_message(ep, r, &u->message);
    free(u);
    return 0;
}

/* FI_PEEK and FI_CLAIM. */
static __attribute__((noinline)) ssize_t receive_probe(emuq_fi_endpoint_t *ep, emuq_fi_queue_t *q,
                                                       emuq_fi_receive_t *r)
{
    ssize_t rc = 0;
    if (ep->receive_cq == NULL || ((r->flags & FI_CLAIM) && r->context == NULL)) {
        rc = -FI_EINVAL;
    } else if (r->flags & FI_PEEK) {
        emuq_fi_progress(ep);
        receive_peek(ep, q, r);
    } else {
        rc = receive_claimed(ep, q, r);
        if (rc == 0)
            return 0; /* the receive is complete, or waits for data */
    }
    receive_free(ep, r);
    return rc;
}

/* Gives unexpected messages to a new receive. @return whether it is complete, or an exhausted buffer */
static __attribute__((noinline)) bool receive_unexpected(emuq_fi_endpoint_t *ep, emuq_fi_queue_t *q,
                                                         emuq_fi_receive_t *r)
{
    bool is_over = false;
    for (emuq_fi_unexpected_t **at; !is_over && *(at = unexpected_find(q, r, NULL)) != NULL;) {
        emuq_fi_unexpected_t *u = unexpected_unlink(q, at);
        bool is_multi = (r->flags & FI_MULTI_RECV) != 0;
        emuq_fi_receive_t *part = is_multi ? receive_share(ep, r, u->message.start.bytes) : r;
        is_over = !is_multi || r->is_exhausted;
        receive_message(ep, part, &u->message);
        free(u);
    }
    return is_over;
}

static ssize_t receive_start(emuq_fi_endpoint_t *ep, fi_addr_t from, const struct iovec *part, size_t parts,
                             const emuq_fi_wanted_t *w)
{
    emuq_fi_queue_t *q = w->flags & FI_TAGGED ? &ep->tagged : &ep->untagged;
    emuq_fi_source_t source = EMUQ_FI_ANY_SOURCE;
    if (ep->is_directed && from != FI_ADDR_UNSPEC) {
        const emuq_fi_peer_t *peer = emuq_fi_av_find(ep->av, from);
        if (peer == NULL)
            return -FI_EINVAL;
        source = emuq_fi_source(peer->address.rank, peer->address.endpoint);
    }
    emuq_fi_receive_t *r = receive_new(ep);
    if (r == NULL)
        return -FI_ENOMEM;
    r->next = NULL;
    r->context = w->context;
    r->flags = w->flags;
    r->tag = w->tag;
    r->ignore = w->ignore;
    r->source = source;
    r->parts = (uint32_t)parts;
    r->bytes = 0;
    for (size_t i = 0; i < parts; i++) {
        r->part[i] = part[i];
        r->bytes += part[i].iov_len;
    }
    r->whole = NULL;
    r->shares = 0;
    r->is_exhausted = r->is_canceled = false;
    if (__builtin_expect((w->flags & (FI_PEEK | FI_CLAIM)) != 0, 0))
        return receive_probe(ep, q, r);
    if (q->unexpected != NULL && receive_unexpected(ep, q, r))
        return 0;
    *q->posted_end = r;
    q->posted_end = &r->next;
    return 0;
}

ssize_t emuq_fi_receive(struct fid_ep *fid, fi_addr_t from, const struct iovec *part, size_t parts,
                        const emuq_fi_wanted_t *w)
{
    emuq_fi_endpoint_t *ep = (emuq_fi_endpoint_t *)fid;
    if (parts > EMUQ_FI_IOV || ((w->flags & FI_MULTI_RECV) && parts != 1))
        return -FI_EINVAL;
    if (!ep->is_open)
        return -FI_EOPBADSTATE;
    emuq_fi_lock(&ep->lock);
    ssize_t rc = receive_start(ep, from, part, parts, w);
    emuq_fi_unlock(&ep->lock);
    return rc;
}

static bool cancel_in(emuq_fi_endpoint_t *ep, emuq_fi_queue_t *q, const void *context)
{
    for (emuq_fi_receive_t **at = &q->posted, *r; (r = *at) != NULL; at = &r->next) {
        if (r->context != context)
            continue;
        receive_unlink(q, at);
        if (r->shares != 0)
            r->is_canceled = true; /* completes with the last part */
        else
            emuq_fi_receive_canceled(ep, r);
        return true;
    }
    return false;
}

ssize_t emuq_fi_cancel(fid_t fid, void *context)
{
    emuq_fi_endpoint_t *ep = (emuq_fi_endpoint_t *)(void *)fid;
    emuq_fi_lock(&ep->lock);
    bool is_found = cancel_in(ep, &ep->tagged, context) || cancel_in(ep, &ep->untagged, context);
    emuq_fi_unlock(&ep->lock);
    return is_found ? 0 : -FI_ENOENT;
}

void emuq_fi_messages_match_again(emuq_fi_endpoint_t *ep)
{
    emuq_fi_queue_t *queue[] = {&ep->untagged, &ep->tagged};
    for (unsigned i = 0; i < 2; i++)
        for (emuq_fi_unexpected_t **at = &queue[i]->unexpected, *u; (u = *at) != NULL;) {
            emuq_fi_receive_t *r = emuq_fi_srx_take(ep, &u->message);
            if (r == NULL) {
                at = &u->next;
                continue;
            }
            (void)unexpected_unlink(queue[i], at);
            receive_message(ep, r, &u->message);
            free(u);
        }
}

void emuq_fi_messages_discard(emuq_fi_endpoint_t *ep)
{
    emuq_fi_queue_t *queue[] = {&ep->untagged, &ep->tagged};
    for (unsigned i = 0; i < 2; i++)
        while (queue[i]->unexpected != NULL)
            unexpected_discard(ep, unexpected_unlink(queue[i], &queue[i]->unexpected));
}
