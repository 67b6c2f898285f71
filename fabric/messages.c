/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages: sends, receives, matching. */
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "emuq/join.h"
#include "fabric/provider.h"

/* ---- parts of messages ---- */

static size_t parts_bytes(const struct iovec *part, size_t parts)
{
    size_t bytes = 0;
    for (size_t i = 0; i < parts; i++)
        bytes += part[i].iov_len;
    return bytes;
}

static void parts_gather(char *to, const struct iovec *part, size_t parts)
{
    for (size_t i = 0; i < parts; i++) {
        memcpy(to, part[i].iov_base, part[i].iov_len);
        to += part[i].iov_len;
    }
}

static void parts_scatter(const struct iovec *part, size_t parts, const char *from, size_t bytes)
{
    for (size_t i = 0; i < parts && bytes != 0; i++) {
        size_t n = bytes < part[i].iov_len ? bytes : part[i].iov_len;
        memcpy(part[i].iov_base, from, n);
        from += n;
        bytes -= n;
    }
}

/* ---- completions ---- */

static void send_complete(emuq_fi_endpoint_t *ep, void *context, uint64_t flags)
{
    bool has_entry = (flags & FI_COMPLETION) != 0 || (!ep->send_is_selective && (flags & FI_INJECT) == 0);
    if (has_entry && ep->send_cq != NULL) {
        emuq_fi_entry_t *e = emuq_fi_cq_begin(ep->send_cq);
        *e = (emuq_fi_entry_t){.context = context, .flags = FI_SEND | (flags & (FI_TAGGED | FI_MSG))};
        emuq_fi_cq_end(ep->send_cq);
    }
    if (ep->send_cntr != NULL)
        emuq_fi_cntr_count(ep->send_cntr, 0);
}

/* Frees a part of a FI_MULTI_RECV buffer. @return flags of its completion */
static uint64_t receive_end_share(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *whole)
{
    if (--whole->shares != 0 || !whole->is_exhausted)
        return 0;
    whole->next = ep->free_receives;
    ep->free_receives = whole;
    return FI_MULTI_RECV;
}

/* Completes and frees a receive. @param error 0, or a positive number */
static void receive_complete(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r, const emuq_fi_message_t *m,
                             int error)
{
    size_t bytes = m->start.bytes < r->bytes ? m->start.bytes : r->bytes, lost = m->start.bytes - bytes;
    uint64_t flags = FI_RECV | (m->kind & EMUQ_FI_TAGGED ? FI_TAGGED : FI_MSG);
    if (m->kind & EMUQ_FI_HAS_DATA)
        flags |= FI_REMOTE_CQ_DATA;
    if (r->whole != NULL)
        flags |= receive_end_share(ep, r->whole);
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
    r->next = ep->free_receives;
    ep->free_receives = r;
}

/* ---- RELEASE ---- */

static bool release_send(emuq_fi_endpoint_t *ep, emuq_fi_source_t to, uint64_t request)
{
    fi_addr_t address = emuq_fi_address_of(ep, to);
    emuq_fi_route_t *route = address != FI_ADDR_NOTAVAIL ? emuq_fi_route_of(ep, address) : NULL;
    if (route == NULL)
        return true; /* removed from the address vector: its requests are not completed */
    if (!emuq_fi_mu_has_space(&ep->mu, 1))
        return false;
    emuq_fi_mu_send_packet(&ep->mu, route, EMUQ_FI_RELEASE, 0, request, 1);
    return true;
}

static void release(emuq_fi_endpoint_t *ep, emuq_fi_source_t to, uint64_t request)
{
    if (ep->pending == NULL && release_send(ep, to, request))
        return;
    emuq_fi_pending_t *p = malloc(sizeof *p);
    if (p == NULL)
        abort();
    *p = (emuq_fi_pending_t){NULL, to, request};
    *ep->pending_end = p;
    ep->pending_end = &p->next;
}

