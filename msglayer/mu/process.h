/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file process.h
 * @brief What all clients of a process share: where all tasks are, and the resource sets that clients use.
 *
 * The first client of a process makes everything that other tasks send to, for all resource sets. All
 * processes of the job do that together: when the first emuq_pami_resources_acquire() returns, messages may
 * be sent to all contexts of all resource sets of all tasks.
 *
 * Clients with the same name have the same resources in all tasks, because all tasks create them in the same
 * order (pami-core 6.1): a name gets the resources that it had last, if that is free, else the first one that
 * is.
 */
#ifndef EMUQ_PAMI_MU_PROCESS_H
#define EMUQ_PAMI_MU_PROCESS_H

#include "msglayer/mu/own.h"
#include "msglayer/mu/resources.h"

/** A process. Constant once it has been made, but for what its resource sets say. */
typedef struct emuq_pami_process {
    struct emuq_pami_process *next; /**< list of all of this Linux process: each rank that is a thread */
    uint64_t job;                   /**< Kernel_GetJobID(): a process of another job is of no use */
    emuq_pami_place_t *place;       /**< [tasks] */
    emuq_pami_resources_t set[EMUQ_PAMI_RESOURCE_SETS];
    emuq_pami_own_t *own;
    MUSPI_BaseAddressTableSubGroup_t bat;
    uint32_t contexts;              /**< of all resource sets */
    emuq_pami_rec_resource_t *rec;  /**< [contexts] */
    emuq_pami_inj_resource_t *rget; /**< [contexts]: the Message Unit's own, for remote gets */
    void *memory;                   /**< of these FIFOs */
} emuq_pami_process_t;

/**
 * Gives a client a resources. The first call in a process makes the process's resource sets, and waits for
 * all processes of the job to make theirs.
 * @param name of the client
 * @return 0; -EINVAL: a setting is not in its range, which has been reported; -ENOMEM: no memory; -EBUSY:
 * clients have all resource sets that one of this name may have; -EAGAIN: the program has taken the FIFOs
 */
int emuq_pami_resources_acquire(const char *name, emuq_pami_resources_t **resources);

/** Ends the use of a resources by its client. */
void emuq_pami_resources_release(emuq_pami_resources_t *resources);

/** Ends the use by a client that has not come to be: it does not count, because other tasks have not had it.
 */
void emuq_pami_resources_return(emuq_pami_resources_t *resources);

/** The calling process if it has had a client, or NULL. */
emuq_pami_process_t *emuq_pami_process_find(void);

#endif /* EMUQ_PAMI_MU_PROCESS_H */
