/* SPDX-License-Identifier: BSD-3-Clause */
/* The trace event format: an object for each event. Times are microseconds. "X" is a span, "i" an instant,
 * "B" and "E" begin and end a nested span, "s" and "f" the ends of an arrow, "C" a counter, "M" a name. */
#include "tools/emuq-trace/perfetto.h"

#include <inttypes.h>
#include <stdlib.h>

#include "tools/common/output.h"
#include "tools/emuq-trace/stats_print.h"

#define UNIT_PID        100000000 /* stands for the unit's own threads; plus the node */
#define FIFO_TRACK      10000000  /* plus the FIFO: larger than any thread's number */
#define OPERATION_TRACK 20000000  /* collectives of PAMI */
#define CARD_TRACK      30000000  /* a network card; of ranks, plus their process on it */

typedef struct writer {
    const trace_events_t *events;
    FILE *out;
    const char *comma;
    uint64_t *sent; /* bytes, by thread */
} writer_t;

static int64_t pid_of(const writer_t *w, uint32_t thread)
{
    const emuq_record_thread_t *t = &w->events->file->thread[thread].is;
    if (t->rank >= 0)
        return t->rank;
    return UNIT_PID + (t->node < w->events->file->nodes ? (int64_t)t->node : 0);
}

/* Begins an object. The caller adds members and ends it. */
static void begin_at(writer_t *w, const char *phase, int64_t pid, int64_t track, uint64_t ns)
{
    fprintf(w->out, "%s{\"ph\":\"%s\",\"pid\":%" PRId64 ",\"tid\":%" PRId64 ",\"ts\":%" PRIu64 ".%03u",
            w->comma, phase, pid, track, ns / 1000, (unsigned)(ns % 1000));
    w->comma = ",\n";
}

static void begin(writer_t *w, const char *phase, uint32_t thread, int64_t track, uint64_t ns)
{
    begin_at(w, phase, pid_of(w, thread), track, ns);
}

/* Ends the part of an arrow. */
static void arrow(writer_t *w, uint32_t message, const char *more)
{
    fprintf(w->out, ",\"name\":\"message\",\"cat\":\"message\",\"id\":%u%s}", message, more);
}

static int64_t track_of(const writer_t *w, uint32_t thread)
{
    return w->events->file->thread[thread].is.thread;
}

static void span(writer_t *w, uint64_t ns)
{
    fprintf(w->out, ",\"dur\":%" PRIu64 ".%03u", ns / 1000, (unsigned)(ns % 1000));
}

static void name_threads(writer_t *w)
{
    const trace_file_t *f = w->events->file;
    char node[64];
    for (uint32_t i = 0; i < f->threads; i++) {
        const emuq_record_thread_t *t = &f->thread[i].is;
        begin(w, "M", i, track_of(w, i), 0);
        trace_node_name(f, t->node, node);
        if (t->rank >= 0)
            fprintf(w->out, ",\"name\":\"process_name\",\"args\":{\"name\":\"rank %" PRId32 ", node %s\"}}",
                    t->rank, node);
        else
            fprintf(w->out, ",\"name\":\"process_name\",\"args\":{\"name\":\"unit of node %s\"}}", node);
        begin(w, "M", i, track_of(w, i), 0);
        fprintf(w->out, ",\"name\":\"thread_name\",\"args\":{\"name\":\"thread %" PRId32 "\"}}", t->thread);
    }
}

static int64_t track_of_message(const trace_message_t *m)
{
    return (trace_is_of_card(m) ? CARD_TRACK : FIFO_TRACK) + m->fifo;
}

static void name_fifos(writer_t *w)
{
    const trace_events_t *e = w->events;
    /* By thread, FIFO or process, and which of the two. */
    bool *named = trace_need((size_t)e->file->threads << 17, sizeof *named);
    for (uint32_t i = 0; i < e->messages; i++) {
        const trace_message_t *m = &e->message[i];
        bool *is_named = &named[((size_t)m->thread << 16 | m->fifo) << 1 | trace_is_of_card(m)];
        if (*is_named)
            continue;
        *is_named = true;
        begin(w, "M", m->thread, track_of_message(m), 0);
        fprintf(w->out, ",\"name\":\"thread_name\",\"args\":{\"name\":\"%s %u\"}}",
                trace_is_of_card(m) ? "network card, process" : "injection FIFO", m->fifo);
    }
    free(named);
}

