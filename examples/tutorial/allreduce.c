/* SPDX-License-Identifier: BSD-3-Clause */
/* allreduce: the sum of an array of doubles over all nodes, by the collective network. */
#include <stdio.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>

static struct memory {
    MUHWI_Descriptor_t fifo[8];
    double mine[2], sum[2];
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

    memory.mine[0] = Kernel_GetRank();
    memory.mine[1] = 0.1 * Kernel_GetRank();
    memory.counter = sizeof memory.sum;
    MUSPI_GIBarrier_t barrier;
    MUSPI_GIBarrierInit(&barrier, 0);
    MUSPI_GIBarrierEnterAndWait(&barrier);

    MUHWI_Descriptor_t descriptor;
    MUSPI_CollectiveDirectPutDescriptorInfo_t add = {0};
    add.Base.Payload_Address = physical + offsetof(struct memory, mine);
    add.Base.Message_Length = sizeof memory.mine;
    add.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CUSER;
    add.Collective.Op_Code = MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD;
    add.Collective.Word_Length = sizeof(double);
    add.Collective.Class_Route = 0;
    add.Collective.Misc =
        MUHWI_COLLECTIVE_TYPE_ALLREDUCE | MUHWI_PACKET_VIRTUAL_CHANNEL_USER_SUB_COMM;
    add.DirectPut.Rec_Payload_Offset = offsetof(struct memory, sum);
    add.DirectPut.Rec_Counter_Offset = MUSPI_GetAtomicOffsetFromBaseAddress(
        &table, 0, physical + offsetof(struct memory, counter), MUHWI_ATOMIC_OPCODE_STORE_ADD);
    MUSPI_CreateCollectiveDirectPutDescriptor(&descriptor, &add);
    MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &fifos), &descriptor);

    while (in64(&memory.counter) != 0)
        ;
    printf("rank %u: %.1f %.1f\n", Kernel_GetRank(), memory.sum[0], memory.sum[1]);
}
