/* SPDX-License-Identifier: BSD-3-Clause */
/* Shared contexts. A shared transmit context has no resources: endpoints that are bound to it send as all do.
 * A shared receive context has posted receives, which match messages of all endpoints that are bound to it.
 *
 * A message takes a receive with the lock of its endpoint. A new receive is added to the context first, then
 * offered to the unexpected messages of each endpoint, so neither misses the other. Lock order: list of
 * endpoints, endpoint, context. */
#include <stdlib.h>

#include "fabric/objects.h"

/* ---- shared transmit contexts ---- */

typedef struct emuq_fi_stx {
    struct fid_stx fid;
    emuq_fi_domain_t *domain;
    unsigned users; /**< atomic: endpoints */
} emuq_fi_stx_t;

static int stx_close(struct fid *fid)
{
    emuq_fi_stx_t *stx = (emuq_fi_stx_t *)(void *)fid;
    if (AO_int_load_acquire(&stx->users) != 0)
        return -FI_EBUSY;
    (void)AO_int_fetch_and_add_full(&stx->domain->users, -1u);
    free(stx);
    return 0;
}

int emuq_fi_stx_open(struct fid_domain *domain, struct fi_tx_attr *attr, struct fid_stx **out, void *context)
{
    static struct fi_ops fid_ops = EMUQ_FI_FID_OPS(stx_close, emuq_fi_no_bind);
    static struct fi_ops_ep ops = {.size = sizeof ops};
    emuq_fi_stx_t *stx = calloc(1, sizeof *stx);
    (void)attr;
    if (stx == NULL)
        return -FI_ENOMEM;
    stx->fid = (struct fid_stx){.fid = {.fclass = FI_CLASS_STX_CTX, .context = context, .ops = &fid_ops},
                                .ops = &ops};
    stx->domain = (emuq_fi_domain_t *)domain;
    (void)AO_int_fetch_and_add_full(&stx->domain->users, 1);
    *out = &stx->fid;
    return 0;
}

int emuq_fi_stx_bind(emuq_fi_endpoint_t *ep, struct fid *fid)
{
    emuq_fi_stx_t *stx = (emuq_fi_stx_t *)(void *)fid;
    if (ep->stx != NULL || stx->domain != ep->domain)
        return -FI_EINVAL;
    ep->stx = stx;
    (void)AO_int_fetch_and_add_full(&stx->users, 1);
    return 0;
}

/* ---- shared receive contexts ---- */

typedef struct srx_queue {
    emuq_fi_receive_t *posted, **end;
} srx_queue_t;

typedef struct emuq_fi_srx {
    struct fid_ep fid;
    emuq_fi_domain_t *domain;
    uint64_t flags;        /**< defaults of calls without flags */
    bool is_directed;      /**< FI_DIRECTED_RECV: `source` of receives is an fi_addr_t */
    unsigned users;        /**< atomic: endpoints */
    emuq_fi_bound_t bound; /**< endpoints */
    emuq_fi_lock_t lock;   /**< of the following */
    srx_queue_t tagged, untagged;
} emuq_fi_srx_t;

static bool srx_matches(emuq_fi_endpoint_t *ep, const emuq_fi_receive_t *r, const emuq_fi_message_t *m)
{
    return ((r->tag ^ m->tag) & ~r->ignore) == 0 &&
           (r->source == EMUQ_FI_ANY_SOURCE || r->source == emuq_fi_address_of(ep, m->source));
}

/* Removes the receive at @p at. Caller holds the lock. */
static emuq_fi_receive_t *srx_unlink(srx_queue_t *q, emuq_fi_receive_t **at)
{
    emuq_fi_receive_t *r = *at;
    *at = r->next;
    if (*at == NULL)
        q->end = at;
    return r;
}

emuq_fi_receive_t *emuq_fi_srx_take(emuq_fi_endpoint_t *ep, const emuq_fi_message_t *m)
{
    emuq_fi_srx_t *srx = ep->srx;
    srx_queue_t *q = m->kind & EMUQ_FI_TAGGED ? &srx->tagged : &srx->untagged;
    emuq_fi_receive_t *r = NULL;
    emuq_fi_lock(&srx->lock);
    for (emuq_fi_receive_t **at = &q->posted; *at != NULL && r == NULL;)
        if (srx_matches(ep, *at, m))
            r = srx_unlink(q, at);
        else
            at = &(*at)->next;
    emuq_fi_unlock(&srx->lock);
    return r;
}

