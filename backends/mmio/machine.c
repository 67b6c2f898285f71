/* SPDX-License-Identifier: BSD-3-Clause */
/* Life of a partition of a memory-mapped device, and the backend table. */
#define _GNU_SOURCE
#include "backends/mmio/mmio.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MU_USER_BASE ((uint64_t)PHYMAP_MINADDR_MU)
#define WINDOW_MOST                                                                                          \
    (UINT64_C(1) << 35) /* of all processes of a node: the upper half of the physical addresses */
#define WINDOWS_BYTES (UINT64_C(1) << 44) /* of all processes of a partition */
#define APERTURE_PA   (UINT64_C(1) << 35)

emuq_machine_t *emuq_mmio_machine;
emuq_kernel_callbacks_t emuq_mmio_kernel;
bool emuq_mmio_gone;

static __thread uint32_t my_node = UINT32_MAX;

/* Which regions this process has mapped. */
static struct {
    const emuq_machine_t *machine;
    pthread_mutex_t lock;
    bool *region; /* __atomic elements; [regions] */
} mapped = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- memory ---- */

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

static int mmio_memory(const emuq_memory_plan_t *plan, emuq_backing_t *backing)
{
    emuq_place_t place;
    int rc = emuq_place_find(&place);
    if (rc != 0)
        return rc;
    *backing = (emuq_backing_t){.ppn = plan->ppn};
    return place.kind == EMUQ_PLACE_SOCKET ? memory_of_socket(&place, plan, backing)
                                           : memory_of_region(&place, plan, backing);
}

/* ---- regions ---- */

static uint32_t regions(const emuq_machine_t *m)
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

/* Bytes from the start of a region to the end of what is no aperture. */
static uint64_t front_of(const emuq_device_info_t *i)
{
    uint64_t control = i->control_offset + (i->nodes - 1) * i->control_stride + i->control_bytes;
    uint64_t registers = i->registers_offset + (i->nodes - 1) * i->registers_stride + i->registers_bytes;
    return page_up(control > registers ? control : registers);
}

/* Opens the file of a region, unless a socket has brought it, and checks it. @return the descriptor, or a
 * negative errno after a message. */
static int open_region(const emuq_machine_t *m, uint32_t region, int brought, emuq_device_info_t *info)
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
        (front_of(info) != m->front_bytes || info->registers_offset != m->info.registers_offset ||
         info->control_offset != m->info.control_offset))
        rc = emuq_mmio_say(-EPROTO, "%s is laid out in another way than the device of the first node",
                           wish.path);
    if (rc == 0)
        return fd;
    close(fd);
    return rc;
}

/* Maps a region where every process has it; closes @p fd. */
static int map_region(const emuq_machine_t *m, uint32_t region, int fd)
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
    pthread_mutex_lock(&mapped.lock);
    int rc = 0;
    if (!mapped.region[region]) {
        int fd = open_region(m, region, -1, &info);
        rc = fd >= 0 ? map_region(m, region, fd) : fd;
    }
    pthread_mutex_unlock(&mapped.lock);
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

emuq_device_control_t *emuq_mmio_control(emuq_machine_t *m, uint32_t node)
{
    return (emuq_device_control_t *)(region_at(m, node) + m->info.control_offset +
                                     in_region(m, node) * m->info.control_stride);
}

char *emuq_mmio_registers(emuq_machine_t *m, uint32_t node)
{
    return region_at(m, node) + m->info.registers_offset + in_region(m, node) * m->info.registers_stride;
}

/* Forgets what another machine had mapped. */
static int begin_mapping(const emuq_machine_t *m)
{
    if (mapped.machine == m && mapped.region != NULL)
        return 0;
    free(mapped.region);
    mapped.region = calloc(regions(m), sizeof(*mapped.region));
    mapped.machine = m;
    return mapped.region != NULL ? 0 : -ENOMEM;
}

/* ---- life ---- */

static int init_turn(pthread_mutex_t *turn)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    int rc = pthread_mutex_init(turn, &attributes);
    pthread_mutexattr_destroy(&attributes);
    return -rc;
}

static emuq_machine_t *new_machine(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members)
{
    emuq_machine_t *m = emuq_arena_alloc(arena, sizeof(*m), 64);
    if (m == NULL)
        return NULL;
    *m = (emuq_machine_t){.geometry = *geometry,
                          .nodes = emuq_geometry_nodes(geometry),
                          .members = members,
                          .is_shared = emuq_arena_is_shared(arena)};
    m->node = emuq_arena_alloc(arena, m->nodes * sizeof(*m->node), 64);
    m->member = emuq_arena_alloc(arena, members * sizeof(*m->member), 64);
    if (m->node == NULL || m->member == NULL)
        return NULL;
    for (uint32_t i = 0; i < m->nodes; i++)
        if (init_turn(&m->node[i].turn) != 0)
            return NULL;
    for (uint32_t i = 0; i < members; i++)
        m->member[i].rank = -1;
    return m;
}

