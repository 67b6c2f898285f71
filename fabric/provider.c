/* SPDX-License-Identifier: BSD-3-Clause */
/* What the provider offers, and fabrics. */
#include <stdlib.h>
#include <string.h>

#include "backends/settings.h"
#include "fabric/objects.h"
#include "fabric/atomic.h"
#include "fabric/port.h"

/* The process joins a partition in emuq_join(), not before main(). */
extern const int emuq_is_no_rank;
__attribute__((visibility("default"))) const int emuq_is_no_rank = 1;

#define VERSION   FI_VERSION(0, 3)
#define RIGHTS    (FI_READ | FI_WRITE | FI_REMOTE_READ | FI_REMOTE_WRITE)
#define MR_MODE   (FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY) /* used, if a program permits */
#define CAPS_SEND (FI_MSG | FI_TAGGED | FI_SEND | FI_RMA | FI_ATOMIC | FI_READ | FI_WRITE | FI_FENCE)
#define CAPS_RECEIVE                                                                                         \
    (FI_MSG | FI_TAGGED | FI_RECV | FI_MULTI_RECV | FI_SOURCE | FI_DIRECTED_RECV | FI_RMA | FI_ATOMIC |      \
     FI_REMOTE_READ | FI_REMOTE_WRITE | FI_RMA_EVENT)
#define CAPS_DOMAIN (FI_LOCAL_COMM | FI_REMOTE_COMM)
#define CAPS        (CAPS_SEND | CAPS_RECEIVE | CAPS_DOMAIN)
#define ORDER                                                                                                \
    (FI_ORDER_SAS | FI_ORDER_ATOMIC_RAR | FI_ORDER_ATOMIC_RAW | FI_ORDER_ATOMIC_WAR | FI_ORDER_ATOMIC_WAW)
#define TX_FLAGS                                                                                             \
    (FI_COMPLETION | FI_INJECT | FI_INJECT_COMPLETE | FI_TRANSMIT_COMPLETE | FI_DELIVERY_COMPLETE)
#define RX_FLAGS (FI_COMPLETION | FI_MULTI_RECV)

/* ---- fabrics ---- */

static int fabric_close(struct fid *fid)
{
    emuq_fi_fabric_t *f = (emuq_fi_fabric_t *)(void *)fid;
    if (AO_int_load_acquire(&f->users) != 0)
        return -FI_EBUSY;
    free(f);
    return 0;
}

static int fabric_no_passive(struct fid_fabric *fabric, struct fi_info *info, struct fid_pep **pep,
                             void *context)
{
    (void)fabric, (void)info, (void)pep, (void)context;
    return -FI_ENOSYS;
}

static int fabric_open(struct fi_fabric_attr *attr, struct fid_fabric **out, void *context)
{
    static struct fi_ops fid_ops = EMUQ_FI_FID_OPS(fabric_close, emuq_fi_no_bind);
    static struct fi_ops_fabric ops = {.size = sizeof ops,
                                       .domain = emuq_fi_domain_open,
                                       .passive_ep = fabric_no_passive,
                                       .eq_open = emuq_fi_eq_open,
                                       .wait_open = emuq_fi_wait_open,
                                       .trywait = emuq_fi_trywait};
    if (attr->name != NULL && strcmp(attr->name, EMUQ_FI_NAME) != 0)
        return -FI_ENODATA;
    emuq_fi_fabric_t *fabric = calloc(1, sizeof *fabric);
    if (fabric == NULL)
        return -FI_ENOMEM;
    fabric->fid = (struct fid_fabric){.fid = {.fclass = FI_CLASS_FABRIC, .context = context, .ops = &fid_ops},
                                      .ops = &ops,
                                      .api_version = attr->api_version};
    *out = &fabric->fid;
    return 0;
}

/* ---- fi_getinfo() ---- */

static const struct fi_tx_attr tx_attr = {.caps = CAPS_SEND,
                                          .op_flags = 0,
                                          .msg_order = ORDER,
                                          .comp_order = FI_ORDER_NONE,
                                          .inject_size = EMUQ_FI_INJECT,
                                          .size = EMUQ_FI_SLOTS,
                                          .iov_limit = EMUQ_FI_IOV,
                                          .rma_iov_limit = EMUQ_FI_IOV};
