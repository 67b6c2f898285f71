/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernel services on a booted partition, and their effect on the emulated Message Unit. */
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emuq/partition.h"
#include "emuq_test.h"
#include "spi/include/kernel/MU.h"
#include "spi/include/kernel/collective.h"
#include "spi/include/kernel/gi.h"
#include "spi/include/kernel/location.h"
#include "spi/include/kernel/process.h"
#include "spi/include/kernel/thread.h"
#include "spi/include/mu/Descriptor_inlines.h"
#include "spi/include/mu/GI.h"
#include "spi/include/mu/GIBarrier.h"

#define BARRIER_TIMEOUT UINT64_C(100000000000) /* about a minute */

/** Runs a function on every rank. @return 0, or the line of a failure */
static void run(const emuq_job_t *job, emuq_main_t function)
{
    CU_ASSERT_EQUAL(emuq_run_threads(job, function, 0, NULL), 0);
}

/** Ends a rank with the low bits of the line, never 0. */
#define EXPECT(condition)                                                                                    \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: rank %u: %s\n", __FILE__, __LINE__, Kernel_GetRank(), #condition);       \
            return 1;                                                                                        \
        }                                                                                                    \
    } while (0)

static int barrier(void)
{
    MUSPI_GIBarrier_t b;
    MUSPI_GIBarrierInit(&b, 0);
    return MUSPI_GIBarrierEnterAndWaitWithTimeout(&b, BARRIER_TIMEOUT);
}

static int what_a_rank_finds(int argc, char **argv)
{
    uint32_t n, ids[16];
    (void)argc, (void)argv;
    for (uint32_t sg = 0; sg < 68; sg++) {
        EXPECT(Kernel_QueryInjFifos(sg, &n, ids) == 0 && n == (sg < 66 ? 8 : 7));
        EXPECT(Kernel_QueryRecFifos(sg, &n, ids) == 0 && n == (sg < 66 ? 4 : 3));
        EXPECT(Kernel_QueryBaseAddressTable(sg, &n, ids) == 0 && n == (sg < 66 ? 8 : 0));
    }
    EXPECT(Kernel_QueryCollectiveClassRoutes(&n, ids, sizeof(ids)) == 0 && n == 13 && ids[0] == 1);
    EXPECT(Kernel_QueryGlobalInterruptClassRoutes(&n, ids, sizeof(ids)) == 0 && n == 13 && ids[0] == 1);
    for (int i = 0; i < 20; i++)
        EXPECT(barrier() == 0);
    return 0;
}

static void all_nodes(void)
{
    static const emuq_job_t job = {.shape = {2, 2, 2, 2, 2}};
    run(&job, what_a_rank_finds);
}

static void nodes_without_ranks(void)
{
    static const emuq_job_t job = {.shape = {2, 2, 2, 2, 2}, .np = 11};
    run(&job, what_a_rank_finds);
}

/** Resources for messages from a rank to itself. */
typedef struct loop {
    MUSPI_InjFifoSubGroup_t inj;
    MUSPI_RecFifoSubGroup_t rec;
    char *memory; /**< 4 KiB for the injection FIFO, then 64 KiB for the reception FIFO */
    uint32_t sg;
} loop_t;

static int set_up(loop_t *l, uint32_t sg)
{
    uint32_t id = 0;
    Kernel_InjFifoAttributes_t inj_attributes;
    Kernel_RecFifoAttributes_t rec_attributes;
    Kernel_RecFifoInterrupts_t on = {0, 1};
    Kernel_MemoryRegion_t region;
    memset(&inj_attributes, 0, sizeof(inj_attributes));
    memset(&rec_attributes, 0, sizeof(rec_attributes));
    l->sg = sg;
    EXPECT(posix_memalign((void **)&l->memory, 4096, 4096 + 65536) == 0);
    EXPECT(Kernel_CreateMemoryRegion(&region, l->memory, 4096 + 65536) == 0);
    uint64_t offset = (uint64_t)(l->memory - (char *)region.BaseVa);
    EXPECT(Kernel_AllocateInjFifos(sg, &l->inj, 1, &id, &inj_attributes) == 0);
    EXPECT(Kernel_AllocateRecFifos(sg, &l->rec, 1, &id, &rec_attributes) == 0);
    EXPECT(Kernel_InjFifoInit(&l->inj, 0, &region, offset, 4096 - 1) == 0);
    EXPECT(l->inj._injfifos[0].freeSpace == 63);
    EXPECT(Kernel_RecFifoInit(&l->rec, 0, &region, offset + 4096, 65536 - 1) == 0);
    EXPECT(Kernel_ConfigureRecFifoInterrupts(&l->rec, 1, &id, &on) == 0);
    EXPECT(Kernel_RecFifoEnable(sg / 4, UINT64_C(1) << (15 - sg % 4 * 4)) == 0);
    EXPECT(Kernel_InjFifoActivate(&l->inj, 1, &id, KERNEL_INJ_FIFO_ACTIVATE) == 0);
    return 0;
}

