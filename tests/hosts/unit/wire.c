/* SPDX-License-Identifier: BSD-3-Clause */
/* Network messages: written messages are read, and malformed messages are rejected without access outside the
 * message. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "emuq_test.h"
#include "transport/fabric.h"
#include "transport/wire.h"

enum { ROUNDS = 100000, MOST = 4096, LONG = 40000 };

static emuq_wire_job_t mine = {.hosts = 3, .host = 0}, theirs = {.hosts = 3, .host = 2}, other;

static char *message; /* before inaccessible memory; at least EMUQ_WIRE_MOST bytes */

static void open_jobs(void)
{
    char *memory = mmap(NULL, 4096 + 2 * EMUQ_WIRE_FRAME, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory + 4096, 2 * EMUQ_WIRE_FRAME, PROT_READ | PROT_WRITE) != 0 ||
        emuq_mac_open(&mine.mac, (const unsigned char *)"key of the tests") != 0 ||
        emuq_mac_open(&other.mac, (const unsigned char *)"key of the tesu!") != 0)
        abort();
    message = memory + 4096;
    theirs.mac = mine.mac;
}

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Writes a message with frames of these lengths. @return bytes */
static size_t write_message(const uint32_t *length, uint32_t frames)
{
    size_t end = sizeof(emuq_wire_head_t);
    for (uint32_t f = 0; f < frames; f++) {
        memset(message + end, (int)f + 1, length[f]);
        end += emuq_wire_padded(length[f]);
    }
    return emuq_wire_close(message, &theirs, frames != 0 ? EMUQ_WIRE_DATA : EMUQ_WIRE_HEARTBEAT, 0, 7, end,
                           length, frames);
}

static void what_is_written_is_read(void)
{
    static const uint32_t length[] = {1, 64, 65, 700};
    uint32_t sender = 99;
    emuq_wire_cursor_t cursor = {0};
    size_t bytes = write_message(length, 4), got;
    CU_ASSERT_EQUAL(emuq_wire_check(&mine, message, bytes, &sender), 0);
    CU_ASSERT_EQUAL(sender, 2);
    for (uint32_t f = 0; f < 4; f++) {
        const char *frame = emuq_wire_next(message, &cursor, &got);
        CU_ASSERT_EQUAL(got, length[f]);
        CU_ASSERT_EQUAL((uintptr_t)frame % EMUQ_FRAME_ALIGN, 0);
        CU_ASSERT(frame[0] == (char)(f + 1) && frame[got - 1] == (char)(f + 1));
    }
    CU_ASSERT_PTR_NULL(emuq_wire_next(message, &cursor, &got));
    bytes = write_message(NULL, 0);
    CU_ASSERT_EQUAL(emuq_wire_check(&mine, message, bytes, &sender), 0);
    CU_ASSERT_PTR_NULL(emuq_wire_next(message, &(emuq_wire_cursor_t){0}, &got));
}

/* ---- a single wrong field ---- */

typedef struct lie {
    const char *name;
    int expected;
    void (*change)(emuq_wire_head_t *head,
                   size_t *bytes); /* fields of a valid message with frames of 100 and 200 bytes */
    bool keeps_code; /* the code is not updated: a client without the key has changed the message */
} lie_t;

static uint32_t *table(emuq_wire_head_t *head)
{
    return (uint32_t *)(void *)(message + head->bytes) - head->frames;
}

/* Writes different frames, each with this many bytes. */
static void rewrite(uint32_t frames, uint32_t bytes, size_t *whole)
{
    static uint32_t length[EMUQ_WIRE_FRAMES + 1];
    for (uint32_t f = 0; f < frames; f++)
        length[f] = bytes;
    *whole = write_message(length, frames);
}

#define CHANGE(name, statement)                                                                              \
    static void name(emuq_wire_head_t *h, size_t *bytes)                                                     \
    {                                                                                                        \
        (void)h, (void)bytes;                                                                                \
        statement;                                                                                           \
    }
