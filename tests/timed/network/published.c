/* SPDX-License-Identifier: BSD-3-Clause */
/* The network model against published figures of the machine: lines V1 to V20. */
#include <math.h>

#include "tests/timed/network/figures.h"
#include "tests/timed/network/put.h"
#include "tools/emuq-net/net.h"

/* SC11, Table 1: ns of a put over 1, 2, .. hops on a mesh 4x4x4x4x2, without and with software. Three
 * hops in A, then three in B, C and D, then one in E. */
static const double table_1[][2] = {{622, 718},   {671, 769},   {713, 813},  {760, 856},  {808, 906},
                                    {849, 950},   {891, 989},   {940, 1038}, {981, 1080}, {1022, 1122},
                                    {1069, 1166}, {1118, 1216}, {1166, 1264}};

/* SC11, Table 2: GB/s of a node that exchanges messages of 4 KB, 8 KB, .. with itself over all links. */
static const double table_2[] = {17.0, 23.0, 27.9, 31.3, 33.3, 34.2, 34.9, 35.2, 35.4};

static double latency_ns(uint64_t ticks)
{
    return (double)ticks * EMUQ_NET_TICK_PS / 1000;
}

/* One message. @return its latency in ns, or -1 after a report */
static double latency_one(traffic_figures_t *f, const emuq_net_shape_t *shape, uint32_t to, uint32_t bytes,
                          const char *what)
{
    traffic_put_t put = {0,
                         {.destination = to, .bytes = bytes, .map = 0x3ff, .vc = EMUQ_NET_VC_DETERMINISTIC}};
    uint64_t last;
    int rc = traffic_puts(f->parameters, shape, &put, 1, &last);
    if (rc == 0)
        return latency_ns(last);
    traffic_figure_failed(f, what, rc);
    return -1;
}

static void latency_ping(traffic_figures_t *f)
{
    const emuq_net_shape_t mesh = {5, {4, 4, 4, 4, 2}, 0};
    uint8_t at[EMUQ_NET_DIMENSIONS] = {0};
    for (uint32_t hop = 0; hop < 13; hop++) {
        char what[64];
        at[hop / 3]++;
        snprintf(what, sizeof what, "put of 8 bytes over %u hops", hop + 1);
        double time = latency_one(f, &mesh, emuq_net_node(&mesh, at), 8, what);
        if (time < 0)
            return;
        traffic_figure_near(f, what, table_1[hop][0], time, "ns", 0.015, true);
        traffic_figure_near(f, "  and software", table_1[hop][1], time + traffic_software_ns(f->parameters),
                            "ns", 0.015, true);
    }
}

/* A node sends ten messages to itself, one per link. Software starts one message after the other.
 * @param tolerance relative to the published figure */
static void latency_exchange_one(traffic_figures_t *f, const emuq_net_constants_t *p, uint32_t bytes,
                                 double wanted, double tolerance)
{
    const emuq_net_shape_t node = {5, {1, 1, 1, 1, 1}, 0x1f};
    const emuq_net_parameters_t *v = &p->value;
    uint64_t each = (uint64_t)(v->cpu.inject + v->cpu.poll + v->cpu.loop + v->cpu.setup) * v->clock.cpu;
    traffic_put_t put[10];
    uint64_t last;
    char what[64];
    snprintf(what, sizeof what, "ten links at once, messages of %u %s", bytes >> (bytes >> 21 ? 20 : 10),
             bytes >> 21 ? "MB" : "KB");
    for (uint32_t d = 0; d < 10; d++)
        put[d] = (traffic_put_t){d * each,
                                 {.bytes = bytes,
                                  .queue = (uint16_t)d,
                                  .map = (uint16_t)(1U << d),
                                  .hints = (uint16_t)(1U << d),
                                  .vc = EMUQ_NET_VC_DETERMINISTIC}};
    int rc = traffic_puts(p, &node, put, 10, &last);
    if (rc != 0)
        traffic_figure_failed(f, what, rc);
    else
        traffic_figure_near(f, what, wanted, 20.0 * bytes / (latency_ns(last) + traffic_software_ns(p)),
                            "GB/s", tolerance, true);
}

static void latency_exchange(traffic_figures_t *f)
{
    for (uint32_t row = 0; row < 9; row++)
        latency_exchange_one(f, f->parameters, 4096U << row, table_2[row], 0.02);
}

