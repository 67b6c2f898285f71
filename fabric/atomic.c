/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic operations: calls; requests, their execution at the target, and replies. */
#include "fabric/atomic.h"

#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "emuq/join.h"
#include "fabric/port.h"

/* An operation that waits for its reply. */
typedef struct emuq_fi_atomic_wait {
    uint64_t id;   /* 0: free */
    uint32_t next; /* free: number plus 1 of the next free; 0: none */
    uint32_t results;
    uint64_t flags;
    void *context;
    emuq_fi_atomic_class_t class;
    uint32_t rank; /* of the target */
    struct iovec result[EMUQ_FI_IOV];
} atomic_wait_t;

/* A reply that found no space. */
typedef struct emuq_fi_atomic_reply {
    struct emuq_fi_atomic_reply *next;
    emuq_fi_source_t to;
    uint64_t id;
    uint32_t error;
    size_t bytes;
    char result[EMUQ_FI_ATOMIC_BYTES];
} atomic_reply_t;

/* @return most elements of an operation */
static size_t atomic_most(emuq_fi_atomic_class_t class, size_t size)
{
    return EMUQ_FI_ATOMIC_BYTES / (class == EMUQ_FI_ATOMIC_COMPARE ? 2 * size : size);
}

/* ---- completion ---- */

/* @return false: no memory */
static bool atomic_prepare(emuq_fi_endpoint_t *ep)
{
    if (ep->atomic != NULL)
        return true;
    if (ep->atomic_peer == NULL)
        ep->atomic_peer = calloc(emuq_joined_ranks(), sizeof *ep->atomic_peer);
    if (ep->atomic_peer == NULL || (ep->atomic = calloc(EMUQ_FI_ATOMICS, sizeof *ep->atomic)) == NULL)
        return false;
    for (uint32_t i = EMUQ_FI_ATOMICS; i-- > 0;) {
        ep->atomic[i].next = ep->free_atomic;
        ep->free_atomic = i + 1;
    }
    return true;
}

/* There is a free one. */
static atomic_wait_t *atomic_wait_new(emuq_fi_endpoint_t *ep)
{
    atomic_wait_t *w = &ep->atomic[ep->free_atomic - 1];
    w->id = (uint64_t)++ep->generation << 32 | ep->free_atomic; /* not 0 */
    ep->free_atomic = w->next;
    ep->atomics++;
    return w;
}

bool emuq_fi_atomic_waits(const emuq_fi_endpoint_t *ep, uint64_t id)
{
    uint32_t number = (uint32_t)id - 1;
    return ep->atomic != NULL && number < EMUQ_FI_ATOMICS && ep->atomic[number].id == id;
}

void emuq_fi_atomic_withdraw(emuq_fi_endpoint_t *ep, uint64_t id)
{
    atomic_wait_t *w = &ep->atomic[(uint32_t)id - 1];
    ep->atomic_peer[w->rank].requests--;
    w->id = 0;
    w->next = ep->free_atomic;
    ep->free_atomic = (uint32_t)id;
    ep->atomics--;
}

static void atomic_fail(emuq_fi_endpoint_t *ep, const atomic_wait_t *w, int error)
{
    emuq_fi_fail(ep, w->context, emuq_fi_atomic_entry(w->class), emuq_fi_atomic_cntr(ep, w->class), error);
}

void emuq_fi_atomic_leave(emuq_fi_endpoint_t *ep)
{
    for (uint32_t i = 0; i < EMUQ_FI_ATOMICS && ep->atomics != 0; i++) {
        const atomic_wait_t *w = &ep->atomic[i];
        if (w->id == 0 || !emuq_fi_had_left(ep, w->rank))
            continue;
        atomic_fail(ep, w, EMUQ_FI_LEFT);
        emuq_fi_atomic_withdraw(ep, w->id);
    }
}

