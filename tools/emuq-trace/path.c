/* SPDX-License-Identifier: BSD-3-Clause */
/* The time line of each rank, and the critical path of the job. */
#include <stdlib.h>

#include "tools/emuq-trace/trace.h"

uint64_t trace_timeline_bin(const trace_timeline_t *line, uint32_t bin)
{
    return line->begin + (uint64_t)((double)(line->end - line->begin) * bin / TRACE_BINS);
}

static uint32_t timeline_bin_of(const trace_timeline_t *line, uint64_t ns)
{
    double part = (double)(ns - line->begin) / (double)(line->end - line->begin) * TRACE_BINS;
    return part < TRACE_BINS ? (uint32_t)part : TRACE_BINS - 1;
}

/* Distributes a wait over the bins that overlap it. */
static void timeline_add_wait(trace_timeline_t *line, int32_t rank, uint64_t begin, uint64_t end)
{
    uint64_t *waited = &line->waited[(size_t)rank * TRACE_BINS];
    for (uint32_t bin = timeline_bin_of(line, begin); bin < TRACE_BINS; bin++) {
        uint64_t from = trace_timeline_bin(line, bin), to = trace_timeline_bin(line, bin + 1);
        if (from >= end)
            break;
        from = from > begin ? from : begin;
        to = to < end ? to : end;
        waited[bin] += to > from ? to - from : 0;
    }
}

