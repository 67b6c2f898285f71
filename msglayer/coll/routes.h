/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file routes.h
 * @brief The hardware of a geometry: class routes of the global interrupts and of the collective network.
 *
 * On every node one member, the *leader*, acts for all members there. The world has class route 0. A
 * geometry whose nodes fill a rectangle gets routes of its own if the client asks for optimisation and there
 * are some free: its tasks vote for the ids that are free on their nodes, program the lowest one that is free
 * on all, and vote again on whether that has worked.
 */
#ifndef EMUQ_PAMI_COLL_ROUTES_H
#define EMUQ_PAMI_COLL_ROUTES_H

#include <spi/include/mu/GIBarrier.h>

#include "msglayer/coll/geometry.h"
#include "msglayer/mu/combiner.h"
#include "msglayer/types/type.h"

struct emuq_pami_schedule;

/** @name Votes: free routes of the global interrupts in the lowest bits, then
 * @{ */
#define EMUQ_PAMI_VOTE_COLLECTIVE_SHIFT 16u                 /**< free routes of the collective network */
#define EMUQ_PAMI_VOTE_CAN_COMBINE      (UINT64_C(1) << 32) /**< the nodes fill a rectangle */
#define EMUQ_PAMI_VOTE_WORKED           (UINT64_C(1) << 33) /**< the routes are programmed */
/** @} */

/** A reduction that has been checked: of predefined types, which do not change, on a node without other
 *  members. */
typedef struct emuq_pami_checked {
    pami_type_t stype, rtype; /**< stype NULL: none */
    size_t stypecount, rtypecount;
    pami_data_function op;
    emuq_pami_mu_operation_t operation;
} emuq_pami_checked_t;

/** Class routes of a geometry, and the own node's part in them. */
typedef struct emuq_pami_network {
    uint32_t gi, collective; /**< ids */
    bool is_own;             /**< to be given back */
    bool is_shared;          /**< some node has several members */
    uint32_t leader;         /**< rank of the own node's leader */
    uint32_t t;              /**< T coordinate of all leaders */
    uint32_t *local;         /**< [locals]: ranks of the node's other members, ascending */
    uint32_t locals;
    /* What follows belongs to the leader's thread. */
    struct emuq_pami_schedule *active; /**< uses the hardware just now */
    uint32_t given, served;            /**< turns, in the order in which collectives were started */
    bool is_raised;                    /**< this node's wire has been seen at the own status register */
    MUSPI_GIBarrier_t barrier;
    uint32_t reported; /**< members of the node that know of the end of the barrier */
    emuq_pami_combiner_t *combiner;
    char *to; /**< where results of the collective network go */
    size_t sent, got, bytes;
    emuq_pami_checked_t
        checked; /**< the last all-reduce, if it was one: the next one is likely to be equal */
} emuq_pami_network_t;

/** Gives the world the class routes that are there from the start, if they can be used: all tasks come to the
 *  same result. @return false: no memory to find out, and nothing has changed */
bool emuq_pami_network_take_world(emuq_pami_geometry_t *world);

/** What a task votes for when its geometry is made or updated. */
uint64_t emuq_pami_network_votes(emuq_pami_geometry_t *geometry);

/** The class routes of a geometry, the lowest ones that all tasks have voted for. @return NULL: it has not
 * worked */
emuq_pami_network_t *emuq_pami_network_try(emuq_pami_geometry_t *geometry, uint64_t votes);

/** Gives back what is at @p network, which may be NULL, and sets it to NULL. */
void emuq_pami_network_drop(const emuq_pami_geometry_t *geometry, emuq_pami_network_t **network);

/** Gives class routes back at once. */
void emuq_pami_network_free(emuq_pami_geometry_t *geometry);

/** Whether a member is its node's leader. */
static inline bool emuq_pami_network_leads(const emuq_pami_member_t *member)
{
    return member->geometry->network->leader == member->rank;
}

#endif /* EMUQ_PAMI_COLL_ROUTES_H */