void emuq_fi_atomic_done(emuq_fi_endpoint_t *ep, uint64_t id, uint32_t error, const char *result)
{
    if (!emuq_fi_atomic_waits(ep, id))
        return; /* of an earlier endpoint with this number */
    const atomic_wait_t *w = &ep->atomic[(uint32_t)id - 1];
    if (error != 0) {
        atomic_fail(ep, w, (int)error);
    } else {
        emuq_fi_parts_scatter(w->result, w->results, result, EMUQ_FI_ATOMIC_BYTES);
        emuq_fi_complete(ep, w->context, w->flags, emuq_fi_atomic_entry(w->class),
                         emuq_fi_atomic_cntr(ep, w->class));
    }
    emuq_fi_atomic_withdraw(ep, id);
}

void emuq_fi_atomic_close(emuq_fi_endpoint_t *ep)
{
    free(ep->atomic);
    free(ep->atomic_peer);
    for (atomic_reply_t *r = ep->reply, *next; r != NULL; r = next) {
        next = r->next;
        free(r);
    }
}

/* ---- target ---- */

static bool reply_send(emuq_fi_endpoint_t *ep, const atomic_reply_t *r)
{
    const emuq_fi_route_t *route = emuq_fi_route_back(ep, r->to);
    if (route == NULL || !emuq_fi_port_has_space(ep, 1))
        return false;
    memcpy(emuq_fi_port_payload(ep), r->result, r->bytes);
    emuq_fi_port_send_packet(ep, route, EMUQ_FI_ATOMIC_DONE, r->error, r->id, r->bytes != 0 ? r->bytes : 1);
    return true;
}

void emuq_fi_atomic_progress(emuq_fi_endpoint_t *ep)
{
    for (atomic_reply_t *r; (r = ep->reply) != NULL && reply_send(ep, r);) {
        ep->reply = r->next;
        if (ep->reply == NULL)
            ep->reply_end = &ep->reply;
        free(r);
    }
}

static void reply(emuq_fi_endpoint_t *ep, const atomic_reply_t *r)
{
    if (ep->reply == NULL && reply_send(ep, r))
        return;
    atomic_reply_t *kept = malloc(sizeof *kept);
    if (kept == NULL)
        abort();
    *kept = *r;
    kept->next = NULL;
    *ep->reply_end = kept;
    ep->reply_end = &kept->next;
}

/* Whether a request has the operands of all targets. */
static bool atomic_is_complete(const emuq_fi_atomic_request_t *q, size_t size)
{
    size_t most = atomic_most(q->class, size), count = 0;
    for (uint32_t i = 0; i < q->targets; i++) {
        if (i == EMUQ_FI_IOV || q->target[i].count > most - count)
            return false;
        count += q->target[i].count;
    }
    return count == q->count;
}

/* Executes a request, unless a target is wrong. Caller holds the lock of the regions. @return 0, or
 * emuq_fi_error() */
static int atomic_execute(emuq_fi_endpoint_t *ep, const emuq_fi_atomic_request_t *q, char *result)
{
    size_t size = emuq_fi_atomic_size(q->type, q->op, q->class), bytes = q->count * size, at = 0;
    const char *operand = (const char *)(q + 1);
    char *memory[EMUQ_FI_IOV];
    int rc = size == 0 ? FI_EOPNOTSUPP : atomic_is_complete(q, size) ? 0 : FI_EINVAL;
    for (uint32_t i = 0; i < q->targets && rc == 0; i++) {
        const emuq_fi_atomic_target_t *t = &q->target[i];
        rc = emuq_fi_regions_find(&ep->domain->regions, t->key, t->address, t->count * size,
                                  emuq_fi_atomic_rights(q->class, q->op), &memory[i]);
    }
    for (uint32_t i = 0; i < q->targets && rc == 0; i++) {
        size_t count = q->target[i].count;
        emuq_fi_atomic_apply(q->type, q->op, memory[i], count, q->op == FI_ATOMIC_READ ? NULL : operand + at,
                             q->class == EMUQ_FI_ATOMIC_COMPARE ? operand + bytes + at : NULL,
                             q->class == EMUQ_FI_ATOMIC_BASE ? NULL : result + at);
        at += count * size;
    }
    return rc;
}

