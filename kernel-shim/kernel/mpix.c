/* SPDX-License-Identifier: BSD-3-Clause */
#include "mpix.h"

#include <errno.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/host_calls.h"
#include "base/memory.h"
#include "kernel-shim/partition/job.h"
#include "kernel-shim/partition/partition.h"
#include "spi/include/kernel/location.h"

/* Weak: an MPI may define some of these functions. No function here calls a second one. */
#pragma weak MPIX_Hardware
#pragma weak MPIX_Torus_ndims
#pragma weak MPIX_Rank2torus
#pragma weak MPIX_Torus2rank
#pragma weak MPIX_IO_node_id
#pragma weak MPIX_IO_link_id
#pragma weak MPIX_IO_distance
#pragma weak MPIX_Pset_io_node
#pragma weak MPIX_Dump_stacks

#define DIMS MPIX_TORUS_MAX_DIMS

/* Map of a job in both directions, cached: programs query many ranks in turn */
typedef struct mpix_table {
    uint64_t job;            /* differs from Kernel_GetJobID(): out of date */
    uint32_t size[DIMS + 1]; /* nodes A..E, processes per node */
    uint64_t np;
    BG_CoordinateMapping_t *map; /* [np]; NULL: no table yet */
    int *rank;                   /* [mpix_slot()]; -1: no rank */
} mpix_table_t;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static mpix_table_t known; /* guarded by lock */

static void mpix_read_sizes(const Personality_Networks_t *net, uint32_t size[DIMS + 1])
{
    size[0] = net->Anodes;
    size[1] = net->Bnodes;
    size[2] = net->Cnodes;
    size[3] = net->Dnodes;
    size[4] = net->Enodes;
    size[5] = Kernel_ProcessCount();
}

/* Number of a process in row-major order of its coordinates */
static size_t mpix_slot(const uint32_t size[DIMS + 1], const int coords[DIMS + 1])
{
    size_t number = 0;
    for (int d = 0; d <= DIMS; d++)
        number = number * size[d] + (size_t)coords[d];
    return number;
}

static void mpix_get_coords(BG_CoordinateMapping_t at, int coords[DIMS + 1])
{
    coords[0] = (int)at.a;
    coords[1] = (int)at.b;
    coords[2] = (int)at.c;
    coords[3] = (int)at.d;
    coords[4] = (int)at.e;
    coords[5] = (int)at.t;
}

static int mpix_make_table(mpix_table_t *table)
{
    Personality_t personality;
    int error = Kernel_GetPersonality(&personality, sizeof(personality));
    if (error != 0)
        return error;
    mpix_read_sizes(&personality.Network_Config, table->size);
    const size_t slots = (size_t)ND_TORUS_SIZE(personality.Network_Config) * table->size[DIMS];
    table->job = Kernel_GetJobID();
    table->map = emuq_malloc(slots * sizeof(*table->map));
    table->rank = emuq_malloc(slots * sizeof(*table->rank));
    error = ENOMEM;
    if (table->map != NULL && table->rank != NULL)
        error = (int)Kernel_RanksToCoords(slots * sizeof(*table->map), table->map, &table->np);
    if (error != 0) {
        free(table->map);
        free(table->rank);
        return error;
    }
    for (size_t i = 0; i < slots; i++)
        table->rank[i] = -1;
    for (uint64_t r = 0; r < table->np; r++) {
        int coords[DIMS + 1];
        mpix_get_coords(table->map[r], coords);
        table->rank[mpix_slot(table->size, coords)] = (int)r;
    }
    return 0;
}

/* Loads the table of the caller's job. Caller holds the lock. */
static int mpix_load_table(void)
{
    if (known.map != NULL && known.job == Kernel_GetJobID())
        return 0;
    mpix_table_t made;
    int error = mpix_make_table(&made);
    if (error != 0)
        return error;
    free(known.map);
    free(known.rank);
    known = made;
    return 0;
}

