/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/simulate.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "tools/emuq-net/error.h"
#include "network/files/files.h"

#define STEP       1000  /* cycles between looks at sources and progress */
#define WINDOW     5000  /* cycles of the windows that an automatic warm-up compares */
#define LEAST      20000 /* cycles of an automatic warm-up */
#define PEAK_BYTES 1.8   /* bytes per nanosecond and link that published figures call peak */

/* A run under way. */
typedef struct run {
    const traffic_setup_t *setup;
    traffic_result_t *result;
    traffic_sources_t *sources;
    emuq_net_t *net;
    uint64_t tick;  /* the network has been run up to here, this tick excluded */
    uint32_t cycle; /* ticks */
} run_t;

/* ---- calls of the network ---- */

static void sent(void *context, const emuq_net_message_t *message, uint64_t tick)
{
    run_t *run = context;
    traffic_sources_sent(run->sources, run->net, message->source, tick);
}

static bool arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    run_t *run = context;
    uint32_t busy = emuq_net_occupancy(&run->setup->parameters->value, emuq_net_chunks(packet->bytes));
    traffic_measure_packet(&run->result->measure, node, packet, packet->tag, busy, tick);
    return true;
}

/* ---- time ---- */

/* Goes on for one step. */
static int step(run_t *run, uint32_t share)
{
    uint64_t until = run->tick + (uint64_t)STEP * run->cycle;
    int rc = traffic_sources_offer(run->sources, run->net, until);
    if (rc != 0)
        return rc;
    emuq_net_run(run->net, until - 1);
    run->tick = until;
    if (run->setup->progress != NULL)
        run->setup->progress(run->setup->progress_context, until / run->cycle, share);
    return traffic_sources_error(run->sources);
}

static int go(run_t *run, uint64_t cycles, uint32_t share_from, uint32_t share_to)
{
    for (uint64_t done = 0; done < cycles; done += STEP) {
        int rc = step(run, (uint32_t)(share_from + (share_to - share_from) * done / cycles));
        if (rc != 0)
            return rc;
    }
    return 0;
}

/* Whether two sums differ by less than one percent. */
static bool alike(uint64_t a, uint64_t b)
{
    uint64_t more = a > b ? a : b, less = a > b ? b : a;
    return more != 0 && (more - less) * 100 < more;
}

static int warm_up(run_t *run)
{
    traffic_result_t *r = run->result;
    int rc = 0;
    r->settled = true;
    if (run->setup->warm_up != TRAFFIC_WARM_UP_AUTO) {
        r->warm_up = (run->setup->warm_up + STEP - 1) / STEP * STEP;
        return go(run, r->warm_up, 0, 500);
    }
    uint64_t received = 0, last = 0, before;
    do {
        before = last;
        rc = go(run, WINDOW, 0, 250);
        uint64_t all = traffic_measure_received(&r->measure);
        last = all - received;
        received = all;
        r->warm_up += WINDOW;
        r->settled = alike(before, last);
    } while (rc == 0 && (r->warm_up < LEAST || (!r->settled && r->warm_up < TRAFFIC_WARM_UP_MOST)));
    return rc;
}

/* Cycles that links have been busy so far, or NULL: no memory. */
static uint64_t *links_busy(const run_t *run)
{
    return traffic_links_busy(run->net, &run->setup->parameters->value, &run->setup->workload.pattern.shape);
}

/* Compares links with what they were. @param before NULL: no memory @return 0 or -ENOMEM */
static int measure_links(run_t *run, const uint64_t *before)
{
    return before == NULL ? -ENOMEM : traffic_result_links(run->result, run->setup, run->net, before);
}

/* Bytes that will not arrive any more: there are some if nothing happens, and not all have arrived. */
static uint64_t missing(const run_t *run)
{
    return emuq_net_next(run->net) != UINT64_MAX
               ? 0
               : traffic_sources_offered(run->sources) - traffic_measure_received(&run->result->measure);
}

/* Measures in a window. */
static int measure_window(run_t *run)
{
    traffic_result_t *r = run->result;
    int rc = warm_up(run);
    if (rc != 0)
        return rc;
    r->cycles = (run->setup->cycles + STEP - 1) / STEP * STEP;
    traffic_measure_window(&r->measure, run->tick, run->tick + r->cycles * run->cycle);
    uint64_t offered = traffic_sources_offered(run->sources), *before = links_busy(run);
    rc = go(run, r->cycles, 500, 1000);
    rc = rc == 0 ? measure_links(run, before) : rc;
    free(before);
    r->offered = traffic_sources_offered(run->sources) - offered;
    r->missing = missing(run);
    return rc;
}

