/* SPDX-License-Identifier: BSD-3-Clause */
/* Statistics of a job: sums, collective operations, and the causes of waits. */
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/unit.h"
#include "backends/emulator/core/header.h"
#include "hwi/include/bqc/MU_PacketHeader.h"
#include "tools/emuq-trace/trace.h"

static void stats_count(trace_histogram_t *h, uint64_t value)
{
    unsigned bar = value != 0 ? 64 - (unsigned)__builtin_clzll(value) : 0;
    h->bar[bar < TRACE_POWERS ? bar : TRACE_POWERS]++;
    h->least = h->count == 0 || value < h->least ? value : h->least;
    h->most = value > h->most ? value : h->most;
    h->count++;
    h->sum += value;
}

/* ---- traffic ---- */

static int stats_compare_nodes(const void *a, const void *b)
{
    const trace_traffic_t *x = a, *y = b;
    return trace_then(trace_compare(x->from, y->from), x->to, y->to);
}

static trace_traffic_t stats_traffic_of(const trace_message_t *m)
{
    uint64_t packets = trace_packets(m);
    bool is_of_unit = !trace_is_card_message(m);
    return (trace_traffic_t){.from = m->from,
                             .to = m->to,
                             .messages = 1,
                             .bytes = m->bytes,
                             .packets = packets,
                             .unit_bytes = is_of_unit ? m->bytes : 0,
                             .unit_packets = is_of_unit ? packets : 0};
}

/* Sorts one entry per message and sums entries with equal nodes. */
static void stats_add_traffic(const trace_events_t *e, trace_stats_t *s)
{
    s->traffic = trace_alloc(e->messages, sizeof *s->traffic);
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->messages; i++)
        if (e->message[i].to != EMUQ_RECORD_NO_NODE && e->message[i].from != EMUQ_RECORD_NO_NODE)
            s->traffic[n++] = stats_traffic_of(&e->message[i]);
    qsort(s->traffic, n, sizeof *s->traffic, stats_compare_nodes);
    for (uint32_t i = 0; i < n; i++) {
        trace_traffic_t *last = s->traffics != 0 ? &s->traffic[s->traffics - 1] : NULL;
        if (last != NULL && stats_compare_nodes(last, &s->traffic[i]) == 0) {
            last->messages += s->traffic[i].messages;
            last->bytes += s->traffic[i].bytes;
            last->packets += s->traffic[i].packets;
            last->unit_bytes += s->traffic[i].unit_bytes;
            last->unit_packets += s->traffic[i].unit_packets;
        } else {
            s->traffic[s->traffics++] = s->traffic[i];
        }
    }
}

static void stats_add_messages(const trace_events_t *e, trace_stats_t *s)
{
    for (uint32_t i = 0; i < e->messages; i++) {
        const trace_message_t *m = &e->message[i];
        s->messages[m->type]++;
        s->bytes[m->type] += m->bytes;
        s->incomplete += m->completed == TRACE_NEVER;
        if (m->type != TRACE_UNKNOWN)
            stats_count(&s->sizes, m->bytes);
        bool is_measured = m->record->kind != EMUQ_RECORD_SEND || m->record->lasted != 0;
        if (m->delivered != TRACE_NEVER && is_measured)
            stats_count(&s->delivery, m->delivered - m->injected);
        if (m->received != TRACE_NEVER)
            stats_count(&s->reception, m->received - m->injected);
    }
}

/* ---- cards ---- */

static void stats_add_to_card(trace_card_t *c, const emuq_record_t *r)
{
    if (r->kind == EMUQ_RECORD_CARD_START && r->detail < EMUQ_RECORD_STARTS) {
        c->started[r->detail]++;
        c->bytes[r->detail] += r->bytes;
    } else if (r->kind == EMUQ_RECORD_CARD_EVENT && r->detail < EMUQ_RECORD_EVENTS) {
        c->events[r->detail]++;
        c->received += r->detail == EMUQ_RECORD_EVENT_RECEIVED ? r->bytes : 0;
    }
    c->taken += r->kind == EMUQ_RECORD_CARD_TAKE;
    c->misses += r->kind == EMUQ_RECORD_CARD_MISS;
    c->rejected += r->kind == EMUQ_RECORD_CARD_REFUSE;
}

