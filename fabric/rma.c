/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Remote memory access. The table of the target's domain gives the physical addresses of an access, or an
 * error. A write is direct puts, and a get of a byte by the same FIFO, which arrives when the data have. A
 * read is remote gets. ACCESSED reports an access to a target that counts, after the data.
 */
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "fabric/port.h"
#include "fabric/search.h"

typedef enum rma_state {
    RMA_SEARCHES,  /* gets a bucket of the table of another host */
    RMA_STARTS,    /* segments wait for space in a FIFO, or for older operations */
    RMA_TRANSFERS, /* all segments have been injected */
    RMA_REPORTS    /* a read is complete; ACCESSED waits for space */
} rma_state_t;

struct emuq_fi_rma {
    emuq_fi_rma_t *next;
    void *context;
    uint64_t flags; /**< of the operation, and FI_READ or FI_WRITE */
    rma_state_t state;
    fi_addr_t peer;
    uint64_t data;
    char *copy;  /**< contiguous data, malloc(); NULL: the program's memory, or the payload of a packet */
    uint64_t pa; /**< of contiguous data */
    size_t bytes;
    uint32_t parts, remotes, found; /**< found: remote parts with segments */
    uint32_t segments, injected;    /**< injected: segments */
    bool is_flushed, is_reported;   /**< has a flush; has sent ACCESSED, or needs none */
    emuq_fi_get_t *gets;            /**< in transfer */
    emuq_fi_search_t search;
    emuq_fi_accessed_t report;
    struct iovec part[EMUQ_FI_IOV];
    struct fi_rma_iov remote[EMUQ_FI_IOV];
    emuq_fi_segment_t segment[EMUQ_FI_SEGMENTS];
};

/* Parameters of a call. */
typedef struct rma_call {
    const struct iovec *part;
    size_t parts;
    fi_addr_t peer;
    const struct fi_rma_iov *remote;
    size_t remotes;
    uint64_t data, flags; /**< flags: with FI_READ or FI_WRITE */
    void *context;
} rma_call_t;

/* ---- completion ---- */

static uint64_t rma_entry(uint64_t flags)
{
    return FI_RMA | (flags & (FI_READ | FI_WRITE));
}

static emuq_fi_cntr_t *rma_cntr(const emuq_fi_endpoint_t *ep, uint64_t flags)
{
    return flags & FI_READ ? ep->read_cntr : ep->write_cntr;
}

static void rma_free(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r)
{
    for (emuq_fi_get_t *g; (g = r->gets) != NULL;) {
        r->gets = g->next;
        emuq_fi_get_free(ep, g);
    }
    free(r->copy);
    r->next = ep->free_rma;
    ep->free_rma = r;
}

static void rma_fail(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r, int error)
{
    emuq_fi_fail(ep, r->context, rma_entry(r->flags), rma_cntr(ep, r->flags), error);
    rma_free(ep, r);
}

/* @return 0, or the error of a complete operation */
static int rma_error(const emuq_fi_endpoint_t *ep, const emuq_fi_rma_t *r)
{
    uint32_t rank = emuq_fi_av_peer(ep->av, r->peer)->address.rank;
    for (const emuq_fi_get_t *g = r->gets; g != NULL; g = g->next)
        if (__builtin_expect(g->error != 0, 0))
            return emuq_fi_peer_error(rank, g->error);
    /* A card drops writes to a departed process. */
    bool may_be_lost = ep->mu == NULL && ((r->flags & FI_WRITE) != 0 || r->injected < r->segments);
    return may_be_lost && emuq_fi_has_left(ep, rank) ? EMUQ_FI_LEFT : 0;
}

static void rma_finish(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r)
{
    int error = rma_error(ep, r);
    if (__builtin_expect(error != 0, 0)) {
        rma_fail(ep, r, error);
        return;
    }
    if (r->copy != NULL && (r->flags & FI_READ))
        emuq_fi_parts_scatter(r->part, r->parts, r->copy, r->bytes);
    emuq_fi_complete(ep, r->context, r->flags, rma_entry(r->flags), rma_cntr(ep, r->flags));
    rma_free(ep, r);
}