/* Measures everything, until nothing happens any more. */
static int measure_all(run_t *run)
{
    traffic_result_t *r = run->result;
    traffic_measure_window(&r->measure, 0, UINT64_MAX);
    const traffic_workload_t *w = &run->setup->workload;
    uint64_t expected = w->messages * ((uint64_t)w->bytes_min + w->bytes_max) / 2 * w->pattern.nodes + 1;
    int rc = step(run, 0);
    while (rc == 0 && emuq_net_next(run->net) != UINT64_MAX)
        rc = step(run, (uint32_t)((double)traffic_measure_received(&r->measure) / (double)expected * 1000));
    rc = rc == 0 ? traffic_result_whole(r, run->setup, run->net, 0) : rc;
    r->offered = traffic_sources_offered(run->sources);
    r->missing = missing(run);
    return rc;
}

/* ---- all ---- */

static int open_run(run_t *run)
{
    const traffic_setup_t *setup = run->setup;
    const traffic_workload_t *w = &setup->workload;
    emuq_net_client_t client = {.context = run, .sent = sent, .arrived = arrived};
    int rc = traffic_measure_open(&run->result->measure, w->pattern.nodes, run->cycle);
    if (rc == 0)
        rc = traffic_sources_open(w, run->cycle, &run->sources);
    if (rc == 0)
        rc = emuq_net_open(&setup->parameters->value, &w->pattern.shape, setup->seed, setup->threads, &client,
                           &run->net);
    return rc;
}

int traffic_simulate(const traffic_setup_t *setup, traffic_result_t *result, emuq_text_t *why)
{
    memset(result, 0, sizeof *result);
    result->nodes = setup->workload.pattern.nodes;
    result->peak = traffic_peak(&setup->workload.pattern);
    run_t run = {.setup = setup, .result = result, .cycle = setup->parameters->value.clock.cycle};
    uint64_t begin = emuq_now_ns();
    int rc = open_run(&run);
    if (rc == 0)
        rc = setup->cycles > 0 ? measure_window(&run) : measure_all(&run);
    emuq_net_close(run.net);
    traffic_sources_free(run.sources);
    return traffic_result_end(result, begin, rc, why);
}

/* ---- for all kinds of runs ---- */

int traffic_run_out(const traffic_setup_t *setup, emuq_net_t *net, const int *error, traffic_share_t share,
                    const void *run)
{
    uint32_t cycle = setup->parameters->value.clock.cycle;
    int rc = 0;
    for (uint64_t next; rc == 0 && (next = emuq_net_next(net)) != UINT64_MAX;) {
        emuq_net_run(net, next + (uint64_t)STEP * cycle);
        rc = traffic_error_first(error);
        if (setup->progress != NULL)
            setup->progress(setup->progress_context, next / cycle, share(run));
    }
    return rc;
}

int traffic_result_links(traffic_result_t *r, const traffic_setup_t *setup, const emuq_net_t *net,
                         const uint64_t *before)
{
    const emuq_net_shape_t *shape = &setup->workload.pattern.shape;
    r->hops = traffic_links_packets(net, shape);
    r->resent = traffic_links_resent(net, shape);
    return traffic_links_window(&r->links, net, &setup->parameters->value, shape, before, r->cycles);
}

int traffic_result_whole(traffic_result_t *r, const traffic_setup_t *setup, const emuq_net_t *net,
                         uint64_t begin)
{
    uint64_t last = traffic_measure_last(&r->measure);
    uint32_t cycle = setup->parameters->value.clock.cycle;
    r->cycles = last > begin ? (last - begin + cycle - 1) / cycle : 0;
    return traffic_result_links(r, setup, net, NULL);
}

int traffic_result_end(traffic_result_t *r, uint64_t begin, int rc, emuq_text_t *why)
{
    r->seconds = (double)(emuq_now_ns() - begin) / 1e9;
    if (rc == 0)
        return 0;
    emuq_net_error(why, "the simulation failed: %s", strerror(-rc));
    traffic_result_free(r);
    return rc;
}

void traffic_result_free(traffic_result_t *r)
{
    traffic_measure_free(&r->measure);
    traffic_links_free(&r->links);
}

/* ---- figures ---- */

double traffic_throughput(const traffic_result_t *r, const emuq_net_constants_t *p)
{
    double ns = traffic_ns(p, (double)r->cycles);
    return ns > 0 ? (double)traffic_measure_bytes(&r->measure) / ns / (double)r->nodes : 0;
}

double traffic_utilisation(const traffic_result_t *r)
{
    double rate = r->cycles > 0 ? (double)r->measure.busy_sum / (double)r->cycles / (double)r->nodes : 0;
    return r->peak.mean > 0 ? rate / r->peak.mean : 0;
}

double traffic_share(const traffic_result_t *r, const emuq_net_constants_t *p)
{
    return r->peak.mean > 0 ? traffic_throughput(r, p) / (r->peak.mean * PEAK_BYTES) : 0;
}
