/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file box.h
 * @brief A rank's part of a periodic 3-D lattice: a box of sites with a layer of copies of the neighbours'
 * sites around it, which comes by rdma_put.
 *
 * A direction has two ports, used in turn: who sends message n + 2 has received message n + 1 from the
 * neighbour on that side, who had emptied the port of message n before.
 */
#ifndef SPINS_BOX_H
#define SPINS_BOX_H

#include "apenet_world.h"

#define BOX_DIRECTIONS 6 /**< 2 d is towards lower coordinates of d, 2 d + 1 higher */
#define BOX_PORTS      (2 * BOX_DIRECTIONS)

/** A spin: a vector of length 1. */
typedef struct spin {
    double s[3];
} spin_t;

typedef struct box {
    apenet_world_t *world;
    int global[3], local[3], origin[3]; /**< sites; origin: of the own site (0,0,0) */
    int ranks[3], at[3];                /**< the grid of ranks, and the own place */
    size_t stride[3];
    spin_t *spin;                   /**< the box with its surroundings */
    spin_t *source[BOX_DIRECTIONS]; /**< messages that leave */
    unsigned exchanges;
} box_t;

/** Divides a lattice among the ranks, whose grid is that of the nodes, with the processes of one along z.
 * Opens the window. All ranks call it. @return 0, or -1: it cannot be divided */
int box_open(box_t *b, apenet_world_t *world, const int global[3]);
void box_close(box_t *b);

/** A site by local coordinates, -1..local. */
static inline size_t box_site(const box_t *b, int x, int y, int z)
{
    return (size_t)(x + 1) * b->stride[0] + (size_t)(y + 1) * b->stride[1] + (size_t)(z + 1) * b->stride[2];
}

/** Number of a site in the whole lattice. */
static inline uint64_t box_global_index(const box_t *b, int x, int y, int z)
{
    return ((uint64_t)(b->origin[0] + x) * (uint64_t)b->global[1] + (uint64_t)(b->origin[1] + y)) *
               (uint64_t)b->global[2] +
           (uint64_t)(b->origin[2] + z);
}

/** Brings the neighbours' sites. All ranks call it. */
void box_exchange(box_t *b);

/** A loop over the own sites. */
#define BOX_FOR_EACH_SITE(b, x, y, z)                                                                        \
    for (int x = 0; x < (b)->local[0]; x++)                                                                  \
        for (int y = 0; y < (b)->local[1]; y++)                                                              \
            for (int z = 0; z < (b)->local[2]; z++)

#endif /* SPINS_BOX_H */