CHANGE(nothing, (void)0)
CHANGE(code_begin, h->mac[0] ^= 1)
CHANGE(code_end, h->mac[EMUQ_MAC_BYTES - 1] ^= 0x80)
CHANGE(sequence, h->sequence++)
CHANGE(payload, message[*bytes - 20] ^= 1)
CHANGE(last_byte, message[*bytes - 1] ^= 1)
CHANGE(cut_head, *bytes = sizeof *h - 1)
CHANGE(empty, *bytes = 0)
CHANGE(magic, h->magic++)
CHANGE(receiver, h->receiver = 1)
CHANGE(sender_is_none, h->sender = 3)
CHANGE(sender_is_me, h->sender = 0)
CHANGE(version, h->version++)
CHANGE(kind_least, rewrite(0, 0, bytes); h->kind = 0)
CHANGE(kind_most, rewrite(0, 0, bytes); h->kind = EMUQ_WIRE_BYE + 1)
CHANGE(beat_with_frames, h->kind = EMUQ_WIRE_HEARTBEAT)
CHANGE(bye_with_frames, h->kind = EMUQ_WIRE_BYE)
CHANGE(no_frames, rewrite(0, 0, bytes); h->kind = EMUQ_WIRE_DATA)
CHANGE(most_frames, rewrite(EMUQ_WIRE_FRAMES, 64, bytes))
CHANGE(many_frames, rewrite(EMUQ_WIRE_FRAMES + 1, 64, bytes))
CHANGE(all_frames, h->frames = UINT32_MAX)
CHANGE(table_before_message, h->frames = EMUQ_WIRE_FRAMES)
CHANGE(longest_frame, rewrite(1, EMUQ_WIRE_FRAME, bytes))
CHANGE(frame_too_long, rewrite(1, EMUQ_WIRE_FRAME + 1, bytes))
CHANGE(long_frames, rewrite(2, EMUQ_WIRE_LONG / 2, bytes))
CHANGE(frame_of_nothing, rewrite(1, 64, bytes); *bytes -= 64; h->bytes -= 64; *table(h) = 0)
CHANGE(longer, h->bytes += 64)
CHANGE(shorter, h->bytes -= 64)
CHANGE(more_comes, *bytes += 1)
CHANGE(less_comes, *bytes -= 1)
CHANGE(length_longer, table(h)[1] += 64)
CHANGE(length_shorter, table(h)[0] -= 64)

static const lie_t lies[] = {
    {"nothing", 0, nothing, false},
    {"nothing, with the old code", 0, nothing, true},
    {"first byte of the code", -EACCES, code_begin, true},
    {"last byte of the code", -EACCES, code_end, true},
    {"sequence, with the old code", -EACCES, sequence, true},
    {"payload, with the old code", -EACCES, payload, true},
    {"table, with the old code", -EACCES, last_byte, true},
    {"bytes of the head", -EACCES, cut_head, false},
    {"nothing has come", -EACCES, empty, false},
    {"magic", -EACCES, magic, false},
    {"receiver", -EACCES, receiver, false},
    {"sender is no host", -EACCES, sender_is_none, false},
    {"sender is the receiver", -EACCES, sender_is_me, false},
    {"version", -EPROTO, version, false},
    {"kind 0", -EPROTO, kind_least, false},
    {"kind after the last", -EPROTO, kind_most, false},
    {"heartbeat with frames", -EPROTO, beat_with_frames, false},
    {"last message with frames", -EPROTO, bye_with_frames, false},
    {"frames, but none", -EPROTO, no_frames, false},
    {"as many frames as possible", 0, most_frames, false},
    {"one frame more", -EPROTO, many_frames, false},
    {"UINT32_MAX frames", -EPROTO, all_frames, false},
    {"table before the message", -EPROTO, table_before_message, false},
    {"the longest frame", 0, longest_frame, false},
    {"a longer frame", -EPROTO, frame_too_long, false},
    {"two frames in a long message", -EPROTO, long_frames, false},
    {"frame of no bytes", -EPROTO, frame_of_nothing, false},
    {"bytes of the message, more", -EACCES, longer, false},
    {"bytes of the message, less", -EACCES, shorter, false},
    {"one byte more comes", -EACCES, more_comes, false},
    {"one byte less comes", -EACCES, less_comes, false},
    {"a length, more", -EPROTO, length_longer, false},
    {"a length, less", -EPROTO, length_shorter, false},
};

static void sign(const emuq_wire_job_t *job, size_t bytes)
{
    size_t most = bytes > EMUQ_WIRE_LONG && !job->covers_all ? EMUQ_WIRE_START : bytes;
    if (bytes >= EMUQ_MAC_BYTES)
        emuq_mac_sign(&job->mac, message + EMUQ_MAC_BYTES, most - EMUQ_MAC_BYTES, (unsigned char *)message);
}

