/* SPDX-License-Identifier: BSD-3-Clause */
/* Location, information page, memory windows and mappings of a device. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "backends/mmio/mmio.h"
#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/text.h"
#include "hwi/include/common/emuq_mmio.h"

#define PAGE          4096u
#define WINDOW_MAX    (UINT64_C(1) << 35) /* per node: upper half of the physical addresses */
#define WINDOWS_BYTES (UINT64_C(1) << 44) /* per partition */
#define APERTURE_PA   (UINT64_C(1) << 35)

/* Regions of UIO are only mappable from the first byte. @return -1: no UIO device */
static int region_uio_number(const char *path)
{
    int number;
    char rest;
    return sscanf(path, "/dev/uio%d%c", &number, &rest) == 1 ? number : -1;
}

int emuq_mmio_locate(emuq_mmio_location_t *location)
{
    const char *path = emuq_setting_text(EMUQ_SETTING_DEVICE);
    struct stat status;
    if (path[0] == '\0')
        return emuq_mmio_error(
            -EINVAL, "EMUQ_BACKEND=mmio needs a device: set EMUQ_DEVICE to its socket or file, or start the "
                     "program by emuq-device --run");
    if (strlen(path) >= sizeof(location->path))
        return emuq_mmio_error(-ENAMETOOLONG, "EMUQ_DEVICE is longer than %zu bytes",
                               sizeof(location->path) - 1);
    *location = (emuq_mmio_location_t){.kind = EMUQ_MMIO_FILE, .from_start = region_uio_number(path) >= 0};
    strcpy(location->path, path);
    if (path[0] == '@')
        location->kind = EMUQ_MMIO_SOCKET;
    else if (strstr(path, "%n") != NULL)
        location->kind = EMUQ_MMIO_FILE_EACH;
    else if (stat(path, &status) != 0)
        return emuq_mmio_error(-errno, "no device at %s (EMUQ_DEVICE): %s; is emuq-device running?", path,
                               strerror(errno));
    else if (S_ISSOCK(status.st_mode))
        location->kind = EMUQ_MMIO_SOCKET;
    return 0;
}

static int region_size_of(int fd, const char *path, uint64_t *bytes)
{
    struct stat status;
    char name[64];
    unsigned long long size;
    int uio = region_uio_number(path);
    if (uio < 0) {
        if (fstat(fd, &status) != 0)
            return -errno;
        *bytes = (uint64_t)status.st_size;
        return 0;
    }
    snprintf(name, sizeof(name), "/sys/class/uio/uio%d/maps/map0/size", uio);
    FILE *file = fopen(name, "re");
    if (file == NULL)
        return -errno;
    int rc = fscanf(file, "%llx", &size) == 1 ? 0 : -EPROTO;
    fclose(file);
    *bytes = size;
    return rc;
}

/* @param[out] path PATH_MAX bytes @return the descriptor, or a negative errno after printing an error */
static int region_open_file(const emuq_mmio_location_t *location, uint32_t node, char *path, uint64_t *bytes)
{
    int rc = emuq_backing_path(location->path, node, path, PATH_MAX);
    if (rc < 0)
        return emuq_mmio_error(rc, "the path %s is too long", location->path);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return emuq_mmio_error(-errno, "cannot open the device %s of node %u: %s", path, node,
                               strerror(errno));
    rc = region_size_of(fd, path, bytes);
    if (rc == 0)
        return fd;
    close(fd);
    return emuq_mmio_error(rc, "cannot determine the size of the device %s: %s", path, strerror(-rc));
}

int emuq_mmio_open_uio(const emuq_mmio_location_t *location)
{
    return region_uio_number(location->path) >= 0 ? open(location->path, O_RDWR | O_CLOEXEC) : -1;
}

static bool region_fits(const emuq_device_info_t *i, uint64_t offset, uint64_t stride, uint64_t bytes,
                        uint32_t count)
{
    uint64_t all;
    if (offset % PAGE != 0 || stride % PAGE != 0 || (count > 1 && stride < bytes) ||
        __builtin_mul_overflow(stride, count - 1, &all) || __builtin_add_overflow(all, bytes, &all))
        return false;
    return offset <= i->region_bytes && all <= i->region_bytes - offset;
}