/* Gives unexpected messages to a new receive. */
static void srx_offer(emuq_fi_srx_t *srx)
{
    emuq_fi_lock(&srx->bound.lock);
    for (const emuq_fi_binding_t *b = srx->bound.first; b != NULL; b = b->next) {
        emuq_fi_lock(&b->endpoint->lock);
        emuq_fi_messages_match_again(b->endpoint);
        emuq_fi_unlock(&b->endpoint->lock);
    }
    emuq_fi_unlock(&srx->bound.lock);
}

static ssize_t srx_receive(struct fid_ep *fid, fi_addr_t from, const struct iovec *part, size_t parts,
                           const emuq_fi_wanted_t *w)
{
    emuq_fi_srx_t *srx = (emuq_fi_srx_t *)fid;
    if (w->flags & (FI_PEEK | FI_CLAIM | FI_MULTI_RECV))
        return -FI_EOPNOTSUPP;
    if (parts > EMUQ_FI_IOV)
        return -FI_EINVAL;
    emuq_fi_receive_t *r = malloc(sizeof *r);
    if (r == NULL)
        return -FI_ENOMEM;
    *r = (emuq_fi_receive_t){.context = w->context,
                             .flags = w->flags,
                             .tag = w->tag,
                             .ignore = w->ignore,
                             .source = srx->is_directed && from != FI_ADDR_UNSPEC ? from : EMUQ_FI_ANY_SOURCE,
                             .parts = (uint32_t)parts,
                             .bytes = emuq_fi_parts_bytes(part, parts)};
    for (size_t i = 0; i < parts; i++)
        r->part[i] = part[i];
    srx_queue_t *q = w->flags & FI_TAGGED ? &srx->tagged : &srx->untagged;
    emuq_fi_lock(&srx->lock);
    *q->end = r;
    q->end = &r->next;
    emuq_fi_unlock(&srx->lock);
    srx_offer(srx);
    return 0;
}

static uint64_t srx_flags(const struct fid_ep *ep)
{
    return ((const emuq_fi_srx_t *)ep)->flags;
}

static ssize_t srx_recvv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count,
                         fi_addr_t from, void *context)
{
    (void)desc;
    return srx_receive(
        ep, from, iov, count,
        &(emuq_fi_wanted_t){.context = context, .flags = srx_flags(ep) | FI_MSG, .ignore = UINT64_MAX});
}

static ssize_t srx_recv(struct fid_ep *ep, void *buf, size_t len, void *desc, fi_addr_t from, void *context)
{
    return srx_recvv(ep, &(struct iovec){buf, len}, &desc, 1, from, context);
}

static ssize_t srx_recvmsg(struct fid_ep *ep, const struct fi_msg *m, uint64_t flags)
{
    return srx_receive(
        ep, m->addr, m->msg_iov, m->iov_count,
        &(emuq_fi_wanted_t){.context = m->context, .flags = flags | FI_MSG, .ignore = UINT64_MAX});
}

static ssize_t srx_trecvv(struct fid_ep *ep, const struct iovec *iov, void **desc, size_t count,
                          fi_addr_t from, uint64_t tag, uint64_t ignore, void *context)
{
    (void)desc;
    return srx_receive(
        ep, from, iov, count,
        &(emuq_fi_wanted_t){
            .context = context, .flags = srx_flags(ep) | FI_TAGGED, .tag = tag, .ignore = ignore});
}

static ssize_t srx_trecv(struct fid_ep *ep, void *buf, size_t len, void *desc, fi_addr_t from, uint64_t tag,
                         uint64_t ignore, void *context)
{
    return srx_trecvv(ep, &(struct iovec){buf, len}, &desc, 1, from, tag, ignore, context);
}

static ssize_t srx_trecvmsg(struct fid_ep *ep, const struct fi_msg_tagged *m, uint64_t flags)
{
    return srx_receive(
        ep, m->addr, m->msg_iov, m->iov_count,
        &(emuq_fi_wanted_t){
            .context = m->context, .flags = flags | FI_TAGGED, .tag = m->tag, .ignore = m->ignore});
}

/* ---- a shared receive context does not send ---- */

static ssize_t srx_no_send(struct fid_ep *ep, const void *b, size_t n, void *d, fi_addr_t to, void *c)
{
    (void)ep, (void)b, (void)n, (void)d, (void)to, (void)c;
    return -FI_ENOSYS;
}