static const struct fi_rx_attr rx_attr = {.caps = CAPS_RECEIVE,
                                          .msg_order = ORDER,
                                          .comp_order = FI_ORDER_NONE,
                                          .size = 65536,
                                          .iov_limit = EMUQ_FI_IOV};
static const struct fi_ep_attr ep_attr = {.type = FI_EP_RDM,
                                          .protocol = FI_PROTO_UNSPEC,
                                          .protocol_version = 1,
                                          .max_msg_size = EMUQ_FI_MESSAGE_MOST,
                                          .max_order_raw_size = EMUQ_FI_ATOMIC_BYTES,
                                          .max_order_war_size = EMUQ_FI_ATOMIC_BYTES,
                                          .max_order_waw_size = EMUQ_FI_ATOMIC_BYTES,
                                          .mem_tag_format =
                                              UINT64_C(0xaaaaaaaaaaaaaaaa) /* 64 bits, no format */,
                                          .tx_ctx_cnt = 1,
                                          .rx_ctx_cnt = 1};
static const struct fi_domain_attr domain_attr = {.threading = FI_THREAD_SAFE,
                                                  .control_progress =
                                                      FI_PROGRESS_AUTO, /* no call needs progress */
                                                  .data_progress = FI_PROGRESS_MANUAL,
                                                  .resource_mgmt = FI_RM_ENABLED,
                                                  .av_type = FI_AV_UNSPEC,
                                                  .mr_mode = 0,
                                                  .mr_key_size = 8,
                                                  .cq_data_size = 8,
                                                  .cq_cnt = 65536,
                                                  .ep_cnt = EMUQ_FI_ENDPOINTS,
                                                  .tx_ctx_cnt = EMUQ_FI_ENDPOINTS,
                                                  .rx_ctx_cnt = EMUQ_FI_ENDPOINTS,
                                                  .max_ep_tx_ctx = 1,
                                                  .max_ep_rx_ctx = 1,
                                                  .max_ep_stx_ctx = EMUQ_FI_ENDPOINTS,
                                                  .max_ep_srx_ctx = EMUQ_FI_ENDPOINTS,
                                                  .cntr_cnt = 65536,
                                                  .mr_iov_limit = EMUQ_FI_IOV,
                                                  .caps = CAPS_DOMAIN,
                                                  .max_err_data = 0,
                                                  .mr_cnt = EMUQ_FI_REGIONS};

static bool info_suits_tx(const struct fi_tx_attr *t)
{
    return t == NULL ||
           ((t->caps & ~(CAPS_SEND | CAPS_DOMAIN | CAPS_RECEIVE)) == 0 && (t->op_flags & ~TX_FLAGS) == 0 &&
            (t->msg_order & ~ORDER) == 0 && t->inject_size <= EMUQ_FI_INJECT && t->iov_limit <= EMUQ_FI_IOV &&
            t->rma_iov_limit <= tx_attr.rma_iov_limit && t->size <= tx_attr.size);
}

static bool info_suits_rx(const struct fi_rx_attr *r)
{
    return r == NULL ||
           ((r->caps & ~(CAPS_SEND | CAPS_DOMAIN | CAPS_RECEIVE)) == 0 && (r->op_flags & ~RX_FLAGS) == 0 &&
            (r->msg_order & ~ORDER) == 0 && r->iov_limit <= EMUQ_FI_IOV && r->size <= rx_attr.size);
}

static bool info_suits_domain(const struct fi_domain_attr *d)
{
    return d == NULL || (d->cq_data_size <= domain_attr.cq_data_size && d->ep_cnt <= domain_attr.ep_cnt &&
                         d->cntr_cnt <= domain_attr.cntr_cnt && (d->caps & ~CAPS_DOMAIN) == 0);
}

static bool info_suits_fabric(const struct fi_fabric_attr *f)
{
    return f == NULL || ((f->name == NULL || strcmp(f->name, EMUQ_FI_NAME) == 0) &&
                         (f->prov_name == NULL || strstr(f->prov_name, EMUQ_FI_NAME) != NULL));
}

/* The mode of registration, of modes that a program permits. Keys of the program and offsets instead of
 * addresses work, too, so no mode is needed. Without hints a program asks what there is. */
static int info_mr_mode(const struct fi_info *h, uint32_t version)
{
    int mode = h != NULL && h->domain_attr != NULL ? h->domain_attr->mr_mode : 0;
    if (mode == FI_MR_UNSPEC && version < FI_VERSION(1, 5))
        return FI_MR_SCALABLE;
    if (h == NULL)
        return MR_MODE;
    return mode == FI_MR_BASIC || mode == FI_MR_SCALABLE ? mode : mode & MR_MODE;
}

