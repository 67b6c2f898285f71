/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file apenet_world.h
 * @brief Helper of the APEnet+ examples: rank numbers, windows whose addresses all ranks know, sums.
 *
 * The window of a rank is an array of *ports* of one size, for one message each. Sender and receiver agree on
 * when a port is free. Errors end the program with a message. For one thread; there are no global variables,
 * so ranks may be threads. The first notes arrive before their buffers exist, so sends must wait for buffers
 * (EMUQ_APENET_NOBUF=wait, the default).
 */
#ifndef EXAMPLES_APENET_WORLD_H
#define EXAMPLES_APENET_WORLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "apenet/rdma.h"

#define APENET_WORLD_VALUES 8u /**< maximum values of a sum or a note */
#define APENET_WORLD_RANKS  512u

/** Contexts of registered buffers. */
enum { APENET_WORLD_OTHER, APENET_WORLD_WINDOW, APENET_WORLD_NOTES, APENET_WORLD_TABLE };

/** A small message, sent by apenet_rdma_send(). */
typedef struct apenet_world_note {
    uint32_t rank;
    uint64_t value[APENET_WORLD_VALUES];
} apenet_world_note_t;

/** Notes from and to one rank. */
typedef struct apenet_world_peer {
    apenet_world_note_t in[2], out;
    unsigned received, consumed; /**< notes of the rank so far */
    bool is_sending;             /**< the card may still read `out` */
} apenet_world_peer_t;

typedef struct apenet_world {
    apenet_card_t *card;
    apenet_address_t size; /**< nodes in x, y, z, and processes per node */
    unsigned rank, ranks;  /**< pid varies fastest, then z, y, x */
    unsigned ports;
    size_t port_bytes;
    char *window;                /**< [ports * port_bytes]; memory of the host or of a GPU */
    unsigned put_flags;          /**< of puts from and to GPUs; 0: the host */
    uint64_t *remote;            /**< [ranks] addresses of the windows */
    unsigned *arrived;           /**< [ports] messages not yet consumed */
    apenet_world_note_t *target; /**< [2 * ranks] receive buffers of notes */
    apenet_world_peer_t *peer;   /**< [ranks] */
    unsigned others;             /**< events for apenet_world_wait_other() */
    bool has_windows;            /**< `remote` is valid */
    unsigned unsent;             /**< messages whose sources the card may still read */
} apenet_world_t;

/** Ends the program with message @p what unless @p holds. */
static inline void apenet_world_require(const apenet_world_t *w, bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "rank %u: %s\n", w->rank, what);
    exit(1);
}

/** Ends the program if a call returned an error. */
static inline void apenet_world_check(const apenet_world_t *w, int rc, const char *call)
{
    char text[200];
    if (rc == 0) /* avoid the cost of formatting */
        return;
    snprintf(text, sizeof text, "%s: %s", call, strerror(-rc));
    apenet_world_require(w, false, text);
}

static inline void *apenet_world_alloc(const apenet_world_t *w, size_t bytes)
{
    void *p = calloc(1, bytes);
    apenet_world_require(w, p != NULL, "out of memory");
    return p;
}

static inline double apenet_world_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline unsigned apenet_world_rank(const apenet_world_t *w, apenet_address_t a)
{
    return ((a.x * w->size.y + a.y) * w->size.z + a.z) * w->size.pid + a.pid;
}

static inline apenet_address_t apenet_world_address(const apenet_world_t *w, unsigned rank)
{
    unsigned node = rank / w->size.pid;
    apenet_address_t a = {(uint8_t)(node / w->size.z / w->size.y), (uint8_t)(node / w->size.z % w->size.y),
                          (uint8_t)(node % w->size.z), (uint8_t)(rank % w->size.pid)};
    return a;
}

/** Memory of a port of the local window; an address of the GPU after apenet_world_gpu_window(). */
static inline char *apenet_world_port(const apenet_world_t *w, unsigned port)
{
    return w->window + port * w->port_bytes;
}

/* ---- events ---- */

static inline void apenet_world_store_note(apenet_world_t *w, const apenet_event_t *e)
{
    apenet_world_note_t note;
    memcpy(&note, e->address, sizeof note);
    apenet_world_require(w, e->bytes == sizeof note && note.rank < w->ranks, "invalid note");
    apenet_world_peer_t *peer = &w->peer[note.rank];
    peer->in[peer->received++ % 2] = note;
    apenet_world_require(w, peer->received - peer->consumed <= 2, "more than two unread notes of a rank");
    apenet_world_check(w, apenet_rearm_buffer(w->card, e->buffer), "apenet_rearm_buffer");
}

static inline void apenet_world_progress(apenet_world_t *w)
{
    apenet_event_t e;
    apenet_world_check(w, apenet_wait_event(w->card, APENET_ANY, -1, &e), "apenet_wait_event");
    apenet_world_check(w, e.status, "a message");
    if (e.kind == APENET_EVENT_SENT)
        w->unsent--;
    else if (e.kind == APENET_EVENT_GET_DONE || e.context == APENET_WORLD_OTHER)
        w->others++;
    else if (e.context == APENET_WORLD_NOTES)
        apenet_world_store_note(w, &e);
    else if (e.context == APENET_WORLD_TABLE)
        w->has_windows = true;
    else {
        if (w->put_flags != 0)
            apenet_world_check(w, apenet_gpu_acquire(&e), "apenet_gpu_acquire");
        w->arrived[(size_t)((char *)e.address - w->window) / w->port_bytes]++;
    }
}

