/* SPDX-License-Identifier: BSD-3-Clause */
/* Commands of a control block: what a kernel does that has no register in the region. */
#include <errno.h>
#include <string.h>

#include "backends/backend.h"
#include "base/test_point.h"
#include "tools/emuq-device/device.h"

static int assign(emuq_device_t *d, uint32_t node, const uint64_t *argument)
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

static int dcr_write(emuq_device_t *d, uint32_t node, uint64_t number, uint64_t value)
{
    if (number > UINT32_MAX)
        return -ENXIO;
    emuq_emulator_flush(d->machine, node);
    int rc = emuq_backend_emulator.dcr_write(d->machine, node, (uint32_t)number, value);
    emuq_emulator_flush(d->machine, node);
    return rc;
}

static int count(emuq_device_t *d, uint32_t node, const uint64_t *argument, uint64_t *value)
{
    if (argument[0] > EMUQ_COUNT_LINK_PACKETS_RECEIVED || argument[1] > UINT32_MAX ||
        argument[2] > UINT32_MAX)
        return -EINVAL;
    return emuq_backend_emulator.count(d->machine, node, (emuq_count_t)argument[0], (uint32_t)argument[1],
                                       (uint32_t)argument[2], value);
}

static int carry_out(emuq_device_t *d, uint32_t node, uint64_t command, const uint64_t *argument,
                     uint64_t *value)
{
    switch (command) {
    case EMUQ_DEVICE_FLUSH:
        emuq_emulator_flush(d->machine, node);
        return 0;
    case EMUQ_DEVICE_DCR_READ:
        return argument[0] > UINT32_MAX
                   ? -ENXIO
                   : emuq_backend_emulator.dcr_read(d->machine, node, (uint32_t)argument[0], value);
    case EMUQ_DEVICE_DCR_WRITE:
        return dcr_write(d, node, argument[0], argument[1]);
    case EMUQ_DEVICE_ASSIGN:
        return assign(d, node, argument);
    case EMUQ_DEVICE_COUNT:
        return count(d, node, argument, value);
    case EMUQ_DEVICE_POKE:
        return argument[0] < EMUQ_NO_MEMBER ? emuq_event_poke(d, (uint32_t)argument[0]) : -ESRCH;
    case EMUQ_DEVICE_RESET:
        return d->has_members ? -EPERM : emuq_unit_reset(d);
    default:
        return -ENOSYS;
    }
}

bool emuq_command(emuq_device_t *d, uint32_t node)
{
    emuq_device_node_t *n = &d->node[node];
    emuq_device_control_t *c = n->control;
    /* Acquire: pairs with the release of the program that asks. */
    uint64_t request = __atomic_load_n(&c->request, __ATOMIC_ACQUIRE);
    if (request == n->request)
        return false;
    uint64_t argument[4], value = 0;
    for (int i = 0; i < 4; i++)
        argument[i] = __atomic_load_n(&c->argument[i], __ATOMIC_RELAXED);
    EMUQ_TEST_POINT(device_command_loaded);
    int rc = carry_out(d, node, __atomic_load_n(&c->command, __ATOMIC_RELAXED), argument, &value);
    n->request = request;
    __atomic_store_n(&c->value, value, __ATOMIC_RELAXED);
    __atomic_store_n(&c->status, rc, __ATOMIC_RELAXED);
    __atomic_store_n(&c->answer, request,
                     __ATOMIC_RELEASE); /* pairs with the acquire of the program that waits */
    return true;
}
