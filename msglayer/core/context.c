/* SPDX-License-Identifier: BSD-3-Clause */
/* Lock and posted work of a context, operations and fences, dispatch ids, memory regions. */
#include <stdlib.h>

#include <hwi/include/common/emuq_mmio.h>
#include <hwi/include/common/emuq_wait.h>

#include "backends/modelled_time.h"
#include "base/memory.h"
#include "msglayer/core/context.h"

/*
 * ---- the lock ----
 *
 * Clients loop over lock, advance and unlock, and an advance may sleep. A waiting thread therefore wakes the
 * owner, and later threads let waiting threads go first for a moment, or the releasing thread would win the
 * lock every time.
 */

static bool lock_try(emuq_pami_context_t *context)
{
    /* Acquire: pairs with the release in PAMI_Context_unlock(). */
    return AO_int_load(&context->shared.lock) == 0 && emuq_int_exchange(&context->shared.lock, 1) == 0;
}

/* A queued wait in modelled time: polls would always find the lock taken. */
typedef struct lock_wait {
    emuq_wait_t wait; /* first member: the callbacks get its address */
    emuq_pami_context_t *context;
} lock_wait_t;

static bool lock_take_released(emuq_wait_t *wait)
{
    return lock_try(((lock_wait_t *)wait)->context);
}

static void lock_in_time(emuq_pami_context_t *context)
{
    lock_wait_t w = {.wait = {.where = &context->shared.lock,
                              .what = "the lock of a PAMI context",
                              .take = lock_take_released,
                              .bytes = sizeof(lock_wait_t)},
                     .context = context};
    if (!lock_try(context))
        (void)emuq_waits->wait(&w.wait, EMUQ_NO_LIMIT);
}

/* Sequentially consistent: see progress_idle(). */
static void lock_begin_wait(emuq_pami_context_t *context)
{
    (void)AO_int_fetch_and_add_full(&context->shared.waiters, 1);
    emuq_pami_wake_context(context);
}

static void lock_end_wait(emuq_pami_context_t *context)
{
    (void)AO_int_fetch_and_sub1(&context->shared.waiters);
}

bool emuq_pami_try_lock(emuq_pami_context_t *context)
{
    if (__builtin_expect(emuq_waits != NULL, 0) && emuq_waits->observe()) {
        bool mine = lock_try(context);
        if (mine)
            (void)emuq_waits->enter();
        else
            emuq_waits->failed_try(&context->shared.lock);
        return mine;
    }
    /* Lets waiting threads go first. A waiter that does not take the lock meanwhile has no core or sleeps;
     * emuq_relax() then yields. */
    for (unsigned spins = 0; spins <= EMUQ_RELAX_SPINS && emuq_pami_lock_is_wanted(context);)
        emuq_relax(&spins);
    return lock_try(context);
}

/* Polls the lock while later threads let this one go first. */
static bool lock_spin(emuq_pami_context_t *context)
{
    for (unsigned i = 0; i < EMUQ_RELAX_SPINS; i++) {
        emuq_relax_core();
        if (lock_try(context))
            return true;
    }
    return false;
}

pami_result_t PAMI_Context_lock(pami_context_t handle)
{
    emuq_pami_context_t *context = handle;
    if (context == NULL)
        return emuq_pami_result(emuq_pami_invalid("context is null"));
    if (emuq_waits_enter()) {
        lock_in_time(context);
        return PAMI_SUCCESS;
    }
    if (emuq_pami_try_lock(context) || lock_spin(context))
        return PAMI_SUCCESS;
    unsigned spins = EMUQ_RELAX_SPINS;
    lock_begin_wait(context);
    while (!lock_try(context)) {
        emuq_pami_wake_context(context);
        emuq_relax(&spins);
    }
    lock_end_wait(context);
    return PAMI_SUCCESS;
}

