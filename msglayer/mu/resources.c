/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/mu/resources.h"

#include <string.h>

#include <hwi/include/bqc/MU_Addressing.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>

#define APP_SUBGROUPS 64u /* of a node, shared by its processes */

uint32_t emuq_pami_fifos(uint32_t ppn, uint32_t per_subgroup)
{
    return APP_SUBGROUPS / ppn * per_subgroup;
}

/* Node-global id of the resource that has a number from the upper end of a process's. */
static uint32_t from_above(const emuq_pami_resources_t *resources, uint32_t t, uint32_t per_subgroup,
                           uint32_t number)
{
    return (t + 1) * emuq_pami_fifos(resources->ppn, per_subgroup) - 1 - number;
}

uint32_t emuq_pami_rec_id(const emuq_pami_resources_t *resources, uint32_t t, uint32_t context)
{
    return from_above(resources, t, BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP, resources->first_context + context);
}

/* Number of an injection FIFO in its process. */
static uint32_t inj_number(const emuq_pami_resources_t *resources, uint32_t context, uint32_t index)
{
    return resources->first_inj + context * emuq_pami_inj_per_context(resources) + index;
}

uint32_t emuq_pami_rget_id(const emuq_pami_resources_t *resources, uint32_t t, uint32_t context)
{
    return from_above(resources, t, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, inj_number(resources, context, 0));
}

uint32_t emuq_pami_bat_id(const emuq_pami_resources_t *resources, uint32_t t, emuq_pami_bat_t entry)
{
    return from_above(resources, t, BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP, entry);
}

/* ---- injection FIFOs ---- */

static bool allocate_inj(const emuq_pami_resources_t *resources, uint32_t number, bool remote_get,
                         emuq_pami_inj_resource_t *inj)
{
    uint32_t global = from_above(resources, resources->t, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, number);
    Kernel_InjFifoAttributes_t attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.RemoteGet = remote_get;
    inj->id = global % BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP;
    inj->is_taken = Kernel_AllocateInjFifos(global / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, &inj->group, 1,
                                            &inj->id, &attributes) == 0;
    return inj->is_taken;
}

bool emuq_pami_inj_allocate(const emuq_pami_resources_t *resources, uint32_t context, uint32_t index,
                            bool remote_get, emuq_pami_inj_resource_t *inj)
{
    return allocate_inj(resources, inj_number(resources, context, index), remote_get, inj);
}

bool emuq_pami_inj_allocate_last(const emuq_pami_resources_t *resources, emuq_pami_inj_resource_t *inj)
{
    return resources->has_network &&
           allocate_inj(resources, inj_number(resources, resources->contexts, 0), false, inj);
}

bool emuq_pami_inj_allocate_spare(emuq_pami_resources_t *resources, emuq_pami_inj_resource_t *inj)
{
    /* The program may have taken some without MUSPI_NUMINJFIFOS. */
    while (resources->has_network && resources->next_inj < resources->end_inj)
        if (allocate_inj(resources, resources->next_inj++, false, inj))
            return true;
    return false;
}

void emuq_pami_inj_start(emuq_pami_inj_resource_t *inj, Kernel_MemoryRegion_t *region, void *va,
                         uint64_t bytes)
{
    MUSPI_InjFifo_t *fifo = &inj->group._injfifos[inj->id];
    Kernel_InjFifoInit(&inj->group, inj->id, region, (uint64_t)((char *)va - (char *)region->BaseVa),
                       bytes - 1);
    /* The hardware's count goes on from the FIFO's last user. */
    fifo->descCount = fifo->numInjected = MUSPI_getHwDescCount(fifo);
    Kernel_InjFifoActivate(&inj->group, 1, &inj->id, KERNEL_INJ_FIFO_ACTIVATE);
}

void emuq_pami_inj_free(emuq_pami_inj_resource_t *inj)
{
    if (!inj->is_taken)
        return;
    Kernel_InjFifoActivate(&inj->group, 1, &inj->id, KERNEL_INJ_FIFO_DEACTIVATE);
    Kernel_DeallocateInjFifos(&inj->group, 1, &inj->id);
    inj->is_taken = false;
}

/* ---- reception FIFOs ---- */

bool emuq_pami_rec_start(const emuq_pami_resources_t *resources, uint32_t context,
                         Kernel_MemoryRegion_t *region, void *va, uint64_t bytes)
{
    emuq_pami_rec_resource_t *rec = &resources->rec[context];
    uint32_t global = emuq_pami_rec_id(resources, resources->t, context),
             sg = global / BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    Kernel_RecFifoAttributes_t attributes;
    memset(&attributes, 0, sizeof attributes);
    rec->id = global % BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP;
    rec->is_taken = Kernel_AllocateRecFifos(sg, &rec->group, 1, &rec->id, &attributes) == 0;
    if (!rec->is_taken)
        return false;
    Kernel_RecFifoInit(&rec->group, rec->id, region, (uint64_t)((char *)va - (char *)region->BaseVa),
                       bytes - 1);
    Kernel_RecFifoEnable(sg / 4, UINT64_C(1) << (15 - global % 16));
    return true;
}

void emuq_pami_rec_free(emuq_pami_rec_resource_t *rec)
{
    if (rec->is_taken)
        Kernel_DeallocateRecFifos(&rec->group, 1, &rec->id);
    rec->is_taken = false;
}
