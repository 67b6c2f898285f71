/* SPDX-License-Identifier: BSD-3-Clause */
/* Common part of these programs: error exit, and the set-up code of typical Blue Gene/Q programs. */
#ifndef COMMON_H
#define COMMON_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/RecFifo.h>

#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: rank %u: not so: %s\n", __FILE__, __LINE__, (unsigned)Kernel_GetRank(),  \
                    #condition);                                                                             \
            exit(1);                                                                                         \
        }                                                                                                    \
    } while (0)

/* Physical address of a buffer. */
static inline uint64_t pa_of(const volatile void *va, size_t bytes)
{
    Kernel_MemoryRegion_t region;
    EXPECT(Kernel_CreateMemoryRegion(&region, (void *)(uintptr_t)va, bytes) == 0);
    return (uint64_t)region.BasePa + ((uint64_t)va - (uint64_t)region.BaseVa);
}

/* Barrier of all nodes, with one process per node. */
static inline void barrier(void)
{
    MUSPI_GIBarrier_t b;
    MUSPI_GIBarrierInit(&b, 0);
    EXPECT(MUSPI_GIBarrierEnterAndWait(&b) == 0);
}

/* The next node, with dimension E fastest. */
typedef struct {
    MUHWI_Destination_t destination;
    uint64_t map; /* torus injection FIFOs for the next node */
    uint32_t node, nodes;
} neighbour_t;

static inline neighbour_t next_node(void)
{
    neighbour_t n;
    Personality_t p;
    EXPECT(Kernel_GetPersonality(&p, sizeof p) == 0);
    const uint32_t size[5] = {p.Network_Config.Anodes, p.Network_Config.Bnodes, p.Network_Config.Cnodes,
                              p.Network_Config.Dnodes, p.Network_Config.Enodes};
    const uint32_t at[5] = {p.Network_Config.Acoord, p.Network_Config.Bcoord, p.Network_Config.Ccoord,
                            p.Network_Config.Dcoord, p.Network_Config.Ecoord};
    uint32_t to[5], own = 0, rest;
    int d;
    n.nodes = 1;
    for (d = 0; d < 5; d++) {
        own = own * size[d] + at[d];
        n.nodes *= size[d];
    }
    n.node = rest = (own + 1) % n.nodes;
    for (d = 4; d >= 0; d--) {
        to[d] = rest % size[d];
        rest /= size[d];
    }
    MUSPI_SetUpDestination(&n.destination, to[0], to[1], to[2], to[3], to[4]);
    n.map = n.nodes == 1 ? MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0 : MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    return n;
}

/* Allocates and starts an injection FIFO in memory of the caller. */
static inline MUSPI_InjFifo_t *open_injection(MUSPI_InjFifoSubGroup_t *group, uint32_t subgroup, uint32_t id,
                                              void *memory, size_t bytes)
{
    Kernel_InjFifoAttributes_t attributes;
    Kernel_MemoryRegion_t region;
    memset(&attributes, 0, sizeof attributes);
    EXPECT(Kernel_AllocateInjFifos(subgroup, group, 1, &id, &attributes) == 0);
    EXPECT(Kernel_CreateMemoryRegion(&region, memory, bytes) == 0);
    EXPECT(Kernel_InjFifoInit(group, id, &region, (uint64_t)memory - (uint64_t)region.BaseVa, bytes - 1) ==
           0);
    EXPECT(Kernel_InjFifoActivate(group, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);
    return MUSPI_IdToInjFifo((int)id, group);
}

/* Allocates and enables a reception FIFO in memory of the caller. */
static inline MUSPI_RecFifo_t *open_reception(MUSPI_RecFifoSubGroup_t *group, uint32_t subgroup, uint32_t id,
                                              void *memory, size_t bytes)
{
    Kernel_RecFifoAttributes_t attributes;
    Kernel_MemoryRegion_t region;
    memset(&attributes, 0, sizeof attributes);
    EXPECT(Kernel_AllocateRecFifos(subgroup, group, 1, &id, &attributes) == 0);
    EXPECT(Kernel_CreateMemoryRegion(&region, memory, bytes) == 0);
    EXPECT(Kernel_RecFifoInit(group, id, &region, (uint64_t)memory - (uint64_t)region.BaseVa, bytes - 1) ==
           0);
    EXPECT(Kernel_RecFifoEnable(subgroup / 4, (uint64_t)1 << (15 - (subgroup % 4 * 4 + id))) == 0);
    return MUSPI_IdToRecFifo((int)id, group);
}

/* Sets a base address. */
static inline void set_base(uint32_t subgroup, uint32_t id, uint64_t pa)
{
    MUSPI_BaseAddressTableSubGroup_t bat;
    EXPECT(Kernel_AllocateBaseAddressTable(subgroup, &bat, 1, &id, 0) == 0);
    EXPECT(MUSPI_SetBaseAddress(&bat, (uint8_t)id, pa) == 0);
}

/* Describes a put: payload at an offset from base address 0, counter at an offset from base address 1. */
static inline void describe_put(MUHWI_Descriptor_t *d, const neighbour_t *to, uint64_t pa, uint64_t bytes,
                                uint64_t offset, uint64_t counter_offset)
{
    MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
    memset(&info, 0, sizeof info);
    info.Base.Payload_Address = pa;
    info.Base.Message_Length = bytes;
    info.Base.Torus_FIFO_Map = to->map;
    info.Base.Dest = to->destination;
    info.Pt2Pt.Misc1 = MUHWI_PACKET_USE_DETERMINISTIC_ROUTING | MUHWI_PACKET_DO_NOT_ROUTE_TO_IO_NODE;
    info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    info.DirectPut.Rec_Payload_Base_Address_Id = 0;
    info.DirectPut.Rec_Payload_Offset = offset;
    info.DirectPut.Rec_Counter_Base_Address_Id = 1;
    info.DirectPut.Rec_Counter_Offset = counter_offset;
    info.DirectPut.Pacing = MUHWI_PACKET_DIRECT_PUT_IS_NOT_PACED;
    MUSPI_CreatePt2PtDirectPutDescriptor(d, &info);
}

/* Describes a message to reception FIFO fifo of the node. */
static inline void describe_packet(MUHWI_Descriptor_t *d, const neighbour_t *to, uint64_t pa, uint64_t bytes,
                                   uint16_t fifo, uint8_t function)
{
    MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;
    memset(&info, 0, sizeof info);
    info.Base.Payload_Address = pa;
    info.Base.Message_Length = bytes;
    info.Base.Torus_FIFO_Map = to->map;
    info.Base.Dest = to->destination;
    info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    info.MemFIFO.Rec_FIFO_Id = fifo;
    info.MemFIFO.SoftwareBytes[0] = function;
    MUSPI_CreatePt2PtMemoryFIFODescriptor(d, &info);
}

#endif /* COMMON_H */
