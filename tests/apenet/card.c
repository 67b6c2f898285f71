/* SPDX-License-Identifier: BSD-3-Clause */
/* The card alone: programs that access ring, event queue, registers and commands. */
#include <stdlib.h>
#include <string.h>

#include "apenet/card/packets.h"
#include "apenet/card/device.h"
#include "bench.h"
#include "emuq_test.h"

#define PAGE 4096u

static const bench_plan_t two = {.size = {2, 1, 1}};
static _Alignas(PAGE) unsigned char source[2 * PAGE], target[4 * PAGE];

static void prepare(void)
{
    for (size_t i = 0; i < sizeof source; i++)
        source[i] = (unsigned char)(i * 7 + (i >> 8) + 1);
    memset(target, 0xa5, sizeof target);
}

/* Whether `target` holds bytes of `source` at one offset and its pattern elsewhere. */
static bool is_written(size_t at, const void *bytes, size_t n)
{
    for (size_t i = 0; i < sizeof target; i++)
        if (i < at || i >= at + n ? target[i] != 0xa5 : target[i] != ((const unsigned char *)bytes)[i - at])
            return false;
    return true;
}

/* A driver that executes one put, word by word. */
static void put(void)
{
    bench_t b;
    bench_open(&b, &two);
    prepare();
    CU_ASSERT_EQUAL(bench_register(&b, 1, 0, target, sizeof target, 0, 0x1234500000001), APENET_STATUS_OK);
    apenet_descriptor_t d =
        bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source + 16, 100, (uintptr_t)target + 5000);
    apenet_set64(d.cmd1, 77);
    apenet_set(d.cmd1, APENET_CMD1_SERIAL, 9);
    CU_ASSERT_TRUE(bench_post(&b, 0, &d));
    bench_ring(&b, 0);
    CU_ASSERT_TRUE(is_written(5000, source + 16, 100));
    CU_ASSERT_EQUAL(apenet_reg_load(b.host[0].reg, APENET_REG_TX_RB_NEXT_PTR), 0x00010001);

    apenet_entry_t sent = bench_next(&b, 0), received = bench_next(&b, 1);
    CU_ASSERT_EQUAL(bench_kind(&sent), APENET_EVENT_SENT);
    CU_ASSERT_EQUAL(apenet_get64(sent.head), 77);
    CU_ASSERT_EQUAL(apenet_get(sent.head, APENET_CMD1_SERIAL), 9);
    CU_ASSERT_EQUAL(sent.bytes, 100);
    CU_ASSERT_EQUAL(sent.serial, 1);
    CU_ASSERT_EQUAL(bench_kind(&received), APENET_EVENT_RECEIVED);
    CU_ASSERT_EQUAL(apenet_get64(&received.head[2]), (uintptr_t)target + 5000);
    CU_ASSERT_EQUAL(apenet_get64(&received.footer[2]), 0x1234500000001);
    CU_ASSERT_EQUAL(received.bytes, 100);
    CU_ASSERT_EQUAL(received.footer[0], apenet_crc32(source + 16, 100, 12));
    CU_ASSERT_EQUAL(bench_kind(&(apenet_entry_t){.what = bench_next(&b, 1).what}), 0);
    bench_close(&b);
}

/* Two packets, the second across a page boundary of the target; one event with the address of the first byte.
 */