/* Payloads beyond the L2. */
static void latency_memory(traffic_figures_t *f)
{
    emuq_net_constants_t p = *f->parameters;
    p.value.memory.kind = EMUQ_NET_DDR;
    latency_exchange_one(f, &p, 2U << 20, 26.4, 0.08);
    latency_exchange_one(f, &p, 4U << 20, 24.7, 0.03);
    latency_exchange_one(f, &p, 256U << 20, 25.0, 0.03);
}

/* PGAS13: a large put to a neighbour. */
static void latency_one_way(traffic_figures_t *f)
{
    const emuq_net_shape_t shape = {5, {4, 4, 4, 4, 2}, 0x1f};
    const uint32_t bytes = 4U << 20;
    double time = latency_one(f, &shape, 1, bytes, "put of 4 MB to a neighbour");
    if (time > 0)
        traffic_figure_near(f, "put of 4 MB to a neighbour", 1775,
                            bytes / (time + traffic_software_ns(f->parameters)) * 1000, "MB/s", 0.01, true);
}

/* SC11's estimate for the largest machine. */
static void latency_worst(traffic_figures_t *f)
{
    const emuq_net_shape_t shape = {5, {16, 16, 16, 12, 2}, 0x1f};
    const uint8_t far[EMUQ_NET_DIMENSIONS] = {8, 8, 8, 6, 1};
    double time = latency_one(f, &shape, emuq_net_node(&shape, far), 8, "put of 8 bytes over 31 hops");
    if (time > 0)
        traffic_figure_near(f, "put of 8 bytes over 31 hops", 2600, time, "ns", 0.15, true);
}

#define MIDPLANE "4x4x4x4x2"
#define LARGEST  "16x16x16x12x2"

/* SC11, Table 3: ns of an allreduce of 8 bytes with software, for trees of 2 to 512 nodes: growing in E,
 * then D, C, B, A, first to two and then to four nodes. */
static const double table_3[] = {641, 742, 876, 984, 1099, 1203, 1321, 1443, 1558};

/* The highest node of these trees. */
static const char *const corner[] = {"(0,0,0,0,1)", "(0,0,0,1,1)", "(0,0,0,3,1)",
                                     "(0,0,1,3,1)", "(0,0,3,3,1)", "(0,1,3,3,1)",
                                     "(0,3,3,3,1)", "(1,3,3,3,1)", "(3,3,3,3,1)"};

/* SC11, Table 4: percentage of the raw 2 GB/s for an allreduce of 512 nodes, 512 bytes to 1 MB. */
static const double table_4[] = {13.0, 22.5, 36.0, 50.5, 63.5, 72.5, 78.5, 81.7, 83.5, 84.4, 84.9, 85.1};

/* One collective on an idle machine. @return ns until the last result, without software; -1 after a
 * report */
static double collective_once(traffic_figures_t *f, const char *shape, const char *pattern, uint32_t bytes)
{
    traffic_result_t r;
    traffic_experiment_t e = {
        .shape = shape, .pattern = pattern, .bytes = bytes, .messages = 1, .outstanding = 1};
    if (!traffic_try(f, &e, &r))
        return -1;
    double time = traffic_ns(f->parameters, (double)r.cycles);
    traffic_result_free(&r);
    return time;
}

static double collective_allreduce(traffic_figures_t *f, uint32_t bytes)
{
    double time = collective_once(f, MIDPLANE, "allreduce", bytes);
    return time < 0 ? time : time + traffic_software_ns(f->parameters);
}

static void collective_latency(traffic_figures_t *f)
{
    for (uint32_t row = 0; row < sizeof table_3 / sizeof table_3[0]; row++) {
        char pattern[64], what[64];
        snprintf(pattern, sizeof pattern, "allreduce:(0,0,0,0,0)-%s", corner[row]);
        snprintf(what, sizeof what, "8 bytes, %u nodes", 2U << row);
        double time = collective_once(f, MIDPLANE, pattern, 8);
        if (time >= 0)
            traffic_figure_near(f, what, table_3[row], time + traffic_software_ns(f->parameters), "ns", 0.02,
                                true);
    }
}

static void collective_throughput(traffic_figures_t *f)
{
    for (uint32_t row = 0; row < sizeof table_4 / sizeof table_4[0]; row++) {
        uint32_t bytes = 512U << row;
        char what[64];
        double time = collective_allreduce(f, bytes);
        snprintf(what, sizeof what, "%g KB, 512 nodes, of 2 GB/s", bytes / 1024.0);
        if (time >= 0)
            traffic_figure_near(f, what, table_4[row], bytes / time / 2 * 100, "%", 0.02, true);
    }
}

