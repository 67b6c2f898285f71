/* SPDX-License-Identifier: BSD-3-Clause */
/* A job with known messages: each rank sends to the next rank of its ring in dimension A.
   traffic SHORT LONG PUTS [WORD]
 SHORT packets of 8 bytes and LONG messages of 2000 bytes through a memory FIFO, and PUTS direct puts of 100
 bytes, within a phase "exchange" and with a mark "sent". WORD die: rank 1 kills itself after sending; error:
 rank 1 sends to an unallocated reception FIFO; errors: all ranks do; fork: rank 1 forks a child that sets a
 mark "child"; leave: rank 0 exits with status 1; slow: rank 1 computes for 200 ms before sending; bursts: all
 ranks sleep for 10 ms after every 250 packets, so that the writer of records keeps up; rows: SHORT and PUTS
 are injected 5 at once, and the remainder at the end. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "emuq/trace.h"
#include "spi/setup/reception.h"

#define LONG_BYTES  2000
#define PUT_BYTES   100
#define FIFO_MEMORY (16 * 1024)
#define SLOW_NS     200000000
#define BURST       250
#define ROW         5
#define REST_US     10000

static int take(void *bytes_taken, MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
    (void)packet;
    *(uint64_t *)bytes_taken += bytes - sizeof *packet;
    return 0;
}

/* Payload bytes in packets: chunks of 32. */
static uint64_t padded(uint64_t bytes)
{
    return (bytes + 31) / 32 * 32;
}

/* Executes WORD after sending. */
static void act(spi_process_t *p, const char *word, const uint32_t *to, const spi_window_t *w)
{
    if (strcmp(word, "die") == 0 && p->rank == 1)
        raise(SIGKILL);
    if (strcmp(word, "leave") == 0 && p->rank == 0)
        exit(1);
    if (strcmp(word, "errors") == 0 || (strcmp(word, "error") == 0 && p->rank == 1)) {
        MUHWI_Descriptor_t d;
        spi_fifo_descriptor(p, &d, to, 1, w->physical, 8, 3, 0);
        spi_inject(p, 0, &d);
    }
    if (strcmp(word, "fork") == 0 && p->rank == 1) {
        pid_t child = fork();
        if (child == 0) {
            emuq_trace_mark("child", 0);
            _exit(0);
        }
        waitpid(child, NULL, 0);
        emuq_trace_mark("parent", 0);
    }
}

static void compute(void)
{
    for (uint64_t end = emuq_now_ns() + SLOW_NS; emuq_now_ns() < end;)
        ;
}

/* Injects @p n descriptors at once. Receives packets while the FIFO is full, as peers wait for space here.
 * @return number of the last descriptor */
static uint64_t inject(spi_process_t *p, spi_reception_t *r, MUHWI_Descriptor_t *d, uint32_t n)
{
    uint64_t last;
    do
        MUSPI_RecFifoPoll(&r->group._recfifos[0], 100);
    while ((last = MUSPI_InjFifoInjectMultiple(&p->injection._injfifos[0], d, n)) == (uint64_t)-1);
    return last;
}

/* Number of the @p left messages to inject at once. */
static uint32_t row_of(const char *word, uint64_t left)
{
    return strcmp(word, "rows") != 0 ? 1 : left < ROW ? (uint32_t)left : ROW;
}

int main(int argc, char **argv)
{
    spi_process_t p;
    spi_window_t w;
    spi_reception_t r;
    MUHWI_Descriptor_t d[ROW];
    if (argc < 4 || spi_open(&p, 1, 1) != 0)
        return 2;
    const char *word = argc > 4 ? argv[4] : "";
    uint64_t shorts = strtoull(argv[1], NULL, 10), longs = strtoull(argv[2], NULL, 10),
             puts_wanted = strtoull(argv[3], NULL, 10), taken = 0, last = 0;
    uint64_t awaited = shorts * padded(8) + longs * padded(LONG_BYTES);
    uint32_t to[SPI_DIMS];
    memcpy(to, p.at, sizeof to);
    to[0] = (to[0] + 1) % p.extent[0];
    spi_window_open(&p, &w, 0, 8192);
    memcpy(w.memory, "payload of the test", 20);
    uint64_t *counter = (uint64_t *)(w.memory + 4096);
    spi_reception_open(&p, &r, 1, FIFO_MEMORY);
    uint8_t function = (uint8_t)MUSPI_RegisterReceiveFunction(take, &taken);
    spi_barrier(&p);
    emuq_trace_begin("exchange", p.rank);
    if (strcmp(word, "slow") == 0 && p.rank == 1)
        compute();
    bool bursts = strcmp(word, "bursts") == 0;
    for (uint64_t i = 0, n; i < shorts + longs; i += n) {
        if (bursts && i % BURST == BURST - 1)
            usleep(REST_US);
        n = i < shorts ? row_of(word, shorts - i) : 1;
        for (uint64_t k = 0; k < n; k++)
            spi_fifo_descriptor(&p, &d[k], to, 1, w.physical, i < shorts ? 8 : LONG_BYTES, 0, function);
        last = inject(&p, &r, d, (uint32_t)n);
    }
    for (int k = 0; k < ROW; k++)
        spi_put_descriptor(&p, &d[k], to, 1, &w, w.memory, PUT_BYTES, w.memory + 5000, counter);
    for (uint64_t i = 0, n; i < puts_wanted; i += n) {
        n = row_of(word, puts_wanted - i);
        last = inject(&p, &r, d, (uint32_t)n);
    }
    emuq_trace_mark("sent", last);
    act(&p, word, to, &w);
    while (taken < awaited)
        MUSPI_RecFifoPoll(&r.group._recfifos[0], 100);
    if (puts_wanted != 0)
        spi_wait_counter(&w, counter, puts_wanted * PUT_BYTES);
    emuq_trace_end();
    spi_barrier(&p);
    spi_reception_close(&p, &r);
    spi_window_close(&w);
    spi_close(&p);
    return 0;
}
