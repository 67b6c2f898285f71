/* SPDX-License-Identifier: BSD-3-Clause */
/* The component: parameters, start and end, and the processes of MPI. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "opal/constants.h"
#include "opal/mca/pmix/pmix.h"

#include "base/atomic.h"
#include "emuq/join.h"
#include "fabric/btl/btl.h"

/* The program itself is no rank. */
extern const int emuq_is_no_rank;
__attribute__((visibility("default"))) const int emuq_is_no_rank = 1;

static int component_register(void)
{
    btl.credits_wanted = BTL_CREDITS;
    (void)mca_base_component_var_register(
        &mca_btl_apenet_component.btl_version, "credits",
        "Pages of the ring of each sender, 1 to 16; fewer with many processes",
        MCA_BASE_VAR_TYPE_UNSIGNED_INT, NULL, 0, 0, OPAL_INFO_LVL_5, MCA_BASE_VAR_SCOPE_READONLY,
        &btl.credits_wanted);
    mca_btl_base_module_t *m = &btl_module.super;
    m->btl_exclusivity = MCA_BTL_EXCLUSIVITY_DEFAULT;
    m->btl_eager_limit = m->btl_rndv_eager_limit = m->btl_max_send_size = BTL_PAYLOAD;
    m->btl_rdma_pipeline_send_length = BTL_PAYLOAD;
    m->btl_rdma_pipeline_frag_size = m->btl_min_rdma_pipeline_size = 1u << 20;
    m->btl_latency = 1;
    m->btl_bandwidth = 20000;
    m->btl_flags =
        MCA_BTL_FLAGS_SEND | MCA_BTL_FLAGS_RDMA | MCA_BTL_FLAGS_ATOMIC_OPS | MCA_BTL_FLAGS_ATOMIC_FOPS;
    m->btl_atomic_flags = MCA_BTL_ATOMIC_SUPPORTS_ADD | MCA_BTL_ATOMIC_SUPPORTS_AND |
                          MCA_BTL_ATOMIC_SUPPORTS_OR | MCA_BTL_ATOMIC_SUPPORTS_XOR |
                          MCA_BTL_ATOMIC_SUPPORTS_SWAP | MCA_BTL_ATOMIC_SUPPORTS_CSWAP |
                          MCA_BTL_ATOMIC_SUPPORTS_32BIT;
    m->btl_get_limit = m->btl_put_limit = UINT32_MAX / 2;
    m->btl_registration_handle_size = sizeof(mca_btl_base_registration_handle_t);
    return mca_btl_base_param_register(&mca_btl_apenet_component.btl_version, m);
}

static int component_open(void)
{
    OBJ_CONSTRUCT(&btl.lock, opal_mutex_t);
    return OPAL_SUCCESS;
}

static int component_close(void)
{
    OBJ_DESTRUCT(&btl.lock);
    return OPAL_SUCCESS;
}

/* Joins, and opens the card. @return 0 or a negative errno, mostly after printing an error */
static int component_start(void)
{
    apenet_address_t me;
    const emuq_join_t how = {.rank = EMUQ_ANY_RANK, .dimensions = 3};
    /* The cache first: with it Open MPI replaces instructions of munmap() and mmap(), which a thread that
     * emuq_join() starts must not execute at that time. */
    int rc = btl_rdma_open();
    if (rc == 0)
        rc = emuq_join(&how);
    if (rc == 0)
        rc = apenet_open(0, &btl.card);
    if (rc != 0)
        return rc;
    rc = apenet_whoami(btl.card, &me, &btl.lattice);
    btl.peers = (uint32_t)(btl.lattice.x * btl.lattice.y * btl.lattice.z * btl.lattice.pid);
    btl.self = btl_number_of(me);
    if (rc == 0)
        rc = btl_progress_open(emuq_joined_ranks());
    return rc;
}

static void component_end(void)
{
    if (btl.card != NULL && btl.peer != NULL)
        btl_progress_close();
    btl_rdma_close();
    btl_send_close();
    if (btl.card != NULL)
        (void)apenet_close(btl.card);
    btl.card = NULL;
    (void)emuq_leave();
}

static int component_publish(void)
{
    int rc;
    btl_address_t mine;
    memset(&mine, 0, sizeof mine);
    mine.version = BTL_VERSION_OF_ADDRESS;
    mine.credits = btl.credits;
    mine.memory = (uintptr_t)btl.in;
    mine.card = btl.peer[btl.self].card;
    OPAL_MODEX_SEND(rc, OPAL_PMIX_GLOBAL, &mca_btl_apenet_component.btl_version, &mine, sizeof mine);
    return rc;
}

