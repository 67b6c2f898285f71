/* SPDX-License-Identifier: BSD-3-Clause */
/* Results as text, as JSON, and as an HTML page. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "apenet/net/route.h"
#include "tools/common/options.h"
#include "tools/emuq-trace/trace.h"

#define PRINT_CULPRITS 10 /* maximum printed culprits */
#define PRINT_RANKS    10
#define PRINT_FIFOS    4 /* maximum FIFOs printed of each kind */

const char *trace_wait_name(emuq_record_wait_t what)
{
    static const char *const names[EMUQ_RECORD_WAITS] = {"packets", "completion", "space", "interrupt",
                                                         "other",   "memory",     "event", "slot"};
    return names[what < EMUQ_RECORD_WAITS ? what : EMUQ_RECORD_WAIT_OTHER];
}

static const char *const print_starts[EMUQ_RECORD_STARTS] = {"put", "send", "get"};

void trace_sums_make(const trace_events_t *events, trace_sums_t *sums)
{
    trace_stats_make(events, &sums->stats);
    trace_timeline_make(events, &sums->line);
    trace_path_make(events, sums->stats.cause, &sums->path);
    trace_fills_make(events, &sums->line, &sums->fills);
}

void trace_sums_free(trace_sums_t *sums)
{
    trace_stats_free(&sums->stats);
    trace_timeline_free(&sums->line);
    trace_path_free(&sums->path);
    trace_fills_free(&sums->fills);
}

/* ---- JSON ---- */

/* Prints the values of the bins of the time line. */
static void print_json_bins(const uint64_t *bin, FILE *out)
{
    for (uint32_t i = 0; i < TRACE_BINS; i++)
        fprintf(out, "%s%" PRIu64, i != 0 ? "," : "", bin[i]);
}

/* Prints a member with a text, or an empty text if the recording has none. */
static void print_json_text(const char *name, const char *text, FILE *out)
{
    fprintf(out, ", \"%s\": ", name);
    emuq_json_string(out, text);
}

static void print_json_job(const trace_events_t *e, FILE *out)
{
    char start[32] = "";
    time_t seconds = (time_t)(e->file->job.realtime_ns / 1000000000);
    struct tm utc;
    if (gmtime_r(&seconds, &utc) != NULL)
        strftime(start, sizeof start, "%Y-%m-%dT%H:%M:%SZ", &utc);
    const trace_file_t *f = e->file;
    const uint32_t *s = f->geometry.size;
    fprintf(out,
            "  \"job\": {\"shape\": [%u, %u, %u, %u, %u], \"nodes\": %u, \"ppn\": %u, \"ranks\": %u, "
            "\"host\": %u, \"hosts\": %u, \"ns\": %" PRIu64 ", \"modelled\": %s",
            s[0], s[1], s[2], s[3], s[4], f->nodes, f->job.ppn, f->job.np, f->job.host, f->job.hosts,
            f->job.ended_ns - f->job.begun_ns, f->is_modelled ? "true" : "false");
    print_json_text("program", f->job.program, out);
    print_json_text("command", f->job.command, out);
    print_json_text("start", start, out);
    print_json_text("machine", f->job.machine, out);
    print_json_text("version", f->job.version, out);
    fputs("},\n", out);
}

static void print_json_records(const trace_events_t *e, const trace_stats_t *s, FILE *out)
{
    const trace_file_t *f = e->file;
    fprintf(out,
            "  \"records\": {\"threads\": %u, \"threads_without\": %u, \"kept\": %" PRIu64
            ", \"lost\": %" PRIu64,
            f->threads, f->job.without, f->records, f->lost);
    for (unsigned k = 0; k < EMUQ_RECORD_KINDS; k++)
        if (k != EMUQ_RECORD_PAYLOAD)
            fprintf(out, ", \"%s\": %" PRIu64, emuq_record_kind_name((emuq_record_kind_t)k), s->of_kind[k]);
    fputs("},\n", out);
}

static void print_json_messages(const trace_stats_t *s, FILE *out)
{
    fprintf(out, "  \"messages\": {\"incomplete\": %" PRIu64, s->incomplete);
    for (unsigned t = 0; t < TRACE_TYPES; t++)
        fprintf(out, ", \"%s\": {\"count\": %" PRIu64 ", \"bytes\": %" PRIu64 "}",
                trace_type_name((trace_type_t)t), s->messages[t], s->bytes[t]);
    fputs("},\n", out);
}

