/* SPDX-License-Identifier: BSD-3-Clause */
/* A graph of two components: a source of our own, whose messages are the events of the recording in their
 * order, and the sink of the library that writes CTF. Each thread is a stream; each kind of record is a class
 * of events, of which a table says the fields. Who has recorded an event stands in its common context. */
#include "tools/emuq-trace/ctf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <babeltrace2/babeltrace.h>

#include "tools/emuq-trace/ctf_fields.h"

/* What the source is about to say. */
typedef enum step { STREAMS_BEGIN, EVENTS, STREAMS_END, OVER } step_t;

typedef struct ctf {
    const trace_events_t *events;
    bt_event_class *class[EMUQ_RECORD_KINDS];
    bt_stream **stream; /* [threads] */
    step_t step;
    uint64_t next; /* thread or event of this step */
} ctf_t;

/* What the library has made; it makes nothing only if there is no memory. */
static void *need(void *made)
{
    if (made == NULL) {
        trace_say("no memory for the trace");
        exit(EXIT_FAILURE);
    }
    return made;
}

/* ---- classes ---- */

static bt_field_class *integer_class(bt_trace_class *trace, bool is_signed)
{
    return is_signed ? bt_field_class_integer_signed_create(trace)
                     : bt_field_class_integer_unsigned_create(trace);
}

static void add_member(bt_trace_class *trace, bt_field_class *to, const char *name, trace_ctf_type_t type)
{
    bt_field_class *member = need(type == TRACE_CTF_TEXT ? bt_field_class_string_create(trace)
                                                         : integer_class(trace, type == TRACE_CTF_SIGNED));
    bt_field_class_structure_append_member(to, name, member);
    bt_field_class_put_ref(member);
}

/* Names as LTTng has them: other tools know them. */
static bt_field_class *context_class(bt_trace_class *trace)
{
    bt_field_class *context = need(bt_field_class_structure_create(trace));
    add_member(trace, context, "rank", TRACE_CTF_SIGNED);
    add_member(trace, context, "node", TRACE_CTF_SIGNED);
    add_member(trace, context, "vpid", TRACE_CTF_SIGNED);
    add_member(trace, context, "vtid", TRACE_CTF_SIGNED);
    return context;
}

static void make_event_class(ctf_t *c, bt_trace_class *trace, bt_stream_class *stream, unsigned kind)
{
    bt_event_class *class = c->class[kind] = need(bt_event_class_create(stream));
    bt_field_class *payload = need(bt_field_class_structure_create(trace));
    bt_event_class_set_name(class, emuq_record_kind_name((emuq_record_kind_t)kind));
    for (const trace_ctf_field_t *f = trace_ctf_fields(kind); f->name != NULL; f++)
        add_member(trace, payload, f->name, f->type);
    bt_event_class_set_payload_field_class(class, payload);
    bt_field_class_put_ref(payload);
}

static bt_clock_class *make_clock(const ctf_t *c, bt_self_component *self)
{
    uint64_t began = c->events->file->job.realtime_ns;
    bt_clock_class *clock = need(bt_clock_class_create(self));
    bt_clock_class_set_name(clock, "job");
    bt_clock_class_set_frequency(clock, 1000000000);
    bt_clock_class_set_offset(clock, (int64_t)(began / 1000000000), began % 1000000000);
    return clock;
}

static void make_trace(ctf_t *c, bt_self_component *self)
{
    const trace_file_t *file = c->events->file;
    bt_trace_class *trace_class = need(bt_trace_class_create(self));
    bt_stream_class *stream_class = need(bt_stream_class_create(trace_class));
    bt_clock_class *clock = make_clock(c, self);
    bt_field_class *context = context_class(trace_class);
    bt_stream_class_set_default_clock_class(stream_class, clock);
    bt_stream_class_set_event_common_context_field_class(stream_class, context);
    for (unsigned kind = 0; kind < EMUQ_RECORD_KINDS; kind++)
        if (kind != EMUQ_RECORD_PAYLOAD) /* is no event */
            make_event_class(c, trace_class, stream_class, kind);
    bt_trace *trace = need(bt_trace_create(trace_class));
    c->stream = trace_need(file->threads, sizeof *c->stream);
    for (uint32_t i = 0; i < file->threads; i++)
        c->stream[i] = need(bt_stream_create(stream_class, trace));
    bt_trace_put_ref(trace);
    bt_field_class_put_ref(context);
    bt_clock_class_put_ref(clock);
    bt_stream_class_put_ref(stream_class);
    bt_trace_class_put_ref(trace_class);
}

/* ---- the source ---- */

static void set_signed(bt_field *context, uint64_t member, int64_t value)
{
    bt_field_integer_signed_set_value(bt_field_structure_borrow_member_field_by_index(context, member),
                                      value);
}

static void set_context(const trace_file_t *file, const emuq_record_thread_t *t, bt_field *context)
{
    set_signed(context, 0, t->rank);
    set_signed(context, 1, t->node < file->nodes ? (int64_t)t->node : -1);
    set_signed(context, 2, t->process);
    set_signed(context, 3, t->thread);
}

static void set_field(bt_field *field, const trace_ctf_field_t *as, const trace_ctf_value_t *value)
{
    if (as->type == TRACE_CTF_TEXT)
        bt_field_string_set_value(field, value->text);
    else if (as->type == TRACE_CTF_SIGNED)
        bt_field_integer_signed_set_value(field, value->number);
    else
        bt_field_integer_unsigned_set_value(field, (uint64_t)value->number);
}

