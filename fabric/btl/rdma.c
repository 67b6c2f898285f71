/* SPDX-License-Identifier: BSD-3-Clause */
/* Puts and gets of registered memory, and the registration cache. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/driver/driver.h"
#include "base/atomic.h"
#include "fabric/btl/btl.h"

/* ---- registration ---- */

/* @return 0 or a negative errno */
static int rdma_expose(void *base, size_t size, apenet_buffer_t *buffer)
{
    return size <= UINT32_MAX ? apenet_register_buffer(btl.card, base, size, APENET_GET, 0, buffer) : -EINVAL;
}

/* Functions of the cache: Open MPI registers memory of the program in whole pages, once, and removes it when
 * the program unmaps it. */
static int rdma_cache_add(void *unused, void *base, size_t size, mca_rcache_base_registration_t *registration)
{
    (void)unused;
    btl_registration_t *r = (btl_registration_t *)registration;
    int rc = rdma_expose(base, size, &r->handle.buffer);
    r->is_window = false;
    return rc == 0 ? OPAL_SUCCESS : rc == -ENOSPC || rc == -ENOMEM ? OPAL_ERR_OUT_OF_RESOURCE : OPAL_ERROR;
}

static int rdma_cache_remove(void *unused, mca_rcache_base_registration_t *registration)
{
    (void)unused;
    btl_registration_t *r = (btl_registration_t *)registration;
    return apenet_unregister_buffer(btl.card, r->handle.buffer) == 0 ? OPAL_SUCCESS : OPAL_ERROR;
}

int btl_rdma_open(void)
{
    static char name[] = "apenet";
    mca_rcache_base_resources_t resources = {.cache_name = name,
                                             .sizeof_reg = sizeof(btl_registration_t),
                                             .register_mem = rdma_cache_add,
                                             .deregister_mem = rdma_cache_remove};
    btl_module.rcache = mca_rcache_base_module_create("grdma", NULL, &resources);
    return btl_module.rcache != NULL ? 0 : -ENOTSUP;
}

void btl_rdma_close(void)
{
    if (btl_module.rcache != NULL)
        (void)mca_rcache_base_module_destroy(btl_module.rcache);
    btl_module.rcache = NULL;
    while (btl.spare_operation != NULL) {
        btl_operation_t *o = btl.spare_operation;
        btl.spare_operation = o->next;
        free(o);
    }
}

/* A window of MPI. The cache ends a program that frees registered memory, but programs free memory before the
 * window, and with MPI_Win_allocate_shared() MPI itself does. @return NULL: no buffer, or no memory */
static mca_btl_base_registration_handle_t *window_register(void *base, size_t size)
{
    btl_registration_t *r = malloc(sizeof *r);
    int rc = r != NULL ? rdma_expose(base, size, &r->handle.buffer) : -ENOMEM;
    while (rc == -ENOSPC && btl_module.rcache->rcache_evict(btl_module.rcache))
        rc = rdma_expose(base, size, &r->handle.buffer);
    if (rc != 0) {
        free(r);
        return NULL;
    }
    r->is_window = true;
    return &r->handle;
}

mca_btl_base_registration_handle_t *btl_register_mem(struct mca_btl_base_module_t *module,
                                                     struct mca_btl_base_endpoint_t *peer, void *base,
                                                     size_t size, uint32_t flags)
{
    (void)module;
    (void)peer;
    if ((flags & MCA_BTL_REG_FLAG_REMOTE_ATOMIC) != 0)
        return window_register(base, size);
    mca_rcache_base_registration_t *r = NULL;
    int rc = btl_module.rcache->rcache_register(btl_module.rcache, base, size, 0,
                                                (int32_t)(flags & MCA_RCACHE_ACCESS_ANY), &r);
    return rc == OPAL_SUCCESS && r != NULL ? &((btl_registration_t *)r)->handle : NULL;
}

