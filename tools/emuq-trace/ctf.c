/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes a trace in the Common Trace Format with a graph of two babeltrace components: a source with the
 * events of the recording in order of time, and the library's CTF sink. Each thread is a stream, each kind of
 * record an event class with the fields of a table. The common context of an event holds rank, node, process
 * and thread. */
#include "tools/emuq-trace/trace.h"

#ifdef EMUQ_HAVE_BABELTRACE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <babeltrace2/babeltrace.h>

typedef enum ctf_type { CTF_UNSIGNED, CTF_SIGNED, CTF_TEXT } ctf_type_t;

/* Source of a field: a record or its message. Nodes and messages that do not exist are -1. */
typedef enum ctf_source {
    CTF_FIFO,
    CTF_NODE,
    CTF_BYTES,
    CTF_POSITION,
    CTF_DURATION,    /* ns */
    CTF_TARGET_NODE, /* full target of a parked message */
    CTF_TARGET_FIFO,
    CTF_MESSAGE, /* index */
    CTF_MESSAGE_TYPE,
    CTF_MESSAGE_BYTES,
    CTF_FROM,     /* source node of the message */
    CTF_TO,       /* target node of the message */
    CTF_COMPLETE, /* ns from injection to completion; -1: never */
    CTF_RECORD_TEXT,
    CTF_WAIT, /* the rest: names of a wait, a mark, a PAMI record and a card event */
    CTF_MARK,
    CTF_PAMI,
    CTF_EVENT
} ctf_source_t;

typedef struct ctf_field {
    const char *name; /* NULL: end of the list */
    ctf_type_t type;
    ctf_source_t source;
} ctf_field_t;

#define U CTF_UNSIGNED
#define S CTF_SIGNED
#define T CTF_TEXT

/* clang-format off */
#define OF_MESSAGE \
    {"fifo", U, CTF_FIFO}, {"message", S, CTF_MESSAGE}, {"type", T, CTF_MESSAGE_TYPE}, \
    {"bytes", U, CTF_MESSAGE_BYTES}, {"from", S, CTF_FROM}, {"to", S, CTF_TO}, {"complete_after", S, CTF_COMPLETE}
#define OF_PACKETS {"fifo", U, CTF_FIFO}, {"node", S, CTF_NODE}, {"position", U, CTF_POSITION}
#define OF_PARKED \
    {"fifo", U, CTF_FIFO}, {"node", S, CTF_NODE}, {"target_node", U, CTF_TARGET_NODE}, {"target_fifo", U, CTF_TARGET_FIFO}
#define OF_EVENT \
    {"node", S, CTF_NODE}, {"what", T, CTF_EVENT}, {"number", U, CTF_POSITION}, {"bytes", U, CTF_BYTES}, \
    {"message", S, CTF_MESSAGE}
/* clang-format on */

#define FIELDS 8 /* maximum fields, including the end */

