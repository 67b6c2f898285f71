/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints one line of text for each record. */
#include <inttypes.h>

#include "base/text.h"
#include "tools/emuq-trace/trace.h"

static const char *dump_wait_name(uint8_t what)
{
    static const char *const names[EMUQ_RECORD_WAITS] = {"packets in reception FIFO",
                                                         "completion in injection FIFO",
                                                         "space in injection FIFO",
                                                         "global interrupt of route",
                                                         "another register",
                                                         "a change of memory",
                                                         "an event of the network card, kinds",
                                                         "space in the ring of the network card, process"};
    return names[what < EMUQ_RECORD_WAITS ? what : EMUQ_RECORD_WAIT_OTHER];
}

static void dump_origin(const trace_events_t *e, const trace_event_t *event, FILE *out)
{
    const trace_thread_t *t = &e->file->thread[event->thread];
    if (t->is.rank >= 0)
        fprintf(out, "%14.3f us  rank %-4" PRId32 " thread %-7" PRId32 " ", (double)event->ns / 1e3,
                t->is.rank, t->is.thread);
    else
        fprintf(out, "%14.3f us  unit      thread %-7" PRId32 " ", (double)event->ns / 1e3, t->is.thread);
}

static void dump_message(const trace_events_t *e, const trace_event_t *event, FILE *out)
{
    const trace_message_t *m = &e->message[event->message];
    char from[64], to[64];
    fprintf(out, "FIFO %u of node %s: ", m->fifo, trace_node_name(e->file, m->from, from));
    if (m->type == TRACE_UNKNOWN)
        fputs("a descriptor", out);
    else
        fprintf(out, "%s of %" PRIu64 " bytes", trace_type_name(m->type), m->bytes);
    if (m->type != TRACE_COLLECTIVE && m->type != TRACE_UNKNOWN)
        fprintf(out, " to node %s", trace_node_name(e->file, m->to, to));
    if (event->record->kind == EMUQ_RECORD_INJECT)
        fprintf(out, ", descriptor %" PRIu64, event->record->position);
    if (event->record->kind == EMUQ_RECORD_SEND && event->record->lasted == 0)
        return; /* the duration was not measured */
    if (m->completed != TRACE_NEVER)
        fprintf(out, ", complete after %" PRIu64 " ns", m->completed - m->injected);
    else
        fputs(", not complete", out);
}

/* Prints the message of the last packet that was received. */
static void dump_receive(const trace_events_t *e, const trace_event_t *event, FILE *out)
{
    char node[64];
    fprintf(out, "reception FIFO %u", event->record->fifo);
    if (event->message == TRACE_NONE)
        return;
    const trace_message_t *m = &e->message[event->message];
    fprintf(out, ": of a message of node %s, %" PRIu64 " ns after its injection",
            trace_node_name(e->file, m->from, node), event->ns - m->injected);
}

/* Prints the string of a record without terminal control characters. */
static void dump_text(const emuq_record_t *r, FILE *out)
{
    char text[EMUQ_RECORD_HEADER_BYTES];
    fputs(emuq_printable(trace_text(r->text, text), false), out);
}

static void dump_call(const emuq_record_t *r, FILE *out)
{
    static const char *const names[EMUQ_RECORD_PAMIS] = {"", "callback ", "operation "};
    bool is_pami = r->kind == EMUQ_RECORD_PAMI;
    fputs(is_pami && r->detail < EMUQ_RECORD_PAMIS ? names[r->detail] : "", out);
    dump_text(r, out);
    if (is_pami && r->detail == EMUQ_RECORD_PAMI_CALLBACK)
        fprintf(out, " of dispatch id %u, %" PRIu64 " bytes", r->fifo, (uint64_t)r->bytes);
    fprintf(out, ": %" PRIu64 " ns", r->position - r->ticks);
}

static void dump_mark(const emuq_record_t *r, FILE *out)
{
    static const char *const names[] = {"", "begin ", "end"};
    fputs(names[r->detail <= EMUQ_RECORD_MARK_END ? r->detail : 0], out);
    dump_text(r, out);
    if (r->detail != EMUQ_RECORD_MARK_END)
        fprintf(out, " %" PRIu64, r->position);
}

static void dump_card_start(const trace_events_t *e, const trace_event_t *event, FILE *out)
{
    const emuq_record_t *r = event->record;
    const trace_message_t *m = &e->message[event->message];
    char node[64];
    fprintf(out, "%s of %" PRIu64 " bytes, process %u of node %s", trace_type_name(m->type), m->bytes,
            r->fifo, trace_node_name(e->file, r->node, node));
    fprintf(out, " with process %u of node %s, address 0x%" PRIx64 ", tag %" PRIu64, r->card.peer_process,
            trace_node_name(e->file, r->card.peer, node), r->position, r->card.tag);
    if (m->delivered != TRACE_NEVER)
        fprintf(out, ", there after %" PRIu64 " ns", m->delivered - m->injected);
}

