/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file lattice.h
 * @brief Geometry: how a 4-D lattice is spread over a partition, and how a rank numbers its sites.
 *
 * The machine has six dimensions, A B C D E of the torus and T, the processes of a node; the lattice has
 * four, x y z t. Each torus dimension *carries* one lattice dimension, as a whole, so that neighbours stay
 * neighbours. The processes of a node form a small grid of their own. A lattice dimension is divided by the
 * product of all that it is given. Of all ways that divide the lattice evenly the rule takes the one
 *  1. with the smallest boundary of a rank (faces towards other ranks, in sites),
 *  2. among those, with the smallest largest face,
 *  3. among those, the first in the order that prefers x for A, then y for B, and so on.
 * Along a lattice dimension the ranks are ordered like an ox ploughing a field (a reflected Gray code, the
 * grid in the node fastest, A slowest): the next rank is on the same node, or one step away in exactly one
 * dimension of the torus.
 *
 * A rank keeps its sites in a box that is one site wider on every side; the rim, the *halo*, holds copies of
 * the neighbours' sites. Coordinates of a rank's own sites run from 0 to local - 1, those of the halo are -1
 * and local.
 */
#ifndef PLAQUETTE_LATTICE_H
#define PLAQUETTE_LATTICE_H

#include <stddef.h>
#include <stdint.h>

#define LATTICE_DIMS    4  /**< x y z t */
#define TORUS_DIMS      5  /**< A B C D E */
#define MACHINE_DIMS    6  /**< A B C D E T */
#define LATTICE_NOTHING -1 /**< what a torus dimension of extent 1 carries */

typedef struct lattice {
    int global[LATTICE_DIMS];       /**< sites of the whole lattice */
    int ranks[LATTICE_DIMS];        /**< ranks along each dimension */
    int local[LATTICE_DIMS];        /**< sites of one rank */
    uint32_t machine[MACHINE_DIMS]; /**< extent of each machine dimension */
    int carries[TORUS_DIMS];        /**< lattice dimension that a torus dimension carries */
    uint32_t in_node[LATTICE_DIMS]; /**< the grid of a node's processes; x is fastest in T */

    int place[LATTICE_DIMS];     /**< this rank's place in the grid of ranks */
    int origin[LATTICE_DIMS];    /**< global coordinates of its site (0,0,0,0) */
    size_t stride[LATTICE_DIMS]; /**< distance of neighbouring sites in the padded box */
    size_t volume;               /**< sites of this rank */
    size_t padded;               /**< sites of the padded box */
} lattice_t;

/** Spreads a lattice over a machine. @return 0, or -1 when no assignment divides the lattice. */
int lattice_spread(lattice_t *lat, const int global[LATTICE_DIMS], const uint32_t machine[MACHINE_DIMS]);

/** Fills in what depends on the rank at @p coordinates of the machine. */
void lattice_place(lattice_t *lat, const uint32_t coordinates[MACHINE_DIMS]);

/** Machine coordinates of the rank at @p place in the grid of ranks, which wraps around. */
void lattice_machine_coordinates(const lattice_t *lat, const int place[LATTICE_DIMS],
                                 uint32_t coordinates[MACHINE_DIMS]);

/** Writes what the rule has chosen, e.g. "A->t B->x E->x T->y*2,z*4". */
void lattice_describe(const lattice_t *lat, char *text, size_t size);

/** Index of a site in the padded box; coordinates from -1 to local. */
static inline size_t lattice_site(const lattice_t *lat, int x, int y, int z, int t)
{
    return (size_t)(x + 1) * lat->stride[0] + (size_t)(y + 1) * lat->stride[1] +
           (size_t)(z + 1) * lat->stride[2] + (size_t)(t + 1) * lat->stride[3];
}

/** Number of a site of this rank in the whole lattice, x fastest. */
static inline uint64_t lattice_global_index(const lattice_t *lat, int x, int y, int z, int t)
{
    uint64_t index = (uint64_t)(lat->origin[3] + t);
    index = index * (uint64_t)lat->global[2] + (uint64_t)(lat->origin[2] + z);
    index = index * (uint64_t)lat->global[1] + (uint64_t)(lat->origin[1] + y);
    return index * (uint64_t)lat->global[0] + (uint64_t)(lat->origin[0] + x);
}

static inline uint64_t lattice_global_volume(const lattice_t *lat)
{
    return (uint64_t)lat->global[0] * (uint64_t)lat->global[1] * (uint64_t)lat->global[2] *
           (uint64_t)lat->global[3];
}

/**
 * Lists the sites of one layer perpendicular to dimension @p d that have a given parity (sum of the global
 * coordinates modulo 2). Halos are exchanged in the order x, y, z, t; so that corners arrive too, a layer
 * includes the halo in the dimensions before d, and only own sites in those behind d.
 * @param layer   coordinate in dimension d, -1..local[d]
 * @param parity  0 or 1
 * @param list    receives the padded indices, or NULL to count only
 * @return the number of sites.
 */
size_t lattice_layer(const lattice_t *lat, int d, int layer, int parity, size_t *list);

#endif /* PLAQUETTE_LATTICE_H */
