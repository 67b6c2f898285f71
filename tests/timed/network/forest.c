/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file forest.c Trees covering a machine.
 */
#include "emuq_test.h"
#include "forest.h"

uint32_t forest_parent(const emuq_net_shape_t *shape, uint32_t root, uint32_t node, uint32_t dimensions)
{
    uint8_t a[EMUQ_NET_DIMENSIONS], b[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(shape, node, a);
    emuq_net_coordinates(shape, root, b);
    for (uint32_t d = shape->dimensions; d-- > 0;)
        if (dimensions >> d & 1 && a[d] != b[d])
            return 2 * d + (b[d] > a[d]);
    return EMUQ_NET_LINKS;
}

uint32_t forest_root(const emuq_net_shape_t *shape, uint32_t node, uint32_t dimensions)
{
    uint8_t at[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(shape, node, at);
    for (uint32_t d = 0; d < shape->dimensions; d++)
        if (dimensions >> d & 1)
            at[d] = (uint8_t)(shape->size[d] / 2);
    return emuq_net_node(shape, at);
}

emuq_net_tree_t forest_tree(const emuq_net_shape_t *shape, uint32_t node, uint32_t dimensions)
{
    uint32_t root = forest_root(shape, node, dimensions);
    emuq_net_tree_t what = {.output = (uint8_t)forest_parent(shape, root, node, dimensions), .local = true};
    for (uint32_t link = 0; link < 2 * shape->dimensions; link++) {
        uint32_t child = emuq_net_neighbour(shape, node, link);
        if (child != EMUQ_NET_NOWHERE && child != node && forest_root(shape, child, dimensions) == root &&
            forest_parent(shape, root, child, dimensions) == (link ^ 1))
            what.inputs |= (uint16_t)(1u << link);
    }
    return what;
}

void forest_plant(emuq_net_t *net, const emuq_net_shape_t *shape, uint32_t tree, uint32_t dimensions,
                  uint8_t vc)
{
    for (uint32_t node = 0; node < emuq_net_nodes(shape); node++) {
        emuq_net_tree_t what = forest_tree(shape, node, dimensions);
        what.vc = vc;
        CU_ASSERT_EQUAL_FATAL(emuq_net_set_tree(net, node, tree, &what), 0);
    }
}

uint32_t forest_climb(const emuq_net_shape_t *shape, uint32_t node, uint32_t dimensions, uint32_t *hops)
{
    emuq_net_parameters_t p;
    emuq_net_preset("bgq", &p);
    uint32_t root = forest_root(shape, node, dimensions), cycles = 0, link;
    for (*hops = 0; (link = forest_parent(shape, root, node, dimensions)) != EMUQ_NET_LINKS; ++*hops) {
        uint8_t at[EMUQ_NET_DIMENSIONS];
        emuq_net_coordinates(shape, node, at);
        cycles += p.link.hop + p.wire[emuq_net_wire(shape, link, at[link / 2])];
        node = emuq_net_neighbour(shape, node, link);
    }
    return cycles;
}