/* GB/s of the growth of a long allreduce, or -1 after a report. */
static double collective_growth(traffic_figures_t *f)
{
    const uint32_t less = 64 << 10, more = 512 << 10;
    double begin = collective_allreduce(f, less), end = begin < 0 ? begin : collective_allreduce(f, more);
    return end < 0 ? end : (more - less) / (end - begin);
}

static void collective_peak(traffic_figures_t *f)
{
    double rate = collective_growth(f);
    if (rate >= 0)
        traffic_figure(f, "512 nodes, from 64 KB to 512 KB, of 2 GB/s", "86", rate / 2 * 100, "%", 84, 86.5);
}

static void collective_largest(traffic_figures_t *f)
{
    double reduce = collective_once(f, LARGEST, "allreduce", 8);
    if (reduce >= 0)
        traffic_figure_near(f, "allreduce of 8 bytes", 6500, reduce + traffic_software_ns(f->parameters),
                            "ns", 0.15, true);
    double barrier = collective_once(f, LARGEST, "barrier", 0);
    if (barrier >= 0)
        traffic_figure_near(f, "barrier by global interrupts", 6300, barrier, "ns", 0.15, true);
}

static void collective_trees(traffic_figures_t *f)
{
    double rate = collective_growth(f);
    if (rate >= 0)
        traffic_figure_near(f, "by the combining tree, from 64 KB to 512 KB", 1.7, rate, "GB/s", 0.02, true);
    traffic_figure_absent(f, "by ten trees without a common link", "6.3",
                          "their packets are combined by programs, and cores are not modelled");
}

#define ZONED   0     /* zone: longest dimensions first */
#define WHOLE   18000 /* cycles, of whole packets and whole simulation steps */
#define WARM_UP 20000 /* cycles, the minimum of an automatic warm-up */
#define UNZONED 1     /* zone: all dimensions at once */

#define WAITING 6 /* messages in a Message Unit, enough to keep its network FIFOs filled */

/* Percentages of endless traffic. */
typedef struct shares {
    double arrived; /* link time of arrivals, relative to the links of the busiest dimension */
    double busy;    /* busy time of the links of the busiest dimension */
} shares_t;

/* Reports and counts a failure. @return true: @p s is set */
static bool throughput_endless(traffic_figures_t *f, const char *shape, const char *pattern, uint32_t zone,
                               uint64_t warm_up, uint64_t cycles, shares_t *s)
{
    traffic_result_t r;
    traffic_experiment_t e = {.shape = shape,
                              .pattern = pattern,
                              .bytes = 512,
                              .zone = (uint8_t)zone,
                              .outstanding = WAITING,
                              .warm_up = warm_up,
                              .cycles = cycles};
    if (!traffic_try(f, &e, &r))
        return false;
    *s = (shares_t){100 * traffic_utilisation(&r), 100 * r.links.mean};
    traffic_result_free(&r);
    return true;
}

static void throughput_neighbours(traffic_figures_t *f)
{
    traffic_result_t r;
    traffic_experiment_t steady = {.shape = "4x4x4x4x2",
                                   .pattern = "neighbour",
                                   .bytes = 65536,
                                   .outstanding = 20,
                                   .deterministic = true,
                                   .warm_up = 10000,
                                   .cycles = WHOLE};
    if (traffic_try(f, &steady, &r)) {
        traffic_figure_near(f, "4x4x4x4x2, cycles 10000 to 28000; VHDL simulation", 97.8,
                            100 * traffic_share(&r, f->parameters), "%", 1, false);
        traffic_result_free(&r);
    }
    traffic_experiment_t once = {.shape = "4x4x2x2x2",
                                 .pattern = "neighbour",
                                 .bytes = 1 << 20,
                                 .deterministic = true,
                                 .messages = 10,
                                 .outstanding = 10};
    if (traffic_try(f, &once, &r)) {
        traffic_figure_near(f, "4x4x2x2x2, 1 MB to each neighbour, until all is over", 98.3,
                            100 * traffic_share(&r, f->parameters), "%", 1, false);
        traffic_result_free(&r);
    }
}

