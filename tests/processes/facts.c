/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Results of kernel calls in a rank, a line each: location, node, and what processes of a node share, unlike
 * processes of different nodes. Independent of hosts: the script beside this program compares jobs on several
 * hosts and on one.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <spi/include/kernel/collective.h>
#include <spi/include/kernel/thread.h>
#include <spi/include/l2/atomic.h>

#include "spi/setup/spi_setup.h"

#define MOST_RANKS 64
#define IDS        64
#define SHARED     "/emuq_test_facts"

static void tell(const spi_process_t *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void tell(const spi_process_t *p, const char *format, ...)
{
    char line[500];
    int used = snprintf(line, sizeof line, "rank %" PRIu32 ": ", p->rank);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + used, sizeof line - (size_t)used, format, arguments);
    va_end(arguments);
    printf("%s\n", line);
}

/* One number for bytes that are compared as a whole (Fletcher). */
static uint64_t digest(const void *bytes, size_t count)
{
    uint64_t a = 0, b = 0;
    for (size_t i = 0; i < count; i++) {
        a = (a + ((const unsigned char *)bytes)[i] + 1) % 4294967291u;
        b = (b + a) % 4294967291u;
    }
    return b << 32 | a;
}

static void tell_place(const spi_process_t *p)
{
    BG_CoordinateMapping_t map[MOST_RANKS];
    BG_JobCoords_t job;
    Personality_t personality;
    uint64_t entries = 0;
    char mapping[32] = "";
    uint32_t is_file = 7;
    uint32_t rc = Kernel_RanksToCoords(sizeof map, map, &entries);
    tell(p, "ranks to coordinates: %" PRIu32 ", %" PRIu64 " entries, %016" PRIx64, rc, entries,
         digest(map, entries * sizeof map[0]));
    BG_CoordinateMapping_t me = map[Kernel_GetRank()];
    tell(p, "at %u %u %u %u %u, process %u, t %" PRIu32, me.a, me.b, me.c, me.d, me.e, me.t,
         Kernel_MyTcoord());
    rc = Kernel_JobCoords(&job);
    tell(p, "job coordinates: %" PRIu32 ", %016" PRIx64, rc, digest(&job, sizeof job));
    rc = Kernel_GetMapping(sizeof mapping, mapping, &is_file);
    tell(p, "mapping: %" PRIu32 ", %s, %" PRIu32, rc, mapping, is_file);
    int got = Kernel_GetPersonality(&personality, sizeof personality);
    const Personality_Networks_t *net = &personality.Network_Config;
    tell(p, "personality: %d, at %u %u %u %u %u of %u %u %u %u %u", got, net->Acoord, net->Bcoord,
         net->Ccoord, net->Dcoord, net->Ecoord, net->Anodes, net->Bnodes, net->Cnodes, net->Dnodes,
         net->Enodes);
}

static void tell_processors(const spi_process_t *p)
{
    tell(p, "processes %" PRIu32 ", processors %" PRIu32 ", this one %" PRIu32 " (core %" PRIu32 ")",
         Kernel_ProcessCount(), Kernel_ProcessorCount(), Kernel_ProcessorID(), Kernel_ProcessorCoreID());
    tell(p, "in the block: thread %" PRIu32 ", mask %016" PRIx64, Kernel_BlockThreadId(),
         Kernel_ThreadMask(Kernel_MyTcoord()));
}

/* Free ids in all subgroups of the process, and free class routes. */
static void tell_free(const spi_process_t *p, const char *when)
{
    uint32_t ids[IDS], count = 0, base = p->at[SPI_T] * p->subgroups;
    for (uint32_t s = base; s < base + p->subgroups; s++) {
        uint32_t injection = 0, reception = 0, entries = 0;
        int32_t rc = Kernel_QueryInjFifos(s, &injection, ids) | Kernel_QueryRecFifos(s, &reception, ids) |
                     Kernel_QueryBaseAddressTable(s, &entries, ids);
        tell(p, "%s, subgroup %" PRIu32 " has free: %" PRId32 ", %" PRIu32 " %" PRIu32 " %" PRIu32, when, s,
             rc, injection, reception, entries);
    }
    int32_t rc = Kernel_QueryCollectiveClassRoutes(&count, ids, sizeof ids);
    tell(p, "%s, collective class routes: %" PRId32 ", %" PRIu32 ", %016" PRIx64, when, rc, count,
         digest(ids, count * sizeof ids[0]));
    rc = Kernel_QueryGlobalInterruptClassRoutes(&count, ids, sizeof ids);
    tell(p, "%s, global interrupts: %" PRId32 ", %" PRIu32 ", %016" PRIx64, when, rc, count,
         digest(ids, count * sizeof ids[0]));
}

