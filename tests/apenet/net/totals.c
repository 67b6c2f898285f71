/* SPDX-License-Identifier: BSD-3-Clause */
/* Totals of links and routers in packet mode: exact counts in a quiet network, stalls, and wrapping counters.
 * One thread moves all words. */
#include <stdlib.h>
#include <string.h>

#include "apenet/card/packets.h"
#include "apenet/net/network.h"
#include "emuq_test.h"

#define NODES          5u /* a ring in X */
#define ENVELOPE_WORDS 4u /* MAGIC, START, header, footer */
#define X_MINUS        0u /* indices of apenet_totals_t::link */
#define X_PLUS         1u

static struct {
    apenet_network_t *network;
    uint32_t delivered;
    bool refuses;
} job;

static bool deliver(void *argument, uint32_t node, const apenet_network_packet_t *p)
{
    (void)argument;
    (void)node;
    (void)p;
    job.delivered += !job.refuses;
    return !job.refuses;
}

static void reply(void *argument, uint32_t node)
{
    (void)argument;
    (void)node;
}

static void refill(void *argument, uint32_t node)
{
    (void)argument;
    (void)node;
}

static void move(void)
{
    static const apenet_network_hooks_t hooks = {deliver, reply, refill, NULL};
    apenet_network_run(job.network, &hooks, NULL);
}

static void open_ring(const char *faults)
{
    apenet_network_plan_t plan;
    char what[160];
    memset(&plan, 0, sizeof plan);
    memset(&job, 0, sizeof job);
    CU_ASSERT_EQUAL(apenet_fault_plan_parse(faults, &plan.faults, what, sizeof what), 0);
    CU_ASSERT_EQUAL(apenet_lattice_init(&plan.lattice, (const uint32_t[]){NODES, 1, 1}, 0), 0);
    apenet_link_defaults(&plan.link, APENET_DIALECT_APENET);
    size_t bytes = apenet_network_bytes(&plan);
    void *memory = aligned_alloc(64, bytes);
    CU_ASSERT_PTR_NOT_NULL_FATAL(memory);
    memset(memory, 0, bytes);
    job.network = apenet_network_init(memory, &plan);
    CU_ASSERT_PTR_NOT_NULL_FATAL(job.network);
}

/* @return false: no space */
static bool inject(uint32_t from, uint32_t to, uint32_t words)
{
    apenet_word_t *at = apenet_network_reserve(job.network, from, APENET_INJECT_MESSAGES);
    apenet_header_t h;
    if (at == NULL)
        return false;
    apenet_header_make(&h, APENET_CMD_PUT, (apenet_address_t){(uint8_t)to, 0, 0, 0},
                       (apenet_address_t){(uint8_t)from, 0, 0, 0}, 0, words * APENET_WORD_BYTES);
    memcpy(at, &h, sizeof h);
    memset(&at[1], 0, (words + 1) * sizeof *at);
    apenet_set(at[1 + words].w, APENET_FOOTER_CRC, apenet_crc32(&at[1], words * sizeof *at, 0));
    apenet_set(at[1 + words].w, APENET_FOOTER_ENVELOPE, apenet_crc32(at[1 + words].w, 12, 0));
    apenet_network_commit(job.network, from, APENET_INJECT_MESSAGES);
    return true;
}

static uint64_t total(uint32_t node, apenet_total_t what, unsigned link)
{
    return apenet_network_totals(job.network)[node].link[link].count[what];
}

static uint64_t sum(apenet_total_t what)
{
    uint64_t all = 0;
    for (uint32_t node = 0; node < NODES; node++)
        for (unsigned link = 0; link < APENET_PORTS; link++)
            all += total(node, what, link);
    return all;
}

