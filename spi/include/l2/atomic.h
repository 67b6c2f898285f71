/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file atomic.h
 * @brief The atomic operations of the L2 cache (l2-atomics-wakeup-l1p 1, 2).
 *
 * Every operation is one atomic step on an aligned 64-bit word, against all threads of the node and its
 * Message Unit; values are unsigned and wrap. The words are ordinary memory: plain loads see the current
 * value. Enable their memory with Kernel_L2AtomicsAllocate() first; the machine faults otherwise; the
 * emulation does not.
 *
 * On the machine an operation is a load or store at an *alias* of the word's address. Here aliases are not
 * mapped: use the functions. L2_AtomicOpTidPointer() computes an alias, for printing and comparison only;
 * an access through the pointer ends the program. With the timed backend operations have a duration and
 * execute in the order of the threads' clocks.
 *
 * Programs spin on these operations. On the machine each thread has a dedicated hardware thread; here the
 * awaited thread may need the spinning thread's core. Repeatedly rejected operations and repeated loads of
 * the same value therefore yield the core occasionally.
 *
 * Arguments are not checked: a misaligned address is an error of the caller. All functions are thread-safe.
 * Ordering (emuq_atomic.h): loads acquire, stores release, read-modify-writes do both.
 */
#ifndef _L2_ATOMIC_H_
#define _L2_ATOMIC_H_

#include "hwi/include/common/compiler_support.h"
#include "hwi/include/common/emuq_atomic.h"
#include "hwi/include/common/emuq_mmio.h"
#include "spi/include/kernel/location.h"
#include "spi/include/l2/emuq_fair.h"
#include "spi/include/kernel/memory.h"

__BEGIN_DECLS

/** @name Load opcodes: bits 5..3 of an alias address. All return the value before the operation. */
/**@{*/
#define L2_ATOMIC_OPCODE_LOAD                    0 /**< No change. */
#define L2_ATOMIC_OPCODE_LOAD_CLEAR              1 /**< p[0] = 0. */
#define L2_ATOMIC_OPCODE_LOAD_INCREMENT          2 /**< p[0] += 1. */
#define L2_ATOMIC_OPCODE_LOAD_DECREMENT          3 /**< p[0] -= 1. */
#define L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED  4 /**< p[0] += 1 unless p[0] == p[1]. */
#define L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED  5 /**< p[0] -= 1 unless p[0] == p[-1]. */
#define L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL 6 /**< p[0] += 1 if p[0] == p[1]. */
/**@}*/

/** @name Store opcodes: bits 5..3 of an alias address; v is the stored value. */
/**@{*/
#define L2_ATOMIC_OPCODE_STORE                       0 /**< p[0] = v. */
#define L2_ATOMIC_OPCODE_STORE_TWIN                  1 /**< p[0] = p[1] = v if p[0] == p[1]. */
#define L2_ATOMIC_OPCODE_STORE_ADD                   2 /**< p[0] += v. */
#define L2_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO 3 /**< p[0] += v; pollers need only see 0. */
#define L2_ATOMIC_OPCODE_STORE_OR                    4 /**< p[0] |= v. */
#define L2_ATOMIC_OPCODE_STORE_XOR                   5 /**< p[0] ^= v. */
#define L2_ATOMIC_OPCODE_STORE_MAX                   6 /**< p[0] = max(p[0], v), unsigned. */
#define L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE        7 /**< Maximum by sign and magnitude: orders doubles. */
/**@}*/

/** Alias address of a word: base + 32 * p + 64 * tid + 8 * op (l2-atomics-wakeup-l1p 1).
 * @param ptr the word; a misaligned address is rounded down to its word.
 * @param op opcode 0..7, not masked.
 * @param tid thread number in the core, 0..3, not masked. */
__INLINE__ volatile uint64_t *__l2_op_tid_ptr(volatile uint64_t *ptr, const uint64_t op, const uint32_t tid)
{
    uint64_t word = (uint64_t)(uintptr_t)ptr & ~(uint64_t)7;
    return (volatile uint64_t *)(uintptr_t)(Kernel_L2AtomicsBaseAddress() + 32 * word + 64 * (uint64_t)tid +
                                            8 * op);
}

/** Alias address of a word for the calling thread. */
__INLINE__ volatile uint64_t *__l2_op_ptr(volatile uint64_t *ptr, const uint64_t op)
{
    return __l2_op_tid_ptr(ptr, op, Kernel_ProcessorThreadID());
}

/** Performs load operation @p op (0..6) on the word at @p ptr. @return the result of the operation. */
__INLINE__ uint64_t __l2_load_op(volatile uint64_t *ptr, const uint64_t op)
{
    uint64_t value;
    emuq_mmio_atomic(0);
    value = emuq_atomic_load_op(ptr, (unsigned)op);
    if (__builtin_expect(emuq_mmio.time.atomic != 0, 0) && op != L2_ATOMIC_OPCODE_LOAD &&
        value != EMUQ_ATOMIC_REJECTED && (op != L2_ATOMIC_OPCODE_LOAD_CLEAR || value != 0))
        emuq_mmio.time.atomic(1);
    return value;
}

/** __l2_load_op() for operations repeated until success: yields the core occasionally after rejected
 * operations. */
__INLINE__ uint64_t __l2_load_op_waiting(volatile uint64_t *ptr, const uint64_t op)
{
    uint64_t value;
    emuq_relax_give_way(ptr, 0);
    value = __l2_load_op(ptr, op);
    if (__builtin_expect(value == EMUQ_ATOMIC_REJECTED, 0))
        emuq_relax_rejected(ptr);
    return value;
}

