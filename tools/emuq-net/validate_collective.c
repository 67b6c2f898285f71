/* SPDX-License-Identifier: BSD-3-Clause */
/** @file validate_collective.c  Published times and rates of collectives. */
#include "tools/emuq-net/validate.h"

#define MIDPLANE "4x4x4x4x2"
#define LARGEST  "16x16x16x12x2"

/* SC11, Table 3: ns of an allreduce of 8 bytes, software included, as the tree grows from 2 nodes to 512: by
 * the nodes of E, then D, C, B, A, first two and then four in each of them. */
static const double table_3[] = {641, 742, 876, 984, 1099, 1203, 1321, 1443, 1558};

/* The highest node of these trees. */
static const char *const corner[] = {"(0,0,0,0,1)", "(0,0,0,1,1)", "(0,0,0,3,1)",
                                     "(0,0,1,3,1)", "(0,0,3,3,1)", "(0,1,3,3,1)",
                                     "(0,3,3,3,1)", "(1,3,3,3,1)", "(3,3,3,3,1)"};

/* SC11, Table 4: per cent of the raw 2 GB/s that an allreduce of 512 nodes reaches, 512 bytes to 1 MB. */
static const double table_4[] = {13.0, 22.5, 36.0, 50.5, 63.5, 72.5, 78.5, 81.7, 83.5, 84.4, 84.9, 85.1};

/* One collective on an idle machine. @return ns until the last node has the result, without software; -1
 * after a report */
static double once(traffic_figures_t *f, const char *shape, const char *pattern, uint32_t bytes)
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

static double allreduce(traffic_figures_t *f, uint32_t bytes)
{
    double time = once(f, MIDPLANE, "allreduce", bytes);
    return time < 0 ? time : time + traffic_software_ns(f->parameters);
}

static void latency(traffic_figures_t *f)
{
    for (uint32_t row = 0; row < sizeof table_3 / sizeof table_3[0]; row++) {
        char pattern[64], what[64];
        snprintf(pattern, sizeof pattern, "allreduce:(0,0,0,0,0)-%s", corner[row]);
        snprintf(what, sizeof what, "8 bytes, %u nodes", 2U << row);
        double time = once(f, MIDPLANE, pattern, 8);
        if (time >= 0)
            traffic_figure_near(f, what, table_3[row], time + traffic_software_ns(f->parameters), "ns", 0.02,
                                true);
    }
}

static void throughput(traffic_figures_t *f)
{
    for (uint32_t row = 0; row < sizeof table_4 / sizeof table_4[0]; row++) {
        uint32_t bytes = 512U << row;
        char what[64];
        double time = allreduce(f, bytes);
        snprintf(what, sizeof what, "%g KB, 512 nodes, of 2 GB/s", bytes / 1024.0);
        if (time >= 0)
            traffic_figure_near(f, what, table_4[row], bytes / time / 2 * 100, "%", 0.02, true);
    }
}

/* GB/s of what a long allreduce grows by, or -1 after a report. */
static double growth(traffic_figures_t *f)
{
    const uint32_t less = 64 << 10, more = 512 << 10;
    double begin = allreduce(f, less), end = begin < 0 ? begin : allreduce(f, more);
    return end < 0 ? end : (more - less) / (end - begin);
}

static void peak(traffic_figures_t *f)
{
    double rate = growth(f);
    if (rate >= 0)
        traffic_figure(f, "512 nodes, from 64 KB to 512 KB, of 2 GB/s", "86", rate / 2 * 100, "%", 84, 86.5);
}

static void largest(traffic_figures_t *f)
{
    double reduce = once(f, LARGEST, "allreduce", 8);
    if (reduce >= 0)
        traffic_figure_near(f, "allreduce of 8 bytes", 6500, reduce + traffic_software_ns(f->parameters),
                            "ns", 0.15, true);
    double barrier = once(f, LARGEST, "barrier", 0);
    if (barrier >= 0)
        traffic_figure_near(f, "barrier by global interrupts", 6300, barrier, "ns", 0.15, true);
}

static void trees(traffic_figures_t *f)
{
    double rate = growth(f);
    if (rate >= 0)
        traffic_figure_near(f, "by the combining tree, from 64 KB to 512 KB", 1.7, rate, "GB/s", 0.02, true);
    traffic_figure_absent(f, "by ten trees without a common link", "6.3",
                          "their packets are combined by programs, and cores are not modelled");
}

const traffic_line_t traffic_lines_collective[] = {
    {"V5", "latency of an allreduce, SC11 Table 3 (level fitted, slope predicted)", latency,
     "The combining tree of a box of 4x4x4x4x2 with its root in the middle; time until the last node has the "
     "result, and software of one message.",
     NULL},
    {"V6", "throughput of an allreduce, SC11 Table 4 (asymptote fitted, curve predicted)", throughput,
     "One allreduce of all nodes of 4x4x4x4x2; software as in V5.", NULL},
    {"V7", "peak of collectives, SC11 (fitted)", peak,
     "What a longer allreduce takes more than a shorter one: begin and end cancel out.", NULL},
    {"V17", "allreduce and barrier on 16x16x16x12x2, estimates of SC11 (predicted)", largest,
     "One collective of all nodes. The published figures are estimates of the machine's designers, not "
     "measurements.",
     NULL},
    {"V20", "allreduce of long messages, EuroMPI'13 (predicted by V6's asymptote)", trees, "As V7.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
