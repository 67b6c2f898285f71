/* SPDX-License-Identifier: BSD-3-Clause */
/* Prints the constants of the model, and results as text and JSON. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "tools/common/options.h"
#include "tools/emuq-net/net.h"

static uint32_t parameters_value_of(const emuq_net_constants_t *p, uint32_t i)
{
    uint32_t value;
    memcpy(&value, (const char *)&p->value + emuq_net_parameter[i].offset, sizeof value);
    return value;
}

/* Formats a value as a word or a number. */
static void parameters_value_text(const emuq_net_parameter_t *row, uint32_t value, char *to, size_t size)
{
    const char *word = row->words;
    if (word == NULL) {
        snprintf(to, size, "%u", value);
        return;
    }
    for (; value > 0; value--)
        word += strcspn(word, "|") + 1;
    snprintf(to, size, "%.*s", (int)strcspn(word, "|"), word);
}

/* Origin of a value. The tag applies to preset bgq. */
static const char *parameters_source_of(const emuq_net_constants_t *p, uint32_t i, const char **tag)
{
    const emuq_net_parameter_t *row = &emuq_net_parameter[i];
    bool preset = p->source[i][0] == '\0', bgq = parameters_value_of(p, i) == row->bgq;
    *tag = preset && bgq ? row->tag : "-";
    return !preset ? p->source[i] : bgq ? row->source : "preset";
}

static void parameters_print_row(const emuq_net_constants_t *p, uint32_t i, FILE *out)
{
    const emuq_net_parameter_t *row = &emuq_net_parameter[i];
    char value[32], range[32];
    const char *tag, *source = parameters_source_of(p, i, &tag);
    parameters_value_text(row, parameters_value_of(p, i), value, sizeof value);
    snprintf(range, sizeof range, "%u..%u", row->low, row->high);
    fprintf(out, "%-24s %12s %-17s %-3s %-16s %s\n", row->key, value, row->unit, tag,
            row->words != NULL ? "" : range, source);
}

void traffic_parameters_print(const emuq_net_constants_t *p, const char *key, FILE *out)
{
    if (key == NULL)
        fprintf(out, "model %s\n%-24s %12s %-17s %-3s %-16s %s\n", p->name, "parameter", "value", "unit",
                "tag", "range", "source");
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++)
        if (key == NULL || strcmp(emuq_net_parameter[i].key, key) == 0)
            parameters_print_row(p, i, out);
}

static void parameters_json(const emuq_net_constants_t *p, FILE *out, int indent)
{
    fputs("{\n", out);
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++) {
        const emuq_net_parameter_t *row = &emuq_net_parameter[i];
        char value[32];
        const char *tag, *source = parameters_source_of(p, i, &tag);
        parameters_value_text(row, parameters_value_of(p, i), value, sizeof value);
        fprintf(out,
                "%*s\"%s\": {\"value\": %s%s%s, \"unit\": \"%s\", \"tag\": \"%s\", \"source\": ", indent + 2,
                "", row->key, row->words ? "\"" : "", value, row->words ? "\"" : "", row->unit, tag);
        emuq_json_string(out, source);
        fprintf(out, "}%s\n", i + 1 < emuq_net_parameter_count ? "," : "");
    }
    fprintf(out, "%*s}", indent, "");
}

uint64_t traffic_parameters_digest(const emuq_net_constants_t *p)
{
    uint64_t digest = 0xcbf29ce484222325; /* FNV-1a */
    for (uint32_t i = 0; i < emuq_net_parameter_count; i++)
        for (uint32_t value = parameters_value_of(p, i), byte = 0; byte < 4; byte++)
            digest = (digest ^ (value >> (8 * byte) & 0xff)) * 0x100000001b3;
    return digest;
}

static const uint32_t permille[] = {500, 900, 990, 999};
static const char *const percent[] = {"50", "90", "99", "99.9"};
#define PERCENTILES (sizeof permille / sizeof permille[0])

static double report_ns(const traffic_options_t *o, double cycles)
{
    return traffic_ns(&o->parameters, cycles);
}

double traffic_offered(const traffic_point_t *point)
{
    const traffic_options_t *o = &point->options;
    const traffic_result_t *r = &point->result;
    return r->cycles > 0 ? (double)r->offered / report_ns(o, (double)r->cycles) / (double)r->nodes : 0;
}

