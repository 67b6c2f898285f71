/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file MU_Addressing.h
 * @brief Base address table and atomic addresses (hwi-registers 7).
 *
 * An address of the Message Unit has 37 bits. If the top bit is set, the address is *atomic*: an aligned
 * 64-bit word, with the operation in the low three bits. Payload sources use load operations; payload
 * destinations and counters use store operations.
 */
#ifndef _MUHWI_ADDRESSING_H_
#define _MUHWI_ADDRESSING_H_

#include <hwi/include/common/compiler_support.h>
#include <hwi/include/bqc/MU_Macros.h>

__BEGIN_DECLS

/** An entry of the base address table: base address for a packet's offset, 37 bits. */
typedef volatile uint64_t MUHWI_BaseAddress_t;

/** The table of a subgroup: 8 entries at BGQ_MU_DATA_COUNTER_BASE_ADDRESS_START_OFFSET(). */
typedef MUHWI_BaseAddress_t *MUHWI_BaseAddressTable_t;

/** Set in an atomic address. */
#define MUHWI_ATOMIC_ADDRESS_INDICATOR (0x0000001000000000ULL)

/** @name Load operations on a word v: the old value is loaded
 *  @{ */
/** No change. */
#define MUHWI_ATOMIC_OPCODE_LOAD (0ULL)
/** v = 0 */
#define MUHWI_ATOMIC_OPCODE_LOAD_CLEAR (1ULL)
/** v = v + 1 */
#define MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT (2ULL)
/** v = v - 1 */
#define MUHWI_ATOMIC_OPCODE_LOAD_DECREMENT (3ULL)
/** v = v + 1, unless v equals the next word: then loads 0x8000000000000000. */
#define MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED (4ULL)
/** v = v - 1, unless v equals the previous word: then loads 0x8000000000000000. */
#define MUHWI_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED (5ULL)
/** v = v + 1 if v equals the next word; else loads 0x8000000000000000. */
#define MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL (6ULL)
/** @} */

/** @name Store operations on a word v with data d
 *  @{ */
/** v = d */
#define MUHWI_ATOMIC_OPCODE_STORE (0ULL)
/** v = d and the next word = d, if the two words are equal. */
#define MUHWI_ATOMIC_OPCODE_STORE_TWIN (1ULL)
/** v = v + d */
#define MUHWI_ATOMIC_OPCODE_STORE_ADD (2ULL)
/** v = v + d; a reader may see an old value until the sum is 0. */
#define MUHWI_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO (3ULL)
/** v = v | d */
#define MUHWI_ATOMIC_OPCODE_STORE_OR (4ULL)
/** v = v ^ d */
#define MUHWI_ATOMIC_OPCODE_STORE_XOR (5ULL)
/** v = max(v, d), unsigned */
#define MUHWI_ATOMIC_OPCODE_STORE_MAX_UNSIGNED (6ULL)
/** Maximum by sign and 63-bit magnitude: the order of doubles. */
#define MUHWI_ATOMIC_OPCODE_STORE_MAX_SIGNED (7ULL)
/** @} */

__END_DECLS

#endif /* _MUHWI_ADDRESSING_H_ */
