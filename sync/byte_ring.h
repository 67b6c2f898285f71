/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file byte_ring.h
 * @brief A byte ring with any number of senders and one receiver: the memory of a reception FIFO.
 *
 * The receiver sees a memory of `size` bytes and two registers that hold addresses: the tail, which the
 * senders store, and the head, which it stores itself. Senders work with *positions*, which only grow:
 *
 *     position = laps << 32 | offset        offset < size <= 2^32, a multiple of 32
 *
 * so that two positions can be compared, and the offset is there without a division. A FIFO that holds
 * size - 32 bytes is full: equal registers mean that it is empty.
 *
 * A sender, in this order:
 *  1. begin = emuq_byte_ring_begin(): where free space begins. Then it loads start and size.
 *  2. room = emuq_byte_ring_room(): at least what it needs, or it gives up (or parks the message).
 *  3. emuq_byte_ring_reserve(): the bytes behind `begin` are its own; false: begin again, another sender was
 *     faster.
 *  4. It writes all the bytes, around the end of the memory if need be.
 *  5. emuq_byte_ring_publish(): waits for the senders that have reserved before it, and stores the tail.
 * The receiver loads the tail (acquire), reads the bytes before it, and stores the head (release).
 *
 * | word      | stored by                | order   | pairs with                      |
 * |-----------|--------------------------|---------|---------------------------------|
 * | reserve   | sender, in step 3; reset | acq_rel | acquire in step 1: (a)          |
 * | commit    | sender, in step 5; reset | release | next sender's acquire in 5: (b) |
 * | seen_head | sender, in step 2        | release | acquire in step 2: (c)          |
 * | tail      | sender, in step 5        | release | the receiver's acquire: (d)     |
 * | head      | receiver                 | release | acquire in step 2: (c)          |
 *
 * (a) A sender that begins at a position sees a head that is not older than the one that made room up to
 * there, and start and size as they were for it. (b) Tails are stored in the order of the reservations, and
 * the packets of all earlier senders are written. (c) The receiver has read the bytes before the head. (d)
 * The bytes before the tail are written.
 *
 * seen_head is the head when a sender last needed it, so that senders do not fetch the receiver's cache line
 * for every packet. Senders store it without regard to each other, and a delayed one may store an old
 * position over a newer one. That does no harm: the word is never beyond the head, and a position that is
 * more than `size` behind `begin` shows as such.
 *
 * A sender that stops between steps 3 and 5 stops all that reserve after it, until it goes on; if its process
 * ends there, the FIFO stays as it is. Positions begin anew after 2^32 laps: a sender may not be stopped for
 * exactly that long between steps 1 and 3.
 *
 * Zeros are an empty ring whose head and tail are at its start.
 */
#ifndef EMUQ_SYNC_BYTE_RING_H
#define EMUQ_SYNC_BYTE_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lock.h"
#include "base/test_point.h"

#define EMUQ_BYTE_RING_UNIT UINT64_C(32) /**< all sizes and offsets are multiples of it */
#define EMUQ_BYTE_RING_LAP  (UINT64_C(1) << 32)
#define EMUQ_BYTE_RING_ALL  UINT64_MAX /**< emuq_byte_ring_room(): the exact room */

/** What the senders share; the table above says who stores which word. */
typedef struct emuq_byte_ring {
    uint64_t reserve;   /**< position: end of the space that senders have reserved */
    uint64_t commit;    /**< position: end of the space that is published */
    uint64_t seen_head; /**< position: not beyond the head */
} emuq_byte_ring_t;

/** What one sender has reserved: positions. */
typedef struct emuq_span {
    uint64_t begin, end;
} emuq_span_t;

/** Offset of a position in the memory of the ring. */
static inline uint64_t emuq_byte_ring_offset(uint64_t position)
{
    return (uint32_t)position;
}

/** The position @p bytes behind @p position; @p bytes is at most @p size. */
static inline uint64_t emuq_byte_ring_behind(uint64_t position, uint64_t bytes, uint64_t size)
{
    if (emuq_byte_ring_offset(position) + bytes >= size)
        bytes += EMUQ_BYTE_RING_LAP - size;
    return position + bytes;
}

/* Bytes from @p head to @p begin; more than @p size if @p head is no head that belongs to @p begin: too old,
 * or newer than it. */
static inline uint64_t emuq_byte_ring_used(uint64_t begin, uint64_t head, uint64_t size)
{
    uint64_t used = begin - head;
    if ((begin ^ head) >= EMUQ_BYTE_RING_LAP)
        used -= EMUQ_BYTE_RING_LAP - size;
    return used;
}

/* Free bytes behind @p begin; 0 if @p head does not belong to it. */
static inline uint64_t emuq_byte_ring_free(uint64_t begin, uint64_t head, uint64_t size)
{
    uint64_t most = size - EMUQ_BYTE_RING_UNIT, used = emuq_byte_ring_used(begin, head, size);
    return used <= most ? most - used : 0;
}

/** Step 1. @return where free space begins. */
static inline uint64_t emuq_byte_ring_begin(const emuq_byte_ring_t *r)
{
    /* Acquire: pairs with the releases in emuq_byte_ring_reserve() and _reset(). */
    return __atomic_load_n(&r->reserve, __ATOMIC_ACQUIRE);
}

/* Step 2, if the head that has been seen leaves too little room. The register gives an offset only: of the
 * positions up to `begin` that have it, the last is meant. If other senders and the receiver have gone on
 * since `begin` was loaded, the head is beyond; the position is too small then, and the reservation will
 * fail. */
