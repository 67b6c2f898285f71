/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file region.h
 * @brief Parts of a machine that do collectives: a box of nodes, and the trees of class routes in it.
 *
 * In the dimensions of @c extent a tree covers the box; for each choice of the other coordinates there is
 * one. All trees are meshes: they never use a link that closes a ring. Functions are pure, and thread-safe.
 */
#ifndef EMUQ_NET_REGION_H
#define EMUQ_NET_REGION_H

#include "base/text.h"
#include "network/network.h"

/** A box, and how trees lie in it. */
typedef struct traffic_region {
    emuq_net_shape_t shape;             /**< of the machine */
    uint32_t low[EMUQ_NET_DIMENSIONS];  /**< lowest coordinates */
    uint32_t size[EMUQ_NET_DIMENSIONS]; /**< nodes in each dimension */
    uint32_t extent;                    /**< bit d: trees extend in dimension d */
} traffic_region_t;

/**
 * Reads a region.
 * @param text world: all nodes, one tree; line:A, plane:AB: all nodes, trees in these dimensions;
 * (0,0,..)-(1,1,..): a box with one tree, from its lowest node to its highest
 * @return 0 or -EINVAL with the reason in @p why
 */
int traffic_region_read(traffic_region_t *r, const char *text, const emuq_net_shape_t *shape,
                        emuq_text_t *why);

/** How many nodes the box has. */
uint32_t traffic_region_members(const traffic_region_t *r);

/** Number of the node that is member @p rank, below traffic_region_members(). */
uint32_t traffic_region_node(const traffic_region_t *r, uint32_t rank);

/** Which member a node is, or #EMUQ_NET_NOWHERE: none. */
uint32_t traffic_region_rank(const traffic_region_t *r, uint32_t node);

/** The member of a node's tree with the lowest coordinates. */
uint32_t traffic_region_first(const traffic_region_t *r, uint32_t node);

/** What a member does in its tree, as the machine's kernel sets class routes: the root is in the middle, and
 *  nodes correct the last dimension first. */
emuq_net_tree_t traffic_region_tree(const traffic_region_t *r, uint32_t node, uint8_t vc);

#endif /* EMUQ_NET_REGION_H */
