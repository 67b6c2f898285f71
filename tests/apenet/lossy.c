/* SPDX-License-Identifier: BSD-3-Clause */
/* Each rank puts numbered messages to the next rank of a ring over wires that may lose words. Every message
 * arrives once and in order; its payload is right, or flagged. Rank 0 prints the number of flagged messages.
 * A damaged window address is requested again, by a message whose length differs: lengths are always right.
 * With --cut, a link goes down in between: messages behind it end with -ENETDOWN, and the program ends.
 * Usage: apenet_lossy [--cut] MESSAGES */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "apenet/rdma.h"

#define WINDOW  8u
#define BYTES   20000u
#define NOTES   4u /* buffers */
#define SECONDS 14 /* without an acknowledgement, with --cut */

typedef struct slot {
    uint32_t number;
    unsigned char byte[BYTES];
} slot_t;

static slot_t window[WINDOW], source;
static apenet_card_t *card;

static void must(int holds, const char *what, int rc)
{
    if (holds)
        return;
    fprintf(stderr, "apenet_lossy: %s (%d)\n", what, rc);
    exit(1);
}

static unsigned char pattern(uint32_t number, uint32_t i)
{
    return (unsigned char)(number * 37 + i * 11 + i / 256);
}

static uint32_t bytes_of(uint32_t number)
{
    return (uint32_t)(sizeof source.number + 1 + number * 7919u % BYTES);
}

static apenet_address_t neighbour(apenet_address_t me, apenet_address_t size, unsigned step)
{
    unsigned ranks = (unsigned)size.x * size.y * size.z;
    unsigned self = ((unsigned)me.x * size.y + me.y) * size.z + me.z, to = (self + step) % ranks;
    return (apenet_address_t){(uint8_t)(to / size.z / size.y), (uint8_t)(to / size.z % size.y),
                              (uint8_t)(to % size.z), 0};
}

/* Messages of a rank besides puts, by their lengths. */
enum { REQUEST = 1, COUNT = 4, ADDRESS = 8 };

typedef union note {
    uint64_t window;   /* ADDRESS; REQUEST: 0 */
    uint32_t received; /* COUNT: messages */
} note_t;

static note_t note_in[NOTES];
static apenet_buffer_t note_buffer[NOTES];

static void send_note(apenet_address_t to, note_t note, uint32_t bytes)
{
    static note_t kept[1024]; /* a source is read some time after the call; the ring has fewer slots */
    static unsigned next_kept;
    note_t *from = &kept[next_kept++ % 1024];
    *from = note;
    int rc = apenet_rdma_send(card, to, from, bytes, 0, APENET_SILENT);
    must(rc == 0 || rc == -ENETDOWN, "send", rc);
}

/* Waits for an event. @return 0: note or SENT; 1: put; -ENETDOWN; -ETIMEDOUT */
static int next(apenet_event_t *e, int timeout_ms)
{
    int rc = apenet_wait_event(card, APENET_ANY, timeout_ms, e);
    if (rc == -ETIMEDOUT && timeout_ms < 10000)
        return rc;
    must(rc == 0, "wait", rc);
    if (e->status == -ENETDOWN)
        return -ENETDOWN;
    must(e->kind == APENET_EVENT_SENT || e->status == 0 || e->status == -EBADMSG, "event", e->status);
    return e->kind != APENET_EVENT_SENT && e->context >= 100;
}

static int is_right(uint32_t number)
{
    const slot_t *s = &window[number % WINDOW];
    uint32_t bytes = bytes_of(number) - (uint32_t)sizeof s->number;
    if (s->number != number)
        return 0;
    for (uint32_t i = 0; i < bytes; i++)
        if (s->byte[i] != pattern(number, i))
            return 0;
    return 1;
}

/* Stop and wait. Notes of a rank arrive in order: so the number of a flagged one is known. */
typedef struct ring {
    apenet_address_t me, before, after;
    uint64_t there; /* the window of the next rank */
    uint32_t sent, received, acknowledged, flagged;
    time_t last; /* acknowledgement */
    int is_cut;
} ring_t;