int MPIX_Hardware(MPIX_Hardware_t *hw)
{
    Personality_t personality;
    int error = Kernel_GetPersonality(&personality, sizeof(personality));
    if (error != 0)
        return error;
    const Personality_Networks_t *net = &personality.Network_Config;
    const int coords[DIMS + 1] = {net->Acoord, net->Bcoord, net->Ccoord,
                                  net->Dcoord, net->Ecoord, (int)Kernel_MyTcoord()};
    uint32_t size[DIMS + 1];
    mpix_read_sizes(net, size);
    *hw = (MPIX_Hardware_t){
        .prank = (unsigned)mpix_slot(size, coords),
        .psize = (unsigned)ND_TORUS_SIZE(*net) * size[DIMS],
        .ppn = size[DIMS],
        .coreID = (unsigned)coords[DIMS],
        .clockMHz = personality.Kernel_Config.FreqMHz,
        .memSize = personality.DDR_Config.DDRSizeMB,
        .torus_dimension = DIMS,
    };
    for (int d = 0; d < DIMS; d++) {
        hw->Size[d] = size[d];
        hw->Coords[d] = (unsigned)coords[d];
        hw->isTorus[d] = ND_GET_TORUS(d, net->NetFlags);
    }
    return 0;
}

int MPIX_Torus_ndims(int *numdim)
{
    *numdim = DIMS;
    return 0;
}

int MPIX_Rank2torus(int rank, int *coords)
{
    emuq_host_mutex_lock(&lock);
    int error = mpix_load_table();
    if (error == 0 && (rank < 0 || (uint64_t)rank >= known.np))
        error = EINVAL;
    if (error == 0)
        mpix_get_coords(known.map[rank], coords);
    emuq_host_mutex_unlock(&lock);
    return error;
}

int MPIX_Torus2rank(int *coords, int *rank)
{
    emuq_host_mutex_lock(&lock);
    int error = mpix_load_table();
    bool exists = error == 0;
    for (int d = 0; exists && d <= DIMS; d++)
        exists = coords[d] >= 0 && (uint32_t)coords[d] < known.size[d];
    if (error == 0)
        *rank = exists ? known.rank[mpix_slot(known.size, coords)] : -1;
    emuq_host_mutex_unlock(&lock);
    return error;
}

/* ---- I/O nodes ---- */

int MPIX_IO_node_id(void)
{
    const emuq_node_t *node = emuq_process_self()->node;
    return (int)emuq_io_node_id(&node->partition->geometry, node->coordinates);
}

/* @param link set: number of the bridge node @param distance set: hops to the I/O node */
static void mpix_find_io_node(int *link, int *distance)
{
    const Personality_Networks_t *net = &emuq_process_self()->node->personality.Network_Config;
    const int bridge[DIMS] = {net->cnBridge_A, net->cnBridge_B, net->cnBridge_C, net->cnBridge_D,
                              net->cnBridge_E};
    const int size[DIMS] = {net->Anodes, net->Bnodes, net->Cnodes, net->Dnodes, net->Enodes};
    const int at[DIMS] = {net->Acoord, net->Bcoord, net->Ccoord, net->Dcoord, net->Ecoord};
    *link = 0;
    *distance = 1; /* from the bridge to the I/O node */
    for (int d = 0; d < DIMS; d++) {
        int straight = abs(at[d] - bridge[d]), around = size[d] - straight;
        *link = *link * size[d] + bridge[d];
        *distance += ND_GET_TORUS(d, net->NetFlags) && around < straight ? around : straight;
    }
}

int MPIX_IO_link_id(void)
{
    int link, distance;
    mpix_find_io_node(&link, &distance);
    return link;
}

int MPIX_IO_distance(void)
{
    int link, distance;
    mpix_find_io_node(&link, &distance);
    return distance;
}

void MPIX_Pset_io_node(int *io_node_route_id, int *distance_to_io_node)
{
    mpix_find_io_node(io_node_route_id, distance_to_io_node);
}

/* ---- stacks ---- */

#define FRAMES_MOST 31

void MPIX_Dump_stacks(void)
{
    void *frame[FRAMES_MOST + 1]; /* the first frame is this function's */
    int frames = backtrace(frame, FRAMES_MOST + 1) - 1;
    fprintf(stderr, "%d stack frames:\n", frames);
    backtrace_symbols_fd(frame + 1, frames, STDERR_FILENO);
}
