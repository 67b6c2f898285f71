/* SPDX-License-Identifier: BSD-3-Clause */
/* Domains and address vectors. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/atomic.h"
#include "base/text.h"
#include "emuq/join.h"
#include "fabric/objects.h"
#include "fabric/port.h"

int emuq_fi_no_bind(struct fid *fid, struct fid *other, uint64_t flags)
{
    (void)fid, (void)other, (void)flags;
    return -FI_ENOSYS;
}

int emuq_fi_bind_events(struct fid *fid, struct fid *other, uint64_t flags)
{
    (void)fid, (void)flags;
    return other->fclass == FI_CLASS_EQ ? 0 : -FI_EINVAL;
}

int emuq_fi_no_control(struct fid *fid, int command, void *argument)
{
    (void)fid, (void)command, (void)argument;
    return -FI_ENOSYS;
}

int emuq_fi_no_open(struct fid *fid, const char *name, uint64_t flags, void **ops, void *context)
{
    (void)fid, (void)name, (void)flags, (void)ops, (void)context;
    return -FI_ENOSYS;
}

/* ---- address vectors ---- */

emuq_fi_peer_t *emuq_fi_av_find(emuq_fi_av_t *av, fi_addr_t at)
{
    /* Acquire: pairs with the release of av_add(). */
    if (at >= AO_load_acquire(&av->count))
        return NULL;
    emuq_fi_peer_t *p = emuq_fi_av_peer(av, at);
    return AO_int_load_acquire(&p->is_removed) != 0 ? NULL : p;
}

/* Explains, once, an address of another partition. Caller holds the lock. */
static void av_report(const emuq_fi_av_t *av, const emuq_fi_address_t *address)
{
    static AO_t is_reported;
    emuq_fi_address_t known;
    if (!emuq_fi_regions_are_named(address) || !emuq_fi_port_find_address(av->domain, 0, 0, &known) ||
        known.job == address->job || AO_fetch_and_add_full(&is_reported, 1) != 0)
        return;
    emuq_log("rank %" PRId64
             " cannot reach a process of another partition. For MPI_Comm_spawn() set EMUQ_NP to "
             "the number of all processes, parents and children (mpirun -x EMUQ_NP=N)",
             emuq_joined_rank());
}

/* Caller holds the lock. @return 0; -FI_EINVAL: no address in this partition; -FI_ENOMEM */
static int av_add(emuq_fi_av_t *av, const emuq_fi_address_t *address, fi_addr_t *at)
{
    fi_addr_t next = av->count;
    unsigned block = emuq_fi_av_block(next);
    emuq_fi_address_t known;
    if (!emuq_fi_port_find_address(av->domain, address->rank, address->endpoint, &known) ||
        memcmp(&known, address, offsetof(emuq_fi_address_t, table)) != 0 ||
        !emuq_fi_regions_are_named(address)) {
        av_report(av, address);
        return -FI_EINVAL;
    }
    if (av->block[block] == NULL)
        av->block[block] = calloc((size_t)EMUQ_FI_BLOCK << block, sizeof *av->block[block]);
    if (av->block[block] == NULL)
        return -FI_ENOMEM;
    emuq_fi_peer_t *peer = emuq_fi_av_peer(av, next);
    peer->address = *address;
    peer->table = emuq_fi_regions_of(address);
    AO_store_release(&av->count, next + 1); /* pairs with emuq_fi_av_find() */
    *at = next;
    return 0;
}

/* Replaces a name by its address. Caller holds the lock, which is released meanwhile. */
static int av_resolve(emuq_fi_av_t *av, emuq_fi_address_t *address)
{
    if (!emuq_fi_is_name(address))
        return 0;
    pthread_mutex_unlock(&av->lock);
    int rc = emuq_fi_name_resolve(av->domain, address);
    pthread_mutex_lock(&av->lock);
    return rc;
}

