/* SPDX-License-Identifier: BSD-3-Clause */
#include "spi/setup/spi_setup.h"

#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIFO_BYTES            4096 /* 64 descriptors */
#define BARRIER_ENTRY         6    /* BAT entry of the barrier's window */
#define TURN_ENTRY            7    /* BAT entry allocated last */
#define APPLICATION_SUBGROUPS 64   /* subgroups of a node, divided evenly among the processes */
#define SPINS                 100  /* iterations of a waiting loop before yields */
#define YIELDS                20   /* yields before the first sleep */

void spi_fatal(const spi_process_t *p, const char *format, ...)
{
    char line[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "rank %u: %s\n", p->rank, line);
    abort();
}

void spi_pause(unsigned *turns)
{
    if (++*turns > SPINS)
        sched_yield();
}

/* ---- rank and coordinates ---- */

/* @return 0, or -1 if a process of a node is not a rank and cannot take part in messages. */
static int find_place(spi_process_t *p)
{
    BG_JobCoords_t job;
    if (Kernel_JobCoords(&job) != 0)
        spi_fatal(p, "Kernel_JobCoords failed");
    const uint32_t shape[SPI_DIMS] = {job.shape.a, job.shape.b, job.shape.c,
                                      job.shape.d, job.shape.e, Kernel_ProcessCount()};
    const uint32_t corner[SPI_TORUS_DIMS] = {job.corner.a, job.corner.b, job.corner.c, job.corner.d,
                                             job.corner.e};
    memcpy(p->extent, shape, sizeof shape);
    memcpy(p->corner, corner, sizeof corner);
    p->subgroups = APPLICATION_SUBGROUPS / shape[SPI_T];

    size_t slots = 1;
    for (int i = 0; i < SPI_DIMS; i++)
        slots *= shape[i];
    BG_CoordinateMapping_t *map = malloc(slots * sizeof *map);
    uint64_t ranks = 0;
    if (map == NULL || Kernel_RanksToCoords(slots * sizeof *map, map, &ranks) != 0 || p->rank >= ranks)
        spi_fatal(p, "cannot get the coordinates of the ranks");
    BG_CoordinateMapping_t me = map[p->rank];
    const uint32_t at[SPI_DIMS] = {me.a, me.b, me.c, me.d, me.e, me.t};
    memcpy(p->at, at, sizeof at);
    p->ranks = (uint32_t)ranks;
    free(map);
    return ranks == slots ? 0 : -1;
}

/* ---- mutual exclusion of allocations ---- */

/* Allocation calls need mutual exclusion between the processes of a node. Each process waits until its
 * predecessor has allocated entry TURN_ENTRY of its first subgroup, the last allocation of every process. The
 * query of allocated entries is node-wide. */

static void wait_for_turn(const spi_process_t *p)
{
    if (p->at[SPI_T] == 0)
        return;
    uint32_t predecessor = (p->at[SPI_T] - 1) * p->subgroups;
    unsigned turns = 0;
    for (;;) {
        uint32_t count, id[BGQ_MU_NUM_DATA_COUNTERS_PER_SUBGROUP];
        if (Kernel_QueryBaseAddressTable(predecessor, &count, id) != 0)
            spi_fatal(p, "cannot query the base address table of subgroup %u", predecessor);
        if (count == 0 || id[count - 1] != TURN_ENTRY) /* ids are in ascending order */
            return;
        spi_pause(&turns);
    }
}

static void pass_turn(spi_process_t *p)
{
    uint32_t id = TURN_ENTRY;
    if (Kernel_AllocateBaseAddressTable(p->at[SPI_T] * p->subgroups, &p->turn, 1, &id, 0) != 0)
        spi_fatal(p, "BAT entry %u is taken", id);
}

/* ---- resources ---- */

/* Address of @p memory for the Message Unit. The kernel returns the whole segment around @p memory. */
static uint64_t physical_address(const spi_process_t *p, void *memory, size_t bytes,
                                 Kernel_MemoryRegion_t *region)
{
    if (Kernel_CreateMemoryRegion(region, memory, bytes) != 0)
        spi_fatal(p, "no memory region for %zu bytes", bytes);
    return (uint64_t)region->BasePa + ((uint64_t)memory - (uint64_t)region->BaseVa);
}

