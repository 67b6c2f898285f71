/* SPDX-License-Identifier: BSD-3-Clause */
#include "tools/emuq-net/permutation.h"

#include "tools/emuq-net/random.h"

#define ROUNDS 4

/* One pass over numbers of 2 @p half bits. */
static uint32_t bijection(uint64_t key, unsigned half, uint32_t x)
{
    uint32_t mask = (1U << half) - 1, left = x >> half, right = x & mask;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        uint32_t next = left ^ ((uint32_t)traffic_mix(key ^ (round << 56 | right)) & mask);
        left = right;
        right = next;
    }
    return left << half | right;
}

uint32_t traffic_permute(uint64_t key, uint32_t count, uint32_t i)
{
    unsigned half = 1;
    while (half < 16 && (1ULL << (2 * half)) < count)
        half++;
    do
        i = bijection(key, half, i);
    while (i >= count);
    return i;
}
