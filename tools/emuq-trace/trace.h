/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file trace.h
 * @brief Recorded jobs: reading, analysis and output formats of emuq-trace.
 *
 * Steps: trace_file_read() loads the files of a job, trace_events_make() sorts the records and assigns them
 * to messages, trace_sums_make() computes statistics, and the functions at the end write one output format
 * each.
 */
#ifndef EMUQ_TRACE_TRACE_H
#define EMUQ_TRACE_TRACE_H

#include <stdio.h>

#include "backends/backend.h"
#include "backends/record.h"

/** Prints a message on standard error, prefixed "emuq-trace: ". */
void trace_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Allocates zeroed memory for @p count elements of @p bytes, or prints an error and exits. */
void *trace_alloc(size_t count, size_t bytes);

/* ---- file.c: the files of a job (backends/record.h) ---- */

/** A thread and its records. Ticks are converted to nanoseconds since the start of the recording, at most
 * INT64_MAX, including `lasted` and the end of a wait. A wait never ends before its start. */
typedef struct trace_thread {
    emuq_record_thread_t is; /**< header of the thread's last segment */
    emuq_record_t *record;   /**< [records] oldest first */
    uint64_t capacity;       /**< allocated entries of `record` */
    uint64_t records;        /**< records of the file, plus one for a wait without end */
} trace_thread_t;

typedef struct trace_file {
    emuq_record_file_t job; /**< header of the first file; `without` summed, duration of the longest file */
    emuq_geometry_t geometry;
    uint32_t nodes;
    uint32_t *place; /**< [np] node * ppn + T coordinate of each rank */
    trace_thread_t *thread;
    uint32_t threads;
    bool is_modelled;       /**< times are modelled machine time */
    uint64_t records, lost; /**< for all threads: records in the files, and records overwritten before */
} trace_file_t;

/** Maximum records of a job, as 32 bits index messages and events. A variable for tests. */
extern uint64_t trace_records_most;

/** Reads the files of a job: one for each host, or a subset. Clocks of hosts are aligned by the time of day.
 * @return 0, or -1 after printing an error */
int trace_file_read(char *const *paths, uint32_t count, trace_file_t *file);
void trace_file_free(trace_file_t *file);

/** Formats "3 (0,1,1,0,0)", or "?" for no node. @param text buffer of 64 bytes @return @p text */
const char *trace_node_name(const trace_file_t *file, uint32_t node, char *text);

/** Copies the string of a record or phase. @param to buffer of #EMUQ_RECORD_HEADER_BYTES @return @p to */
char *trace_text(const char *text, char *to);

/* ---- events.c: records in order of time and cause; messages ---- */

#define TRACE_NEVER UINT64_MAX /**< time of an event that did not happen or was not recorded */
#define TRACE_NONE  UINT32_MAX /**< invalid index */

/** Type of a message. TRACE_CARD_*: messages of APEnet+ network cards. */
typedef enum trace_type {
    TRACE_FIFO,
    TRACE_PUT,
    TRACE_GET,
    TRACE_COLLECTIVE,
    TRACE_UNKNOWN,
    TRACE_CARD_PUT,
    TRACE_CARD_SEND,
    TRACE_CARD_GET, /**< data flow to the node that started the get */
    TRACE_TYPES
} trace_type_t;

/** A message. Times are nanoseconds since the start of the recording. */
typedef struct trace_message {
    const emuq_record_t *record; /**< record that starts the message; payload records may follow */
    uint32_t thread;             /**< injecting thread; executing thread for descriptors of a remote get */
    trace_type_t type;
    uint32_t from, to; /**< nodes; `to` is #EMUQ_RECORD_NO_NODE for collectives and unknown targets */
    uint16_t fifo;     /**< injection FIFO; process number for a card */
    uint64_t bytes;
    uint64_t injected, delivered, completed;
    uint64_t received; /**< reception of the last packet */
    uint32_t receiver; /**< thread that received the message, or #TRACE_NONE */
} trace_message_t;

