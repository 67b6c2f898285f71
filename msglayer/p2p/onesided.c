/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Puts and gets by address. Only the target can find its memory, so they are messages that its advance
 * handles: a put is a message whose dispatch function names the address; a get asks for a message in the
 * other direction. Long ones are moved by the Message Unit, like all long messages.
 */
#include "msglayer/p2p/onesided.h"

#include <stdlib.h>

#include "msglayer/p2p/source.h"
#include "msglayer/p2p/layout.h"

/* Header of a put. A typed one is followed by the serialised type of the target's memory. */
typedef struct put_header {
    uint64_t address;
} put_header_t;

/* Header of a get; likewise. */
typedef struct get_header {
    uint64_t address, bytes;
    uint32_t id; /* operation of the origin */
} get_header_t;

/* ---- at the target ---- */

static void put_request(pami_context_t context, void *cookie, const void *header, size_t header_size,
                        const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)context, (void)cookie, (void)header_size, (void)data, (void)data_size, (void)origin;
    put_header_t h;
    memcpy(&h, header, sizeof h);
    recv->addr = (void *)(uintptr_t)h.address;
}

/* The type behind a header of @p before bytes. */
static pami_type_t type_behind(const void *header, size_t header_size, size_t before)
{
    pami_type_t type = PAMI_TYPE_NULL;
    if (PAMI_Type_deserialize(&type, (void *)(uintptr_t)((const char *)header + before),
                              header_size - before) != PAMI_SUCCESS)
        abort(); /* the origin has serialised it */
    return type;
}

static void type_done(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    pami_type_t type = cookie;
    PAMI_Type_destroy(&type);
}

static void put_typed_request(pami_context_t context, void *cookie, const void *header, size_t header_size,
                              const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    put_request(context, cookie, header, header_size, data, data_size, origin, recv);
    recv->type = type_behind(header, header_size, sizeof(put_header_t));
    recv->cookie = recv->type;
    recv->local_fn = type_done;
}

static void get_request(pami_context_t context, void *cookie, const void *header, size_t header_size,
                        const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)data, (void)data_size, (void)recv;
    get_header_t h;
    memcpy(&h, header, sizeof h);
    emuq_pami_message_t m = {.dest = origin,
                             .id = EMUQ_PAMI_ID_GOT,
                             .header = &h.id,
                             .header_size = sizeof h.id,
                             .data = (void *)(uintptr_t)h.address,
                             .data_size = h.bytes};
    if (emuq_pami_send(context, &m) != PAMI_SUCCESS)
        abort(); /* the origin would wait for ever */
}

static void get_typed_request(pami_context_t context, void *cookie, const void *header, size_t header_size,
                              const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)data, (void)data_size, (void)recv;
    get_header_t h;
    memcpy(&h, header, sizeof h);
    pami_type_t type = type_behind(header, header_size, sizeof h);
    emuq_pami_source_t source = {.type = type};
    emuq_pami_message_t m = {.dest = origin,
                             .id = EMUQ_PAMI_ID_GOT,
                             .header = &h.id,
                             .header_size = sizeof h.id,
                             .data = (void *)(uintptr_t)h.address,
                             .data_size = h.bytes};
    if (emuq_pami_send_typed(context, &m, &source) != PAMI_SUCCESS)
        abort();
    PAMI_Type_destroy(&type);
}

/* ---- at the origin ---- */

static void got_done(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)result;
    emuq_pami_op_t *op = cookie;
    if (op->type != PAMI_TYPE_NULL)
        emuq_pami_type_release(op->type);
    emuq_pami_op_local(context, op);
}

static void got(pami_context_t context, void *cookie, const void *header, size_t header_size,
                const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)data, (void)data_size, (void)origin;
    uint32_t id;
    memcpy(&id, header, sizeof id);
    emuq_pami_op_t *op = emuq_pami_op_find(context, id);
    if (op == NULL)
        abort(); /* its context has ended while it was under way */
    recv->addr = op->user;
    if (op->type != PAMI_TYPE_NULL)
        recv->type = op->type;
    recv->cookie = op;
    recv->local_fn = got_done;
}

