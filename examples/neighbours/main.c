/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * neighbours: the halo exchange of a lattice program. Every process sends a block to its neighbour in each of
 * the ten directions: one injection FIFO, one descriptor, one hint bit and one network FIFO per direction;
 * descriptors are built once. Two target buffers alternate, so a block may arrive while the previous one is
 * read. The arrival of the neighbour's next block confirms that it read the last one.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "spi/setup/spi_setup.h"

#define DIRECTIONS 10
#define NO_RANK    UINT32_MAX

/* Direction 2d is minus and 2d+1 plus in dimension d, the convention of the machine. */
static const struct {
    uint64_t map;
    uint8_t hints_abcd, hint_e;
} direction[DIRECTIONS] = {
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM, MUHWI_PACKET_HINT_AM, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP, MUHWI_PACKET_HINT_AP, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BM, MUHWI_PACKET_HINT_BM, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BP, MUHWI_PACKET_HINT_BP, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CM, MUHWI_PACKET_HINT_CM, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP, MUHWI_PACKET_HINT_CP, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DM, MUHWI_PACKET_HINT_DM, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DP, MUHWI_PACKET_HINT_DP, 0},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EM, 0, MUHWI_PACKET_HINT_EM},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_EP, 0, MUHWI_PACKET_HINT_EP},
};

typedef struct halo {
    spi_process_t process;
    spi_window_t window;
    size_t bytes;
    MUHWI_Descriptor_t descriptor[2][DIRECTIONS]; /* indexed by target buffer and direction */
    bool exists[DIRECTIONS];                      /* a neighbour exists in this direction */
    uint64_t sent[DIRECTIONS];
    MUSPI_InjFifoSubGroup_t more; /* two FIFOs of the next subgroup */
    void *more_memory;
} halo_t;

/* The window: sources, two target buffers and their counters, for each direction. */
static char *source(const halo_t *h, int k)
{
    return h->window.memory + (size_t)k * h->bytes;
}

static char *target(const halo_t *h, unsigned buffer, int k)
{
    return h->window.memory + (DIRECTIONS * (1 + (size_t)buffer) + (size_t)k) * h->bytes;
}

static uint64_t *counter(const halo_t *h, unsigned buffer, int k)
{
    return (uint64_t *)(h->window.memory + 3 * DIRECTIONS * h->bytes) + buffer * DIRECTIONS + (unsigned)k;
}

/* The neighbour in direction k; the process itself if the dimension has one node. @return false at the end of
 * a dimension without wrap-around */
static bool neighbour(const spi_process_t *p, const Personality_t *node, int k, uint32_t to[SPI_DIMS])
{
    int d = k / 2, plus = k % 2;
    uint32_t n = p->extent[d];
    memcpy(to, p->at, SPI_DIMS * sizeof *to);
    bool edge = plus ? p->at[d] + 1 == n : p->at[d] == 0;
    if (edge && !ND_GET_TORUS(d, node->Network_Config.NetFlags))
        return false;
    to[d] = (p->at[d] + (plus ? 1 : n - 1)) % n;
    return true;
}

static void build(halo_t *h, const Personality_t *node)
{
    for (int k = 0; k < DIRECTIONS; k++) {
        uint32_t to[SPI_DIMS];
        h->exists[k] = neighbour(&h->process, node, k, to);
        for (unsigned buffer = 0; buffer < 2; buffer++) {
            MUHWI_Descriptor_t *d = &h->descriptor[buffer][k];
            spi_put_descriptor(&h->process, d, to, k % 2 ? 1 : -1, &h->window, source(h, k), h->bytes,
                               target(h, buffer, k), counter(h, buffer, k));
            MUSPI_SetTorusInjectionFIFOMap(d, direction[k].map);
            MUSPI_SetHints(d, direction[k].hints_abcd, direction[k].hint_e);
        }
    }
}

/* A subgroup has eight injection FIFOs. The directions of E use FIFOs of the next subgroup, if the process
 * has one. */
static void open_more(halo_t *h)
{
    enum { BYTES = 4096 };
    spi_process_t *p = &h->process;
    uint32_t subgroup = p->at[SPI_T] * p->subgroups + 1, ids[2] = {0, 1};
    Kernel_InjFifoAttributes_t attributes[2];
    Kernel_MemoryRegion_t region;
    memset(attributes, 0, sizeof attributes);
    for (uint32_t t = 0; t < p->extent[SPI_T]; t++) { /* the processes of a node in turn */
        spi_barrier(p);
        if (t != p->at[SPI_T] || p->subgroups < 2)
            continue;
        if (posix_memalign(&h->more_memory, SPI_LINE, 2 * BYTES) != 0 ||
            Kernel_AllocateInjFifos(subgroup, &h->more, 2, ids, attributes) != 0 ||
            Kernel_CreateMemoryRegion(&region, h->more_memory, 2 * BYTES) != 0)
            spi_fatal(p, "cannot allocate injection FIFOs of subgroup %u", subgroup);
        for (uint32_t i = 0; i < 2; i++)
            Kernel_InjFifoInit(&h->more, i, &region,
                               (uint64_t)((char *)h->more_memory - (char *)region.BaseVa) + i * BYTES,
                               BYTES - 1);
        Kernel_InjFifoActivate(&h->more, 2, ids, KERNEL_INJ_FIFO_ACTIVATE);
    }
    spi_barrier(p);
}

