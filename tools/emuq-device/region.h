/* SPDX-License-Identifier: BSD-3-Clause */
/** @file region.h @brief A region as programs see it (backends/mmio/device.h), made and mapped. */
#ifndef EMUQ_DEVICE_REGION_H
#define EMUQ_DEVICE_REGION_H

#include <stdbool.h>

#include "backends/mmio/device.h"
#include "tools/emuq-device/memory.h"
#include "tools/emuq-device/plan.h"

/** A region: a file, and what of it the device has mapped. */
typedef struct emuq_region {
    int fd;
    uint32_t first_node, nodes;
    emuq_device_info_t layout; /**< what the information page says; magic and bell unused */
    char *head;                /**< information page and control blocks */
    emuq_mapping_t aperture;   /**< if it is in the region */
} emuq_region_t;

/** Computes the layout of the region of @p nodes nodes from number @p first on.
 *  @param own_memory the aperture is a file of its own */
void emuq_region_lay_out(emuq_region_t *region, const emuq_plan_t *plan, uint32_t first, uint32_t nodes,
                         bool own_memory);

/**
 * Maps a region that has been laid out.
 * @param fd        file of layout.region_bytes bytes, all of them zero; the region's from now on, also if it
 * fails
 * @param registers where the register files are to be: nodes * EMUQ_REGISTER_FILE_BYTES
 * @return 0, or a negative errno: close it then, too
 */
int emuq_region_map(emuq_region_t *region, int fd, char *registers);

/** Writes the information page: programs may come. */
void emuq_region_publish(emuq_region_t *region);

/** Takes the information page back, and unmaps all but the register files. */
void emuq_region_close(emuq_region_t *region);

/** The information page. */
static inline emuq_device_info_t *emuq_region_info(const emuq_region_t *region)
{
    return (emuq_device_info_t *)region->head;
}

/** Control block of node @p i of the region. */
static inline emuq_device_control_t *emuq_region_control(const emuq_region_t *region, uint32_t i)
{
    return (emuq_device_control_t *)(region->head + region->layout.control_offset +
                                     i * region->layout.control_stride);
}

#endif /* EMUQ_DEVICE_REGION_H */
