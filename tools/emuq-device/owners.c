/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which member has which resource. The scanning thread gives resources away, as programs ask for it; the
 * thread of main() takes them back from a member that has gone. A program may have asked for a member just
 * before its end, and the scanning thread come to it afterwards.
 */
#include <errno.h>
#include <pthread.h>

#include "backends/backend.h"
#include "base/test_point.h"
#include "tools/emuq-device/device.h"

static uint32_t index_of(uint64_t kind, uint64_t id)
{
    switch (kind) {
    case EMUQ_RESOURCE_INJ_FIFO:
        return id < BGQ_MU_NUM_INJ_FIFOS ? (uint32_t)id : UINT32_MAX;
    case EMUQ_RESOURCE_REC_FIFO:
        return id < BGQ_MU_NUM_REC_FIFOS ? BGQ_MU_NUM_INJ_FIFOS + (uint32_t)id : UINT32_MAX;
    case EMUQ_RESOURCE_BAT:
        return id < BGQ_MU_NUM_INJ_FIFOS ? BGQ_MU_NUM_INJ_FIFOS + BGQ_MU_NUM_REC_FIFOS + (uint32_t)id
                                         : UINT32_MAX;
    default:
        return UINT32_MAX;
    }
}

/* Where the addresses of a resource are read; of a table entry without an owner nowhere, as a refusal says.
 */
static const emuq_address_space_t *space_of(const emuq_device_t *d, uint32_t node, const emuq_assignment_t *a)
{
    if (a->member != EMUQ_NO_MEMBER)
        return d->node[node].space;
    return a->kind == EMUQ_RESOURCE_BAT ? NULL : d->no_memory;
}

int emuq_owners_assign(emuq_device_t *d, uint32_t node, const emuq_assignment_t *a)
{
    uint32_t index = index_of(a->kind, a->id);
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
        emuq_backend_emulator.assign(d->machine, node, (emuq_resource_t)a->kind, (uint32_t)a->id,
                                     space_of(d, node, a), no_member ? -1 : a->rank);
    }
    pthread_mutex_unlock(&d->owners_lock);
    if (no_member)
        emuq_emulator_settle(d->machine); /* the program may use the memory for something else now */
    return rc;
}

/* Takes a resource from a member, if it has it. The lock is given back between two resources: the scanning
 * thread need not wait for all. */
static void revoke_one(emuq_device_t *d, uint32_t node, emuq_resource_t kind, uint32_t id, uint32_t member)
{
    uint32_t *owner = &d->node[node].owner[index_of(kind, id)];
    pthread_mutex_lock(&d->owners_lock);
    if (*owner == member) {
        *owner = EMUQ_NO_MEMBER;
        emuq_emulator_revoke(d->machine, node, kind, id, d->no_memory);
    }
    pthread_mutex_unlock(&d->owners_lock);
}

void emuq_owners_revoke(emuq_device_t *d, uint32_t node, uint32_t member)
{
    static const struct {
        emuq_resource_t kind;
        uint32_t count;
    } kinds[] = {{EMUQ_RESOURCE_INJ_FIFO, BGQ_MU_NUM_INJ_FIFOS},
                 {EMUQ_RESOURCE_REC_FIFO, BGQ_MU_NUM_REC_FIFOS},
                 {EMUQ_RESOURCE_BAT, BGQ_MU_NUM_INJ_FIFOS}};
    for (uint32_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (uint32_t id = 0; id < kinds[k].count; id++)
            revoke_one(d, node, kinds[k].kind, id, member);
}