static void release_pending(emuq_fi_endpoint_t *ep)
{
    emuq_fi_pending_t *p;
    while ((p = ep->pending) != NULL && release_send(ep, p->to, p->request)) {
        ep->pending = p->next;
        if (ep->pending == NULL)
            ep->pending_end = &ep->pending;
        free(p);
    }
}

/* ---- sends that wait for RELEASE ---- */

static emuq_fi_request_t *request_new(emuq_fi_endpoint_t *ep, uint32_t *number)
{
    if (ep->free_request == 0) {
        size_t now = ep->requests, more = now != 0 ? 2 * now : 64;
        emuq_fi_request_t *all = realloc(ep->request, more * sizeof *all);
        if (all == NULL)
            return NULL;
        ep->request = all;
        ep->requests = more;
        for (size_t i = more; i-- > now;) {
            all[i] = (emuq_fi_request_t){.next = ep->free_request};
            ep->free_request = (uint32_t)i + 1;
        }
    }
    *number = ep->free_request - 1;
    emuq_fi_request_t *r = &ep->request[*number];
    ep->free_request = r->next;
    *r = (emuq_fi_request_t){.is_used = true};
    return r;
}

static void request_free(emuq_fi_endpoint_t *ep, emuq_fi_request_t *r)
{
    if (r->staged != NULL)
        ep->staged[ep->free_staged++] = r->staged;
    free(r->copy);
    *r = (emuq_fi_request_t){.next = ep->free_request};
    ep->free_request = (uint32_t)(r - ep->request) + 1;
}

static void request_released(emuq_fi_endpoint_t *ep, uint64_t number)
{
    if (number >= ep->requests || !ep->request[number].is_used)
        return;
    emuq_fi_request_t *r = &ep->request[number];
    if (r->completes)
        send_complete(ep, r->context, r->flags);
    request_free(ep, r);
}

/* ---- sends ---- */

typedef struct send {
    const struct iovec *part;
    size_t parts, bytes;
    uint64_t tag, data, flags;
    void *context;
} send_t;

static uint8_t send_kind(const send_t *s, uint8_t kind)
{
    return (uint8_t)(kind | (s->flags & FI_TAGGED ? EMUQ_FI_TAGGED : 0) |
                     (s->flags & FI_REMOTE_CQ_DATA ? EMUQ_FI_HAS_DATA : 0));
}

static void send_single(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, const send_t *s)
{
    char *payload = emuq_fi_mu_payload(&ep->mu);
    size_t extra = 0;
    if (s->flags & FI_REMOTE_CQ_DATA) {
        memcpy(payload, &s->data, sizeof s->data);
        extra = sizeof s->data;
    }
    parts_gather(payload + extra, s->part, s->parts);
    size_t bytes = s->bytes + extra;
    emuq_fi_mu_send_packet(&ep->mu, route, send_kind(s, EMUQ_FI_SINGLE), (uint32_t)s->bytes, s->tag,
                           bytes != 0 ? bytes : 1);
    send_complete(ep, s->context, s->flags);
}

/* Finds contiguous memory for a message. @return 0 or a negative error */
static int send_prepare(emuq_fi_endpoint_t *ep, const send_t *s, emuq_fi_request_t *r, uint64_t *pa)
{
    const char *data = s->parts != 0 ? s->part[0].iov_base : NULL;
    bool is_buffered = s->bytes <= EMUQ_FI_STAGED_BYTES && ep->free_staged != 0;
    if (is_buffered) {
        r->staged = ep->staged[--ep->free_staged];
        parts_gather(r->staged, s->part, s->parts);
        data = r->staged;
    } else if (s->parts > 1 || (s->flags & FI_INJECT)) {
        r->copy = malloc(s->bytes);
        if (r->copy == NULL)
            return -FI_ENOMEM;
        parts_gather(r->copy, s->part, s->parts);
        data = r->copy;
    }
    return emuq_fi_mu_pa(&ep->mu, data, s->bytes, pa) ? 0 : -FI_EFAULT;
}