/* ---- reports to the target ---- */

void emuq_fi_rma_accessed(emuq_fi_endpoint_t *ep, emuq_fi_source_t source, const emuq_fi_accessed_t *a,
                          const uint64_t *data)
{
    emuq_fi_cntr_t *cntr = a->right == EMUQ_FI_KEY_READ ? ep->remote_read_cntr : ep->remote_write_cntr;
    for (uint32_t i = 0; i < a->keys && i < EMUQ_FI_IOV; i++)
        emuq_fi_regions_event(&ep->domain->regions, a->key[i], a->right);
    if (cntr != NULL)
        emuq_fi_cntr_count(cntr, 0);
    if (data == NULL || ep->receive_cq == NULL)
        return;
    const emuq_fi_entry_t entry = {.flags = FI_RMA | FI_REMOTE_WRITE | FI_REMOTE_CQ_DATA,
                                   .bytes = a->bytes,
                                   .data = *data,
                                   .source = emuq_fi_address_of(ep, source)};
    *emuq_fi_cq_begin(ep->receive_cq) = entry;
    emuq_fi_cq_end(ep->receive_cq);
}

/* There is space. */
static void rma_report(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, const emuq_fi_accessed_t *report,
                       uint64_t flags, uint64_t data)
{
    uint8_t kind = EMUQ_FI_ACCESSED | (flags & FI_REMOTE_CQ_DATA ? EMUQ_FI_HAS_DATA : 0);
    memcpy(emuq_fi_port_payload(ep), report, sizeof *report);
    emuq_fi_port_send_packet(ep, route, kind, 0, data, sizeof *report);
}

/* ---- finding segments ---- */

static unsigned rma_right(const emuq_fi_rma_t *r)
{
    return r->flags & FI_READ ? EMUQ_FI_KEY_READ : EMUQ_FI_KEY_WRITE;
}

/* Links the get that emuq_fi_get_new() has returned. */
static void rma_get_take(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r)
{
    emuq_fi_get_t *g = emuq_fi_get_take(ep);
    g->next = r->gets;
    r->gets = g;
}

static bool rma_gets_are_complete(const emuq_fi_rma_t *r)
{
    for (const emuq_fi_get_t *g = r->gets; g != NULL; g = g->next)
        if (AO_load_acquire(&g->left) != 0) /* pairs with the release of the Message Unit */
            return false;
    return true;
}

/* Finds all segments. @return 0, EMUQ_FI_SEARCHES, or an error */
static int rma_find(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r)
{
    int rc = 0;
    while (rc == 0 && r->found < r->remotes) {
        const struct fi_rma_iov *remote = &r->remote[r->found];
        emuq_fi_key_t entry;
        rc = emuq_fi_search(ep, &r->search, r->peer, remote->key, &entry);
        if (rc == 0)
            rc =
                emuq_fi_key_access(&entry, remote->addr, remote->len, rma_right(r), r->segment, &r->segments);
        if (rc == 0 && (entry.state & EMUQ_FI_KEY_EVENTS) != 0)
            r->report.key[r->report.keys++] = remote->key;
        r->found += rc == 0;
    }
    if (rc != EMUQ_FI_SEARCHES)
        emuq_fi_search_end(&r->search);
    r->is_reported = r->report.keys == 0 && (r->flags & FI_REMOTE_CQ_DATA) == 0;
    return rc;
}

/* ---- injection ---- */

/* @return false: no space, or no memory for the moment */
static bool rma_inject_segment(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, emuq_fi_rma_t *r)
{
    const emuq_fi_segment_t *s = &r->segment[r->injected];
    if ((r->flags & FI_READ) == 0) {
        if (!emuq_fi_port_has_space(ep, 1))
            return false;
        emuq_fi_port_put(ep, route, s->pa, r->pa, s->bytes);
    } else {
        if (emuq_fi_get_new(ep) == NULL ||
            !emuq_fi_port_get(ep, route, ep->free_gets, s->pa, r->pa, s->bytes))
            return false;
        rma_get_take(ep, r);
    }
    r->pa += s->bytes;
    return true;
}

