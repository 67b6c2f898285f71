/* SPDX-License-Identifier: BSD-3-Clause */
/** @file check.c  The model against closed forms, on small shapes. */
#include <math.h>

#include "tools/emuq-net/put.h"
#include "tools/emuq-net/validate.h"

/* ---- latency on an empty machine ---- */

/* Sends one message from each of some nodes to each node, sizes in turn.
 * @return how many took another time than the closed form says, or a negative errno */
static int wrong_latencies(const emuq_net_constants_t *p, const emuq_net_shape_t *shape, uint32_t vc,
                           unsigned *count)
{
    uint32_t nodes = emuq_net_nodes(shape);
    int wrong = 0;
    for (uint32_t from = 0; from < nodes; from += 1 + nodes / 4)
        for (uint32_t to = 0; to < nodes; to++) {
            uint32_t bytes = *count * 37 % 513;
            traffic_put_t put = {0,
                                 {.source = from,
                                  .destination = to,
                                  .bytes = bytes,
                                  .map = traffic_fifo_map((uint8_t)vc, false),
                                  .zone = to % 4,
                                  .vc = (uint8_t)vc}};
            uint64_t last;
            if (to == from)
                continue;
            int rc = traffic_puts(p, shape, &put, 1, &last);
            if (rc != 0)
                return rc;
            wrong += last != traffic_put_cycles(p, shape, from, to, bytes) * p->value.clock.cycle;
            ++*count;
        }
    return wrong;
}

static void latencies(traffic_figures_t *f)
{
    static const emuq_net_shape_t shapes[] = {
        {5, {4, 4, 2, 2, 2}, 0x1f}, {5, {4, 4, 2, 2, 2}, 0}, {5, {8, 3, 2, 1, 2}, 0x1f}};
    for (uint32_t vc = EMUQ_NET_VC_DYNAMIC; vc < EMUQ_NET_VCS; vc++)
        for (uint32_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
            static const char *const names[] = {"4x4x2x2x2", "4x4x2x2x2, a mesh", "8x3x2x1x2"};
            char what[64];
            unsigned count = 0;
            int wrong = wrong_latencies(f->parameters, &shapes[i], vc, &count);
            snprintf(what, sizeof what, "%s, channel %u: wrong ones of %u", names[i], vc, count);
            if (wrong < 0)
                traffic_figure_failed(f, what, wrong);
            else
                traffic_figure(f, what, "0", wrong, "", 0, 0);
        }
}

/* ---- rates ---- */

#define WHOLE      18000           /* cycles: of whole packets */
#define ONE_PACKET (144.0 / WHOLE) /* links: a packet of each node more in the window */

/* Link rates that a node sends at, or a negative number after a report. */
static double rate(traffic_figures_t *f, traffic_experiment_t e)
{
    traffic_result_t r;
    e.warm_up = e.warm_up > 0 ? e.warm_up : 10000;
    e.cycles = WHOLE;
    if (!traffic_try(f, &e, &r))
        return -1;
    uint32_t busy = emuq_net_occupancy(&f->parameters->value, emuq_net_chunks(512)); /* cycles of 512 bytes */
    double links =
        (double)traffic_measure_bytes(&r.measure) / 512 * busy / (double)r.cycles / (double)r.nodes;
    traffic_result_free(&r);
    return links;
}

static void saturation(traffic_figures_t *f)
{
    static const struct {
        const char *shape;
        double peak;
    } cases[] = {{"4x4x4x4x2", 2}, {"8x8x4", 1}, {"4x4x4", 2}, {"8x4x4x4", 1}};
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double links =
            rate(f, (traffic_experiment_t){.shape = cases[i].shape, .pattern = "uniform", .bytes = 512});
        char what[64], wanted[32];
        snprintf(what, sizeof what, "uniform on %s, longest first, of a node", cases[i].shape);
        snprintf(wanted, sizeof wanted, "%.2f to %g", 0.95 * cases[i].peak, cases[i].peak);
        if (links >= 0) /* to all but itself: a little more than the bound */
            traffic_figure(f, what, wanted, links, "links", 0.95 * cases[i].peak, 1.02 * cases[i].peak);
    }
}

