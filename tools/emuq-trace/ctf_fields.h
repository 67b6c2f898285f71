/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file ctf_fields.h
 * @brief Which fields the events of a trace have, and their values.
 */
#ifndef EMUQ_TRACE_CTF_FIELDS_H
#define EMUQ_TRACE_CTF_FIELDS_H

#include "tools/emuq-trace/events.h"

typedef enum trace_ctf_type { TRACE_CTF_UNSIGNED, TRACE_CTF_SIGNED, TRACE_CTF_TEXT } trace_ctf_type_t;

/** What a field is of a record, or of its message. */
typedef enum trace_ctf_what {
    TRACE_CTF_FIFO,
    TRACE_CTF_NODE,
    TRACE_CTF_BYTES,
    TRACE_CTF_POSITION,
    TRACE_CTF_MESSAGE,       /**< number of the message; -1: none */
    TRACE_CTF_MESSAGE_TYPE,  /**< its type, */
    TRACE_CTF_MESSAGE_BYTES, /**< and size */
    TRACE_CTF_FROM,          /**< nodes of it; -1: not known */
    TRACE_CTF_TO,
    TRACE_CTF_COMPLETE,    /**< ns from its injection; -1: never */
    TRACE_CTF_DURATION,    /**< ns */
    TRACE_CTF_WAIT,        /**< what was waited for */
    TRACE_CTF_TARGET_NODE, /**< that was full */
    TRACE_CTF_TARGET_FIFO,
    TRACE_CTF_TEXT_OF_RECORD,
    TRACE_CTF_MARK, /**< what a mark is */
    TRACE_CTF_PAMI, /**< what a record of PAMI is */
    TRACE_CTF_EVENT /**< what the event of a card is */
} trace_ctf_what_t;

typedef struct trace_ctf_field {
    const char *name; /**< NULL ends a list */
    trace_ctf_type_t type;
    trace_ctf_what_t what;
} trace_ctf_field_t;

typedef struct trace_ctf_value {
    int64_t number;
    const char *text; /**< lives as long as this */
    char own[EMUQ_RECORD_HEADER_BYTES];
} trace_ctf_value_t;

/** The fields of a kind of record. */
const trace_ctf_field_t *trace_ctf_fields(unsigned kind);

/** A field of an event. */
void trace_ctf_get(const trace_events_t *events, const trace_event_t *event, trace_ctf_what_t what,
                   trace_ctf_value_t *value);

#endif /* EMUQ_TRACE_CTF_FIELDS_H */
