/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file stream.h
 * @brief Ring of records with a single writer and at most one reader; the writer never waits.
 *
 * Without a reader the ring keeps the newest records. The caller owns the slots, a power of two:
 *
 *     if (!emuq_stream_is_full(s, slots))   // otherwise the record is lost and counted
 *         write slot[emuq_stream_slot(s, slots)];
 *     emuq_stream_add(s);
 *
 *     end = emuq_stream_end(s);             // reader: [s->taken, end) is readable
 *     emuq_stream_take(s, end);
 *
 * | word        | stored by | order   | pairs with                                           |
 * |-------------|-----------|---------|------------------------------------------------------|
 * | written     | writer    | release | acquire in emuq_stream_end(): contents of the slots  |
 * | taken       | reader    | release | acquire in emuq_stream_refill(): the slots were read |
 * | limit, step | writer    | plain   | private to the writer                                |
 * | lost        | writer    | relaxed | a count only                                         |
 */
#ifndef EMUQ_SYNC_STREAM_H
#define EMUQ_SYNC_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/atomic.h"

typedef struct emuq_stream {
    uint64_t written; /**< number of written records */
    uint64_t limit;   /**< upper bound of `written`; UINT64_MAX: no reader */
    uint64_t step;    /**< 0: the last record was lost */
    uint64_t lost;
    uint64_t taken; /**< number of records released by the reader */
} emuq_stream_t;

static inline void emuq_stream_init(emuq_stream_t *s, uint64_t slots, bool is_read)
{
    *s = (emuq_stream_t){.limit = is_read ? slots : UINT64_MAX, .step = 1};
}

/** Reloads the limit; counts a lost record if the ring is full. @return whether a slot is free */
static inline bool emuq_stream_refill(emuq_stream_t *s, uint64_t slots)
{
    EMUQ_TEST_POINT(stream_full);
    s->limit = AO_load_acquire(&s->taken) + slots;
    s->step = s->written != s->limit;
    if (s->step == 0)
        AO_store(&s->lost, s->lost + 1);
    return s->step != 0;
}

/** @return whether the next record is lost; call emuq_stream_add() in both cases */
static inline bool emuq_stream_is_full(emuq_stream_t *s, uint64_t slots)
{
    return __builtin_expect(s->written == s->limit, 0) && !emuq_stream_refill(s, slots);
}

static inline uint64_t emuq_stream_slot(const emuq_stream_t *s, uint64_t slots)
{
    return s->written & (slots - 1);
}

/** Publishes the record. @return number of written records */
static inline uint64_t emuq_stream_add(emuq_stream_t *s)
{
    uint64_t written = s->written + s->step;
    EMUQ_TEST_POINT(stream_add);
    AO_store_release(&s->written, written);
    return written;
}

static inline uint64_t emuq_stream_end(const emuq_stream_t *s)
{
    return AO_load_acquire(&s->written);
}

static inline void emuq_stream_take(emuq_stream_t *s, uint64_t end)
{
    EMUQ_TEST_POINT(stream_take);
    AO_store_release(&s->taken, end);
}

#endif /* EMUQ_SYNC_STREAM_H */
