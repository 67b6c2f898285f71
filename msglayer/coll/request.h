/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file request.h
 * @brief What creates, updates and destroys geometries while their tasks meet.
 */
#ifndef EMUQ_PAMI_COLL_REQUEST_H
#define EMUQ_PAMI_COLL_REQUEST_H

#include "msglayer/coll/agreement.h"
#include "msglayer/coll/geometry.h"

/** Something that needs meetings: creating, updating, destroying. Everything that it needs is allocated when
 * it is begun; malloc'ed, and freed at its end. */
typedef struct emuq_pami_errand {
    emuq_pami_geometry_t *geometry; /**< NULL: the task is no member of the new one */
    pami_event_function fn;         /**< to be called at the end */
    void *cookie;
    /** @name What a call to a meeting that found no memory is repeated with
     * @{ */
    uint64_t votes;
    void (*met)(emuq_pami_context_t *context, void *errand, uint64_t key, uint64_t votes, bool in_call);
    pami_work_t work;
    /** @} */
} emuq_pami_errand_t;

/** A new errand. @return NULL without memory */
emuq_pami_errand_t *emuq_pami_errand_new(emuq_pami_geometry_t *geometry, pami_event_function fn,
                                         void *cookie);

/** Frees an errand, and tells the client that it is over. */
void emuq_pami_errand_done(emuq_pami_errand_t *errand, emuq_pami_context_t *context, bool in_call);

/** Has the tasks of a geometry that is in use meet, with the errand as cookie. */
pami_result_t emuq_pami_geometry_meet(emuq_pami_geometry_t *geometry, emuq_pami_context_t *context,
                                      uint64_t votes,
                                      void (*fn)(emuq_pami_context_t *context, void *errand, uint64_t key,
                                                 uint64_t votes, bool in_call),
                                      emuq_pami_errand_t *errand);

/** Has the tasks of the errand's geometry meet, now or when there is memory: there is no way back. */
void emuq_pami_geometry_meet_again(emuq_pami_errand_t *errand, emuq_pami_context_t *context, uint64_t votes,
                                   void (*fn)(emuq_pami_context_t *context, void *errand, uint64_t key,
                                              uint64_t votes, bool in_call));

#endif /* EMUQ_PAMI_COLL_REQUEST_H */
