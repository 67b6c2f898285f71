/* SPDX-License-Identifier: BSD-3-Clause */
/* Counters and health of a job on several hosts: the launchers send their numbers in lines for the front end,
 * which adds the counts of all hosts, and takes the worst health of each node.
 *
 * Process managers forward whatever one read returns, up to 4096 bytes, and mix these parts of several hosts.
 * So a launcher sends a few whole lines, and continues when they have been read. The last line of a host has
 * number and hash of the lines before it. */
#define _GNU_SOURCE
#include "tools/emuq-run/run.h"

#include <inttypes.h>

#include "base/mix.h"
#include "base/text.h"
#include "kernel-shim/partition/partition.h"

#define PART_BYTES 4096u /* read by a process manager at once */
#define LINE_BYTES 1024u /* maximum of a line, without its mark */
#define MARK_BYTES 32u   /* maximum of mark, host and number */
#define PAIR_BYTES 40u   /* maximum of an index and a number, or of a range and a word */

/* ---- launcher of a host ---- */

static struct {
    uint32_t lines, hash;
    size_t unread; /* bytes sent since the last wait */
} sent = {.hash = EMUQ_FNV_BASIS};

static void merge_send_line(char mark, long number, const char *text)
{
    size_t bytes = strlen(text) + MARK_BYTES;
    if (sent.unread == 0 || sent.unread + bytes > PART_BYTES) {
        emuq_output_await_reader();
        sent.unread = 0;
    }
    sent.unread += bytes;
    sent.lines++;
    sent.hash = emuq_fnv(sent.hash, text, strlen(text));
    emuq_output_report(mark, number, text);
}

/* Sends the counts of a column that are not 0. A column of zeros is sent as well: it is printed in a table.
 */
static void merge_send_column(const emuq_counts_t *c, const emuq_counts_column_t *column)
{
    char line[LINE_BYTES];
    emuq_text_t text = emuq_text(line, sizeof line);
    emuq_text_add(&text, "%s,", column->name);
    for (size_t i = 0; i < (size_t)c->nodes * column->width; i++) {
        if (column->value[i] == 0)
            continue;
        if (text.length + PAIR_BYTES >= sizeof line) {
            merge_send_line(EMUQ_MARK_COUNTS, column->width, line);
            text = emuq_text(line, sizeof line);
            emuq_text_add(&text, "%s,", column->name);
        }
        emuq_text_add(&text, " %zx:%" PRIx64, i, column->value[i]);
    }
    merge_send_line(EMUQ_MARK_COUNTS, column->width, line);
}

void emuq_merge_send_counts(const emuq_counts_t *c)
{
    for (unsigned i = 0; i < c->columns; i++)
        merge_send_column(c, &c->column[i]);
}

void emuq_merge_send_health(const emuq_health_t *h)
{
    char line[LINE_BYTES];
    emuq_text_t text = emuq_text(line, sizeof line);
    for (uint32_t first = 0, end; first < h->nodes; first = end) {
        for (end = first + 1; end < h->nodes && h->seen[end] == h->seen[first];)
            end++;
        if (h->seen[first] != 0)
            emuq_text_add(&text, " %x-%x:%x", first, end - 1, h->seen[first]);
        if (text.length != 0 && (text.length + PAIR_BYTES >= sizeof line || end == h->nodes)) {
            merge_send_line(EMUQ_MARK_HEALTH, 0, line);
            text = emuq_text(line, sizeof line);
        }
    }
}

void emuq_merge_send_end(void)
{
    char hash[16];
    snprintf(hash, sizeof hash, "%" PRIx32, sent.hash);
    if (sent.lines != 0)
        emuq_output_report(EMUQ_MARK_SENT, (long)sent.lines, hash);
    sent.lines = 0;
    sent.hash = EMUQ_FNV_BASIS;
}

/* ---- front end ---- */

