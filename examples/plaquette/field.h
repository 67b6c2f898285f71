/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file field.h
 * @brief A gauge field on a rank's part of the lattice, and what can be measured on it without neighbours'
 * help once the halo is filled.
 */
#ifndef PLAQUETTE_FIELD_H
#define PLAQUETTE_FIELD_H

#include "lattice.h"
#include "su3.h"

/** Links of all four directions, and sites of both parities. */
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
 * Fills the halo of a field. The numerics know no more than this of communication.
 * @param context  whatever the function needs
 * @param mu       direction of the links to bring, or FIELD_ALL_DIRECTIONS
 * @param parity   parity of the sites to bring, or FIELD_BOTH_PARITIES
 */
typedef void (*field_halo_t)(void *context, field_t *f, int mu, int parity);

/** Allocates a field with all links, also those of the halo, equal to one. @return 0, or -1: no memory. */
int field_open(field_t *f, const lattice_t *lat);
void field_close(field_t *f);

/** Sets every link of the rank's own sites to a random matrix, uniform in SU(3). */
void field_randomise(field_t *f, uint64_t seed);

/** Sum of Re Tr(plaquette) / 3 over the rank's own sites and the six planes. Needs the halo. Divided by six
 * times the lattice volume, the sum over all ranks is the average plaquette. */
double field_plaquette_sum(const field_t *f);

/** Largest distance of an own link from SU(3), see su3_deviation(). */
double field_deviation(const field_t *f);

/** The sum A of the six staples around link (@p site, @p mu): the part of the action that contains the link
 * is -beta/3 Re Tr(U A). Needs the halo with its corners. */
void field_staples(const field_t *f, size_t site, int mu, su3_t *a);

/** A loop over the rank's own sites, x fastest. */
#define FIELD_FOR_EACH_SITE(lat, x, y, z, t)                                                                 \
    for (int t = 0; t < (lat)->local[3]; t++)                                                                \
        for (int z = 0; z < (lat)->local[2]; z++)                                                            \
            for (int y = 0; y < (lat)->local[1]; y++)                                                        \
                for (int x = 0; x < (lat)->local[0]; x++)

#endif /* PLAQUETTE_FIELD_H */