/* Queries the free FIFOs, allocates them, sets their descriptor rings, and activates them. */
static void open_fifos(spi_process_t *p)
{
    uint32_t subgroup = p->at[SPI_T] * p->subgroups, available;
    if (Kernel_QueryInjFifos(subgroup, &available, p->fifo_id) != 0 || available < p->fifos)
        spi_fatal(p, "subgroup %u has no %u free injection FIFOs", subgroup, p->fifos);
    Kernel_InjFifoAttributes_t attributes[SPI_MAX_FIFOS];
    memset(attributes, 0, sizeof attributes); /* neither system, nor priority, nor for remote gets */
    if (Kernel_AllocateInjFifos(subgroup, &p->injection, p->fifos, p->fifo_id, attributes) != 0)
        spi_fatal(p, "cannot allocate %u injection FIFOs in subgroup %u", p->fifos, subgroup);

    Kernel_MemoryRegion_t region;
    if (posix_memalign(&p->fifo_memory, SPI_LINE, p->fifos * FIFO_BYTES) != 0)
        spi_fatal(p, "no memory for injection FIFOs");
    memset(p->fifo_memory, 0, p->fifos * FIFO_BYTES);
    physical_address(p, p->fifo_memory, p->fifos * FIFO_BYTES, &region);
    uint64_t offset = (uint64_t)p->fifo_memory - (uint64_t)region.BaseVa;
    for (uint32_t i = 0; i < p->fifos; i++)
        if (Kernel_InjFifoInit(&p->injection, p->fifo_id[i], &region, offset + i * FIFO_BYTES,
                               FIFO_BYTES - 1) != 0)
            spi_fatal(p, "cannot initialise injection FIFO %u", p->fifo_id[i]);
    if (Kernel_InjFifoActivate(&p->injection, p->fifos, p->fifo_id, KERNEL_INJ_FIFO_ACTIVATE) != 0)
        spi_fatal(p, "cannot activate the injection FIFOs");
}

/* Messages name BAT entries by number, so all processes use the same fixed numbers, without query. */
static void open_base_addresses(spi_process_t *p, uint32_t windows)
{
    uint32_t id[SPI_MAX_WINDOWS + 1];
    for (uint32_t i = 0; i < windows; i++)
        id[i] = i;
    id[windows] = BARRIER_ENTRY;
    if (Kernel_AllocateBaseAddressTable(p->at[SPI_T] * p->subgroups, &p->bat, windows + 1, id, 0) != 0)
        spi_fatal(p, "the first BAT entries of subgroup %u are taken", p->at[SPI_T] * p->subgroups);
}

void spi_window_open(spi_process_t *p, spi_window_t *w, uint32_t entry, size_t bytes)
{
    void *memory;
    Kernel_MemoryRegion_t region;
    if (posix_memalign(&memory, SPI_LINE, bytes) != 0)
        spi_fatal(p, "no memory for a window of %zu bytes", bytes);
    memset(memory, 0, bytes);
    w->memory = memory;
    w->bytes = bytes;
    w->entry = entry;
    w->physical = physical_address(p, memory, bytes, &region);
    if (MUSPI_SetBaseAddress(&p->bat, (uint8_t)entry, w->physical) != 0)
        spi_fatal(p, "cannot set BAT entry %u", entry);
}

void spi_window_close(spi_window_t *w)
{
    free(w->memory);
    w->memory = NULL;
}

/* ---- messages ---- */

/* The network FIFO for a message: named after the first link of the route, or a local FIFO. */
uint64_t spi_network_fifo(const spi_process_t *p, const uint32_t to[SPI_DIMS], int sign)
{
    static const uint64_t map[SPI_TORUS_DIMS][2] = {
        {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP},
        {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BM, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BP},
        {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CM, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP},
        {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DM, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DP},
        {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EM, MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP},
    };
    for (int d = 0; d < SPI_TORUS_DIMS; d++) {
        uint32_t n = p->extent[d], ahead = (to[d] + n - p->at[d]) % n;
        if (ahead != 0)
            return map[d][2 * ahead == n ? sign > 0 : 2 * ahead < n];
    }
    return MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_LOCAL0;
}

