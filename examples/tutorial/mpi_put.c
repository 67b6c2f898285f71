/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI and SPI: each rank puts a row to the next node in A+ a hundred times, without MPI. */
#include <hwi/include/bqc/A2_inlines.h>
#include <mpi.h>
#include <mpix.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <stdio.h>

enum { CELLS = 8192, PUTS = 100 };
static struct memory {
    MUHWI_Descriptor_t fifo[16]; /* slots of the injection FIFO */
    double row[CELLS], halo[CELLS];
    uint64_t counter;
} memory __attribute__((aligned(64)));

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPIX_Hardware_t hw;
    MPIX_Hardware(&hw);

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
    memory.row[CELLS - 1] = rank;
    MPI_Barrier(MPI_COMM_WORLD);

    MUHWI_Descriptor_t descriptor;
    MUSPI_Pt2PtDirectPutDescriptorInfo_t put = {0};
    put.Base.Payload_Address = physical + offsetof(struct memory, row);
    put.Base.Message_Length = sizeof memory.row;
    put.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    MUSPI_SetUpDestination(&put.Base.Dest, (hw.Coords[0] + 1) % hw.Size[0], hw.Coords[1],
                           hw.Coords[2], hw.Coords[3], hw.Coords[4]);
    put.DirectPut.Rec_Payload_Offset = offsetof(struct memory, halo);
    put.DirectPut.Rec_Counter_Offset = MUSPI_GetAtomicOffsetFromBaseAddress(
        &table, 0, physical + offsetof(struct memory, counter), MUHWI_ATOMIC_OPCODE_STORE_ADD);
    MUSPI_CreatePt2PtDirectPutDescriptor(&descriptor, &put);
    for (int i = 0; i < PUTS; i++)
        while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &fifos), &descriptor) == (uint64_t)-1)
            ;
    while (in64(&memory.counter) + PUTS * sizeof memory.row != 0)
        ;
    printf("rank %d: the row of rank %.0f has arrived\n", rank, memory.halo[CELLS - 1]);
    MPI_Finalize();
}