static void message(writer_t *w, const trace_event_t *event)
{
    const trace_events_t *e = w->events;
    const trace_message_t *m = &e->message[event->message];
    uint64_t end = m->completed != TRACE_NEVER ? m->completed : m->injected;
    begin(w, "X", m->thread, track_of_message(m), m->injected);
    span(w, end > m->injected ? end - m->injected : 1);
    fprintf(w->out, ",\"name\":\"%s\",\"args\":{\"bytes\":%" PRIu64 ",\"from\":%u", trace_type_name(m->type),
            m->bytes, m->from);
    if (m->to != EMUQ_RECORD_NO_NODE)
        fprintf(w->out, ",\"to\":%u", m->to);
    fprintf(w->out, ",\"complete\":%s}}", m->completed != TRACE_NEVER ? "true" : "false");
    w->sent[m->thread] += m->bytes;
    begin(w, "C", m->thread, track_of(w, m->thread), m->injected);
    fprintf(w->out, ",\"name\":\"bytes sent by thread %" PRId64 "\",\"args\":{\"bytes\":%" PRIu64 "}}",
            track_of(w, m->thread), w->sent[m->thread]);
    if (trace_is_of_card(m) ? m->delivered == TRACE_NEVER : m->received == TRACE_NEVER)
        return;
    begin(w, "s", m->thread, track_of_message(m), m->injected);
    arrow(w, event->message, "");
    if (trace_is_of_card(m))
        return; /* its events go on with it */
    begin(w, "f", m->receiver, track_of(w, m->receiver), m->received);
    arrow(w, event->message, ",\"bp\":\"e\"");
}

/* Whether an event is where its message has come to. */
static bool is_delivery(const trace_events_t *e, const trace_event_t *event)
{
    const trace_message_t *m = event->message != TRACE_NONE ? &e->message[event->message] : NULL;
    return m != NULL && trace_is_delivery(m, event->record) && m->delivered == event->ns;
}

/* What a card writes is shown at the card, whichever thread has done it. The arrow of a message ends there,
 * or goes on to who takes the event. */
static void card_event(writer_t *w, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    int64_t pid = UNIT_PID + (r->node < w->events->file->nodes ? (int64_t)r->node : 0);
    begin_at(w, "X", pid, CARD_TRACK, event->ns);
    span(w, 1);
    fprintf(w->out, ",\"name\":\"%s\",\"args\":{\"bytes\":%" PRIu64 ",\"status\":%u,\"number\":%" PRIu64 "}}",
            trace_card_event_name(r->detail), (uint64_t)r->bytes, r->fifo, r->position);
    if (!is_delivery(w->events, event))
        return;
    bool goes_on = w->events->message[event->message].received != TRACE_NEVER;
    begin_at(w, goes_on ? "t" : "f", pid, CARD_TRACK, event->ns);
    arrow(w, event->message, goes_on ? "" : ",\"bp\":\"e\"");
}

static void card_take(writer_t *w, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    begin(w, "X", event->thread, track_of(w, event->thread), event->ns);
    span(w, 1);
    fprintf(w->out, ",\"name\":\"take %s\",\"args\":{\"bytes\":%" PRIu64 ",\"number\":%" PRIu64 "}}",
            trace_card_event_name(r->detail), (uint64_t)r->bytes, r->position);
    const trace_message_t *m = event->message != TRACE_NONE ? &w->events->message[event->message] : NULL;
    if (m == NULL || !trace_is_arrival(r) || m->received != event->ns)
        return; /* an own event, or the message has no end here */
    begin(w, "f", event->thread, track_of(w, event->thread), event->ns);
    arrow(w, event->message, ",\"bp\":\"e\"");
}

static void card_miss(writer_t *w, const trace_event_t *event)
{
    begin(w, "X", event->thread, track_of(w, event->thread), event->ns);
    span(w, 1);
    fprintf(w->out, ",\"name\":\"card-miss\",\"args\":{\"node\":%" PRIu32 ",\"page\":\"0x%" PRIx64 "\"}}",
            event->record->node, event->record->position);
}

