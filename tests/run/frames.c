/* SPDX-License-Identifier: BSD-3-Clause */
/* What the head of a job and its agents send each other: what was written is read, what is malformed refused.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "tools/emuq-run/order.h"

enum { ROUNDS = 20000, LAYOUT = 77 };

static emuq_order_t sample(void)
{
    static uint32_t nodes[] = {1, 2, 1};
    static char mapping[] = "map", map[] = "0 0 0 0 0 0\n", name[] = "n2", directory[] = "/x", near[] = "",
                path[] = "/p";
    emuq_order_t order = {.hosts = 3,
                          .host = 1,
                          .nodes = nodes,
                          .job_id = UINT64_C(0x8123456789abcdef),
                          .name = name,
                          .near = near,
                          .directory = directory,
                          .map = map,
                          .map_bytes = sizeof(map) - 1,
                          .path = path,
                          .mapping = mapping};
    order.command.job = (emuq_job_t){{4, 1, 1, 1, 1}, 2, 8, NULL, 1};
    order.command.label = EMUQ_LABEL_LONG;
    order.command.input_rank = 5;
    order.command.counters = true;
    emuq_words_add(&order.command.program, "p", 1);
    emuq_words_add(&order.command.program, "", 0);
    emuq_words_add(&order.environment, "A=1", 3);
    return order;
}

static void free_sample(emuq_order_t *order)
{
    emuq_words_free(&order->command.program);
    emuq_words_free(&order->environment);
}

static void an_order(void)
{
    emuq_order_t order = sample(), got;
    emuq_bytes_t bytes = {0};
    emuq_frame_read_t frame;
    emuq_order_add(&order, &bytes);
    CU_ASSERT_EQUAL_FATAL(emuq_frame_next(&bytes, &frame), 1);
    CU_ASSERT_EQUAL(frame.kind, EMUQ_FRAME_ORDER);
    CU_ASSERT_EQUAL(frame.bytes, bytes.length);
    CU_ASSERT_EQUAL(emuq_order_get(&got, &frame), 0);
    CU_ASSERT_EQUAL(got.job_id, order.job_id);
    CU_ASSERT_EQUAL(got.nodes[1], 2);
    CU_ASSERT_EQUAL(got.command.job.np, 8);
    CU_ASSERT_EQUAL(got.command.input_rank, 5);
    CU_ASSERT_TRUE(got.command.counters);
    CU_ASSERT_EQUAL(got.map_bytes, order.map_bytes);
    CU_ASSERT_EQUAL(memcmp(got.map, order.map, order.map_bytes), 0);
    CU_ASSERT_STRING_EQUAL(got.command.path, "/p");
    CU_ASSERT_PTR_NULL(got.command.bind);
    CU_ASSERT_EQUAL(got.command.program.count, 2);
    CU_ASSERT_STRING_EQUAL(got.environment.word[0], "A=1");
    emuq_order_free(&got);
    emuq_bytes_free(&bytes);
    free_sample(&order);
}

/* Of an order, any beginning is not a frame yet; one whose length says otherwise is malformed. */
static void orders_that_are_cut(void)
{
    emuq_order_t order = sample(), got;
    emuq_bytes_t bytes = {0};
    emuq_frame_read_t frame;
    emuq_order_add(&order, &bytes);
    for (size_t length = 0; length < bytes.length; length++) {
        /* Memory of just that size: sanitizers find what is read behind it. */
        emuq_bytes_t part = {0};
        emuq_bytes_add(&part, bytes.at, length);
        part.at = length != 0 ? realloc(part.at, length) : part.at;
        part.room = length;
        CU_ASSERT_EQUAL(emuq_frame_next(&part, &frame), 0);
        if (length >= EMUQ_FRAME_HEADER) {
            uint32_t fields = (uint32_t)(length - EMUQ_FRAME_HEADER);
            for (int i = 0; i < 4; i++)
                part.at[i] = (char)(unsigned char)(fields >> 8 * i);
            CU_ASSERT_EQUAL(emuq_frame_next(&part, &frame), 1);
            CU_ASSERT_EQUAL(emuq_order_get(&got, &frame), -EPROTO);
            emuq_order_free(&got);
        }
        emuq_bytes_free(&part);
    }
    emuq_bytes_free(&bytes);
    free_sample(&order);
}

