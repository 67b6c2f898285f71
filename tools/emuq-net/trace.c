/* SPDX-License-Identifier: BSD-3-Clause */
/* Traces: parser and replay. */
#define _GNU_SOURCE
#include <errno.h>
#include <search.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_calls.h"
#include "base/text.h"
#include "tools/emuq-net/net.h"

#define BLANKS " \t\r"

typedef struct reader {
    traffic_trace_t *trace;
    const emuq_net_shape_t *shape;
    uint32_t channels;          /* channels of the model, one bit each */
    struct hsearch_data tags;   /* message numbers by tag */
    traffic_trace_message_t *m; /* message of this line */
    emuq_text_t *why;
} reader_t;

static int trace_read_ns(reader_t *r, const char *word, uint64_t *ticks)
{
    char text[40];
    snprintf(text, sizeof text, "%.32sns", word);
    if (emuq_net_time(text, EMUQ_NET_TICK_PS, ticks) == 0)
        return 0;
    return emuq_net_error(r->why, "invalid time '%s' (expected nanoseconds such as 100 or 0.5)", word);
}

static int trace_read_node(reader_t *r, const char *word, uint32_t *node)
{
    const char *end;
    int rc = traffic_node_scan(r->shape, word, node, &end, r->why);
    return rc == 0 && *end != '\0' ? emuq_net_error(r->why, "invalid node '%s'", word) : rc;
}

static int trace_read_number(reader_t *r, const char *what, const char *word, uint64_t most, uint64_t *n)
{
    if (emuq_number_parse(word, EMUQ_NUMBER_SIZE, 0, most, n) == 0)
        return 0;
    return emuq_net_error(r->why, "invalid %s '%s' (expected 0..%llu)", what, word, (unsigned long long)most);
}

static int trace_read_zone(reader_t *r, const char *word)
{
    uint64_t n;
    if (strcmp(word, "det") == 0) {
        if (r->m->vc == EMUQ_NET_VC_DYNAMIC)
            r->m->vc = EMUQ_NET_VC_DETERMINISTIC;
        return 0;
    }
    if (emuq_number_parse(word, EMUQ_NUMBER_COUNT, 0, EMUQ_NET_ZONES - 1, &n) != 0)
        return emuq_net_error(r->why, "invalid routing '%s' (expected a zone from 0 to 3, or det)", word);
    r->m->zone = (uint8_t)n;
    return 0;
}

static int trace_add_edge(traffic_trace_t *t, uint32_t to)
{
    if ((t->edges & (t->edges - 1)) == 0) { /* grows to the next power of two */
        size_t capacity = t->edges > 0 ? 2 * (size_t)t->edges : 1;
        traffic_trace_edge_t *more = realloc(t->edge, capacity * sizeof *more);
        if (more == NULL)
            return -ENOMEM;
        t->edge = more;
    }
    t->edge[t->edges] = (traffic_trace_edge_t){t->messages, t->message[to].first};
    t->message[to].first = t->edges++;
    return 0;
}

static int trace_wait_for(reader_t *r, char *tag)
{
    ENTRY *found;
    if (hsearch_r((ENTRY){tag, NULL}, FIND, &found, &r->tags) == 0)
        return emuq_net_error(r->why, "unknown tag '%s' (tags must be in earlier lines)", tag);
    uint32_t to = (uint32_t)(uintptr_t)found->data;
    const traffic_trace_message_t *m = &r->trace->message[to];
    if (to == r->trace->messages)
        return emuq_net_error(r->why, "message '%s' waits for itself", tag);
    if (m->destination != r->m->source && m->source != r->m->source)
        return emuq_net_error(r->why, "message '%s' neither comes from nor goes to node %u", tag,
                              r->m->source);
    r->m->waits++;
    return trace_add_edge(r->trace, to);
}

