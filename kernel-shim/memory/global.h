/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file global.h
 * @brief The node-wide window: memory of all processes of a node, to read, at CONFIG_GLOBAL_BASE + PA.
 */
#ifndef EMUQ_SHARE_GLOBAL_H
#define EMUQ_SHARE_GLOBAL_H

#include "backends/address_space.h"
#include "backends/arena.h"

/**
 * Maps what the processes of a node share where this process sees the node's physical memory. Without
 * success, as where a sanitizer uses these addresses, emuq_global_address() knows no addresses.
 * @param memory of the node. @param first_member number of its first process.
 */
void emuq_global_map(const emuq_memory_t *memory, const emuq_arena_t *arena, uint32_t first_member);

/** Where every process of the node can read what of @p bytes bytes from @p pa is memory. Ranks that are
 * threads read it where it is. @return the address, or NULL: none of it is shared. Thread-safe. */
void *emuq_global_address(const emuq_address_space_t *own, uint64_t pa, uint64_t bytes);

#endif /* EMUQ_SHARE_GLOBAL_H */
