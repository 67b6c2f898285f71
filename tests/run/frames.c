/* SPDX-License-Identifier: BSD-3-Clause */
/* What the head of a job and its agents send each other: what was written is read, what is malformed refused.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

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

/* ---- headers: one field away from a frame ---- */

static void headers(void)
{
    static const struct {
        const char *name;
        uint32_t length, kind;
        size_t come; /* bytes, with the header */
        int expected, expected_first;
    } rows[] = {
        {"no field", 0, EMUQ_FRAME_SIGNALLED, 8, 1, 1},
        {"a header less a byte", 0, EMUQ_FRAME_SIGNALLED, 7, 0, 0},
        {"four bytes", 4, EMUQ_FRAME_CREDIT, 12, 1, 1},
        {"one byte has not come", 4, EMUQ_FRAME_CREDIT, 11, 0, 0},
        {"the longest greeting", EMUQ_FRAME_HELLO_MOST, EMUQ_FRAME_HELLO, 8, 0, 0},
        {"longer than a greeting", EMUQ_FRAME_HELLO_MOST + 1, EMUQ_FRAME_HELLO, 8, 0, -EPROTO},
        {"the longest frame", EMUQ_FRAME_MOST, EMUQ_FRAME_OUT, 8, 0, -EPROTO},
        {"longer than any frame", EMUQ_FRAME_MOST + 1, EMUQ_FRAME_OUT, 8, -EPROTO, -EPROTO},
        {"kind 0", 0, 0, 8, -EPROTO, -EPROTO},
        {"the last kind", 0, EMUQ_FRAME_KINDS - 1, 8, 1, 1},
        {"behind the last kind", 0, EMUQ_FRAME_KINDS, 8, -EPROTO, -EPROTO},
        {"a text", 0x636c6557, 0x20656d6f, 8, -EPROTO, -EPROTO},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        emuq_bytes_t bytes = {0};
        emuq_frame_read_t frame;
        emuq_frame_u32(&bytes, rows[i].length);
        emuq_frame_u32(&bytes, rows[i].kind);
        emuq_frame_u64(&bytes, 0);
        bytes.length = rows[i].come;
        int rc = emuq_frame_next(&bytes, &frame), first = emuq_frame_first(&bytes, &frame);
        if (rc != rows[i].expected || first != rows[i].expected_first)
            printf("    %s: %d and %d\n", rows[i].name, rc, first);
        CU_ASSERT_EQUAL(rc, rows[i].expected);
        CU_ASSERT_EQUAL(first, rows[i].expected_first);
        emuq_bytes_free(&bytes);
    }
}

/* ---- fields ---- */

/* A frame of these bytes, in memory that ends with them. */
static emuq_frame_read_t frame_of(const char *bytes, size_t length)
{
    static char *memory;
    free(memory);
    memory = malloc(length != 0 ? length : 1);
    memcpy(memory, bytes, length);
    return (emuq_frame_read_t){.kind = EMUQ_FRAME_OUT, .at = memory, .left = length};
}

#define FRAME_OF(text) frame_of(text, sizeof(text) - 1)

static void numbers(void)
{
    emuq_frame_read_t frame = FRAME_OF("\1\0\0\0");
    CU_ASSERT_EQUAL(emuq_frame_get_u32(&frame), 1);
    CU_ASSERT(emuq_frame_is_done(&frame));
    frame = FRAME_OF("\1\0\0");
    CU_ASSERT_EQUAL(emuq_frame_get_u32(&frame), 0);
    CU_ASSERT_FALSE(emuq_frame_is_done(&frame));
    frame = FRAME_OF("\1\0\0\0\2");
    CU_ASSERT_EQUAL(emuq_frame_get_u32(&frame), 1);
    CU_ASSERT_FALSE(emuq_frame_is_done(&frame));
    frame = FRAME_OF("\1\0\0\0\2\0\0"); /* after a missing field nothing is read */
    CU_ASSERT_EQUAL(emuq_frame_get_u64(&frame), 0);
    CU_ASSERT_EQUAL(emuq_frame_get_u32(&frame), 0);
    CU_ASSERT_EQUAL(frame.left, 7);
    frame = FRAME_OF("");
    (void)emuq_frame_get_u32(&frame);
    CU_ASSERT_FALSE(emuq_frame_is_done(&frame)); /* though nothing is left */
}

