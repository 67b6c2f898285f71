/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file optimize.h
 * @brief How the tasks of a geometry get class routes, and give them back.
 */
#ifndef EMUQ_PAMI_COLL_OPTIMIZE_H
#define EMUQ_PAMI_COLL_OPTIMIZE_H

#include "msglayer/coll/geometry.h"
#include "msglayer/coll/request.h"

/** Gets class routes for a geometry whose tasks have voted; then the request is done. */
void emuq_pami_network_take(emuq_pami_request_t *request, uint64_t votes, emuq_pami_context_t *context,
                            bool in_call);

/** Gives the class routes back when all tasks have called this; then drops a reference to the geometry, and
 * the request is done. */
void emuq_pami_network_give_back(emuq_pami_request_t *request, emuq_pami_context_t *context);

/** The same for a geometry that has been destroyed and whose members are closed: when their last collective
 * has ended. */
void emuq_pami_network_retire(emuq_pami_request_t *request, emuq_pami_context_t *context);

/** The contexts of a client end: joins the agreements of geometries whose members are not idle yet, for other
 * tasks wait for this one. Their class routes go back with the contexts. To be called again until
 * emuq_pami_networks_pending() returns false. */
void emuq_pami_networks_abandon(emuq_pami_client_t *client);

/** Whether a geometry of emuq_pami_network_retire() still waits for its members. */
bool emuq_pami_networks_pending(emuq_pami_client_t *client);

#endif /* EMUQ_PAMI_COLL_OPTIMIZE_H */