static void all_pairs(traffic_figures_t *f)
{
    static const struct {
        const char *what;
        traffic_experiment_t e;
        double links;
    } cases[] = {
        {"neighbours on 4x4x4x4x2",
         {.shape = "4x4x4x4x2",
          .pattern = "neighbour",
          .bytes = 65536,
          .outstanding = 20,
          .deterministic = true},
         10},
        {"neighbours in A+ on 4x4x4x4x2",
         {.shape = "4x4x4x4x2", .pattern = "neighbour:A+", .bytes = 65536, .deterministic = true},
         1},
        {"opposite in A on 8x4x4, deterministic",
         {.shape = "8x4x4", .pattern = "bisection", .bytes = 512, .deterministic = true},
         0.5},
        {"opposite in A on 8x4x4, dynamic", {.shape = "8x4x4", .pattern = "bisection", .bytes = 512}, 0.5},
        {"opposite in all on 8x4x4, one dimension at a time",
         {.shape = "8x4x4", .pattern = "bisection:all", .bytes = 512, .zone = 2},
         0.5},
        {"opposite in all on 4x4x4, dynamic",
         {.shape = "4x4x4", .pattern = "bisection:all", .bytes = 512, .zone = 1},
         1},
    };
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double links = rate(f, cases[i].e);
        char wanted[32];
        snprintf(wanted, sizeof wanted, "%g", cases[i].links);
        if (links >= 0)
            traffic_figure(f, cases[i].what, wanted, links, "links", 0.95 * cases[i].links,
                           fmax(1.005 * cases[i].links, cases[i].links + ONE_PACKET));
    }
}

/* ---- one pair, all paths ---- */

typedef struct flow {
    emuq_net_t *net;
    uint64_t bytes;
    int error; /* of a send from a call; 0: none */
} flow_t;

static bool flow_arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    (void)node, (void)tick;
    ((flow_t *)context)->bytes += packet->bytes;
    return true;
}

static void flow_sent(void *context, const emuq_net_message_t *message, uint64_t tick)
{
    flow_t *flow = context;
    int rc = emuq_net_send(flow->net, tick, message);
    flow->error = flow->error != 0 ? flow->error : rc;
}

/* Endless messages of one node to one other. @param rate gets link rates @return 0 or a negative errno */
static int flow(const emuq_net_constants_t *p, const emuq_net_shape_t *shape, emuq_net_message_t message,
                double *rate)
{
    const uint64_t warm_up = 5000, cycles = 18000; /* of whole packets */
    flow_t flow = {.net = NULL};
    emuq_net_client_t client = {.context = &flow, .arrived = flow_arrived, .sent = flow_sent};
    int rc = emuq_net_open(&p->value, shape, 1, 1, &client, &flow.net);
    for (message.queue = 0; message.queue < 16 && rc == 0; message.queue++)
        rc = emuq_net_send(flow.net, 0, &message);
    if (rc != 0) {
        emuq_net_close(flow.net);
        return rc;
    }
    emuq_net_run(flow.net, warm_up * p->value.clock.cycle);
    uint64_t before = flow.bytes;
    emuq_net_run(flow.net, (warm_up + cycles) * p->value.clock.cycle);
    emuq_net_close(flow.net);
    double packets = (double)(flow.bytes - before) / p->value.mu.payload;
    *rate = packets * emuq_net_occupancy(&p->value, emuq_net_chunks(p->value.mu.payload)) / (double)cycles;
    return flow.error;
}

static void one_pair(traffic_figures_t *f)
{
    const emuq_net_shape_t shape = {5, {4, 4, 4, 4, 2}, 0x1f};
    uint8_t at[EMUQ_NET_DIMENSIONS] = {0};
    for (uint32_t d = 0; d < shape.dimensions; d++) {
        at[d] = 1;
        for (uint32_t vc = 0; vc < 2; vc++) {
            emuq_net_message_t m = {.destination = emuq_net_node(&shape, at),
                                    .bytes = 4096,
                                    .map = traffic_fifo_map((uint8_t)vc, false),
                                    .zone = 1,
                                    .vc = (uint8_t)vc};
            double wanted = vc == EMUQ_NET_VC_DYNAMIC ? d + 1 : 1;
            char what[64], text[32];
            snprintf(what, sizeof what, "one pair, %u dimensions apart, %s", d + 1,
                     vc == 0 ? "dynamic" : "deterministic");
            snprintf(text, sizeof text, "%g", wanted);
            double links;
            int rc = flow(f->parameters, &shape, m, &links);
            if (rc != 0)
                traffic_figure_failed(f, what, rc);
            else
                traffic_figure(f, what, text, links, "links", 0.98 * wanted, 1.005 * wanted);
        }
    }
}