static void lies_are_refused(void)
{
    static const uint32_t length[] = {100, 200};
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        uint32_t sender = 99;
        size_t bytes = write_message(length, 2);
        lies[i].change((emuq_wire_head_t *)(void *)message, &bytes);
        if (!lies[i].keeps_code)
            sign(&theirs, bytes);
        int rc = emuq_wire_check(&mine, message, bytes, &sender);
        if (rc != lies[i].expected)
            printf("    %s: %d, not %d\n", lies[i].name, rc, lies[i].expected);
        CU_ASSERT_EQUAL(rc, lies[i].expected);
        CU_ASSERT_EQUAL(sender, rc == -EACCES ? 99 : 2);
    }
}

static void another_key_is_refused(void)
{
    static const uint32_t length[] = {100, 200};
    uint32_t sender;
    size_t bytes = write_message(length, 2);
    sign(&other, bytes);
    CU_ASSERT_EQUAL(emuq_wire_check(&mine, message, bytes, &sender), -EACCES);
    CU_ASSERT_NOT_EQUAL(emuq_mac_tag(&mine.mac, 0), emuq_mac_tag(&other.mac, 0));
    CU_ASSERT_NOT_EQUAL(emuq_mac_tag(&mine.mac, 0), emuq_mac_tag(&mine.mac, 1));
    CU_ASSERT_EQUAL(emuq_mac_tag(&mine.mac, 1), emuq_mac_tag(&theirs.mac, 1));
}

/* A message does not contain the key. */
static void the_key_is_not_sent(void)
{
    static const uint32_t length[] = {100, 200};
    size_t bytes = write_message(length, 2);
    CU_ASSERT_PTR_NULL(memmem(message, bytes, "key of the tests", EMUQ_KEY_BYTES));
    CU_ASSERT_PTR_NULL(memmem(message, bytes, mine.mac.key, sizeof mine.mac.key));
}

/* The code of a long message covers its start, or all of it. The start alone is no message. */
static void long_messages(void)
{
    static const uint32_t length[] = {LONG};
    static const struct {
        bool covers_all;
        size_t at;
        int expected;
    } rows[] = {{false, EMUQ_WIRE_START - 1, -EACCES},
                {false, EMUQ_WIRE_START, 0},
                {false, LONG, 0},
                {true, EMUQ_WIRE_START, -EACCES},
                {true, LONG, -EACCES}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint32_t sender;
        mine.covers_all = theirs.covers_all = rows[i].covers_all;
        size_t bytes = write_message(length, 1);
        CU_ASSERT_EQUAL(emuq_wire_check(&mine, message, bytes, &sender), 0);
        CU_ASSERT_EQUAL(emuq_wire_check(&mine, message, EMUQ_WIRE_START, &sender), -EACCES);
        message[rows[i].at] ^= 1;
        CU_ASSERT_EQUAL(emuq_wire_check(&mine, message, bytes, &sender), rows[i].expected);
    }
    mine.covers_all = theirs.covers_all = false;
}

/* Checks a copy at the end of its memory, so that a sanitizer detects overruns; reads all of a valid message.
 * @return the sum of its bytes, or -1 */
static int64_t read_copy(size_t bytes)
{
    uint32_t sender;
    int64_t sum = 0;
    char *copy = aligned_alloc(EMUQ_FRAME_ALIGN, emuq_wire_padded(bytes) + EMUQ_FRAME_ALIGN);
    char *exact = malloc(bytes != 0 ? bytes : 1);
    memcpy(exact, message, bytes);
    memcpy(copy, exact, bytes);
    bool is_good = emuq_wire_check(&mine, copy, bytes, &sender) == 0;
    emuq_wire_cursor_t cursor = {0};
    const char *frame;
    size_t length;
    while (is_good && (frame = emuq_wire_next(copy, &cursor, &length)) != NULL) {
        if (frame < copy || frame + length > copy + bytes)
            abort();
        for (size_t i = 0; i < length; i++)
            sum += (unsigned char)frame[i];
    }
    free(exact);
    free(copy);
    return is_good ? sum : -1;
}

