/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file philox.h
 * @brief Philox 4x32-10: random numbers without a state.
 *
 * A counter-based generator (J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011): four
 * 32-bit words that name a place go in, four random words come out. Whoever asks for the same place gets the
 * same numbers, so a simulation does not depend on how the lattice is spread over the ranks.
 */
#ifndef PLAQUETTE_PHILOX_H
#define PLAQUETTE_PHILOX_H

#include <stdint.h>

#define PHILOX_ROUNDS 10

/** Replaces the four words of @p counter by the four random words of that counter under @p key. */
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

/** A sequence of numbers that belongs to one link at one moment of the simulation. */
typedef struct random_stream {
    uint32_t key[2];   /**< the seed */
    uint32_t place[4]; /**< block within the stream; what and when; site (two words) */
    uint32_t pool[4];  /**< words of the current block */
    int left;          /**< doubles not yet taken from the pool, 0..2 */
} random_stream_t;

/** The stream of link (@p site, @p mu) for the @p event-th change of that link in a run with @p seed.
 *  @param event  below 2^30 */
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

#endif /* PLAQUETTE_PHILOX_H */