/* Waits for the arrival of a write. A card in packet mode does not report the arrival, so the
 * peer does if the program asks; else, or without memory for the request, the write completes when it is
 * sent. There is space. */
static void rma_await_arrival(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, const emuq_fi_rma_t *r)
{
    uint64_t id;
    if (!emuq_fi_port_flush_awaits_arrival(ep) && (r->flags & FI_DELIVERY_COMPLETE) != 0 &&
        emuq_fi_request_arrival(ep, r->peer, ep->free_gets, &id) == 0)
        emuq_fi_port_send_packet(ep, route, EMUQ_FI_ARRIVED, 0, id, 1);
    else
        emuq_fi_port_flush(ep, route, ep->free_gets, r->segment[0].pa);
}

/* Of a card: the target has left before all segments were injected. @return as rma_inject() */
static __attribute__((noinline)) bool rma_stop(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r)
{
    r->is_reported = true;
    if (r->flags & FI_READ)
        return true;
    if (emuq_fi_get_new(ep) == NULL)
        return false;
    emuq_fi_port_flush(ep, NULL, ep->free_gets, 0);
    rma_get_take(ep, r);
    return true;
}

/* @return whether all packets have been injected */
static bool rma_inject(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r)
{
    const emuq_fi_route_t *route = emuq_fi_route_of(ep, r->peer);
    if (__builtin_expect(route == NULL, 0))
        return rma_stop(ep, r);
    for (; r->injected < r->segments; r->injected++)
        if (!rma_inject_segment(ep, route, r))
            return false;
    if (r->flags & FI_READ)
        return true;
    if (!r->is_reported) {
        if (!emuq_fi_port_has_space(ep, 1))
            return false;
        rma_report(ep, route, &r->report, r->flags, r->data);
        r->is_reported = true;
    }
    if (emuq_fi_get_new(ep) == NULL || !emuq_fi_port_has_space(ep, 1))
        return false;
    rma_await_arrival(ep, route, r);
    rma_get_take(ep, r);
    return true;
}

/* ---- progress ---- */

/* @return whether the operation is complete, and freed */
static bool rma_advance(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r, bool *is_first)
{
    int rc = r->state == RMA_SEARCHES ? rma_find(ep, r) : 0;
    if (rc > 0) {
        rma_fail(ep, r, rc);
        return true;
    }
    if (r->state == RMA_SEARCHES && rc == 0)
        r->state = RMA_STARTS;
    if (r->state == RMA_STARTS && *is_first && rma_inject(ep, r))
        r->state = RMA_TRANSFERS;
    *is_first = *is_first && r->state >= RMA_TRANSFERS;
    if (r->state == RMA_TRANSFERS && rma_gets_are_complete(r))
        r->state = RMA_REPORTS;
    if (r->state != RMA_REPORTS || (!r->is_reported && !emuq_fi_port_has_space(ep, 1)))
        return false;
    const emuq_fi_route_t *route = r->is_reported ? NULL : emuq_fi_route_of(ep, r->peer);
    if (route != NULL)
        rma_report(ep, route, &r->report, 0, 0);
    rma_finish(ep, r);
    return true;
}

void emuq_fi_rma_progress(emuq_fi_endpoint_t *ep)
{
    bool is_first = true; /* no older operation waits: operations start in the order of calls */
    emuq_fi_rma_t **at = &ep->rma;
    for (emuq_fi_rma_t *r, *next; (r = *at) != NULL;) {
        next = r->next;
        if (rma_advance(ep, r, &is_first))
            *at = next;
        else
            at = &r->next;
    }
    ep->rma_end = at;
}

