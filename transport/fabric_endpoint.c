/* SPDX-License-Identifier: BSD-3-Clause */
/* Endpoints of libfabric, which is loaded on first use, and registered messages. */
#define _GNU_SOURCE
#include "transport/fabric_private.h"

#include <dlfcn.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/text.h"

#define LIBRARY    "libfabric.so.1"
#define VERSION    FI_VERSION(1, 17)
#define QUEUE_SIZE 256
#define HOSTS_FEW  64

/* ---- the library ---- */

#define FUNCTIONS(row) row(fi_getinfo) row(fi_freeinfo) row(fi_dupinfo) row(fi_fabric) row(fi_strerror)

static struct {
#define ROW(function) __typeof__(function) *function;
    FUNCTIONS(ROW)
#undef ROW
} lib;

/* Defaults read by providers: an unconfigured endpoint of tcp;ofi_rxm takes 88 MB. */
static const char *const environment[][2] = {
    {"FI_OFI_RXM_BUFFER_SIZE", "16512"}, {"FI_OFI_RXM_TX_SIZE", "128"},    {"FI_OFI_RXM_RX_SIZE", "128"},
    {"FI_OFI_RXM_MSG_TX_SIZE", "32"},    {"FI_OFI_RXM_MSG_RX_SIZE", "32"},
};

/* Restores signal handlers: libraries below libfabric install handlers that hide the signal that killed a
 * process. */
static void *endpoint_load_quietly(const char *library)
{
    struct sigaction before[NSIG];
    for (int signal = 1; signal < NSIG; signal++)
        if (sigaction(signal, NULL, &before[signal]) != 0)
            before[signal] = (struct sigaction){.sa_handler = SIG_DFL};
    void *handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    for (int signal = 1; signal < NSIG; signal++)
        if (signal != SIGKILL && signal != SIGSTOP)
            (void)sigaction(signal, &before[signal], NULL); /* fails for signals of the C library */
    return handle;
}

