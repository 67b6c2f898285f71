/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file world.h
 * @brief What clients and contexts open and close for collectives.
 */
#ifndef EMUQ_PAMI_COLL_WORLD_H
#define EMUQ_PAMI_COLL_WORLD_H

#include "msglayer/coll/geometry.h"

/** Makes what a client needs, with the world. @return false: no memory */
bool emuq_pami_coll_client_open(emuq_pami_client_t *client);

/** Frees it, with all geometries. Contexts have been freed. */
void emuq_pami_coll_client_close(emuq_pami_client_t *client);

/** Makes the world's member, when context 0 exists. @return false: no memory */
bool emuq_pami_coll_open_world(emuq_pami_client_t *client);

/** Frees all geometries but the world, and all member states, when the contexts end. */
void emuq_pami_coll_end_contexts(emuq_pami_client_t *client);

/** Makes what a context needs, and sets its dispatch functions. @return false: no memory */
bool emuq_pami_coll_context_open(emuq_pami_context_t *context);

/** Frees it, with the provisional member states. */
void emuq_pami_coll_context_close(emuq_pami_context_t *context);

#endif /* EMUQ_PAMI_COLL_WORLD_H */