/* The target has left. Data of a read in transfer may still arrive in the copy. */
static void rma_abandon(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r)
{
    emuq_fi_search_abandon(ep, &r->search);
    for (emuq_fi_get_t *g; (g = r->gets) != NULL;) {
        r->gets = g->next;
        if (!emuq_fi_get_abandon(ep, g) && (r->flags & FI_READ) != 0)
            r->copy = NULL;
    }
    rma_fail(ep, r, EMUQ_FI_LEFT);
}

void emuq_fi_rma_leave(emuq_fi_endpoint_t *ep)
{
    emuq_fi_rma_progress(ep); /* complete operations */
    emuq_fi_rma_t **at = &ep->rma;
    for (emuq_fi_rma_t *r; (r = *at) != NULL;) {
        bool is_in_card = ep->mu == NULL && (r->gets != NULL || r->injected != 0);
        if (is_in_card || !emuq_fi_had_left(ep, emuq_fi_av_peer(ep->av, r->peer)->address.rank)) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        rma_abandon(ep, r);
    }
    ep->rma_end = at;
}

/* Peers have ended: copies may be in use. */
void emuq_fi_rma_close(emuq_fi_endpoint_t *ep)
{
    *ep->rma_end = ep->free_rma;
    for (emuq_fi_rma_t *r = ep->rma, *next; r != NULL; r = next) {
        next = r->next;
        emuq_fi_search_abandon(ep, &r->search);
        free(r);
    }
}

/* ---- start ---- */

static void rma_append(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r, rma_state_t state)
{
    r->state = state;
    r->next = NULL;
    *ep->rma_end = r;
    ep->rma_end = &r->next;
}

static emuq_fi_rma_t *rma_new(emuq_fi_endpoint_t *ep, const rma_call_t *c, size_t bytes)
{
    emuq_fi_rma_t *r = ep->free_rma;
    if (r == NULL) {
        r = malloc(sizeof *r);
        if (r == NULL)
            return NULL;
        r->next = NULL;
    }
    ep->free_rma = r->next;
    memset(r, 0, offsetof(emuq_fi_rma_t, part));
    r->context = c->context;
    r->flags = c->flags;
    r->peer = c->peer;
    r->data = c->data;
    r->bytes = bytes;
    r->parts = (uint32_t)c->parts;
    r->report.bytes = bytes;
    r->report.right = rma_right(r);
    memcpy(r->part, c->part, c->parts * sizeof *c->part);
    for (size_t i = 0; i < c->remotes; i++)
        if (c->remote[i].len != 0)
            r->remote[r->remotes++] = c->remote[i];
    return r;
}

/* Finds contiguous local memory. @param has_copy of a write: the program's memory may change @return 0 or a
 * negative error */
static ssize_t rma_prepare(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r, bool has_copy)
{
    if (has_copy || r->parts > 1) {
        r->copy = malloc(r->bytes);
        if (r->copy == NULL)
            return -FI_ENOMEM;
        if (r->flags & FI_WRITE)
            emuq_fi_parts_gather(r->copy, r->part, r->parts);
    }
    const void *at = r->copy != NULL ? r->copy : r->part[0].iov_base;
    return emuq_fi_port_pa(ep, at, r->bytes, &r->pa) ? 0 : -FI_EFAULT;
}

/* Copies the data of fi_inject_write() to the payload of the next packet. */
static void rma_prepare_payload(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r)
{
    char *payload = emuq_fi_port_payload(ep);
    emuq_fi_parts_gather(payload, r->part, r->parts);
    r->pa = emuq_fi_port_payload_pa(ep, payload);
}

