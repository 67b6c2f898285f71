/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file network.h
 * @brief The hardware of a geometry: class routes of the global interrupts and of the collective network.
 *
 * On every node one member, the *leader*, speaks for all members there. The world has class route 0. A
 * geometry whose nodes fill a rectangle gets routes of its own if the client asks for optimisation and there
 * are some free: its tasks vote for the ids that are free on their nodes, program the lowest one that is free
 * on all, and vote again on whether that has worked.
 */
#ifndef EMUQ_PAMI_COLL_NETWORK_H
#define EMUQ_PAMI_COLL_NETWORK_H

#include <spi/include/mu/GIBarrier.h>

#include "msglayer/coll/geometry.h"
#include "msglayer/mu/combiner.h"

struct emuq_pami_program;

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
    struct emuq_pami_program *active; /**< uses the hardware just now */
    uint32_t given, served;           /**< turns, in the order in which collectives were started */
    bool is_raised;                   /**< this node's wire has been seen at the own status register */
    MUSPI_GIBarrier_t barrier;
    emuq_pami_combiner_t *combiner;
    char *to; /**< where results of the collective network go */
    size_t sent, got, bytes;
} emuq_pami_network_t;

/** Gives the world the class routes that are there from the start. */
void emuq_pami_network_take_world(emuq_pami_geometry_t *world);

/** What a task votes for when it meets the others to make or update a geometry. */
uint64_t emuq_pami_network_votes(emuq_pami_geometry_t *geometry);

/** Gets class routes for a geometry whose tasks have met and have voted; then the errand is done. */
void emuq_pami_network_take(emuq_pami_errand_t *errand, uint64_t votes, emuq_pami_context_t *context,
                            bool in_call);

/** Gives the class routes back when all tasks have come to this; then drops a reference to the geometry, and
 * the errand is done. */
void emuq_pami_network_give_back(emuq_pami_errand_t *errand, emuq_pami_context_t *context);

/** Gives class routes back at once. */
void emuq_pami_network_free(emuq_pami_geometry_t *geometry);

/** Whether a member is its node's leader. */
static inline bool emuq_pami_network_leads(const emuq_pami_seat_t *seat)
{
    return seat->geometry->network->leader == seat->rank;
}

/** A result of the collective network has come. */
void emuq_pami_network_packet(emuq_pami_context_t *context, uint64_t key, const char *payload);

/** Status register of the barrier that the context waits for, if there is one, and its value. @return NULL:
 * none */
const volatile uint64_t *emuq_pami_network_status(const emuq_pami_context_t *context, uint64_t *seen);

#endif /* EMUQ_PAMI_COLL_NETWORK_H */