static ssize_t send_pull(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, const send_t *s)
{
    uint32_t number;
    emuq_fi_request_t *r = request_new(ep, &number);
    if (r == NULL)
        return -FI_ENOMEM;
    emuq_fi_start_t start = {.data = s->data, .request = number, .bytes = s->bytes};
    int rc = send_prepare(ep, s, r, &start.pa);
    if (rc != 0) {
        request_free(ep, r);
        return rc;
    }
    r->context = s->context;
    r->flags = s->flags;
    r->completes = (r->staged == NULL && r->copy == NULL) || (s->flags & FI_DELIVERY_COMPLETE) != 0;
    memcpy(emuq_fi_mu_payload(&ep->mu), &start, sizeof start);
    emuq_fi_mu_send_packet(&ep->mu, route, send_kind(s, EMUQ_FI_PULL), 0, s->tag, sizeof start);
    if (!r->completes)
        send_complete(ep, s->context, s->flags);
    return 0;
}

static ssize_t send_locked(emuq_fi_endpoint_t *ep, fi_addr_t to, const send_t *s)
{
    emuq_fi_route_t *route = emuq_fi_route_of(ep, to);
    size_t extra = s->flags & FI_REMOTE_CQ_DATA ? sizeof s->data : 0;
    if (__builtin_expect(route == NULL, 0))
        return -FI_EINVAL;
    if (__builtin_expect(ep->pending != NULL || !emuq_fi_mu_has_space(&ep->mu, 1), 0)) {
        emuq_fi_progress(ep);
        if (ep->pending != NULL || !emuq_fi_mu_has_space(&ep->mu, 1))
            return -FI_EAGAIN;
    }
    if (s->bytes + extra > EMUQ_FI_PACKET || (s->flags & FI_DELIVERY_COMPLETE))
        return send_pull(ep, route, s);
    send_single(ep, route, s);
    return 0;
}

static ssize_t send_message(struct fid_ep *fid, fi_addr_t to, send_t *s)
{
    emuq_fi_endpoint_t *ep = (emuq_fi_endpoint_t *)fid;
    if (s->parts > EMUQ_FI_IOV)
        return -FI_EINVAL;
    s->bytes = parts_bytes(s->part, s->parts);
    if ((s->flags & FI_INJECT) && s->bytes > EMUQ_FI_INJECT)
        return -FI_EINVAL;
    if (__builtin_expect(!ep->is_open || ep->av == NULL, 0))
        return -FI_EOPBADSTATE;
    emuq_fi_lock(&ep->lock);
    ssize_t rc = send_locked(ep, to, s);
    emuq_fi_unlock(&ep->lock);
    return rc;
}

/* ---- gets ---- */

/* @return false: no space, or no memory for the moment */
static bool get_inject(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r)
{
    const emuq_fi_message_t *m = &r->message;
    size_t bytes = m->start.bytes < r->bytes ? m->start.bytes : r->bytes;
    fi_addr_t from = emuq_fi_address_of(ep, m->source);
    emuq_fi_route_t *route = from != FI_ADDR_NOTAVAIL ? emuq_fi_route_of(ep, from) : NULL;
    uint64_t pa;
    if (ep->free_gets == NULL)
        ep->free_gets = emuq_fi_mu_gets(&ep->mu);
    if (route == NULL || ep->free_gets == NULL || !emuq_fi_mu_pa(&ep->mu, r->target, bytes, &pa) ||
        !emuq_fi_mu_get(&ep->mu, route, ep->free_gets, m->start.pa, pa, bytes))
        return false;
    r->get = ep->free_gets;
    ep->free_gets = r->get->next;
    return true;
}

static bool get_is_complete(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r)
{
    /* Acquire: pairs with the release of the Message Unit; the data have arrived. */
    return (r->get != NULL || get_inject(ep, r)) && AO_load_acquire(&r->get->left) == 0;
}

