/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file emuq_atomic.h
 * @brief The atomic operations of the L2 cache, which the Message Unit offers too.
 *
 * The machine performs sixteen operations on aligned 64-bit words in its L2 cache: eight that answer a load
 * and eight that a store asks for (l2-atomics-wakeup-l1p 1, hwi-registers 7). A core and the Message Unit
 * name them by the same numbers, so both use this header. All values are unsigned and wrap modulo 2^64.
 *
 * Ordering. The machine orders nothing else by these operations; callers add barriers. On the host they are
 * stronger, because clients poll the words and take locks with them: a load is an acquire, a store is a
 * release, and an operation that does both is both.
 *
 * Two-word forms. Load opcodes 4 to 6 compare with a neighbour, which is read after the word and before the
 * word is exchanged. A neighbour that changes in that instant is seen as it was before: nothing that
 * counters, bounds and ticket locks can tell from the machine, as long as no bound moves back.
 */
#ifndef _EMUQ_ATOMIC_H_
#define _EMUQ_ATOMIC_H_

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a load operation returns when its bound or comparison refuses: bit 63 alone. */
#define EMUQ_ATOMIC_REFUSED ((uint64_t)1 << 63)

/**
 * Performs a load operation, one atomic step.
 * @param p  the word, 8-byte aligned. For opcodes 4 and 6 p[1], for opcode 5 p[-1] is looked at as well.
 * @param op opcode 0..7: load, clear, increment, decrement, increment bounded by p[1], decrement bounded by
 * p[-1], increment if equal to p[1]. Only the low three bits count. 7 names no operation: a plain load.
 * @return the value before the operation, or EMUQ_ATOMIC_REFUSED with the word unchanged.
 */
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
            /* After the word: a bound that was raised together with the word is then never taken for its
             * past. */
            equal = old == __atomic_load_n(op == 5 ? p - 1 : p + 1, __ATOMIC_ACQUIRE);
            if (equal != (op == 6))
                return EMUQ_ATOMIC_REFUSED;
        } while (!__atomic_compare_exchange_n(p, &old, op == 5 ? old - 1 : old + 1, 0, __ATOMIC_ACQ_REL,
                                              __ATOMIC_ACQUIRE));
        return old;
    default:
        return __atomic_load_n(p, __ATOMIC_ACQUIRE);
    }
}

/** A sign-and-magnitude number as an unsigned one of the same order; minus zero comes just before plus zero.
 */
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
 * No host exchanges two words at every alignment, so they change one after the other, each only if it still
 * has the value that was compared. While one has changed and the other has not, they are unequal: a twin
 * store that comes in between does nothing, as if it had come just before this one. So twin stores are atomic
 * against each other; a reader of both words may see the new first and the old second.
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

/**
 * Performs a store operation, one atomic step (but see emuq_atomic_store_twin()).
 * @param p     the word, 8-byte aligned. For opcode 1 p[1] takes part.
 * @param op    opcode 0..7: store, twin store, add, add with coherence on zero (here an ordinary add), or,
 *              exclusive or, unsigned maximum, sign-and-magnitude maximum. Only the low three bits count.
 * @param value the operand.
 */
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
