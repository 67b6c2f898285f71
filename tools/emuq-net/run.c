/* SPDX-License-Identifier: BSD-3-Clause */
/* Steps of all kinds of runs: begin, progress and time series, link usage, end. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_calls.h"
#include "tools/emuq-net/net.h"

#define STEP  1000 /* cycles between calls of the progress callback */
#define LARGE 4096 /* nodes of machines with ten times as many calls */

uint64_t *traffic_links_busy(const emuq_net_t *net, const traffic_setup_t *setup)
{
    const emuq_net_parameters_t *p = &setup->parameters->value;
    const emuq_net_shape_t *shape = &setup->workload.pattern.shape;
    uint32_t nodes = emuq_net_nodes(shape), links = 2 * shape->dimensions;
    uint64_t *busy = calloc((size_t)nodes * links, sizeof *busy);
    for (uint32_t i = 0; i < nodes * links && busy != NULL; i++) {
        const emuq_net_counts_t counts = emuq_net_counts(net, i / links, i % links);
        for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++)
            busy[i] += p->link.chunk * counts.chunks[vc] + emuq_net_occupancy(p, 0) * counts.packets[vc];
    }
    return busy;
}

/* Sets the mean of the busiest dimension and the maximum of all links. */
static void links_summarise(traffic_links_t *l, const emuq_net_shape_t *shape, uint64_t cycles)
{
    uint32_t nodes = emuq_net_nodes(shape), links = 2 * shape->dimensions;
    for (uint32_t d = 0; d < shape->dimensions && cycles > 0; d++) {
        double sum = 0, count = 0;
        for (uint32_t i = 0; i < nodes * 2; i++) {
            uint32_t node = i / 2, direction = 2 * d + i % 2;
            if (emuq_net_neighbour(shape, node, direction) == EMUQ_NET_NOWHERE)
                continue;
            double share = (double)l->busy[node * links + direction] / (double)cycles;
            l->most = share > l->most ? share : l->most;
            sum += share;
            count++;
        }
        if (count > 0 && sum / count > l->mean) {
            l->mean = sum / count;
            l->dimension = d;
        }
    }
}

uint64_t traffic_links_packets(const emuq_net_t *net, const emuq_net_shape_t *shape)
{
    uint64_t packets = 0;
    for (uint32_t i = 0, links = 2 * shape->dimensions; i < emuq_net_nodes(shape) * links; i++) {
        emuq_net_counts_t counts = emuq_net_counts(net, i / links, i % links);
        for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++)
            packets += counts.packets[vc];
    }
    return packets;
}

int traffic_result_links(traffic_result_t *r, const traffic_setup_t *setup, const emuq_net_t *net,
                         const uint64_t *before)
{
    const emuq_net_shape_t *shape = &setup->workload.pattern.shape;
    r->hops = traffic_links_packets(net, shape);
    r->links = (traffic_links_t){.busy = traffic_links_busy(net, setup),
                                 .count = (uint64_t)emuq_net_nodes(shape) * 2 * shape->dimensions};
    if (r->links.busy == NULL)
        return -ENOMEM;
    for (uint32_t i = 0, links = 2 * shape->dimensions; i < emuq_net_nodes(shape) * links; i++) {
        r->links.busy[i] -= before != NULL ? before[i] : 0;
        r->resent += emuq_net_counts(net, i / links, i % links).resent;
    }
    links_summarise(&r->links, shape, r->cycles);
    return 0;
}

int traffic_run_open(const traffic_setup_t *setup, traffic_result_t *result, uint64_t nodes,
                     const emuq_net_client_t *client, emuq_net_t **net)
{
    const emuq_net_parameters_t *p = &setup->parameters->value;
    *result = (traffic_result_t){.nodes = nodes};
    int rc = traffic_measure_open(&result->measure, (uint32_t)nodes, p->clock.cycle);
    traffic_series_begin(&result->measure, setup->interval);
    return rc == 0
               ? emuq_net_open(p, &setup->workload.pattern.shape, setup->seed, setup->threads, client, net)
               : rc;
}

void traffic_run_measure(const traffic_setup_t *setup, traffic_result_t *result, uint32_t number,
                         const emuq_net_packet_t *packet, uint64_t created, uint64_t tick)
{
    uint32_t busy = emuq_net_occupancy(&setup->parameters->value, emuq_net_chunks(packet->bytes));
    traffic_measure_packet(&result->measure, number, packet, created, busy, tick);
}

