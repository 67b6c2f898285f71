/* SPDX-License-Identifier: BSD-3-Clause */
/* Trace event format: one JSON object per event, times in microseconds. "ph" is the type: "X" span, "i"
 * instant, "B" and "E" start and end of a nested span, "s", "t", "f" start, step and end of an arrow, "C"
 * counter, "M" name. */
#include <inttypes.h>
#include <stdlib.h>

#include "tools/common/options.h"
#include "tools/emuq-trace/trace.h"

#define UNIT_PID        100000000 /* process of a Message Unit: plus the node */
#define FIFO_TRACK      10000000  /* plus the FIFO; above all thread numbers */
#define OPERATION_TRACK 20000000  /* PAMI collectives */
#define CARD_TRACK      30000000  /* network card; for ranks, plus the process number */
#define ARRIVAL_TRACK   40000000  /* arrivals at a node that no thread has polled for in a recorded wait */

/* A wait of a node that the last contribution to an operation ended. */
typedef struct perfetto_wait {
    uint64_t ns; /* of the contribution */
    uint32_t thread, node;
    const trace_event_t *event;
} perfetto_wait_t;

typedef struct perfetto {
    const trace_events_t *events;
    FILE *out;
    const char *comma;
    uint64_t *sent; /* bytes, by thread */
    trace_stats_t stats;
    const trace_event_t **wait_of_put; /* [messages] wait that the put ended, or NULL */
    perfetto_wait_t *wait;             /* [waits] sorted */
    uint64_t waits;
    int64_t *arrival_pid; /* [nodes] process with the arrivals */
    bool *is_named;       /* [nodes] the track of arrivals */
    uint64_t arrows;      /* used ids; the first ids are indices of messages */
} perfetto_t;

static int64_t perfetto_unit_pid(const perfetto_t *w, uint32_t node)
{
    return UNIT_PID + (node < w->events->file->nodes ? (int64_t)node : 0);
}

static int64_t perfetto_pid(const perfetto_t *w, uint32_t thread)
{
    const emuq_record_thread_t *t = &w->events->file->thread[thread].is;
    if (t->rank >= 0)
        return t->rank;
    return perfetto_unit_pid(w, t->node);
}

/* Starts an object. The caller adds members and the closing brace. */
static void perfetto_begin_at(perfetto_t *w, const char *phase, int64_t pid, int64_t track, uint64_t ns)
{
    fprintf(w->out, "%s{\"ph\":\"%s\",\"pid\":%" PRId64 ",\"tid\":%" PRId64 ",\"ts\":%" PRIu64 ".%03u",
            w->comma, phase, pid, track, ns / 1000, (unsigned)(ns % 1000));
    w->comma = ",\n";
}

static int64_t perfetto_track(const perfetto_t *w, uint32_t thread)
{
    return w->events->file->thread[thread].is.thread;
}

/* Starts an object on the track of a thread. */
static void perfetto_begin(perfetto_t *w, const char *phase, uint32_t thread, uint64_t ns)
{
    perfetto_begin_at(w, phase, perfetto_pid(w, thread), perfetto_track(w, thread), ns);
}

/* Completes the object of an arrow. */
static void perfetto_arrow(perfetto_t *w, uint64_t id, const char *more)
{
    const char *name = id < w->events->messages ? "message" : "operation";
    fprintf(w->out, ",\"name\":\"%s\",\"cat\":\"%s\",\"id\":%" PRIu64 "%s}", name, name, id, more);
}

/* Ends an arrow in the span of a track at @p ns. */
static void perfetto_arrow_end(perfetto_t *w, int64_t pid, int64_t track, uint64_t ns, uint64_t id)
{
    perfetto_begin_at(w, "f", pid, track, ns);
    perfetto_arrow(w, id, ",\"bp\":\"e\"");
}

static void perfetto_span_at(perfetto_t *w, int64_t pid, int64_t track, uint64_t begin, uint64_t ns)
{
    perfetto_begin_at(w, "X", pid, track, begin);
    fprintf(w->out, ",\"dur\":%" PRIu64 ".%03u", ns / 1000, (unsigned)(ns % 1000));
}

/* Starts a span on the track of the thread of an event. */
static void perfetto_span(perfetto_t *w, const trace_event_t *event, uint64_t ns)
{
    perfetto_span_at(w, perfetto_pid(w, event->thread), perfetto_track(w, event->thread), event->ns, ns);
}

