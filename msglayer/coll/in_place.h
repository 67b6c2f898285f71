/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file in_place.h
 * @brief PAMI_IN_PLACE in the arguments of a collective.
 */
#ifndef EMUQ_PAMI_COLL_IN_PLACE_H
#define EMUQ_PAMI_COLL_IN_PLACE_H

#include "msglayer/coll/member.h"

/** Arguments that name all buffers: with PAMI_IN_PLACE for one side, that side's buffer, type and counts are
 * those of the other side. Algorithms see buffers that overlap, and nothing else.
 *  @param copy  memory for changed arguments
 *  @return @p arguments themselves, or @p copy; NULL: PAMI_IN_PLACE stands where it has no meaning, or what
 * it refers to is no good */
const pami_collective_t *emuq_pami_in_place(const emuq_pami_member_t *member, pami_xfer_type_t type,
                                            const pami_collective_t *arguments, pami_collective_t *copy);

#endif /* EMUQ_PAMI_COLL_IN_PLACE_H */
