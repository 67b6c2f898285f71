/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-device/device.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "backends/backend.h"

static emuq_device_t *new_device(const emuq_plan_t *plan, uint32_t regions)
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

static int make_regions(emuq_device_t *d, bool own_memory, emuq_region_file_t file, void *context)
{
    char *base = mmap(NULL, d->nodes * EMUQ_REGISTER_FILE_BYTES, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return -errno;
    d->registers = base;
    uint32_t each = d->nodes / d->regions;
    for (uint32_t i = 0; i < d->regions; i++) {
        emuq_region_t *r = &d->region[i];
        emuq_region_lay_out(r, &d->plan, i * each, each, own_memory);
        int fd = file(r, context);
        int rc = fd < 0 ? fd : emuq_region_map(r, fd, base + i * each * EMUQ_REGISTER_FILE_BYTES);
        if (rc != 0)
            return rc;
        for (uint32_t n = 0; n < each; n++)
            d->node[i * each + n].control = emuq_region_control(r, n);
    }
    return 0;
}

/* Memory that a node's Message Unit sees. */
static char *aperture(const emuq_device_t *d, const emuq_mapping_t *memory, uint32_t node)
{
    const emuq_region_t *r = &d->region[node / (d->nodes / d->regions)];
    const emuq_mapping_t *from = memory != NULL ? memory : &r->aperture;
    uint64_t in_region = memory != NULL ? node : node - r->first_node;
    return from->va + in_region * d->plan.aperture_stride;
}

/* One address space for each node that has memory of its own. */
static int make_spaces(emuq_device_t *d, const emuq_mapping_t *memory)
{
    d->spaces = d->plan.aperture_stride == 0 && d->regions == 1 ? 1 : d->nodes;
    d->space = calloc(d->spaces, sizeof *d->space);
    d->memory = calloc(d->spaces, sizeof *d->memory);
    if (d->space == NULL || d->memory == NULL)
        return -ENOMEM;
    for (uint32_t i = 0; i < d->spaces; i++) {
        emuq_address_space_init(&d->space[i], &d->memory[i], 0, 1);
        emuq_address_space_fix(&d->space[i], d->plan.aperture_pa, d->plan.aperture_bytes,
                               aperture(d, memory, i));
    }
    for (uint32_t i = 0; i < d->nodes; i++) {
        emuq_device_node_t *n = &d->node[i];
        n->space = &d->space[d->spaces == 1 ? 0 : i];
        pthread_mutex_init(&n->lock, NULL);
        for (uint32_t k = 0; k < EMUQ_NODE_OWNABLE; k++)
            n->owner[k] = EMUQ_NO_MEMBER; /* the scanning thread does not exist yet */
    }
    return 0;
}

static int start_scanning(emuq_device_t *d)
{
    for (uint32_t i = 0; i < d->regions; i++)
        emuq_region_publish(&d->region[i]);
    int rc = -pthread_create(&d->scanner, NULL, emuq_scan_thread, d);
    d->is_scanning = rc == 0;
    return rc;
}

int emuq_device_open(const emuq_plan_t *plan, uint32_t regions, const emuq_mapping_t *memory,
                     emuq_region_file_t file, void *context, emuq_device_t **device)
{
    emuq_device_t *d = new_device(plan, regions);
    if (d == NULL)
        return -ENOMEM;
    d->has_members = memory != NULL;
    int rc = make_regions(d, memory != NULL, file, context);
    if (rc == 0)
        rc = make_spaces(d, memory);
    if (rc == 0)
        rc = emuq_unit_on(d);
    if (rc == 0)
        rc = start_scanning(d);
    if (rc == 0)
        *device = d;
    else
        emuq_device_close(d);
    return rc;
}

/* A thread may be in a FIFO that programs, or messages that beget messages, never let become empty. */
static void stop_scanning(emuq_device_t *d)
{
    pthread_mutex_lock(&d->machine_lock);
    __atomic_store_n(&d->stop, true, __ATOMIC_RELEASE);
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
        stop_scanning(d);
    while (d->members != NULL)
        emuq_device_part(d, d->members, false);
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

/* An event file. A program may set what it likes on its end, and read or not: that is another open file than
 * the device's end, where nothing waits. Nothing can be sent from its end. */
static int make_event_file(int end[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, end) != 0)
        return -errno;
    shutdown(end[0], SHUT_RD);
    return 0;
}

emuq_device_member_t *emuq_device_join(emuq_device_t *d, uint32_t number, uint32_t node, int32_t pid,
                                       int *status)
{
    *status = -EEXIST;
    for (const emuq_device_member_t *m = d->members; m != NULL; m = m->next)
        if (m->number == number)
            return NULL;
    emuq_device_member_t *m = calloc(1, sizeof *m);
    int end[2];
    *status = m != NULL ? make_event_file(end) : -ENOMEM;
    if (*status != 0) {
        free(m);
        return NULL;
    }
    pthread_mutex_lock(&d->members_lock);
    *m = (emuq_device_member_t){d->members, number, node, pid, end[0], end[1]};
    d->members = m;
    pthread_mutex_unlock(&d->members_lock);
    return m;
}

void emuq_device_event_given(emuq_device_member_t *member)
{
    if (member->event >= 0)
        close(member->event);
    member->event = -1;
}

void emuq_device_part(emuq_device_t *d, emuq_device_member_t *member, bool lost)
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
    emuq_device_event_given(member);
    close(member->signal);
    free(member);
}
