/* SPDX-License-Identifier: BSD-3-Clause */
/* Message Unit of contexts, and FIFOs of the collective network. */
#include <pthread.h>
#include <stdlib.h>

#include <hwi/include/bqc/MU_Addressing.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>

#include "base/memory.h"
#include "msglayer/core/context.h"
#include "msglayer/core/resources.h"

#define ALIGNMENT          64u
#define LEAST_WINDOW_BYTES 1u

/* ---- ids and injection FIFOs ---- */

/* Node-wide id of resource @p number, from the upper end of the process's range. */
static uint32_t device_id(const emuq_pami_resources_t *resources, uint32_t t, uint32_t per_subgroup,
                          uint32_t number)
{
    return (t + 1) * emuq_pami_fifos(resources->ppn, per_subgroup) - 1 - number;
}

uint32_t emuq_pami_rec_id(const emuq_pami_resources_t *resources, uint32_t t, uint32_t context)
{
    return device_id(resources, t, BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP, resources->first_context + context);
}

static uint32_t device_inj_number(const emuq_pami_resources_t *resources, uint32_t context, uint32_t index)
{
    return resources->first_inj + context * emuq_pami_inj_per_context(resources) + index;
}

static uint32_t device_rget_id(const emuq_pami_resources_t *resources, uint32_t t, uint32_t context)
{
    return device_id(resources, t, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP,
                     device_inj_number(resources, context, 0));
}

uint32_t emuq_pami_bat_id(const emuq_pami_resources_t *resources, uint32_t t, emuq_pami_bat_t entry)
{
    return device_id(resources, t, BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP, entry);
}

static bool device_allocate_inj(const emuq_pami_resources_t *resources, uint32_t number, bool remote_get,
                                emuq_pami_inj_resource_t *inj)
{
    uint32_t global = device_id(resources, resources->t, BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, number);
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
    return device_allocate_inj(resources, device_inj_number(resources, context, index), remote_get, inj);
}

static bool device_allocate_last(const emuq_pami_resources_t *resources, emuq_pami_inj_resource_t *inj)
{
    return resources->has_network &&
           device_allocate_inj(resources, device_inj_number(resources, resources->contexts, 0), false, inj);
}

static bool device_allocate_unused(emuq_pami_resources_t *resources, emuq_pami_inj_resource_t *inj)
{
    /* The program may have allocated FIFOs in spite of MUSPI_NUMINJFIFOS. */
    while (resources->has_network && resources->next_inj < resources->end_inj)
        if (device_allocate_inj(resources, resources->next_inj++, false, inj))
            return true;
    return false;
}

