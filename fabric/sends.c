/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages: sends. */
#include <stdlib.h>

#include <spi/include/kernel/cnk/emuq_rank.h>

#include "fabric/port.h"

static void send_complete(emuq_fi_endpoint_t *ep, void *context, uint64_t flags)
{
    emuq_fi_complete(ep, context, flags, FI_SEND | (flags & (FI_TAGGED | FI_MSG)), ep->send_cntr);
}

/* ---- sends that wait for RELEASE ---- */

typedef emuq_fi_send_t send_t;

static emuq_fi_request_t *request_new(emuq_fi_endpoint_t *ep, const send_t *s, fi_addr_t to, uint64_t *id)
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
    uint32_t number = ep->free_request - 1;
    emuq_fi_request_t *r = &ep->request[number];
    ep->free_request = r->next;
    *r = (emuq_fi_request_t){.is_used = true,
                             .generation = ++ep->generation,
                             .rank = emuq_fi_av_peer(ep->av, to)->address.rank,
                             .context = s->context,
                             .flags = s->flags,
                             .tag = s->tag,
                             .bytes = s->bytes};
    *id = (uint64_t)r->generation << 32 | number;
    return r;
}

static void request_free(emuq_fi_endpoint_t *ep, emuq_fi_request_t *r)
{
    if (r->staged != NULL)
        ep->staged[ep->free_staged++] = r->staged;
    emuq_fi_port_conceal(r->exposure);
    free(r->copy);
    *r = (emuq_fi_request_t){.next = ep->free_request};
    ep->free_request = (uint32_t)(r - ep->request) + 1;
}

void emuq_fi_send_released(emuq_fi_endpoint_t *ep, uint64_t id)
{
    uint32_t number = (uint32_t)id;
    if (number >= ep->requests || !ep->request[number].is_used || ep->request[number].generation != id >> 32)
        return; /* of an earlier endpoint with this number */
    emuq_fi_request_t *r = &ep->request[number];
    if (r->completes)
        send_complete(ep, r->context, r->flags);
    if (r->get != NULL)
        AO_store(&r->get->left, 0);
    request_free(ep, r);
}

void emuq_fi_sends_leave(emuq_fi_endpoint_t *ep)
{
    for (size_t i = 0; i < ep->requests; i++) {
        emuq_fi_request_t *r = &ep->request[i];
        if (!r->is_used || !emuq_fi_had_left(ep, r->rank))
            continue;
        if (r->completes)
            emuq_fi_fail(ep, r->context, FI_SEND | (r->flags & (FI_TAGGED | FI_MSG)), ep->send_cntr,
                         EMUQ_FI_LEFT);
        if (r->get != NULL) {
            r->get->error = EMUQ_FI_LEFT;
            AO_store(&r->get->left, 0);
        }
        request_free(ep, r);
    }
}

int emuq_fi_request_arrival(emuq_fi_endpoint_t *ep, fi_addr_t to, emuq_fi_get_t *get, uint64_t *id)
{
    emuq_fi_request_t *r = request_new(ep, &(send_t){0}, to, id);
    if (r == NULL)
        return -FI_ENOMEM;
    AO_store(&get->left, 1);
    get->error = 0;
    r->get = get;
    return 0;
}

/* ---- sends ---- */

/* Levels of completion that the receiver reports. A message of a packet needs no report for the first: the
 * Message Unit delivers it, whatever becomes of the sender. */
#define ACKNOWLEDGED (FI_TRANSMIT_COMPLETE | FI_DELIVERY_COMPLETE)

/* @return whether the data of the completion need space in the payload */
static inline bool send_has_long_data(const send_t *s)
{
    return (s->flags & FI_REMOTE_CQ_DATA) != 0 && s->data > UINT16_MAX;
}

