/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations by address: read-modify-write, fences, puts and gets. */
#include <stdlib.h>

#include "base/memory.h"
#include "msglayer/p2p/p2p.h"

/* ---- read-modify-write, by the target's advance with processor atomics ---- */

#define RMW_MODIFY_MASK 0x1c

typedef struct rmw_request {
    uint64_t remote;
    uint64_t value, test;
    uint32_t id; /* id of the origin's operation */
    uint8_t operation;
    uint8_t bytes; /* 4 or 8 */
} rmw_request_t;

/* Reply of the target; also the message of a fence and its reply. */
typedef struct rmw_reply {
    uint32_t id;  /* id of the origin's operation */
    uint64_t old; /* old value of the integer */
} rmw_reply_t;

static uint64_t rmw_modify(unsigned operation, uint64_t old, uint64_t value)
{
    switch (operation & RMW_MODIFY_MASK) {
    case PAMI_ATOMIC_SET:
        return value;
    case PAMI_ATOMIC_ADD:
        return old + value;
    case PAMI_ATOMIC_OR:
        return old | value;
    case PAMI_ATOMIC_AND:
        return old & value;
    case PAMI_ATOMIC_XOR:
        return old ^ value;
    default:
        return old;
    }
}

/* @param ao prefix of atomic operations on @p type */
#define RMW_APPLY(name, type, ao)                                                                            \
    static uint64_t name(const rmw_request_t *r)                                                             \
    {                                                                                                        \
        type *word = (type *)(uintptr_t)r->remote, old, wanted;                                              \
        do {                                                                                                 \
            old = ao##load_acquire(word);                                                                    \
            if ((r->operation & PAMI_ATOMIC_COMPARE) && old != (type)r->test)                                \
                return old;                                                                                  \
            wanted = (type)rmw_modify(r->operation, old, r->value);                                          \
        } while (!ao##compare_and_swap_full(word, old, wanted));                                             \
        return old;                                                                                          \
    }
RMW_APPLY(rmw_apply_4, uint32_t, AO_int_)
RMW_APPLY(rmw_apply_8, uint64_t, AO_)

static void rmw_on_request(pami_context_t context, void *cookie, const void *header, size_t header_size,
                           const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)data, (void)data_size, (void)recv;
    rmw_request_t r;
    memcpy(&r, header, sizeof r);
    rmw_reply_t reply = {r.id, r.bytes == 4 ? rmw_apply_4(&r) : rmw_apply_8(&r)};
    if (emuq_pami_send_short(context, origin, EMUQ_PAMI_ID_REPLY, &reply, sizeof reply, NULL, 0) !=
        PAMI_SUCCESS)
        abort(); /* the origin would wait forever */
}

/* Completes a read-modify-write or a message of a fence at the origin. */
static void rmw_on_reply(pami_context_t context, void *cookie, const void *header, size_t header_size,
                         const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)data, (void)data_size, (void)origin, (void)recv;
    rmw_reply_t reply;
    memcpy(&reply, header, sizeof reply);
    emuq_pami_op_t *op = emuq_pami_op_find(context, reply.id);
    if (op == NULL)
        return;
    if (op->user != NULL)
        memcpy(op->user, &reply.old, op->bytes); /* little-endian: the low bytes come first */
    emuq_pami_op_local(context, op);
}

static size_t rmw_size_of(pami_type_t type)
{
    if (type == PAMI_TYPE_SIGNED_INT || type == PAMI_TYPE_UNSIGNED_INT)
        return sizeof(int);
    if (type == PAMI_TYPE_SIGNED_LONG || type == PAMI_TYPE_UNSIGNED_LONG ||
        type == PAMI_TYPE_SIGNED_LONG_LONG || type == PAMI_TYPE_UNSIGNED_LONG_LONG)
        return sizeof(long);
    return 0;
}

static bool rmw_is_legal(const pami_rmw_t *p, size_t bytes)
{
    unsigned operation = (unsigned)p->operation;
    if (bytes == 0 || (uintptr_t)p->remote % bytes != 0 || p->remote == NULL)
        return false;
    if (operation == 0 || operation == PAMI_ATOMIC_COMPARE || (operation & ~0x1fu) != 0 ||
        (operation & RMW_MODIFY_MASK) > PAMI_ATOMIC_XOR)
        return false;
    return !((operation & PAMI_ATOMIC_FETCH) && p->local == NULL) &&
           !((operation & PAMI_ATOMIC_COMPARE) && p->test == NULL) &&
           !((operation & RMW_MODIFY_MASK) && p->value == NULL);
}

