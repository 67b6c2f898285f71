/* SPDX-License-Identifier: BSD-3-Clause */
/* An event is of the message that has the same number at the card that has sent it, or of the operation that
 * has the same number at its own card; what a program takes is the event with the same number at the card. */
#include "tools/emuq-trace/match_cards.h"

#include <stdlib.h>

/* Something that has a number at a node. */
typedef struct entry {
    uint32_t node;
    uint64_t number, ns;
    uint32_t event; /* index */
} entry_t;

/* In the order of node, number, time. */
typedef struct entries {
    entry_t *entry;
    uint64_t count;
} entries_t;

static int in_order(const void *a, const void *b)
{
    const entry_t *x = a, *y = b;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    if (x->ns != y->ns)
        return x->ns < y->ns ? -1 : 1;
    return x->event < y->event ? -1 : x->event > y->event;
}

static uint64_t message_of(const emuq_record_t *r)
{
    return r->card.message;
}

static uint64_t operation_of(const emuq_record_t *r)
{
    return r->card.operation;
}

static uint64_t position_of(const emuq_record_t *r)
{
    return r->position;
}

/* All records of a kind by a number of theirs. */
static entries_t collect(const trace_events_t *e, emuq_record_kind_t kind,
                         uint64_t (*number)(const emuq_record_t *))
{
    entries_t all = {trace_need(e->events, sizeof *all.entry), 0};
    for (uint64_t i = 0; i < e->events; i++) {
        const emuq_record_t *r = e->event[i].record;
        if (r->kind == kind)
            all.entry[all.count++] = (entry_t){r->node, number(r), e->event[i].ns, (uint32_t)i};
    }
    qsort(all.entry, all.count, sizeof *all.entry, in_order);
    return all;
}

/* The last entry of a number that is not later than @p ns, or if all are, the first one. @return an event, or
 * TRACE_NONE */
static uint32_t find(const entries_t *all, uint32_t node, uint64_t number, uint64_t ns)
{
    const entry_t wanted = {node, number, ns, UINT32_MAX};
    uint64_t low = 0, high = all->count;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (in_order(&all->entry[middle], &wanted) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (uint64_t i = low != 0 ? low - 1 : 0; i <= low && i < all->count; i++)
        if (all->entry[i].node == node && all->entry[i].number == number)
            return all->entry[i].event;
    return TRACE_NONE;
}

/* ---- events ---- */

/* The time of an event is what is known of its message. */
static void note_time(trace_events_t *e, const trace_event_t *event)
{
    if (event->message == TRACE_NONE)
        return;
    trace_message_t *m = &e->message[event->message];
    if (trace_is_delivery(m, event->record))
        m->delivered = event->ns;
    if (!trace_is_arrival(event->record) || m->record->card.operation == 0)
        m->completed = event->ns;
}

static void match_events(trace_events_t *e)
{
    entries_t messages = collect(e, EMUQ_RECORD_CARD_START, message_of);
    entries_t operations = collect(e, EMUQ_RECORD_CARD_START, operation_of);
    for (uint64_t i = 0; i < e->events; i++) {
        trace_event_t *event = &e->event[i];
        const emuq_record_t *r = event->record;
        if (r->kind != EMUQ_RECORD_CARD_EVENT)
            continue;
        uint32_t start = TRACE_NONE;
        if (trace_is_arrival(r))
            start = find(&messages, r->card.peer, r->card.message, event->ns);
        else if (r->card.operation != 0)
            start = find(&operations, r->node, r->card.operation, event->ns);
        if (start == TRACE_NONE)
            continue;
        event->message = e->event[start].message;
        if (event->ns <= e->event[start].ns) /* clocks of two processors disagree */
            event->ns = e->event[start].ns + 1;
        note_time(e, event);
    }
    free(messages.entry);
    free(operations.entry);
}

/* ---- programs ---- */

/* An event is recorded when it can be seen, and may be taken before that. */
static void put_before(trace_events_t *e, trace_event_t *event, trace_event_t *take)
{
    uint64_t least = event->message != TRACE_NONE ? e->message[event->message].injected + 1 : 0;
    if (event->ns < take->ns)
        return;
    event->ns = take->ns > least ? take->ns - 1 : least;
    if (take->ns <= event->ns)
        take->ns = event->ns + 1;
    note_time(e, event);
}

static void match_takes(trace_events_t *e)
{
    entries_t all = collect(e, EMUQ_RECORD_CARD_EVENT, position_of);
    for (uint64_t i = 0; i < e->events; i++) {
        trace_event_t *take = &e->event[i];
        if (take->record->kind != EMUQ_RECORD_CARD_TAKE)
            continue;
        uint32_t found = find(&all, take->record->node, take->record->position, take->ns);
        if (found == TRACE_NONE)
            continue;
        trace_event_t *event = &e->event[found];
        put_before(e, event, take);
        take->message = event->message;
        if (take->message != TRACE_NONE && trace_is_arrival(event->record)) {
            e->message[take->message].received = take->ns;
            e->message[take->message].receiver = take->thread;
        }
    }
    free(all.entry);
}

void trace_match_cards(trace_events_t *events)
{
    match_events(events);
    match_takes(events);
}