void emuq_pami_inj_start(emuq_pami_inj_resource_t *inj, Kernel_MemoryRegion_t *region, void *va,
                         uint64_t bytes)
{
    MUSPI_InjFifo_t *fifo = &inj->group._injfifos[inj->id];
    Kernel_InjFifoInit(&inj->group, inj->id, region, (uint64_t)((char *)va - (char *)region->BaseVa),
                       bytes - 1);
    /* The hardware count continues from the FIFO's previous user. */
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

/* ---- devices ---- */

/* Number of torus FIFOs. All messages to a task use the same FIFO and so stay in order. */
#define TORUS_FIFOS 10u

uint64_t emuq_pami_map(uint32_t task, bool is_local)
{
    return is_local ? MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0
                    : MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM >> task % TORUS_FIFOS;
}

/* Initialises the common fields of descriptors to a task. */
static void device_base_model(const emuq_pami_resources_t *resources, uint32_t task, uint8_t type,
                              MUHWI_Descriptor_t *d)
{
    MUSPI_DescriptorZeroOut(d);
    MUSPI_SetDataPacketType(d, MUHWI_PT2PT_DATA_PACKET_TYPE);
    MUSPI_SetMessageUnitPacketType(d, type);
    MUSPI_SetSize(d);
    MUSPI_SetPt2PtMisc1(d, MUHWI_PACKET_USE_DETERMINISTIC_ROUTING);
    MUSPI_SetPt2PtMisc2(d, MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC);
    MUSPI_SetDestination(d, resources->location[task].node);
    MUSPI_SetTorusInjectionFIFOMap(d, emuq_pami_map(task, emuq_pami_is_local(resources, task)));
}

void emuq_pami_packet_model(const emuq_pami_device_t *device, uint32_t task, uint32_t context,
                            MUHWI_Descriptor_t *d)
{
    const emuq_pami_resources_t *resources = device->resources;
    device_base_model(resources, task, MUHWI_PACKET_TYPE_FIFO, d);
    MUSPI_SetRecFIFOId(d, (uint16_t)emuq_pami_rec_id(resources, resources->location[task].t, context));
    emuq_pami_software(&d->PacketHeader)->origin = emuq_pami_endpoint(resources->task, device->context);
}

void emuq_pami_put_model(const emuq_pami_resources_t *resources, uint32_t task, MUHWI_Descriptor_t *d)
{
    device_base_model(resources, task, MUHWI_PACKET_TYPE_PUT, d);
    MUSPI_SetRecPayloadBaseAddressInfo(
        d, (uint16_t)emuq_pami_bat_id(resources, resources->location[task].t, EMUQ_PAMI_BAT_ZERO), 0);
    MUSPI_SetRecCounterBaseAddressInfo(
        d, (uint16_t)emuq_pami_bat_id(resources, resources->location[task].t, EMUQ_PAMI_BAT_AREA),
        emuq_pami_area_counter(offsetof(emuq_pami_put_area_t, dummy)));
}

void emuq_pami_get_model(const emuq_pami_resources_t *resources, uint32_t task, uint32_t context,
                         MUHWI_Descriptor_t *d)
{
    device_base_model(resources, task, MUHWI_PACKET_TYPE_GET, d);
    MUSPI_SetRemoteGetInjFIFOId(d, (uint16_t)device_rget_id(resources, resources->location[task].t, context));
}

static bool device_open_fifo(emuq_pami_device_t *device, uint32_t index, emuq_pami_fifo_t *f,
                             Kernel_MemoryRegion_t *region, char *va, uint64_t bytes)
{
    emuq_pami_inj_resource_t *r = &f->resource;
    if (!emuq_pami_inj_allocate(device->resources, device->context, index, false, r))
        return false;
    emuq_pami_inj_start(r, region, va, bytes);
    f->fifo = &r->group._injfifos[r->id];
    f->payload = va + bytes;
    f->payload_pa = (uint64_t)(uintptr_t)region->BasePa + (uint64_t)(f->payload - (char *)region->BaseVa);
    f->last = &f->first;
    return true;
}

static bool device_open_fifos(emuq_pami_device_t *device)
{
    uint64_t fifo = emuq_pami_setting(EMUQ_PAMI_INJFIFO) & ~(uint64_t)(sizeof(MUHWI_Descriptor_t) - 1);
    size_t each = fifo + fifo / sizeof(MUHWI_Descriptor_t) * EMUQ_PAMI_PAYLOAD;
    uint32_t fifos = device->resources->send_fifos + 1;
    Kernel_MemoryRegion_t region;
    if (emuq_posix_memalign(&device->memory, ALIGNMENT, fifos * each) != 0 ||
        Kernel_CreateMemoryRegion(&region, device->memory, fifos * each) != 0)
        return false;
    char *p = device->memory;
    for (uint32_t i = 0; i < fifos; i++, p += each) {
        emuq_pami_fifo_t *f = i + 1 < fifos ? &device->send[i] : &device->rdma;
        if (!device_open_fifo(device, 1 + i, f, &region, p, fifo))
            return false;
    }
    return true;
}

emuq_pami_device_t *emuq_pami_device_open(emuq_pami_resources_t *resources, uint32_t context)
{
    if (resources->device[context] != NULL)
        return resources->device[context];
    emuq_pami_device_t *device = emuq_pami_alloc(sizeof *device);
    if (device == NULL)
        return NULL;
    device->resources = resources;
    device->context = context;
    device->rec = &resources->rec[context].group._recfifos[resources->rec[context].id];
    if (!device_open_fifos(device)) {
        for (uint32_t i = 0; i < EMUQ_PAMI_SEND_FIFOS; i++)
            emuq_pami_inj_free(&device->send[i].resource);
        emuq_pami_inj_free(&device->rdma.resource);
        emuq_pami_device_free(device);
        return NULL;
    }
    emuq_pami_packet_model(device, resources->task, context, &device->message);
    resources->device[context] = device;
    return device;
}

/* Counters live until the job ends: a delayed put for a released counter finds its memory. */
typedef struct emuq_pami_counters {
    struct emuq_pami_counters *next;
    emuq_pami_counter_t counter[64];
} counter_block_t;

void emuq_pami_device_free(emuq_pami_device_t *device)
{
    if (device == NULL)
        return;
    EMUQ_PAMI_FREE_ALL(device->counters);
    free(device->memory);
    free(device);
}

bool emuq_pami_find_window(emuq_pami_device_t *device, uintptr_t va, size_t bytes, uint64_t *pa)
{
    Kernel_MemoryRegion_t region;
    if (Kernel_CreateMemoryRegion(&region, (void *)va, bytes != 0 ? bytes : LEAST_WINDOW_BYTES) != 0)
        return false;
    uintptr_t base = (uintptr_t)region.BaseVa;
    if (va < base || va - base > region.Bytes || bytes > region.Bytes - (va - base))
        return false;
    emuq_pami_window_t *w = &device->window[device->next_window++ % EMUQ_PAMI_WINDOWS];
    *w = (emuq_pami_window_t){base, base + region.Bytes, (uint64_t)(uintptr_t)region.BasePa};
    *pa = w->pa + (va - base);
    return true;
}

static bool counter_add_block(emuq_pami_device_t *device)
{
    uint64_t pa;
    counter_block_t *block = emuq_pami_alloc(sizeof *block);
    if (block == NULL)
        return false;
    if (!emuq_pami_pa(device, block, sizeof *block, &pa)) {
        free(block);
        return false;
    }
    for (size_t i = sizeof block->counter / sizeof block->counter[0]; i-- > 0;) {
        emuq_pami_counter_t *c = &block->counter[i];
        uint64_t at = pa + (uint64_t)((char *)&c->value - (char *)block);
        c->offset = MUSPI_GetAtomicAddress(at, MUHWI_ATOMIC_OPCODE_STORE_ADD);
        c->next = device->free_counters;
        device->free_counters = c;
    }
    block->next = device->counters;
    device->counters = block;
    return true;
}

emuq_pami_counter_t *emuq_pami_counter_acquire(emuq_pami_device_t *device)
{
    if (device->free_counters == NULL && !counter_add_block(device))
        return NULL;
    emuq_pami_counter_t *c = device->free_counters;
    device->free_counters = c->next;
    return c;
}

void emuq_pami_counter_release(emuq_pami_device_t *device, emuq_pami_counter_t *c)
{
    if (emuq_pami_counter_arrived(c) != c->requested)
        return;
    c->next = device->free_counters;
    device->free_counters = c;
}

/* ---- injection FIFOs of the collective network ---- */

/* Guards the free lists: several threads create and destroy geometries. */
static pthread_mutex_t coll_fifo_lock = PTHREAD_MUTEX_INITIALIZER;

/* Allocates and starts an injection FIFO. @return false: no FIFO, or no memory region */
static bool coll_fifo_start(emuq_pami_resources_t *resources, emuq_pami_coll_fifo_t *c, bool is_world)
{
    Kernel_MemoryRegion_t region;
    c->area = resources->process->area;
    if (Kernel_CreateMemoryRegion(&region, c->ring, sizeof c->ring) != 0 ||
        !(is_world ? device_allocate_last(resources, &c->resource)
                   : device_allocate_unused(resources, &c->resource)))
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
    /* A failure is not retried: all tasks must get the same result. */
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
