/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Remote memory access. A key is the physical address of a region minus its virtual address, so that the
 * initiator computes physical addresses. A write is a direct put, and a get of a byte by the same FIFO, which
 * arrives when the data have. A read is a remote get.
 */
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "fabric/port.h"

struct emuq_fi_rma {
    emuq_fi_rma_t *next;
    void *context;
    uint64_t flags; /**< of the operation, and FI_READ or FI_WRITE */
    emuq_fi_get_t *get;
    char *copy; /**< contiguous data of several parts, malloc(); NULL: one part */
    uint32_t parts;
    struct iovec part[EMUQ_FI_IOV];
    size_t bytes;
};

/* Parameters of a call. */
typedef struct rma_call {
    const struct iovec *part;
    size_t parts;
    fi_addr_t peer;
    struct fi_rma_iov remote;
    uint64_t data, flags; /**< flags: with FI_READ or FI_WRITE */
    void *context;
} rma_call_t;

/* ---- completion ---- */

static void rma_complete(emuq_fi_endpoint_t *ep, void *context, uint64_t flags)
{
    emuq_fi_cntr_t *cntr = flags & FI_READ ? ep->read_cntr : ep->write_cntr;
    emuq_fi_complete(ep, context, flags, FI_RMA | (flags & (FI_READ | FI_WRITE)), cntr);
}

static void rma_finish(emuq_fi_endpoint_t *ep, emuq_fi_rma_t *r)
{
    if (r->copy != NULL && (r->flags & FI_READ))
        emuq_fi_parts_scatter(r->part, r->parts, r->copy, r->bytes);
    r->get->next = ep->free_gets;
    ep->free_gets = r->get;
    rma_complete(ep, r->context, r->flags);
    free(r->copy);
    free(r);
}

void emuq_fi_rma_progress(emuq_fi_endpoint_t *ep)
{
    for (emuq_fi_rma_t **at = &ep->rma, *r; (r = *at) != NULL;) {
        /* Acquire: pairs with the release of the Message Unit. */
        if (AO_load_acquire(&r->get->left) != 0) {
            at = &r->next;
            continue;
        }
        *at = r->next;
        rma_finish(ep, r);
    }
}

void emuq_fi_rma_close(emuq_fi_endpoint_t *ep)
{
    for (emuq_fi_rma_t *r = ep->rma, *next; r != NULL;
         r = next) { /* peers have ended: copies may be in use */
        next = r->next;
        free(r);
    }
}

/* ---- remote completion data ---- */

void emuq_fi_rma_written(emuq_fi_endpoint_t *ep, emuq_fi_source_t source, uint64_t data, size_t bytes)
{
    if (ep->receive_cq == NULL)
        return;
    const emuq_fi_entry_t entry = {.flags = FI_RMA | FI_REMOTE_WRITE | FI_REMOTE_CQ_DATA,
                                   .bytes = bytes,
                                   .data = data,
                                   .source = emuq_fi_address_of(ep, source)};
    *emuq_fi_cq_begin(ep->receive_cq) = entry;
    emuq_fi_cq_end(ep->receive_cq);
}

static void rma_send_data(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, uint64_t data, uint64_t bytes)
{
    memcpy(emuq_fi_port_payload(ep), &bytes, sizeof bytes);
    emuq_fi_port_send_packet(ep, route, EMUQ_FI_WRITTEN, 0, data, sizeof bytes);
}

/* ---- start ---- */

static emuq_fi_rma_t *rma_new(emuq_fi_endpoint_t *ep, const rma_call_t *c, size_t bytes)
{
    if (ep->free_gets == NULL)
        ep->free_gets = emuq_fi_port_gets(ep);
    emuq_fi_rma_t *r = ep->free_gets != NULL ? calloc(1, sizeof *r) : NULL;
    if (r == NULL)
        return NULL;
    r->context = c->context;
    r->flags = c->flags;
    r->bytes = bytes;
    r->parts = (uint32_t)c->parts;
    memcpy(r->part, c->part, c->parts * sizeof *c->part);
    if (c->parts > 1) {
        r->copy = malloc(bytes);
        if (r->copy == NULL) {
            free(r);
            return NULL;
        }
    }
    return r;
}

