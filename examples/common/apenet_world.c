/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a registered buffer is for. */
enum { WINDOW, NOTES, TABLE };

void apenet_world_must(const apenet_world_t *w, bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "rank %u: %s\n", w->rank, what);
    exit(1);
}

static void succeeds(const apenet_world_t *w, int rc, const char *call)
{
    char text[200];
    snprintf(text, sizeof text, "%s: %s", call, strerror(-rc));
    apenet_world_must(w, rc == 0, text);
}

static void *memory(const apenet_world_t *w, size_t bytes)
{
    void *p = calloc(1, bytes);
    apenet_world_must(w, p != NULL, "no memory");
    return p;
}

unsigned apenet_world_rank(const apenet_world_t *w, apenet_address_t a)
{
    return ((a.x * w->size.y + a.y) * w->size.z + a.z) * w->size.pid + a.pid;
}

apenet_address_t apenet_world_address(const apenet_world_t *w, unsigned rank)
{
    unsigned node = rank / w->size.pid;
    apenet_address_t a = {(uint8_t)(node / w->size.z / w->size.y), (uint8_t)(node / w->size.z % w->size.y),
                          (uint8_t)(node % w->size.z), (uint8_t)(rank % w->size.pid)};
    return a;
}

char *apenet_world_port(const apenet_world_t *w, unsigned port)
{
    return w->window + port * w->port_bytes;
}

/* ---- events ---- */

static void take_note(apenet_world_t *w, const apenet_event_t *e)
{
    apenet_world_note_t note;
    memcpy(&note, e->address, sizeof note);
    apenet_world_must(w, e->bytes == sizeof note && note.rank < w->ranks, "a note is none");
    w->note[note.rank] = note;
    w->notes++;
    succeeds(w, apenet_rearm_buffer(w->card, e->buffer), "apenet_rearm_buffer");
}

static void take_event(apenet_world_t *w)
{
    apenet_event_t e;
    succeeds(w, apenet_wait_event(w->card, APENET_ANY, -1, &e), "apenet_wait_event");
    succeeds(w, e.status, "a message");
    if (e.kind == APENET_EVENT_SENT)
        w->unsent--;
    else if (e.context == NOTES)
        take_note(w, &e);
    else if (e.context == TABLE)
        w->has_windows = true;
    else
        w->arrived[(size_t)((char *)e.address - w->window) / w->port_bytes]++;
}

void apenet_world_take(apenet_world_t *w, unsigned port)
{
    while (w->arrived[port] == 0)
        take_event(w);
    w->arrived[port]--;
}

void apenet_world_sent(apenet_world_t *w)
{
    while (w->unsent > 0)
        take_event(w);
}

/* ---- messages ---- */

static void put(apenet_world_t *w, unsigned rank, uint64_t to, const void *source, size_t bytes)
{
    w->unsent++;
    succeeds(w, apenet_rdma_put(w->card, apenet_world_address(w, rank), source, bytes, to, 0, 0),
             "apenet_rdma_put");
}

void apenet_world_put(apenet_world_t *w, unsigned rank, unsigned port, const void *source, size_t bytes)
{
    put(w, rank, w->there[rank] + port * w->port_bytes, source, bytes);
}

/* Sends the own note. */
static void send_note(apenet_world_t *w, unsigned rank)
{
    w->unsent++;
    w->out.rank = w->rank;
    succeeds(w, apenet_rdma_send(w->card, apenet_world_address(w, rank), &w->out, sizeof w->out, 0, 0),
             "apenet_rdma_send");
}

static void await_notes(apenet_world_t *w, unsigned notes)
{
    while (w->notes < notes)
        take_event(w);
    w->notes = 0;
}

/* ---- sums ---- */

typedef void combine_t(uint64_t *value, const uint64_t *other);

static void add(uint64_t *value, const uint64_t *other)
{
    double a, b;
    memcpy(&a, value, sizeof a);
    memcpy(&b, other, sizeof b);
    a += b;
    memcpy(value, &a, sizeof a);
}

