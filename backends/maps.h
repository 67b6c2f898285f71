/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file maps.h
 * @brief What memory this Linux process has: /proc/self/maps, read without the C library's allocator.
 */
#ifndef EMUQ_MAPS_H
#define EMUQ_MAPS_H

#include <stdbool.h>
#include <stdint.h>

/** One mapping: the bytes [low, high). */
typedef struct emuq_mapped {
    uintptr_t low;    /**< first byte */
    uintptr_t high;   /**< end */
    bool is_readable; /**< at least */
    bool is_writable; /**< too, if it is readable */
} emuq_mapped_t;

/** Called for a mapping. @return whether to go on. */
typedef bool (*emuq_maps_visit_t)(void *argument, const emuq_mapped_t *mapped);

/**
 * Calls @p visit for the mappings of this process in the order of their addresses.
 * @return 0, or a negative errno if /proc/self/maps cannot be read. Thread-safe. A mapping that another
 * thread changes meanwhile is seen as it was, as it is, or not at all; the others are seen.
 */
int emuq_maps_each(emuq_maps_visit_t visit, void *argument);

/**
 * Finds the run of mappings without a gap that holds the byte at @p va.
 * @param run gets its ends. All of its mappings are readable, and writable too if @p is_writable says so.
 * @return 0, or -EFAULT: there is no such mapping. Thread-safe. Takes microseconds where the kernel can be
 * asked for one mapping (Linux 6.11); otherwise it reads all.
 */
int emuq_maps_run(uintptr_t va, bool is_writable, emuq_mapped_t *run);

#endif /* EMUQ_MAPS_H */