/* There is space for a write of a segment. */
static ssize_t rma_start(emuq_fi_endpoint_t *ep, const rma_call_t *c, size_t bytes)
{
    emuq_fi_rma_t *r = rma_new(ep, c, bytes);
    if (r == NULL)
        return -FI_ENOMEM;
    bool is_here = emuq_fi_av_peer(ep->av, c->peer)->table != NULL, is_injected = (c->flags & FI_INJECT) != 0;
    int error = is_here ? rma_find(ep, r) : EMUQ_FI_SEARCHES;
    if (error > 0) {
        rma_fail(ep, r, error);
        return 0;
    }
    bool has_payload = is_injected && is_here && r->segments == 1;
    ssize_t rc = has_payload ? 0 : rma_prepare(ep, r, is_injected);
    if (rc != 0) {
        rma_free(ep, r);
        return rc;
    }
    if (has_payload)
        rma_prepare_payload(ep, r);
    if (is_here && rma_inject(ep, r)) {
        rma_append(ep, r, RMA_TRANSFERS);
    } else if (is_here && r->injected == 0) {
        rma_free(ep, r);
        return -FI_EAGAIN;
    } else {
        rma_append(ep, r, is_here ? RMA_STARTS : RMA_SEARCHES);
        emuq_fi_rma_progress(ep);
    }
    return 0;
}

#define SLOTS 3u /* put, report, flush */

static ssize_t rma_locked(emuq_fi_endpoint_t *ep, const rma_call_t *c, size_t bytes)
{
    const emuq_fi_route_t *route = emuq_fi_route_of(ep, c->peer);
    if (route == NULL)
        return emuq_fi_route_error(ep, c->peer);
    if (ep->pending != NULL || !emuq_fi_port_has_space(ep, SLOTS)) {
        emuq_fi_progress(ep);
        if ((route = emuq_fi_route_of(ep, c->peer)) == NULL) /* removed if the peer has left */
            return emuq_fi_route_error(ep, c->peer);
        if (ep->pending != NULL || !emuq_fi_port_has_space(ep, SLOTS))
            return -FI_EAGAIN;
    }
    if ((c->flags & FI_FENCE) && !emuq_fi_fence(ep))
        return -FI_EAGAIN;
    if (bytes != 0)
        return rma_start(ep, c, bytes);
    if (c->flags & FI_REMOTE_CQ_DATA)
        rma_report(ep, route, &(emuq_fi_accessed_t){.right = EMUQ_FI_KEY_WRITE}, c->flags, c->data);
    emuq_fi_complete(ep, c->context, c->flags, rma_entry(c->flags), rma_cntr(ep, c->flags));
    return 0;
}

static ssize_t rma_call(struct fid_ep *fid, const rma_call_t *c)
{
    emuq_fi_endpoint_t *ep = (emuq_fi_endpoint_t *)fid;
    size_t remote_bytes = 0;
    if (c->parts > EMUQ_FI_IOV || c->remotes > EMUQ_FI_IOV)
        return -FI_EINVAL;
    size_t bytes = emuq_fi_parts_bytes(c->part, c->parts);
    for (size_t i = 0; i < c->remotes; i++)
        remote_bytes += c->remote[i].len;
    if (bytes > emuq_fi_port_message(ep))
        return -FI_EMSGSIZE;
    if (bytes != remote_bytes || ((c->flags & FI_INJECT) && bytes > EMUQ_FI_INJECT))
        return -FI_EINVAL;
    if (!ep->is_open || !ep->has_rma)
        return -FI_EOPBADSTATE;
    emuq_fi_lock(&ep->lock);
    ssize_t rc = rma_locked(ep, c, bytes);
    emuq_fi_unlock(&ep->lock);
    return rc;
}

/* ---- operations ---- */

#define OF_CALL(flags) ((flags) & ~(EMUQ_FI_NO_ENTRY | FI_READ | FI_WRITE))

static ssize_t rma_vector(struct fid_ep *ep, const struct iovec *iov, size_t count, fi_addr_t peer,
                          uint64_t addr, uint64_t key, uint64_t data, uint64_t flags, void *context)
{
    const struct fi_rma_iov remote = {
        .addr = addr, .len = count <= EMUQ_FI_IOV ? emuq_fi_parts_bytes(iov, count) : 0, .key = key};
    return rma_call(ep, &(rma_call_t){.part = iov,
                                      .parts = count,
                                      .peer = peer,
                                      .remote = &remote,
                                      .remotes = 1,
                                      .data = data,
                                      .flags = flags,
                                      .context = context});
}

