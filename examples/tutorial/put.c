/* SPDX-License-Identifier: BSD-3-Clause */
/* put: every node puts a text into the memory of the next node in dimension A. */
#include <stdio.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>

static struct memory {
    MUHWI_Descriptor_t fifo[8]; /* slots of the injection FIFO */
    char source[100], target[100];
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

    snprintf(memory.source, sizeof memory.source, "greetings from rank %u", Kernel_GetRank());
    memory.counter = sizeof memory.source;
    MUSPI_GIBarrier_t barrier;
    MUSPI_GIBarrierInit(&barrier, 0);
    MUSPI_GIBarrierEnterAndWait(&barrier);

    Personality_t node;
    Kernel_GetPersonality(&node, sizeof node);
    Personality_Networks_t *n = &node.Network_Config;
    MUHWI_Descriptor_t descriptor;
    MUSPI_Pt2PtDirectPutDescriptorInfo_t put = {0};
    put.Base.Payload_Address = physical + offsetof(struct memory, source);
    put.Base.Message_Length = sizeof memory.source;
    put.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    MUSPI_SetUpDestination(&put.Base.Dest, (n->Acoord + 1) % n->Anodes, n->Bcoord, n->Ccoord,
                           n->Dcoord, n->Ecoord);
    put.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    put.DirectPut.Rec_Payload_Offset = offsetof(struct memory, target);
    put.DirectPut.Rec_Counter_Offset = MUSPI_GetAtomicOffsetFromBaseAddress(
        &table, 0, physical + offsetof(struct memory, counter), MUHWI_ATOMIC_OPCODE_STORE_ADD);
    MUSPI_CreatePt2PtDirectPutDescriptor(&descriptor, &put);
    MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &fifos), &descriptor);

    while (in64(&memory.counter) != 0)
        ;
    printf("rank %u: %s\n", Kernel_GetRank(), memory.target);
}