static ssize_t srx_no_sendv(struct fid_ep *ep, const struct iovec *v, void **d, size_t n, fi_addr_t to,
                            void *c)
{
    (void)ep, (void)v, (void)d, (void)n, (void)to, (void)c;
    return -FI_ENOSYS;
}

static ssize_t srx_no_sendmsg(struct fid_ep *ep, const struct fi_msg *m, uint64_t f)
{
    (void)ep, (void)m, (void)f;
    return -FI_ENOSYS;
}

static ssize_t srx_no_inject(struct fid_ep *ep, const void *b, size_t n, fi_addr_t to)
{
    (void)ep, (void)b, (void)n, (void)to;
    return -FI_ENOSYS;
}

static ssize_t srx_no_senddata(struct fid_ep *ep, const void *b, size_t n, void *d, uint64_t data,
                               fi_addr_t to, void *c)
{
    (void)ep, (void)b, (void)n, (void)d, (void)data, (void)to, (void)c;
    return -FI_ENOSYS;
}

static ssize_t srx_no_injectdata(struct fid_ep *ep, const void *b, size_t n, uint64_t data, fi_addr_t to)
{
    (void)ep, (void)b, (void)n, (void)data, (void)to;
    return -FI_ENOSYS;
}

static ssize_t srx_no_tsend(struct fid_ep *ep, const void *b, size_t n, void *d, fi_addr_t to, uint64_t tag,
                            void *c)
{
    (void)ep, (void)b, (void)n, (void)d, (void)to, (void)tag, (void)c;
    return -FI_ENOSYS;
}

static ssize_t srx_no_tsendv(struct fid_ep *ep, const struct iovec *v, void **d, size_t n, fi_addr_t to,
                             uint64_t tag, void *c)
{
    (void)ep, (void)v, (void)d, (void)n, (void)to, (void)tag, (void)c;
    return -FI_ENOSYS;
}

static ssize_t srx_no_tsendmsg(struct fid_ep *ep, const struct fi_msg_tagged *m, uint64_t f)
{
    (void)ep, (void)m, (void)f;
    return -FI_ENOSYS;
}

static ssize_t srx_no_tinject(struct fid_ep *ep, const void *b, size_t n, fi_addr_t to, uint64_t tag)
{
    (void)ep, (void)b, (void)n, (void)to, (void)tag;
    return -FI_ENOSYS;
}

static ssize_t srx_no_tsenddata(struct fid_ep *ep, const void *b, size_t n, void *d, uint64_t data,
                                fi_addr_t to, uint64_t tag, void *c)
{
    (void)ep, (void)b, (void)n, (void)d, (void)data, (void)to, (void)tag, (void)c;
    return -FI_ENOSYS;
}

static ssize_t srx_no_tinjectdata(struct fid_ep *ep, const void *b, size_t n, uint64_t data, fi_addr_t to,
                                  uint64_t tag)
{
    (void)ep, (void)b, (void)n, (void)data, (void)to, (void)tag;
    return -FI_ENOSYS;
}

/* ---- life ---- */

/* Completes the receive to the queue of an endpoint. */
static ssize_t srx_cancel(fid_t fid, void *context)
{
    emuq_fi_srx_t *srx = (emuq_fi_srx_t *)(void *)fid;
    srx_queue_t *queue[] = {&srx->tagged, &srx->untagged};
    emuq_fi_receive_t *r = NULL;
    emuq_fi_lock(&srx->bound.lock);
    emuq_fi_endpoint_t *ep = srx->bound.first != NULL ? srx->bound.first->endpoint : NULL;
    emuq_fi_lock(&srx->lock);
    for (unsigned i = 0; i < 2 && ep != NULL; i++)
        for (emuq_fi_receive_t **at = &queue[i]->posted; *at != NULL && r == NULL;)
            if ((*at)->context == context)
                r = srx_unlink(queue[i], at);
            else
                at = &(*at)->next;
    emuq_fi_unlock(&srx->lock);
    if (r != NULL) {
        emuq_fi_lock(&ep->lock);
        emuq_fi_receive_canceled(ep, r);
        emuq_fi_unlock(&ep->lock);
    }
    emuq_fi_unlock(&srx->bound.lock);
    return r != NULL ? 0 : -FI_ENOENT;
}