static void stats_add_cards(const trace_events_t *e, trace_stats_t *s)
{
    s->card = trace_alloc(e->file->nodes, sizeof *s->card);
    for (uint64_t i = 0; i < e->events; i++)
        if (e->event[i].record->node < e->file->nodes)
            stats_add_to_card(&s->card[e->event[i].record->node], e->event[i].record);
}

/* ---- waits ---- */

static int stats_compare_ranks(const void *a, const void *b)
{
    const trace_culprit_t *x = a, *y = b;
    return trace_then(trace_compare((uint32_t)x->rank, (uint32_t)y->rank), x->node, y->node);
}

static int stats_compare_loss(const void *a, const void *b)
{
    const trace_culprit_t *x = a, *y = b;
    int order = trace_compare(y->ns, x->ns);
    return order != 0 ? order : stats_compare_ranks(a, b);
}

/* Sums entries of the same rank and node. */
static void stats_join_culprits(trace_stats_t *s)
{
    uint32_t n = s->culprits;
    qsort(s->culprit, n, sizeof *s->culprit, stats_compare_ranks);
    s->culprits = 0;
    for (uint32_t i = 0; i < n; i++) {
        trace_culprit_t *last = s->culprits != 0 ? &s->culprit[s->culprits - 1] : NULL;
        if (last != NULL && stats_compare_ranks(last, &s->culprit[i]) == 0) {
            last->waits += s->culprit[i].waits;
            last->ns += s->culprit[i].ns;
        } else {
            s->culprit[s->culprits++] = s->culprit[i];
        }
    }
    qsort(s->culprit, s->culprits, sizeof *s->culprit, stats_compare_loss);
}

static void stats_add_waits(const trace_events_t *e, trace_stats_t *s)
{
    s->ranks = e->file->job.np;
    s->waits = trace_alloc(s->ranks, sizeof *s->waits);
    s->culprit = trace_alloc(e->events, sizeof *s->culprit);
    for (uint64_t i = 0; i < e->events; i++) {
        const trace_event_t *event = &e->event[i];
        const emuq_record_t *r = event->record;
        const trace_cause_t *cause = &s->cause[i];
        int32_t rank = trace_rank(e, event->thread);
        if (rank < 0 || r->kind != EMUQ_RECORD_WAIT || r->detail >= EMUQ_RECORD_WAITS)
            continue;
        s->waits[rank].count[r->detail]++;
        s->waits[rank].ns[r->detail] += r->position - event->ns;
        bool is_self = cause->kind == TRACE_CAUSE_OPERATION && cause->thread == event->thread;
        if (cause->kind != TRACE_CAUSE_UNKNOWN && !is_self)
            s->culprit[s->culprits++] = (trace_culprit_t){rank, cause->node, 1, r->position - event->ns};
    }
    stats_join_culprits(s);
}

/* ---- collectives and global interrupts ---- */

#define OPERATIONS_ROUTES 16

/* The class route of a contribution to a collective. */
static uint32_t operations_route(const emuq_record_t *record)
{
    MUHWI_PacketHeader_t h;
    memcpy(&h, record->header, sizeof h);
    return h.NetworkHeader.collective.Byte2.Class_Route;
}

static int operations_compare_numbers(const void *a, const void *b)
{
    const trace_contribution_t *x = a, *y = b;
    int order = trace_then(trace_compare(x->is_interrupt, y->is_interrupt), x->route, y->route);
    return trace_then(trace_then(order, x->number, y->number), x->ns, y->ns);
}

static int operations_compare_times(const void *a, const void *b)
{
    const trace_operation_t *x = a, *y = b;
    return trace_compare(x->first, y->first);
}

