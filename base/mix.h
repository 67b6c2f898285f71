/* SPDX-License-Identifier: BSD-3-Clause */
/** @file mix.h
 * @brief Random numbers as a function of seed and position; hashes of bytes. */
#ifndef EMUQ_BASE_MIX_H
#define EMUQ_BASE_MIX_H

#include <stddef.h>
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

/** FNV-1a of no bytes. */
#define EMUQ_FNV_BASIS UINT32_C(2166136261)

/** Appends bytes to a hash (FNV-1a). @param hash EMUQ_FNV_BASIS, or the hash of the bytes before */
static inline uint32_t emuq_fnv(uint32_t hash, const void *bytes, size_t count)
{
    for (const unsigned char *byte = bytes; count > 0; count--)
        hash = (hash ^ *byte++) * UINT32_C(16777619);
    return hash;
}

#endif /* EMUQ_BASE_MIX_H */
