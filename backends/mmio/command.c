/* SPDX-License-Identifier: BSD-3-Clause */
/* Commands: what a program asks of a device beside its registers, one at a time for each node. */
#define _GNU_SOURCE
#include "backends/mmio/mmio.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#include "base/host_calls.h"
#include "hwi/include/common/emuq_wait.h"

#define SPINS     200u /* loads of the answer before the core is given up */
#define YIELDS    2000u
#define PAUSE_NS  100000
#define TIMEOUT_S 30u /* of a device without a socket, whose end cannot be seen */

void emuq_mmio_ring(const emuq_machine_t *m, uint32_t node)
{
    emuq_device_info_t *info = emuq_mmio_info(m, node);
    if ((m->info.features & EMUQ_DEVICE_HAS_BELL) != 0)
        emuq_event_notify(&info->bell, EMUQ_EVENT_ALL);
}

/* A turn of the wait for an answer. @return false: the device will not answer any more */
static bool wait_on(const emuq_machine_t *m, uint32_t node, unsigned turn, uint64_t *since)
{
    if (turn < SPINS) {
        emuq_relax_core();
        return true;
    }
    if (turn % 64 == SPINS % 64)
        emuq_mmio_ring(m, node);
    if (turn < SPINS + YIELDS) {
        sched_yield();
        return true;
    }
    if (*since == 0)
        *since = emuq_host_now_ns();
    if (emuq_connect_is_gone())
        return false;
    nanosleep(&(struct timespec){0, PAUSE_NS}, NULL);
    return m->place.kind == EMUQ_PLACE_SOCKET || emuq_host_now_ns() - *since < TIMEOUT_S * UINT64_C(1000000000);
}

/* Waits for the answer to the last request. */
static bool is_answered(const emuq_machine_t *m, uint32_t node, const emuq_device_control_t *c)
{
    uint64_t since = 0;
    for (unsigned turn = 0; __atomic_load_n(&c->answer, __ATOMIC_ACQUIRE) != c->request; turn++)
        if (!wait_on(m, node, turn, &since))
            return false;
    emuq_mmio_after_load();
    return true;
}

static int perform(const emuq_machine_t *m, uint32_t node, emuq_device_control_t *c,
                   emuq_device_command_t command, const uint64_t argument[4], uint64_t *value)
{
    c->command = command;
    memcpy(c->argument, argument, sizeof(c->argument));
    emuq_mmio_before_store();
    /* Release: the device reads it with acquire, and then the rest. */
    __atomic_store_n(&c->request, c->request + 1, __ATOMIC_RELEASE);
    emuq_mmio_ring(m, node);
    if (!is_answered(m, node, c))
        return -ENODEV;
    if (value != NULL && c->status == 0)
        *value = c->value;
    return (int)c->status;
}

int emuq_mmio_command(emuq_machine_t *m, uint32_t node, emuq_device_command_t command,
                      const uint64_t argument[4], uint64_t *value)
{
    emuq_device_control_t *c = emuq_mmio_control(m, node);
    pthread_mutex_t *turn = &m->node[node].turn;
    int rc = -ENODEV, cancel;
    if (emuq_gone())
        return rc;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
    int lock = emuq_host_mutex_lock(turn);
    if (lock == EOWNERDEAD) /* the process that had the turn has died; its command is done first */
        pthread_mutex_consistent(turn);
    if (is_answered(m, node, c))
        rc = perform(m, node, c, command, argument, value);
    emuq_host_mutex_unlock(turn);
    if (rc == -ENODEV)
        emuq_gone_note(m, emuq_connect_is_gone() ? "has ended" : "does not answer");
    pthread_setcancelstate(cancel, NULL);
    return rc;
}

void emuq_mmio_flush_node(emuq_machine_t *m, uint32_t node)
{
    emuq_mmio_command(m, node, EMUQ_DEVICE_FLUSH, (const uint64_t[4]){0}, NULL);
}
