/* SPDX-License-Identifier: BSD-3-Clause */
/* Lists of constants; results as text, JSON and CSV. */
#include <inttypes.h>
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

static double report_offered(const traffic_options_t *o, const traffic_result_t *r)
{
    return r->cycles > 0 ? (double)r->offered / report_ns(o, (double)r->cycles) / (double)r->nodes : 0;
}

/* Mean of a sum over all packets. */
static double report_per_packet(const traffic_measure_t *m, uint64_t sum)
{
    return m->all.packets > 0 ? (double)sum / (double)m->all.packets : 0;
}

/* @param i index in `permille` */
static double report_percentile_ns(const traffic_options_t *o, const traffic_measure_t *m, unsigned i)
{
    return report_ns(o, (double)traffic_percentile(m->bin, permille[i], m->least, m->most));
}

/* Smallest and largest payload of a node, relative to the mean. */
static void report_spread(const traffic_result_t *r, double *least, double *most)
{
    double all = (double)traffic_measure_bytes(&r->measure) / (double)r->nodes;
    *least = *most = all > 0 ? (double)r->measure.bytes[0] / all : 0;
    for (uint32_t n = 1; n < r->nodes && all > 0; n++) {
        double share = (double)r->measure.bytes[n] / all;
        *least = share < *least ? share : *least;
        *most = share > *most ? share : *most;
    }
}

static uint64_t report_least(const traffic_result_t *r)
{
    return r->measure.all.packets > 0 ? r->measure.least : 0;
}

