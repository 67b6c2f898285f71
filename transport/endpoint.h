/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file endpoint.h
 * @brief Private to the kernel shim: an endpoint of libfabric, which is loaded when the first one is opened.
 *
 * Reliable datagrams in order that are received by tag, nothing else: FI_EP_RDM, FI_TAGGED, FI_ORDER_SAS.
 * Progress is manual as far as the endpoint is concerned, and one thread at a time uses it
 * (FI_THREAD_DOMAIN).
 */
#ifndef EMUQ_HOSTS_ENDPOINT_H
#define EMUQ_HOSTS_ENDPOINT_H

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_eq.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_tagged.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EMUQ_ENDPOINT_PROVIDER 64u  /**< bytes of a provider's name, with the zero */
#define EMUQ_ENDPOINT_ADDRESS  128u /**< bytes of an endpoint's address, at most */

/** An endpoint and what it needs. Zeros: closed. */
typedef struct emuq_endpoint {
    struct fi_info *info;
    struct fid_fabric *fabric;
    struct fid_domain *domain;
    struct fid_av *av;
    struct fid_cq *cq; /**< of sends and receives, struct fi_cq_msg_entry */
    struct fid_ep *ep;
    int wait_fd;       /**< readable when the queue is not empty; -1: the provider has none */
    uint64_t next_key; /**< of memory that is registered */
    char provider[EMUQ_ENDPOINT_PROVIDER];
    _Alignas(8) unsigned char address[EMUQ_ENDPOINT_ADDRESS];
    size_t address_bytes;
} emuq_endpoint_t;

/** Memory that the endpoint may use. */
typedef struct emuq_registered {
    struct fid_mr *mr; /**< NULL: the provider does not want to know of it */
    void *descriptor;
} emuq_registered_t;

/** Opens an endpoint. Not thread-safe.
 *  @param provider name of a provider, or "": the first that libfabric offers and that is known to do
 *  @param address numeric address of this host to listen on
 *  @return 0, or a negative errno after a message */
int emuq_endpoint_open(emuq_endpoint_t *e, const char *provider, const char *address);
/** Closes it. No memory is registered with it. */
void emuq_endpoint_close(emuq_endpoint_t *e);

/** Allows an endpoint to send from memory, and to receive into it. @return 0, or a negative errno */
int emuq_endpoint_register(emuq_endpoint_t *e, void *memory, size_t bytes, emuq_registered_t *registered);

/** Whether the endpoint has to be allowed that at all. */
static inline bool emuq_endpoint_registers(const emuq_endpoint_t *e)
{
    return ((uint64_t)e->info->domain_attr->mr_mode & FI_MR_LOCAL) != 0;
}

/** Mask of the bits of a tag that the provider does not ignore, from bit 0 on. */
static inline uint64_t emuq_endpoint_tag_bits(const emuq_endpoint_t *e)
{
    uint64_t format = e->info->ep_attr->mem_tag_format;
    return format != 0 ? UINT64_MAX >> __builtin_clzll(format) : UINT64_MAX;
}

/** Prepares to sleep on the wait descriptor. @return whether there may be nothing to be read */
bool emuq_endpoint_may_sleep(emuq_endpoint_t *e);

/** What a positive error number of libfabric means. */
const char *emuq_endpoint_strerror(int error);

#endif /* EMUQ_HOSTS_ENDPOINT_H */