static void message_of_two_packets(void)
{
    bench_t b;
    bench_open(&b, &two);
    prepare();
    bench_register(&b, 1, 0, target, sizeof target, 0, 5);
    apenet_descriptor_t d =
        bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source, PAGE, (uintptr_t)target + 100);
    apenet_set(d.header.w, APENET_HEADER_LAST_FRAG, 0);
    apenet_set(d.cmd1, APENET_CMD1_TAG, APENET_COMP_NONE);
    bench_post(&b, 0, &d);
    d = bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source + PAGE, PAGE, (uintptr_t)target + 100 + PAGE);
    bench_post(&b, 0, &d);
    bench_ring(&b, 0);
    CU_ASSERT_TRUE(is_written(100, source, 2 * PAGE));
    apenet_entry_t sent = bench_next(&b, 0), received = bench_next(&b, 1);
    CU_ASSERT_EQUAL(sent.bytes, 2 * PAGE);
    CU_ASSERT_EQUAL(received.bytes, 2 * PAGE);
    CU_ASSERT_EQUAL(apenet_get64(&received.head[2]), (uintptr_t)target + 100);
    CU_ASSERT_EQUAL(apenet_get(received.footer, APENET_FOOTER_SERIAL), 1);
    CU_ASSERT_EQUAL(bench_next(&b, 0).what, 0);
    CU_ASSERT_EQUAL(bench_next(&b, 1).what, 0);
    bench_close(&b);
}

static void send_takes_the_first_buffer_that_fits(void)
{
    bench_t b;
    bench_open(&b, &two);
    prepare();
    bench_register(&b, 1, 0, target, 64, APENET_BUFFER_STREAMING, 1);
    bench_register(&b, 1, 0, target + 1000, 200, APENET_BUFFER_STREAMING, 2);
    bench_register(&b, 1, 0, target + 2000, 200, APENET_BUFFER_STREAMING, 3);
    apenet_descriptor_t d = bench_descriptor(&b, 0, 1, 0, APENET_CMD_SEND, source, 100, 0);
    for (int i = 0; i < 3; i++)
        bench_post(&b, 0, &d);
    bench_ring(&b, 0);
    CU_ASSERT_EQUAL(apenet_get64(&bench_next(&b, 1).footer[2]), 2);
    apenet_entry_t e = bench_next(&b, 1);
    CU_ASSERT_EQUAL(apenet_get64(&e.footer[2]), 3);
    CU_ASSERT_EQUAL(apenet_get64(&e.head[2]), (uintptr_t)target + 2000);
    CU_ASSERT_EQUAL(bench_next(&b, 1).what, 0); /* the third message waits */
    CU_ASSERT_EQUAL(apenet_reg_load(b.host[0].reg, APENET_REG_TX_RB_NEXT_PTR), 0x00030002);
    bench_register(&b, 1, 0, target + 1000, 200, APENET_BUFFER_STREAMING, 2); /* re-arms one buffer */
    CU_ASSERT_EQUAL(apenet_get64(&bench_next(&b, 1).footer[2]), 2);
    CU_ASSERT_EQUAL(apenet_reg_load(b.host[0].reg, APENET_REG_TX_RB_NEXT_PTR), 0x00030003);
    bench_close(&b);
}

static void send_without_a_buffer_is_dropped_if_so_set(void)
{
    bench_t b;
    bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}, .drops = true});
    apenet_descriptor_t d = bench_descriptor(&b, 0, 1, 0, APENET_CMD_SEND, source, 100, 0);
    bench_post(&b, 0, &d);
    bench_ring(&b, 0);
    apenet_entry_t e = bench_next(&b, 1);
    CU_ASSERT_EQUAL(bench_kind(&e), APENET_EVENT_ERROR);
    CU_ASSERT_EQUAL(bench_status(&e), APENET_STATUS_RX_NO_BUFFER);
    CU_ASSERT_EQUAL(e.bytes, 0);
    bench_close(&b);
}

static apenet_descriptor_t get_of(bench_t *b, apenet_get_request_t *request, void *sink, const void *from,
                                  uint32_t bytes)
{
    memset(request, 0, sizeof *request);
    apenet_set64(request->sink, (uintptr_t)sink);
    request->bytes = bytes;
    request->serial = 3;
    return bench_descriptor(b, 0, 1, 0, APENET_CMD_GET, request, sizeof *request, (uintptr_t)from);
}