static const char *region_find_misplaced(const emuq_device_info_t *i)
{
    if (i->control_bytes < sizeof(emuq_device_control_t) ||
        !region_fits(i, i->control_offset, i->control_stride, i->control_bytes, i->nodes))
        return "control blocks";
    if (i->registers_bytes < EMUQ_DEVICE_REGISTER_BYTES ||
        !region_fits(i, i->registers_offset, i->registers_stride, i->registers_bytes, i->nodes))
        return "register files";
    bool own_memory = (i->features & EMUQ_DEVICE_HAS_SEPARATE_MEMORY) != 0;
    if (i->aperture_pa >> EMUQ_PA_BITS != 0 ||
        i->aperture_bytes > (UINT64_C(1) << EMUQ_PA_BITS) - i->aperture_pa ||
        (!own_memory && !region_fits(i, i->aperture_offset, i->aperture_stride, i->aperture_bytes,
                                     i->aperture_stride != 0 ? i->nodes : 1)))
        return "apertures";
    return NULL;
}

static int region_check_layout(const emuq_device_info_t *i, const emuq_region_requirements_t *w)
{
    if (i->magic != EMUQ_DEVICE_MAGIC)
        return emuq_mmio_error(
            -EPROTO, "%s is no device: it begins with 0x%llx, not with 0x%llx; is its emuq-device running?",
            w->path, (unsigned long long)i->magic, (unsigned long long)EMUQ_DEVICE_MAGIC);
    if (i->version != EMUQ_DEVICE_VERSION || i->info_bytes < sizeof(*i))
        return emuq_mmio_error(
            -EPROTO,
            "%s: the device has version %u of the interface (%u bytes of information), this program "
            "version %u (%zu bytes); use both from one build of EMUQ",
            w->path, i->version, i->info_bytes, EMUQ_DEVICE_VERSION, sizeof(*i));
    if (i->region_bytes > w->bytes)
        return emuq_mmio_error(
            -EPROTO, "%s has %llu bytes, but its information page requires %llu; was the file cut off?",
            w->path, (unsigned long long)w->bytes, (unsigned long long)i->region_bytes);
    if (i->nodes == 0)
        return emuq_mmio_error(-EPROTO, "%s: the device has no nodes", w->path);
    const char *what = region_find_misplaced(i);
    if (what != NULL)
        return emuq_mmio_error(-EPROTO,
                               "%s: invalid information page: the %s of the device are outside of the "
                               "region, overlap or are not page-aligned",
                               w->path, what);
    return 0;
}

static void region_shape_text(char *text, size_t bytes, const uint32_t size[5], uint32_t torus)
{
    emuq_text_t t = emuq_text(text, bytes);
    emuq_text_add(&t, "%ux%ux%ux%ux%u", size[0], size[1], size[2], size[3], size[4]);
    for (int d = 0, open = 0; d < 5; d++)
        if (size[d] > 1 && (torus & 0x10u >> d) == 0)
            emuq_text_add(&t, "%s%c", open++ == 0 ? " with mesh " : "", "ABCDE"[d]);
}

/* The torus flag of a dimension with one node is irrelevant. */
static bool region_is_same_shape(const emuq_device_info_t *i, const emuq_geometry_t *g)
{
    for (int d = 0; d < 5; d++)
        if (i->size[d] != g->size[d] || (g->size[d] > 1 && ((i->torus ^ g->torus) & 0x10u >> d) != 0))
            return false;
    return true;
}

static int region_check_job(const emuq_device_info_t *i, const emuq_region_requirements_t *w)
{
    char has[80], wants[80];
    if (w->geometry != NULL && !region_is_same_shape(i, w->geometry)) {
        region_shape_text(has, sizeof(has), i->size, i->torus);
        region_shape_text(wants, sizeof(wants), w->geometry->size, w->geometry->torus);
        return emuq_mmio_error(
            -EINVAL, "%s: the device is a partition of %s, the job needs %s; start one of them again",
            w->path, has, wants);
    }
    if (w->ppn != 0 && i->ppn != 0 && w->ppn != i->ppn)
        return emuq_mmio_error(-EINVAL, "%s: the device accepts %u processes per node, the job has %u",
                               w->path, i->ppn, w->ppn);
    if (w->nodes != 0 && (i->first_node != w->first_node || i->nodes != w->nodes))
        return emuq_mmio_error(
            -EINVAL,
            "%s: the device has %u nodes from number %u, the job needs %u from number %u; for one file "
            "per node set EMUQ_DEVICE to a path with %%n",
            w->path, i->nodes, i->first_node, w->nodes, w->first_node);
    return 0;
}

