/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Typed puts and gets between regions: one put or get for each piece that is contiguous on both sides. The
 * target does nothing. The operation is complete with the last of its pieces.
 */
#include "msglayer/core/memregion.h"
#include "msglayer/p2p/layout.h"
#include "msglayer/p2p/p2p.h"

#include <stdlib.h>

/* All pieces of one operation. */
typedef struct pieces {
    size_t local_left;  /* pieces; one more until all have been started */
    size_t remote_left; /* 1 if the client has a function for the arrival of all */
    pami_event_function local_fn, remote_fn;
    void *cookie;
} pieces_t;

static void check_end(pieces_t *p)
{
    if (p->local_left == 0 && p->remote_left == 0)
        free(p);
}

static void local_step(pami_context_t context, void *cookie, pami_result_t result)
{
    pieces_t *p = cookie;
    if (--p->local_left != 0)
        return;
    if (p->local_fn != NULL && !((emuq_pami_context_t *)context)->is_ending)
        p->local_fn(context, p->cookie, result);
    check_end(p);
}

static void remote_step(pami_context_t context, void *cookie, pami_result_t result)
{
    pieces_t *p = cookie;
    p->remote_left = 0;
    if (!((emuq_pami_context_t *)context)->is_ending)
        p->remote_fn(context, p->cookie, result);
    check_end(p);
}

static emuq_pami_op_t *new_piece(emuq_pami_context_t *context, emuq_pami_op_kind_t kind, uint32_t dest,
                                 pieces_t *all)
{
    emuq_pami_op_t *op = emuq_pami_op_new(context); /* reserved */
    op->kind = (uint8_t)kind;
    op->dest = dest;
    op->cookie = all;
    op->local_fn = local_step;
    op->pending = EMUQ_PAMI_LOCAL;
    all->local_left++;
    return op;
}

/* Contiguous pieces of @p bytes bytes of two layouts. */
static size_t count_pieces(emuq_pami_cursor_t local, emuq_pami_cursor_t remote, size_t bytes)
{
    size_t pieces = 0;
    for (size_t here, there; bytes != 0; bytes -= here, pieces++) {
        emuq_pami_cursor_t other = remote;
        emuq_pami_cursor_next(&other, bytes, &there);
        emuq_pami_cursor_next(&local, there, &here);
        emuq_pami_cursor_next(&remote, here, &here);
    }
    return pieces;
}

/* Starts everything. The bases are physical addresses here. */
static void start(emuq_pami_context_t *context, const pami_rma_t *rma, emuq_pami_op_kind_t kind,
                  emuq_pami_cursor_t local, emuq_pami_cursor_t remote, pieces_t *all)
{
    size_t left = rma->bytes;
    while (left != 0) {
        emuq_pami_cursor_t other = remote;
        size_t bytes, there;
        emuq_pami_cursor_next(&other, left, &there);
        emuq_pami_op_t *op = new_piece(context, kind, rma->dest, all);
        op->pa = (uintptr_t)emuq_pami_cursor_next(&local, there, &bytes);
        op->remote_pa = (uintptr_t)emuq_pami_cursor_next(&remote, bytes, &bytes);
        op->bytes = bytes;
        left -= bytes;
        if (left == 0 && all->remote_left != 0) { /* the last put arrives after all before it */
            op->remote_fn = remote_step;
            op->pending |= EMUQ_PAMI_REMOTE;
        }
        emuq_pami_rdma(context, op);
    }
    local_step(context, all, PAMI_SUCCESS);
}

static pami_result_t typed(emuq_pami_context_t *context, const pami_rma_t *rma, const pami_rdma_t *where,
                           const pami_rma_typed_t *type, emuq_pami_op_kind_t kind,
                           pami_event_function rdone_fn)
{
    if (rma->bytes == 0 || where->local.mr == NULL || where->remote.mr == NULL ||
        !emuq_pami_has_bytes(type->local, rma->bytes) || !emuq_pami_has_bytes(type->remote, rma->bytes))
        return emuq_pami_invalid("a memory region is null, or a type is not complete or has no %zu bytes",
                                 rma->bytes);
    if (emuq_pami_peer(context, rma->dest) == NULL)
        return emuq_pami_no_peer(context, rma->dest);
    emuq_pami_cursor_t local = {type->local, (char *)(uintptr_t)emuq_pami_memregion_pa(&where->local), 0};
    emuq_pami_cursor_t remote = {type->remote, (char *)(uintptr_t)emuq_pami_memregion_pa(&where->remote), 0};
    /* Before the first piece is started: it could not be stopped. */
    if (!emuq_pami_op_reserve(context, count_pieces(local, remote, rma->bytes)))
        return PAMI_ENOMEM;
    pieces_t *all = malloc(sizeof *all);
    if (all == NULL)
        return PAMI_ENOMEM;
    *all = (pieces_t){1, rdone_fn != NULL, rma->done_fn, rdone_fn, rma->cookie};
    start(context, rma, kind, local, remote, all);
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Rput_typed(pami_context_t context, pami_rput_typed_t *p)
{
    if (context == NULL || p == NULL)
        return emuq_pami_result(emuq_pami_invalid("the context or the parameters are null"));
    return emuq_pami_result(typed(context, &p->rma, &p->rdma, &p->type, EMUQ_PAMI_OP_PUT, p->put.rdone_fn));
}

pami_result_t PAMI_Rget_typed(pami_context_t context, pami_rget_typed_t *p)
{
    if (context == NULL || p == NULL)
        return emuq_pami_result(emuq_pami_invalid("the context or the parameters are null"));
    return emuq_pami_result(typed(context, &p->rma, &p->rdma, &p->type, EMUQ_PAMI_OP_GET, NULL));
}
