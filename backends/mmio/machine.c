/* SPDX-License-Identifier: BSD-3-Clause */
/* Function table and machine of the backend "mmio": memory-mapped devices. */
#define _GNU_SOURCE
#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "backends/mmio/mmio.h"
#include "base/host_calls.h"
#include "base/text.h"

#define DRAIN_NS 1000000000u
#define PAUSE_NS 100000

static const volatile uint64_t *mmio_fifo_registers(emuq_machine_t *m, uint32_t node, uint32_t id)
{
    uint32_t subgroup = id / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
    return (const volatile uint64_t *)(emuq_mmio_registers(m, node) + subgroup / 4 * BGQ_MU_GROUP_SIZE +
                                       subgroup % 4 * BGQ_MU_SUBGROUP_SIZE +
                                       id % BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP * 64);
}

enum { START, SIZE_1, HEAD, TAIL };

static bool mmio_is_enabled(emuq_machine_t *m, uint32_t node, uint32_t id)
{
    const volatile uint64_t *enabled =
        (const volatile uint64_t *)(emuq_mmio_registers(m, node) +
                                    id / BGQ_MU_NUM_INJ_FIFOS_PER_GROUP * BGQ_MU_GROUP_SIZE +
                                    BGQ_MU_STATUS_CONTROL_STARTING_OFFSET);
    return emuq_mmio_load(enabled) >> (31 - id % BGQ_MU_NUM_INJ_FIFOS_PER_GROUP) & 1;
}

static uint64_t mmio_fifo_left(const volatile uint64_t *fifo)
{
    uint64_t head = emuq_mmio_load(&fifo[HEAD]), tail = emuq_mmio_load(&fifo[TAIL]), size = fifo[SIZE_1] + 1;
    return (tail >= head ? tail - head : size - (head - tail)) / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES;
}

static bool mmio_has_messages(emuq_machine_t *m, uint32_t node)
{
    for (uint32_t id = 0; id < BGQ_MU_NUM_INJ_FIFOS; id++)
        if (AO_int_load(&m->node[node].owner[id]) == emuq_my_member + 1 && mmio_is_enabled(m, node, id) &&
            mmio_fifo_left(mmio_fifo_registers(m, node, id)) != 0)
            return true;
    return false;
}

static void mmio_drain(emuq_machine_t *m, uint32_t node)
{
    (void)node;
    uint32_t self = m->member[emuq_my_member].node;
    uint32_t first = self != UINT32_MAX ? self : 0, count = self != UINT32_MAX ? 1 : m->nodes;
    uint64_t end = emuq_host_now_ns() + DRAIN_NS;
    for (uint32_t i = first; i < first + count; i++) {
        emuq_mmio_flush_node(m, i);
        while (mmio_has_messages(m, i) && emuq_host_now_ns() < end && !emuq_mmio_is_lost()) {
            emuq_mmio_wake_device(m, i);
            nanosleep(&(struct timespec){0, PAUSE_NS}, NULL);
        }
    }
}

static size_t mmio_describe(emuq_machine_t *m, uint32_t node, uint32_t member, int32_t rank, char *text,
                            size_t bytes)
{
    emuq_text_t t = emuq_text(text, bytes);
    (void)rank;
    for (uint32_t id = 0; id < BGQ_MU_NUM_INJ_FIFOS; id++) {
        if (AO_int_load(&m->node[node].owner[id]) != member + 1)
            continue;
        uint64_t left = mmio_fifo_left(mmio_fifo_registers(m, node, id));
        if (left != 0)
            emuq_text_add(&t, "injection FIFO %u of subgroup %u: %llu descriptors left%s\n",
                          id % BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, id / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP,
                          (unsigned long long)left, mmio_is_enabled(m, node, id) ? "" : " (not enabled)");
    }
    if (t.length == 0)
        emuq_text_add(&t, "has injected all its messages; the device does not record what the rank polls\n");
    return t.length;
}

#define MU_USER_BASE ((uint64_t)PHYMAP_MINADDR_MU)

static __thread uint32_t my_node = UINT32_MAX;

static int mmio_init_lock(pthread_mutex_t *lock)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    int rc = pthread_mutex_init(lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    return -rc;
}

static emuq_machine_t *mmio_new_machine(const emuq_geometry_t *geometry, emuq_arena_t *arena,
                                        uint32_t members)
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
        if (mmio_init_lock(&m->node[i].lock) != 0)
            return NULL;
    for (uint32_t i = 0; i < members; i++)
        m->member[i].rank = -1;
    return m;
}