int emuq_region_check(const emuq_device_info_t *info, const emuq_region_requirements_t *needs)
{
    int rc = region_check_layout(info, needs);
    return rc == 0 ? region_check_job(info, needs) : rc;
}

int emuq_region_read(int fd, emuq_device_info_t *info, const emuq_region_requirements_t *needs)
{
    if (needs->bytes < PAGE)
        return emuq_mmio_error(-EPROTO, "%s is no device: it has %llu bytes", needs->path,
                               (unsigned long long)needs->bytes);
    emuq_device_info_t *page = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, 0);
    if (page == MAP_FAILED)
        return emuq_mmio_error(-errno, "cannot map the device %s: %s", needs->path, strerror(errno));
    /* Acquire: the device stores the first word last, with release. */
    uint64_t magic = AO_load_acquire(&page->magic);
    emuq_mmio_after_load();
    *info = *page;
    info->magic = magic;
    munmap(page, PAGE);
    return emuq_region_check(info, needs);
}

static struct {
    const emuq_machine_t *machine;
    pthread_mutex_t lock;
    bool *region; /* [regions]; atomic elements */
} mapped = {.lock = PTHREAD_MUTEX_INITIALIZER};

uint32_t emuq_mmio_regions(const emuq_machine_t *m)
{
    return m->location.kind == EMUQ_MMIO_FILE_EACH ? m->nodes : 1;
}

uint64_t emuq_mmio_front_bytes(const emuq_device_info_t *i)
{
    uint64_t control = i->control_offset + (i->nodes - 1) * i->control_stride + i->control_bytes;
    uint64_t registers = i->registers_offset + (i->nodes - 1) * i->registers_stride + i->registers_bytes;
    uint64_t end = control > registers ? control : registers;
    return (end + PAGE - 1) & ~(uint64_t)(PAGE - 1);
}

int emuq_mmio_open_region(const emuq_machine_t *m, uint32_t region, int fd, emuq_device_info_t *info)
{
    bool each = m->location.kind == EMUQ_MMIO_FILE_EACH;
    char path[PATH_MAX];
    emuq_region_requirements_t needs = {.path = m->location.path,
                                        .bytes = UINT64_MAX,
                                        .geometry = &m->geometry,
                                        .ppn = m->is_shared ? m->members / m->nodes : 0,
                                        .first_node = each ? region : 0,
                                        .nodes = each ? 1 : m->nodes};
    if (m->location.kind != EMUQ_MMIO_SOCKET) {
        needs.path = path;
        fd = region_open_file(&m->location, region, path, &needs.bytes);
    }
    if (fd < 0)
        return fd;
    int rc = emuq_region_read(fd, info, &needs);
    if (rc == 0 && m->base != NULL &&
        (emuq_mmio_front_bytes(info) != m->front_bytes ||
         info->registers_offset != m->info.registers_offset ||
         info->control_offset != m->info.control_offset))
        rc = emuq_mmio_error(
            -EPROTO,
            "%s has another layout than the device of the first node; use one emuq-device for all files",
            needs.path);
    if (rc == 0)
        return fd;
    close(fd);
    return rc;
}

