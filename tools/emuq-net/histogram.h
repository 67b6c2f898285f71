/* SPDX-License-Identifier: BSD-3-Clause */
/** @file histogram.h  Counts of values in bins of an eighth of an octave; exact below 16. */
#ifndef EMUQ_NET_HISTOGRAM_H
#define EMUQ_NET_HISTOGRAM_H

#include <stdint.h>

#define TRAFFIC_BINS 320 /**< values up to 2^42; larger ones are in the last */

/** Bin of a value. */
static inline uint32_t traffic_bin(uint64_t value)
{
    if (value < 16)
        return (uint32_t)value;
    uint32_t octave = 63 - (uint32_t)__builtin_clzll(value);
    uint32_t bin = 8 * (octave - 2) + (uint32_t)(value >> (octave - 3) & 7);
    return bin < TRAFFIC_BINS ? bin : TRAFFIC_BINS - 1;
}

/** Smallest value of a bin. */
static inline uint64_t traffic_bin_low(uint32_t bin)
{
    return bin < 16 ? bin : (uint64_t)(8 + bin % 8) << (bin / 8 - 1);
}

/** The value that a share of the counts is not above, between the ends of its bin in proportion.
 *  @param permille share in 1/1000
 *  @param least,most smallest and largest value counted
 *  @return 0 if nothing is counted */
uint64_t traffic_percentile(const uint64_t count[TRAFFIC_BINS], uint32_t permille, uint64_t least,
                            uint64_t most);

#endif /* EMUQ_NET_HISTOGRAM_H */
