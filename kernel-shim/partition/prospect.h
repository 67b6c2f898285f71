/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file prospect.h
 * @brief What this host would use for a job on several hosts.
 */
#ifndef EMUQ_PROSPECT_H
#define EMUQ_PROSPECT_H

#include "transport/fabric.h"

/** Texts, none of them empty. */
typedef struct emuq_prospect {
    char name[128];                  /**< of this host, as it says itself */
    char interface[64];              /**< that has the address; "none" if the system does not say */
    char address[EMUQ_ADDRESS_TEXT]; /**< by which other hosts reach it */
    char provider[64];               /**< of libfabric */
} emuq_prospect_t;

/** Opens and closes an endpoint as a host engine would (EMUQ_INTERFACE, EMUQ_FABRIC). Not thread-safe.
 *  @return 0, or a negative errno after a message */
int emuq_prospect(emuq_prospect_t *prospect);

#endif /* EMUQ_PROSPECT_H */