/* Collects stores to global interrupts and, if requested, messages of collectives. */
static uint64_t operations_collect(const trace_events_t *e, bool with_collectives, trace_contribution_t *part)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < e->events; i++) {
        const trace_event_t *event = &e->event[i];
        const emuq_record_t *r = event->record;
        bool is_sent = r->kind == EMUQ_RECORD_SEND || r->kind == EMUQ_RECORD_INJECT;
        if (is_sent && with_collectives && e->message[event->message].type == TRACE_COLLECTIVE)
            part[n++] = (trace_contribution_t){operations_route(r) % OPERATIONS_ROUTES,
                                               r->node,
                                               event->thread,
                                               false,
                                               event->ns,
                                               r->node,
                                               i};
        else if (r->kind == EMUQ_RECORD_INTERRUPT)
            part[n++] = (trace_contribution_t){r->fifo, r->node, event->thread, true, event->ns, r->node, i};
    }
    return n;
}

static bool operations_is_same_node(const trace_contribution_t *x, const trace_contribution_t *y)
{
    return x->is_interrupt == y->is_interrupt && x->route == y->route && x->node == y->node;
}

/* Numbers the contributions of each node. @param from_end the first records are lost: the last contributions
 * of all nodes get the same number */
static void operations_number_parts(trace_contribution_t *part, uint64_t n, bool from_end)
{
    qsort(part, n, sizeof *part, operations_compare_numbers);
    for (uint64_t i = 0; i < n; i++)
        part[i].number =
            i != 0 && operations_is_same_node(&part[i - 1], &part[i]) ? part[i - 1].number + 1 : 0;
    for (uint64_t i = n, last = 0; from_end && i-- > 0;) {
        if (i + 1 == n || !operations_is_same_node(&part[i], &part[i + 1]))
            last = part[i].number;
        part[i].number += UINT32_MAX - last;
    }
    qsort(part, n, sizeof *part, operations_compare_numbers);
}

static void operations_join(trace_stats_t *stats, const trace_contribution_t *part, uint64_t n)
{
    stats->operation = trace_alloc(n, sizeof *stats->operation);
    for (uint64_t i = 0; i < n; i++) {
        bool is_first = i == 0 || part[i - 1].is_interrupt != part[i].is_interrupt ||
                        part[i - 1].route != part[i].route || part[i - 1].number != part[i].number;
        if (is_first)
            stats->operation[stats->operations++] = (trace_operation_t){.route = part[i].route,
                                                                        .is_interrupt = part[i].is_interrupt,
                                                                        .first = part[i].ns,
                                                                        .first_part = i};
        trace_operation_t *o = &stats->operation[stats->operations - 1];
        o->nodes++;
        o->last = part[i].ns;
        o->last_node = part[i].node;
        o->last_thread = part[i].thread;
    }
}

/* For recordings with lost records. Of the operations [first, end) of a route, keeps the operations of all
 * nodes if each starts after the previous operation is complete. */
static void operations_keep_sound(trace_stats_t *stats, uint32_t first, uint32_t end, uint32_t *kept)
{
    uint32_t nodes = stats->operation[end - 1].nodes, begin = end;
    bool is_sound = true;
    while (begin > first && stats->operation[begin - 1].nodes == nodes)
        begin--;
    for (uint32_t i = begin + 1; i < end; i++)
        is_sound &= stats->operation[i].first >= stats->operation[i - 1].last;
    for (uint32_t i = begin; is_sound && i < end; i++)
        stats->operation[(*kept)++] = stats->operation[i];
}

static void operations_keep_all_sound(trace_stats_t *stats)
{
    uint32_t kept = 0;
    for (uint32_t first = 0, end; first < stats->operations; first = end) {
        for (end = first + 1;
             end < stats->operations && stats->operation[end].route == stats->operation[first].route;)
            end++;
        operations_keep_sound(stats, first, end, &kept);
    }
    stats->operations = kept;
}

/* True if a node waits for an interrupt at the end: in an aborted job the last contributions differ. */
static bool operations_was_ended(const trace_file_t *f)
{
    for (uint32_t t = 0; t < f->threads; t++) {
        const emuq_record_t *w = &f->thread[t].is.waiting;
        if (w->kind == EMUQ_RECORD_WAIT && w->detail == EMUQ_RECORD_WAIT_INTERRUPT)
            return true;
    }
    return false;
}

/* Sets the operations: contribution n of each node on a class route is part of operation n of the route. If
 * records are lost, collectives are left out, and global interrupts are numbered from the end if no rank
 * waits for one there and the times are consistent. */