static inline uint8_t send_kind(const send_t *s, uint8_t kind)
{
    if (s->flags & FI_TAGGED)
        kind |= EMUQ_FI_TAGGED;
    if (s->flags & FI_REMOTE_CQ_DATA)
        kind |= EMUQ_FI_HAS_DATA;
    return kind;
}

/* Sends a packet that begins a message. @param bytes of its payload */
static inline void send_first(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, const send_t *s,
                              bool has_request, size_t bytes)
{
    uint32_t size = (uint32_t)s->bytes;
    uint8_t kind = send_kind(s, has_request ? EMUQ_FI_SINGLE | EMUQ_FI_HAS_REQUEST : EMUQ_FI_SINGLE);
    if ((s->flags & FI_REMOTE_CQ_DATA) != 0 && s->data <= UINT16_MAX) {
        kind |= EMUQ_FI_SHORT_DATA;
        size |= (uint32_t)s->data << 16;
    }
    emuq_fi_port_send_packet(ep, route, kind, size, s->tag, bytes != 0 ? bytes : 1);
}

/* Writes what precedes the data. @param request NULL: none @return bytes */
static inline size_t send_prefix(char *payload, const send_t *s, const uint64_t *request)
{
    size_t bytes = 0;
    if (send_has_long_data(s)) {
        memcpy(payload, &s->data, sizeof s->data);
        bytes = sizeof s->data;
    }
    if (request != NULL) {
        memcpy(payload + bytes, request, sizeof *request);
        bytes += sizeof *request;
    }
    return bytes;
}

/* @param request NULL: none */
static inline void send_packet(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, const send_t *s,
                               const uint64_t *request)
{
    char *payload = emuq_fi_port_payload(ep);
    size_t extra = send_prefix(payload, s, request);
    emuq_fi_parts_gather(payload + extra, s->part, s->parts);
    send_first(ep, route, s, request != NULL, s->bytes + extra);
}

/* @param request NULL: the send is complete; else its identifier */
static inline void send_single(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, const send_t *s,
                               const uint64_t *request)
{
    send_packet(ep, route, s, request);
    if (request == NULL)
        send_complete(ep, s->context, s->flags);
}

/* As send_single(), in several packets. There is space for all. */
static void send_parts(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, const send_t *s,
                       const uint64_t *request)
{
    const char *data = s->part[0].iov_base;
    char *payload = emuq_fi_port_payload(ep);
    size_t most = emuq_fi_port_packet(ep), extra = send_prefix(payload, s, request), at = most - extra;
    memcpy(payload + extra, data, at);
    send_first(ep, route, s, request != NULL, most);
    for (size_t n; at < s->bytes; at += n) {
        n = s->bytes - at < most ? s->bytes - at : most;
        memcpy(emuq_fi_port_payload(ep), data + at, n);
        emuq_fi_port_send_packet(ep, route, EMUQ_FI_PART, 0, at, n);
    }
    if (request == NULL)
        send_complete(ep, s->context, s->flags);
}

/* A message in packets that the receiver acknowledges. */
static ssize_t send_acknowledged(emuq_fi_endpoint_t *ep, fi_addr_t to, const emuq_fi_route_t *route,
                                 const send_t *s, size_t packets)
{
    uint64_t id;
    emuq_fi_request_t *r = request_new(ep, s, to, &id);
    if (r == NULL)
        return -FI_ENOMEM;
    r->completes = true;
    (packets > 1 ? send_parts : send_single)(ep, route, s, &id);
    return 0;
}

/* For memory that a card does not expose, because it is not writable. */
static __attribute__((noinline)) int send_prepare_copy(emuq_fi_endpoint_t *ep, const send_t *s,
                                                       emuq_fi_request_t *r, uint64_t *pa)
{
    emuq_fi_window_t w;
    if (!emuq_fi_mu_region((uintptr_t)s->part[0].iov_base, s->bytes, &w))
        return -FI_EFAULT;
    r->copy = malloc(s->bytes);
    if (r->copy == NULL)
        return -FI_ENOMEM;
    emuq_fi_parts_gather(r->copy, s->part, s->parts);
    return emuq_fi_port_expose(ep, r->copy, s->bytes, pa, &r->exposure) ? 0 : -FI_EFAULT;
}