static void put_next(ring_t *r)
{
    source.number = r->sent;
    for (uint32_t i = 0; i < BYTES; i++)
        source.byte[i] = pattern(r->sent, i);
    int rc = apenet_rdma_put(card, r->after, &source, bytes_of(r->sent),
                             r->there + r->sent % WINDOW * sizeof source, 1, 0);
    must(rc == 0, "put", rc);
    r->sent++;
}

static void take_put(ring_t *r, const apenet_event_t *e)
{
    must(r->is_cut || e->bytes == bytes_of(r->received), "a message is lost or doubled", (int)e->bytes);
    must(r->is_cut || e->status == -EBADMSG || is_right(r->received), "a wrong payload is not flagged",
         (int)r->received);
    r->flagged += e->status != 0;
    r->received++;
    send_note(r->before, (note_t){.received = r->received}, COUNT);
}

static void take_note(ring_t *r, const apenet_event_t *e)
{
    note_t note;
    memcpy(&note, e->address, sizeof note);
    int rc = apenet_rearm_buffer(card, note_buffer[e->context]);
    must(rc == 0, "rearm", rc);
    r->flagged += e->status != 0;
    if (e->bytes == REQUEST) {
        send_note(r->before, (note_t){.window = (uintptr_t)window}, ADDRESS);
        return;
    }
    if (e->bytes == ADDRESS) {
        r->there = e->status == 0 ? note.window : 0;
        if (r->there == 0)
            send_note(r->after, (note_t){.window = 0}, REQUEST);
        return;
    }
    r->acknowledged++;
    r->last = time(NULL);
    must(r->is_cut || e->status != 0 || note.received == r->acknowledged,
         "an acknowledgement is lost or doubled", (int)note.received);
}

static void open_ring(ring_t *r)
{
    apenet_address_t size = {0, 0, 0, 0};
    apenet_buffer_t buffer;
    int rc = apenet_open(0, &card);
    must(rc == 0 && apenet_whoami(card, &r->me, &size) == 0, "open", rc);
    r->last = time(NULL);
    r->after = neighbour(r->me, size, 1);
    r->before = neighbour(r->me, size, (unsigned)size.x * size.y * size.z - 1);
    must(apenet_register_buffer(card, window, sizeof window, 0, 100, &buffer) == 0, "window", 0);
    for (unsigned i = 0; i < NOTES; i++) {
        rc = apenet_register_buffer(card, &note_in[i], sizeof note_in[i], APENET_STREAMING, i,
                                    &note_buffer[i]);
        must(rc == 0, "note", rc);
    }
    send_note(r->before, (note_t){.window = (uintptr_t)window}, ADDRESS);
}

int main(int argc, char **argv)
{
    ring_t r = {.is_cut = argc == 3 && strcmp(argv[1], "--cut") == 0};
    uint32_t messages = (uint32_t)atoi(argv[argc - 1]);
    apenet_event_t e;
    open_ring(&r);
    while (r.acknowledged < messages || r.received < messages) {
        if (r.there != 0 && r.sent == r.acknowledged && r.sent < messages)
            put_next(&r);
        int kind = next(&e, r.is_cut ? 500 : 60000);
        if (kind == -ENETDOWN) {
            must(r.is_cut, "link", kind);
            printf("(%u,%u,%u): a link is down\n", r.me.x, r.me.y, r.me.z);
            return 0;
        }
        if (r.is_cut && time(NULL) > r.last + SECONDS)
            return 0; /* a neighbour has ended */
        if (r.is_cut && time(NULL) > r.last + 1)
            r.sent = r.acknowledged; /* lost with the link: once more */
        if (kind == -ETIMEDOUT)
            continue;
        if (e.kind != APENET_EVENT_SENT && kind == 1)
            take_put(&r, &e);
        else if (e.kind != APENET_EVENT_SENT)
            take_note(&r, &e);
    }
    printf("%u messages, %u flagged\n", messages, r.flagged);
    return 0;
}
