/* SPDX-License-Identifier: BSD-3-Clause */
/* Two questions, each answered by sorting and one pass:
 * - Descriptors of an injection FIFO are complete up to a number: which injections are meant?
 * - Packets of a reception FIFO have been taken up to a position: which packets are meant? */
#include "tools/emuq-trace/match.h"

#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"

#define MOST_RECEIVES 64 /* that can take the packets of one delivery, one by one */

/* Something that is known of one FIFO at one number or position. */
typedef struct note {
    uint64_t fifo;   /* node << 16 | id */
    uint64_t number; /* of a descriptor, or position */
    bool is_end;     /* everything up to the number is done; sorted behind what has the same number */
    uint32_t event;
    uint32_t message; /* of a beginning; TRACE_NONE: to be found */
} note_t;

typedef struct notes {
    note_t *note;
    uint64_t count;
} notes_t;

static uint64_t key(uint32_t node, uint32_t fifo)
{
    return (uint64_t)node << 16 | fifo;
}

static void add(notes_t *n, uint64_t fifo, uint64_t number, bool is_end, uint64_t event, uint32_t message)
{
    n->note[n->count++] = (note_t){fifo, number, is_end, (uint32_t)event, message};
}

static int in_order(const void *a, const void *b)
{
    const note_t *x = a, *y = b;
    if (x->fifo != y->fifo)
        return x->fifo < y->fifo ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    if (x->is_end != y->is_end)
        return x->is_end ? 1 : -1;
    return x->event < y->event ? -1 : x->event > y->event;
}

static void sort(notes_t *n)
{
    qsort(n->note, n->count, sizeof *n->note, in_order);
}

/* An injection is recorded by the thread that injects; another one may have been faster to run the FIFO. What
 * has become of a message by @p ns was injected before. */
static void happened(trace_events_t *e, const note_t *injection, uint64_t ns)
{
    trace_message_t *m = &e->message[injection->message];
    if (m->injected >= ns)
        m->injected = e->event[injection->event].ns = ns != 0 ? ns - 1 : 0;
}

/* ---- descriptors ---- */

/* The same descriptor may have been seen by two threads: the first injection counts, others are no messages.
 */
static void complete(trace_events_t *e)
{
    notes_t n = {trace_need(e->events, sizeof *n.note), 0};
    for (uint64_t i = 0; i < e->events; i++) {
        const emuq_record_t *r = e->event[i].record;
        if (r->kind == EMUQ_RECORD_INJECT || r->kind == EMUQ_RECORD_COMPLETE)
            add(&n, key(r->node, r->fifo), r->position, r->kind == EMUQ_RECORD_COMPLETE, i,
                e->event[i].message);
    }
    sort(&n);
    uint64_t first = 0; /* injections from here on wait for the next end of their FIFO */
    for (uint64_t i = 0; i < n.count; i++) {
        const note_t *at = &n.note[i];
        if (first < i && n.note[first].fifo != at->fifo)
            first = i;
        if (!at->is_end)
            continue;
        for (; first < i; first++)
            if (!n.note[first].is_end) {
                e->message[n.note[first].message].completed = e->event[at->event].ns;
                happened(e, &n.note[first], e->event[at->event].ns);
            }
        first = i + 1;
    }
    free(n.note);
}

/* ---- packets ---- */

/* The injection of an origin, of those that are sorted; or NULL. */
static const note_t *find(const notes_t *injections, uint64_t fifo, uint64_t number)
{
    uint64_t low = 0, high = injections->count;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        const note_t *at = &injections->note[middle];
        if (at->fifo < fifo || (at->fifo == fifo && at->number < number))
            low = middle + 1;
        else
            high = middle;
    }
    const note_t *found = &injections->note[low];
    return low < injections->count && found->fifo == fifo && found->number == number ? found : NULL;
}