static void name_cards(writer_t *w)
{
    const trace_events_t *e = w->events;
    bool *named = trace_need(e->file->nodes, sizeof *named);
    char name[64];
    for (uint64_t i = 0; i < e->events; i++) {
        uint32_t node = e->event[i].record->node;
        if (e->event[i].record->kind != EMUQ_RECORD_CARD_EVENT || node >= e->file->nodes || named[node])
            continue;
        named[node] = true;
        begin_at(w, "M", UNIT_PID + (int64_t)node, CARD_TRACK, 0);
        fprintf(w->out, ",\"name\":\"process_name\",\"args\":{\"name\":\"unit of node %s\"}}",
                trace_node_name(e->file, node, name));
        begin_at(w, "M", UNIT_PID + (int64_t)node, CARD_TRACK, 0);
        fputs(",\"name\":\"thread_name\",\"args\":{\"name\":\"network card\"}}", w->out);
    }
    free(named);
}

static void mark(writer_t *w, const trace_event_t *event)
{
    static const char *const phase[] = {"i", "B", "E"};
    const emuq_record_t *r = event->record;
    char text[EMUQ_RECORD_HEADER_BYTES];
    snprintf(text, sizeof text, "%.*s", EMUQ_RECORD_HEADER_BYTES - 1, r->text);
    begin(w, phase[r->detail <= EMUQ_RECORD_MARK_END ? r->detail : 0], event->thread,
          track_of(w, event->thread), event->ns);
    fputs(",\"name\":", w->out);
    emuq_json_string(w->out, text);
    fprintf(w->out, ",\"s\":\"t\",\"args\":{\"value\":%" PRIu64 "}}", r->position);
}

/* What has no length of its own. An arrow ends in a span, so a receive is a short one. */
static void instant(writer_t *w, const trace_event_t *event)
{
    begin(w, "X", event->thread, track_of(w, event->thread), event->ns);
    span(w, 1);
    fprintf(w->out, ",\"name\":\"%s\",\"args\":{\"fifo\":%u}}",
            emuq_record_kind_name((emuq_record_kind_t)event->record->kind), event->record->fifo);
}

static void wait_span(writer_t *w, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    begin(w, "X", event->thread, track_of(w, event->thread), event->ns);
    span(w, r->position - event->ns);
    fprintf(w->out, ",\"name\":\"wait for %s\",\"args\":{\"fifo\":%u}}",
            trace_wait_name((emuq_record_wait_t)r->detail), r->fifo);
}

/* Collectives go on beside what their thread does: they have a track of their own. */
static void call_span(writer_t *w, const trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    bool is_beside = r->kind == EMUQ_RECORD_PAMI && r->detail == EMUQ_RECORD_PAMI_OPERATION;
    char text[EMUQ_RECORD_HEADER_BYTES];
    snprintf(text, sizeof text, "%.*s", EMUQ_RECORD_HEADER_BYTES - 1, r->text);
    begin(w, "X", event->thread, is_beside ? OPERATION_TRACK : track_of(w, event->thread), event->ns);
    span(w, r->position - event->ns);
    fputs(",\"name\":", w->out);
    emuq_json_string(w->out, text);
    fprintf(w->out, ",\"args\":{\"id\":%u,\"bytes\":%" PRIu64 "}}", r->fifo, (uint64_t)r->bytes);
}

void trace_perfetto(const trace_events_t *events, FILE *out)
{
    writer_t w = {events, out, "", trace_need(events->file->threads, sizeof *w.sent)};
    fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", out);
    name_threads(&w);
    name_fifos(&w);
    name_cards(&w);
    for (uint64_t i = 0; i < events->events; i++) {
        const trace_event_t *event = &events->event[i];
        switch ((emuq_record_kind_t)event->record->kind) {
        case EMUQ_RECORD_SEND:
        case EMUQ_RECORD_INJECT:
        case EMUQ_RECORD_CARD_START:
            message(&w, event);
            break;
        case EMUQ_RECORD_CARD_EVENT:
            card_event(&w, event);
            break;
        case EMUQ_RECORD_CARD_TAKE:
            card_take(&w, event);
            break;
        case EMUQ_RECORD_CARD_MISS:
            card_miss(&w, event);
            break;
        case EMUQ_RECORD_WAIT:
            wait_span(&w, event);
            break;
        case EMUQ_RECORD_KERNEL:
        case EMUQ_RECORD_PAMI:
            call_span(&w, event);
            break;
        case EMUQ_RECORD_MARK:
            mark(&w, event);
            break;
        default:
            instant(&w, event);
            break;
        }
    }
    fputs("\n]}\n", out);
    free(w.sent);
}