static void get_finish(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r)
{
    const emuq_fi_message_t m = r->message;
    size_t bytes = m.start.bytes < r->bytes ? m.start.bytes : r->bytes;
    if (r->get != NULL) {
        r->get->next = ep->free_gets;
        ep->free_gets = r->get;
    }
    if (r->parts > 1) {
        parts_scatter(r->part, r->parts, r->target, bytes);
        free(r->target);
    }
    release(ep, m.source, m.start.request);
    receive_complete(ep, r, &m, 0);
}

static void get_begin(emuq_fi_endpoint_t *ep, emuq_fi_receive_t *r, const emuq_fi_message_t *m)
{
    r->message = *m;
    r->get = NULL;
    r->target = r->parts == 1 ? r->part[0].iov_base : r->parts > 1 ? malloc(r->bytes) : NULL;
    if (r->bytes == 0 || m->start.bytes == 0 || r->target == NULL) {
        release(ep, m->source, m->start.request);
        receive_complete(ep, r, m, r->bytes != 0 && r->target == NULL && m->start.bytes != 0 ? FI_ENOMEM : 0);
    } else if (get_is_complete(ep, r)) {
        get_finish(ep, r);
    } else {
        r->next = ep->getting;
        ep->getting = r;
    }
}

static void get_progress(emuq_fi_endpoint_t *ep)
{
    for (emuq_fi_receive_t **at = &ep->getting, *r; (r = *at) != NULL;) {
        if (!get_is_complete(ep, r)) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        get_finish(ep, r);
    }
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
        get_begin(ep, r, m);
        return;
    }
    parts_scatter(r->part, r->parts, m->payload, m->start.bytes);
    receive_complete(ep, r, m, 0);
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

/* Gives a message to the posted receive at @p at. */
static void receive_posted(emuq_fi_endpoint_t *ep, emuq_fi_queue_t *q, emuq_fi_receive_t **at,
                           const emuq_fi_message_t *m)
{
    emuq_fi_receive_t *r = *at;
    if (r->flags & FI_MULTI_RECV) {
        emuq_fi_receive_t *part = receive_share(ep, r, m->start.bytes);
        if (r->is_exhausted)
            receive_unlink(q, at);
        r = part;
    } else {
        receive_unlink(q, at);
    }
    receive_message(ep, r, m);
}

static void message_keep(emuq_fi_queue_t *q, const emuq_fi_message_t *m)
{
    size_t bytes = m->payload != NULL ? m->start.bytes : 0;
    emuq_fi_unexpected_t *u = malloc(sizeof *u + bytes);
    if (u == NULL)
        abort();
    *u = (emuq_fi_unexpected_t){.message = *m};
    if (bytes != 0)
        memcpy(u->payload, m->payload, bytes);
    u->message.payload = m->payload != NULL ? u->payload : NULL;
    *q->unexpected_end = u;
    q->unexpected_end = &u->next;
}

static void message_arrived(emuq_fi_endpoint_t *ep, const emuq_fi_message_t *m)
{
    emuq_fi_queue_t *q = m->kind & EMUQ_FI_TAGGED ? &ep->tagged : &ep->untagged;
    for (emuq_fi_receive_t **at = &q->posted; *at != NULL; at = &(*at)->next)
        if (receive_matches(*at, m)) {
            receive_posted(ep, q, at, m);
            return;
        }
    message_keep(q, m);
}

/* ---- packets ---- */

