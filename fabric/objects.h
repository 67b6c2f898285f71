/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file objects.h
 * @brief Objects beside endpoints and their queues: shared contexts, names of endpoints, event queues.
 */
#ifndef EMUQ_FABRIC_OBJECTS_H
#define EMUQ_FABRIC_OBJECTS_H

#include "fabric/provider.h"

/* ---- shared contexts ---- */

int emuq_fi_stx_open(struct fid_domain *domain, struct fi_tx_attr *attr, struct fid_stx **stx, void *context);
int emuq_fi_srx_open(struct fid_domain *domain, struct fi_rx_attr *attr, struct fid_ep **srx, void *context);
/** Binds a context to an endpoint. @return 0; -FI_EINVAL: bound to one, or another domain; -FI_ENOMEM */
int emuq_fi_stx_bind(emuq_fi_endpoint_t *ep, struct fid *stx);
int emuq_fi_srx_bind(emuq_fi_endpoint_t *ep, struct fid *srx);
/** Takes the first receive of ep->srx that matches; it belongs to the endpoint then. Caller holds the
 * endpoint's lock. @return NULL: none */
emuq_fi_receive_t *emuq_fi_srx_take(emuq_fi_endpoint_t *ep, const emuq_fi_message_t *m);
/** New receives are not offered to an endpoint any more. */
void emuq_fi_contexts_detach(emuq_fi_endpoint_t *ep);
/** The contexts may be closed. */
void emuq_fi_contexts_leave(emuq_fi_endpoint_t *ep);

/* ---- names of endpoints ---- */

/** Makes an address by node and service, which emuq_fi_name_resolve() resolves. @param node NULL: this host
 * @param service NULL: none @param flags of fi_getinfo() @return 0; -FI_ENODATA: not this host, or a long
 * name */
int emuq_fi_name_make(const char *node, const char *service, uint64_t flags, emuq_fi_address_t *address);
/** @return whether an address was made by emuq_fi_name_make() */
bool emuq_fi_is_name(const emuq_fi_address_t *address);
/** Stores the service of a name. */
void emuq_fi_name_service(const emuq_fi_address_t *address, char service[EMUQ_FI_NAME_BYTES]);
/** Replaces a name by the address of the first enabled endpoint with it. Waits up to 10 s for the endpoint.
 * Thread-safe. @return 0; -FI_EADDRNOTAVAIL */
int emuq_fi_name_resolve(const emuq_fi_domain_t *domain, emuq_fi_address_t *address);
/** Names an endpoint of this process. Thread-safe. @return 0 or -FI_ENOMEM */
int emuq_fi_name_publish(uint32_t endpoint, const char *service, const emuq_fi_address_t *address);
void emuq_fi_name_withdraw(uint32_t endpoint);

/* ---- event queues ---- */

int emuq_fi_eq_open(struct fid_fabric *fabric, struct fi_eq_attr *attr, struct fid_eq **eq, void *context);
/** Adds an event. Thread-safe. @return 0 or -FI_ENOMEM */
int emuq_fi_eq_add(struct fid_eq *eq, uint32_t event, const void *data, size_t bytes);
/** Adds an error for fi_eq_readerr(). Thread-safe. @return 0 or -FI_ENOMEM */
int emuq_fi_eq_add_error(struct fid_eq *eq, const struct fi_eq_err_entry *error);
/** Thread-safe. @return whether there are events */
bool emuq_fi_eq_has_events(struct fid_eq *eq);
/** @return the number of users, atomic */
unsigned *emuq_fi_eq_users(struct fid_eq *eq);
/** @return the wait object; NULL: no descriptor */
emuq_fi_wait_t *emuq_fi_eq_wait(struct fid_eq *eq);

#endif /* EMUQ_FABRIC_OBJECTS_H */