/* Reports why rmw_is_legal() rejects an operation. @return PAMI_INVAL */
static __attribute__((cold)) pami_result_t rmw_reject(const pami_rmw_t *p, size_t bytes)
{
    if (bytes == 0)
        return emuq_pami_invalid("type: expected a signed or unsigned int, long or long long");
    if (p->remote == NULL || (uintptr_t)p->remote % bytes != 0)
        return emuq_pami_invalid("remote %p is null, or no multiple of %zu bytes", p->remote, bytes);
    return emuq_pami_invalid("operation 0x%x is unknown, or needs local, value or test, which is null",
                             (unsigned)p->operation);
}

pami_result_t PAMI_Rmw(pami_context_t handle, pami_rmw_t *parameters)
{
    emuq_pami_context_t *context = handle;
    size_t bytes = parameters != NULL ? rmw_size_of(parameters->type) : 0;
    if (context == NULL || parameters == NULL)
        return emuq_pami_result(emuq_pami_null(context));
    if (!rmw_is_legal(parameters, bytes))
        return emuq_pami_result(rmw_reject(parameters, bytes));
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        return emuq_pami_result(PAMI_ENOMEM);
    rmw_request_t r = {.remote = (uintptr_t)parameters->remote,
                       .id = op->id,
                       .operation = (uint8_t)parameters->operation,
                       .bytes = (uint8_t)bytes};
    if (parameters->operation & RMW_MODIFY_MASK)
        memcpy(&r.value, parameters->value, bytes);
    if (parameters->operation & PAMI_ATOMIC_COMPARE)
        memcpy(&r.test, parameters->test, bytes);
    op->kind = EMUQ_PAMI_OP_SINGLE;
    op->dest = parameters->dest;
    op->user = parameters->operation & PAMI_ATOMIC_FETCH ? parameters->local : NULL;
    op->bytes = bytes;
    op->local_fn = parameters->done_fn;
    op->cookie = parameters->cookie;
    op->calls_client = true;
    op->pending = EMUQ_PAMI_LOCAL;
    pami_result_t rc =
        emuq_pami_send_short(context, parameters->dest, EMUQ_PAMI_ID_RMW, &r, sizeof r, NULL, 0);
    if (rc != PAMI_SUCCESS)
        emuq_pami_op_drop(context, op);
    return emuq_pami_result(rc);
}

/*
 * ---- fences ----
 *
 * A fence waits for the operations in progress, for a message that returns from each target behind all
 * earlier messages, and, after puts, for a remote get that returns behind the puts.
 */

/* Replies at the target, behind all earlier messages. */
static void fence_on_request(pami_context_t context, void *cookie, const void *header, size_t header_size,
                             const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)data, (void)data_size, (void)recv;
    if (emuq_pami_send_short(context, origin, EMUQ_PAMI_ID_REPLY, header, header_size, NULL, 0) !=
        PAMI_SUCCESS)
        abort(); /* the origin would wait forever */
}

static emuq_pami_op_t *fence_new_op(emuq_pami_context_t *context, emuq_pami_peer_t *peer,
                                    emuq_pami_fence_t *fence, uint8_t pending)
{
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        return NULL;
    op->kind = EMUQ_PAMI_OP_PING;
    op->dest = peer->endpoint;
    op->pending = pending;
    op->fence = fence;
    fence->left++;
    return op;
}

/* Sends the probes to a peer. @return false: out of memory */
static bool fence_probe(emuq_pami_context_t *context, emuq_pami_peer_t *peer, emuq_pami_fence_t *fence)
{
    if (peer->was_sent_to) {
        emuq_pami_op_t *op = fence_new_op(context, peer, fence, EMUQ_PAMI_LOCAL);
        if (op == NULL)
            return false;
        rmw_reply_t message = {.id = op->id};
        if (emuq_pami_send_short(context, peer->endpoint, EMUQ_PAMI_ID_FENCE, &message, sizeof message, NULL,
                                 0) != PAMI_SUCCESS) {
            emuq_pami_op_drop(context, op); /* no reply will arrive */
            fence->left--;
            return false;
        }
        peer->was_sent_to = false;
    }
    if (peer->was_put_to) {
        emuq_pami_op_t *op = fence_new_op(context, peer, fence, EMUQ_PAMI_REMOTE);
        if (op == NULL)
            return false;
        emuq_pami_rdma(context, op);
        peer->was_put_to = false;
    }
    return true;
}