static void packet_handle(emuq_fi_endpoint_t *ep, const MUHWI_PacketHeader_t *h)
{
    emuq_fi_software_t s;
    const char *payload = (const char *)(h + 1);
    memcpy(&s, h->messageUnitHeader.Packet_Types.Memory_FIFO.Unused2, sizeof s);
    emuq_fi_message_t m;
    m.kind = s.kind;
    m.source = emuq_fi_source(s.rank, s.endpoint);
    m.tag = s.word;
    m.payload = NULL;
    switch (s.kind & EMUQ_FI_KIND_MASK) {
    case EMUQ_FI_SINGLE:
        m.start.bytes = h->messageUnitHeader.Packet_Types.Memory_FIFO.Put_Offset_LSB;
        if (s.kind & EMUQ_FI_HAS_DATA) {
            memcpy(&m.start.data, payload, sizeof m.start.data);
            payload += sizeof m.start.data;
        }
        m.payload = payload;
        message_arrived(ep, &m);
        break;
    case EMUQ_FI_PULL:
        memcpy(&m.start, payload, sizeof m.start);
        message_arrived(ep, &m);
        break;
    case EMUQ_FI_RELEASE:
        request_released(ep, s.word);
        break;
    default:
        break;
    }
}

/* Returns space to the Message Unit in large units: a sender waits only if the FIFO is full of packets, more
 * than a unit of them taken or to be taken. @return whether packets have been taken */
static bool packets_take(emuq_fi_endpoint_t *ep)
{
    uint32_t wrap, bytes, taken = 0, available = emuq_rec_fifo_available(ep->mu.receive, &wrap);
    if (available == 0)
        return false;
    do {
        packet_handle(ep, wrap ? MUSPI_getNextPacketWrap(ep->mu.receive, &bytes)
                               : MUSPI_getNextPacketOptimized(ep->mu.receive, &bytes));
        taken += bytes;
    } while (!wrap && taken < available);
    ep->taken += taken;
    if (ep->taken >= EMUQ_FI_TAKEN_MOST) {
        ep->taken = 0;
        MUSPI_syncRecFifoHwHead(ep->mu.receive);
    }
    return true;
}

void emuq_fi_progress(emuq_fi_endpoint_t *ep)
{
    if (!packets_take(ep) && emuq_mmio.wait.poll != NULL)
        (void)emuq_mmio.wait.poll(); /* this thread may serve the connections to hosts */
    if (ep->getting != NULL)
        get_progress(ep);
    if (ep->pending != NULL)
        release_pending(ep);
}

/* ---- receives ---- */

/* Parameters of a receive. */
typedef struct wanted {
    void *context;
    uint64_t flags, tag, ignore;
} wanted_t;

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
        release(ep, u->message.source, u->message.start.request);
    free(u);
}

