/* SPDX-License-Identifier: BSD-3-Clause */
/* packets: two nodes send a thousand packets to each other. */
#include <stdio.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>

enum { PACKETS = 1000, TOTAL = PACKETS * (PACKETS + 1) / 2 };
static struct memory {
    char out[1024], in[8192]; /* 16 slots of the injection FIFO; packets that have arrived */
    uint64_t number[PACKETS];
} memory __attribute__((aligned(64)));

static int on_packet(void *sum, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    (void)bytes;
    *(uint64_t *)sum += *(uint64_t *)(header + 1);
    return 0;
}

int main(void)
{
    Kernel_MemoryRegion_t region;
    Kernel_CreateMemoryRegion(&region, &memory, sizeof memory);
    uint64_t start = (uint64_t)&memory - (uint64_t)region.BaseVa;
    uint64_t physical = (uint64_t)region.BasePa + start;
    uint32_t zero = 0;
    uint64_t sum = 0;
    MUSPI_InjFifoSubGroup_t out;
    Kernel_InjFifoAttributes_t normal = {0, 0, 0};
    Kernel_AllocateInjFifos(0, &out, 1, &zero, &normal);
    Kernel_InjFifoInit(&out, 0, &region, start, sizeof memory.out - 1);
    Kernel_InjFifoActivate(&out, 1, &zero, KERNEL_INJ_FIFO_ACTIVATE);
    MUSPI_RecFifoSubGroup_t in;
    Kernel_RecFifoAttributes_t user = {0};
    Kernel_AllocateRecFifos(0, &in, 1, &zero, &user);
    Kernel_RecFifoInit(&in, 0, &region, start + sizeof memory.out, sizeof memory.in - 1);
    Kernel_RecFifoEnable(0, 0x8000);
    MUSPI_GIBarrier_t barrier;
    MUSPI_GIBarrierInit(&barrier, 0);
    MUSPI_GIBarrierEnterAndWait(&barrier);

    MUHWI_Descriptor_t descriptor;
    MUSPI_Pt2PtMemoryFIFODescriptorInfo_t message = {0};
    message.Base.Message_Length = sizeof memory.number[0];
    message.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    MUSPI_SetUpDestination(&message.Base.Dest, 1 - Kernel_GetRank(), 0, 0, 0, 0);
    message.MemFIFO.SoftwareBytes[0] = MUSPI_RegisterReceiveFunction(on_packet, &sum);
    for (int i = 0; i < PACKETS; i++) {
        memory.number[i] = i + 1;
        message.Base.Payload_Address = physical + offsetof(struct memory, number[i]);
        MUSPI_CreatePt2PtMemoryFIFODescriptor(&descriptor, &message);
        while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &out), &descriptor) == (uint64_t)-1)
            MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &in), 100);
    }
    while (sum < TOTAL)
        MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &in), 100);
    printf("rank %u: the sum is %lu\n", Kernel_GetRank(), sum);
}
