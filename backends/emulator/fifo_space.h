/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file fifo_space.h
 * @brief Used and free space of FIFOs: arithmetic on registers and positions, in one place. No state.
 *
 * A *position* in a reception FIFO is (lap << 32 | byte offset), where the lap counts how often the FIFO's
 * end has been passed. Positions of the unit only grow, so an old one cannot be taken for a new one. The head
 * register has no lap; it gets that of a reservation by emuq_ring_head(), and is then the true position or an
 * earlier one.
 */
#ifndef EMUQ_EMULATOR_FIFO_SPACE_H
#define EMUQ_EMULATOR_FIFO_SPACE_H

#include "backends/emulator/layout.h"

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

#define EMUQ_LAP (UINT64_C(1) << 32)

/** Byte offset of a position. */
static inline uint64_t emuq_ring_offset(uint64_t position)
{
    return position & (EMUQ_LAP - 1);
}

/** The position @p bytes behind another one; @p bytes below @p size. */
static inline uint64_t emuq_ring_advance(uint64_t size, uint64_t position, uint64_t bytes)
{
    uint64_t next = position + bytes;
    return emuq_ring_offset(next) < size ? next : next - size + EMUQ_LAP;
}

/** Position of the head at byte @p offset for a sender whose reservation would begin at @p reserve. */
static inline uint64_t emuq_ring_head(uint64_t reserve, uint64_t offset)
{
    return ((reserve & ~(EMUQ_LAP - 1)) | offset) - (offset > emuq_ring_offset(reserve) ? EMUQ_LAP : 0);
}

/** Free bytes behind the position @p reserve if the head is at position @p head; one chunk always stays
 * unused. 0 if the head is too old to belong to the reservation, or is outside the FIFO. */
static inline uint64_t emuq_ring_room(uint64_t size, uint64_t reserve, uint64_t head)
{
    uint32_t laps = (uint32_t)(reserve >> 32) - (uint32_t)(head >> 32);
    uint64_t used = laps * size + emuq_ring_offset(reserve) - emuq_ring_offset(head);
    return laps > 1 || used + 32 > size || emuq_ring_offset(head) >= size ? 0 : size - used - 32;
}

#endif /* EMUQ_EMULATOR_FIFO_SPACE_H */