/* Reports the failure of an address to the event queue. */
static int av_report_error(const emuq_fi_av_t *av, size_t index, int error, void *context)
{
    const struct fi_eq_err_entry e = {
        .fid = (fid_t)&av->fid.fid, .context = context, .data = index, .err = error};
    return emuq_fi_eq_add_error(av->eq, &e);
}

/* Ends an insertion with FI_EVENT. */
static int av_report_end(const emuq_fi_av_t *av, int good, void *context)
{
    const struct fi_eq_entry e = {.fid = (fid_t)&av->fid.fid, .context = context, .data = (uint64_t)good};
    return emuq_fi_eq_add(av->eq, FI_AV_COMPLETE, &e, sizeof e);
}

static int av_insert(struct fid_av *fid, const void *address, size_t count, fi_addr_t *fi_addr,
                     uint64_t flags, void *context)
{
    emuq_fi_av_t *av = (emuq_fi_av_t *)fid;
    int good = 0, rc = 0, *error = !av->has_events && (flags & FI_SYNC_ERR) ? context : NULL;
    if ((flags & ~(FI_MORE | FI_SYNC_ERR)) != 0 || (count != 0 && address == NULL))
        return -FI_EINVAL;
    if (av->has_events && av->eq == NULL)
        return -FI_ENOEQ;
    pthread_mutex_lock(&av->lock);
    for (size_t i = 0; i < count && rc == 0; i++) {
        emuq_fi_address_t a;
        fi_addr_t at = FI_ADDR_NOTAVAIL;
        memcpy(&a, (const char *)address + i * sizeof a, sizeof a);
        int failure = av_resolve(av, &a);
        if (failure == 0)
            failure = av_add(av, &a, &at);
        good += failure == 0;
        if (fi_addr != NULL)
            fi_addr[i] = at;
        if (error != NULL)
            error[i] = -failure;
        if (failure != 0 && av->has_events)
            rc = av_report_error(av, i, -failure, context);
    }
    (void)AO_int_fetch_and_add_full(&av->version, 1);
    pthread_mutex_unlock(&av->lock);
    if (av->has_events)
        return rc != 0 ? rc : av_report_end(av, good, context);
    return good;
}

static int av_insertsvc(struct fid_av *av, const char *node, const char *service, fi_addr_t *fi_addr,
                        uint64_t flags, void *context)
{
    emuq_fi_address_t name;
    if (node == NULL || service == NULL)
        return -FI_EINVAL;
    int rc = emuq_fi_name_make(node, service, 0, &name);
    return rc != 0 ? -FI_EADDRNOTAVAIL : av_insert(av, &name, 1, fi_addr, flags, context);
}

static int av_insertsym(struct fid_av *av, const char *node, size_t nodes, const char *service,
                        size_t services, fi_addr_t *fi_addr, uint64_t flags, void *context)
{
    (void)av, (void)node, (void)nodes, (void)service, (void)services, (void)fi_addr, (void)flags,
        (void)context;
    return -FI_ENOSYS;
}

static int av_remove(struct fid_av *fid, fi_addr_t *fi_addr, size_t count, uint64_t flags)
{
    emuq_fi_av_t *av = (emuq_fi_av_t *)fid;
    int rc = 0;
    (void)flags;
    pthread_mutex_lock(&av->lock);
    for (size_t i = 0; i < count; i++) {
        emuq_fi_peer_t *p = emuq_fi_av_find(av, fi_addr[i]);
        if (p == NULL)
            rc = -FI_EINVAL;
        else
            AO_int_store_release(&p->is_removed, 1);
    }
    (void)AO_int_fetch_and_add_full(&av->version, 1);
    pthread_mutex_unlock(&av->lock);
    return rc;
}

static int av_lookup(struct fid_av *fid, fi_addr_t fi_addr, void *address, size_t *bytes)
{
    const emuq_fi_peer_t *p = emuq_fi_av_find((emuq_fi_av_t *)fid, fi_addr);
    if (p == NULL)
        return -FI_EINVAL;
    memcpy(address, &p->address, *bytes < sizeof p->address ? *bytes : sizeof p->address);
    *bytes = sizeof p->address;
    return 0;
}

