/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file combine.h
 * @brief Arithmetic of collectives. No state.
 */
#ifndef EMUQ_EMULATOR_COMBINE_H
#define EMUQ_EMULATOR_COMBINE_H

#include <stdint.h>

/** dst = dst op src for @p bytes bytes. @param op header byte 1 (hwi-packet-headers section 3)
 *  @param word_bytes bytes of an operand, 4..512 */
void emuq_combine(uint8_t op, uint32_t word_bytes, void *dst, const void *src, uint64_t bytes);

/** Turns NaNs into the standard signalling NaN. */
void emuq_normalise(void *data, uint64_t bytes);

#endif /* EMUQ_EMULATOR_COMBINE_H */
