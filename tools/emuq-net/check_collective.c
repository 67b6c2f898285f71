/* SPDX-License-Identifier: BSD-3-Clause */
/** @file check_collective.c  Collectives against closed forms. */
#include "tools/emuq-net/shape.h"
#include "tools/emuq-net/validate.h"

/* Cycles of the hops from a member to its root. @param extra of each hop */
static uint32_t climb(const emuq_net_constants_t *p, const traffic_region_t *r, uint32_t node, uint32_t extra)
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

static uint32_t deepest(const emuq_net_constants_t *p, const traffic_region_t *r, uint32_t extra)
{
    uint32_t most = 0;
    for (uint32_t rank = 0; rank < traffic_region_members(r); rank++) {
        uint32_t cycles = climb(p, r, traffic_region_node(r, rank), extra);
        most = cycles > most ? cycles : most;
    }
    return most;
}

/* Cycles of an allreduce of whole packets of @p bytes together, without software. */
static uint32_t allreduce_cycles(const emuq_net_constants_t *p, const traffic_region_t *r, uint32_t bytes)
{
    const emuq_net_parameters_t *v = &p->value;
    uint32_t packets = bytes > v->mu.payload ? bytes / v->mu.payload : 1;
    uint32_t chunks = emuq_net_chunks(bytes / packets);
    uint32_t software = (v->cpu.inject + v->cpu.poll + v->cpu.loop) * v->clock.cpu / v->clock.cycle;
    return v->tree.constant - software + deepest(p, r, v->tree.up) + deepest(p, r, v->tree.down) +
           (v->link.chunk + v->mu.drain) * (chunks - 2) +
           (packets - 1) * (emuq_net_occupancy(v, chunks) + v->tree.gap);
}

static void compare(traffic_figures_t *f, const char *shape, const char *tree, uint32_t bytes)
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
        uint32_t cycles = allreduce_cycles(f->parameters, &region, bytes);
        snprintf(wanted, sizeof wanted, "%u", cycles);
        traffic_figure(f, what, wanted, (double)r.cycles, "cycles", cycles, cycles);
    }
    traffic_result_free(&r);
}

static void allreduces(traffic_figures_t *f)
{
    static const char *const trees[][2] = {{"4x4x4x4x2", "world"},
                                           {"4x4x4x4x2", "plane:BD"},
                                           {"4x4x4x4x2", "(0,1,0,0,0)-(2,3,3,1,1)"},
                                           {"16x5x3", "world"},
                                           {"16x5x3", "line:A"}};
    for (uint32_t i = 0; i < sizeof trees / sizeof trees[0]; i++)
        for (uint32_t bytes = 8; bytes <= 8 << 12; bytes <<= 6)
            compare(f, trees[i][0], trees[i][1], bytes);
}

const traffic_line_t traffic_lines_check_collective[] = {
    {"C5", "an allreduce takes the sum of its parts; trees without a common link do not disturb each other",
     allreduces, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
