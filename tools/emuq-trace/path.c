/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/path.h"

#include <stdlib.h>

const char *trace_path_name(trace_path_kind_t kind)
{
    static const char *const names[TRACE_PATH_KINDS] = {"work", "wait", "transfer"};
    return names[kind];
}

/* The waits of each thread, by time. */
typedef struct waits {
    uint64_t *event; /* numbers of events */
    uint64_t *first; /* [threads + 1] of each thread, in `event` */
    bool *visited;   /* of `event` */
} waits_t;

static waits_t waits_of(const trace_events_t *e)
{
    uint32_t threads = e->file->threads;
    uint64_t *next = trace_need(threads, sizeof *next);
    waits_t w = {.first = trace_need((size_t)threads + 1, sizeof *w.first)};
    for (uint64_t i = 0; i < e->events; i++)
        if (e->event[i].record->kind == EMUQ_RECORD_WAIT)
            w.first[e->event[i].thread + 1]++;
    for (uint32_t t = 0; t < threads; t++) {
        w.first[t + 1] += w.first[t];
        next[t] = w.first[t];
    }
    w.event = trace_need(w.first[threads], sizeof *w.event);
    w.visited = trace_need(w.first[threads], sizeof *w.visited);
    for (uint64_t i = 0; i < e->events; i++)
        if (e->event[i].record->kind == EMUQ_RECORD_WAIT)
            w.event[next[e->event[i].thread]++] = i;
    free(next);
    return w;
}

/* The last wait of a thread that has begun before @p ns and was not met yet. @return its place, or
 * UINT64_MAX */
static uint64_t wait_before(const trace_events_t *e, const waits_t *w, uint32_t thread, uint64_t ns)
{
    uint64_t low = w->first[thread], high = w->first[thread + 1], first = low;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (e->event[w->event[middle]].ns < ns)
            low = middle + 1;
        else
            high = middle;
    }
    return low > first && !w->visited[low - 1] ? low - 1 : UINT64_MAX;
}

static uint64_t end_of(const trace_event_t *event)
{
    return emuq_record_is_span(event->record->kind) ? event->record->position : event->ns;
}

/* Adds a part in front of the others, for now at the end of the array. Parts without length are none. */
static void add(trace_path_t *p, trace_path_part_t part)
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

/* @param begin of each thread, its first event */
static void follow(const trace_events_t *e, const trace_cause_t *cause, waits_t *w, const uint64_t *begin,
                   uint32_t thread, trace_path_t *p)
{
    uint64_t now = p->end, at;
    int32_t rank = trace_rank(e, thread);
    while ((at = wait_before(e, w, thread, now)) != UINT64_MAX) {
        const trace_event_t *wait = &e->event[w->event[at]];
        const trace_cause_t *c = &cause[w->event[at]];
        uint64_t end = end_of(wait) < now ? end_of(wait) : now;
        w->visited[at] = true;
        add(p, (trace_path_part_t){TRACE_PATH_WORK, rank, -1, end, now});
        if (c->thread == TRACE_NONE || c->thread == thread || trace_rank(e, c->thread) < 0) {
            add(p, (trace_path_part_t){TRACE_PATH_WAIT, rank, -1, wait->ns, end});
            now = wait->ns;
            continue;
        }
        int32_t from = trace_rank(e, c->thread);
        now = c->ns < end ? c->ns : end;
        add(p, (trace_path_part_t){TRACE_PATH_TRANSFER, rank, from, now, end});
        thread = c->thread;
        rank = from;
    }
    p->begin = begin[thread] < now ? begin[thread] : now;
    add(p, (trace_path_part_t){TRACE_PATH_WORK, rank, -1, p->begin, now});
}

static int by_length(const void *a, const void *b)
{
    const trace_path_part_t *x = a, *y = b;
    uint64_t of_x = x->end - x->begin, of_y = y->end - y->begin;
    if (of_x != of_y)
        return of_x > of_y ? -1 : 1;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static int by_time(const void *a, const void *b)
{
    const trace_path_part_t *x = a, *y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

void trace_path_make(const trace_events_t *events, const trace_cause_t *cause, trace_path_t *path)
{
    uint32_t threads = events->file->threads, last = TRACE_NONE;
    uint64_t *begin = trace_need(threads, sizeof *begin);
    waits_t w = waits_of(events);
    *path = (trace_path_t){.ranks = events->file->job.np,
                           .of_rank = trace_need(events->file->job.np, sizeof *path->of_rank),
                           .part = trace_need(2 * w.first[threads] + 2, sizeof *path->part)};
    for (uint64_t i = events->events; i-- > 0;) {
        const trace_event_t *event = &events->event[i];
        begin[event->thread] = event->ns;
        if (trace_rank(events, event->thread) < 0 || (last != TRACE_NONE && end_of(event) <= path->end))
            continue;
        path->end = end_of(event);
        last = event->thread;
    }
    path->begin = path->end;
    if (last != TRACE_NONE)
        follow(events, cause, &w, begin, last, path);
    qsort(path->part, path->parts, sizeof *path->part, by_length);
    if (path->parts > TRACE_PATH_MOST) {
        path->left_out = path->parts - TRACE_PATH_MOST;
        path->parts = TRACE_PATH_MOST;
    }
    qsort(path->part, path->parts, sizeof *path->part, by_time);
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