/** Waits for the next message in a port. */
static inline void apenet_world_receive(apenet_world_t *w, unsigned port)
{
    while (w->arrived[port] == 0)
        apenet_world_progress(w);
    w->arrived[port]--;
}

/** Waits for the next event of an operation that the program started on the card directly: a get, or a
 * message to a buffer that the program registered with context 0. */
static inline void apenet_world_wait_other(apenet_world_t *w)
{
    while (w->others == 0)
        apenet_world_progress(w);
    w->others--;
}

/** Waits until the sources of all messages may be overwritten. */
static inline void apenet_world_sent(apenet_world_t *w)
{
    while (w->unsent > 0)
        apenet_world_progress(w);
    for (unsigned rank = 0; rank < w->ranks; rank++)
        w->peer[rank].is_sending = false;
}

/* ---- messages ---- */

static inline void apenet_world_put_to(apenet_world_t *w, unsigned rank, uint64_t to, const void *source,
                                       size_t bytes, unsigned flags)
{
    w->unsent++;
    apenet_world_check(w,
                       apenet_rdma_put(w->card, apenet_world_address(w, rank), source, bytes, to, 0, flags),
                       "apenet_rdma_put");
}

/** Puts a message to a port of a rank. The source may be overwritten after apenet_world_sent(). With
 * apenet_world_gpu_window() the source is memory of the GPU. */
static inline void apenet_world_put(apenet_world_t *w, unsigned rank, unsigned port, const void *source,
                                    size_t bytes)
{
    apenet_world_put_to(w, rank, w->remote[rank] + port * w->port_bytes, source, bytes, w->put_flags);
}

/** Sends a note with @p n values. Notes of one sender are ordered; the receiver stores two unread notes per
 * sender. */
static inline void apenet_world_send_note(apenet_world_t *w, unsigned rank, const void *values, unsigned n)
{
    apenet_world_note_t *note = &w->peer[rank].out;
    if (w->peer[rank].is_sending)
        apenet_world_sent(w);
    note->rank = w->rank;
    if (n != 0)
        memcpy(note->value, values, n * sizeof note->value[0]);
    w->peer[rank].is_sending = true;
    w->unsent++;
    apenet_world_check(w, apenet_rdma_send(w->card, apenet_world_address(w, rank), note, sizeof *note, 0, 0),
                       "apenet_rdma_send");
}

/** Waits for the next note of a rank. @return its values, valid until the next but one note of this rank */
static inline const uint64_t *apenet_world_receive_note(apenet_world_t *w, unsigned rank)
{
    apenet_world_peer_t *peer = &w->peer[rank];
    while (peer->received == peer->consumed)
        apenet_world_progress(w);
    return peer->in[peer->consumed++ % 2].value;
}

/* ---- sums ---- */

typedef void apenet_world_combine_t(uint64_t *value, const uint64_t *other);

static inline void apenet_world_add(uint64_t *value, const uint64_t *other)
{
    double a, b;
    memcpy(&a, value, sizeof a);
    memcpy(&b, other, sizeof b);
    a += b;
    memcpy(value, &a, sizeof a);
}

static inline void apenet_world_exclusive_or(uint64_t *value, const uint64_t *other)
{
    *value ^= *other;
}

static inline void apenet_world_add_word(uint64_t *value, const uint64_t *other)
{
    *value += *other;
}

/* Rank 0 combines the values of all ranks, starting with its local values, and sends the result. */
static inline void apenet_world_reduce(apenet_world_t *w, apenet_world_combine_t *combine, void *values,
                                       unsigned n)
{
    uint64_t value[APENET_WORLD_VALUES] = {0};
    if (n != 0)
        memcpy(value, values, n * sizeof *value);
    if (w->rank != 0)
        apenet_world_send_note(w, 0, value, n);
    for (unsigned rank = 1; w->rank == 0 && rank < w->ranks; rank++) {
        const uint64_t *other = apenet_world_receive_note(w, rank);
        for (unsigned i = 0; i < n; i++)
            combine(&value[i], &other[i]);
    }
    for (unsigned rank = 1; w->rank == 0 && rank < w->ranks; rank++)
        apenet_world_send_note(w, rank, value, n);
    const uint64_t *result = w->rank == 0 ? value : apenet_world_receive_note(w, 0);
    if (n != 0)
        memcpy(values, result, n * sizeof *value);
}

/** Collective: replaces numbers by their sums over all ranks, in the order of the ranks. No further notes may
 * be in flight. @param n up to APENET_WORLD_VALUES; 0: a barrier */
static inline void apenet_world_sum(apenet_world_t *w, double *number, unsigned n)
{
    apenet_world_reduce(w, apenet_world_add, number, n);
}