static int trace_read_after(reader_t *r, char *list)
{
    char *save, *tag = strtok_r(list, ",", &save);
    if (tag == NULL)
        return emuq_net_error(r->why, "after= needs tags, separated by commas");
    for (; tag != NULL; tag = strtok_r(NULL, ",", &save)) {
        int rc = trace_wait_for(r, tag);
        if (rc != 0)
            return rc;
    }
    return 0;
}

/* Parses directions such as A+B-, at most one in each dimension. */
static int trace_read_hints(reader_t *r, const char *word)
{
    uint32_t hints = 0;
    for (const char *c = word; *c != '\0' || c == word; c += 2) {
        uint32_t d = (uint32_t)(*c - 'A');
        if (d >= r->shape->dimensions || (c[1] != '+' && c[1] != '-') || hints >> 2 * d & 3)
            return emuq_net_error(r->why,
                                  "invalid hints '%s' (expected a direction, such as A+, of each of some of "
                                  "the %u dimensions)",
                                  word, r->shape->dimensions);
        hints |= 1U << (2 * d + (c[1] == '+'));
    }
    r->m->hints = (uint16_t)hints;
    return 0;
}

/* Rejects hints that lead off the edge of a mesh. */
static int trace_check_hints(const reader_t *r)
{
    uint8_t from[EMUQ_NET_DIMENSIONS], to[EMUQ_NET_DIMENSIONS];
    emuq_net_coordinates(r->shape, r->m->source, from);
    emuq_net_coordinates(r->shape, r->m->destination, to);
    for (uint32_t d = 0; d < r->shape->dimensions; d++) {
        uint32_t hint = r->m->hints >> 2 * d & 3;
        bool is_plus = hint == 2, is_open = !(r->shape->torus >> d & 1);
        if (hint != 0 && is_open && from[d] != to[d] && is_plus != (to[d] > from[d]))
            return emuq_net_error(r->why, "hint %c%c leads away from node %u, over the edge of a mesh",
                                  (char)('A' + d), is_plus ? '+' : '-', r->m->destination);
    }
    return 0;
}

/* Parses a word. @param column column number, from 0 */
static int trace_read_column(reader_t *r, unsigned column, char *word)
{
    ENTRY tag = {word, (void *)(uintptr_t)r->trace->messages}, *found;
    uint64_t n = 0;
    int rc = 0;
    switch (column) {
    case 0:
        return trace_read_ns(r, word, &r->m->time);
    case 1:
        return trace_read_node(r, word, &r->m->source);
    case 2:
        return trace_read_node(r, word, &r->m->destination);
    case 3:
        rc = trace_read_number(r, "size", word, 1U << 30, &n);
        r->m->bytes = (uint32_t)n;
        return rc;
    case 4:
        rc = trace_read_number(r, "channel", word, EMUQ_NET_VC_SYSTEM, &n);
        r->m->vc = (uint8_t)n;
        return rc;
    case 5:
        return trace_read_zone(r, word);
    case 6:
        if (hsearch_r(tag, FIND, &found, &r->tags) != 0)
            return emuq_net_error(r->why, "duplicate tag '%s'", word);
        return hsearch_r(tag, ENTER, &found, &r->tags) != 0 ? 0 : -ENOMEM; /* the words outlive the table */
    default:
        return emuq_net_error(r->why, "more than seven columns: '%s'", word);
    }
}

