/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/events.h"

#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"
#include "backends/emulator/core/unit.h"
#include "tools/emuq-trace/match.h"
#include "tools/emuq-trace/match_cards.h"

#define CARD_PACKET 4096u /* bytes of payload, at most */

const char *trace_type_name(trace_type_t type)
{
    static const char *const names[TRACE_TYPES] = {"fifo",    "put",      "get",       "collective",
                                                   "unknown", "card-put", "card-send", "card-get"};
    return names[type];
}

const char *trace_card_event_name(uint8_t event)
{
    static const char *const names[EMUQ_RECORD_EVENTS] = {"received", "lost", "completed", "failed"};
    return event < EMUQ_RECORD_EVENTS ? names[event] : "unknown";
}

int32_t trace_rank(const trace_events_t *events, uint32_t thread)
{
    return thread < events->file->threads ? events->file->thread[thread].is.rank : -1;
}

/* What the start of a card's message says. */
static void read_start(const trace_file_t *file, trace_message_t *m)
{
    static const trace_type_t types[EMUQ_RECORD_STARTS] = {TRACE_CARD_PUT, TRACE_CARD_SEND, TRACE_CARD_GET};
    const emuq_record_t *r = m->record;
    bool is_known = r->detail < EMUQ_RECORD_STARTS && r->card.peer < file->nodes;
    m->type = is_known ? types[r->detail] : TRACE_UNKNOWN;
    m->to = is_known ? r->card.peer : EMUQ_RECORD_NO_NODE;
    if (m->type == TRACE_CARD_GET) {
        m->from = r->card.peer;
        m->to = r->node;
    }
}

/* What the header of a descriptor says. An injection whose descriptor was out of reach has none. */
static void read_header(const trace_file_t *file, trace_message_t *m)
{
    static const char none[EMUQ_RECORD_HEADER_BYTES];
    MUHWI_PacketHeader_t h;
    m->type = TRACE_UNKNOWN;
    m->to = EMUQ_RECORD_NO_NODE;
    if (memcmp(m->record->header, none, sizeof none) == 0)
        return;
    memcpy(&h, m->record->header, sizeof h);
    if (emuq_is_collective(&h)) {
        m->type = TRACE_COLLECTIVE;
        return;
    }
    uint32_t type = emuq_packet_type(&h);
    m->type = type == EMUQ_TYPE_FIFO ? TRACE_FIFO : type == EMUQ_TYPE_PUT ? TRACE_PUT : TRACE_GET;
    m->to = emuq_destination_node(&file->geometry, emuq_destination(&h));
}

uint64_t trace_packets(const trace_message_t *message)
{
    MUHWI_PacketHeader_t h;
    memcpy(&h, message->record->header, sizeof h);
    uint64_t limit = trace_is_of_card(message) ? CARD_PACKET : emuq_packet_limit(&h);
    return limit != 0 && message->bytes > limit ? (message->bytes + limit - 1) / limit : 1;
}

static void add_message(trace_events_t *e, uint32_t thread, trace_event_t *event)
{
    const emuq_record_t *r = event->record;
    trace_message_t *m = &e->message[e->messages];
    *m = (trace_message_t){.record = r,
                           .thread = thread,
                           .from = r->node,
                           .fifo = r->fifo,
                           .bytes = r->bytes,
                           .injected = event->ns,
                           .delivered = TRACE_NEVER,
                           .completed = TRACE_NEVER,
                           .received = TRACE_NEVER,
                           .receiver = TRACE_NONE};
    if (trace_is_of_card(m))
        read_start(e->file, m);
    else
        read_header(e->file, m);
    if (r->kind == EMUQ_RECORD_SEND)
        m->delivered = m->completed = r->ticks + r->lasted;
    event->message = e->messages++;
}

static int by_time(const void *a, const void *b)
{
    const trace_event_t *x = a, *y = b;
    if (x->ns != y->ns)
        return x->ns < y->ns ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return x->record < y->record ? -1 : x->record > y->record;
}

void trace_events_make(const trace_file_t *file, trace_events_t *events)
{
    uint64_t most = file->records + file->threads;
    trace_events_t e = {.file = file,
                        .event = trace_need(most, sizeof *e.event),
                        .message = trace_need(most, sizeof *e.message)};
    for (uint32_t t = 0; t < file->threads; t++)
        for (uint64_t i = 0; i < file->thread[t].records; i++) {
            const emuq_record_t *r = &file->thread[t].record[i];
            if (r->kind == EMUQ_RECORD_PAYLOAD)
                continue;
            trace_event_t *event = &e.event[e.events++];
            *event = (trace_event_t){r->ticks, r, t, TRACE_NONE};
            if (trace_begins_message(r->kind))
                add_message(&e, t, event);
        }
    trace_match_cards(&e);
    trace_match(&e);
    qsort(e.event, e.events, sizeof *e.event, by_time);
    *events = e;
}

void trace_events_free(trace_events_t *events)
{
    free(events->event);
    free(events->message);
    *events = (trace_events_t){0};
}
