/* SPDX-License-Identifier: BSD-3-Clause */
/* halo: every node exchanges faces with its neighbours in all ten directions. */
#include <stdio.h>
#include <stdlib.h>
#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/wu/wait.h>

#define WORDS  1024 /* of a face: 4096 bytes */
#define ROUNDS 10

static struct memory {
    MUHWI_Descriptor_t fifo[8][16];
    uint32_t send[10][WORDS], receive[10][WORDS];
    uint64_t counter[10][8]; /* a cache line each */
} memory __attribute__((aligned(64)));

int main(int argc, char **argv)
{
    int used = argc > 1 ? atoi(argv[1]) : 8; /* FIFOs */
    if (used < 1 || used > 8) {
        fprintf(stderr, "halo: %s FIFOs: expected 1 to 8\n", argv[1]);
        return 1;
    }

    Kernel_MemoryRegion_t region;
    Kernel_CreateMemoryRegion(&region, &memory, sizeof memory);
    uint64_t start = (uint64_t)&memory - (uint64_t)region.BaseVa;
    uint64_t physical = (uint64_t)region.BasePa + start;
    uint32_t id[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    MUSPI_InjFifoSubGroup_t fifos;
    Kernel_InjFifoAttributes_t attributes[8] = {{0, 0, 0}};
    Kernel_AllocateInjFifos(0, &fifos, 8, id, attributes);
    for (int i = 0; i < 8; i++)
        Kernel_InjFifoInit(&fifos, i, &region, start + i * sizeof memory.fifo[0],
                           sizeof memory.fifo[0] - 1);
    Kernel_InjFifoActivate(&fifos, 8, id, KERNEL_INJ_FIFO_ACTIVATE);
    MUSPI_BaseAddressTableSubGroup_t table;
    Kernel_AllocateBaseAddressTable(0, &table, 1, id, 0);
    MUSPI_SetBaseAddress(&table, 0, physical);

    Personality_t p;
    Kernel_GetPersonality(&p, sizeof p);
    Personality_Networks_t *n = &p.Network_Config;
    uint32_t size[5] = {n->Anodes, n->Bnodes, n->Cnodes, n->Dnodes, n->Enodes};
    MUHWI_Descriptor_t face[10];
    uint64_t counter[10]; /* physical addresses */
    for (int d = 0; d < 10; d++) {
        uint32_t to[5] = {n->Acoord, n->Bcoord, n->Ccoord, n->Dcoord, n->Ecoord};
        to[d / 2] = (to[d / 2] + (d % 2 == 0 ? size[d / 2] - 1 : 1)) % size[d / 2];
        uint32_t link = size[d / 2] > 1 ? MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM >> d
                                        : MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0 >> d % 2;
        counter[d] = physical + offsetof(struct memory, counter[d]);
        MUSPI_Pt2PtDirectPutDescriptorInfo_t put = {0};
        put.Base.Payload_Address = physical + offsetof(struct memory, send[d]);
        put.Base.Message_Length = sizeof memory.send[d];
        put.Base.Torus_FIFO_Map = link;
        MUSPI_SetUpDestination(&put.Base.Dest, to[0], to[1], to[2], to[3], to[4]);
        put.Pt2Pt.Hints_ABCD = link >> 8;
        put.Pt2Pt.Misc1 = link & 0xc0;
        put.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
        put.DirectPut.Rec_Payload_Offset = offsetof(struct memory, receive[d ^ 1]);
        put.DirectPut.Rec_Counter_Offset = MUSPI_GetAtomicOffsetFromBaseAddress(
            &table, 0, physical + offsetof(struct memory, counter[d ^ 1]),
            MUHWI_ATOMIC_OPCODE_STORE_ADD);
        MUSPI_CreatePt2PtDirectPutDescriptor(&face[d], &put);
        memory.send[d][0] = Kernel_GetRank();
    }

    MUSPI_GIBarrier_t barrier;
    MUSPI_GIBarrierInit(&barrier, 0);
    uint64_t bytes = 0, begin = GetTimeBase();
    for (int round = 0; round < ROUNDS; round++) {
        MUSPI_GIBarrierEnterAndWait(&barrier);
        for (int d = 0; d < 10; d++)
            MUSPI_InjFifoInject(MUSPI_IdToInjFifo(d % used, &fifos), &face[d]);
        bytes += sizeof memory.send[0];
        for (int d = 0; d < 10; d++)
            while (in64(memory.counter[d]) + bytes != 0) {
                WU_ArmWithAddress(counter[d], ~63ull);
                if (in64(memory.counter[d]) + bytes != 0)
                    ppc_wait();
            }
    }
    if (Kernel_GetRank() == 0)
        printf("%.3f us per round\n", (double)(GetTimeBase() - begin) / 1600 / ROUNDS);
    printf("rank %u has the faces of", Kernel_GetRank());
    for (int d = 0; d < 10; d++)
        printf(" %u%s", memory.receive[d][0], d < 9 ? "" : "\n");
    return 0;
}
