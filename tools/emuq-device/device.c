/* SPDX-License-Identifier: BSD-3-Clause */
/* A partition of the device: commands, the scanning thread, opening and closing, members. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "base/lock.h"
#include "tools/emuq-device/device.h"

/* ---- commands of a control block: kernel services without a register in the region ---- */

static int command_assign(emuq_device_t *d, uint32_t node, const uint64_t *argument)
{
    bool no_member = argument[2] == UINT64_MAX;
    if (!no_member && argument[2] >= EMUQ_NO_MEMBER)
        return -EINVAL;
    emuq_assignment_t a = {.kind = argument[0],
                           .id = argument[1],
                           .member = no_member ? EMUQ_NO_MEMBER : (uint32_t)argument[2],
                           .rank = argument[3] <= INT32_MAX ? (int32_t)argument[3] : -1};
    return emuq_owners_assign(d, node, &a);
}

static int command_dcr_write(emuq_device_t *d, uint32_t node, uint64_t number, uint64_t value)
{
    if (number > UINT32_MAX)
        return -ENXIO;
    emuq_emulator_flush(d->machine, node);
    int rc = emuq_backend_emulator.unit->dcr_write(d->machine, node, (uint32_t)number, value);
    emuq_emulator_flush(d->machine, node);
    return rc;
}

static int command_count(emuq_device_t *d, uint32_t node, const uint64_t *argument, uint64_t *value)
{
    if (argument[0] > EMUQ_COUNT_LINK_PACKETS_RECEIVED || argument[1] > UINT32_MAX ||
        argument[2] > UINT32_MAX)
        return -EINVAL;
    return emuq_backend_emulator.stats->count(d->machine, node, (emuq_count_t)argument[0],
                                              (uint32_t)argument[1], (uint32_t)argument[2], value);
}

static int command_carry_out(emuq_device_t *d, uint32_t node, uint64_t command, const uint64_t *argument,
                             uint64_t *value)
{
    switch (command) {
    case EMUQ_DEVICE_FLUSH:
        emuq_emulator_flush(d->machine, node);
        return 0;
    case EMUQ_DEVICE_DCR_READ:
        return argument[0] > UINT32_MAX
                   ? -ENXIO
                   : emuq_backend_emulator.unit->dcr_read(d->machine, node, (uint32_t)argument[0], value);
    case EMUQ_DEVICE_DCR_WRITE:
        return command_dcr_write(d, node, argument[0], argument[1]);
    case EMUQ_DEVICE_ASSIGN:
        return command_assign(d, node, argument);
    case EMUQ_DEVICE_COUNT:
        return command_count(d, node, argument, value);
    case EMUQ_DEVICE_NOTIFY:
        return argument[0] < EMUQ_NO_MEMBER ? emuq_event_signal_member(d, (uint32_t)argument[0]) : -ESRCH;
    case EMUQ_DEVICE_RESET:
        return d->has_members ? -EPERM : emuq_unit_reset(d);
    default:
        return -ENOSYS;
    }
}

static bool command_execute(emuq_device_t *d, uint32_t node)
{
    emuq_device_node_t *n = &d->node[node];
    emuq_device_control_t *c = n->control;
    /* Acquire: pairs with the release of the requesting program. */
    uint64_t request = AO_load_acquire(&c->request);
    if (request == n->request)
        return false;
    uint64_t argument[4], value = 0;
    for (int i = 0; i < 4; i++)
        argument[i] = AO_load(&c->argument[i]);
    EMUQ_TEST_POINT(device_command_loaded);
    int rc = command_carry_out(d, node, AO_load(&c->command), argument, &value);
    n->request = request;
    AO_store(&c->value, value);
    AO_store((uint64_t *)&c->status, (uint64_t)rc);
    AO_store_release(&c->answer, request); /* pairs with the acquire of the waiting program */
    return true;
}

/* ---- scanning thread ----
 *
 * Polls all registers that programs may have stored to. Without activity the thread first spins, then yields
 * between two scans, then sleeps until a program signals the doorbell of the region. */
#define SCAN_SPIN_NS      100000  /* spin time after the last activity */
#define SCAN_YIELD_NS     1000000 /* spin and yield time after the last activity */
#define SCAN_SLEEP_MIN_NS 1000000
#define SCAN_SLEEP_MAX_NS 4000000

static bool scan_all(emuq_device_t *d)
{
    bool found = false;
    for (uint32_t i = 0; i < d->nodes; i++) {
        found |= command_execute(d, i);
        if (emuq_flag_load_acquire(&d->stop))
            return true; /* a reset command may have stopped the device */
        found |= emuq_emulator_poll(d->machine, i);
        emuq_event_errors(d, i);
    }
    return found;
}

