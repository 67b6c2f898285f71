/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file byte_ring.h
 * @brief Byte ring with any number of senders and one receiver: the memory of a reception FIFO.
 *
 * The receiver sees `size` bytes of memory and two registers, tail and head. Equal registers mean an empty
 * FIFO, so 32 bytes stay free. Senders work with growing *positions*:
 *
 *     position = laps << 32 | offset        offset < size <= 2^32, a multiple of 32
 *
 * A sender:
 *  1. begin = emuq_byte_ring_begin(), then load start and size of the memory.
 *  2. space = emuq_byte_ring_space(): if too small, give up or park the message.
 *  3. emuq_byte_ring_reserve(): on failure repeat from step 1.
 *  4. Write all bytes, with wrap-around.
 *  5. emuq_byte_ring_publish(): waits for senders with earlier reservations, then stores the tail.
 *
 * | word      | stored by                | order   | pairs with                           |
 * |-----------|--------------------------|---------|--------------------------------------|
 * | reserve   | sender, in step 3; reset | full    | acquire in step 1: (a)               |
 * | commit    | sender, in step 5; reset | release | acquire of the next sender in 5: (b) |
 * | seen_head | sender, in step 2        | release | acquire in step 2: (c)               |
 * | tail      | sender, in step 5        | release | acquire of the receiver: (d)         |
 * | head      | receiver                 | release | acquire in step 2: (c)               |
 *
 * (a) A sender sees the head that freed its space. (b) Tails are stored in the order of reservations.
 * (c) The receiver has read the bytes before the head. (d) The bytes before the tail are written.
 *
 * seen_head caches the head. A delayed sender may restore an older position: a position more than
 * `size` behind `begin` is ignored.
 *
 * A sender stopped between steps 3 and 5 blocks later senders, forever if its process ends. Positions repeat
 * after 2^32 laps, the limit for a stop between steps 1 and 3. Zeroed memory is an empty ring.
 */
#ifndef EMUQ_SYNC_BYTE_RING_H
#define EMUQ_SYNC_BYTE_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lock.h"

#define EMUQ_BYTE_RING_UNIT UINT64_C(32) /**< bytes */
#define EMUQ_BYTE_RING_LAP  (UINT64_C(1) << 32)
#define EMUQ_BYTE_RING_ALL  UINT64_MAX

typedef struct emuq_byte_ring {
    uint64_t reserve;   /**< end of the reserved bytes */
    uint64_t commit;    /**< end of the published bytes */
    uint64_t seen_head; /**< cached position of the head, or an older one */
} emuq_byte_ring_t;

typedef struct emuq_span {
    uint64_t begin;
    uint64_t end; /**< exclusive */
} emuq_span_t;

static inline uint64_t emuq_byte_ring_offset(uint64_t position)
{
    return (uint32_t)position;
}

/** Advances a position. @param bytes at most @p size */
static inline uint64_t emuq_byte_ring_behind(uint64_t position, uint64_t bytes, uint64_t size)
{
    if (emuq_byte_ring_offset(position) + bytes >= size)
        bytes += EMUQ_BYTE_RING_LAP - size;
    return position + bytes;
}

/** @return used bytes; more than @p size if @p head does not belong to @p begin */
static inline uint64_t emuq_byte_ring_used(uint64_t begin, uint64_t head, uint64_t size)
{
    uint64_t used = begin - head;
    if ((begin ^ head) >= EMUQ_BYTE_RING_LAP)
        used -= EMUQ_BYTE_RING_LAP - size;
    return used;
}

/** @return free bytes; 0 if @p head does not belong to @p begin */
static inline uint64_t emuq_byte_ring_free(uint64_t begin, uint64_t head, uint64_t size)
{
    uint64_t most = size - EMUQ_BYTE_RING_UNIT, used = emuq_byte_ring_used(begin, head, size);
    return used <= most ? most - used : 0;
}

/** Step 1. @return start of the free space */
static inline uint64_t emuq_byte_ring_begin(const emuq_byte_ring_t *r)
{
    /* Acquire: pairs with emuq_byte_ring_reserve() and _reset(). */
    return AO_load_acquire(&r->reserve);
}

/** Step 2 if seen_head leaves too little space. The position of the head is the last one up to `begin` with
 * the offset in the register. */
