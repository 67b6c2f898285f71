/* SPDX-License-Identifier: BSD-3-Clause */
/** @file random.h  Random choices that depend on what they are for, not on the order in which they are made.
 */
#ifndef EMUQ_NET_RANDOM_H
#define EMUQ_NET_RANDOM_H

#include <stdint.h>

/** A bijection of 64-bit numbers that looks random (the last step of SplitMix64). */
static inline uint64_t traffic_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

/** The random number that belongs to (seed, node, unit, count). */
static inline uint64_t traffic_hash(uint64_t seed, uint64_t node, uint64_t unit, uint64_t count)
{
    uint64_t x = traffic_mix(seed + 0x9e3779b97f4a7c15);
    x = traffic_mix(x ^ (node + 0x9e3779b97f4a7c15));
    return traffic_mix(x ^ (unit << 56) ^ (count * 0x9e3779b97f4a7c15));
}

/** A number below @p n, at least 1, made of a hash. */
static inline uint32_t traffic_below(uint64_t hash, uint32_t n)
{
    return (uint32_t)(((hash >> 32) * n) >> 32);
}

#endif /* EMUQ_NET_RANDOM_H */
