/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/stats_print.h"

#include <inttypes.h>
#include <string.h>

#include "tools/emuq-trace/sums_print.h"

#define MOST_CULPRITS 10 /* lines of text */

const char *trace_wait_name(emuq_record_wait_t what)
{
    static const char *const names[EMUQ_RECORD_WAITS] = {"packets", "completion", "room",  "interrupt",
                                                         "other",   "memory",     "event", "slot"};
    return names[what < EMUQ_RECORD_WAITS ? what : EMUQ_RECORD_WAIT_OTHER];
}

/* ---- JSON ---- */

static void json_job(const trace_events_t *e, FILE *out)
{
    const trace_file_t *f = e->file;
    const uint32_t *s = f->geometry.size;
    fprintf(out,
            "  \"job\": {\"shape\": [%u, %u, %u, %u, %u], \"nodes\": %u, \"ppn\": %u, \"ranks\": %u, "
            "\"host\": %u, \"hosts\": %u, \"ns\": %" PRIu64 ", \"modelled\": %s},\n",
            s[0], s[1], s[2], s[3], s[4], f->nodes, f->job.ppn, f->job.np, f->job.host, f->job.hosts,
            f->job.ended_ns - f->job.begun_ns, f->is_modelled ? "true" : "false");
}

static void json_records(const trace_events_t *e, const trace_stats_t *s, FILE *out)
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

static void json_messages(const trace_stats_t *s, FILE *out)
{
    fprintf(out, "  \"messages\": {\"incomplete\": %" PRIu64, s->incomplete);
    for (unsigned t = 0; t < TRACE_TYPES; t++)
        fprintf(out, ", \"%s\": {\"count\": %" PRIu64 ", \"bytes\": %" PRIu64 "}",
                trace_type_name((trace_type_t)t), s->messages[t], s->bytes[t]);
    fputs("},\n", out);
}

/* Bars as [least value, count], empty ones left out. */
static void json_histogram(const char *name, const trace_histogram_t *h, FILE *out)
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

static void json_traffic(const trace_stats_t *s, FILE *out)
{
    fputs("  \"traffic\": [", out);
    for (uint32_t i = 0; i < s->traffics; i++)
        fprintf(out, "%s\n    {\"from\": %u, \"to\": %u, \"messages\": %" PRIu64 ", \"bytes\": %" PRIu64 "}",
                i != 0 ? "," : "", s->traffic[i].from, s->traffic[i].to, s->traffic[i].messages,
                s->traffic[i].bytes);
    fputs("],\n", out);
}

static void json_links(const trace_events_t *e, const trace_stats_t *s, FILE *out)
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

static void json_waits(const trace_stats_t *s, FILE *out)
{
    fputs("  \"waits\": [", out);
    for (uint32_t i = 0; i < s->ranks; i++) {
        fprintf(out, "%s\n    {\"rank\": %" PRId32, i != 0 ? "," : "", s->waits[i].rank);
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

static void json_operations(const trace_stats_t *s, FILE *out)
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

void trace_stats_json(const trace_events_t *events, const trace_sums_t *sums, FILE *out)
{
    const trace_stats_t *stats = &sums->stats;
    fputs("{\n", out);
    json_job(events, out);
    json_records(events, stats, out);
    json_messages(stats, out);
    json_histogram("sizes", &stats->sizes, out);
    json_histogram("delivery", &stats->delivery, out);
    json_histogram("reception", &stats->reception, out);
    json_traffic(stats, out);
    json_links(events, stats, out);
    trace_cards_json(stats, events->file->nodes, out);
    json_waits(stats, out);
    json_operations(stats, out);
    trace_path_json(&sums->path, out);
    trace_fills_json(&sums->fills, out);
    trace_timeline_json(&sums->line, out);
    fputs("}\n", out);
}

/* ---- text ---- */

static void text_histogram(const char *name, const trace_histogram_t *h, FILE *out)
{
    if (h->count != 0)
        fprintf(out, "%-22s %" PRIu64 ": %" PRIu64 " to %" PRIu64 ", on average %.1f\n", name, h->count,
                h->least, h->most, (double)h->sum / (double)h->count);
}

static void text_waits(const trace_stats_t *s, FILE *out)
{
    for (uint32_t i = 0; i < s->ranks; i++)
        for (unsigned w = 0; w < EMUQ_RECORD_WAITS; w++)
            if (s->waits[i].count[w] != 0)
                fprintf(out, "rank %-4" PRIu32 " waited %" PRIu64 " times for %s: %" PRIu64 " ns\n", i,
                        s->waits[i].count[w], trace_wait_name((emuq_record_wait_t)w), s->waits[i].ns[w]);
}

static void text_culprits(const trace_stats_t *s, FILE *out)
{
    for (uint32_t i = 0; i < s->culprits && i < MOST_CULPRITS; i++)
        fprintf(out, "rank %-4" PRId32 " waited %" PRIu64 " times for node %u: %" PRIu64 " ns\n",
                s->culprit[i].rank, s->culprit[i].waits, s->culprit[i].node, s->culprit[i].ns);
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
    text_histogram("bytes", &stats->sizes, out);
    text_histogram("ns to delivery", &stats->delivery, out);
    text_histogram("ns to reception", &stats->reception, out);
    trace_cards_text(stats, events->file->nodes, out);
    text_waits(stats, out);
    text_culprits(stats, out);
    trace_path_text(&sums->path, out);
    trace_fills_text(&sums->fills, out);
}
