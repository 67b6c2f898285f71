/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spikes: simulates a network of spiking neurons on a torus of APEnet+ cards. After each step, a rank sends
 * the number of its spikes to the ranks with columns in reach, and puts a non-empty list of spikes. Results
 * do not depend on the number of ranks.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet_world.h"
#include "options.h"

/* ---- the network ----
 *
 * Columns form a periodic square grid. Neurons project to their column and to columns up to three steps away.
 * All numbers are integers, and random numbers are functions of neuron and step, so the results do not depend
 * on the order of spikes or on the distribution of neurons. */

#define NETWORK_NEURONS 64u
#define NETWORK_REACH   3 /**< maximum distance of projections, in columns */

typedef struct network {
    unsigned edge; /**< columns along each side of the grid */
    unsigned first, columns;
    int32_t *potential, *input; /**< [columns * NETWORK_NEURONS] */
} network_t;

#define THRESHOLD 1000
#define LEAK      16  /* a potential loses 1/LEAK per step */
#define DRIVE     110 /* maximum external input per step */
#define WEIGHT    40u /* maximum weight of a synapse */
#define INHIBITS  5u  /* every fifth neuron is inhibitory, with four times the weight */

/* Random number as a function of three numbers. */
static uint64_t network_hash(uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t h = a;
    h = (h ^ h >> 30 ^ (uint64_t)b << 32) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ h >> 27 ^ c) * UINT64_C(0x94d049bb133111eb);
    h = (h ^ h >> 31) * UINT64_C(0x9e3779b97f4a7c15);
    return h ^ h >> 29;
}

/* Creates columns at rest. @return 0, or -1 if memory is exhausted */
static int network_open(network_t *n, unsigned edge, unsigned first, unsigned columns)
{
    size_t neurons = (size_t)columns * NETWORK_NEURONS;
    *n = (network_t){.edge = edge, .first = first, .columns = columns};
    n->potential = calloc(neurons, sizeof *n->potential);
    n->input = calloc(neurons, sizeof *n->input);
    return n->potential != NULL && n->input != NULL ? 0 : -1;
}

static unsigned along(unsigned edge, unsigned a, unsigned b)
{
    unsigned d = a < b ? b - a : a - b;
    return d < edge - d ? d : edge - d;
}

/* Distance of two columns: the larger of the distances in both dimensions. */
static unsigned network_distance(const network_t *n, unsigned a, unsigned b)
{
    unsigned x = along(n->edge, a % n->edge, b % n->edge), y = along(n->edge, a / n->edge, b / n->edge);
    return x > y ? x : y;
}

/* Applies a spike of any neuron to its local target neurons. */
static void network_receive(network_t *n, uint32_t neuron)
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

/* Simulates a step with the received spikes. @param spikes [local neurons] receives the firing neurons
 * @return number of spikes */
static unsigned network_step(network_t *n, uint32_t step, uint32_t *spikes)
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

/* The program on one rank. Each remote rank has two ports, used alternately. A rank puts the list of step n +
 * 2 after the note of step n + 1 from the receiver, which had consumed the list of step n before. */
typedef struct spikes {
    apenet_world_t world;
    network_t network;
    unsigned columns;
    bool *is_near;    /* [ranks] true if a rank has columns in reach of local columns */
    uint32_t *spikes; /* spikes of the current step */
    unsigned fired;
    double total;
    uint64_t checksum;
} spikes_t;

static unsigned first_column(const spikes_t *j, unsigned rank)
{
    return rank * j->columns / j->world.ranks;
}

static bool is_near(const spikes_t *j, unsigned rank)
{
    for (unsigned a = first_column(j, j->world.rank); a < first_column(j, j->world.rank + 1); a++)
        for (unsigned b = first_column(j, rank); b < first_column(j, rank + 1); b++)
            if (network_distance(&j->network, a, b) <= NETWORK_REACH)
                return true;
    return false;
}

