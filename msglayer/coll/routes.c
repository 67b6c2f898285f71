/* SPDX-License-Identifier: BSD-3-Clause */
/* Allocation of class routes. */
#include <stdlib.h>

#include <spi/include/kernel/collective.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/mu/Classroute_inlines.h>

#include "base/memory.h"
#include "msglayer/coll/network.h"

#define PAIRED_ROUTE 8u /* routes i and i + 8 share signals */
#define WORLD_ROUTE  0u

/* Returns all members as node << 32 | rank, ascending: a node's first rank is its leader. @return NULL: out
 * of memory */
static uint64_t *routes_by_node(const emuq_pami_geometry_t *g)
{
    const emuq_pami_location_t *location = g->client->resources->location;
    uint64_t *list = emuq_malloc(g->size * sizeof *list);
    for (uint32_t i = 0; list != NULL && i < g->size; i++)
        list[i] = (uint64_t)location[emuq_pami_task(g->endpoint[i])].node.Destination.Destination << 32 | i;
    if (list != NULL)
        qsort(list, g->size, sizeof *list, emuq_pami_compare);
    return list;
}

static bool routes_is_first(const uint64_t *list, uint32_t i)
{
    return i == 0 || list[i] >> 32 != list[i - 1] >> 32;
}

static void routes_coordinates(uint32_t node, CR_COORD_T *c)
{
    for (int d = 0; d < CR_NUM_DIMS; d++)
        CR_COORD_DIM(c, d) = node >> (24 - 6 * d) & 63;
}

/* Computes the bounding box of the nodes. @return the number of its nodes */
static uint64_t routes_bounding_box(const uint64_t *list, uint32_t size, CR_RECT_T *box)
{
    uint64_t nodes = 1;
    routes_coordinates((uint32_t)(list[0] >> 32), &box->ll);
    box->ur = box->ll;
    for (uint32_t i = 1; i < size; i++) {
        CR_COORD_T c;
        routes_coordinates((uint32_t)(list[i] >> 32), &c);
        for (int d = 0; d < CR_NUM_DIMS; d++) {
            if (CR_COORD_DIM(&c, d) < CR_COORD_DIM(&box->ll, d))
                CR_COORD_DIM(&box->ll, d) = CR_COORD_DIM(&c, d);
            if (CR_COORD_DIM(&c, d) > CR_COORD_DIM(&box->ur, d))
                CR_COORD_DIM(&box->ur, d) = CR_COORD_DIM(&c, d);
        }
    }
    for (int d = 0; d < CR_NUM_DIMS; d++)
        nodes *= CR_COORD_DIM(&box->ur, d) - CR_COORD_DIM(&box->ll, d) + 1;
    return nodes;
}

/* Whether class routes are possible; equal on all members. Leaders must have context 0 and equal T
 * coordinates: a result names one reception FIFO for all nodes. */
static bool routes_is_suitable(const emuq_pami_geometry_t *g, const uint64_t *list, bool *is_shared,
                               uint32_t *t, CR_RECT_T *box)
{
    uint32_t nodes = 0;
    *is_shared = false;
    for (uint32_t i = 0; i < g->size; i++) {
        uint32_t endpoint = g->endpoint[(uint32_t)list[i]];
        uint32_t t_of_this = g->client->resources->location[emuq_pami_task(endpoint)].t;
        if (!routes_is_first(list, i)) {
            *is_shared = true;
            continue;
        }
        if (emuq_pami_offset(endpoint) != 0 || (nodes != 0 && t_of_this != *t))
            return false;
        *t = t_of_this;
        nodes++;
    }
    return nodes > 1 && routes_bounding_box(list, g->size, box) == nodes;
}

static emuq_pami_network_t *routes_make_network(const emuq_pami_geometry_t *g, const uint64_t *list,
                                                bool is_shared, uint32_t t)
{
    uint32_t here = g->client->resources->location[g->client->resources->task].node.Destination.Destination;
    emuq_pami_network_t *n = emuq_pami_alloc(sizeof *n);
    if (n == NULL)
        return NULL;
    n->is_shared = is_shared;
    n->t = t;
    n->local = emuq_malloc(g->size * sizeof *n->local);
    for (uint32_t i = 0; n->local != NULL && i < g->size; i++) {
        if (list[i] >> 32 != here)
            continue;
        if (routes_is_first(list, i))
            n->leader = (uint32_t)list[i];
        else
            n->local[n->locals++] = (uint32_t)list[i];
    }
    if (n->local == NULL) {
        free(n);
        return NULL;
    }
    return n;
}

static bool routes_leads_here(const emuq_pami_geometry_t *g, const emuq_pami_network_t *n)
{
    return emuq_pami_task(g->endpoint[n->leader]) == g->client->resources->task;
}

static void routes_free_network(const emuq_pami_geometry_t *g, emuq_pami_network_t *n)
{
    if (n == NULL)
        return;
    if (n->coll_fifo != g->client->resources->coll_fifo)
        emuq_pami_coll_fifo_release(g->client->resources, n->coll_fifo);
    free(n->local);
    free(n);
}

/* Makes the network of a geometry, with an injection FIFO for this node's leader. @return NULL: not suitable,
 * no FIFO, or no memory (@p *has_memory is false) */