static void mmio_close(emuq_machine_t *m)
{
    if (m->location.kind == EMUQ_MMIO_SOCKET)
        emuq_connect_close(m);
    emuq_mmio_end_mapping();
}

static int mmio_open_device(emuq_machine_t *m, emuq_arena_t *arena)
{
    int fd = -1;
    if (m->location.kind == EMUQ_MMIO_SOCKET && (fd = emuq_connect_open(m, emuq_arena_backing(arena))) < 0)
        return fd;
    fd = emuq_mmio_open_region(m, 0, fd, &m->info);
    if (fd < 0)
        return fd;
    m->front_bytes = emuq_mmio_front_bytes(&m->info);
    m->base = emuq_arena_alloc(arena, emuq_mmio_regions(m) * m->front_bytes, 4096);
    int rc = m->base != NULL ? emuq_mmio_begin_mapping(m) : -ENOMEM;
    if (rc == 0)
        return emuq_mmio_map_region(m, 0, fd);
    close(fd);
    return rc;
}

/* A device without a socket is not notified of a new partition. */
static int mmio_reset(emuq_machine_t *m)
{
    int rc = emuq_mmio_command(m, 0, EMUQ_DEVICE_RESET, (const uint64_t[4]){0}, NULL);
    return rc == 0 || rc == -ENODEV
               ? rc
               : emuq_mmio_error(rc, "the device at %s cannot be reset: %s", m->location.path, strerror(-rc));
}

/* A device file outlives partitions. */
static void mmio_skip_old_events(emuq_machine_t *m)
{
    for (uint32_t i = 0; i < m->nodes; i++) {
        emuq_device_control_t *c = emuq_mmio_control(m, i);
        memcpy(m->node[i].raised, c->raised, sizeof(m->node[i].raised));
        memcpy(m->node[i].gi_raised, c->gi_raised, sizeof(m->node[i].gi_raised));
        m->node[i].errors = AO_load_acquire(&c->errors);
        AO_store_release(&c->errors_taken, m->node[i].errors);
    }
    m->lost = AO_load_acquire(&emuq_mmio_control(m, 0)->lost);
}

static int mmio_open(const emuq_geometry_t *geometry, emuq_arena_t *arena, uint32_t members,
                     emuq_machine_t **machine)
{
    emuq_machine_t *m = mmio_new_machine(geometry, arena, members);
    if (m == NULL)
        return -ENOMEM;
    emuq_mmio_lost_reset();
    int rc = emuq_mmio_locate(&m->location);
    if (rc == 0)
        rc = mmio_open_device(m, arena);
    if (rc == 0 && m->location.kind != EMUQ_MMIO_SOCKET)
        rc = mmio_reset(m);
    if (rc != 0) {
        mmio_close(m);
        return rc;
    }
    emuq_mmio_wait_policy(m, m->is_shared ? members : m->nodes);
    mmio_skip_old_events(m);
    *machine = m;
    return 0;
}

static volatile uint64_t *mmio_reg(emuq_machine_t *m, uint32_t node, uint64_t offset)
{
    return (volatile uint64_t *)(emuq_mmio_registers(m, node) + offset);
}

static volatile uint64_t *mmio_map_register(uint64_t physical)
{
    uint64_t offset = physical - MU_USER_BASE, in_page = offset % BGQ_MU_SUBGROUP_SIZE;
    if (my_node == UINT32_MAX || offset >= EMUQ_DEVICE_REGISTER_BYTES)
        return NULL;
    /* A node has one set of GI registers; the device reads the first copy. */
    if (in_page >= BGQ_MU_GI_CONTROL_STARTING_OFFSET && in_page < BGQ_MU_GI_STATUS_STARTING_OFFSET + 0x80)
        offset = in_page;
    return mmio_reg(emuq_mmio_machine, my_node, offset);
}

static void mmio_flush_register(const volatile uint64_t *reg)
{
    emuq_machine_t *m = emuq_mmio_machine;
    uint32_t node = emuq_mmio_node_of(m, reg);
    if (node == UINT32_MAX)
        return;
    emuq_mmio_flush_node(m, node);
    emuq_mmio_report_lost(m);
    emuq_mmio_poll_errors(m, node);
}

