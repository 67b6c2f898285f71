/* SPDX-License-Identifier: BSD-3-Clause */
/* The regions of a machine's nodes, as this process has mapped them. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "backends/mmio/mmio.h"

#include "base/host_calls.h"

/* Which regions this process has mapped. */
static struct {
    const emuq_machine_t *machine;
    pthread_mutex_t lock;
    bool *region; /* __atomic elements; [regions] */
} mapped = {.lock = PTHREAD_MUTEX_INITIALIZER};

uint32_t emuq_mmio_regions(const emuq_machine_t *m)
{
    return m->place.kind == EMUQ_PLACE_FILE_EACH ? m->nodes : 1;
}

static uint32_t region_of(const emuq_machine_t *m, uint32_t node)
{
    return m->place.kind == EMUQ_PLACE_FILE_EACH ? node : 0;
}

static uint64_t page_up(uint64_t bytes)
{
    return (bytes + 4095) & ~UINT64_C(4095);
}

uint64_t emuq_mmio_front(const emuq_device_info_t *i)
{
    uint64_t control = i->control_offset + (i->nodes - 1) * i->control_stride + i->control_bytes;
    uint64_t registers = i->registers_offset + (i->nodes - 1) * i->registers_stride + i->registers_bytes;
    return page_up(control > registers ? control : registers);
}

int emuq_mmio_open_region(const emuq_machine_t *m, uint32_t region, int brought, emuq_device_info_t *info)
{
    bool each = m->place.kind == EMUQ_PLACE_FILE_EACH;
    char path[PATH_MAX];
    emuq_region_wish_t wish = {.path = m->place.path,
                               .bytes = UINT64_MAX,
                               .geometry = &m->geometry,
                               .ppn = m->is_shared ? m->members / m->nodes : 0,
                               .first_node = each ? region : 0,
                               .nodes = each ? 1 : m->nodes};
    int fd = brought;
    if (m->place.kind != EMUQ_PLACE_SOCKET) {
        wish.path = path;
        fd = emuq_place_open(&m->place, region, path, &wish.bytes);
    }
    if (fd < 0)
        return fd;
    int rc = emuq_region_read(fd, info, &wish);
    if (rc == 0 && m->base != NULL &&
        (emuq_mmio_front(info) != m->front_bytes || info->registers_offset != m->info.registers_offset ||
         info->control_offset != m->info.control_offset))
        rc = emuq_mmio_say(-EPROTO, "%s is laid out in another way than the device of the first node",
                           wish.path);
    if (rc == 0)
        return fd;
    close(fd);
    return rc;
}

int emuq_mmio_map_region(const emuq_machine_t *m, uint32_t region, int fd)
{
    char *place = m->base + region * m->front_bytes;
    void *got = mmap(place, m->front_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
    int rc = got == MAP_FAILED ? -errno : 0;
    close(fd);
    if (rc != 0)
        return emuq_mmio_say(rc, "cannot map the registers of the device %s: %s", m->place.path,
                             strerror(-rc));
    __atomic_store_n(&mapped.region[region], true, __ATOMIC_RELEASE);
    return 0;
}

static int map_first_use(const emuq_machine_t *m, uint32_t region)
{
    emuq_device_info_t info;
    emuq_host_mutex_lock(&mapped.lock);
    int rc = 0;
    if (!mapped.region[region]) {
        int fd = emuq_mmio_open_region(m, region, -1, &info);
        rc = fd >= 0 ? emuq_mmio_map_region(m, region, fd) : fd;
    }
    emuq_host_mutex_unlock(&mapped.lock);
    return rc;
}

/* The region that holds a node; ends the process if it cannot be mapped: there is no machine then. */
static char *region_at(const emuq_machine_t *m, uint32_t node)
{
    uint32_t region = region_of(m, node);
    if (!__atomic_load_n(&mapped.region[region], __ATOMIC_ACQUIRE) && map_first_use(m, region) != 0)
        _exit(EXIT_FAILURE);
    return m->base + region * m->front_bytes;
}

static uint32_t in_region(const emuq_machine_t *m, uint32_t node)
{
    return m->place.kind == EMUQ_PLACE_FILE_EACH ? 0 : node;
}

emuq_device_info_t *emuq_mmio_info(const emuq_machine_t *m, uint32_t node)
{
    return (emuq_device_info_t *)region_at(m, node);
}

emuq_device_control_t *emuq_mmio_control(const emuq_machine_t *m, uint32_t node)
{
    return (emuq_device_control_t *)(region_at(m, node) + m->info.control_offset +
                                     in_region(m, node) * m->info.control_stride);
}

char *emuq_mmio_registers(const emuq_machine_t *m, uint32_t node)
{
    return region_at(m, node) + m->info.registers_offset + in_region(m, node) * m->info.registers_stride;
}

int emuq_mmio_begin_mapping(const emuq_machine_t *m)
{
    if (mapped.machine == m && mapped.region != NULL)
        return 0;
    free(mapped.region);
    mapped.region = calloc(emuq_mmio_regions(m), sizeof(*mapped.region));
    mapped.machine = m;
    return mapped.region != NULL ? 0 : -ENOMEM;
}

void emuq_mmio_end_mapping(void)
{
    free(mapped.region);
    mapped.region = NULL;
    mapped.machine = NULL;
}

uint32_t emuq_mmio_node_of(const emuq_machine_t *m, const volatile uint64_t *reg)
{
    uint64_t offset = (uintptr_t)reg - (uintptr_t)m->base;
    if (offset >= emuq_mmio_regions(m) * m->front_bytes)
        return UINT32_MAX;
    if (m->place.kind == EMUQ_PLACE_FILE_EACH)
        return (uint32_t)(offset / m->front_bytes);
    offset -= m->info.registers_offset;
    uint64_t node = m->nodes > 1 ? offset / m->info.registers_stride : 0;
    return node < m->nodes ? (uint32_t)node : UINT32_MAX;
}