/* Finds contiguous memory for a message. @return 0 or a negative error */
static int send_prepare(emuq_fi_endpoint_t *ep, const send_t *s, emuq_fi_request_t *r, uint64_t *pa)
{
    const char *data = s->parts != 0 ? s->part[0].iov_base : NULL;
    bool is_buffered = s->bytes <= EMUQ_FI_STAGED_BYTES && ep->free_staged != 0;
    if (is_buffered) {
        r->staged = ep->staged[--ep->free_staged];
        emuq_fi_parts_gather(r->staged, s->part, s->parts);
        data = r->staged;
    } else if (s->parts > 1 || (s->flags & FI_INJECT)) {
        r->copy = malloc(s->bytes);
        if (r->copy == NULL)
            return -FI_ENOMEM;
        emuq_fi_parts_gather(r->copy, s->part, s->parts);
        data = r->copy;
    }
    if (emuq_fi_port_expose(ep, data, s->bytes, pa, &r->exposure))
        return 0;
    return ep->mu == NULL && data == s->part[0].iov_base ? send_prepare_copy(ep, s, r, pa) : -FI_EFAULT;
}

static ssize_t send_pull(emuq_fi_endpoint_t *ep, fi_addr_t to, const emuq_fi_route_t *route, const send_t *s)
{
    emuq_fi_start_t start = {.data = s->data, .bytes = s->bytes};
    emuq_fi_request_t *r = request_new(ep, s, to, &start.request);
    if (r == NULL)
        return -FI_ENOMEM;
    int rc = send_prepare(ep, s, r, &start.pa);
    if (rc != 0) {
        request_free(ep, r);
        return rc;
    }
    r->completes = (r->staged == NULL && r->copy == NULL) || (s->flags & ACKNOWLEDGED) != 0;
    memcpy(emuq_fi_port_payload(ep), &start, sizeof start);
    emuq_fi_port_send_packet(ep, route, send_kind(s, EMUQ_FI_PULL), 0, s->tag, sizeof start);
    if (!r->completes)
        send_complete(ep, s->context, s->flags);
    return 0;
}

/* ---- short messages that wait for space ---- */

bool emuq_fi_send_pending(emuq_fi_endpoint_t *ep, const emuq_fi_pending_t *p)
{
    const emuq_fi_route_t *route = emuq_fi_route_of(ep, p->peer); /* made by send_locked() */
    const struct iovec part = {(void *)(uintptr_t)p->payload, p->bytes};
    if (route == NULL)
        return true; /* the peer has left, and the send is complete */
    if (!emuq_fi_port_has_space(ep, 1))
        return false;
    send_packet(
        ep, route,
        &(send_t){
            .part = &part, .parts = 1, .bytes = p->bytes, .tag = p->tag, .data = p->data, .flags = p->flags},
        NULL);
    return true;
}

/* Copies a short message, whose send is then complete. Callers repeat a rejected call in loops with progress,
 * some of them in callbacks of completions: rejections should be rare.
 * @return 0; -FI_EAGAIN: long, of a level of completion that the copy has not reached, or too many such
 * messages */
static __attribute__((noinline)) ssize_t send_later(emuq_fi_endpoint_t *ep, fi_addr_t to, const send_t *s)
{
    if (s->bytes > EMUQ_FI_INJECT || (s->flags & (ACKNOWLEDGED | FI_FENCE)) != 0 ||
        ep->backlog == EMUQ_FI_BACKLOG)
        return -FI_EAGAIN;
    emuq_fi_pending_t *p = malloc(sizeof *p + s->bytes);
    if (p == NULL)
        return -FI_EAGAIN;
    *p = (emuq_fi_pending_t){.is_message = true,
                             .peer = to,
                             .tag = s->tag,
                             .data = s->data,
                             .flags = s->flags & (FI_TAGGED | FI_MSG | FI_REMOTE_CQ_DATA),
                             .bytes = s->bytes};
    emuq_fi_parts_gather(p->payload, s->part, s->parts);
    emuq_fi_pending_add(ep, p);
    ep->backlog++;
    send_complete(ep, s->context, s->flags);
    return 0;
}