static const ctf_field_t fields[EMUQ_RECORD_KINDS][FIELDS] = {
    [EMUQ_RECORD_SEND] = {OF_MESSAGE},
    [EMUQ_RECORD_INJECT] = {OF_MESSAGE},
    [EMUQ_RECORD_DELIVER] = {OF_PACKETS, {"bytes", U, CTF_BYTES}},
    [EMUQ_RECORD_COMPLETE] = {OF_PACKETS},
    [EMUQ_RECORD_RECEIVE] = {OF_PACKETS, {"message", S, CTF_MESSAGE}, {"from", S, CTF_FROM}},
    [EMUQ_RECORD_WAIT] = {{"duration", U, CTF_DURATION}, {"what", T, CTF_WAIT}, {"fifo", U, CTF_FIFO}},
    [EMUQ_RECORD_INTERRUPT] = {{"route", U, CTF_FIFO}, {"bits", U, CTF_POSITION}},
    [EMUQ_RECORD_PARK] = {OF_PARKED},
    [EMUQ_RECORD_RESUME] = {OF_PARKED},
    [EMUQ_RECORD_MARK] = {{"text", T, CTF_RECORD_TEXT}, {"what", T, CTF_MARK}, {"value", U, CTF_POSITION}},
    [EMUQ_RECORD_KERNEL] = {{"text", T, CTF_RECORD_TEXT}, {"duration", U, CTF_DURATION}},
    [EMUQ_RECORD_HANDLER] = {{"hardware_thread", U, CTF_FIFO}},
    [EMUQ_RECORD_PAMI] = {{"text", T, CTF_RECORD_TEXT},
                          {"what", T, CTF_PAMI},
                          {"duration", U, CTF_DURATION},
                          {"id", U, CTF_FIFO},
                          {"bytes", U, CTF_BYTES}},
    [EMUQ_RECORD_CARD_START] = {OF_MESSAGE},
    [EMUQ_RECORD_CARD_EVENT] = {OF_EVENT, {"status", U, CTF_FIFO}},
    [EMUQ_RECORD_CARD_TAKE] = {OF_EVENT},
    [EMUQ_RECORD_CARD_MISS] = {{"node", S, CTF_NODE}, {"table", U, CTF_FIFO}, {"page", U, CTF_POSITION}},
    [EMUQ_RECORD_CARD_REFUSE] = {{"node", S, CTF_NODE},
                                 {"text", T, CTF_RECORD_TEXT},
                                 {"number", U, CTF_POSITION}},
};

static const ctf_field_t *ctf_fields(unsigned kind)
{
    return fields[kind < EMUQ_RECORD_KINDS ? kind : EMUQ_RECORD_PAYLOAD];
}

static int64_t ctf_node_number(const trace_events_t *events, uint32_t node)
{
    return node < events->file->nodes ? (int64_t)node : -1;
}

/* A number of the message of an event. @param m message, or NULL */
static int64_t ctf_number_of_message(const trace_events_t *events, const trace_message_t *m,
                                     ctf_source_t source)
{
    if (m == NULL)
        return source == CTF_MESSAGE_BYTES ? 0 : -1;
    switch (source) {
    case CTF_MESSAGE_BYTES:
        return (int64_t)m->bytes;
    case CTF_MESSAGE:
        return m - events->message;
    case CTF_COMPLETE:
        return m->completed != TRACE_NEVER ? (int64_t)(m->completed - m->injected) : -1;
    default:
        return ctf_node_number(events, source == CTF_FROM ? m->from : m->to);
    }
}

static int64_t ctf_number(const trace_events_t *events, const trace_event_t *event, const trace_message_t *m,
                          ctf_source_t source)
{
    const emuq_record_t *r = event->record;
    switch (source) {
    case CTF_FIFO:
        return r->fifo;
    case CTF_NODE:
        return ctf_node_number(events, r->node);
    case CTF_BYTES:
        return (int64_t)r->bytes;
    case CTF_POSITION:
        return (int64_t)r->position;
    case CTF_DURATION:
        return (int64_t)(r->position - event->ns);
    case CTF_TARGET_NODE:
        return (int64_t)(r->position >> 16);
    case CTF_TARGET_FIFO:
        return (int64_t)(r->position & 0xffff);
    default:
        return ctf_number_of_message(events, m, source);
    }
}

/* @param buffer of EMUQ_RECORD_HEADER_BYTES */
static const char *ctf_text(const emuq_record_t *r, const trace_message_t *m, ctf_source_t source,
                            char *buffer)
{
    static const char *const marks[] = {"point", "begin", "end"};
    static const char *const pami[] = {"call", "callback", "operation"};
    switch (source) {
    case CTF_MESSAGE_TYPE:
        return trace_type_name(m != NULL ? m->type : TRACE_UNKNOWN);
    case CTF_WAIT:
        return trace_wait_name((emuq_record_wait_t)r->detail);
    case CTF_MARK:
        return r->detail <= EMUQ_RECORD_MARK_END ? marks[r->detail] : "unknown";
    case CTF_EVENT:
        return trace_card_event_name(r->detail);
    case CTF_PAMI:
        return r->detail < EMUQ_RECORD_PAMIS ? pami[r->detail] : "unknown";
    default:
        return trace_text(r->text, buffer);
    }
}

