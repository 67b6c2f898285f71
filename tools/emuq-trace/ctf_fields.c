/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/ctf_fields.h"

#include <stdio.h>

#include "tools/emuq-trace/stats_print.h"

#define U TRACE_CTF_UNSIGNED
#define S TRACE_CTF_SIGNED
#define T TRACE_CTF_TEXT

#define OF_MESSAGE                                                                                           \
    {"fifo", U, TRACE_CTF_FIFO}, {"message", S, TRACE_CTF_MESSAGE}, {"type", T, TRACE_CTF_MESSAGE_TYPE},     \
        {"bytes", U, TRACE_CTF_MESSAGE_BYTES}, {"from", S, TRACE_CTF_FROM}, {"to", S, TRACE_CTF_TO},         \
    {                                                                                                        \
        "complete_after", S, TRACE_CTF_COMPLETE                                                              \
    }
#define OF_PACKETS                                                                                           \
    {"fifo", U, TRACE_CTF_FIFO}, {"node", S, TRACE_CTF_NODE},                                                \
    {                                                                                                        \
        "position", U, TRACE_CTF_POSITION                                                                    \
    }
#define OF_PARKED                                                                                            \
    {"fifo", U, TRACE_CTF_FIFO}, {"node", S, TRACE_CTF_NODE}, {"target_node", U, TRACE_CTF_TARGET_NODE},     \
    {                                                                                                        \
        "target_fifo", U, TRACE_CTF_TARGET_FIFO                                                              \
    }

#define OF_EVENT                                                                                             \
    {"node", S, TRACE_CTF_NODE}, {"what", T, TRACE_CTF_EVENT}, {"number", U, TRACE_CTF_POSITION},            \
        {"bytes", U, TRACE_CTF_BYTES},                                                                       \
    {                                                                                                        \
        "message", S, TRACE_CTF_MESSAGE                                                                      \
    }

#define FIELDS 8 /* at most, with the end */

static const trace_ctf_field_t fields[EMUQ_RECORD_KINDS][FIELDS] = {
    [EMUQ_RECORD_SEND] = {OF_MESSAGE},
    [EMUQ_RECORD_INJECT] = {OF_MESSAGE},
    [EMUQ_RECORD_DELIVER] = {OF_PACKETS, {"bytes", U, TRACE_CTF_BYTES}},
    [EMUQ_RECORD_COMPLETE] = {OF_PACKETS},
    [EMUQ_RECORD_RECEIVE] = {OF_PACKETS, {"message", S, TRACE_CTF_MESSAGE}, {"from", S, TRACE_CTF_FROM}},
    [EMUQ_RECORD_WAIT] = {{"duration", U, TRACE_CTF_DURATION},
                          {"what", T, TRACE_CTF_WAIT},
                          {"fifo", U, TRACE_CTF_FIFO}},
    [EMUQ_RECORD_INTERRUPT] = {{"route", U, TRACE_CTF_FIFO}, {"bits", U, TRACE_CTF_POSITION}},
    [EMUQ_RECORD_PARK] = {OF_PARKED},
    [EMUQ_RECORD_RESUME] = {OF_PARKED},
    [EMUQ_RECORD_MARK] = {{"text", T, TRACE_CTF_TEXT_OF_RECORD},
                          {"what", T, TRACE_CTF_MARK},
                          {"value", U, TRACE_CTF_POSITION}},
    [EMUQ_RECORD_KERNEL] = {{"text", T, TRACE_CTF_TEXT_OF_RECORD}, {"duration", U, TRACE_CTF_DURATION}},
    [EMUQ_RECORD_HANDLER] = {{"hardware_thread", U, TRACE_CTF_FIFO}},
    [EMUQ_RECORD_PAMI] = {{"text", T, TRACE_CTF_TEXT_OF_RECORD},
                          {"what", T, TRACE_CTF_PAMI},
                          {"duration", U, TRACE_CTF_DURATION},
                          {"id", U, TRACE_CTF_FIFO},
                          {"bytes", U, TRACE_CTF_BYTES}},
    [EMUQ_RECORD_CARD_START] = {OF_MESSAGE},
    [EMUQ_RECORD_CARD_EVENT] = {OF_EVENT, {"status", U, TRACE_CTF_FIFO}},
    [EMUQ_RECORD_CARD_TAKE] = {OF_EVENT},
    [EMUQ_RECORD_CARD_MISS] = {{"node", S, TRACE_CTF_NODE},
                               {"table", U, TRACE_CTF_FIFO},
                               {"page", U, TRACE_CTF_POSITION}},
    [EMUQ_RECORD_CARD_REFUSE] = {{"node", S, TRACE_CTF_NODE},
                                 {"text", T, TRACE_CTF_TEXT_OF_RECORD},
                                 {"number", U, TRACE_CTF_POSITION}},
};

