/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file collective.h
 * @brief Collectives over class routes (spi-classroute-collectives section 2).
 */
#ifndef EMUQ_EMULATOR_COLLECTIVE_H
#define EMUQ_EMULATOR_COLLECTIVE_H

#include "backends/emulator/collective/collective_run.h"

/** Finds the tree for a descriptor of a collective.
 *  @return EMUQ_DONE and *tree; EMUQ_PARKED: the route is not complete; EMUQ_FAILED */
emuq_outcome_t emuq_collective_find(emuq_work_t *work, emuq_inj_t *f, const MUHWI_Descriptor_t *d,
                                    emuq_tree_t **tree);

/** Contributes the message of a descriptor, and runs what that completes.
 *  @return EMUQ_DONE: buffered; EMUQ_PARKED: the FIFO waits until its source has been read or the queue has a
 * place; EMUQ_FAILED; EMUQ_OUTSIDE: nothing done, the tree is not the node's any more */
emuq_outcome_t emuq_contribute(emuq_work_t *work, emuq_inj_t *f, emuq_tree_t *t, const MUHWI_Descriptor_t *d,
                               const char *payload, uint64_t length);

/** Finds where contributions of a node to a tree go. @return false if the tree is not the node's any more */
bool emuq_contribution_find(emuq_mu_node_t *n, emuq_tree_t *t, emuq_contribution_route_t *route);

/** The same as emuq_contribute() for a message of a known kind that is buffered. @return false: nothing has
 * been done. */
bool emuq_contribute_short(emuq_work_t *work, emuq_inj_t *f, const emuq_contribution_route_t *route,
                           const MUHWI_Descriptor_t *d, const char *payload, uint64_t length);

/** Host engine: another host asks for something for a tree. A value is contributed; the request is done when
 * that is buffered or has been read. A result is delivered. */
void emuq_collective_request(emuq_work_t *work, emuq_waiter_t *w);

#endif /* EMUQ_EMULATOR_COLLECTIVE_H */
