/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/peak.h"

#include "network/rules.h"

/* Messages per message of a source that cross a link in each direction from each coordinate of each
 * dimension, summed over sources. */
typedef struct loads {
    double link[EMUQ_NET_LINKS][EMUQ_NET_SIZE];
    double hops; /* summed over all messages */
    double sent; /* messages */
} loads_t;

static void walk(loads_t *l, const traffic_pattern_t *p, uint32_t d, uint32_t from, uint32_t to, int way,
                 double weight)
{
    uint32_t size = p->shape.size[d];
    for (uint32_t at = from; at != to; at = (at + size + (uint32_t)way) % size) {
        l->link[2 * d + (way > 0)][at] += weight;
        l->hops += weight;
    }
}

/* Adds one message. */
static void add_message(loads_t *l, const traffic_pattern_t *p, uint32_t source, traffic_target_t target,
                        double weight)
{
    uint8_t from[EMUQ_NET_DIMENSIONS], to[EMUQ_NET_DIMENSIONS];
    uint32_t sum = 0;
    emuq_net_coordinates(&p->shape, source, from);
    emuq_net_coordinates(&p->shape, target.node, to);
    for (uint32_t d = 0; d < p->shape.dimensions; d++)
        sum += from[d];
    for (uint32_t d = 0; d < p->shape.dimensions; d++) {
        int way = emuq_net_ring_direction(from[d], to[d], p->shape.size[d], p->shape.torus >> d & 1, sum);
        if (target.hints >> (2 * d) & 3)
            way = target.hints >> (2 * d + 1) & 1 ? 1 : -1;
        walk(l, p, d, from[d], to[d], way, weight);
    }
    l->sent += weight;
}

/* Adds messages of all sources to all others, each pair with a probability of 1 / (nodes - 1), in each
 * dimension for itself: of all pairs of nodes the same share has coordinates (from, to). */
static void add_uniform(loads_t *l, const traffic_pattern_t *p, double weight)
{
    for (uint32_t d = 0; d < p->shape.dimensions && p->nodes > 1; d++) {
        uint32_t size = p->shape.size[d];
        double pairs = (double)p->nodes / size * ((double)p->nodes / size) / (p->nodes - 1) * weight / 2;
        for (uint32_t from = 0; from < size; from++)
            for (uint32_t to = 0; to < size; to++)
                for (uint32_t sum = 0; sum < 2;
                     sum++) /* sums of coordinates are even and odd equally often */
                    walk(l, p, d, from, to, emuq_net_ring_direction(from, to, size, p->shape.torus >> d & 1, sum),
                         pairs);
    }
    l->sent += (double)p->nodes * weight;
}

static double hot_share(const traffic_pattern_t *p)
{
    return (double)p->probability / 4294967296.0;
}

/* Rate at which all links into the node of a hot spot are busy. */
static double hot_rate(const traffic_pattern_t *p)
{
    double into = hot_share(p) * (p->nodes - 1) + 1 - hot_share(p);
    uint32_t links = 0;
    for (uint32_t d = 0; d < 2 * p->shape.dimensions; d++)
        links +=
            p->shape.size[d / 2] > 1 && emuq_net_neighbour(&p->shape, p->target_node, d) != EMUQ_NET_NOWHERE;
    return links / into;
}

/* All messages of the pattern, as many per source as one round has, or one random message. */
static void add_pattern(loads_t *l, const traffic_pattern_t *p)
{
    double hot = hot_share(p);
    if (p->round == 0)
        add_uniform(l, p, 1 - hot);
    else if (p->everyone)
        add_uniform(l, p, (double)p->round);
    for (uint32_t s = 0; s < p->nodes; s++) {
        if (hot > 0)
            add_message(l, p, s, (traffic_target_t){p->target_node, 0}, hot);
        for (uint64_t i = 0; i < p->round && !p->everyone; i++) {
            traffic_target_t target = traffic_pattern_target(p, s, i);
            if (target.node != s)
                add_message(l, p, s, target, 1);
        }
    }
}

traffic_peak_t traffic_peak(const traffic_pattern_t *p)
{
    loads_t l = {.sent = 0};
    add_pattern(&l, p);
    traffic_peak_t peak = {.rate = 0, .hops = l.sent > 0 ? l.hops / l.sent : 0};
    double worst = 0;
    for (uint32_t d = 0; d < p->shape.dimensions; d++)
        for (uint32_t way = 0; way < 2; way++)
            for (uint32_t at = 0; at < p->shape.size[d]; at++) {
                double load = l.link[2 * d + way][at] * p->shape.size[d]; /* times nodes: per link */
                if (load > worst) {
                    worst = load;
                    peak.dimension = d;
                }
            }
    if (worst > 0)
        peak.rate = (p->round > 0 ? (double)p->round : 1) * p->nodes / worst;
    if (p->probability > 0 && hot_rate(p) < peak.rate)
        peak.rate = hot_rate(p);
    double all = (p->round > 0 ? (double)p->round : 1) * p->nodes;
    peak.mean = p->round > 0 ? peak.rate * l.sent / all : peak.rate;
    return peak;
}

static double busy(const emuq_net_parameters_t *p, uint32_t bytes)
{
    uint32_t full = bytes / p->mu.payload, rest = bytes % p->mu.payload;
    double cycles = (double)full * emuq_net_occupancy(p, emuq_net_chunks(p->mu.payload));
    return rest > 0 || full == 0 ? cycles + emuq_net_occupancy(p, emuq_net_chunks(rest)) : cycles;
}

double traffic_mean_busy(const emuq_net_parameters_t *p, uint32_t least, uint32_t most)
{
    double sum = 0, count = 0;
    uint32_t step = (most - least) / 4096 + 1; /* of long ranges a sample */
    for (uint64_t bytes = least; bytes <= most; bytes += step, count++)
        sum += busy(p, (uint32_t)bytes);
    return sum / count;
}
