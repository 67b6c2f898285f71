/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "tools/emuq-net/trace.h"

#include <search.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "network/network.h"
#include "network/files/files.h"
#include "tools/emuq-net/shape.h"

#define BLANKS " \t\r"

/* While a trace is read. */
typedef struct reader {
    traffic_trace_t *trace;
    const emuq_net_shape_t *shape;
    uint32_t channels;          /* bit per channel of the model */
    struct hsearch_data tags;   /* of messages, to their numbers */
    traffic_trace_message_t *m; /* of this line */
    emuq_text_t *why;
} reader_t;

/* ---- columns ---- */

static int read_ns(reader_t *r, const char *word, uint64_t *ticks)
{
    char text[40];
    snprintf(text, sizeof text, "%.32sns", word);
    if (emuq_net_time(text, EMUQ_NET_TICK_PS, ticks) == 0)
        return 0;
    return emuq_net_error(r->why, "a time is nanoseconds such as 100 or 0.5, not '%s'", word);
}

static int read_node(reader_t *r, const char *word, uint32_t *node)
{
    const char *end;
    int rc = traffic_node_scan(r->shape, word, node, &end, r->why);
    return rc == 0 && *end != '\0' ? emuq_net_error(r->why, "'%s' is no node", word) : rc;
}

static int read_number(reader_t *r, const char *what, const char *word, uint64_t most, uint64_t *n)
{
    if (emuq_number_parse(word, EMUQ_NUMBER_SIZE, 0, most, n) == 0)
        return 0;
    return emuq_net_error(r->why, "%s is a number up to %llu, not '%s'", what, (unsigned long long)most,
                           word);
}

static int read_zone(reader_t *r, const char *word)
{
    uint64_t n;
    if (strcmp(word, "det") == 0) {
        if (r->m->vc == EMUQ_NET_VC_DYNAMIC)
            r->m->vc = EMUQ_NET_VC_DETERMINISTIC;
        return 0;
    }
    if (emuq_number_parse(word, EMUQ_NUMBER_COUNT, 0, EMUQ_NET_ZONES - 1, &n) != 0)
        return emuq_net_error(r->why, "routing is a zone from 0 to 3, or det, not '%s'", word);
    r->m->zone = (uint8_t)n;
    return 0;
}

/* Gives this line's message a tag. */
static int read_tag(reader_t *r, char *word)
{
    ENTRY entry = {word, (void *)(uintptr_t)r->trace->messages}, *found;
    if (hsearch_r(entry, FIND, &found, &r->tags) != 0)
        return emuq_net_error(r->why, "the tag '%s' is given twice", word);
    return hsearch_r(entry, ENTER, &found, &r->tags) != 0 ? 0 : -ENOMEM; /* words live as long as the table */
}

/* ---- what waits ---- */

static int add_edge(traffic_trace_t *t, uint32_t to)
{
    if ((t->edges & (t->edges - 1)) == 0) { /* room for the next power of two */
        size_t room = t->edges > 0 ? 2 * (size_t)t->edges : 1;
        traffic_trace_edge_t *more = realloc(t->edge, room * sizeof *more);
        if (more == NULL)
            return -ENOMEM;
        t->edge = more;
    }
    t->edge[t->edges] = (traffic_trace_edge_t){t->messages, t->message[to].first};
    t->message[to].first = t->edges++;
    return 0;
}

static int wait_for(reader_t *r, char *tag)
{
    ENTRY *found;
    if (hsearch_r((ENTRY){tag, NULL}, FIND, &found, &r->tags) == 0)
        return emuq_net_error(r->why, "no line above has the tag '%s'", tag);
    uint32_t to = (uint32_t)(uintptr_t)found->data;
    const traffic_trace_message_t *m = &r->trace->message[to];
    if (to == r->trace->messages)
        return emuq_net_error(r->why, "message '%s' waits for itself", tag);
    if (m->destination != r->m->source && m->source != r->m->source)
        return emuq_net_error(r->why, "message '%s' neither comes from nor goes to node %u", tag,
                               r->m->source);
    r->m->waits++;
    return add_edge(r->trace, to);
}

static int read_after(reader_t *r, char *list)
{
    char *save, *tag = strtok_r(list, ",", &save);
    if (tag == NULL)
        return emuq_net_error(r->why, "after= takes tags, separated by commas");
    for (; tag != NULL; tag = strtok_r(NULL, ",", &save)) {
        int rc = wait_for(r, tag);
        if (rc != 0)
            return rc;
    }
    return 0;
}

/* ---- lines ---- */

/* Takes the column with a number, from 0. */
static int read_column(reader_t *r, unsigned column, char *word)
{
    uint64_t n = 0;
    int rc = 0;
    switch (column) {
    case 0:
        return read_ns(r, word, &r->m->time);
    case 1:
        return read_node(r, word, &r->m->source);
    case 2:
        return read_node(r, word, &r->m->destination);
    case 3:
        rc = read_number(r, "the size", word, 1U << 30, &n);
        r->m->bytes = (uint32_t)n;
        return rc;
    case 4:
        rc = read_number(r, "the channel", word, EMUQ_NET_VC_SYSTEM, &n);
        r->m->vc = (uint8_t)n;
        return rc;
    case 5:
        return read_zone(r, word);
    case 6:
        return read_tag(r, word);
    default:
        return emuq_net_error(r->why, "there are more than seven columns: '%s'", word);
    }
}

static int read_line(reader_t *r, char *line)
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
            rc = read_after(r, word + 6);
        else if (column >= 4 && strncmp(word, "delay=", 6) == 0)
            rc = read_ns(r, word + 6, &r->m->delay);
        else
            rc = read_column(r, column++, word);
    }
    if (rc == 0 && column < 4)
        return emuq_net_error(r->why, "a line is: time_ns source destination bytes [vc [zone|det [tag]]]");
    if (rc == 0 && !(r->channels >> r->m->vc & 1))
        return emuq_net_error(r->why, "the model has no channel %u", r->m->vc);
    r->trace->messages += rc == 0;
    return rc;
}

static int read_lines(reader_t *r, char *text, const char *name, emuq_text_t *why)
{
    unsigned line = 1;
    for (char *end; text != NULL; text = end, line++) {
        end = strchr(text, '\n');
        if (end != NULL)
            *end++ = '\0';
        int rc = read_line(r, text);
        if (rc == -EINVAL)
            emuq_net_error(why, "%s:%u: %s", name, line, r->why->buffer);
        if (rc != 0)
            return rc;
    }
    return 0;
}

static size_t count_lines(const char *text)
{
    size_t lines = 1;
    for (; *text != '\0'; text++)
        lines += *text == '\n';
    return lines;
}

int traffic_trace_parse(traffic_trace_t *trace, const char *text, const char *name,
                        const emuq_net_shape_t *shape, uint32_t channels, emuq_text_t *why)
{
    char reason[256];
    emuq_text_t inner = emuq_text(reason, sizeof reason);
    reader_t r = {.trace = trace, .shape = shape, .channels = channels, .why = &inner};
    size_t lines = count_lines(text);
    *trace = (traffic_trace_t){.message = calloc(lines, sizeof *trace->message)};
    char *copy = strdup(text);
    int rc = -ENOMEM;
    if (trace->message != NULL && copy != NULL && hcreate_r(lines + lines / 2 + 1, &r.tags) != 0) {
        rc = read_lines(&r, copy, name, why);
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
