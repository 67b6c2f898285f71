/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/operations.h"

#include <stdlib.h>
#include <string.h>

#include "hwi/include/bqc/MU_PacketHeader.h"

#define ROUTES 16

/* One contribution of a node. */
typedef struct part {
    uint32_t route, node, thread;
    bool is_interrupt;
    uint64_t ns;
    uint64_t number; /* of the node's on this route */
} part_t;

uint32_t trace_route_of(const emuq_record_t *record)
{
    MUHWI_PacketHeader_t h;
    memcpy(&h, record->header, sizeof h);
    return h.NetworkHeader.collective.Byte2.Class_Route;
}

static int by_node(const void *a, const void *b)
{
    const part_t *x = a, *y = b;
    if (x->is_interrupt != y->is_interrupt)
        return x->is_interrupt ? 1 : -1;
    if (x->route != y->route)
        return x->route < y->route ? -1 : 1;
    if (x->node != y->node)
        return x->node < y->node ? -1 : 1;
    return x->ns < y->ns ? -1 : x->ns > y->ns;
}

static int by_number(const void *a, const void *b)
{
    const part_t *x = a, *y = b;
    if (x->is_interrupt != y->is_interrupt)
        return x->is_interrupt ? 1 : -1;
    if (x->route != y->route)
        return x->route < y->route ? -1 : 1;
    if (x->number != y->number)
        return x->number < y->number ? -1 : 1;
    return x->ns < y->ns ? -1 : x->ns > y->ns;
}

static int by_time(const void *a, const void *b)
{
    const trace_operation_t *x = a, *y = b;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* All contributions: stores of global interrupts, and of collectives the messages. */
static uint64_t collect(const trace_events_t *e, bool with_collectives, part_t *part)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < e->events; i++) {
        const trace_event_t *event = &e->event[i];
        const emuq_record_t *r = event->record;
        bool is_sent = r->kind == EMUQ_RECORD_SEND || r->kind == EMUQ_RECORD_INJECT;
        if (is_sent && with_collectives && e->message[event->message].type == TRACE_COLLECTIVE)
            part[n++] = (part_t){trace_route_of(r) % ROUTES, r->node, event->thread, false, event->ns, 0};
        else if (r->kind == EMUQ_RECORD_INTERRUPT)
            part[n++] = (part_t){r->fifo, r->node, event->thread, true, event->ns, 0};
    }
    return n;
}

static bool is_same_node(const part_t *x, const part_t *y)
{
    return x->is_interrupt == y->is_interrupt && x->route == y->route && x->node == y->node;
}

/* @param from_end the first ones are lost: the last one of each node is the same */
static void number(part_t *part, uint64_t n, bool from_end)
{
    qsort(part, n, sizeof *part, by_node);
    for (uint64_t i = 0; i < n; i++)
        part[i].number = i != 0 && is_same_node(&part[i - 1], &part[i]) ? part[i - 1].number + 1 : 0;
    for (uint64_t i = n, last = 0; from_end && i-- > 0;) {
        if (i + 1 == n || !is_same_node(&part[i], &part[i + 1]))
            last = part[i].number;
        part[i].number += UINT32_MAX - last;
    }
    qsort(part, n, sizeof *part, by_number);
}

static void join(trace_stats_t *stats, const part_t *part, uint64_t n)
{
    stats->operation = trace_need(n, sizeof *stats->operation);
    for (uint64_t i = 0; i < n; i++) {
        bool is_first = i == 0 || part[i - 1].is_interrupt != part[i].is_interrupt ||
                        part[i - 1].route != part[i].route || part[i - 1].number != part[i].number;
        if (is_first)
            stats->operation[stats->operations++] =
                (trace_operation_t){part[i].route, part[i].is_interrupt, 0, part[i].ns, part[i].ns, 0, 0};
        trace_operation_t *o = &stats->operation[stats->operations - 1];
        o->nodes++;
        o->last = part[i].ns;
        o->last_node = part[i].node;
        o->last_thread = part[i].thread;
    }
}

/* Records are lost. Of each route the operations from @p first to @p end are kept in which all its nodes take
 * part, if none begins before the one before it is complete. */
static void keep_sound(trace_stats_t *stats, uint32_t first, uint32_t end, uint32_t *kept)
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

static void keep_all_sound(trace_stats_t *stats)
{
    uint32_t kept = 0;
    for (uint32_t first = 0, end; first < stats->operations; first = end) {
        for (end = first + 1;
             end < stats->operations && stats->operation[end].route == stats->operation[first].route;)
            end++;
        keep_sound(stats, first, end, &kept);
    }
    stats->operations = kept;
}

/* In a job that was ended some nodes have contributed once more than others, and wait. */
static bool was_ended(const trace_file_t *f)
{
    for (uint32_t t = 0; t < f->threads; t++) {
        const emuq_record_t *w = &f->thread[t].is.waiting;
        if (w->kind == EMUQ_RECORD_WAIT && w->detail == EMUQ_RECORD_WAIT_INTERRUPT)
            return true;
    }
    return false;
}

void trace_operations(const trace_events_t *events, trace_stats_t *stats)
{
    bool are_lost = events->file->lost != 0;
    part_t *part = trace_need(events->events, sizeof *part);
    uint64_t n = are_lost && was_ended(events->file) ? 0 : collect(events, !are_lost, part);
    number(part, n, are_lost);
    join(stats, part, n);
    if (are_lost)
        keep_all_sound(stats);
    qsort(stats->operation, stats->operations, sizeof *stats->operation, by_time);
    free(part);
}
