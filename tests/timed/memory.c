/* SPDX-License-Identifier: BSD-3-Clause */
/* Sends blocks over eight links at once, in phases, and prints the modelled time of each phase.
 * usage: timed_memory PHASES BYTES PLACES SHIFT [--barrier]
 * A block has BYTES bytes. Phase i uses slot i % PLACES of sources and targets, each shifted by SHIFT
 * units of 16 bytes. With --barrier all ranks synchronise after each phase. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spi/setup/spi_setup.h"

enum { WAYS = 8, UNIT = 16 };

static const struct {
    uint64_t map;
    uint8_t hints;
} way[WAYS] = {
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AM, MUHWI_PACKET_HINT_AM},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_AP, MUHWI_PACKET_HINT_AP},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BM, MUHWI_PACKET_HINT_BM},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_BP, MUHWI_PACKET_HINT_BP},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CM, MUHWI_PACKET_HINT_CM},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_CP, MUHWI_PACKET_HINT_CP},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DM, MUHWI_PACKET_HINT_DM},
    {MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_DP, MUHWI_PACKET_HINT_DP},
};

/* A phase: a block to the node itself over each link. */
static void phase(spi_process_t *p, spi_window_t *w, size_t bytes, char *source, char *target,
                  uint64_t *counter, uint64_t all)
{
    MUHWI_Descriptor_t d;
    for (int k = 0; k < WAYS; k++) {
        spi_put_descriptor(p, &d, p->at, k % 2 ? 1 : -1, w, source + (size_t)k * bytes, bytes,
                           target + (size_t)k * bytes, counter);
        MUSPI_SetTorusInjectionFIFOMap(&d, way[k].map);
        MUSPI_SetHints(&d, way[k].hints, 0);
        MUSPI_InjFifo_t *fifo = MUSPI_IdToInjFifo((int)p->fifo_id[k], &p->injection);
        while (MUSPI_InjFifoInject(fifo, &d) == (uint64_t)-1)
            continue;
    }
    spi_wait_counter(w, counter, all);
}

int main(int argc, char **argv)
{
    spi_process_t p;
    spi_window_t w;
    if (argc < 5 || spi_open(&p, WAYS, 1) != 0)
        return 2;
    size_t phases = strtoul(argv[1], NULL, 10), bytes = strtoul(argv[2], NULL, 10);
    size_t places = strtoul(argv[3], NULL, 10), shift = strtoul(argv[4], NULL, 10) * UNIT;
    bool meets = argc > 5 && strcmp(argv[5], "--barrier") == 0;
    spi_window_open(&p, &w, 0, shift + 2 * places * WAYS * bytes + 2 * SPI_LINE);
    char *memory = w.memory + shift, *end = memory + 2 * places * WAYS * bytes;
    uint64_t *counter = (uint64_t *)(((uintptr_t)end + SPI_LINE - 1) / SPI_LINE * SPI_LINE);
    spi_barrier(&p);
    for (size_t i = 0; i < phases; i++) {
        char *place = memory + i % places * 2 * WAYS * bytes;
        uint64_t begin = GetTimeBase();
        phase(&p, &w, bytes, place, place + WAYS * bytes, counter, (i + 1) * WAYS * bytes);
        if (p.rank == 0)
            printf("%zu %" PRIu64 "\n", i, GetTimeBase() - begin);
        if (meets)
            spi_barrier(&p);
    }
    spi_barrier(&p);
    spi_close(&p);
    spi_window_close(&w);
    return 0;
}
