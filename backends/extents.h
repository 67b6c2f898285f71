/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file extents.h
 * @brief Which bytes of a granule are memory: extents.
 *
 * An extent is a run of bytes of a granule that are mapped in the process that owns the address space. A
 * client that makes a window says where its memory is; what else is mapped there is learned from the mappings
 * of the process when an address is looked up that is in no extent. Extents only grow: memory that a process
 * unmaps while the Message Unit may use it is lost to both.
 *
 * In an address space that is not private, the first extent of a granule also is what every process of the
 * partition sees: `low` and `high` of the granule, which emuq_translate() compares inline. The others are
 * searched on its slow path.
 *
 * Concurrency: extents are added and grow under the lock of the space. Readers take none. The two ends of an
 * extent are loaded one after the other and may belong to different stages of its growth; both are inside the
 * latest one, so what lies between them is memory in either case.
 */
#ifndef EMUQ_EXTENTS_H
#define EMUQ_EXTENTS_H

#include "backends/address_space.h"

/** Whether an extent of granule @p slot is known that holds @p bytes bytes (1 or more) from @p offset.
 * Thread-safe. */
bool emuq_extents_hold(const emuq_address_space_t *space, uint64_t slot, uint64_t offset, uint64_t bytes);

/** Adds @p bytes bytes that are mapped, from @p offset of granule @p slot on; they may go on into the
 * granules behind, if those are of the same window. The caller holds the lock of the space, which is its own.
 */
void emuq_extents_add(emuq_address_space_t *space, uint64_t slot, uint64_t offset, uint64_t bytes);

/** Adds all readable memory that is mapped now in granule @p slot. The caller holds the lock of the space,
 * which is its own. @return whether @p bytes bytes from @p offset of the granule are in it, remembered or
 * not. */
bool emuq_extents_learn(emuq_address_space_t *space, uint64_t slot, uint64_t offset, uint64_t bytes);

#endif /* EMUQ_EXTENTS_H */