static void get(void)
{
    static apenet_get_request_t request;
    bench_t b;
    bench_open(&b, &two);
    prepare();
    bench_register(&b, 1, 0, source, sizeof source, APENET_BUFFER_GET, 1);
    bench_register(&b, 0, 0, target, sizeof target, 0, 2);
    apenet_descriptor_t d = get_of(&b, &request, target + 1001, source + 50, 6000);
    apenet_set64(d.cmd1, 88);
    bench_post(&b, 0, &d);
    bench_ring(&b, 0);
    CU_ASSERT_TRUE(is_written(1001, source + 50, 6000));
    apenet_entry_t e = bench_next(&b, 0);
    CU_ASSERT_EQUAL(bench_kind(&e), APENET_EVENT_GET_DONE);
    CU_ASSERT_EQUAL(bench_status(&e), APENET_STATUS_OK);
    CU_ASSERT_EQUAL(apenet_get64(e.head), 88);
    CU_ASSERT_EQUAL(e.bytes, 6000);
    CU_ASSERT_EQUAL(bench_next(&b, 1).what, 0);
    bench_close(&b);
}

static void get_without_permission(void)
{
    static apenet_get_request_t request;
    bench_t b;
    bench_open(&b, &two);
    prepare();
    bench_register(&b, 1, 0, source, sizeof source, 0, 1);
    bench_register(&b, 0, 0, target, sizeof target, 0, 2);
    apenet_descriptor_t d = get_of(&b, &request, target, source, 6000);
    bench_post(&b, 0, &d);
    bench_ring(&b, 0);
    apenet_entry_t e = bench_next(&b, 0);
    CU_ASSERT_EQUAL(bench_kind(&e), APENET_EVENT_GET_DONE);
    CU_ASSERT_EQUAL(bench_status(&e), APENET_STATUS_GET_REFUSED);
    CU_ASSERT_TRUE(is_written(0, source, 0));
    bench_close(&b);
}

static void loopback_and_physical(void)
{
    bench_t b;
    bench_open(&b, &two);
    prepare();
    bench_register(&b, 0, 0, target, PAGE, 0, 1);
    apenet_descriptor_t d =
        bench_descriptor(&b, 0, 0, 0, APENET_CMD_LOOPBACK, source, 1000, (uintptr_t)target);
    bench_post(&b, 0, &d);
    bench_ring(&b, 0);
    CU_ASSERT_TRUE(is_written(0, source, 1000));
    apenet_entry_t first = bench_next(&b, 0), second = bench_next(&b, 0);
    CU_ASSERT_EQUAL(bench_kind(&first), APENET_EVENT_RECEIVED);
    CU_ASSERT_EQUAL(bench_kind(&second), APENET_EVENT_SENT);
    memset(target, 0xa5, sizeof target);
    d = bench_descriptor(&b, 0, 0, 0, APENET_CMD_LOOPBACK, source, 1000, bench_bus(&b, target + PAGE));
    apenet_set(d.header.w, APENET_HEADER_IS_PHYS, 1);
    bench_post(&b, 0, &d);
    bench_ring(&b, 0);
    CU_ASSERT_TRUE(is_written(PAGE, source, 1000));
    bench_close(&b);
}