typedef struct fence_scope {
    emuq_pami_fence_t *fence;
    bool all;
    uint32_t target;
} fence_scope_t;

/* Counts an operation. If an older fence counts it already, the new fence counts the older fence. */
static void fence_count_op(emuq_pami_op_t *op, void *cookie)
{
    const fence_scope_t *s = cookie;
    if ((!s->all && op->dest != s->target) || op->fence == s->fence)
        return;
    if (op->fence == NULL) {
        op->fence = s->fence;
        s->fence->left++;
        return;
    }
    emuq_pami_fence_t *older = op->fence;
    while (older->later != NULL && older->later != s->fence)
        older = older->later;
    if (older->later == NULL && older != s->fence) {
        older->later = s->fence;
        s->fence->left++;
    }
}

static pami_result_t fence_start(emuq_pami_context_t *context, pami_event_function done_fn, void *cookie,
                                 bool all, uint32_t target)
{
    emuq_pami_fence_t *fence = emuq_calloc(1, sizeof *fence);
    if (fence == NULL)
        return PAMI_ENOMEM;
    *fence = (emuq_pami_fence_t){.left = 1, .done_fn = done_fn, .cookie = cookie};
    fence_scope_t scope = {fence, all, target};
    emuq_pami_op_each(context, fence_count_op, &scope);
    pami_result_t rc = PAMI_SUCCESS;
    for (emuq_pami_peer_t *peer = context->all_peers; peer != NULL && rc == PAMI_SUCCESS; peer = peer->next)
        if ((all || peer->endpoint == target) && !fence_probe(context, peer, fence))
            rc = PAMI_ENOMEM;
    if (rc != PAMI_SUCCESS)
        fence->done_fn = NULL; /* the call returns the error instead */
    emuq_pami_fence_one(context, fence);
    return rc;
}

pami_result_t PAMI_Fence_begin(pami_context_t context)
{
    EMUQ_PAMI_CALL();
    return emuq_pami_result(context != NULL ? PAMI_SUCCESS : emuq_pami_invalid("context is null"));
}

pami_result_t PAMI_Fence_end(pami_context_t context)
{
    EMUQ_PAMI_CALL();
    return emuq_pami_result(context != NULL ? PAMI_SUCCESS : emuq_pami_invalid("context is null"));
}

pami_result_t PAMI_Fence_all(pami_context_t context, pami_event_function done_fn, void *cookie)
{
    EMUQ_PAMI_CALL();
    return emuq_pami_result(context != NULL ? fence_start(context, done_fn, cookie, true, 0)
                                            : emuq_pami_invalid("context is null"));
}

pami_result_t PAMI_Fence_endpoint(pami_context_t context, pami_event_function done_fn, void *cookie,
                                  pami_endpoint_t target)
{
    EMUQ_PAMI_CALL();
    if (context == NULL)
        return emuq_pami_result(emuq_pami_invalid("context is null"));
    if (emuq_pami_peer(context, target) == NULL)
        return emuq_pami_result(emuq_pami_peer_error(context, target));
    return emuq_pami_result(fence_start(context, done_fn, cookie, false, target));
}

/*
 * ---- puts and gets by address ----
 *
 * Only the target can translate its addresses, so its advance handles these operations. A put is a message
 * whose dispatch function returns the address; a get requests a message in the opposite direction.
 */

/* Header of a put; a serialised type of the target's memory may follow. */
typedef struct onesided_put_header {
    uint64_t address;
} onesided_put_header_t;

/* Header of a get; a serialised type may follow. */
typedef struct onesided_get_header {
    uint64_t address, bytes;
    uint32_t id; /* id of the origin's operation */
} onesided_get_header_t;

/* ---- at the target ---- */

/* Deserialises the type behind a header of @p before bytes. */
static pami_type_t onesided_type_behind(const void *header, size_t header_size, size_t before)
{
    pami_type_t type = PAMI_TYPE_NULL;
    if (PAMI_Type_deserialize(&type, (void *)(uintptr_t)((const char *)header + before),
                              header_size - before) != PAMI_SUCCESS)
        abort(); /* the origin has serialised the type */
    return type;
}

