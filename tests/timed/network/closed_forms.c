/* SPDX-License-Identifier: BSD-3-Clause */
/* The network model against closed forms, on small shapes: lines C1 to C9. */
#include <math.h>

#include "tests/timed/network/figures.h"
#include "tests/timed/network/put.h"
#include "tools/emuq-net/net.h"

/* Sends one message from several source nodes to every node, with varying sizes. @param count incremented per
 * message
 * @return number of latencies that differ from the closed form, or a negative errno */
static int check_wrong_latencies(const emuq_net_constants_t *p, const emuq_net_shape_t *shape, uint32_t vc,
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

static void check_latencies(traffic_figures_t *f)
{
    static const emuq_net_shape_t shapes[] = {
        {5, {4, 4, 2, 2, 2}, 0x1f}, {5, {4, 4, 2, 2, 2}, 0}, {5, {8, 3, 2, 1, 2}, 0x1f}};
    for (uint32_t vc = EMUQ_NET_VC_DYNAMIC; vc < EMUQ_NET_VCS; vc++)
        for (uint32_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
            static const char *const names[] = {"4x4x2x2x2", "4x4x2x2x2, a mesh", "8x3x2x1x2"};
            char what[64];
            unsigned count = 0;
            int wrong = check_wrong_latencies(f->parameters, &shapes[i], vc, &count);
            snprintf(what, sizeof what, "%s, channel %u: wrong ones of %u", names[i], vc, count);
            if (wrong < 0)
                traffic_figure_failed(f, what, wrong);
            else
                traffic_figure(f, what, "0", wrong, "", 0, 0);
        }
}

#define WHOLE      18000           /* cycles, of whole packets */
#define ONE_PACKET (144.0 / WHOLE) /* links: one packet per node more in the window */

/* Link rates sent by a node, or a negative number after a report. */
static double check_rate(traffic_figures_t *f, traffic_experiment_t e)
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

static void check_saturation(traffic_figures_t *f)
{
    static const struct {
        const char *shape;
        double peak;
    } cases[] = {{"4x4x4x4x2", 2}, {"8x8x4", 1}, {"4x4x4", 2}, {"8x4x4x4", 1}};
    for (uint32_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double links = check_rate(
            f, (traffic_experiment_t){.shape = cases[i].shape, .pattern = "uniform", .bytes = 512});
        char what[64], wanted[32];
        snprintf(what, sizeof what, "uniform on %s, longest first, of a node", cases[i].shape);
        snprintf(wanted, sizeof wanted, "%.2f to %g", 0.95 * cases[i].peak, cases[i].peak);
        if (links >= 0) /* a node does not send to itself, so the rate slightly exceeds the bound */
            traffic_figure(f, what, wanted, links, "links", 0.95 * cases[i].peak, 1.02 * cases[i].peak);
    }
}

static void check_all_pairs(traffic_figures_t *f)
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
        double links = check_rate(f, cases[i].e);
        char wanted[32];
        snprintf(wanted, sizeof wanted, "%g", cases[i].links);
        if (links >= 0)
            traffic_figure(f, cases[i].what, wanted, links, "links", 0.95 * cases[i].links,
                           fmax(1.005 * cases[i].links, cases[i].links + ONE_PACKET));
    }
}

typedef struct check_flow {
    emuq_net_t *net;
    uint64_t bytes;
    int error; /* of a send from a callback; 0: none */
} flow_t;

static bool check_flow_arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    (void)node, (void)tick;
    ((flow_t *)context)->bytes += packet->bytes;
    return true;
}

static void check_flow_sent(void *context, const emuq_net_message_t *message, uint64_t tick)
{
    flow_t *check_flow = context;
    int rc = emuq_net_send(check_flow->net, tick, message);
    check_flow->error = check_flow->error != 0 ? check_flow->error : rc;
}

/* Endless messages between two nodes. @param rate set to link rates @return 0 or a negative errno */
static int check_flow(const emuq_net_constants_t *p, const emuq_net_shape_t *shape,
                      emuq_net_message_t message, double *check_rate)
{
    const uint64_t warm_up = 5000, cycles = 18000; /* of whole packets */
    flow_t check_flow = {.net = NULL};
    emuq_net_client_t client = {
        .context = &check_flow, .arrived = check_flow_arrived, .sent = check_flow_sent};
    int rc = emuq_net_open(&p->value, shape, 1, 1, &client, &check_flow.net);
    for (message.queue = 0; message.queue < 16 && rc == 0; message.queue++)
        rc = emuq_net_send(check_flow.net, 0, &message);
    if (rc != 0) {
        emuq_net_close(check_flow.net);
        return rc;
    }
    emuq_net_run(check_flow.net, warm_up * p->value.clock.cycle);
    uint64_t before = check_flow.bytes;
    emuq_net_run(check_flow.net, (warm_up + cycles) * p->value.clock.cycle);
    emuq_net_close(check_flow.net);
    double packets = (double)(check_flow.bytes - before) / p->value.mu.payload;
    *check_rate =
        packets * emuq_net_occupancy(&p->value, emuq_net_chunks(p->value.mu.payload)) / (double)cycles;
    return check_flow.error;
}

