/* SPDX-License-Identifier: BSD-3-Clause */
/* Endpoints: opening, binding, options, routes to peers. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "base/host_calls.h"
#include "emuq/join.h"
#include "fabric/objects.h"
#include "fabric/port.h"

#define FLUSH_NS     UINT64_C(1000000000)  /* most time of messages_flush() for data in buffers */
#define BACKLOG_NS   UINT64_C(30000000000) /* and for messages that wait for space at a peer */
#define ATOMIC_ORDER (FI_ORDER_ATOMIC_RAR | FI_ORDER_ATOMIC_RAW | FI_ORDER_ATOMIC_WAR | FI_ORDER_ATOMIC_WAW)
#define MULTI_LEAST  64u /* default of FI_OPT_MIN_MULTI_RECV */

/* Endpoints of this process by number: each has a subgroup of the Message Unit. */
static pthread_mutex_t numbers_lock = PTHREAD_MUTEX_INITIALIZER;
static bool numbers[EMUQ_FI_ENDPOINTS];

static int number_claim(void)
{
    int found = -1;
    pthread_mutex_lock(&numbers_lock);
    for (unsigned i = 0; i < EMUQ_FI_ENDPOINTS && found < 0; i++)
        if (!numbers[i]) {
            numbers[i] = true;
            found = (int)i;
        }
    pthread_mutex_unlock(&numbers_lock);
    return found;
}

static void number_free(uint32_t number)
{
    pthread_mutex_lock(&numbers_lock);
    numbers[number] = false;
    pthread_mutex_unlock(&numbers_lock);
}

/* ---- routes ---- */

/* Grows an array to hold @p index, aligned for stores of quarters of descriptors. New elements are zero.
 * @return false: no memory */
static bool route_grow(void **array, size_t *count, size_t size, size_t index)
{
    size_t more = *count != 0 ? *count : 16;
    if (index < *count)
        return true;
    while (more <= index)
        more *= 2;
    char *p = aligned_alloc(64, more * size);
    if (p == NULL)
        return false;
    if (*count != 0)
        memcpy(p, *array, *count * size);
    memset(p + *count * size, 0, (more - *count) * size);
    free(*array);
    *array = p;
    *count = more;
    return true;
}

static __attribute__((noinline)) emuq_fi_route_t *route_make(emuq_fi_endpoint_t *ep, fi_addr_t to)
{
    const emuq_fi_peer_t *peer = emuq_fi_av_find(ep->av, to);
    if (peer == NULL || emuq_fi_has_left(ep, peer->address.rank) ||
        !route_grow((void **)&ep->route, &ep->routes, sizeof *ep->route, to))
        return NULL;
    emuq_fi_port_route(ep, &peer->address, &ep->route[to]);
    return &ep->route[to];
}

emuq_fi_route_t *emuq_fi_route_of(emuq_fi_endpoint_t *ep, fi_addr_t to)
{
    if (__builtin_expect(to < ep->routes && ep->route[to].packet.Torus_FIFO_Map != 0, 1))
        return &ep->route[to];
    return route_make(ep, to);
}

/* ---- sources ---- */

emuq_fi_known_t *emuq_fi_known_of(emuq_fi_endpoint_t *ep, emuq_fi_source_t source)
{
    if (__builtin_expect(source < ep->knowns, 1) ||
        route_grow((void **)&ep->known, &ep->knowns, sizeof *ep->known, source))
        return &ep->known[source];
    return NULL;
}

static __attribute__((noinline)) void source_update(emuq_fi_endpoint_t *ep, emuq_fi_source_t source,
                                                    emuq_fi_known_t *k, unsigned version)
{
    bool is_valid = k->version != 0 && k->address != FI_ADDR_NOTAVAIL;
    k->version = version;
    if (is_valid && emuq_fi_av_find(ep->av, k->address) != NULL)
        return;
    k->address = FI_ADDR_NOTAVAIL;
    size_t count = AO_load_acquire(&ep->av->count);
    for (size_t i = 0; i < count && k->address == FI_ADDR_NOTAVAIL; i++) {
        const emuq_fi_peer_t *p = emuq_fi_av_find(ep->av, i);
        if (p != NULL && emuq_fi_source(p->address.rank, p->address.endpoint) == source)
            k->address = i;
    }
}

