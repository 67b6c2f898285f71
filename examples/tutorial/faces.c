/* SPDX-License-Identifier: BSD-3-Clause */
/* faces: every node puts a face to each of its six neighbours in A, B and C, from six FIFOs. */
#include <stdio.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>

static struct memory {
    char fifo[6][512];                        /* 8 slots of each injection FIFO */
    uint32_t send[6][1024], receive[6][1024]; /* faces: directions A- A+ B- B+ C- C+ */
    uint64_t counter;
} memory __attribute__((aligned(64)));

int main(void)
{
    Kernel_MemoryRegion_t region;
    Kernel_CreateMemoryRegion(&region, &memory, sizeof memory);
    uint64_t start = (uint64_t)&memory - (uint64_t)region.BaseVa;
    uint64_t physical = (uint64_t)region.BasePa + start;
    uint32_t id[6] = {0, 1, 2, 3, 4, 5};
    MUSPI_InjFifoSubGroup_t fifos;
    Kernel_InjFifoAttributes_t attributes[6] = {{0, 0, 0}};
    Kernel_AllocateInjFifos(0, &fifos, 6, id, attributes);
    MUSPI_BaseAddressTableSubGroup_t table;
    Kernel_AllocateBaseAddressTable(0, &table, 1, id, 0);
    MUSPI_SetBaseAddress(&table, 0, physical);
    MUSPI_GIBarrier_t barrier;
    MUSPI_GIBarrierInit(&barrier, 0);
    MUSPI_GIBarrierEnterAndWait(&barrier);

    Personality_t node;
    Kernel_GetPersonality(&node, sizeof node);
    Personality_Networks_t *n = &node.Network_Config;
    for (int d = 0; d < 6; d++) {
        Kernel_InjFifoInit(&fifos, d, &region, start + d * 512, 511);
        Kernel_InjFifoActivate(&fifos, 1, &id[d], KERNEL_INJ_FIFO_ACTIVATE);
        uint32_t size[] = {n->Anodes, n->Bnodes, n->Cnodes};
        uint32_t to[] = {n->Acoord, n->Bcoord, n->Ccoord};
        to[d / 2] = (to[d / 2] + (d % 2 == 0 ? size[d / 2] - 1 : 1)) % size[d / 2];
        memory.send[d][0] = Kernel_GetRank();
        MUHWI_Descriptor_t descriptor;
        MUSPI_Pt2PtDirectPutDescriptorInfo_t put = {0};
        put.Base.Payload_Address = physical + offsetof(struct memory, send[d]);
        put.Base.Message_Length = sizeof memory.send[d];
        put.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM >> d;
        MUSPI_SetUpDestination(&put.Base.Dest, to[0], to[1], to[2], n->Dcoord, n->Ecoord);
        put.DirectPut.Rec_Payload_Offset = offsetof(struct memory, receive[d ^ 1]);
        put.DirectPut.Rec_Counter_Offset = MUSPI_GetAtomicOffsetFromBaseAddress(
            &table, 0, physical + offsetof(struct memory, counter), MUHWI_ATOMIC_OPCODE_STORE_ADD);
        MUSPI_CreatePt2PtDirectPutDescriptor(&descriptor, &put);
        MUSPI_InjFifoInject(MUSPI_IdToInjFifo(d, &fifos), &descriptor);
    }
    while (in64(&memory.counter) + sizeof memory.receive != 0)
        ;
    for (int d = 0; d < 6; d++)
        printf("rank %u: face %d of rank %u\n", Kernel_GetRank(), d, memory.receive[d][0]);
}
