/* SPDX-License-Identifier: BSD-3-Clause */
/** @file shape.c
 *  Coordinates and neighbours. */
#include <errno.h>

#include "network/shape.h"
#include "network/ties.h"

int emuq_net_shape_check(const emuq_net_shape_t *shape)
{
    if (shape->dimensions < 1 || shape->dimensions > EMUQ_NET_DIMENSIONS)
        return -EINVAL;
    uint64_t nodes = 1;
    for (uint32_t d = 0; d < shape->dimensions; d++) {
        if (shape->size[d] < 1 || shape->size[d] > EMUQ_NET_SIZE)
            return -EINVAL;
        nodes *= shape->size[d];
    }
    return nodes <= UINT32_C(1) << 24 ? 0 : -EINVAL;
}

uint32_t emuq_net_nodes(const emuq_net_shape_t *shape)
{
    uint32_t nodes = 1;
    for (uint32_t d = 0; d < shape->dimensions; d++)
        nodes *= shape->size[d];
    return nodes;
}

uint32_t emuq_net_node(const emuq_net_shape_t *shape, const uint8_t at[EMUQ_NET_DIMENSIONS])
{
    uint32_t node = 0;
    for (uint32_t d = 0; d < shape->dimensions; d++)
        node = node * shape->size[d] + at[d];
    return node;
}

void emuq_net_coordinates(const emuq_net_shape_t *shape, uint32_t node, uint8_t at[EMUQ_NET_DIMENSIONS])
{
    for (uint32_t d = EMUQ_NET_DIMENSIONS; d-- > 0;) {
        uint32_t size = d < shape->dimensions ? shape->size[d] : 1;
        at[d] = (uint8_t)(node % size);
        node /= size;
    }
}

bool emuq_net_wraps(const emuq_net_shape_t *shape, uint32_t direction, uint32_t at)
{
    return at == (direction % 2 ? shape->size[direction / 2] - 1 : 0);
}

uint32_t emuq_net_neighbour(const emuq_net_shape_t *shape, uint32_t node, uint32_t direction)
{
    uint32_t dimension = direction / 2, size = shape->size[dimension];
    uint8_t at[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(shape, node, at);
    if (emuq_net_wraps(shape, direction, at[dimension]) && !(shape->torus >> dimension & 1))
        return EMUQ_NET_NOWHERE;
    at[dimension] = (uint8_t)((at[dimension] + (direction % 2 ? 1 : size - 1)) % size);
    return emuq_net_node(shape, at);
}

/** Hops from one node to another in each dimension, by the shorter ways, with the sign of the direction. */
static void offsets(const emuq_net_shape_t *shape, uint32_t from, uint32_t to, int hops[EMUQ_NET_DIMENSIONS])
{
    uint8_t a[EMUQ_NET_DIMENSIONS], b[EMUQ_NET_DIMENSIONS];
    uint32_t sum = 0;
    emuq_net_coordinates(shape, from, a);
    emuq_net_coordinates(shape, to, b);
    for (uint32_t d = 0; d < shape->dimensions; d++)
        sum += a[d];
    for (uint32_t d = 0; d < shape->dimensions; d++) {
        int way = emuq_net_way(a[d], b[d], shape->size[d], shape->torus >> d & 1, sum);
        hops[d] = emuq_net_offset(a[d], b[d], shape->size[d], way);
    }
}

uint32_t emuq_net_hints(const emuq_net_shape_t *shape, uint32_t from, uint32_t to)
{
    int hops[EMUQ_NET_DIMENSIONS];
    uint32_t hints = 0;
    offsets(shape, from, to, hops);
    for (uint32_t d = 0; d < shape->dimensions; d++)
        if (hops[d] != 0)
            hints |= 1u << (2 * d + (hops[d] > 0));
    return hints;
}

uint32_t emuq_net_distance(const emuq_net_shape_t *shape, uint32_t from, uint32_t to)
{
    int hops[EMUQ_NET_DIMENSIONS];
    uint32_t distance = 0;
    offsets(shape, from, to, hops);
    for (uint32_t d = 0; d < shape->dimensions; d++)
        distance += (uint32_t)(hops[d] < 0 ? -hops[d] : hops[d]);
    return distance;
}

emuq_net_wire_t emuq_net_wire(const emuq_net_shape_t *shape, uint32_t direction, uint32_t at)
{
    uint32_t size = shape->size[direction / 2];
    if (emuq_net_wraps(shape, direction, at) && size > 2)
        return size > 4 ? EMUQ_NET_WIRE_CABLE : EMUQ_NET_WIRE_LOOP;
    uint32_t low = direction % 2 || at == 0 ? at : at - 1; /* the wire is between low and low + 1 */
    if (size <= 2 || low % 2 == 0)
        return EMUQ_NET_WIRE_BOARD;
    return low % 4 == 3 ? EMUQ_NET_WIRE_CABLE : EMUQ_NET_WIRE_MIDPLANE;
}
