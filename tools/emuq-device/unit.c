/* SPDX-License-Identifier: BSD-3-Clause */
/* The emulated Message Units of a partition: on, off, and as they were when they were switched on. */
#include <pthread.h>

#include "backends/backend.h"
#include "tools/emuq-device/device.h"

int emuq_unit_on(emuq_device_t *d)
{
    int rc = emuq_arena_create(0, NULL, 1, emuq_backend_emulator.layout, &d->arena);
    if (rc == 0)
        rc = emuq_emulator_open(&d->plan.geometry, d->arena, d->registers, &d->machine);
    if (rc != 0)
        return rc;
    emuq_kernel_callbacks_t callbacks = emuq_event_callbacks(d);
    rc = emuq_backend_emulator.attach(d->machine, &callbacks, UINT32_MAX);
    d->is_attached = rc == 0;
    return rc;
}

void emuq_unit_off(emuq_device_t *d)
{
    if (d->is_attached)
        emuq_backend_emulator.detach(d->machine);
    if (d->machine != NULL)
        emuq_backend_emulator.close(d->machine);
    emuq_arena_close(d->arena);
    d->is_attached = false;
    d->machine = NULL;
    d->arena = NULL;
}

/* Events and errors that no program has taken. */
static void forget_events(emuq_device_t *d, emuq_device_node_t *n)
{
    emuq_device_control_t *c = n->control;
    pthread_mutex_lock(&n->lock);
    __atomic_fetch_sub(&d->errors_waiting, n->count, __ATOMIC_ACQ_REL);
    n->count = 0;
    n->errors = 0;
    __atomic_store_n(&c->errors, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&c->errors_taken, 0, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&n->lock);
    for (uint32_t i = 0; i < BGQ_MU_NUM_FIFO_GROUPS; i++)
        __atomic_store_n(&c->raised[i], 0, __ATOMIC_RELAXED);
    for (uint32_t i = 0; i < BGQ_MU_NUM_GI_CLASSES; i++)
        __atomic_store_n(&c->gi_raised[i], 0, __ATOMIC_RELAXED);
}

int emuq_unit_reset(emuq_device_t *d)
{
    int rc = 0;
    pthread_mutex_lock(&d->machine_lock);
    if (!__atomic_load_n(&d->stop, __ATOMIC_ACQUIRE)) {
        emuq_emulator_halt(d->machine);
        emuq_unit_off(d);
        for (uint32_t i = 0; i < d->nodes; i++)
            forget_events(d, &d->node[i]);
        rc = emuq_unit_on(d);
    }
    if (rc != 0) {
        emuq_unit_off(d);
        __atomic_store_n(&d->stop, true, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&d->machine_lock);
    return rc;
}