static void check_one_pair(traffic_figures_t *f)
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
            int rc = check_flow(f->parameters, &shape, m, &links);
            if (rc != 0)
                traffic_figure_failed(f, what, rc);
            else
                traffic_figure(f, what, text, links, "links", 0.98 * wanted, 1.005 * wanted);
        }
    }
}

static void check_pairs(traffic_figures_t *f)
{
    check_all_pairs(f);
    check_one_pair(f);
}

/* One packet per ordered pair of a ring. @param least,most set to the packets of the least and most used
 * link */
static int check_ring(const emuq_net_constants_t *p, uint32_t size, uint64_t *least, uint64_t *most)
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

static void check_ties(traffic_figures_t *f)
{
    for (uint32_t size = 4; size <= 32; size *= 2) {
        uint64_t least, most;
        char what[64], wanted[32];
        snprintf(what, sizeof what, "ring of %u, packets of the busiest link", size);
        snprintf(wanted, sizeof wanted, "%u", size * size / 8);
        int rc = check_ring(f->parameters, size, &least, &most);
        if (rc != 0) {
            traffic_figure_failed(f, what, rc);
            continue;
        }
        traffic_figure(f, what, wanted, (double)most, "packets", size * size / 8, size * size / 8);
        snprintf(what, sizeof what, "ring of %u, packets of the idlest link", size);
        traffic_figure(f, what, wanted, (double)least, "packets", size * size / 8, size * size / 8);
    }
}

static void check_hot_spot(traffic_figures_t *f)
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

/* Cycles of the hops from a member to the root. @param extra cycles per hop */
static uint32_t collective_climb(const emuq_net_constants_t *p, const traffic_region_t *r, uint32_t node,
                                 uint32_t extra)
{
    uint32_t cycles = 0;
    for (uint32_t link; (link = traffic_region_tree(r, node, 0).output) != EMUQ_NET_LINKS;
         node = emuq_net_neighbour(&r->shape, node, link)) {
        uint8_t at[EMUQ_NET_DIMENSIONS];
        emuq_net_coordinates(&r->shape, node, at);
        cycles += p->value.link.hop + p->value.wire[emuq_net_wire(&r->shape, link, at[link / 2])] + extra;
    }
    return cycles;
}

static uint32_t collective_deepest(const emuq_net_constants_t *p, const traffic_region_t *r, uint32_t extra)
{
    uint32_t most = 0;
    for (uint32_t rank = 0; rank < traffic_region_members(r); rank++) {
        uint32_t cycles = collective_climb(p, r, traffic_region_node(r, rank), extra);
        most = cycles > most ? cycles : most;
    }
    return most;
}

/* Cycles of an allreduce in whole packets, without software. */
static uint32_t collective_allreduce_cycles(const emuq_net_constants_t *p, const traffic_region_t *r,
                                            uint32_t bytes)
{
    const emuq_net_parameters_t *v = &p->value;
    uint32_t packets = bytes > v->mu.payload ? bytes / v->mu.payload : 1;
    uint32_t chunks = emuq_net_chunks(bytes / packets);
    uint32_t software = (v->cpu.inject + v->cpu.poll + v->cpu.loop) * v->clock.cpu / v->clock.cycle;
    return v->tree.constant - software + collective_deepest(p, r, v->tree.up) +
           collective_deepest(p, r, v->tree.down) + (v->link.chunk + v->mu.drain) * (chunks - 2) +
           (packets - 1) * (emuq_net_occupancy(v, chunks) + v->tree.gap);
}

static void collective_compare(traffic_figures_t *f, const char *shape, const char *tree, uint32_t bytes)
{
    char pattern[64], what[128], wanted[32];
    snprintf(pattern, sizeof pattern, "allreduce:%s", tree);
    snprintf(what, sizeof what, "%s, %s, %u bytes", shape, pattern, bytes);
    traffic_result_t r;
    traffic_experiment_t e = {
        .shape = shape, .pattern = pattern, .bytes = bytes, .messages = 1, .outstanding = 1};
    if (!traffic_try(f, &e, &r))
        return;
    char reason[128];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    traffic_region_t region;
    emuq_net_shape_t parsed;
    if (traffic_shape_parse(shape, &parsed, &why) == 0 &&
        traffic_region_read(&region, tree, &parsed, &why) == 0) {
        uint32_t cycles = collective_allreduce_cycles(f->parameters, &region, bytes);
        snprintf(wanted, sizeof wanted, "%u", cycles);
        traffic_figure(f, what, wanted, (double)r.cycles, "cycles", cycles, cycles);
    }
    traffic_result_free(&r);
}