/** A record and its message. */
typedef struct trace_event {
    uint64_t ns;
    const emuq_record_t *record;
    uint32_t thread;
    uint32_t message; /**< message sent, last message received, or message of a card event; or #TRACE_NONE */
} trace_event_t;

/** All events and messages of a recording. */
typedef struct trace_events {
    const trace_file_t *file;
    trace_event_t *event; /**< [events] sorted by time; payload records are left out */
    uint64_t events;
    trace_message_t *message; /**< [messages] in the order of their threads */
    uint32_t messages;
} trace_events_t;

/** Sorts a recording by time. Times are corrected by the skew of processor clocks: a receive follows its
 * send. The result refers to the file. The caller frees it. */
void trace_events_make(const trace_file_t *file, trace_events_t *events);
void trace_events_free(trace_events_t *events);

/** True if a record of this kind starts a message. */
static inline bool trace_begins_message(uint8_t kind)
{
    return kind == EMUQ_RECORD_SEND || kind == EMUQ_RECORD_INJECT || kind == EMUQ_RECORD_CARD_START;
}

/** True if a card event reports the arrival of a remote message. */
static inline bool trace_is_arrival(const emuq_record_t *event)
{
    return event->detail == EMUQ_RECORD_EVENT_RECEIVED || event->detail == EMUQ_RECORD_EVENT_LOST;
}

/** True for messages of network cards, false for messages of Message Units. */
static inline bool trace_is_card_message(const trace_message_t *message)
{
    return message->record->kind == EMUQ_RECORD_CARD_START;
}

/** True if a card event reports the arrival of its message: no local completion, no failed get. */
static inline bool trace_is_delivery(const trace_message_t *message, const emuq_record_t *event)
{
    return trace_is_arrival(event) ||
           (message->type == TRACE_CARD_GET && event->detail == EMUQ_RECORD_EVENT_COMPLETED);
}

/** End time of an event; the start time for kinds without duration. */
static inline uint64_t trace_event_end(const trace_event_t *event)
{
    return emuq_record_is_span(event->record->kind) ? event->record->position : event->ns;
}

static inline int trace_compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/** Compares by a further key. @param order result of the comparison by the previous keys */
static inline int trace_then(int order, uint64_t a, uint64_t b)
{
    return order != 0 ? order : trace_compare(a, b);
}

/** Index of the first of @p count sorted elements that is not less than @p key, or @p count. */
uint64_t trace_lower_bound(const void *key, const void *array, uint64_t count, size_t bytes,
                           int (*compare)(const void *, const void *));

uint64_t trace_packets(const trace_message_t *message);

const char *trace_type_name(trace_type_t type);

/** Name of a card event. @param event emuq_record_event_t or an invalid number */
const char *trace_card_event_name(uint8_t event);

/** Rank of a thread, or -1 for threads of the Message Unit. */
int32_t trace_rank(const trace_events_t *events, uint32_t thread);

/* ---- stats.c: sums, collective operations, causes of waits ---- */

#define TRACE_POWERS     48 /**< bars of a histogram, one for each power of two */
#define TRACE_LINKS      10 /**< links of a node: A-, A+, ... E+ */
#define TRACE_CARD_LINKS 6  /**< links of a card, in the order of apenet_port_t: X+, Y+, Z+, X-, Y-, Z- */

/** Histogram: bar n counts values from 2^(n-1) to 2^n - 1; bar 0 counts zeros. */
typedef struct trace_histogram {
    uint64_t count, sum, bar[TRACE_POWERS + 1];
    uint64_t least, most; /**< valid if count > 0 */
} trace_histogram_t;

/** Traffic from one node to another. */
typedef struct trace_traffic {
    uint32_t from, to;
    uint64_t messages, bytes, packets;
    uint64_t unit_bytes, unit_packets; /**< share of Message Units; cards have separate links */
} trace_traffic_t;

/** Time that a rank waited. */
typedef struct trace_waits {
    uint64_t count[EMUQ_RECORD_WAITS], ns[EMUQ_RECORD_WAITS];
} trace_waits_t;