/* Kind of the next message of the source. */
typedef enum ctf_step { STREAMS_BEGIN, EVENTS, STREAMS_END, OVER } ctf_step_t;

typedef struct ctf {
    const trace_events_t *events;
    bt_event_class *class[EMUQ_RECORD_KINDS];
    bt_stream **stream; /* [threads] */
    ctf_step_t step;
    uint64_t next; /* thread or event of this step */
} ctf_t;

/* Exits if the library returned NULL, which means that memory is exhausted. */
static void *ctf_require(void *made)
{
    if (made == NULL) {
        trace_error("out of memory for the trace");
        exit(EXIT_FAILURE);
    }
    return made;
}

/* ---- classes ---- */

static void ctf_add_member(bt_trace_class *trace, bt_field_class *to, const char *name, ctf_type_t type)
{
    bt_field_class *member =
        ctf_require(type == CTF_TEXT     ? bt_field_class_string_create(trace)
                    : type == CTF_SIGNED ? bt_field_class_integer_signed_create(trace)
                                         : bt_field_class_integer_unsigned_create(trace));
    bt_field_class_structure_append_member(to, name, member);
    bt_field_class_put_ref(member);
}

/* Adds members with the names of LTTng, which CTF tools recognize. */
static bt_field_class *ctf_context_class(bt_trace_class *trace)
{
    static const char *const names[] = {"rank", "node", "vpid", "vtid"};
    bt_field_class *context = ctf_require(bt_field_class_structure_create(trace));
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        ctf_add_member(trace, context, names[i], CTF_SIGNED);
    return context;
}

static void ctf_make_event_class(ctf_t *c, bt_trace_class *trace, bt_stream_class *stream, unsigned kind)
{
    bt_event_class *class = c->class[kind] = ctf_require(bt_event_class_create(stream));
    bt_field_class *payload = ctf_require(bt_field_class_structure_create(trace));
    bt_event_class_set_name(class, emuq_record_kind_name((emuq_record_kind_t)kind));
    for (const ctf_field_t *f = ctf_fields(kind); f->name != NULL; f++)
        ctf_add_member(trace, payload, f->name, f->type);
    bt_event_class_set_payload_field_class(class, payload);
    bt_field_class_put_ref(payload);
}

static bt_clock_class *ctf_make_clock(const ctf_t *c, bt_self_component *self)
{
    uint64_t began = c->events->file->job.realtime_ns;
    bt_clock_class *clock = ctf_require(bt_clock_class_create(self));
    bt_clock_class_set_name(clock, "job");
    bt_clock_class_set_frequency(clock, 1000000000);
    bt_clock_class_set_offset(clock, (int64_t)(began / 1000000000), began % 1000000000);
    return clock;
}

static void ctf_make_trace(ctf_t *c, bt_self_component *self)
{
    const trace_file_t *file = c->events->file;
    bt_trace_class *trace_class = ctf_require(bt_trace_class_create(self));
    bt_stream_class *stream_class = ctf_require(bt_stream_class_create(trace_class));
    bt_clock_class *clock = ctf_make_clock(c, self);
    bt_field_class *context = ctf_context_class(trace_class);
    bt_stream_class_set_default_clock_class(stream_class, clock);
    bt_stream_class_set_event_common_context_field_class(stream_class, context);
    for (unsigned kind = 0; kind < EMUQ_RECORD_KINDS; kind++)
        if (kind != EMUQ_RECORD_PAYLOAD) /* not an event */
            ctf_make_event_class(c, trace_class, stream_class, kind);
    bt_trace *trace = ctf_require(bt_trace_create(trace_class));
    c->stream = trace_alloc(file->threads, sizeof *c->stream);
    for (uint32_t i = 0; i < file->threads; i++)
        c->stream[i] = ctf_require(bt_stream_create(stream_class, trace));
    bt_trace_put_ref(trace);
    bt_field_class_put_ref(context);
    bt_clock_class_put_ref(clock);
    bt_stream_class_put_ref(stream_class);
    bt_trace_class_put_ref(trace_class);
}

