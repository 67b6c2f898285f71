/* SPDX-License-Identifier: BSD-3-Clause */
/* What the device tells programs: interrupts, software errors, lost members. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "base/test_point.h"
#include "tools/emuq-device/device.h"

/* Does not wait, whatever the program does with its end: a socket that is full says enough, and one that is
 * closed hears no more. */
static void signal_member(const emuq_device_member_t *m)
{
    EMUQ_TEST_POINT(device_signal);
    if (send(m->signal, "", 1, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
        return;
}

void emuq_event_signal(emuq_device_t *d, uint32_t node)
{
    pthread_mutex_lock(&d->members_lock);
    for (const emuq_device_member_t *m = d->members; m != NULL; m = m->next)
        if (m->node == node || m->node == EMUQ_NO_MEMBER)
            signal_member(m);
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

int emuq_event_poke(emuq_device_t *d, uint32_t member)
{
    int rc = -ESRCH;
    pthread_mutex_lock(&d->members_lock);
    for (const emuq_device_member_t *m = d->members; m != NULL; m = m->next)
        if (m->number == member) {
            signal_member(m);
            rc = 0;
        }
    pthread_mutex_unlock(&d->members_lock);
    return rc;
}

void emuq_event_lost(emuq_device_t *d, const emuq_device_member_t *member)
{
    for (uint32_t i = 0; i < d->nodes; i++) {
        emuq_device_control_t *c = d->node[i].control;
        __atomic_store_n(&c->lost_last, (uint64_t)(uint32_t)member->pid << 32 | member->number,
                         __ATOMIC_RELAXED);
        __atomic_fetch_add(&c->lost, 1, __ATOMIC_RELEASE); /* pairs with the acquire in emuq_take_begin() */
    }
    pthread_mutex_lock(&d->members_lock);
    for (const emuq_device_member_t *m = d->members; m != NULL; m = m->next)
        signal_member(m);
    pthread_mutex_unlock(&d->members_lock);
}

/* Release in these: pairs with the acquire of the program's listener, which then reads interruptStatus. */

static void interrupt(void *context, uint32_t node, uint32_t group, uint64_t status)
{
    emuq_device_t *d = context;
    (void)status;
    __atomic_fetch_add(&d->node[node].control->raised[group], 1, __ATOMIC_RELEASE);
    emuq_event_signal(d, node);
}

static void gi_interrupt(void *context, uint32_t node, uint32_t route, uint32_t bits)
{
    emuq_device_t *d = context;
    (void)bits;
    __atomic_fetch_add(&d->node[node].control->gi_raised[route], 1, __ATOMIC_RELEASE);
    emuq_event_signal(d, node);
}

/* Writes the oldest error into the control block, if the one before has been taken; lock. */
static bool hand_over(emuq_device_t *d, emuq_device_node_t *n)
{
    emuq_device_control_t *c = n->control;
    if (n->count == 0 || __atomic_load_n(&c->errors_taken, __ATOMIC_ACQUIRE) != n->errors)
        return false;
    c->error = n->error[n->first];
    n->first = (n->first + 1) % EMUQ_ERRORS_KEPT;
    n->count--;
    n->errors++;
    __atomic_store_n(&c->errors, n->errors, __ATOMIC_RELEASE);
    __atomic_fetch_sub(&d->errors_waiting, 1, __ATOMIC_ACQ_REL);
    return true;
}

void emuq_event_errors(emuq_device_t *d, uint32_t node)
{
    emuq_device_node_t *n = &d->node[node];
    if (__atomic_load_n(&d->errors_waiting, __ATOMIC_ACQUIRE) == 0)
        return;
    pthread_mutex_lock(&n->lock);
    bool is_new = hand_over(d, n);
    pthread_mutex_unlock(&n->lock);
    if (is_new)
        emuq_event_signal(d, node);
}

static void error(void *context, const emuq_mu_error_t *e)
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
    if (n->count < EMUQ_ERRORS_KEPT) { /* of a node that makes more than it takes, the first ones */
        n->error[(n->first + n->count++) % EMUQ_ERRORS_KEPT] = record;
        __atomic_fetch_add(&d->errors_waiting, 1, __ATOMIC_ACQ_REL);
    }
    pthread_mutex_unlock(&n->lock);
    emuq_event_errors(d, e->node);
}

/* Only programs poke, and none has joined the emulator's machine. */
static void poked(void *context)
{
    (void)context;
}

emuq_kernel_callbacks_t emuq_event_callbacks(emuq_device_t *d)
{
    return (emuq_kernel_callbacks_t){
        .context = d, .interrupt = interrupt, .gi_interrupt = gi_interrupt, .poked = poked, .error = error};
}
