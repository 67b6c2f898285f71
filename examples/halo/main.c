/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * halo: measures the average plaquette of a gauge field on a torus of APEnet+ cards. Lattice, field and file
 * format are shared with the example plaquette, which uses the System Programming Interface; here the halo is
 * exchanged by rdma_put.
 *
 *     halo [job options] FILE [TIMES]
 *
 * FILE has the format of the International Lattice Data Grid. All TIMES measurements must have the same
 * result.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apenet_world.h"
#include "examples/plaquette/ildg.h"
#include "options.h"

/* ---- exchange of the halo by rdma_put ----
 *
 * As in the example plaquette, dimensions are exchanged one after the other, and a message includes the halo
 * of the previous dimensions. Each direction has two ports, used alternately. A rank sends message n + 2
 * after receiving message n + 1 of the neighbour on that side. The neighbour sent n + 1 after emptying the
 * port of message n. */

#define EXCHANGE_DIRECTIONS (2 * LATTICE_DIMS) /**< 2 d: towards lower coordinates of d; 2 d + 1: higher */
#define EXCHANGE_PORTS      (2 * EXCHANGE_DIRECTIONS)

/** A direction of travel: the outgoing message, and the incoming message from the opposite neighbour. */
typedef struct halo_direction {
    unsigned to;
    size_t sites;     /**< number of outgoing and of incoming sites */
    size_t *leaving;  /**< local sites at the boundary */
    size_t *arriving; /**< halo sites, in the order of the sender's list */
    su3_t *source;
} halo_direction_t;

typedef struct halo_exchange {
    apenet_world_t *world;
    halo_direction_t direction[EXCHANGE_DIRECTIONS];
    unsigned count;
} halo_exchange_t;

#define SITE_BYTES (4 * sizeof(su3_t)) /* links of a site */

static size_t layer_sites(const lattice_t *lat, int d)
{
    return lattice_layer(lat, d, 0, 0, NULL) + lattice_layer(lat, d, 0, 1, NULL);
}

/* Size of the largest message, and of a port. */
static size_t exchange_port_bytes(const lattice_t *lat)
{
    size_t most = 0;
    for (int d = 0; d < LATTICE_DIMS; d++)
        most = layer_sites(lat, d) > most ? layer_sites(lat, d) : most;
    return most * SITE_BYTES;
}

/* Lists the sites of a layer, even parity first: neighbours agree about parities. */
static size_t *list_layer(const halo_exchange_t *e, const lattice_t *lat, int d, int layer)
{
    size_t *list = malloc(layer_sites(lat, d) * sizeof *list);
    apenet_world_require(e->world, list != NULL, "out of memory for the lists of boundary sites");
    size_t even = lattice_layer(lat, d, layer, 0, list);
    lattice_layer(lat, d, layer, 1, list + even);
    return list;
}

static unsigned neighbour(const halo_exchange_t *e, const lattice_t *lat, int d, int step)
{
    int place[LATTICE_DIMS];
    uint32_t c[MACHINE_DIMS];
    memcpy(place, lat->place, sizeof place);
    place[d] += step;
    lattice_machine_coordinates(lat, place, c);
    apenet_address_t a = {(uint8_t)c[0], (uint8_t)c[1], (uint8_t)c[2], (uint8_t)c[5]};
    return apenet_world_rank(e->world, a);
}

/* Opens the exchange, after the windows. */
static void exchange_open(halo_exchange_t *e, apenet_world_t *world, const lattice_t *lat)
{
    memset(e, 0, sizeof *e);
    e->world = world;
    for (int k = 0; k < EXCHANGE_DIRECTIONS; k++) {
        halo_direction_t *direction = &e->direction[k];
        int d = k / 2, up = k % 2, end = lat->local[d];
        direction->to = neighbour(e, lat, d, up ? 1 : -1);
        direction->sites = layer_sites(lat, d);
        direction->leaving = list_layer(e, lat, d, up ? end - 1 : 0);
        direction->arriving = list_layer(e, lat, d, up ? -1 : end);
        direction->source = malloc(direction->sites * SITE_BYTES);
        apenet_world_require(world, direction->source != NULL, "out of memory for messages");
    }
}

static void exchange_close(halo_exchange_t *e)
{
    apenet_world_sent(e->world);
    for (int k = 0; k < EXCHANGE_DIRECTIONS; k++) {
        free(e->direction[k].leaving);
        free(e->direction[k].arriving);
        free(e->direction[k].source);
    }
}

static unsigned port_of(const halo_exchange_t *e, int k)
{
    return (unsigned)k * 2 + e->count % 2;
}

static void send(halo_exchange_t *e, const field_t *f, int k)
{
    halo_direction_t *direction = &e->direction[k];
    for (size_t i = 0; i < direction->sites; i++)
        memcpy(&direction->source[4 * i], field_link(f, direction->leaving[i], 0), SITE_BYTES);
    apenet_world_put(e->world, direction->to, port_of(e, k), direction->source,
                     direction->sites * SITE_BYTES);
}