/* ---- the source ---- */

static void ctf_set_context(const trace_file_t *file, const emuq_record_thread_t *t, bt_field *context)
{
    const int64_t values[] = {t->rank, t->node < file->nodes ? (int64_t)t->node : -1, t->process, t->thread};
    for (uint64_t i = 0; i < sizeof values / sizeof values[0]; i++)
        bt_field_integer_signed_set_value(bt_field_structure_borrow_member_field_by_index(context, i),
                                          values[i]);
}

static void ctf_set_field(const trace_events_t *events, const trace_event_t *event, const ctf_field_t *as,
                          bt_field *field)
{
    const trace_message_t *m = event->message != TRACE_NONE ? &events->message[event->message] : NULL;
    char buffer[EMUQ_RECORD_HEADER_BYTES];
    if (as->type == CTF_TEXT)
        bt_field_string_set_value(field, ctf_text(event->record, m, as->source, buffer));
    else if (as->type == CTF_SIGNED)
        bt_field_integer_signed_set_value(field, ctf_number(events, event, m, as->source));
    else
        bt_field_integer_unsigned_set_value(field, (uint64_t)ctf_number(events, event, m, as->source));
}

static bt_message *ctf_event_message(const ctf_t *c, bt_self_message_iterator *self, const trace_event_t *e)
{
    const trace_file_t *file = c->events->file;
    bt_message *message = bt_message_event_create_with_default_clock_snapshot(
        self, c->class[e->record->kind], c -> stream[e->thread], e -> ns);
    if (message == NULL)
        return NULL;
    bt_event *event = bt_message_event_borrow_event(message);
    ctf_set_context(file, &file->thread[e->thread].is, bt_event_borrow_common_context_field(event));
    bt_field *payload = bt_event_borrow_payload_field(event);
    const ctf_field_t *field = ctf_fields(e->record->kind);
    for (uint64_t i = 0; field[i].name != NULL; i++)
        ctf_set_field(c->events, e, &field[i], bt_field_structure_borrow_member_field_by_index(payload, i));
    return message;
}

static void ctf_advance_step(ctf_t *c)
{
    while (c->step != OVER && c->next == (c->step == EVENTS ? c->events->events : c->events->file->threads)) {
        c->step++;
        c->next = 0;
    }
}

static bt_message_iterator_class_next_method_status
ctf_next(bt_self_message_iterator *self, bt_message_array_const messages, uint64_t capacity, uint64_t *count)
{
    ctf_t *c = bt_self_component_get_data(bt_self_message_iterator_borrow_component(self));
    *count = 0;
    for (ctf_advance_step(c); *count < capacity && c->step != OVER; ctf_advance_step(c)) {
        bt_message *message =
            c->step == STREAMS_BEGIN ? bt_message_stream_beginning_create(self, c->stream[c->next])
            : c->step == STREAMS_END ? bt_message_stream_end_create(self, c->stream[c->next])
                                     : ctf_event_message(c, self, &c->events->event[c->next]);
        if (message == NULL) {
            if (*count == 0)
                return BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_MEMORY_ERROR;
            break; /* retried after the sink consumed these messages */
        }
        messages[(*count)++] = message;
        c->next++;
    }
    return *count != 0 ? BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_OK
                       : BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_END;
}

static bt_component_class_initialize_method_status
ctf_begin(bt_self_component_source *self, bt_self_component_source_configuration *configuration,
          const bt_value *parameters, void *ctf)
{
    (void)configuration, (void)parameters;
    bt_self_component *component = bt_self_component_source_as_self_component(self);
    bt_self_component_set_data(component, ctf);
    ctf_make_trace(ctf, component);
    return bt_self_component_source_add_output_port(self, "out", NULL, NULL) ==
                   BT_SELF_COMPONENT_ADD_PORT_STATUS_OK
               ? BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK
               : BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
}

/* ---- the graph ---- */