fi_addr_t emuq_fi_address_of(emuq_fi_endpoint_t *ep, emuq_fi_source_t source)
{
    emuq_fi_known_t *k = emuq_fi_known_of(ep, source);
    if (k == NULL)
        return FI_ADDR_NOTAVAIL;
    unsigned version = AO_int_load_acquire(&ep->av->version); /* pairs with av_insert(), av_remove() */
    if (__builtin_expect(k->version != version, 0))
        source_update(ep, source, k, version);
    return k->address;
}

static __attribute__((noinline)) emuq_fi_route_t *source_make_route(emuq_fi_endpoint_t *ep,
                                                                    emuq_fi_source_t source)
{
    emuq_fi_address_t address;
    if (!emuq_fi_port_find_address(ep->domain, (uint32_t)(source / EMUQ_FI_ENDPOINTS),
                                   (uint32_t)(source % EMUQ_FI_ENDPOINTS), &address))
        return NULL;
    emuq_fi_route_t *route = aligned_alloc(64, sizeof *route);
    if (route != NULL)
        emuq_fi_port_route(ep, &address, route);
    return route;
}

emuq_fi_route_t *emuq_fi_route_back(emuq_fi_endpoint_t *ep, emuq_fi_source_t source)
{
    emuq_fi_known_t *k = emuq_fi_known_of(ep, source);
    if (k != NULL && __builtin_expect(k->route == NULL, 0))
        k->route = source_make_route(ep, source);
    return k != NULL ? k->route : NULL;
}

/* ---- messages of an endpoint ---- */

/* Free buffers and gets, for the next endpoint of a number, and the generation of its latest request: replies
 * to an endpoint may arrive at the next one. [number], used by its endpoint only. */
static struct messages_kept {
    uint32_t generation;
    bool has_staged;
    char *staged[EMUQ_FI_STAGED];
    unsigned free_staged;
    emuq_fi_get_t *gets[2]; /* of Message Units, of cards */
} messages_kept[EMUQ_FI_ENDPOINTS];

static int messages_open(emuq_fi_endpoint_t *ep)
{
    struct messages_kept *kept = &messages_kept[ep->number];
    if (!kept->has_staged) {
        char *staged = emuq_message_memory((size_t)EMUQ_FI_STAGED * EMUQ_FI_STAGED_BYTES, 64);
        if (staged == NULL)
            return -FI_ENOMEM;
        for (; kept->free_staged < EMUQ_FI_STAGED; kept->free_staged++)
            kept->staged[kept->free_staged] = staged + (size_t)kept->free_staged * EMUQ_FI_STAGED_BYTES;
        kept->has_staged = true;
    }
    memcpy(ep->staged, kept->staged, sizeof ep->staged);
    ep->free_staged = kept->free_staged;
    ep->free_gets = kept->gets[ep->mu == NULL];
    ep->generation = kept->generation;
    ep->tagged.posted_end = &ep->tagged.posted;
    ep->tagged.unexpected_end = &ep->tagged.unexpected;
    ep->untagged.posted_end = &ep->untagged.posted;
    ep->untagged.unexpected_end = &ep->untagged.unexpected;
    ep->pending_end = &ep->pending;
    ep->left = emuq_ranks_left();
    ep->rma_end = &ep->rma;
    ep->reply_end = &ep->reply;
    ep->native_end = &ep->native;
    return 0;
}

/* Completes what completed sends have left: packets, data in buffers, and messages without space. */
static void messages_flush(emuq_fi_endpoint_t *ep)
{
    uint64_t begin = emuq_host_now_ns(), now = begin;
    do {
        emuq_fi_progress(ep);
        emuq_fi_messages_discard(ep);
        if (!emuq_fi_is_busy(ep) && emuq_fi_port_has_sent(ep) && !emuq_fi_sends_are_wanted(ep))
            break;
        sched_yield();
        now = emuq_host_now_ns();
    } while (now - begin < (ep->backlog != 0 ? BACKLOG_NS : FLUSH_NS));
}