/* Prints the bars that are not empty as [least value, count]. */
static void print_json_histogram(const char *name, const trace_histogram_t *h, FILE *out)
{
    const char *comma = "";
    fprintf(out,
            "  \"%s\": {\"count\": %" PRIu64 ", \"sum\": %" PRIu64 ", \"least\": %" PRIu64
            ", \"most\": %" PRIu64 ", \"bars\": [",
            name, h->count, h->sum, h->least, h->most);
    for (unsigned i = 0; i <= TRACE_POWERS; i++)
        if (h->bar[i] != 0) {
            fprintf(out, "%s[%" PRIu64 ", %" PRIu64 "]", comma, i != 0 ? UINT64_C(1) << (i - 1) : 0,
                    h->bar[i]);
            comma = ", ";
        }
    fputs("]},\n", out);
}

static void print_json_traffic(const trace_stats_t *s, FILE *out)
{
    fputs("  \"traffic\": [", out);
    for (uint32_t i = 0; i < s->traffics; i++)
        fprintf(out, "%s\n    {\"from\": %u, \"to\": %u, \"messages\": %" PRIu64 ", \"bytes\": %" PRIu64 "}",
                i != 0 ? "," : "", s->traffic[i].from, s->traffic[i].to, s->traffic[i].messages,
                s->traffic[i].bytes);
    fputs("],\n", out);
}

static void print_json_links(const trace_events_t *e, const trace_stats_t *s, FILE *out)
{
    const char *comma = "";
    fputs("  \"links\": [", out);
    for (uint32_t i = 0; i < e->file->nodes * TRACE_LINKS; i++)
        if (s->link[i].packets != 0 || s->link[i].waits != 0) {
            const trace_link_t *l = &s->link[i];
            fprintf(out,
                    "%s\n    {\"node\": %u, \"link\": \"%c%c\", \"bytes\": %" PRIu64 ", \"packets\": %" PRIu64
                    ", \"waits\": %" PRIu64 "}",
                    comma, i / TRACE_LINKS, "ABCDE"[i % TRACE_LINKS / 2], "-+"[i % 2], l -> bytes,
                    l -> packets, l -> waits);
            comma = ",";
        }
    fputs("],\n", out);
}

static void print_json_card_links(const trace_events_t *e, const trace_stats_t *s, FILE *out)
{
    const char *comma = "";
    fputs("  \"card_links\": [", out);
    for (uint32_t i = 0; i < e->file->nodes * TRACE_CARD_LINKS; i++) {
        const trace_link_t *l = &s->card_link[i];
        if (l->packets == 0)
            continue;
        fprintf(out,
                "%s\n    {\"node\": %u, \"link\": \"%s\", \"bytes\": %" PRIu64 ", \"packets\": %" PRIu64 "}",
                comma, i / TRACE_CARD_LINKS, apenet_port_name(i % TRACE_CARD_LINKS), l->bytes, l->packets);
        comma = ",";
    }
    fputs("],\n", out);
}

static void print_json_waits(const trace_stats_t *s, FILE *out)
{
    fputs("  \"waits\": [", out);
    for (uint32_t i = 0; i < s->ranks; i++) {
        fprintf(out, "%s\n    {\"rank\": %u", i != 0 ? "," : "", i);
        for (unsigned w = 0; w < EMUQ_RECORD_WAITS; w++)
            fprintf(out, ", \"%s\": {\"count\": %" PRIu64 ", \"ns\": %" PRIu64 "}",
                    trace_wait_name((emuq_record_wait_t)w), s->waits[i].count[w], s->waits[i].ns[w]);
        fputc('}', out);
    }
    fputs("],\n  \"waited_for\": [", out);
    for (uint32_t i = 0; i < s->culprits; i++)
        fprintf(
            out, "%s\n    {\"rank\": %" PRId32 ", \"node\": %u, \"waits\": %" PRIu64 ", \"ns\": %" PRIu64 "}",
            i != 0 ? "," : "", s->culprit[i].rank, s->culprit[i].node, s->culprit[i].waits, s->culprit[i].ns);
    fputs("],\n", out);
}

static void print_json_operations(const trace_stats_t *s, FILE *out)
{
    fputs("  \"operations\": [", out);
    for (uint32_t i = 0; i < s->operations; i++) {
        const trace_operation_t *o = &s->operation[i];
        fprintf(out,
                "%s\n    {\"kind\": \"%s\", \"route\": %u, \"nodes\": %u, \"first\": %" PRIu64
                ", \"last\": %" PRIu64 ", \"last_node\": %u}",
                i != 0 ? "," : "", o->is_interrupt ? "interrupt" : "collective", o->route, o->nodes, o->first,
                o->last, o->last_node);
    }
    fputs("],\n", out);
}