static notes_t injections_of(const trace_events_t *e)
{
    notes_t n = {trace_need(e->events, sizeof *n.note), 0};
    for (uint64_t i = 0; i < e->events; i++) {
        const emuq_record_t *r = e->event[i].record;
        if (r->kind == EMUQ_RECORD_INJECT)
            add(&n, key(r->node, r->fifo), r->position, false, i, e->event[i].message);
    }
    sort(&n);
    return n;
}

/* Up to where packets have been put, and taken. */
static notes_t packets_of(trace_events_t *e)
{
    notes_t n = {trace_need(e->events, sizeof *n.note), 0}, injections = injections_of(e);
    for (uint64_t i = 0; i < e->events; i++) {
        trace_event_t *event = &e->event[i];
        const emuq_record_t *r = event->record;
        if (r->kind == EMUQ_RECORD_SEND && e->message[event->message].type == TRACE_FIFO) {
            MUHWI_PacketHeader_t h;
            memcpy(&h, r->header, sizeof h);
            add(&n, key(e->message[event->message].to, emuq_rec_fifo_id(&h)), r->position, false, i,
                event->message);
        } else if (r->kind == EMUQ_RECORD_DELIVER) {
            const note_t *from = find(&injections, key(r->origin.node, r->origin.fifo), r->origin.number);
            event->message = from != NULL ? from->message : TRACE_NONE;
            add(&n, key(r->node, r->fifo), r->position, false, i, event->message);
            if (from != NULL) {
                happened(e, from, event->ns);
                e->message[from->message].delivered = r->ticks + r->lasted;
            }
        } else if (r->kind == EMUQ_RECORD_RECEIVE) {
            add(&n, key(r->node, r->fifo), r->position, true, i, TRACE_NONE);
        }
    }
    free(injections.note);
    sort(&n);
    return n;
}

/* The event takes packets of a message. Clocks of two processors may disagree by a little: a receive is not
 * before its send. */
static void takes(trace_events_t *e, trace_event_t *event, uint32_t message)
{
    if (message == TRACE_NONE)
        return;
    if (event->ns <= e->message[message].injected)
        event->ns = e->message[message].injected + 1;
    event->message = message;
}

/* The message that ends behind a receive which has not reached the end of any. */
static uint32_t begun_behind(const notes_t *n, uint64_t at)
{
    for (uint64_t i = at + 1; i < n->count && i < at + MOST_RECEIVES && n->note[i].fifo == n->note[at].fifo;
         i++)
        if (!n->note[i].is_end)
            return n->note[i].message;
    return TRACE_NONE;
}

static void receive(trace_events_t *e)
{
    notes_t n = packets_of(e);
    uint64_t first = 0; /* packets from here on are taken by the next receive of their FIFO */
    for (uint64_t i = 0; i < n.count; i++) {
        const note_t *at = &n.note[i];
        if (first < i && n.note[first].fifo != at->fifo)
            first = i;
        if (!at->is_end)
            continue;
        trace_event_t *event = &e->event[at->event];
        if (first == i)
            takes(e, event, begun_behind(&n, i));
        for (uint64_t k = first; k < i; k++)
            takes(e, event, n.note[k].message);
        for (; first < i; first++)
            if (n.note[first].message != TRACE_NONE) {
                e->message[n.note[first].message].received = event->ns;
                e->message[n.note[first].message].receiver = event->thread;
            }
        first = i + 1;
    }
    free(n.note);
}

/* A message that is complete has been delivered, as far as this host knows; but not one of a card, which is
 * complete when its source may be used again, or when it has been refused. */
static void deliver(trace_events_t *e)
{
    for (uint32_t i = 0; i < e->messages; i++)
        if (e->message[i].delivered == TRACE_NEVER && e->message[i].type != TRACE_COLLECTIVE &&
            !trace_is_of_card(&e->message[i]))
            e->message[i].delivered = e->message[i].completed;
}

void trace_match(trace_events_t *events)
{
    complete(events);
    receive(events);
    deliver(events);
}