/* Statuses 5, 6 and 8 at the receiver; memory outside stays unchanged. */
static void puts_that_find_no_place(void)
{
    static const struct {
        uint32_t at, bytes, status, written;
    } cases[] = {{0, 100, APENET_STATUS_OK, 100},
                 {PAGE, 100, APENET_STATUS_RX_NO_BUFFER, 0},
                 {PAGE - 60, 100, APENET_STATUS_RX_OVERRUN, 60},
                 {3 * PAGE, 100, APENET_STATUS_RX_NO_PAGE, 0},
                 {3 * PAGE - 50, 100, APENET_STATUS_RX_NO_PAGE, 0}};
    bench_t b;
    bench_open(&b, &two);
    bench_register(&b, 1, 0, target, PAGE, 0, 1);
    bench_register(&b, 1, 0, target + 2 * PAGE, 2 * PAGE, 0, 2);
    const uint32_t none[4] = {0, 0, 0, 0};
    CU_ASSERT_EQUAL(bench_command(&b, 1, APENET_OP_PAGE_REMOVE, 0, (uintptr_t)target + 3 * PAGE, none),
                    APENET_STATUS_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        prepare();
        apenet_descriptor_t d = bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source, cases[i].bytes,
                                                 (uintptr_t)target + cases[i].at);
        bench_post(&b, 0, &d);
        bench_ring(&b, 0);
        apenet_entry_t e = bench_next(&b, 1), sent = bench_next(&b, 0);
        CU_ASSERT_EQUAL(bench_status(&e), cases[i].status);
        CU_ASSERT_EQUAL(bench_kind(&e), i == 0 ? APENET_EVENT_RECEIVED : APENET_EVENT_ERROR);
        CU_ASSERT_EQUAL(e.bytes, cases[i].written);
        CU_ASSERT_EQUAL(bench_kind(&sent), APENET_EVENT_SENT);
        CU_ASSERT_TRUE(is_written(cases[i].at, source, cases[i].written));
    }
    bench_close(&b);
}

static void the_smallest_buffer_has_the_message(void)
{
    bench_t b;
    bench_open(&b, &two);
    prepare();
    bench_register(&b, 1, 0, target, 3 * PAGE, 0, 1);
    bench_register(&b, 1, 0, target + 100, 200, 0, 2);
    bench_register(&b, 1, 0, target + 100, 200, 0, 3);
    static const uint32_t at[] = {0, 100, 250, 300};
    static const uint64_t magic[] = {1, 2, 1, 1}; /* the third does not fit into the small buffer */
    for (int i = 0; i < 4; i++) {
        apenet_descriptor_t d =
            bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source, 100, (uintptr_t)target + at[i]);
        bench_post(&b, 0, &d);
        bench_ring(&b, 0);
        apenet_entry_t e = bench_next(&b, 1);
        CU_ASSERT_EQUAL(apenet_get64(&e.footer[2]), magic[i]);
        CU_ASSERT_EQUAL(bench_status(&e), APENET_STATUS_OK);
        bench_next(&b, 0);
    }
    bench_close(&b);
}

/* ---- rejected descriptors ---- */

static unsigned reports;
static void count_report(const apenet_rejection_t *refusal)
{
    const char *text = refusal->report;
    reports +=
        strstr(text, "PUT") != NULL || strstr(text, "SEND") != NULL || strstr(text, "LOOPBACK") != NULL;
}

