/* SPDX-License-Identifier: BSD-3-Clause */
/* packets: four threads of a process, each with an injection FIFO and a reception FIFO. */
#include <pthread.h>
#include <stdio.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/mu/Descriptor_inlines.h>
#include <spi/include/mu/GIBarrier.h>

enum { THREADS = 4, PACKETS = 1000 };

static struct memory {
    MUHWI_Descriptor_t out[THREADS][16];
    char in[THREADS][8192];
    uint64_t number[PACKETS];
} memory __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t out;
static MUSPI_RecFifoSubGroup_t in;
static MUSPI_Pt2PtMemoryFIFODescriptorInfo_t message;
static uint64_t received[THREADS], sum[THREADS];

static int arrived(void *thread, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    int me = *(int *)thread;
    received[me] += bytes > sizeof *header;
    sum[me] += *(uint64_t *)(header + 1);
    return 0;
}

static void *run(void *thread)
{
    int me = *(int *)thread;
    MUHWI_Descriptor_t descriptor;
    MUSPI_Pt2PtMemoryFIFODescriptorInfo_t to_peer = message;
    to_peer.MemFIFO.Rec_FIFO_Id = me;
    to_peer.MemFIFO.SoftwareBytes[0] = me;
    for (int i = 0; i < PACKETS; i++) {
        MUSPI_CreatePt2PtMemoryFIFODescriptor(&descriptor, &to_peer);
        while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(me, &out), &descriptor) == (uint64_t)-1)
            MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(me, &in), 100);
        to_peer.Base.Payload_Address += sizeof memory.number[0];
    }
    while (received[me] < PACKETS)
        MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(me, &in), 100);
    return NULL;
}

int main(void)
{
    Kernel_MemoryRegion_t region;
    Kernel_CreateMemoryRegion(&region, &memory, sizeof memory);
    uint64_t start = (uint64_t)&memory - (uint64_t)region.BaseVa;
    uint32_t id[THREADS] = {0, 1, 2, 3};
    Kernel_InjFifoAttributes_t normal[THREADS] = {{0, 0, 0}};
    Kernel_RecFifoAttributes_t user[THREADS] = {{0}};
    Kernel_AllocateInjFifos(0, &out, THREADS, id, normal);
    Kernel_AllocateRecFifos(0, &in, THREADS, id, user);
    int thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
        thread[i] = i;
        Kernel_InjFifoInit(&out, i, &region, start + offsetof(struct memory, out[i]),
                           sizeof memory.out[i] - 1);
        Kernel_RecFifoInit(&in, i, &region, start + offsetof(struct memory, in[i]),
                           sizeof memory.in[i] - 1);
        MUSPI_RegisterReceiveFunction(arrived, &thread[i]);
    }
    Kernel_InjFifoActivate(&out, THREADS, id, KERNEL_INJ_FIFO_ACTIVATE);
    Kernel_RecFifoEnable(0, 0xf000);
    for (int i = 0; i < PACKETS; i++)
        memory.number[i] = i + 1;
    MUSPI_GIBarrier_t barrier;
    MUSPI_GIBarrierInit(&barrier, 0);
    MUSPI_GIBarrierEnterAndWait(&barrier);

    Personality_t p;
    Kernel_GetPersonality(&p, sizeof p);
    Personality_Networks_t *n = &p.Network_Config;
    message.Base.Payload_Address =
        (uint64_t)region.BasePa + start + offsetof(struct memory, number[0]);
    message.Base.Message_Length = sizeof memory.number[0];
    message.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    MUSPI_SetUpDestination(&message.Base.Dest, (n->Acoord + 1) % n->Anodes, n->Bcoord, n->Ccoord,
                           n->Dcoord, n->Ecoord);
    message.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    pthread_t handle[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&handle[i], NULL, run, &thread[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(handle[i], NULL);
        printf("rank %u, thread %d: %lu packets, sum %lu\n", Kernel_GetRank(), i, received[i],
               sum[i]);
    }
    return 0;
}
