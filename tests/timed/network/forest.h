/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file forest.h
 * @brief Trees that cover a machine: one per part that extends in some dimensions.
 */
#ifndef EMUQ_TESTS_FOREST_H
#define EMUQ_TESTS_FOREST_H

#include "network/network.h"

/** Root of a node's part, in the middle. @param dimensions of parts, bit mask */
uint32_t forest_root(const emuq_net_shape_t *shape, uint32_t node, uint32_t dimensions);

/** Direction from a node to its parent: in the last dimension that differs from the root.
 * @return #EMUQ_NET_LINKS: the root */
uint32_t forest_parent(const emuq_net_shape_t *shape, uint32_t root, uint32_t node, uint32_t dimensions);

/** Role of a node in the tree of its part. The channel is 0. */
emuq_net_tree_t forest_tree(const emuq_net_shape_t *shape, uint32_t node, uint32_t dimensions);

/** Cycles of the hops from a node to its root with preset bgq, without tree costs. @param hops set to
 * their number */
uint32_t forest_climb(const emuq_net_shape_t *shape, uint32_t node, uint32_t dimensions, uint32_t *hops);

/** Sets class routes of all nodes. @param tree number of the route */
void forest_plant(emuq_net_t *net, const emuq_net_shape_t *shape, uint32_t tree, uint32_t dimensions,
                  uint8_t vc);

#endif /* EMUQ_TESTS_FOREST_H */
