/* SPDX-License-Identifier: BSD-3-Clause */
/* halo: every node exchanges faces with its two neighbours in dimension A, ten times. */
#include <stdio.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>

static struct memory {
    MUHWI_Descriptor_t fifo[8];
    uint32_t send[2][1024], receive[2][1024]; /* faces: 0 in direction A-, 1 in A+ */
    uint64_t counter;
} memory __attribute__((aligned(64)));

int main(void)
{
    Kernel_MemoryRegion_t region;
    Kernel_CreateMemoryRegion(&region, &memory, sizeof memory);
    uint64_t start = (uint64_t)&memory - (uint64_t)region.BaseVa;
    uint64_t physical = (uint64_t)region.BasePa + start;
    uint32_t zero = 0;
    MUSPI_InjFifoSubGroup_t fifos;
    Kernel_InjFifoAttributes_t attributes = {0, 0, 0};
    Kernel_AllocateInjFifos(0, &fifos, 1, &zero, &attributes);
    Kernel_InjFifoInit(&fifos, 0, &region, start, sizeof memory.fifo - 1);
    Kernel_InjFifoActivate(&fifos, 1, &zero, KERNEL_INJ_FIFO_ACTIVATE);
    MUSPI_BaseAddressTableSubGroup_t table;
    Kernel_AllocateBaseAddressTable(0, &table, 1, &zero, 0);
    MUSPI_SetBaseAddress(&table, 0, physical);
    MUSPI_GIBarrier_t barrier;
    MUSPI_GIBarrierInit(&barrier, 0);

    Personality_t node;
    Kernel_GetPersonality(&node, sizeof node);
    Personality_Networks_t *n = &node.Network_Config;
    MUHWI_Descriptor_t face[2];
    for (int d = 0; d < 2; d++) {
        uint32_t a = (n->Acoord + (d == 0 ? n->Anodes - 1 : 1)) % n->Anodes;
        MUSPI_Pt2PtDirectPutDescriptorInfo_t put = {0};
        put.Base.Payload_Address = physical + offsetof(struct memory, send[d]);
        put.Base.Message_Length = sizeof memory.send[d];
        put.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM >> d;
        MUSPI_SetUpDestination(&put.Base.Dest, a, n->Bcoord, n->Ccoord, n->Dcoord, n->Ecoord);
        put.DirectPut.Rec_Payload_Offset = offsetof(struct memory, receive[1 - d]);
        put.DirectPut.Rec_Counter_Offset = MUSPI_GetAtomicOffsetFromBaseAddress(
            &table, 0, physical + offsetof(struct memory, counter), MUHWI_ATOMIC_OPCODE_STORE_ADD);
        MUSPI_CreatePt2PtDirectPutDescriptor(&face[d], &put);
        memory.send[d][0] = Kernel_GetRank();
    }
    for (int round = 1; round <= 10; round++) {
        MUSPI_GIBarrierEnterAndWait(&barrier);
        for (int d = 0; d < 2; d++)
            MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &fifos), &face[d]);
        while (in64(&memory.counter) + round * sizeof memory.receive != 0)
            ;
    }
    printf("rank %u: %u %u\n", Kernel_GetRank(), memory.receive[0][0], memory.receive[1][0]);
}