uint64_t traffic_run_step(const traffic_result_t *result)
{
    return result->nodes < LARGE ? STEP : STEP / 10;
}

int traffic_run_to(const traffic_setup_t *setup, traffic_result_t *result, emuq_net_t *net, uint64_t *from,
                   uint64_t until, uint32_t share)
{
    uint32_t cycle = setup->parameters->value.clock.cycle;
    uint64_t step = traffic_run_step(result) * cycle;
    traffic_series_t *series = &result->measure.series;
    int rc = 0;
    while (*from < until && rc == 0 && !result->partial) {
        uint64_t next = until - *from > step ? *from + step : until;
        uint64_t end = (series->now.begin + series->interval) * cycle;
        bool closes = series->interval > 0 && next >= end;
        next = closes ? end : next;
        emuq_net_run(net, next - 1);
        *from = next;
        if (closes)
            rc = traffic_series_close(&result->measure, end / cycle);
        if (setup->progress != NULL)
            result->partial = !setup->progress(setup->progress_context, next / cycle, share);
    }
    return rc;
}

int traffic_run_out(const traffic_setup_t *setup, traffic_result_t *result, emuq_net_t *net,
                    const unsigned *error, traffic_share_t share, const void *run)
{
    uint64_t step = (uint64_t)STEP * setup->parameters->value.clock.cycle;
    uint64_t tick = result->measure.series.now.begin * setup->parameters->value.clock.cycle;
    int rc = 0;
    for (uint64_t next; rc == 0 && !result->partial && (next = emuq_net_next(net)) != UINT64_MAX;) {
        if (result->measure.series.interval == 0 && next > tick)
            tick = next; /* no need to stop at intervals without an event */
        rc = traffic_run_to(setup, result, net, &tick, (next > tick ? next : tick) + step, share(run));
        rc = rc == 0 ? (int)AO_int_load(error) : rc; /* no thread runs now */
    }
    return rc;
}

int traffic_result_whole(traffic_result_t *r, const traffic_setup_t *setup, const emuq_net_t *net,
                         uint64_t begin)
{
    uint64_t last = traffic_measure_last(&r->measure);
    uint32_t cycle = setup->parameters->value.clock.cycle;
    r->cycles = last > begin ? (last - begin + cycle - 1) / cycle : 0;
    return traffic_result_links(r, setup, net, NULL);
}

/* Sums up the arrays indexed by node. */
static void result_summarise(traffic_result_t *r)
{
    r->bytes = traffic_measure_bytes(&r->measure);
    r->digest = traffic_measure_digest(&r->measure);
    double mean = (double)r->bytes / (double)r->nodes;
    r->node_least = r->node_most = mean > 0 ? (double)r->measure.bytes[0] / mean : 0;
    for (uint32_t n = 1; n < r->nodes && mean > 0; n++) {
        double share = (double)r->measure.bytes[n] / mean;
        r->node_least = share < r->node_least ? share : r->node_least;
        r->node_most = share > r->node_most ? share : r->node_most;
    }
}

int traffic_result_end(traffic_result_t *r, uint64_t begin, int rc, emuq_text_t *why)
{
    const traffic_series_t *s = &r->measure.series;
    r->seconds = (double)(emuq_now_ns() - begin) / 1e9;
    if (rc == 0 && s->interval > 0 && s->now.packets > 0)
        rc = traffic_series_close(&r->measure, (traffic_measure_last(&r->measure)) / r->measure.cycle + 1);
    if (rc == 0)
        return result_summarise(r), 0;
    emuq_net_error(why, "the simulation failed: %s", strerror(-rc));
    traffic_result_free(r);
    return rc;
}

void traffic_result_free(traffic_result_t *r)
{
    traffic_measure_free(&r->measure);
    free(r->links.busy);
}

double traffic_throughput(const traffic_result_t *r, const emuq_net_constants_t *p)
{
    double ns = traffic_ns(p, (double)r->cycles);
    return ns > 0 ? (double)r->bytes / ns / (double)r->nodes : 0;
}

double traffic_utilisation(const traffic_result_t *r)
{
    double rate = r->cycles > 0 ? (double)r->measure.busy_sum / (double)r->cycles / (double)r->nodes : 0;
    return r->peak.mean > 0 ? rate / r->peak.mean : 0;
}

double traffic_share(const traffic_result_t *r, const emuq_net_constants_t *p)
{
    return r->peak.mean > 0 ? traffic_throughput(r, p) / (r->peak.mean * TRAFFIC_PEAK_BYTES) : 0;
}
