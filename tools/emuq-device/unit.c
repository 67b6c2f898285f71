/* SPDX-License-Identifier: BSD-3-Clause */
/* Message Units of a partition, owners of resources, events. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "base/atomic.h"
#include "tools/emuq-device/device.h"

/* ---- events: interrupts, software errors and lost members are reported to programs ---- */
/* Never waits. Errors are ignored: a full socket already has a signal, a closed one has no reader. */
static void events_signal_one(const emuq_device_member_t *m)
{
    EMUQ_TEST_POINT(device_signal);
    if (send(m->signal, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
        return;
}

static void events_signal_node(emuq_device_t *d, uint32_t node)
{
    pthread_mutex_lock(&d->members_lock);
    for (const emuq_device_member_t *m = d->members; m != NULL; m = m->next)
        if (m->node == node || m->node == EMUQ_NO_MEMBER)
            events_signal_one(m);
    pthread_mutex_unlock(&d->members_lock);
}

bool emuq_event_has_member(emuq_device_t *d, uint32_t node, uint32_t member)
{
    bool found = false;
    pthread_mutex_lock(&d->members_lock);
    for (const emuq_device_member_t *m = d->members; m != NULL && !found; m = m->next)
        found = m->number == member && (m->node == node || m->node == EMUQ_NO_MEMBER);
    pthread_mutex_unlock(&d->members_lock);
    return found;
}

int emuq_event_signal_member(emuq_device_t *d, uint32_t member)
{
    int rc = -ESRCH;
    pthread_mutex_lock(&d->members_lock);
    for (const emuq_device_member_t *m = d->members; m != NULL; m = m->next)
        if (m->number == member) {
            events_signal_one(m);
            rc = 0;
        }
    pthread_mutex_unlock(&d->members_lock);
    return rc;
}

void emuq_event_lost(emuq_device_t *d, const emuq_device_member_t *member)
{
    for (uint32_t i = 0; i < d->nodes; i++) {
        emuq_device_control_t *c = d->node[i].control;
        AO_store(&c->lost_last, (uint64_t)(uint32_t)member->pid << 32 | member->number);
        (void)AO_fetch_and_add_release(&c->lost, 1); /* pairs with the acquire in emuq_take_begin() */
    }
    pthread_mutex_lock(&d->members_lock);
    for (const emuq_device_member_t *m = d->members; m != NULL; m = m->next)
        events_signal_one(m);
    pthread_mutex_unlock(&d->members_lock);
}

/* The release in these callbacks pairs with the acquire of the program's listener, which then reads
 * interruptStatus. */

static void events_interrupt(void *context, uint32_t node, uint32_t group, uint64_t status)
{
    emuq_device_t *d = context;
    (void)status;
    (void)AO_fetch_and_add_release(&d->node[node].control->raised[group], 1);
    events_signal_node(d, node);
}

static void events_gi_interrupt(void *context, uint32_t node, uint32_t route, uint32_t bits)
{
    emuq_device_t *d = context;
    (void)bits;
    (void)AO_fetch_and_add_release(&d->node[node].control->gi_raised[route], 1);
    events_signal_node(d, node);
}

/* Publishes the oldest error in the control block, if programs consumed the previous one. Caller holds the
 * node's lock. */
static bool events_publish_error(emuq_device_t *d, emuq_device_node_t *n)
{
    emuq_device_control_t *c = n->control;
    if (n->count == 0 || AO_load_acquire(&c->errors_taken) != n->errors)
        return false;
    c->error = n->error[n->first];
    n->first = (n->first + 1) % EMUQ_ERRORS_KEPT;
    n->count--;
    n->errors++;
    AO_store_release(&c->errors, n->errors);
    (void)AO_int_fetch_and_sub1_full(&d->errors_waiting);
    return true;
}

void emuq_event_errors(emuq_device_t *d, uint32_t node)
{
    emuq_device_node_t *n = &d->node[node];
    if (AO_int_load_acquire(&d->errors_waiting) == 0)
        return;
    pthread_mutex_lock(&n->lock);
    bool is_new = events_publish_error(d, n);
    pthread_mutex_unlock(&n->lock);
    if (is_new)
        events_signal_node(d, node);
}

static void events_error(void *context, const emuq_mu_error_t *e)
{
    emuq_device_t *d = context;
    emuq_device_node_t *n = &d->node[e->node];
    emuq_device_error_t record = {.rank = e->rank,
                                  .inj_fifo = e->inj_fifo,
                                  .descriptor_number = e->descriptor_number,
                                  .reg = e->reg,
                                  .has_descriptor = e->descriptor != NULL};
    if (e->descriptor != NULL)
        record.descriptor = *e->descriptor;
    snprintf(record.what, sizeof record.what, "%s", e->what);
    snprintf(record.advice, sizeof record.advice, "%s", e->advice);
    pthread_mutex_lock(&n->lock);
    if (n->count < EMUQ_ERRORS_KEPT) { /* the first errors are kept */
        n->error[(n->first + n->count++) % EMUQ_ERRORS_KEPT] = record;
        (void)AO_int_fetch_and_add_full(&d->errors_waiting, 1);
    }
    pthread_mutex_unlock(&n->lock);
    emuq_event_errors(d, e->node);
}

/* Not used: only programs send notifications, and no program is a member of the emulator's machine. */
static void events_notified(void *context)
{
    (void)context;
}

/* ---- owners of resources ----
 *
 * The scanning thread assigns resources at the request of programs. The main thread revokes the resources of
 * a removed member. The scanning thread may execute an earlier request of the member after that, so it checks
 * that the member exists. */

/* Positions of the resources of a node in emuq_device_node_t::owner. */
static const struct {
    emuq_resource_t kind;
    uint32_t first, count;
} owners_kinds[] = {{EMUQ_RESOURCE_INJ_FIFO, 0, BGQ_MU_NUM_INJ_FIFOS},
                    {EMUQ_RESOURCE_REC_FIFO, BGQ_MU_NUM_INJ_FIFOS, BGQ_MU_NUM_REC_FIFOS},
                    {EMUQ_RESOURCE_BAT, BGQ_MU_NUM_INJ_FIFOS + BGQ_MU_NUM_REC_FIFOS, BGQ_MU_NUM_INJ_FIFOS}};

#define OWNERS_KINDS (sizeof owners_kinds / sizeof owners_kinds[0])

static uint32_t owners_index(uint64_t kind, uint64_t id)
{
    for (uint32_t k = 0; k < OWNERS_KINDS; k++)
        if (kind == owners_kinds[k].kind && id < owners_kinds[k].count)
            return owners_kinds[k].first + (uint32_t)id;
    return UINT32_MAX;
}

/* Address space of a resource. NULL for a base-address-table entry without owner: rejects accesses. */
static const emuq_address_space_t *owners_space(const emuq_device_t *d, uint32_t node,
                                                const emuq_assignment_t *a)
{
    if (a->member != EMUQ_NO_MEMBER)
        return d->node[node].space;
    return a->kind == EMUQ_RESOURCE_BAT ? NULL : d->no_memory;
}

int emuq_owners_assign(emuq_device_t *d, uint32_t node, const emuq_assignment_t *a)
{
    uint32_t index = owners_index(a->kind, a->id);
    bool no_member = a->member == EMUQ_NO_MEMBER;
    if (index == UINT32_MAX)
        return -EINVAL;
    int rc = 0;
    pthread_mutex_lock(&d->owners_lock);
    if (!no_member && d->has_members && !emuq_event_has_member(d, node, a->member)) {
        rc = -ESRCH;
    } else {
        EMUQ_TEST_POINT(device_assign_member_seen);
        d->node[node].owner[index] = a->member;
        emuq_backend_emulator.unit->assign(d->machine, node, (emuq_resource_t)a->kind, (uint32_t)a->id,
                                           owners_space(d, node, a), no_member ? -1 : a->rank);
    }
    pthread_mutex_unlock(&d->owners_lock);
    if (no_member)
        emuq_emulator_settle(d->machine); /* afterwards the program may reuse the memory */
    return rc;
}

/* Revokes a resource of kind @p k of owners_kinds, if the member owns it. Takes owners_lock for one resource
 * only, so that the scanning thread waits briefly. */
static void owners_revoke_one(emuq_device_t *d, uint32_t node, uint32_t k, uint32_t id, uint32_t member)
{
    uint32_t *owner = &d->node[node].owner[owners_kinds[k].first + id];
    pthread_mutex_lock(&d->owners_lock);
    if (*owner == member) {
        *owner = EMUQ_NO_MEMBER;
        emuq_emulator_revoke(d->machine, node, owners_kinds[k].kind, id, d->no_memory);
    }
    pthread_mutex_unlock(&d->owners_lock);
}

void emuq_owners_revoke(emuq_device_t *d, uint32_t node, uint32_t member)
{
    for (uint32_t k = 0; k < OWNERS_KINDS; k++)
        for (uint32_t id = 0; id < owners_kinds[k].count; id++)
            owners_revoke_one(d, node, k, id, member);
}

/* ---- Message Units ---- */

int emuq_unit_on(emuq_device_t *d)
{
    int rc = emuq_arena_create(0, NULL, 1, emuq_backend_emulator.layout, &d->arena);
    if (rc == 0)
        rc = emuq_emulator_open(&d->plan.geometry, d->arena, d->registers, &d->machine);
    if (rc != 0)
        return rc;
    const emuq_kernel_callbacks_t callbacks = {.context = d,
                                               .interrupt = events_interrupt,
                                               .gi_interrupt = events_gi_interrupt,
                                               .notified = events_notified,
                                               .error = events_error};
    rc = emuq_backend_emulator.machine->attach(d->machine, &callbacks, UINT32_MAX);
    d->is_attached = rc == 0;
    return rc;
}

void emuq_unit_off(emuq_device_t *d)
{
    if (d->is_attached)
        emuq_backend_emulator.machine->detach(d->machine);
    if (d->machine != NULL)
        emuq_backend_emulator.machine->close(d->machine);
    emuq_arena_close(d->arena);
    d->is_attached = false;
    d->machine = NULL;
    d->arena = NULL;
}

/* Drops unconsumed events and errors. */
static void unit_forget_events(emuq_device_t *d, emuq_device_node_t *n)
{
    emuq_device_control_t *c = n->control;
    pthread_mutex_lock(&n->lock);
    (void)AO_int_fetch_and_add_full(&d->errors_waiting, -n->count);
    n->count = 0;
    n->errors = 0;
    AO_store(&c->errors, 0);
    AO_store(&c->errors_taken, 0);
    pthread_mutex_unlock(&n->lock);
    for (uint32_t i = 0; i < BGQ_MU_NUM_FIFO_GROUPS; i++)
        AO_store(&c->raised[i], 0);
    for (uint32_t i = 0; i < BGQ_MU_NUM_GI_CLASSES; i++)
        AO_store(&c->gi_raised[i], 0);
}

int emuq_unit_reset(emuq_device_t *d)
{
    int rc = 0;
    pthread_mutex_lock(&d->machine_lock);
    if (!emuq_flag_load_acquire(&d->stop)) {
        emuq_emulator_halt(d->machine);
        emuq_unit_off(d);
        for (uint32_t i = 0; i < d->nodes; i++)
            unit_forget_events(d, &d->node[i]);
        rc = emuq_unit_on(d);
    }
    if (rc != 0) {
        emuq_unit_off(d);
        emuq_flag_store_release(&d->stop, true);
    }
    pthread_mutex_unlock(&d->machine_lock);
    return rc;
}