/* Counts a successful operation, and reports its data. */
static void atomic_count(emuq_fi_endpoint_t *ep, emuq_fi_source_t source, const emuq_fi_atomic_request_t *q,
                         bool has_data)
{
    bool is_read = q->class != EMUQ_FI_ATOMIC_BASE;
    emuq_fi_cntr_t *cntr = is_read ? ep->remote_read_cntr : ep->remote_write_cntr;
    for (uint32_t i = 0; i < q->targets; i++)
        emuq_fi_regions_event(&ep->domain->regions, q->target[i].key,
                              is_read ? EMUQ_FI_KEY_READ : EMUQ_FI_KEY_WRITE);
    if (cntr != NULL)
        emuq_fi_cntr_count(cntr, 0);
    if (!has_data || ep->receive_cq == NULL)
        return;
    const emuq_fi_entry_t entry = {.flags = FI_ATOMIC | FI_REMOTE_CQ_DATA |
                                            (is_read ? FI_REMOTE_READ : FI_REMOTE_WRITE),
                                   .bytes = q->count * emuq_fi_atomic_size(q->type, q->op, q->class),
                                   .data = q->data,
                                   .source = emuq_fi_address_of(ep, source)};
    *emuq_fi_cq_begin(ep->receive_cq) = entry;
    emuq_fi_cq_end(ep->receive_cq);
}

/* @return whether to execute a request: no offer, or an offer that the initiator has not taken back. Without
 * space for the reply now, the initiator would wait for this process, so the offer stays open. */
static bool atomic_is_claimed(emuq_fi_endpoint_t *ep, emuq_fi_source_t source,
                              const emuq_fi_atomic_request_t *q)
{
    if (q->offer == 0)
        return true;
    if (ep->reply != NULL || emuq_fi_route_back(ep, source) == NULL || !emuq_fi_port_has_space(ep, 1))
        return false;
    emuq_offer_t *offer = emuq_message_memory_of((uint32_t)(source / EMUQ_FI_ENDPOINTS),
                                                 (const void *)(uintptr_t)q->offer, sizeof *offer);
    return offer != NULL && q->offer % sizeof *offer == 0 && emuq_offer_claim(offer, q->ticket);
}

void emuq_fi_atomic_arrived(emuq_fi_endpoint_t *ep, emuq_fi_source_t source,
                            const emuq_fi_atomic_request_t *q, bool has_data)
{
    atomic_reply_t r;
    if (!atomic_is_claimed(ep, source, q))
        return;
    r.to = source;
    r.id = q->id;
    pthread_mutex_lock(&ep->domain->regions.lock);
    r.error = (uint32_t)atomic_execute(ep, q, r.result);
    pthread_mutex_unlock(&ep->domain->regions.lock);
    r.bytes = r.error != 0 || q->class == EMUQ_FI_ATOMIC_BASE
                  ? 0
                  : q->count * emuq_fi_atomic_size(q->type, q->op, q->class);
    if (r.error == 0)
        atomic_count(ep, source, q, has_data);
    reply(ep, &r);
}

/* ---- initiator ---- */

/* @return elements of a vector; SIZE_MAX: too many */
static size_t atomic_count_of(const struct fi_ioc *ioc, size_t count)
{
    size_t all = 0;
    for (size_t i = 0; i < count; i++)
        if (__builtin_add_overflow(all, ioc[i].count, &all))
            return SIZE_MAX;
    return all;
}

static char *atomic_gather(char *to, const struct fi_ioc *ioc, size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(to, ioc[i].addr, ioc[i].count * size);
        to += ioc[i].count * size;
    }
    return to;
}