/* Names a process or a thread; the caller prints the rest of the name and "\"}}". */
static void perfetto_name(perfetto_t *w, const char *what, int64_t pid, int64_t track)
{
    perfetto_begin_at(w, "M", pid, track, 0);
    fprintf(w->out, ",\"name\":\"%s_name\",\"args\":{\"name\":\"", what);
}

static void perfetto_name_threads(perfetto_t *w)
{
    const trace_file_t *f = w->events->file;
    char node[64];
    for (uint32_t i = 0; i < f->threads; i++) {
        const emuq_record_thread_t *t = &f->thread[i].is;
        trace_node_name(f, t->node, node);
        perfetto_name(w, "process", perfetto_pid(w, i), t->thread);
        if (t->rank >= 0)
            fprintf(w->out, "rank %" PRId32 ", node %s\"}}", t->rank, node);
        else
            fprintf(w->out, "unit of node %s\"}}", node);
        perfetto_name(w, "thread", perfetto_pid(w, i), t->thread);
        fprintf(w->out, "thread %" PRId32 "\"}}", t->thread);
    }
}

static int64_t perfetto_message_track(const trace_message_t *m)
{
    return (trace_is_card_message(m) ? CARD_TRACK : FIFO_TRACK) + m->fifo;
}

static void perfetto_name_fifos(perfetto_t *w)
{
    const trace_events_t *e = w->events;
    /* Index: thread, FIFO or process number, is_card. */
    bool *named = trace_alloc((size_t)e->file->threads << 17, sizeof *named);
    for (uint32_t i = 0; i < e->messages; i++) {
        const trace_message_t *m = &e->message[i];
        bool *is_named = &named[((size_t)m->thread << 16 | m->fifo) << 1 | trace_is_card_message(m)];
        if (*is_named)
            continue;
        *is_named = true;
        perfetto_name(w, "thread", perfetto_pid(w, m->thread), perfetto_message_track(m));
        fprintf(w->out, "%s %u\"}}", trace_is_card_message(m) ? "network card, process" : "injection FIFO",
                m->fifo);
    }
    free(named);
}

/* ---- arrows ---- */

static int perfetto_compare_waits(const void *a, const void *b)
{
    const perfetto_wait_t *x = a, *y = b;
    return trace_then(trace_then(trace_compare(x->ns, y->ns), x->thread, y->thread), x->node, y->node);
}

/* Collects the waits that a put or an operation ended. */
static void perfetto_collect_waits(perfetto_t *w)
{
    const trace_events_t *e = w->events;
    w->wait_of_put = trace_alloc(e->messages, sizeof *w->wait_of_put);
    w->wait = trace_alloc(e->events, sizeof *w->wait);
    for (uint64_t i = 0; i < e->events; i++) {
        const trace_cause_t *cause = &w->stats.cause[i];
        const trace_event_t *event = &e->event[i];
        if (cause->kind == TRACE_CAUSE_PUT && w->wait_of_put[cause->message] == NULL)
            w->wait_of_put[cause->message] = event;
        else if (cause->kind == TRACE_CAUSE_OPERATION)
            w->wait[w->waits++] =
                (perfetto_wait_t){cause->ns, cause->thread, e->file->thread[event->thread].is.node, event};
    }
    qsort(w->wait, w->waits, sizeof *w->wait, perfetto_compare_waits);
}

/* Arrivals are shown with the rank of the node, or with the unit of a node of several ranks. */
static void perfetto_place_arrivals(perfetto_t *w)
{
    const trace_file_t *f = w->events->file;
    w->is_named = trace_alloc(f->nodes, sizeof *w->is_named);
    w->arrival_pid = trace_alloc(f->nodes, sizeof *w->arrival_pid);
    for (uint32_t i = 0; i < f->nodes; i++)
        w->arrival_pid[i] = -1;
    for (uint32_t rank = 0; rank < f->job.np; rank++) {
        int64_t *pid = &w->arrival_pid[f->place[rank] / f->job.ppn];
        *pid = *pid == -1 ? (int64_t)rank : -2;
    }
    for (uint32_t i = 0; i < f->nodes; i++)
        if (w->arrival_pid[i] < 0)
            w->arrival_pid[i] = perfetto_unit_pid(w, i);
}

