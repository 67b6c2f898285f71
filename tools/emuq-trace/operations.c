/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/operations.h"

#include <stdlib.h>
#include <string.h>

#include "hwi/include/bqc/MU_PacketHeader.h"

#define ROUTES 16

/* One contribution of a node. */
typedef struct part {
    uint32_t route, node;
    bool is_interrupt;
    uint64_t ns;
    uint64_t number; /* of the node's on this route */
} part_t;

static uint32_t route_of(const emuq_record_t *r)
{
    MUHWI_PacketHeader_t h;
    memcpy(&h, r->header, sizeof h);
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

/* All contributions. Of global interrupts those that raise bits. */
static uint64_t collect(const trace_events_t *e, part_t *part)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < e->events; i++) {
        const trace_event_t *event = &e->event[i];
        const emuq_record_t *r = event->record;
        bool is_sent = r->kind == EMUQ_RECORD_SEND || r->kind == EMUQ_RECORD_INJECT;
        if (is_sent && e->message[event->message].type == TRACE_COLLECTIVE)
            part[n++] = (part_t){route_of(r) % ROUTES, r->node, false, event->ns, 0};
        else if (r->kind == EMUQ_RECORD_INTERRUPT)
            part[n++] = (part_t){r->fifo, r->node, true, event->ns, 0};
    }
    return n;
}

static void number(part_t *part, uint64_t n)
{
    qsort(part, n, sizeof *part, by_node);
    for (uint64_t i = 0; i < n; i++) {
        bool is_first = i == 0 || part[i - 1].is_interrupt != part[i].is_interrupt ||
                        part[i - 1].route != part[i].route || part[i - 1].node != part[i].node;
        part[i].number = is_first ? 0 : part[i - 1].number + 1;
    }
    qsort(part, n, sizeof *part, by_number);
}

void trace_operations(const trace_events_t *events, trace_stats_t *stats)
{
    part_t *part = trace_need(events->events, sizeof *part);
    uint64_t n = events->file->lost == 0 ? collect(events, part) : 0;
    number(part, n);
    stats->operation = trace_need(n, sizeof *stats->operation);
    for (uint64_t i = 0; i < n; i++) {
        bool is_first = i == 0 || part[i - 1].is_interrupt != part[i].is_interrupt ||
                        part[i - 1].route != part[i].route || part[i - 1].number != part[i].number;
        if (is_first)
            stats->operation[stats->operations++] =
                (trace_operation_t){part[i].route, part[i].is_interrupt, 0, part[i].ns, part[i].ns, 0};
        trace_operation_t *o = &stats->operation[stats->operations - 1];
        o->nodes++;
        o->last = part[i].ns;
        o->last_node = part[i].node;
    }
    qsort(stats->operation, stats->operations, sizeof *stats->operation, by_time);
    free(part);
}