static const bt_component_source *ctf_add_source(bt_graph *graph, ctf_t *c)
{
    const bt_component_source *source = NULL;
    bt_message_iterator_class *iterator = ctf_require(bt_message_iterator_class_create(ctf_next));
    bt_component_class_source *class = ctf_require(bt_component_class_source_create("recording", iterator));
    bt_component_class_source_set_initialize_method(class, ctf_begin);
    if (bt_graph_add_source_component_with_initialize_method_data(graph, class, "recording", NULL, c,
                                                                  BT_LOGGING_LEVEL_NONE, &source) != 0)
        source = NULL;
    bt_component_class_source_put_ref(class);
    bt_message_iterator_class_put_ref(iterator);
    return source;
}

static const bt_component_sink *ctf_add_sink(bt_graph *graph, const char *directory)
{
    const bt_component_sink *sink = NULL;
    const bt_plugin *plugin = NULL;
    if (bt_plugin_find("ctf", BT_TRUE, BT_TRUE, BT_TRUE, BT_TRUE, BT_FALSE, &plugin) != 0) {
        trace_error("libbabeltrace2 has no plugin \"ctf\"; install the package babeltrace2, or set "
                    "BABELTRACE_PLUGIN_PATH");
        return NULL;
    }
    const bt_component_class_sink *class = bt_plugin_borrow_sink_component_class_by_name_const(plugin, "fs");
    bt_value *parameters = ctf_require(bt_value_map_create());
    bt_value_map_insert_string_entry(parameters, "path", directory);
    bt_value_map_insert_bool_entry(parameters, "assume-single-trace", BT_TRUE);
    bt_value_map_insert_bool_entry(parameters, "quiet", BT_TRUE);
    if (class == NULL ||
        bt_graph_add_sink_component(graph, class, "ctf", parameters, BT_LOGGING_LEVEL_NONE, &sink) != 0)
        sink = NULL;
    bt_value_put_ref(parameters);
    bt_plugin_put_ref(plugin);
    return sink;
}

static bool ctf_run(ctf_t *c, const char *directory)
{
    bt_graph *graph = ctf_require(bt_graph_create(0));
    const bt_component_sink *sink = ctf_add_sink(graph, directory);
    const bt_component_source *source = sink != NULL ? ctf_add_source(graph, c) : NULL;
    bool is_good =
        source != NULL &&
        bt_graph_connect_ports(graph, bt_component_source_borrow_output_port_by_index_const(source, 0),
                               bt_component_sink_borrow_input_port_by_index_const(sink, 0), NULL) == 0 &&
        bt_graph_run(graph) == BT_GRAPH_RUN_STATUS_OK;
    for (uint32_t i = 0; c->stream != NULL && i < c->events->file->threads; i++)
        bt_stream_put_ref(c->stream[i]);
    for (unsigned kind = 0; kind < EMUQ_RECORD_KINDS; kind++)
        bt_event_class_put_ref(c->class[kind]);
    free(c->stream);
    bt_graph_put_ref(graph);
    const bt_error *error = bt_current_thread_take_error();
    if (error != NULL)
        trace_error("libbabeltrace2: %s",
                    bt_error_cause_get_message(bt_error_borrow_cause_by_index(error, 0)));
    if (error != NULL)
        bt_error_release(error);
    return is_good;
}

int trace_ctf(const trace_events_t *events, const char *directory)
{
    ctf_t c = {.events = events};
    int error = access(directory, F_OK) == 0 ? EEXIST : errno;
    if (error != ENOENT) { /* the sink creates the directory */
        trace_error("cannot create the directory %s: %s", directory, strerror(error));
        return -1;
    }
    if (ctf_run(&c, directory))
        return 0;
    trace_error("cannot write the trace into %s", directory);
    return -1;
}

#else

int trace_ctf(const trace_events_t *events, const char *directory)
{
    (void)events;
    trace_error(
        "cannot write %s: emuq-trace was built without libbabeltrace2; install libbabeltrace2-dev and "
        "build again",
        directory);
    return -1;
}

#endif /* EMUQ_HAVE_BABELTRACE */