/** Time that a rank waited for a node: for its packets, its contribution, or space in its FIFOs. */
typedef struct trace_culprit {
    int32_t rank;
    uint32_t node;
    uint64_t waits, ns;
} trace_culprit_t;

/** A collective or global interrupt: the contributions with the same number on one class route. */
typedef struct trace_operation {
    uint32_t route;
    bool is_interrupt; /**< global interrupt, otherwise collective */
    uint32_t nodes;
    uint64_t first, last; /**< ns of contributions; `last` - `first` is the loss of the earliest node */
    uint32_t last_node, last_thread;
    uint64_t first_part; /**< index of its contributions; the last one is at first_part + nodes - 1 */
} trace_operation_t;

/** A contribution of a node to a collective or global interrupt. */
typedef struct trace_contribution {
    uint32_t route, node, thread;
    bool is_interrupt;
    uint64_t ns;
    uint64_t number; /**< number of the node's operation on this route */
    uint64_t event;  /**< index */
} trace_contribution_t;

/** Load of a link for dimension-ordered shortest routes. */
typedef struct trace_link {
    uint64_t bytes;   /**< payload */
    uint64_t packets; /**< packets of the messages on this link */
    uint64_t waits;   /**< messages on this link that found their target full */
} trace_link_t;

/** Activity of a network card. */
typedef struct trace_card {
    uint64_t started[EMUQ_RECORD_STARTS], bytes[EMUQ_RECORD_STARTS]; /**< operations of local processes */
    uint64_t events[EMUQ_RECORD_EVENTS];                             /**< events written by the card */
    uint64_t received;                                               /**< bytes of received messages */
    uint64_t taken;                                                  /**< events consumed by programs */
    uint64_t misses;                                                 /**< address translation misses */
    uint64_t rejected; /**< operations rejected by card or call */
} trace_card_t;

/** Why a wait ended. */
typedef enum trace_cause_kind {
    TRACE_CAUSE_UNKNOWN,
    TRACE_CAUSE_PACKETS,   /**< packets or a card event of a message */
    TRACE_CAUSE_OPERATION, /**< last contribution to a collective or global interrupt */
    TRACE_CAUSE_PUT,       /**< estimate: first put to the node that arrived during a wait for memory */
    TRACE_CAUSE_SPACE      /**< space in the full target of a parked message */
} trace_cause_kind_t;

/** The cause of a wait's end. */
typedef struct trace_cause {
    trace_cause_kind_t kind;
    uint32_t thread;  /**< causing thread, or #TRACE_NONE */
    uint32_t node;    /**< causing node; #EMUQ_RECORD_NO_NODE for an unknown cause */
    uint64_t ns;      /**< time of the cause */
    uint32_t message; /**< TRACE_CAUSE_PUT: the put; else #TRACE_NONE */
} trace_cause_t;

typedef struct trace_stats {
    uint64_t of_kind[EMUQ_RECORD_KINDS]; /**< records by kind */
    uint64_t messages[TRACE_TYPES], bytes[TRACE_TYPES];
    uint64_t incomplete;         /**< messages without completion */
    trace_histogram_t sizes;     /**< message sizes in bytes */
    trace_histogram_t delivery;  /**< ns from injection to delivery, where measured */
    trace_histogram_t reception; /**< ns from injection to reception */
    trace_traffic_t *traffic;    /**< [traffics] sorted by source and destination */
    uint32_t traffics;
    trace_waits_t *waits; /**< [ranks] */
    uint32_t ranks;
    trace_culprit_t *culprit; /**< [culprits] longest time first */
    uint32_t culprits;
    trace_operation_t *operation; /**< [operations] sorted by time */
    uint32_t operations;
    trace_contribution_t *contribution; /**< contributions of each operation, sorted by time */
    trace_card_t *card;                 /**< [nodes] */
    trace_link_t *link;                 /**< [nodes * TRACE_LINKS] of Message Units */
    trace_link_t *card_link; /**< [nodes * TRACE_CARD_LINKS] of cards, in the dimension order of a reset;
                                `waits` is 0 */
    trace_cause_t *cause;    /**< [events] causes of waits; unknown for events of different kinds */
} trace_stats_t;