static void receives_free(emuq_fi_receive_t *r)
{
    for (emuq_fi_receive_t *next; r != NULL; r = next) {
        next = r->next;
        free(r);
    }
}

static void partial_free(emuq_fi_partial_t *p)
{
    if (p != NULL && p->arrived != p->message.start.bytes) {
        if (p->receive != NULL && p->receive->parts > 1)
            free(p->target);
        free(p->receive);
        free(p->unexpected);
    }
    free(p);
}

/* What a Message Unit may still read or write is not freed. */
static void messages_close(emuq_fi_endpoint_t *ep)
{
    struct messages_kept *kept = &messages_kept[ep->number];
    memcpy(kept->staged, ep->staged, sizeof kept->staged);
    kept->free_staged = ep->free_staged;
    kept->gets[ep->mu == NULL] = ep->free_gets;
    kept->generation = ep->generation;
    emuq_fi_rma_close(ep);
    for (size_t i = 0; i < ep->knowns; i++)
        partial_free(ep->known[i].partial);
    emuq_fi_native_close(ep);
    emuq_fi_atomic_close(ep);
    receives_free(ep->tagged.posted);
    receives_free(ep->untagged.posted);
    receives_free(ep->getting);
    receives_free(ep->free_receives);
    for (emuq_fi_pending_t *p = ep->pending, *next; p != NULL; p = next) {
        next = p->next;
        free(p);
    }
    free(ep->request);
}

/* ---- opening ---- */

#define COUNTERS 6u

/* Counters of an endpoint, by event. */
static void endpoint_counters(emuq_fi_endpoint_t *ep, emuq_fi_cntr_t **at[COUNTERS])
{
    emuq_fi_cntr_t **all[COUNTERS] = {&ep->send_cntr,  &ep->receive_cntr,     &ep->read_cntr,
                                      &ep->write_cntr, &ep->remote_read_cntr, &ep->remote_write_cntr};
    memcpy(at, all, sizeof all);
}

/* Armed wait objects do not watch a new endpoint. */
static void endpoint_signal_waits(emuq_fi_endpoint_t *ep)
{
    const emuq_fi_cq_t *cq[] = {ep->send_cq, ep->receive_cq};
    emuq_fi_cntr_t **cntr[COUNTERS];
    endpoint_counters(ep, cntr);
    for (unsigned i = 0; i < 2; i++)
        if (cq[i] != NULL && cq[i]->wait != NULL)
            emuq_fi_wait_signal(cq[i]->wait);
    for (unsigned i = 0; i < COUNTERS; i++)
        if (*cntr[i] != NULL && (*cntr[i])->wait != NULL)
            emuq_fi_wait_signal((*cntr[i])->wait);
}

static int endpoint_enable(emuq_fi_endpoint_t *ep)
{
    if (ep->is_open)
        return 0;
    if (ep->av == NULL)
        return -FI_ENOAV;
    if (ep->send_cq == NULL && ep->receive_cq == NULL && ep->send_cntr == NULL && ep->receive_cntr == NULL)
        return -FI_ENOCQ;
    int rc =
        ep->service[0] != '\0' ? emuq_fi_name_publish(ep->number, ep->service, emuq_fi_port_address(ep)) : 0;
    if (rc == 0)
        rc = emuq_fi_bound_add(&ep->domain->endpoints, ep);
    if (rc != 0)
        return rc;
    emuq_fi_lock(&ep->lock); /* a thread may poll the bound queues */
    ep->is_open = true;
    emuq_fi_unlock(&ep->lock);
    endpoint_signal_waits(ep);
    if (ep->domain->progress != NULL)
        emuq_fi_progress_changed(ep->domain->progress);
    return 0;
}

static int endpoint_control(struct fid *fid, int command, void *argument)
{
    emuq_fi_endpoint_t *ep = (emuq_fi_endpoint_t *)(void *)fid;
    uint64_t *flags;
    switch (command) {
    case FI_ENABLE:
        return endpoint_enable(ep);
    case FI_GETOPSFLAG:
        flags = argument;
        *flags = *flags & FI_TRANSMIT ? ep->send_flags : ep->receive_flags;
        return 0;
    case FI_SETOPSFLAG:
        flags = argument;
        if (*flags & FI_TRANSMIT)
            ep->send_flags = *flags & ~(FI_TRANSMIT | FI_RECV);
        if (*flags & FI_RECV)
            ep->receive_flags = *flags & ~(FI_TRANSMIT | FI_RECV);
        return 0;
    default:
        return -FI_ENOSYS;
    }
}