static void put_of_32_bytes_over_two_hops(void)
{
    open_ring("");
    CU_ASSERT(inject(0, 2, 2));
    move();
    CU_ASSERT_EQUAL(job.delivered, 1);
    for (uint32_t node = 0; node < 2; node++) {
        CU_ASSERT_EQUAL(total(node, APENET_TOTAL_WORDS, X_PLUS), ENVELOPE_WORDS + 2);
        CU_ASSERT_EQUAL(total(node, APENET_TOTAL_PACKETS, X_PLUS), 1);
        const apenet_link_counters_t *c = apenet_network_counters(job.network, node, APENET_PORT_X_PLUS);
        CU_ASSERT_EQUAL(c->headers_sent, 1);
        CU_ASSERT_EQUAL(c->footers_sent, 1);
        CU_ASSERT_EQUAL(c->magic_sent, 1);
    }
    CU_ASSERT_EQUAL(sum(APENET_TOTAL_WORDS), 2 * (ENVELOPE_WORDS + 2)); /* no CREDIT is due yet */
    CU_ASSERT_EQUAL(sum(APENET_TOTAL_PACKETS), 2);
    CU_ASSERT(inject(1, 4, 1)); /* by the link that closes the ring */
    move();
    CU_ASSERT_EQUAL(total(1, APENET_TOTAL_PACKETS, X_MINUS), 1);
    CU_ASSERT_EQUAL(total(0, APENET_TOTAL_WORDS, X_MINUS), ENVELOPE_WORDS + 1);
    CU_ASSERT_EQUAL(sum(APENET_TOTAL_PACKETS), 4);
    for (apenet_total_t what = APENET_TOTAL_RESENDS; what < APENET_TOTALS; what++)
        CU_ASSERT_EQUAL(sum(what), 0);
    free(job.network);
}

/* Three packets fill the FIFO of the neighbour: the fourth one waits, and counts once. */
static void packets_wait_for_credit(void)
{
    open_ring("");
    job.refuses = true;
    uint32_t sent = 0;
    while (sent < 20 && inject(0, 1, APENET_PAYLOAD_WORDS)) {
        sent++;
        move();
    }
    CU_ASSERT_EQUAL(total(0, APENET_TOTAL_PACKETS, X_PLUS), 3);
    CU_ASSERT_EQUAL(total(0, APENET_TOTAL_STALLS, X_PLUS), 1);
    CU_ASSERT_EQUAL(sum(APENET_TOTAL_STALLS), 1);
    job.refuses = false;
    apenet_network_mark(job.network, 1);
    move();
    CU_ASSERT_EQUAL(job.delivered, sent);
    CU_ASSERT_EQUAL(total(0, APENET_TOTAL_PACKETS, X_PLUS), sent);
    CU_ASSERT_EQUAL(sum(APENET_TOTAL_STALLS),
                    apenet_network_counters(job.network, 0, APENET_PORT_X_PLUS)->credit_stalls);
    free(job.network);
}

/* Damaged headers: each packet counts once, and repairs at the receiving end. */
static void headers_are_repaired(void)
{
    open_ring("seed:1,header:0.2");
    uint32_t sent = 0;
    for (uint32_t moves = 0; job.delivered < 200 && moves < 20000; moves++) {
        sent += sent < 200 && inject(0, 1, 2);
        (void)apenet_network_tick(job.network, 255, 0);
        move();
    }
    CU_ASSERT_EQUAL(job.delivered, 200);
    CU_ASSERT_EQUAL(total(0, APENET_TOTAL_PACKETS, X_PLUS), 200);
    CU_ASSERT(total(0, APENET_TOTAL_RESENDS, X_PLUS) >= 20);
    CU_ASSERT(total(1, APENET_TOTAL_REPAIRED, X_MINUS) >= 20);
    CU_ASSERT_EQUAL(total(0, APENET_TOTAL_REPAIRED, X_PLUS), 0);
    free(job.network);
}

static void counters_wrap(void)
{
    apenet_totals_t totals;
    apenet_link_counters_t c;
    memset(&totals, 0, sizeof totals);
    memset(&c, 0, sizeof c);
    c.words_sent_low = UINT32_MAX - 1;
    c.start_sent = 5;
    c.resends = 3;
    apenet_totals_update(&totals, APENET_PORT_Z_MINUS, &c);
    c.words_sent_low += 4;
    c.start_sent = 1; /* both have wrapped: 2^32 - 4 more STARTs, of which 2^32 - 6 were resends */
    c.resends = UINT32_MAX - 2;
    apenet_totals_update(&totals, APENET_PORT_Z_MINUS, &c);
    CU_ASSERT_EQUAL(totals.link[4].count[APENET_TOTAL_WORDS], UINT64_C(0x100000002));
    CU_ASSERT_EQUAL(totals.link[4].count[APENET_TOTAL_PACKETS], 4);
    CU_ASSERT_EQUAL(totals.link[4].count[APENET_TOTAL_RESENDS], UINT32_MAX - 2);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a put of 32 bytes over two hops", put_of_32_bytes_over_two_hops},
                                        {"packets wait for credit", packets_wait_for_credit},
                                        {"headers are repaired", headers_are_repaired},
                                        {"counters wrap", counters_wrap},
                                        {NULL, NULL}};
    return emuq_test_main("apenet_totals", tests);
}
