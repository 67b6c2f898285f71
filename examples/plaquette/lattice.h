/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file lattice.h
 * @brief Distribution of a 4-D lattice over a partition, gauge fields, random numbers, Markov chain.
 *
 * The machine has six dimensions: A B C D E of the torus and T, the processes of a node. The lattice has
 * four: x y z t. Each torus dimension *carries* one complete lattice dimension, so neighbours stay
 * neighbours. The processes of a node form a small grid. Each lattice dimension is divided by the product of
 * the extents assigned to it. Of all assignments that divide the lattice evenly, the rule selects the one
 *  1. with the smallest boundary of a rank (faces towards other ranks, in sites),
 *  2. then with the smallest largest face,
 *  3. then the first in the order that prefers x for A, then y for B, and so on.
 * Ranks along a lattice dimension are ordered by a reflected Gray code (the grid in the node fastest, A
 * slowest): the next rank is on the same node, or one hop away in one dimension of the torus.
 *
 * The local sites of a rank are stored in a box with a *halo*, one layer of copies of the neighbours' sites
 * on every side. Local sites have coordinates 0 to local - 1, halo sites -1 and local.
 */
#ifndef PLAQUETTE_LATTICE_H
#define PLAQUETTE_LATTICE_H

#include <stddef.h>
#include <stdint.h>
#include "su3.h"

#define LATTICE_DIMS    4
#define TORUS_DIMS      5
#define MACHINE_DIMS    6
#define LATTICE_NOTHING -1 /**< carried by a torus dimension of extent 1 */

typedef struct lattice {
    int global[LATTICE_DIMS];
    int ranks[LATTICE_DIMS];
    int local[LATTICE_DIMS];
    uint32_t machine[MACHINE_DIMS];
    int carries[TORUS_DIMS];        /**< lattice dimension carried by each torus dimension */
    uint32_t in_node[LATTICE_DIMS]; /**< grid of a node's processes; x is fastest in T */

    int place[LATTICE_DIMS];     /**< position of this rank in the grid of ranks */
    int origin[LATTICE_DIMS];    /**< global coordinates of local site (0,0,0,0) */
    size_t stride[LATTICE_DIMS]; /**< distance of neighbouring sites in the padded box */
    size_t volume;
    size_t padded; /**< number of sites of the padded box */
} lattice_t;

/** Distributes a lattice over a machine. @return 0, or -1 if no assignment divides the lattice */
int lattice_distribute(lattice_t *lat, const int global[LATTICE_DIMS], const uint32_t machine[MACHINE_DIMS]);

/** Sets the members that depend on the rank at @p coordinates of the machine. */
void lattice_set_position(lattice_t *lat, const uint32_t coordinates[MACHINE_DIMS]);

/** Finds the machine coordinates of the rank at @p place in the periodic grid of ranks. */
void lattice_machine_coordinates(const lattice_t *lat, const int place[LATTICE_DIMS],
                                 uint32_t coordinates[MACHINE_DIMS]);

/** Formats the assignment, e.g. "A->t B->x E->x T->y*2,z*4". */
void lattice_describe(const lattice_t *lat, char *text, size_t size);

/** Index of a site in the padded box; coordinates from -1 to local. */
static inline size_t lattice_site(const lattice_t *lat, int x, int y, int z, int t)
{
    return (size_t)(x + 1) * lat->stride[0] + (size_t)(y + 1) * lat->stride[1] +
           (size_t)(z + 1) * lat->stride[2] + (size_t)(t + 1) * lat->stride[3];
}

/** Number of a local site in the global lattice, x fastest. */
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
 * Lists the sites of one layer perpendicular to dimension @p d with a given parity (sum of the global
 * coordinates modulo 2). Halos are exchanged in the order x, y, z, t. To transfer corners, a layer includes
 * the halo in the dimensions before d, and only local sites in the dimensions after d.
 * @param layer   coordinate in dimension d, -1..local[d]
 * @param parity  0 or 1
 * @param list    receives the padded indices, or NULL to count only
 * @return number of sites
 */
size_t lattice_layer(const lattice_t *lat, int d, int layer, int parity, size_t *list);

/* ---- gauge fields ---- */

/** Arguments for links of all four directions, and sites of both parities. */
#define FIELD_ALL_DIRECTIONS (-1)
#define FIELD_BOTH_PARITIES  (-1)

typedef struct field {
    const lattice_t *lat;
    su3_t *link; /**< link mu of the site with padded index s is link[4 * s + mu] */
} field_t;

static inline su3_t *field_link(const field_t *f, size_t site, int mu)
{
    return &f->link[4 * site + (size_t)mu];
}

/**
 * Refreshes the halo of a field; the interface between numerics and communication.
 * @param context  argument of the function
 * @param mu       direction of the links to exchange, or FIELD_ALL_DIRECTIONS
 * @param parity   parity of the sites to exchange, or FIELD_BOTH_PARITIES
 */
typedef void (*field_halo_t)(void *context, field_t *f, int mu, int parity);