/* There is space for all packets. @return whether it has started */
static bool rma_inject(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, const rma_call_t *c,
                       emuq_fi_rma_t *r, uint64_t pa)
{
    uint64_t remote_pa = c->remote.addr + c->remote.key;
    if (c->flags & FI_READ)
        return emuq_fi_port_get(ep, route, ep->free_gets, remote_pa, pa, r->bytes);
    if (c->flags & FI_INJECT) {
        char *payload = emuq_fi_port_payload(ep);
        memcpy(payload, r->copy != NULL ? r->copy : r->part[0].iov_base, r->bytes);
        pa = emuq_fi_port_payload_pa(ep, payload);
    }
    emuq_fi_port_put(ep, route, remote_pa, pa, r->bytes);
    if (c->flags & FI_REMOTE_CQ_DATA)
        rma_send_data(ep, route, c->data, r->bytes);
    emuq_fi_port_flush(ep, route, ep->free_gets, remote_pa);
    return true;
}

static ssize_t rma_start(emuq_fi_endpoint_t *ep, const emuq_fi_route_t *route, const rma_call_t *c,
                         size_t bytes)
{
    uint64_t pa = 0;
    emuq_fi_rma_t *r = rma_new(ep, c, bytes);
    if (r == NULL)
        return -FI_ENOMEM;
    if (r->copy != NULL && (c->flags & FI_WRITE))
        emuq_fi_parts_gather(r->copy, c->part, c->parts);
    ssize_t rc = (c->flags & FI_INJECT) ||
                         emuq_fi_port_pa(ep, r->copy != NULL ? r->copy : c->part[0].iov_base, bytes, &pa)
                     ? 0
                     : -FI_EFAULT;
    if (rc == 0 && !rma_inject(ep, route, c, r, pa))
        rc = -FI_EAGAIN;
    if (rc != 0) {
        free(r->copy);
        free(r);
        return rc;
    }
    r->get = ep->free_gets;
    ep->free_gets = r->get->next;
    r->next = ep->rma;
    ep->rma = r;
    return 0;
}

#define SLOTS 3u /* put, data, flush */

static ssize_t rma_locked(emuq_fi_endpoint_t *ep, const rma_call_t *c, size_t bytes)
{
    const emuq_fi_route_t *route = emuq_fi_route_of(ep, c->peer);
    if (route == NULL)
        return -FI_EINVAL;
    if (ep->pending != NULL || !emuq_fi_port_has_space(ep, SLOTS)) {
        emuq_fi_progress(ep);
        if (ep->pending != NULL || !emuq_fi_port_has_space(ep, SLOTS))
            return -FI_EAGAIN;
    }
    if (bytes != 0)
        return rma_start(ep, route, c, bytes);
    if (c->flags & FI_REMOTE_CQ_DATA)
        rma_send_data(ep, route, c->data, 0);
    rma_complete(ep, c->context, c->flags);
    return 0;
}

static ssize_t rma_call(struct fid_ep *fid, const rma_call_t *c)
{
    emuq_fi_endpoint_t *ep = (emuq_fi_endpoint_t *)fid;
    if (c->parts > EMUQ_FI_IOV)
        return -FI_EINVAL;
    size_t bytes = emuq_fi_parts_bytes(c->part, c->parts);
    if (bytes > emuq_fi_port_message(ep))
        return -FI_EMSGSIZE;
    if (bytes != c->remote.len || ((c->flags & FI_INJECT) && bytes > EMUQ_FI_INJECT))
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
    size_t bytes = emuq_fi_parts_bytes(iov, count);
    return rma_call(ep, &(rma_call_t){.part = iov,
                                      .parts = count,
                                      .peer = peer,
                                      .remote = {.addr = addr, .len = bytes, .key = key},
                                      .data = data,
                                      .flags = flags,
                                      .context = context});
}

static ssize_t rma_message(struct fid_ep *ep, const struct fi_msg_rma *m, uint64_t flags)
{
    if (m->rma_iov_count != 1)
        return -FI_EINVAL;
    return rma_call(ep, &(rma_call_t){.part = m->msg_iov,
                                      .parts = m->iov_count,
                                      .peer = m->addr,
                                      .remote = m->rma_iov[0],
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