static void onesided_type_done(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    emuq_pami_type_release(cookie);
}

/* Sets @p recv to the destination of a put. */
static void onesided_put_request(pami_context_t context, void *cookie, const void *header, size_t header_size,
                                 const void *data, size_t data_size, pami_endpoint_t origin,
                                 pami_recv_t *recv)
{
    (void)context, (void)cookie, (void)data, (void)data_size, (void)origin;
    onesided_put_header_t h;
    memcpy(&h, header, sizeof h);
    recv->addr = (void *)(uintptr_t)h.address;
    if (header_size == sizeof h)
        return;
    recv->type = onesided_type_behind(header, header_size, sizeof h);
    recv->cookie = recv->type;
    recv->local_fn = onesided_type_done;
}

/* Sends the data of a get. */
static void onesided_get_request(pami_context_t context, void *cookie, const void *header, size_t header_size,
                                 const void *data, size_t data_size, pami_endpoint_t origin,
                                 pami_recv_t *recv)
{
    (void)cookie, (void)data, (void)data_size, (void)recv;
    onesided_get_header_t h;
    memcpy(&h, header, sizeof h);
    pami_type_t type =
        header_size != sizeof h ? onesided_type_behind(header, header_size, sizeof h) : PAMI_TYPE_NULL;
    emuq_pami_message_t m = {.dest = origin,
                             .id = EMUQ_PAMI_ID_GOT,
                             .header = &h.id,
                             .header_size = sizeof h.id,
                             .data = (void *)(uintptr_t)h.address,
                             .data_size = h.bytes};
    if ((type != PAMI_TYPE_NULL ? emuq_pami_send_typed(context, &m, &(emuq_pami_source_t){.type = type})
                                : emuq_pami_send(context, &m)) != PAMI_SUCCESS)
        abort(); /* the origin would wait forever */
    emuq_pami_type_release(type);
}

/* ---- at the origin ---- */

static void onesided_get_done(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)result;
    emuq_pami_op_t *op = cookie;
    emuq_pami_type_release(op->type);
    emuq_pami_op_local(context, op);
}

static void onesided_get_reply(pami_context_t context, void *cookie, const void *header, size_t header_size,
                               const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)data, (void)data_size, (void)origin;
    uint32_t id;
    memcpy(&id, header, sizeof id);
    emuq_pami_op_t *op = emuq_pami_op_find(context, id);
    if (op == NULL)
        abort(); /* the context has ended with the get in progress */
    recv->addr = op->user;
    if (op->type != PAMI_TYPE_NULL)
        recv->type = op->type;
    recv->cookie = op;
    recv->local_fn = onesided_get_done;
}

/* Returns a malloc'ed header followed by a type. @return NULL: out of memory */
static void *onesided_header_with_type(const void *header, size_t bytes, pami_type_t type, size_t *total)
{
    void *text;
    size_t text_bytes;
    if (PAMI_Type_serialize(type, &text, &text_bytes) != PAMI_SUCCESS)
        return NULL;
    char *both = emuq_malloc(bytes + text_bytes);
    if (both == NULL)
        return NULL;
    memcpy(both, header, bytes);
    memcpy(both + bytes, text, text_bytes);
    *total = bytes + text_bytes;
    return both;
}

/* Sends a put. @param type NULL: contiguous on both sides */
static inline __attribute__((always_inline)) pami_result_t
onesided_put(emuq_pami_context_t *context, const pami_rma_t *rma, const pami_rma_addr_t *addr,
             pami_event_function rdone_fn, const pami_rma_typed_t *type)
{
    onesided_put_header_t h = {(uintptr_t)addr->remote};
    emuq_pami_message_t m = {.dest = rma->dest,
                             .id = EMUQ_PAMI_ID_PUT,
                             .header = &h,
                             .header_size = sizeof h,
                             .data = addr->local,
                             .data_size = rma->bytes,
                             .local_fn = rma->done_fn,
                             .remote_fn = rdone_fn,
                             .cookie = rma->cookie,
                             .calls_client = true};
    if (type == NULL)
        return emuq_pami_send(context, &m);
    m.header = m.buffer = onesided_header_with_type(&h, sizeof h, type->remote, &m.header_size);
    if (m.header == NULL)
        return PAMI_ENOMEM;
    return emuq_pami_send_typed(context, &m, &(emuq_pami_source_t){.type = type->local});
}