static void collective_allreduces(traffic_figures_t *f)
{
    static const char *const trees[][2] = {{"4x4x4x4x2", "world"},
                                           {"4x4x4x4x2", "plane:BD"},
                                           {"4x4x4x4x2", "(0,1,0,0,0)-(2,3,3,1,1)"},
                                           {"16x5x3", "world"},
                                           {"16x5x3", "line:A"}};
    for (uint32_t i = 0; i < sizeof trees / sizeof trees[0]; i++)
        for (uint32_t bytes = 8; bytes <= 8 << 12; bytes <<= 6)
            collective_compare(f, trees[i][0], trees[i][1], bytes);
}

#define PACKETS  200
#define INTERVAL 400 /* cycles between packets */

/* Observed packets: those of node 0, with the tick of injection as tag. */
typedef struct seen {
    uint64_t packets, ticks;
} seen_t;

static bool waits_arrived(void *context, uint32_t node, const emuq_net_packet_t *packet, uint64_t tick)
{
    seen_t *seen = context;
    (void)node;
    seen->packets += packet->source == 0;
    seen->ticks += packet->source == 0 ? tick - packet->tag : 0;
    return true;
}

/* Node 0 of a line sends occasional packets to node 2; node 1 on the route sends continuously. */
static int waits_contend(const emuq_net_constants_t *p, emuq_net_t *net, uint8_t vc)
{
    uint16_t map = traffic_fifo_map(vc, false);
    emuq_net_message_t m = {.source = 1, .destination = 2, .bytes = 100000, .map = map, .vc = vc};
    int rc = emuq_net_send(net, 0, &m);
    m = (emuq_net_message_t){.destination = 2, .bytes = 512, .map = map, .vc = vc};
    for (uint64_t i = 0; i < PACKETS && rc == 0; i++) {
        m.tag = i * INTERVAL * p->value.clock.cycle;
        rc = emuq_net_send(net, m.tag, &m);
    }
    emuq_net_run(net, UINT64_MAX);
    return rc;
}

/* Mean waits in a channel, in cycles. @return 0 or a negative errno */
static int waits_measure(const emuq_net_constants_t *p, uint8_t vc, double *counted, double *late)
{
    const emuq_net_shape_t line = {1, {4}, 0};
    seen_t seen = {0, 0};
    emuq_net_client_t client = {.context = &seen, .arrived = waits_arrived};
    emuq_net_t *net;
    uint64_t packets = 0, cycles = 0;
    int rc = emuq_net_open(&p->value, &line, 1, 1, &client, &net);
    if (rc != 0)
        return rc;
    rc = waits_contend(p, net, vc);
    emuq_net_waits_t w = emuq_net_waits(net, 1, 0);
    for (uint32_t i = 0; i < EMUQ_NET_VCS; i++) {
        packets += w.packets[i];
        cycles += w.cycles[i];
    }
    emuq_net_close(net);
    *counted = packets > 0 ? (double)cycles / (double)packets : 0;
    *late =
        (double)seen.ticks / p->value.clock.cycle / PACKETS - (double)traffic_put_cycles(p, &line, 0, 2, 512);
    return rc;
}

static void waits_check(traffic_figures_t *f)
{
    for (uint8_t vc = EMUQ_NET_VC_DYNAMIC; vc < EMUQ_NET_VCS; vc++) {
        double counted, late;
        char what[64], wanted[32];
        snprintf(what, sizeof what, "node 1 of a line, channel %u, mean wait", vc);
        int rc = waits_measure(f->parameters, vc, &counted, &late);
        if (rc != 0) {
            traffic_figure_failed(f, what, rc);
            continue;
        }
        snprintf(wanted, sizeof wanted, "%.3f", late);
        traffic_figure(f, what, wanted, counted, "cycles", late - 1e-6, late + 1e-6);
    }
}

const traffic_line_t traffic_closed_forms[] = {
    {"C1", "latency of a message on an empty machine is the sum of its parts", check_latencies, NULL, NULL},
    {"C2", "uniform traffic reaches the bound of the longest dimension", check_saturation, NULL, NULL},
    {"C3", "rates of neighbours and of pairs", check_pairs, NULL, NULL},
    {"C4", "packets half way around a ring use both directions alike", check_ties, NULL, NULL},
    {"C5", "an allreduce takes the sum of its parts; trees without a common link do not disturb each other",
     collective_allreduces, NULL, NULL},
    {"C6", "all nodes send to one: its links are the limit", check_hot_spot, NULL, NULL},
    {"C9", "cycles that packets wait in a receiver, by its counters, are those that they are late",
     waits_check, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