/* Mean of a sum over all packets. */
static double report_per_packet(const traffic_measure_t *m, uint64_t sum)
{
    return m->all.packets > 0 ? (double)sum / (double)m->all.packets : 0;
}

double traffic_percentile_ns(const traffic_point_t *point, uint32_t per_thousand)
{
    const traffic_measure_t *m = &point->result.measure;
    return report_ns(&point->options, (double)traffic_percentile(m->bin, per_thousand, m->least, m->most));
}

void traffic_routing_print(const traffic_options_t *o, emuq_text_t *text)
{
    const traffic_workload_t *w = &o->setup.workload;
    if (w->dynamic == 0)
        emuq_text_add(text, "deterministic");
    else if (w->dynamic == UINT32_MAX)
        emuq_text_add(text, "dynamic:zone%u", w->zone);
    else
        emuq_text_add(text, "mix:%g", (double)w->dynamic / UINT32_MAX);
}

void traffic_bytes_print(const traffic_options_t *o, emuq_text_t *text)
{
    const traffic_workload_t *w = &o->setup.workload;
    emuq_text_add(text, "%u", w->bytes_min);
    if (w->bytes_max != w->bytes_min)
        emuq_text_add(text, ":%u", w->bytes_max);
}

/* True if a picture of all runs shows the values of this option elsewhere. */
static bool describe_skips(const traffic_options_t *o, uint32_t skip, const char *name)
{
    for (unsigned i = 0; i < o->sweeps; i++)
        if (skip >> i & 1 && strcmp(o->sweep[i].name, name) == 0)
            return true;
    return false;
}

static void describe_traffic(const traffic_options_t *o, uint32_t skip, emuq_text_t *text)
{
    const traffic_workload_t *w = &o->setup.workload;
    bool load = o->load > 0 && !describe_skips(o, skip, "load");
    if (w->pattern.collective != TRAFFIC_BARRIER && !describe_skips(o, skip, "bytes")) {
        traffic_bytes_print(o, text);
        emuq_text_add(text, " bytes, ");
    }
    if (load)
        emuq_text_add(text, o->load_is_rate ? "load %g GB/s, " : "load %g, ", (double)o->load / 1e6);
    else if (o->load == 0 && !describe_skips(o, skip, "outstanding"))
        emuq_text_add(text, "%u outstanding, ", w->outstanding);
    if (w->messages > 0 && !describe_skips(o, skip, "messages"))
        emuq_text_add(text, "%" PRIu64 " message%s, ", w->messages, w->messages == 1 ? "" : "s");
    if (w->pattern.collective != TRAFFIC_POINT_TO_POINT)
        return;
    if (w->vc != 0 && !describe_skips(o, skip, "vc"))
        emuq_text_add(text, "channel %u, ", w->vc);
    else if (!describe_skips(o, skip, "routing")) {
        traffic_routing_print(o, text);
        emuq_text_add(text, "%s, ", w->stay ? " stay" : "");
    }
}

void traffic_describe(const traffic_options_t *o, uint32_t skip, emuq_text_t *text)
{
    if (!o->is_trace)
        describe_traffic(o, skip, text);
    if (!describe_skips(o, skip, "params"))
        emuq_text_add(text, "model %s, ", o->parameters.name);
    for (const char *at = o->changes; *at != '\0'; at += strspn(at, ";")) {
        char name[TRAFFIC_SWEEP_NAME];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "=;"), at);
        size_t length = strcspn(at, ";");
        if (!describe_skips(o, skip, name))
            emuq_text_add(text, "%.*s, ", (int)length, at);
        at += length;
    }
    if (!describe_skips(o, skip, "seed"))
        emuq_text_add(text, "seed %" PRIu64 ", ", o->setup.seed);
    emuq_text_add(text, "EMUQ\xc2\xa0%s", EMUQ_VERSION); /* a blank without a line break */
}

size_t traffic_describe_size(const traffic_options_t *o)
{
    return 640 + 2 * strlen(o->changes); /* ", " after each change */
}

static uint64_t report_least(const traffic_result_t *r)
{
    return r->measure.all.packets > 0 ? r->measure.least : 0;
}