static inline uint64_t emuq_byte_ring_load_head(emuq_byte_ring_t *r, uint64_t begin, uint64_t start,
                                                uint64_t size, const volatile uint64_t *head)
{
    /* Acquire: pairs with the receiver's release. */
    uint64_t offset = AO_load_acquire(head) - start;
    if (offset >= size)
        return 0; /* the receiver is changing the registers */
    uint64_t seen = begin - emuq_byte_ring_offset(begin) + offset;
    if (offset > emuq_byte_ring_offset(begin))
        seen -= EMUQ_BYTE_RING_LAP;
    EMUQ_TEST_POINT(byte_ring_head_loaded);
    AO_store_release(&r->seen_head, seen);
    return emuq_byte_ring_free(begin, seen, size);
}

/** Step 2. @param start,size loaded after @p begin @param need EMUQ_BYTE_RING_ALL: exact result @return free
 * bytes, possibly fewer if at least @p need; 0 also while the head is outside the memory */
static inline uint64_t emuq_byte_ring_space(emuq_byte_ring_t *r, uint64_t begin, uint64_t start,
                                            uint64_t size, const volatile uint64_t *head, uint64_t need)
{
    /* Acquire: pairs with the sender that loaded the head. */
    uint64_t space = emuq_byte_ring_free(begin, AO_load_acquire(&r->seen_head), size);
    return __builtin_expect(space >= need, 1) ? space : emuq_byte_ring_load_head(r, begin, start, size, head);
}

/** Step 3. @param end emuq_byte_ring_behind(begin, bytes, size) @return false: `reserve` has moved */
static inline bool emuq_byte_ring_reserve(emuq_byte_ring_t *r, uint64_t begin, uint64_t end,
                                          emuq_span_t *span)
{
    span->begin = begin;
    span->end = end;
    /* Release: pairs with emuq_byte_ring_begin(). */
    bool is_mine = AO_compare_and_swap_full(&r->reserve, begin, end);
    EMUQ_TEST_POINT(byte_ring_reserved);
    return is_mine;
}

static __attribute__((noinline, unused)) void emuq_byte_ring_wait(const emuq_byte_ring_t *r,
                                                                  const emuq_span_t *span)
{
    unsigned rounds = 0;
    while (AO_load_acquire(&r->commit) != span->begin)
        emuq_spin(&rounds);
}

/** Step 5. @param tail register */
static inline void emuq_byte_ring_publish(emuq_byte_ring_t *r, const emuq_span_t *span, uint64_t start,
                                          volatile uint64_t *tail)
{
    /* Acquire: pairs with the release of the previous sender below. */
    if (__builtin_expect(AO_load_acquire(&r->commit) != span->begin, 0))
        emuq_byte_ring_wait(r, span);
    EMUQ_TEST_POINT(byte_ring_turn);
    /* Release: pairs with the receiver. The acquire extends the order to the bytes of earlier senders. */
    AO_store_release(tail, start + emuq_byte_ring_offset(span->end));
    EMUQ_TEST_POINT(byte_ring_tail_stored);
    AO_store_release(&r->commit, span->end);
}

static inline bool emuq_byte_ring_is_quiet(const emuq_byte_ring_t *r)
{
    uint64_t commit = AO_load_acquire(&r->commit);
    return commit == emuq_byte_ring_begin(r);
}

/** Restarts at the tail register, after the client has stored to start, size, head or tail. Two laps
 * invalidate seen_head and earlier loads of `reserve`. @param tail loaded last, because its sender has
 * changed `reserve` before @return false: no change; senders are active, or the tail is outside the memory */
static inline bool emuq_byte_ring_reset(emuq_byte_ring_t *r, uint64_t start, uint64_t size,
                                        const volatile uint64_t *tail)
{
    uint64_t begin = emuq_byte_ring_begin(r);
    if (AO_load_acquire(&r->commit) != begin)
        return false;
    uint64_t offset = AO_load_acquire(tail) - start;
    if (offset >= size)
        return false;
    uint64_t now = begin - emuq_byte_ring_offset(begin) + 2 * EMUQ_BYTE_RING_LAP + offset;
    EMUQ_TEST_POINT(byte_ring_before_reset);
    if (!AO_compare_and_swap_full(&r->reserve, begin, now))
        return false;
    /* Release: pairs with emuq_byte_ring_publish(). */
    AO_store_release(&r->commit, now);
    return true;
}

#endif /* EMUQ_SYNC_BYTE_RING_H */