static const char *av_straddr(struct fid_av *av, const void *address, char *buf, size_t *len)
{
    emuq_fi_address_t a;
    (void)av;
    memcpy(&a, address, sizeof a);
    char service[EMUQ_FI_NAME_BYTES] = "";
    if (emuq_fi_is_name(&a))
        emuq_fi_name_service(&a, service);
    size_t most = buf != NULL ? *len : 0;
    int n = emuq_fi_is_name(&a) ? snprintf(buf, most, "emuq:///%s", service)
                                : snprintf(buf, most, "emuq://%" PRIx64 "/%u/%u", a.job, a.rank, a.endpoint);
    *len = n >= 0 ? (size_t)n + 1 : 0;
    return buf;
}

static int av_set(struct fid_av *av, struct fi_av_set_attr *attr, struct fid_av_set **set, void *context)
{
    (void)av, (void)attr, (void)set, (void)context;
    return -FI_ENOSYS;
}

static int av_close(struct fid *fid)
{
    emuq_fi_av_t *av = (emuq_fi_av_t *)(void *)fid;
    if (AO_int_load_acquire(&av->users) != 0)
        return -FI_EBUSY;
    (void)AO_int_fetch_and_add_full(&av->domain->users, -1u);
    if (av->eq != NULL)
        (void)AO_int_fetch_and_add_full(emuq_fi_eq_users(av->eq), -1u);
    for (unsigned i = 0; i < EMUQ_FI_BLOCKS; i++)
        free(av->block[i]);
    pthread_mutex_destroy(&av->lock);
    free(av);
    return 0;
}

static int av_bind(struct fid *fid, struct fid *other, uint64_t flags)
{
    emuq_fi_av_t *av = (emuq_fi_av_t *)(void *)fid;
    if (other->fclass != FI_CLASS_EQ || flags != 0 || av->eq != NULL)
        return -FI_EINVAL;
    av->eq = (struct fid_eq *)(void *)other;
    (void)AO_int_fetch_and_add_full(emuq_fi_eq_users(av->eq), 1);
    return 0;
}

int emuq_fi_av_open(struct fid_domain *fid, struct fi_av_attr *attr, struct fid_av **out, void *context)
{
    static struct fi_ops fid_ops = EMUQ_FI_FID_OPS(av_close, av_bind);
    static struct fi_ops_av ops = {.size = sizeof ops,
                                   .insert = av_insert,
                                   .insertsvc = av_insertsvc,
                                   .insertsym = av_insertsym,
                                   .remove = av_remove,
                                   .lookup = av_lookup,
                                   .straddr = av_straddr,
                                   .av_set = av_set};
    if (attr != NULL && (attr->name != NULL || (attr->flags & FI_READ) != 0))
        return -FI_ENOSYS;
    emuq_fi_av_t *av = calloc(1, sizeof *av);
    if (av == NULL)
        return -FI_ENOMEM;
    av->fid =
        (struct fid_av){.fid = {.fclass = FI_CLASS_AV, .context = context, .ops = &fid_ops}, .ops = &ops};
    av->domain = (emuq_fi_domain_t *)fid;
    av->version = 1;
    av->has_events = attr != NULL && (attr->flags & FI_EVENT) != 0;
    pthread_mutex_init(&av->lock, NULL);
    if (attr != NULL && attr->type == FI_AV_UNSPEC)
        attr->type = FI_AV_TABLE;
    (void)AO_int_fetch_and_add_full(&av->domain->users, 1);
    *out = &av->fid;
    return 0;
}

/* ---- domains ---- */

static int domain_no_sep(struct fid_domain *d, struct fi_info *info, struct fid_ep **sep, void *context)
{
    (void)d, (void)info, (void)sep, (void)context;
    return -FI_ENOSYS;
}

static int domain_no_collective(struct fid_domain *d, enum fi_collective_op op,
                                struct fi_collective_attr *attr, uint64_t flags)
{
    (void)d, (void)op, (void)attr, (void)flags;
    return -FI_ENOSYS;
}

