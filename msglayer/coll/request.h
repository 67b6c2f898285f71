/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file request.h
 * @brief Pending operations on geometries: creating, updating and destroying, while their tasks agree.
 */
#ifndef EMUQ_PAMI_COLL_REQUEST_H
#define EMUQ_PAMI_COLL_REQUEST_H

#include "msglayer/coll/agreement.h"
#include "msglayer/coll/geometry.h"

/** A pending operation. Everything that it needs is allocated when it is begun; malloc'ed, and freed at its
 * end. */
typedef struct emuq_pami_request {
    emuq_pami_geometry_t *geometry; /**< NULL: the task is no member of the new one */
    pami_event_function fn;         /**< to be called at the end */
    void *cookie;
    bool is_abandoned; /**< the contexts have ended first: the geometry frees it; the client's lock */
    /** @name What joining an agreement that found no memory is repeated with
     * @{ */
    uint64_t votes;
    void (*met)(emuq_pami_context_t *context, void *request, uint64_t key, uint64_t votes, bool in_call);
    pami_work_t work;
    /** @} */
} emuq_pami_request_t;

/** A new request. @return NULL without memory */
emuq_pami_request_t *emuq_pami_request_new(emuq_pami_geometry_t *geometry, pami_event_function fn,
                                           void *cookie);

/** Frees a request, and calls its function. */
void emuq_pami_request_done(emuq_pami_request_t *request, emuq_pami_context_t *context, bool in_call);

/** Has the task join an agreement of a geometry that is in use, with the request as cookie. */
pami_result_t emuq_pami_geometry_agree(emuq_pami_geometry_t *geometry, emuq_pami_context_t *context,
                                       uint64_t votes,
                                       void (*fn)(emuq_pami_context_t *context, void *request, uint64_t key,
                                                  uint64_t votes, bool in_call),
                                       emuq_pami_request_t *request);

/** Has the task join an agreement of the request's geometry, now or when there is memory: the operation
 * cannot be undone. */
void emuq_pami_request_agree(emuq_pami_request_t *request, emuq_pami_context_t *context, uint64_t votes,
                             void (*fn)(emuq_pami_context_t *context, void *request, uint64_t key,
                                        uint64_t votes, bool in_call));

#endif /* EMUQ_PAMI_COLL_REQUEST_H */