static void refused_descriptors(void)
{
    enum { /* words of a descriptor */
           HEADER = offsetof(apenet_descriptor_t, header) / 4,
           CMD0 = offsetof(apenet_descriptor_t, cmd0) / 4,
           ZERO2 = offsetof(apenet_descriptor_t, zero2) / 4,
           CMD1 = offsetof(apenet_descriptor_t, cmd1) / 4
    };
    static const struct {
        struct {
            unsigned word, field;
            uint32_t value;
        } change[3]; /* an empty field changes nothing */
        unsigned status;
    } cases[] = {
        {{{HEADER, APENET_HEADER_SIZE, 0}}, 1},
        /* Too long and too short, otherwise consistent. */
        {{{HEADER, APENET_HEADER_SIZE, 257}, {CMD0, APENET_CMD0_BYTES, 4112}, {HEADER, APENET_HEADER_PAD, 0}},
         1},
        {{{HEADER, APENET_HEADER_SIZE, 0}, {CMD0, APENET_CMD0_BYTES, 0}, {HEADER, APENET_HEADER_PAD, 0}}, 1},
        {{{HEADER, APENET_HEADER_SIZE, 8}}, 1}, /* not the value for 100 bytes */
        {{{CMD0, APENET_CMD0_BYTES, 0}}, 1},
        {{{HEADER, APENET_HEADER_PAD, 3}}, 1},
        {{{HEADER, APENET_HEADER_DEST_Y, 1}}, 3},   /* outside the lattice */
        {{{HEADER, APENET_HEADER_DEST_PID, 1}}, 3}, /* no such process */
        {{{HEADER, APENET_HEADER_IS_GPU, 1}}, 3},   /* no such GPU */
        {{{CMD0, APENET_CMD0_IS_GPU, 1}}, 3},
        {{{HEADER, APENET_HEADER_NOT_ETH, 0}}, 1},
        {{{CMD0, APENET_FIELD(0, 0, 32), 0xfffff000}, {CMD0, APENET_FIELD(1, 0, 32), 0xf}},
         2}, /* no memory */
        {{{CMD1, APENET_CMD1_TAG, 1}}, 1},
        {{{CMD1, APENET_CMD1_TAG, 3}}, 1},
        {{{HEADER, APENET_HEADER_RESERVED, 1}}, 1},
        {{{HEADER, APENET_HEADER_IS_PHYS, 1}}, 1}, /* coordinates of another card */
        {{{ZERO2, APENET_FIELD(3, 0, 32), 1}}, 1},
        {{{HEADER, APENET_HEADER_CMD, APENET_CMD_SEND}}, 1},     /* with an address */
        {{{HEADER, APENET_HEADER_CMD, APENET_CMD_LOOPBACK}}, 1}, /* to another card */
        {{{HEADER, APENET_HEADER_SRC_X, 1}}, 1},
        {{{0, 0, 0}}, 0}};
    bench_t b;
    bench_open(&b, &two);
    bench_register(&b, 1, 0, target, sizeof target, 0, 1);
    apenet_rejection_hook = count_report;
    reports = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        prepare();
        apenet_descriptor_t d = bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source, 100, (uintptr_t)target);
        for (int k = 0; k < 3; k++)
            apenet_set((uint32_t *)&d + cases[i].change[k].word, cases[i].change[k].field,
                       cases[i].change[k].value);
        bench_post(&b, 0, &d);
        bench_ring(&b, 0);
        apenet_entry_t e = bench_next(&b, 0);
        CU_ASSERT_EQUAL(bench_status(&e), cases[i].status);
        CU_ASSERT_EQUAL(bench_kind(&e), cases[i].status != 0 ? APENET_EVENT_ERROR : APENET_EVENT_SENT);
        CU_ASSERT_TRUE(is_written(0, source, cases[i].status != 0 ? 0 : 100));
    }
    CU_ASSERT_EQUAL(reports, sizeof cases / sizeof *cases - 1);
    apenet_rejection_hook = NULL;
    bench_close(&b);
}

/* GPU sources: the first of two, of four pages. A negative offset counts from the end. */
static void sources_on_gpus(void)
{
    static const struct {
        int64_t at;
        uint32_t is_gpu, gpu, status;
    } cases[] = {
        {0, 1, 0, APENET_STATUS_OK},
        {-100, 1, 0, APENET_STATUS_OK},
        {-99, 1, 0, APENET_STATUS_TX_BAD_SOURCE},
        {0, 0, 0, APENET_STATUS_TX_BAD_SOURCE},
        {0, 1, 1, APENET_STATUS_TX_BAD_SOURCE},
        {0, 1, 2, APENET_STATUS_NO_SUCH_NODE},
        {(int64_t)1 << APENET_GPU_BITS, 1, 1, APENET_STATUS_TX_BAD_SOURCE}, /* no memory yet */
    };
    bench_t b;
    uint64_t va;
    bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}, .gpus = 2});
    bench_register(&b, 1, 0, target, sizeof target, 0, 1);
    CU_ASSERT_EQUAL(apenet_gpu_alloc_block(&b.machine->device[0], 0, 0, BENCH_GPU_BYTES, &va), 0);
    memset(apenet_gpu_at(&b.machine->device[0], 0, va, BENCH_GPU_BYTES), 'g', BENCH_GPU_BYTES);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        prepare();
        memset(source, 'g', 100);
        apenet_descriptor_t d = bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source, 100, (uintptr_t)target);
        apenet_set64(d.cmd0,
                     APENET_GPU_BUS + (uint64_t)(cases[i].at + (cases[i].at < 0 ? (int)BENCH_GPU_BYTES : 0)));
        apenet_set(d.cmd0, APENET_CMD0_IS_GPU, cases[i].is_gpu);
        apenet_set(d.cmd0, APENET_CMD0_GPU_ID, cases[i].gpu);
        bench_post(&b, 0, &d);
        bench_ring(&b, 0);
        apenet_entry_t e = bench_next(&b, 0);
        CU_ASSERT_EQUAL(bench_status(&e), cases[i].status);
        CU_ASSERT_TRUE(is_written(0, source, cases[i].status != 0 ? 0 : 100));
        bench_next(&b, 1);
    }
    bench_close(&b);
}

