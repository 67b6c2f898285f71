/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file am.h
 * @brief Active-message collectives: the root starts, the other members learn of it by advancing.
 */
#ifndef EMUQ_PAMI_COLL_AM_H
#define EMUQ_PAMI_COLL_AM_H

#include "msglayer/coll/geometry.h"

/** Starts one at its root. */
pami_result_t emuq_pami_am_start(emuq_pami_member_t *member, pami_xfer_type_t type, const pami_xfer_t *cmd);

/** Sets a member's function for a type and dispatch id; replaces the one that there is. */
pami_result_t emuq_pami_am_set(emuq_pami_member_t *member, pami_xfer_type_t type, uint32_t dispatch,
                               pami_dispatch_callback_function fn, void *cookie);

/** Dispatch function of their messages. */
void emuq_pami_am_message(pami_context_t context, void *cookie, const void *header, size_t header_size,
                          const void *data, size_t data_size, pami_endpoint_t origin, pami_recv_t *recv);

/** Active-message collectives, as a part of member states. */
extern const emuq_pami_member_part_t emuq_pami_am_part;

#endif /* EMUQ_PAMI_COLL_AM_H */
