/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pingpong: rank 0 and one partner at each torus distance exchange a message, by direct put and through a
 * memory FIFO, and rank 0 prints half of the round-trip time. Every message carries the number of its round;
 * complete contents are checked in an extra round for each size.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "spi/setup/reception.h"

#define FUNCTION    0           /* id of the receive function, which is registered first */
#define FIFO_MEMORY (64 * 1024) /* size of the reception FIFO; longer messages wait until it is polled */

/* A process. Its window has two messages and a counter. */
typedef struct pair {
    spi_process_t process;
    spi_window_t window;
    spi_reception_t reception;
    size_t longest, most; /* message size requested, and space for it */
    char *source, *target;
    uint64_t *counter;
    uint64_t expected; /* bytes put to this process so far */
    uint64_t sent;     /* number of the last descriptor in its FIFO */
    uint64_t received; /* bytes received of the memory-FIFO message */
    uint64_t wrong;
} pair_t;

static unsigned char pattern(uint64_t round, size_t i)
{
    return (unsigned char)(round * 37 + i * 11 + (i >> 8));
}

static void fill(pair_t *p, uint64_t round, size_t bytes)
{
    spi_wait_sent(&p->process, 0, p->sent); /* the last message may still be read */
    for (size_t i = 8; i < bytes; i++)
        p->source[i] = (char)pattern(round, i);
}

static void check(pair_t *p, uint64_t round, size_t bytes, bool all)
{
    if (memcmp(p->target, &round, sizeof round) != 0)
        p->wrong++;
    for (size_t i = 8; all && i < bytes; i++)
        if ((unsigned char)p->target[i] != pattern(round, i))
            p->wrong++;
}

/* Called by MUSPI_RecFifoPoll() for each packet. The payload is padded to chunks of 32 bytes, so the receiver
 * must know the length of the message. */
static int packet_arrived(void *argument, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    pair_t *p = argument;
    memcpy(p->target + p->received, header + 1, bytes - sizeof *header);
    p->received += bytes - sizeof *header;
    return 0;
}

static void put(pair_t *p, const uint32_t to[SPI_DIMS], uint64_t round, size_t bytes)
{
    MUHWI_Descriptor_t d;
    memcpy(p->source, &round, sizeof round);
    spi_put_descriptor(&p->process, &d, to, 1, &p->window, p->source, bytes, p->target, p->counter);
    p->sent = spi_inject(&p->process, 0, &d);
}

static void await_put(pair_t *p, size_t bytes)
{
    p->expected += bytes;
    spi_wait_counter(&p->window, p->counter, p->expected);
}

static void send(pair_t *p, const uint32_t to[SPI_DIMS], uint64_t round, size_t bytes)
{
    MUHWI_Descriptor_t d;
    memcpy(p->source, &round, sizeof round);
    spi_fifo_descriptor(&p->process, &d, to, 1,
                        p->window.physical + spi_payload_offset(&p->window, p->source), bytes, 0, FUNCTION);
    p->sent = spi_inject(&p->process, 0, &d);
}

static void await_send(pair_t *p, size_t bytes)
{
    MUSPI_RecFifo_t *fifo = MUSPI_IdToRecFifo(0, &p->reception.group);
    p->received = 0;
    while (p->received < bytes)
        MUSPI_RecFifoPoll(fifo, 100);
}

/* Measures round trips of one message size. @return seconds per direction */
static double measure(pair_t *p, const uint32_t partner[SPI_DIMS], bool by_put, size_t bytes,
                      unsigned long rounds)
{
    bool first = p->process.rank == 0;
    uint64_t begin = 0;
    for (uint64_t round = 0; round <= rounds; round++) {
        if (round == 1)
            begin = GetTimeBase();
        if (round == 0)
            fill(p, round, bytes);
        for (int half = 0; half < 2; half++) {
            if (first == (half == 0)) {
                if (by_put)
                    put(p, partner, round, bytes);
                else
                    send(p, partner, round, bytes);
            } else {
                if (by_put)
                    await_put(p, bytes);
                else
                    await_send(p, bytes);
                check(p, round, bytes, round == 0);
            }
        }
        /* The reply confirms that the message was sent and received, so its source may be overwritten. */
    }
    return (double)(GetTimeBase() - begin) / SPI_TICKS_PER_SECOND / (2.0 * (double)rounds);
}

/* Hops from coordinates @p a to a process. @param flags of the personality: dimensions that wrap around */
static uint32_t distance(const spi_process_t *p, uint64_t flags, const uint32_t a[SPI_DIMS],
                         const BG_CoordinateMapping_t *b)
{
    const uint32_t to[SPI_TORUS_DIMS] = {b->a, b->b, b->c, b->d, b->e};
    uint32_t hops = 0;
    for (int d = 0; d < SPI_TORUS_DIMS; d++) {
        uint32_t ahead = (to[d] + p->extent[d] - a[d]) % p->extent[d], back = p->extent[d] - ahead;
        if (ND_GET_TORUS(d, flags))
            hops += ahead < back ? ahead : back;
        else
            hops += to[d] > a[d] ? to[d] - a[d] : a[d] - to[d];
    }
    return hops;
}