int emuq_mmio_map_region(const emuq_machine_t *m, uint32_t region, int fd)
{
    char *location = m->base + region * m->front_bytes;
    void *got = mmap(location, m->front_bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
    int rc = got == MAP_FAILED ? -errno : 0;
    close(fd);
    if (rc != 0)
        return emuq_mmio_error(rc, "cannot map the registers of the device %s: %s", m->location.path,
                               strerror(-rc));
    emuq_flag_store_release(&mapped.region[region], true);
    return 0;
}

static int region_map_first_use(const emuq_machine_t *m, uint32_t region)
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

/* A failed mapping ends the process: register accesses have no error path. */
static char *region_at(const emuq_machine_t *m, uint32_t node)
{
    uint32_t region = m->location.kind == EMUQ_MMIO_FILE_EACH ? node : 0;
    if (!emuq_flag_load_acquire(&mapped.region[region]) && region_map_first_use(m, region) != 0)
        _exit(EXIT_FAILURE);
    return m->base + region * m->front_bytes;
}

static uint32_t region_in_region(const emuq_machine_t *m, uint32_t node)
{
    return m->location.kind == EMUQ_MMIO_FILE_EACH ? 0 : node;
}

emuq_device_info_t *emuq_mmio_info(const emuq_machine_t *m, uint32_t node)
{
    return (emuq_device_info_t *)region_at(m, node);
}

emuq_device_control_t *emuq_mmio_control(const emuq_machine_t *m, uint32_t node)
{
    return (emuq_device_control_t *)(region_at(m, node) + m->info.control_offset +
                                     region_in_region(m, node) * m->info.control_stride);
}

char *emuq_mmio_registers(const emuq_machine_t *m, uint32_t node)
{
    return region_at(m, node) + m->info.registers_offset +
           region_in_region(m, node) * m->info.registers_stride;
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
    if (m->location.kind == EMUQ_MMIO_FILE_EACH)
        return (uint32_t)(offset / m->front_bytes);
    offset -= m->info.registers_offset;
    uint64_t node = m->nodes > 1 ? offset / m->info.registers_stride : 0;
    return node < m->nodes ? (uint32_t)node : UINT32_MAX;
}

static int region_memory_of_region(const emuq_mmio_location_t *location, const emuq_memory_plan_t *plan,
                                   emuq_backing_t *b)
{
    char path[PATH_MAX];
    emuq_device_info_t info;
    emuq_region_requirements_t needs = {.path = path, .ppn = plan->ppn};
    int fd = region_open_file(location, 0, path, &needs.bytes);
    if (fd < 0)
        return fd;
    int rc = emuq_region_read(fd, &info, &needs);
    close(fd);
    if (rc != 0)
        return rc;
    if ((info.features & EMUQ_DEVICE_HAS_SEPARATE_MEMORY) != 0)
        return emuq_mmio_error(
            -EPROTO,
            "%s: the device keeps its memory in a separate file (supported only for devices behind a socket)",
            path);
    uint32_t nodes = info.size[0] * info.size[1] * info.size[2] * info.size[3] * info.size[4];
    bool is_separate = nodes > 1 && (location->kind == EMUQ_MMIO_FILE_EACH || info.aperture_stride != 0);
    if (plan->ppn == 0 && is_separate)
        return emuq_mmio_error(
            -EINVAL,
            "%s: each node of the device has separate memory, so the ranks must be processes: "
            "start them by emuq-run",
            path);
    uint32_t windows = plan->ppn == 0 ? 1 : is_separate ? plan->ppn : plan->ppn * plan->nodes;
    strcpy(b->path, location->path);
    b->offset = info.aperture_offset;
    b->stride = is_separate && location->kind == EMUQ_MMIO_FILE ? info.aperture_stride : 0;
    b->window_bytes = info.aperture_bytes / windows & ~(EMUQ_GRANULE_BYTES - 1);
    b->pa = info.aperture_pa;
    b->from_start = location->from_start;
    if (b->window_bytes == 0)
        return emuq_mmio_error(
            -ENOMEM, "%s: %llu MiB of device memory are too little for %u processes (at least 64 MiB each)",
            path, (unsigned long long)(info.aperture_bytes >> 20), windows);
    return 0;
}

/* Unused memory is free, so the size is the limit of the address layout. */
static int region_memory_of_socket(const emuq_mmio_location_t *location, const emuq_memory_plan_t *plan,
                                   emuq_backing_t *b)
{
    uint64_t slots = plan->ppn != 0 ? (uint64_t)plan->nodes * plan->ppn : 1;
    b->window_bytes = WINDOW_MAX / (plan->ppn != 0 ? plan->ppn : 1);
    while (b->window_bytes > EMUQ_GRANULE_BYTES && b->window_bytes * slots > WINDOWS_BYTES)
        b->window_bytes /= 2;
    b->stride = plan->ppn * b->window_bytes;
    b->pa = APERTURE_PA;
    return emuq_connect_memory(location, plan->ppn == 0, b->window_bytes * slots, b);
}

int emuq_mmio_memory(const emuq_memory_plan_t *plan, emuq_backing_t *backing)
{
    emuq_mmio_location_t location;
    int rc = emuq_mmio_locate(&location);
    if (rc != 0)
        return rc;
    *backing = (emuq_backing_t){.ppn = plan->ppn};
    return location.kind == EMUQ_MMIO_SOCKET ? region_memory_of_socket(&location, plan, backing)
                                             : region_memory_of_region(&location, plan, backing);
}