/** Allocates a field with all links, including the halo, equal to one. @return 0, or -1 if memory is
 * exhausted */
int field_open(field_t *f, const lattice_t *lat);
void field_close(field_t *f);

/** Sets every link of the local sites to a random matrix, uniform in SU(3). */
void field_randomise(field_t *f, uint64_t seed);

/** Sum of Re Tr(plaquette) / 3 over the local sites and the six planes. Needs the halo. The average plaquette
 * is the sum over all ranks, divided by six times the lattice volume. */
double field_plaquette_sum(const field_t *f);

/** Largest distance of a local link from SU(3), see su3_deviation(). */
double field_deviation(const field_t *f);

/** Computes the sum A of the six staples around link (@p site, @p mu): the part of the action with this link
 * is -beta/3 Re Tr(U A). Needs the halo including corners. */
void field_staples(const field_t *f, size_t site, int mu, su3_t *a);

/** Iterates over the local sites, x fastest. */
#define FIELD_FOR_EACH_SITE(lat, x, y, z, t)                                                                 \
    for (int t = 0; t < (lat)->local[3]; t++)                                                                \
        for (int z = 0; z < (lat)->local[2]; z++)                                                            \
            for (int y = 0; y < (lat)->local[1]; y++)                                                        \
                for (int x = 0; x < (lat)->local[0]; x++)

/* ---- Philox 4x32-10: random numbers without a state ----
 *
 * A counter-based generator (J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011): maps
 * four 32-bit words that identify an event to four random words. Numbers do not depend on the distribution of
 * the lattice over ranks. */

#define PHILOX_ROUNDS 10

/** Replaces the four words of @p counter by four random words. */
static inline void philox4x32(uint32_t counter[4], const uint32_t key[2])
{
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < PHILOX_ROUNDS; round++) {
        uint64_t p0 = (uint64_t)0xD2511F53u * counter[0];
        uint64_t p1 = (uint64_t)0xCD9E8D57u * counter[2];
        uint32_t c0 = (uint32_t)(p1 >> 32) ^ counter[1] ^ k0;
        uint32_t c2 = (uint32_t)(p0 >> 32) ^ counter[3] ^ k1;
        counter[0] = c0;
        counter[1] = (uint32_t)p1;
        counter[2] = c2;
        counter[3] = (uint32_t)p0;
        k0 += 0x9E3779B9u; /* golden ratio */
        k1 += 0xBB67AE85u; /* sqrt(3) - 1 */
    }
}

/** The random numbers of one link at one update. */
typedef struct random_stream {
    uint32_t key[2];
    uint32_t place[4]; /**< block within the stream; event and direction; site (two words) */
    uint32_t pool[4];
    int left; /**< unused doubles of the pool, 0..2 */
} random_stream_t;

/** The stream of link (@p site, @p mu) for update number @p event in a run with @p seed.
 *  @param event less than 2^30 */
static inline random_stream_t random_stream(uint64_t seed, uint64_t site, int mu, uint32_t event)
{
    random_stream_t r = {.key = {(uint32_t)seed, (uint32_t)(seed >> 32)},
                         .place = {0, event << 2 | (uint32_t)mu, (uint32_t)site, (uint32_t)(site >> 32)}};
    return r;
}

/** The next number of the stream, uniform in the open interval (0,1). */
static inline double random_uniform(random_stream_t *r)
{
    if (r->left == 0) {
        for (int i = 0; i < 4; i++)
            r->pool[i] = r->place[i];
        philox4x32(r->pool, r->key);
        r->place[0]++;
        r->left = 2;
    }
    r->left--;
    uint64_t bits = (uint64_t)r->pool[2 * r->left] << 32 | r->pool[2 * r->left + 1];
    return ((double)(bits >> 12) + 0.5) * 0x1p-52;
}

/* ---- Markov chain of the pure gauge theory with the Wilson action S = beta sum_P (1 - Re Tr U_P / 3) ----
 *
 * Heat bath in the SU(2) subgroups (N. Cabibbo, E. Marinari 1982) with the generator of A. Kennedy and B.
 * Pendleton (1985), and microcanonical over-relaxation. Links of one direction on sites of one parity do not
 * interact: they are updated together, and the halo is refreshed before the next update. All extents of the
 * lattice must be even. */

typedef struct heatbath {
    double beta;
    uint64_t seed;
    uint32_t sweeps; /**< passes over the lattice so far; selects the random numbers of the next pass */
    field_halo_t halo;
    void *context;
} heatbath_t;

/** Updates every link once by heat bath. Needs the halo, and refreshes it. */
void heatbath_sweep(heatbath_t *h, field_t *f);

/** Updates every link once by over-relaxation, which preserves the action. */
void heatbath_overrelax(heatbath_t *h, field_t *f);

/** Draws b in [-1,1] with density sqrt(1 - b^2) exp(alpha b): the real part of an SU(2) matrix in a heat
 * bath.
 *  @param alpha not negative */
double heatbath_draw(double alpha, random_stream_t *r);

#endif /* PLAQUETTE_LATTICE_H */
