/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file bits.h
 * @brief Links and FIFOs: the machine numbers them from the highest bit down, the network from the lowest up.
 */
#ifndef EMUQ_TIMED_BITS_H
#define EMUQ_TIMED_BITS_H

#include <stdint.h>

/** A word with its bits in the opposite order: bit 15 becomes bit 0. */
static inline uint16_t emuq_mirror16(uint16_t word)
{
    uint32_t mirrored = 0;
    for (uint32_t i = 0; i < 16; i++)
        mirrored |= (uint32_t)(word >> i & 1) << (15 - i);
    return (uint16_t)mirrored;
}

#endif /* EMUQ_TIMED_BITS_H */