static emuq_pami_network_t *routes_make(const emuq_pami_geometry_t *g, bool is_world, CR_RECT_T *box,
                                        bool *has_memory)
{
    emuq_pami_resources_t *resources = g->client->resources;
    uint64_t *list = routes_by_node(g);
    emuq_pami_network_t *n = NULL;
    bool is_shared;
    uint32_t t = 0;
    *has_memory = list != NULL;
    if (list != NULL && routes_is_suitable(g, list, &is_shared, &t, box)) {
        n = routes_make_network(g, list, is_shared, t);
        *has_memory = n != NULL;
        if (n != NULL && routes_leads_here(g, n)) {
            n->coll_fifo =
                is_world ? emuq_pami_coll_fifo_open(resources) : emuq_pami_coll_fifo_acquire(resources);
            if (n->coll_fifo == NULL) {
                *has_memory = resources->coll_fifo != NULL;
                routes_free_network(g, n);
                n = NULL;
            }
        }
    }
    free(list);
    return n;
}

bool emuq_pami_network_acquire_world(emuq_pami_geometry_t *world)
{
    CR_RECT_T box;
    bool has_memory;
    world->network = routes_make(world, true, &box, &has_memory);
    if (world->network != NULL) {
        world->network->gi = world->network->collective = WORLD_ROUTE;
        world->network->is_raised = true;
    }
    return has_memory;
}

/* ---- private routes ---- */

static uint64_t routes_free(void)
{
    uint32_t ids[EMUQ_PAMI_ROUTES], count = 0;
    uint64_t gi = 0, collective = 0;
    if (Kernel_QueryGlobalInterruptClassRoutes(&count, ids, sizeof ids) == 0)
        for (uint32_t i = 0; i < count; i++)
            gi |= UINT64_C(1) << ids[i];
    uint64_t wires = gi & (gi >> PAIRED_ROUTE | gi << PAIRED_ROUTE);
    if (Kernel_QueryCollectiveClassRoutes(&count, ids, sizeof ids) == 0)
        for (uint32_t i = 0; i < count; i++)
            collective |= UINT64_C(1) << ids[i];
    return (wires & ((1u << EMUQ_PAMI_ROUTES) - 1)) | collective << EMUQ_PAMI_VOTE_COLLECTIVE_SHIFT;
}

uint64_t emuq_pami_network_votes(emuq_pami_geometry_t *g)
{
    CR_RECT_T box;
    bool has_memory;
    emuq_pami_network_t *n = routes_make(g, false, &box, &has_memory);
    uint64_t votes = n != NULL ? routes_free() | EMUQ_PAMI_VOTE_CAN_COMBINE : 0;
    routes_free_network(g, n);
    return votes;
}

/* Programs both routes of this node. */
static bool routes_program(const emuq_pami_geometry_t *g, const emuq_pami_network_t *n, CR_RECT_T *box)
{
    const emuq_pami_resources_t *resources = g->client->resources;
    ClassRoute_t route;
    CR_COORD_T root, me;
    int primary;
    routes_coordinates(resources->location[resources->task].node.Destination.Destination, &me);
    MUSPI_PickWorldRoot(box, NULL, &root, &primary);
    MUSPI_BuildNodeClassroute(box, &root, &me, box, NULL, primary, &route);
    route.input |= BGQ_CLASS_INPUT_LINK_LOCAL;
    if (Kernel_AllocateGlobalInterruptClassRoute(n->gi, NULL) != 0)
        return false;
    if (Kernel_AllocateCollectiveClassRoute(n->collective) != 0) {
        Kernel_DeallocateGlobalInterruptClassRoute((int32_t)n->gi);
        return false;
    }
    bool worked = Kernel_SetGlobalInterruptClassRoute((int32_t)n->gi, &route) == 0;
    SET_CR_ROUTE_VC(&route, BGQ_CLASS_INPUT_VC_SUBCOMM);
    worked = Kernel_SetCollectiveClassRoute(n->collective, &route) == 0 && worked;
    if (worked)
        MUSPI_GIBarrierInitMU1(n->gi);
    return worked;
}

void emuq_pami_network_drop(const emuq_pami_geometry_t *g, emuq_pami_network_t **n)
{
    if (*n != NULL && (*n)->is_private && routes_leads_here(g, *n)) {
        Kernel_DeallocateGlobalInterruptClassRoute((int32_t)(*n)->gi);
        Kernel_DeallocateCollectiveClassRoute((*n)->collective);
    }
    routes_free_network(g, *n);
    *n = NULL;
}

void emuq_pami_network_free(emuq_pami_geometry_t *g)
{
    emuq_pami_network_drop(g, &g->network);
    emuq_pami_network_drop(g, &g->candidate);
}

emuq_pami_network_t *emuq_pami_network_try(emuq_pami_geometry_t *g, uint64_t votes)
{
    CR_RECT_T box;
    bool has_memory;
    emuq_pami_network_t *n = routes_make(g, false, &box, &has_memory);
    if (n == NULL)
        return NULL;
    n->gi = (uint32_t)__builtin_ctzll(votes);
    n->collective = (uint32_t)__builtin_ctzll(votes >> EMUQ_PAMI_VOTE_COLLECTIVE_SHIFT);
    n->is_private = !routes_leads_here(g, n) || routes_program(g, n, &box);
    if (n->is_private)
        return n;
    routes_free_network(g, n);
    return NULL;
}