static void mmio_close(emuq_machine_t *m)
{
    if (m->place.kind == EMUQ_PLACE_SOCKET)
        emuq_connect_close(m);
    free(mapped.region);
    mapped.region = NULL;
    mapped.machine = NULL;
}

/* Opens the first region and makes room for all. */
static int open_device(emuq_machine_t *m, emuq_arena_t *arena)
{
    int fd = -1;
    if (m->place.kind == EMUQ_PLACE_SOCKET && (fd = emuq_connect_open(m, emuq_arena_backing(arena))) < 0)
        return fd;
    fd = open_region(m, 0, fd, &m->info);
    if (fd < 0)
        return fd;
    m->front_bytes = front_of(&m->info);
    m->base = emuq_arena_alloc(arena, regions(m) * m->front_bytes, 4096);
    int rc = m->base != NULL ? begin_mapping(m) : -ENOMEM;
    if (rc == 0)
        return map_region(m, 0, fd);
    close(fd);
    return rc;
}

/* A device without a socket does not know when a partition begins. */
static int reset(emuq_machine_t *m)
{
    int rc = emuq_mmio_command(m, 0, EMUQ_DEVICE_RESET, (const uint64_t[4]){0}, NULL);
    return rc == 0 || rc == -ENODEV
               ? rc
               : emuq_mmio_say(rc, "the device at %s cannot be reset: %s", m->place.path, strerror(-rc));
}

/* What events there have been before this partition: a file outlives many. */
static void forget_the_past(emuq_machine_t *m)
{
    for (uint32_t i = 0; i < m->nodes; i++) {
        emuq_device_control_t *c = emuq_mmio_control(m, i);
        memcpy(m->node[i].raised, c->raised, sizeof(m->node[i].raised));
        memcpy(m->node[i].gi_raised, c->gi_raised, sizeof(m->node[i].gi_raised));
        m->node[i].errors = __atomic_load_n(&c->errors, __ATOMIC_ACQUIRE);
        __atomic_store_n(&c->errors_taken, m->node[i].errors, __ATOMIC_RELEASE);
    }
    m->lost = __atomic_load_n(&emuq_mmio_control(m, 0)->lost, __ATOMIC_ACQUIRE);
}

static int mmio_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members,
                     emuq_machine_t **machine)
{
    emuq_machine_t *m = new_machine(geometry, arena, members);
    if (m == NULL)
        return -ENOMEM;
    __atomic_store_n(&emuq_mmio_gone, false, __ATOMIC_RELAXED);
    int rc = emuq_place_find(&m->place);
    if (rc == 0)
        rc = open_device(m, arena);
    if (rc == 0 && m->place.kind != EMUQ_PLACE_SOCKET)
        rc = reset(m);
    if (rc != 0) {
        mmio_close(m);
        return rc;
    }
    emuq_mmio_wait_policy(m, m->is_shared ? members : m->nodes);
    forget_the_past(m);
    *machine = m;
    return 0;
}

static volatile uint64_t *mmio_reg(emuq_machine_t *m, uint32_t node, uint64_t offset)
{
    return (volatile uint64_t *)(emuq_mmio_registers(m, node) + offset);
}

static volatile uint64_t *map_register(uint64_t physical)
{
    uint64_t offset = physical - MU_USER_BASE, in_page = offset % BGQ_MU_SUBGROUP_SIZE;
    if (my_node == UINT32_MAX || offset >= EMUQ_DEVICE_REGISTER_BYTES)
        return NULL;
    /* The GI registers are one set per node; the device reads the first copy. */
    if (in_page >= BGQ_MU_GI_CONTROL_STARTING_OFFSET && in_page < BGQ_MU_GI_STATUS_STARTING_OFFSET + 0x80)
        offset = in_page;
    return mmio_reg(emuq_mmio_machine, my_node, offset);
}

/* The node of a register, or UINT32_MAX: a structure of the program's own. */
static uint32_t node_of(const emuq_machine_t *m, const volatile uint64_t *reg)
{
    uint64_t offset = (uintptr_t)reg - (uintptr_t)m->base;
    if (offset >= regions(m) * m->front_bytes)
        return UINT32_MAX;
    if (m->place.kind == EMUQ_PLACE_FILE_EACH)
        return (uint32_t)(offset / m->front_bytes);
    offset -= m->info.registers_offset;
    uint64_t node = m->nodes > 1 ? offset / m->info.registers_stride : 0;
    return node < m->nodes ? (uint32_t)node : UINT32_MAX;
}

