/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/stats.h"

#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"
#include "tools/emuq-trace/cause.h"
#include "tools/emuq-trace/operations.h"

static void count(trace_histogram_t *h, uint64_t value)
{
    unsigned bar = value != 0 ? 64 - (unsigned)__builtin_clzll(value) : 0;
    h->bar[bar < TRACE_POWERS ? bar : TRACE_POWERS]++;
    h->least = h->count == 0 || value < h->least ? value : h->least;
    h->most = value > h->most ? value : h->most;
    h->count++;
    h->sum += value;
}

/* ---- traffic ---- */

static int by_nodes(const void *a, const void *b)
{
    const trace_traffic_t *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

static trace_traffic_t traffic_of(const trace_message_t *m)
{
    uint64_t packets = trace_packets(m);
    bool is_of_unit = !trace_is_of_card(m);
    return (trace_traffic_t){.from = m->from,
                             .to = m->to,
                             .messages = 1,
                             .bytes = m->bytes,
                             .packets = packets,
                             .unit_bytes = is_of_unit ? m->bytes : 0,
                             .unit_packets = is_of_unit ? packets : 0};
}

/* One entry for each message, sorted, and those of the same nodes added up. */
static void add_traffic(const trace_events_t *e, trace_stats_t *s)
{
    s->traffic = trace_need(e->messages, sizeof *s->traffic);
    uint32_t n = 0;
    for (uint32_t i = 0; i < e->messages; i++)
        if (e->message[i].to != EMUQ_RECORD_NO_NODE && e->message[i].from != EMUQ_RECORD_NO_NODE)
            s->traffic[n++] = traffic_of(&e->message[i]);
    qsort(s->traffic, n, sizeof *s->traffic, by_nodes);
    for (uint32_t i = 0; i < n; i++) {
        trace_traffic_t *last = s->traffics != 0 ? &s->traffic[s->traffics - 1] : NULL;
        if (last != NULL && by_nodes(last, &s->traffic[i]) == 0) {
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

/* Adds to all links from node to node: dimension by dimension, as deterministic packets go that have no
 * hints. */
static void add_way(const emuq_geometry_t *g, trace_stats_t *s, uint32_t from, uint32_t to, trace_link_t what)
{
    const char *ignored = NULL;
    uint32_t at = from;
    for (int d = 0; d < 5; d++)
        for (int sign; (sign = emuq_direction(g, at, to, d, 0, &ignored)) != 0;) {
            uint32_t number = (uint32_t)d * 2 + (sign > 0);
            trace_link_t *link = &s->link[(size_t)at * TRACE_LINKS + number];
            link->bytes += what.bytes;
            link->packets += what.packets;
            link->waits += what.waits;
            at = emuq_neighbour(g, at, number);
        }
}

static void add_links(const trace_events_t *e, trace_stats_t *s)
{
    const emuq_geometry_t *g = &e->file->geometry;
    s->link = trace_need((size_t)e->file->nodes * TRACE_LINKS, sizeof *s->link);
    for (uint32_t i = 0; i < s->traffics; i++)
        add_way(g, s, s->traffic[i].from, s->traffic[i].to,
                (trace_link_t){s->traffic[i].unit_bytes, s->traffic[i].unit_packets, 0});
    for (uint64_t i = 0; i < e->events; i++) {
        const emuq_record_t *r = e->event[i].record;
        uint64_t target = r->position >> 16;
        if (r->kind == EMUQ_RECORD_PARK && r->node != EMUQ_RECORD_NO_NODE && target < e->file->nodes)
            add_way(g, s, r->node, (uint32_t)target, (trace_link_t){0, 0, 1});
    }
}

static void add_messages(const trace_events_t *e, trace_stats_t *s)
{
    for (uint32_t i = 0; i < e->messages; i++) {
        const trace_message_t *m = &e->message[i];
        s->messages[m->type]++;
        s->bytes[m->type] += m->bytes;
        s->incomplete += m->completed == TRACE_NEVER;
        if (m->type != TRACE_UNKNOWN)
            count(&s->sizes, m->bytes);
        bool is_measured = m->record->kind != EMUQ_RECORD_SEND || m->record->lasted != 0;
        if (m->delivered != TRACE_NEVER && is_measured)
            count(&s->delivery, m->delivered - m->injected);
        if (m->received != TRACE_NEVER)
            count(&s->reception, m->received - m->injected);
    }
}

/* ---- cards ---- */

static void add_to_card(trace_card_t *c, const emuq_record_t *r)
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
    c->refused += r->kind == EMUQ_RECORD_CARD_REFUSE;
}

static void add_cards(const trace_events_t *e, trace_stats_t *s)
{
    s->card = trace_need(e->file->nodes, sizeof *s->card);
    for (uint64_t i = 0; i < e->events; i++)
        if (e->event[i].record->node < e->file->nodes)
            add_to_card(&s->card[e->event[i].record->node], e->event[i].record);
}

/* ---- waits ---- */

static int by_rank(const void *a, const void *b)
{
    const trace_culprit_t *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

static int by_time_lost(const void *a, const void *b)
{
    const trace_culprit_t *x = a, *y = b;
    return x->ns > y->ns ? -1 : x->ns < y->ns ? 1 : by_rank(a, b);
}

/* Adds up entries of the same rank and node. */
static void join_culprits(trace_stats_t *s)
{
    uint32_t n = s->culprits;
    qsort(s->culprit, n, sizeof *s->culprit, by_rank);
    s->culprits = 0;
    for (uint32_t i = 0; i < n; i++) {
        trace_culprit_t *last = s->culprits != 0 ? &s->culprit[s->culprits - 1] : NULL;
        if (last != NULL && by_rank(last, &s->culprit[i]) == 0) {
            last->waits += s->culprit[i].waits;
            last->ns += s->culprit[i].ns;
        } else {
            s->culprit[s->culprits++] = s->culprit[i];
        }
    }
    qsort(s->culprit, s->culprits, sizeof *s->culprit, by_time_lost);
}

static void add_waits(const trace_events_t *e, trace_stats_t *s)
{
    s->ranks = e->file->job.np;
    s->waits = trace_need(s->ranks, sizeof *s->waits);
    s->culprit = trace_need(e->events, sizeof *s->culprit);
    for (uint32_t i = 0; i < s->ranks; i++)
        s->waits[i].rank = (int32_t)i;
    for (uint64_t i = 0; i < e->events; i++) {
        const trace_event_t *event = &e->event[i];
        const emuq_record_t *r = event->record;
        const trace_cause_t *cause = &s->cause[i];
        int32_t rank = trace_rank(e, event->thread);
        if (rank < 0 || r->kind != EMUQ_RECORD_WAIT || r->detail >= EMUQ_RECORD_WAITS)
            continue;
        s->waits[rank].count[r->detail]++;
        s->waits[rank].ns[r->detail] += r->position - event->ns;
        bool is_own = cause->kind == TRACE_CAUSE_OPERATION && cause->thread == event->thread;
        if (cause->kind != TRACE_CAUSE_UNKNOWN && !is_own)
            s->culprit[s->culprits++] = (trace_culprit_t){rank, cause->node, 1, r->position - event->ns};
    }
    join_culprits(s);
}

void trace_stats_make(const trace_events_t *events, trace_stats_t *stats)
{
    *stats = (trace_stats_t){0};
    for (uint64_t i = 0; i < events->events; i++)
        stats->of_kind[events->event[i].record->kind]++;
    add_messages(events, stats);
    add_traffic(events, stats);
    add_links(events, stats);
    add_cards(events, stats);
    trace_operations(events, stats);
    stats->cause = trace_causes(events, stats);
    add_waits(events, stats);
}

void trace_stats_free(trace_stats_t *stats)
{
    free(stats->traffic);
    free(stats->waits);
    free(stats->culprit);
    free(stats->operation);
    free(stats->link);
    free(stats->card);
    free(stats->cause);
    *stats = (trace_stats_t){0};
}
