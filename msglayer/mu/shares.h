/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file shares.h
 * @brief How the FIFOs of a process are shared out among its clients: by a rule, or by PAMI_CLIENTS.
 */
#ifndef EMUQ_PAMI_MU_SHARES_H
#define EMUQ_PAMI_MU_SHARES_H

#include "msglayer/mu/resources.h"

/** What a resource set is for. */
typedef struct emuq_pami_share {
    uint32_t contexts; /**< 0: no client can have it */
    bool has_name;     /**< it is for clients of one name ... */
    uint64_t name;     /**< ... with this hash */
} emuq_pami_share_t;

/** Hash of a client's name. */
uint64_t emuq_pami_name_hash(const char *name, size_t bytes);

/** Shares out the FIFOs of a process; the same in all processes.
 *  @param ppn   processes on a node
 *  @param each  injection FIFOs of a context
 *  @return 0, or -EINVAL: PAMI_CLIENTS is not what it has to be, which has been reported */
int emuq_pami_share_out(uint32_t ppn, uint32_t each, emuq_pami_share_t share[EMUQ_PAMI_RESOURCE_SETS]);

#endif /* EMUQ_PAMI_MU_SHARES_H */