static MUSPI_InjFifo_t *fifo_of(halo_t *h, int k)
{
    if (k >= SPI_MAX_FIFOS && h->process.subgroups > 1)
        return MUSPI_IdToInjFifo(k - SPI_MAX_FIFOS, &h->more);
    return MUSPI_IdToInjFifo((int)h->process.fifo_id[k % SPI_MAX_FIFOS], &h->process.injection);
}

static unsigned char pattern(uint32_t rank, int k, unsigned long round, size_t i)
{
    return (unsigned char)(rank * 13 + (uint32_t)k * 7 + (uint32_t)round * 3 + (uint32_t)i);
}

static void send_all(halo_t *h, unsigned long round)
{
    for (int k = 0; k < DIRECTIONS; k++) {
        if (!h->exists[k])
            continue;
        MUSPI_InjFifo_t *fifo = fifo_of(h, k);
        unsigned spins = 0;
        /* The source may be overwritten after its last message was sent. */
        while (h->sent[k] != 0 && !MUSPI_CheckDescComplete(fifo, h->sent[k]))
            spi_pause(&spins);
        for (size_t i = 0; i < h->bytes; i++)
            source(h, k)[i] = (char)pattern(h->process.rank, k, round, i);
        while ((h->sent[k] = MUSPI_InjFifoInject(fifo, &h->descriptor[round % 2][k])) == (uint64_t)-1)
            spi_pause(&spins);
    }
}

/* A block sent in direction k arrives from the neighbour in the opposite direction. */
static unsigned long check_all(halo_t *h, const uint32_t from[DIRECTIONS], unsigned long round)
{
    unsigned long wrong = 0;
    for (int k = 0; k < DIRECTIONS; k++) {
        const char *block = target(h, round % 2, k);
        if (from[k] == NO_RANK)
            continue;
        spi_wait_counter(&h->window, counter(h, round % 2, k), (round / 2 + 1) * h->bytes);
        for (size_t i = 0; i < h->bytes; i++)
            wrong += (unsigned char)block[i] != pattern(from[k], k, round, i);
    }
    return wrong;
}

/* Rank of the neighbour whose block arrives in direction k, or NO_RANK. */
static uint32_t sender(const spi_process_t *p, const Personality_t *node, const BG_CoordinateMapping_t *map,
                       int k)
{
    uint32_t c[SPI_DIMS];
    if (!neighbour(p, node, k ^ 1, c))
        return NO_RANK;
    for (uint32_t r = 0; r < p->ranks; r++)
        if (map[r].a == c[0] && map[r].b == c[1] && map[r].c == c[2] && map[r].d == c[3] &&
            map[r].e == c[4] && map[r].t == c[SPI_T])
            return r;
    return NO_RANK;
}

int main(int argc, char **argv)
{
    unsigned long rounds = 100, bytes = 4096;
    const example_option_t options[] = {{"--iterations", &rounds, 1, 10000000, "exchanges"},
                                        {"--bytes", &bytes, 8, 1 << 20, "length of a block, a multiple of 8"},
                                        {NULL, NULL, 0, 0, NULL}};
    int status = example_options(
        argc, argv,
        "Exchanges blocks with the neighbours on all ten links by direct put, checks them, and\n"
        "prints the rate.",
        options);
    if (status >= 0)
        return status;

    halo_t h;
    Personality_t node;
    memset(&h, 0, sizeof h);
    h.bytes = bytes / 8 * 8;
    if (Kernel_GetPersonality(&node, sizeof node) != 0 || spi_open(&h.process, SPI_MAX_FIFOS, 1) != 0)
        return 1;
    open_more(&h);
    spi_window_open(&h.process, &h.window, 0, 3 * DIRECTIONS * h.bytes + 2 * DIRECTIONS * sizeof(uint64_t));
    build(&h, &node);
    BG_CoordinateMapping_t *map = calloc(h.process.ranks, sizeof *map);
    uint64_t ranks;
    uint32_t from[DIRECTIONS];
    if (map == NULL || Kernel_RanksToCoords(h.process.ranks * sizeof *map, map, &ranks) != 0)
        spi_fatal(&h.process, "cannot get the coordinates of the ranks");
    for (int k = 0; k < DIRECTIONS; k++)
        from[k] = sender(&h.process, &node, map, k);
    spi_barrier(&h.process);

    unsigned long wrong = 0;
    uint64_t begin = GetTimeBase();
    for (unsigned long round = 0; round < rounds; round++) {
        send_all(&h, round);
        wrong += check_all(&h, from, round);
    }
    double seconds = (double)(GetTimeBase() - begin) / SPI_TICKS_PER_SECOND;
    spi_barrier(&h.process);
    if (h.process.rank == 0) {
        double one = (double)(rounds * h.bytes) / seconds / 1e6;
        printf("%u ranks, %lu exchanges of 10 blocks of %zu bytes, contents written and checked\n",
               h.process.ranks, rounds, h.bytes);
        printf("time of an exchange   %10.2f us\nrate of a link        %10.1f MB/s\nrate of all links     "
               "%10.1f MB/s\n",
               seconds / (double)rounds * 1e6, one, one * DIRECTIONS * h.process.ranks);
    }
    if (wrong != 0)
        fprintf(stderr, "rank %u: %lu bytes were wrong\n", h.process.rank, wrong);
    spi_close(&h.process);
    spi_window_close(&h.window);
    free(h.more_memory);
    free(map);
    return wrong != 0;
}
