/* SPDX-License-Identifier: BSD-3-Clause */
/* Network messages of other hosts: what is written is read, and nonsense is refused, without a look outside
 * of the message. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "kernel-shim/hosts/host_text.h"
#include "kernel-shim/hosts/wire.h"

enum { ROUNDS = 100000, MOST = 4096 };

static const emuq_wire_job_t mine = {3, 0, "key of the tests"}, theirs = {3, 2, "key of the tests"};

static char message[MOST] __attribute__((aligned(EMUQ_FRAME_ALIGN)));

static uint64_t next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* A message with frames of these lengths. @return bytes */
static size_t write_message(const uint32_t *length, uint32_t frames)
{
    size_t end = sizeof(emuq_wire_head_t);
    for (uint32_t f = 0; f < frames; f++) {
        memset(message + end, (int)f + 1, length[f]);
        end += emuq_wire_room(length[f]);
    }
    return emuq_wire_close(message, &theirs, frames != 0 ? EMUQ_WIRE_FRAMES_FOLLOW : EMUQ_WIRE_BEAT, 0, 7,
                           end, length, frames);
}

static void what_is_written_is_read(void)
{
    static const uint32_t length[] = {1, 64, 65, 700};
    uint32_t sender = 99;
    emuq_wire_cursor_t cursor = {0};
    size_t bytes = write_message(length, 4), got;
    CU_ASSERT_EQUAL(emuq_wire_judge(&mine, message, bytes, &sender), 0);
    CU_ASSERT_EQUAL(sender, 2);
    for (uint32_t f = 0; f < 4; f++) {
        const char *frame = emuq_wire_next(message, &cursor, &got);
        CU_ASSERT_EQUAL(got, length[f]);
        CU_ASSERT_EQUAL((uintptr_t)frame % EMUQ_FRAME_ALIGN, 0);
        CU_ASSERT(frame[0] == (char)(f + 1) && frame[got - 1] == (char)(f + 1));
    }
    CU_ASSERT_PTR_NULL(emuq_wire_next(message, &cursor, &got));
    bytes = write_message(NULL, 0);
    CU_ASSERT_EQUAL(emuq_wire_judge(&mine, message, bytes, &sender), 0);
    CU_ASSERT_PTR_NULL(emuq_wire_next(message, &(emuq_wire_cursor_t){0}, &got));
}

static int judge_changed(void (*change)(emuq_wire_head_t *), size_t more)
{
    static const uint32_t length[] = {100, 200};
    uint32_t sender;
    size_t bytes = write_message(length, 2);
    change((emuq_wire_head_t *)(void *)message);
    return emuq_wire_judge(&mine, message, bytes + more, &sender);
}

static void nothing(emuq_wire_head_t *h)
{
    (void)h;
}
static void key(emuq_wire_head_t *h)
{
    h->key[15] ^= 1;
}
static void magic(emuq_wire_head_t *h)
{
    h->magic++;
}
static void receiver(emuq_wire_head_t *h)
{
    h->receiver = 1;
}
static void sender_is_none(emuq_wire_head_t *h)
{
    h->sender = 3;
}
static void sender_is_me(emuq_wire_head_t *h)
{
    h->sender = 0;
}
static void version(emuq_wire_head_t *h)
{
    h->version++;
}
static void kind(emuq_wire_head_t *h)
{
    h->kind = 9;
}
static void beat_with_frames(emuq_wire_head_t *h)
{
    h->kind = EMUQ_WIRE_BEAT;
}
static void frames(emuq_wire_head_t *h)
{
    h->frames++;
}
static void many_frames(emuq_wire_head_t *h)
{
    h->frames = UINT32_MAX;
}
static void longer(emuq_wire_head_t *h)
{
    h->bytes += 64;
}

static void nonsense_is_refused(void)
{
    static void (*const strangers[])(emuq_wire_head_t *) = {key, magic, receiver, sender_is_none,
                                                            sender_is_me};
    static void (*const malformed[])(emuq_wire_head_t *) = {version, kind,        beat_with_frames,
                                                            frames,  many_frames, longer};
    CU_ASSERT_EQUAL(judge_changed(nothing, 0), 0);
    CU_ASSERT_EQUAL(judge_changed(nothing, 1), -EPROTO);
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++)
        CU_ASSERT_EQUAL(judge_changed(strangers[i], 0), -EACCES);
    for (size_t i = 0; i < sizeof malformed / sizeof malformed[0]; i++)
        CU_ASSERT_EQUAL(judge_changed(malformed[i], 0), -EPROTO);
    uint32_t sender;
    CU_ASSERT_EQUAL(emuq_wire_judge(&mine, message, 0, &sender), -EACCES);
    CU_ASSERT_EQUAL(emuq_wire_judge(&mine, message, sizeof(emuq_wire_head_t) - 1, &sender), -EACCES);
}

/* Judges a copy whose memory ends where the message does, so that a sanitizer sees a look behind it; reads
 * all of a good one. @return the sum of its bytes, or -1 */
static int64_t read_copy(size_t bytes)
{
    uint32_t sender;
    int64_t sum = 0;
    char *copy = aligned_alloc(EMUQ_FRAME_ALIGN, emuq_wire_room(bytes) + EMUQ_FRAME_ALIGN);
    char *exact = malloc(bytes != 0 ? bytes : 1);
    memcpy(exact, message, bytes);
    memcpy(copy, exact, bytes);
    bool is_good = emuq_wire_judge(&mine, copy, bytes, &sender) == 0;
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
        /* Mostly where it hurts: in the head and in the table, but not in the key. */
        for (uint64_t flips = next(&state) % 3; flips > 0 && bytes != 0; flips--) {
            size_t at = next(&state) % 2 == 0 ? next(&state) % 32 : bytes - 1 - next(&state) % 32 % bytes;
            message[at % bytes] ^= (char)(1 << next(&state) % 8);
        }
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
    CU_ASSERT_EQUAL(emuq_host_text_of_rank(&text), 0);
    CU_ASSERT_EQUAL(emuq_host_text_parse(text.text, &parts), 0);
    CU_ASSERT(parts.is_of_rank);
    memset(text.text, 'a', sizeof text.text - 1);
    text.text[sizeof text.text - 1] = '\0';
    CU_ASSERT_EQUAL(emuq_host_text_of_rank(&text), -ENAMETOOLONG);
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
        {"nonsense is refused", nonsense_is_refused},
        {"random messages", random_messages},
        {"texts of hosts", texts},
        {NULL, NULL},
    };
    return emuq_test_main("network messages", tests);
}