/* Shows an arrival at a node, the end of an arrow. */
static void perfetto_arrival(perfetto_t *w, uint32_t node, uint64_t ns, const char *name)
{
    int64_t pid = w->arrival_pid[node];
    char text[64];
    if (!w->is_named[node]) {
        w->is_named[node] = true;
        trace_node_name(w->events->file, node, text);
        perfetto_name(w, "process", pid, ARRIVAL_TRACK);
        if (pid < UNIT_PID)
            fprintf(w->out, "rank %" PRId64 ", node %s\"}}", pid, text);
        else
            fprintf(w->out, "unit of node %s\"}}", text);
        perfetto_name(w, "thread", pid, ARRIVAL_TRACK);
        fputs("arrivals\"}}", w->out);
    }
    perfetto_span_at(w, pid, ARRIVAL_TRACK, ns, 1);
    fprintf(w->out, ",\"name\":\"%s\"}", name);
}

/* True for messages into memory, which no receive takes. */
static bool perfetto_has_arrival(const perfetto_t *w, const trace_message_t *m)
{
    return (m->type == TRACE_PUT || m->type == TRACE_GET) && m->to < w->events->file->nodes &&
           m->delivered != TRACE_NEVER;
}

/* Leads the arrow of a put or remote get to its arrival, and from there to the wait that ended. */
static void perfetto_end_put(perfetto_t *w, uint32_t message)
{
    const trace_message_t *m = &w->events->message[message];
    const trace_event_t *wait = w->wait_of_put[message];
    uint64_t ns = m->delivered > m->injected ? m->delivered : m->injected + 1;
    perfetto_arrival(w, m->to, ns, m->type == TRACE_PUT ? "put arrives" : "remote get arrives");
    if (wait == NULL || trace_event_end(wait) <= ns) {
        perfetto_arrow_end(w, w->arrival_pid[m->to], ARRIVAL_TRACK, ns, message);
        return;
    }
    perfetto_begin_at(w, "t", w->arrival_pid[m->to], ARRIVAL_TRACK, ns);
    perfetto_arrow(w, message, "");
    perfetto_arrow_end(w, perfetto_pid(w, wait->thread), perfetto_track(w, wait->thread),
                       trace_event_end(wait) - 1, message);
}

/* Draws the arrow of a message from its span. */
static void perfetto_message_arrow(perfetto_t *w, uint32_t message)
{
    const trace_message_t *m = &w->events->message[message];
    bool is_card = trace_is_card_message(m), has_arrival = perfetto_has_arrival(w, m);
    if (!has_arrival && (is_card ? m->delivered : m->received) == TRACE_NEVER)
        return;
    perfetto_begin_at(w, "s", perfetto_pid(w, m->thread), perfetto_message_track(m), m->injected);
    perfetto_arrow(w, message, "");
    if (has_arrival)
        perfetto_end_put(w, message);
    else if (!is_card) /* perfetto_card_event() continues the arrow of a card's message */
        perfetto_arrow_end(w, perfetto_pid(w, m->receiver), perfetto_track(w, m->receiver), m->received,
                           message);
}

/* Leads an arrow from the last contribution to the wait of a node that contributed before, or to an arrival.
 */
static void perfetto_result(perfetto_t *w, const trace_contribution_t *last, const trace_contribution_t *part)
{
    const trace_event_t *event = &w->events->event[last->event];
    if (part->node >= w->events->file->nodes)
        return;
    const perfetto_wait_t key = {.ns = last->ns, .thread = last->thread, .node = part->node};
    uint64_t id = w->arrows++,
             i = trace_lower_bound(&key, w->wait, w->waits, sizeof key, perfetto_compare_waits);
    int64_t track = event->message != TRACE_NONE ? perfetto_message_track(&w->events->message[event->message])
                                                 : perfetto_track(w, last->thread);
    perfetto_begin_at(w, "s", perfetto_pid(w, last->thread), track, last->ns);
    perfetto_arrow(w, id, "");
    if (i < w->waits && perfetto_compare_waits(&w->wait[i], &key) == 0 &&
        trace_event_end(w->wait[i].event) > last->ns + 1) {
        uint32_t thread = w->wait[i].event->thread;
        perfetto_arrow_end(w, perfetto_pid(w, thread), perfetto_track(w, thread),
                           trace_event_end(w->wait[i].event) - 1, id);
    } else {
        perfetto_arrival(w, part->node, last->ns + 1,
                         last->is_interrupt ? "global interrupt" : "result of a collective");
        perfetto_arrow_end(w, w->arrival_pid[part->node], ARRIVAL_TRACK, last->ns + 1, id);
    }
}