static inline uint64_t emuq_byte_ring_load_head(emuq_byte_ring_t *r, uint64_t begin, uint64_t start,
                                                uint64_t size, const volatile uint64_t *head)
{
    /* Acquire: pairs with the receiver's release: it has read the bytes before the head. */
    uint64_t offset = __atomic_load_n(head, __ATOMIC_ACQUIRE) - start;
    if (offset >= size)
        return 0; /* the receiver is about to store other registers */
    uint64_t seen = begin - emuq_byte_ring_offset(begin) + offset;
    if (offset > emuq_byte_ring_offset(begin))
        seen -= EMUQ_BYTE_RING_LAP;
    EMUQ_TEST_POINT(byte_ring_head_loaded);
    __atomic_store_n(&r->seen_head, seen, __ATOMIC_RELEASE);
    return emuq_byte_ring_free(begin, seen, size);
}

/**
 * Step 2. Free bytes behind @p begin.
 * @param start,size of the memory; loaded after @p begin
 * @param head the receiver's register
 * @param need EMUQ_BYTE_RING_ALL for the exact number; otherwise the result may be less than what is free,
 * but not if it is less than @p need
 * @return bytes, a multiple of 32; 0 also while the head is outside the memory.
 */
static inline uint64_t emuq_byte_ring_room(emuq_byte_ring_t *r, uint64_t begin, uint64_t start, uint64_t size,
                                           const volatile uint64_t *head, uint64_t need)
{
    /* Acquire: pairs with the release of the sender that has loaded the head. */
    uint64_t room = emuq_byte_ring_free(begin, __atomic_load_n(&r->seen_head, __ATOMIC_ACQUIRE), size);
    return __builtin_expect(room >= need, 1) ? room : emuq_byte_ring_load_head(r, begin, start, size, head);
}

/**
 * Step 3. Reserves the bytes up to @p end.
 * @param end emuq_byte_ring_behind(begin, bytes, size), or begin + bytes if that is before the end of the
 * memory
 * @return false if `reserve` has moved since it was loaded: nothing is reserved.
 */
static inline bool emuq_byte_ring_reserve(emuq_byte_ring_t *r, uint64_t begin, uint64_t end,
                                          emuq_span_t *span)
{
    span->begin = begin;
    span->end = end;
    /* Release: pairs with the acquire in emuq_byte_ring_begin(). */
    bool is_mine =
        __atomic_compare_exchange_n(&r->reserve, &begin, end, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
    EMUQ_TEST_POINT(byte_ring_reserved);
    return is_mine;
}

/* It is not the turn of the span yet. Not inline: the wait is rare. */
static __attribute__((noinline, unused)) void emuq_byte_ring_wait(const emuq_byte_ring_t *r,
                                                                  const emuq_span_t *span)
{
    unsigned rounds = 0;
    /* Acquire: pairs with the release below, of the sender before. */
    while (__atomic_load_n(&r->commit, __ATOMIC_ACQUIRE) != span->begin)
        emuq_spin(&rounds);
}

/**
 * Step 5. All bytes of the span are written: the receiver may see them, after those that were reserved
 * before.
 * @param start of the memory
 * @param tail the register
 */
static inline void emuq_byte_ring_publish(emuq_byte_ring_t *r, const emuq_span_t *span, uint64_t start,
                                          volatile uint64_t *tail)
{
    /* Acquire: pairs with the release below, of the sender before. */
    if (__builtin_expect(__atomic_load_n(&r->commit, __ATOMIC_ACQUIRE) != span->begin, 0))
        emuq_byte_ring_wait(r, span);
    EMUQ_TEST_POINT(byte_ring_turn);
    /* Release: pairs with the receiver's acquire. It covers what earlier senders have written, because of the
     * acquire above. */
    __atomic_store_n(tail, start + emuq_byte_ring_offset(span->end), __ATOMIC_RELEASE);
    EMUQ_TEST_POINT(byte_ring_tail_stored);
    __atomic_store_n(&r->commit, span->end, __ATOMIC_RELEASE);
}

/** Whether all that is reserved is published. */
static inline bool emuq_byte_ring_is_quiet(const emuq_byte_ring_t *r)
{
    uint64_t commit = __atomic_load_n(&r->commit, __ATOMIC_ACQUIRE);
    return commit == emuq_byte_ring_begin(r);
}

/**
 * The client has stored to start, size, head or tail: senders begin at the tail register. What was known of
 * the head is void, because positions go on two laps later. A sender that has loaded `reserve` before will
 * not reserve, so it may use registers that it has loaded after `reserve`, old or new.
 * @param start,size of the memory
 * @param tail the register; loaded last, because one that a sender has stored comes with another `reserve`
 * @return false if nothing was done: senders are at work, or the tail is outside the memory.
 */
static inline bool emuq_byte_ring_reset(emuq_byte_ring_t *r, uint64_t start, uint64_t size,
                                        const volatile uint64_t *tail)
{
    uint64_t begin = emuq_byte_ring_begin(r);
    if (__atomic_load_n(&r->commit, __ATOMIC_ACQUIRE) != begin)
        return false;
    uint64_t offset = __atomic_load_n(tail, __ATOMIC_ACQUIRE) - start;
    if (offset >= size)
        return false;
    uint64_t now = begin - emuq_byte_ring_offset(begin) + 2 * EMUQ_BYTE_RING_LAP + offset;
    EMUQ_TEST_POINT(byte_ring_before_reset);
    if (!__atomic_compare_exchange_n(&r->reserve, &begin, now, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        return false;
    /* A sender that has reserved since waits for this in emuq_byte_ring_publish(). */
    __atomic_store_n(&r->commit, now, __ATOMIC_RELEASE);
    return true;
}

#endif /* EMUQ_SYNC_BYTE_RING_H */
