/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI and SPI: each rank puts a row to the next node in A+. MPI exchanges the addresses. */
#include <hwi/include/bqc/A2_inlines.h>
#include <mpi.h>
#include <mpix.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/InjFifo.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 8192, BYTES = CELLS * sizeof(double), PUTS = 100 };

typedef struct {
    MUHWI_Descriptor_t fifo[16]; /* slots of the injection FIFO */
    double row[CELLS], halo[CELLS];
    uint64_t counter;
} memory_t;

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPIX_Hardware_t hw;
    int rank, next, previous, to[6], from[6], nodes;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPIX_Hardware(&hw);
    nodes = (int)hw.Size[0];
    MPIX_Rank2torus(rank, to);
    MPIX_Rank2torus(rank, from);
    to[0] = (to[0] + 1) % nodes;
    from[0] = (from[0] + nodes - 1) % nodes;
    MPIX_Torus2rank(to, &next);
    MPIX_Torus2rank(from, &previous);

    uint32_t zero = 0;
    memory_t *memory = aligned_alloc(64, (sizeof *memory + 63) / 64 * 64);
    Kernel_MemoryRegion_t region;
    Kernel_CreateMemoryRegion(&region, memory, sizeof *memory);
    uint64_t start = (uint64_t)memory - (uint64_t)region.BaseVa;
    uint64_t physical = (uint64_t)region.BasePa + start, remote;
    MUSPI_InjFifoSubGroup_t fifos;
    Kernel_InjFifoAttributes_t attributes = {0, 0, 0};
    Kernel_AllocateInjFifos(0, &fifos, 1, &zero, &attributes);
    Kernel_InjFifoInit(&fifos, 0, &region, start, sizeof memory->fifo - 1);
    Kernel_InjFifoActivate(&fifos, 1, &zero, KERNEL_INJ_FIFO_ACTIVATE);
    MUSPI_BaseAddressTableSubGroup_t table;
    Kernel_AllocateBaseAddressTable(0, &table, 1, &zero, 0);
    MUSPI_SetBaseAddress(&table, 0, 0);

    memory->counter = PUTS * BYTES;
    memory->row[CELLS - 1] = rank;
    MPI_Comm world = MPI_COMM_WORLD;
    MPI_Sendrecv(&physical, 1, MPI_UINT64_T, previous, 0, &remote, 1, MPI_UINT64_T, next, 0, world,
                 MPI_STATUS_IGNORE);

    MUHWI_Descriptor_t descriptor;
    MUSPI_Pt2PtDirectPutDescriptorInfo_t put = {0};
    put.Base.Payload_Address = physical + offsetof(memory_t, row);
    put.Base.Message_Length = BYTES;
    put.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    MUSPI_SetUpDestination(&put.Base.Dest, to[0], to[1], to[2], to[3], to[4]);
    put.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    put.DirectPut.Rec_Payload_Offset = remote + offsetof(memory_t, halo);
    put.DirectPut.Rec_Counter_Offset =
        MUSPI_GetAtomicAddress(remote + offsetof(memory_t, counter), MUHWI_ATOMIC_OPCODE_STORE_ADD);
    MUSPI_CreatePt2PtDirectPutDescriptor(&descriptor, &put);
    for (int i = 0; i < PUTS; i++)
        while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &fifos), &descriptor) == (uint64_t)-1)
            ;
    while (in64(&memory->counter) != 0)
        ;
    printf("rank %d: the row of rank %.0f has arrived\n", rank, memory->halo[CELLS - 1]);
    MPI_Finalize();
    return 0;
}
