/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_atomic.h
 * @brief Atomic operations of the L2 cache and of the Message Unit.
 *
 * The L2 cache performs eight load operations and eight store operations on aligned 64-bit words
 * (l2-atomics-wakeup-l1p 1, hwi-registers 7), with the same opcodes for cores and the Message Unit. All
 * values are unsigned and wrap modulo 2^64.
 *
 * Ordering. On the machine the operations order nothing else; callers add barriers. Here a load is an
 * acquire, a store a release, and a read-modify-write both.
 *
 * Two-word forms. Load opcodes 4 to 6 compare with a neighbour word, read after the word and before its
 * exchange. A concurrent change of the neighbour may be missed. Counters, bounds and ticket locks behave as
 * on the machine unless a bound decreases.
 */
#ifndef _EMUQ_ATOMIC_H_
#define _EMUQ_ATOMIC_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Result of a load operation rejected by its bound or comparison: bit 63 alone. */
#define EMUQ_ATOMIC_REJECTED ((uint64_t)1 << 63)

/** Performs an atomic load operation.
 * @param p the word, 8-byte aligned. Opcodes 4 and 6 also read p[1], opcode 5 reads p[-1].
 * @param op opcode 0..7: load, clear, increment, decrement, increment bounded by p[1], decrement bounded by
 * p[-1], increment if equal to p[1]. Only the low three bits are used. 7: a plain load.
 * @return the value before the operation, or EMUQ_ATOMIC_REJECTED with the word unchanged. */
static inline uint64_t emuq_atomic_load_op(volatile uint64_t *p, unsigned op)
{
    uint64_t old;
    int equal;
    op &= 7;
    switch (op) {
    case 1:
        return __atomic_exchange_n(p, 0, __ATOMIC_ACQ_REL);
    case 2:
        return __atomic_fetch_add(p, 1, __ATOMIC_ACQ_REL);
    case 3:
        return __atomic_fetch_sub(p, 1, __ATOMIC_ACQ_REL);
    case 4:
    case 5:
    case 6:
        old = __atomic_load_n(p, __ATOMIC_ACQUIRE);
        do {
            /* Load the bound after the word: with a new word, an old bound cannot be observed. */
            equal = old == __atomic_load_n(op == 5 ? p - 1 : p + 1, __ATOMIC_ACQUIRE);
            if (equal != (op == 6))
                return EMUQ_ATOMIC_REJECTED;
        } while (!__atomic_compare_exchange_n(p, &old, op == 5 ? old - 1 : old + 1, 0, __ATOMIC_ACQ_REL,
                                              __ATOMIC_ACQUIRE));
        return old;
    default:
        return __atomic_load_n(p, __ATOMIC_ACQUIRE);
    }
}

/** Maps sign-and-magnitude numbers to unsigned numbers of the same order; -0 sorts before +0. */
static inline uint64_t emuq_atomic_order(uint64_t value)
{
    return value >> 63 ? ~value : value | (uint64_t)1 << 63;
}

/** Opcodes 6 and 7: the greater of the word and @p value. */
static inline void emuq_atomic_max(volatile uint64_t *p, uint64_t value, int sign_magnitude)
{
    uint64_t old = __atomic_load_n(p, __ATOMIC_ACQUIRE);
    while (sign_magnitude ? emuq_atomic_order(value) > emuq_atomic_order(old) : value > old) {
        if (__atomic_compare_exchange_n(p, &old, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return;
    }
}

/**
 * Opcode 1: p[0] = p[1] = value if both words are equal.
 *
 * The words change one after the other, each by compare-and-swap with the compared value. In between the
 * words are unequal and a concurrent twin store does nothing. Twin stores are atomic against each other; a
 * reader of both words may see the new first and the old second word.
 */
static inline void emuq_atomic_store_twin(volatile uint64_t *p, uint64_t value)
{
    uint64_t first = __atomic_load_n(p, __ATOMIC_ACQUIRE);
    uint64_t second;
    do {
        second = first;
        if (__atomic_load_n(p + 1, __ATOMIC_ACQUIRE) != first)
            return;
    } while (!__atomic_compare_exchange_n(p, &first, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    (void)__atomic_compare_exchange_n(p + 1, &second, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/** Performs an atomic store operation (but see emuq_atomic_store_twin()).
 * @param p the word, 8-byte aligned. Opcode 1 also uses p[1].
 * @param op opcode 0..7: store, twin store, add, add with coherence on zero (here an ordinary add), or,
 * exclusive or, unsigned maximum, sign-and-magnitude maximum. Only the low three bits are used.
 * @param value the operand. */
static inline void emuq_atomic_store_op(volatile uint64_t *p, unsigned op, uint64_t value)
{
    switch (op & 7) {
    case 1:
        emuq_atomic_store_twin(p, value);
        break;
    case 2:
    case 3:
        (void)__atomic_fetch_add(p, value, __ATOMIC_ACQ_REL);
        break;
    case 4:
        (void)__atomic_fetch_or(p, value, __ATOMIC_ACQ_REL);
        break;
    case 5:
        (void)__atomic_fetch_xor(p, value, __ATOMIC_ACQ_REL);
        break;
    case 6:
        emuq_atomic_max(p, value, 0);
        break;
    case 7:
        emuq_atomic_max(p, value, 1);
        break;
    default:
        __atomic_store_n(p, value, __ATOMIC_RELEASE);
        break;
    }
}

#ifdef __cplusplus
}
#endif

#endif /* _EMUQ_ATOMIC_H_ */