/** Computes the statistics. The caller frees them. */
void trace_stats_make(const trace_events_t *events, trace_stats_t *stats);
void trace_stats_free(trace_stats_t *stats);

/* ---- links.c: load of links ---- */

/** Sets `link` and `card_link` from `traffic`. */
void trace_links_make(const trace_events_t *events, trace_stats_t *stats);

/* ---- path.c: time line and critical path ---- */

#define TRACE_BINS 400 /**< equal intervals from the first record to the end of the last record */

/** A phase of a rank, between emuq_trace_begin() and emuq_trace_end(). */
typedef struct trace_phase {
    int32_t rank;
    uint32_t depth; /**< number of enclosing phases of the thread */
    uint64_t begin, end;
    const char *text; /**< name of at most #EMUQ_RECORD_HEADER_BYTES, including the terminating zero */
    struct trace_phase *outer; /**< enclosing phase, or NULL */
} trace_phase_t;

typedef struct trace_timeline {
    uint64_t begin, end; /**< ns since the start of the recording */
    uint32_t ranks;
    uint64_t *waited;   /**< [ranks * TRACE_BINS] ns that threads of a rank waited */
    uint64_t *messages; /**< [ranks * TRACE_BINS] injected messages */
    trace_phase_t *phase;
    uint64_t phases;
} trace_timeline_t;

/** Computes the time line. The caller frees it. */
void trace_timeline_make(const trace_events_t *events, trace_timeline_t *line);
void trace_timeline_free(trace_timeline_t *line);

/** Start of bin @p bin in ns since the start of the recording. */
uint64_t trace_timeline_bin(const trace_timeline_t *line, uint32_t bin);

#define TRACE_PATH_MOST 2000 /**< maximum parts of a path; the longest parts are kept */

/** Kind of a part of the path. */
typedef enum trace_path_kind {
    TRACE_PATH_WORK,     /**< the rank computes, injects or receives */
    TRACE_PATH_WAIT,     /**< the rank waits for an unknown cause */
    TRACE_PATH_TRANSFER, /**< a message from rank `from` is in flight or not yet polled */
    TRACE_PATH_KINDS
} trace_path_kind_t;

typedef struct trace_path_part {
    trace_path_kind_t kind;
    int32_t rank, from; /**< `from` is set for transfers */
    uint64_t begin, end;
} trace_path_part_t;

/** The critical path: the chain of work and messages that determines the end of the job. */
typedef struct trace_path {
    uint64_t begin, end;
    uint64_t (*of_rank)[TRACE_PATH_KINDS]; /**< [ranks] ns */
    uint32_t ranks;
    trace_path_part_t *part; /**< [parts] sorted by time */
    uint32_t parts, left_out;
} trace_path_t;

/** Finds the path backwards from the last record of a rank. The caller frees it. At a wait with a known cause
 * the path continues with the causing thread at the time of the cause. @param cause trace_stats_t::cause */
void trace_path_make(const trace_events_t *events, const trace_cause_t *cause, trace_path_t *path);
void trace_path_free(trace_path_t *path);

const char *trace_path_name(trace_path_kind_t kind);

/* ---- fill.c: fill levels of FIFOs ---- */

#define TRACE_FULLEST 16 /**< FIFOs kept of each kind: those with the highest fill level */

/** Fill level of a FIFO: incomplete descriptors of an injection FIFO, unread bytes (packets with headers) of
 * a reception FIFO. */
typedef struct trace_fill {
    bool is_reception;
    uint32_t node;
    uint16_t fifo;
    uint64_t most, most_ns; /**< maximum, and the time when it was reached first */
    uint64_t *bin;          /**< [TRACE_BINS] maximum in each interval of the time line */
} trace_fill_t;

/** Fullest FIFOs of a job: injection FIFOs, then reception FIFOs, by decreasing maximum. */
typedef struct trace_fills {
    trace_fill_t fifo[2 * TRACE_FULLEST];
    uint32_t fifos;
    uint64_t *bins;
} trace_fills_t;