int btl_deregister_mem(struct mca_btl_base_module_t *module, mca_btl_base_registration_handle_t *handle)
{
    (void)module;
    btl_registration_t *r = (btl_registration_t *)((char *)handle - offsetof(btl_registration_t, handle));
    if (!r->is_window)
        return btl_module.rcache->rcache_deregister(btl_module.rcache, &r->base);
    int rc = apenet_unregister_buffer(btl.card, handle->buffer);
    free(r);
    return rc == 0 ? OPAL_SUCCESS : OPAL_ERROR;
}

/* ---- operations ---- */

/* @return an operation of one part, whose size is 0 */
static btl_operation_t rdma_operation(struct mca_btl_base_endpoint_t *peer, void *local, uint64_t remote,
                                      mca_btl_base_registration_handle_t *handle,
                                      mca_btl_base_rdma_completion_fn_t done, void *context, void *data)
{
    return (btl_operation_t){.peer = peer,
                             .local = local,
                             .remote = remote,
                             .handle = handle,
                             .done = done,
                             .context = context,
                             .data = data,
                             .parts = 1};
}

/* @return NULL: no memory */
static btl_operation_t *rdma_new(const btl_operation_t *what)
{
    OPAL_THREAD_LOCK(&btl.lock);
    btl_operation_t *o = btl.spare_operation;
    if (o != NULL)
        btl.spare_operation = o->next;
    else
        o = malloc(sizeof *o);
    AO_int_store(&btl.operations, btl.operations + (o != NULL));
    OPAL_THREAD_UNLOCK(&btl.lock);
    if (o != NULL)
        *o = *what;
    return o;
}

static void rdma_free(btl_operation_t *o)
{
    OPAL_THREAD_LOCK(&btl.lock);
    AO_int_store(&btl.operations, btl.operations - 1);
    o->next = btl.spare_operation;
    btl.spare_operation = o;
    OPAL_THREAD_UNLOCK(&btl.lock);
}

/* Ends a part of an operation; the last part completes it. */
static void rdma_end_part(btl_operation_t *o, int status)
{
    OPAL_THREAD_LOCK(&btl.lock);
    if (status != OPAL_SUCCESS)
        o->status = status;
    bool is_last = --o->parts == 0;
    OPAL_THREAD_UNLOCK(&btl.lock);
    if (!is_last)
        return;
    const btl_operation_t was = *o;
    rdma_free(o);
    if (was.done != NULL && !btl.is_closing)
        was.done(&btl_module.super, was.peer, was.local, was.handle, was.context, was.data, was.status);
}

/* Handles the result of the call of an operation. @param o NULL: no memory @return a status of Open MPI */
static int rdma_started(btl_operation_t *o, struct mca_btl_base_endpoint_t *peer, const char *failure, int rc)
{
    if (rc == 0)
        return OPAL_SUCCESS;
    if (o != NULL)
        rdma_free(o);
    if (rc == -EAGAIN || rc == -ENOMEM)
        return OPAL_ERR_OUT_OF_RESOURCE;
    if (rc != -EHOSTDOWN && rc != -ENETDOWN)
        return OPAL_ERROR;
    btl_fail(peer, failure, rc);
    return OPAL_ERR_UNREACH;
}

/* In direct mode a short put is complete at once, a longer put when sent. In packet mode a put is complete
 * when the peer has replied to a request behind the put: the data are written. */
