/* SPDX-License-Identifier: BSD-3-Clause */
/** @file mix.h
 * @brief Random numbers as a function of seed and position. */
#ifndef EMUQ_BASE_MIX_H
#define EMUQ_BASE_MIX_H

#include <stdint.h>

/** Increment of splitmix64 */
#define EMUQ_MIX_STEP UINT64_C(0x9e3779b97f4a7c15)

/** Finalizer of splitmix64: a bijection whose results look random. */
static inline uint64_t emuq_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/** Adds a number to the state of a random number. */
static inline uint64_t emuq_mix_in(uint64_t state, uint64_t value)
{
    return emuq_mix((state ^ value) + EMUQ_MIX_STEP);
}

#endif /* EMUQ_BASE_MIX_H */
