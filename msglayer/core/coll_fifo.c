/* SPDX-License-Identifier: BSD-3-Clause */
/* Injection FIFOs of the collective network. */
#include <pthread.h>
#include <stdlib.h>

#include <spi/include/mu/Descriptor_inlines.h>

#include "base/memory.h"
#include "msglayer/core/context.h"

/* Guards the free lists: several threads create and destroy geometries. */
static pthread_mutex_t coll_fifo_lock = PTHREAD_MUTEX_INITIALIZER;

/* Allocates and starts an injection FIFO. @return false: no FIFO, or no memory region */
static bool coll_fifo_start(emuq_pami_resources_t *resources, emuq_pami_coll_fifo_t *c, bool is_world)
{
    Kernel_MemoryRegion_t region;
    c->area = resources->process->area;
    if (Kernel_CreateMemoryRegion(&region, c->ring, sizeof c->ring) != 0 ||
        !(is_world ? emuq_pami_inj_allocate_last(resources, &c->resource)
                   : emuq_pami_inj_allocate_unused(resources, &c->resource)))
        return false;
    emuq_pami_inj_start(&c->resource, &region, c->ring, sizeof c->ring);
    c->fifo = &c->resource.group._injfifos[c->resource.id];
    return true;
}

emuq_pami_coll_fifo_t *emuq_pami_coll_fifo_open(emuq_pami_resources_t *resources)
{
    emuq_pami_coll_fifo_t *c = resources->coll_fifo;
    if (c != NULL)
        return c->fifo != NULL ? c : NULL;
    c = resources->coll_fifo = emuq_pami_alloc(sizeof *c);
    /* A failure is not retried: all tasks must come to the same result. */
    return c != NULL && coll_fifo_start(resources, c, true) ? c : NULL;
}

emuq_pami_coll_fifo_t *emuq_pami_coll_fifo_acquire(emuq_pami_resources_t *resources)
{
    pthread_mutex_lock(&coll_fifo_lock);
    emuq_pami_coll_fifo_t *c = resources->spare_coll_fifos;
    if (c != NULL) {
        resources->spare_coll_fifos = c->next;
    } else if ((c = emuq_pami_alloc(sizeof *c)) != NULL && !coll_fifo_start(resources, c, false)) {
        free(c);
        c = NULL;
    }
    pthread_mutex_unlock(&coll_fifo_lock);
    return c;
}

void emuq_pami_coll_fifo_release(emuq_pami_resources_t *resources, emuq_pami_coll_fifo_t *coll_fifo)
{
    if (coll_fifo == NULL)
        return;
    pthread_mutex_lock(&coll_fifo_lock);
    coll_fifo->next = resources->spare_coll_fifos;
    resources->spare_coll_fifos = coll_fifo;
    pthread_mutex_unlock(&coll_fifo_lock);
}

void emuq_pami_coll_fifos_free(emuq_pami_resources_t *resources)
{
    free(resources->coll_fifo);
    EMUQ_PAMI_FREE_ALL(resources->spare_coll_fifos);
}

/* Whether two contributions differ only in their data. */
static bool coll_fifo_same_header(const emuq_pami_contribution_t *a, const emuq_pami_contribution_t *b)
{
    return a->op_code == b->op_code && a->word_bytes == b->word_bytes && a->route == b->route &&
           a->t == b->t && a->word == b->word && a->is_short == b->is_short;
}

static void coll_fifo_describe_base(const emuq_pami_contribution_t *contribution,
                                    MUSPI_BaseDescriptorInfoFields_t *base,
                                    MUSPI_CollectiveDescriptorInfoFields_t *collective)
{
    base->Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
    collective->Op_Code = contribution->op_code;
    collective->Word_Length = contribution->word_bytes;
    collective->Class_Route = contribution->route;
    collective->Misc = MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM | MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
}

/* Describes a contribution whose result is put into the leaders' put areas. */
static void coll_fifo_describe_put(const emuq_pami_resources_t *resources,
                                   const emuq_pami_contribution_t *contribution, MUHWI_Descriptor_t *d)
{
    MUSPI_CollectiveDirectPutDescriptorInfo_t info;
    uint32_t bat = emuq_pami_bat_id(resources, contribution->t, EMUQ_PAMI_BAT_AREA);
    size_t result_buffer = offsetof(emuq_pami_put_area_t, result_buffer) +
                           contribution->route * sizeof(emuq_pami_result_buffer_t);
    memset(&info, 0, sizeof info);
    coll_fifo_describe_base(contribution, &info.Base, &info.Collective);
    info.DirectPut.Rec_Payload_Base_Address_Id = (uint16_t)bat;
    info.DirectPut.Rec_Payload_Offset = result_buffer + offsetof(emuq_pami_result_buffer_t, result);
    info.DirectPut.Rec_Counter_Base_Address_Id = (uint16_t)bat;
    info.DirectPut.Rec_Counter_Offset =
        emuq_pami_area_counter(result_buffer + offsetof(emuq_pami_result_buffer_t, value));
    MUSPI_CreateCollectiveDirectPutDescriptor(d, &info);
}

/* Describes a contribution whose result arrives as packets. */
static void coll_fifo_describe_packets(const emuq_pami_resources_t *resources,
                                       const emuq_pami_contribution_t *contribution, MUHWI_Descriptor_t *d)
{
    MUSPI_CollectiveMemoryFIFODescriptorInfo_t info;
    memset(&info, 0, sizeof info);
    coll_fifo_describe_base(contribution, &info.Base, &info.Collective);
    info.MemFIFO.Rec_FIFO_Id = (uint16_t)emuq_pami_rec_id(resources, contribution->t, 0);
    MUSPI_CreateCollectiveMemoryFIFODescriptor(d, &info);
    /* No sender: all contributions have the same header. */
    emuq_pami_software_t *s = emuq_pami_software(&d->PacketHeader);
    s->kind = EMUQ_PAMI_COMBINED;
    s->word = contribution->word;
    MUSPI_SetRecPutOffset(d, 0);
}

bool emuq_pami_contribute(emuq_pami_coll_fifo_t *coll_fifo, const emuq_pami_resources_t *resources,
                          const emuq_pami_contribution_t *contribution)
{
    MUHWI_Descriptor_t *d = &coll_fifo->descriptor;
    if (coll_fifo->last.bytes == 0 || !coll_fifo_same_header(contribution, &coll_fifo->last)) {
        if (contribution->is_short)
            coll_fifo_describe_put(resources, contribution, d);
        else
            coll_fifo_describe_packets(resources, contribution, d);
    }
    coll_fifo->last = *contribution;
    d->Pa_Payload = contribution->pa;
    d->Message_Length = contribution->bytes;
    if (MUSPI_InjFifoInject(coll_fifo->fifo, d) == UINT64_MAX)
        return false;
    if (contribution->is_short)
        coll_fifo->area->result_buffer[contribution->route].requested += contribution->bytes;
    return true;
}