static int bind_cq(emuq_fi_endpoint_t *ep, emuq_fi_cq_t *cq, uint64_t flags)
{
    bool sends = (flags & FI_TRANSMIT) != 0, receives = (flags & FI_RECV) != 0;
    if ((!sends && !receives) || (sends && ep->send_cq != NULL) || (receives && ep->receive_cq != NULL))
        return -FI_EINVAL;
    int rc = emuq_fi_bound_add(&cq->bound, ep);
    if (rc != 0)
        return rc;
    if (sends) {
        ep->send_cq = cq;
        ep->send_is_selective = (flags & FI_SELECTIVE_COMPLETION) != 0;
        (void)AO_int_fetch_and_add_full(&cq->users, 1);
    }
    if (receives) {
        ep->receive_cq = cq;
        ep->receive_is_selective = (flags & FI_SELECTIVE_COMPLETION) != 0;
        (void)AO_int_fetch_and_add_full(&cq->users, 1);
    }
    return 0;
}

static int bind_cntr(emuq_fi_endpoint_t *ep, emuq_fi_cntr_t *c, uint64_t flags)
{
    static const uint64_t event[COUNTERS] = {FI_SEND,  FI_RECV,        FI_READ,
                                             FI_WRITE, FI_REMOTE_READ, FI_REMOTE_WRITE};
    uint64_t all = 0;
    emuq_fi_cntr_t **at[COUNTERS];
    endpoint_counters(ep, at);
    for (unsigned i = 0; i < COUNTERS; i++) {
        all |= event[i];
        if ((flags & event[i]) && *at[i] != NULL)
            return -FI_EINVAL;
    }
    if ((flags & all) == 0 || (flags & ~all) != 0)
        return -FI_EINVAL;
    int rc = emuq_fi_bound_add(&c->bound, ep);
    for (unsigned i = 0; rc == 0 && i < COUNTERS; i++)
        if (flags & event[i]) {
            *at[i] = c;
            (void)AO_int_fetch_and_add_full(&c->users, 1);
        }
    if (rc == 0 && (flags & (FI_REMOTE_READ | FI_REMOTE_WRITE)) != 0)
        emuq_fi_regions_count(&ep->domain->regions);
    return rc;
}

static int endpoint_bind(struct fid *fid, struct fid *other, uint64_t flags)
{
    emuq_fi_endpoint_t *ep = (emuq_fi_endpoint_t *)(void *)fid;
    if (ep->is_open)
        return -FI_EOPBADSTATE;
    switch (other->fclass) {
    case FI_CLASS_AV:
        if (ep->av != NULL)
            return -FI_EINVAL;
        ep->av = (emuq_fi_av_t *)(void *)other;
        (void)AO_int_fetch_and_add_full(&ep->av->users, 1);
        return 0;
    case FI_CLASS_CQ:
        return bind_cq(ep, (emuq_fi_cq_t *)(void *)other, flags);
    case FI_CLASS_CNTR:
        return bind_cntr(ep, (emuq_fi_cntr_t *)(void *)other, flags);
    case FI_CLASS_STX_CTX:
        return emuq_fi_stx_bind(ep, other);
    case FI_CLASS_SRX_CTX:
        return emuq_fi_srx_bind(ep, other);
    case FI_CLASS_EQ:
        return 0; /* endpoints of datagrams have no events */
    default:
        return -FI_EINVAL;
    }
}

/* Ends progress by other threads, then completes messages, then lets the bound objects be closed: the
 * completions go to them. */