void emuq_merge_open(emuq_merge_t *m, const uint32_t shape[5], uint32_t hosts)
{
    *m = (emuq_merge_t){.hosts = hosts, .host = emuq_need(calloc(hosts, sizeof *m->host))};
    emuq_counts_open(&m->counts, shape);
    emuq_health_open(&m->health, shape);
    for (uint32_t i = 0; i < hosts; i++)
        m->host[i].hash = EMUQ_FNV_BASIS;
}

void emuq_merge_close(emuq_merge_t *m)
{
    if (m->host == NULL)
        return;
    emuq_counts_close(&m->counts);
    emuq_health_close(&m->health);
    free(m->host);
    *m = (emuq_merge_t){0};
}

/* Reads a hexadecimal number and the character behind it. @param end ' ' is also the end of the text */
static bool merge_read(const char **at, char end, uint64_t *number)
{
    char *rest;
    *number = strtoull(*at, &rest, 16);
    if (rest == *at || (*rest != end && (end != ' ' || *rest != '\0')))
        return false;
    *at = rest + (*rest != '\0');
    return true;
}

static void merge_take_counts(emuq_merge_t *m, long width, char *text)
{
    char *comma = strrchr(text, ',');
    uint64_t index, count;
    if (comma == NULL || comma - text >= (long)EMUQ_COUNTS_NAME ||
        (width != 1 && width != EMUQ_COUNT_LINKS && width != EMUQ_COMPONENT_LINKS))
        return;
    *comma = '\0';
    uint64_t *value = emuq_counts_column(&m->counts, text, (uint32_t)width);
    for (const char *at = comma + 1; *at != '\0' && merge_read(&at, ':', &index) &&
                                     merge_read(&at, ' ', &count) &&
                                     index < (uint64_t)m->counts.nodes * (uint64_t)width;)
        value[index] += count;
}

static void merge_take_health(emuq_merge_t *m, const char *text)
{
    uint64_t first, last, word;
    for (const char *at = text; *at != '\0' && merge_read(&at, '-', &first) && merge_read(&at, ':', &last) &&
                                merge_read(&at, ' ', &word) && last < m->health.nodes;)
        for (; first <= last; first++)
            m->health.seen[first] = emuq_health_worst(m->health.seen[first], (uint32_t)word);
}

void emuq_merge_take(emuq_merge_t *m, uint32_t host, char mark, long number, char *text)
{
    emuq_merge_host_t *h = &m->host[host];
    if (mark == EMUQ_MARK_SENT) {
        h->is_complete = number == (long)h->lines && strtoul(text, NULL, 16) == h->hash;
        return;
    }
    h->lines++;
    h->hash = emuq_fnv(h->hash, text, strlen(text));
    if (mark == EMUQ_MARK_HEALTH) {
        merge_take_health(m, text);
    } else {
        h->has_counts = true;
        merge_take_counts(m, number, text);
    }
}

/* Names the hosts whose numbers are missing or damaged. @param any_counts the numbers of some host are known
 */
static void merge_print_missing(const emuq_merge_t *m, const emuq_host_plan_t *plan, bool any_counts)
{
    char *names;
    uint32_t missing = 0;
    FILE *out = emuq_text_open(&names);
    for (uint32_t i = 0; i < m->hosts; i++)
        if (m->host[i].lines != 0 ? !m->host[i].is_complete : any_counts)
            fprintf(out, "%s%s", missing++ != 0 ? ", " : "", plan->hosts.host[i].name);
    fclose(out);
    if (missing != 0)
        emuq_run_message("counters and health lack numbers of %s", (const char *)emuq_need(names));
    free(names);
}

int emuq_merge_print(const emuq_merge_t *m, const emuq_host_plan_t *plan, const emuq_run_command_t *command)
{
    bool any_counts = false;
    for (uint32_t i = 0; i < m->hosts; i++)
        any_counts |= m->host[i].has_counts;
    emuq_health_report(&m->health, true);
    int rc = any_counts ? emuq_counts_report(&m->counts, command) : 0;
    merge_print_missing(m, plan, any_counts);
    return rc;
}