const trace_ctf_field_t *trace_ctf_fields(unsigned kind)
{
    return fields[kind < EMUQ_RECORD_KINDS ? kind : EMUQ_RECORD_PAYLOAD];
}

static int64_t node_of(const trace_events_t *events, uint32_t node)
{
    return node < events->file->nodes ? (int64_t)node : -1;
}

/* Of the message of an event. @param m NULL: it has none */
static void get_of_message(const trace_events_t *events, const trace_message_t *m, trace_ctf_what_t what,
                           trace_ctf_value_t *value)
{
    value->number = -1;
    value->text = trace_type_name(m != NULL ? m->type : TRACE_UNKNOWN);
    if (what == TRACE_CTF_MESSAGE_BYTES)
        value->number = m != NULL ? (int64_t)m->bytes : 0;
    else if (m == NULL)
        return;
    else if (what == TRACE_CTF_MESSAGE)
        value->number = m - events->message;
    else if (what == TRACE_CTF_COMPLETE)
        value->number = m->completed != TRACE_NEVER ? (int64_t)(m->completed - m->injected) : -1;
    else
        value->number = node_of(events, what == TRACE_CTF_FROM ? m->from : m->to);
}

static const char *text_of(const emuq_record_t *r, trace_ctf_what_t what, char *own)
{
    static const char *const marks[] = {"point", "begin", "end"}, *const pami[] = {"call", "callback",
                                                                                   "operation"};
    if (what == TRACE_CTF_WAIT)
        return trace_wait_name((emuq_record_wait_t)r->detail);
    if (what == TRACE_CTF_MARK)
        return r->detail <= EMUQ_RECORD_MARK_END ? marks[r->detail] : "unknown";
    if (what == TRACE_CTF_EVENT)
        return trace_card_event_name(r->detail);
    if (what == TRACE_CTF_PAMI)
        return r->detail < EMUQ_RECORD_PAMIS ? pami[r->detail] : "unknown";
    snprintf(own, EMUQ_RECORD_HEADER_BYTES, "%.*s", EMUQ_RECORD_HEADER_BYTES - 1, r->text);
    return own;
}

void trace_ctf_get(const trace_events_t *events, const trace_event_t *event, trace_ctf_what_t what,
                   trace_ctf_value_t *value)
{
    const emuq_record_t *r = event->record;
    value->number = 0;
    value->text = "";
    switch (what) {
    case TRACE_CTF_FIFO:
        value->number = r->fifo;
        break;
    case TRACE_CTF_NODE:
        value->number = node_of(events, r->node);
        break;
    case TRACE_CTF_BYTES:
        value->number = (int64_t)r->bytes;
        break;
    case TRACE_CTF_POSITION:
        value->number = (int64_t)r->position;
        break;
    case TRACE_CTF_DURATION:
        value->number = (int64_t)(r->position - event->ns);
        break;
    case TRACE_CTF_TARGET_NODE:
        value->number = (int64_t)(r->position >> 16);
        break;
    case TRACE_CTF_TARGET_FIFO:
        value->number = (int64_t)(r->position & 0xffff);
        break;
    case TRACE_CTF_WAIT:
    case TRACE_CTF_TEXT_OF_RECORD:
    case TRACE_CTF_MARK:
    case TRACE_CTF_PAMI:
    case TRACE_CTF_EVENT:
        value->text = text_of(r, what, value->own);
        break;
    default:
        get_of_message(events, event->message != TRACE_NONE ? &events->message[event->message] : NULL, what,
                       value);
        break;
    }
}
