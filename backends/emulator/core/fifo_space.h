/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fifo_space.h
 * @brief Loads of registers, and the free slots of an injection FIFO. No state. Reception FIFOs are byte
 * rings (sync/byte_ring.h).
 */
#ifndef EMUQ_EMULATOR_FIFO_SPACE_H
#define EMUQ_EMULATOR_FIFO_SPACE_H

#include "backends/emulator/core/layout.h"

/** Load of a register that a program stores with release. */
static inline uint64_t emuq_load_acquire(const volatile uint64_t *reg)
{
    return __atomic_load_n(reg, __ATOMIC_ACQUIRE);
}

/** Load of a register whose value alone counts. */
static inline uint64_t emuq_load(const volatile uint64_t *reg)
{
    return __atomic_load_n(reg, __ATOMIC_RELAXED);
}

/** Bytes or slots between head and tail of a ring of @p size; both are offsets or addresses in it. */
static inline uint64_t emuq_ring_used(uint64_t size, uint64_t head, uint64_t tail)
{
    return tail >= head ? tail - head : size - (head - tail);
}

/** Free slots of an injection FIFO; one slot always stays unused. 0 while its registers are being rewritten.
 */
static inline uint64_t emuq_free_slots(const emuq_inj_regs_t *r, uint64_t head, uint64_t tail)
{
    uint64_t start = emuq_load(&r->start), size = emuq_load(&r->size_1) + 1;
    if (head - start >= size || tail - start >= size)
        return 0;
    return (size - emuq_ring_used(size, head, tail)) / BGQ_MU_DESCRIPTOR_SIZE_IN_BYTES - 1;
}

#endif /* EMUQ_EMULATOR_FIFO_SPACE_H */
