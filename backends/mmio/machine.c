/* SPDX-License-Identifier: BSD-3-Clause */
/* Life of a partition of a memory-mapped device, and the backend table. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "backends/mmio/mmio.h"

#define MU_USER_BASE ((uint64_t)PHYMAP_MINADDR_MU)

static __thread uint32_t my_node = UINT32_MAX;

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
    emuq_mmio_end_mapping();
}

/* Opens the first region and makes room for all. */
static int open_device(emuq_machine_t *m, emuq_arena_t *arena)
{
    int fd = -1;
    if (m->place.kind == EMUQ_PLACE_SOCKET && (fd = emuq_connect_open(m, emuq_arena_backing(arena))) < 0)
        return fd;
    fd = emuq_mmio_open_region(m, 0, fd, &m->info);
    if (fd < 0)
        return fd;
    m->front_bytes = emuq_mmio_front(&m->info);
    m->base = emuq_arena_alloc(arena, emuq_mmio_regions(m) * m->front_bytes, 4096);
    int rc = m->base != NULL ? emuq_mmio_begin_mapping(m) : -ENOMEM;
    if (rc == 0)
        return emuq_mmio_map_region(m, 0, fd);
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
    emuq_gone_forget();
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

static void flush_register(const volatile uint64_t *reg)
{
    emuq_machine_t *m = emuq_mmio_machine;
    uint32_t node = emuq_mmio_node_of(m, reg);
    if (node == UINT32_MAX)
        return;
    emuq_mmio_flush_node(m, node);
    emuq_gone_report(m);
    emuq_mmio_poll_errors(m, node);
}

static int mmio_attach(emuq_machine_t *m, const emuq_kernel_callbacks_t *kernel, uint32_t node)
{
    emuq_device_info_t info;
    int rc = emuq_mmio_machine != NULL ? -EBUSY : emuq_mmio_begin_mapping(m);
    if (rc == 0 && m->place.kind == EMUQ_PLACE_SOCKET) {
        int fd = emuq_connect_join(m, node);
        if (fd >= 0)
            fd = emuq_mmio_open_region(m, 0, fd, &info);
        rc = fd >= 0 ? emuq_mmio_map_region(m, 0, fd) : fd;
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
    .memory = emuq_mmio_memory,
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
    .resume = emuq_gone_report,
    .count = count,
    .enter = enter,
};
