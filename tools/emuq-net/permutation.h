/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file permutation.h
 * @brief Random permutations without a table: a keyed bijection (a Feistel network) on the smallest power of
 * 4 that is not below the count; results outside are permuted again until one is inside.
 */
#ifndef EMUQ_NET_PERMUTATION_H
#define EMUQ_NET_PERMUTATION_H

#include <stdint.h>

/** Number @p i of a random permutation of 0..count-1. @param i below @p count @param key which permutation
 *  Thread-safe; takes less than four rounds of the bijection on average. */
uint32_t traffic_permute(uint64_t key, uint32_t count, uint32_t i);

#endif /* EMUQ_NET_PERMUTATION_H */
