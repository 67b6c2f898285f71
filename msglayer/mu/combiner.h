/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file combiner.h
 * @brief Injection FIFOs for contributions to the collective network.
 *
 * A contribution stays in its injection FIFO until all nodes of the class route have made theirs, and
 * everything behind it waits too. Members of several geometries may start collectives in different order, so
 * each geometry with class routes has a FIFO for its contributions alone: with a common one, two nodes would
 * wait for each other. Short results are put to the process's own memory (own.h); longer ones come as packets
 * to the reception FIFO of context 0.
 */
#ifndef EMUQ_PAMI_MU_COMBINER_H
#define EMUQ_PAMI_MU_COMBINER_H

#include "msglayer/mu/device.h"
#include "msglayer/mu/own.h"

/** What a contribution is. */
typedef struct emuq_pami_contribution {
    uint64_t pa;
    size_t bytes;    /**< a multiple of word_bytes */
    uint8_t op_code; /**< MUHWI_COLLECTIVE_OP_CODE_... */
    uint8_t word_bytes;
    uint8_t route; /**< class route */
    uint32_t t;    /**< T coordinate of the processes that get the result; the same on all nodes */
    bool is_short; /**< it is all of a collective, and not longer than EMUQ_PAMI_PAYLOAD */
    uint64_t word; /**< of the result's packets */
} emuq_pami_contribution_t;

/** A FIFO. */
typedef struct emuq_pami_combiner {
    struct emuq_pami_combiner *next; /**< of the spare ones */
    emuq_pami_inj_resource_t resource;
    MUSPI_InjFifo_t *fifo;
    void *memory;
    emuq_pami_contribution_t last; /**< contribution; `bytes` is 0 before the first */
    MUHWI_Descriptor_t descriptor; /**< of it */
    emuq_pami_own_t *own;
} emuq_pami_combiner_t;

/** Opens the FIFO of the geometry of all tasks, unless it is open. @return NULL: this client has no such
 * FIFO; or no memory, and resources->combiner is still NULL */
emuq_pami_combiner_t *emuq_pami_combiner_open(emuq_pami_resources_t *resources);

/** Takes a FIFO for another geometry. @return NULL: all FIFOs are in use, or no memory */
emuq_pami_combiner_t *emuq_pami_combiner_take(emuq_pami_resources_t *resources);

/** Makes a FIFO from emuq_pami_combiner_take() available again; it is empty. NULL is allowed. */
void emuq_pami_combiner_give_back(emuq_pami_resources_t *resources, emuq_pami_combiner_t *combiner);

/** Frees the memory of all FIFOs of a client's resource set, when their job has ended. */
void emuq_pami_combiners_free(emuq_pami_resources_t *resources);

/** Makes a contribution to an all-reduce. One that is short comes after the short result before it on its
 *  route has been taken. @return false: the FIFO is full */
bool emuq_pami_contribute(emuq_pami_combiner_t *combiner, const emuq_pami_resources_t *resources,
                          const emuq_pami_contribution_t *contribution);

/** The result of the last short contribution to a class route. @return NULL: it has not arrived yet */
static inline const char *emuq_pami_short_result(const emuq_pami_combiner_t *combiner, uint32_t route)
{
    const emuq_pami_landing_t *l = &combiner->own->landing[route];
    /* Acquire: pairs with the release with which the Message Unit counts the bytes that it has written. */
    return -__atomic_load_n(&l->value, __ATOMIC_ACQUIRE) == l->requested ? l->result : NULL;
}

#endif /* EMUQ_PAMI_MU_COMBINER_H */
