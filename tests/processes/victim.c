/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A job with an incident in one rank: victim EVENT RANK. Events:
 *     start, transfer, barrier, end: the rank kills itself at this point
 *     leave     the rank ends normally; all other ranks continue among themselves
 *     farewell  as leave; then rank 0 sends a message to the rank, which is delivered
 *     full      the rank ends while messages wait for space in its reception FIFO; these are dropped
 *     wait      the rank sleeps for 2 s, its peers wait at a barrier; each prints its share of busy time
 *     exit      the rank exits with status 1, with messages that wait for space, its peers wait at a barrier
 *     other     the rank exits with status 7; all other ranks continue among themselves
 *     kill      the rank dies by SIGKILL; all other ranks continue among themselves
 *     fault     as kill, by SIGSEGV
 *     break     as kill, by exit(1)
 *     two       as kill; the rank after the next dies, too
 *     await     the rank dies by SIGKILL, its peers wait at a barrier
 *     refuse    the rank sends what the next rank's Message Unit rejects, its peers wait at a barrier
 *     mistake   the rank prints, then sends what its own Message Unit rejects, its peers wait at a barrier
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <hwi/include/bqc/MU_Descriptor.h>
#include <spi/include/kernel/MU.h>
#include <spi/include/kernel/gi.h>
#include <spi/include/kernel/location.h>
#include <spi/include/kernel/memory.h>
#include <spi/include/kernel/process.h>
#include <spi/include/mu/Addressing_inlines.h>
#include <spi/include/mu/Descriptor.h>
#include <spi/include/mu/GIBarrier.h>
#include <spi/include/mu/InjFifo.h>
#include <spi/include/mu/Descriptor_inlines.h>

#define BYTES (1u << 20)

static char fifo_memory[4096] __attribute__((aligned(64)));
static char reception_memory[4096] __attribute__((aligned(64)));
static char from[BYTES], to[BYTES];
static volatile uint64_t counter __attribute__((aligned(8)));
static MUSPI_InjFifoSubGroup_t group;
static MUSPI_BaseAddressTableSubGroup_t bat;
static MUSPI_GIBarrier_t barrier;

static uint64_t pa(const volatile void *va, size_t bytes)
{
    Kernel_MemoryRegion_t region;
    if (Kernel_CreateMemoryRegion(&region, (void *)(uintptr_t)va, bytes) != 0)
        exit(1);
    return (uint64_t)region.BasePa + ((uint64_t)(uintptr_t)va - (uint64_t)region.BaseVa);
}

static void open_rank(void)
{
    uint32_t id = 0, subgroup = Kernel_MyTcoord() * 64 / Kernel_ProcessCount(), entries[2] = {0, 1};
    Kernel_InjFifoAttributes_t attributes = {.RemoteGet = 0};
    Kernel_MemoryRegion_t region;
    if (Kernel_AllocateInjFifos(subgroup, &group, 1, &id, &attributes) != 0 ||
        Kernel_CreateMemoryRegion(&region, fifo_memory, sizeof fifo_memory) != 0 ||
        Kernel_InjFifoInit(&group, 0, &region, (uint64_t)fifo_memory - (uint64_t)region.BaseVa,
                           sizeof fifo_memory - 1) != 0 ||
        Kernel_InjFifoActivate(&group, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) != 0 ||
        Kernel_AllocateBaseAddressTable(subgroup, &bat, 2, entries, 0) != 0)
        exit(1);
    MUSPI_SetBaseAddress(&bat, 0, pa(to, sizeof to));
    MUSPI_SetBaseAddress(&bat, 1, MUSPI_GetAtomicAddress(pa(&counter, 8), MUHWI_ATOMIC_OPCODE_STORE_ADD));
    MUSPI_GIBarrierInit(&barrier, 0);
}