static void perfetto_operations(perfetto_t *w)
{
    for (uint32_t i = 0; i < w->stats.operations; i++) {
        const trace_operation_t *o = &w->stats.operation[i];
        const trace_contribution_t *part = &w->stats.contribution[o->first_part];
        for (uint32_t k = 0; k + 1 < o->nodes; k++)
            perfetto_result(w, &part[o->nodes - 1], &part[k]);
    }
}

/* ---- events ---- */

static void perfetto_message(perfetto_t *w, const trace_event_t *event)
{
    const trace_events_t *e = w->events;
    const trace_message_t *m = &e->message[event->message];
    uint64_t end = m->completed != TRACE_NEVER ? m->completed : m->injected;
    int64_t pid = perfetto_pid(w, m->thread), track = perfetto_message_track(m);
    perfetto_span_at(w, pid, track, m->injected, end > m->injected ? end - m->injected : 1);
    fprintf(w->out, ",\"name\":\"%s\",\"args\":{\"bytes\":%" PRIu64 ",\"from\":%u", trace_type_name(m->type),
            m->bytes, m->from);
    if (m->to != EMUQ_RECORD_NO_NODE)
        fprintf(w->out, ",\"to\":%u", m->to);
    fprintf(w->out, ",\"complete\":%s}}", m->completed != TRACE_NEVER ? "true" : "false");
    w->sent[m->thread] += m->bytes;
    perfetto_begin(w, "C", m->thread, m->injected);
    fprintf(w->out, ",\"name\":\"bytes sent by thread %" PRId64 "\",\"args\":{\"bytes\":%" PRIu64 "}}",
            perfetto_track(w, m->thread), w->sent[m->thread]);
    perfetto_message_arrow(w, event->message);
}

/* True if the event is the delivery of its message. */
static bool perfetto_is_delivery(const trace_events_t *e, const trace_event_t *event)
{
    const trace_message_t *m = event->message != TRACE_NONE ? &e->message[event->message] : NULL;
    return m != NULL && trace_is_delivery(m, event->record) && m->delivered == event->ns;
}

/* Shows an event on the track of its card. The message's arrow ends there or at the consuming thread. */
static void perfetto_card_event(perfetto_t *w, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    int64_t pid = perfetto_unit_pid(w, r->node);
    perfetto_span_at(w, pid, CARD_TRACK, event->ns, 1);
    fprintf(w->out, ",\"name\":\"%s\",\"args\":{\"bytes\":%" PRIu64 ",\"status\":%u,\"number\":%" PRIu64 "}}",
            trace_card_event_name(r->detail), (uint64_t)r->bytes, r->fifo, r->position);
    if (!perfetto_is_delivery(w->events, event))
        return;
    bool goes_on = w->events->message[event->message].received != TRACE_NEVER;
    perfetto_begin_at(w, goes_on ? "t" : "f", pid, CARD_TRACK, event->ns);
    perfetto_arrow(w, event->message, goes_on ? "" : ",\"bp\":\"e\"");
}

static void perfetto_card_take(perfetto_t *w, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    perfetto_span(w, event, 1);
    fprintf(w->out, ",\"name\":\"take %s\",\"args\":{\"bytes\":%" PRIu64 ",\"number\":%" PRIu64 "}}",
            trace_card_event_name(r->detail), (uint64_t)r->bytes, r->position);
    const trace_message_t *m = event->message != TRACE_NONE ? &w->events->message[event->message] : NULL;
    if (m == NULL || !trace_is_arrival(r) || m->received != event->ns)
        return; /* local completion, or no arrow ends here */
    perfetto_begin(w, "f", event->thread, event->ns);
    perfetto_arrow(w, event->message, ",\"bp\":\"e\"");
}

static void perfetto_card_miss(perfetto_t *w, const trace_event_t *event)
{
    perfetto_span(w, event, 1);
    fprintf(w->out, ",\"name\":\"card-miss\",\"args\":{\"node\":%" PRIu32 ",\"page\":\"0x%" PRIx64 "\"}}",
            event->record->node, event->record->position);
}

