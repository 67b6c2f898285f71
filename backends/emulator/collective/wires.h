/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file wires.h
 * @brief Global interrupts: what a tree counts and shows (spi-gi-barrier section 1).
 *
 * The status bits of all nodes of a tree are the OR of the control bits of its participants. A tree counts,
 * for each of the three bits, the participants of this host that have it set. The lock of the tree covers the
 * counts, what each node has contributed to them, and the order of status values; the status registers
 * themselves are written with release and read with acquire by the pollers.
 */
#ifndef EMUQ_EMULATOR_WIRES_H
#define EMUQ_EMULATOR_WIRES_H

#include "backends/emulator/collective/tree.h"

/** The tree of a route of global interrupts through a node, with its lock. NULL without memory. */
emuq_tree_t *emuq_wires_lock(emuq_mu_node_t *n, uint32_t route);

/** Counts what a node of this host says now. With the lock. @return the OR of the participants of this host
 */
uint32_t emuq_wires_count(emuq_tree_t *t, emuq_mu_node_t *n);
/** The same of all nodes of this host. */
uint32_t emuq_wires_count_all(emuq_tree_t *t);

/** Shows a status to the tree's nodes of this host, if it is another one. With the lock, which it gives
 * back. */
void emuq_wires_show(emuq_work_t *work, emuq_tree_t *t, uint32_t status);

/** Of a tree whose nodes are all on this host: counts what a node says now, and shows the status. */
void emuq_wires_update(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route);

/** Raises at a node those interrupts that a status and the node's kernel want. */
void emuq_wires_raise(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route, uint32_t status);

#endif /* EMUQ_EMULATOR_WIRES_H */
