/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-device/region.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE UINT64_C(4096)

_Static_assert(sizeof(emuq_device_info_t) <= PAGE, "the information page");
_Static_assert(EMUQ_DEVICE_REGISTER_BYTES <= EMUQ_REGISTER_FILE_BYTES, "register files");

static uint64_t round_up(uint64_t bytes, uint64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

void emuq_region_lay_out(emuq_region_t *region, const emuq_plan_t *plan, uint32_t first, uint32_t nodes,
                         bool own_memory)
{
    uint64_t control_stride = round_up(sizeof(emuq_device_control_t), PAGE);
    emuq_device_info_t info = {
        .version = EMUQ_DEVICE_VERSION,
        .info_bytes = sizeof info,
        .torus = plan->geometry.torus,
        .ppn = plan->ppn,
        .first_node = first,
        .nodes = nodes,
        .features = (own_memory ? EMUQ_DEVICE_HAS_OWN_MEMORY : 0) |
                    (nodes == emuq_geometry_nodes(&plan->geometry) ? EMUQ_DEVICE_HAS_BELL : 0),
        .control_offset = PAGE,
        .control_stride = control_stride,
        .control_bytes = sizeof(emuq_device_control_t),
        .registers_offset = round_up(PAGE + nodes * control_stride, EMUQ_REGISTER_FILE_BYTES),
        .registers_stride = EMUQ_REGISTER_FILE_BYTES,
        .registers_bytes = EMUQ_DEVICE_REGISTER_BYTES,
        .aperture_stride = plan->aperture_stride,
        .aperture_bytes = plan->aperture_bytes,
        .aperture_pa = plan->aperture_pa,
    };
    memcpy(info.size, plan->geometry.size, sizeof info.size);
    info.region_bytes = info.registers_offset + nodes * info.registers_stride;
    if (!own_memory) {
        info.aperture_offset = round_up(info.region_bytes, EMUQ_GRANULE_BYTES);
        info.region_bytes = info.aperture_offset + (nodes - 1) * info.aperture_stride + info.aperture_bytes;
    }
    *region = (emuq_region_t){.fd = -1, .first_node = first, .nodes = nodes, .layout = info};
}

int emuq_region_map(emuq_region_t *region, int fd, char *registers)
{
    const emuq_device_info_t *info = &region->layout;
    region->fd = fd;
    char *head = mmap(NULL, info->registers_offset, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (head == MAP_FAILED)
        return -errno;
    region->head = head;
    if (mmap(registers, info->nodes * info->registers_stride, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
             fd, (off_t)info->registers_offset) == MAP_FAILED)
        return -errno;
    if (info->features & EMUQ_DEVICE_HAS_OWN_MEMORY)
        return 0;
    return emuq_memory_map(&region->aperture, fd, info->aperture_offset,
                           info->region_bytes - info->aperture_offset);
}

void emuq_region_publish(emuq_region_t *region)
{
    emuq_device_info_t *info = emuq_region_info(region);
    *info = region->layout;
    __atomic_store_n(&info->magic, EMUQ_DEVICE_MAGIC, __ATOMIC_RELEASE);
}

void emuq_region_close(emuq_region_t *region)
{
    if (region->head != NULL) {
        __atomic_store_n(&emuq_region_info(region)->magic, 0, __ATOMIC_RELEASE);
        munmap(region->head, region->layout.registers_offset);
    }
    emuq_memory_unmap(&region->aperture);
    if (region->fd >= 0)
        close(region->fd);
    region->head = NULL;
    region->fd = -1;
}