static int endpoint_load_library(void)
{
    if (lib.fi_getinfo != NULL)
        return 0;
    for (size_t i = 0; i < sizeof environment / sizeof environment[0]; i++)
        setenv(environment[i][0], environment[i][1], 0);
    /* Never closed: providers have threads and exit handlers. */
    void *handle = endpoint_load_quietly(LIBRARY);
    if (handle == NULL) {
        emuq_log("a job on several hosts needs libfabric, and %s cannot be loaded: %s; install it on all "
                 "hosts",
                 LIBRARY, dlerror());
        return -ENOENT;
    }
#define ROW(function)                                                                                        \
    lib.function = (__typeof__(function) *)dlsym(handle, #function);                                         \
    if (lib.function == NULL) {                                                                              \
        emuq_log("%s has no %s; install libfabric 1.17 or later", LIBRARY, #function);                       \
        lib.fi_getinfo = NULL;                                                                               \
        return -ENOENT;                                                                                      \
    }
    FUNCTIONS(ROW)
#undef ROW
    return 0;
}

const char *emuq_endpoint_strerror(int error)
{
    return lib.fi_strerror != NULL ? lib.fi_strerror(error) : strerror(error);
}

/* ---- endpoints ---- */

static int endpoint_open_queue(emuq_endpoint_t *e)
{
    struct fi_cq_attr attributes = {.size = QUEUE_SIZE, .format = FI_CQ_FORMAT_MSG, .wait_obj = FI_WAIT_FD};
    int rc = fi_cq_open(e->domain, &attributes, &e->cq, NULL);
    if (rc == 0 && fi_control(&e->cq->fid, FI_GETWAIT, &e->wait_fd) == 0)
        return 0;
    if (rc == 0)
        fi_close(&e->cq->fid);
    e->cq = NULL;
    e->wait_fd = -1;
    attributes.wait_obj = FI_WAIT_NONE;
    return fi_cq_open(e->domain, &attributes, &e->cq, NULL);
}

static int endpoint_open_objects(emuq_endpoint_t *e)
{
    struct fi_av_attr av = {.type = FI_AV_TABLE, .count = HOSTS_FEW};
    int rc = lib.fi_fabric(e->info->fabric_attr, &e->fabric, NULL);
    if (rc == 0)
        rc = fi_domain(e->fabric, e->info, &e->domain, NULL);
    if (rc == 0)
        rc = fi_av_open(e->domain, &av, &e->av, NULL);
    if (rc == 0)
        rc = endpoint_open_queue(e);
    if (rc == 0)
        rc = fi_endpoint(e->domain, e->info, &e->ep, NULL);
    if (rc == 0)
        rc = fi_ep_bind(e->ep, &e->av->fid, 0);
    if (rc == 0)
        rc = fi_ep_bind(e->ep, &e->cq->fid, FI_TRANSMIT | FI_RECV);
    if (rc == 0)
        rc = fi_enable(e->ep);
    e->address_bytes = sizeof e->address;
    if (rc == 0)
        rc = fi_getname(&e->ep->fid, e->address, &e->address_bytes);
    return rc;
}

void emuq_endpoint_close(emuq_endpoint_t *e)
{
    struct fid *object[] = {e->ep != NULL ? &e->ep->fid : NULL, e->cq != NULL ? &e->cq->fid : NULL,
                            e->av != NULL ? &e->av->fid : NULL, e->domain != NULL ? &e->domain->fid : NULL,
                            e->fabric != NULL ? &e->fabric->fid : NULL};
    for (size_t i = 0; i < sizeof object / sizeof object[0]; i++)
        if (object[i] != NULL)
            fi_close(object[i]);
    if (e->info != NULL)
        lib.fi_freeinfo(e->info);
    *e = (emuq_endpoint_t){.wait_fd = -1};
}

/* ---- choice of a provider ---- */

static bool endpoint_has_one_of(const char *provider, const char *const *names)
{
    for (; *names != NULL; names++)
        if (strstr(provider, *names) != NULL)
            return true;
    return false;
}

/* Providers within one host: rejected. */
static bool endpoint_is_intra_host(const char *provider)
{
    static const char *const names[] = {"shm", "sm2", NULL};
    return endpoint_has_one_of(provider, names);
}

/* The provider of EMUQ, whose messages to other hosts use this endpoint: rejected. */
static bool endpoint_is_emuq(const char *provider)
{
    return strstr(provider, "emuq") != NULL;
}

/* Excludes providers that are limited to one host, are obsolete, or have crashed in tests. */
static bool endpoint_is_excluded(const char *provider)
{
    static const char *const names[] = {"sockets", "ofi_rxd", "ofi_hook", "coll", NULL};
    return endpoint_is_intra_host(provider) || endpoint_is_emuq(provider) ||
           endpoint_has_one_of(provider, names);
}

static struct fi_info *endpoint_make_hints(const char *provider)
{
    struct fi_info *hints = lib.fi_dupinfo(NULL);
    if (hints == NULL)
        return NULL;
    hints->caps = FI_TAGGED;
    hints->mode = FI_CONTEXT | FI_CONTEXT2;
    hints->ep_attr->type = FI_EP_RDM;
    hints->domain_attr->threading = FI_THREAD_DOMAIN;
    hints->domain_attr->resource_mgmt = FI_RM_ENABLED;
    hints->domain_attr->mr_mode =
        FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY | FI_MR_ENDPOINT;
    hints->tx_attr->msg_order = hints->rx_attr->msg_order = FI_ORDER_SAS;
    if (provider[0] != '\0')
        hints->fabric_attr->prov_name = strdup(provider);
    return hints;
}

static bool endpoint_has_interfaces(const struct fi_info *info)
{
    return info->addr_format == FI_SOCKADDR || info->addr_format == FI_SOCKADDR_IN ||
           info->addr_format == FI_SOCKADDR_IN6;
}

/* Whether an endpoint listens at all addresses of this host. */
static bool endpoint_is_everywhere(const emuq_endpoint_t *e)
{
    static const struct in6_addr any = IN6ADDR_ANY_INIT;
    const struct sockaddr_in *four = (const void *)e->address;
    const struct sockaddr_in6 *six = (const void *)e->address;
    return endpoint_has_interfaces(e->info) &&
           (four->sin_family == AF_INET6 ? memcmp(&six->sin6_addr, &any, sizeof any) == 0
                                         : four->sin_addr.s_addr == htonl(INADDR_ANY));
}

/* @param by_address the list is for one address; else providers with interface addresses, which would listen
 * at all, are skipped */
static int endpoint_open_first(emuq_endpoint_t *e, const struct fi_info *list, bool is_forced,
                               bool by_address)
{
    int rc = -FI_ENODATA;
    for (const struct fi_info *i = list; i != NULL; i = i->next) {
        const char *name = i->fabric_attr->prov_name;
        if (strlen(name) >= sizeof e->provider || (!is_forced && endpoint_is_excluded(name)) ||
            (!by_address && endpoint_has_interfaces(i)))
            continue;
        *e = (emuq_endpoint_t){.wait_fd = -1, .info = lib.fi_dupinfo(i)};
        if (e->info == NULL)
            return -FI_ENOMEM;
        strcpy(e->provider, name);
        rc = endpoint_open_objects(e);
        if (rc == 0 && endpoint_is_everywhere(e))
            rc = -FI_EADDRNOTAVAIL;
        if (rc == 0)
            return 0;
        emuq_endpoint_close(e);
    }
    return rc;
}

static void endpoint_report_none(const char *provider, const char *address, int rc)
{
    const char *filter = getenv("FI_PROVIDER");
    char advice[160] = "EMUQ_FABRIC chooses one, EMUQ_INTERFACE an address";
    if (filter != NULL)
        snprintf(advice, sizeof advice, "FI_PROVIDER=%.80s excludes all that are not in it: add tcp to it",
                 filter);
    emuq_log(
        "libfabric has no provider%s%s for reliable messages between hosts at %s: %s; 'fi_info -t FI_EP_RDM' "
        "lists what it has; %s",
        provider[0] != '\0' ? " " : "", provider, address, emuq_endpoint_strerror(-rc), advice);
}

int emuq_endpoint_open(emuq_endpoint_t *e, const char *provider, const char *address)
{
    *e = (emuq_endpoint_t){.wait_fd = -1};
    if (endpoint_is_intra_host(provider) || endpoint_is_emuq(provider)) {
        emuq_log(
            "provider %s %s; set EMUQ_FABRIC to another one, which 'fi_info -t FI_EP_RDM' lists, or leave "
            "it empty",
            provider,
            endpoint_is_emuq(provider) ? "needs a provider for the connections between hosts"
                                       : "reaches only the processes of one host");
        return -EINVAL;
    }
    int rc = endpoint_load_library();
    if (rc != 0)
        return rc;
    struct fi_info *hints = endpoint_make_hints(provider);
    if (hints == NULL) {
        emuq_log("no memory for the list of libfabric providers");
        return -ENOMEM;
    }
    /* Providers without interface addresses need a second attempt. */
    for (int by_address = 1; by_address >= 0; by_address--) {
        struct fi_info *list = NULL;
        rc = lib.fi_getinfo(VERSION, by_address ? address : NULL, NULL, by_address ? FI_SOURCE : 0, hints,
                            &list);
        if (rc == 0) {
            rc = endpoint_open_first(e, list, provider[0] != '\0', by_address != 0);
            lib.fi_freeinfo(list);
        }
        if (rc == 0)
            break;
    }
    lib.fi_freeinfo(hints);
    if (rc != 0)
        endpoint_report_none(provider, address, rc);
    return rc == 0 ? 0 : -EIO;
}

/* ---- registration and waiting ---- */

int emuq_endpoint_register(emuq_endpoint_t *e, void *memory, size_t bytes, emuq_registered_t *registered)
{
    *registered = (emuq_registered_t){0};
    uint64_t mode = (uint64_t)e->info->domain_attr->mr_mode;
    if (!emuq_endpoint_registers(e))
        return 0;
    int rc =
        fi_mr_reg(e->domain, memory, bytes, FI_SEND | FI_RECV, 0, e->next_key++, 0, &registered->mr, NULL);
    if (rc == 0 && (mode & FI_MR_ENDPOINT)) {
        rc = fi_mr_bind(registered->mr, &e->ep->fid, 0);
        if (rc == 0)
            rc = fi_mr_enable(registered->mr);
    }
    if (rc == 0)
        registered->descriptor = fi_mr_desc(registered->mr);
    else if (registered->mr != NULL)
        fi_close(&registered->mr->fid);
    return rc;
}

bool emuq_endpoint_may_sleep(emuq_endpoint_t *e)
{
    struct fid *queue = &e->cq->fid;
    return fi_trywait(e->fabric, &queue, 1) == 0;
}

/* ---- messages ---- */

#define TABLE (EMUQ_WIRE_FRAMES * sizeof(uint32_t))

/* Bytes without the table, and messages per slab. */
static const struct {
    size_t capacity, count;
} sizes[] = {{EMUQ_WIRE_BATCH, 16}, {sizeof(emuq_wire_head_t) + EMUQ_WIRE_FRAME, 8}};

typedef struct emuq_slab {
    struct emuq_slab *next;
    char *memory;
    size_t bytes;
    emuq_registered_t registered;
    emuq_wire_message_t message[];
} emuq_slab_t;

static unsigned wire_message_class_of(size_t capacity)
{
    return capacity > sizes[0].capacity;
}

static bool wire_message_make(emuq_wire_messages_t *messages, unsigned class)
{
    size_t count = sizes[class].count, stride = sizes[class].capacity + emuq_wire_padded(TABLE);
    emuq_slab_t *slab = calloc(1, sizeof *slab + count * sizeof slab->message[0]);
    if (slab == NULL)
        return false;
    slab->bytes = count * stride;
    slab->memory = mmap(NULL, slab->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (slab->memory == MAP_FAILED) {
        free(slab);
        return false;
    }
    if (emuq_endpoint_register(messages->endpoint, slab->memory, slab->bytes, &slab->registered) != 0) {
        munmap(slab->memory, slab->bytes);
        free(slab);
        return false;
    }
    slab->next = messages->slabs;
    messages->slabs = slab;
    for (size_t i = 0; i < count; i++) {
        emuq_wire_message_t *m = &slab->message[i];
        m->wire = m->own = slab->memory + i * stride;
        m->descriptor = slab->registered.descriptor;
        m->capacity = sizes[class].capacity;
        emuq_wire_message_put(messages, m);
    }
    return true;
}

emuq_wire_message_t *emuq_wire_message_get(emuq_wire_messages_t *messages, size_t bytes)
{
    unsigned class = wire_message_class_of(sizeof(emuq_wire_head_t) + emuq_wire_padded(bytes));
    if (messages->free[class] == NULL && !wire_message_make(messages, class))
        return NULL;
    emuq_wire_message_t *m = messages->free[class];
    messages->free[class] = m->next;
    m->next = NULL;
    m->host = UINT32_MAX;
    m->kind = EMUQ_WIRE_DATA;
    m->frames = m->waited = 0;
    m->closed = 0;
    m->end = sizeof(emuq_wire_head_t);
    return m;
}

void emuq_wire_message_lend(emuq_wire_message_t *m, void *frame, size_t bytes, void (*done)(void *argument),
                            void *argument)
{
    m->wire = (char *)frame - sizeof(emuq_wire_head_t);
    m->done = done;
    m->argument = argument;
    m->length[m->frames++] = (uint32_t)bytes;
    m->end += emuq_wire_padded(bytes);
    memset((char *)frame + bytes, 0, emuq_wire_padded(bytes) - bytes);
}

void emuq_wire_message_put(emuq_wire_messages_t *messages, emuq_wire_message_t *m)
{
    if (m->done != NULL)
        m->done(m->argument);
    m->done = NULL;
    m->wire = m->own;
    unsigned class = wire_message_class_of(m->capacity);
    m->next = messages->free[class];
    messages->free[class] = m;
}

void emuq_wire_messages_free(emuq_wire_messages_t *messages)
{
    emuq_slab_t *slab;
    while ((slab = messages->slabs) != NULL) {
        messages->slabs = slab->next;
        if (slab->registered.mr != NULL)
            fi_close(&slab->registered.mr->fid);
        munmap(slab->memory, slab->bytes);
        free(slab);
    }
}

bool emuq_wire_message_fits(const emuq_wire_message_t *m, size_t bytes)
{
    return m->kind == EMUQ_WIRE_DATA && m->frames < EMUQ_WIRE_FRAMES &&
           m->end + emuq_wire_padded(bytes) <= EMUQ_WIRE_BATCH;
}

void emuq_wire_message_append(emuq_wire_message_t *m, const struct iovec *part, int parts, size_t bytes)
{
    char *to = m->wire + m->end;
    for (int i = 0; i < parts; to += part[i++].iov_len)
        memcpy(to, part[i].iov_base, part[i].iov_len);
    memset(to, 0, emuq_wire_padded(bytes) - bytes);
    m->length[m->frames++] = (uint32_t)bytes;
    m->end += emuq_wire_padded(bytes);
}
