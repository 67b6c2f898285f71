/* SPDX-License-Identifier: BSD-3-Clause */
/* Connections deliver whole frames in order, once, of any length and number. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_calls.h"
#include "emuq_test.h"
#include "fabrics.h"
#include "transport/wire.h"

#define LIMIT_NS (120 * EMUQ_NS_PER_S)

/* Frames received by a host. */
typedef struct inbox {
    uint64_t frames[FABRICS_MOST], bad, ends;
    uint64_t answers; /* not 0: reply to each frame with an equal frame */
    const emuq_connections_t *lanes;
} inbox_t;

static inbox_t inbox[FABRICS_MOST];

/* Bytes of a host's frame number n: mostly short, some of maximum length. */
static size_t bytes_of(uint64_t n)
{
    return n % 97 == 0 ? EMUQ_WIRE_FRAME : n % 13 == 0 ? 20000 + n % 1000 : 16 + (n * 7) % 900;
}

/* A frame has its number in the first 8 bytes, and repeats the low byte in the rest. */
static void fill(unsigned char *frame, uint64_t n, size_t bytes)
{
    memset(frame, (int)(n * 31 % 251), bytes);
    memcpy(frame, &n, sizeof n);
}

static int arrival(void *argument, uint32_t host, const void *frame, size_t bytes)
{
    static unsigned char expected[EMUQ_WIRE_FRAME];
    inbox_t *box = argument;
    if (bytes == 0) {
        box->ends++;
        return 0;
    }
    uint64_t n = box->frames[host]++;
    fill(expected, n, bytes);
    box->bad += bytes != bytes_of(n) || (uintptr_t)frame % EMUQ_FRAME_ALIGN != 0 ||
                memcmp(frame, expected, bytes) != 0;
    if (box->answers != 0) { /* sent inside progress() */
        fill(expected, n, bytes);
        const struct iovec part = {expected, bytes};
        box->bad += box->lanes->send(box->lanes->context, host, &part, 1) != 0;
    }
    return 0;
}

static void send_frame(const fabrics_t *f, uint32_t from, uint32_t to, uint64_t n)
{
    static unsigned char frame[EMUQ_WIRE_FRAME];
    size_t bytes = bytes_of(n);
    fill(frame, n, bytes);
    const struct iovec part[] = {{frame, 5}, {frame + 5, bytes - 5}};
    if (f->lanes[from].send(f->lanes[from].context, to, part, 2) != 0)
        CU_FAIL("a frame is taken");
}

static void turns(fabrics_t *f, uint64_t ns)
{
    for (uint32_t h = 0; h < f->hosts; h++)
        if (f->lanes[h].progress(f->lanes[h].context, ns,
                                 &(emuq_connection_user_t){.argument = &inbox[h], .arrival = arrival}) != 0)
            CU_FAIL("a turn succeeds");
}

/* Makes progress until a host has received the given number of frames. */
static void until(fabrics_t *f, uint32_t host, uint32_t of, uint64_t frames)
{
    uint64_t begin = emuq_now_ns();
    while (inbox[host].frames[of] < frames && emuq_now_ns() - begin < LIMIT_NS)
        turns(f, 10000);
    CU_ASSERT_EQUAL(inbox[host].frames[of], frames);
}

static void begin(fabrics_t *f, uint32_t hosts, uint32_t odd)
{
    memset(inbox, 0, sizeof inbox);
    if (!fabrics_open(f, hosts, odd))
        abort();
    for (uint32_t h = 0; h < hosts; h++)
        inbox[h].lanes = &f->lanes[h];
}

static void end(fabrics_t *f)
{
    for (uint32_t h = 0; h < f->hosts; h++)
        CU_ASSERT_EQUAL(inbox[h].bad, 0);
    fabrics_close(f);
}

