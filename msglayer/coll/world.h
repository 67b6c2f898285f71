/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file world.h
 * @brief What clients and contexts open and close for collectives.
 */
#ifndef EMUQ_PAMI_COLL_WORLD_H
#define EMUQ_PAMI_COLL_WORLD_H

#include "msglayer/coll/geometry.h"

/** Makes what a client needs, with the world. @return false: no memory */
bool emuq_pami_colls_open(emuq_pami_client_t *client);

/** Frees it, with all geometries. Contexts have been freed. */
void emuq_pami_colls_close(emuq_pami_client_t *client);

/** Makes the world's seat, when context 0 exists. @return false: no memory */
bool emuq_pami_colls_seat_world(emuq_pami_client_t *client);

/** Frees all geometries but the world, and all seats, when the contexts end. */
void emuq_pami_colls_end_contexts(emuq_pami_client_t *client);

/** Makes what a context needs, and sets its dispatch functions. @return false: no memory */
bool emuq_pami_seats_open(emuq_pami_context_t *context);

/** Frees it, with the provisional seats. */
void emuq_pami_seats_close(emuq_pami_context_t *context);

#endif /* EMUQ_PAMI_COLL_WORLD_H */