/** Computes fill levels. The caller frees them. A recording without receives yields no reception FIFOs. */
void trace_fills_make(const trace_events_t *events, const trace_timeline_t *line, trace_fills_t *fills);
void trace_fills_free(trace_fills_t *fills);

/* ---- print.c: results as text, JSON and HTML ---- */

/** All results that `stats` and `report` print. */
typedef struct trace_sums {
    trace_stats_t stats;
    trace_timeline_t line;
    trace_path_t path;
    trace_fills_t fills;
} trace_sums_t;

/** Computes all results. The caller frees them. */
void trace_sums_make(const trace_events_t *events, trace_sums_t *sums);
void trace_sums_free(trace_sums_t *sums);

/** Prints one JSON object; emuq-trace(1) describes it. */
void trace_stats_json(const trace_events_t *events, const trace_sums_t *sums, FILE *out);
void trace_stats_text(const trace_events_t *events, const trace_sums_t *sums, FILE *out);
const char *trace_wait_name(emuq_record_wait_t what);

/** report.html, zero-terminated; generated by CMake. */
extern const unsigned char trace_report_page[];
/** Writes report.html with the output of trace_stats_json(). The page loads no further files. */
void trace_report(const trace_events_t *events, const trace_sums_t *sums, FILE *out);

/* ---- dump.c, perfetto.c, pcapng.c, ctf.c: records in other formats ---- */

typedef struct trace_filter {
    int64_t rank;   /**< -1: all */
    int64_t fifo;   /**< -1: all */
    uint32_t kinds; /**< bit (1 << emuq_record_kind_t) */
} trace_filter_t;

/** Prints one line of text for each selected record. */
void trace_dump(const trace_events_t *events, const trace_filter_t *filter, FILE *out);

/** Writes trace events in JSON for ui.perfetto.dev and chrome://tracing. Ranks are processes with a track for
 * each thread and injection FIFO. Arrows lead from messages to receives, from puts and remote gets to their
 * arrival and on to the wait that ended, and from the last contribution to an operation to its result at the
 * other nodes. A counter shows the bytes sent. */
void trace_perfetto(const trace_events_t *events, FILE *out);

#define TRACE_PCAPNG_LINK       147    /**< LINKTYPE_USER0: packets, dissected by tools/wireshark/emuq.lua */
#define TRACE_PCAPNG_INTERRUPTS 148    /**< LINKTYPE_USER1: global interrupts */
#define TRACE_PCAPNG_PACKETS    16384u /**< maximum packets written per message */

/** Writes a capture file: for each packet the 32-byte header as received and the recorded payload
 * (EMUQ_TRACE_PAYLOAD). Each sending node is an interface. A second interface of a node has its stores to
 * global interrupt control registers: two bytes of route, eight bytes of value. Reports the number of
 * truncated messages on standard error. */
void trace_pcapng(const trace_events_t *events, FILE *out);

/** Writes a trace in the Common Trace Format for babeltrace2 and Trace Compass into a new directory.
 * @return 0, or -1 after printing an error: the directory exists or cannot be written, or the program was
 * built without libbabeltrace2 */
int trace_ctf(const trace_events_t *events, const char *directory);

/* ---- command.c ---- */

typedef struct trace_command {
    const char *name;   /**< dump, stats, convert or report */
    const char *output; /**< file or directory, or NULL */
    char **files;       /**< [count] elements of argv */
    uint32_t count;
    trace_filter_t filter;
    bool json;
    bool ctf;                                                 /**< convert --ctf: the output is a directory */
    void (*convert)(const trace_events_t *events, FILE *out); /**< convert without --ctf, otherwise NULL */
} trace_command_t;

#define TRACE_STATUS_USAGE 2

/** Reads the command line. @param argv is permuted @return -1 to continue, or an exit status: 0 after --help
 * or
 * --version, #TRACE_STATUS_USAGE after printing an error */
int trace_command_read(trace_command_t *command, int argc, char **argv);

#endif /* EMUQ_TRACE_TRACE_H */