static void in_order(void)
{
    enum { FRAMES = 3000 };
    fabrics_t f;
    begin(&f, 3, UINT32_MAX);
    for (uint64_t n = 0; n < FRAMES; n++) {
        for (uint32_t from = 0; from < 3; from++)
            for (uint32_t to = 0; to < 3; to++)
                if (to != from)
                    send_frame(&f, from, to, n);
        if (n % 64 == 0)
            turns(&f, 0);
    }
    for (uint32_t from = 0; from < 3; from++)
        for (uint32_t to = 0; to < 3; to++)
            if (to != from)
                until(&f, to, from, FRAMES);
    const emuq_connection_counts_t *sent = &f.counts[0][1], *got = &f.counts[1][0];
    CU_ASSERT_EQUAL(sent->frames_out, FRAMES);
    CU_ASSERT_EQUAL(got->frames_in, FRAMES);
    CU_ASSERT_EQUAL(sent->bytes_out, got->bytes_in);
    CU_ASSERT(sent->sends != 0 && sent->sends < FRAMES); /* some frames share a message */
    end(&f);
}

/* All frames are sent before the receiver polls: connections queue. */
static void a_backlog(void)
{
    enum { FRAMES = 1500 };
    fabrics_t f;
    begin(&f, 2, UINT32_MAX);
    for (uint64_t n = 0; n < FRAMES; n++)
        send_frame(&f, 0, 1, n);
    CU_ASSERT(f.counts[0][1].waits != 0);
    until(&f, 1, 0, FRAMES);
    CU_ASSERT_EQUAL(inbox[1].frames[0], FRAMES);
    end(&f);
}

static void returned(void *argument)
{
    memset(*(void **)argument, 0xee, EMUQ_WIRE_FRAME); /* the frame is no longer needed */
    *(void **)argument = NULL;
}

/* Long frames are sent in place, in order with copied frames; each is returned once. */
static void lent_frames(void)
{
    enum { FRAMES = 60 };
    static unsigned char memory[FRAMES][EMUQ_FRAME_MARGIN + EMUQ_WIRE_FRAME + EMUQ_FRAME_MARGIN]
        __attribute__((aligned(EMUQ_FRAME_ALIGN)));
    static void *lent[FRAMES];
    fabrics_t f;
    begin(&f, 2, UINT32_MAX);
    for (uint64_t n = 0; n < FRAMES; n++) {
        size_t bytes = bytes_of(n);
        lent[n] = memory[n] + EMUQ_FRAME_MARGIN;
        fill(lent[n], n, bytes);
        if (n % 3 == 2) {
            send_frame(&f, 0, 1, n);
            lent[n] = NULL;
        } else if (f.lanes[0].lend(f.lanes[0].context, 1, lent[n], bytes, returned, &lent[n]) != 0) {
            CU_FAIL("a frame is taken");
        }
    }
    until(&f, 1, 0, FRAMES);
    for (uint64_t begun = emuq_now_ns(), left = 1; left != 0 && emuq_now_ns() - begun < LIMIT_NS;) {
        turns(&f, 10000);
        left = 0;
        for (uint32_t n = 0; n < FRAMES; n++)
            left += lent[n] != NULL;
    }
    for (uint32_t n = 0; n < FRAMES; n++)
        CU_ASSERT_PTR_NULL(lent[n]);
    CU_ASSERT_EQUAL(f.counts[0][1].frames_out, FRAMES);
    end(&f);
}

static void answers_from_a_turn(void)
{
    enum { FRAMES = 1000 };
    fabrics_t f;
    begin(&f, 2, UINT32_MAX);
    inbox[1].answers = 1;
    for (uint64_t n = 0; n < FRAMES; n++) {
        send_frame(&f, 0, 1, n);
        if (n % 10 == 0)
            turns(&f, 0);
    }
    until(&f, 1, 0, FRAMES);
    until(&f, 0, 1, FRAMES);
    end(&f);
}

static void *flush(void *argument)
{
    emuq_connections_t *lanes = argument;
    lanes->flush(lanes->context);
    return NULL;
}