/* Appends the values of the sweeps except those that the head shows anyway. */
static void report_print_sweeps(const traffic_options_t *o, FILE *out)
{
    static const char *const shown[] = {"shape", "pattern", "bytes", "params"};
    for (unsigned i = 0; i < o->sweeps; i++) {
        const traffic_value_t *value = traffic_sweep_value(o, i);
        bool skip = false;
        for (size_t k = 0; k < sizeof shown / sizeof shown[0]; k++)
            skip |= strcmp(o->sweep[i].name, shown[k]) == 0;
        if (!skip)
            fprintf(out, ", %s = %s", o->sweep[i].name, value->text);
    }
}

static void report_print_head(const traffic_point_t *point, FILE *out)
{
    const traffic_options_t *o = &point->options;
    char buffer[64];
    emuq_text_t shape = emuq_text(buffer, sizeof buffer);
    traffic_shape_print(&o->shape, &shape);
    const traffic_workload_t *w = &o->setup.workload;
    fprintf(out, "%s on %s, %" PRIu64 " nodes", w->pattern.text, buffer, point->result.nodes);
    bool sized = !o->is_trace && w->pattern.collective != TRAFFIC_BARRIER;
    if (sized)
        fprintf(out, ", messages of %u", w->bytes_min);
    if (sized && w->bytes_min != w->bytes_max)
        fprintf(out, " to %u", w->bytes_max);
    fprintf(out, "%s, model %s", sized ? " bytes" : "", o->parameters.name);
    report_print_sweeps(o, out);
    fputs(point->result.partial ? ", PARTIAL: ended by SIGINT\n" : "\n", out);
}

static void report_print_collectives(const traffic_options_t *o, const traffic_result_t *r, FILE *out)
{
    uint64_t count = o->setup.workload.messages;
    fprintf(out, "  each         %12.3f us, of %" PRIu64 " in a row\n",
            report_ns(o, (double)r->cycles) / (double)count / 1000, count);
    if (o->setup.workload.pattern.collective != TRAFFIC_BARRIER) {
        double rate = traffic_throughput(r, &o->parameters);
        fprintf(out, "  result       %12.4f GB/s per node, %.2f %% of a link\n", rate,
                100 * (rate * report_ns(o, o->parameters.value.link.chunk) / 32));
    }
}

static void report_print_rates(const traffic_point_t *point, FILE *out)
{
    const traffic_options_t *o = &point->options;
    const traffic_result_t *r = &point->result;
    fprintf(out, "  offered      %12.4f GB/s per node\n", traffic_offered(point));
    fprintf(out, "  accepted     %12.4f GB/s per node, nodes from %.3f to %.3f of that\n",
            traffic_throughput(r, &o->parameters), r->node_least, r->node_most);
    if (r->peak.mean > 0) {
        fprintf(out, "  of the peak  %12.2f %% at 1.8 GB/s per link (%.4f GB/s per node)\n",
                100 * traffic_share(r, &o->parameters), r->peak.mean * 1.8);
        fprintf(out, "  utilisation  %12.2f %% of the bound of dimension %c\n", 100 * traffic_utilisation(r),
                'A' + (int)r->peak.dimension);
    }
}

void traffic_report_text(const traffic_point_t *point, FILE *out)
{
    const traffic_options_t *o = &point->options;
    const traffic_result_t *r = &point->result;
    const traffic_measure_t *m = &r->measure;
    report_print_head(point, out);
    fprintf(out, "  window       %12.3f us, after %.3f us%s\n", report_ns(o, (double)r->cycles) / 1000,
            report_ns(o, (double)r->warm_up) / 1000, r->settled || r->warm_up == 0 ? "" : ", not settled");
    if (r->missing > 0)
        fprintf(out, "  STUCK        %12" PRIu64 " bytes have not arrived, and nothing moves\n", r->missing);
    if (o->setup.workload.pattern.collective != TRAFFIC_POINT_TO_POINT)
        report_print_collectives(o, r, out);
    else
        report_print_rates(point, out);
    if (r->hops > 0)
        fprintf(out, "  links busy   %12.2f %% of the time in dimension %c, the busiest one %.2f %%\n",
                100 * r->links.mean, 'A' + (int)r->links.dimension, 100 * r->links.most);
    if (r->resent > 0)
        fprintf(out, "  sent again   %12" PRIu64 " packets of %" PRIu64 " on links, after bit errors\n",
                r->resent, r->hops);
    if (r->hops > 0)
        fprintf(out, "  distance     %12.3f hops\n", report_per_packet(m, m->hop_sum));
    fprintf(out, "  latency      %12.1f ns mean, %.0f least, %.0f most\n",
            report_ns(o, traffic_mean(&m->all)), report_ns(o, (double)report_least(r)),
            report_ns(o, (double)m->most));
    if (o->setup.workload.pattern.collective == TRAFFIC_POINT_TO_POINT)
        fprintf(out, "  of that      %12.1f ns until packets enter a network FIFO\n",
                report_ns(o, report_per_packet(m, m->wait_sum)));
    fputs("  percentiles ", out);
    for (unsigned i = 0; i < PERCENTILES; i++)
        fprintf(out, " %s%%: %.0f ns", percent[i], traffic_percentile_ns(point, permille[i]));
    fprintf(out, "\n  packets      %12" PRIu64 ", digest %016" PRIx64 "\n", m->all.packets, r->digest);
}