void emuq_scan_wake(emuq_device_t *d)
{
    emuq_event_notify(&emuq_region_info(&d->region[0])->bell, EMUQ_EVENT_ALL);
}

/* Sleeps until the doorbell is signalled. @return true if a scan before the sleep found work */
static bool scan_sleep(emuq_device_t *d, uint64_t ns)
{
    emuq_event_count_t *doorbell = &emuq_region_info(&d->region[0])->bell;
    if (!(d->region[0].layout.features & EMUQ_DEVICE_HAS_DOORBELL)) {
        nanosleep(&(struct timespec){0, (long)ns}, NULL);
        return false;
    }
    emuq_ticket_t ticket = emuq_event_prepare(doorbell);
    bool found = scan_all(d);
    if (!found && !emuq_flag_load_acquire(&d->stop))
        emuq_event_wait(doorbell, ticket, ns);
    return found;
}

static void *scan_thread(void *device)
{
    emuq_device_t *d = device;
    uint64_t last = emuq_now_ns(), sleep_ns = SCAN_SLEEP_MIN_NS;
    while (!emuq_flag_load_acquire(&d->stop)) {
        if (scan_all(d)) {
            last = emuq_now_ns();
            sleep_ns = SCAN_SLEEP_MIN_NS;
            continue;
        }
        uint64_t idle = emuq_now_ns() - last;
        if (idle < SCAN_SPIN_NS) {
            emuq_pause();
        } else if (idle < SCAN_YIELD_NS) {
            sched_yield();
        } else if (scan_sleep(d, sleep_ns)) {
            last = emuq_now_ns();
            sleep_ns = SCAN_SLEEP_MIN_NS;
        } else if (sleep_ns < SCAN_SLEEP_MAX_NS) {
            sleep_ns *= 2;
        }
    }
    return NULL;
}

static emuq_device_t *device_alloc(const emuq_device_plan_t *plan, uint32_t regions)
{
    emuq_device_t *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    d->plan = *plan;
    d->nodes = emuq_geometry_nodes(&plan->geometry);
    pthread_mutex_init(&d->members_lock, NULL);
    pthread_mutex_init(&d->machine_lock, NULL);
    pthread_mutex_init(&d->owners_lock, NULL);
    d->node = calloc(d->nodes, sizeof *d->node);
    d->region = calloc(regions, sizeof *d->region);
    d->no_memory = emuq_address_space_new();
    for (uint32_t i = 0; d->region != NULL && i < regions; i++)
        d->region[d->regions++].fd = -1;
    if (d->node == NULL || d->region == NULL || d->no_memory == NULL) {
        emuq_device_close(d);
        return NULL;
    }
    emuq_address_space_fix(d->no_memory, 0, 0, NULL);
    return d;
}

