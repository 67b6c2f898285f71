/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file shape.h
 * @brief A machine's nodes: how many in each dimension, their numbers, their neighbours.
 *
 * Node numbers: the last dimension varies fastest. Direction 2 d is minus and 2 d + 1 plus in dimension d; a
 * node has one link per direction. All functions are pure, and thread-safe.
 */
#ifndef EMUQ_NETWORK_SHAPE_H
#define EMUQ_NETWORK_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#define EMUQ_NET_DIMENSIONS 6                         /**< most dimensions */
#define EMUQ_NET_SIZE       64                        /**< most nodes in a dimension */
#define EMUQ_NET_LINKS      (2 * EMUQ_NET_DIMENSIONS) /**< most links of a node */
#define EMUQ_NET_NOWHERE    UINT32_MAX                /**< number of a node that is not there */

/** Shape of a machine. */
typedef struct emuq_net_shape {
    uint32_t dimensions;                /**< 1..6 */
    uint32_t size[EMUQ_NET_DIMENSIONS]; /**< nodes in each dimension, 1..64 */
    uint32_t torus;                     /**< bit d: dimension d wraps around */
} emuq_net_shape_t;

/** Kinds of wires, by the length that they add to a hop. */
typedef enum emuq_net_wire {
    EMUQ_NET_WIRE_BOARD,    /**< in a node board: from an even coordinate to the odd one above it */
    EMUQ_NET_WIRE_MIDPLANE, /**< between the node boards of a midplane */
    EMUQ_NET_WIRE_CABLE,    /**< between midplanes, of four nodes in a dimension each */
    EMUQ_NET_WIRE_LOOP,     /**< closes a ring inside a midplane */
    EMUQ_NET_WIRES
} emuq_net_wire_t;

/** Checks a shape. @return 0, or -EINVAL: too many dimensions, a size out of range, more than 2^24 nodes */
int emuq_net_shape_check(const emuq_net_shape_t *shape);

/** @return number of nodes */
uint32_t emuq_net_nodes(const emuq_net_shape_t *shape);

/** Number of a node. @param at its coordinates, each below the size of its dimension */
uint32_t emuq_net_node(const emuq_net_shape_t *shape, const uint8_t at[EMUQ_NET_DIMENSIONS]);

/** Coordinates of a node. @param at gets them; 0 beyond the last dimension */
void emuq_net_coordinates(const emuq_net_shape_t *shape, uint32_t node, uint8_t at[EMUQ_NET_DIMENSIONS]);

/** The node at the other end of a link. @return its number, or #EMUQ_NET_NOWHERE beyond the edge of a mesh; a
 *  ring of one node is its own neighbour */
uint32_t emuq_net_neighbour(const emuq_net_shape_t *shape, uint32_t node, uint32_t direction);

/** Directions of the shorter ways from one node to another, one bit each, as the sending node sets them
 *  (ties.h). */
uint32_t emuq_net_hints(const emuq_net_shape_t *shape, uint32_t from, uint32_t to);

/** Hops from one node to another, by the shorter ways. */
uint32_t emuq_net_distance(const emuq_net_shape_t *shape, uint32_t from, uint32_t to);

/** What the wire of a link is. @param at coordinate of the node in the dimension of @p direction */
emuq_net_wire_t emuq_net_wire(const emuq_net_shape_t *shape, uint32_t direction, uint32_t at);

/** Whether a link closes a ring: from the last coordinate to the first, or the other way. */
bool emuq_net_wraps(const emuq_net_shape_t *shape, uint32_t direction, uint32_t at);

#endif /* EMUQ_NETWORK_SHAPE_H */
