/* SPDX-License-Identifier: BSD-3-Clause */
/* Puts and gets of registered memory, and the registration cache. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "fabric/btl/btl.h"

/* ---- registration ---- */

/* Functions of the cache: Open MPI registers memory of the program in whole pages, once, and removes it when
 * the program unmaps it. */
static int rdma_cache_add(void *unused, void *base, size_t size, mca_rcache_base_registration_t *registration)
{
    (void)unused;
    btl_registration_t *r = (btl_registration_t *)registration;
    int rc = size <= UINT32_MAX
                 ? apenet_register_buffer(btl.card, base, size, APENET_GET, 0, &r->handle.buffer)
                 : -EINVAL;
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

mca_btl_base_registration_handle_t *btl_register_mem(struct mca_btl_base_module_t *module,
                                                     struct mca_btl_base_endpoint_t *peer, void *base,
                                                     size_t size, uint32_t flags)
{
    (void)module;
    (void)peer;
    mca_rcache_base_registration_t *r = NULL;
    int rc = btl_module.rcache->rcache_register(btl_module.rcache, base, size, 0,
                                                (int32_t)(flags & MCA_RCACHE_ACCESS_ANY), &r);
    return rc == OPAL_SUCCESS && r != NULL ? &((btl_registration_t *)r)->handle : NULL;
}

int btl_deregister_mem(struct mca_btl_base_module_t *module, mca_btl_base_registration_handle_t *handle)
{
    (void)module;
    btl_registration_t *r = (btl_registration_t *)((char *)handle - offsetof(btl_registration_t, handle));
    return btl_module.rcache->rcache_deregister(btl_module.rcache, &r->base);
}

/* ---- operations ---- */

static btl_operation_t *rdma_new(const btl_operation_t *what)
{
    OPAL_THREAD_LOCK(&btl.lock);
    btl_operation_t *o = btl.spare_operation;
    if (o != NULL)
        btl.spare_operation = o->next;
    btl.operations++;
    OPAL_THREAD_UNLOCK(&btl.lock);
    if (o == NULL)
        o = malloc(sizeof *o);
    if (o != NULL)
        *o = *what;
    return o;
}

static void rdma_free(btl_operation_t *o)
{
    OPAL_THREAD_LOCK(&btl.lock);
    btl.operations--;
    if (o != NULL) {
        o->next = btl.spare_operation;
        btl.spare_operation = o;
    }
    OPAL_THREAD_UNLOCK(&btl.lock);
}

static int rdma_post(btl_operation_t *o, bool is_get, unsigned flags)
{
    return is_get
               ? apenet_rdma_get(btl.card, o->peer->card, o->local, o->bytes, o->remote, (uintptr_t)o, flags)
               : apenet_rdma_put(btl.card, o->peer->card, o->local, o->bytes, o->remote, (uintptr_t)o, flags);
}

/* @return a status of Open MPI */
static int rdma_begin(const btl_operation_t *what, bool is_get)
{
    btl_operation_t *o = rdma_new(what);
    int rc = o != NULL ? rdma_post(o, is_get, APENET_NOWAIT) : -EAGAIN;
    if (rc == 0)
        return OPAL_SUCCESS;
    rdma_free(o);
    if (rc == -EAGAIN || rc == -ENOMEM)
        return OPAL_ERR_OUT_OF_RESOURCE;
    if (rc == -EHOSTDOWN || rc == -ENETDOWN) {
        btl_fail(what->peer, is_get ? "cannot get from" : "cannot put to", rc);
        return OPAL_ERR_UNREACH;
    }
    return OPAL_ERROR;
}

int btl_put(struct mca_btl_base_module_t *module, struct mca_btl_base_endpoint_t *peer, void *local,
            uint64_t remote, mca_btl_base_registration_handle_t *local_handle,
            mca_btl_base_registration_handle_t *remote_handle, size_t size, int flags, int order,
            mca_btl_base_rdma_completion_fn_t done, void *context, void *data)
{
    (void)module;
    (void)remote_handle;
    (void)flags;
    (void)order;
    const btl_operation_t o = {.peer = peer,
                               .local = local,
                               .remote = remote,
                               .bytes = size,
                               .handle = local_handle,
                               .done = done,
                               .context = context,
                               .data = data};
    return rdma_begin(&o, false);
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
    const btl_operation_t o = {.peer = peer,
                               .local = local,
                               .remote = remote,
                               .bytes = size,
                               .handle = local_handle,
                               .done = done,
                               .context = context,
                               .data = data};
    return rdma_begin(&o, true);
}

void btl_rdma_event(const apenet_event_t *event)
{
    btl_operation_t *o = (btl_operation_t *)(uintptr_t)event->tag, was = *o;
    /* A link has damaged the data: a get may be repeated. */
    if (event->kind == APENET_EVENT_GET_DONE && event->status == -EBADMSG && o->repeats++ < BTL_GET_REPEATS &&
        rdma_post(o, true, 0) == 0)
        return;
    rdma_free(o);
    if (event->status == -EHOSTDOWN || event->status == -ENETDOWN)
        btl_fail(was.peer, "a put or get failed: lost", event->status);
    was.done(&btl_module.super, was.peer, was.local, was.handle, was.context, was.data,
             event->status == 0 ? OPAL_SUCCESS : OPAL_ERROR);
}