void spi_put_descriptor(const spi_process_t *p, MUHWI_Descriptor_t *d, const uint32_t to[SPI_DIMS], int sign,
                        const spi_window_t *w, const void *source, size_t bytes, const void *landing,
                        const uint64_t *counter)
{
    MUSPI_Pt2PtDirectPutDescriptorInfo_t info;
    memset(&info, 0, sizeof info);

    /* Payload and destination: coordinates in the block, not in the job. */
    info.Base.Pre_Fetch_Only = MUHWI_DESCRIPTOR_PRE_FETCH_ONLY_NO;
    info.Base.Payload_Address = w->physical + spi_payload_offset(w, source);
    info.Base.Message_Length = bytes;
    info.Base.Torus_FIFO_Map = spi_network_fifo(p, to, sign);
    MUSPI_SetUpDestination(&info.Base.Dest, p->corner[0] + to[0], p->corner[1] + to[1], p->corner[2] + to[2],
                           p->corner[3] + to[3], p->corner[4] + to[4]);

    /* The route: no hints (chosen by the Message Unit; not permitted for local messages), deterministic
     * routing. */
    info.Pt2Pt.Hints_ABCD = MUHWI_PACKET_HINT_A_NONE | MUHWI_PACKET_HINT_B_NONE | MUHWI_PACKET_HINT_C_NONE |
                            MUHWI_PACKET_HINT_D_NONE;
    info.Pt2Pt.Misc1 = MUHWI_PACKET_HINT_E_NONE | MUHWI_PACKET_DO_NOT_ROUTE_TO_IO_NODE |
                       MUHWI_PACKET_USE_DETERMINISTIC_ROUTING | MUHWI_PACKET_DO_NOT_DEPOSIT;
    info.Pt2Pt.Misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC | MUHWI_PACKET_ZONE_ROUTING_0;

    /* Location in the receiver's memory. */
    uint16_t id = spi_window_id(p, w, to[SPI_T]);
    info.DirectPut.Rec_Payload_Base_Address_Id = id;
    info.DirectPut.Rec_Payload_Offset = spi_payload_offset(w, landing);
    info.DirectPut.Rec_Counter_Base_Address_Id = id;
    info.DirectPut.Rec_Counter_Offset = spi_counter_offset(p, w, counter);
    info.DirectPut.Pacing = MUHWI_PACKET_DIRECT_PUT_IS_NOT_PACED;
    MUSPI_CreatePt2PtDirectPutDescriptor(d, &info);
}

uint64_t spi_inject(spi_process_t *p, uint32_t fifo, MUHWI_Descriptor_t *d)
{
    MUSPI_InjFifo_t *ring = MUSPI_IdToInjFifo((int)p->fifo_id[fifo], &p->injection);
    uint64_t number;
    unsigned turns = 0;
    while ((number = MUSPI_InjFifoInject(ring, d)) == (uint64_t)-1) /* full */
        spi_pause(&turns);
    return number;
}

void spi_wait_sent(spi_process_t *p, uint32_t fifo, uint64_t number)
{
    MUSPI_InjFifo_t *ring = MUSPI_IdToInjFifo((int)p->fifo_id[fifo], &p->injection);
    unsigned turns = 0;
    while (!MUSPI_CheckDescComplete(ring, number))
        spi_pause(&turns);
}

void spi_wait_counter(const spi_window_t *w, const uint64_t *counter, uint64_t bytes)
{
    /* The counter counts down from zero, modulo 2^64. After the spin phase the thread sleeps until the wakeup
     * unit detects a change of the counter's line. Arm first, check again, then wait: no change is lost. */
    uint64_t line = w->physical + spi_payload_offset(w, counter);
    for (unsigned turns = 0; in64((uint64_t *)counter) + bytes != 0;) {
        if (turns < SPINS + YIELDS) {
            spi_pause(&turns);
            continue;
        }
        WU_ArmWithAddress(line, ~(uint64_t)(SPI_LINE - 1));
        if (in64((uint64_t *)counter) + bytes != 0)
            ppc_wait();
    }
    _bgq_msync();
}

