/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts the records of all threads by time and assigns records to messages. */
#include <stdlib.h>
#include <string.h>

#include "backends/emulator/core/header.h"
#include "backends/emulator/core/unit.h"
#include "tools/emuq-trace/trace.h"

#define EVENTS_CARD_PACKET 4096u /* maximum payload bytes of a card's packet */

uint64_t trace_lower_bound(const void *key, const void *array, uint64_t count, size_t bytes,
                           int (*compare)(const void *, const void *))
{
    uint64_t low = 0, high = count;
    while (low < high) {
        uint64_t middle = (low + high) / 2;
        if (compare((const char *)array + middle * bytes, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

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

/* Sets type and nodes from the record that starts a card's message. */
static void events_read_start(const trace_file_t *file, trace_message_t *m)
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

/* Sets type and target from the packet header, which is zero if the descriptor was not readable. */
static void events_read_header(const trace_file_t *file, trace_message_t *m)
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
    uint64_t limit = trace_is_card_message(message) ? EVENTS_CARD_PACKET : emuq_packet_limit(&h);
    return limit != 0 && message->bytes > limit ? (message->bytes + limit - 1) / limit : 1;
}

static void events_add_message(trace_events_t *e, uint32_t thread, trace_event_t *event)
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
    if (trace_is_card_message(m))
        events_read_start(e->file, m);
    else
        events_read_header(e->file, m);
    if (r->kind == EMUQ_RECORD_SEND)
        m->delivered = m->completed = r->ticks + r->lasted;
    event->message = e->messages++;
}

/* ---- numbered records ---- */

typedef struct match_entry {
    uint64_t source;  /* node << 16 | FIFO id, or the node of a card */
    uint64_t number;  /* descriptor number, FIFO position, or number at a card */
    uint64_t order;   /* order of equal numbers. FIFOs: 0 for a start, 1 for the end of all up to `number`;
                         cards: ns */
    uint32_t event;   /* index */
    uint32_t message; /* message of the event, or TRACE_NONE */
} match_entry_t;

typedef struct match_list {
    match_entry_t *entry;
    uint64_t count;
} match_list_t;

static int match_compare(const void *a, const void *b)
{
    const match_entry_t *x = a, *y = b;
    int order = trace_then(trace_compare(x->source, y->source), x->number, y->number);
    return trace_then(trace_then(order, x->order, y->order), x->event, y->event);
}

static void match_sort(match_list_t *n)
{
    qsort(n->entry, n->count, sizeof *n->entry, match_compare);
}

/* Index of the first entry that is not less than @p wanted, or the number of entries. */
static uint64_t match_lower_bound(const match_list_t *n, match_entry_t wanted)
{
    return trace_lower_bound(&wanted, n->entry, n->count, sizeof wanted, match_compare);
}

/* ---- messages of Message Units ----
 *
 * Completion records hold the number of the last complete descriptor, receive records the position up to
 * which packets were read. Entries are sorted by FIFO and number; one pass assigns each start to the next
 * end. */

#define MATCH_MAX_RECEIVES 64 /* receives after which the search for the end of a delivery stops */

static uint64_t match_fifo_key(uint32_t node, uint32_t fifo)
{
    return (uint64_t)node << 16 | fifo;
}

static void match_add(match_list_t *n, uint64_t fifo, uint64_t number, bool is_end, uint64_t event,
                      uint32_t message)
{
    n->entry[n->count++] = (match_entry_t){fifo, number, is_end, (uint32_t)event, message};
}

/* The injecting thread records an injection, but another thread may process the FIFO first. Moves the
 * injection before @p ns, the time of a later step. */
static void match_clamp_injection(trace_events_t *e, const match_entry_t *injection, uint64_t ns)
{
    trace_message_t *m = &e->message[injection->message];
    if (m->injected >= ns)
        m->injected = e->event[injection->event].ns = ns != 0 ? ns - 1 : 0;
}

/* Collects injections and, if requested, completions. */
static match_list_t match_collect(const trace_events_t *e, bool with_completions)
{
    match_list_t n = {trace_alloc(e->events, sizeof *n.entry), 0};
    for (uint64_t i = 0; i < e->events; i++) {
        const emuq_record_t *r = e->event[i].record;
        bool is_end = r->kind == EMUQ_RECORD_COMPLETE;
        if (r->kind == EMUQ_RECORD_INJECT || (is_end && with_completions))
            match_add(&n, match_fifo_key(r->node, r->fifo), r->position, is_end, i, e->event[i].message);
    }
    match_sort(&n);
    return n;
}

/* Sets completion times. Two threads may record the same descriptor: the first injection counts. */
static void match_completions(trace_events_t *e)
{
    match_list_t n = match_collect(e, true);
    uint64_t first = 0; /* oldest injection without a completion */
    for (uint64_t i = 0; i < n.count; i++) {
        const match_entry_t *at = &n.entry[i];
        if (first < i && n.entry[first].source != at->source)
            first = i;
        if (at->order == 0)
            continue;
        for (; first < i; first++)
            if (n.entry[first].order == 0) {
                e->message[n.entry[first].message].completed = e->event[at->event].ns;
                match_clamp_injection(e, &n.entry[first], e->event[at->event].ns);
            }
        first = i + 1;
    }
    free(n.entry);
}

/* Finds an injection by FIFO and number. @return NULL if the recording has no such injection */
static const match_entry_t *match_find(const match_list_t *injections, uint64_t fifo, uint64_t number)
{
    uint64_t low = match_lower_bound(injections, (match_entry_t){.source = fifo, .number = number});
    const match_entry_t *found = &injections->entry[low];
    return low < injections->count && found->source == fifo && found->number == number ? found : NULL;
}

/* Collects the FIFO positions of deliveries and receives. */
static match_list_t match_packets(trace_events_t *e)
{
    match_list_t n = {trace_alloc(e->events, sizeof *n.entry), 0}, injections = match_collect(e, false);
    for (uint64_t i = 0; i < e->events; i++) {
        trace_event_t *event = &e->event[i];
        const emuq_record_t *r = event->record;
        if (r->kind == EMUQ_RECORD_SEND && e->message[event->message].type == TRACE_FIFO) {
            MUHWI_PacketHeader_t h;
            memcpy(&h, r->header, sizeof h);
            match_add(&n, match_fifo_key(e->message[event->message].to, emuq_rec_fifo_id(&h)), r->position,
                      false, i, event->message);
        } else if (r->kind == EMUQ_RECORD_DELIVER) {
            const match_entry_t *from =
                match_find(&injections, match_fifo_key(r->origin.node, r->origin.fifo), r->origin.number);
            event->message = from != NULL ? from->message : TRACE_NONE;
            match_add(&n, match_fifo_key(r->node, r->fifo), r->position, false, i, event->message);
            if (from != NULL) {
                match_clamp_injection(e, from, event->ns);
                e->message[from->message].delivered = r->ticks + r->lasted;
            }
        } else if (r->kind == EMUQ_RECORD_RECEIVE) {
            match_add(&n, match_fifo_key(r->node, r->fifo), r->position, true, i, TRACE_NONE);
        }
    }
    free(injections.entry);
    match_sort(&n);
    return n;
}

/* Assigns a message to a receive. With skewed clocks the receive is moved after the injection. */
static void match_set_message(trace_events_t *e, trace_event_t *event, uint32_t message)
{
    if (message == TRACE_NONE)
        return;
    if (event->ns <= e->message[message].injected)
        event->ns = e->message[message].injected + 1;
    event->message = message;
}

/* The message that ends after the receive at @p at, for a receive that stops inside a message. */
static uint32_t match_next_message(const match_list_t *n, uint64_t at)
{
    for (uint64_t i = at + 1;
         i < n->count && i < at + MATCH_MAX_RECEIVES && n->entry[i].source == n->entry[at].source; i++)
        if (n->entry[i].order == 0)
            return n->entry[i].message;
    return TRACE_NONE;
}

static void match_receives(trace_events_t *e)
{
    match_list_t n = match_packets(e);
    uint64_t first = 0; /* oldest packet without a receive */
    for (uint64_t i = 0; i < n.count; i++) {
        const match_entry_t *at = &n.entry[i];
        if (first < i && n.entry[first].source != at->source)
            first = i;
        if (at->order == 0)
            continue;
        trace_event_t *event = &e->event[at->event];
        if (first == i)
            match_set_message(e, event, match_next_message(&n, i));
        for (uint64_t k = first; k < i; k++)
            match_set_message(e, event, n.entry[k].message);
        for (; first < i; first++)
            if (n.entry[first].message != TRACE_NONE) {
                e->message[n.entry[first].message].received = event->ns;
                e->message[n.entry[first].message].receiver = event->thread;
            }
        first = i + 1;
    }
    free(n.entry);
}

/* Completion implies delivery, to this host's knowledge. Exception: a card message is complete when its
 * source may be reused or when the card rejected the message. */
static void match_deliveries(trace_events_t *e)
{
    for (uint32_t i = 0; i < e->messages; i++)
        if (e->message[i].delivered == TRACE_NEVER && e->message[i].type != TRACE_COLLECTIVE &&
            !trace_is_card_message(&e->message[i]))
            e->message[i].delivered = e->message[i].completed;
}

/* ---- messages of network cards ----
 *
 * A card event names either a message by its number at the sending card, or a local operation by its number.
 * A program consumes the event with the same number at the card. */

static uint64_t cards_message_number(const emuq_record_t *r)
{
    return r->card.message;
}

static uint64_t cards_operation_number(const emuq_record_t *r)
{
    return r->card.operation;
}

static uint64_t cards_position(const emuq_record_t *r)
{
    return r->position;
}

/* Collects the records of a kind, sorted by the result of @p number. */
static match_list_t cards_collect(const trace_events_t *e, emuq_record_kind_t kind,
                                  uint64_t (*number)(const emuq_record_t *))
{
    match_list_t all = {trace_alloc(e->events, sizeof *all.entry), 0};
    for (uint64_t i = 0; i < e->events; i++) {
        const emuq_record_t *r = e->event[i].record;
        if (r->kind == kind)
            all.entry[all.count++] =
                (match_entry_t){r->node, number(r), e->event[i].ns, (uint32_t)i, TRACE_NONE};
    }
    match_sort(&all);
    return all;
}

/* The event of the last entry of a number up to @p ns, or else of its first entry, or TRACE_NONE. */
static uint32_t cards_find(const match_list_t *all, uint32_t node, uint64_t number, uint64_t ns)
{
    uint64_t low = match_lower_bound(all, (match_entry_t){node, number, ns, UINT32_MAX, TRACE_NONE});
    for (uint64_t i = low != 0 ? low - 1 : 0; i <= low && i < all->count; i++)
        if (all->entry[i].source == node && all->entry[i].number == number)
            return all->entry[i].event;
    return TRACE_NONE;
}

/* Sets the delivery and completion of a message from its event. */
static void cards_set_times(trace_events_t *e, const trace_event_t *event)
{
    if (event->message == TRACE_NONE)
        return;
    trace_message_t *m = &e->message[event->message];
    if (trace_is_delivery(m, event->record))
        m->delivered = event->ns;
    if (!trace_is_arrival(event->record) || m->record->card.operation == 0)
        m->completed = event->ns;
}

static void cards_match_events(trace_events_t *e)
{
    match_list_t messages = cards_collect(e, EMUQ_RECORD_CARD_START, cards_message_number);
    match_list_t operations = cards_collect(e, EMUQ_RECORD_CARD_START, cards_operation_number);
    for (uint64_t i = 0; i < e->events; i++) {
        trace_event_t *event = &e->event[i];
        const emuq_record_t *r = event->record;
        if (r->kind != EMUQ_RECORD_CARD_EVENT)
            continue;
        uint32_t start = TRACE_NONE;
        if (trace_is_arrival(r))
            start = cards_find(&messages, r->card.peer, r->card.message, event->ns);
        else if (r->card.operation != 0)
            start = cards_find(&operations, r->node, r->card.operation, event->ns);
        if (start == TRACE_NONE)
            continue;
        event->message = e->event[start].message;
        if (event->ns <= e->event[start].ns) /* skew between the clocks of two processors */
            event->ns = e->event[start].ns + 1;
        cards_set_times(e, event);
    }
    free(messages.entry);
    free(operations.entry);
}

/* Orders an event before the poll that consumes it: the card records an event after publishing it. */
static void cards_order_before(trace_events_t *e, trace_event_t *event, trace_event_t *take)
{
    uint64_t least = event->message != TRACE_NONE ? e->message[event->message].injected + 1 : 0;
    if (event->ns < take->ns)
        return;
    event->ns = take->ns > least ? take->ns - 1 : least;
    if (take->ns <= event->ns)
        take->ns = event->ns + 1;
    cards_set_times(e, event);
}

static void cards_match_takes(trace_events_t *e)
{
    match_list_t all = cards_collect(e, EMUQ_RECORD_CARD_EVENT, cards_position);
    for (uint64_t i = 0; i < e->events; i++) {
        trace_event_t *take = &e->event[i];
        if (take->record->kind != EMUQ_RECORD_CARD_TAKE)
            continue;
        uint32_t found = cards_find(&all, take->record->node, take->record->position, take->ns);
        if (found == TRACE_NONE)
            continue;
        trace_event_t *event = &e->event[found];
        cards_order_before(e, event, take);
        take->message = event->message;
        if (take->message != TRACE_NONE && trace_is_arrival(event->record)) {
            e->message[take->message].received = take->ns;
            e->message[take->message].receiver = take->thread;
        }
    }
    free(all.entry);
}

/* ---- all events ---- */

static int events_compare(const void *a, const void *b)
{
    const trace_event_t *x = a, *y = b;
    int order = trace_then(trace_compare(x->ns, y->ns), x->thread, y->thread);
    return trace_then(order, (uintptr_t)x->record, (uintptr_t)y->record);
}

void trace_events_make(const trace_file_t *file, trace_events_t *events)
{
    uint64_t most = file->records + file->threads;
    trace_events_t e = {.file = file,
                        .event = trace_alloc(most, sizeof *e.event),
                        .message = trace_alloc(most, sizeof *e.message)};
    for (uint32_t t = 0; t < file->threads; t++)
        for (uint64_t i = 0; i < file->thread[t].records; i++) {
            const emuq_record_t *r = &file->thread[t].record[i];
            if (r->kind == EMUQ_RECORD_PAYLOAD)
                continue;
            trace_event_t *event = &e.event[e.events++];
            *event = (trace_event_t){r->ticks, r, t, TRACE_NONE};
            if (trace_begins_message(r->kind))
                events_add_message(&e, t, event);
        }
    cards_match_events(&e);
    cards_match_takes(&e);
    match_completions(&e);
    match_receives(&e);
    match_deliveries(&e);
    qsort(e.event, e.events, sizeof *e.event, events_compare);
    *events = e;
}

void trace_events_free(trace_events_t *events)
{
    free(events->event);
    free(events->message);
    *events = (trace_events_t){0};
}