static void send_at(uint64_t address, uint32_t a, uint16_t entry)
{
    MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
    MUHWI_Descriptor_t d;
    memset(&info, 0, sizeof info);
    MUSPI_SetUpDestination(&info.Base.Dest, (uint8_t)a, 0, 0, 0, 0);
    info.Base.Payload_Address = address;
    info.Base.Message_Length = BYTES;
    info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    info.DirectPut.Rec_Payload_Base_Address_Id = entry;
    info.DirectPut.Rec_Counter_Base_Address_Id = 1;
    MUSPI_CreatePt2PtDirectPutDescriptor(&d, &info);
    while (MUSPI_InjFifoInject(&group._injfifos[0], &d) == (uint64_t)-1)
        ;
}

static void send_to(uint32_t a, uint16_t entry)
{
    send_at(pa(from, sizeof from), a, entry);
}

static void send(uint32_t a)
{
    send_to(a, 0);
}

/* Until all messages of the FIFO are complete. */
static void await_sent(void)
{
    MUSPI_Fifo_t *fifo = &group._injfifos[0]._fifo;
    while (MUSPI_getHwHead(fifo) != MUSPI_getHwTail(fifo))
        ;
}

/* A reception FIFO without polling. */
static void open_reception(void)
{
    MUSPI_RecFifoSubGroup_t reception;
    Kernel_RecFifoAttributes_t attributes = {.System = 0};
    Kernel_MemoryRegion_t region;
    uint32_t id = 0;
    if (Kernel_AllocateRecFifos(0, &reception, 1, &id, &attributes) != 0 ||
        Kernel_CreateMemoryRegion(&region, reception_memory, sizeof reception_memory) != 0 ||
        Kernel_RecFifoInit(&reception, 0, &region, (uint64_t)reception_memory - (uint64_t)region.BaseVa,
                           sizeof reception_memory - 1) != 0 ||
        Kernel_RecFifoEnable(0, 1 << 15) != 0)
        exit(1);
}

/* More packets than fit into the FIFO. */
static void overflow(uint32_t a)
{
    MUSPI_Pt2PtMemoryFIFODescriptorInfo_t info;
    MUHWI_Descriptor_t d;
    memset(&info, 0, sizeof info);
    MUSPI_SetUpDestination(&info.Base.Dest, (uint8_t)a, 0, 0, 0, 0);
    info.Base.Payload_Address = pa(from, sizeof from);
    info.Base.Message_Length = 2 * sizeof reception_memory;
    info.Base.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP;
    info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    MUSPI_CreatePt2PtMemoryFIFODescriptor(&d, &info);
    MUSPI_InjFifoInject(&group._injfifos[0], &d);
}

/* Messages round the ring of all ranks, forever or until the counter has @p messages. */
static void transfer(uint32_t peer, uint64_t messages)
{
    uint64_t got = 0;
    for (uint64_t sent = 0; messages == 0 || sent < messages; sent++)
        send(peer);
    while (got < messages)
        got = -counter / BYTES;
}

static void die_at(const char *event, const char *wanted, int is_victim)
{
    if (is_victim && strcmp(event, wanted) == 0)
        raise(SIGKILL);
}

static uint32_t next_of(uint32_t rank, uint32_t ranks, uint32_t dead)
{
    do
        rank = (rank + 1) % ranks;
    while (dead >> rank & 1);
    return rank;
}

/* Rank @p victim has ended with a status, or is about to. */
static int live_on(uint32_t rank, uint32_t ranks, uint32_t victim, int farewell, int status)
{
    if (rank == victim)
        return status;
    sleep(1);
    transfer(next_of(rank, ranks, 1u << victim), 20);
    if (farewell && rank == 0) {
        send(victim);
        await_sent();
    }
    return 0;
}

static int fault(void)
{
#ifdef SANITIZED /* a sanitizer would exit instead */
    signal(SIGSEGV, SIG_DFL);
    return raise(SIGSEGV);
#else
    static int *volatile nowhere;
    return *nowhere = 1;
#endif
}