static void operations_make(const trace_events_t *events, trace_stats_t *stats)
{
    bool are_lost = events->file->lost != 0;
    trace_contribution_t *part = trace_alloc(events->events, sizeof *part);
    uint64_t n =
        are_lost && operations_was_ended(events->file) ? 0 : operations_collect(events, !are_lost, part);
    operations_number_parts(part, n, are_lost);
    operations_join(stats, part, n);
    if (are_lost)
        operations_keep_all_sound(stats);
    qsort(stats->operation, stats->operations, sizeof *stats->operation, operations_compare_times);
    stats->contribution = part;
}

/* ---- causes of waits ---- */

static const trace_cause_t cause_unknown = {TRACE_CAUSE_UNKNOWN, TRACE_NONE, EMUQ_RECORD_NO_NODE, 0,
                                            TRACE_NONE};

/* The last message of an injection FIFO whose target was full. */
typedef struct cause_parked {
    uint32_t target; /* node */
    uint64_t begin, end;
} cause_parked_t;

/* State of the pass over all events. */
typedef struct cause_search {
    const trace_events_t *e;
    const trace_operation_t **operation; /* [operations] sorted by kind, route and end */
    uint32_t operations;
    const trace_message_t **put; /* [puts] sorted by target and time of delivery */
    uint32_t puts;
    const trace_event_t **open; /* [threads] wait without a known cause, or NULL */
    uint32_t *route;            /* [nodes] class route of the last contribution, or TRACE_NONE */
    cause_parked_t *parked;     /* [nodes * EMUQ_INJ_FIFOS] */
    trace_cause_t *cause;
} cause_search_t;

/* ---- operations ---- */

static int cause_compare_ends(const void *a, const void *b)
{
    const trace_operation_t *x = *(const trace_operation_t *const *)a;
    const trace_operation_t *y = *(const trace_operation_t *const *)b;
    int order = trace_then(trace_compare(x->is_interrupt, y->is_interrupt), x->route, y->route);
    return trace_then(order, x->last, y->last);
}

/* Finds the first operation of a route with its last contribution in [begin, limit]: a rank waits for one
 * operation at a time. The recorded end of a wait is inexact by a few polls, so @p limit is the next event.
 */
static trace_cause_t cause_find_operation(const cause_search_t *s, bool is_interrupt, uint32_t route,
                                          uint64_t begin, uint64_t limit)
{
    const trace_operation_t wanted = {.route = route, .is_interrupt = is_interrupt, .last = begin};
    const trace_operation_t *key = &wanted;
    uint64_t low = trace_lower_bound(&key, s->operation, s->operations, sizeof key, cause_compare_ends);
    const trace_operation_t *o = low < s->operations ? s->operation[low] : NULL;
    if (o == NULL || o->is_interrupt != is_interrupt || o->route != route || o->last > limit)
        return cause_unknown;
    return (trace_cause_t){TRACE_CAUSE_OPERATION, o->last_thread, o->last_node, o->last, TRACE_NONE};
}

/* ---- puts ---- */

static int cause_compare_deliveries(const void *a, const void *b)
{
    const trace_message_t *x = *(const trace_message_t *const *)a, *y = *(const trace_message_t *const *)b;
    return trace_then(trace_compare(x->to, y->to), x->delivered, y->delivered);
}

static void cause_collect_puts(cause_search_t *s)
{
    s->put = trace_alloc(s->e->messages, sizeof *s->put);
    for (uint32_t i = 0; i < s->e->messages; i++) {
        const trace_message_t *m = &s->e->message[i];
        if (m->type == TRACE_PUT && m->to != EMUQ_RECORD_NO_NODE && m->delivered != TRACE_NEVER)
            s->put[s->puts++] = m;
    }
    qsort(s->put, s->puts, sizeof *s->put, cause_compare_deliveries);
}