static void texts(void)
{
    static const struct {
        const char *bytes;
        size_t count, length;
        bool is_text, is_string;
    } rows[] = {{"\2\0\0\0ab", 6, 2, true, true},   {"\3\0\0\0ab", 6, 0, false, false},
                {"\1\0\0\0ab", 6, 1, false, false}, {"\2\0\0\0a\0", 6, 2, true, false},
                {"\2\0\0\0\0b", 6, 2, true, false}, {"\0\0\0\0", 4, 0, true, true},
                {"\0\0\0", 3, 0, false, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t length = 99;
        emuq_frame_read_t frame = frame_of(rows[i].bytes, rows[i].count);
        const char *text = emuq_frame_get_text(&frame, &length);
        CU_ASSERT_EQUAL(length, rows[i].length);
        CU_ASSERT_EQUAL(memcmp(text, rows[i].bytes + 4, length), 0);
        CU_ASSERT_EQUAL(emuq_frame_is_done(&frame), rows[i].is_text);
        frame = frame_of(rows[i].bytes, rows[i].count);
        char *string = emuq_frame_get_string(&frame);
        CU_ASSERT_EQUAL(emuq_frame_is_done(&frame), rows[i].is_string);
        free(string);
    }
}

/* ---- greetings ---- */

typedef struct hello {
    emuq_frame_kind_t kind;
    uint64_t word;
    uint32_t version;
    uint64_t layout;
    const char *text;
    unsigned more; /* bytes behind the fields */
    unsigned cut;  /* bytes that are missing */
} hello_t;

static int judge_hello(const hello_t *h)
{
    emuq_bytes_t bytes = {0};
    emuq_frame_read_t frame;
    size_t begin = emuq_frame_begin(&bytes, h->kind);
    emuq_frame_u64(&bytes, h->word);
    emuq_frame_u32(&bytes, h->version);
    emuq_frame_u64(&bytes, h->layout);
    emuq_frame_string(&bytes, h->text);
    emuq_bytes_add(&bytes, "more", h->more);
    bytes.length -= h->cut;
    emuq_frame_end(&bytes, begin);
    CU_ASSERT_EQUAL_FATAL(emuq_frame_first(&bytes, &frame), 1);
    int rc = emuq_frame_check_hello(&frame, LAYOUT, "n1");
    emuq_bytes_free(&bytes);
    return rc;
}

/* The greeting of this build. */
static hello_t own_hello(char version[64])
{
    emuq_bytes_t bytes = {0};
    emuq_frame_read_t frame;
    emuq_frame_add_hello(&bytes, LAYOUT);
    CU_ASSERT_EQUAL_FATAL(emuq_frame_first(&bytes, &frame), 1);
    (void)emuq_frame_get_u64(&frame);
    (void)emuq_frame_get_u32(&frame);
    (void)emuq_frame_get_u64(&frame);
    char *text = emuq_frame_get_string(&frame);
    snprintf(version, 64, "%s", text);
    free(text);
    emuq_bytes_free(&bytes);
    return (hello_t){EMUQ_FRAME_HELLO, EMUQ_FRAME_WORD, EMUQ_FRAME_VERSION, LAYOUT, version, 0, 0};
}

static void greetings(void)
{
    char version[64];
    const hello_t good = own_hello(version);
    const unsigned length = (unsigned)strlen(version);
    hello_t h = good;
    CU_ASSERT_EQUAL(judge_hello(&h), 0);
    h = good, h.kind = EMUQ_FRAME_ORDER;
    CU_ASSERT_EQUAL(judge_hello(&h), -EPROTO);
    h = good, h.word ^= 1;
    CU_ASSERT_EQUAL(judge_hello(&h), -EPROTO);
    h = good, h.version++; /* whatever follows it */
    CU_ASSERT_EQUAL(judge_hello(&h), -ENOEXEC);
    h = good, h.layout++;
    CU_ASSERT_EQUAL(judge_hello(&h), -ENOEXEC);
    h = good, h.text = "another";
    CU_ASSERT_EQUAL(judge_hello(&h), -ENOEXEC);
    h = good, h.more = 1;
    CU_ASSERT_EQUAL(judge_hello(&h), -EPROTO);
    h = good, h.cut = 1; /* of the text */
    CU_ASSERT_EQUAL(judge_hello(&h), -EPROTO);
    h = good, h.cut = length + 4 + 8 + 1; /* of the version */
    CU_ASSERT_EQUAL(judge_hello(&h), -EPROTO);
}

/* ---- job descriptions: one field away from a good one ---- */

#define CHANGE(name, statement)                                                                              \
    static void name(emuq_order_t *o)                                                                        \
    {                                                                                                        \
        (void)o;                                                                                             \
        statement;                                                                                           \
    }

static uint32_t three[] = {1, 2, 1};

static void set_environment(emuq_order_t *o, const char *entry)
{
    emuq_words_free(&o->environment);
    emuq_words_add(&o->environment, entry, strlen(entry));
}

CHANGE(nothing, (void)0)
CHANGE(last_label, o->command.label = EMUQ_LABEL_LONG)
CHANGE(label, o->command.label = (emuq_label_t)(EMUQ_LABEL_LONG + 1))
CHANGE(last_host, o->host = 2)
CHANGE(host, o->host = 3)
CHANGE(no_hosts, o->host = o->hosts = 0; o->command.job.shape[0] = 0)
CHANGE(host_without_nodes, three[0] = 0; three[1] = 3)
CHANGE(a_node_more, three[2] = 2)
CHANGE(a_node_less, three[1] = 1)
CHANGE(shape_differs, o->command.job.shape[1] = 2)
/* 4 and 2^64 nodes */
CHANGE(shape_overflows, memcpy(o->command.job.shape, (const uint32_t[]){20, 5581, 8681, 49477, 384773},
                               sizeof o->command.job.shape))
CHANGE(no_map, o->map = NULL; o->map_bytes = 0)
CHANGE(no_program, emuq_words_free(&o->command.program))
CHANGE(empty_value, set_environment(o, "A="))
CHANGE(no_value, set_environment(o, "A"))
CHANGE(no_name, set_environment(o, "=1"))

static size_t find(const emuq_bytes_t *bytes, const void *what, size_t length)
{
    const char *at = memmem(bytes->at, bytes->length, what, length);
    CU_ASSERT_FATAL(at != NULL);
    return (size_t)(at - bytes->at);
}

/* More hosts than bytes follow. */
static void many_hosts(emuq_bytes_t *bytes)
{
    static const uint32_t numbers[] = {1, 3, 1, 2, 1}, many = UINT32_MAX;
    memcpy(bytes->at + find(bytes, numbers, sizeof numbers) + 4, &many, sizeof many);
}

/* The map file is there, and its bytes are not to be used. */
static void unused_map(emuq_bytes_t *bytes)
{
    bytes->at[find(bytes,
                   "\1\0\0\0\x0c\0\0\0"
                   "0 0 0",
                   13)] = 0;
}

static void one_byte_more(emuq_bytes_t *bytes)
{
    emuq_bytes_add(bytes, "", 1);
    emuq_frame_end(bytes, 0);
}

/* The environment has a word more than follows. */
static void words_missing(emuq_bytes_t *bytes)
{
    bytes->at[find(bytes,
                   "\1\0\0\0\3\0\0\0"
                   "A=1",
                   11)] = 2;
}

static void lying_orders(void)
{
    static const struct {
        const char *name;
        void (*change)(emuq_order_t *order);
        void (*change_bytes)(emuq_bytes_t *bytes);
        int expected;
    } rows[] = {
        {"nothing", nothing, NULL, 0},
        {"the last label", last_label, NULL, 0},
        {"behind the last label", label, NULL, -EPROTO},
        {"the last host", last_host, NULL, 0},
        {"behind the last host", host, NULL, -EPROTO},
        {"no hosts", no_hosts, NULL, -EPROTO},
        {"more hosts than follow", nothing, many_hosts, -EPROTO},
        {"a host without nodes", host_without_nodes, NULL, -EPROTO},
        {"a node too many", a_node_more, NULL, -EPROTO},
        {"a node too few", a_node_less, NULL, -EPROTO},
        {"another shape", shape_differs, NULL, -EPROTO},
        {"2^64 nodes more", shape_overflows, NULL, -EPROTO},
        {"no program", no_program, NULL, -EPROTO},
        {"a variable without a value", no_value, NULL, -EPROTO},
        {"a variable that is empty", empty_value, NULL, 0},
        {"a variable without a name", no_name, NULL, -EPROTO},
        {"no map", no_map, NULL, 0},
        {"a map that is not to be used", nothing, unused_map, -EPROTO},
        {"one byte more", nothing, one_byte_more, -EPROTO},
        {"a word less", nothing, words_missing, -EPROTO},
    };
    static const uint32_t good_nodes[] = {1, 2, 1};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        emuq_bytes_t bytes = {0};
        emuq_frame_read_t frame;
        emuq_order_t order = sample(), got;
        order.nodes = memcpy(three, good_nodes, sizeof three);
        rows[i].change(&order);
        emuq_order_add(&order, &bytes);
        if (rows[i].change_bytes != NULL)
            rows[i].change_bytes(&bytes);
        CU_ASSERT_EQUAL_FATAL(emuq_frame_next(&bytes, &frame), 1);
        int rc = emuq_order_get(&got, &frame);
        if (rc != rows[i].expected)
            printf("    %s: %d\n", rows[i].name, rc);
        CU_ASSERT_EQUAL(rc, rows[i].expected);
        emuq_order_free(&got);
        emuq_bytes_free(&bytes);
        free_sample(&order);
    }
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
                                        {"headers", headers},
                                        {"numbers", numbers},
                                        {"texts", texts},
                                        {"greetings", greetings},
                                        {"lying orders", lying_orders},
                                        {"many frames", many_frames},
                                        {NULL, NULL}};
#if !defined(__SANITIZE_ADDRESS__) &&                                                                        \
    !defined(                                                                                                \
        __SANITIZE_THREAD__) /* a number that is believed makes the test fail, and not the machine swap */
    setrlimit(RLIMIT_AS, &(struct rlimit){UINT64_C(1) << 30, UINT64_C(1) << 30});
#endif
    return emuq_test_main("frames", tests);
}