static int trace_read_line(reader_t *r, char *line)
{
    line[strcspn(line, "#")] = '\0';
    char *save, *word = strtok_r(line, BLANKS, &save);
    unsigned column = 0;
    int rc = 0;
    if (word == NULL)
        return 0;
    r->m = &r->trace->message[r->trace->messages];
    *r->m = (traffic_trace_message_t){.first = TRAFFIC_TRACE_NONE};
    for (; word != NULL && rc == 0; word = strtok_r(NULL, BLANKS, &save)) {
        if (column >= 4 && strncmp(word, "after=", 6) == 0)
            rc = trace_read_after(r, word + 6);
        else if (column >= 4 && strncmp(word, "delay=", 6) == 0)
            rc = trace_read_ns(r, word + 6, &r->m->delay);
        else if (column >= 4 && strncmp(word, "hints=", 6) == 0)
            rc = trace_read_hints(r, word + 6);
        else
            rc = trace_read_column(r, column++, word);
    }
    if (rc == 0 && column < 4)
        return emuq_net_error(
            r->why, "incomplete line (expected time_ns source destination bytes [vc [zone|det [tag]]])");
    if (rc == 0 && !(r->channels >> r->m->vc & 1))
        return emuq_net_error(r->why, "the model has no channel %u", r->m->vc);
    rc = rc == 0 ? trace_check_hints(r) : rc;
    r->trace->messages += rc == 0;
    return rc;
}

static int trace_read_lines(reader_t *r, char *text, const char *name, emuq_text_t *why)
{
    unsigned line = 1;
    for (char *end; text != NULL; text = end, line++) {
        end = strchr(text, '\n');
        if (end != NULL)
            *end++ = '\0';
        int rc = trace_read_line(r, text);
        if (rc == -EINVAL)
            emuq_net_error(why, "%s:%u: %s", name, line, r->why->buffer);
        if (rc != 0)
            return rc;
    }
    return 0;
}

int traffic_trace_parse(traffic_trace_t *trace, const char *text, const char *name,
                        const emuq_net_shape_t *shape, uint32_t channels, emuq_text_t *why)
{
    char reason[256];
    emuq_text_t inner = emuq_text(reason, sizeof reason);
    reader_t r = {.trace = trace, .shape = shape, .channels = channels, .why = &inner};
    size_t lines = 1;
    for (const char *c = text; (c = strchr(c, '\n')) != NULL; c++)
        lines++;
    *trace = (traffic_trace_t){.message = calloc(lines, sizeof *trace->message)};
    char *copy = strdup(text);
    int rc = -ENOMEM;
    if (trace->message != NULL && copy != NULL && hcreate_r(lines + lines / 2 + 1, &r.tags) != 0) {
        rc = trace_read_lines(&r, copy, name, why);
        hdestroy_r(&r.tags);
    }
    free(copy);
    if (rc == -ENOMEM)
        emuq_net_error(why, "no memory for the trace '%s'", name);
    if (rc != 0)
        traffic_trace_free(trace);
    return rc;
}

int traffic_trace_read(traffic_trace_t *trace, const char *name, const emuq_net_shape_t *shape,
                       uint32_t channels, emuq_text_t *why)
{
    char *text = emuq_net_file_read(name, why);
    if (text == NULL)
        return -EINVAL;
    int rc = traffic_trace_parse(trace, text, name, shape, channels, why);
    free(text);
    return rc;
}

void traffic_trace_free(traffic_trace_t *trace)
{
    free(trace->message);
    free(trace->edge);
    *trace = (traffic_trace_t){0};
}

/* State of a message. The source changes `start` and `waits`, the destination `left`; a waiter belongs to
 * the notified node. */
typedef struct state {
    uint64_t start; /* tick */
    uint32_t waits; /* number of messages to wait for */
    uint32_t left;  /* packets that have not arrived */
} state_t;

typedef struct replay {
    const traffic_setup_t *setup;
    const traffic_trace_t *trace;
    traffic_result_t *result;
    emuq_net_t *net;
    state_t *state;
    unsigned error; /* error recorded by traffic_error_note() */
} replay_t;