static void endpoint_unbind(emuq_fi_endpoint_t *ep)
{
    emuq_fi_cq_t *cq[] = {ep->send_cq, ep->receive_cq};
    emuq_fi_cntr_t **cntr[COUNTERS];
    endpoint_counters(ep, cntr);
    for (unsigned i = 0; i < 2; i++)
        if (cq[i] != NULL)
            emuq_fi_bound_remove(&cq[i]->bound, ep);
    for (unsigned i = 0; i < COUNTERS; i++)
        if (*cntr[i] != NULL)
            emuq_fi_bound_remove(&(*cntr[i])->bound, ep);
    emuq_fi_bound_remove(&ep->domain->endpoints, ep);
    emuq_fi_contexts_detach(ep);
    if (ep->is_open)
        messages_flush(ep);
    emuq_fi_contexts_leave(ep);
    for (unsigned i = 0; i < 2; i++)
        if (cq[i] != NULL)
            (void)AO_int_fetch_and_add_full(&cq[i]->users, -1u);
    for (unsigned i = 0; i < COUNTERS; i++)
        if (*cntr[i] != NULL)
            (void)AO_int_fetch_and_add_full(&(*cntr[i])->users, -1u);
    if (ep->av != NULL)
        (void)AO_int_fetch_and_add_full(&ep->av->users, -1u);
}

static int endpoint_close(struct fid *fid)
{
    emuq_fi_endpoint_t *ep = (emuq_fi_endpoint_t *)(void *)fid;
    if (ep->service[0] != '\0')
        emuq_fi_name_withdraw(ep->number);
    endpoint_unbind(ep);
    emuq_fi_port_close(ep);
    messages_close(ep);
    number_free(ep->number);
    (void)AO_int_fetch_and_add_full(&ep->domain->users, -1u);
    pthread_mutex_destroy(&ep->lock.mutex);
    for (size_t i = 0; i < ep->knowns; i++)
        free(ep->known[i].route);
    free(ep->route);
    free(ep->known);
    free(ep);
    return 0;
}

/* ---- options ---- */

static int endpoint_getopt(fid_t fid, int level, int name, void *value, size_t *bytes)
{
    const emuq_fi_endpoint_t *ep = (const emuq_fi_endpoint_t *)(const void *)fid;
    if (level != FI_OPT_ENDPOINT || name != FI_OPT_MIN_MULTI_RECV)
        return -FI_ENOPROTOOPT;
    if (*bytes < sizeof ep->multi_least)
        return -FI_ETOOSMALL;
    memcpy(value, &ep->multi_least, sizeof ep->multi_least);
    *bytes = sizeof ep->multi_least;
    return 0;
}

static int endpoint_setopt(fid_t fid, int level, int name, const void *value, size_t bytes)
{
    emuq_fi_endpoint_t *ep = (emuq_fi_endpoint_t *)(void *)fid;
    if (level != FI_OPT_ENDPOINT || name != FI_OPT_MIN_MULTI_RECV)
        return -FI_ENOPROTOOPT;
    if (bytes != sizeof ep->multi_least)
        return -FI_EINVAL;
    memcpy(&ep->multi_least, value, bytes);
    return 0;
}

static int endpoint_no_tx(struct fid_ep *ep, int index, struct fi_tx_attr *attr, struct fid_ep **out,
                          void *context)
{
    (void)ep, (void)index, (void)attr, (void)out, (void)context;
    return -FI_ENOSYS;
}

static int endpoint_no_rx(struct fid_ep *ep, int index, struct fi_rx_attr *attr, struct fid_ep **out,
                          void *context)
{
    (void)ep, (void)index, (void)attr, (void)out, (void)context;
    return -FI_ENOSYS;
}

static ssize_t endpoint_no_size(struct fid_ep *ep)
{
    (void)ep;
    return -FI_ENOSYS;
}

/* ---- addresses ---- */

static int cm_getname(fid_t fid, void *address, size_t *bytes)
{
    const emuq_fi_endpoint_t *ep = (const emuq_fi_endpoint_t *)(const void *)fid;
    const emuq_fi_address_t *self = emuq_fi_port_address(ep);
    size_t size = *bytes;
    *bytes = sizeof *self;
    if (address == NULL)
        return -FI_ETOOSMALL;
    memcpy(address, self, size < sizeof *self ? size : sizeof *self);
    return size < sizeof *self ? -FI_ETOOSMALL : 0;
}

static int cm_setname(fid_t fid, void *address, size_t bytes)
{
    (void)fid, (void)address, (void)bytes;
    return -FI_ENOSYS;
}

