/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/timeline.h"

#include <stdlib.h>

static uint64_t end_of(const trace_event_t *event)
{
    return emuq_record_is_span(event->record->kind) ? event->record->position : event->ns;
}

uint64_t trace_timeline_bin(const trace_timeline_t *line, uint32_t bin)
{
    return line->begin + (uint64_t)((double)(line->end - line->begin) * bin / TRACE_BINS);
}

static uint32_t bin_of(const trace_timeline_t *line, uint64_t ns)
{
    double part = (double)(ns - line->begin) / (double)(line->end - line->begin) * TRACE_BINS;
    return part < TRACE_BINS ? (uint32_t)part : TRACE_BINS - 1;
}

/* Shares a wait out to the bins that it covers. */
static void add_wait(trace_timeline_t *line, int32_t rank, uint64_t begin, uint64_t end)
{
    uint64_t *waited = &line->waited[(size_t)rank * TRACE_BINS];
    for (uint32_t bin = bin_of(line, begin); bin < TRACE_BINS; bin++) {
        uint64_t from = trace_timeline_bin(line, bin), to = trace_timeline_bin(line, bin + 1);
        if (from >= end)
            break;
        from = from > begin ? from : begin;
        to = to < end ? to : end;
        waited[bin] += to > from ? to - from : 0;
    }
}

/* @param inner the phase that the thread is in, or NULL */
static void begin_phase(trace_timeline_t *line, trace_phase_t **inner, int32_t rank,
                        const trace_event_t *event)
{
    trace_phase_t *p = &line->phase[line->phases++];
    *p = (trace_phase_t){.rank = rank,
                         .depth = *inner != NULL ? (*inner)->depth + 1 : 0,
                         .begin = event->ns,
                         .end = line->end,
                         .text = event->record->text,
                         .outer = *inner};
    *inner = p;
}

static void end_phase(trace_phase_t **inner, uint64_t ns)
{
    if (*inner == NULL)
        return;
    (*inner)->end = ns;
    *inner = (*inner)->outer;
}

/* @param inner of each thread, the phase that it is in */
static void add(const trace_events_t *e, trace_timeline_t *line, trace_phase_t **inner,
                const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    int32_t rank = trace_rank(e, event->thread);
    if (rank < 0)
        return;
    if (r->kind == EMUQ_RECORD_WAIT)
        add_wait(line, rank, event->ns, end_of(event));
    else if (trace_begins_message(r->kind))
        line->messages[(size_t)rank * TRACE_BINS + bin_of(line, event->ns)]++;
    else if (r->kind == EMUQ_RECORD_MARK && r->detail == EMUQ_RECORD_MARK_BEGIN)
        begin_phase(line, &inner[event->thread], rank, event);
    else if (r->kind == EMUQ_RECORD_MARK && r->detail == EMUQ_RECORD_MARK_END)
        end_phase(&inner[event->thread], event->ns);
}

void trace_timeline_make(const trace_events_t *events, trace_timeline_t *line)
{
    uint32_t ranks = events->file->job.np;
    trace_phase_t **inner = trace_need(events->file->threads, sizeof *inner);
    *line = (trace_timeline_t){.ranks = ranks,
                               .begin = events->events != 0 ? events->event[0].ns : 0,
                               .waited = trace_need((size_t)ranks * TRACE_BINS, sizeof *line->waited),
                               .messages = trace_need((size_t)ranks * TRACE_BINS, sizeof *line->messages),
                               .phase = trace_need(events->events, sizeof *line->phase)};
    line->end = line->begin + 1;
    for (uint64_t i = 0; i < events->events; i++) {
        uint64_t end = end_of(&events->event[i]);
        line->end = end > line->end ? end : line->end;
    }
    for (uint64_t i = 0; i < events->events; i++)
        add(events, line, inner, &events->event[i]);
    free(inner);
}

void trace_timeline_free(trace_timeline_t *line)
{
    free(line->waited);
    free(line->messages);
    free(line->phase);
    *line = (trace_timeline_t){0};
}