static void xor (uint64_t * value, const uint64_t *other) { *value ^= *other; }

    /* Rank 0 has the notes of all others, and combines them with its own, which is the first. */
    static void combine_notes(apenet_world_t *w, combine_t *combine, unsigned n)
{
    for (unsigned rank = 1; rank < w->ranks; rank++)
        for (unsigned i = 0; i < n; i++)
            combine(&w->out.value[i], &w->note[rank].value[i]);
}

/* No rank is ahead of another by more than one sum, so a note for each rank is room enough. */
static void reduce(apenet_world_t *w, combine_t *combine, void *values, unsigned n)
{
    apenet_world_sent(w);
    memcpy(w->out.value, values, n * sizeof w->out.value[0]);
    if (w->rank == 0) {
        await_notes(w, w->ranks - 1);
        combine_notes(w, combine, n);
        memcpy(values, w->out.value, n * sizeof w->out.value[0]);
        for (unsigned rank = 1; rank < w->ranks; rank++)
            send_note(w, rank);
    } else {
        send_note(w, 0);
        await_notes(w, 1);
        memcpy(values, w->note[0].value, n * sizeof w->out.value[0]);
    }
}

void apenet_world_sum(apenet_world_t *w, double *number, unsigned n)
{
    reduce(w, add, number, n);
}

void apenet_world_xor(apenet_world_t *w, uint64_t *word, unsigned n)
{
    reduce(w, xor, word, n);
}

/* ---- beginning and end ---- */

static void register_buffer(apenet_world_t *w, void *p, size_t bytes, unsigned flags, uint64_t context)
{
    apenet_buffer_t buffer;
    succeeds(w, apenet_register_buffer(w->card, p, bytes, flags, context, &buffer), "apenet_register_buffer");
}

/* Every rank tells rank 0 where its window is, and where the table of all windows is to be put. */
static void exchange_windows(apenet_world_t *w)
{
    apenet_world_sent(w);
    w->out.value[0] = w->there[0] = (uintptr_t)w->window;
    w->out.value[1] = (uintptr_t)w->there;
    if (w->rank != 0) {
        send_note(w, 0);
        while (!w->has_windows)
            take_event(w);
        return;
    }
    await_notes(w, w->ranks - 1);
    for (unsigned rank = 1; rank < w->ranks; rank++)
        w->there[rank] = w->note[rank].value[0];
    for (unsigned rank = 1; rank < w->ranks; rank++)
        put(w, rank, w->note[rank].value[1], w->there, w->ranks * sizeof *w->there);
}

void apenet_world_open(apenet_world_t *w)
{
    apenet_address_t me;
    memset(w, 0, sizeof *w);
    succeeds(w, apenet_open(0, &w->card), "apenet_open");
    succeeds(w, apenet_whoami(w->card, &me, &w->size), "apenet_whoami");
    w->rank = apenet_world_rank(w, me);
    w->ranks = (unsigned)w->size.x * w->size.y * w->size.z * w->size.pid;
    apenet_world_must(w, w->ranks <= APENET_WORLD_RANKS, "there are too many ranks for this example");
    w->landing = memory(w, w->ranks * sizeof *w->landing);
    w->note = memory(w, w->ranks * sizeof *w->note);
    for (unsigned i = 0; i < w->ranks; i++)
        register_buffer(w, &w->landing[i], sizeof w->landing[i], APENET_STREAMING, NOTES);
}

void apenet_world_window(apenet_world_t *w, unsigned ports, size_t port_bytes)
{
    w->ports = ports;
    w->port_bytes = port_bytes;
    w->window = memory(w, ports * port_bytes);
    w->there = memory(w, w->ranks * sizeof *w->there);
    w->arrived = memory(w, ports * sizeof *w->arrived);
    register_buffer(w, w->window, ports * port_bytes, 0, WINDOW);
    register_buffer(w, w->there, w->ranks * sizeof *w->there, 0, TABLE);
    exchange_windows(w);
}

void apenet_world_close(apenet_world_t *w)
{
    apenet_world_sum(w, NULL, 0);
    apenet_world_sent(w);
    succeeds(w, apenet_close(w->card), "apenet_close");
    free(w->window);
    free(w->there);
    free(w->arrived);
    free(w->landing);
    free(w->note);
}