/* Clients also wait in loops over this function. */
pami_result_t PAMI_Context_trylock(pami_context_t handle)
{
    static __thread unsigned failures __attribute__((tls_model("initial-exec"))); /* since the last success */
    emuq_pami_context_t *context = handle;
    if (context == NULL)
        return emuq_pami_result(emuq_pami_invalid("context is null"));
    bool mine = emuq_pami_try_lock(context);
    if (!mine && emuq_waits == NULL && ++failures > EMUQ_RELAX_SPINS) {
        lock_begin_wait(context);
        mine = lock_spin(context);
        lock_end_wait(context);
    }
    if (!mine)
        return PAMI_EAGAIN;
    failures = 0;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Context_unlock(pami_context_t handle)
{
    emuq_pami_context_t *context = handle;
    if (context == NULL)
        return emuq_pami_result(emuq_pami_invalid("context is null"));
    bool has_time = emuq_waits_enter();
    /* Release: pairs with the acquire of the next owner. */
    AO_int_store_release(&context->shared.lock, 0);
    if (__builtin_expect(has_time, 0))
        emuq_waits->release(&context->shared.lock, 1);
    return PAMI_SUCCESS;
}

void emuq_pami_wake_context(emuq_pami_context_t *context)
{
    if (emuq_load_ordered(&context->shared.sleeping) != 0)
        emuq_mmio_wake(&context->device->rec->_fifo.hwfifo->pa_tail);
}

/*
 * ---- posted work ----
 *
 * Any thread pushes onto a list; the advancing thread takes the list and runs it in the order of the posts.
 * An item is not accessed after its function. In modelled time posting and running take the time of an atomic
 * operation, or a function that posts itself would stop all other threads.
 */

_Static_assert(sizeof(emuq_pami_work_t) <= sizeof(pami_work_t), "the client's storage is large enough");

/* Takes all posted work, oldest first. */
static emuq_pami_work_t *work_take_posted(emuq_pami_context_t *context)
{
    emuq_pami_work_t *oldest = NULL;
    if (emuq_pointer_load(&context->shared.posted) == NULL)
        return NULL;
    /* Acquire: pairs with the release in PAMI_Context_post(). */
    emuq_pami_work_t *w = emuq_pointer_exchange(&context->shared.posted, NULL);
    while (w != NULL) {
        emuq_pami_work_t *older = w->next;
        w->next = oldest;
        oldest = w;
        w = older;
    }
    return oldest;
}

static unsigned work_run(emuq_pami_context_t *context, emuq_pami_work_t *w)
{
    unsigned result = 0;
    for (emuq_pami_work_t *next; w != NULL; w = next) {
        next = w->next;
        if (w->fn(context, w->cookie) == PAMI_EAGAIN) {
            EMUQ_PAMI_APPEND(context->again, context->again_last, w);
            result |= EMUQ_PAMI_ROUND_AGAIN;
        } else {
            result |= EMUQ_PAMI_ROUND_EVENT;
        }
    }
    return result;
}

unsigned emuq_pami_run_work(emuq_pami_context_t *context)
{
    (void)emuq_waits_enter();
    emuq_pami_work_t *again = context->again, *posted = work_take_posted(context);
    context->again = NULL;
    context->again_last = &context->again;
    unsigned result = work_run(context, again);
    return result | work_run(context, posted);
}

pami_result_t PAMI_Context_post(pami_context_t handle, pami_work_t *storage, pami_work_function fn,
                                void *cookie)
{
    emuq_pami_context_t *context = handle;
    emuq_pami_work_t *w = (emuq_pami_work_t *)(void *)storage;
    if (context == NULL || w == NULL || fn == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", context == NULL ? "context"
                                                                : w == NULL     ? "work"
                                                                                : "fn"));
    w->fn = fn;
    w->cookie = cookie;
    (void)emuq_waits_enter();
    do {
        w->next = emuq_pointer_load(&context->shared.posted);
        /* Release: pairs with the acquire in work_take_posted(). Sequentially consistent: see
         * progress_idle(). */
    } while (!emuq_compare_exchange(&context->shared.posted, w->next, w, __ATOMIC_SEQ_CST));
    emuq_pami_wake_context(context);
    return PAMI_SUCCESS;
}

/* ---- operations and fences ---- */

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

/* Completes a step. Frees the operation after the last step, before @p fn, which may start the next. */
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

/* ---- dispatch ids ---- */

static pami_result_t dispatch_out_of_range(size_t dispatch)
{
    return emuq_pami_invalid("dispatch id %zu is out of range (0 to %u)", dispatch, EMUQ_PAMI_DISPATCH_MAX);
}

/* @return PAMI_ERROR: hints that cannot be met */
static pami_result_t dispatch_check_hints(size_t dispatch, const pami_dispatch_hint_t *options)
{
    if (options->remote_async_progress == PAMI_HINT_ENABLE)
        (void)emuq_pami_invalid(
            "dispatch id %zu: hint remote_async_progress cannot be enabled: receivers have "
            "no interrupts",
            dispatch);
    else if (options->buffer_registered == PAMI_HINT_ENABLE && options->use_rdma == PAMI_HINT_DISABLE)
        (void)emuq_pami_invalid(
            "dispatch id %zu: hint buffer_registered is enabled, but use_rdma is disabled", dispatch);
    else
        return PAMI_SUCCESS;
    return PAMI_ERROR;
}