static void random_messages(void)
{
    uint64_t state = 5, good = 0;
    for (uint32_t i = 0; i < ROUNDS; i++) {
        uint32_t length[8], count = (uint32_t)(next(&state) % 8);
        size_t bytes = next(&state) % MOST;
        for (uint32_t f = 0; f < count; f++)
            length[f] = 1 + (uint32_t)(next(&state) % 400);
        if (next(&state) % 8 == 0)
            for (size_t b = 0; b < bytes; b++)
                message[b] = (char)next(&state);
        else
            bytes = write_message(length, count);
        /* Changes mostly bytes of the head, behind the code, and of the table. */
        for (uint64_t flips = next(&state) % 3; flips > 0 && bytes != 0; flips--) {
            size_t at = next(&state) % 2 == 0 ? EMUQ_MAC_BYTES + next(&state) % 32
                                              : bytes - 1 - next(&state) % 32 % bytes;
            message[at % bytes] ^= (char)(1 << next(&state) % 8);
        }
        if (next(&state) % 4 != 0 && bytes >= sizeof(emuq_wire_head_t))
            sign(&theirs, bytes);
        good += read_copy(bytes) >= 0;
    }
    CU_ASSERT(good > ROUNDS / 20);
    CU_ASSERT(good < ROUNDS);
}

static void texts(void)
{
    static const unsigned char address[] = {0, 255, 16, 1};
    emuq_host_text_t text;
    emuq_host_parts_t parts;
    CU_ASSERT_EQUAL(emuq_host_text_print(&text, "n 1=x", "tcp;ofi_rxm", address, sizeof address), 0);
    CU_ASSERT_STRING_EQUAL(text.text, "n-1-x/tcp;ofi_rxm/00ff1001");
    CU_ASSERT_EQUAL(emuq_host_text_parse(text.text, &parts), 0);
    CU_ASSERT_STRING_EQUAL(parts.name, "n-1-x");
    CU_ASSERT_STRING_EQUAL(parts.provider, "tcp;ofi_rxm");
    CU_ASSERT_EQUAL(parts.address_bytes, sizeof address);
    CU_ASSERT_EQUAL(memcmp(parts.address, address, sizeof address), 0);
    CU_ASSERT(!parts.is_of_rank);
    CU_ASSERT_EQUAL(emuq_host_text_mark(&text, EMUQ_TEXT_OF_RANK), 0);
    CU_ASSERT_EQUAL(emuq_host_text_parse(text.text, &parts), 0);
    CU_ASSERT(parts.is_of_rank);
    CU_ASSERT(!parts.covers_all);
    CU_ASSERT_EQUAL(emuq_host_text_print(&text, "n1", "tcp", address, sizeof address), 0);
    CU_ASSERT_EQUAL(emuq_host_text_mark(&text, EMUQ_TEXT_COVERS_ALL), 0);
    CU_ASSERT_EQUAL(emuq_host_text_parse(text.text, &parts), 0);
    CU_ASSERT(parts.covers_all && !parts.is_of_rank);
    CU_ASSERT_EQUAL(emuq_host_text_mark(&text, EMUQ_TEXT_OF_RANK), 0);
    CU_ASSERT_EQUAL(emuq_host_text_parse(text.text, &parts), 0);
    CU_ASSERT(parts.covers_all && parts.is_of_rank);
    CU_ASSERT_EQUAL(emuq_host_text_parse("n1/tcp/00**", &parts), -EINVAL);
    CU_ASSERT_EQUAL(emuq_host_text_parse("n1/tcp/00+*", &parts), -EINVAL);
    CU_ASSERT_EQUAL(emuq_host_text_parse("n1/tcp/00*0", &parts), -EINVAL);
    memset(text.text, 'a', sizeof text.text - 1);
    text.text[sizeof text.text - 1] = '\0';
    CU_ASSERT_EQUAL(emuq_host_text_mark(&text, EMUQ_TEXT_OF_RANK), -ENAMETOOLONG);
    CU_ASSERT_EQUAL(strlen(text.text), sizeof text.text - 1);
    CU_ASSERT_EQUAL(emuq_host_text_parse("n1/tcp/00++", &parts), -EINVAL);
    CU_ASSERT_EQUAL(emuq_host_text_parse("n1/tcp/+", &parts), -EINVAL);
    CU_ASSERT_EQUAL(emuq_host_text_parse("n1/tcp/0", &parts), -EINVAL);
    CU_ASSERT_EQUAL(emuq_host_text_parse("n1/tcp/0g", &parts), -EINVAL);
    CU_ASSERT_EQUAL(emuq_host_text_parse("n1/tcp/", &parts), -EINVAL);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"what is written is read", what_is_written_is_read},
        {"lies are refused", lies_are_refused},
        {"another key is refused", another_key_is_refused},
        {"the key is not sent", the_key_is_not_sent},
        {"long messages", long_messages},
        {"random messages", random_messages},
        {"texts of hosts", texts},
        {NULL, NULL},
    };
    open_jobs();
    return emuq_test_main("network messages", tests);
}