/* ---- barrier ---- */

/* The global-interrupt network connects nodes, not processes; only process 0 of a node uses the network. The
 * other processes of the node report their arrival to process 0 by messages, and process 0 releases these
 * by messages. */

typedef struct barrier_memory {
    /* Reception counter of process 0: counts arrivals of processes 1 and up. */
    uint64_t arrived __attribute__((aligned(SPI_LINE)));
    /* Reception counter of processes 1 and up: process 0 puts to it when all nodes have arrived. */
    uint64_t released __attribute__((aligned(SPI_LINE)));
    /* Target of signal-only messages */
    uint64_t landing[APPLICATION_SUBGROUPS] __attribute__((aligned(SPI_LINE)));
    uint64_t source __attribute__((aligned(SPI_LINE)));
} barrier_memory_t;

static void open_barrier(spi_process_t *p)
{
    uint32_t route;
    spi_window_open(p, &p->barrier_window, BARRIER_ENTRY, sizeof(barrier_memory_t));
    if (Kernel_GetGlobalBarrierUserClassRouteId(&route) != 0)
        spi_fatal(p, "no class route for the global barrier");
    if (p->at[SPI_T] == 0) /* the kernel has programmed the route: only the software structure is missing */
        MUSPI_GIBarrierInit(&p->gi, route);
}

/* Sends 8 bytes from this process to process t of the node. */
static void signal_process(spi_process_t *p, uint32_t t, uint64_t *counter)
{
    barrier_memory_t *m = (barrier_memory_t *)p->barrier_window.memory;
    MUHWI_Descriptor_t d;
    uint32_t to[SPI_DIMS];
    memcpy(to, p->at, sizeof to);
    to[SPI_T] = t;
    spi_put_descriptor(p, &d, to, 0, &p->barrier_window, &m->source, sizeof m->source,
                       &m->landing[p->at[SPI_T]], counter);
    spi_inject(p, 0, &d);
}

void spi_barrier(spi_process_t *p)
{
    barrier_memory_t *m = (barrier_memory_t *)p->barrier_window.memory;
    uint64_t rest = p->extent[SPI_T] - 1;
    p->barriers++;
    if (p->at[SPI_T] != 0) {
        signal_process(p, 0, &m->arrived);
        spi_wait_counter(&p->barrier_window, &m->released, p->barriers * sizeof m->source);
        return;
    }
    spi_wait_counter(&p->barrier_window, &m->arrived, p->barriers * rest * sizeof m->source);
    _bgq_msync(); /* the barrier itself orders no memory */
    MUSPI_GIBarrierEnterAndWait(&p->gi);
    _bgq_msync();
    for (uint32_t t = 1; t <= rest; t++)
        signal_process(p, t, &m->released);
}

/* ---- beginning and end ---- */

int spi_open(spi_process_t *p, uint32_t fifos, uint32_t windows)
{
    memset(p, 0, sizeof *p);
    p->rank = Kernel_GetRank();
    p->fifos = fifos;
    if (fifos < 1 || fifos > SPI_MAX_FIFOS || windows > SPI_MAX_WINDOWS)
        spi_fatal(p, "%u FIFOs and %u windows are more than a process always has", fifos, windows);
    if (find_place(p) != 0)
        return -1;
    wait_for_turn(p);
    open_fifos(p);
    open_base_addresses(p, windows);
    open_barrier(p); /* process 0 comes first: later processes can then signal process 0 */
    pass_turn(p);
    spi_barrier(p);
    return 0;
}

void spi_close(spi_process_t *p)
{
    spi_barrier(p);
    for (uint32_t i = 0; i < p->fifos; i++)
        spi_wait_sent(p, i, MUSPI_getNumInjected(MUSPI_IdToInjFifo((int)p->fifo_id[i], &p->injection)));
    Kernel_InjFifoActivate(&p->injection, p->fifos, p->fifo_id, KERNEL_INJ_FIFO_DEACTIVATE);
    spi_window_close(&p->barrier_window);
    free(p->fifo_memory);
    p->fifo_memory = NULL;
    /* FIFOs and BAT entries stay allocated: freeing needs mutual exclusion again, and the job ends anyway. */
}
