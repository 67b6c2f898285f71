/* SPDX-License-Identifier: BSD-3-Clause */
/* Consecutive packets delivered in batches: equal to separate delivery. */
#include <string.h>

#include "apenet/card/packets.h"
#include "apenet/card/device.h"
#include "bench.h"
#include "emuq_test.h"

#define PAGE  4096u
#define PAGES 6u

static bench_t bench;
static _Alignas(PAGE) unsigned char memory[PAGES * PAGE];

static unsigned char *page(unsigned n)
{
    return memory + n * PAGE;
}

/* Page n holds n + 1. */
static void open_bench(void)
{
    bench_open(&bench, &(bench_plan_t){.size = {2, 1, 1}});
    for (unsigned n = 0; n < PAGES; n++)
        memset(page(n), (int)n + 1, PAGE);
}

static bool holds(unsigned n, unsigned value)
{
    return page(n)[0] == value && memcmp(page(n), page(n) + 1, PAGE - 1) == 0;
}

/* Posts a one-page packet to card 1. */
static void post(unsigned from, unsigned to, bool is_last, apenet_completion_t tag)
{
    apenet_descriptor_t d =
        bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, page(from), PAGE, (uintptr_t)page(to));
    apenet_set(d.header.w, APENET_HEADER_LAST_FRAG, is_last);
    apenet_set(d.cmd1, APENET_CMD1_TAG, tag);
    CU_ASSERT_TRUE_FATAL(bench_post(&bench, 0, &d));
}

/* Posts a message of several pages and stores the ring pointer. */
static void put(unsigned from, unsigned to, unsigned pages)
{
    for (unsigned n = 0; n < pages; n++)
        post(from + n, to + n, n + 1 == pages, n + 1 == pages ? APENET_COMP_EQ : APENET_COMP_NONE);
    bench_ring(&bench, 0);
}

static void expect(unsigned card, apenet_event_kind_t kind, apenet_status_t status, uint32_t bytes)
{
    apenet_entry_t e = bench_next(&bench, card);
    CU_ASSERT_EQUAL(bench_kind(&e), (unsigned)kind);
    CU_ASSERT_EQUAL(bench_status(&e), (unsigned)status);
    CU_ASSERT_EQUAL(e.bytes, bytes);
}

static void pages_side_by_side(void)
{
    open_bench();
    bench_register(&bench, 1, 0, page(3), 3 * PAGE, 0, 7);
    put(0, 3, 3);
    expect(0, APENET_EVENT_SENT, APENET_STATUS_OK, 3 * PAGE);
    expect(1, APENET_EVENT_RECEIVED, APENET_STATUS_OK, 3 * PAGE);
    for (unsigned n = 0; n < 3; n++)
        CU_ASSERT_TRUE(holds(n, n + 1) && holds(n + 3, n + 1));
    bench_close(&bench);
}

/* Each packet reads bytes written by the previous one. */
static void source_and_target_overlap(void)
{
    open_bench();
    bench_register(&bench, 1, 0, memory, sizeof memory, 0, 7);
    put(0, 1, 4);
    for (unsigned n = 0; n < 5; n++)
        CU_ASSERT_TRUE(holds(n, 1));
    CU_ASSERT_TRUE(holds(5, 6));
    put(3, 2, 3); /* source above target: each page is read before it is overwritten */
    CU_ASSERT_TRUE(holds(3, 1) && holds(4, 6) && holds(5, 6));
    bench_close(&bench);
}

/* The payload is read and checked before any byte is written, even with a target of two pages. */
static void a_packet_overlaps_itself(void)
{
    static unsigned char expected[PAGES * PAGE];
    static const int distance[] = {-4000, -100, -1, 1, 5, 100, 2048, 4000, 4095};
    static const uint32_t lengths[] = {16, 100, 1000, PAGE};
    for (unsigned k = 0; k < 9 * 4 * 5; k++) {
        uint32_t bytes = lengths[k % 4], from = 2 * PAGE + k / 36 * 1023 % (PAGE - bytes + 1);
        uint32_t to = (uint32_t)((int)from + distance[k / 4 % 9]);
        open_bench();
        for (unsigned i = 0; i < sizeof memory; i++)
            memory[i] = (unsigned char)(i * 7 + (i >> 8) * 3);
        memcpy(expected, memory, sizeof memory);
        memmove(expected + to, expected + from, bytes);
        uint32_t crc = apenet_crc32(memory + from, bytes, (0u - bytes) % APENET_WORD_BYTES);
        bench_register(&bench, 1, 0, memory, sizeof memory, 0, 7);
        apenet_descriptor_t d =
            bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, memory + from, bytes, (uintptr_t)memory + to);
        CU_ASSERT_TRUE(bench_post(&bench, 0, &d));
        bench_ring(&bench, 0);
        CU_ASSERT_EQUAL(memcmp(memory, expected, sizeof memory), 0);
        CU_ASSERT_EQUAL(bench_next(&bench, 1).footer[0], crc);
        bench_close(&bench);
    }
}

/* The check word of the last packet covers bytes written by earlier packets. */
static void a_check_word_behind_others(void)
{
    open_bench();
    bench_register(&bench, 1, 0, memory, sizeof memory, 0, 7);
    uint32_t crc = apenet_crc32(page(0), PAGE, 0);
    put(0, 1, 4);
    CU_ASSERT_EQUAL(bench_next(&bench, 1).footer[0], crc);
    bench_close(&bench);
}

