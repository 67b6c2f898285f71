/* SPDX-License-Identifier: BSD-3-Clause */
/* CSV: a line per run, per interval, and per link. Every line has all parameters of its run, and all files of
 * a kind have the same columns, so files can be joined. Names are identifiers. */
#include <inttypes.h>
#include <string.h>

#include "tools/emuq-net/net.h"

/* Prints a text, in quotes if necessary. */
static void csv_text(const char *text, FILE *out)
{
    if (strpbrk(text, ",\"\n") == NULL) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text != '\0'; text++)
        fputs(*text == '"' ? "\"\"" : (const char[]){*text, '\0'}, out);
    fputc('"', out);
}

#define RUN_COLUMNS                                                                                          \
    "version,model,changes,parameters,shape,pattern,bytes,bytes_max,loop,load,load_gbs,outstanding,"         \
    "messages,routing,vc,stay,seed,partial"

/* A finite closed loop or a collective has messages, an endless one has none. */
static void csv_loop(const traffic_options_t *o, FILE *out)
{
    const traffic_workload_t *w = &o->setup.workload;
    double load = (double)o->load / 1e6;
    fputs(o->load > 0 ? ",open," : ",closed,", out);
    if (o->load > 0 && !o->load_is_rate)
        fprintf(out, "%g", load);
    fputc(',', out);
    if (o->load > 0 && o->load_is_rate)
        fprintf(out, "%g", load);
    if (o->load > 0 || o->is_trace)
        fputs(",,", out);
    else if (w->messages > 0)
        fprintf(out, ",%u,%" PRIu64, w->outstanding, w->messages);
    else
        fprintf(out, ",%u,", w->outstanding);
}

/* Prints RUN_COLUMNS. */
static void csv_run(const traffic_point_t *point, FILE *out)
{
    const traffic_options_t *o = &point->options;
    const traffic_workload_t *w = &o->setup.workload;
    char shape[64], routing[64];
    emuq_text_t to = emuq_text(shape, sizeof shape), route = emuq_text(routing, sizeof routing);
    traffic_shape_print(&o->shape, &to);
    if (!o->is_trace && w->pattern.collective == TRAFFIC_POINT_TO_POINT && w->vc == 0)
        traffic_routing_print(o, &route);
    csv_text(EMUQ_VERSION, out);
    fputc(',', out);
    csv_text(o->parameters.name, out);
    fputc(',', out);
    csv_text(o->changes, out);
    fprintf(out, ",%016" PRIx64 ",%s,", traffic_parameters_digest(&o->parameters), shape);
    csv_text(w->pattern.text, out);
    if (o->is_trace)
        fputs(",,", out);
    else
        fprintf(out, ",%u,%u", w->bytes_min, w->bytes_max);
    csv_loop(o, out);
    fprintf(out, ",%s,%u,%d,%" PRIu64 ",%d", routing, w->vc, w->stay, o->setup.seed, point->result.partial);
}

int traffic_csv_runs(const traffic_point_t *points, unsigned count, FILE *out)
{
    fputs(RUN_COLUMNS ",nodes,warmup_cycles,settled,cycles,offered_gbs,accepted_gbs,peak_gbs,share_of_peak,"
                      "utilisation,links_busy,link_busiest,node_least,node_most,packets,mean_ns,p50_ns,"
                      "p90_ns,p99_ns,p99_9_ns,missing_bytes,resent,digest\n",
          out);
    for (const traffic_point_t *p = points; p < points + count; p++) {
        const emuq_net_constants_t *c = &p->options.parameters;
        const traffic_result_t *r = &p->result;
        csv_run(p, out);
        fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%d,%" PRIu64 ",%.6f,%.6f,%.6f,%.6f,%.6f", r->nodes, r->warm_up,
                r->settled, r->cycles, traffic_offered(p), traffic_throughput(r, c),
                r->peak.mean * TRAFFIC_PEAK_BYTES, traffic_share(r, c), traffic_utilisation(r));
        fprintf(out, ",%.6f,%.6f,%.6f,%.6f,%" PRIu64 ",%.3f", r->links.mean, r->links.most, r->node_least,
                r->node_most, r->measure.all.packets, traffic_ns(c, traffic_mean(&r->measure.all)));
        for (unsigned k = 0; k < 4; k++)
            fprintf(out, ",%.3f", traffic_percentile_ns(p, (const uint32_t[]){500, 900, 990, 999}[k]));
        fprintf(out, ",%" PRIu64 ",%" PRIu64 ",%016" PRIx64 "\n", r->missing, r->resent, r->digest);
    }
    return 0;
}

int traffic_csv_series(const traffic_point_t *points, unsigned count, FILE *out)
{
    fputs(RUN_COLUMNS ",measured,begin_ns,end_ns,packets,payload_bytes,accepted_gbs,mean_ns,p99_ns\n", out);
    for (const traffic_point_t *p = points; p < points + count; p++) {
        const emuq_net_constants_t *c = &p->options.parameters;
        const traffic_series_t *s = &p->result.measure.series;
        for (const traffic_interval_t *i = s->row; i < s->row + s->rows; i++) {
            double begin = traffic_ns(c, (double)i->begin), end = traffic_ns(c, (double)i->end);
            csv_run(p, out);
            fprintf(out, ",%d,%.3f,%.3f,%" PRIu64 ",%" PRIu64 ",%.6f,", i->measured, begin, end, i->packets,
                    i->bytes, (double)i->bytes / (end - begin) / (double)p->result.nodes);
            if (i->packets > 0)
                fprintf(out, "%.3f,%.3f\n", traffic_ns(c, (double)i->cycles / (double)i->packets),
                        traffic_ns(c, (double)i->p99));
            else
                fputs(",\n", out);
        }
    }
    return 0;
}

double traffic_link_share(const traffic_point_t *point, uint32_t node, uint32_t direction)
{
    const traffic_result_t *r = &point->result;
    uint32_t links = 2 * point->options.shape.dimensions;
    return r->cycles > 0 ? (double)r->links.busy[node * links + direction] / (double)r->cycles : 0;
}

int traffic_csv_links(const traffic_point_t *points, unsigned count, FILE *out)
{
    const traffic_point_t *last = &points[count - 1];
    const emuq_net_shape_t *s = &last->options.shape;
    for (uint32_t d = 0; d < s->dimensions; d++)
        fprintf(out, "%c,", 'a' + (int)d);
    fputs("direction,busy\n", out);
    for (uint32_t node = 0; node < emuq_net_nodes(s); node++)
        for (uint32_t direction = 0; direction < 2 * s->dimensions; direction++) {
            uint8_t at[EMUQ_NET_DIMENSIONS];
            emuq_net_coordinates(s, node, at);
            if (emuq_net_neighbour(s, node, direction) == EMUQ_NET_NOWHERE)
                continue;
            for (uint32_t d = 0; d < s->dimensions; d++)
                fprintf(out, "%u,", at[d]);
            fprintf(out, "%c%c,%.6f\n", 'A' + (int)direction / 2, direction % 2 ? '+' : '-',
                    traffic_link_share(last, node, direction));
        }
    return 0;
}
