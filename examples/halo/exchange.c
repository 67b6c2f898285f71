/* SPDX-License-Identifier: BSD-3-Clause */
#include "exchange.h"

#include <stdlib.h>
#include <string.h>

#define SITE_BYTES (4 * sizeof(su3_t)) /* the links of a site */

static size_t layer_sites(const lattice_t *lat, int d)
{
    return lattice_layer(lat, d, 0, 0, NULL) + lattice_layer(lat, d, 0, 1, NULL);
}

size_t exchange_port_bytes(const lattice_t *lat)
{
    size_t most = 0;
    for (int d = 0; d < LATTICE_DIMS; d++)
        most = layer_sites(lat, d) > most ? layer_sites(lat, d) : most;
    return most * SITE_BYTES;
}

/* The sites of a layer, those of even parity first: neighbours agree about parities. */
static size_t *list_layer(const exchange_t *e, const lattice_t *lat, int d, int layer)
{
    size_t *list = malloc(layer_sites(lat, d) * sizeof *list);
    apenet_world_must(e->world, list != NULL, "no memory for the lists of boundary sites");
    size_t even = lattice_layer(lat, d, layer, 0, list);
    lattice_layer(lat, d, layer, 1, list + even);
    return list;
}

static unsigned neighbour(const exchange_t *e, const lattice_t *lat, int d, int step)
{
    int place[LATTICE_DIMS];
    uint32_t c[MACHINE_DIMS];
    memcpy(place, lat->place, sizeof place);
    place[d] += step;
    lattice_machine_coordinates(lat, place, c);
    apenet_address_t a = {(uint8_t)c[0], (uint8_t)c[1], (uint8_t)c[2], (uint8_t)c[5]};
    return apenet_world_rank(e->world, a);
}

void exchange_open(exchange_t *e, apenet_world_t *world, const lattice_t *lat)
{
    memset(e, 0, sizeof *e);
    e->world = world;
    for (int k = 0; k < EXCHANGE_DIRECTIONS; k++) {
        exchange_way_t *way = &e->way[k];
        int d = k / 2, up = k % 2, end = lat->local[d];
        way->to = neighbour(e, lat, d, up ? 1 : -1);
        way->sites = layer_sites(lat, d);
        way->leaving = list_layer(e, lat, d, up ? end - 1 : 0);
        way->arriving = list_layer(e, lat, d, up ? -1 : end);
        way->source = malloc(way->sites * SITE_BYTES);
        apenet_world_must(world, way->source != NULL, "no memory for messages");
    }
}

void exchange_close(exchange_t *e)
{
    apenet_world_sent(e->world);
    for (int k = 0; k < EXCHANGE_DIRECTIONS; k++) {
        free(e->way[k].leaving);
        free(e->way[k].arriving);
        free(e->way[k].source);
    }
}

static unsigned port_of(const exchange_t *e, int k)
{
    return (unsigned)k * 2 + e->count % 2;
}

static void send(exchange_t *e, const field_t *f, int k)
{
    exchange_way_t *way = &e->way[k];
    for (size_t i = 0; i < way->sites; i++)
        memcpy(&way->source[4 * i], field_link(f, way->leaving[i], 0), SITE_BYTES);
    apenet_world_put(e->world, way->to, port_of(e, k), way->source, way->sites * SITE_BYTES);
}

/* The message that travels in direction k and arrives here. */
static void receive(exchange_t *e, const field_t *f, int k)
{
    exchange_way_t *way = &e->way[k];
    apenet_world_take(e->world, port_of(e, k));
    const char *at = apenet_world_port(e->world, port_of(e, k));
    for (size_t i = 0; i < way->sites; i++)
        memcpy(field_link(f, way->arriving[i], 0), at + i * SITE_BYTES, SITE_BYTES);
}

void exchange_halo(exchange_t *e, field_t *f)
{
    apenet_world_sent(e->world); /* the sources are free */
    for (int d = 0; d < LATTICE_DIMS; d++) {
        send(e, f, 2 * d);
        send(e, f, 2 * d + 1);
        receive(e, f, 2 * d);
        receive(e, f, 2 * d + 1);
    }
    e->count++;
}
