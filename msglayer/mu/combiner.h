/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file combiner.h
 * @brief A process's way into the collective network.
 *
 * A contribution stays in its injection FIFO until all nodes of the class route have made theirs, and
 * everything behind it waits too. So contributions have a FIFO of their own; a process has one, which belongs
 * to context 0 of the client that may use the network. Results come as packets to that context's reception
 * FIFO.
 */
#ifndef EMUQ_PAMI_MU_COMBINER_H
#define EMUQ_PAMI_MU_COMBINER_H

#include "msglayer/mu/device.h"

/** What a contribution is. */
typedef struct emuq_pami_contribution {
    uint64_t pa;
    size_t bytes;    /**< a multiple of word_bytes */
    uint8_t op_code; /**< MUHWI_COLLECTIVE_OP_CODE_... */
    uint8_t word_bytes;
    uint8_t route; /**< class route */
    uint32_t t;    /**< T coordinate of the processes that get the result; the same on all nodes */
    uint64_t word; /**< of the result's packets */
} emuq_pami_contribution_t;

/** The FIFO. */
typedef struct emuq_pami_combiner {
    emuq_pami_inj_resource_t resource;
    MUSPI_InjFifo_t *fifo;
    void *memory;
    emuq_pami_contribution_t last; /**< contribution; `bytes` is 0 before the first */
    MUHWI_Descriptor_t descriptor; /**< of it */
} emuq_pami_combiner_t;

/** Opens the process's FIFO, or finds it open. @return NULL: there is none for this client; or no
 *  memory, and resources->combiner is still NULL */
emuq_pami_combiner_t *emuq_pami_combiner_open(emuq_pami_resources_t *resources);

/** Frees it, when its job has ended; NULL is allowed. */
void emuq_pami_combiner_free(emuq_pami_combiner_t *combiner);

/** Makes a contribution to an all-reduce. @return false: the FIFO is full */
bool emuq_pami_contribute(emuq_pami_combiner_t *combiner, const emuq_pami_resources_t *resources,
                          const emuq_pami_contribution_t *contribution);

#endif /* EMUQ_PAMI_MU_COMBINER_H */
