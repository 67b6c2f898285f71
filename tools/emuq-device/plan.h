/* SPDX-License-Identifier: BSD-3-Clause */
/** @file plan.h @brief What partition a device plays, and whether it can. */
#ifndef EMUQ_DEVICE_PLAN_H
#define EMUQ_DEVICE_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "backends/backend.h"

#define EMUQ_DEVICE_NODES_MOST  4096u               /**< of one partition; each costs about 1 MiB */
#define EMUQ_DEVICE_MEMORY_MOST (UINT64_C(1) << 45) /**< of a memory file */

/** A partition: nodes, and where in the memory file each node's aperture is. */
typedef struct emuq_plan {
    emuq_geometry_t geometry;
    uint32_t ppn;                                          /**< 0: as many as the program wants */
    uint64_t aperture_bytes, aperture_stride, aperture_pa; /**< as in emuq_device_info_t */
} emuq_plan_t;

/**
 * Checks a plan, whatever its numbers are.
 * @param memory_bytes of the memory file
 * @param reason gets one sentence if the plan is not possible
 * @return 0 or a negative errno
 */
int emuq_plan_check(const emuq_plan_t *plan, uint64_t memory_bytes, char *reason, size_t reason_bytes);

#endif /* EMUQ_DEVICE_PLAN_H */
