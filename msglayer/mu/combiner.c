/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/mu/combiner.h"

#include "msglayer/mu/process.h"

#include <pthread.h>
#include <stdlib.h>

#include <spi/include/mu/Descriptor_inlines.h>

#define RING_BYTES (64 * sizeof(MUHWI_Descriptor_t))
#define ALIGNMENT  64u

/* Guards the spare FIFOs of all processes here: contexts of several threads create and destroy geometries. */
static pthread_mutex_t spare_lock = PTHREAD_MUTEX_INITIALIZER;

/* Memory of a FIFO; it has none yet. @return NULL: no memory */
static emuq_pami_combiner_t *combiner_new(const emuq_pami_resources_t *resources)
{
    void *memory, *descriptors;
    if (posix_memalign(&memory, ALIGNMENT, sizeof(emuq_pami_combiner_t)) != 0)
        return NULL;
    if (posix_memalign(&descriptors, ALIGNMENT, RING_BYTES) != 0) {
        free(memory);
        return NULL;
    }
    emuq_pami_combiner_t *c = memset(memory, 0, sizeof *c);
    c->memory = descriptors;
    c->own = resources->process->own;
    return c;
}

static void combiner_free(emuq_pami_combiner_t *c)
{
    free(c->memory);
    free(c);
}

/* Starts the FIFO that has been allocated. */
static void combiner_start(emuq_pami_combiner_t *c, Kernel_MemoryRegion_t *region)
{
    emuq_pami_inj_start(&c->resource, region, c->memory, RING_BYTES);
    c->fifo = &c->resource.group._injfifos[c->resource.id];
}

emuq_pami_combiner_t *emuq_pami_combiner_open(emuq_pami_resources_t *resources)
{
    Kernel_MemoryRegion_t region;
    emuq_pami_combiner_t *c = resources->combiner;
    if (c != NULL)
        return c->fifo != NULL ? c : NULL;
    if ((c = resources->combiner = combiner_new(resources)) == NULL)
        return NULL;
    /* What has failed once is not tried again: all tasks have to come to the same result. */
    if (Kernel_CreateMemoryRegion(&region, c->memory, RING_BYTES) != 0 ||
        !emuq_pami_inj_allocate_last(resources, &c->resource))
        return NULL;
    combiner_start(c, &region);
    return c;
}

emuq_pami_combiner_t *emuq_pami_combiner_take(emuq_pami_resources_t *resources)
{
    Kernel_MemoryRegion_t region;
    pthread_mutex_lock(&spare_lock);
    emuq_pami_combiner_t *c = resources->spare_combiners;
    if (c != NULL) {
        resources->spare_combiners = c->next;
    } else if ((c = combiner_new(resources)) != NULL) {
        if (Kernel_CreateMemoryRegion(&region, c->memory, RING_BYTES) == 0 &&
            emuq_pami_inj_allocate_spare(resources, &c->resource)) {
            combiner_start(c, &region);
        } else {
            combiner_free(c);
            c = NULL;
        }
    }
    pthread_mutex_unlock(&spare_lock);
    return c;
}

void emuq_pami_combiner_give_back(emuq_pami_resources_t *resources, emuq_pami_combiner_t *combiner)
{
    if (combiner == NULL)
        return;
    pthread_mutex_lock(&spare_lock);
    combiner->next = resources->spare_combiners;
    resources->spare_combiners = combiner;
    pthread_mutex_unlock(&spare_lock);
}

void emuq_pami_combiners_free(emuq_pami_resources_t *resources)
{
    if (resources->combiner != NULL)
        combiner_free(resources->combiner);
    while (resources->spare_combiners != NULL) {
        emuq_pami_combiner_t *c = resources->spare_combiners;
        resources->spare_combiners = c->next;
        combiner_free(c);
    }
}

/* Whether two contributions differ in nothing but their data. */
static bool are_alike(const emuq_pami_contribution_t *a, const emuq_pami_contribution_t *b)
{
    return a->op_code == b->op_code && a->word_bytes == b->word_bytes && a->route == b->route &&
           a->t == b->t && a->word == b->word && a->is_short == b->is_short;
}

static void describe_base(const emuq_pami_contribution_t *contribution,
                          MUSPI_BaseDescriptorInfoFields_t *base,
                          MUSPI_CollectiveDescriptorInfoFields_t *collective)
{
    base->Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
    collective->Op_Code = contribution->op_code;
    collective->Word_Length = contribution->word_bytes;
    collective->Class_Route = contribution->route;
    collective->Misc = MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
}

/* The result is put to the memory of the leaders' processes for the route. */
static void describe_put(const emuq_pami_resources_t *resources, const emuq_pami_contribution_t *contribution,
                         MUHWI_Descriptor_t *d)
{
    MUSPI_CollectiveDirectPutDescriptorInfo_t info;
    uint32_t bat = emuq_pami_bat_id(resources, contribution->t, EMUQ_PAMI_BAT_OWN);
    size_t landing = offsetof(emuq_pami_own_t, landing) + contribution->route * sizeof(emuq_pami_landing_t);
    memset(&info, 0, sizeof info);
    describe_base(contribution, &info.Base, &info.Collective);
    info.DirectPut.Rec_Payload_Base_Address_Id = (uint16_t)bat;
    info.DirectPut.Rec_Payload_Offset = landing + offsetof(emuq_pami_landing_t, result);
    info.DirectPut.Rec_Counter_Base_Address_Id = (uint16_t)bat;
    info.DirectPut.Rec_Counter_Offset = emuq_pami_own_counter(landing + offsetof(emuq_pami_landing_t, value));
    MUSPI_CreateCollectiveDirectPutDescriptor(d, &info);
}

/* The result comes as packets. */
static void describe_packets(const emuq_pami_resources_t *resources,
                             const emuq_pami_contribution_t *contribution, MUHWI_Descriptor_t *d)
{
    MUSPI_CollectiveMemoryFIFODescriptorInfo_t info;
    memset(&info, 0, sizeof info);
    describe_base(contribution, &info.Base, &info.Collective);
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
    if (combiner->last.bytes == 0 || !are_alike(contribution, &combiner->last)) {
        if (contribution->is_short)
            describe_put(resources, contribution, d);
        else
            describe_packets(resources, contribution, d);
    }
    combiner->last = *contribution;
    d->Pa_Payload = contribution->pa;
    d->Message_Length = contribution->bytes;
    if (MUSPI_InjFifoInject(combiner->fifo, d) == UINT64_MAX)
        return false;
    if (contribution->is_short)
        combiner->own->landing[contribution->route].requested += contribution->bytes;
    return true;
}
