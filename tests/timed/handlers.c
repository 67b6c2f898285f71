/* SPDX-License-Identifier: BSD-3-Clause */
/* In modelled time a communication thread sleeps until a packet with its interrupt bit arrives, and a
 * rank accesses its private copy of static data by physical address. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include <hwi/include/bqc/A2_inlines.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/thread.h>
#include <spi/include/mu/Descriptor_inlines.h>

enum { MESSAGES = 3, BYTES = 700, PACKETS = 2 /* of a message */, MOST = 1 << 14, COOKIE = 42 };

static char injection_memory[MOST] __attribute__((aligned(64))), payload[BYTES];
static char reception_memory[MOST] __attribute__((aligned(64)));
static MUSPI_InjFifoSubGroup_t injection;
static MUSPI_RecFifoSubGroup_t reception;
static volatile uint32_t subgroup;                      /* of the communication thread; 0: not known */
static volatile uint64_t packets, calls, bad_arguments; /* written by the communication thread */

static void check(int rc, const char *what)
{
    if (rc == 0)
        return;
    printf("rank %u: %s: %d\n", Kernel_GetRank(), what, rc);
    exit(EXIT_FAILURE);
}

static Kernel_MemoryRegion_t region_of(void *memory, size_t bytes)
{
    Kernel_MemoryRegion_t r;
    check((int)Kernel_CreateMemoryRegion(&r, memory, bytes), "Kernel_CreateMemoryRegion");
    return r;
}

static uint64_t physical(void *memory)
{
    Kernel_MemoryRegion_t r = region_of(memory, 1);
    return (uint64_t)r.BasePa + ((uint64_t)memory - (uint64_t)r.BaseVa);
}

static int receive(void *argument, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    (void)argument, (void)header, (void)bytes;
    packets++;
    return 0;
}

static void handler(uint64_t cookie, uint64_t b, uint64_t c, uint64_t d)
{
    calls++;
    bad_arguments += cookie != COOKIE || b != 1 || c != 2 || d != 3;
    MUSPI_ClearInterrupts(&reception, UINT64_C(0xffff));
    while (MUSPI_RecFifoPoll(MUSPI_IdToRecFifo(0, &reception), 100) != 0)
        ;
    if (packets == MESSAGES * PACKETS)
        pthread_exit(NULL);
    Kernel_CommThreadPoof();
}

/* Polls the first reception FIFO of its core. */
static void *communicate(void *unused)
{
    uint32_t first = Kernel_ProcessorID() & ~3u, fifo = 0;
    Kernel_RecFifoAttributes_t attributes = {0};
    Kernel_RecFifoInterrupts_t interrupts = {.Packet_Arrival = 1};
    Kernel_MemoryRegion_t r = region_of(reception_memory, MOST);
    check(Kernel_AllocateRecFifos(first, &reception, 1, &fifo, &attributes), "Kernel_AllocateRecFifos");
    check(Kernel_RecFifoInit(&reception, 0, &r, (uint64_t)reception_memory - (uint64_t)r.BaseVa, MOST - 1),
          "Kernel_RecFifoInit");
    check(Kernel_ConfigureRecFifoInterrupts(&reception, 1, &fifo, &interrupts), "interrupts");
    check(Kernel_RecFifoEnable(first / 4, UINT64_C(1) << 15), "Kernel_RecFifoEnable");
    check(Kernel_CommThreadInstallHandler(KERNEL_COMM_INT0, handler, COOKIE, 1, 2, 3), "handler");
    subgroup = first;
    Kernel_CommThreadPoof();
    return unused;
}

static void open_injection(void)
{
    uint32_t fifo = 0;
    Kernel_InjFifoAttributes_t attributes = {0};
    Kernel_MemoryRegion_t r = region_of(injection_memory, MOST);
    check(Kernel_AllocateInjFifos(0, &injection, 1, &fifo, &attributes), "Kernel_AllocateInjFifos");
    check(Kernel_InjFifoInit(&injection, 0, &r, (uint64_t)injection_memory - (uint64_t)r.BaseVa, MOST - 1),
          "Kernel_InjFifoInit");
    check(Kernel_InjFifoActivate(&injection, 1, &fifo, KERNEL_INJ_FIFO_ACTIVATE), "activate");
}

/* To the communication thread of the same rank, through the loopback of the network. */
static void send_message(void)
{
    MUHWI_Descriptor_t d __attribute__((aligned(64)));
    MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info = {
        .Base = {.Payload_Address = physical(payload),
                 .Message_Length = BYTES,
                 .Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0},
        .Pt2Pt = {.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC},
        .MemFIFO = {.Rec_FIFO_Id = (uint16_t)(subgroup * BGQ_MU_NUM_REC_FIFOS_PER_SUBGROUP),
                    .Interrupt = MUHWI_DESCRIPTOR_INTERRUPT_ON_PACKET_ARRIVAL}};
    BG_CoordinateMapping_t map[2];
    uint64_t ranks;
    check((int)Kernel_RanksToCoords(sizeof map, map, &ranks), "Kernel_RanksToCoords");
    BG_CoordinateMapping_t me = map[Kernel_GetRank()];
    MUSPI_SetUpDestination(&info.Base.Dest, me.a, me.b, me.c, me.d, me.e);
    MUSPI_CreatePt2PtMemoryFIFODescriptor(&d, &info);
    check(MUSPI_InjFifoInject(MUSPI_IdToInjFifo(0, &injection), &d) == UINT64_MAX, "inject");
}

int main(void)
{
    pthread_t thread;
    void *back = NULL;
    uint64_t address = physical(payload);
    check((int)Kernel_Physical2Virtual((void *)(uintptr_t)address, &back), "Kernel_Physical2Virtual");
    check(back != payload, "the address comes back");
    MUSPI_RegisterReceiveFunction(receive, NULL);
    open_injection();
    check(pthread_create(&thread, NULL, communicate, NULL), "pthread_create");
    while (subgroup == 0)
        ;
    for (uint64_t i = 1; i <= MESSAGES; i++) {
        send_message();
        while (packets < i * PACKETS) /* polls memory only */
            ;
    }
    check(pthread_join(thread, NULL), "pthread_join");
    check(calls == 0 || bad_arguments != 0, "the handler");
    printf("rank %u: at %llu\n", Kernel_GetRank(), (unsigned long long)GetTimeBase());
    return EXIT_SUCCESS;
}
