/* SPDX-License-Identifier: BSD-3-Clause */
#include "box.h"

#include <stdlib.h>
#include <string.h>

static size_t face_sites(const box_t *b, int d)
{
    return (size_t)b->local[(d + 1) % 3] * (size_t)b->local[(d + 2) % 3];
}

/* Copies a layer of sites perpendicular to d out of the box, or into it. */
static void copy_layer(const box_t *b, int d, int layer, spin_t *message, bool is_out)
{
    int c[3], u = (d + 1) % 3, v = (d + 2) % 3;
    c[d] = layer;
    for (c[u] = 0; c[u] < b->local[u]; c[u]++)
        for (c[v] = 0; c[v] < b->local[v]; c[v]++, message++) {
            spin_t *site = &b->spin[box_site(b, c[0], c[1], c[2])];
            *(is_out ? message : site) = *(is_out ? site : message);
        }
}

static unsigned neighbour(const box_t *b, int d, int step)
{
    int at[3] = {b->at[0], b->at[1], b->at[2]}, pids = b->world->size.pid;
    at[d] = (at[d] + step + b->ranks[d]) % b->ranks[d];
    apenet_address_t a = {(uint8_t)at[0], (uint8_t)at[1], (uint8_t)(at[2] / pids), (uint8_t)(at[2] % pids)};
    return apenet_world_rank(b->world, a);
}

static int divide(box_t *b)
{
    const apenet_address_t size = b->world->size, me = apenet_world_address(b->world, b->world->rank);
    const int ranks[3] = {size.x, size.y, size.z * size.pid}, at[3] = {me.x, me.y, me.z * size.pid + me.pid};
    size_t stride = 1;
    for (int d = 2; d >= 0; d--) {
        if (b->global[d] % ranks[d] != 0)
            return -1;
        b->ranks[d] = ranks[d];
        b->at[d] = at[d];
        b->local[d] = b->global[d] / ranks[d];
        b->origin[d] = at[d] * b->local[d];
        b->stride[d] = stride;
        stride *= (size_t)b->local[d] + 2;
    }
    b->spin = calloc(stride, sizeof *b->spin);
    apenet_world_must(b->world, b->spin != NULL, "no memory for the spins");
    return 0;
}

int box_open(box_t *b, apenet_world_t *world, const int global[3])
{
    size_t most = 0;
    memset(b, 0, sizeof *b);
    b->world = world;
    memcpy(b->global, global, sizeof b->global);
    if (divide(b) != 0)
        return -1;
    for (int k = 0; k < BOX_DIRECTIONS; k++) {
        size_t bytes = face_sites(b, k / 2) * sizeof(spin_t);
        b->source[k] = malloc(bytes);
        apenet_world_must(world, b->source[k] != NULL, "no memory for messages");
        most = bytes > most ? bytes : most;
    }
    apenet_world_window(world, BOX_PORTS, most);
    return 0;
}

void box_close(box_t *b)
{
    apenet_world_sent(b->world);
    for (int k = 0; k < BOX_DIRECTIONS; k++)
        free(b->source[k]);
    free(b->spin);
}

void box_exchange(box_t *b)
{
    unsigned half = b->exchanges++ % 2;
    apenet_world_sent(b->world); /* the sources are free */
    for (int k = 0; k < BOX_DIRECTIONS; k++) {
        int d = k / 2, up = k % 2;
        copy_layer(b, d, up ? b->local[d] - 1 : 0, b->source[k], true);
        apenet_world_put(b->world, neighbour(b, d, up ? 1 : -1), 2 * (unsigned)k + half, b->source[k],
                         face_sites(b, d) * sizeof(spin_t));
    }
    for (int k = 0; k < BOX_DIRECTIONS; k++) {
        int d = k / 2, up = k % 2;
        unsigned port = 2 * (unsigned)k + half;
        apenet_world_take(b->world, port);
        copy_layer(b, d, up ? -1 : b->local[d], (spin_t *)(void *)apenet_world_port(b->world, port), false);
    }
}
