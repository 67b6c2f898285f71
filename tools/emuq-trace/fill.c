/* SPDX-License-Identifier: BSD-3-Clause */
/* Fill levels of FIFOs, computed from injections, completions, deliveries and receives. */
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"
#include "tools/emuq-trace/trace.h"

/* A change of the fill level of a FIFO. */
typedef struct fill_change {
    bool is_reception;
    uint32_t node;
    uint16_t fifo;
    uint64_t ns;
    int64_t by;
} fill_change_t;

typedef struct fill_changes {
    fill_change_t *change;
    uint64_t count;
} fill_changes_t;

static int fill_compare_fifos(const fill_change_t *x, const fill_change_t *y)
{
    int order = trace_then(trace_compare(x->is_reception, y->is_reception), x->node, y->node);
    return trace_then(order, x->fifo, y->fifo);
}

/* At equal times removals precede insertions, so the fill level is never overestimated. */
static int fill_compare_changes(const void *a, const void *b)
{
    const fill_change_t *x = a, *y = b;
    int order = trace_then(fill_compare_fifos(x, y), x->ns, y->ns);
    return order != 0 ? order : (x->by > y->by) - (x->by < y->by); /* signed, unlike trace_compare() */
}

/* ---- injection FIFOs ---- */

static void fill_add_descriptors(const trace_events_t *e, fill_changes_t *c)
{
    for (uint32_t i = 0; i < e->messages; i++) {
        const trace_message_t *m = &e->message[i];
        if (trace_is_card_message(m) || m->from == EMUQ_RECORD_NO_NODE || m->completed <= m->injected)
            continue;
        c->change[c->count++] = (fill_change_t){false, m->from, m->fifo, m->injected, 1};
        if (m->completed != TRACE_NEVER)
            c->change[c->count++] = (fill_change_t){false, m->from, m->fifo, m->completed, -1};
    }
}

/* ---- reception FIFOs ---- */

/* Insertion or removal of packets up to a FIFO position (sync/byte_ring.h). */
typedef struct fill_step {
    uint32_t node;
    uint16_t fifo;
    bool is_taken;
    uint64_t position, ns, bytes;
} fill_step_t;

static int fill_compare_positions(const void *a, const void *b)
{
    const fill_step_t *x = a, *y = b;
    int order = trace_then(trace_compare(x->node, y->node), x->fifo, y->fifo);
    return trace_then(trace_then(order, x->position, y->position), x->is_taken, y->is_taken);
}

/* Bytes in the FIFO, with headers, of @p bytes of payload. @param m message, or NULL */
static uint64_t fill_packet_bytes(const trace_message_t *m, uint64_t bytes)
{
    uint64_t limit = MUHWI_PACKET_MAX_PAYLOAD_SIZE_IN_BYTES;
    MUHWI_PacketHeader_t h;
    if (m != NULL) {
        memcpy(&h, m->record->header, sizeof h);
        limit = emuq_packet_limit(&h) != 0 ? emuq_packet_limit(&h) : limit;
    }
    uint64_t packets = bytes > limit ? (bytes + limit - 1) / limit : 1;
    return (bytes + EMUQ_CHUNK - 1) / EMUQ_CHUNK * EMUQ_CHUNK + packets * sizeof h;
}

static fill_step_t fill_step_of(const trace_events_t *e, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    const trace_message_t *m = event->message != TRACE_NONE ? &e->message[event->message] : NULL;
    fill_step_t s = {r->node, r->fifo, r->kind == EMUQ_RECORD_RECEIVE, r->position, event->ns, 0};
    if (!s.is_taken) {
        s.bytes = fill_packet_bytes(m, r->bytes);
        s.ns = r->ticks + r->lasted;
    }
    if (r->kind == EMUQ_RECORD_SEND) {
        MUHWI_PacketHeader_t h;
        memcpy(&h, r->header, sizeof h);
        s.node = m->to;
        s.fifo = (uint16_t)emuq_rec_fifo_id(&h);
    }
    return s;
}

/* Collects the steps of all FIFOs, sorted by position. @return true if there is a removal */
static bool fill_collect_steps(const trace_events_t *e, fill_step_t *step, uint64_t *steps)
{
    bool any = false;
    for (uint64_t i = 0; i < e->events; i++) {
        uint8_t kind = e->event[i].record->kind;
        if (kind != EMUQ_RECORD_DELIVER && kind != EMUQ_RECORD_RECEIVE &&
            (kind != EMUQ_RECORD_SEND || e->message[e->event[i].message].type != TRACE_FIFO))
            continue;
        fill_step_t s = fill_step_of(e, &e->event[i]);
        if (s.node < e->file->nodes)
            step[(*steps)++] = s;
        any |= s.is_taken;
    }
    qsort(step, *steps, sizeof *step, fill_compare_positions);
    return any;
}