/* FI_PEEK: reports a message, and may claim or discard it. */
static void receive_peek(emuq_fi_endpoint_t *ep, emuq_fi_queue_t *q, const emuq_fi_receive_t *r)
{
    emuq_fi_unexpected_t **at = unexpected_find(q, r, NULL), *u = *at;
    emuq_fi_entry_t entry = {.context = r->context, .flags = FI_RECV | (r->flags & (FI_TAGGED | FI_MSG))};
    if (u == NULL) {
        entry.error = FI_ENOMSG;
        entry.tag = r->tag;
    } else {
        const emuq_fi_message_t *m = &u->message;
        entry.bytes = m->start.bytes;
        entry.tag = m->tag;
        entry.data = m->start.data;
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
    if (*at == NULL)
        return -FI_EINVAL;
    emuq_fi_unexpected_t *u = unexpected_unlink(q, at);
    if (r->flags & FI_DISCARD)
        u->message.start.bytes = r->bytes = 0;
    receive_message(ep, r, &u->message);
    free(u);
    return 0;
}

/* FI_PEEK and FI_CLAIM. */
static __attribute__((noinline)) ssize_t receive_probe(emuq_fi_endpoint_t *ep, emuq_fi_queue_t *q,
                                                       emuq_fi_receive_t *r)
{
    ssize_t rc = 0;
    if (r->flags & FI_PEEK) {
        emuq_fi_progress(ep);
        receive_peek(ep, q, r);
    } else {
        rc = receive_claimed(ep, q, r);
        if (rc == 0)
            return 0; /* the receive is complete, or waits for data */
    }
    r->next = ep->free_receives;
    ep->free_receives = r;
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
                             const wanted_t *w)
{
    emuq_fi_queue_t *q = w->flags & FI_TAGGED ? &ep->tagged : &ep->untagged;
    emuq_fi_receive_t *r = receive_new(ep);
    if (r == NULL)
        return -FI_ENOMEM;
    r->next = NULL;
    r->context = w->context;
    r->flags = w->flags;
    r->tag = w->tag;
    r->ignore = w->ignore;
    r->source = EMUQ_FI_ANY_SOURCE;
    if (ep->is_directed && from < ep->av->count)
        r->source = emuq_fi_source(ep->av->peer[from].address.rank, ep->av->peer[from].address.endpoint);
    r->parts = (uint32_t)parts;
    r->bytes = 0;
    for (size_t i = 0; i < parts; i++) {
        r->part[i] = part[i];
        r->bytes += part[i].iov_len;
    }
    r->whole = NULL;
    r->shares = 0;
    r->is_exhausted = false;
    if (__builtin_expect((w->flags & (FI_PEEK | FI_CLAIM)) != 0, 0))
        return receive_probe(ep, q, r);
    if (q->unexpected != NULL && receive_unexpected(ep, q, r))
        return 0;
    *q->posted_end = r;
    q->posted_end = &r->next;
    return 0;
}

static ssize_t receive_call(struct fid_ep *fid, fi_addr_t from, const struct iovec *part, size_t parts,
                            const wanted_t *w)
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
        const emuq_fi_entry_t entry = {.context = r->context,
                                       .flags = FI_RECV | (r->flags & (FI_TAGGED | FI_MSG)),
                                       .tag = r->tag,
                                       .error = FI_ECANCELED};
        receive_unlink(q, at);
        if (ep->receive_cq != NULL) {
            *emuq_fi_cq_begin(ep->receive_cq) = entry;
            emuq_fi_cq_end(ep->receive_cq);
        }
        if (ep->receive_cntr != NULL)
            emuq_fi_cntr_count(ep->receive_cntr, entry.error);
        r->next = ep->free_receives;
        ep->free_receives = r;
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

/* ---- operations of libfabric ---- */

static emuq_fi_endpoint_t *messages_endpoint(struct fid_ep *fid)
{
    return (emuq_fi_endpoint_t *)fid;
}

static ssize_t msg_recv(struct fid_ep *ep, void *buf, size_t len, void *desc, fi_addr_t from, void *context)
{
    const struct iovec part = {buf, len};
    (void)desc;
    return receive_call(ep, from, &part, 1,
                        &(wanted_t){.context = context,
                                    .flags = messages_endpoint(ep)->receive_flags | FI_MSG,
                                    .ignore = UINT64_MAX});
}

static ssize_t msg_recvv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count,
                         fi_addr_t from, void *context)
{
    (void)desc;
    return receive_call(ep, from, iov, count,
                        &(wanted_t){.context = context,
                                    .flags = messages_endpoint(ep)->receive_flags | FI_MSG,
                                    .ignore = UINT64_MAX});
}

static ssize_t msg_recvmsg(struct fid_ep *ep, const struct fi_msg *m, uint64_t flags)
{
    return receive_call(ep, m->addr, m->msg_iov, m->iov_count,
                        &(wanted_t){.context = m->context, .flags = flags | FI_MSG, .ignore = UINT64_MAX});
}

static ssize_t msg_send(struct fid_ep *ep, const void *buf, size_t len, void *desc, fi_addr_t to,
                        void *context)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    (void)desc;
    return send_message(ep, to,
                        &(send_t){.part = &part,
                                  .parts = 1,
                                  .flags = messages_endpoint(ep)->send_flags | FI_MSG,
                                  .context = context});
}

static ssize_t msg_sendv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count, fi_addr_t to,
                         void *context)
{
    (void)desc;
    return send_message(ep, to,
                        &(send_t){.part = iov,
                                  .parts = count,
                                  .flags = messages_endpoint(ep)->send_flags | FI_MSG,
                                  .context = context});
}