/* Finds the first rank at each distance from rank 0. @return number of distances */
static uint32_t choose_partners(const spi_process_t *p, const BG_CoordinateMapping_t *map, uint32_t *partner)
{
    const uint32_t origin[SPI_DIMS] = {map[0].a, map[0].b, map[0].c, map[0].d, map[0].e, map[0].t};
    uint32_t most = 0;
    Personality_t personality;
    if (Kernel_GetPersonality(&personality, sizeof personality) != 0)
        spi_fatal(p, "cannot get the personality of the node");
    for (uint32_t rank = p->ranks; rank-- > 1;) {
        uint32_t hops = distance(p, personality.Network_Config.NetFlags, origin, &map[rank]);
        partner[hops] = rank;
        most = hops > most ? hops : most;
    }
    return most + 1;
}

static void measure_sizes(pair_t *p, const BG_CoordinateMapping_t *map, uint32_t hops, uint32_t partner,
                          unsigned long rounds)
{
    const spi_process_t *me = &p->process;
    const BG_CoordinateMapping_t *other = &map[me->rank == 0 ? partner : 0];
    const uint32_t to[SPI_DIMS] = {other->a, other->b, other->c, other->d, other->e, other->t};
    for (size_t bytes = 8; bytes <= p->longest; bytes *= 8) {
        unsigned long n = bytes > 4096 && rounds > 20 ? rounds / 5 : rounds;
        double seconds[2] = {0, 0};
        double scale = partner == 0 ? 2 : 1; /* rank 0 sends itself one message per round, not two */
        for (int by_put = 0; by_put < 2 && (me->rank == 0 || me->rank == partner); by_put++)
            seconds[by_put] = measure(p, to, by_put, bytes, n) * scale;
        if (me->rank == 0)
            printf("%5u %6u %9zu %12.3f %12.3f %12.1f\n", hops, partner, bytes, seconds[1] * 1e6,
                   seconds[0] * 1e6, (double)bytes / seconds[1] / 1e6);
    }
}

int main(int argc, char **argv)
{
    unsigned long rounds = 100, most = 1 << 20;
    const example_option_t options[] = {{"--iterations", &rounds, 1, 10000000, "round trips of each size"},
                                        {"--bytes", &most, 8, 1 << 24, "longest message"},
                                        {NULL, NULL, 0, 0, NULL}};
    int status = example_options(
        argc, argv,
        "Sends messages between rank 0 and one rank at each torus distance, by direct put and\n"
        "through a memory FIFO, checks them, and prints the time of one way.",
        options);
    if (status >= 0)
        return status;

    pair_t p;
    memset(&p, 0, sizeof p);
    if (spi_open(&p.process, 1, 1) != 0)
        return 1;
    /* All processes have windows of the same size; with many processes it is small. */
    p.most = p.process.ranks > 64 && most > 65536 ? 65536 : most;
    p.longest = p.most;
    p.most =
        (p.most + SPI_LINE - 1) / SPI_LINE * SPI_LINE; /* packets are padded, and the counter is aligned */
    spi_window_open(&p.process, &p.window, 0, 2 * p.most + SPI_LINE);
    p.source = p.window.memory;
    p.target = p.source + p.most;
    p.counter = (uint64_t *)(p.target + p.most);
    MUSPI_RegisterReceiveFunction(packet_arrived, &p);
    spi_reception_open(&p.process, &p.reception, 1, FIFO_MEMORY);

    BG_CoordinateMapping_t *map = calloc(p.process.ranks, sizeof *map);
    uint32_t partner[SPI_TORUS_DIMS * 32 + 1] = {0};
    uint64_t ranks;
    if (map == NULL || Kernel_RanksToCoords(p.process.ranks * sizeof *map, map, &ranks) != 0)
        spi_fatal(&p.process, "cannot get the coordinates of the ranks");
    uint32_t distances = choose_partners(&p.process, map, partner);
    if (p.process.rank == 0)
        printf("%5s %6s %9s %12s %12s %12s\n%5s %6s %9s %12s %12s %12s\n", "hops", "rank", "bytes", "put",
               "FIFO", "put", "", "", "", "us", "us", "MB/s");
    for (uint32_t hops = 0; hops < distances; hops++) {
        measure_sizes(&p, map, hops, partner[hops], rounds);
        spi_barrier(&p.process);
    }
    if (p.wrong != 0)
        fprintf(stderr, "rank %u: %llu bytes or rounds were wrong\n", p.process.rank,
                (unsigned long long)p.wrong);
    spi_reception_close(&p.process, &p.reception);
    spi_close(&p.process);
    spi_window_close(&p.window);
    free(map);
    return p.wrong != 0;
}