/** Performs store operation @p op (0..7) with @p value on the word at @p ptr. */
__INLINE__ void __l2_store_op(volatile uint64_t *ptr, uint64_t value, const uint64_t op)
{
    emuq_mmio_atomic(0);
    emuq_mmio_atomic(1);
    emuq_atomic_store_op(ptr, (unsigned)op, value);
    emuq_relax_give_way(ptr, 1);
}

/** @return *ptr. */
__INLINE__ uint64_t L2_AtomicLoad(volatile uint64_t *ptr)
{
    uint64_t value = __l2_load_op(ptr, L2_ATOMIC_OPCODE_LOAD);
    emuq_relax_same(ptr, value);
    return value;
}

/** Sets the word to 0. @return the value before. */
__INLINE__ uint64_t L2_AtomicLoadClear(volatile uint64_t *ptr)
{
    uint64_t value = __l2_load_op(ptr, L2_ATOMIC_OPCODE_LOAD_CLEAR);
    emuq_relax_same(ptr, value);
    return value;
}

/** Adds 1. @return the value before. */
__INLINE__ uint64_t L2_AtomicLoadIncrement(volatile uint64_t *ptr)
{
    return __l2_load_op(ptr, L2_ATOMIC_OPCODE_LOAD_INCREMENT);
}

/** Subtracts 1. @return the value before. */
__INLINE__ uint64_t L2_AtomicLoadDecrement(volatile uint64_t *ptr)
{
    return __l2_load_op(ptr, L2_ATOMIC_OPCODE_LOAD_DECREMENT);
}

/** Adds 1 unless the word equals its bound ptr[1], in the same 32-byte block. A word above its bound is
 * incremented, too. @return the value before, or 0x8000000000000000 and no change. */
__INLINE__ uint64_t L2_AtomicLoadIncrementBounded(volatile uint64_t *ptr)
{
    return __l2_load_op_waiting(ptr, L2_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED);
}

/** Subtracts 1 unless the word equals its bound ptr[-1], in the same 32-byte block.
 *  @return the value before, or 0x8000000000000000 and no change. */
__INLINE__ uint64_t L2_AtomicLoadDecrementBounded(volatile uint64_t *ptr)
{
    return __l2_load_op_waiting(ptr, L2_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED);
}

/** Adds 1 if the word equals ptr[1], in the same 32-byte block.
 *  @return the value before, or 0x8000000000000000 and no change. */
__INLINE__ uint64_t L2_AtomicLoadIncrementIfEqual(volatile uint64_t *ptr)
{
    return __l2_load_op_waiting(ptr, L2_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL);
}

/** Sets the word. */
__INLINE__ void L2_AtomicStore(volatile uint64_t *ptr, uint64_t value)
{
    __l2_store_op(ptr, value, L2_ATOMIC_OPCODE_STORE);
}

/** Sets ptr[0] and ptr[1], in the same 32-byte block, if both are equal; else does nothing. */
__INLINE__ void L2_AtomicStoreTwin(volatile uint64_t *ptr, uint64_t value)
{
    __l2_store_op(ptr, value, L2_ATOMIC_OPCODE_STORE_TWIN);
}

/** Adds @p value. */
__INLINE__ void L2_AtomicStoreAdd(volatile uint64_t *ptr, uint64_t value)
{
    __l2_store_op(ptr, value, L2_ATOMIC_OPCODE_STORE_ADD);
}

/** Adds @p value. A polling reader may rely on observing 0 only, not on intermediate values. */
__INLINE__ void L2_AtomicStoreAddCoherenceOnZero(volatile uint64_t *ptr, uint64_t value)
{
    __l2_store_op(ptr, value, L2_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO);
}

/** Sets the bits of @p value. */
__INLINE__ void L2_AtomicStoreOr(volatile uint64_t *ptr, uint64_t value)
{
    __l2_store_op(ptr, value, L2_ATOMIC_OPCODE_STORE_OR);
}

/** Flips the bits of @p value. */
__INLINE__ void L2_AtomicStoreXor(volatile uint64_t *ptr, uint64_t value)
{
    __l2_store_op(ptr, value, L2_ATOMIC_OPCODE_STORE_XOR);
}

/** Sets the word to the greater of itself and @p value, as unsigned numbers. */
__INLINE__ void L2_AtomicStoreMax(volatile uint64_t *ptr, uint64_t value)
{
    __l2_store_op(ptr, value, L2_ATOMIC_OPCODE_STORE_MAX);
}

/** Sets the word to the greater of itself and @p value, as numbers of a sign (bit 63) and a magnitude;
 * doubles are such numbers. Minus zero counts as less than plus zero. */
__INLINE__ void L2_AtomicStoreMaxSignValue(volatile uint64_t *ptr, uint64_t value)
{
    __l2_store_op(ptr, value, L2_ATOMIC_OPCODE_STORE_MAX_SIGN_VALUE);
}

/** Alias address of a word (see the head of this file). @param ptr the word @param op opcode; its low three
 * bits count @param tid thread number in the core; its low two bits count */
__INLINE__ volatile uint64_t *L2_AtomicOpTidPointer(volatile uint64_t *ptr, const uint64_t op,
                                                    const uint32_t tid)
{
    return __l2_op_tid_ptr(ptr, op & 7, tid & 3);
}

__END_DECLS

#endif /* _L2_ATOMIC_H_ */
