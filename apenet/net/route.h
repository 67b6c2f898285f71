/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file route.h
 * @brief Routing in the 3-D torus of APEnet+: lattice, dimension order, ports and virtual channels (apenet
 * 7).
 *
 * Pure functions: no threads, clocks, allocation or I/O. All functions are
 * thread-safe while no thread changes their arguments.
 *
 * A link is an ::apenet_port_t of a node. A packet that leaves by port p arrives at apenet_port_opposite(p)
 * of the neighbour. Internal port n has the number APENET_PORT_INTERNAL + n.
 */
#ifndef APENET_NET_ROUTE_H
#define APENET_NET_ROUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "apenet/packet.h"
#include "apenet/registers.h"

#define APENET_DIMENSIONS     3u
#define APENET_VCS            2u    /**< virtual channels of a link */
#define APENET_PORT_INTERNAL  0x10u /**< number of internal port 0 */
#define APENET_INTERNAL_PORTS 16u   /**< internal ports in the ExaNet header */
#define APENET_LINKS_ALL      0x3fu /**< set of all links: bit p for ::apenet_port_t p */

/** A node: coordinates x, y, z. */
typedef struct apenet_node {
    uint8_t at[APENET_DIMENSIONS];
} apenet_node_t;

/** Size and kind of each dimension. */
typedef struct apenet_lattice {
    uint8_t size[APENET_DIMENSIONS]; /**< 1..APENET_NODES_MOST */
    bool is_mesh[APENET_DIMENSIONS]; /**< the dimension does not wrap around */
} apenet_lattice_t;

/** Destination of a packet: fields of its header. */
typedef struct apenet_target {
    uint8_t at[APENET_DIMENSIONS]; /**< coordinates, may be outside of the lattice */
    uint8_t internal;              /**< internal port of the node, 0..15 */
} apenet_target_t;

/** The constant part of a router. */
typedef struct apenet_router {
    apenet_lattice_t lattice;
    apenet_node_t node;               /**< the node of the router */
    uint8_t links;                    /**< set of existing links */
    uint8_t order[APENET_DIMENSIONS]; /**< dimensions in the order of routing */
} apenet_router_t;

/** Decision of a router for a packet. */
typedef struct apenet_hop {
    uint8_t port; /**< output: ::apenet_port_t, or APENET_PORT_INTERNAL + n */
    uint8_t vc;   /**< virtual channel behind the output; unchanged at an internal port */
    bool enters;  /**< the packet enters a dimension: the VC was chosen here */
    bool leaves;  /**< the packet needs no further hop in this dimension ("last" of apenet 2.4); true at an
                     internal port */
    bool out_of_lattice; /**< a coordinate is not below the size: delivered, and to be marked */
} apenet_hop_t;

/** Number of a node as in the SPI: z varies fastest. */
static inline uint32_t apenet_lattice_number(const apenet_lattice_t *l, apenet_node_t node)
{
    return ((uint32_t)node.at[0] * l->size[1] + node.at[1]) * l->size[2] + node.at[2];
}

/** Node of an apenet_lattice_number(). */
static inline apenet_node_t apenet_lattice_node(const apenet_lattice_t *l, uint32_t number)
{
    return (apenet_node_t){{(uint8_t)(number / l->size[2] / l->size[1]),
                            (uint8_t)(number / l->size[2] % l->size[1]), (uint8_t)(number % l->size[2])}};
}

/** Initialises a lattice.
 * @param size nodes in x, y and z, 1..APENET_NODES_MOST
 * @param mesh bit (0x10 >> d) set: dimension d does not wrap around, as in emuq_job_t; the bits of D and E
 *             are ignored
 * @return 0, or -EINVAL for a size outside of the range: @p l is unchanged */
int apenet_lattice_init(apenet_lattice_t *l, const uint32_t size[APENET_DIMENSIONS], uint32_t mesh);

/** @return whether all coordinates are below the sizes */
bool apenet_lattice_contains(const apenet_lattice_t *l, const uint8_t at[APENET_DIMENSIONS]);