static void json_classes(const traffic_options_t *o, const char *name, const traffic_class_t *c,
                         unsigned count, FILE *out)
{
    const char *separator = "";
    fprintf(out, "      \"%s\": [", name);
    for (unsigned i = 0; i < count; i++) {
        if (c[i].packets == 0)
            continue;
        fprintf(out, "%s{\"%s\": %u, \"packets\": %" PRIu64 ", \"mean_ns\": %.3f}", separator,
                name[3] == 'v' ? "vc" : "hops", i, c[i].packets, report_ns(o, traffic_mean(&c[i])));
        separator = ", ";
    }
    fputs("],\n", out);
}

static void json_histogram(const traffic_measure_t *m, FILE *out)
{
    const char *separator = "";
    fputs("      \"histogram_cycles\": [", out);
    for (uint32_t b = 0; b < TRAFFIC_BINS; b++) {
        if (m->bin[b] == 0)
            continue;
        fprintf(out, "%s[%" PRIu64 ", %" PRIu64 "]", separator, traffic_bin_low(b), m->bin[b]);
        separator = ", ";
    }
    fputs("]\n", out);
}

static void json_latency(const traffic_point_t *point, FILE *out)
{
    const traffic_options_t *o = &point->options;
    const traffic_result_t *r = &point->result;
    const traffic_measure_t *m = &r->measure;
    fprintf(
        out,
        "      \"latency_ns\": {\"mean\": %.3f, \"least\": %.3f, \"most\": %.3f, \"before_network\": %.3f",
        report_ns(o, traffic_mean(&m->all)), report_ns(o, (double)report_least(r)),
        report_ns(o, (double)m->most), report_ns(o, report_per_packet(m, m->wait_sum)));
    for (unsigned i = 0; i < PERCENTILES; i++)
        fprintf(out, ", \"p%s\": %.3f", percent[i], traffic_percentile_ns(point, permille[i]));
    fputs("},\n", out);
    json_classes(o, "by_vc", m->vc, EMUQ_NET_HEADER_VCS, out);
    json_classes(o, "by_hops", m->hops, TRAFFIC_HOPS, out);
    json_histogram(m, out);
}

/* Writes what a run has of a workload. @param indent of the members */
static void json_workload(const traffic_options_t *o, int indent, FILE *out)
{
    const traffic_workload_t *w = &o->setup.workload;
    char buffer[64], text[64];
    emuq_text_t shape = emuq_text(buffer, sizeof buffer), routing = emuq_text(text, sizeof text);
    traffic_shape_print(&o->shape, &shape);
    traffic_routing_print(o, &routing);
    fprintf(out, "%*s\"shape\": \"%s\",\n%*s\"pattern\": ", indent, "", buffer, indent, "");
    emuq_json_string(out, w->pattern.text);
    fprintf(out, ",\n%*s\"loop\": \"%s\",\n%*s\"bytes\": [%u, %u],\n", indent, "",
            w->interval > 0 ? "open" : "closed", indent, "", w->bytes_min, w->bytes_max);
    if (w->interval == 0)
        fprintf(out, "%*s\"messages\": %" PRIu64 ",\n%*s\"outstanding\": %u,\n", indent, "", w->messages,
                indent, "", w->outstanding);
    if (o->load > 0)
        fprintf(out, "%*s\"%s\": %g,\n", indent, "", o->load_is_rate ? "load_gbs" : "load",
                (double)o->load / 1e6);
    fprintf(out, "%*s\"routing\": \"%s\",\n%*s\"vc\": %u,\n", indent, "", text, indent, "", w->vc);
    fprintf(out, "%*s\"seed\": %" PRIu64 ",\n", indent, "", o->setup.seed);
}