static bool info_suits_address(const void *address, size_t bytes)
{
    return address == NULL || bytes == sizeof(emuq_fi_address_t);
}

static bool info_suits_contexts(size_t count)
{
    return count <= 1 || count == FI_SHARED_CONTEXT;
}

static bool info_suits(const struct fi_info *h)
{
    const struct fi_ep_attr *e = h->ep_attr;
    return (h->caps & ~CAPS) == 0 && (h->addr_format == FI_FORMAT_UNSPEC) &&
           info_suits_address(h->src_addr, h->src_addrlen) &&
           info_suits_address(h->dest_addr, h->dest_addrlen) &&
           (e == NULL || ((e->type == FI_EP_UNSPEC || e->type == FI_EP_RDM) &&
                          e->protocol == FI_PROTO_UNSPEC && e->max_msg_size <= EMUQ_FI_MESSAGE_MOST &&
                          info_suits_contexts(e->tx_ctx_cnt) && info_suits_contexts(e->rx_ctx_cnt))) &&
           info_suits_tx(h->tx_attr) && info_suits_rx(h->rx_attr) && info_suits_domain(h->domain_attr) &&
           info_suits_fabric(h->fabric_attr);
}

/* Takes hints without limits. */
static void info_take_hints(struct fi_info *info, const struct fi_info *h)
{
    if (h->caps != 0)
        info->caps =
            h->caps |
            (h->caps & (FI_MSG | FI_TAGGED) && !(h->caps & (FI_SEND | FI_RECV)) ? FI_SEND | FI_RECV : 0) |
            (h->caps & (FI_RMA | FI_ATOMIC) && !(h->caps & RIGHTS) ? RIGHTS : 0) | CAPS_DOMAIN;
    info->handle = h->handle;
    if (h->tx_attr != NULL)
        info->tx_attr->op_flags = h->tx_attr->op_flags;
    if (h->rx_attr != NULL)
        info->rx_attr->op_flags = h->rx_attr->op_flags;
    if (h->domain_attr != NULL && h->domain_attr->threading != FI_THREAD_UNSPEC)
        info->domain_attr->threading = h->domain_attr->threading;
    if (h->domain_attr != NULL && h->domain_attr->av_type != FI_AV_UNSPEC)
        info->domain_attr->av_type = h->domain_attr->av_type;
    if (h->domain_attr != NULL && h->domain_attr->control_progress != FI_PROGRESS_UNSPEC)
        info->domain_attr->control_progress = h->domain_attr->control_progress;
    if (h->domain_attr != NULL && h->domain_attr->data_progress != FI_PROGRESS_UNSPEC)
        info->domain_attr->data_progress = h->domain_attr->data_progress;
    if (h->ep_attr != NULL && h->ep_attr->tx_ctx_cnt != 0)
        info->ep_attr->tx_ctx_cnt = h->ep_attr->tx_ctx_cnt;
    if (h->ep_attr != NULL && h->ep_attr->rx_ctx_cnt != 0)
        info->ep_attr->rx_ctx_cnt = h->ep_attr->rx_ctx_cnt;
    if (h->ep_attr != NULL && h->ep_attr->mem_tag_format != 0)
        info->ep_attr->mem_tag_format = h->ep_attr->mem_tag_format;
}

/* A domain of the provider. */
typedef struct domain_kind {
    const char *name;
    uint64_t most; /* bytes of a message */
} domain_kind_t;

static const domain_kind_t domain_kinds[] = {
    {EMUQ_FI_DOMAIN, EMUQ_FI_MESSAGE_MOST},
#ifdef EMUQ_FI_HAS_CARDS
    {EMUQ_FI_DOMAIN_CARD, EMUQ_FI_CARD_MESSAGE},
#endif
};
#define DOMAINS (sizeof domain_kinds / sizeof domain_kinds[0])

static bool info_suits_kind(const struct fi_info *h, const domain_kind_t *kind)
{
    const char *name = h->domain_attr != NULL ? h->domain_attr->name : NULL;
    return (name == NULL || strcmp(name, kind->name) == 0) &&
           (h->ep_attr == NULL || h->ep_attr->max_msg_size <= kind->most);
}