static void print_json_phases(const trace_timeline_t *line, FILE *out)
{
    char text[EMUQ_RECORD_HEADER_BYTES];
    fputs("    \"phases\": [", out);
    for (uint64_t i = 0; i < line->phases; i++) {
        const trace_phase_t *p = &line->phase[i];
        fprintf(out,
                "%s\n      {\"rank\": %" PRId32 ", \"depth\": %u, \"begin\": %" PRIu64 ", \"end\": %" PRIu64
                ", \"text\": ",
                i != 0 ? "," : "", p->rank, p->depth, p->begin, p->end);
        emuq_json_string(out, trace_text(p->text, text));
        fputc('}', out);
    }
    fputs("]\n", out);
}

static void print_json_timeline(const trace_timeline_t *line, FILE *out)
{
    fprintf(out,
            "  \"timeline\": {\"begin\": %" PRIu64 ", \"end\": %" PRIu64 ", \"bins\": %d,\n    \"ranks\": [",
            line->begin, line->end, TRACE_BINS);
    for (uint32_t rank = 0; rank < line->ranks; rank++) {
        fprintf(out, "%s\n      {\"rank\": %u, \"waited\": [", rank != 0 ? "," : "", rank);
        print_json_bins(&line->waited[(size_t)rank * TRACE_BINS], out);
        fputs("], \"messages\": [", out);
        print_json_bins(&line->messages[(size_t)rank * TRACE_BINS], out);
        fputs("]}", out);
    }
    fputs("],\n", out);
    print_json_phases(line, out);
    fputs("  }\n", out);
}

static void print_json_path_ranks(const trace_path_t *path, FILE *out)
{
    const char *comma = "";
    fputs("    \"ranks\": [", out);
    for (uint32_t rank = 0; rank < path->ranks; rank++) {
        const uint64_t *ns = path->of_rank[rank];
        if (ns[TRACE_PATH_WORK] + ns[TRACE_PATH_WAIT] + ns[TRACE_PATH_TRANSFER] == 0)
            continue;
        fprintf(out, "%s\n      {\"rank\": %u", comma, rank);
        for (unsigned k = 0; k < TRACE_PATH_KINDS; k++)
            fprintf(out, ", \"%s\": %" PRIu64, trace_path_name((trace_path_kind_t)k), ns[k]);
        fputc('}', out);
        comma = ",";
    }
    fputs("],\n", out);
}

static void print_json_path(const trace_path_t *path, FILE *out)
{
    fprintf(out, "  \"path\": {\"begin\": %" PRIu64 ", \"end\": %" PRIu64 ", \"left_out\": %u,\n",
            path->begin, path->end, path->left_out);
    print_json_path_ranks(path, out);
    fputs("    \"parts\": [", out);
    for (uint32_t i = 0; i < path->parts; i++) {
        const trace_path_part_t *p = &path->part[i];
        fprintf(out, "%s\n      {\"kind\": \"%s\", \"rank\": %" PRId32, i != 0 ? "," : "",
                trace_path_name(p->kind), p->rank);
        if (p->from >= 0)
            fprintf(out, ", \"from\": %" PRId32, p->from);
        fprintf(out, ", \"begin\": %" PRIu64 ", \"end\": %" PRIu64 "}", p->begin, p->end);
    }
    fputs("]},\n", out);
}

static const char *print_fifo_kind(const trace_fill_t *f)
{
    return f->is_reception ? "reception" : "injection";
}

static void print_json_fills(const trace_fills_t *fills, FILE *out)
{
    fputs("  \"fifos\": [", out);
    for (uint32_t i = 0; i < fills->fifos; i++) {
        const trace_fill_t *f = &fills->fifo[i];
        fprintf(out,
                "%s\n    {\"kind\": \"%s\", \"node\": %u, \"fifo\": %u, \"most\": %" PRIu64
                ", \"at\": %" PRIu64 ", \"fill\": [",
                i != 0 ? "," : "", print_fifo_kind(f), f->node, f->fifo, f->most, f->most_ns);
        print_json_bins(f->bin, out);
        fputs("]}", out);
    }
    fputs("],\n", out);
}

static bool print_is_card_used(const trace_card_t *c)
{
    static const trace_card_t none;
    return memcmp(c, &none, sizeof none) != 0;
}

