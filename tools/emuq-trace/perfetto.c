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

typedef struct perfetto {
    const trace_events_t *events;
    FILE *out;
    const char *comma;
    uint64_t *sent; /* bytes, by thread */
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
static void perfetto_arrow(perfetto_t *w, uint32_t message, const char *more)
{
    fprintf(w->out, ",\"name\":\"message\",\"cat\":\"message\",\"id\":%u%s}", message, more);
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
    if (trace_is_card_message(m) ? m->delivered == TRACE_NEVER : m->received == TRACE_NEVER)
        return;
    perfetto_begin_at(w, "s", pid, track, m->injected);
    perfetto_arrow(w, event->message, "");
    if (trace_is_card_message(m))
        return; /* perfetto_card_event() continues the arrow */
    perfetto_begin(w, "f", m->receiver, m->received);
    perfetto_arrow(w, event->message, ",\"bp\":\"e\"");
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
    perfetto_t w = {events, out, "", trace_alloc(events->file->threads, sizeof *w.sent)};
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
    fputs("\n]}\n", out);
    free(w.sent);
}
