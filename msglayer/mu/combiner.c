/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/mu/combiner.h"

#include <stdlib.h>

#include <spi/include/mu/Descriptor_inlines.h>

#define SLOTS     64u
#define ALIGNMENT 64u

emuq_pami_combiner_t *emuq_pami_combiner_open(emuq_pami_resources_t *resources)
{
    size_t bytes = SLOTS * sizeof(MUHWI_Descriptor_t);
    Kernel_MemoryRegion_t region;
    void *memory, *descriptors;
    if (resources->combiner != NULL)
        return resources->combiner->fifo != NULL ? resources->combiner : NULL;
    if (posix_memalign(&memory, ALIGNMENT, sizeof *resources->combiner) != 0)
        return NULL;
    if (posix_memalign(&descriptors, ALIGNMENT, bytes) != 0) {
        free(memory);
        return NULL;
    }
    emuq_pami_combiner_t *c = resources->combiner = memory;
    memset(c, 0, sizeof *c);
    c->memory = descriptors;
    /* What has failed once is not tried again: all tasks have to come to the same result. */
    if (Kernel_CreateMemoryRegion(&region, c->memory, bytes) != 0 ||
        !emuq_pami_inj_allocate_last(resources, &c->resource))
        return NULL;
    emuq_pami_inj_start(&c->resource, &region, c->memory, bytes);
    c->fifo = &c->resource.group._injfifos[c->resource.id];
    return c;
}

void emuq_pami_combiner_free(emuq_pami_combiner_t *combiner)
{
    if (combiner == NULL)
        return;
    free(combiner->memory);
    free(combiner);
}

/* Whether two contributions differ in nothing but their data. */
static bool are_alike(const emuq_pami_contribution_t *a, const emuq_pami_contribution_t *b)
{
    return a->op_code == b->op_code && a->word_bytes == b->word_bytes && a->route == b->route &&
           a->t == b->t && a->word == b->word;
}

static void describe(const emuq_pami_resources_t *resources, const emuq_pami_contribution_t *contribution,
                     MUHWI_Descriptor_t *d)
{
    MUSPI_CollectiveMemoryFIFODescriptorInfo_t info;
    memset(&info, 0, sizeof info);
    info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
    info.Collective.Op_Code = contribution->op_code;
    info.Collective.Word_Length = contribution->word_bytes;
    info.Collective.Class_Route = contribution->route;
    info.Collective.Misc = MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
    info.MemFIFO.Rec_FIFO_Id = (uint16_t)emuq_pami_rec_id(resources, contribution->t, 0);
    MUSPI_CreateCollectiveMemoryFIFODescriptor(d, &info);
    /* All contributions have the same header, so it names no sender. */
    emuq_pami_software_t *s = emuq_pami_software(&d->PacketHeader);
    s->kind = EMUQ_PAMI_COMBINED;
    s->word = contribution->word;
    MUSPI_SetRecPutOffset(d, 0);
}

bool emuq_pami_contribute(emuq_pami_combiner_t *combiner, const emuq_pami_resources_t *resources,
                          const emuq_pami_contribution_t *contribution)
{
    MUHWI_Descriptor_t *d = &combiner->descriptor;
    if (combiner->last.bytes == 0 || !are_alike(contribution, &combiner->last))
        describe(resources, contribution, d);
    combiner->last = *contribution;
    d->Pa_Payload = contribution->pa;
    d->Message_Length = contribution->bytes;
    return MUSPI_InjFifoInject(combiner->fifo, d) != UINT64_MAX;
}