static void pairs(traffic_figures_t *f)
{
    all_pairs(f);
    one_pair(f);
}

/* ---- ties ---- */

/* One packet per ordered pair of a ring. @param least,most get packets of the idlest and of the busiest link
 */
static int ring(const emuq_net_constants_t *p, uint32_t size, uint64_t *least, uint64_t *most)
{
    emuq_net_shape_t shape = {1, {size}, 1};
    emuq_net_client_t client = {.context = NULL};
    emuq_net_t *net = NULL;
    int rc = emuq_net_open(&p->value, &shape, 1, 1, &client, &net);
    for (uint32_t from = 0; from < size && rc == 0; from++)
        for (uint32_t to = 0; to < size && rc == 0; to++) {
            emuq_net_message_t m = {.source = from,
                                    .destination = to,
                                    .bytes = 32,
                                    .queue = (uint16_t)to,
                                    .map = 0x3ff,
                                    .vc = to % 2};
            rc = from == to ? 0 : emuq_net_send(net, 0, &m);
        }
    if (rc == 0)
        emuq_net_run(net, UINT64_MAX);
    *least = UINT64_MAX;
    *most = 0;
    for (uint32_t link = 0; link < 2 * size && rc == 0; link++) {
        const emuq_net_counts_t counts = emuq_net_counts(net, link / 2, link % 2);
        uint64_t packets = 0;
        for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++)
            packets += counts.packets[vc];
        *least = packets < *least ? packets : *least;
        *most = packets > *most ? packets : *most;
    }
    emuq_net_close(net);
    return rc;
}

static void ties(traffic_figures_t *f)
{
    for (uint32_t size = 4; size <= 32; size *= 2) {
        uint64_t least, most;
        char what[64], wanted[32];
        snprintf(what, sizeof what, "ring of %u, packets of the busiest link", size);
        snprintf(wanted, sizeof wanted, "%u", size * size / 8);
        int rc = ring(f->parameters, size, &least, &most);
        if (rc != 0) {
            traffic_figure_failed(f, what, rc);
            continue;
        }
        traffic_figure(f, what, wanted, (double)most, "packets", size * size / 8, size * size / 8);
        snprintf(what, sizeof what, "ring of %u, packets of the idlest link", size);
        traffic_figure(f, what, wanted, (double)least, "packets", size * size / 8, size * size / 8);
    }
}

/* ---- a hot spot ---- */

static void hot_spot(traffic_figures_t *f)
{
    traffic_result_t r;
    traffic_experiment_t e = {.shape = "4x4x4x4x2",
                              .pattern = "hotspot:0,1",
                              .bytes = 512,
                              .outstanding = 4,
                              .warm_up = 10000,
                              .cycles = 18000};
    if (!traffic_try(f, &e, &r))
        return;
    uint32_t busy = emuq_net_occupancy(&f->parameters->value, emuq_net_chunks(512));
    traffic_figure(f, "511 nodes of 4x4x4x4x2 to the other one, into it", "10",
                   (double)r.measure.bytes[0] / 512 * busy / (double)r.cycles, "links", 9.8, 10.05);
    traffic_result_free(&r);
}

const traffic_line_t traffic_lines_check[] = {
    {"C1", "latency of a message on an empty machine is the sum of its parts", latencies, NULL, NULL},
    {"C2", "uniform traffic reaches the bound of the longest dimension", saturation, NULL, NULL},
    {"C3", "rates of neighbours and of pairs", pairs, NULL, NULL},
    {"C4", "packets half way around a ring use both directions alike", ties, NULL, NULL},
    {"C6", "all nodes send to one: its links are the limit", hot_spot, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
