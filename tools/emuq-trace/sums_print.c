/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-trace/sums_print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/output.h"

#define MOST_RANKS 10 /* lines of text */
#define MOST_FIFOS 4  /* the same, of each kind */

static const char *start_name(unsigned what)
{
    static const char *const names[EMUQ_RECORD_STARTS] = {"put", "send", "get"};
    return names[what];
}

/* ---- JSON ---- */

static void json_phases(const trace_timeline_t *line, FILE *out)
{
    char text[EMUQ_RECORD_HEADER_BYTES];
    fputs("    \"phases\": [", out);
    for (uint64_t i = 0; i < line->phases; i++) {
        const trace_phase_t *p = &line->phase[i];
        snprintf(text, sizeof text, "%.*s", EMUQ_RECORD_HEADER_BYTES - 1, p->text);
        fprintf(out,
                "%s\n      {\"rank\": %" PRId32 ", \"depth\": %u, \"begin\": %" PRIu64 ", \"end\": %" PRIu64
                ", \"text\": ",
                i != 0 ? "," : "", p->rank, p->depth, p->begin, p->end);
        emuq_json_string(out, text);
        fputc('}', out);
    }
    fputs("]\n", out);
}

void trace_timeline_json(const trace_timeline_t *line, FILE *out)
{
    fprintf(out,
            "  \"timeline\": {\"begin\": %" PRIu64 ", \"end\": %" PRIu64 ", \"bins\": %d,\n    \"ranks\": [",
            line->begin, line->end, TRACE_BINS);
    for (uint32_t rank = 0; rank < line->ranks; rank++) {
        fprintf(out, "%s\n      {\"rank\": %u, \"waited\": [", rank != 0 ? "," : "", rank);
        for (uint32_t bin = 0; bin < TRACE_BINS; bin++)
            fprintf(out, "%s%" PRIu64, bin != 0 ? "," : "", line->waited[(size_t)rank * TRACE_BINS + bin]);
        fputs("], \"messages\": [", out);
        for (uint32_t bin = 0; bin < TRACE_BINS; bin++)
            fprintf(out, "%s%" PRIu32, bin != 0 ? "," : "", line->messages[(size_t)rank * TRACE_BINS + bin]);
        fputs("]}", out);
    }
    fputs("],\n", out);
    json_phases(line, out);
    fputs("  }\n", out);
}

static void path_ranks(const trace_path_t *path, FILE *out)
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