/** Collective: replaces words by their exclusive or over all ranks. */
static inline void apenet_world_xor(apenet_world_t *w, uint64_t *word, unsigned n)
{
    apenet_world_reduce(w, apenet_world_exclusive_or, word, n);
}

/** Collective: replaces words by their sums over all ranks, modulo 2^64. */
static inline void apenet_world_sum_words(apenet_world_t *w, uint64_t *word, unsigned n)
{
    apenet_world_reduce(w, apenet_world_add_word, word, n);
}

/* ---- setup ---- */

static inline void apenet_world_register(apenet_world_t *w, void *p, size_t bytes, unsigned flags,
                                         uint64_t context)
{
    apenet_buffer_t buffer;
    apenet_world_check(w, apenet_register_buffer(w->card, p, bytes, flags, context, &buffer),
                       "apenet_register_buffer");
}

/* Each rank sends rank 0 the addresses of its window and of its table; rank 0 puts the table of all windows
 * there. */
static inline void apenet_world_exchange_windows(apenet_world_t *w)
{
    const uint64_t own[] = {(uintptr_t)w->window, (uintptr_t)w->remote};
    if (w->rank != 0) {
        apenet_world_send_note(w, 0, own, 2);
        while (!w->has_windows)
            apenet_world_progress(w);
        return;
    }
    uint64_t *table = apenet_world_alloc(w, w->ranks * sizeof *table);
    w->remote[0] = own[0];
    for (unsigned rank = 1; rank < w->ranks; rank++) {
        const uint64_t *other = apenet_world_receive_note(w, rank);
        w->remote[rank] = other[0];
        table[rank] = other[1];
    }
    for (unsigned rank = 1; rank < w->ranks; rank++)
        apenet_world_put_to(w, rank, table[rank], w->remote, w->ranks * sizeof *w->remote, 0);
    apenet_world_sent(w);
    free(table);
}

/** Collective: opens the card and finds the number of ranks. Sums are available afterwards. */
static inline void apenet_world_open(apenet_world_t *w)
{
    apenet_address_t me;
    memset(w, 0, sizeof *w);
    apenet_world_check(w, apenet_open(0, &w->card), "apenet_open");
    apenet_world_check(w, apenet_whoami(w->card, &me, &w->size), "apenet_whoami");
    w->rank = apenet_world_rank(w, me);
    w->ranks = (unsigned)w->size.x * w->size.y * w->size.z * w->size.pid;
    apenet_world_require(w, w->ranks <= APENET_WORLD_RANKS, "too many ranks for this example");
    w->target = apenet_world_alloc(w, 2 * w->ranks * sizeof *w->target);
    w->peer = apenet_world_alloc(w, w->ranks * sizeof *w->peer);
    for (unsigned i = 0; i < 2 * w->ranks; i++)
        apenet_world_register(w, &w->target[i], sizeof w->target[i], APENET_STREAMING, APENET_WORLD_NOTES);
}

/* Registers the window and finds the windows of all ranks. */
static inline void apenet_world_use_window(apenet_world_t *w, void *window, unsigned flags, unsigned ports,
                                           size_t port_bytes)
{
    w->ports = ports;
    w->port_bytes = port_bytes;
    w->window = window;
    w->remote = apenet_world_alloc(w, w->ranks * sizeof *w->remote);
    w->arrived = apenet_world_alloc(w, ports * sizeof *w->arrived);
    apenet_world_register(w, w->window, ports * port_bytes, flags, APENET_WORLD_WINDOW);
    apenet_world_register(w, w->remote, w->ranks * sizeof *w->remote, 0, APENET_WORLD_TABLE);
    apenet_world_exchange_windows(w);
}

/** Collective: opens the window; returns when the windows of all ranks are known. Call this function or
 * apenet_world_gpu_window() once, with equal arguments. */
static inline void apenet_world_window(apenet_world_t *w, unsigned ports, size_t port_bytes)
{
    apenet_world_use_window(w, apenet_world_alloc(w, ports * port_bytes), 0, ports, port_bytes);
}

/** Collective: like apenet_world_window(), in memory of GPU @p gpu of each node. */
static inline void apenet_world_gpu_window(apenet_world_t *w, unsigned gpu, unsigned ports, size_t port_bytes)
{
    void *window;
    apenet_world_check(w, apenet_gpu_alloc(w->card, (int)gpu, ports * port_bytes, &window),
                       "memory of the GPU (see EMUQ_APENET_GPU_MEMORY)");
    w->put_flags = APENET_LOCAL_GPU(gpu) | APENET_REMOTE_GPU(gpu);
    apenet_world_use_window(w, window, APENET_GPU(gpu), ports, port_bytes);
}

/** Collective: closes the card. No message may be in flight that a rank waits for. */
static inline void apenet_world_close(apenet_world_t *w)
{
    apenet_world_sum(w, NULL, 0);
    apenet_world_sent(w);
    apenet_world_check(w, apenet_close(w->card), "apenet_close");
    if (w->put_flags == 0) /* apenet_close() has freed memory of GPUs */
        free(w->window);
    free(w->remote);
    free(w->arrived);
    free(w->target);
    free(w->peer);
}

#endif /* EXAMPLES_APENET_WORLD_H */