static int tear_down(loop_t *l)
{
    uint32_t id = 0;
    EXPECT(Kernel_InjFifoActivate(&l->inj, 1, &id, KERNEL_INJ_FIFO_DEACTIVATE) == 0);
    EXPECT(Kernel_DeallocateInjFifos(&l->inj, 1, &id) == 0);
    EXPECT(Kernel_DeallocateRecFifos(&l->rec, 1, &id) == 0);
    free(l->memory);
    return 0;
}

/** Sends an empty memory-FIFO message to the caller. */
static void send(loop_t *l, bool interrupt)
{
    MUHWI_Descriptor_t d;
    Personality_t me;
    MUHWI_Destination_t to;
    Kernel_GetPersonality(&me, sizeof(me));
    const Personality_Networks_t *net = &me.Network_Config;
    memset(&d, 0, sizeof(d));
    memset(&to, 0, sizeof(to));
    to.Destination.A_Destination = net->Acoord;
    to.Destination.B_Destination = net->Bcoord;
    to.Destination.C_Destination = net->Ccoord;
    to.Destination.D_Destination = net->Dcoord;
    to.Destination.E_Destination = net->Ecoord;
    d.Torus_FIFO_Map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0;
    d.Half_Word1.Interrupt = interrupt;
    d.PacketHeader.NetworkHeader.pt2pt.Data_Packet_Type = MUHWI_PT2PT_DATA_PACKET_TYPE;
    d.PacketHeader.NetworkHeader.pt2pt.Byte3.Byte3 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC;
    d.PacketHeader.NetworkHeader.pt2pt.Byte8.Byte8 = MUHWI_PACKET_TYPE_FIFO;
    d.PacketHeader.NetworkHeader.pt2pt.Byte8.Size = 16;
    d.PacketHeader.NetworkHeader.pt2pt.Destination = to;
    d.PacketHeader.messageUnitHeader.Packet_Types.Memory_FIFO.Rec_FIFO_Id = (uint16_t)(l->sg * 4 & 0x1ff);
    MUSPI_InjFifoInject(&l->inj._injfifos[0], &d);
}

static int arrival_on_an_eventfd(int argc, char **argv)
{
    (void)argc, (void)argv;
    uint32_t sg = 32 * Kernel_MyTcoord() + 5;
    loop_t loop;
    EXPECT(set_up(&loop, sg) == 0);
    struct pollfd fd = {emuq_interrupt_fd(sg), POLLIN, 0};
    EXPECT(fd.fd >= 0);
    send(&loop, false);
    EXPECT(poll(&fd, 1, 20) == 0);
    send(&loop, true);
    EXPECT(poll(&fd, 1, 10000) == 1);
    /* The status stays until cleared. */
    uint64_t bit = UINT64_C(1) << (15 - sg % 4 * 4);
    EXPECT((loop.rec.groupStatus->interruptStatus & bit) != 0);
    MUSPI_ClearInterrupts(&loop.rec, bit);
    EXPECT((loop.rec.groupStatus->interruptStatus & bit) == 0);
    EXPECT(tear_down(&loop) == 0);
    return 0;
}

static void eventfds(void)
{
    static const emuq_job_t job = {.shape = {2, 1, 1, 1, 1}, .ppn = 2};
    run(&job, arrival_on_an_eventfd);
}

/** State shared by a communication thread and its rank. */
typedef struct rank {
    loop_t loop;
    unsigned ready, arrivals;
} rank_t;

static void on_arrival(uint64_t address, uint64_t bit, uint64_t unused1, uint64_t unused2)
{
    rank_t *rank = (rank_t *)(uintptr_t)address;
    (void)unused1, (void)unused2;
    MUSPI_ClearInterrupts(&rank->loop.rec, bit);
    __atomic_fetch_add(&rank->arrivals, 1, __ATOMIC_ACQ_REL);
    Kernel_CommThreadPoof();
}