/* The ranks of the mask @p dead die, all other ranks continue. */
static int survive(const char *event, uint32_t rank, uint32_t ranks, uint32_t dead)
{
    if ((dead >> rank & 1) == 0) {
        uint32_t next = next_of(rank, ranks, dead);
        transfer(next, 20);
        sleep(1); /* ranks die before or during this time */
        for (int i = 0; i < 20; i++)
            send(next);
        while (-counter / BYTES < 40)
            ;
        printf("rank %u has %u messages\n", rank, (unsigned)(-counter / BYTES));
        return 0;
    }
    if (strcmp(event, "fault") == 0)
        fault();
    else if (strcmp(event, "break") == 0)
        exit(1);
    return raise(SIGKILL);
}

static double busy(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

int main(int argc, char **argv)
{
    if (argc != 3)
        return 2;
    const char *event = argv[1];
    uint32_t rank = Kernel_GetRank(), victim = (uint32_t)atoi(argv[2]), ranks = 4;
    int is_victim = rank == victim;
    die_at(event, "start", is_victim);
    open_rank();
    MUSPI_GIBarrierEnterAndWait(&barrier);
    if (strcmp(event, "leave") == 0 || strcmp(event, "farewell") == 0)
        return live_on(rank, ranks, victim, strcmp(event, "farewell") == 0, 0);
    if (strcmp(event, "other") == 0)
        return live_on(rank, ranks, victim, 0, 7);
    if (strcmp(event, "kill") == 0 || strcmp(event, "fault") == 0 || strcmp(event, "break") == 0)
        return survive(event, rank, ranks, 1u << victim);
    if (strcmp(event, "two") == 0)
        return survive(event, rank, ranks, 1u << victim | 1u << (victim + 2) % ranks);
    if (strcmp(event, "await") == 0) {
        if (is_victim)
            raise(SIGKILL);
        MUSPI_GIBarrierEnterAndWait(&barrier);
    }
    if (strcmp(event, "exit") == 0) {
        if (rank == (victim + 1) % ranks)
            open_reception();
        MUSPI_GIBarrierEnterAndWait(&barrier);
        if (is_victim) {
            overflow((victim + 1) % ranks);
            puts("the last words");
            exit(1);
        }
        MUSPI_GIBarrierEnterAndWait(&barrier);
        return 0;
    }
    if (strcmp(event, "full") == 0) {
        if (is_victim)
            open_reception();
        MUSPI_GIBarrierEnterAndWait(&barrier);
        if (rank == 0)
            overflow(victim);
        sleep(is_victim);
        if (rank == 0)
            await_sent();
        return 0;
    }
    if (strcmp(event, "transfer") == 0) {
        transfer((rank + 1) % ranks, 20);
        MUSPI_GIBarrierEnterAndWait(&barrier);
        if (rank == 0) {
            puts("ready"); /* all ranks have messages of their neighbours */
            fflush(stdout);
        }
        if (is_victim)
            alarm(1); /* kills */
        transfer((rank + 1) % ranks, 0);
    }
    if (strcmp(event, "endless") == 0) { /* until the job is ended */
        puts("ready");
        fflush(stdout);
        if (rank != 0)
            MUSPI_GIBarrierEnterAndWait(&barrier);
        for (;;)
            pause();
    }
    if (strcmp(event, "refuse") == 0) {
        if (is_victim)
            send_to((victim + 1) % ranks, 7);
        else
            MUSPI_GIBarrierEnterAndWait(&barrier);
        sleep(20);
        return 0;
    }
    if (strcmp(event, "mistake") == 0) {
        if (is_victim) {
            puts("the last words");
            send_at(UINT64_C(0x7ffffff00), (victim + 1) % ranks, 0); /* in no window */
        } else {
            MUSPI_GIBarrierEnterAndWait(&barrier);
        }
        sleep(20);
        return 0;
    }
    if (strcmp(event, "wait") == 0) {
        double before = busy();
        if (is_victim)
            sleep(2);
        MUSPI_GIBarrierEnterAndWait(&barrier);
        printf("busy %d\n", (int)((busy() - before) * 1000));
        return 0;
    }
    transfer((rank + 1) % ranks, 20);
    die_at(event, "barrier", is_victim);
    MUSPI_GIBarrierEnterAndWait(&barrier);
    die_at(event, "end", is_victim);
    sleep(is_victim ? 0 : 20);
    return 0;
}