/* Receives the message that travels in direction k. */
static void receive(halo_exchange_t *e, const field_t *f, int k)
{
    halo_direction_t *direction = &e->direction[k];
    apenet_world_receive(e->world, port_of(e, k));
    const char *at = apenet_world_port(e->world, port_of(e, k));
    for (size_t i = 0; i < direction->sites; i++)
        memcpy(field_link(f, direction->arriving[i], 0), at + i * SITE_BYTES, SITE_BYTES);
}

static void exchange_halo(halo_exchange_t *e, field_t *f)
{
    apenet_world_sent(e->world); /* waits: the next messages overwrite the sources */
    for (int d = 0; d < LATTICE_DIMS; d++) {
        send(e, f, 2 * d);
        send(e, f, 2 * d + 1);
        receive(e, f, 2 * d);
        receive(e, f, 2 * d + 1);
    }
    e->count++;
}

#define TIMES_MOST 1000000u

typedef struct halo_job {
    apenet_world_t world;
    lattice_t lat;
    field_t field;
    ildg_file_t file;
    halo_exchange_t exchange;
} halo_job_t;

static void distribute(halo_job_t *j)
{
    const apenet_address_t size = j->world.size, at = apenet_world_address(&j->world, j->world.rank);
    const uint32_t machine[MACHINE_DIMS] = {size.x, size.y, size.z, 1, 1, size.pid},
                   place[MACHINE_DIMS] = {at.x, at.y, at.z, 0, 0, at.pid};
    apenet_world_require(&j->world, lattice_distribute(&j->lat, j->file.global, machine) == 0,
                         "the lattice cannot be divided among the ranks");
    lattice_set_position(&j->lat, place);
}

/* Reads the local part of the field. */
static void read_field(halo_job_t *j)
{
    checksum_t part;
    apenet_world_require(&j->world, field_open(&j->field, &j->lat) == 0, "out of memory for the field");
    apenet_world_require(&j->world, ildg_read_field(&j->file, &j->field, &part) == 0, j->file.lime.error);
    uint64_t sum = (uint64_t)part.suma << 32 | part.sumb,
             recorded = (uint64_t)j->file.checksum.suma << 32 | j->file.checksum.sumb;
    apenet_world_xor(&j->world, &sum, 1);
    apenet_world_require(&j->world, !j->file.has_checksum || sum == recorded,
                         "the checksum is not the recorded one");
}

static double measure(halo_job_t *j)
{
    exchange_halo(&j->exchange, &j->field);
    double sum = field_plaquette_sum(&j->field);
    apenet_world_sum(&j->world, &sum, 1);
    return sum / (6.0 * (double)lattice_global_volume(&j->lat));
}

static int run(halo_job_t *j, const char *path, unsigned long times)
{
    apenet_world_require(&j->world, ildg_open(&j->file, path) == 0, j->file.lime.error);
    distribute(j);
    read_field(j);
    apenet_world_window(&j->world, EXCHANGE_PORTS, exchange_port_bytes(&j->lat));
    exchange_open(&j->exchange, &j->world, &j->lat);
    double plaquette = measure(j), again = plaquette;
    for (unsigned long n = 1; n < times && again == plaquette; n++)
        again = measure(j);
    bool is_recorded = j->file.plaquette[0] != '\0', is_same = ildg_agrees(plaquette, j->file.plaquette);
    if (j->world.rank == 0) {
        printf("lattice     %dx%dx%dx%d on %u ranks\n", j->lat.global[0], j->lat.global[1], j->lat.global[2],
               j->lat.global[3], j->world.ranks);
        printf("plaquette %.6e\n", plaquette);
        printf("recorded    %s\n", !is_recorded ? "nothing" : is_same ? "the same" : "another one");
        if (again != plaquette)
            printf("a measurement gives %a, and one before it %a\n", again, plaquette);
    }
    exchange_close(&j->exchange);
    field_close(&j->field);
    ildg_close(&j->file);
    return (is_recorded && !is_same) || again != plaquette;
}

/* @return 0 if the string is not a valid number of measurements */
static unsigned long read_times(const char *text)
{
    char *end;
    unsigned long times = strtoul(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && times <= TIMES_MOST ? times : 0;
}

/* Reads the command line. @return -1 to continue, or the exit status */
static int read_options(const halo_job_t *j, int argc, char **argv, unsigned long *times)
{
    bool is_help = argc == 2 && strcmp(argv[1], "--help") == 0;
    *times = argc == 3 ? read_times(argv[2]) : 1;
    if ((argc == 2 || argc == 3) && argv[1][0] != '-' && *times != 0)
        return -1;
    if (j->world.rank == 0)
        fprintf(is_help ? stdout : stderr, "usage: halo [job options] FILE [TIMES]; TIMES is 1..%u\n",
                TIMES_MOST);
    return is_help ? 0 : 2;
}

int main(int argc, char **argv)
{
    halo_job_t job;
    if (example_every_process(argv) >= 0)
        return 2;
    apenet_world_open(&job.world);
    unsigned long times;
    int status = read_options(&job, argc, argv, &times);
    if (status < 0)
        status = run(&job, argv[1], times);
    apenet_world_close(&job.world);
    return status;
}
