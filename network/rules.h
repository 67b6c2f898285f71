/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file rules.h
 * @brief Rules of the network core and the emulated Message Unit: directions around rings, bit errors.
 */
#ifndef EMUQ_NETWORK_RULES_H
#define EMUQ_NETWORK_RULES_H

#include <stdbool.h>
#include <stdint.h>

/** Direction of the route in a dimension: the shorter one on a ring; at half a ring plus if the sum of the
 * sender's coordinates is even.
 * @param wraps the dimension is a ring
 * @return 1 plus, -1 minus, 0: equal */
static inline int emuq_net_ring_direction(uint32_t from, uint32_t to, uint32_t size, bool wraps, uint32_t sum)
{
    if (from == to)
        return 0;
    if (!wraps)
        return to > from ? 1 : -1;
    uint32_t plus = to > from ? to - from : to + size - from, minus = size - plus;
    if (plus == minus)
        return sum % 2 == 0 ? 1 : -1;
    return plus < minus ? 1 : -1;
}

/** Signed hops. @param direction 1 or -1; on a mesh the direction of @p to */
static inline int emuq_net_ring_offset(uint32_t from, uint32_t to, uint32_t size, int direction)
{
    int distance = (int)to - (int)from;
    return direction * distance >= 0 ? distance : distance + direction * (int)size;
}

#define EMUQ_NET_CHUNK_BITS      256u
#define EMUQ_NET_CHECK_BITS      64u                     /**< check words of a packet */
#define EMUQ_NET_ERROR_BITS      UINT64_C(1000000000000) /**< denominator of bit error rates */
#define EMUQ_NET_MOST_BIT_ERRORS 100000000u              /**< maximum of link.bit_errors */

/** Probability that a packet is damaged, 1 - (1 - p)^bits, in units of 2^-64. Integer arithmetic gives equal
 * results on all hosts.
 * @param errors damaged bits in #EMUQ_NET_ERROR_BITS
 * @param bits   of the packet on the wire */
static inline uint64_t emuq_net_damage(uint32_t errors, uint32_t bits)
{
    unsigned __int128 one = (unsigned __int128)1 << 64, bit = one * errors / EMUQ_NET_ERROR_BITS, whole = one;
    for (uint32_t i = bits; i > 0; i--)
        whole -= whole * bit >> 64;
    return (uint64_t)(one - whole);
}

#endif /* EMUQ_NETWORK_RULES_H */