/* Source and destination of fi_getinfo(). */
typedef struct info_ends {
    bool has_destination;
    emuq_fi_address_t source, destination;
} info_ends_t;

/* @return 0; -FI_ENODATA: no node of this host */
static int info_find_ends(const char *node, const char *service, uint64_t flags, const struct fi_info *h,
                          info_ends_t *ends)
{
    bool is_source = (flags & FI_SOURCE) != 0, has_name = node != NULL || service != NULL;
    *ends = (info_ends_t){.has_destination = !is_source && has_name};
    int rc = emuq_fi_name_make(is_source ? node : NULL, is_source ? service : NULL, flags, &ends->source);
    if (rc == 0 && ends->has_destination)
        rc = emuq_fi_name_make(node, service, flags, &ends->destination);
    if (h != NULL && h->src_addr != NULL && !(is_source && has_name))
        memcpy(&ends->source, h->src_addr, sizeof ends->source);
    if (h != NULL && h->dest_addr != NULL && !ends->has_destination) {
        memcpy(&ends->destination, h->dest_addr, sizeof ends->destination);
        ends->has_destination = true;
    }
    return rc;
}

/* @return false: no memory */
static bool info_set_address(void **to, size_t *bytes, const emuq_fi_address_t *address)
{
    *to = malloc(sizeof *address);
    if (*to == NULL)
        return false;
    memcpy(*to, address, sizeof *address);
    *bytes = sizeof *address;
    return true;
}

/* @return NULL: no memory */
static struct fi_info *info_new(uint32_t version, const struct fi_info *hints, const domain_kind_t *kind,
                                const info_ends_t *ends)
{
    struct fi_info *info = fi_allocinfo();
    if (info == NULL)
        return NULL;
    info->caps = CAPS;
    info->addr_format = FI_FORMAT_UNSPEC;
    *info->tx_attr = tx_attr;
    *info->rx_attr = rx_attr;
    *info->ep_attr = ep_attr;
    *info->domain_attr = domain_attr;
    info->ep_attr->max_msg_size = kind->most;
    info->domain_attr->name = strdup(kind->name);
    info->fabric_attr->name = strdup(EMUQ_FI_NAME);
    info->fabric_attr->prov_version = VERSION;
    info->fabric_attr->api_version = version;
    if (hints != NULL)
        info_take_hints(info, hints);
    if (info->caps & (FI_RMA | FI_ATOMIC))
        info->domain_attr->mr_mode = info_mr_mode(hints, version);
    info->tx_attr->caps &= info->caps;
    info->rx_attr->caps &= info->caps;
    if (!info_set_address(&info->src_addr, &info->src_addrlen, &ends->source) ||
        (ends->has_destination &&
         !info_set_address(&info->dest_addr, &info->dest_addrlen, &ends->destination))) {
        fi_freeinfo(info);
        return NULL;
    }
    return info;
}

static int provider_getinfo(uint32_t version, const char *node, const char *service, uint64_t flags,
                            const struct fi_info *hints, struct fi_info **out)
{
    struct fi_info **end = out;
    info_ends_t ends;
    *out = NULL;
    if ((hints != NULL && !info_suits(hints)) || info_find_ends(node, service, flags, hints, &ends) != 0)
        return -FI_ENODATA;
    size_t first = emuq_setting_number(EMUQ_SETTING_FABRIC_DOMAIN); /* the default of programs */
    for (size_t i = 0; i < DOMAINS; i++) {
        const domain_kind_t *kind = &domain_kinds[(first + i) % DOMAINS];
        if (hints != NULL && !info_suits_kind(hints, kind))
            continue;
        *end = info_new(version, hints, kind, &ends);
        if (*end == NULL) {
            fi_freeinfo(*out);
            *out = NULL;
            return -FI_ENOMEM;
        }
        end = &(*end)->next;
    }
    return *out != NULL ? 0 : -FI_ENODATA;
}

static void provider_cleanup(void) {}

struct fi_provider emuq_fi_provider = {.version = VERSION,
                                       .fi_version = FI_VERSION(1, 17),
                                       .name = EMUQ_FI_NAME,
                                       .getinfo = provider_getinfo,
                                       .fabric = fabric_open,
                                       .cleanup = provider_cleanup};

struct fi_provider *fi_prov_ini(void); /* has no declaration in headers of libfabric */

FI_EXT_INI
{
    return &emuq_fi_provider;
}