static void print_json_cards(const trace_stats_t *stats, uint32_t nodes, FILE *out)
{
    const char *comma = "";
    fputs("  \"cards\": [", out);
    for (uint32_t i = 0; i < nodes; i++) {
        const trace_card_t *c = &stats->card[i];
        if (!print_is_card_used(c))
            continue;
        fprintf(out, "%s\n    {\"node\": %u", comma, i);
        for (unsigned k = 0; k < EMUQ_RECORD_STARTS; k++)
            fprintf(out, ", \"%s\": {\"count\": %" PRIu64 ", \"bytes\": %" PRIu64 "}", print_starts[k],
                    c->started[k], c->bytes[k]);
        for (unsigned k = 0; k < EMUQ_RECORD_EVENTS; k++)
            fprintf(out, ", \"%s\": %" PRIu64, trace_card_event_name((uint8_t)k), c->events[k]);
        fprintf(out,
                ", \"bytes_received\": %" PRIu64 ", \"taken\": %" PRIu64 ", \"misses\": %" PRIu64
                ", \"rejected\": %" PRIu64 "}",
                c->received, c->taken, c->misses, c->rejected);
        comma = ",";
    }
    fputs("],\n", out);
}

void trace_stats_json(const trace_events_t *events, const trace_sums_t *sums, FILE *out)
{
    const trace_stats_t *stats = &sums->stats;
    fputs("{\n", out);
    print_json_job(events, out);
    print_json_records(events, stats, out);
    print_json_messages(stats, out);
    print_json_histogram("sizes", &stats->sizes, out);
    print_json_histogram("delivery", &stats->delivery, out);
    print_json_histogram("reception", &stats->reception, out);
    print_json_traffic(stats, out);
    print_json_links(events, stats, out);
    print_json_card_links(events, stats, out);
    print_json_cards(stats, events->file->nodes, out);
    print_json_waits(stats, out);
    print_json_operations(stats, out);
    print_json_path(&sums->path, out);
    print_json_fills(&sums->fills, out);
    print_json_timeline(&sums->line, out);
    fputs("}\n", out);
}

/* ---- text ---- */

static void print_text_histogram(const char *name, const trace_histogram_t *h, FILE *out)
{
    if (h->count != 0)
        fprintf(out, "%-22s %" PRIu64 ": %" PRIu64 " to %" PRIu64 ", on average %.1f\n", name, h->count,
                h->least, h->most, (double)h->sum / (double)h->count);
}

static void print_text_waits(const trace_stats_t *s, FILE *out)
{
    for (uint32_t i = 0; i < s->ranks; i++)
        for (unsigned w = 0; w < EMUQ_RECORD_WAITS; w++)
            if (s->waits[i].count[w] != 0)
                fprintf(out, "rank %-4" PRIu32 " waited %" PRIu64 " times for %s: %" PRIu64 " ns\n", i,
                        s->waits[i].count[w], trace_wait_name((emuq_record_wait_t)w), s->waits[i].ns[w]);
}

/* Time of a rank on the critical path. */
typedef struct print_share {
    uint32_t rank;
    uint64_t ns;
} print_share_t;

static int print_compare_shares(const void *a, const void *b)
{
    const print_share_t *x = a, *y = b;
    return trace_then(trace_compare(y->ns, x->ns), x->rank, y->rank);
}

static void print_text_path(const trace_path_t *path, FILE *out)
{
    uint64_t whole = path->end - path->begin;
    print_share_t *share = trace_alloc(path->ranks, sizeof *share);
    for (uint32_t rank = 0; rank < path->ranks; rank++) {
        share[rank].rank = rank;
        for (unsigned k = 0; k < TRACE_PATH_KINDS; k++)
            share[rank].ns += path->of_rank[rank][k];
    }
    qsort(share, path->ranks, sizeof *share, print_compare_shares);
    for (uint32_t i = 0; i < path->ranks && i < PRINT_RANKS && share[i].ns != 0; i++) {
        const uint64_t *ns = path->of_rank[share[i].rank];
        fprintf(out,
                "critical path, rank %-4u %4.1f %%: %" PRIu64 " ns of work, %" PRIu64 " of waits, %" PRIu64
                " of transfers\n",
                share[i].rank, 100.0 * (double)share[i].ns / (double)(whole != 0 ? whole : 1),
                ns[TRACE_PATH_WORK], ns[TRACE_PATH_WAIT], ns[TRACE_PATH_TRANSFER]);
    }
    free(share);
}