static int srx_close(struct fid *fid)
{
    emuq_fi_srx_t *srx = (emuq_fi_srx_t *)(void *)fid;
    srx_queue_t *queue[] = {&srx->tagged, &srx->untagged};
    if (AO_int_load_acquire(&srx->users) != 0)
        return -FI_EBUSY;
    for (unsigned i = 0; i < 2; i++)
        while (queue[i]->posted != NULL)
            free(srx_unlink(queue[i], &queue[i]->posted));
    (void)AO_int_fetch_and_add_full(&srx->domain->users, -1u);
    pthread_mutex_destroy(&srx->lock.mutex);
    pthread_mutex_destroy(&srx->bound.lock.mutex);
    free(srx);
    return 0;
}

static int srx_control(struct fid *fid, int command, void *argument)
{
    (void)fid, (void)argument;
    return command == FI_ENABLE ? 0 : -FI_ENOSYS;
}

int emuq_fi_srx_open(struct fid_domain *fid, struct fi_rx_attr *attr, struct fid_ep **out, void *context)
{
    static struct fi_ops fid_ops = EMUQ_FI_CONTROLLED_OPS(srx_close, emuq_fi_no_bind, srx_control);
    static struct fi_ops_ep ops = {.size = sizeof ops, .cancel = srx_cancel};
    static struct fi_ops_msg msg = {.size = sizeof msg,
                                    .recv = srx_recv,
                                    .recvv = srx_recvv,
                                    .recvmsg = srx_recvmsg,
                                    .send = srx_no_send,
                                    .sendv = srx_no_sendv,
                                    .sendmsg = srx_no_sendmsg,
                                    .inject = srx_no_inject,
                                    .senddata = srx_no_senddata,
                                    .injectdata = srx_no_injectdata};
    static struct fi_ops_tagged tagged = {.size = sizeof tagged,
                                          .recv = srx_trecv,
                                          .recvv = srx_trecvv,
                                          .recvmsg = srx_trecvmsg,
                                          .send = srx_no_tsend,
                                          .sendv = srx_no_tsendv,
                                          .sendmsg = srx_no_tsendmsg,
                                          .inject = srx_no_tinject,
                                          .senddata = srx_no_tsenddata,
                                          .injectdata = srx_no_tinjectdata};
    emuq_fi_domain_t *domain = (emuq_fi_domain_t *)fid;
    emuq_fi_srx_t *srx = calloc(1, sizeof *srx);
    if (srx == NULL)
        return -FI_ENOMEM;
    srx->fid = (struct fid_ep){.fid = {.fclass = FI_CLASS_SRX_CTX, .context = context, .ops = &fid_ops},
                               .ops = &ops,
                               .msg = &msg,
                               .tagged = &tagged};
    srx->domain = domain;
    srx->flags = attr != NULL ? attr->op_flags : 0;
    srx->is_directed = attr != NULL && (attr->caps & FI_DIRECTED_RECV) != 0;
    srx->tagged.end = &srx->tagged.posted;
    srx->untagged.end = &srx->untagged.posted;
    emuq_fi_lock_init(&srx->lock, domain->threading);
    emuq_fi_lock_init(&srx->bound.lock, domain->threading);
    (void)AO_int_fetch_and_add_full(&domain->users, 1);
    *out = &srx->fid;
    return 0;
}

int emuq_fi_srx_bind(emuq_fi_endpoint_t *ep, struct fid *fid)
{
    emuq_fi_srx_t *srx = (emuq_fi_srx_t *)(void *)fid;
    if (ep->srx != NULL || srx->domain != ep->domain)
        return -FI_EINVAL;
    int rc = emuq_fi_bound_add(&srx->bound, ep);
    if (rc == 0) {
        ep->srx = srx;
        (void)AO_int_fetch_and_add_full(&srx->users, 1);
    }
    return rc;
}

/* ---- endpoints ---- */

void emuq_fi_contexts_detach(emuq_fi_endpoint_t *ep)
{
    if (ep->srx != NULL)
        emuq_fi_bound_remove(&ep->srx->bound, ep);
}

void emuq_fi_contexts_leave(emuq_fi_endpoint_t *ep)
{
    if (ep->srx != NULL)
        (void)AO_int_fetch_and_add_full(&ep->srx->users, -1u);
    if (ep->stx != NULL)
        (void)AO_int_fetch_and_add_full(&ep->stx->users, -1u);
}
