/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Read-modify-write. The target does it in its advance, with the processor's atomic operations: several
 * contexts, and processes that share the memory, may work on one location.
 */
#include "msglayer/p2p/onesided.h"

#include <stdlib.h>

#define MODIFY_MASK 0x1c

/* A request to the target. */
typedef struct request {
    uint64_t remote; /* address */
    uint64_t value, test;
    uint32_t id; /* operation of the origin */
    uint8_t operation;
    uint8_t bytes; /* 4 or 8 */
} request_t;

/* Its reply. */
typedef struct result {
    uint64_t old;
    uint32_t id;
} result_t;

static uint64_t modify(unsigned operation, uint64_t old, uint64_t value)
{
    switch (operation & MODIFY_MASK) {
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

static uint64_t read_modify_write_4(const request_t *r)
{
    uint32_t *word = (uint32_t *)(uintptr_t)r->remote;
    uint32_t old = __atomic_load_n(word, __ATOMIC_ACQUIRE), wanted;
    do {
        if ((r->operation & PAMI_ATOMIC_COMPARE) && old != (uint32_t)r->test)
            return old;
        wanted = (uint32_t)modify(r->operation, old, r->value);
    } while (!__atomic_compare_exchange_n(word, &old, wanted, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    return old;
}

static uint64_t read_modify_write_8(const request_t *r)
{
    uint64_t *word = (uint64_t *)(uintptr_t)r->remote;
    uint64_t old = __atomic_load_n(word, __ATOMIC_ACQUIRE), wanted;
    do {
        if ((r->operation & PAMI_ATOMIC_COMPARE) && old != r->test)
            return old;
        wanted = modify(r->operation, old, r->value);
    } while (!__atomic_compare_exchange_n(word, &old, wanted, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    return old;
}

/* At the target. */
void emuq_pami_rmw_request(pami_context_t context, void *cookie, const void *header, size_t header_size,
                           const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)data, (void)data_size, (void)recv;
    request_t r;
    memcpy(&r, header, sizeof r);
    result_t result = {.old = r.bytes == 4 ? read_modify_write_4(&r) : read_modify_write_8(&r), .id = r.id};
    if (emuq_pami_send_short(context, origin, EMUQ_PAMI_ID_RMW_DONE, &result, sizeof result, NULL, 0) !=
        PAMI_SUCCESS)
        abort(); /* the origin would wait for ever */
}

/* At the origin. */
void emuq_pami_rmw_done(pami_context_t context, void *cookie, const void *header, size_t header_size,
                        const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)data, (void)data_size, (void)origin, (void)recv;
    result_t result;
    memcpy(&result, header, sizeof result);
    emuq_pami_op_t *op = emuq_pami_op_find(context, result.id);
    if (op == NULL)
        return;
    if (op->user != NULL)
        memcpy(op->user, &result.old, op->bytes); /* the low bytes come first */
    emuq_pami_op_local(context, op);
}

static size_t size_of(pami_type_t type)
{
    if (type == PAMI_TYPE_SIGNED_INT || type == PAMI_TYPE_UNSIGNED_INT)
        return sizeof(int);
    if (type == PAMI_TYPE_SIGNED_LONG || type == PAMI_TYPE_UNSIGNED_LONG ||
        type == PAMI_TYPE_SIGNED_LONG_LONG || type == PAMI_TYPE_UNSIGNED_LONG_LONG)
        return sizeof(long);
    return 0;
}

static bool is_legal(const pami_rmw_t *p, size_t bytes)
{
    unsigned operation = (unsigned)p->operation;
    if (bytes == 0 || (uintptr_t)p->remote % bytes != 0 || p->remote == NULL)
        return false;
    if (operation == 0 || operation == PAMI_ATOMIC_COMPARE || (operation & ~0x1fu) != 0 ||
        (operation & MODIFY_MASK) > PAMI_ATOMIC_XOR)
        return false;
    return !((operation & PAMI_ATOMIC_FETCH) && p->local == NULL) &&
           !((operation & PAMI_ATOMIC_COMPARE) && p->test == NULL) &&
           !((operation & MODIFY_MASK) && p->value == NULL);
}

pami_result_t PAMI_Rmw(pami_context_t handle, pami_rmw_t *parameters)
{
    emuq_pami_context_t *context = handle;
    size_t bytes = parameters != NULL ? size_of(parameters->type) : 0;
    if (context == NULL || parameters == NULL || !is_legal(parameters, bytes))
        return emuq_pami_result(
            emuq_pami_invalid("the context or the parameters are null, or operation, type, alignment or a "
                              "pointer do not fit together"));
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        return emuq_pami_result(PAMI_ENOMEM);
    request_t r = {.remote = (uintptr_t)parameters->remote,
                   .id = op->id,
                   .operation = (uint8_t)parameters->operation,
                   .bytes = (uint8_t)bytes};
    if (parameters->operation & MODIFY_MASK)
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