/* Writes a request to the payload of the next packet. @return its bytes */
static size_t atomic_write(emuq_fi_endpoint_t *ep, const emuq_fi_atomic_call_t *c, uint64_t id,
                           const emuq_fi_atomic_offer_t *offer)
{
    char *payload = emuq_fi_port_payload(ep);
    emuq_fi_atomic_request_t q = {.id = id,
                                  .data = c->data,
                                  .type = (uint8_t)c->type,
                                  .op = (uint8_t)c->op,
                                  .class = (uint8_t)c->class,
                                  .targets = (uint8_t)c->targets,
                                  .count = (uint32_t)c->count};
    if (offer != NULL) { /* has no data */
        q.offer = (uintptr_t)offer->word;
        q.ticket = offer->ticket;
    }
    for (size_t i = 0; i < c->targets; i++)
        q.target[i] = (emuq_fi_atomic_target_t){c->target[i].addr, c->target[i].key, c->target[i].count};
    memcpy(payload, &q, sizeof q);
    char *end = payload + sizeof q;
    if (c->op != FI_ATOMIC_READ)
        end = atomic_gather(end, c->operand, c->operands, c->size);
    if (c->class == EMUQ_FI_ATOMIC_COMPARE)
        end = atomic_gather(end, c->compare, c->compares, c->size);
    return (size_t)(end - payload);
}

ssize_t emuq_fi_atomic_send(emuq_fi_endpoint_t *ep, const emuq_fi_atomic_call_t *c,
                            emuq_fi_atomic_offer_t *offer)
{
    if (ep->pending != NULL || ep->reply != NULL || !emuq_fi_port_has_space(ep, 1) ||
        ep->atomics == EMUQ_FI_ATOMICS)
        return -FI_EAGAIN;
    atomic_wait_t *w = atomic_wait_new(ep);
    w->rank = emuq_fi_av_peer(ep->av, c->peer)->address.rank;
    w->flags = c->flags;
    w->context = c->context;
    w->class = c->class;
    w->results = (uint32_t)c->results;
    for (size_t i = 0; i < c->results; i++)
        w->result[i] = (struct iovec){c->result[i].addr, c->result[i].count * c->size};
    ep->atomic_peer[w->rank].requests++;
    if (offer != NULL) {
        offer->id = w->id;
        offer->ticket = emuq_offer_open(offer->word);
    }
    uint8_t kind = EMUQ_FI_ATOMIC | (c->flags & FI_REMOTE_CQ_DATA ? EMUQ_FI_HAS_DATA : 0);
    emuq_fi_port_send_packet(ep, emuq_fi_route_of(ep, c->peer), kind, 0, 0,
                             atomic_write(ep, c, w->id, offer));
    return 0;
}

/* @return 0 or a negative error; -FI_EAGAIN: needs progress */
static ssize_t atomic_try(emuq_fi_endpoint_t *ep, const emuq_fi_atomic_call_t *c)
{
    ssize_t rc = emuq_fi_native_start(ep, c);
    if (rc != EMUQ_FI_NOT_NATIVE)
        return rc;
    uint32_t rank = emuq_fi_av_peer(ep->av, c->peer)->address.rank;
    return ep->keeps_order && ep->atomic_peer[rank].natives != 0 ? -FI_EAGAIN
                                                                 : emuq_fi_atomic_send(ep, c, NULL);
}

static ssize_t atomic_locked(emuq_fi_endpoint_t *ep, const emuq_fi_atomic_call_t *c)
{
    if (emuq_fi_route_of(ep, c->peer) == NULL)
        return emuq_fi_route_error(ep, c->peer);
    if (!atomic_prepare(ep))
        return -FI_ENOMEM;
    if ((c->flags & FI_FENCE) && !emuq_fi_fence(ep))
        return -FI_EAGAIN;
    ssize_t rc = atomic_try(ep, c);
    if (rc != -FI_EAGAIN)
        return rc;
    emuq_fi_progress(ep);
    return emuq_fi_route_of(ep, c->peer) != NULL ? atomic_try(ep, c) : emuq_fi_route_error(ep, c->peer);
}

