/* SPDX-License-Identifier: BSD-3-Clause */
/* threads: four threads, each with two FIFOs, send packets to each other in a ring. */
#include <omp.h>
#include <stdio.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/mu/Descriptor_inlines.h>

enum { THREADS = 4, PACKETS = 1000 };
static struct memory {
    char out[1024], in[8192]; /* 16 slots of the injection FIFO; packets that have arrived */
    uint64_t word;
} __attribute__((aligned(64))) memory[THREADS];
static _Thread_local uint64_t sum;

static int on_packet(void *cookie, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    (void)cookie, (void)bytes;
    sum += *(uint64_t *)(header + 1);
    return 0;
}

int main(void)
{
    MUSPI_RegisterReceiveFunction(on_packet, NULL);
#pragma omp parallel num_threads(THREADS)
    {
        uint32_t me = omp_get_thread_num(), threads = omp_get_num_threads(), zero = 0;
        struct memory *my = &memory[me];
        Kernel_MemoryRegion_t region;
        Kernel_CreateMemoryRegion(&region, my, sizeof *my);
        uint64_t start = (uint64_t)my - (uint64_t)region.BaseVa;
        MUSPI_InjFifoSubGroup_t out;
        Kernel_InjFifoAttributes_t normal = {0, 0, 0};
        Kernel_AllocateInjFifos(me, &out, 1, &zero, &normal);
        Kernel_InjFifoInit(&out, 0, &region, start, sizeof my->out - 1);
        Kernel_InjFifoActivate(&out, 1, &zero, KERNEL_INJ_FIFO_ACTIVATE);
        MUSPI_RecFifoSubGroup_t in;
        Kernel_RecFifoAttributes_t user = {0};
        Kernel_AllocateRecFifos(me, &in, 1, &zero, &user);
        Kernel_RecFifoInit(&in, 0, &region, start + sizeof my->out, sizeof my->in - 1);
        Kernel_RecFifoEnable(0, 0x8000 >> 4 * me);
        my->word = me + 1;
#pragma omp barrier

        MUHWI_Descriptor_t descriptor;
        MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info = {0};
        info.Base.Payload_Address = (uint64_t)region.BasePa + start + offsetof(struct memory, word);
        info.Base.Message_Length = sizeof my->word;
        info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0;
        info.MemFIFO.Rec_FIFO_Id = 4 * ((me + 1) % threads);
        MUSPI_CreatePt2PtMemoryFIFODescriptor(&descriptor, &info);
        for (int i = 0; i < PACKETS; i++)
            while (MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &out), &descriptor) == (uint64_t)-1)
                MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &in), 100);
        uint64_t expected = PACKETS * ((me + threads - 1) % threads + 1);
        while (sum < expected)
            MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &in), 100);
        printf("thread %u: the sum is %lu\n", me, sum);
    }
}
