/* SPDX-License-Identifier: BSD-3-Clause */
/** @file network_core.c
 *  Uniform traffic of full packets on the network core, without the sources and measurements of emuq-net:
 *      network-core SHAPE LOAD WARM-UP CYCLES THREADS
 *  for example 4x4x4x8x2 0.9 5000 15000 1. Prints packet-hops and seconds of the cycles after the warm-up.
 * Messages are generated in steps before they are simulated; this time is not counted. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/host_calls.h"
#include "base/text.h"
#include "tools/emuq-net/net.h"

#define STEP        1000                /* cycles */
#define MOST_CYCLES (UINT64_C(1) << 40) /* same limit as emuq-net */

/** SplitMix64 random number generator. */
static uint64_t core_random_number(uint64_t *state)
{
    return traffic_mix(*state += UINT64_C(0x9e3779b97f4a7c15));
}

/** Generates the messages of a step: per node, a message starts with equal probability every 10 cycles. */
static int core_offer(emuq_net_t *net, uint32_t nodes, uint32_t cycle_ticks, uint64_t begin, double interval,
                      uint64_t *state)
{
    for (uint32_t node = 0; node < nodes; node++)
        for (uint64_t slot = 0; slot < STEP; slot += 10) {
            if ((double)(core_random_number(state) >> 32) * interval >= 10 * 0x1p32)
                continue;
            emuq_net_message_t m = {
                .source = node,
                .destination = (uint32_t)(node + 1 + core_random_number(state) % (nodes - 1)) % nodes,
                .bytes = 512,
                .queue = (uint16_t)(core_random_number(state) % 64),
                .map = (1u << EMUQ_NET_L0) - 1};
            int rc = emuq_net_send(net, (begin + slot) * cycle_ticks, &m);
            if (rc != 0)
                return rc;
        }
    return 0;
}

/** Cycles between messages of a node that saturate the links of the longest ring. */
static double core_busiest(const emuq_net_shape_t *shape, const emuq_net_parameters_t *p)
{
    uint32_t longest = 0;
    for (uint32_t d = 0; d < shape->dimensions; d++)
        longest = shape->size[d] > longest ? shape->size[d] : longest;
    return emuq_net_occupancy(p, emuq_net_chunks(512)) * longest / 8.;
}

/** The command line. */
typedef struct core_run {
    emuq_net_shape_t shape;
    double load;
    uint64_t warm_up, cycles, threads;
} core_run_t;

/** @return false if the arguments are invalid */
static bool core_read_run(core_run_t *r, char **argument)
{
    char reason[256], *end;
    emuq_text_t why = emuq_text(reason, sizeof reason);
    r->load = strtod(argument[1], &end);
    return *end == '\0' && r->load > 0 && traffic_shape_parse(argument[0], &r->shape, &why) == 0 &&
           emuq_net_nodes(&r->shape) > 1 &&
           emuq_number_parse(argument[2], EMUQ_NUMBER_COUNT, 0, MOST_CYCLES, &r->warm_up) == 0 &&
           emuq_number_parse(argument[3], EMUQ_NUMBER_COUNT, 1, MOST_CYCLES, &r->cycles) == 0 &&
           emuq_number_parse(argument[4], EMUQ_NUMBER_COUNT, 1, 1024, &r->threads) == 0;
}

int main(int argc, char **argv)
{
    emuq_net_parameters_t p;
    emuq_net_t *net;
    emuq_net_client_t client = {0};
    core_run_t r;
    if (argc != 6 || !core_read_run(&r, argv + 1)) {
        fprintf(stderr,
                "usage: network-core SHAPE LOAD WARM-UP CYCLES THREADS; SHAPE needs more than one node, "
                "for example 4x4x4x8x2\n");
        return 2;
    }
    uint64_t last = r.warm_up + r.cycles, state = 1, hops = 0, ns = 0;
    emuq_net_preset("bgq", &p);
    if (emuq_net_open(&p, &r.shape, 1, (uint32_t)r.threads, &client, &net) != 0)
        return 1;
    for (uint64_t cycle = 0; cycle < last; cycle += STEP) {
        if (cycle <= r.warm_up) {
            hops = traffic_links_packets(net, &r.shape);
            ns = 0;
        }
        if (core_offer(net, emuq_net_nodes(&r.shape), p.clock.cycle, cycle,
                       core_busiest(&r.shape, &p) / r.load, &state) != 0)
            return 1;
        uint64_t begin = emuq_now_ns();
        emuq_net_run(net, (cycle + STEP) * p.clock.cycle - 1);
        ns += emuq_now_ns() - begin;
    }
    printf("%" PRIu64 " %.6f\n", traffic_links_packets(net, &r.shape) - hops, (double)ns / EMUQ_NS_PER_S);
    emuq_net_close(net);
    return 0;
}
