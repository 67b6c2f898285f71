/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file damage.h
 * @brief How probable it is that a link with bit errors damages a packet.
 *
 * The one place of the rule: the network core and the faults of the emulated Message Unit use it. Depends on
 * nothing.
 */
#ifndef EMUQ_NETWORK_DAMAGE_H
#define EMUQ_NETWORK_DAMAGE_H

#include <stdint.h>

#define EMUQ_NET_CHUNK_BITS      256u                    /**< of 32 bytes on the wire */
#define EMUQ_NET_CHECK_BITS      64u                     /**< check words of a packet of preset bgq */
#define EMUQ_NET_ERROR_BITS      UINT64_C(1000000000000) /**< errors are counted per so many bits */
#define EMUQ_NET_MOST_BIT_ERRORS 100000000u              /**< of them; network/parameters.def has the same */

/** Probability that a packet is damaged, 1 - (1 - p)^bits, in units of 2^-64. Whole numbers, so that all
 *  hosts draw the same.
 *  @param errors damaged ones of #EMUQ_NET_ERROR_BITS
 *  @param bits   of the packet on the wire */
static inline uint64_t emuq_net_damage(uint32_t errors, uint32_t bits)
{
    unsigned __int128 one = (unsigned __int128)1 << 64, bit = one * errors / EMUQ_NET_ERROR_BITS, whole = one;
    for (uint32_t i = bits; i > 0; i--)
        whole -= whole * bit >> 64;
    return (uint64_t)(one - whole);
}

#endif /* EMUQ_NETWORK_DAMAGE_H */
