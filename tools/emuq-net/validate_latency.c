/* SPDX-License-Identifier: BSD-3-Clause */
/** @file validate_latency.c  Published times of few messages. */
#include <math.h>

#include "tools/emuq-net/put.h"
#include "tools/emuq-net/validate.h"

/* SC11, Table 1: ns of a put to the node that is 1, 2, .. hops away on a mesh 4x4x4x4x2, without and with
 * software. Three hops in A, then three in B, C and D, then one in E. */
static const double table_1[][2] = {{622, 718},   {671, 769},   {713, 813},  {760, 856},  {808, 906},
                                    {849, 950},   {891, 989},   {940, 1038}, {981, 1080}, {1022, 1122},
                                    {1069, 1166}, {1118, 1216}, {1166, 1264}};

/* SC11, Table 2: GB/s of a node that exchanges messages of 4 KB, 8 KB, .. with itself over all links. */
static const double table_2[] = {17.0, 23.0, 27.9, 31.3, 33.3, 34.2, 34.9, 35.2, 35.4};

static double ns(uint64_t ticks)
{
    return (double)ticks * EMUQ_NET_TICK_PS / 1000;
}

/* One message. @return its latency in ns, or -1 after a report */
static double one(traffic_figures_t *f, const emuq_net_shape_t *shape, uint32_t to, uint32_t bytes,
                  const char *what)
{
    traffic_put_t put = {0,
                         {.destination = to, .bytes = bytes, .map = 0x3ff, .vc = EMUQ_NET_VC_DETERMINISTIC}};
    uint64_t last;
    int rc = traffic_puts(f->parameters, shape, &put, 1, &last);
    if (rc == 0)
        return ns(last);
    traffic_figure_failed(f, what, rc);
    return -1;
}

static void ping(traffic_figures_t *f)
{
    const emuq_net_shape_t mesh = {5, {4, 4, 4, 4, 2}, 0};
    uint8_t at[EMUQ_NET_DIMENSIONS] = {0};
    for (uint32_t hop = 0; hop < 13; hop++) {
        char what[64];
        at[hop / 3]++;
        snprintf(what, sizeof what, "put of 8 bytes over %u hops", hop + 1);
        double time = one(f, &mesh, emuq_net_node(&mesh, at), 8, what);
        if (time < 0)
            return;
        traffic_figure_near(f, what, table_1[hop][0], time, "ns", 0.015, true);
        traffic_figure_near(f, "  and software", table_1[hop][1], time + traffic_software_ns(f->parameters),
                            "ns", 0.015, true);
    }
}

/* A node loops ten messages back to itself, one per link. Software begins one after the other.
 * @param tolerance in parts of what is published, GB/s */
static void exchange_one(traffic_figures_t *f, const emuq_net_constants_t *p, uint32_t bytes, double wanted,
                         double tolerance)
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
        traffic_figure_near(f, what, wanted, 20.0 * bytes / (ns(last) + traffic_software_ns(p)), "GB/s",
                            tolerance, true);
}

static void exchange(traffic_figures_t *f)
{
    for (uint32_t row = 0; row < 9; row++)
        exchange_one(f, f->parameters, 4096U << row, table_2[row], 0.02);
}

/* Payloads beyond the L2. */
static void memory(traffic_figures_t *f)
{
    emuq_net_constants_t p = *f->parameters;
    p.value.memory.kind = EMUQ_NET_DDR;
    exchange_one(f, &p, 2U << 20, 26.4, 0.08);
    exchange_one(f, &p, 4U << 20, 24.7, 0.03);
    exchange_one(f, &p, 256U << 20, 25.0, 0.03);
}

/* PGAS13: a large put to a neighbour. */
static void one_way(traffic_figures_t *f)
{
    const emuq_net_shape_t shape = {5, {4, 4, 4, 4, 2}, 0x1f};
    const uint32_t bytes = 4U << 20;
    double time = one(f, &shape, 1, bytes, "put of 4 MB to a neighbour");
    if (time > 0)
        traffic_figure_near(f, "put of 4 MB to a neighbour", 1775,
                            bytes / (time + traffic_software_ns(f->parameters)) * 1000, "MB/s", 0.01, true);
}

/* SC11's estimate for the largest machine. */
static void worst(traffic_figures_t *f)
{
    const emuq_net_shape_t shape = {5, {16, 16, 16, 12, 2}, 0x1f};
    const uint8_t far[EMUQ_NET_DIMENSIONS] = {8, 8, 8, 6, 1};
    double time = one(f, &shape, emuq_net_node(&shape, far), 8, "put of 8 bytes over 31 hops");
    if (time > 0)
        traffic_figure_near(f, "put of 8 bytes over 31 hops", 2600, time, "ns", 0.15, true);
}

const traffic_line_t traffic_lines_latency[] = {
    {"V1", "latency of a put, SC11 Table 1 (fitted)", ping,
     "One put of 8 bytes on an empty mesh of 4x4x4x4x2, from the store of the tail until the counter can be "
     "seen; "
     "then with software of one message.",
     NULL},
    {"V2", "exchange over all links, SC11 Table 2 (fitted)", exchange,
     "A machine of one node, whose links lead back to it; ten messages, which software begins one after the "
     "other. The rate counts both directions of each link, as published.",
     NULL},
    {"V3", "the same with payloads beyond the L2, SC11 Table 2 (fitted by its last row)", memory,
     "As V2, with memory.kind = ddr: what is read and what is written share memory.rate.",
     "Messages of 2 MB are 20 MB of payload read and 20 MB written, of which the L2 holds a part: the "
     "machine is faster "
     "than its memory there, and the model, in which all of it is in DDR, is not."},
    {"V15", "one-way put, PGAS13 (predicted)", one_way, NULL, NULL},
    {"V16", "worst put on 16x16x16x12x2, an estimate of SC11 (predicted)", worst,
     "Hardware alone. The published figure is an estimate of the machine's designers, not a measurement.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