/* Class routes belong to the node: a process allocates a route, and a peer frees the route. */
static void tell_routes(spi_process_t *p)
{
    bool is_first = p->at[SPI_T] == 0;
    if (is_first)
        tell(p, "takes collective route 5: %" PRId32 ", global-interrupt route 6: %" PRId32,
             Kernel_AllocateCollectiveClassRoute(5), Kernel_AllocateGlobalInterruptClassRoute(6, NULL));
    spi_barrier(p);
    if (!is_first)
        tell(p, "takes the same: %" PRId32 ", %" PRId32, Kernel_AllocateCollectiveClassRoute(5),
             Kernel_AllocateGlobalInterruptClassRoute(6, NULL));
    spi_barrier(p);
    tell_free(p, "with routes 5 and 6 taken");
    spi_barrier(p);
    if (is_first)
        tell(p, "frees: %" PRId32 ", %" PRId32, Kernel_DeallocateCollectiveClassRoute(5),
             Kernel_DeallocateGlobalInterruptClassRoute(6));
}

/* A sum of all processes of a node in shared memory, by L2 atomics. */
static void tell_shared(spi_process_t *p)
{
    int fd = shm_open(SHARED, O_CREAT | O_RDWR, 0600);
    if (fd < 0 || ftruncate(fd, 65536) != 0)
        spi_fatal(p, "shm_open(): %s", strerror(errno));
    char *memory = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED)
        spi_fatal(p, "mmap(): %s", strerror(errno));
    uint64_t rc = Kernel_L2AtomicsAllocate(memory, 64);
    spi_barrier(p);
    L2_AtomicStoreAdd((volatile uint64_t *)memory, 1 + p->rank);
    spi_barrier(p);
    tell(p, "atomics of the node: %" PRIu64 ", sum %" PRIu64, rc, L2_AtomicLoad((volatile uint64_t *)memory));
    spi_barrier(p);
    munmap(memory, 65536);
    close(fd);
    if (p->at[SPI_T] == 0)
        shm_unlink(SHARED);
}

static void tell_memory(const spi_process_t *p, const spi_window_t *w)
{
    Kernel_MemoryRegion_t region = {0};
    void *back = NULL;
    uint32_t rc = Kernel_CreateMemoryRegion(&region, w->memory, w->bytes);
    uint32_t there =
        Kernel_Physical2Virtual((char *)region.BasePa + (w->memory - (char *)region.BaseVa), &back);
    tell(p, "memory region: %" PRIu32 ", holds the buffer: %d; back: %" PRIu32 ", the same: %d", rc,
         (char *)region.BaseVa <= w->memory && w->memory + w->bytes <= (char *)region.BaseVa + region.Bytes,
         there, back == w->memory);
    uint64_t shared = 0, persistent = 0;
    int sizes = Kernel_GetMemorySize(KERNEL_MEMSIZE_SHARED, &shared) |
                Kernel_GetMemorySize(KERNEL_MEMSIZE_PERSIST, &persistent);
    tell(p, "memory: %d, shared %" PRIu64 ", persistent %" PRIu64, sizes, shared, persistent);
}

/* Rejected calls, equal everywhere. */
static void tell_refused(const spi_process_t *p)
{
    BG_CoordinateMapping_t one;
    uint64_t entries = 0;
    uint32_t ids[IDS], count = 0;
    tell(p, "refused: %" PRIu32 " %" PRId32 " %" PRId32 " %" PRId32,
         Kernel_RanksToCoords(sizeof one, &one, &entries), Kernel_QueryInjFifos(99, &count, ids),
         Kernel_AllocateCollectiveClassRoute(99), Kernel_AllocateGlobalInterruptClassRoute(99, NULL));
}

int main(void)
{
    spi_process_t p;
    spi_window_t w;
    if (spi_open(&p, 1, 1) != 0)
        return 2;
    spi_window_open(&p, &w, 0, 4096);
    spi_barrier(&p);
    tell_place(&p);
    tell_processors(&p);
    tell_free(&p, "after the set-up");
    spi_barrier(&p);
    tell_routes(&p);
    tell_shared(&p);
    tell_memory(&p, &w);
    tell_refused(&p);
    spi_barrier(&p);
    spi_window_close(&w);
    spi_close(&p);
    return 0;
}
