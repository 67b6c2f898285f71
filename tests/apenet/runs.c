/* SPDX-License-Identifier: BSD-3-Clause */
/* Long puts with directly sent packets: memory, events and counters equal those of packets from the ring. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet/card/packets.h"
#include "bench.h"
#include "emuq_test.h"

#define PAGE    4096u
#define PAGES   96u
#define CASES   400u
#define BUFFERS 3u
#define TURNS   3u /* with a prefix in the TLB, in several orders */
#define EVENTS  (2 * TURNS + 1)

static _Alignas(PAGE) unsigned char memory[PAGES * PAGE];

/* A put from card 0 to card 1 and its registrations. */
typedef struct put {
    uint32_t from, to, bytes; /* in memory */
    struct {
        uint32_t at, bytes;
    } buffer[BUFFERS];
    uint32_t hole;        /* an unregistered page, or PAGES */
    uint32_t tlb_entries; /* not 0 */
    bool is_silent;
} put_t;

/* Observable results. */
typedef struct outcome {
    unsigned char memory[sizeof memory];
    apenet_entry_t event[2][EVENTS]; /* of each card */
    apenet_counters_t counters[2];
    uint64_t run;  /* bytes sent directly, without last packets */
    unsigned ends; /* last packets sent directly */
} outcome_t;

/* Modes of a put. */
typedef enum way { BY_RING, ALL_BUT_LAST, AT_ONCE } way_t;

static bench_t bench;

static void set_up(const put_t *put)
{
    bench_open(&bench, &(bench_plan_t){.size = {2, 1, 1}, .ring = 256, .tlb_entries = put->tlb_entries});
    for (unsigned i = 0; i < BUFFERS; i++)
        if (put->buffer[i].bytes != 0)
            CU_ASSERT_EQUAL_FATAL(
                bench_register(&bench, 1, 0, memory + put->buffer[i].at, put->buffer[i].bytes, 0, i + 1),
                APENET_STATUS_OK);
    static const uint32_t none[4];
    if (put->hole < PAGES)
        (void)bench_command(&bench, 1, APENET_OP_PAGE_REMOVE, 0, (uintptr_t)memory + put->hole * PAGE, none);
    for (uint32_t i = 0; i < sizeof memory; i++)
        memory[i] = (unsigned char)(i ^ i >> 8 ^ i >> 13);
}

/* The packet at a byte of the source; the last one has the event. */
static apenet_descriptor_t packet(const put_t *put, uint32_t at)
{
    uint32_t left = PAGE - (put->from + at) % PAGE;
    uint32_t bytes = left < put->bytes - at ? left : put->bytes - at;
    bool is_last = at + bytes == put->bytes;
    apenet_descriptor_t d = bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, memory + put->from + at, bytes,
                                             (uintptr_t)memory + put->to + at);
    apenet_set(d.header.w, APENET_HEADER_LAST_FRAG, is_last);
    apenet_set(d.cmd1, APENET_CMD1_TAG, is_last && !put->is_silent ? APENET_COMP_EQ : APENET_COMP_NONE);
    return d;
}

static uint32_t bytes_of(const apenet_descriptor_t *d)
{
    return apenet_get(d->cmd0, APENET_CMD0_BYTES);
}

/* The bytes of all packets but the last. */
static uint32_t all_but_last(const put_t *put)
{
    uint32_t end = (put->from + put->bytes - 1) / PAGE * PAGE;
    return end > put->from ? end - put->from : 0;
}

static void do_turn(const put_t *put, way_t way, outcome_t *o)
{
    uint32_t at = 0, run = all_but_last(put);
    if (way != BY_RING && run != 0) {
        apenet_descriptor_t first = packet(put, 0), last = packet(put, run);
        at = (uint32_t)apenet_transmit_run(&bench.machine->device[0], &first, run,
                                           way == AT_ONCE ? &last : NULL);
        if (at > run) {
            CU_ASSERT_EQUAL(at, put->bytes);
            o->ends++;
        }
        o->run += at < run ? at : run;
    }
    while (at < put->bytes) {
        apenet_descriptor_t d = packet(put, at);
        CU_ASSERT_TRUE_FATAL(bench_post(&bench, 0, &d));
        at += bytes_of(&d);
    }
    bench_ring(&bench, 0);
}

/* A packet to the middle of the target: changes the LRU order. */
static void use_the_middle(const put_t *put)
{
    apenet_descriptor_t d = bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, memory + put->from, 1,
                                             (uintptr_t)memory + put->to + put->bytes / 2);
    apenet_set(d.header.w, APENET_HEADER_LAST_FRAG, 1);
    apenet_set(d.cmd1, APENET_CMD1_TAG, APENET_COMP_NONE);
    CU_ASSERT_TRUE_FATAL(bench_post(&bench, 0, &d));
    bench_ring(&bench, 0);
}