/* The connection of a host ends after all of its frames have arrived; then sends fail. */
static void the_last_frames_come(void)
{
    enum { FRAMES = 200 };
    fabrics_t f;
    pthread_t thread;
    begin(&f, 2, UINT32_MAX);
    send_frame(&f, 0, 1, 0);
    until(&f, 1, 0, 1); /* a flush waits only briefly for a connection */
    for (uint64_t n = 1; n < FRAMES; n++)
        send_frame(&f, 0, 1, n);
    pthread_create(&thread, NULL, flush, &f.lanes[0]);
    uint64_t start = emuq_now_ns();
    while (inbox[1].ends == 0 && emuq_now_ns() - start < LIMIT_NS)
        f.lanes[1].progress(f.lanes[1].context, 10000,
                            &(emuq_connection_user_t){.argument = &inbox[1], .arrival = arrival});
    CU_ASSERT_EQUAL(inbox[1].frames[0], FRAMES);
    CU_ASSERT_EQUAL(inbox[1].ends, 1);
    flush(&f.lanes[1]);
    pthread_join(thread, NULL);
    char late[] = "late";
    const struct iovec part = {late, 4};
    CU_ASSERT_EQUAL(f.lanes[1].send(f.lanes[1].context, 0, &part, 1), -EPIPE);
    end(&f);
}

static void a_wrong_key_is_refused(void)
{
    fabrics_t f;
    begin(&f, 2, 1);
    for (uint64_t n = 0; n < 20; n++)
        send_frame(&f, 1, 0, n);
    for (int i = 0; i < 200; i++)
        turns(&f, 1000000);
    CU_ASSERT(f.counts[1][0].sends != 0);
    CU_ASSERT_EQUAL(inbox[0].frames[1], 0);
    CU_ASSERT_EQUAL(inbox[0].ends, 0);
    end(&f);
}

static void frames_that_are_too_long(void)
{
    static char frame[EMUQ_WIRE_FRAME + 1];
    fabrics_t f;
    begin(&f, 2, UINT32_MAX);
    const struct iovec part = {frame, sizeof frame};
    CU_ASSERT_EQUAL(f.lanes[0].send(f.lanes[0].context, 1, &part, 1), -EMSGSIZE);
    end(&f);
}

/* Different providers and malformed texts are detected before the first send. */
static void texts_that_do_not_fit(void)
{
    static const char *const bad[] = {"", "n1", "n1/", "n1/no_such_provider/00ff", "n1//00", "/tcp/00"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        emuq_fabric_t *f;
        emuq_host_text_t text[2] = {{""}};
        if (emuq_fabric_open("127.0.0.1", &f, &text[0]) != 0)
            abort();
        strcpy(text[1].text, bad[i]);
        CU_ASSERT_EQUAL(emuq_fabric_connect(f, 2, 0, text, fabrics_key, NULL, 0), -EINVAL);
        emuq_fabric_close(f);
    }
}

/* Loopback addresses are accepted only for hosts of one machine, which have equal names. */
static void a_loopback_address_of_another_machine(void)
{
    emuq_fabric_t *f;
    emuq_host_text_t text[2];
    for (int is_elsewhere = 0; is_elsewhere < 2; is_elsewhere++) {
        if (emuq_fabric_open("127.0.0.1", &f, &text[0]) != 0)
            abort();
        snprintf(text[1].text, sizeof text[1].text, "%s%s", is_elsewhere ? "elsewhere" : "",
                 is_elsewhere ? strchr(text[0].text, '/') : text[0].text);
        CU_ASSERT_EQUAL(emuq_fabric_connect(f, 2, 0, text, fabrics_key, NULL, 0), is_elsewhere ? -EINVAL : 0);
        emuq_fabric_close(f);
    }
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"frames come in order, of all lengths", in_order},
        {"a backlog", a_backlog},
        {"lent frames", lent_frames},
        {"answers from a turn", answers_from_a_turn},
        {"the last frames come", the_last_frames_come},
        {"a wrong key is refused", a_wrong_key_is_refused},
        {"frames that are too long", frames_that_are_too_long},
        {"texts that do not fit", texts_that_do_not_fit},
        {"a loopback address of another machine", a_loopback_address_of_another_machine},
        {NULL, NULL},
    };
    fabrics_need();
    return emuq_test_main("lanes over a network", tests);
}
