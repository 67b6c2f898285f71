/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file network.h
 * @brief Class routes of a geometry: global interrupts and collective network.
 *
 * On every node one member, the *leader*, uses the hardware for all members there. The world has class route
 * 0. A geometry whose nodes fill a rectangle gets private routes on request: its tasks vote for the ids free
 * on their nodes, program the lowest common id, and vote again on the success.
 */
#ifndef EMUQ_PAMI_COLL_NETWORK_H
#define EMUQ_PAMI_COLL_NETWORK_H

#include <spi/include/mu/GIBarrier.h>

#include "msglayer/coll/geometry.h"
#include "msglayer/types/type.h"

/** @name Votes for class routes. The lowest 16 bits are the free routes of the global interrupts.
 * @{ */
#define EMUQ_PAMI_VOTE_COLLECTIVE_SHIFT 16u /**< lowest bit of the collective network's free routes */
#define EMUQ_PAMI_VOTE_CAN_COMBINE      (UINT64_C(1) << 32) /**< the nodes fill a rectangle */
#define EMUQ_PAMI_VOTE_WORKED           (UINT64_C(1) << 33) /**< the routes are programmed */
/** @} */

/** Arguments of a reduction of predefined types that have been checked. */
typedef struct emuq_pami_checked {
    pami_type_t stype, rtype; /**< stype NULL: none */
    size_t stypecount, rtypecount;
    pami_data_function op;
    emuq_pami_mu_operation_t operation;
} emuq_pami_checked_t;

/** Class routes of a geometry, and the state of this node's leader. */
typedef struct emuq_pami_network {
    uint32_t gi, collective;
    bool is_private; /**< owned: deallocated with this structure */
    bool is_shared;  /**< some node has several members */
    uint32_t leader;
    uint32_t t;      /**< T coordinate of all leaders */
    uint32_t *local; /**< [locals] ranks of the node's members besides the leader, ascending */
    uint32_t locals;
    /* Used only by the leader's thread. */
    emuq_pami_schedule_t *active;
    uint32_t next_ticket, now_serving; /**< order of schedules, as in a ticket lock */
    bool is_raised;                    /**< the node's signal has reached its status register */
    MUSPI_GIBarrier_t barrier;
    uint32_t reported; /**< number of members notified of the end of the barrier */
    emuq_pami_coll_fifo_t *coll_fifo;
    char *to; /**< destination of results */
    size_t sent, got, bytes;
    emuq_pami_checked_t checked; /**< last checked all-reduce: the next is likely to be equal */
} emuq_pami_network_t;

/** Assigns the predefined class routes to the world if usable, with the same result in all tasks. @return
 * false: out of memory */
bool emuq_pami_network_acquire_world(emuq_pami_geometry_t *world);
/** Votes of a task for its geometry. */
uint64_t emuq_pami_network_votes(emuq_pami_geometry_t *geometry);
/** Programs the lowest class routes in @p votes. @return NULL: failed */
emuq_pami_network_t *emuq_pami_network_try(emuq_pami_geometry_t *geometry, uint64_t votes);
/** Releases @p *network unless NULL; sets it to NULL. */
void emuq_pami_network_drop(const emuq_pami_geometry_t *geometry, emuq_pami_network_t **network);
void emuq_pami_network_free(emuq_pami_geometry_t *geometry);

static inline bool emuq_pami_network_leads(const emuq_pami_member_t *member)
{
    return member->geometry->network->leader == member->rank;
}

/** Joins the agreements of retiring geometries when the contexts end, for remote tasks. Call until
 * emuq_pami_networks_pending() returns false. */
void emuq_pami_networks_abandon(emuq_pami_client_t *client);
/** Whether a retiring geometry still waits for its members. */
bool emuq_pami_networks_pending(emuq_pami_client_t *client);
void emuq_pami_network_packet(emuq_pami_context_t *context, const MUHWI_PacketHeader_t *packet,
                              const char *payload);
/** Status register of the barrier that the context waits for, or NULL. @param seen set to its value while
 * waiting */
const volatile uint64_t *emuq_pami_network_status(const emuq_pami_context_t *context, uint64_t *seen);
void emuq_pami_barrier_end(pami_context_t context, void *cookie, const void *header, size_t header_size,
                           const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv);

#endif /* EMUQ_PAMI_COLL_NETWORK_H */