/* A packet stays in its FIFO until a receive passes its position. */
static void fill_add_packets(const trace_events_t *e, fill_changes_t *c)
{
    fill_step_t *step = trace_alloc(e->events, sizeof *step);
    uint64_t steps = 0;
    if (!fill_collect_steps(e, step, &steps))
        steps = 0;
    for (uint64_t i = 0, first = 0; i < steps; i++) {
        if (step[first].node != step[i].node || step[first].fifo != step[i].fifo)
            first = i;
        if (!step[i].is_taken) {
            c->change[c->count++] =
                (fill_change_t){true, step[i].node, step[i].fifo, step[i].ns, (int64_t)step[i].bytes};
            continue;
        }
        for (; first < i; first++) {
            uint64_t ns = step[i].ns > step[first].ns ? step[i].ns : step[first].ns;
            c->change[c->count++] =
                (fill_change_t){true, step[i].node, step[i].fifo, ns, -(int64_t)step[first].bytes};
        }
        first = i + 1;
    }
    free(step);
}

/* ---- the fullest ---- */

/* Keeps a FIFO if it is among the fullest. @param kept [TRACE_FULLEST] sorted, the fullest first */
static void fill_keep_fullest(trace_fill_t *kept, uint32_t *count, const trace_fill_t *f)
{
    uint32_t at = *count < TRACE_FULLEST ? (*count)++ : TRACE_FULLEST;
    while (at > 0 && kept[at - 1].most < f->most) {
        if (at < TRACE_FULLEST)
            kept[at] = kept[at - 1];
        at--;
    }
    if (at < TRACE_FULLEST)
        kept[at] = *f;
}

/* Computes the maximum from the changes of one FIFO. */
static trace_fill_t fill_peak(const fill_change_t *change, uint64_t count)
{
    trace_fill_t f = {change->is_reception, change->node, change->fifo, 0, change->ns, NULL};
    int64_t fill = 0;
    for (uint64_t i = 0; i < count; i++) {
        fill += change[i].by;
        if (fill > (int64_t)f.most) {
            f.most = (uint64_t)fill;
            f.most_ns = change[i].ns;
        }
    }
    return f;
}

static void fill_set_bins(const trace_timeline_t *line, trace_fill_t *f, const fill_change_t *change,
                          uint64_t count)
{
    int64_t fill = 0;
    uint64_t next = 0;
    for (uint32_t bin = 0; bin < TRACE_BINS; bin++) {
        uint64_t end = bin + 1 < TRACE_BINS ? trace_timeline_bin(line, bin + 1) : UINT64_MAX;
        int64_t most = fill;
        for (; next < count && change[next].ns < end; next++) {
            fill += change[next].by;
            most = fill > most ? fill : most;
        }
        f->bin[bin] = most > 0 ? (uint64_t)most : 0;
    }
}

/* Number of consecutive changes of the FIFO at index @p first. */
static uint64_t fill_group_length(const fill_changes_t *c, uint64_t first)
{
    uint64_t end = first + 1;
    while (end < c->count && fill_compare_fifos(&c->change[first], &c->change[end]) == 0)
        end++;
    return end - first;
}

void trace_fills_make(const trace_events_t *events, const trace_timeline_t *line, trace_fills_t *fills)
{
    fill_changes_t c = {trace_alloc(2 * (events->messages + events->events), sizeof *c.change), 0};
    trace_fill_t kept[2][TRACE_FULLEST];
    uint32_t count[2] = {0, 0};
    fill_add_descriptors(events, &c);
    fill_add_packets(events, &c);
    qsort(c.change, c.count, sizeof *c.change, fill_compare_changes);
    for (uint64_t i = 0, n; i < c.count; i += n) {
        n = fill_group_length(&c, i);
        trace_fill_t f = fill_peak(&c.change[i], n);
        fill_keep_fullest(kept[f.is_reception], &count[f.is_reception], &f);
    }
    *fills =
        (trace_fills_t){.fifos = count[0] + count[1],
                        .bins = trace_alloc((size_t)2 * TRACE_FULLEST * TRACE_BINS, sizeof *fills->bins)};
    for (uint32_t i = 0; i < fills->fifos; i++) {
        fills->fifo[i] = i < count[0] ? kept[0][i] : kept[1][i - count[0]];
        fills->fifo[i].bin = &fills->bins[(size_t)i * TRACE_BINS];
    }
    for (uint64_t i = 0, n; i < c.count; i += n) {
        n = fill_group_length(&c, i);
        const fill_change_t *change = &c.change[i];
        for (trace_fill_t *f = fills->fifo; f < fills->fifo + fills->fifos; f++)
            if (f->is_reception == change->is_reception && f->node == change->node && f->fifo == change->fifo)
                fill_set_bins(line, f, change, n);
    }
    free(c.change);
}

void trace_fills_free(trace_fills_t *fills)
{
    free(fills->bins);
    *fills = (trace_fills_t){0};
}