static void perfetto_name_cards(perfetto_t *w)
{
    const trace_events_t *e = w->events;
    bool *named = trace_alloc(e->file->nodes, sizeof *named);
    char name[64];
    for (uint64_t i = 0; i < e->events; i++) {
        uint32_t node = e->event[i].record->node;
        if (e->event[i].record->kind != EMUQ_RECORD_CARD_EVENT || node >= e->file->nodes || named[node])
            continue;
        named[node] = true;
        perfetto_name(w, "process", UNIT_PID + (int64_t)node, CARD_TRACK);
        fprintf(w->out, "unit of node %s\"}}", trace_node_name(e->file, node, name));
        perfetto_name(w, "thread", UNIT_PID + (int64_t)node, CARD_TRACK);
        fputs("network card\"}}", w->out);
    }
    free(named);
}

static void perfetto_mark(perfetto_t *w, const trace_event_t *event)
{
    static const char *const phase[] = {"i", "B", "E"};
    const emuq_record_t *r = event->record;
    char text[EMUQ_RECORD_HEADER_BYTES];
    perfetto_begin(w, phase[r->detail <= EMUQ_RECORD_MARK_END ? r->detail : 0], event->thread, event->ns);
    fputs(",\"name\":", w->out);
    emuq_json_string(w->out, trace_text(r->text, text));
    fprintf(w->out, ",\"s\":\"t\",\"args\":{\"value\":%" PRIu64 "}}", r->position);
}

/* Events without duration. Spans of 1 ns, since arrows must end in a span. */
static void perfetto_instant(perfetto_t *w, const trace_event_t *event)
{
    perfetto_span(w, event, 1);
    fprintf(w->out, ",\"name\":\"%s\",\"args\":{\"fifo\":%u}}",
            emuq_record_kind_name((emuq_record_kind_t)event->record->kind), event->record->fifo);
}

static void perfetto_wait_span(perfetto_t *w, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    perfetto_span(w, event, r->position - event->ns);
    fprintf(w->out, ",\"name\":\"wait for %s\",\"args\":{\"fifo\":%u}}",
            trace_wait_name((emuq_record_wait_t)r->detail), r->fifo);
}

/* Collectives overlap with the calls of their thread and have a separate track. */
static void perfetto_call_span(perfetto_t *w, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    bool is_beside = r->kind == EMUQ_RECORD_PAMI && r->detail == EMUQ_RECORD_PAMI_OPERATION;
    char text[EMUQ_RECORD_HEADER_BYTES];
    perfetto_span_at(w, perfetto_pid(w, event->thread),
                     is_beside ? OPERATION_TRACK : perfetto_track(w, event->thread), event->ns,
                     r->position - event->ns);
    fputs(",\"name\":", w->out);
    emuq_json_string(w->out, trace_text(r->text, text));
    fprintf(w->out, ",\"args\":{\"id\":%u,\"bytes\":%" PRIu64 "}}", r->fifo, (uint64_t)r->bytes);
}

void trace_perfetto(const trace_events_t *events, FILE *out)
{
    perfetto_t w = {.events = events,
                    .out = out,
                    .comma = "",
                    .sent = trace_alloc(events->file->threads, sizeof *w.sent),
                    .arrows = events->messages};
    trace_stats_make(events, &w.stats);
    perfetto_collect_waits(&w);
    perfetto_place_arrivals(&w);
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", out);
    perfetto_name_threads(&w);
    perfetto_name_fifos(&w);
    perfetto_name_cards(&w);
    for (uint64_t i = 0; i < events->events; i++) {
        const trace_event_t *event = &events->event[i];
        switch ((emuq_record_kind_t)event->record->kind) {
        case EMUQ_RECORD_SEND:
        case EMUQ_RECORD_INJECT:
        case EMUQ_RECORD_CARD_START:
            perfetto_message(&w, event);
            break;
        case EMUQ_RECORD_CARD_EVENT:
            perfetto_card_event(&w, event);
            break;
        case EMUQ_RECORD_CARD_TAKE:
            perfetto_card_take(&w, event);
            break;
        case EMUQ_RECORD_CARD_MISS:
            perfetto_card_miss(&w, event);
            break;
        case EMUQ_RECORD_WAIT:
            perfetto_wait_span(&w, event);
            break;
        case EMUQ_RECORD_KERNEL:
        case EMUQ_RECORD_PAMI:
            perfetto_call_span(&w, event);
            break;
        case EMUQ_RECORD_MARK:
            perfetto_mark(&w, event);
            break;
        default:
            perfetto_instant(&w, event);
            break;
        }
    }
    perfetto_operations(&w);
    fputs("\n]}\n", out);
    trace_stats_free(&w.stats);
    free(w.sent);
    free(w.wait_of_put);
    free(w.wait);
    free(w.arrival_pid);
    free(w.is_named);
}