static int device_make_regions(emuq_device_t *d, bool separate_memory, emuq_region_file_t file, void *context)
{
    char *base = mmap(NULL, d->nodes * EMUQ_REGISTER_FILE_BYTES, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return -errno;
    d->registers = base;
    uint32_t each = d->nodes / d->regions;
    for (uint32_t i = 0; i < d->regions; i++) {
        emuq_region_t *r = &d->region[i];
        emuq_region_layout(r, &d->plan, i * each, each, separate_memory);
        int fd = file(r, context);
        int rc = fd < 0 ? fd : emuq_region_map(r, fd, base + i * each * EMUQ_REGISTER_FILE_BYTES);
        if (rc != 0)
            return rc;
        for (uint32_t n = 0; n < each; n++)
            d->node[i * each + n].control = emuq_region_control(r, n);
    }
    return 0;
}

/* The aperture of a node. */
static char *device_aperture(const emuq_device_t *d, const emuq_mapping_t *memory, uint32_t node)
{
    const emuq_region_t *r = &d->region[node / (d->nodes / d->regions)];
    const emuq_mapping_t *from = memory != NULL ? memory : &r->aperture;
    uint64_t in_region = memory != NULL ? node : node - r->layout.first_node;
    return from->va + in_region * d->plan.aperture_stride;
}

/* Creates the address spaces: one for each node with separate memory. */
static int device_make_spaces(emuq_device_t *d, const emuq_mapping_t *memory)
{
    d->spaces = d->plan.aperture_stride == 0 && d->regions == 1 ? 1 : d->nodes;
    d->space = calloc(d->spaces, sizeof *d->space);
    d->memory = calloc(d->spaces, sizeof *d->memory);
    if (d->space == NULL || d->memory == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < d->spaces; i++) {
        emuq_address_space_init(&d->space[i], &d->memory[i], 0, 1);
        emuq_address_space_fix(&d->space[i], d->plan.aperture_pa, d->plan.aperture_bytes,
                               device_aperture(d, memory, i));
    }
    for (uint32_t i = 0; i < d->nodes; i++) {
        emuq_device_node_t *n = &d->node[i];
        n->space = &d->space[d->spaces == 1 ? 0 : i];
        pthread_mutex_init(&n->lock, NULL);
        for (uint32_t k = 0; k < EMUQ_NODE_OWNABLE; k++)
            n->owner[k] = EMUQ_NO_MEMBER; /* no lock: the scanning thread does not exist yet */
    }
    return 0;
}

static int device_start_scanning(emuq_device_t *d)
{
    for (uint32_t i = 0; i < d->regions; i++)
        emuq_region_publish(&d->region[i]);
    int rc = -pthread_create(&d->scanner, NULL, scan_thread, d);
    d->is_scanning = rc == 0;
    return rc;
}

int emuq_device_open(const emuq_device_plan_t *plan, uint32_t regions, const emuq_mapping_t *memory,
                     emuq_region_file_t file, void *context, emuq_device_t **device)
{
    emuq_device_t *d = device_alloc(plan, regions);
    if (d == NULL)
        return -ENOMEM;
    d->has_members = memory != NULL;
    int rc = device_make_regions(d, memory != NULL, file, context);
    if (rc == 0)
        rc = device_make_spaces(d, memory);
    if (rc == 0)
        rc = emuq_unit_on(d);
    if (rc == 0)
        rc = device_start_scanning(d);
    if (rc == 0)
        *device = d;
    else
        emuq_device_close(d);
    return rc;
}

/* Stops the scanning thread. The emulator is halted first: a thread may be processing a FIFO that programs or
 * generated messages refill without end. */
static void device_stop_scanning(emuq_device_t *d)
{
    pthread_mutex_lock(&d->machine_lock);
    /* Release: pairs with the acquires of the scanning thread. */
    emuq_flag_store_release(&d->stop, true);
    if (d->machine != NULL)
        emuq_emulator_halt(d->machine);
    pthread_mutex_unlock(&d->machine_lock);
    emuq_scan_wake(d);
    pthread_join(d->scanner, NULL);
}

void emuq_device_close(emuq_device_t *d)
{
    if (d == NULL)
        return;
    if (d->is_scanning)
        device_stop_scanning(d);
    while (d->members != NULL)
        emuq_device_leave(d, d->members, false);
    emuq_unit_off(d);
    for (uint32_t i = 0; i < d->regions; i++)
        emuq_region_close(&d->region[i]);
    if (d->registers != NULL)
        munmap(d->registers, d->nodes * EMUQ_REGISTER_FILE_BYTES);
    for (uint32_t i = 0; i < d->spaces && d->space != NULL; i++)
        pthread_mutex_destroy(&d->space[i].lock);
    free(d->space);
    free(d->memory);
    emuq_address_space_free(d->no_memory);
    free(d->region);
    free(d->node);
    pthread_mutex_destroy(&d->members_lock);
    pthread_mutex_destroy(&d->machine_lock);
    pthread_mutex_destroy(&d->owners_lock);
    free(d);
}

emuq_device_member_t *emuq_device_join(emuq_device_t *d, uint32_t number, uint32_t node, int32_t pid,
                                       int *status)
{
    *status = -EEXIST;
    for (const emuq_device_member_t *m = d->members; m != NULL; m = m->next)
        if (m->number == number)
            return NULL;
    emuq_device_member_t *m = calloc(1, sizeof *m);
    /* The member's end cannot send. Its flags do not affect the device's end, which never blocks. */
    int end[2];
    if (m == NULL || socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, end) != 0) {
        *status = m == NULL ? -ENOMEM : -errno;
        free(m);
        return NULL;
    }
    *status = 0;
    shutdown(end[0], SHUT_RD);
    pthread_mutex_lock(&d->members_lock);
    *m = (emuq_device_member_t){d->members, number, node, pid, end[0], end[1]};
    d->members = m;
    pthread_mutex_unlock(&d->members_lock);
    return m;
}

void emuq_device_event_sent(emuq_device_member_t *member)
{
    if (member->event >= 0)
        close(member->event);
    member->event = -1;
}

void emuq_device_leave(emuq_device_t *d, emuq_device_member_t *member, bool lost)
{
    pthread_mutex_lock(&d->members_lock);
    emuq_device_member_t **link = &d->members;
    while (*link != member)
        link = &(*link)->next;
    *link = member->next;
    pthread_mutex_unlock(&d->members_lock);
    for (uint32_t i = 0; i < d->nodes; i++)
        if (member->node == EMUQ_NO_MEMBER || member->node == i)
            emuq_owners_revoke(d, i, member->number);
    if (lost)
        emuq_event_lost(d, member);
    emuq_device_event_sent(member);
    close(member->signal);
    free(member);
}
