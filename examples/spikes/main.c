/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * spikes: a network of spiking neurons on a torus of APEnet+ cards. After each step a rank sends those with
 * columns in reach the number of its spikes, and puts the list of them, if there are any. The spikes are the
 * same however many ranks there are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet_world.h"
#include "network.h"
#include "options.h"

/* The program on one rank. A port takes the list of one other rank; each has two, used in turn: who puts the
 * list of step n + 2 has heard of step n + 1 from this rank, which had taken that of step n before. */
typedef struct job {
    apenet_world_t world;
    network_t network;
    unsigned columns; /* of all ranks */
    bool *is_near;    /* [ranks] has columns in reach of the own ones */
    uint32_t *spikes; /* of this step */
    unsigned fired;
    double total;
    uint64_t checksum;
} job_t;

static unsigned first_column(const job_t *j, unsigned rank)
{
    return rank * j->columns / j->world.ranks;
}

static bool is_near(const job_t *j, unsigned rank)
{
    for (unsigned a = first_column(j, j->world.rank); a < first_column(j, j->world.rank + 1); a++)
        for (unsigned b = first_column(j, rank); b < first_column(j, rank + 1); b++)
            if (network_distance(&j->network, a, b) <= NETWORK_REACH)
                return true;
    return false;
}

static void open_all(job_t *j, unsigned edge)
{
    apenet_world_t *w = &j->world;
    j->columns = edge * edge;
    apenet_world_must(w, w->ranks <= j->columns, "there are more ranks than columns");
    unsigned first = first_column(j, w->rank), columns = first_column(j, w->rank + 1) - first,
             most = (j->columns + w->ranks - 1) / w->ranks;
    bool has_memory = network_open(&j->network, edge, first, columns) == 0;
    j->is_near = calloc(w->ranks, sizeof *j->is_near);
    j->spikes = calloc((size_t)most * NETWORK_NEURONS, sizeof *j->spikes);
    apenet_world_must(w, has_memory && j->is_near != NULL && j->spikes != NULL, "no memory for the network");
    for (unsigned rank = 0; rank < w->ranks; rank++)
        j->is_near[rank] = rank != w->rank && is_near(j, rank);
    apenet_world_window(w, 2 * w->ranks, (size_t)most * NETWORK_NEURONS * sizeof *j->spikes);
}

static void close_all(job_t *j)
{
    apenet_world_sent(&j->world);
    free(j->is_near);
    free(j->spikes);
    network_close(&j->network);
}

static void tell_spikes(job_t *j, uint32_t step)
{
    uint64_t fired = j->fired;
    for (unsigned rank = 0; rank < j->world.ranks; rank++) {
        if (!j->is_near[rank])
            continue;
        apenet_world_tell(&j->world, rank, &fired, 1);
        if (fired != 0)
            apenet_world_put(&j->world, rank, 2 * j->world.rank + step % 2, j->spikes,
                             fired * sizeof *j->spikes);
    }
}

static void hear_spikes(job_t *j, uint32_t step)
{
    for (unsigned rank = 0; rank < j->world.ranks; rank++) {
        unsigned port = 2 * rank + step % 2;
        uint64_t fired = j->is_near[rank] ? *apenet_world_hear(&j->world, rank) : 0;
        if (fired != 0)
            apenet_world_take(&j->world, port);
        const uint32_t *spikes = (const uint32_t *)(const void *)apenet_world_port(&j->world, port);
        for (uint64_t i = 0; i < fired; i++)
            network_receive(&j->network, spikes[i]);
    }
}

static void perform(job_t *j, uint32_t step)
{
    apenet_world_sent(&j->world); /* the list is free */
    j->fired = network_step(&j->network, step, j->spikes);
    j->total += j->fired;
    for (unsigned i = 0; i < j->fired; i++) {
        j->checksum ^= network_hash(j->spikes[i], step, 0);
        network_receive(&j->network, j->spikes[i]);
    }
    tell_spikes(j, step);
    hear_spikes(j, step);
}

static void print(const job_t *j, unsigned long steps)
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
    job_t j;
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
