/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/cause.h"

#include <stdlib.h>

#include "backends/emulator/core/unit.h"
#include "tools/emuq-trace/operations.h"

static const trace_cause_t unknown = {TRACE_CAUSE_UNKNOWN, TRACE_NONE, EMUQ_RECORD_NO_NODE, 0};

/* The last message of an injection FIFO that found its target full. */
typedef struct parked {
    uint32_t target; /* node */
    uint64_t begin, end;
} parked_t;

/* What is known so far, in the order of events. */
typedef struct search {
    const trace_events_t *e;
    const trace_operation_t **operation; /* [operations] sorted by kind, route and end */
    uint32_t operations;
    const trace_message_t **put; /* [puts] sorted by target and time of delivery */
    uint32_t puts;
    const trace_event_t **open; /* [threads] a wait of which the cause is not known yet; or NULL */
    uint32_t *route;            /* [nodes] class route of the last contribution, or TRACE_NONE */
    parked_t *parked;           /* [nodes * EMUQ_INJ_FIFOS] */
    trace_cause_t *cause;
} search_t;

/* ---- operations ---- */

static int by_end(const void *a, const void *b)
{
    const trace_operation_t *x = *(const trace_operation_t *const *)a;
    const trace_operation_t *y = *(const trace_operation_t *const *)b;
    if (x->is_interrupt != y->is_interrupt)
        return x->is_interrupt ? 1 : -1;
    if (x->route != y->route)
        return x->route < y->route ? -1 : 1;
    return x->last < y->last ? -1 : x->last > y->last;
}

/* The first operation of a route that was complete at @p begin or later, and before @p limit: a rank waits
 * for one at a time. The end of a wait is known to a few polls only, hence the limit. */
