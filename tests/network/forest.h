/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file forest.h
 * @brief Trees that cover a machine: of each part that extends in some dimensions.
 */
#ifndef EMUQ_TESTS_FOREST_H
#define EMUQ_TESTS_FOREST_H

#include "network/network.h"

/** The root of the part that a node is in: in the middle. @param dimensions in which parts extend, a mask */
uint32_t forest_root(const emuq_net_shape_t *shape, uint32_t node, uint32_t dimensions);

/** Direction from a node to its parent: of the last dimension in which it is not where the root is.
 *  @return #EMUQ_NET_LINKS: it is the root */
uint32_t forest_parent(const emuq_net_shape_t *shape, uint32_t root, uint32_t node, uint32_t dimensions);

/** What a node does in the tree of its part. Its channel is 0. */
emuq_net_tree_t forest_tree(const emuq_net_shape_t *shape, uint32_t node, uint32_t dimensions);

/** Cycles of the hops of preset bgq from a node to its root, without what trees add. @param hops their number
 */
uint32_t forest_climb(const emuq_net_shape_t *shape, uint32_t node, uint32_t dimensions, uint32_t *hops);

/** Sets class routes of all nodes. @param tree number of the route */
void forest_plant(emuq_net_t *net, const emuq_net_shape_t *shape, uint32_t tree, uint32_t dimensions,
                  uint8_t vc);

#endif /* EMUQ_TESTS_FOREST_H */