int btl_put(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer, void *local,
            uint64_t remote, mca_btl_base_registration_handle_t *local_handle,
            mca_btl_base_registration_handle_t *remote_handle, size_t size, int flags, int order,
            mca_btl_base_rdma_completion_fn_t done, void *context, void *data)
{
    (void)module;
    (void)remote_handle;
    (void)flags;
    (void)order;
    btl_operation_t what = rdma_operation(peer, local, remote, local_handle, done, context, data);
    what.bytes = size;
    const bool is_direct = apenet_is_direct(btl.card);
    what.parts = is_direct ? 1 : 2;
    if (apenet_put_at_once(btl.card, peer->card, local, size, remote)) {
        if (done != NULL)
            done(&btl_module.super, peer, local, local_handle, context, data, OPAL_SUCCESS);
        return OPAL_SUCCESS;
    }
    btl_operation_t *o = rdma_new(&what);
    int rc = o != NULL
                 ? apenet_rdma_put(btl.card, peer->card, local, size, remote, (uintptr_t)o, APENET_NOWAIT)
                 : -ENOMEM;
    int status = rdma_started(o, peer, "cannot put to", rc);
    const btl_request_t request = {.operation = (uintptr_t)o, .is_put = true};
    return status == OPAL_SUCCESS && !is_direct
               ? btl_send_control(peer, BTL_REQUEST, &request, sizeof request)
               : status;
}

static int rdma_get(btl_operation_t *o, unsigned flags)
{
    return apenet_rdma_get(btl.card, o->peer->card, o->local, o->bytes, o->remote, (uintptr_t)o, flags);
}

int btl_get(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer, void *local,
            uint64_t remote, mca_btl_base_registration_handle_t *local_handle,
            mca_btl_base_registration_handle_t *remote_handle, size_t size, int flags, int order,
            mca_btl_base_rdma_completion_fn_t done, void *context, void *data)
{
    (void)module;
    (void)remote_handle;
    (void)flags;
    (void)order;
    btl_operation_t what = rdma_operation(peer, local, remote, local_handle, done, context, data);
    what.bytes = size;
    btl_operation_t *o = rdma_new(&what);
    return rdma_started(o, peer, "cannot get from", o != NULL ? rdma_get(o, APENET_NOWAIT) : -ENOMEM);
}

void btl_rdma_event(const apenet_event_t *event)
{
    btl_operation_t *o = (btl_operation_t *)(uintptr_t)event->tag;
    /* A link has damaged the data: a get may be repeated. */
    if (event->kind == APENET_EVENT_GET_DONE && event->status == -EBADMSG && o->repeats++ < BTL_GET_REPEATS &&
        rdma_get(o, 0) == 0)
        return;
    if (event->status == -EHOSTDOWN || event->status == -ENETDOWN)
        btl_fail(o->peer, "cannot put to or get from", event->status);
    rdma_end_part(o, event->status == 0 ? OPAL_SUCCESS : OPAL_ERROR);
}

/* ---- atomic operations: by a request, which the process with the memory executes ---- */

static int atomic_fetch(struct mca_btl_base_endpoint_t *peer, void *local, uint64_t remote,
                        mca_btl_base_registration_handle_t *handle, btl_request_t *request, int flags,
                        mca_btl_base_rdma_completion_fn_t done, void *context, void *data)
{
    btl_operation_t what = rdma_operation(peer, local, remote, handle, done, context, data);
    what.is_int = (flags & MCA_BTL_ATOMIC_FLAG_32BIT) != 0;
    btl_operation_t *o = rdma_new(&what);
    if (o == NULL)
        return OPAL_ERR_OUT_OF_RESOURCE;
    request->operation = (uintptr_t)o;
    request->address = remote;
    request->is_int = what.is_int;
    return btl_send_control(peer, BTL_REQUEST, request, sizeof *request);
}

int btl_atomic_fop(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer, void *local,
                   uint64_t remote, mca_btl_base_registration_handle_t *local_handle,
                   mca_btl_base_registration_handle_t *remote_handle, mca_btl_base_atomic_op_t op,
                   uint64_t operand, int flags, int order, mca_btl_base_rdma_completion_fn_t done,
                   void *context, void *data)
{
    (void)module;
    (void)remote_handle;
    (void)order;
    btl_request_t request = {.operand = operand, .op = (uint32_t)op};
    if (op != MCA_BTL_ATOMIC_ADD && op != MCA_BTL_ATOMIC_AND && op != MCA_BTL_ATOMIC_OR &&
        op != MCA_BTL_ATOMIC_XOR && op != MCA_BTL_ATOMIC_SWAP)
        return OPAL_ERR_NOT_AVAILABLE;
    return atomic_fetch(peer, local, remote, local_handle, &request, flags, done, context, data);
}

