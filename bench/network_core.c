/* SPDX-License-Identifier: BSD-3-Clause */
/** @file network_core.c
 *  Uniform traffic of full packets on the network core, without any tool around it:
 *      network-core SHAPE LOAD WARM-UP CYCLES THREADS
 *  as in 4x4x4x8x2 0.9 5000 15000 1. Prints packet-hops and seconds of the cycles behind the warm-up.
 * Messages are made beforehand, in steps; the time of that does not count. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "network/network.h"

#define STEP 1000 /* cycles */

static uint64_t random_number(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t x = (*state ^ *state >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/** Messages of all nodes that begin in a step: each cycle begins one with the same probability. */
static int offer(emuq_net_t *net, uint32_t nodes, uint32_t cycle_ticks, uint64_t begin, double interval,
                 uint64_t *state)
{
    for (uint32_t node = 0; node < nodes; node++)
        for (uint64_t slot = 0; slot < STEP; slot += 10) {
            if ((double)(random_number(state) >> 32) * interval >= 10 * 0x1p32)
                continue;
            emuq_net_message_t m = {.source = node,
                                    .destination =
                                        (uint32_t)(node + 1 + random_number(state) % (nodes - 1)) % nodes,
                                    .bytes = 512,
                                    .queue = (uint16_t)(random_number(state) % 64),
                                    .map = (1u << EMUQ_NET_L0) - 1};
            int rc = emuq_net_send(net, (begin + slot) * cycle_ticks, &m);
            if (rc != 0)
                return rc;
        }
    return 0;
}

static uint64_t packet_hops(const emuq_net_t *net, uint32_t nodes, uint32_t links)
{
    uint64_t hops = 0;
    for (uint32_t node = 0; node < nodes; node++)
        for (uint32_t link = 0; link < links; link++)
            for (uint32_t vc = 0; vc < EMUQ_NET_CHANNELS; vc++)
                hops += emuq_net_counts(net, node, link)->packets[vc];
    return hops;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/** Reads AxBx.. as a torus. @return whether it is one */
static int read_shape(const char *text, emuq_net_shape_t *shape)
{
    *shape = (emuq_net_shape_t){0};
    for (char *end; shape->dimensions < EMUQ_NET_DIMENSIONS; text = end + 1) {
        shape->torus |= 1u << shape->dimensions;
        shape->size[shape->dimensions++] = (uint32_t)strtoul(text, &end, 10);
        if (*end != 'x')
            return *end == 0 && emuq_net_shape_check(shape) == 0;
    }
    return 0;
}

/** Cycles between messages of a node at which the links of the longest ring are busy all the time. */
static double busiest(const emuq_net_shape_t *shape, const emuq_net_parameters_t *p)
{
    uint32_t longest = 0;
    for (uint32_t d = 0; d < shape->dimensions; d++)
        longest = shape->size[d] > longest ? shape->size[d] : longest;
    return emuq_net_occupancy(p, emuq_net_chunks(512)) * longest / 8.;
}

int main(int argc, char **argv)
{
    emuq_net_parameters_t p;
    emuq_net_shape_t shape;
    emuq_net_t *net;
    emuq_net_client_t client = {0};
    if (argc != 6 || !read_shape(argv[1], &shape) || atof(argv[2]) <= 0) {
        fprintf(stderr, "usage: network-core SHAPE LOAD WARM-UP CYCLES THREADS\n");
        return 2;
    }
    uint64_t warm_up = strtoull(argv[3], NULL, 10), last = warm_up + strtoull(argv[4], NULL, 10), state = 1;
    uint64_t hops = 0;
    uint32_t nodes = emuq_net_nodes(&shape), links = 2 * shape.dimensions;
    double seconds = 0;
    emuq_net_preset("bgq", &p);
    if (emuq_net_open(&p, &shape, 1, (uint32_t)strtoul(argv[5], NULL, 10), &client, &net) != 0)
        return 1;
    for (uint64_t cycle = 0; cycle < last; cycle += STEP) {
        if (cycle <= warm_up) {
            hops = packet_hops(net, nodes, links);
            seconds = 0;
        }
        if (offer(net, nodes, p.clock.cycle, cycle, busiest(&shape, &p) / atof(argv[2]), &state) != 0)
            return 1;
        double begin = now();
        emuq_net_run(net, (cycle + STEP) * p.clock.cycle - 1);
        seconds += now() - begin;
    }
    printf("%llu %.6f\n", (unsigned long long)(packet_hops(net, nodes, links) - hops), seconds);
    emuq_net_close(net);
    return 0;
}