static void dump_card_event(const trace_events_t *e, const trace_event_t *event, FILE *out)
{
    const emuq_record_t *r = event->record;
    char node[64];
    fprintf(out, "%" PRIu64 " of the card of node %s: %s", r->position,
            trace_node_name(e->file, r->node, node), trace_card_event_name(r->detail));
    fprintf(out, ", %" PRIu64 " bytes", (uint64_t)r->bytes);
    if (r->kind == EMUQ_RECORD_CARD_EVENT && r->fifo != 0)
        fprintf(out, ", status %u", r->fifo);
    if (event->message != TRACE_NONE)
        fprintf(out, ", %" PRIu64 " ns after its start", event->ns - e->message[event->message].injected);
}

static void dump_record(const trace_events_t *e, const trace_event_t *event, FILE *out)
{
    const emuq_record_t *r = event->record;
    char node[64];
    switch ((emuq_record_kind_t)r->kind) {
    case EMUQ_RECORD_SEND:
    case EMUQ_RECORD_INJECT:
        dump_message(e, event, out);
        break;
    case EMUQ_RECORD_DELIVER:
        fprintf(out, "%" PRIu64 " bytes into reception FIFO %u of node %s", (uint64_t)r->bytes, r->fifo,
                trace_node_name(e->file, r->node, node));
        break;
    case EMUQ_RECORD_COMPLETE:
        fprintf(out, "FIFO %u of node %s: up to descriptor %" PRIu64, r->fifo,
                trace_node_name(e->file, r->node, node), r->position);
        break;
    case EMUQ_RECORD_RECEIVE:
        dump_receive(e, event, out);
        break;
    case EMUQ_RECORD_WAIT:
        fprintf(out, "for %s %u: %" PRIu64 " ns", dump_wait_name(r->detail), r->fifo, r->position - r->ticks);
        break;
    case EMUQ_RECORD_INTERRUPT:
        fprintf(out, "route %u of node %s: bits %" PRIu64, r->fifo, trace_node_name(e->file, r->node, node),
                r->position);
        break;
    case EMUQ_RECORD_PARK:
    case EMUQ_RECORD_RESUME:
        fprintf(out, "FIFO %u: %s FIFO %u", r->fifo, r->detail ? "reception" : "remote-get",
                (unsigned)(r->position & 0xffff));
        fprintf(out, " of node %s", trace_node_name(e->file, (uint32_t)(r->position >> 16), node));
        break;
    case EMUQ_RECORD_KERNEL:
    case EMUQ_RECORD_PAMI:
        dump_call(r, out);
        break;
    case EMUQ_RECORD_HANDLER:
        fprintf(out, "of an interrupt, hardware thread %u", r->fifo);
        break;
    case EMUQ_RECORD_MARK:
        dump_mark(r, out);
        break;
    case EMUQ_RECORD_CARD_START:
        dump_card_start(e, event, out);
        break;
    case EMUQ_RECORD_CARD_EVENT:
    case EMUQ_RECORD_CARD_TAKE:
        dump_card_event(e, event, out);
        break;
    case EMUQ_RECORD_CARD_MISS:
        fprintf(out, "page 0x%" PRIx64 " in table %u of the card of node %s: %s", r->position, r->fifo,
                trace_node_name(e->file, r->node, node), r->detail != 0 ? "found" : "not registered");
        break;
    case EMUQ_RECORD_CARD_REFUSE:
        dump_text(r, out);
        fprintf(out, r->detail == EMUQ_RECORD_REFUSED_BY_CARD ? ", slot %" PRIu64 : ": errno %" PRIu64,
                r->position);
        break;
    default:
        break;
    }
}

void trace_dump(const trace_events_t *events, const trace_filter_t *filter, FILE *out)
{
    for (uint64_t i = 0; i < events->events; i++) {
        const trace_event_t *event = &events->event[i];
        const emuq_record_t *r = event->record;
        if (!(filter->kinds >> r->kind & 1) ||
            (filter->rank >= 0 && trace_rank(events, event->thread) != filter->rank) ||
            (filter->fifo >= 0 && (r->fifo != filter->fifo || r->kind == EMUQ_RECORD_MARK)))
            continue;
        dump_origin(events, event, out);
        fprintf(out, "%-11s ", emuq_record_kind_name(event->record->kind));
        dump_record(events, event, out);
        fputc('\n', out);
    }
    if (events->file->lost != 0)
        fprintf(out, "%" PRIu64 " records were lost; increase EMUQ_TRACE_RECORDS to keep more\n",
                events->file->lost);
}