static int mmio_attach(emuq_machine_t *m, const emuq_kernel_callbacks_t *kernel, uint32_t node)
{
    emuq_device_info_t info;
    int rc = emuq_mmio_machine != NULL ? -EBUSY : emuq_mmio_begin_mapping(m);
    if (rc == 0 && m->location.kind == EMUQ_MMIO_SOCKET) {
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
    emuq_flag_store_release(&self->is_live, true);
    rc = emuq_mmio_listen(m);
    if (rc != 0) {
        emuq_connect_leave();
        emuq_mmio_machine = NULL;
        return rc;
    }
    emuq_mmio = (emuq_mmio_hooks_t){.access = {.map = mmio_map_register, .flush = mmio_flush_register},
                                    .wait.idle = emuq_mmio_wait};
    return 0;
}

static void mmio_detach(emuq_machine_t *m)
{
    emuq_mmio_stop_listening();
    emuq_flag_store_release(&m->member[emuq_my_member].is_live, false);
    emuq_connect_leave();
    if (m->is_shared)
        return; /* threads may still execute a hook; the process ends anyway */
    memset(&emuq_mmio, 0, sizeof(emuq_mmio));
    emuq_mmio_machine = NULL;
}

static int mmio_dcr_read(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t *value)
{
    return emuq_mmio_command(m, node, EMUQ_DEVICE_DCR_READ, (const uint64_t[4]){dcr}, value);
}

static int mmio_dcr_write(emuq_machine_t *m, uint32_t node, uint32_t dcr, uint64_t value)
{
    return emuq_mmio_command(m, node, EMUQ_DEVICE_DCR_WRITE, (const uint64_t[4]){dcr, value}, NULL);
}

static void mmio_assign(emuq_machine_t *m, uint32_t node, emuq_resource_t kind, uint32_t id,
                        const emuq_address_space_t *space, int32_t rank)
{
    const uint64_t none = UINT64_MAX;
    uint64_t member = space != NULL ? space->member : none;
    if (kind == EMUQ_RESOURCE_INJ_FIFO)
        AO_int_store(&m->node[node].owner[id], space != NULL ? space->member + 1 : 0);
    if (space != NULL)
        AO_int_store((unsigned *)&m->member[space->member].rank, (unsigned)rank);
    emuq_mmio_command(m, node, EMUQ_DEVICE_ASSIGN,
                      (const uint64_t[4]){kind, id, member, rank >= 0 ? (uint64_t)rank : none}, NULL);
}

static int mmio_count(emuq_machine_t *m, uint32_t node, emuq_count_t event, uint32_t link, uint32_t vc,
                      uint64_t *value)
{
    return emuq_mmio_command(m, node, EMUQ_DEVICE_COUNT, (const uint64_t[4]){event, link, vc}, value);
}

static void mmio_notify(emuq_machine_t *m, uint32_t member)
{
    uint32_t node = m->member[member].node;
    /* Release: pairs with the acquire of the listener. */
    emuq_flag_store_release(&m->member[member].is_notified, true);
    emuq_mmio_command(m, node != UINT32_MAX ? node : 0, EMUQ_DEVICE_NOTIFY, (const uint64_t[4]){member},
                      NULL);
}

static void mmio_enter(emuq_machine_t *m, uint32_t node)
{
    (void)m;
    my_node = node;
}

static const emuq_backend_machine_ops_t mmio_machine = {
    .memory = emuq_mmio_memory,
    .open = mmio_open,
    .close = mmio_close,
    .attach = mmio_attach,
    .enter = mmio_enter,
    .drain = mmio_drain,
    .detach = mmio_detach,
};

static const emuq_backend_unit_ops_t mmio_unit = {
    .reg = mmio_reg,
    .flush = emuq_mmio_flush_node,
    .dcr_read = mmio_dcr_read,
    .dcr_write = mmio_dcr_write,
    .assign = mmio_assign,
    .resume = emuq_mmio_report_lost,
    .notify = mmio_notify,
};

static const emuq_backend_stats_ops_t mmio_stats = {
    .count = mmio_count,
    .describe = mmio_describe,
};

const emuq_backend_t emuq_backend_mmio = {
    .name = "mmio",
    .help = "Message Units of a device, whose registers and memory are mapped into the program",
    .layout = (uint64_t)sizeof(emuq_machine_t) << 32 ^ (uint64_t)sizeof(emuq_mmio_node_t) << 16 ^
              sizeof(emuq_mmio_member_t) ^ (uint64_t)EMUQ_DEVICE_VERSION << 56,
    .machine = &mmio_machine,
    .unit = &mmio_unit,
    .stats = &mmio_stats,
};