/* @param c the size and count are set */
static ssize_t atomic_start(struct fid_ep *fid, emuq_fi_atomic_call_t *c)
{
    emuq_fi_endpoint_t *ep = (emuq_fi_endpoint_t *)fid;
    size_t size = emuq_fi_atomic_size(c->type, c->op, c->class), count = 0;
    if (size == 0)
        return -FI_EOPNOTSUPP;
    if (c->targets == 0 || c->targets > EMUQ_FI_IOV || c->operands > EMUQ_FI_IOV ||
        c->compares > EMUQ_FI_IOV || c->results > EMUQ_FI_IOV)
        return -FI_EINVAL;
    size_t most = atomic_most(c->class, size);
    for (size_t i = 0; i < c->targets; i++) {
        if (c->target[i].count == 0)
            return -FI_EINVAL;
        if (c->target[i].count > most - count)
            return -FI_EMSGSIZE;
        count += c->target[i].count;
    }
    if ((c->op != FI_ATOMIC_READ && atomic_count_of(c->operand, c->operands) != count) ||
        (c->class == EMUQ_FI_ATOMIC_COMPARE && atomic_count_of(c->compare, c->compares) != count) ||
        (c->class != EMUQ_FI_ATOMIC_BASE && atomic_count_of(c->result, c->results) != count))
        return -FI_EINVAL;
    c->size = size;
    c->count = count;
    if (!ep->is_open || !ep->has_atomic)
        return -FI_EOPBADSTATE;
    emuq_fi_lock(&ep->lock);
    ssize_t rc = atomic_locked(ep, c);
    emuq_fi_unlock(&ep->lock);
    return rc;
}

/* ---- operations ---- */

#define OF_CALL(flags) ((flags) & ~(EMUQ_FI_NO_ENTRY | FI_READ | FI_WRITE))

static uint64_t atomic_flags(struct fid_ep *ep)
{
    return OF_CALL(((emuq_fi_endpoint_t *)ep)->send_flags);
}

/* A call with one target. @param c the rest, with the operands */
static ssize_t atomic_single(struct fid_ep *ep, emuq_fi_atomic_call_t c, uint64_t addr, uint64_t key)
{
    const struct fi_ioc *counted = c.class == EMUQ_FI_ATOMIC_BASE ? c.operand : c.result;
    size_t parts = c.class == EMUQ_FI_ATOMIC_BASE ? c.operands : c.results;
    if (parts > EMUQ_FI_IOV)
        return -FI_EINVAL;
    const struct fi_rma_ioc target = {addr, atomic_count_of(counted, parts), key};
    c.target = &target;
    c.targets = 1;
    return atomic_start(ep, &c);
}

/* @return parameters of an operation of class BASE, without a target */
static emuq_fi_atomic_call_t atomic_vector(struct fid_ep *ep, const struct fi_ioc *operand, size_t operands,
                                           fi_addr_t peer, enum fi_datatype type, enum fi_op op,
                                           void *context)
{
    return (emuq_fi_atomic_call_t){.class = EMUQ_FI_ATOMIC_BASE,
                                   .type = type,
                                   .op = op,
                                   .operand = operand,
                                   .operands = operands,
                                   .peer = peer,
                                   .flags = atomic_flags(ep),
                                   .context = context};
}

static ssize_t atomic_message(struct fid_ep *ep, const struct fi_msg_atomic *m, emuq_fi_atomic_call_t c,
                              uint64_t flags)
{
    c.type = m->datatype;
    c.op = m->op;
    c.operand = m->msg_iov;
    c.operands = m->iov_count;
    c.peer = m->addr;
    c.target = m->rma_iov;
    c.targets = m->rma_iov_count;
    c.data = m->data;
    c.flags = OF_CALL(flags);
    c.context = m->context;
    return atomic_start(ep, &c);
}

static ssize_t atomic_writev(struct fid_ep *ep, const struct fi_ioc *iov, void **desc, size_t count,
                             fi_addr_t to, uint64_t addr, uint64_t key, enum fi_datatype type, enum fi_op op,
                             void *context)
{
    (void)desc;
    const emuq_fi_atomic_call_t c = atomic_vector(ep, iov, count, to, type, op, context);
    return atomic_single(ep, c, addr, key);
}

