/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the memory is that a device reaches. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "backends/mmio/mmio.h"

#define WINDOW_MOST                                                                                          \
    (UINT64_C(1) << 35) /* of all processes of a node: the upper half of the physical addresses */
#define WINDOWS_BYTES (UINT64_C(1) << 44) /* of all processes of a partition */
#define APERTURE_PA   (UINT64_C(1) << 35)

/* Where the windows of a fixed region are. */
static int memory_of_region(const emuq_place_t *place, const emuq_memory_plan_t *plan, emuq_backing_t *b)
{
    char path[PATH_MAX];
    emuq_device_info_t info;
    emuq_region_wish_t wish = {.path = path, .ppn = plan->ppn};
    int fd = emuq_place_open(place, 0, path, &wish.bytes);
    if (fd < 0)
        return fd;
    int rc = emuq_region_read(fd, &info, &wish);
    close(fd);
    if (rc != 0)
        return rc;
    if ((info.features & EMUQ_DEVICE_HAS_OWN_MEMORY) != 0)
        return emuq_mmio_say(
            -EPROTO, "%s: the memory of the device is in another file, which only a socket can bring", path);
    uint32_t nodes = info.size[0] * info.size[1] * info.size[2] * info.size[3] * info.size[4];
    bool each_has_own = nodes > 1 && (place->kind == EMUQ_PLACE_FILE_EACH || info.aperture_stride != 0);
    if (plan->ppn == 0 && each_has_own)
        return emuq_mmio_say(
            -EINVAL,
            "%s: each node of the device has memory of its own, so its ranks have to be processes: "
            "start them by emuq-run",
            path);
    uint32_t windows = plan->ppn == 0 ? 1 : each_has_own ? plan->ppn : plan->ppn * plan->nodes;
    strcpy(b->path, place->path);
    b->offset = info.aperture_offset;
    b->stride = each_has_own && place->kind == EMUQ_PLACE_FILE ? info.aperture_stride : 0;
    b->window_bytes = info.aperture_bytes / windows & ~(EMUQ_GRANULE_BYTES - 1);
    b->pa = info.aperture_pa;
    b->from_start = place->from_start;
    if (b->window_bytes == 0)
        return emuq_mmio_say(
            -ENOMEM, "%s: %llu MiB of the device's memory are not enough for %u processes; each needs 64",
            path, (unsigned long long)(info.aperture_bytes >> 20), windows);
    return 0;
}

/* A device behind a socket gives as much as there are addresses for; it costs nothing before it is used. */
static int memory_of_socket(const emuq_place_t *place, const emuq_memory_plan_t *plan, emuq_backing_t *b)
{
    uint64_t slots = plan->ppn != 0 ? (uint64_t)plan->nodes * plan->ppn : 1;
    b->window_bytes = WINDOW_MOST / (plan->ppn != 0 ? plan->ppn : 1);
    while (b->window_bytes > EMUQ_GRANULE_BYTES && b->window_bytes * slots > WINDOWS_BYTES)
        b->window_bytes /= 2;
    b->stride = plan->ppn * b->window_bytes;
    b->pa = APERTURE_PA;
    return emuq_connect_memory(place, plan->ppn == 0, b->window_bytes * slots, b);
}

int emuq_mmio_memory(const emuq_memory_plan_t *plan, emuq_backing_t *backing)
{
    emuq_place_t place;
    int rc = emuq_place_find(&place);
    if (rc != 0)
        return rc;
    *backing = (emuq_backing_t){.ppn = plan->ppn};
    return place.kind == EMUQ_PLACE_SOCKET ? memory_of_socket(&place, plan, backing)
                                           : memory_of_region(&place, plan, backing);
}