static int replay_send(replay_t *r, uint32_t number)
{
    const traffic_trace_message_t *m = &r->trace->message[number];
    uint16_t local = m->source == m->destination ? traffic_fifo_map(m->vc, true) : 0;
    /* A hint of a message to its source may lead around a ring of one node. */
    uint16_t map = local == 0 || m->hints != 0 ? traffic_fifo_map(m->vc, false) : 0;
    emuq_net_message_t message = {.source = m->source,
                                  .destination = m->destination,
                                  .bytes = m->bytes,
                                  .queue = (uint16_t)(number % TRAFFIC_QUEUES),
                                  .map = map | local,
                                  .hints = m->hints,
                                  .vc = m->vc,
                                  .zone = m->zone,
                                  .tag = number};
    return emuq_net_send(r->net, r->state[number].start, &message);
}

/* Notifies the waiting messages of @p node that a message has arrived there or has left. */
static void replay_release(replay_t *r, uint32_t number, uint32_t node, bool received, uint64_t tick)
{
    const traffic_trace_message_t *m = &r->trace->message[number];
    for (uint32_t e = m->first; e != TRAFFIC_TRACE_NONE; e = r->trace->edge[e].next) {
        uint32_t waiter = r->trace->edge[e].waiter;
        const traffic_trace_message_t *w = &r->trace->message[waiter];
        /* a node that sees both events waits for the arrival */
        if (w->source != node || received != (m->destination == w->source))
            continue;
        state_t *s = &r->state[waiter];
        if (tick + w->delay > s->start)
            s->start = tick + w->delay;
        int rc = --s->waits == 0 ? replay_send(r, waiter) : 0;
        if (rc != 0)
            traffic_error_note(&r->error, rc);
    }
}

static void replay_sent(void *context, const emuq_net_message_t *message, uint64_t tick)
{
    replay_release(context, (uint32_t)message->tag, message->source, false, tick);
}

static bool replay_arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    replay_t *r = context;
    uint32_t number = (uint32_t)packet->tag;
    traffic_run_measure(r->setup, r->result, node, packet, r->state[number].start, tick);
    if (--r->state[number].left == 0)
        replay_release(r, number, node, true, tick);
    return true;
}

/* Sends all messages without dependencies. */
static int replay_begin(replay_t *r)
{
    int rc = 0;
    for (uint32_t i = 0; i < r->trace->messages && rc == 0; i++) {
        const traffic_trace_message_t *m = &r->trace->message[i];
        r->state[i] = (state_t){m->time, m->waits, traffic_packets(r->setup->parameters, m->bytes)};
        r->result->offered += m->bytes;
        if (m->waits == 0)
            rc = replay_send(r, i);
    }
    return rc;
}

static uint32_t replay_share(const void *replay_run)
{
    const traffic_result_t *result = ((const replay_t *)replay_run)->result;
    double received = (double)traffic_measure_received(&result->measure);
    return (uint32_t)(received / ((double)result->offered + 1) * 1000);
}

static int replay_run(replay_t *r)
{
    traffic_result_t *result = r->result;
    traffic_measure_window(&result->measure, 0, UINT64_MAX);
    int rc = replay_begin(r);
    rc = rc == 0 ? traffic_run_out(r->setup, result, r->net, &r->error, replay_share, r) : rc;
    if (!result->partial)
        result->missing = result->offered - traffic_measure_received(&result->measure);
    return rc == 0 ? traffic_result_whole(result, r->setup, r->net, 0) : rc;
}

int traffic_replay(const traffic_setup_t *setup, const traffic_trace_t *trace, traffic_result_t *result,
                   emuq_text_t *why)
{
    uint64_t start = emuq_now_ns();
    replay_t r = {.setup = setup, .trace = trace, .result = result};
    emuq_net_client_t client = {.context = &r, .sent = replay_sent, .arrived = replay_arrived};
    int rc = traffic_run_open(setup, result, emuq_net_nodes(&setup->workload.pattern.shape), &client, &r.net);
    r.state = calloc(trace->messages + 1, sizeof *r.state);
    if (rc == 0)
        rc = r.state != NULL ? replay_run(&r) : -ENOMEM;
    emuq_net_close(r.net);
    free(r.state);
    return traffic_result_end(result, start, rc, why);
}
