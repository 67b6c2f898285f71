/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file heatbath.h
 * @brief Markov chain of the pure gauge theory with the Wilson action S = beta sum_P (1 - Re Tr U_P / 3).
 *
 * Heat bath in the SU(2) subgroups (N. Cabibbo, E. Marinari 1982) with the generator of A. Kennedy and B.
 * Pendleton (1985), and microcanonical over-relaxation. Links of one direction on sites of one parity do not
 * see each other: they are changed together, and the halo is refreshed before the next such half. So every
 * extent of the lattice has to be even.
 */
#ifndef PLAQUETTE_HEATBATH_H
#define PLAQUETTE_HEATBATH_H

#include "field.h"
#include "philox.h"

typedef struct heatbath {
    double beta;
    uint64_t seed;
    uint32_t sweeps;   /**< passes over the lattice so far; names the random numbers of the next */
    field_halo_t halo; /**< refreshes the halo */
    void *context;     /**< its first argument */
} heatbath_t;

/** Draws every link once from its distribution given the others. The halo must be filled; it is filled after.
 */
void heatbath_sweep(heatbath_t *h, field_t *f);

/** Moves every link once to the far side of its distribution: the action stays what it was. */
void heatbath_overrelax(heatbath_t *h, field_t *f);

/** A number b in [-1,1] with density sqrt(1 - b^2) exp(alpha b): the real part of an SU(2) matrix in a heat
 * bath.
 *  @param alpha  not negative */
double heatbath_draw(double alpha, random_stream_t *r);

#endif /* PLAQUETTE_HEATBATH_H */