/** Set of links of a node: no links in a dimension of one node, nor across the ends of a mesh. */
uint8_t apenet_lattice_links(const apenet_lattice_t *l, apenet_node_t node);

/** Neighbour of a node at a link.
 * @param port  one of apenet_lattice_links()
 * @return the node; the same node in a dimension of one node */
apenet_node_t apenet_lattice_next(const apenet_lattice_t *l, apenet_node_t node, apenet_port_t port);

/** Hops of the shortest path between two nodes of the lattice. */
uint32_t apenet_lattice_distance(const apenet_lattice_t *l, apenet_node_t from, apenet_node_t to);

/** Decodes register ROUTE_ORDER; bits above 5 are ignored.
 * @param[out] order the dimensions in the order of routing; z, y, x if the value is no permutation
 * @return whether the value is a permutation; if not, the card sets APENET_CARD_STATUS_ROUTE_ORDER */
bool apenet_route_order(uint32_t value, uint8_t order[APENET_DIMENSIONS]);

/** Initialises the router of a node with the order APENET_ROUTE_ORDER_RESET.
 * @param node  a node of the lattice
 * @param links links of the card; the router uses its links in the lattice
 * @return 0, or -EINVAL for a node outside of the lattice: @p r is unchanged */
int apenet_router_init(apenet_router_t *r, const apenet_lattice_t *lattice, apenet_node_t node,
                       uint8_t links);

/** Sets the dimension order. All routers of a lattice need the same order, set while no packet is in the
 * network.
 * @return the result of apenet_route_order() */
bool apenet_router_set_order(apenet_router_t *r, uint32_t value);

/** Routes a packet: the first dimension of the order with hops left, in the direction of the shorter
 * path; for paths of equal length plus if this link exists, else minus.
 *
 * The VC is chosen where the packet enters a dimension: 1 if the rest of the path in this dimension crosses
 * the wrap-around link, else 0. The packet keeps the VC in the dimension. This makes the graph of channel
 * dependencies acyclic.
 *
 * A destination outside of the lattice is delivered to internal port 0 of this router.
 *
 * @param input port of arrival; APENET_PORT_INTERNAL + n at its source
 * @param to    destination
 * @param vc    VC of the link at @p input; 0 at the source
 * @return the decision. If `links` lacks `port`, there is no path: the caller drops the packet. */
apenet_hop_t apenet_route(const apenet_router_t *r, unsigned input, apenet_target_t to, unsigned vc);

/** Dimension of a link: 0 x, 1 y, 2 z. */
static inline unsigned apenet_port_dimension(unsigned port)
{
    return port % APENET_DIMENSIONS;
}

/** @return whether the link goes to plus */
static inline bool apenet_port_is_plus(unsigned port)
{
    return port < APENET_DIMENSIONS;
}

/** Name of a link: "X+" ... "Z-". @param port below APENET_PORTS */
static inline const char *apenet_port_name(unsigned port)
{
    static const char *const names[APENET_PORTS] = {
        [APENET_PORT_X_PLUS] = "X+",  [APENET_PORT_Y_PLUS] = "Y+",  [APENET_PORT_Z_PLUS] = "Z+",
        [APENET_PORT_X_MINUS] = "X-", [APENET_PORT_Y_MINUS] = "Y-", [APENET_PORT_Z_MINUS] = "Z-"};
    return names[port];
}

/** Port of the neighbour at the peer end of a link. */
static inline unsigned apenet_port_opposite(unsigned port)
{
    return (port + APENET_DIMENSIONS) % APENET_PORTS;
}

/** Destination of an APEnet+ packet; such packets go to internal port 0. */
static inline apenet_target_t apenet_header_target(const apenet_header_t *h)
{
    apenet_address_t a = apenet_destination(h);
    return (apenet_target_t){{a.x, a.y, a.z}, 0};
}

#endif /* APENET_NET_ROUTE_H */
