/* SPDX-License-Identifier: BSD-3-Clause */
#include "apenet_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What a registered buffer is for. */
enum { OTHER, WINDOW, NOTES, TABLE };

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
    if (rc == 0) /* the text costs more than most calls */
        return;
    snprintf(text, sizeof text, "%s: %s", call, strerror(-rc));
    apenet_world_must(w, false, text);
}

static void *memory(const apenet_world_t *w, size_t bytes)
{
    void *p = calloc(1, bytes);
    apenet_world_must(w, p != NULL, "no memory");
    return p;
}

double apenet_world_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
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
    w->note[2 * note.rank + w->told[note.rank]++ % 2] = note;
    apenet_world_must(w, w->told[note.rank] - w->heard[note.rank] <= 2, "a rank tells too much");
    succeeds(w, apenet_rearm_buffer(w->card, e->buffer), "apenet_rearm_buffer");
}

static void take_event(apenet_world_t *w)
{
    apenet_event_t e;
    succeeds(w, apenet_wait_event(w->card, APENET_ANY, -1, &e), "apenet_wait_event");
    succeeds(w, e.status, "a message");
    if (e.kind == APENET_EVENT_SENT)
        w->unsent--;
    else if (e.kind == APENET_EVENT_GET_DONE || e.context == OTHER)
        w->others++;
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

void apenet_world_other(apenet_world_t *w)
{
    while (w->others == 0)
        take_event(w);
    w->others--;
}

void apenet_world_sent(apenet_world_t *w)
{
    while (w->unsent > 0)
        take_event(w);
    memset(w->is_told, 0, w->ranks * sizeof *w->is_told);
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

void apenet_world_tell(apenet_world_t *w, unsigned rank, const void *values, unsigned n)
{
    apenet_world_note_t *note = &w->out[rank];
    if (w->is_told[rank])
        apenet_world_sent(w);
    note->rank = w->rank;
    if (n != 0)
        memcpy(note->value, values, n * sizeof note->value[0]);
    w->is_told[rank] = true;
    w->unsent++;
    succeeds(w, apenet_rdma_send(w->card, apenet_world_address(w, rank), note, sizeof *note, 0, 0),
             "apenet_rdma_send");
}

const uint64_t *apenet_world_hear(apenet_world_t *w, unsigned rank)
{
    while (w->told[rank] == w->heard[rank])
        take_event(w);
    return w->note[2 * rank + w->heard[rank]++ % 2].value;
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

static void exclusive_or(uint64_t *value, const uint64_t *other)
{
    *value ^= *other;
}

/* Rank 0 combines what the others tell with its own values, which are the first, and tells them. */
static void reduce(apenet_world_t *w, combine_t *combine, void *values, unsigned n)
{
    uint64_t value[APENET_WORLD_VALUES] = {0};
    if (n != 0)
        memcpy(value, values, n * sizeof *value);
    if (w->rank != 0)
        apenet_world_tell(w, 0, value, n);
    for (unsigned rank = 1; w->rank == 0 && rank < w->ranks; rank++) {
        const uint64_t *other = apenet_world_hear(w, rank);
        for (unsigned i = 0; i < n; i++)
            combine(&value[i], &other[i]);
    }
    for (unsigned rank = 1; w->rank == 0 && rank < w->ranks; rank++)
        apenet_world_tell(w, rank, value, n);
    const uint64_t *result = w->rank == 0 ? value : apenet_world_hear(w, 0);
    if (n != 0)
        memcpy(values, result, n * sizeof *value);
}

void apenet_world_sum(apenet_world_t *w, double *number, unsigned n)
{
    reduce(w, add, number, n);
}

void apenet_world_xor(apenet_world_t *w, uint64_t *word, unsigned n)
{
    reduce(w, exclusive_or, word, n);
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
    const uint64_t mine[] = {(uintptr_t)w->window, (uintptr_t)w->there};
    if (w->rank != 0) {
        apenet_world_tell(w, 0, mine, 2);
        while (!w->has_windows)
            take_event(w);
        return;
    }
    uint64_t *table = memory(w, w->ranks * sizeof *table);
    w->there[0] = mine[0];
    for (unsigned rank = 1; rank < w->ranks; rank++) {
        const uint64_t *other = apenet_world_hear(w, rank);
        w->there[rank] = other[0];
        table[rank] = other[1];
    }
    for (unsigned rank = 1; rank < w->ranks; rank++)
        put(w, rank, table[rank], w->there, w->ranks * sizeof *w->there);
    apenet_world_sent(w);
    free(table);
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
    w->landing = memory(w, 2 * w->ranks * sizeof *w->landing);
    w->note = memory(w, 2 * w->ranks * sizeof *w->note);
    w->out = memory(w, w->ranks * sizeof *w->out);
    w->is_told = memory(w, w->ranks * sizeof *w->is_told);
    w->told = memory(w, w->ranks * sizeof *w->told);
    w->heard = memory(w, w->ranks * sizeof *w->heard);
    for (unsigned i = 0; i < 2 * w->ranks; i++)
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
    free(w->out);
    free(w->is_told);
    free(w->told);
    free(w->heard);
}