static ssize_t msg_sendmsg(struct fid_ep *ep, const struct fi_msg *m, uint64_t flags)
{
    return send_message(ep, m->addr,
                        &(send_t){.part = m->msg_iov,
                                  .parts = m->iov_count,
                                  .data = m->data,
                                  .flags = flags | FI_MSG,
                                  .context = m->context});
}

static ssize_t msg_inject(struct fid_ep *ep, const void *buf, size_t len, fi_addr_t to)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    return send_message(ep, to, &(send_t){.part = &part, .parts = 1, .flags = FI_MSG | FI_INJECT});
}

static ssize_t msg_senddata(struct fid_ep *ep, const void *buf, size_t len, void *desc, uint64_t data,
                            fi_addr_t to, void *context)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    (void)desc;
    return send_message(ep, to,
                        &(send_t){.part = &part,
                                  .parts = 1,
                                  .data = data,
                                  .flags = messages_endpoint(ep)->send_flags | FI_MSG | FI_REMOTE_CQ_DATA,
                                  .context = context});
}

static ssize_t msg_injectdata(struct fid_ep *ep, const void *buf, size_t len, uint64_t data, fi_addr_t to)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    return send_message(
        ep, to,
        &(send_t){.part = &part, .parts = 1, .data = data, .flags = FI_MSG | FI_INJECT | FI_REMOTE_CQ_DATA});
}

struct fi_ops_msg emuq_fi_msg_ops = {.size = sizeof emuq_fi_msg_ops,
                                     .recv = msg_recv,
                                     .recvv = msg_recvv,
                                     .recvmsg = msg_recvmsg,
                                     .send = msg_send,
                                     .sendv = msg_sendv,
                                     .sendmsg = msg_sendmsg,
                                     .inject = msg_inject,
                                     .senddata = msg_senddata,
                                     .injectdata = msg_injectdata};

static ssize_t tagged_recv(struct fid_ep *ep, void *buf, size_t len, void *desc, fi_addr_t from, uint64_t tag,
                           uint64_t ignore, void *context)
{
    const struct iovec part = {buf, len};
    (void)desc;
    return receive_call(ep, from, &part, 1,
                        &(wanted_t){.context = context,
                                    .flags = messages_endpoint(ep)->receive_flags | FI_TAGGED,
                                    .tag = tag,
                                    .ignore = ignore});
}

static ssize_t tagged_recvv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count,
                            fi_addr_t from, uint64_t tag, uint64_t ignore, void *context)
{
    (void)desc;
    return receive_call(ep, from, iov, count,
                        &(wanted_t){.context = context,
                                    .flags = messages_endpoint(ep)->receive_flags | FI_TAGGED,
                                    .tag = tag,
                                    .ignore = ignore});
}

static ssize_t tagged_recvmsg(struct fid_ep *ep, const struct fi_msg_tagged *m, uint64_t flags)
{
    return receive_call(
        ep, m->addr, m->msg_iov, m->iov_count,
        &(wanted_t){.context = m->context, .flags = flags | FI_TAGGED, .tag = m->tag, .ignore = m->ignore});
}

static ssize_t tagged_send(struct fid_ep *ep, const void *buf, size_t len, void *desc, fi_addr_t to,
                           uint64_t tag, void *context)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    (void)desc;
    return send_message(ep, to,
                        &(send_t){.part = &part,
                                  .parts = 1,
                                  .tag = tag,
                                  .flags = messages_endpoint(ep)->send_flags | FI_TAGGED,
                                  .context = context});
}

static ssize_t tagged_sendv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count,
                            fi_addr_t to, uint64_t tag, void *context)
{
    (void)desc;
    return send_message(ep, to,
                        &(send_t){.part = iov,
                                  .parts = count,
                                  .tag = tag,
                                  .flags = messages_endpoint(ep)->send_flags | FI_TAGGED,
                                  .context = context});
}

