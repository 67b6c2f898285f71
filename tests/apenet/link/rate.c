/* SPDX-License-Identifier: BSD-3-Clause */
/* Throughput on lines with a common clock: within one word per packet of the formulas of apenet 8.5. Prints
 * the rate of one hop in memory, which is not checked. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <libdeflate.h>

#include "apenet/link.h"
#include "emuq_test.h"

#define DELAY_MOST 512u
#define WARM       200u
#define PACKETS    2000u

typedef struct line {
    apenet_word_t word[DELAY_MOST];
    bool is_used[DELAY_MOST];
} line_t;

static apenet_link_t *end[2];
static line_t line[2];
static apenet_word_t payload[256], header, footer;

static void open_ends(const apenet_link_config_t *config)
{
    size_t bytes = apenet_link_bytes(config);
    for (int i = 0; i < 2; i++)
        end[i] = apenet_link_init(aligned_alloc(16, (bytes + 15) / 16 * 16), bytes, config);
    memset(line, 0, sizeof line);
}

static void close_ends(void)
{
    for (int i = 0; i < 2; i++)
        free(end[i]);
}

static void make_packet(apenet_dialect_t dialect, uint32_t n)
{
    memset(payload, 0x5a, sizeof payload);
    memset(&header, 0, sizeof header);
    if (dialect == APENET_DIALECT_APENET)
        apenet_set(header.w, APENET_HEADER_SIZE, n);
    else
        apenet_set(header.w, APENET_EXANET_SIZE, 16 * n);
    footer = (apenet_word_t){{libdeflate_crc32(0, payload, n * sizeof *payload), 0, 0, 0}};
    footer.w[3] = libdeflate_crc32(0, footer.w, 12);
}

/* Consumes all words as they arrive. */
static bool take(unsigned to)
{
    apenet_arrival_t a;
    if (!apenet_link_front(end[to], 0, &a))
        return false;
    apenet_link_consume(end[to], 0, a.ready);
    return apenet_link_remove(end[to], 0) == 0;
}

/* Saturates one or both directions. @return words of the line per packet */
static double words_per_packet(const apenet_link_config_t *config, uint32_t n, uint32_t delay,
                               unsigned directions)
{
    uint64_t clock = 0, began = 0;
    uint32_t packets = 0;
    open_ends(config);
    make_packet(config->dialect, n);
    while (packets < WARM + PACKETS && clock < UINT64_C(10000000)) {
        for (unsigned i = 0; i < 2; i++) {
            while (i < directions && apenet_link_offer(end[i], 0, &header, payload, n, &footer) == 0)
                ;
            uint32_t at = (uint32_t)(clock % delay);
            if (line[i].is_used[at]) /* sent `delay` words ago */
                apenet_link_receive(end[1 - i], &line[i].word[at], 1);
            while (take(1 - i))
                packets += i == 0;
            line[i].is_used[at] = apenet_link_transmit(end[i], &line[i].word[at], 1) != 0;
            if (!line[i].is_used[at])
                apenet_link_tick(end[i], 1);
        }
        clock++;
        if (packets <= WARM)
            began = clock;
    }
    const apenet_link_counters_t *c = apenet_link_get_counters(end[0]);
    CU_ASSERT(c->resends == 0 && c->payload_errors == 0);
    CU_ASSERT_EQUAL(packets, WARM + PACKETS);
    close_ends();
    return (double)(clock - began) / PACKETS;
}

static void check(const apenet_link_config_t *config, uint32_t n, uint32_t delay, unsigned directions,
                  double expected)
{
    double found = words_per_packet(config, n, delay, directions);
    if (found < expected - 1 || found > expected + 1) {
        printf("\n  %u payload words, period %u, delay %u: %.2f words per packet, not %.2f\n", (unsigned)n,
               (unsigned)config->period, (unsigned)delay, found, expected);
        CU_FAIL("throughput");
    }
}

static void apenet(void)
{
    static const uint32_t sizes[] = {2, 8, 32, 64, 128, 256}, periods[] = {35, 64, 128, 255};
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (unsigned t = 0; t < sizeof periods / sizeof *periods; t++) {
            apenet_link_config_t config;
            apenet_link_defaults(&config, APENET_DIALECT_APENET);
            config.period = periods[t];
            double e2 = (periods[t] - 2.0) / periods[t];
            check(&config, sizes[s], 10, 2, (sizes[s] + 4) / e2);
            /* Smaller packets fill the window of 64 packets; the round trip fits into 4 T_c. */
            if (sizes[s] >= 32 && periods[t] >= 128)
                check(&config, sizes[s], 100, 2, (sizes[s] + 4) / e2);
        }
}

/* Less depth than a round trip: E3 is a lower bound, as freed words are reported before the period. */
static void apenet_of_little_depth(void)
{
    apenet_link_config_t config;
    apenet_link_defaults(&config, APENET_DIALECT_APENET);
    config.depth = 400;
    uint32_t n = 256, delay = 100;
    double e2 = 253.0 / 255, e3 = 400.0 / (n + 2 + 2 * delay + 255),
           found = words_per_packet(&config, n, delay, 2);
    CU_ASSERT(found < (n + 4) / e2 / e3 + 1 && found > (n + 4) / e2 + 1);
}

static void exanet(void)
{
    static const uint32_t sizes[] = {2, 8, 32, 64, 128};
    apenet_link_config_t config;
    apenet_link_defaults(&config, APENET_DIALECT_EXANET);
    for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++)
        check(&config, sizes[s], 10, 2, sizes[s] + 5);
    /* In both directions at once, the largest packets wait for the CREDIT behind a packet. */
    check(&config, 256, 10, 1, 263);
    CU_ASSERT(words_per_packet(&config, 256, 10, 2) < 263 + 2 * 10);
    config.period = 0;
    check(&config, 256, 10, 1, 261);
}

/* ---- rate in memory ---- */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void hop(apenet_dialect_t dialect)
{
    static apenet_word_t wire[1024], target[256];
    apenet_link_config_t config;
    apenet_link_defaults(&config, dialect);
    open_ends(&config);
    make_packet(dialect, 256);
    double began = now();
    uint32_t packets = 0, n, words;
    while (packets < 50000) {
        while (apenet_link_offer(end[0], 0, &header, payload, 256, &footer) == 0)
            ;
        n = apenet_link_transmit(end[0], wire, 300);
        apenet_link_receive(end[1], wire, n);
        apenet_arrival_t a;
        while (apenet_link_front(end[1], 0, &a) && a.is_complete) {
            memcpy(target, apenet_link_payload(end[1], 0, 0, &words), sizeof target);
            (void)apenet_link_remove(end[1], 0);
            packets++;
        }
        n = apenet_link_transmit(end[1], wire, 300);
        apenet_link_receive(end[0], wire, n);
    }
    printf("\n  one hop, packets of 4 KiB, %s: %.0f MB/s",
           dialect == APENET_DIALECT_APENET ? "apenet" : "exanet", packets * 4096.0 / 1e6 / (now() - began));
    CU_ASSERT_EQUAL(memcmp(target, payload, sizeof target), 0);
    close_ends();
}

static void in_memory(void)
{
    hop(APENET_DIALECT_APENET);
    hop(APENET_DIALECT_EXANET);
    printf("\n");
}

int main(void)
{
    static const emuq_test_t tests[] = {{"apenet", apenet},
                                        {"apenet, little depth", apenet_of_little_depth},
                                        {"exanet", exanet},
                                        {"one hop in memory", in_memory},
                                        {NULL, NULL}};
    return emuq_test_main("throughput of links", tests);
}