static mca_btl_base_module_t **component_init(int *modules, bool has_progress_thread, bool has_threads)
{
    (void)has_progress_thread;
    (void)has_threads;
    *modules = 0;
    if (btl.credits_wanted == 0 || btl.credits_wanted > BTL_CREDITS) {
        opal_output(0, "btl apenet: credits: invalid value %u (expected 1 to %u)", btl.credits_wanted,
                    BTL_CREDITS);
        return NULL;
    }
    mca_btl_base_module_t **list = malloc(sizeof *list); /* freed by the framework */
    int rc = list != NULL ? component_start() : -ENOMEM;
    if (rc == 0 && component_publish() != OPAL_SUCCESS)
        rc = -EIO;
    if (rc != 0) {
        opal_output(0,
                    "btl apenet: no APEnet+ card for this process: %s; correct the cause, or omit apenet "
                    "from --mca btl",
                    strerror(-rc));
        component_end();
        free(list);
        return NULL;
    }
    list[0] = &btl_module.super;
    *modules = 1;
    return list;
}

/* ---- processes ---- */

/* @return NULL: not reachable */
static struct mca_btl_base_endpoint_t *procs_add(opal_proc_t *proc)
{
    const opal_proc_t *self = opal_proc_local_get();
    btl_address_t *theirs = NULL;
    size_t size = 0;
    int rc;
    if (proc->proc_name.jobid != self->proc_name.jobid)
        return NULL;
    OPAL_MODEX_RECV(rc, &mca_btl_apenet_component.btl_version, &proc->proc_name, (void **)&theirs, &size);
    bool is_good = rc == OPAL_SUCCESS && size == sizeof *theirs &&
                   theirs->version == BTL_VERSION_OF_ADDRESS && theirs->credits == btl.credits &&
                   btl_number_of(theirs->card) < btl.peers;
    struct mca_btl_base_endpoint_t *peer = is_good ? &btl.peer[btl_number_of(theirs->card)] : NULL;
    if (peer != NULL) {
        peer->proc = proc;
        /* Relaxed: see btl_memory_of(). */
        AO_store(&peer->memory, theirs->memory);
    }
    free(theirs);
    return peer;
}

static int procs_add_all(struct mca_btl_base_module_t *module, size_t count, struct opal_proc_t **proc,
                         struct mca_btl_base_endpoint_t **peer, struct opal_bitmap_t *reachable)
{
    (void)module;
    for (size_t i = 0; i < count; i++) {
        peer[i] = procs_add(proc[i]);
        if (peer[i] != NULL && reachable != NULL && opal_bitmap_set_bit(reachable, (int)i) != OPAL_SUCCESS)
            return OPAL_ERR_OUT_OF_RESOURCE;
    }
    return OPAL_SUCCESS;
}

static int procs_remove(struct mca_btl_base_module_t *module, size_t count, struct opal_proc_t **proc,
                        struct mca_btl_base_endpoint_t **peer)
{
    (void)module;
    (void)proc;
    for (size_t i = 0; i < count; i++)
        if (peer[i] != NULL)
            peer[i]->proc = NULL;
    return OPAL_SUCCESS;
}

/* ---- the module ---- */

static int module_register_error(struct mca_btl_base_module_t *module,
                                 mca_btl_base_module_error_cb_fn_t error)
{
    (void)module;
    btl_module.error = error;
    return OPAL_SUCCESS;
}

static int module_finalize(struct mca_btl_base_module_t *module)
{
    (void)module;
    btl.is_closing = true;
    btl_module.error = NULL;
    component_end();
    return OPAL_SUCCESS;
}

btl_state_t btl;

btl_module_t btl_module = {.super = {.btl_component = &mca_btl_apenet_component,
                                     .btl_add_procs = procs_add_all,
                                     .btl_del_procs = procs_remove,
                                     .btl_finalize = module_finalize,
                                     .btl_alloc = btl_alloc,
                                     .btl_free = btl_free,
                                     .btl_prepare_src = btl_prepare_src,
                                     .btl_send = btl_send,
                                     .btl_sendi = btl_sendi,
                                     .btl_put = btl_put,
                                     .btl_get = btl_get,
                                     .btl_atomic_op = btl_atomic_op,
                                     .btl_atomic_fop = btl_atomic_fop,
                                     .btl_atomic_cswap = btl_atomic_cswap,
                                     .btl_dump = mca_btl_base_dump,
                                     .btl_register_mem = btl_register_mem,
                                     .btl_deregister_mem = btl_deregister_mem,
                                     .btl_register_error = module_register_error}};

mca_btl_base_component_3_0_0_t mca_btl_apenet_component = {
    .btl_version = {MCA_BTL_DEFAULT_VERSION("apenet"), .mca_open_component = component_open,
                    .mca_close_component = component_close,
                    .mca_register_component_params = component_register},
    .btl_data = {.param_field = MCA_BASE_METADATA_PARAM_CHECKPOINT},
    .btl_init = component_init,
    .btl_progress = btl_progress};