/* @param inner innermost open phase of the thread, or NULL */
static void timeline_begin_phase(trace_timeline_t *line, trace_phase_t **inner, int32_t rank,
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

/* @param inner innermost open phase of each thread */
static void timeline_add_event(const trace_events_t *e, trace_timeline_t *line, trace_phase_t **inner,
                               const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    int32_t rank = trace_rank(e, event->thread);
    if (rank < 0)
        return;
    if (r->kind == EMUQ_RECORD_WAIT)
        timeline_add_wait(line, rank, event->ns, trace_event_end(event));
    else if (trace_begins_message(r->kind))
        line->messages[(size_t)rank * TRACE_BINS + timeline_bin_of(line, event->ns)]++;
    else if (r->kind == EMUQ_RECORD_MARK && r->detail == EMUQ_RECORD_MARK_BEGIN)
        timeline_begin_phase(line, &inner[event->thread], rank, event);
    else if (r->kind == EMUQ_RECORD_MARK && r->detail == EMUQ_RECORD_MARK_END &&
             inner[event->thread] != NULL) {
        trace_phase_t *phase = inner[event->thread];
        phase->end = event->ns;
        inner[event->thread] = phase->outer;
    }
}

void trace_timeline_make(const trace_events_t *events, trace_timeline_t *line)
{
    uint32_t ranks = events->file->job.np;
    trace_phase_t **inner = trace_alloc(events->file->threads, sizeof *inner);
    *line = (trace_timeline_t){.ranks = ranks,
                               .begin = events->events != 0 ? events->event[0].ns : 0,
                               .waited = trace_alloc((size_t)ranks * TRACE_BINS, sizeof *line->waited),
                               .messages = trace_alloc((size_t)ranks * TRACE_BINS, sizeof *line->messages),
                               .phase = trace_alloc(events->events, sizeof *line->phase)};
    line->end = line->begin + 1;
    for (uint64_t i = 0; i < events->events; i++) {
        uint64_t end = trace_event_end(&events->event[i]);
        line->end = end > line->end ? end : line->end;
    }
    for (uint64_t i = 0; i < events->events; i++)
        timeline_add_event(events, line, inner, &events->event[i]);
    free(inner);
}

void trace_timeline_free(trace_timeline_t *line)
{
    free(line->waited);
    free(line->messages);
    free(line->phase);
    *line = (trace_timeline_t){0};
}

const char *trace_path_name(trace_path_kind_t kind)
{
    static const char *const names[TRACE_PATH_KINDS] = {"work", "wait", "transfer"};
    return names[kind];
}

/* The waits of each thread in order of time. */
typedef struct path_waits {
    const trace_event_t **event; /* grouped by thread */
    uint64_t *first;             /* [threads + 1] first element of each thread in `event` */
    bool *visited;               /* marks elements of `event` that are on the path */
} path_waits_t;

static path_waits_t path_collect_waits(const trace_events_t *e)
{
    uint32_t threads = e->file->threads;
    uint64_t *next = trace_alloc(threads, sizeof *next);
    path_waits_t w = {.first = trace_alloc((size_t)threads + 1, sizeof *w.first)};
    for (uint64_t i = 0; i < e->events; i++)
        if (e->event[i].record->kind == EMUQ_RECORD_WAIT)
            w.first[e->event[i].thread + 1]++;
    for (uint32_t t = 0; t < threads; t++) {
        w.first[t + 1] += w.first[t];
        next[t] = w.first[t];
    }
    w.event = trace_alloc(w.first[threads], sizeof *w.event);
    w.visited = trace_alloc(w.first[threads], sizeof *w.visited);
    for (uint64_t i = 0; i < e->events; i++)
        if (e->event[i].record->kind == EMUQ_RECORD_WAIT)
            w.event[next[e->event[i].thread]++] = &e->event[i];
    free(next);
    return w;
}

static int path_compare_events(const void *a, const void *b)
{
    return trace_compare((*(const trace_event_t *const *)a)->ns, (*(const trace_event_t *const *)b)->ns);
}

/* Index of the last wait of a thread that starts before @p ns; UINT64_MAX if none, or on the path already. */
static uint64_t path_wait_before(const path_waits_t *w, uint32_t thread, uint64_t ns)
{
    const trace_event_t wanted = {.ns = ns}, *key = &wanted;
    uint64_t first = w->first[thread];
    uint64_t at = first + trace_lower_bound(&key, w->event + first, w->first[thread + 1] - first, sizeof key,
                                            path_compare_events);
    return at > first && !w->visited[at - 1] ? at - 1 : UINT64_MAX;
}

/* Adds an earlier part to the path, at the end of the array. Parts of length zero are dropped. */
static void path_add(trace_path_t *p, trace_path_part_t part)
{
    if (part.end <= part.begin)
        return;
    p->of_rank[part.rank][part.kind] += part.end - part.begin;
    trace_path_part_t *last = p->parts != 0 ? &p->part[p->parts - 1] : NULL;
    if (last != NULL && last->kind == part.kind && last->rank == part.rank && last->from == part.from &&
        last->begin == part.end)
        last->begin = part.begin;
    else
        p->part[p->parts++] = part;
}

/* Follows the path backwards. @param begin time of the first event of each thread */
static void path_follow(const trace_events_t *e, const trace_cause_t *cause, path_waits_t *w,
                        const uint64_t *begin, uint32_t thread, trace_path_t *p)
{
    uint64_t now = p->end, at;
    int32_t rank = trace_rank(e, thread);
    while ((at = path_wait_before(w, thread, now)) != UINT64_MAX) {
        const trace_event_t *wait = w->event[at];
        const trace_cause_t *c = &cause[wait - e->event];
        uint64_t end = trace_event_end(wait) < now ? trace_event_end(wait) : now;
        w->visited[at] = true;
        path_add(p, (trace_path_part_t){TRACE_PATH_WORK, rank, -1, end, now});
        if (c->thread == TRACE_NONE || c->thread == thread || trace_rank(e, c->thread) < 0) {
            path_add(p, (trace_path_part_t){TRACE_PATH_WAIT, rank, -1, wait->ns, end});
            now = wait->ns;
            continue;
        }
        int32_t from = trace_rank(e, c->thread);
        now = c->ns < end ? c->ns : end;
        path_add(p, (trace_path_part_t){TRACE_PATH_TRANSFER, rank, from, now, end});
        thread = c->thread;
        rank = from;
    }
    p->begin = begin[thread] < now ? begin[thread] : now;
    path_add(p, (trace_path_part_t){TRACE_PATH_WORK, rank, -1, p->begin, now});
}

static int path_compare_lengths(const void *a, const void *b)
{
    const trace_path_part_t *x = a, *y = b;
    uint64_t of_x = x->end - x->begin, of_y = y->end - y->begin;
    return trace_then(trace_compare(of_y, of_x), x->begin, y->begin);
}

static int path_compare_times(const void *a, const void *b)
{
    const trace_path_part_t *x = a, *y = b;
    return trace_compare(x->begin, y->begin);
}

void trace_path_make(const trace_events_t *events, const trace_cause_t *cause, trace_path_t *path)
{
    uint32_t threads = events->file->threads, last = TRACE_NONE;
    uint64_t *begin = trace_alloc(threads, sizeof *begin);
    path_waits_t w = path_collect_waits(events);
    *path = (trace_path_t){.ranks = events->file->job.np,
                           .of_rank = trace_alloc(events->file->job.np, sizeof *path->of_rank),
                           .part = trace_alloc(2 * w.first[threads] + 2, sizeof *path->part)};
    for (uint64_t i = events->events; i-- > 0;) {
        const trace_event_t *event = &events->event[i];
        begin[event->thread] = event->ns;
        if (trace_rank(events, event->thread) < 0 ||
            (last != TRACE_NONE && trace_event_end(event) <= path->end))
            continue;
        path->end = trace_event_end(event);
        last = event->thread;
    }
    path->begin = path->end;
    if (last != TRACE_NONE)
        path_follow(events, cause, &w, begin, last, path);
    qsort(path->part, path->parts, sizeof *path->part, path_compare_lengths);
    if (path->parts > TRACE_PATH_MOST) {
        path->left_out = path->parts - TRACE_PATH_MOST;
        path->parts = TRACE_PATH_MOST;
    }
    qsort(path->part, path->parts, sizeof *path->part, path_compare_times);
    free(begin);
    free(w.event);
    free(w.first);
    free(w.visited);
}

void trace_path_free(trace_path_t *path)
{
    free(path->of_rank);
    free(path->part);
    *path = (trace_path_t){0};
}
