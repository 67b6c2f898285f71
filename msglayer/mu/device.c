/* SPDX-License-Identifier: BSD-3-Clause */
#include "msglayer/mu/device.h"

#include <stdlib.h>

#include <spi/include/mu/Descriptor_inlines.h>

#include "msglayer/endpoint.h"
#include "msglayer/mu/own.h"
#include "msglayer/settings.h"

#define ALIGNMENT          64u
#define LEAST_WINDOW_BYTES 1u

/* The torus FIFOs, one of which carries all messages to a task, so that they stay in order. */
#define TORUS_FIFOS 10u

uint64_t emuq_pami_map(uint32_t task, bool is_local)
{
    return is_local ? MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0
                    : MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM >> task % TORUS_FIFOS;
}

/* What all descriptors to a task have in common. */
static void base_model(const emuq_pami_resources_t *resources, uint32_t task, uint8_t type,
                       MUHWI_Descriptor_t *d)
{
    MUSPI_DescriptorZeroOut(d);
    MUSPI_SetDataPacketType(d, MUHWI_PT2PT_DATA_PACKET_TYPE);
    MUSPI_SetMessageUnitPacketType(d, type);
    MUSPI_SetSize(d);
    MUSPI_SetPt2PtMisc1(d, MUHWI_PACKET_USE_DETERMINISTIC_ROUTING);
    MUSPI_SetPt2PtMisc2(d, MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC);
    MUSPI_SetDestination(d, resources->place[task].node);
    MUSPI_SetTorusInjectionFIFOMap(d, emuq_pami_map(task, emuq_pami_is_local(resources, task)));
}

void emuq_pami_packet_model(const emuq_pami_device_t *device, uint32_t task, uint32_t context,
                            MUHWI_Descriptor_t *d)
{
    const emuq_pami_resources_t *resources = device->resources;
    base_model(resources, task, MUHWI_PACKET_TYPE_FIFO, d);
    MUSPI_SetRecFIFOId(d, (uint16_t)emuq_pami_rec_id(resources, resources->place[task].t, context));
    emuq_pami_software(&d->PacketHeader)->origin = emuq_pami_endpoint(resources->task, device->context);
}

void emuq_pami_put_model(const emuq_pami_resources_t *resources, uint32_t task, MUHWI_Descriptor_t *d)
{
    base_model(resources, task, MUHWI_PACKET_TYPE_PUT, d);
    MUSPI_SetRecPayloadBaseAddressInfo(
        d, (uint16_t)emuq_pami_bat_id(resources, resources->place[task].t, EMUQ_PAMI_BAT_ZERO), 0);
    MUSPI_SetRecCounterBaseAddressInfo(
        d, (uint16_t)emuq_pami_bat_id(resources, resources->place[task].t, EMUQ_PAMI_BAT_OWN),
        emuq_pami_own_counter(offsetof(emuq_pami_own_t, dummy)));
}

void emuq_pami_get_model(const emuq_pami_resources_t *resources, uint32_t task, uint32_t context,
                         MUHWI_Descriptor_t *d)
{
    base_model(resources, task, MUHWI_PACKET_TYPE_GET, d);
    MUSPI_SetRemoteGetInjFIFOId(d, (uint16_t)emuq_pami_rget_id(resources, resources->place[task].t, context));
}

static bool open_fifo(emuq_pami_device_t *device, uint32_t index, emuq_pami_fifo_t *f,
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

static bool open_fifos(emuq_pami_device_t *device)
{
    uint64_t fifo = emuq_pami_setting(EMUQ_PAMI_INJFIFO) & ~(uint64_t)(sizeof(MUHWI_Descriptor_t) - 1);
    size_t each = fifo + fifo / sizeof(MUHWI_Descriptor_t) * EMUQ_PAMI_PAYLOAD;
    uint32_t fifos = device->resources->send_fifos + 1;
    Kernel_MemoryRegion_t region;
    if (posix_memalign(&device->memory, ALIGNMENT, fifos * each) != 0 ||
        Kernel_CreateMemoryRegion(&region, device->memory, fifos * each) != 0)
        return false;
    char *p = device->memory;
    for (uint32_t i = 0; i < fifos; i++, p += each) {
        emuq_pami_fifo_t *f = i + 1 < fifos ? &device->send[i] : &device->rdma;
        if (!open_fifo(device, 1 + i, f, &region, p, fifo))
            return false;
    }
    return true;
}

static void make_models(emuq_pami_device_t *device)
{
    emuq_pami_packet_model(device, device->resources->task, device->context, &device->message);
}

emuq_pami_device_t *emuq_pami_device_open(emuq_pami_resources_t *resources, uint32_t context)
{
    if (resources->device[context] != NULL)
        return resources->device[context];
    void *memory;
    if (posix_memalign(&memory, ALIGNMENT, sizeof(emuq_pami_device_t)) != 0)
        return NULL;
    emuq_pami_device_t *device = memset(memory, 0, sizeof *device);
    device->resources = resources;
    device->context = context;
    device->rec = &resources->rec[context].group._recfifos[resources->rec[context].id];
    if (!open_fifos(device)) {
        for (uint32_t i = 0; i < EMUQ_PAMI_SEND_FIFOS; i++)
            emuq_pami_inj_free(&device->send[i].resource);
        emuq_pami_inj_free(&device->rdma.resource);
        emuq_pami_device_free(device);
        return NULL;
    }
    make_models(device);
    resources->device[context] = device;
    return device;
}

void emuq_pami_device_free(emuq_pami_device_t *device)
{
    if (device == NULL)
        return;
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