static int domain_close(struct fid *fid)
{
    emuq_fi_domain_t *d = (emuq_fi_domain_t *)(void *)fid;
    if (AO_int_load_acquire(&d->users) != 0)
        return -FI_EBUSY;
    emuq_fi_wait_leave(d->progress, fid);
    (void)AO_int_fetch_and_add_full(&d->fabric->users, -1u);
    emuq_fi_regions_close(&d->regions);
    pthread_mutex_destroy(&d->endpoints.lock.mutex);
    free(d);
    return 0;
}

/* Cards need a partition of 3 dimensions. @return 0 or a negative errno */
static int domain_join(bool has_card)
{
#ifdef EMUQ_FI_HAS_CARDS
    if (has_card) {
        int rc = emuq_join(&(emuq_join_t){.rank = EMUQ_ANY_RANK, .dimensions = 3});
        return rc != 0 && rc != -EALREADY ? rc : emuq_fi_card_prepare();
    }
#endif
    (void)has_card;
    int rc = emuq_join(NULL);
    return rc == -EALREADY ? 0 : rc;
}

int emuq_fi_domain_open(struct fid_fabric *fabric, struct fi_info *info, struct fid_domain **out,
                        void *context)
{
    static struct fi_ops fid_ops = EMUQ_FI_FID_OPS(domain_close, emuq_fi_bind_events);
    static struct fi_ops_domain ops = {.size = sizeof ops,
                                       .av_open = emuq_fi_av_open,
                                       .cq_open = emuq_fi_cq_open,
                                       .endpoint = emuq_fi_endpoint_open,
                                       .scalable_ep = domain_no_sep,
                                       .cntr_open = emuq_fi_cntr_open,
                                       .poll_open = emuq_fi_poll_open,
                                       .stx_ctx = emuq_fi_stx_open,
                                       .srx_ctx = emuq_fi_srx_open,
                                       .query_atomic = emuq_fi_atomic_query,
                                       .query_collective = domain_no_collective};
    emuq_fi_domain_t *d = calloc(1, sizeof *d);
    if (d == NULL)
        return -FI_ENOMEM;
    d->has_card = info != NULL && info->domain_attr != NULL && info->domain_attr->name != NULL &&
                  strcmp(info->domain_attr->name, EMUQ_FI_DOMAIN_CARD) == 0;
    int rc = domain_join(d->has_card);
    if (rc == 0)
        rc = emuq_fi_regions_open(&d->regions, d->has_card,
                                  info != NULL && (info->caps & (FI_RMA | FI_ATOMIC)) != 0,
                                  info != NULL && info->domain_attr != NULL ? info->domain_attr->mr_mode : 0);
    if (rc != 0) {
        free(d);
        return rc;
    }
    d->fid = (struct fid_domain){.fid = {.fclass = FI_CLASS_DOMAIN, .context = context, .ops = &fid_ops},
                                 .ops = &ops,
                                 .mr = &emuq_fi_mr_ops};
    d->fabric = (emuq_fi_fabric_t *)fabric;
    bool is_auto =
        info != NULL && info->domain_attr != NULL && info->domain_attr->data_progress == FI_PROGRESS_AUTO;
    d->threading = !is_auto && info != NULL && info->domain_attr != NULL &&
                           info->domain_attr->threading != FI_THREAD_UNSPEC
                       ? info->domain_attr->threading
                       : FI_THREAD_SAFE;
    emuq_fi_lock_init(&d->endpoints.lock, d->threading);
    rc = is_auto ? emuq_fi_progress_start(&d->fid.fid, &d->progress) : 0;
    if (rc != 0) {
        pthread_mutex_destroy(&d->endpoints.lock.mutex);
        emuq_fi_regions_close(&d->regions);
        free(d);
        return rc;
    }
    (void)AO_int_fetch_and_add_full(&d->fabric->users, 1);
    *out = &d->fid;
    return 0;
}