pami_result_t PAMI_Put(pami_context_t context, pami_put_simple_t *p)
{
    if (context == NULL || p == NULL || p->rma.bytes == 0)
        return emuq_pami_result(
            emuq_pami_invalid("the context or the parameters are null, or the length is 0"));
    put_header_t h = {(uintptr_t)p->addr.remote};
    emuq_pami_message_t m = {.dest = p->rma.dest,
                             .id = EMUQ_PAMI_ID_PUT,
                             .header = &h,
                             .header_size = sizeof h,
                             .data = p->addr.local,
                             .data_size = p->rma.bytes,
                             .local_fn = p->rma.done_fn,
                             .remote_fn = p->put.rdone_fn,
                             .cookie = p->rma.cookie,
                             .calls_client = true};
    return emuq_pami_result(emuq_pami_send(context, &m));
}

/* The operation of a get. @return NULL without memory. */
static emuq_pami_op_t *get_op(emuq_pami_context_t *context, const pami_rma_t *rma, void *local)
{
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        return NULL;
    op->kind = EMUQ_PAMI_OP_SINGLE;
    op->dest = rma->dest;
    op->pending = EMUQ_PAMI_LOCAL;
    op->local_fn = rma->done_fn;
    op->cookie = rma->cookie;
    op->calls_client = true;
    op->user = local;
    return op;
}

pami_result_t PAMI_Get(pami_context_t context, pami_get_simple_t *p)
{
    if (context == NULL || p == NULL || p->rma.bytes == 0)
        return emuq_pami_result(
            emuq_pami_invalid("the context or the parameters are null, or the length is 0"));
    emuq_pami_op_t *op = get_op(context, &p->rma, p->addr.local);
    if (op == NULL)
        return emuq_pami_result(PAMI_ENOMEM);
    get_header_t h = {(uintptr_t)p->addr.remote, p->rma.bytes, op->id};
    pami_result_t rc = emuq_pami_send_short(context, p->rma.dest, EMUQ_PAMI_ID_GET, &h, sizeof h, NULL, 0);
    if (rc != PAMI_SUCCESS)
        emuq_pami_op_drop(context, op);
    return emuq_pami_result(rc);
}

/* ---- typed ---- */

/* A header with a type behind it, malloc'ed. @return NULL: no memory, or the type is not complete. */
static void *header_with_type(const void *header, size_t bytes, pami_type_t type, size_t *total)
{
    void *text;
    size_t text_bytes;
    if (PAMI_Type_serialize(type, &text, &text_bytes) != PAMI_SUCCESS)
        return NULL;
    char *both = malloc(bytes + text_bytes);
    if (both == NULL)
        return NULL;
    memcpy(both, header, bytes);
    memcpy(both + bytes, text, text_bytes);
    *total = bytes + text_bytes;
    return both;
}

/* A put whose header is to be freed. */
typedef struct typed_put {
    pami_event_function done_fn, rdone_fn;
    void *cookie;
    void *header;
} typed_put_t;

static void typed_put_local(pami_context_t context, void *cookie, pami_result_t result)
{
    typed_put_t *put = cookie;
    free(put->header);
    put->header = NULL;
    if (put->done_fn != NULL && !((emuq_pami_context_t *)context)->is_ending)
        put->done_fn(context, put->cookie, result);
    if (put->rdone_fn == NULL)
        free(put);
}

static void typed_put_remote(pami_context_t context, void *cookie, pami_result_t result)
{
    typed_put_t put = *(typed_put_t *)cookie;
    free(cookie);
    if (!((emuq_pami_context_t *)context)->is_ending)
        put.rdone_fn(context, put.cookie, result);
}