/* GPU commands: pages of 64 KiB, buffers of processes. */
static void tables_of_gpus(void)
{
    const uint32_t page = (uint32_t)APENET_GPU_PAGE_BYTES, gpu = APENET_PIDS;
    const uint64_t bus = APENET_GPU_BUS;
    static const struct {
        uint32_t at, flags, status;
    } cases[] = {{0, APENET_PAGE_HUGE, APENET_STATUS_OK},
                 {APENET_GPU_PAGE_BYTES, APENET_PAGE_HUGE, APENET_STATUS_OK},
                 {PAGE, APENET_PAGE_HUGE, APENET_STATUS_TX_BAD_DESCRIPTOR},
                 {0, 0, APENET_STATUS_TX_BAD_DESCRIPTOR}};
    bench_t b;
    bench_open(&b, &(bench_plan_t){.gpus = 1});
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t w[4] = {(uint32_t)(bus + cases[i].at), (uint32_t)(bus >> 32), cases[i].flags, 0};
        CU_ASSERT_EQUAL(bench_command(&b, 0, APENET_OP_PAGE_ADD, gpu, APENET_GPU_VA + cases[i].at, w),
                        cases[i].status);
    }
    const uint32_t none[4] = {0, 0, 0, 0};
    CU_ASSERT_EQUAL(bench_command(&b, 0, APENET_OP_PAGE_REMOVE, gpu, APENET_GPU_VA + page, none),
                    APENET_STATUS_OK);
    CU_ASSERT_EQUAL(bench_command(&b, 0, APENET_OP_PAGE_REMOVE, gpu, APENET_GPU_VA + page, none),
                    APENET_STATUS_RX_NO_PAGE);
    CU_ASSERT_EQUAL(bench_command(&b, 0, APENET_OP_PAGE_REMOVE, gpu + 1, APENET_GPU_VA, none),
                    APENET_STATUS_NO_SUCH_NODE);
    bench_close(&b);
}

/* ---- full rings and queues ---- */

static void queue_of_two_holds_back(void)
{
    bench_t b;
    bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}, .queue = 2, .ring = 32});
    prepare();
    bench_register(&b, 1, 0, target, sizeof target, 0, 1);
    for (unsigned i = 0; i < 20; i++) {
        apenet_descriptor_t d =
            bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source + i, 1, (uintptr_t)target + i);
        apenet_set(d.cmd1, APENET_CMD1_TAG, i % 2 == 0 ? APENET_COMP_NONE : APENET_COMP_EQ);
        CU_ASSERT_TRUE(bench_post(&b, 0, &d));
    }
    bench_ring(&b, 0);
    CU_ASSERT_TRUE(is_written(0, source, 1)); /* the second has no space for its event */
    for (unsigned i = 0; i < 20; i++) {
        apenet_entry_t e = bench_next(&b, 1);
        CU_ASSERT_EQUAL(apenet_get64(&e.head[2]), (uintptr_t)target + i);
        CU_ASSERT_EQUAL(e.serial, i + 1);
        if (i % 2 == 1) {
            apenet_entry_t sent = bench_next(&b, 0);
            CU_ASSERT_EQUAL(bench_kind(&sent), APENET_EVENT_SENT);
        }
    }
    CU_ASSERT_TRUE(is_written(0, source, 20));
    CU_ASSERT_EQUAL(bench_next(&b, 0).what, 0);
    CU_ASSERT_EQUAL(bench_next(&b, 1).what, 0);
    bench_close(&b);
}

