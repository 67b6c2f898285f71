/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A stopped rank delays only its senders. Rank 2 stops by SIGSTOP. Rank 0 sends more to rank 2 than the
 * reception FIFO holds. Meanwhile ranks 0 and 1 exchange messages with rank 3 through different FIFOs. After
 * SIGCONT rank 2 receives all messages in order. Output: "stops PID" (rank 2), "exchanged" (ranks 0 and 1),
 * "all received" (rank 2).
 */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "spi/setup/reception.h"

#define MESSAGES  32u /* fits into an injection FIFO: the sender does not block */
#define BYTES     65536u
#define ROOM      (64 * 1024) /* size of the reception FIFO */
#define EXCHANGES 200u
#define SLOW      2u
#define PARTNER   3u

typedef struct stage {
    spi_process_t process;
    spi_window_t window;
    spi_reception_t reception;
    char *source;         /* message i begins at i * BYTES */
    uint64_t *counter[4]; /* for the puts of each rank */
    uint64_t *landing;
    uint64_t taken, wrong;
} stage_t;

static void coordinates(const stage_t *s, uint32_t rank, uint32_t to[SPI_DIMS])
{
    BG_CoordinateMapping_t map[4];
    uint64_t ranks;

    if (Kernel_RanksToCoords(sizeof map, map, &ranks) != 0 || ranks != 4) {
        spi_fatal(&s->process, "four ranks are needed");
    }
    const uint32_t at[SPI_DIMS] = {map[rank].a, map[rank].b, map[rank].c,
                                   map[rank].d, map[rank].e, map[rank].t};
    memcpy(to, at, sizeof at);
}

/* Each word of the messages contains its position in the sequence. */
static int packet_arrived(void *argument, MUHWI_PacketHeader_t *header, uint32_t bytes)
{
    stage_t *s = argument;
    const uint64_t *word = (const uint64_t *)(header + 1);

    for (uint32_t i = 0; i < (bytes - sizeof *header) / sizeof *word; i++) {
        s->wrong += word[i] != s->taken / sizeof *word + i;
    }
    s->taken += bytes - sizeof *header;
    return 0;
}

static void send_to_slow(stage_t *s)
{
    uint32_t to[SPI_DIMS];

    coordinates(s, SLOW, to);
    for (uint64_t i = 0; i < MESSAGES; i++) {
        MUHWI_Descriptor_t d;

        spi_fifo_descriptor(&s->process, &d, to, 1,
                            s->window.physical + spi_payload_offset(&s->window, s->source + i * BYTES), BYTES,
                            0, 0);
        spi_inject(&s->process, 1, &d);
    }
}

/* Exchanges a message with the partner rank through FIFO 2. */
static void exchange(stage_t *s, uint32_t rank, bool is_first, uint64_t round)
{
    uint32_t to[SPI_DIMS], me = s->process.rank;
    MUHWI_Descriptor_t d;

    coordinates(s, rank, to);
    if (!is_first) {
        spi_wait_counter(&s->window, s->counter[rank], round * 64);
    }
    /* A put to the partner, to the slot and counter of this rank. */
    spi_put_descriptor(&s->process, &d, to, 1, &s->window, s->landing, 64, s->landing + 8 * (me + 1),
                       s->counter[me]);
    spi_inject(&s->process, 2, &d);
    if (is_first) {
        spi_wait_counter(&s->window, s->counter[rank], round * 64);
    }
}

static void say(const char *what)
{
    puts(what);
    fflush(stdout);
}

static void stop_and_receive(stage_t *s)
{
    char text[40];
    MUSPI_RecFifo_t *fifo = MUSPI_IdToRecFifo(0, &s->reception.group);

    snprintf(text, sizeof text, "stops %d", (int)getpid());
    say(text);
    raise(SIGSTOP);
    while (s->taken < (uint64_t)MESSAGES * BYTES) {
        MUSPI_RecFifoPoll(fifo, 100);
    }
    say(s->wrong == 0 ? "all received" : "received in disorder");
}

static void play(stage_t *s)
{
    uint32_t rank = s->process.rank;

    if (rank == SLOW) {
        stop_and_receive(s);
        return;
    }
    if (rank == 0) {
        send_to_slow(s);
    }
    for (uint64_t round = 1; round <= EXCHANGES; round++) {
        if (rank == PARTNER) {
            exchange(s, 0, false, round);
            exchange(s, 1, false, round);
        } else {
            exchange(s, PARTNER, true, round);
        }
    }
    if (rank != PARTNER) {
        say("exchanged");
    }
}

int main(void)
{
    static stage_t s;
    uint64_t *word;

    if (spi_open(&s.process, 3, 1) != 0) {
        return 1;
    }
    spi_window_open(&s.process, &s.window, 0, MESSAGES * BYTES + 16 * SPI_LINE);
    s.source = s.window.memory;
    s.landing = (uint64_t *)(s.source + (size_t)MESSAGES * BYTES);
    for (uint32_t i = 0; i < 4; i++) {
        s.counter[i] = s.landing + 8 * (8 + i);
    }
    word = (uint64_t *)s.source;
    for (uint64_t i = 0; i < (uint64_t)MESSAGES * BYTES / sizeof *word; i++) {
        word[i] = i;
    }
    MUSPI_RegisterReceiveFunction(packet_arrived, &s);
    spi_reception_open(&s.process, &s.reception, 1, ROOM);
    spi_barrier(&s.process);
    play(&s);
    spi_barrier(&s.process);
    spi_reception_close(&s.process, &s.reception);
    spi_close(&s.process);
    spi_window_close(&s.window);
    return s.wrong != 0;
}