static trace_cause_t operation_of(const search_t *s, bool is_interrupt, uint32_t route, uint64_t begin,
                                  uint64_t limit)
{
    const trace_operation_t wanted = {.route = route, .is_interrupt = is_interrupt, .last = begin};
    const trace_operation_t *key = &wanted;
    uint32_t low = 0, high = s->operations;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (by_end(&s->operation[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const trace_operation_t *o = low < s->operations ? s->operation[low] : NULL;
    if (o == NULL || o->is_interrupt != is_interrupt || o->route != route || o->last > limit)
        return unknown;
    return (trace_cause_t){TRACE_CAUSE_OPERATION, o->last_thread, o->last_node, o->last};
}

/* ---- puts ---- */

static int by_delivery(const void *a, const void *b)
{
    const trace_message_t *x = *(const trace_message_t *const *)a, *y = *(const trace_message_t *const *)b;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    return x->delivered < y->delivered ? -1 : x->delivered > y->delivered;
}

static void find_puts(search_t *s)
{
    s->put = trace_need(s->e->messages, sizeof *s->put);
    for (uint32_t i = 0; i < s->e->messages; i++) {
        const trace_message_t *m = &s->e->message[i];
        if (m->type == TRACE_PUT && m->to != EMUQ_RECORD_NO_NODE && m->delivered != TRACE_NEVER)
            s->put[s->puts++] = m;
    }
    qsort(s->put, s->puts, sizeof *s->put, by_delivery);
}

/* Where the counters of puts are is not recorded: the first put to the node that has come is taken for what
 * the thread has seen. */
static trace_cause_t put_of(const search_t *s, uint32_t node, uint64_t begin, uint64_t limit)
{
    const trace_message_t wanted = {.to = node, .delivered = begin}, *key = &wanted;
    uint32_t low = 0, high = s->puts;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (by_delivery(&s->put[middle], &key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    const trace_message_t *m = low < s->puts ? s->put[low] : NULL;
    if (m == NULL || m->to != node || m->delivered > limit || m->from == EMUQ_RECORD_NO_NODE)
        return unknown;
    return (trace_cause_t){TRACE_CAUSE_PUT, m->thread, m->from, m->injected};
}

/* ---- waits ---- */

/* Packets have been taken, for which the thread has waited. */
static trace_cause_t packets_of(const search_t *s, const trace_event_t *wait, const trace_event_t *receive)
{
    uint32_t node = receive->record->node;
    if (receive->message != TRACE_NONE) {
        const trace_message_t *m = &s->e->message[receive->message];
        return (trace_cause_t){TRACE_CAUSE_PACKETS, m->thread, m->from, m->injected};
    }
    if (node == EMUQ_RECORD_NO_NODE || s->route[node] == TRACE_NONE)
        return unknown;
    return operation_of(s, false, s->route[node], wait->ns, receive->ns); /* results come from no node */
}

static trace_cause_t room_of(const search_t *s, const trace_event_t *wait)
{
    const emuq_record_t *r = wait->record;
    if (r->node == EMUQ_RECORD_NO_NODE || r->fifo >= EMUQ_INJ_FIFOS)
        return unknown;
    const parked_t *p = &s->parked[(size_t)r->node * EMUQ_INJ_FIFOS + r->fifo];
    if (p->target >= s->e->file->nodes || p->begin > r->position || p->end < wait->ns)
        return unknown;
    return (trace_cause_t){TRACE_CAUSE_ROOM, TRACE_NONE, p->target,
                           p->end < r->position ? p->end : r->position};
}

/* An event of a card has been taken before the wait was over. What comes of an own message is nobody else's
 * doing. */
static trace_cause_t event_of(const search_t *s, const trace_event_t *wait, const trace_event_t *take)
{
    const trace_message_t *m = take->message != TRACE_NONE ? &s->e->message[take->message] : NULL;
    if (m == NULL || m->thread == take->thread || take->ns > wait->record->position)
        return unknown;
    return (trace_cause_t){TRACE_CAUSE_PACKETS, m->thread, m->record->node, m->injected};
}

/* @param event the next one of the thread, or NULL */
static void resolve(search_t *s, const trace_event_t **open, const trace_event_t *event)
{
    const trace_event_t *wait = *open;
    uint64_t limit = event != NULL ? event->ns : UINT64_MAX;
    trace_cause_t *cause = &s->cause[wait - s->e->event];
    switch (wait->record->detail) {
    case EMUQ_RECORD_WAIT_PACKETS: /* replies may be sent before the packets are given back */
        if (event != NULL && event->record->kind == EMUQ_RECORD_RECEIVE &&
            event->record->fifo == wait->record->fifo)
            *cause = packets_of(s, wait, event);
        else if (event != NULL && event->record->kind != EMUQ_RECORD_WAIT)
            return;
        break;
    case EMUQ_RECORD_WAIT_EVENT: /* a thread that waits may run rings meanwhile */
        if (event != NULL && event->record->kind == EMUQ_RECORD_CARD_TAKE)
            *cause = event_of(s, wait, event);
        else if (event != NULL && event->record->kind != EMUQ_RECORD_WAIT)
            return;
        break;
    case EMUQ_RECORD_WAIT_INTERRUPT:
        *cause = operation_of(s, true, wait->record->fifo, wait->ns, limit);
        break;
    case EMUQ_RECORD_WAIT_MEMORY:
        *cause = put_of(s, wait->record->node, wait->ns, limit);
        break;
    case EMUQ_RECORD_WAIT_COMPLETION:
    case EMUQ_RECORD_WAIT_ROOM:
        *cause = room_of(s, wait);
        break;
    default:
        break;
    }
    *open = NULL;
}

/* ---- the walk ---- */

static void note_parked(search_t *s, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    if (r->node == EMUQ_RECORD_NO_NODE || r->fifo >= EMUQ_INJ_FIFOS)
        return;
    parked_t *p = &s->parked[(size_t)r->node * EMUQ_INJ_FIFOS + r->fifo];
    if (r->kind == EMUQ_RECORD_PARK)
        *p = (parked_t){(uint32_t)(r->position >> 16), event->ns, UINT64_MAX};
    else
        p->end = event->ns;
}

static void note(search_t *s, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    if (r->kind == EMUQ_RECORD_PARK || r->kind == EMUQ_RECORD_RESUME)
        note_parked(s, event);
    else if ((r->kind == EMUQ_RECORD_SEND || r->kind == EMUQ_RECORD_INJECT) && r->node < s->e->file->nodes &&
             s->e->message[event->message].type == TRACE_COLLECTIVE)
        s->route[r->node] = trace_route_of(r);
}

static void walk(search_t *s)
{
    for (uint64_t i = 0; i < s->e->events; i++) {
        const trace_event_t *event = &s->e->event[i];
        const trace_event_t **open = &s->open[event->thread];
        s->cause[i] = unknown;
        if (*open != NULL)
            resolve(s, open, event);
        note(s, event);
        if (event->record->kind == EMUQ_RECORD_WAIT)
            *open = event;
    }
    for (uint32_t t = 0; t < s->e->file->threads; t++)
        if (s->open[t] != NULL)
            resolve(s, &s->open[t], NULL);
}

trace_cause_t *trace_causes(const trace_events_t *events, const trace_stats_t *stats)
{
    const trace_file_t *f = events->file;
    search_t s = {.e = events,
                  .operation = trace_need(stats->operations, sizeof *s.operation),
                  .operations = stats->operations,
                  .open = trace_need(f->threads, sizeof *s.open),
                  .route = trace_need(f->nodes, sizeof *s.route),
                  .parked = trace_need((size_t)f->nodes * EMUQ_INJ_FIFOS, sizeof *s.parked),
                  .cause = trace_need(events->events, sizeof *s.cause)};
    for (uint32_t i = 0; i < s.operations; i++)
        s.operation[i] = &stats->operation[i];
    for (uint32_t i = 0; i < f->nodes; i++)
        s.route[i] = TRACE_NONE;
    for (size_t i = 0; i < (size_t)f->nodes * EMUQ_INJ_FIFOS; i++)
        s.parked[i].target = TRACE_NONE;
    qsort(s.operation, s.operations, sizeof *s.operation, by_end);
    find_puts(&s);
    walk(&s);
    free(s.operation);
    free(s.put);
    free(s.open);
    free(s.route);
    free(s.parked);
    return s.cause;
}