static void *comm_thread(void *argument)
{
    rank_t *rank = argument;
    if (set_up(&rank->loop, Kernel_ProcessorCoreID() * 4 + 1) != 0)
        return NULL;
    Kernel_CommThreadInstallHandler(KERNEL_COMM_INT1, on_arrival, (uintptr_t)rank, UINT64_C(1) << (15 - 4), 0,
                                    0);
    __atomic_store_n(&rank->ready, 1, __ATOMIC_RELEASE);
    Kernel_CommThreadPoof();
    return NULL;
}

static int arrivals_for_a_thread(int argc, char **argv)
{
    static rank_t ranks[2];
    rank_t *rank = &ranks[Kernel_GetRank()];
    pthread_t thread;
    (void)argc, (void)argv;
    memset(rank, 0, sizeof(*rank));
    EXPECT(pthread_create(&thread, NULL, comm_thread, rank) == 0);
    pthread_detach(thread);
    for (int i = 0; i < 10000 && __atomic_load_n(&rank->ready, __ATOMIC_ACQUIRE) == 0; i++)
        usleep(1000);
    EXPECT(__atomic_load_n(&rank->ready, __ATOMIC_ACQUIRE) == 1);
    for (unsigned sent = 1; sent <= 50; sent++) {
        send(&rank->loop, true);
        for (int i = 0; i < 10000 && __atomic_load_n(&rank->arrivals, __ATOMIC_ACQUIRE) < sent; i++)
            usleep(1000);
        EXPECT(__atomic_load_n(&rank->arrivals, __ATOMIC_ACQUIRE) == sent);
    }
    return tear_down(&rank->loop); /* the thread still waits, and ends with the rank */
}

static void communication_threads(void)
{
    static const emuq_job_t job = {.shape = {2, 1, 1, 1, 1}};
    run(&job, arrivals_for_a_thread);
}

/** The barrier in the form of a global-interrupt function. */
static int32_t wait_for_all(void *unused)
{
    (void)unused;
    return barrier();
}

/** A signal of a route that the ranks program as the job tree, known to all nodes. */
static int wire_on_an_eventfd(int argc, char **argv)
{
    Personality_t me;
    MUSPI_GI_t gi;
    (void)argc, (void)argv;
    Kernel_GetPersonality(&me, sizeof(me));
    const struct PrimordialClassRoute *tree = &me.Network_Config.PrimordialClassRoute;
    ClassRoute_t cr = {tree->GlobIntUpPortInputs, tree->GlobIntUpPortOutputs};
    EXPECT(Kernel_AllocateGlobalInterruptClassRoute(1, NULL) == 0);
    EXPECT(Kernel_SetGlobalInterruptClassRoute(1, &cr) == 0);
    EXPECT(barrier() == 0);
    EXPECT(MUSPI_GIInitMU(1, 2, wait_for_all, NULL, BARRIER_TIMEOUT) == 0);
    EXPECT(MUSPI_GIInit(&gi, 1, 2) == 0);
    EXPECT(Kernel_ConfigureGIInterrupts(1, 2, KERNEL_GI_INTERRUPT_FLAG_ENABLE) == 0);
    struct pollfd fd = {emuq_gi_interrupt_fd(1), POLLIN, 0};
    EXPECT(poll(&fd, 1, 0) == 0);
    EXPECT(barrier() == 0);
    if (Kernel_GetRank() == 3)
        MUSPI_GISend(&gi);
    EXPECT(poll(&fd, 1, 10000) == 1);
    EXPECT(MUSPI_GIPollForArrival(&gi) == 0);
    EXPECT(barrier() == 0);
    if (Kernel_GetRank() == 3)
        MUSPI_GISendClear(&gi);
    EXPECT(MUSPI_GIPollForClearWithTimeout(&gi, BARRIER_TIMEOUT) == 0);
    EXPECT(barrier() == 0);
    return 0;
}

static void global_interrupts(void)
{
    static const emuq_job_t job = {.shape = {2, 2, 1, 1, 2}};
    run(&job, wire_on_an_eventfd);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"all nodes", all_nodes},
        {"nodes without ranks", nodes_without_ranks},
        {"eventfds", eventfds},
        {"communication threads", communication_threads},
        {"global interrupts", global_interrupts},
        {NULL, NULL},
    };
    return emuq_test_main("booted partition", tests);
}