/* Posts one of two packets of a message with additional bits in words 0 and 1. */
static void post_half(unsigned from, uint64_t to, uint32_t half, uint32_t bits0, uint32_t bits1)
{
    apenet_descriptor_t d =
        bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, page(from), 16, to + (uint64_t)half * 16);
    d.header.w[0] |= bits0;
    d.header.w[1] |= bits1;
    apenet_set(d.header.w, APENET_HEADER_LAST_FRAG, half);
    apenet_set(d.cmd1, APENET_CMD1_TAG, APENET_COMP_NONE);
    CU_ASSERT_TRUE_FATAL(bench_post(&bench, 0, &d));
}

/* Interleaved packets of two messages stay separate: from two processes, to two, to a process and a GPU. */
static void messages_by_turns(void)
{
    static const struct {
        uint32_t bits0, bits1;
    } other[] = {{0, 1u << 17}, {1u << 17, 0}, {1u << 29, 0}};
    for (unsigned i = 0; i < 3; i++) {
        bench_open(&bench, &(bench_plan_t){.size = {2, 1, 1}, .pids = 2, .gpus = 1});
        uint64_t gpu, first = (uintptr_t)page(3), second = (uintptr_t)page(4);
        CU_ASSERT_EQUAL_FATAL(apenet_gpu_alloc_block(&bench.machine->device[1], 0, 0, PAGE, &gpu), 0);
        bench_register(&bench, 1, 0, page(3), 2 * PAGE, 0, 7);
        bench_register(&bench, 1, 1, page(3), 2 * PAGE, 0, 8);
        const uint64_t bus = gpu - APENET_GPU_VA + APENET_GPU_BUS;
        const uint32_t huge[4] = {(uint32_t)bus, (uint32_t)(bus >> 32), APENET_PAGE_HUGE, 0};
        const uint32_t buffer[4] = {PAGE, APENET_BUFFER_GPU, 9, 0};
        CU_ASSERT_EQUAL(bench_command(&bench, 1, APENET_OP_PAGE_ADD, APENET_PIDS, gpu, huge), 0);
        CU_ASSERT_EQUAL(bench_command(&bench, 1, APENET_OP_BUFFER_ADD, APENET_PIDS, gpu, buffer), 0);
        if (i == 2)
            second = gpu;
        for (uint32_t half = 0; half < 2; half++) {
            post_half(0, first, half, 0, 0);
            post_half(1, second, half, other[i].bits0, other[i].bits1);
        }
        bench_ring(&bench, 0);
        for (unsigned n = 0; n < 2; n++) {
            apenet_entry_t e = bench_next(&bench, 1);
            CU_ASSERT_EQUAL(bench_kind(&e), APENET_EVENT_RECEIVED);
            CU_ASSERT_EQUAL(e.bytes, 32);
            CU_ASSERT_EQUAL(apenet_get64(&e.head[2]), n == 0 ? first : second);
        }
        bench_close(&bench);
    }
}

/* The page between two buffers is unregistered. */
static void a_gap_between_buffers(void)
{
    open_bench();
    bench_register(&bench, 1, 0, page(3), PAGE, 0, 7);
    bench_register(&bench, 1, 0, page(5), PAGE, 0, 8);
    put(0, 3, 3);
    expect(1, APENET_EVENT_ERROR, APENET_STATUS_RX_OVERRUN, 2 * PAGE);
    CU_ASSERT_TRUE(holds(3, 1) && holds(4, 5) && holds(5, 3));
    bench_close(&bench);
}

/* Messages without local events around a rejected one. */
static void a_refused_packet_between_others(void)
{
    open_bench();
    bench_register(&bench, 1, 0, page(3), 3 * PAGE, 0, 7);
    post(0, 3, true, APENET_COMP_NONE);
    post(1, 4, true, (apenet_completion_t)1);
    post(2, 5, true, APENET_COMP_NONE);
    bench_ring(&bench, 0);
    expect(0, APENET_EVENT_ERROR, APENET_STATUS_TX_BAD_DESCRIPTOR, 0);
    expect(1, APENET_EVENT_RECEIVED, APENET_STATUS_OK, PAGE);
    expect(1, APENET_EVENT_RECEIVED, APENET_STATUS_OK, PAGE);
    CU_ASSERT_TRUE(holds(3, 1) && holds(4, 5) && holds(5, 3));
    CU_ASSERT_EQUAL(apenet_reg_load(bench.host[0].reg, APENET_REG_TX_RB_NEXT_PTR), 0x00030003);
    bench_close(&bench);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"pages side by side", pages_side_by_side},
                                        {"source and target overlap", source_and_target_overlap},
                                        {"a packet overlaps itself", a_packet_overlaps_itself},
                                        {"a check word behind others", a_check_word_behind_others},
                                        {"messages by turns", messages_by_turns},
                                        {"a gap between buffers", a_gap_between_buffers},
                                        {"a refused packet between others", a_refused_packet_between_others},
                                        {NULL, NULL}};
    return emuq_test_main("trains of packets", tests);
}