static void do_put(const put_t *put, way_t way, outcome_t *o)
{
    memset(o, 0, sizeof *o);
    set_up(put);
    for (unsigned turn = 0; turn < TURNS; turn++) {
        do_turn(put, way, o);
        if (turn == 1)
            use_the_middle(put);
    }
    for (unsigned card = 0; card < 2; card++) {
        for (unsigned n = 0; n < EVENTS; n++)
            o->event[card][n] = bench_next(&bench, card);
        apenet_device_counters(&bench.machine->device[card], &o->counters[card]);
    }
    memcpy(o->memory, memory, sizeof memory);
    bench_close(&bench);
}

static void expect_same(const outcome_t *a, const outcome_t *b)
{
    CU_ASSERT_EQUAL(memcmp(a->memory, b->memory, sizeof a->memory), 0);
    CU_ASSERT_EQUAL(memcmp(a->event, b->event, sizeof a->event), 0);
    CU_ASSERT_EQUAL(memcmp(a->counters, b->counters, sizeof a->counters), 0);
}

/* @return bytes sent directly, without last packets, which are sent directly if all earlier packets are */
static uint64_t compare(const put_t *put)
{
    static outcome_t single, run, all;
    do_put(put, BY_RING, &single);
    do_put(put, ALL_BUT_LAST, &run);
    do_put(put, AT_ONCE, &all);
    expect_same(&single, &run);
    expect_same(&single, &all);
    CU_ASSERT_EQUAL(all.run, run.run);
    CU_ASSERT_EQUAL(all.ends, run.run != 0 && run.run == TURNS * (uint64_t)all_but_last(put) ? TURNS : 0);
    return run.run;
}

/* ---- cases ---- */

static const put_t plain = {.from = 0,
                            .to = 48 * PAGE,
                            .bytes = 40 * PAGE,
                            .buffer = {{48 * PAGE, 48 * PAGE}},
                            .hole = PAGES,
                            .tlb_entries = 64};

static void all_packets_go_at_once(void)
{
    put_t put = plain;
    CU_ASSERT_EQUAL(compare(&put), TURNS * (39 * PAGE));
    put.from += 100; /* 41 packets; each packet touches two pages of the target */
    CU_ASSERT_EQUAL(compare(&put), TURNS * (40 * PAGE - 100));
    put.to += 100;
    CU_ASSERT_EQUAL(compare(&put), TURNS * (40 * PAGE - 100));
    put.is_silent = true;
    put.tlb_entries = 7;
    CU_ASSERT_EQUAL(compare(&put), TURNS * (40 * PAGE - 100));
}

static void what_has_no_buffer_is_left_to_the_ring(void)
{
    put_t put = plain;
    put.buffer[0].bytes = 10 * PAGE + 5;
    CU_ASSERT_EQUAL(compare(&put), TURNS * (10 * PAGE));
    put.buffer[0].at += PAGE;
    CU_ASSERT_EQUAL(compare(&put), 0);
}

static void what_has_no_page_is_left_to_the_ring(void)
{
    put_t put = plain;
    put.hole = 48 + 35; /* the packet to the missing page is dropped directly, too */
    CU_ASSERT_EQUAL(compare(&put), TURNS * (36 * PAGE));
}

/* A smaller nested buffer receives the packets that it contains. */
static void buffers_in_buffers(void)
{
    put_t put = plain;
    put.buffer[1].at = 58 * PAGE;
    put.buffer[1].bytes = 4 * PAGE;
    CU_ASSERT_EQUAL(compare(&put), TURNS * (39 * PAGE));
}

/* Each packet reads bytes written by earlier packets. */
static void source_and_target_overlap(void)
{
    put_t put = plain;
    put.buffer[0].at = 0;
    put.buffer[0].bytes = sizeof memory;
    for (put.to = 1; put.to < 3 * PAGE; put.to += PAGE - 1)
        (void)compare(&put);
    put.from = 2 * PAGE;
    put.to = 0;
    CU_ASSERT_EQUAL(compare(&put), TURNS * (39 * PAGE));
}

