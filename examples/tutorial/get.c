/* SPDX-License-Identifier: BSD-3-Clause */
/* get: every node fetches a text from the next node in dimension A by a remote get. */
#include <stdio.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>

static struct memory {
    MUHWI_Descriptor_t fifo[8], gets[64], put; /* slots of two FIFOs; payload of the remote get */
    char source[100], target[100];
    uint64_t mine, theirs; /* physical addresses of this structure, here and on the next node */
    uint64_t counter[2];
} memory __attribute__((aligned(64)));
static MUSPI_BaseAddressTableSubGroup_t table;
static uint64_t physical;

static void set_destination(MUSPI_BaseDescriptorInfoFields_t *base, int steps)
{
    Personality_t p;
    Kernel_GetPersonality(&p, sizeof p);
    Personality_Networks_t *n = &p.Network_Config;
    MUSPI_SetUpDestination(&base->Dest, (n->Acoord + n->Anodes + steps) % n->Anodes, n->Bcoord,
                           n->Ccoord, n->Dcoord, n->Ecoord);
    base->Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
}

static void create_put(MUHWI_Descriptor_t *descriptor, int steps, uint64_t source, size_t bytes,
                       size_t target, size_t counter)
{
    MUSPI_Pt2PtDirectPutDescriptorInfo_t put = {0};
    set_destination(&put.Base, steps);
    put.Base.Payload_Address = source;
    put.Base.Message_Length = bytes;
    put.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    put.DirectPut.Rec_Payload_Offset = target;
    put.DirectPut.Rec_Counter_Offset = MUSPI_GetAtomicOffsetFromBaseAddress(
        &table, 0, physical + counter, MUHWI_ATOMIC_OPCODE_STORE_ADD);
    MUSPI_CreatePt2PtDirectPutDescriptor(descriptor, &put);
}

int main(void)
{
    Kernel_MemoryRegion_t region;
    Kernel_CreateMemoryRegion(&region, &memory, sizeof memory);
    uint64_t start = (uint64_t)&memory - (uint64_t)region.BaseVa;
    physical = (uint64_t)region.BasePa + start;
    uint32_t id[2] = {0, 1};
    MUSPI_InjFifoSubGroup_t fifos;
    Kernel_InjFifoAttributes_t attributes[2] = {{.RemoteGet = 0}, {.RemoteGet = 1}};
    Kernel_AllocateInjFifos(0, &fifos, 2, id, attributes);
    Kernel_InjFifoInit(&fifos, 0, &region, start, sizeof memory.fifo - 1);
    Kernel_InjFifoInit(&fifos, 1, &region, start + offsetof(struct memory, gets),
                       sizeof memory.gets - 1);
    Kernel_InjFifoActivate(&fifos, 2, id, KERNEL_INJ_FIFO_ACTIVATE);
    Kernel_AllocateBaseAddressTable(0, &table, 1, id, 0);
    MUSPI_SetBaseAddress(&table, 0, physical);

    snprintf(memory.source, sizeof memory.source, "the notes of rank %u", Kernel_GetRank());
    memory.mine = physical;
    memory.counter[0] = sizeof memory.mine;
    memory.counter[1] = sizeof memory.source;
    MUSPI_GIBarrier_t barrier;
    MUSPI_GIBarrierInit(&barrier, 0);
    MUSPI_GIBarrierEnterAndWait(&barrier);

    MUHWI_Descriptor_t descriptor;
    create_put(&descriptor, -1, physical + offsetof(struct memory, mine), sizeof memory.mine,
               offsetof(struct memory, theirs), offsetof(struct memory, counter[0]));
    MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &fifos), &descriptor);
    while (in64(&memory.counter[0]) != 0)
        ;

    create_put(&memory.put, 0, memory.theirs + offsetof(struct memory, source),
               sizeof memory.source, offsetof(struct memory, target),
               offsetof(struct memory, counter[1]));
    MUSPI_Pt2PtRemoteGetDescriptorInfo_t get = {0};
    set_destination(&get.Base, 1);
    get.Base.Payload_Address = physical + offsetof(struct memory, put);
    get.Base.Message_Length = sizeof memory.put;
    get.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    get.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
    get.RemoteGet.Rget_Inj_FIFO_Id = 1;
    MUSPI_CreatePt2PtRemoteGetDescriptor(&descriptor, &get);
    MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &fifos), &descriptor);
    while (in64(&memory.counter[1]) != 0)
        ;
    printf("rank %u: %s\n", Kernel_GetRank(), memory.target);
    return 0;
}
