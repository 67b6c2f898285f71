/* SPDX-License-Identifier: BSD-3-Clause */
/* node: the two processes of a node put a text into the memory of each other. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/l2/barrier.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>

static struct memory {
    MUHWI_Descriptor_t fifo[8];
    char source[100], target[100];
    uint64_t counter;
} memory __attribute__((aligned(64)));

int main(void)
{
    uint32_t subgroup = 32 * Kernel_MyTcoord(), peer = 32 - subgroup, zero = 0;
    int file = shm_open("/barrier", O_CREAT | O_RDWR, 0600);
    L2_Barrier_t *barrier = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (ftruncate(file, 4096) != 0 || barrier == MAP_FAILED)
        return 1;
    Kernel_L2AtomicsAllocate(barrier, sizeof *barrier);

    Kernel_MemoryRegion_t region;
    Kernel_CreateMemoryRegion(&region, &memory, sizeof memory);
    uint64_t start = (uint64_t)&memory - (uint64_t)region.BaseVa;
    uint64_t physical = (uint64_t)region.BasePa + start;
    MUSPI_InjFifoSubGroup_t fifos;
    Kernel_InjFifoAttributes_t attributes = {0, 0, 0};
    Kernel_AllocateInjFifos(subgroup, &fifos, 1, &zero, &attributes);
    Kernel_InjFifoInit(&fifos, 0, &region, start, sizeof memory.fifo - 1);
    Kernel_InjFifoActivate(&fifos, 1, &zero, KERNEL_INJ_FIFO_ACTIVATE);
    MUSPI_BaseAddressTableSubGroup_t table;
    Kernel_AllocateBaseAddressTable(subgroup, &table, 1, &zero, 0);
    MUSPI_SetBaseAddress(&table, 0, physical);
    snprintf(memory.source, sizeof memory.source, "greetings from rank %u", Kernel_GetRank());
    memory.counter = sizeof memory.source;
    L2_Barrier(barrier, 2);

    MUHWI_Descriptor_t descriptor;
    MUSPI_Pt2PtDirectPutDescriptorInfo_t put = {0};
    put.Base.Payload_Address = physical + offsetof(struct memory, source);
    put.Base.Message_Length = sizeof memory.source;
    put.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0;
    put.DirectPut.Rec_Payload_Base_Address_Id = peer * 8;
    put.DirectPut.Rec_Payload_Offset = offsetof(struct memory, target);
    put.DirectPut.Rec_Counter_Base_Address_Id = peer * 8;
    put.DirectPut.Rec_Counter_Offset = MUSPI_GetAtomicOffsetFromBaseAddress(
        &table, 0, physical + offsetof(struct memory, counter), MUHWI_ATOMIC_OPCODE_STORE_ADD);
    MUSPI_CreatePt2PtDirectPutDescriptor(&descriptor, &put);
    MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &fifos), &descriptor);
    while (in64(&memory.counter) != 0)
        ;
    printf("rank %u: %s\n", Kernel_GetRank(), memory.target);
}
