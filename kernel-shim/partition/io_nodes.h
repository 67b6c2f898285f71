/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file io_nodes.h
 * @brief Private to the kernel shim: the I/O nodes that a block would have, and the bridge nodes with links to
 * them (mpix 3).
 *
 * An I/O node serves EMUQ_IO_RATIO compute nodes through two bridges, each for half of them. A bridge is the
 * first node of its half, in an order that takes boxes of up to 2x2x2x2x2 nodes one after the other.
 */
#ifndef EMUQ_IO_NODES_H
#define EMUQ_IO_NODES_H

#include "backends/backend.h"

/** Coordinates of the bridge of a node. */
void emuq_io_bridge(const emuq_geometry_t *g, const uint32_t node[5], uint32_t bridge[5]);

/** Upper half of the component identifier of the I/O node that serves a node. */
uint32_t emuq_io_node_id(const emuq_geometry_t *g, const uint32_t node[5]);

#endif /* EMUQ_IO_NODES_H */
