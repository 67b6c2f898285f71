/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file gi.h
 * @brief Global interrupts over class routes (spi-gi-barrier section 1).
 *
 * The status of a tree's nodes is the OR of its participants' control bits. The tree's lock covers the counts
 * of set bits, the contributions, and the order of status values. Status registers are stored with release.
 */
#ifndef EMUQ_EMULATOR_GI_H
#define EMUQ_EMULATOR_GI_H

#include "backends/emulator/collective/tree.h"
#include "backends/emulator/core/work.h"

/** Applies a store to a control register. */
void emuq_gi_update(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route);
/** Undoes a rejected store to a control or status register. */
void emuq_gi_restore(emuq_mu_node_t *n, uint32_t route);

/** Finds and locks the GI tree of a route. @return NULL: out of memory */
emuq_tree_t *emuq_gi_lock(emuq_mu_node_t *n, uint32_t route);

/** Counts the contribution of a local node, under the lock. @return the OR of the local participants */
uint32_t emuq_gi_count(emuq_tree_t *t, emuq_mu_node_t *n);
uint32_t emuq_gi_count_all(emuq_tree_t *t);

/** Publishes a status to the local nodes. Called with the lock held; releases the lock. */
void emuq_gi_publish(emuq_work_t *work, emuq_tree_t *t, uint32_t status);

/** Counts and publishes, for a tree on one host. */
void emuq_gi_update_local(emuq_work_t *work, emuq_mu_node_t *n, uint32_t route);

#endif /* EMUQ_EMULATOR_GI_H */
