/* SPDX-License-Identifier: BSD-3-Clause */
/* Lattices, and the decision of a router: dimension order, direction, virtual channel. */
#include "apenet/net/route.h"

#include <errno.h>

#define MESH_X 0x10u /* bit of the first dimension in a set of mesh dimensions */

int apenet_lattice_init(apenet_lattice_t *l, const uint32_t size[APENET_DIMENSIONS], uint32_t mesh)
{
    for (unsigned d = 0; d < APENET_DIMENSIONS; d++)
        if (size[d] == 0 || size[d] > APENET_NODES_MOST)
            return -EINVAL;
    for (unsigned d = 0; d < APENET_DIMENSIONS; d++) {
        l->size[d] = (uint8_t)size[d];
        l->is_mesh[d] = (mesh & MESH_X >> d) != 0;
    }
    return 0;
}

bool apenet_lattice_contains(const apenet_lattice_t *l, const uint8_t at[APENET_DIMENSIONS])
{
    return at[0] < l->size[0] && at[1] < l->size[1] && at[2] < l->size[2];
}

uint8_t apenet_lattice_links(const apenet_lattice_t *l, apenet_node_t node)
{
    unsigned links = 0;
    for (unsigned d = 0; d < APENET_DIMENSIONS; d++) {
        bool wraps = l->size[d] > 1 && !l->is_mesh[d];
        links |= (unsigned)(wraps || node.at[d] + 1 < l->size[d]) << d;
        links |= (unsigned)(wraps || node.at[d] > 0) << apenet_port_opposite(d);
    }
    return (uint8_t)links;
}

apenet_node_t apenet_lattice_next(const apenet_lattice_t *l, apenet_node_t node, apenet_port_t port)
{
    unsigned d = apenet_port_dimension(port), size = l->size[d], at = node.at[d];
    if (apenet_port_is_plus(port))
        node.at[d] = (uint8_t)(at + 1 == size ? 0 : at + 1);
    else
        node.at[d] = (uint8_t)((at == 0 ? size : at) - 1);
    return node;
}

/** Hops to plus, modulo the size. */
static unsigned lattice_hops_to_plus(const apenet_lattice_t *l, unsigned d, unsigned from, unsigned to)
{
    return to >= from ? to - from : to + l->size[d] - from;
}

uint32_t apenet_lattice_distance(const apenet_lattice_t *l, apenet_node_t from, apenet_node_t to)
{
    uint32_t hops = 0;
    for (unsigned d = 0; d < APENET_DIMENSIONS; d++) {
        bool ascends = to.at[d] >= from.at[d];
        unsigned plus = lattice_hops_to_plus(l, d, from.at[d], to.at[d]), minus = l->size[d] - plus;
        hops += (l->is_mesh[d] ? ascends : plus <= minus) ? plus : minus;
    }
    return hops;
}

bool apenet_route_order(uint32_t value, uint8_t order[APENET_DIMENSIONS])
{
    unsigned found = 0;
    for (unsigned i = 0; i < APENET_DIMENSIONS; i++) {
        order[i] = value >> (4 - 2 * i) & 3;
        found |= 1u << order[i];
    }
    if (found == 7)
        return true;
    for (unsigned i = 0; i < APENET_DIMENSIONS; i++)
        order[i] = (uint8_t)(APENET_DIMENSIONS - 1 - i);
    return false;
}

int apenet_router_init(apenet_router_t *r, const apenet_lattice_t *lattice, apenet_node_t node, uint8_t links)
{
    if (!apenet_lattice_contains(lattice, node.at))
        return -EINVAL;
    r->lattice = *lattice;
    r->node = node;
    r->links = links & apenet_lattice_links(lattice, node);
    apenet_router_set_order(r, APENET_ROUTE_ORDER_RESET);
    return 0;
}

bool apenet_router_set_order(apenet_router_t *r, uint32_t value)
{
    return apenet_route_order(value, r->order);
}

/** Direction in a dimension with hops left. */
static bool route_goes_plus(const apenet_router_t *r, unsigned d, unsigned to)
{
    unsigned plus = lattice_hops_to_plus(&r->lattice, d, r->node.at[d], to), size = r->lattice.size[d];
    if (r->lattice.is_mesh[d])
        return to > r->node.at[d];
    return 2 * plus == size ? (r->links >> d & 1) != 0 : 2 * plus < size;
}

apenet_hop_t apenet_route(const apenet_router_t *r, unsigned input, apenet_target_t to, unsigned vc)
{
    apenet_hop_t hop = {.port = APENET_PORT_INTERNAL, .vc = (uint8_t)vc, .leaves = true};
    if (!apenet_lattice_contains(&r->lattice, to.at)) {
        hop.out_of_lattice = true;
        return hop;
    }
    unsigned i = 0;
    while (i < APENET_DIMENSIONS && to.at[r->order[i]] == r->node.at[r->order[i]])
        i++;
    if (i == APENET_DIMENSIONS) {
        hop.port = (uint8_t)(APENET_PORT_INTERNAL + to.internal);
        return hop;
    }
    unsigned d = r->order[i], at = r->node.at[d], size = r->lattice.size[d];
    bool plus = route_goes_plus(r, d, to.at[d]);
    hop.port = (uint8_t)(plus ? d : apenet_port_opposite(d));
    hop.leaves = to.at[d] == (plus ? (at + 1 == size ? 0 : at + 1) : (at == 0 ? size : at) - 1);
    /* A continuing packet has arrived by the opposite link. */
    hop.enters = input != apenet_port_opposite(hop.port);
    if (hop.enters)
        hop.vc = plus ? to.at[d] < at : to.at[d] > at; /* the coordinate jumps at the wrap-around link */
    return hop;
}