pami_result_t PAMI_Dispatch_set(pami_context_t handle, size_t dispatch, pami_dispatch_callback_function fn,
                                void *cookie, pami_dispatch_hint_t options)
{
    EMUQ_PAMI_CALL();
    emuq_pami_context_t *context = handle;
    if (context == NULL || fn.p2p == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", context == NULL ? "context" : "fn"));
    if (dispatch > EMUQ_PAMI_DISPATCH_MAX)
        return emuq_pami_result(dispatch_out_of_range(dispatch));
    emuq_pami_dispatch_t *d = &context->dispatch[dispatch];
    if (d->fn != NULL)
        return PAMI_SUCCESS; /* the first function stays */
    pami_result_t rc = dispatch_check_hints(dispatch, &options);
    if (rc != PAMI_SUCCESS)
        return emuq_pami_result(rc);
    d->cookie = cookie;
    d->never_immediate = options.recv_immediate == PAMI_HINT_DISABLE;
    d->contiguous = options.recv_contiguous == PAMI_HINT_ENABLE;
    d->copy = options.recv_copy == PAMI_HINT_ENABLE;
    d->short_header = options.long_header == PAMI_HINT_DISABLE;
    d->may_fail = options.queue_immediate == PAMI_HINT_DISABLE;
    d->fn = fn.p2p;
    emuq_pami_record_dispatch(d, (uint32_t)dispatch);
    context->retry_unexpected = context->unexpected != NULL;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Dispatch_query(pami_context_t handle, size_t dispatch,
                                  pami_configuration_t configuration[], size_t num_configs)
{
    const emuq_pami_context_t *context = handle;
    if (context == NULL || dispatch > EMUQ_PAMI_DISPATCH_MAX)
        return emuq_pami_result(context == NULL ? emuq_pami_invalid("context is null")
                                                : dispatch_out_of_range(dispatch));
    if (context->dispatch[dispatch].fn == NULL)
        return emuq_pami_result(emuq_pami_invalid("dispatch id %zu is not set", dispatch));
    pami_result_t rc = PAMI_SUCCESS;
    for (size_t i = 0; i < num_configs; i++) {
        if (configuration[i].name == PAMI_DISPATCH_RECV_IMMEDIATE_MAX ||
            configuration[i].name == PAMI_DISPATCH_SEND_IMMEDIATE_MAX)
            configuration[i].value.intval = EMUQ_PAMI_IMMEDIATE;
        else
            rc = emuq_pami_invalid("attribute %d of a dispatch id cannot be queried",
                                   (int)configuration[i].name);
    }
    return emuq_pami_result(rc);
}

pami_result_t PAMI_Dispatch_update(pami_context_t context, size_t dispatch,
                                   pami_configuration_t configuration[], size_t num_configs)
{
    (void)context, (void)dispatch, (void)configuration, (void)num_configs;
    return emuq_pami_result(emuq_pami_invalid("no attribute of a dispatch id can be set"));
}

/* ---- memory regions ---- */

_Static_assert(sizeof(emuq_pami_memregion_t) <= sizeof(pami_memregion_t), "a region fits");

pami_result_t PAMI_Memregion_create(pami_context_t handle, void *address, size_t bytes_in, size_t *bytes_out,
                                    pami_memregion_t *memregion)
{
    EMUQ_PAMI_CALL();
    emuq_pami_context_t *context = handle;
    if (context == NULL || address == NULL || bytes_in == 0 || bytes_out == NULL || memregion == NULL)
        return emuq_pami_result(emuq_pami_invalid("an argument is null, or bytes_in (%zu) is 0", bytes_in));
    Kernel_MemoryRegion_t region;
    if (Kernel_CreateMemoryRegion(&region, address, bytes_in) != 0) {
        (void)emuq_pami_invalid("the device cannot reach all of the %zu bytes at %p", bytes_in, address);
        return emuq_pami_result(PAMI_EAGAIN);
    }
    size_t before = (size_t)((char *)address - (char *)region.BaseVa);
    emuq_pami_memregion_t made = {(uint64_t)(uintptr_t)region.BasePa + before};
    memset(memregion, 0, sizeof *memregion);
    memcpy(memregion, &made, sizeof made);
    *bytes_out = region.Bytes - before < bytes_in ? region.Bytes - before : bytes_in;
    return PAMI_SUCCESS;
}

pami_result_t PAMI_Memregion_destroy(pami_context_t context, pami_memregion_t *memregion)
{
    EMUQ_PAMI_CALL();
    if (context == NULL || memregion == NULL)
        return emuq_pami_result(emuq_pami_invalid("%s is null", context == NULL ? "context" : "memregion"));
    return PAMI_SUCCESS; /* the kernel keeps no state for a region */
}