static void rings_of_any_size_go_round(void)
{
    static const uint32_t size[] = {2, 3, 1024};
    for (int s = 0; s < 3; s++) {
        bench_t b;
        bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}, .ring = size[s], .queue = 4096});
        bench_register(&b, 1, 0, target, sizeof target, 0, 1);
        unsigned posted = 0, received = 0;
        for (unsigned round = 0; round < 7; round++) {
            unsigned filled = 0;
            apenet_descriptor_t d =
                bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source, 16, (uintptr_t)target);
            while (bench_post(&b, 0, &d))
                filled++;
            CU_ASSERT_EQUAL(filled, size[s] - 1);
            posted += filled;
            bench_ring(&b, 0);
            apenet_entry_t e;
            while (bench_event(&b, 1, &e))
                received++;
            while (bench_event(&b, 0, &e))
                CU_ASSERT_EQUAL(bench_kind(&e), APENET_EVENT_SENT);
        }
        CU_ASSERT_EQUAL(received, posted);
        bench_close(&b);
    }
}

/* The first packet of a message, then a new ring: bytes of the incomplete message do not count. */
static void another_ring_begins_another_message(void)
{
    bench_t b;
    bench_open(&b, &two);
    bench_register(&b, 1, 0, target, sizeof target, 0, 1);
    apenet_descriptor_t d = bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source, 64, (uintptr_t)target);
    apenet_set(d.header.w, APENET_HEADER_LAST_FRAG, 0);
    apenet_set(d.cmd1, APENET_CMD1_TAG, APENET_COMP_NONE);
    bench_post(&b, 0, &d);
    bench_ring(&b, 0);
    apenet_reg_store(b.host[0].reg, APENET_REG_TX_RB_ADDR_LOW, (uint32_t)bench_bus(&b, b.host[0].ring));
    b.host[0].fill = 0;
    d = bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source, 100, (uintptr_t)target);
    CU_ASSERT_TRUE(bench_post(&b, 0, &d));
    bench_ring(&b, 0);
    apenet_entry_t sent = bench_next(&b, 0);
    CU_ASSERT_EQUAL(bench_kind(&sent), APENET_EVENT_SENT);
    CU_ASSERT_EQUAL(sent.bytes, 100);
    bench_close(&b);
}

static void tables_are_full_at_their_size(void)
{
    bench_t b;
    bench_open(&b, &two);
    for (unsigned i = 0; i < APENET_BUFFERS_MAX; i++)
        CU_ASSERT_EQUAL(bench_register(&b, 1, 0, target, 16, 0, i + 1), APENET_STATUS_OK);
    CU_ASSERT_EQUAL(bench_register(&b, 1, 0, target, 16, 0, 9999), APENET_STATUS_TABLE_FULL);
    const uint32_t w[4] = {16, 0, 5, 0};
    CU_ASSERT_EQUAL(bench_command(&b, 1, APENET_OP_BUFFER_REMOVE, 0, (uintptr_t)target, w), APENET_STATUS_OK);
    CU_ASSERT_EQUAL(bench_command(&b, 1, APENET_OP_BUFFER_REMOVE, 0, (uintptr_t)target, w),
                    APENET_STATUS_RX_NO_BUFFER);
    CU_ASSERT_EQUAL(bench_register(&b, 1, 0, target, 16, 0, 9999), APENET_STATUS_OK);
    CU_ASSERT_EQUAL(bench_register(&b, 1, 2, target, 16, 0, 1), APENET_STATUS_NO_SUCH_NODE);
    bench_close(&b);
}