static void throughput_all_to_all(traffic_figures_t *f, uint32_t bytes, double wanted, double tolerance)
{
    traffic_result_t r;
    traffic_experiment_t e = {.shape = "4x4x4x4x2",
                              .pattern = "alltoall:perm",
                              .bytes = bytes,
                              .messages = 511,
                              .outstanding = 511};
    if (!traffic_try(f, &e, &r))
        return;
    char what[64];
    double us = traffic_ns(f->parameters, (double)r.cycles) / 1000;
    snprintf(what, sizeof what, "512 nodes, %u KB a pair: %.1f us", bytes >> 10, us);
    /* the published figure includes each node's message to itself */
    traffic_figure_near(f, what, wanted, 100 * 512.0 * bytes / 3600 / us, "%", tolerance, false);
    traffic_result_free(&r);
}

static void throughput_all_to_all_small(traffic_figures_t *f)
{
    throughput_all_to_all(f, 4096, 95, 2);
}

static void throughput_all_to_all_large(traffic_figures_t *f)
{
    throughput_all_to_all(f, 32768, 97, 1.5);
}

static void throughput_zones(traffic_figures_t *f)
{
    shares_t off, on;
    bool has_off = throughput_endless(f, "16x8x8x8", "uniform", UNZONED, WARM_UP, 20000, &off);
    if (has_off)
        traffic_figure(f, "16x8x8x8, one zone of all; cycles 20000 to 40000", "66", off.busy, "%", 60, 72);
    if (!throughput_endless(f, "16x8x8x8", "uniform", ZONED, WARM_UP, 10000, &on))
        return;
    traffic_figure(f, "16x8x8x8, longest first; cycles 20000 to 30000", "93", on.busy, "%", 91, 98);
    if (has_off)
        traffic_figure(f, "difference", "27", on.busy - off.busy, "points", 22, INFINITY);
}

static void throughput_large(traffic_figures_t *f)
{
    shares_t on;
    if (throughput_endless(f, "16x16x16x8", "uniform", ZONED, WARM_UP, 5000, &on))
        traffic_figure(f, "16x16x16x8, longest first; cycles 20000 to 25000", "99", on.busy, "%", 96, 100);
}

static void throughput_best_zone(traffic_figures_t *f, const char *shape)
{
    double best = 0;
    uint32_t which = 0;
    for (uint32_t zone = 0; zone < 2; zone++) {
        shares_t s;
        if (!throughput_endless(f, shape, "uniform", zone, WARM_UP, 5000, &s))
            return;
        which = s.busy > best ? zone : which;
        best = fmax(best, s.busy);
    }
    char what[64];
    snprintf(what, sizeof what, "%s, best zone %u; cycles 20000 to 25000", shape, which);
    traffic_figure(f, what, "85 to 95", best, "%", 85, INFINITY);
}

static void throughput_uniform(traffic_figures_t *f)
{
    throughput_best_zone(f, "16x16x16x4");
    throughput_best_zone(f, "8x8x8x16x2");
}

/* A shape and pattern with all zones. @param wins incremented for zones within a point of the best
 * @return true: all runs succeeded */
static bool throughput_pairing_case(traffic_figures_t *f, const char *shape, const char *pattern,
                                    uint32_t wins[EMUQ_NET_ZONES])
{
    shares_t share[EMUQ_NET_ZONES];
    double best = 0;
    char what[80];
    for (uint32_t zone = 0; zone < EMUQ_NET_ZONES; zone++) {
        if (!throughput_endless(f, shape, pattern, zone, 8000, WHOLE, &share[zone]))
            return false;
        best = fmax(best, share[zone].arrived);
    }
    for (uint32_t zone = 0; zone < EMUQ_NET_ZONES; zone++)
        wins[zone] += share[zone].arrived >= best - 1;
    snprintf(what, sizeof what, "%s %s: %.0f %.0f %.0f %.0f", shape, pattern, share[0].arrived,
             share[1].arrived, share[2].arrived, share[3].arrived);
    traffic_figure(f, what, "over 85", best, "%", 85, INFINITY);
    return true;
}

