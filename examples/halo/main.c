/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * halo: measures the average plaquette of a gauge field on a torus of APEnet+ cards. Lattice, field and file
 * format are shared with the example plaquette, which uses the System Programming Interface; here the halo is
 * exchanged by rdma_put.
 *
 *     halo [job options] [--gpu staged|direct] FILE [TIMES]
 *
 * FILE has the format of the International Lattice Data Grid. All TIMES measurements must have the same
 * result.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "halo.h"
#include "opencl.h"
#include "options.h"

static size_t layer_sites(const lattice_t *lat, int d)
{
    return lattice_layer(lat, d, 0, 0, NULL) + lattice_layer(lat, d, 0, 1, NULL);
}

size_t halo_port_bytes(const lattice_t *lat)
{
    size_t most = 0;
    for (int d = 0; d < LATTICE_DIMS; d++)
        most = layer_sites(lat, d) > most ? layer_sites(lat, d) : most;
    return most * HALO_SITE_BYTES;
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

/* Lists the sites of all messages. */
static void exchange_open(halo_exchange_t *e, apenet_world_t *world, const lattice_t *lat)
{
    memset(e, 0, sizeof *e);
    e->world = world;
    for (int k = 0; k < HALO_DIRECTIONS; k++) {
        halo_direction_t *direction = &e->direction[k];
        int d = k / 2, up = k % 2, end = lat->local[d];
        direction->to = neighbour(e, lat, d, up ? 1 : -1);
        direction->sites = layer_sites(lat, d);
        direction->leaving = list_layer(e, lat, d, up ? end - 1 : 0);
        direction->arriving = list_layer(e, lat, d, up ? -1 : end);
        direction->source = malloc(direction->sites * HALO_SITE_BYTES);
        apenet_world_require(world, direction->source != NULL, "out of memory for messages");
    }
}

static void exchange_close(halo_exchange_t *e)
{
    apenet_world_sent(e->world);
    for (int k = 0; k < HALO_DIRECTIONS; k++) {
        free(e->direction[k].leaving);
        free(e->direction[k].arriving);
        free(e->direction[k].source);
    }
}

unsigned halo_port_of(const halo_exchange_t *e, int k)
{
    return (unsigned)k * 2 + e->count % 2;
}

static void send(halo_exchange_t *e, const field_t *f, int k)
{
    halo_direction_t *direction = &e->direction[k];
    for (size_t i = 0; i < direction->sites; i++)
        memcpy(&direction->source[4 * i], field_link(f, direction->leaving[i], 0), HALO_SITE_BYTES);
    apenet_world_put(e->world, direction->to, halo_port_of(e, k), direction->source,
                     direction->sites * HALO_SITE_BYTES);
}

/* Receives the message that travels in direction k. */
static void receive(halo_exchange_t *e, const field_t *f, int k)
{
    halo_direction_t *direction = &e->direction[k];
    apenet_world_receive(e->world, halo_port_of(e, k));
    const char *at = apenet_world_port(e->world, halo_port_of(e, k));
    for (size_t i = 0; i < direction->sites; i++)
        memcpy(field_link(f, direction->arriving[i], 0), at + i * HALO_SITE_BYTES, HALO_SITE_BYTES);
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

/** Locations of the data; the words of --gpu. */
enum { HALO_HOST, HALO_STAGED, HALO_DIRECT };

typedef struct halo_options {
    const char *path;
    unsigned long times;
    unsigned long gpu; /**< HALO_HOST, ... */
} halo_options_t;

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
    double sum;
    if (j->gpu != NULL) {
        sum = halo_gpu_plaquette_sum(j);
    } else {
        exchange_halo(&j->exchange, &j->field);
        sum = field_plaquette_sum(&j->field);
    }
    apenet_world_sum(&j->world, &sum, 1);
    return sum / (6.0 * (double)lattice_global_volume(&j->lat));
}

/* Opens the windows of the data. @return 0, or -1 if OpenCL is missing */
static int open_windows(halo_job_t *j, unsigned long gpu)
{
    exchange_open(&j->exchange, &j->world, &j->lat);
    if (gpu != HALO_HOST)
        return halo_gpu_open(j, gpu == HALO_DIRECT);
    apenet_world_window(&j->world, HALO_PORTS, halo_port_bytes(&j->lat));
    return 0;
}

/* Measures a number of times, until a result differs from the first. @return true if all are equal */
static bool measure_again(halo_job_t *j, const halo_options_t *o, double plaquette)
{
    double again = plaquette, start = apenet_world_seconds();
    for (unsigned long n = 1; n < o->times && again == plaquette; n++)
        again = measure(j);
    double seconds = apenet_world_seconds() - start;
    if (again != plaquette && j->world.rank == 0)
        printf("a measurement gives %a, and one before it %a\n", again, plaquette);
    else if (o->gpu != HALO_HOST && o->times > 1 && j->world.rank == 0)
        printf("time        %.1f us for a measurement, %s\n", 1e6 * seconds / (double)(o->times - 1),
               o->gpu == HALO_DIRECT ? "direct" : "staged");
    return again == plaquette;
}

static void close_all(halo_job_t *j)
{
    if (j->gpu != NULL)
        halo_gpu_close(j);
    exchange_close(&j->exchange);
    field_close(&j->field);
    ildg_close(&j->file);
}

static int run(halo_job_t *j, const halo_options_t *o)
{
    apenet_world_require(&j->world, ildg_open(&j->file, o->path) == 0, j->file.lime.error);
    distribute(j);
    read_field(j);
    if (open_windows(j, o->gpu) != 0) {
        close_all(j);
        return OPENCL_SKIPPED;
    }
    double plaquette = measure(j);
    bool is_recorded = j->file.plaquette[0] != '\0', is_same = ildg_agrees(plaquette, j->file.plaquette);
    if (j->world.rank == 0) {
        printf("lattice     %dx%dx%dx%d on %u ranks\n", j->lat.global[0], j->lat.global[1], j->lat.global[2],
               j->lat.global[3], j->world.ranks);
        printf("plaquette %.6e\n", plaquette);
        printf("recorded    %s\n", !is_recorded ? "nothing" : is_same ? "the same" : "another one");
    }
    bool is_repeated = measure_again(j, o, plaquette);
    close_all(j);
    return (is_recorded && !is_same) || !is_repeated;
}

/* @return 0 if the string is not a valid number of measurements */
static unsigned long read_times(const char *text)
{
    char *end;
    unsigned long times = strtoul(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && times <= TIMES_MOST ? times : 0;
}

/* Reads the command line. @return -1 to continue, or the exit status */
static int read_options(const halo_job_t *j, int argc, char **argv, halo_options_t *o)
{
    static const char *const modes = "staged|direct";
    bool is_help = argc == 2 && strcmp(argv[1], "--help") == 0, is_wrong = false;
    int first = 1;
    *o = (halo_options_t){.times = 1};
    if (argc > 2 && strcmp(argv[1], "--gpu") == 0) {
        o->gpu = example_word(modes, argv[2]);
        is_wrong = o->gpu == 0;
        first = 3;
    }
    if (argc == first + 2)
        o->times = read_times(argv[first + 1]);
    if ((argc == first + 1 || argc == first + 2) && argv[first][0] != '-' && o->times != 0 && !is_wrong) {
        o->path = argv[first];
        return -1;
    }
    if (j->world.rank == 0)
        fprintf(is_help ? stdout : stderr,
                "usage: halo [job options] [--gpu %s] FILE [TIMES]; TIMES is 1..%u\n", modes, TIMES_MOST);
    return is_help ? 0 : 2;
}

int main(int argc, char **argv)
{
    halo_job_t job;
    halo_options_t options;
    if (example_every_process(argv) >= 0)
        return 2;
    memset(&job, 0, sizeof job);
    apenet_world_open(&job.world);
    int status = read_options(&job, argc, argv, &options);
    if (status < 0)
        status = run(&job, &options);
    apenet_world_close(&job.world);
    return status;
}