static void report_print_head(const traffic_options_t *o, const traffic_point_t *point, FILE *out)
{
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
    if (o->sweep.wanted)
        fprintf(out, ", %s = %g", o->sweep.name, (double)point->value / 1e6);
    fputc('\n', out);
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

static void report_print_rates(const traffic_options_t *o, const traffic_result_t *r, FILE *out)
{
    double least, most;
    report_spread(r, &least, &most);
    fprintf(out, "  offered      %12.4f GB/s per node\n", report_offered(o, r));
    fprintf(out, "  accepted     %12.4f GB/s per node, nodes from %.3f to %.3f of that\n",
            traffic_throughput(r, &o->parameters), least, most);
    if (r->peak.mean > 0) {
        fprintf(out, "  of the peak  %12.2f %% at 1.8 GB/s per link (%.4f GB/s per node)\n",
                100 * traffic_share(r, &o->parameters), r->peak.mean * 1.8);
        fprintf(out, "  utilisation  %12.2f %% of the bound of dimension %c\n", 100 * traffic_utilisation(r),
                'A' + (int)r->peak.dimension);
    }
}

void traffic_report_text(const traffic_options_t *o, const traffic_point_t *point, FILE *out)
{
    const traffic_result_t *r = &point->result;
    const traffic_measure_t *m = &r->measure;
    report_print_head(o, point, out);
    fprintf(out, "  window       %12.3f us, after %.3f us%s\n", report_ns(o, (double)r->cycles) / 1000,
            report_ns(o, (double)r->warm_up) / 1000, r->settled || r->warm_up == 0 ? "" : ", not settled");
    if (r->missing > 0)
        fprintf(out, "  STUCK        %12" PRIu64 " bytes have not arrived, and nothing moves\n", r->missing);
    if (o->setup.workload.pattern.collective != TRAFFIC_POINT_TO_POINT)
        report_print_collectives(o, r, out);
    else
        report_print_rates(o, r, out);
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
        fprintf(out, " %s%%: %.0f ns", percent[i], report_percentile_ns(o, m, i));
    fprintf(out, "\n  packets      %12" PRIu64 ", digest %016" PRIx64 "\n", m->all.packets,
            traffic_measure_digest(m));
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

static void json_latency(const traffic_options_t *o, const traffic_result_t *r, FILE *out)
{
    const traffic_measure_t *m = &r->measure;
    fprintf(
        out,
        "      \"latency_ns\": {\"mean\": %.3f, \"least\": %.3f, \"most\": %.3f, \"before_network\": %.3f",
        report_ns(o, traffic_mean(&m->all)), report_ns(o, (double)report_least(r)),
        report_ns(o, (double)m->most), report_ns(o, report_per_packet(m, m->wait_sum)));
    for (unsigned i = 0; i < PERCENTILES; i++)
        fprintf(out, ", \"p%s\": %.3f", percent[i], report_percentile_ns(o, m, i));
    fputs("},\n", out);
    json_classes(o, "by_vc", m->vc, EMUQ_NET_HEADER_VCS, out);
    json_classes(o, "by_hops", m->hops, TRAFFIC_HOPS, out);
    json_histogram(m, out);
}

static void json_point(const traffic_options_t *o, const traffic_point_t *point, FILE *out)
{
    const traffic_result_t *r = &point->result;
    double least, most;
    report_spread(r, &least, &most);
    fputs("    {\n", out);
    if (o->sweep.wanted)
        fprintf(out, "      \"value\": %g,\n", (double)point->value / 1e6);
    fprintf(out, "      \"warmup_cycles\": %" PRIu64 ", \"settled\": %s, \"cycles\": %" PRIu64 ",\n",
            r->warm_up, r->settled ? "true" : "false", r->cycles);
    fprintf(out, "      \"offered_gbs\": %.6f, \"accepted_gbs\": %.6f, \"missing_bytes\": %" PRIu64 ",\n",
            report_offered(o, r), traffic_throughput(r, &o->parameters), r->missing);
    fprintf(out, "      \"share_of_peak\": %.6f, \"utilisation\": %.6f, \"busiest_dimension\": \"%c\",\n",
            traffic_share(r, &o->parameters), traffic_utilisation(r), 'A' + (int)r->peak.dimension);
    fprintf(out, "      \"links_busy\": %.6f, \"links_busy_dimension\": \"%c\", \"link_busiest\": %.6f,\n",
            r->links.mean, 'A' + (int)r->links.dimension, r->links.most);
    fprintf(out, "      \"node_least\": %.6f, \"node_most\": %.6f,\n", least, most);
    fprintf(out, "      \"packets\": %" PRIu64 ", \"hops\": %" PRIu64 ", \"digest\": \"%016" PRIx64 "\",\n",
            r->measure.all.packets, r->measure.hop_sum, traffic_measure_digest(&r->measure));
    fprintf(out,
            "      \"host_seconds\": %.3f, \"host_packet_hops\": %" PRIu64 ", \"resent\": %" PRIu64 ",\n",
            r->seconds, r->hops, r->resent);
    json_latency(o, r, out);
    fputs("    }", out);
}

static void json_workload(const traffic_options_t *o, FILE *out)
{
    const traffic_workload_t *w = &o->setup.workload;
    char buffer[64];
    emuq_text_t shape = emuq_text(buffer, sizeof buffer);
    traffic_shape_print(&o->shape, &shape);
    fprintf(out, "  \"shape\": \"%s\",\n  \"pattern\": ", buffer);
    emuq_json_string(out, w->pattern.text);
    fprintf(out, ",\n  \"loop\": \"%s\",\n  \"bytes\": [%u, %u],\n", w->interval > 0 ? "open" : "closed",
            w->bytes_min, w->bytes_max);
    if (w->interval == 0)
        fprintf(out, "  \"messages\": %" PRIu64 ",\n  \"outstanding\": %u,\n", w->messages, w->outstanding);
    fprintf(out, "  \"seed\": %" PRIu64 ",\n  \"threads\": %u,\n", o->setup.seed, o->setup.threads);
}

int traffic_report_json(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out)
{
    fputs("{\n  \"program\": \"emuq-net\",\n  \"version\": ", out);
    emuq_json_string(out, EMUQ_VERSION);
    fputs(",\n  \"model\": ", out);
    emuq_json_string(out, o->parameters.name);
    fprintf(out, ",\n  \"parameters_digest\": \"%016" PRIx64 "\",\n  \"parameters\": ",
            traffic_parameters_digest(&o->parameters));
    parameters_json(&o->parameters, out, 2);
    fputs(",\n", out);
    json_workload(o, out);
    if (o->sweep.wanted) {
        fputs("  \"sweep\": ", out);
        emuq_json_string(out, o->sweep.name);
        fputs(",\n", out);
    }
    fputs("  \"runs\": [\n", out);
    for (unsigned i = 0; i < count; i++) {
        json_point(o, &points[i], out);
        fputs(i + 1 < count ? ",\n" : "\n", out);
    }
    fputs("  ]\n}\n", out);
    return 0;
}

int traffic_report_csv(const traffic_options_t *o, const traffic_point_t *points, unsigned count, FILE *out)
{
    fprintf(
        out,
        "%s,warmup_cycles,cycles,offered_gbs,accepted_gbs,share_of_peak,utilisation,packets,mean_ns,p50_ns,"
        "p90_ns,p99_ns,p99.9_ns,missing_bytes,digest\n",
        o->sweep.wanted ? o->sweep.name : "run");
    for (unsigned i = 0; i < count; i++) {
        const traffic_result_t *r = &points[i].result;
        fprintf(out, "%g,%" PRIu64 ",%" PRIu64 ",%.6f,%.6f,%.6f,%.6f,%" PRIu64 ",%.3f",
                o->sweep.wanted ? (double)points[i].value / 1e6 : 0, r->warm_up, r->cycles,
                report_offered(o, r), traffic_throughput(r, &o->parameters), traffic_share(r, &o->parameters),
                traffic_utilisation(r), r->measure.all.packets, report_ns(o, traffic_mean(&r->measure.all)));
        for (unsigned k = 0; k < PERCENTILES; k++)
            fprintf(out, ",%.3f", report_percentile_ns(o, &r->measure, k));
        fprintf(out, ",%" PRIu64 ",%016" PRIx64 "\n", r->missing, traffic_measure_digest(&r->measure));
    }
    return 0;
}