/* A pattern with all shapes and zones. @param count adds a row with the frequency of the best zone */
static void throughput_pairing_pattern(traffic_figures_t *f, const char *pattern, bool count)
{
    static const char *const shapes[] = {"4x4x4x4x2", "8x4x4x4x2", "8x8x8x4", "16x8x8x8"};
    const uint32_t cases = sizeof shapes / sizeof shapes[0];
    uint32_t wins[EMUQ_NET_ZONES] = {0}, most = 0;
    char what[96];
    for (uint32_t i = 0; i < cases; i++)
        if (!throughput_pairing_case(f, shapes[i], pattern, wins))
            return;
    for (uint32_t zone = 0; zone < EMUQ_NET_ZONES; zone++)
        most = wins[zone] > most ? wins[zone] : most;
    snprintf(what, sizeof what, "%s: shapes of which one zone is the best, within a point", pattern);
    if (count)
        traffic_figure(f, what, "not all", most, "", 0, cases - 1);
}

static void throughput_pairing(traffic_figures_t *f)
{
    throughput_pairing_pattern(f, "bisection", false);
    throughput_pairing_pattern(f, "bisection:all", true);
    throughput_pairing_pattern(f, "complement", true);
}

static void throughput_transpose(traffic_figures_t *f)
{
    static const char *const shapes[] = {"4x4x4x4x2", "8x8x8x8"};
    for (uint32_t i = 0; i < 2; i++) {
        traffic_result_t r;
        traffic_experiment_t e = {.shape = shapes[i],
                                  .pattern = "transpose",
                                  .bytes = 512,
                                  .deterministic = true,
                                  .outstanding = WAITING,
                                  .warm_up = 10000,
                                  .cycles = 10000};
        shares_t zoned, unzoned;
        if (!throughput_endless(f, shapes[i], "transpose", ZONED, 10000, 10000, &zoned) ||
            !throughput_endless(f, shapes[i], "transpose", UNZONED, 10000, 10000, &unzoned) ||
            !traffic_try(f, &e, &r))
            continue;
        char what[64];
        double best = fmax(zoned.arrived, unzoned.arrived);
        snprintf(what, sizeof what, "%s, dynamic (%.1f %%) to deterministic", shapes[i], best);
        traffic_figure(f, what, "more", best / (100 * traffic_utilisation(&r)), "times", 1.2, INFINITY);
        traffic_result_free(&r);
    }
}

static void throughput_distance(traffic_figures_t *f)
{
    char reason[256];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    emuq_net_shape_t shape = {5, {16, 16, 16, 12, 2}, 0x1f};
    traffic_pattern_t pattern;
    int rc = traffic_pattern_open(&pattern, "uniform", &shape, 1, &why);
    if (rc != 0) {
        traffic_figure_failed(f, "mean distance", rc);
        return;
    }
    double others = (double)pattern.nodes - 1;
    traffic_figure_near(f, "mean hops to all nodes, itself among them", 15.5,
                        traffic_peak(&pattern).hops * others / pattern.nodes, "", 1e-9, false);
    traffic_pattern_free(&pattern);
}

static void throughput_bisection(traffic_figures_t *f)
{
    const double links = 2 * 16 * 16 * 12 * 2, other = 2 * 48 * 32;
    double chunk = (double)f->parameters->value.link.chunk * f->parameters->value.clock.cycle; /* ticks */
    double raw = 32.0 / (chunk * EMUQ_NET_TICK_PS / 1000); /* GB/s of a link */
    traffic_figure_near(f, "bisection, to 64x48x32 with links of 175 MB/s", 45.714,
                        links * raw / (other * 0.175), "times", 0.001, false);
    traffic_figure_near(f, "bisection, to 64x48x32 with links of 425 MB/s", 18.824,
                        links * raw / (other * 0.425), "times", 0.001, false);
}

#define FIXED_LATER "Window and warm-up were fixed after first results."
#define STEADY                                                                                               \
    "Endless traffic of 512 bytes a message, six of them in each Message Unit. After 20000 cycles, the "     \
    "share "                                                                                                 \
    "of the time is measured in which links of the busiest dimension are busy, by what links count. "        \
    "Published are exchanges from beginning to end. " FIXED_LATER

