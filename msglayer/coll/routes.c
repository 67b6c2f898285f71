/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/coll/routes.h"

#include <stdlib.h>

#include <spi/include/kernel/collective.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/mu/Classroute_inlines.h>

#define OTHER_WIRES 8u /* routes i and i + 8 share wires */
#define WORLD_ROUTE 0u

/* ---- members by node ---- */

static uint32_t node_of(const emuq_pami_geometry_t *g, uint32_t rank)
{
    return g->client->resources->place[emuq_pami_task(g->endpoint[rank])].node.Destination.Destination;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* All members as node << 32 | rank, ascending: the first of each node is its leader. @return NULL: no memory
 */
static uint64_t *by_node(const emuq_pami_geometry_t *g)
{
    uint64_t *list = malloc(g->size * sizeof *list);
    for (uint32_t i = 0; list != NULL && i < g->size; i++)
        list[i] = (uint64_t)node_of(g, i) << 32 | i;
    if (list != NULL)
        qsort(list, g->size, sizeof *list, compare);
    return list;
}

static bool is_first(const uint64_t *list, uint32_t i)
{
    return i == 0 || list[i] >> 32 != list[i - 1] >> 32;
}

static void coordinates(uint32_t node, CR_COORD_T *c)
{
    for (int d = 0; d < CR_NUM_DIMS; d++)
        CR_COORD_DIM(c, d) = node >> (24 - 6 * d) & 63;
}

/* The nodes' bounding box. @return the number of nodes in it */
static uint64_t bounding_box(const uint64_t *list, uint32_t size, CR_RECT_T *box)
{
    uint64_t nodes = 1;
    coordinates((uint32_t)(list[0] >> 32), &box->ll);
    box->ur = box->ll;
    for (uint32_t i = 1; i < size; i++) {
        CR_COORD_T c;
        coordinates((uint32_t)(list[i] >> 32), &c);
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

/* Whether the hardware can be used by the geometry at all; all members come to the same result. Leaders have
 * to be members with context 0 and one T coordinate, because a result names one reception FIFO for all nodes.
 */
static bool is_suitable(const emuq_pami_geometry_t *g, const uint64_t *list, bool *is_shared, uint32_t *t,
                        CR_RECT_T *box)
{
    uint32_t nodes = 0;
    *is_shared = false;
    for (uint32_t i = 0; i < g->size; i++) {
        uint32_t endpoint = g->endpoint[(uint32_t)list[i]];
        uint32_t t_of_this = g->client->resources->place[emuq_pami_task(endpoint)].t;
        if (!is_first(list, i)) {
            *is_shared = true;
            continue;
        }
        if (emuq_pami_offset(endpoint) != 0 || (nodes != 0 && t_of_this != *t))
            return false;
        *t = t_of_this;
        nodes++;
    }
    return nodes > 1 && bounding_box(list, g->size, box) == nodes;
}

static emuq_pami_network_t *make_network(const emuq_pami_geometry_t *g, const uint64_t *list, bool is_shared,
                                         uint32_t t)
{
    uint32_t here = g->client->resources->place[g->client->resources->task].node.Destination.Destination;
    void *memory;
    if (posix_memalign(&memory, _Alignof(emuq_pami_network_t), sizeof(emuq_pami_network_t)) != 0)
        return NULL;
    emuq_pami_network_t *n = memory;
    memset(n, 0, sizeof *n);
    n->is_shared = is_shared;
    n->t = t;
    n->local = malloc(g->size * sizeof *n->local);
    for (uint32_t i = 0; n->local != NULL && i < g->size; i++) {
        if (list[i] >> 32 != here)
            continue;
        if (is_first(list, i))
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

/* Whether the leader of the node is a member of this task. */
static bool leads_here(const emuq_pami_geometry_t *g, const emuq_pami_network_t *n)
{
    return emuq_pami_task(g->endpoint[n->leader]) == g->client->resources->task;
}

/* Takes an injection FIFO for the contributions of the node's leader. */
static bool take_combiner(const emuq_pami_geometry_t *g, emuq_pami_network_t *n)
{
    if (leads_here(g, n))
        n->combiner = emuq_pami_combiner_take(g->client->resources);
    return !leads_here(g, n) || n->combiner != NULL;
}

static bool open_world_combiner(const emuq_pami_geometry_t *g, emuq_pami_network_t *n)
{
    if (leads_here(g, n))
        n->combiner = emuq_pami_combiner_open(g->client->resources);
    return !leads_here(g, n) || n->combiner != NULL;
}

static void free_network(const emuq_pami_geometry_t *g, emuq_pami_network_t *n)
{
    if (n == NULL)
        return;
    if (n->combiner != g->client->resources->combiner)
        emuq_pami_combiner_give_back(g->client->resources, n->combiner);
    free(n->local);
    free(n);
}

bool emuq_pami_network_take_world(emuq_pami_geometry_t *world)
{
    uint64_t *list = by_node(world);
    bool is_shared, has_memory = list != NULL;
    uint32_t t = 0;
    CR_RECT_T box;
    if (list != NULL && is_suitable(world, list, &is_shared, &t, &box)) {
        emuq_pami_network_t *n = make_network(world, list, is_shared, t);
        if (n != NULL && open_world_combiner(world, n)) {
            n->gi = n->collective = WORLD_ROUTE;
            n->is_raised = true;
            world->network = n;
        } else {
            has_memory = n != NULL && world->client->resources->combiner != NULL;
            free_network(world, n);
        }
    }
    free(list);
    return has_memory;
}

/* ---- routes of a geometry's own ---- */

static uint64_t free_routes(void)
{
    uint32_t ids[EMUQ_PAMI_ROUTES], count = 0;
    uint64_t gi = 0, collective = 0;
    if (Kernel_QueryGlobalInterruptClassRoutes(&count, ids, sizeof ids) == 0)
        for (uint32_t i = 0; i < count; i++)
            gi |= UINT64_C(1) << ids[i];
    uint64_t wires = gi & (gi >> OTHER_WIRES | gi << OTHER_WIRES);
    if (Kernel_QueryCollectiveClassRoutes(&count, ids, sizeof ids) == 0)
        for (uint32_t i = 0; i < count; i++)
            collective |= UINT64_C(1) << ids[i];
    return (wires & ((1u << EMUQ_PAMI_ROUTES) - 1)) | collective << EMUQ_PAMI_VOTE_COLLECTIVE_SHIFT;
}

uint64_t emuq_pami_network_votes(emuq_pami_geometry_t *g)
{
    uint64_t votes = 0, *list = by_node(g);
    bool is_shared;
    uint32_t t = 0;
    CR_RECT_T box;
    if (list != NULL && is_suitable(g, list, &is_shared, &t, &box)) {
        emuq_pami_network_t *n = make_network(g, list, is_shared, t);
        if (n != NULL && take_combiner(g, n))
            votes = free_routes() | EMUQ_PAMI_VOTE_CAN_COMBINE;
        free_network(g, n);
    }
    free(list);
    return votes;
}

/* Programs both routes for the node. */
static bool program_routes(const emuq_pami_geometry_t *g, const emuq_pami_network_t *n, CR_RECT_T *box)
{
    const emuq_pami_resources_t *resources = g->client->resources;
    ClassRoute_t route;
    CR_COORD_T root, me;
    int primary;
    coordinates(resources->place[resources->task].node.Destination.Destination, &me);
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

static void release_routes(const emuq_pami_geometry_t *g, const emuq_pami_network_t *n)
{
    if (!n->is_own || !leads_here(g, n))
        return;
    Kernel_DeallocateGlobalInterruptClassRoute((int32_t)n->gi);
    Kernel_DeallocateCollectiveClassRoute(n->collective);
}

void emuq_pami_network_drop(const emuq_pami_geometry_t *g, emuq_pami_network_t **n)
{
    if (*n != NULL)
        release_routes(g, *n);
    free_network(g, *n);
    *n = NULL;
}

void emuq_pami_network_free(emuq_pami_geometry_t *g)
{
    emuq_pami_network_drop(g, &g->network);
    emuq_pami_network_drop(g, &g->candidate);
}

/* The network of a geometry, with the lowest of the routes that all have voted for. @return NULL: it has not
 * worked */
emuq_pami_network_t *emuq_pami_network_try(emuq_pami_geometry_t *g, uint64_t votes)
{
    uint64_t *list = by_node(g);
    bool is_shared = false;
    uint32_t t = 0;
    CR_RECT_T box;
    emuq_pami_network_t *n = NULL;
    if (list != NULL && is_suitable(g, list, &is_shared, &t, &box))
        n = make_network(g, list, is_shared, t);
    free(list);
    if (n == NULL || !take_combiner(g, n)) {
        free_network(g, n);
        return NULL;
    }
    n->gi = (uint32_t)__builtin_ctzll(votes);
    n->collective = (uint32_t)__builtin_ctzll(votes >> EMUQ_PAMI_VOTE_COLLECTIVE_SHIFT);
    n->is_own = !leads_here(g, n) || program_routes(g, n, &box);
    if (n->is_own)
        return n;
    free_network(g, n);
    return NULL;
}
