/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file events.h
 * @brief The records of all threads in one order, and what became of each message.
 *
 * The order is that of time, and of cause where the clocks of two processors disagree by a little: a receive
 * stands behind what it has received.
 */
#ifndef EMUQ_TRACE_EVENTS_H
#define EMUQ_TRACE_EVENTS_H

#include "tools/emuq-trace/file.h"

#define TRACE_NEVER UINT64_MAX /**< a time: it has not happened, or is not recorded */
#define TRACE_NONE  UINT32_MAX /**< an index: none */

/** What a message is. */
typedef enum trace_type {
    TRACE_FIFO,
    TRACE_PUT,
    TRACE_GET,
    TRACE_COLLECTIVE,
    TRACE_UNKNOWN,
    TRACE_CARD_PUT, /**< of a network card beside the Message Units, as the rest */
    TRACE_CARD_SEND,
    TRACE_CARD_GET, /**< its bytes go to who has begun it */
    TRACE_TYPES
} trace_type_t;

/** A message: from its injection on. Times are in nanoseconds since the recording began. */
typedef struct trace_message {
    const emuq_record_t *record; /**< that trace_begins_message(); EMUQ_RECORD_PAYLOAD may follow it */
    uint32_t thread;             /**< that has injected it; of descriptors of a remote get: that has run it */
    trace_type_t type;
    uint32_t from, to; /**< nodes; `to` EMUQ_RECORD_NO_NODE: a collective, or not known */
    uint16_t fifo;     /**< injection FIFO; of a card, process on it */
    uint64_t bytes;
    uint64_t injected, delivered, completed, received; /**< `received`: of packets, the last of them */
    uint32_t receiver;                                 /**< thread that has received it, or TRACE_NONE */
} trace_message_t;

/** A record in the order of all. */
typedef struct trace_event {
    uint64_t ns;
    const emuq_record_t *record;
    uint32_t thread;
    /** That is sent by it, or, of a receive, the last one received, or that an event of a card is of; or
     * TRACE_NONE. */
    uint32_t message;
} trace_event_t;

/** Everything that a recording says. */
typedef struct trace_events {
    const trace_file_t *file;
    trace_event_t *event; /**< [events] without payloads */
    uint64_t events;
    trace_message_t *message; /**< [messages] in the order of their threads */
    uint32_t messages;
} trace_events_t;

/** Orders a recording. The file lives as long as the result. */
void trace_events_make(const trace_file_t *file, trace_events_t *events);
/** Frees what trace_events_make() has made. */
void trace_events_free(trace_events_t *events);

/** Whether a record of a kind begins a message. */
static inline bool trace_begins_message(uint8_t kind)
{
    return kind == EMUQ_RECORD_SEND || kind == EMUQ_RECORD_INJECT || kind == EMUQ_RECORD_CARD_START;
}

/** Whether the event of a card says that a message has come there. */
static inline bool trace_is_arrival(const emuq_record_t *event)
{
    return event->detail == EMUQ_RECORD_EVENT_RECEIVED || event->detail == EMUQ_RECORD_EVENT_LOST;
}

/** Whether a message is of a network card, and none of a Message Unit. */
static inline bool trace_is_of_card(const trace_message_t *message)
{
    return message->record->kind == EMUQ_RECORD_CARD_START;
}

/** Whether the event of a card says that its message has come to where it goes: that of an own put or send
 * does not, and a get that failed has come nowhere. */
static inline bool trace_is_delivery(const trace_message_t *message, const emuq_record_t *event)
{
    return trace_is_arrival(event) ||
           (message->type == TRACE_CARD_GET && event->detail == EMUQ_RECORD_EVENT_COMPLETED);
}

/** Packets of a message. */
uint64_t trace_packets(const trace_message_t *message);

/** One word for a type. */
const char *trace_type_name(trace_type_t type);

/** One word for the event of a network card. @param event emuq_record_event_t, or anything else */
const char *trace_card_event_name(uint8_t event);

/** The rank of a thread; -1: of the unit's own. */
int32_t trace_rank(const trace_events_t *events, uint32_t thread);

#endif /* EMUQ_TRACE_EVENTS_H */