/* Writes the values of the sweeps, and the workload with them. */
static void json_sweeps(const traffic_options_t *o, FILE *out)
{
    fputs("      \"model\": ", out);
    emuq_json_string(out, o->parameters.name);
    fputs(",\n      \"changes\": ", out);
    emuq_json_string(out, o->changes);
    fputs(",\n      \"swept\": {", out);
    for (unsigned i = 0; i < o->sweeps; i++) {
        fputs(i > 0 ? ", " : "", out);
        emuq_json_string(out, o->sweep[i].name);
        fputs(": ", out);
        emuq_json_string(out, traffic_sweep_value(o, i)->text);
    }
    fputs("},\n", out);
    double number = traffic_sweep_value(o, 0)->number;
    if (o->sweeps == 1 && !isnan(number))
        fprintf(out, "      \"value\": %.10g,\n", number);
    json_workload(o, 6, out);
}

static void json_point(const traffic_point_t *point, FILE *out)
{
    const traffic_options_t *o = &point->options;
    const traffic_result_t *r = &point->result;
    fputs("    {\n", out);
    if (o->sweeps > 0)
        json_sweeps(o, out);
    fprintf(out, "      \"partial\": %s,\n", r->partial ? "true" : "false");
    fprintf(out, "      \"warmup_cycles\": %" PRIu64 ", \"settled\": %s, \"cycles\": %" PRIu64 ",\n",
            r->warm_up, r->settled ? "true" : "false", r->cycles);
    fprintf(out, "      \"offered_gbs\": %.6f, \"accepted_gbs\": %.6f, \"missing_bytes\": %" PRIu64 ",\n",
            traffic_offered(point), traffic_throughput(r, &o->parameters), r->missing);
    fprintf(out, "      \"share_of_peak\": %.6f, \"utilisation\": %.6f, \"busiest_dimension\": \"%c\",\n",
            traffic_share(r, &o->parameters), traffic_utilisation(r), 'A' + (int)r->peak.dimension);
    fprintf(out, "      \"links_busy\": %.6f, \"links_busy_dimension\": \"%c\", \"link_busiest\": %.6f,\n",
            r->links.mean, 'A' + (int)r->links.dimension, r->links.most);
    fprintf(out, "      \"node_least\": %.6f, \"node_most\": %.6f,\n", r->node_least, r->node_most);
    fprintf(out, "      \"packets\": %" PRIu64 ", \"hops\": %" PRIu64 ", \"digest\": \"%016" PRIx64 "\",\n",
            r->measure.all.packets, r->measure.hop_sum, r->digest);
    fprintf(out,
            "      \"host_seconds\": %.3f, \"host_packet_hops\": %" PRIu64 ", \"resent\": %" PRIu64 ",\n",
            r->seconds, r->hops, r->resent);
    json_latency(point, out);
    fputs("    }", out);
}

int traffic_report_json(const traffic_point_t *points, unsigned count, FILE *out)
{
    const traffic_options_t *o = &points[0].options;
    fputs("{\n  \"program\": \"emuq-net\",\n  \"version\": ", out);
    emuq_json_string(out, EMUQ_VERSION);
    fputs(",\n  \"model\": ", out);
    emuq_json_string(out, o->parameters.name);
    fprintf(out, ",\n  \"parameters_digest\": \"%016" PRIx64 "\",\n  \"parameters\": ",
            traffic_parameters_digest(&o->parameters));
    parameters_json(&o->parameters, out, 2);
    fputs(",\n", out);
    json_workload(o, 2, out);
    fprintf(out, "  \"threads\": %u,\n", o->setup.threads);
    if (o->sweeps == 1) {
        fputs("  \"sweep\": ", out);
        emuq_json_string(out, o->sweep[0].name);
        fputs(",\n", out);
    }
    fputs("  \"runs\": [\n", out);
    for (unsigned i = 0; i < count; i++) {
        json_point(&points[i], out);
        fputs(i + 1 < count ? ",\n" : "\n", out);
    }
    fputs("  ]\n}\n", out);
    return 0;
}