int btl_atomic_op(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer, uint64_t remote,
                  mca_btl_base_registration_handle_t *handle, mca_btl_base_atomic_op_t op, uint64_t operand,
                  int flags, int order, mca_btl_base_rdma_completion_fn_t done, void *context, void *data)
{
    return btl_atomic_fop(module, peer, NULL, remote, NULL, handle, op, operand, flags, order, done, context,
                          data);
}

int btl_atomic_cswap(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer, void *local,
                     uint64_t remote, mca_btl_base_registration_handle_t *local_handle,
                     mca_btl_base_registration_handle_t *remote_handle, uint64_t compare, uint64_t value,
                     int flags, int order, mca_btl_base_rdma_completion_fn_t done, void *context, void *data)
{
    (void)module;
    (void)remote_handle;
    (void)order;
    btl_request_t request = {.operand = value, .compare = compare, .is_swap = true};
    return atomic_fetch(peer, local, remote, local_handle, &request, flags, done, context, data);
}

/* @return the result of an operation on a value */
static uint64_t atomic_result(const btl_request_t *r, uint64_t value)
{
    if (r->is_swap)
        return value == r->compare ? r->operand : value;
    switch (r->op) {
    case MCA_BTL_ATOMIC_ADD:
        return value + r->operand;
    case MCA_BTL_ATOMIC_AND:
        return value & r->operand;
    case MCA_BTL_ATOMIC_OR:
        return value | r->operand;
    case MCA_BTL_ATOMIC_XOR:
        return value ^ r->operand;
    default:
        return r->operand;
    }
}

/* Executes a request: atomic with all accesses to this memory. @return the previous value */
static uint64_t atomic_execute(const btl_request_t *r)
{
    if (r->is_int) {
        unsigned *word = (unsigned *)(uintptr_t)r->address, value;
        const btl_request_t of_int = {.operand = (uint32_t)r->operand,
                                      .compare = (uint32_t)r->compare,
                                      .op = r->op,
                                      .is_swap = r->is_swap};
        do
            value = AO_int_load(word);
        while (!AO_int_compare_and_swap_full(word, value, (unsigned)atomic_result(&of_int, value)));
        return value;
    }
    AO_t *word = (AO_t *)(uintptr_t)r->address, value;
    do
        value = AO_load(word);
    while (!AO_compare_and_swap_full(word, value, atomic_result(r, value)));
    return value;
}

static void control_reply(const btl_reply_t *reply)
{
    btl_operation_t *o = (btl_operation_t *)(uintptr_t)reply->operation;
    if (o->local != NULL && o->bytes == 0) /* of an atomic operation */
        memcpy(o->local, &reply->value, o->is_int ? sizeof(uint32_t) : sizeof(uint64_t));
    rdma_end_part(o, OPAL_SUCCESS);
}

void btl_control_received(struct mca_btl_base_endpoint_t *peer, btl_kind_t kind, const void *data,
                          size_t bytes)
{
    btl_request_t request;
    btl_reply_t reply = {0, 0};
    if (kind == BTL_REQUEST && bytes == sizeof request) {
        memcpy(&request, data, sizeof request);
        reply.operation = request.operation;
        reply.value = request.is_put ? 0 : atomic_execute(&request);
        (void)btl_send_control(peer, BTL_REPLY, &reply, sizeof reply);
    } else if (kind == BTL_REPLY && bytes == sizeof reply) {
        memcpy(&reply, data, sizeof reply);
        control_reply(&reply);
    } else {
        btl_fail(peer, "received a malformed fragment (do all processes use the same build?) from", -EPROTO);
    }
}