static bt_message *event_message(const ctf_t *c, bt_self_message_iterator *self, const trace_event_t *e)
{
    const trace_file_t *file = c->events->file;
    bt_message *message = bt_message_event_create_with_default_clock_snapshot(
        self, c->class[e->record->kind], c -> stream[e->thread], e -> ns);
    if (message == NULL)
        return NULL;
    bt_event *event = bt_message_event_borrow_event(message);
    set_context(file, &file->thread[e->thread].is, bt_event_borrow_common_context_field(event));
    bt_field *payload = bt_event_borrow_payload_field(event);
    const trace_ctf_field_t *field = trace_ctf_fields(e->record->kind);
    for (uint64_t i = 0; field[i].name != NULL; i++) {
        trace_ctf_value_t value;
        trace_ctf_get(c->events, e, field[i].what, &value);
        set_field(bt_field_structure_borrow_member_field_by_index(payload, i), &field[i], &value);
    }
    return message;
}

/* The next message, of any step but OVER. */
static bt_message *say(ctf_t *c, bt_self_message_iterator *self)
{
    if (c->step == STREAMS_BEGIN)
        return bt_message_stream_beginning_create(self, c->stream[c->next]);
    if (c->step == STREAMS_END)
        return bt_message_stream_end_create(self, c->stream[c->next]);
    return event_message(c, self, &c->events->event[c->next]);
}

static void skip_what_is_done(ctf_t *c)
{
    while (c->step != OVER && c->next == (c->step == EVENTS ? c->events->events : c->events->file->threads)) {
        c->step++;
        c->next = 0;
    }
}

static bt_message_iterator_class_next_method_status
next(bt_self_message_iterator *self, bt_message_array_const messages, uint64_t capacity, uint64_t *count)
{
    ctf_t *c = bt_self_component_get_data(bt_self_message_iterator_borrow_component(self));
    *count = 0;
    for (skip_what_is_done(c); *count < capacity && c->step != OVER; skip_what_is_done(c)) {
        bt_message *message = say(c, self);
        if (message == NULL) {
            if (*count == 0)
                return BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_MEMORY_ERROR;
            break; /* it is tried again when these have been taken */
        }
        messages[(*count)++] = message;
        c->next++;
    }
    return *count != 0 ? BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_OK
                       : BT_MESSAGE_ITERATOR_CLASS_NEXT_METHOD_STATUS_END;
}

static bt_component_class_initialize_method_status
begin(bt_self_component_source *self, bt_self_component_source_configuration *configuration,
      const bt_value *parameters, void *ctf)
{
    (void)configuration, (void)parameters;
    bt_self_component *component = bt_self_component_source_as_self_component(self);
    bt_self_component_set_data(component, ctf);
    make_trace(ctf, component);
    return bt_self_component_source_add_output_port(self, "out", NULL, NULL) ==
                   BT_SELF_COMPONENT_ADD_PORT_STATUS_OK
               ? BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_OK
               : BT_COMPONENT_CLASS_INITIALIZE_METHOD_STATUS_ERROR;
}

/* ---- the graph ---- */

static const bt_component_source *add_source(bt_graph *graph, ctf_t *c)
{
    const bt_component_source *source = NULL;
    bt_message_iterator_class *iterator = need(bt_message_iterator_class_create(next));
    bt_component_class_source *class = need(bt_component_class_source_create("recording", iterator));
    bt_component_class_source_set_initialize_method(class, begin);
    if (bt_graph_add_source_component_with_initialize_method_data(graph, class, "recording", NULL, c,
                                                                  BT_LOGGING_LEVEL_NONE, &source) != 0)
        source = NULL;
    bt_component_class_source_put_ref(class);
    bt_message_iterator_class_put_ref(iterator);
    return source;
}

static const bt_component_sink *add_sink(bt_graph *graph, const char *directory)
{
    const bt_component_sink *sink = NULL;
    const bt_plugin *plugin = NULL;
    if (bt_plugin_find("ctf", BT_TRUE, BT_TRUE, BT_TRUE, BT_TRUE, BT_FALSE, &plugin) != 0) {
        trace_say("libbabeltrace2 has no plugin \"ctf\"; install the package babeltrace2, or set "
                  "BABELTRACE_PLUGIN_PATH");
        return NULL;
    }
    const bt_component_class_sink *class = bt_plugin_borrow_sink_component_class_by_name_const(plugin, "fs");
    bt_value *parameters = need(bt_value_map_create());
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

static bool run(ctf_t *c, const char *directory)
{
    bt_graph *graph = need(bt_graph_create(0));
    const bt_component_sink *sink = add_sink(graph, directory);
    const bt_component_source *source = sink != NULL ? add_source(graph, c) : NULL;
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
        trace_say("libbabeltrace2: %s", bt_error_cause_get_message(bt_error_borrow_cause_by_index(error, 0)));
    if (error != NULL)
        bt_error_release(error);
    return is_good;
}

int trace_ctf(const trace_events_t *events, const char *directory)
{
    ctf_t c = {.events = events};
    int error = access(directory, F_OK) == 0 ? EEXIST : errno;
    if (error != ENOENT) { /* the sink makes it */
        trace_say("cannot make the directory %s: %s", directory, strerror(error));
        return -1;
    }
    if (run(&c, directory))
        return 0;
    trace_say("cannot write the trace into %s", directory);
    return -1;
}