static void flush_register(const volatile uint64_t *reg)
{
    emuq_machine_t *m = emuq_mmio_machine;
    uint32_t node = node_of(m, reg);
    if (node == UINT32_MAX)
        return;
    emuq_mmio_flush_node(m, node);
    emuq_mmio_poll_errors(m, node);
}

static int mmio_attach(emuq_machine_t *m, const emuq_kernel_callbacks_t *kernel, uint32_t node)
{
    emuq_device_info_t info;
    int rc = emuq_mmio_machine != NULL ? -EBUSY : begin_mapping(m);
    if (rc == 0 && m->place.kind == EMUQ_PLACE_SOCKET) {
        int fd = emuq_connect_join(m, node);
        if (fd >= 0)
            fd = open_region(m, 0, fd, &info);
        rc = fd >= 0 ? map_region(m, 0, fd) : fd;
    }
    if (rc != 0)
        return rc;
    emuq_mmio_machine = m;
    emuq_mmio_kernel = *kernel;
    emuq_mmio_member_t *self = &m->member[emuq_my_member];
    self->node = node;
    __atomic_store_n(&self->is_live, true, __ATOMIC_RELEASE);
    rc = emuq_mmio_listen(m);
    if (rc != 0) {
        emuq_connect_leave();
        emuq_mmio_machine = NULL;
        return rc;
    }
    emuq_mmio = (emuq_mmio_hooks_t){.idle = emuq_mmio_wait, .map = map_register, .flush = flush_register};
    return 0;
}

static void mmio_detach(emuq_machine_t *m)
{
    emuq_mmio_listen_no_more();
    __atomic_store_n(&m->member[emuq_my_member].is_live, false, __ATOMIC_RELEASE);
    emuq_connect_leave();
    if (m->is_shared)
        return; /* threads of the process may still be in a hook: it ends anyway */
    memset(&emuq_mmio, 0, sizeof(emuq_mmio));
    emuq_mmio_machine = NULL;
}

static int dcr_read(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t *value)
{
    return emuq_mmio_command(m, node, EMUQ_DEVICE_DCR_READ, (const uint64_t[4]){dcr}, value);
}

static int dcr_write(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t value)
{
    return emuq_mmio_command(m, node, EMUQ_DEVICE_DCR_WRITE, (const uint64_t[4]){dcr, value}, NULL);
}

static void mmio_assign(emuq_machine_t *m, uint32_t node, emuq_resource_t kind, uint32_t id,
                        const emuq_address_space_t *space, int32_t rank)
{
    const uint64_t none = UINT64_MAX;
    uint64_t member = space != NULL ? space->member : none;
    if (kind == EMUQ_RESOURCE_INJ_FIFO)
        __atomic_store_n(&m->node[node].owner[id], space != NULL ? space->member + 1 : 0, __ATOMIC_RELAXED);
    if (space != NULL)
        __atomic_store_n(&m->member[space->member].rank, rank, __ATOMIC_RELAXED);
    emuq_mmio_command(m, node, EMUQ_DEVICE_ASSIGN,
                      (const uint64_t[4]){kind, id, member, rank >= 0 ? (uint64_t)rank : none}, NULL);
}

static int count(emuq_machine_t *m, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                 uint64_t *value)
{
    return emuq_mmio_command(m, node, EMUQ_DEVICE_COUNT, (const uint64_t[4]){event, link, vc}, value);
}

static void poke(emuq_machine_t *m, uint32_t member)
{
    uint32_t node = m->member[member].node;
    /* Release: pairs with the acquire of the listener. */
    __atomic_store_n(&m->member[member].is_poked, true, __ATOMIC_RELEASE);
    emuq_mmio_command(m, node != UINT32_MAX ? node : 0, EMUQ_DEVICE_POKE, (const uint64_t[4]){member}, NULL);
}

static void enter(emuq_machine_t *m, uint32_t node)
{
    (void)m;
    my_node = node;
}

const emuq_backend_t emuq_backend_mmio = {
    .name = "mmio",
    .help = "Message Units of a device, whose registers and memory are mapped into the program",
    .layout = (uint64_t)sizeof(emuq_machine_t) << 32 ^ (uint64_t)sizeof(emuq_mmio_node_t) << 16 ^
              sizeof(emuq_mmio_member_t) ^ (uint64_t)EMUQ_DEVICE_VERSION << 56,
    .memory = mmio_memory,
    .open = mmio_open,
    .close = mmio_close,
    .attach = mmio_attach,
    .detach = mmio_detach,
    .poke = poke,
    .drain = emuq_mmio_drain,
    .describe = emuq_mmio_describe,
    .reg = mmio_reg,
    .flush = emuq_mmio_flush_node,
    .dcr_read = dcr_read,
    .dcr_write = dcr_write,
    .assign = mmio_assign,
    .resume = NULL,
    .count = count,
    .enter = enter,
};
