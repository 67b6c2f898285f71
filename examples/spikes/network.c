/* SPDX-License-Identifier: BSD-3-Clause */
#include "network.h"

#include <stdlib.h>
#include <string.h>

#define THRESHOLD 1000
#define LEAK      16  /* a potential loses one part of so many in a step */
#define DRIVE     110 /* most of what comes from outside in a step */
#define WEIGHT    40u /* most of a synapse */
#define INHIBITS  5u  /* one neuron of so many inhibits, four times as strongly */

uint64_t network_hash(uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t h = a;
    h = (h ^ h >> 30 ^ (uint64_t)b << 32) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 27 ^ c) * UINT64_C(0x94d049bb133111eb);
    h = (h ^ h >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

int network_open(network_t *n, unsigned edge, unsigned first, unsigned columns)
{
    size_t neurons = (size_t)columns * NETWORK_NEURONS;
    *n = (network_t){.edge = edge, .first = first, .columns = columns};
    n->potential = calloc(neurons, sizeof *n->potential);
    n->input = calloc(neurons, sizeof *n->input);
    return n->potential != NULL && n->input != NULL ? 0 : -1;
}

void network_close(network_t *n)
{
    free(n->potential);
    free(n->input);
}

static unsigned along(unsigned edge, unsigned a, unsigned b)
{
    unsigned d = a < b ? b - a : a - b;
    return d < edge - d ? d : edge - d;
}

unsigned network_distance(const network_t *n, unsigned a, unsigned b)
{
    unsigned x = along(n->edge, a % n->edge, b % n->edge), y = along(n->edge, a / n->edge, b / n->edge);
    return x > y ? x : y;
}

void network_receive(network_t *n, uint32_t neuron)
{
    static const unsigned synapses[NETWORK_REACH + 1] = {8, 4, 2, 1};
    int32_t sign = neuron % INHIBITS == 0 ? -4 : 1;
    for (unsigned column = 0; column < n->columns; column++) {
        unsigned distance = network_distance(n, neuron / NETWORK_NEURONS, n->first + column);
        for (unsigned k = 0; distance <= NETWORK_REACH && k < synapses[distance]; k++) {
            uint64_t h = network_hash(neuron, n->first + column, k);
            n->input[column * NETWORK_NEURONS + h % NETWORK_NEURONS] += sign * (int32_t)((h >> 32) % WEIGHT);
        }
    }
}

unsigned network_step(network_t *n, uint32_t step, uint32_t *spikes)
{
    unsigned fired = 0;
    for (unsigned i = 0; i < n->columns * NETWORK_NEURONS; i++) {
        uint32_t neuron = n->first * NETWORK_NEURONS + i;
        int32_t *v = &n->potential[i];
        *v += n->input[i] - *v / LEAK + (int32_t)(network_hash(neuron, step, UINT32_MAX) % DRIVE);
        n->input[i] = 0;
        if (*v < THRESHOLD)
            continue;
        *v = 0;
        spikes[fired++] = neuron;
    }
    return fired;
}