/* Finds the first put to the node in [begin, limit]. An estimate: addresses of counters are not recorded. */
static trace_cause_t cause_find_put(const cause_search_t *s, uint32_t node, uint64_t begin, uint64_t limit)
{
    const trace_message_t wanted = {.to = node, .delivered = begin}, *key = &wanted;
    uint64_t low = trace_lower_bound(&key, s->put, s->puts, sizeof key, cause_compare_deliveries);
    const trace_message_t *m = low < s->puts ? s->put[low] : NULL;
    if (m == NULL || m->to != node || m->delivered > limit || m->from == EMUQ_RECORD_NO_NODE)
        return cause_unknown;
    return (trace_cause_t){TRACE_CAUSE_PUT, m->thread, m->from, m->injected, (uint32_t)(m - s->e->message)};
}

/* ---- waits ---- */

/* Cause of a wait that ended with the reception of packets. */
static trace_cause_t cause_find_packets(const cause_search_t *s, const trace_event_t *wait,
                                        const trace_event_t *receive)
{
    uint32_t node = receive->record->node;
    if (receive->message != TRACE_NONE) {
        const trace_message_t *m = &s->e->message[receive->message];
        return (trace_cause_t){TRACE_CAUSE_PACKETS, m->thread, m->from, m->injected, TRACE_NONE};
    }
    if (node == EMUQ_RECORD_NO_NODE || s->route[node] == TRACE_NONE)
        return cause_unknown;
    return cause_find_operation(s, false, s->route[node], wait->ns, receive->ns); /* result of a collective */
}

static trace_cause_t cause_find_space(const cause_search_t *s, const trace_event_t *wait)
{
    const emuq_record_t *r = wait->record;
    if (r->node == EMUQ_RECORD_NO_NODE || r->fifo >= EMUQ_INJ_FIFOS)
        return cause_unknown;
    const cause_parked_t *p = &s->parked[(size_t)r->node * EMUQ_INJ_FIFOS + r->fifo];
    if (p->target >= s->e->file->nodes || p->begin > r->position || p->end < wait->ns)
        return cause_unknown;
    return (trace_cause_t){TRACE_CAUSE_SPACE, TRACE_NONE, p->target,
                           p->end < r->position ? p->end : r->position, TRACE_NONE};
}

/* Cause of a wait that ended with a card event. Events of messages of the same thread have no cause. */
static trace_cause_t cause_find_event(const cause_search_t *s, const trace_event_t *wait,
                                      const trace_event_t *take)
{
    const trace_message_t *m = take->message != TRACE_NONE ? &s->e->message[take->message] : NULL;
    if (m == NULL || m->thread == take->thread || take->ns > wait->record->position)
        return cause_unknown;
    return (trace_cause_t){TRACE_CAUSE_PACKETS, m->thread, m->record->node, m->injected, TRACE_NONE};
}

/* Determines the cause of an open wait. @param event next event of the thread, or NULL at the end */
static void cause_resolve(cause_search_t *s, const trace_event_t **open, const trace_event_t *event)
{
    const trace_event_t *wait = *open;
    uint64_t limit = event != NULL ? event->ns : UINT64_MAX;
    trace_cause_t *cause = &s->cause[wait - s->e->event];
    switch (wait->record->detail) {
    case EMUQ_RECORD_WAIT_PACKETS: /* replies may be sent before the packets are released */
        if (event != NULL && event->record->kind == EMUQ_RECORD_RECEIVE &&
            event->record->fifo == wait->record->fifo)
            *cause = cause_find_packets(s, wait, event);
        else if (event != NULL && event->record->kind != EMUQ_RECORD_WAIT)
            return;
        break;
    case EMUQ_RECORD_WAIT_EVENT: /* a waiting thread may process rings */
        if (event != NULL && event->record->kind == EMUQ_RECORD_CARD_TAKE)
            *cause = cause_find_event(s, wait, event);
        else if (event != NULL && event->record->kind != EMUQ_RECORD_WAIT)
            return;
        break;
    case EMUQ_RECORD_WAIT_INTERRUPT:
        *cause = cause_find_operation(s, true, wait->record->fifo, wait->ns, limit);
        break;
    case EMUQ_RECORD_WAIT_MEMORY:
        *cause = cause_find_put(s, wait->record->node, wait->ns, limit);
        break;
    case EMUQ_RECORD_WAIT_COMPLETION:
    case EMUQ_RECORD_WAIT_ROOM:
        *cause = cause_find_space(s, wait);
        break;
    default:
        break;
    }
    *open = NULL;
}