static ssize_t atomic_write_one(struct fid_ep *ep, const void *buf, size_t count, void *desc, fi_addr_t to,
                                uint64_t addr, uint64_t key, enum fi_datatype type, enum fi_op op,
                                void *context)
{
    const struct fi_ioc part = {(void *)(uintptr_t)buf, count};
    return atomic_writev(ep, &part, &desc, 1, to, addr, key, type, op, context);
}

static ssize_t atomic_writemsg(struct fid_ep *ep, const struct fi_msg_atomic *m, uint64_t flags)
{
    return atomic_message(ep, m, (emuq_fi_atomic_call_t){.class = EMUQ_FI_ATOMIC_BASE}, flags);
}

static ssize_t atomic_inject(struct fid_ep *ep, const void *buf, size_t count, fi_addr_t to, uint64_t addr,
                             uint64_t key, enum fi_datatype type, enum fi_op op)
{
    const struct fi_ioc part = {(void *)(uintptr_t)buf, count};
    emuq_fi_atomic_call_t c = atomic_vector(ep, &part, 1, to, type, op, NULL);
    c.flags = FI_INJECT | EMUQ_FI_NO_ENTRY;
    return atomic_single(ep, c, addr, key);
}

static ssize_t atomic_readwritev(struct fid_ep *ep, const struct fi_ioc *iov, void **desc, size_t count,
                                 struct fi_ioc *result, void **result_desc, size_t results, fi_addr_t to,
                                 uint64_t addr, uint64_t key, enum fi_datatype type, enum fi_op op,
                                 void *context)
{
    (void)desc, (void)result_desc;
    emuq_fi_atomic_call_t c = atomic_vector(ep, iov, count, to, type, op, context);
    c.class = EMUQ_FI_ATOMIC_FETCH;
    c.result = result;
    c.results = results;
    return atomic_single(ep, c, addr, key);
}

static ssize_t atomic_readwrite(struct fid_ep *ep, const void *buf, size_t count, void *desc, void *result,
                                void *result_desc, fi_addr_t to, uint64_t addr, uint64_t key,
                                enum fi_datatype type, enum fi_op op, void *context)
{
    const struct fi_ioc part = {(void *)(uintptr_t)buf, count};
    struct fi_ioc to_result = {result, count};
    return atomic_readwritev(ep, &part, &desc, 1, &to_result, &result_desc, 1, to, addr, key, type, op,
                             context);
}

static ssize_t atomic_readwritemsg(struct fid_ep *ep, const struct fi_msg_atomic *m, struct fi_ioc *result,
                                   void **result_desc, size_t results, uint64_t flags)
{
    (void)result_desc;
    return atomic_message(
        ep, m, (emuq_fi_atomic_call_t){.class = EMUQ_FI_ATOMIC_FETCH, .result = result, .results = results},
        flags);
}

static ssize_t atomic_compwritev(struct fid_ep *ep, const struct fi_ioc *iov, void **desc, size_t count,
                                 const struct fi_ioc *compare, void **compare_desc, size_t compares,
                                 struct fi_ioc *result, void **result_desc, size_t results, fi_addr_t to,
                                 uint64_t addr, uint64_t key, enum fi_datatype type, enum fi_op op,
                                 void *context)
{
    (void)desc, (void)compare_desc, (void)result_desc;
    emuq_fi_atomic_call_t c = atomic_vector(ep, iov, count, to, type, op, context);
    c.class = EMUQ_FI_ATOMIC_COMPARE;
    c.compare = compare;
    c.compares = compares;
    c.result = result;
    c.results = results;
    return atomic_single(ep, c, addr, key);
}

static ssize_t atomic_compwrite(struct fid_ep *ep, const void *buf, size_t count, void *desc,
                                const void *compare, void *compare_desc, void *result, void *result_desc,
                                fi_addr_t to, uint64_t addr, uint64_t key, enum fi_datatype type,
                                enum fi_op op, void *context)
{
    const struct fi_ioc part = {(void *)(uintptr_t)buf, count};
    const struct fi_ioc compared = {(void *)(uintptr_t)compare, count};
    struct fi_ioc to_result = {result, count};
    return atomic_compwritev(ep, &part, &desc, 1, &compared, &compare_desc, 1, &to_result, &result_desc, 1,
                             to, addr, key, type, op, context);
}