static ssize_t tagged_sendmsg(struct fid_ep *ep, const struct fi_msg_tagged *m, uint64_t flags)
{
    return send_message(ep, m->addr,
                        &(send_t){.part = m->msg_iov,
                                  .parts = m->iov_count,
                                  .tag = m->tag,
                                  .data = m->data,
                                  .flags = flags | FI_TAGGED,
                                  .context = m->context});
}

static ssize_t tagged_inject(struct fid_ep *ep, const void *buf, size_t len, fi_addr_t to, uint64_t tag)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    return send_message(ep, to,
                        &(send_t){.part = &part, .parts = 1, .tag = tag, .flags = FI_TAGGED | FI_INJECT});
}

static ssize_t tagged_senddata(struct fid_ep *ep, const void *buf, size_t len, void *desc, uint64_t data,
                               fi_addr_t to, uint64_t tag, void *context)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    (void)desc;
    return send_message(ep, to,
                        &(send_t){.part = &part,
                                  .parts = 1,
                                  .tag = tag,
                                  .data = data,
                                  .flags = messages_endpoint(ep)->send_flags | FI_TAGGED | FI_REMOTE_CQ_DATA,
                                  .context = context});
}

static ssize_t tagged_injectdata(struct fid_ep *ep, const void *buf, size_t len, uint64_t data, fi_addr_t to,
                                 uint64_t tag)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    return send_message(ep, to,
                        &(send_t){.part = &part,
                                  .parts = 1,
                                  .tag = tag,
                                  .data = data,
                                  .flags = FI_TAGGED | FI_INJECT | FI_REMOTE_CQ_DATA});
}

struct fi_ops_tagged emuq_fi_tagged_ops = {.size = sizeof emuq_fi_tagged_ops,
                                           .recv = tagged_recv,
                                           .recvv = tagged_recvv,
                                           .recvmsg = tagged_recvmsg,
                                           .send = tagged_send,
                                           .sendv = tagged_sendv,
                                           .sendmsg = tagged_sendmsg,
                                           .inject = tagged_inject,
                                           .senddata = tagged_senddata,
                                           .injectdata = tagged_injectdata};

/* ---- endpoints ---- */

int emuq_fi_messages_open(emuq_fi_endpoint_t *ep)
{
    char *staged = emuq_message_memory((size_t)EMUQ_FI_STAGED * EMUQ_FI_STAGED_BYTES, 64);
    ep->tagged.posted_end = &ep->tagged.posted;
    ep->tagged.unexpected_end = &ep->tagged.unexpected;
    ep->untagged.posted_end = &ep->untagged.posted;
    ep->untagged.unexpected_end = &ep->untagged.unexpected;
    ep->pending_end = &ep->pending;
    for (; staged != NULL && ep->free_staged < EMUQ_FI_STAGED; ep->free_staged++)
        ep->staged[ep->free_staged] = staged + (size_t)ep->free_staged * EMUQ_FI_STAGED_BYTES;
    return staged != NULL ? 0 : -FI_ENOMEM;
}

static void queue_free(emuq_fi_queue_t *q)
{
    for (emuq_fi_receive_t *r = q->posted, *next; r != NULL; r = next) {
        next = r->next;
        free(r);
    }
    for (emuq_fi_unexpected_t *u = q->unexpected, *next; u != NULL; u = next) {
        next = u->next;
        free(u);
    }
}

void emuq_fi_messages_close(emuq_fi_endpoint_t *ep)
{
    queue_free(&ep->tagged);
    queue_free(&ep->untagged);
    for (emuq_fi_receive_t *r = ep->free_receives, *next; r != NULL; r = next) {
        next = r->next;
        free(r);
    }
    for (emuq_fi_pending_t *p = ep->pending, *next; p != NULL; p = next) {
        next = p->next;
        free(p);
    }
    for (size_t i = 0; i < ep->requests; i++)
        free(ep->request[i].copy);
    free(ep->request);
}