static void nothing_overtakes_the_ring(void)
{
    put_t put = plain;
    set_up(&put);
    apenet_descriptor_t first = packet(&put, 0), get = first;
    apenet_set(get.header.w, APENET_HEADER_CMD, APENET_CMD_GET);
    CU_ASSERT_EQUAL(apenet_transmit_run(&bench.machine->device[0], &get, 2 * PAGE, NULL), 0);
    apenet_set(get.header.w, APENET_HEADER_CMD, APENET_CMD_PUT);
    apenet_set(get.header.w, APENET_HEADER_NOT_ETH, 0);
    CU_ASSERT_EQUAL(apenet_transmit_run(&bench.machine->device[0], &get, 2 * PAGE, NULL), 0);
    /* A full queue of card 1 blocks the ring and everything after it. */
    for (unsigned n = 0; n < BENCH_QUEUE; n++) {
        apenet_descriptor_t d =
            bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, memory, 8, (uintptr_t)memory + put.to);
        apenet_set(d.cmd1, APENET_CMD1_TAG, APENET_COMP_NONE);
        CU_ASSERT_TRUE(bench_post(&bench, 0, &d));
    }
    bench_ring(&bench, 0);
    CU_ASSERT_EQUAL(apenet_transmit_run(&bench.machine->device[0], &first, 2 * PAGE, NULL), 0);
    CU_ASSERT_EQUAL(bench_kind(&(apenet_entry_t){.what = bench_next(&bench, 1).what}), APENET_EVENT_RECEIVED);
    CU_ASSERT_EQUAL(apenet_transmit_run(&bench.machine->device[0], &first, 2 * PAGE, NULL), 2 * PAGE);
    bench_close(&bench);
}

/* Fills the queue of card 0 or 1 by puts with events; takes the events at the other end. */
static void fill_queue(const put_t *put, unsigned full)
{
    for (unsigned n = 0; n < BENCH_QUEUE - 1; n++) {
        apenet_descriptor_t d =
            bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, memory, 8, (uintptr_t)memory + put->to);
        CU_ASSERT_TRUE(bench_post(&bench, 0, &d));
        bench_ring(&bench, 0);
        (void)bench_next(&bench, 1 - full);
    }
}

/* The last packet is sent directly only with space for its event at the receiver, not at the sender. */
static void last_packets_without_room(void)
{
    put_t put = plain;
    for (unsigned full = 0; full < 2; full++) {
        set_up(&put);
        apenet_descriptor_t first = packet(&put, 0), last = packet(&put, 39 * PAGE);
        fill_queue(&put, full);
        uint64_t at = apenet_transmit_run(&bench.machine->device[0], &first, 39 * PAGE, &last);
        CU_ASSERT_EQUAL(at, (full == 0 ? 40 : 39) * PAGE);
        if (full == 1) {
            CU_ASSERT_TRUE(bench_post(&bench, 0, &last));
            bench_ring(&bench, 0);
        }
        CU_ASSERT_EQUAL(bench.machine->device[0].counters.parked, 1);
        for (unsigned n = 0; n < BENCH_QUEUE - 1; n++)
            CU_ASSERT_EQUAL(bench_next(&bench, full).bytes, 8);
        const apenet_entry_t came = bench_next(&bench, 1), went = bench_next(&bench, 0);
        CU_ASSERT_EQUAL(bench_kind(&came), APENET_EVENT_RECEIVED);
        CU_ASSERT_EQUAL(came.bytes, put.bytes);
        CU_ASSERT_EQUAL(bench_kind(&went), APENET_EVENT_SENT);
        CU_ASSERT_EQUAL(went.bytes, put.bytes);
        for (unsigned card = 0; card < 2; card++)
            CU_ASSERT_EQUAL(bench_next(&bench, card).what, 0);
        CU_ASSERT_EQUAL(memcmp(memory + put.to, memory + put.from, put.bytes), 0);
        bench_close(&bench);
    }
}

static uint32_t below(uint32_t n)
{
    return (uint32_t)rand() % n;
}

static void random_puts(void)
{
    unsigned seed = 7;
    uint64_t at_once = 0;
    printf("(seed %u) ", seed);
    srand(seed);
    for (unsigned n = 0; n < CASES; n++) {
        put_t put = {.from = below(40) * PAGE,
                     .bytes = 1 + below(48 * PAGE),
                     .hole = below(3) != 0 ? PAGES : below(PAGES)};
        put.from += below(2) * below(PAGE);
        put.to = below(47) * PAGE + below(2) * (put.from % PAGE) + below(2);
        put.tlb_entries = 1 + below(100);
        put.is_silent = below(2) != 0;
        for (unsigned i = 0; i < BUFFERS; i++) {
            put.buffer[i].at = below(2) != 0 ? put.to : below(PAGES * PAGE - 1);
            put.buffer[i].bytes = 1 + below((uint32_t)sizeof memory - put.buffer[i].at);
        }
        at_once += compare(&put);
    }
    CU_ASSERT_TRUE(at_once > CASES * PAGE);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"all packets go at once", all_packets_go_at_once},
        {"what has no buffer is left to the ring", what_has_no_buffer_is_left_to_the_ring},
        {"what has no page is left to the ring", what_has_no_page_is_left_to_the_ring},
        {"buffers in buffers", buffers_in_buffers},
        {"source and target overlap", source_and_target_overlap},
        {"nothing overtakes the ring", nothing_overtakes_the_ring},
        {"last packets without room", last_packets_without_room},
        {"random puts", random_puts},
        {NULL, NULL}};
    return emuq_test_main("runs of packets of APEnet+", tests);
}