/* Four pages in rotation, with TLBs of 3 and 4 entries: no hits, only hits. */
static void tlb_breaks_at_its_size(void)
{
    for (uint32_t entries = 3; entries <= 4; entries++) {
        bench_t b;
        bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}, .tlb_entries = entries});
        bench_register(&b, 1, 0, target, sizeof target, 0, 1);
        for (unsigned i = 0; i < 40; i++) {
            apenet_descriptor_t d =
                bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source, 16, (uintptr_t)target + i % 4 * PAGE);
            bench_post(&b, 0, &d);
            bench_ring(&b, 0);
            bench_next(&b, 0);
            bench_next(&b, 1);
        }
        apenet_counters_t c;
        apenet_device_counters(&b.machine->device[1], &c);
        CU_ASSERT_EQUAL(c.tlb_hits, entries == 3 ? 0 : 36);
        CU_ASSERT_EQUAL(c.tlb_misses, entries == 3 ? 40 : 4);
        const uint32_t none[4] = {0, 0, 0, 0};
        bench_command(&b, 1, APENET_OP_PAGE_REMOVE, 0, (uintptr_t)target + PAGE, none);
        apenet_descriptor_t d =
            bench_descriptor(&b, 0, 1, 0, APENET_CMD_PUT, source, 16, (uintptr_t)target + PAGE);
        bench_post(&b, 0, &d);
        bench_ring(&b, 0);
        CU_ASSERT_EQUAL(bench_status(&(apenet_entry_t){.what = bench_next(&b, 1).what}),
                        APENET_STATUS_RX_NO_PAGE);
        bench_close(&b);
    }
}

static void processes_of_a_card_are_apart(void)
{
    bench_t b;
    bench_open(&b, &(bench_plan_t){.size = {2, 1, 1}, .pids = 4});
    prepare();
    for (unsigned pid = 0; pid < 4; pid++)
        bench_register(&b, 1, pid, target + pid * PAGE, 100, 0, pid + 1);
    for (unsigned pid = 0; pid < 4; pid++)
        for (unsigned other = 0; other < 4; other++) {
            apenet_descriptor_t d = bench_descriptor(&b, 0, 1, pid, APENET_CMD_PUT, source, 100,
                                                     (uintptr_t)target + other * PAGE);
            bench_post(&b, 0, &d);
            bench_ring(&b, 0);
            apenet_entry_t e = bench_next(&b, 1);
            CU_ASSERT_EQUAL(bench_status(&e), pid == other ? APENET_STATUS_OK : APENET_STATUS_RX_NO_BUFFER);
            bench_next(&b, 0);
        }
    bench_close(&b);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a put", put},
        {"a message of two packets", message_of_two_packets},
        {"a send takes the first buffer that fits", send_takes_the_first_buffer_that_fits},
        {"a send without a buffer is dropped if so set", send_without_a_buffer_is_dropped_if_so_set},
        {"a get", get},
        {"a get without permission", get_without_permission},
        {"loopback and physical addresses", loopback_and_physical},
        {"puts that find no place", puts_that_find_no_place},
        {"the smallest buffer has the message", the_smallest_buffer_has_the_message},
        {"descriptors that are refused", refused_descriptors},
        {"sources on GPUs", sources_on_gpus},
        {"tables of GPUs", tables_of_gpus},
        {"a queue of two entries holds back", queue_of_two_holds_back},
        {"rings of any size go round", rings_of_any_size_go_round},
        {"another ring begins another message", another_ring_begins_another_message},
        {"tables are full at their size", tables_are_full_at_their_size},
        {"the TLB breaks at its size", tlb_breaks_at_its_size},
        {"the processes of a card are apart", processes_of_a_card_are_apart},
        {NULL, NULL}};
    return emuq_test_main("apenet_card", tests);
}
