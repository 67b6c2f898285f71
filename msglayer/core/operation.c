/* SPDX-License-Identifier: BSD-3-Clause */
/* Operations and fences. */
#include <stdlib.h>

#include "base/memory.h"
#include "msglayer/core/context.h"

/* An id is the index in the chunks plus 1 and, above, a use count: a delayed packet does not match a later
 * operation. */
#define OP_SLOT_BITS 20
#define OP_SLOT_MASK ((1u << OP_SLOT_BITS) - 1)

static bool op_add_chunk(emuq_pami_ops_t *ops)
{
    if ((ops->chunks + 1) * EMUQ_PAMI_OPS_CHUNK > OP_SLOT_MASK)
        return false;
    if ((ops->chunks & (ops->chunks - 1)) == 0) { /* doubles the array of chunks */
        size_t places = ops->chunks == 0 ? 1 : 2 * (size_t)ops->chunks;
        emuq_pami_op_t **chunk = emuq_realloc(ops->chunk, places * sizeof(*chunk));
        if (chunk == NULL)
            return false;
        ops->chunk = chunk;
    }
    emuq_pami_op_t *chunk = emuq_calloc(EMUQ_PAMI_OPS_CHUNK, sizeof *chunk);
    if (chunk == NULL)
        return false;
    for (uint32_t i = EMUQ_PAMI_OPS_CHUNK; i-- > 0;) {
        chunk[i].id = ops->chunks * EMUQ_PAMI_OPS_CHUNK + i + 1;
        chunk[i].next = ops->free;
        ops->free = &chunk[i];
    }
    ops->chunk[ops->chunks++] = chunk;
    return true;
}

bool emuq_pami_op_reserve(emuq_pami_context_t *context, size_t count)
{
    size_t free_ops = 0;
    for (const emuq_pami_op_t *op = context->ops.free; op != NULL && free_ops < count; op = op->next)
        free_ops++;
    for (; free_ops < count; free_ops += EMUQ_PAMI_OPS_CHUNK)
        if (!op_add_chunk(&context->ops))
            return false;
    return true;
}

emuq_pami_op_t *emuq_pami_op_new(emuq_pami_context_t *context)
{
    emuq_pami_ops_t *ops = &context->ops;
    if (ops->free == NULL && !op_add_chunk(ops))
        return NULL;
    emuq_pami_op_t *op = ops->free;
    ops->free = op->next;
    uint32_t id = op->id + (1u << OP_SLOT_BITS);
    memset(op, 0, sizeof *op);
    op->id = id;
    return op;
}

emuq_pami_op_t *emuq_pami_op_find(emuq_pami_context_t *context, uint32_t id)
{
    uint32_t location = (id & OP_SLOT_MASK) - 1;
    if (location / EMUQ_PAMI_OPS_CHUNK >= context->ops.chunks)
        return NULL;
    emuq_pami_op_t *op = &context->ops.chunk[location / EMUQ_PAMI_OPS_CHUNK][location % EMUQ_PAMI_OPS_CHUNK];
    return op->id == id && op->pending != 0 ? op : NULL;
}

void emuq_pami_op_drop(emuq_pami_context_t *context, emuq_pami_op_t *op)
{
    free(op->buffer);
    free(op->header_copy);
    op->pending = 0;
    op->next = context->ops.free;
    context->ops.free = op;
}

void emuq_pami_fence_one(emuq_pami_context_t *context, emuq_pami_fence_t *fence)
{
    if (--fence->left != 0)
        return;
    emuq_pami_fence_t done = *fence;
    free(fence);
    if (done.done_fn != NULL)
        done.done_fn(context, done.cookie, PAMI_SUCCESS);
    if (done.later != NULL)
        emuq_pami_fence_one(context, done.later);
}

/* Completes a step. The operation is free before its function runs, which may start the next. */
static void op_complete_step(emuq_pami_context_t *context, emuq_pami_op_t *op, uint8_t which,
                             pami_event_function fn)
{
    void *cookie = op->cookie;
    op->pending &= (uint8_t)~which;
    if (op->pending == 0) {
        emuq_pami_fence_t *fence = op->fence;
        emuq_pami_op_drop(context, op);
        if (fence != NULL) {
            if (fn != NULL)
                fn(context, cookie, PAMI_SUCCESS);
            emuq_pami_fence_one(context, fence);
            return;
        }
    }
    if (fn != NULL)
        fn(context, cookie, PAMI_SUCCESS);
}

void emuq_pami_op_local(emuq_pami_context_t *context, emuq_pami_op_t *op)
{
    bool early = op->early;
    free(op->buffer);
    op->buffer = NULL;
    op_complete_step(context, op, EMUQ_PAMI_LOCAL, op->local_fn);
    if (early)
        emuq_pami_op_remote(context, op);
}

void emuq_pami_op_remote(emuq_pami_context_t *context, emuq_pami_op_t *op)
{
    if (op->pending & EMUQ_PAMI_LOCAL)
        op->early = true; /* the Message Unit may still read the buffers */
    else
        op_complete_step(context, op, EMUQ_PAMI_REMOTE, op->remote_fn);
}

void emuq_pami_op_defer(emuq_pami_context_t *context, emuq_pami_op_t *op)
{
    EMUQ_PAMI_APPEND(context->deferred, context->deferred_last, op);
}

void emuq_pami_op_each(emuq_pami_context_t *context, void (*fn)(emuq_pami_op_t *op, void *cookie),
                       void *cookie)
{
    emuq_pami_ops_t *ops = &context->ops;
    for (uint32_t c = 0; c < ops->chunks; c++)
        for (uint32_t i = 0; i < EMUQ_PAMI_OPS_CHUNK; i++)
            if (ops->chunk[c][i].pending != 0)
                fn(&ops->chunk[c][i], cookie);
}

static void op_forget(emuq_pami_op_t *op, void *cookie)
{
    (void)cookie;
    if (op->calls_client)
        op->local_fn = op->remote_fn = NULL;
    for (emuq_pami_fence_t *fence = op->fence; fence != NULL; fence = fence->later)
        fence->done_fn = NULL;
}

void emuq_pami_ops_mute(emuq_pami_context_t *context)
{
    emuq_pami_op_each(context, op_forget, NULL);
}

static void op_free_memory(emuq_pami_op_t *op, void *cookie)
{
    (void)cookie;
    free(op->buffer);
    free(op->header_copy);
}

void emuq_pami_ops_free(emuq_pami_context_t *context)
{
    emuq_pami_ops_t *ops = &context->ops;
    emuq_pami_op_each(context, op_free_memory, NULL);
    for (uint32_t c = 0; c < ops->chunks; c++)
        free(ops->chunk[c]);
    free(ops->chunk);
    memset(ops, 0, sizeof *ops);
}