/* ---- pass over all events ---- */

static void cause_update_parked(cause_search_t *s, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    if (r->node == EMUQ_RECORD_NO_NODE || r->fifo >= EMUQ_INJ_FIFOS)
        return;
    cause_parked_t *p = &s->parked[(size_t)r->node * EMUQ_INJ_FIFOS + r->fifo];
    if (r->kind == EMUQ_RECORD_PARK)
        *p = (cause_parked_t){(uint32_t)(r->position >> 16), event->ns, UINT64_MAX};
    else
        p->end = event->ns;
}

static void cause_update(cause_search_t *s, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    if (r->kind == EMUQ_RECORD_PARK || r->kind == EMUQ_RECORD_RESUME)
        cause_update_parked(s, event);
    else if ((r->kind == EMUQ_RECORD_SEND || r->kind == EMUQ_RECORD_INJECT) && r->node < s->e->file->nodes &&
             s->e->message[event->message].type == TRACE_COLLECTIVE)
        s->route[r->node] = operations_route(r);
}

static void cause_walk(cause_search_t *s)
{
    for (uint64_t i = 0; i < s->e->events; i++) {
        const trace_event_t *event = &s->e->event[i];
        const trace_event_t **open = &s->open[event->thread];
        s->cause[i] = cause_unknown;
        if (*open != NULL)
            cause_resolve(s, open, event);
        cause_update(s, event);
        if (event->record->kind == EMUQ_RECORD_WAIT)
            *open = event;
    }
    for (uint32_t t = 0; t < s->e->file->threads; t++)
        if (s->open[t] != NULL)
            cause_resolve(s, &s->open[t], NULL);
}

/* @return [events] causes of waits, freed by the caller; "unknown" for events of different kinds */
static trace_cause_t *cause_find_all(const trace_events_t *events, const trace_stats_t *stats)
{
    const trace_file_t *f = events->file;
    cause_search_t s = {.e = events,
                        .operation = trace_alloc(stats->operations, sizeof *s.operation),
                        .operations = stats->operations,
                        .open = trace_alloc(f->threads, sizeof *s.open),
                        .route = trace_alloc(f->nodes, sizeof *s.route),
                        .parked = trace_alloc((size_t)f->nodes * EMUQ_INJ_FIFOS, sizeof *s.parked),
                        .cause = trace_alloc(events->events, sizeof *s.cause)};
    for (uint32_t i = 0; i < s.operations; i++)
        s.operation[i] = &stats->operation[i];
    for (uint32_t i = 0; i < f->nodes; i++)
        s.route[i] = TRACE_NONE;
    for (size_t i = 0; i < (size_t)f->nodes * EMUQ_INJ_FIFOS; i++)
        s.parked[i].target = TRACE_NONE;
    qsort(s.operation, s.operations, sizeof *s.operation, cause_compare_ends);
    cause_collect_puts(&s);
    cause_walk(&s);
    free(s.operation);
    free(s.put);
    free(s.open);
    free(s.route);
    free(s.parked);
    return s.cause;
}

/* ---- all statistics ---- */

void trace_stats_make(const trace_events_t *events, trace_stats_t *stats)
{
    *stats = (trace_stats_t){0};
    for (uint64_t i = 0; i < events->events; i++)
        stats->of_kind[events->event[i].record->kind]++;
    stats_add_messages(events, stats);
    stats_add_traffic(events, stats);
    trace_links_make(events, stats);
    stats_add_cards(events, stats);
    operations_make(events, stats);
    stats->cause = cause_find_all(events, stats);
    stats_add_waits(events, stats);
}

void trace_stats_free(trace_stats_t *stats)
{
    free(stats->traffic);
    free(stats->waits);
    free(stats->culprit);
    free(stats->operation);
    free(stats->contribution);
    free(stats->link);
    free(stats->card_link);
    free(stats->card);
    free(stats->cause);
    *stats = (trace_stats_t){0};
}