static ssize_t atomic_compwritemsg(struct fid_ep *ep, const struct fi_msg_atomic *m,
                                   const struct fi_ioc *compare, void **compare_desc, size_t compares,
                                   struct fi_ioc *result, void **result_desc, size_t results, uint64_t flags)
{
    (void)compare_desc, (void)result_desc;
    return atomic_message(ep, m,
                          (emuq_fi_atomic_call_t){.class = EMUQ_FI_ATOMIC_COMPARE,
                                                  .compare = compare,
                                                  .compares = compares,
                                                  .result = result,
                                                  .results = results},
                          flags);
}

/* ---- queries ---- */

/* @return 0 or -FI_EOPNOTSUPP */
static int atomic_query(enum fi_datatype type, enum fi_op op, emuq_fi_atomic_class_t class,
                        struct fi_atomic_attr *attr)
{
    size_t size = emuq_fi_atomic_size(type, op, class);
    if (size == 0)
        return -FI_EOPNOTSUPP;
    attr->size = size;
    attr->count = atomic_most(class, size);
    return 0;
}

static int atomic_valid(enum fi_datatype type, enum fi_op op, emuq_fi_atomic_class_t class, size_t *count)
{
    struct fi_atomic_attr attr;
    int rc = atomic_query(type, op, class, &attr);
    if (rc == 0 && count != NULL)
        *count = attr.count;
    return rc;
}

static int atomic_writevalid(struct fid_ep *ep, enum fi_datatype type, enum fi_op op, size_t *count)
{
    (void)ep;
    return atomic_valid(type, op, EMUQ_FI_ATOMIC_BASE, count);
}

static int atomic_readwritevalid(struct fid_ep *ep, enum fi_datatype type, enum fi_op op, size_t *count)
{
    (void)ep;
    return atomic_valid(type, op, EMUQ_FI_ATOMIC_FETCH, count);
}

static int atomic_compwritevalid(struct fid_ep *ep, enum fi_datatype type, enum fi_op op, size_t *count)
{
    (void)ep;
    return atomic_valid(type, op, EMUQ_FI_ATOMIC_COMPARE, count);
}

int emuq_fi_atomic_query(struct fid_domain *domain, enum fi_datatype type, enum fi_op op,
                         struct fi_atomic_attr *attr, uint64_t flags)
{
    (void)domain;
    if (attr == NULL || (flags & ~(FI_FETCH_ATOMIC | FI_COMPARE_ATOMIC | FI_TAGGED)) != 0 ||
        (flags & (FI_FETCH_ATOMIC | FI_COMPARE_ATOMIC)) == (FI_FETCH_ATOMIC | FI_COMPARE_ATOMIC))
        return -FI_EINVAL;
    if (flags & FI_TAGGED)
        return -FI_EOPNOTSUPP;
    return atomic_query(type, op,
                        flags & FI_FETCH_ATOMIC     ? EMUQ_FI_ATOMIC_FETCH
                        : flags & FI_COMPARE_ATOMIC ? EMUQ_FI_ATOMIC_COMPARE
                                                    : EMUQ_FI_ATOMIC_BASE,
                        attr);
}

struct fi_ops_atomic emuq_fi_atomic_ops = {.size = sizeof emuq_fi_atomic_ops,
                                           .write = atomic_write_one,
                                           .writev = atomic_writev,
                                           .writemsg = atomic_writemsg,
                                           .inject = atomic_inject,
                                           .readwrite = atomic_readwrite,
                                           .readwritev = atomic_readwritev,
                                           .readwritemsg = atomic_readwritemsg,
                                           .compwrite = atomic_compwrite,
                                           .compwritev = atomic_compwritev,
                                           .compwritemsg = atomic_compwritemsg,
                                           .writevalid = atomic_writevalid,
                                           .readwritevalid = atomic_readwritevalid,
                                           .compwritevalid = atomic_compwritevalid};