const traffic_line_t traffic_published[] = {
    {"V1", "latency of a put, SC11 Table 1 (fitted)", latency_ping,
     "One put of 8 bytes on an empty mesh of 4x4x4x4x2, from the store of the tail until the counter can be "
     "seen; "
     "then with software of one message.",
     NULL},
    {"V2", "exchange over all links, SC11 Table 2 (fitted)", latency_exchange,
     "A machine of one node, whose links lead back to it; ten messages, which software begins one after the "
     "other. The rate counts both directions of each link, as published.",
     NULL},
    {"V3", "the same with payloads beyond the L2, SC11 Table 2 (fitted by its last row)", latency_memory,
     "As V2, with memory.kind = ddr: what is read and what is written share memory.rate.",
     "Messages of 2 MB are 20 MB of payload read and 20 MB written, of which the L2 holds a part: the "
     "machine is faster "
     "than its memory there, and the model, in which all of it is in DDR, is not."},
    {"V4", "exchange with all neighbours, payload of 1.8 GB/s per link, SC11 (fitted by the gap of Table 2)",
     throughput_neighbours,
     "64 KB to each neighbour again and again, in a window of 125 whole packets; then 1 MB to each neighbour "
     "once. " FIXED_LATER,
     NULL},
    {"V5", "latency of an allreduce, SC11 Table 3 (level fitted, slope predicted)", collective_latency,
     "The combining tree of a box of 4x4x4x4x2 with its root in the middle; time until the last node has the "
     "result, and software of one message.",
     NULL},
    {"V6", "throughput of an allreduce, SC11 Table 4 (asymptote fitted, curve predicted)",
     collective_throughput, "One allreduce of all nodes of 4x4x4x4x2; software as in V5.", NULL},
    {"V7", "peak of collectives, SC11 (fitted)", collective_peak,
     "What a longer allreduce takes more than a shorter one: begin and end cancel out.", NULL},
    {"V8", "all-to-all of 4 KB from beginning to end, share of 3.6 GB/s per node, SC11 (predicted)",
     throughput_all_to_all_small,
     "Each node sends to the others in a random order of its own, all messages handed over at once.", NULL},
    {"V9", "all-to-all of 32 KB from beginning to end, share of 3.6 GB/s per node, SC11 (predicted)",
     throughput_all_to_all_large, "As V8.", NULL},
    {"V10", "uniform on 16x8x8x8, links of the longest dimension busy, SC11's all-to-all (predicted)",
     throughput_zones, STEADY, NULL},
    {"V11", "uniform on 16x16x16x8, links of the longest dimension busy, SC11's all-to-all (predicted)",
     throughput_large, STEADY, NULL},
    {"V12", "uniform on other shapes, links of the longest dimension busy, SC12's all-to-all (predicted)",
     throughput_uniform, STEADY,
     "The model is above what is published: its traffic neither begins nor ends, and nothing but the network "
     "holds "
     "it up."},
    {"V13",
     "pairs across the bisection, link time of what arrives in cycles 8000 to 26000, by zones 0 to 3, SC12 "
     "(predicted)",
     throughput_pairing,
     "Which pairs the publication means is not known. Each node sends to the one half a ring away in the "
     "longest "
     "dimension (bisection) or in all of them (bisection:all), or to its mirror image in all dimensions "
     "(complement): endless messages of 512 bytes; what arrives in a window of 125 whole "
     "packets. " FIXED_LATER,
     "In bisection a packet has one dimension to go, so zones cannot differ, and are not counted. In "
     "bisection:all every node sends equally far in every dimension; packets that finish one dimension after "
     "the other (zone 2) then load all links of a dimension alike, which closed form C3 checks, and no other "
     "zone can be better on any shape: a model in which links of one ring can be filled cannot agree with "
     "the "
     "published sentence for these pairs. Mirror images have a best zone that depends on the shape, and with "
     "it more than 85 %: complement agrees with all that is published, and was added after the first "
     "results."},
    {"V14", "transpose, what arrives in cycles 10000 to 20000, best of zones 0 and 1, SC12 (predicted)",
     throughput_transpose, "Endless messages of 512 bytes; published is only that dynamic routing is better.",
     NULL},
    {"V15", "one-way put, PGAS13 (predicted)", latency_one_way, NULL, NULL},
    {"V16", "worst put on 16x16x16x12x2, an estimate of SC11 (predicted)", latency_worst,
     "Hardware alone. The published figure is an estimate of the machine's designers, not a measurement.",
     NULL},
    {"V17", "allreduce and barrier on 16x16x16x12x2, estimates of SC11 (predicted)", collective_largest,
     "One collective of all nodes. The published figures are estimates of the machine's designers, not "
     "measurements.",
     NULL},
    {"V18", "mean distance on 16x16x16x12x2, a formula", throughput_distance, NULL, NULL},
    {"V19", "bisection of 16x16x16x12x2, a formula", throughput_bisection, NULL, NULL},
    {"V20", "allreduce of long messages, EuroMPI'13 (predicted by V6's asymptote)", collective_trees,
     "As V7.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
