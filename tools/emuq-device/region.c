/* SPDX-License-Identifier: BSD-3-Clause */
/* Error messages, plans of partitions, memory files, and the regions that programs map. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/text.h"
#include "base/process.h"
#include "tools/emuq-device/device.h"

void emuq_device_message(const char *format, ...)
{
    char text[1024];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    fprintf(stderr, "emuq-device: %s\n", emuq_printable(text, true));
}

const char *emuq_device_reason(int rc)
{
    return rc == -EFBIG ? "raise the limit of file sizes (ulimit -f)" : strerror(-rc);
}

#define A_TO_D_MOST 64u
#define E_MOST      2u
#define PPN_MOST    64u

int emuq_device_reject(char reason[EMUQ_REASON_BYTES], int status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(reason, EMUQ_REASON_BYTES, format, list);
    va_end(list);
    return status;
}

static bool plan_is_granular(uint64_t bytes)
{
    return bytes % EMUQ_GRANULE_BYTES == 0;
}

static int plan_check_nodes(const emuq_device_plan_t *plan, char reason[EMUQ_REASON_BYTES])
{
    uint64_t nodes = 1;
    for (int d = 0; d < 5; d++) {
        uint32_t size = plan->geometry.size[d], most = d < 4 ? A_TO_D_MOST : E_MOST;
        if (size < 1 || size > most)
            return emuq_device_reject(reason, -EINVAL, "dimension %c has 1 to %u nodes, not %u", "ABCDE"[d],
                                      most, size);
        nodes *= size;
    }
    if (nodes > EMUQ_DEVICE_NODES_MOST)
        return emuq_device_reject(reason, -EINVAL, "the device has at most %u nodes", EMUQ_DEVICE_NODES_MOST);
    if (plan->geometry.torus > 0x1f)
        return emuq_device_reject(reason, -EINVAL, "torus mask 0x%x has bits outside 0x1f",
                                  plan->geometry.torus);
    if (plan->ppn > PPN_MOST || (plan->ppn & (plan->ppn - 1)) != 0)
        return emuq_device_reject(reason, -EINVAL, "processes per node are 1, 2, 4, ... %u, not %u", PPN_MOST,
                                  plan->ppn);
    return 0;
}

int emuq_plan_check(const emuq_device_plan_t *plan, uint64_t memory_bytes, char reason[EMUQ_REASON_BYTES])
{
    int rc = plan_check_nodes(plan, reason);
    if (rc != 0)
        return rc;
    if (!plan_is_granular(plan->aperture_bytes) || !plan_is_granular(plan->aperture_stride) ||
        !plan_is_granular(plan->aperture_pa) || plan->aperture_bytes == 0)
        return emuq_device_reject(reason, -EINVAL, "aperture sizes and addresses are multiples of 64 MiB");
    if (plan->aperture_pa >> EMUQ_PA_BITS != 0 ||
        plan->aperture_bytes > (UINT64_C(1) << EMUQ_PA_BITS) - plan->aperture_pa)
        return emuq_device_reject(reason, -EINVAL, "an aperture ends at 2^%u or before", EMUQ_PA_BITS);
    uint64_t end;
    if (__builtin_mul_overflow(plan->aperture_stride, emuq_geometry_nodes(&plan->geometry) - 1, &end) ||
        __builtin_add_overflow(end, plan->aperture_bytes, &end) || end > memory_bytes)
        return emuq_device_reject(reason, -EINVAL, "the apertures do not fit into the memory of %llu bytes",
                                  (unsigned long long)memory_bytes);
    return 0;
}

#define MEMORY_GUARD_BYTES                                                                                   \
    ((UINT64_C(1) << 32) + (UINT64_C(1) << 26)) /* size of the repeated mappings after the usable bytes */

int emuq_memory_file(const char *name, uint64_t bytes)
{
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0)
        return -errno;
    int rc = emuq_file_resize(fd, bytes);
    if (rc == 0 && fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
        rc = -errno;
    if (rc == 0)
        return fd;
    close(fd);
    return rc;
}