static int cm_getpeer(struct fid_ep *ep, void *address, size_t *bytes)
{
    (void)ep, (void)address, (void)bytes;
    return -FI_ENOSYS;
}

static int cm_connect(struct fid_ep *ep, const void *address, const void *parameters, size_t bytes)
{
    (void)ep, (void)address, (void)parameters, (void)bytes;
    return -FI_ENOSYS;
}

static int cm_shutdown(struct fid_ep *ep, uint64_t flags)
{
    (void)ep, (void)flags;
    return -FI_ENOSYS;
}

static struct fi_ops_cm cm_ops = {.size = sizeof cm_ops,
                                  .setname = cm_setname,
                                  .getname = cm_getname,
                                  .getpeer = cm_getpeer,
                                  .connect = cm_connect,
                                  .shutdown = cm_shutdown};

static struct fi_ops endpoint_fid_ops =
    EMUQ_FI_CONTROLLED_OPS(endpoint_close, endpoint_bind, endpoint_control);

static struct fi_ops_ep endpoint_ops = {.size = sizeof endpoint_ops,
                                        .cancel = emuq_fi_cancel,
                                        .getopt = endpoint_getopt,
                                        .setopt = endpoint_setopt,
                                        .tx_ctx = endpoint_no_tx,
                                        .rx_ctx = endpoint_no_rx,
                                        .rx_size_left = endpoint_no_size,
                                        .tx_size_left = endpoint_no_size};

static int endpoint_open(emuq_fi_endpoint_t *ep)
{
    int number = number_claim();
    if (number < 0)
        return -FI_ENOSPC;
    ep->number = (uint32_t)number;
    int rc = emuq_fi_port_open(ep);
    if (rc == 0) {
        emuq_fi_regions_name(&ep->domain->regions, emuq_fi_port_address(ep));
        rc = messages_open(ep);
        if (rc != 0)
            emuq_fi_port_close(ep);
    }
    if (rc != 0)
        number_free(ep->number);
    return rc;
}

int emuq_fi_endpoint_open(struct fid_domain *fid, struct fi_info *info, struct fid_ep **out, void *context)
{
    emuq_fi_domain_t *domain = (emuq_fi_domain_t *)fid;
    if (info == NULL || (info->ep_attr != NULL && info->ep_attr->type != FI_EP_RDM))
        return -FI_EINVAL;
    emuq_fi_endpoint_t *ep = calloc(1, sizeof *ep);
    if (ep == NULL)
        return -FI_ENOMEM;
    ep->domain = domain;
    ep->multi_least = MULTI_LEAST;
    ep->has_rma = (info->caps & FI_RMA) != 0;
    ep->has_atomic = (info->caps & FI_ATOMIC) != 0;
    ep->is_directed = (info->caps & FI_DIRECTED_RECV) != 0;
    ep->keeps_order = info->tx_attr == NULL || (info->tx_attr->msg_order & ATOMIC_ORDER) != 0;
    ep->send_flags = info->tx_attr != NULL ? info->tx_attr->op_flags : 0;
    ep->receive_flags = info->rx_attr != NULL ? info->rx_attr->op_flags : 0;
    emuq_fi_lock_init(&ep->lock, domain->threading);
    if (info->src_addr != NULL && info->src_addrlen == sizeof(emuq_fi_address_t) &&
        emuq_fi_is_name(info->src_addr))
        emuq_fi_name_service(info->src_addr, ep->service);
    int rc = endpoint_open(ep);
    if (rc != 0) {
        free(ep);
        return rc;
    }
    ep->fid = (struct fid_ep){.fid = {.fclass = FI_CLASS_EP, .context = context, .ops = &endpoint_fid_ops},
                              .ops = &endpoint_ops,
                              .cm = &cm_ops,
                              .msg = &emuq_fi_msg_ops,
                              .tagged = &emuq_fi_tagged_ops,
                              .rma = &emuq_fi_rma_ops,
                              .atomic = &emuq_fi_atomic_ops};
    (void)AO_int_fetch_and_add_full(&domain->users, 1);
    *out = &ep->fid;
    return 0;
}