static ssize_t rma_message(struct fid_ep *ep, const struct fi_msg_rma *m, uint64_t flags)
{
    return rma_call(ep, &(rma_call_t){.part = m->msg_iov,
                                      .parts = m->iov_count,
                                      .peer = m->addr,
                                      .remote = m->rma_iov,
                                      .remotes = m->rma_iov_count,
                                      .data = m->data,
                                      .flags = flags,
                                      .context = m->context});
}

static uint64_t rma_flags(struct fid_ep *ep)
{
    return OF_CALL(((emuq_fi_endpoint_t *)ep)->send_flags);
}

static ssize_t rma_read(struct fid_ep *ep, void *buf, size_t len, void *desc, fi_addr_t from, uint64_t addr,
                        uint64_t key, void *context)
{
    const struct iovec part = {buf, len};
    (void)desc;
    return rma_vector(ep, &part, 1, from, addr, key, 0, (rma_flags(ep) & ~FI_INJECT) | FI_READ, context);
}

static ssize_t rma_readv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count,
                         fi_addr_t from, uint64_t addr, uint64_t key, void *context)
{
    (void)desc;
    return rma_vector(ep, iov, count, from, addr, key, 0, (rma_flags(ep) & ~FI_INJECT) | FI_READ, context);
}

static ssize_t rma_readmsg(struct fid_ep *ep, const struct fi_msg_rma *m, uint64_t flags)
{
    return rma_message(ep, m, (OF_CALL(flags) & ~(FI_INJECT | FI_REMOTE_CQ_DATA)) | FI_READ);
}

static ssize_t rma_write(struct fid_ep *ep, const void *buf, size_t len, void *desc, fi_addr_t to,
                         uint64_t addr, uint64_t key, void *context)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    (void)desc;
    return rma_vector(ep, &part, 1, to, addr, key, 0, rma_flags(ep) | FI_WRITE, context);
}

static ssize_t rma_writev(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count, fi_addr_t to,
                          uint64_t addr, uint64_t key, void *context)
{
    (void)desc;
    return rma_vector(ep, iov, count, to, addr, key, 0, rma_flags(ep) | FI_WRITE, context);
}

static ssize_t rma_writemsg(struct fid_ep *ep, const struct fi_msg_rma *m, uint64_t flags)
{
    return rma_message(ep, m, OF_CALL(flags) | FI_WRITE);
}

static ssize_t rma_inject_write(struct fid_ep *ep, const void *buf, size_t len, fi_addr_t to, uint64_t addr,
                                uint64_t key)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    return rma_vector(ep, &part, 1, to, addr, key, 0, FI_WRITE | FI_INJECT | EMUQ_FI_NO_ENTRY, NULL);
}

static ssize_t rma_writedata(struct fid_ep *ep, const void *buf, size_t len, void *desc, uint64_t data,
                             fi_addr_t to, uint64_t addr, uint64_t key, void *context)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    (void)desc;
    return rma_vector(ep, &part, 1, to, addr, key, data, rma_flags(ep) | FI_WRITE | FI_REMOTE_CQ_DATA,
                      context);
}

static ssize_t rma_inject_writedata(struct fid_ep *ep, const void *buf, size_t len, uint64_t data,
                                    fi_addr_t to, uint64_t addr, uint64_t key)
{
    const struct iovec part = {(void *)(uintptr_t)buf, len};
    return rma_vector(ep, &part, 1, to, addr, key, data,
                      FI_WRITE | FI_INJECT | FI_REMOTE_CQ_DATA | EMUQ_FI_NO_ENTRY, NULL);
}

struct fi_ops_rma emuq_fi_rma_ops = {.size = sizeof emuq_fi_rma_ops,
                                     .read = rma_read,
                                     .readv = rma_readv,
                                     .readmsg = rma_readmsg,
                                     .write = rma_write,
                                     .writev = rma_writev,
                                     .writemsg = rma_writemsg,
                                     .inject = rma_inject_write,
                                     .writedata = rma_writedata,
                                     .injectdata = rma_inject_writedata};
