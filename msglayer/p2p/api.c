/* SPDX-License-Identifier: BSD-3-Clause */
/* The public functions for messages, puts and gets between regions: checks of what the client has passed. */
#include "msglayer/core/memregion.h"
#include "msglayer/p2p/p2p.h"

#include <stdlib.h>

#include "msglayer/p2p/source.h"

/* Checks that every message must pass. */
static inline pami_result_t check(const emuq_pami_context_t *context, const pami_send_immediate_t *send)
{
    if (context == NULL || send->dispatch > EMUQ_PAMI_DISPATCH_MAX)
        return PAMI_INVAL;
    const emuq_pami_dispatch_t *d = &context->dispatch[send->dispatch];
    if (d->fn == NULL || (d->short_header && send->header.iov_len > EMUQ_PAMI_IMMEDIATE))
        return PAMI_INVAL;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Send_immediate(pami_context_t handle, pami_send_immediate_t *parameters)
{
    emuq_pami_context_t *context = handle;
    if (context == NULL || parameters == NULL)
        return emuq_pami_result(PAMI_INVAL);
    size_t header = parameters->header.iov_len, data = parameters->data.iov_len;
    pami_result_t rc = check(context, parameters);
    if (rc == PAMI_SUCCESS && (header > EMUQ_PAMI_IMMEDIATE || data > EMUQ_PAMI_IMMEDIATE - header))
        rc = PAMI_INVAL;
    if (rc == PAMI_SUCCESS)
        rc = emuq_pami_send_short(context, parameters->dest, (uint8_t)parameters->dispatch,
                                  parameters->header.iov_base, header, parameters->data.iov_base, data);
    return emuq_pami_result(rc);
}

static emuq_pami_message_t message(const pami_send_immediate_t *send, const pami_send_event_t *events)
{
    return (emuq_pami_message_t){.dest = send->dest,
                                 .id = (uint8_t)send->dispatch,
                                 .header = send->header.iov_base,
                                 .header_size = send->header.iov_len,
                                 .data = send->data.iov_base,
                                 .data_size = send->data.iov_len,
                                 .local_fn = events->local_fn,
                                 .remote_fn = events->remote_fn,
                                 .cookie = events->cookie};
}

pami_result_t PAMI_Send(pami_context_t context, pami_send_t *parameters)
{
    if (context == NULL || parameters == NULL)
        return emuq_pami_result(PAMI_INVAL);
    pami_result_t rc = check(context, &parameters->send);
    if (rc == PAMI_SUCCESS) {
        emuq_pami_message_t m = message(&parameters->send, &parameters->events);
        rc = emuq_pami_send(context, &m);
    }
    return emuq_pami_result(rc);
}

pami_result_t PAMI_Send_typed(pami_context_t context, pami_send_typed_t *parameters)
{
    if (context == NULL || parameters == NULL)
        return emuq_pami_result(PAMI_INVAL);
    pami_result_t rc = check(context, &parameters->send);
    if (rc == PAMI_SUCCESS) {
        emuq_pami_message_t m = message(&parameters->send, &parameters->events);
        emuq_pami_source_t source = {parameters->typed.type, parameters->typed.offset,
                                     parameters->typed.data_fn, parameters->typed.data_cookie};
        rc = emuq_pami_send_typed(context, &m, &source);
    }
    return emuq_pami_result(rc);
}

/* ---- puts and gets between regions ---- */

static pami_result_t rdma(emuq_pami_context_t *context, const pami_rma_t *rma, const pami_rdma_t *where,
                          emuq_pami_op_kind_t kind, pami_event_function rdone_fn)
{
    emuq_pami_peer_t *peer = emuq_pami_peer(context, rma->dest);
    if (where->local.mr == NULL || where->remote.mr == NULL || peer == NULL)
        return PAMI_INVAL;
    uint64_t pa = emuq_pami_memregion_pa(&where->local), remote_pa = emuq_pami_memregion_pa(&where->remote);
    if (kind == EMUQ_PAMI_OP_PUT && rdone_fn == NULL &&
        emuq_pami_put_now(context, peer, pa, rma->bytes, remote_pa, rma->done_fn, rma->cookie))
        return PAMI_SUCCESS;
    emuq_pami_op_t *op = emuq_pami_op_new(context);
    if (op == NULL)
        return PAMI_ENOMEM;
    op->kind = (uint8_t)kind;
    op->dest = rma->dest;
    op->local_fn = rma->done_fn;
    op->remote_fn = rdone_fn;
    op->cookie = rma->cookie;
    op->bytes = rma->bytes;
    op->pa = pa;
    op->remote_pa = remote_pa;
    op->pending = EMUQ_PAMI_LOCAL | (rdone_fn != NULL ? EMUQ_PAMI_REMOTE : 0);
    emuq_pami_rdma(context, op);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Rput(pami_context_t context, pami_rput_simple_t *parameters)
{
    if (context == NULL || parameters == NULL || parameters->rma.bytes == 0)
        return emuq_pami_result(PAMI_INVAL);
    return emuq_pami_result(
        rdma(context, &parameters->rma, &parameters->rdma, EMUQ_PAMI_OP_PUT, parameters->put.rdone_fn));
}

pami_result_t PAMI_Rget(pami_context_t context, pami_rget_simple_t *parameters)
{
    if (context == NULL || parameters == NULL || parameters->rma.bytes == 0)
        return emuq_pami_result(PAMI_INVAL);
    return emuq_pami_result(rdma(context, &parameters->rma, &parameters->rdma, EMUQ_PAMI_OP_GET, NULL));
}

/* ---- dynamic tasks: there is no state that would have to be dropped ---- */

static pami_result_t check_endpoints(const emuq_pami_context_t *context, const pami_endpoint_t *dest,
                                     size_t count)
{
    if (context == NULL || (dest == NULL && count != 0))
        return PAMI_INVAL;
    for (size_t i = 0; i < count; i++)
        if (emuq_pami_task(dest[i]) >= context->client->site->tasks || dest[i] == context->endpoint)
            return PAMI_INVAL;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Purge(pami_context_t context, pami_endpoint_t *dest, size_t count)
{
    return emuq_pami_result(check_endpoints(context, dest, count));
}

pami_result_t PAMI_Resume(pami_context_t context, pami_endpoint_t *dest, size_t count)
{
    return emuq_pami_result(check_endpoints(context, dest, count));
}