void trace_path_json(const trace_path_t *path, FILE *out)
{
    fprintf(out, "  \"path\": {\"begin\": %" PRIu64 ", \"end\": %" PRIu64 ", \"left_out\": %u,\n",
            path->begin, path->end, path->left_out);
    path_ranks(path, out);
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

static const char *kind_of(const trace_fill_t *f)
{
    return f->is_reception ? "reception" : "injection";
}

void trace_fills_json(const trace_fills_t *fills, FILE *out)
{
    fputs("  \"fifos\": [", out);
    for (uint32_t i = 0; i < fills->fifos; i++) {
        const trace_fill_t *f = &fills->fifo[i];
        fprintf(out,
                "%s\n    {\"kind\": \"%s\", \"node\": %u, \"fifo\": %u, \"most\": %" PRIu64
                ", \"at\": %" PRIu64 ", \"fill\": [",
                i != 0 ? "," : "", kind_of(f), f->node, f->fifo, f->most, f->most_ns);
        for (uint32_t bin = 0; bin < TRACE_BINS; bin++)
            fprintf(out, "%s%" PRIu64, bin != 0 ? "," : "", f->bin[bin]);
        fputs("]}", out);
    }
    fputs("],\n", out);
}

static bool is_used(const trace_card_t *c)
{
    static const trace_card_t none;
    return memcmp(c, &none, sizeof none) != 0;
}

void trace_cards_json(const trace_stats_t *stats, uint32_t nodes, FILE *out)
{
    const char *comma = "";
    fputs("  \"cards\": [", out);
    for (uint32_t i = 0; i < nodes; i++) {
        const trace_card_t *c = &stats->card[i];
        if (!is_used(c))
            continue;
        fprintf(out, "%s\n    {\"node\": %u", comma, i);
        for (unsigned k = 0; k < EMUQ_RECORD_STARTS; k++)
            fprintf(out, ", \"%s\": {\"count\": %" PRIu64 ", \"bytes\": %" PRIu64 "}", start_name(k),
                    c->started[k], c->bytes[k]);
        for (unsigned k = 0; k < EMUQ_RECORD_EVENTS; k++)
            fprintf(out, ", \"%s\": %" PRIu64, trace_card_event_name((uint8_t)k), c->events[k]);
        fprintf(out,
                ", \"bytes_received\": %" PRIu64 ", \"taken\": %" PRIu64 ", \"misses\": %" PRIu64
                ", \"refused\": %" PRIu64 "}",
                c->received, c->taken, c->misses, c->refused);
        comma = ",";
    }
    fputs("],\n", out);
}

/* ---- text ---- */

/* @return the rank with the most time on the path behind another one, or TRACE_NONE. Ranks with the same time
 * follow each other by number. @param after the one before, or TRACE_NONE */
static uint32_t next_rank(const trace_path_t *path, const uint64_t *sum, uint32_t after)
{
    uint32_t best = TRACE_NONE;
    for (uint32_t rank = 0; rank < path->ranks; rank++) {
        bool is_behind =
            after == TRACE_NONE || sum[rank] < sum[after] || (sum[rank] == sum[after] && rank > after);
        if (is_behind && sum[rank] != 0 && (best == TRACE_NONE || sum[rank] > sum[best]))
            best = rank;
    }
    return best;
}

void trace_path_text(const trace_path_t *path, FILE *out)
{
    uint64_t *sum = trace_need(path->ranks, sizeof *sum), whole = path->end - path->begin;
    for (uint32_t rank = 0; rank < path->ranks; rank++)
        for (unsigned k = 0; k < TRACE_PATH_KINDS; k++)
            sum[rank] += path->of_rank[rank][k];
    uint32_t rank = TRACE_NONE;
    for (int i = 0; i < MOST_RANKS && (rank = next_rank(path, sum, rank)) != TRACE_NONE; i++)
        fprintf(out,
                "critical path, rank %-4u %4.1f %%: %" PRIu64 " ns of work, %" PRIu64 " of waits, %" PRIu64
                " of transfers\n",
                rank, 100.0 * (double)sum[rank] / (double)(whole != 0 ? whole : 1),
                path->of_rank[rank][TRACE_PATH_WORK], path->of_rank[rank][TRACE_PATH_WAIT],
                path->of_rank[rank][TRACE_PATH_TRANSFER]);
    free(sum);
}

void trace_cards_text(const trace_stats_t *stats, uint32_t nodes, FILE *out)
{
    for (uint32_t i = 0; i < nodes; i++) {
        const trace_card_t *c = &stats->card[i];
        if (!is_used(c))
            continue;
        fprintf(out, "card of node %u:", i);
        for (unsigned k = 0; k < EMUQ_RECORD_STARTS; k++)
            if (c->started[k] != 0)
                fprintf(out, " %" PRIu64 " %ss of %" PRIu64 " bytes,", c->started[k], start_name(k),
                        c->bytes[k]);
        fprintf(out,
                " %" PRIu64 " messages received of %" PRIu64 " bytes, %" PRIu64 " lost, %" PRIu64
                " misses, %" PRIu64 " refusals\n",
                c->events[EMUQ_RECORD_EVENT_RECEIVED], c->received, c->events[EMUQ_RECORD_EVENT_LOST],
                c->misses, c->refused);
    }
}

void trace_fills_text(const trace_fills_t *fills, FILE *out)
{
    unsigned said[2] = {0, 0};
    for (uint32_t i = 0; i < fills->fifos; i++) {
        const trace_fill_t *f = &fills->fifo[i];
        if (f->most > 1 && said[f->is_reception]++ < MOST_FIFOS)
            fprintf(out, "%s FIFO %u of node %u held %" PRIu64 " %s\n", kind_of(f), f->fifo, f->node, f->most,
                    f->is_reception ? "bytes" : "descriptors");
    }
}