int emuq_memory_map(emuq_mapping_t *mapping, int fd, uint64_t offset, uint64_t bytes)
{
    uint64_t mapped = bytes + MEMORY_GUARD_BYTES;
    char *va = mmap(NULL, mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (va == MAP_FAILED)
        return -errno;
    *mapping = (emuq_mapping_t){va, bytes, mapped};
    for (uint64_t at = 0; at < mapped; at += bytes) {
        uint64_t part = mapped - at < bytes ? mapped - at : bytes;
        if (mmap(va + at, part, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | MAP_NORESERVE, fd,
                 (off_t)offset) == MAP_FAILED) {
            int rc = -errno;
            emuq_memory_unmap(mapping);
            return rc;
        }
    }
    madvise(va, mapped, MADV_DONTDUMP);
    return 0;
}

void emuq_memory_unmap(emuq_mapping_t *mapping)
{
    if (mapping->va != NULL)
        munmap(mapping->va, mapping->mapped);
    *mapping = (emuq_mapping_t){0};
}

#define REGION_PAGE UINT64_C(4096)

_Static_assert(sizeof(emuq_device_info_t) <= REGION_PAGE, "the information page");
_Static_assert(EMUQ_DEVICE_REGISTER_BYTES <= EMUQ_REGISTER_FILE_BYTES, "register files");

static uint64_t region_round_up(uint64_t bytes, uint64_t unit)
{
    return (bytes + unit - 1) / unit * unit;
}

void emuq_region_layout(emuq_region_t *region, const emuq_device_plan_t *plan, uint32_t first, uint32_t nodes,
                        bool separate_memory)
{
    uint64_t control_stride = region_round_up(sizeof(emuq_device_control_t), REGION_PAGE);
    emuq_device_info_t info = {
        .version = EMUQ_DEVICE_VERSION,
        .info_bytes = sizeof info,
        .torus = plan->geometry.torus,
        .ppn = plan->ppn,
        .first_node = first,
        .nodes = nodes,
        .features = (separate_memory ? EMUQ_DEVICE_HAS_SEPARATE_MEMORY : 0) |
                    (nodes == emuq_geometry_nodes(&plan->geometry) ? EMUQ_DEVICE_HAS_DOORBELL : 0),
        .control_offset = REGION_PAGE,
        .control_stride = control_stride,
        .control_bytes = sizeof(emuq_device_control_t),
        .registers_offset = region_round_up(REGION_PAGE + nodes * control_stride, EMUQ_REGISTER_FILE_BYTES),
        .registers_stride = EMUQ_REGISTER_FILE_BYTES,
        .registers_bytes = EMUQ_DEVICE_REGISTER_BYTES,
        .aperture_stride = plan->aperture_stride,
        .aperture_bytes = plan->aperture_bytes,
        .aperture_pa = plan->aperture_pa,
    };
    memcpy(info.size, plan->geometry.size, sizeof info.size);
    info.region_bytes = info.registers_offset + nodes * info.registers_stride;
    if (!separate_memory) {
        info.aperture_offset = region_round_up(info.region_bytes, EMUQ_GRANULE_BYTES);
        info.region_bytes = info.aperture_offset + (nodes - 1) * info.aperture_stride + info.aperture_bytes;
    }
    *region = (emuq_region_t){.fd = -1, .layout = info};
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
    if (info->features & EMUQ_DEVICE_HAS_SEPARATE_MEMORY)
        return 0;
    return emuq_memory_map(&region->aperture, fd, info->aperture_offset,
                           info->region_bytes - info->aperture_offset);
}

void emuq_region_publish(emuq_region_t *region)
{
    emuq_device_info_t *info = emuq_region_info(region);
    *info = region->layout;
    /* Release: pairs with the acquire of programs that map the region (backends/mmio/region.c). */
    AO_store_release(&info->magic, EMUQ_DEVICE_MAGIC);
}

void emuq_region_close(emuq_region_t *region)
{
    if (region->head != NULL) {
        AO_store_release(&emuq_region_info(region)->magic, 0);
        munmap(region->head, region->layout.registers_offset);
    }
    emuq_memory_unmap(&region->aperture);
    if (region->fd >= 0)
        close(region->fd);
    region->head = NULL;
    region->fd = -1;
}
