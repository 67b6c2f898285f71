/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fences. A fence waits for three things: the operations under way, each of which knows the fence; a message
 * that goes to the target behind all earlier ones and comes back; and, if there were puts, a remote get
 * behind them that comes back.
 */
#include "msglayer/core/record.h"
#include "msglayer/p2p/onesided.h"

#include <stdlib.h>

typedef emuq_pami_fence_t fence_t;

/* At the target: everything sent before has been dispatched. */
void emuq_pami_fence_request(pami_context_t context, void *cookie, const void *header, size_t header_size,
                             const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)data, (void)data_size, (void)recv;
    if (emuq_pami_send_short(context, origin, EMUQ_PAMI_ID_FENCE_DONE, header, header_size, NULL, 0) !=
        PAMI_SUCCESS)
        abort(); /* the origin would wait for ever */
}

/* At the origin. */
void emuq_pami_fence_done(pami_context_t context, void *cookie, const void *header, size_t header_size,
                          const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv)
{
    (void)cookie, (void)header_size, (void)data, (void)data_size, (void)origin, (void)recv;
    uint32_t id;
    memcpy(&id, header, sizeof id);
    emuq_pami_op_t *op = emuq_pami_op_find(context, id);
    if (op != NULL)
        emuq_pami_op_local(context, op);
}

static emuq_pami_op_t *new_op(emuq_pami_context_t *context, emuq_pami_peer_t *peer, fence_t *fence,
                              uint8_t pending)
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

/* Sends what comes back. @return false: no memory. */
static bool probe(emuq_pami_context_t *context, emuq_pami_peer_t *peer, fence_t *fence)
{
    if (peer->was_sent_to) {
        emuq_pami_op_t *op = new_op(context, peer, fence, EMUQ_PAMI_LOCAL);
        if (op == NULL)
            return false;
        if (emuq_pami_send_short(context, peer->endpoint, EMUQ_PAMI_ID_FENCE, &op->id, sizeof op->id, NULL,
                                 0) != PAMI_SUCCESS) {
            emuq_pami_op_drop(context, op); /* nothing will come back */
            fence->left--;
            return false;
        }
        peer->was_sent_to = false;
    }
    if (peer->was_put_to) {
        emuq_pami_op_t *op = new_op(context, peer, fence, EMUQ_PAMI_REMOTE);
        if (op == NULL)
            return false;
        emuq_pami_rdma(context, op);
        peer->was_put_to = false;
    }
    return true;
}

/* What a new fence counts: the operations to one endpoint, or to all. */
typedef struct scope {
    fence_t *fence;
    bool all;
    uint32_t target;
} scope_t;

/* Counts an operation that is under way. One that an older fence counts cannot be counted twice: then the new
 * fence counts the old one. */
static void count_op(emuq_pami_op_t *op, void *cookie)
{
    const scope_t *s = cookie;
    if ((!s->all && op->dest != s->target) || op->fence == s->fence)
        return;
    if (op->fence == NULL) {
        op->fence = s->fence;
        s->fence->left++;
        return;
    }
    fence_t *older = op->fence;
    while (older->later != NULL && older->later != s->fence)
        older = older->later;
    if (older->later == NULL && older != s->fence) {
        older->later = s->fence;
        s->fence->left++;
    }
}

static pami_result_t begin(emuq_pami_context_t *context, pami_event_function done_fn, void *cookie, bool all,
                           uint32_t target)
{
    fence_t *fence = calloc(1, sizeof *fence);
    if (fence == NULL)
        return PAMI_ENOMEM;
    *fence = (fence_t){.left = 1, .done_fn = done_fn, .cookie = cookie};
    scope_t scope = {fence, all, target};
    emuq_pami_op_each(context, count_op, &scope);
    pami_result_t rc = PAMI_SUCCESS;
    for (emuq_pami_peer_t *peer = context->all_peers; peer != NULL && rc == PAMI_SUCCESS; peer = peer->next)
        if ((all || peer->endpoint == target) && !probe(context, peer, fence))
            rc = PAMI_ENOMEM;
    if (rc != PAMI_SUCCESS)
        fence->done_fn = NULL; /* the call returns the error; the function is not called */
    emuq_pami_fence_one(context, fence);
    return rc;
}

pami_result_t PAMI_Fence_begin(pami_context_t context)
{
    EMUQ_PAMI_CALL();
    return emuq_pami_result(context != NULL ? PAMI_SUCCESS : PAMI_INVAL);
}

pami_result_t PAMI_Fence_end(pami_context_t context)
{
    EMUQ_PAMI_CALL();
    return emuq_pami_result(context != NULL ? PAMI_SUCCESS : PAMI_INVAL);
}

pami_result_t PAMI_Fence_all(pami_context_t context, pami_event_function done_fn, void *cookie)
{
    EMUQ_PAMI_CALL();
    return emuq_pami_result(context != NULL ? begin(context, done_fn, cookie, true, 0) : PAMI_INVAL);
}

pami_result_t PAMI_Fence_endpoint(pami_context_t context, pami_event_function done_fn, void *cookie,
                                  pami_endpoint_t target)
{
    EMUQ_PAMI_CALL();
    if (context == NULL)
        return emuq_pami_result(PAMI_INVAL);
    if (emuq_pami_peer(context, target) == NULL)
        return emuq_pami_result(emuq_pami_no_peer(context, target));
    return emuq_pami_result(begin(context, done_fn, cookie, false, target));
}
