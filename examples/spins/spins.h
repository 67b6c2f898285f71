/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file spins.h
 * @brief The local box of the lattice of spins, in memory of the host or of a GPU.
 */
#ifndef SPINS_H
#define SPINS_H

#include "apenet_world.h"

/* ---- the local box of a periodic 3-D lattice ----
 *
 * The box has a halo: a layer of copies of the neighbours' sites, exchanged by rdma_put. Each direction has
 * two ports, used alternately. A rank sends message n + 2 after receiving message n + 1 of the neighbour on
 * that side, which had emptied the port of message n before. */

#define BOX_DIRECTIONS 6 /**< 2 d: towards lower coordinates of d; 2 d + 1: higher */
#define BOX_PORTS      (2 * BOX_DIRECTIONS)

/** A spin: a vector of length 1. */
typedef struct spin {
    double s[3];
} spin_t;

/** Couplings of a site and its neighbours at higher x, y, z. */
typedef struct bonds {
    double j[3];
} bonds_t;

typedef struct box {
    apenet_world_t *world;
    int global[3], local[3], origin[3]; /**< global, local: sites per dimension; origin: global coordinates of
                                           local site (0,0,0) */
    int ranks[3], at[3];                /**< grid of ranks, and position of this rank */
    size_t stride[3];
    spin_t *spin;   /**< the box with its halo */
    bonds_t *bonds; /**< valid for local sites and, towards the box, for the halo below */
    spin_t *source[BOX_DIRECTIONS];
    unsigned exchanges;
    struct box_gpu *gpu; /**< NULL: the spins are in memory of the host */
} box_t;

/** Index of a site by local coordinates, -1..local. */
static inline size_t box_site(const box_t *b, int x, int y, int z)
{
    return (size_t)(x + 1) * b->stride[0] + (size_t)(y + 1) * b->stride[1] + (size_t)(z + 1) * b->stride[2];
}

/** Number of a site of the box or its halo in the periodic global lattice. */
static inline uint64_t box_global_index(const box_t *b, int x, int y, int z)
{
    const int local[3] = {x, y, z};
    uint64_t index = 0;
    for (int d = 0; d < 3; d++)
        index = index * (uint64_t)b->global[d] +
                (uint64_t)((b->origin[d] + local[d] + b->global[d]) % b->global[d]);
    return index;
}

/** Iterates over the local sites. */
#define BOX_FOR_EACH_SITE(b, x, y, z)                                                                        \
    for (int x = 0; x < (b)->local[0]; x++)                                                                  \
        for (int y = 0; y < (b)->local[1]; y++)                                                              \
            for (int z = 0; z < (b)->local[2]; z++)

/** Sites of a layer perpendicular to d. */
size_t box_face_sites(const box_t *b, int d);

/** Rank @p step places higher in dimension d. */
unsigned box_neighbour(const box_t *b, int d, int step);

/** Size of a port: the largest message. */
size_t box_port_bytes(const box_t *b);

/* ---- the box in memory of a GPU ---- */

/** Collective: opens the windows, copies spins and couplings to the GPU, exchanges the halo, and copies the
 * spins back.
 * @param is_direct the card reads and writes the GPU; else messages are copied to and from the host
 * @return 0, or -1 without OpenCL, with a message */
int box_gpu_open(box_t *b, bool is_direct);
void box_gpu_close(box_t *b);

/** Collective: does the steps, and copies the spins with their halo back.
 * @return seconds of the steps */
double box_gpu_steps(box_t *b, unsigned long steps);

#endif /* SPINS_H */