pami_result_t PAMI_Put(pami_context_t context, pami_put_simple_t *p)
{
    if (context == NULL || p == NULL || p->rma.bytes == 0)
        return emuq_pami_result(emuq_pami_invalid_transfer(context, p));
    return emuq_pami_result(onesided_put(context, &p->rma, &p->addr, p->put.rdone_fn, NULL));
}

pami_result_t PAMI_Put_typed(pami_context_t context, pami_put_typed_t *p)
{
    if (context == NULL || p == NULL || p->rma.bytes == 0)
        return emuq_pami_result(emuq_pami_invalid_transfer(context, p));
    pami_result_t rc = emuq_pami_types_fit(&p->type, p->rma.bytes);
    if (rc != PAMI_SUCCESS)
        return emuq_pami_result(rc);
    return emuq_pami_result(onesided_put(context, &p->rma, &p->addr, p->put.rdone_fn, &p->type));
}

/* Requests the data of a get. @param type NULL: contiguous on both sides */
static inline __attribute__((always_inline)) pami_result_t onesided_get(emuq_pami_context_t *context,
                                                                        const pami_rma_t *rma,
                                                                        const pami_rma_addr_t *addr,
                                                                        const pami_rma_typed_t *type)
{
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        return PAMI_ENOMEM;
    op->kind = EMUQ_PAMI_OP_SINGLE;
    op->dest = rma->dest;
    op->pending = EMUQ_PAMI_LOCAL;
    op->local_fn = rma->done_fn;
    op->cookie = rma->cookie;
    op->calls_client = true;
    op->user = addr->local;
    onesided_get_header_t h = {(uintptr_t)addr->remote, rma->bytes, op->id};
    pami_result_t rc = PAMI_ENOMEM;
    if (type == NULL) {
        rc = emuq_pami_send_short(context, rma->dest, EMUQ_PAMI_ID_GET, &h, sizeof h, NULL, 0);
    } else {
        emuq_pami_message_t m = {.dest = rma->dest, .id = EMUQ_PAMI_ID_GET};
        m.header = m.buffer = onesided_header_with_type(&h, sizeof h, type->remote, &m.header_size);
        emuq_pami_type_retain(type->local);
        op->type = type->local;
        if (m.header != NULL)
            rc = emuq_pami_send(context, &m);
    }
    if (rc != PAMI_SUCCESS) {
        emuq_pami_type_release(op->type);
        emuq_pami_op_drop(context, op);
    }
    return rc;
}

pami_result_t PAMI_Get(pami_context_t context, pami_get_simple_t *p)
{
    if (context == NULL || p == NULL || p->rma.bytes == 0)
        return emuq_pami_result(emuq_pami_invalid_transfer(context, p));
    return emuq_pami_result(onesided_get(context, &p->rma, &p->addr, NULL));
}

pami_result_t PAMI_Get_typed(pami_context_t context, pami_get_typed_t *p)
{
    if (context == NULL || p == NULL || p->rma.bytes == 0)
        return emuq_pami_result(emuq_pami_invalid_transfer(context, p));
    pami_result_t rc = emuq_pami_types_fit(&p->type, p->rma.bytes);
    if (rc != PAMI_SUCCESS)
        return emuq_pami_result(rc);
    return emuq_pami_result(onesided_get(context, &p->rma, &p->addr, &p->type));
}

/* ---- dispatch ids ---- */

void emuq_pami_onesided_open(emuq_pami_context_t *context)
{
    static const struct {
        uint8_t id;
        bool never_immediate;
        pami_dispatch_p2p_function fn;
    } functions[] = {
        {EMUQ_PAMI_ID_PUT, true, onesided_put_request}, {EMUQ_PAMI_ID_GET, false, onesided_get_request},
        {EMUQ_PAMI_ID_GOT, true, onesided_get_reply},   {EMUQ_PAMI_ID_RMW, false, rmw_on_request},
        {EMUQ_PAMI_ID_FENCE, false, fence_on_request},  {EMUQ_PAMI_ID_REPLY, false, rmw_on_reply},
    };
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        emuq_pami_dispatch_t *d = &context->dispatch[functions[i].id];
        d->fn = functions[i].fn;
        d->never_immediate = functions[i].never_immediate;
    }
}