static ssize_t send_locked(emuq_fi_endpoint_t *ep, fi_addr_t to, const send_t *s)
{
    emuq_fi_route_t *route = emuq_fi_route_of(ep, to);
    size_t extra = send_has_long_data(s) ? sizeof s->data : 0;
    if (__builtin_expect(route == NULL, 0))
        return emuq_fi_route_error(ep, to);
    if (__builtin_expect(ep->pending != NULL || !emuq_fi_port_has_space(ep, 1), 0)) {
        emuq_fi_progress(ep);
        route = emuq_fi_route_of(ep, to); /* removed if the peer has left */
        if (route == NULL)
            return emuq_fi_route_error(ep, to);
        if (ep->pending != NULL || !emuq_fi_port_has_space(ep, 1))
            return send_later(ep, to, s);
    }
    if (__builtin_expect((s->flags & FI_FENCE) != 0, 0) && !emuq_fi_fence(ep))
        return -FI_EAGAIN;
    bool is_acknowledged = (s->flags & FI_DELIVERY_COMPLETE) != 0;
    if (is_acknowledged)
        extra += sizeof(uint64_t);
    size_t packets = 1, most = emuq_fi_port_packet(ep);
    if (s->bytes + extra > most) {
        packets = (s->bytes + extra + most - 1) / most;
        if (s->bytes > EMUQ_FI_PARTS_BYTES || s->parts > 1 || !emuq_fi_port_has_space(ep, packets))
            return send_pull(ep, to, route, s);
    }
    if (is_acknowledged)
        return send_acknowledged(ep, to, route, s, packets);
    if (packets > 1)
        send_parts(ep, route, s, NULL);
    else
        send_single(ep, route, s, NULL);
    return 0;
}

ssize_t emuq_fi_send(struct fid_ep *fid, fi_addr_t to, emuq_fi_send_t *s)
{
    emuq_fi_endpoint_t *ep = (emuq_fi_endpoint_t *)fid;
    if (s->parts > EMUQ_FI_IOV)
        return -FI_EINVAL;
    s->bytes = emuq_fi_parts_bytes(s->part, s->parts);
    if (s->bytes > emuq_fi_port_message(ep))
        return -FI_EMSGSIZE;
    if ((s->flags & FI_INJECT) && s->bytes > EMUQ_FI_INJECT)
        return -FI_EINVAL;
    if (__builtin_expect(!ep->is_open || ep->av == NULL, 0))
        return -FI_EOPBADSTATE;
    emuq_fi_lock(&ep->lock);
    ssize_t rc = send_locked(ep, to, s);
    emuq_fi_unlock(&ep->lock);
    return rc;
}

/* ---- endpoints ---- */

bool emuq_fi_fence(emuq_fi_endpoint_t *ep)
{
    bool is_complete = ep->rma == NULL && ep->atomics == 0 && ep->native == NULL;
    for (size_t i = 0; i < ep->requests && is_complete; i++)
        is_complete = !ep->request[i].is_used;
    if (!is_complete)
        emuq_fi_progress(ep);
    return is_complete;
}

bool emuq_fi_sends_are_wanted(const emuq_fi_endpoint_t *ep)
{
    for (size_t i = 0; i < ep->requests; i++) {
        const emuq_fi_request_t *r = &ep->request[i];
        if (r->is_used && (r->staged != NULL || r->copy != NULL) && emuq_rank_has_ended(r->rank) == 0)
            return true;
    }
    return false;
}