static void open_all(spikes_t *j, unsigned edge)
{
    apenet_world_t *w = &j->world;
    j->columns = edge * edge;
    apenet_world_require(w, w->ranks <= j->columns, "there are more ranks than columns");
    unsigned first = first_column(j, w->rank), columns = first_column(j, w->rank + 1) - first,
             most = (j->columns + w->ranks - 1) / w->ranks;
    bool has_memory = network_open(&j->network, edge, first, columns) == 0;
    j->is_near = calloc(w->ranks, sizeof *j->is_near);
    j->spikes = calloc((size_t)most * NETWORK_NEURONS, sizeof *j->spikes);
    apenet_world_require(w, has_memory && j->is_near != NULL && j->spikes != NULL,
                         "out of memory for the network");
    for (unsigned rank = 0; rank < w->ranks; rank++)
        j->is_near[rank] = rank != w->rank && is_near(j, rank);
    apenet_world_window(w, 2 * w->ranks, (size_t)most * NETWORK_NEURONS * sizeof *j->spikes);
}

static void close_all(spikes_t *j)
{
    apenet_world_sent(&j->world);
    free(j->is_near);
    free(j->spikes);
    free(j->network.potential);
    free(j->network.input);
}

static void send_spikes(spikes_t *j, uint32_t step)
{
    uint64_t fired = j->fired;
    for (unsigned rank = 0; rank < j->world.ranks; rank++) {
        if (!j->is_near[rank])
            continue;
        apenet_world_send_note(&j->world, rank, &fired, 1);
        if (fired != 0)
            apenet_world_put(&j->world, rank, 2 * j->world.rank + step % 2, j->spikes,
                             fired * sizeof *j->spikes);
    }
}

static void receive_spikes(spikes_t *j, uint32_t step)
{
    for (unsigned rank = 0; rank < j->world.ranks; rank++) {
        unsigned port = 2 * rank + step % 2;
        uint64_t fired = j->is_near[rank] ? *apenet_world_receive_note(&j->world, rank) : 0;
        if (fired != 0)
            apenet_world_receive(&j->world, port);
        const uint32_t *spikes = (const uint32_t *)(const void *)apenet_world_port(&j->world, port);
        for (uint64_t i = 0; i < fired; i++)
            network_receive(&j->network, spikes[i]);
    }
}

static void perform(spikes_t *j, uint32_t step)
{
    apenet_world_sent(&j->world); /* waits: network_step() overwrites the list */
    j->fired = network_step(&j->network, step, j->spikes);
    j->total += j->fired;
    for (unsigned i = 0; i < j->fired; i++) {
        j->checksum ^= network_hash(j->spikes[i], step, 0);
        network_receive(&j->network, j->spikes[i]);
    }
    send_spikes(j, step);
    receive_spikes(j, step);
}

static void print(const spikes_t *j, unsigned long steps)
{
    double neurons = (double)j->columns * NETWORK_NEURONS;
    printf("network     %u columns of %u neurons, on %u ranks\n", j->columns, NETWORK_NEURONS,
           j->world.ranks);
    printf("spikes      %.0f in %lu steps, %.2f of 1000 neurons in a step\n", j->total, steps,
           1000 * j->total / neurons / (double)steps);
    printf("checksum    %016llx\n", (unsigned long long)j->checksum);
}

int main(int argc, char **argv)
{
    unsigned long steps = 200, edge = 8;
    const example_option_t options[] = {
        {"--iterations", &steps, 1, 1000000, "steps"},
        {"--edge", &edge, 1, 64, "columns along each side of the grid"},
        {NULL, NULL, 0, 0, NULL},
    };
    int status = example_options(argc, argv, "A network of spiking neurons, on APEnet+ cards.", options);
    if (status >= 0)
        return status;
    spikes_t j;
    memset(&j, 0, sizeof j);
    apenet_world_open(&j.world);
    open_all(&j, (unsigned)edge);
    for (unsigned long step = 0; step < steps; step++)
        perform(&j, (uint32_t)step);
    apenet_world_sum(&j.world, &j.total, 1);
    apenet_world_xor(&j.world, &j.checksum, 1);
    if (j.world.rank == 0)
        print(&j, steps);
    close_all(&j);
    apenet_world_close(&j.world);
    return 0;
}
