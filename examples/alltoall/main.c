/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * alltoall: every process puts a block into the memory of every process, with deterministic routing and with
 * dynamic routing in each of the four zones. One counter per process counts the bytes of all blocks.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "spi/setup/spi_setup.h"

typedef struct alltoall {
    spi_process_t process;
    spi_window_t window; /* outgoing blocks by receiver, incoming blocks by sender, counter */
    size_t bytes;
    uint64_t expected;
    MUHWI_Descriptor_t *descriptor;
} alltoall_t;

static char *outgoing(const alltoall_t *x, uint32_t to)
{
    return x->window.memory + (size_t)to * x->bytes;
}

static char *incoming(const alltoall_t *x, uint32_t from)
{
    return x->window.memory + ((size_t)x->process.ranks + from) * x->bytes;
}

static uint64_t *counter(const alltoall_t *x)
{
    return (uint64_t *)incoming(x, x->process.ranks);
}

static unsigned char pattern(uint32_t from, uint32_t to, unsigned long round, size_t i)
{
    return (unsigned char)(from * 5 + to * 3 + (uint32_t)round * 17 + (uint32_t)i);
}

static void build(alltoall_t *x, const BG_CoordinateMapping_t *map)
{
    for (uint32_t r = 0; r < x->process.ranks; r++) {
        const uint32_t to[SPI_DIMS] = {map[r].a, map[r].b, map[r].c, map[r].d, map[r].e, map[r].t};
        /* The receiver's window has a slot for the block of each rank. */
        spi_put_descriptor(&x->process, &x->descriptor[r], to, 1, &x->window, outgoing(x, r), x->bytes,
                           incoming(x, x->process.rank), counter(x));
    }
}

/* Dynamic packets choose among the directions of their zone and use a separate virtual channel. */
static void set_routing(alltoall_t *x, int zone)
{
    static const uint8_t zones[] = {MUHWI_PACKET_ZONE_ROUTING_0, MUHWI_PACKET_ZONE_ROUTING_1,
                                    MUHWI_PACKET_ZONE_ROUTING_2, MUHWI_PACKET_ZONE_ROUTING_3};
    for (uint32_t r = 0; r < x->process.ranks; r++) {
        MUHWI_Descriptor_t *d = &x->descriptor[r];
        bool dynamic = zone >= 0;
        MUSPI_SetRouting(d,
                         dynamic ? MUHWI_PACKET_USE_DYNAMIC_ROUTING : MUHWI_PACKET_USE_DETERMINISTIC_ROUTING);
        MUSPI_SetPt2PtVirtualChannel(d, dynamic ? MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC
                                                : MUHWI_PACKET_VIRTUAL_CHANNEL_DETERMINISTIC);
        MUSPI_SetZoneRouting(d, zones[dynamic ? zone : 0]);
    }
}

/* @return number of wrong bytes */
static unsigned long exchange(alltoall_t *x, unsigned long round)
{
    spi_process_t *p = &x->process;
    uint64_t last = 0;
    for (uint32_t r = 0; r < p->ranks; r++)
        for (size_t i = 0; i < x->bytes; i++)
            outgoing(x, r)[i] = (char)pattern(p->rank, r, round, i);
    /* Each rank starts with the next rank, to avoid congestion at one receiver. */
    for (uint32_t k = 1; k <= p->ranks; k++)
        last = spi_inject(p, 0, &x->descriptor[(p->rank + k) % p->ranks]);
    x->expected += (uint64_t)p->ranks * x->bytes;
    spi_wait_counter(&x->window, counter(x), x->expected);
    unsigned long wrong = 0;
    for (uint32_t r = 0; r < p->ranks; r++)
        for (size_t i = 0; i < x->bytes; i++)
            wrong += (unsigned char)incoming(x, r)[i] != pattern(r, p->rank, round, i);
    spi_wait_sent(p, 0, last);
    spi_barrier(p); /* all processes have read their blocks */
    return wrong;
}

int main(int argc, char **argv)
{
    unsigned long rounds = 20, bytes = 1024;
    const example_option_t options[] = {{"--iterations", &rounds, 1, 10000000, "exchanges with each routing"},
                                        {"--bytes", &bytes, 8, 1 << 20, "length of a block, a multiple of 8"},
                                        {NULL, NULL, 0, 0, NULL}};
    int status = example_options(
        argc, argv,
        "Every process puts a block into every other one's memory, with deterministic and with\n"
        "dynamic routing; checks all blocks and prints rates.",
        options);
    if (status >= 0)
        return status;

    alltoall_t x;
    memset(&x, 0, sizeof x);
    if (spi_open(&x.process, 1, 1) != 0)
        return 1;
    x.bytes = bytes / 8 * 8;
    if (x.process.ranks > 64) { /* memory grows with the square of the number of processes */
        x.bytes = x.bytes > 64 ? 64 : x.bytes;
        rounds = rounds > 2 ? 2 : rounds;
    }
    spi_window_open(&x.process, &x.window, 0, 2 * (size_t)x.process.ranks * x.bytes + SPI_LINE);
    x.descriptor = aligned_alloc(SPI_LINE, x.process.ranks * sizeof *x.descriptor);
    BG_CoordinateMapping_t *map = calloc(x.process.ranks, sizeof *map);
    uint64_t ranks;
    if (x.descriptor == NULL || map == NULL ||
        Kernel_RanksToCoords(x.process.ranks * sizeof *map, map, &ranks) != 0)
        spi_fatal(&x.process, "out of memory, or no coordinates of the ranks");
    build(&x, map);
    spi_barrier(&x.process);

    unsigned long wrong = 0, round = 0;
    if (x.process.rank == 0)
        printf("%u ranks, blocks of %zu bytes, %lu exchanges each\n%-16s %12s %12s\n", x.process.ranks,
               x.bytes, rounds, "routing", "us", "MB/s in all");
    for (int zone = -1; zone < 4; zone++) {
        set_routing(&x, zone);
        uint64_t begin = GetTimeBase();
        for (unsigned long i = 0; i < rounds; i++)
            wrong += exchange(&x, round++);
        double seconds = (double)(GetTimeBase() - begin) / SPI_TICKS_PER_SECOND / (double)rounds;
        char name[24];
        snprintf(name, sizeof name, zone < 0 ? "deterministic" : "dynamic, zone %d", zone);
        if (x.process.rank == 0)
            printf("%-16s %12.1f %12.1f\n", name, seconds * 1e6,
                   (double)x.process.ranks * x.process.ranks * (double)x.bytes / seconds / 1e6);
    }
    if (wrong != 0)
        fprintf(stderr, "rank %u: %lu bytes were wrong\n", x.process.rank, wrong);
    spi_close(&x.process);
    spi_window_close(&x.window);
    free(x.descriptor);
    free(map);
    return wrong != 0;
}
