/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * halo: the average plaquette of a gauge field, on a torus of APEnet+ cards. Lattice, field and file format
 * are those of the example plaquette, which does the same on the System Programming Interface; here the halo
 * comes by rdma_put.
 *
 *     halo [job options] FILE [TIMES]
 *
 * FILE is of the International Lattice Data Grid; it is measured TIMES times, with the same result.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "examples/plaquette/ildg.h"
#include "exchange.h"
#include "options.h"

#define TIMES_MOST 1000000u

/* The program on one rank. */
typedef struct job {
    apenet_world_t world;
    lattice_t lat;
    field_t field;
    ildg_file_t file;
    exchange_t exchange;
} job_t;

static void spread(job_t *j)
{
    const apenet_address_t size = j->world.size, at = apenet_world_address(&j->world, j->world.rank);
    const uint32_t machine[MACHINE_DIMS] = {size.x, size.y, size.z, 1, 1, size.pid},
                   place[MACHINE_DIMS] = {at.x, at.y, at.z, 0, 0, at.pid};
    apenet_world_must(&j->world, lattice_spread(&j->lat, j->file.global, machine) == 0,
                      "the lattice cannot be divided among the ranks");
    lattice_place(&j->lat, place);
}

/* Reads the rank's part of the field. */
static void read_field(job_t *j)
{
    checksum_t part;
    apenet_world_must(&j->world, field_open(&j->field, &j->lat) == 0, "no memory for the field");
    apenet_world_must(&j->world, ildg_read_field(&j->file, &j->field, &part) == 0, j->file.lime.error);
    uint64_t sum = (uint64_t)part.suma << 32 | part.sumb,
             recorded = (uint64_t)j->file.checksum.suma << 32 | j->file.checksum.sumb;
    apenet_world_xor(&j->world, &sum, 1);
    apenet_world_must(&j->world, !j->file.has_checksum || sum == recorded,
                      "the checksum is not the recorded one");
}

static double measure(job_t *j)
{
    exchange_halo(&j->exchange, &j->field);
    double sum = field_plaquette_sum(&j->field);
    apenet_world_sum(&j->world, &sum, 1);
    return sum / (6.0 * (double)lattice_global_volume(&j->lat));
}

/* @return the exit status */
static int run(job_t *j, const char *path, unsigned long times)
{
    apenet_world_must(&j->world, ildg_open(&j->file, path) == 0, j->file.lime.error);
    spread(j);
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

/* @return 0: the text is no number of measurements */
static unsigned long read_times(const char *text)
{
    char *end;
    unsigned long times = strtoul(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && times <= TIMES_MOST ? times : 0;
}

/* Reads the command line. @return -1 to go on, or the exit status */
static int read_options(const job_t *j, int argc, char **argv, unsigned long *times)
{
    bool is_asked = argc == 2 && strcmp(argv[1], "--help") == 0;
    *times = argc == 3 ? read_times(argv[2]) : 1;
    if ((argc == 2 || argc == 3) && argv[1][0] != '-' && *times != 0)
        return -1;
    if (j->world.rank == 0)
        fprintf(is_asked ? stdout : stderr, "usage: halo [job options] FILE [TIMES]; TIMES is 1..%u\n",
                TIMES_MOST);
    return is_asked ? 0 : 2;
}

int main(int argc, char **argv)
{
    job_t job;
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