pami_result_t PAMI_Put_typed(pami_context_t context, pami_put_typed_t *p)
{
    if (context == NULL || p == NULL || p->rma.bytes == 0)
        return emuq_pami_result(
            emuq_pami_invalid("the context or the parameters are null, or the length is 0"));
    if (!emuq_pami_has_bytes(p->type.local, p->rma.bytes) ||
        !emuq_pami_has_bytes(p->type.remote, p->rma.bytes))
        return emuq_pami_result(
            emuq_pami_invalid("a type is not complete, or has no %zu bytes", p->rma.bytes));
    put_header_t h = {(uintptr_t)p->addr.remote};
    typed_put_t *put = malloc(sizeof *put);
    size_t header_size = 0;
    void *header = header_with_type(&h, sizeof h, p->type.remote, &header_size);
    if (put == NULL || header == NULL) {
        free(put);
        free(header);
        return emuq_pami_result(PAMI_ENOMEM);
    }
    *put = (typed_put_t){p->rma.done_fn, p->put.rdone_fn, p->rma.cookie, header};
    emuq_pami_message_t m = {.dest = p->rma.dest,
                             .id = EMUQ_PAMI_ID_PUT_TYPED,
                             .header = header,
                             .header_size = header_size,
                             .data = p->addr.local,
                             .data_size = p->rma.bytes,
                             .local_fn = typed_put_local,
                             .remote_fn = p->put.rdone_fn != NULL ? typed_put_remote : NULL,
                             .cookie = put};
    emuq_pami_source_t source = {.type = p->type.local};
    pami_result_t rc = emuq_pami_send_typed(context, &m, &source);
    if (rc != PAMI_SUCCESS) {
        free(header);
        free(put);
    }
    return emuq_pami_result(rc);
}

/* Frees the header of a message that has been sent. */
static void free_cookie(pami_context_t context, void *cookie, pami_result_t result)
{
    (void)context, (void)result;
    free(cookie);
}

pami_result_t PAMI_Get_typed(pami_context_t context, pami_get_typed_t *p)
{
    if (context == NULL || p == NULL || p->rma.bytes == 0)
        return emuq_pami_result(
            emuq_pami_invalid("the context or the parameters are null, or the length is 0"));
    if (!emuq_pami_has_bytes(p->type.local, p->rma.bytes) ||
        !emuq_pami_has_bytes(p->type.remote, p->rma.bytes))
        return emuq_pami_result(
            emuq_pami_invalid("a type is not complete, or has no %zu bytes", p->rma.bytes));
    emuq_pami_op_t *op = get_op(context, &p->rma, p->addr.local);
    if (op == NULL)
        return emuq_pami_result(PAMI_ENOMEM);
    get_header_t h = {(uintptr_t)p->addr.remote, p->rma.bytes, op->id};
    size_t header_size = 0;
    void *header = header_with_type(&h, sizeof h, p->type.remote, &header_size);
    if (header == NULL) {
        emuq_pami_op_drop(context, op);
        return emuq_pami_result(PAMI_ENOMEM);
    }
    emuq_pami_type_retain(p->type.local);
    op->type = p->type.local;
    emuq_pami_message_t m = {.dest = p->rma.dest,
                             .id = EMUQ_PAMI_ID_GET_TYPED,
                             .header = header,
                             .header_size = header_size,
                             .local_fn = free_cookie,
                             .cookie = header};
    pami_result_t rc = emuq_pami_send(context, &m);
    if (rc != PAMI_SUCCESS) {
        emuq_pami_type_release(op->type);
        emuq_pami_op_drop(context, op);
        free(header);
    }
    return emuq_pami_result(rc);
}

/* ---- the library's ids ---- */

void emuq_pami_set_internal(emuq_pami_context_t *context)
{
    static const struct {
        uint8_t id;
        bool never_immediate;
        pami_dispatch_p2p_function fn;
    } functions[] = {
        {EMUQ_PAMI_ID_PUT, true, put_request},
        {EMUQ_PAMI_ID_PUT_TYPED, true, put_typed_request},
        {EMUQ_PAMI_ID_GET, false, get_request},
        {EMUQ_PAMI_ID_GET_TYPED, false, get_typed_request},
        {EMUQ_PAMI_ID_GOT, true, got},
        {EMUQ_PAMI_ID_RMW, false, emuq_pami_rmw_request},
        {EMUQ_PAMI_ID_RMW_DONE, false, emuq_pami_rmw_done},
        {EMUQ_PAMI_ID_FENCE, false, emuq_pami_fence_request},
        {EMUQ_PAMI_ID_FENCE_DONE, false, emuq_pami_fence_done},
    };
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        emuq_pami_dispatch_t *d = &context->dispatch[functions[i].id];
        d->fn = functions[i].fn;
        d->never_immediate = functions[i].never_immediate;
    }
}