/* Whatever comes is read or refused, and nothing else happens. */
static void bytes_at_random(void)
{
    emuq_order_t order = sample(), got;
    emuq_bytes_t bytes = {0};
    emuq_frame_read_t frame;
    unsigned refused = 0;
    emuq_order_add(&order, &bytes);
    srandom(1);
    for (int round = 0; round < ROUNDS; round++) {
        emuq_bytes_t other = {0};
        emuq_bytes_add(&other, bytes.at, bytes.length);
        other.at = realloc(other.at, bytes.length);
        for (long changes = 1 + random() % 4; changes > 0; changes--)
            other.at[random() % (long)bytes.length] = (char)(random() % 3 == 0 ? 0xff : random());
        int rc = emuq_frame_next(&other, &frame);
        CU_ASSERT(rc == 0 || rc == 1 || rc == -EPROTO);
        if (rc == 1) {
            refused += emuq_order_get(&got, &frame) != 0;
            emuq_order_free(&got);
        }
        emuq_bytes_free(&other);
    }
    CU_ASSERT(refused > ROUNDS / 4);
    emuq_bytes_free(&bytes);
    free_sample(&order);
}

static void what_is_no_frame(void)
{
    static const char *const texts[] = {"Welcome to this host", "{\"a\": 1}", "\0\0\0\0\0\0\0\0",
                                        "\4\0\0\0\xff\0\0\0"};
    emuq_frame_read_t frame;
    for (int i = 0; i < 4; i++) {
        emuq_bytes_t bytes = {0};
        emuq_bytes_add(&bytes, texts[i], 8);
        CU_ASSERT_EQUAL(emuq_frame_next(&bytes, &frame), -EPROTO);
        emuq_bytes_free(&bytes);
    }
}

static void greetings(void)
{
    emuq_bytes_t bytes = {0};
    emuq_frame_read_t frame, copy;
    emuq_frame_add_hello(&bytes, LAYOUT);
    CU_ASSERT_EQUAL_FATAL(emuq_frame_next(&bytes, &frame), 1);
    copy = frame;
    CU_ASSERT_EQUAL(emuq_frame_check_hello(&frame, LAYOUT, "n1"), 0);
    frame = copy;
    CU_ASSERT_EQUAL(emuq_frame_check_hello(&frame, LAYOUT + 1, "n1"), -ENOEXEC);
    bytes.at[EMUQ_FRAME_HEADER] ^= 1;
    frame = copy;
    CU_ASSERT_EQUAL(emuq_frame_check_hello(&frame, LAYOUT, "n1"), -EPROTO);
    emuq_bytes_free(&bytes);
}

/* Bytes that are taken from the beginning while others are added. */
static void many_frames(void)
{
    emuq_bytes_t bytes = {0};
    emuq_frame_read_t frame;
    uint32_t put = 0, got = 0;
    srandom(2);
    while (got < 5000) {
        for (long i = random() % 5; i > 0 && put < 5000; i--)
            emuq_frame_add_u32(&bytes, EMUQ_FRAME_CREDIT, put++);
        for (long i = random() % 5; i > 0 && emuq_frame_next(&bytes, &frame) == 1; i--) {
            CU_ASSERT_EQUAL(emuq_frame_get_u32(&frame), got++);
            CU_ASSERT(emuq_frame_is_done(&frame));
            emuq_bytes_drop(&bytes, frame.bytes);
        }
    }
    CU_ASSERT_EQUAL(bytes.length, 0);
    emuq_bytes_free(&bytes);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"an order", an_order},
                                        {"orders that are cut", orders_that_are_cut},
                                        {"bytes at random", bytes_at_random},
                                        {"what is no frame", what_is_no_frame},
                                        {"greetings", greetings},
                                        {"many frames", many_frames},
                                        {NULL, NULL}};
    return emuq_test_main("frames", tests);
}