static void print_text_cards(const trace_stats_t *stats, uint32_t nodes, FILE *out)
{
    for (uint32_t i = 0; i < nodes; i++) {
        const trace_card_t *c = &stats->card[i];
        if (!print_is_card_used(c))
            continue;
        fprintf(out, "card of node %u:", i);
        for (unsigned k = 0; k < EMUQ_RECORD_STARTS; k++)
            if (c->started[k] != 0)
                fprintf(out, " %" PRIu64 " %ss of %" PRIu64 " bytes,", c->started[k], print_starts[k],
                        c->bytes[k]);
        fprintf(out,
                " %" PRIu64 " messages received of %" PRIu64 " bytes, %" PRIu64 " lost, %" PRIu64
                " misses, %" PRIu64 " rejections\n",
                c->events[EMUQ_RECORD_EVENT_RECEIVED], c->received, c->events[EMUQ_RECORD_EVENT_LOST],
                c->misses, c->rejected);
    }
}

static void print_text_fills(const trace_fills_t *fills, FILE *out)
{
    unsigned printed[2] = {0, 0};
    for (uint32_t i = 0; i < fills->fifos; i++) {
        const trace_fill_t *f = &fills->fifo[i];
        if (f->most > 1 && printed[f->is_reception]++ < PRINT_FIFOS)
            fprintf(out, "%s FIFO %u of node %u held %" PRIu64 " %s\n", print_fifo_kind(f), f->fifo, f->node,
                    f->most, f->is_reception ? "bytes" : "descriptors");
    }
}

void trace_stats_text(const trace_events_t *events, const trace_sums_t *sums, FILE *out)
{
    const trace_stats_t *stats = &sums->stats;
    const trace_file_t *f = events->file;
    fprintf(out, "%u nodes, %u ranks, %u threads, %.3f ms%s\n", f->nodes, f->job.np, f->threads,
            (double)(f->job.ended_ns - f->job.begun_ns) / 1e6, f->is_modelled ? " of modelled time" : "");
    fprintf(out, "%-22s %" PRIu64 ", and %" PRIu64 " lost\n", "records", f->records, f->lost);
    for (unsigned t = 0; t < TRACE_TYPES; t++)
        if (stats->messages[t] != 0)
            fprintf(out, "messages, %-12s %" PRIu64 ", %" PRIu64 " bytes\n", trace_type_name((trace_type_t)t),
                    stats->messages[t], stats->bytes[t]);
    if (stats->incomplete != 0)
        fprintf(out, "%-22s %" PRIu64 "\n", "not complete", stats->incomplete);
    print_text_histogram("bytes", &stats->sizes, out);
    print_text_histogram("ns to delivery", &stats->delivery, out);
    print_text_histogram("ns to reception", &stats->reception, out);
    print_text_cards(stats, events->file->nodes, out);
    print_text_waits(stats, out);
    for (uint32_t i = 0; i < stats->culprits && i < PRINT_CULPRITS; i++)
        fprintf(out, "rank %-4" PRId32 " waited %" PRIu64 " times for node %u: %" PRIu64 " ns\n",
                stats->culprit[i].rank, stats->culprit[i].waits, stats->culprit[i].node,
                stats->culprit[i].ns);
    print_text_path(&sums->path, out);
    print_text_fills(&sums->fills, out);
}

/* ---- report ---- */

/* Placeholder of the JSON object in the page. */
static const char report_placeholder[] = "\"EMUQ_STATS\"";

/* Escapes '<', which occurs in strings only: "</script>" would end the script of the page. */
static void report_print_escaped(const char *json, FILE *out)
{
    for (; *json != '\0'; json++)
        if (*json == '<')
            fputs("\\u003c", out);
        else
            putc(*json, out);
}

void trace_report(const trace_events_t *events, const trace_sums_t *sums, FILE *out)
{
    const char *page = (const char *)trace_report_page, *at = strstr(page, report_placeholder);
    char *json = NULL;
    size_t bytes;
    FILE *memory = open_memstream(&json, &bytes);
    if (memory != NULL)
        trace_stats_json(events, sums, memory);
    if (memory == NULL || fclose(memory) != 0) {
        trace_error("out of memory for the report");
        exit(EXIT_FAILURE);
    }
    fwrite(page, 1, (size_t)(at - page), out);
    report_print_escaped(json, out);
    fputs(at + strlen(report_placeholder), out);
    free(json);
}
