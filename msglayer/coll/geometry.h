/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file geometry.h
 * @brief Geometries: ordered sets of endpoints, and what each of the process's own contexts has of them.
 *
 * A geometry is made once in each task; after that its members do not change, and any thread may read them.
 * What changes is in the *member states*: one for each member endpoint of the task, which belongs to the
 * thread of its context (member.h).
 *
 * Messages name a geometry by its *key*, which is never used twice in a job: the root of the agreement of its
 * tasks makes it (agreement.h). So a late message of a geometry that has been destroyed finds no receiver.
 */
#ifndef EMUQ_PAMI_COLL_GEOMETRY_H
#define EMUQ_PAMI_COLL_GEOMETRY_H

#include "msglayer/coll/algorithm.h"
#include "msglayer/coll/member.h"

struct emuq_pami_network;
struct emuq_pami_request;

/** A geometry. */
struct emuq_pami_geometry {
    struct emuq_pami_geometry *next, *previous; /**< all geometries of the client; the client's lock */
    emuq_pami_client_t *client;
    uint64_t key;                        /**< 0: the tasks have not agreed yet */
    uint32_t size;                       /**< members */
    uint32_t *endpoint;                  /**< [size], by rank */
    uint64_t *order;                     /**< [size] endpoint << 32 | rank, ascending */
    uint32_t *task;                      /**< [tasks], in the order of their first rank */
    uint32_t tasks;                      /**< different tasks of the members */
    uint32_t agreements;                 /**< of its tasks since it was made; the client's lock */
    uint32_t references;                 /**< __atomic: member states, and the handle */
    bool is_optimized;                   /**< the client has asked for it */
    bool noncontig, saves_memory;        /**< PAMI_GEOMETRY_NONCONTIG, PAMI_GEOMETRY_MEMORY_OPTIMIZE */
    struct emuq_pami_network *network;   /**< class routes, or NULL; changes in updates only */
    struct emuq_pami_network *candidate; /**< class routes that some nodes may not have got */
    struct emuq_pami_request *retiring;  /**< gives back the class routes of a destroyed geometry when its
                                              members are idle; the client's lock */
    emuq_pami_member_t *member[EMUQ_PAMI_CONTEXTS_MAX]; /**< by context offset; NULL: is no member */
    emuq_pami_algorithm_t algorithm[EMUQ_PAMI_ALGORITHMS];
};

/** Makes a geometry without key of the members @p endpoint[@p size], which is the geometry's from then on.
 *  @return PAMI_INVAL: a member comes twice, or is none */
pami_result_t emuq_pami_geometry_new(emuq_pami_client_t *client, uint32_t *endpoint, uint32_t size,
                                     emuq_pami_geometry_t **geometry);

/** Frees a geometry whose member states have never been opened. */
void emuq_pami_geometry_forget(emuq_pami_geometry_t *geometry);

/** Makes the member states of the task. @return false: no memory */
bool emuq_pami_geometry_make_members(emuq_pami_geometry_t *geometry);

/** Has all member states know the messages of the geometry. @param context the calling thread's */
void emuq_pami_geometry_open_members(emuq_pami_geometry_t *geometry, emuq_pami_context_t *context);

/** Drops a reference; the last one frees the geometry. */
void emuq_pami_geometry_release(emuq_pami_geometry_t *geometry);

/** Closes the member states of the task: that of the calling thread's context at once, the rest by posted
 * work. */
void emuq_pami_geometry_close_members(emuq_pami_geometry_t *geometry, emuq_pami_context_t *context);

/** Rank of an endpoint. @return false: is no member */
bool emuq_pami_geometry_rank(const emuq_pami_geometry_t *geometry, uint32_t endpoint, uint32_t *rank);

#endif /* EMUQ_PAMI_COLL_GEOMETRY_H */
