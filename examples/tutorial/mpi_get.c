/* SPDX-License-Identifier: BSD-3-Clause */
/* MPI and SPI: each of two nodes fetches a text from the other node by a remote get. */
#include <hwi/include/bqc/A2_inlines.h>
#include <mpi.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <stdio.h>

static struct memory {
    MUHWI_Descriptor_t fifo[8], gets[64], mine, theirs; /* slots of two FIFOs; puts of a text */
    char source[100], target[100];
    uint64_t counter;
} memory __attribute__((aligned(64)));

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(memory.source, sizeof memory.source, "the notes of rank %d", rank);
    Kernel_MemoryRegion_t region;
    Kernel_CreateMemoryRegion(&region, &memory, sizeof memory);
    uint64_t start = (uint64_t)&memory - (uint64_t)region.BaseVa;
    uint64_t physical = (uint64_t)region.BasePa + start;
    uint32_t id[2] = {0, 1};
    MUSPI_InjFifoSubGroup_t fifos;
    Kernel_InjFifoAttributes_t attributes[2] = {{.RemoteGet = 0}, {.RemoteGet = 1}};
    Kernel_AllocateInjFifos(0, &fifos, 2, id, attributes);
    Kernel_InjFifoInit(&fifos, 0, &region, start, sizeof memory.fifo - 1);
    Kernel_InjFifoInit(&fifos, 1, &region, start + sizeof memory.fifo, sizeof memory.gets - 1);
    Kernel_InjFifoActivate(&fifos, 2, id, KERNEL_INJ_FIFO_ACTIVATE);
    MUSPI_BaseAddressTableSubGroup_t table;
    Kernel_AllocateBaseAddressTable(0, &table, 1, id, 0);
    MUSPI_SetBaseAddress(&table, 0, physical);

    MUSPI_Pt2PtDirectPutDescriptorInfo_t put = {0};
    put.Base.Payload_Address = physical + offsetof(struct memory, source);
    put.Base.Message_Length = sizeof memory.source;
    put.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    MUSPI_SetUpDestination(&put.Base.Dest, 1 - rank, 0, 0, 0, 0);
    put.DirectPut.Rec_Payload_Offset = offsetof(struct memory, target);
    put.DirectPut.Rec_Counter_Offset = MUSPI_GetAtomicOffsetFromBaseAddress(
        &table, 0, physical + offsetof(struct memory, counter), MUHWI_ATOMIC_OPCODE_STORE_ADD);
    MUSPI_CreatePt2PtDirectPutDescriptor(&memory.mine, &put);
    MPI_Sendrecv(&memory.mine, 64, MPI_BYTE, 1 - rank, 0, &memory.theirs, 64, MPI_BYTE, 1 - rank, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MUHWI_Descriptor_t descriptor;
    MUSPI_Pt2PtRemoteGetDescriptorInfo_t get = {.Base = put.Base};
    get.Base.Payload_Address = physical + offsetof(struct memory, theirs);
    get.Base.Message_Length = sizeof memory.theirs;
    get.RemoteGet.Type = MUHWI_PACKET_TYPE_GET;
    get.RemoteGet.Rget_Inj_FIFO_Id = 1;
    MUSPI_CreatePt2PtRemoteGetDescriptor(&descriptor, &get);
    MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &fifos), &descriptor);
    while (in64(&memory.counter) + sizeof memory.target != 0)
        ;
    printf("rank %d: %s\n", rank, memory.target);
    MPI_Finalize();
}
