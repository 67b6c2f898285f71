/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file stream.h
 * @brief A ring of one writer and at most one reader, in which the writer never waits.
 *
 * Without a reader the ring keeps what was written last. With one, nothing that it has not taken is
 * overwritten: what finds no room is lost, and counted. The slots are the caller's, a power of two of them:
 *
 *     if (!emuq_stream_is_full(s, slots))   otherwise what is written is lost, and counted
 *         ... all of slot[emuq_stream_slot(s, slots)] is written ...
 *     emuq_stream_add(s)
 *
 *     end = emuq_stream_end(s)              the reader: [s->taken, end) can be read
 *     emuq_stream_take(s, end)
 *
 * | word          | stored by | order   | pairs with                                            |
 * |---------------|-----------|---------|-------------------------------------------------------|
 * | written       | writer    | release | acquire in emuq_stream_end(): what is in the slots     |
 * | taken         | reader    | release | acquire in emuq_stream_room(): slots have been read    |
 * | limit, step   | writer    | plain   | its own                                               |
 * | lost          | writer    | relaxed | a number alone                                        |
 *
 * While `written` is below `limit` there is room, and `step` is 1: one comparison tells. At the limit `taken`
 * is looked at; if that has not moved, `step` is 0, so that add() counts nothing.
 */
#ifndef EMUQ_SYNC_STREAM_H
#define EMUQ_SYNC_STREAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/test_point.h"

typedef struct emuq_stream {
    uint64_t written; /**< ever */
    uint64_t limit;   /**< that `written` does not pass; UINT64_MAX: there is no reader */
    uint64_t step;    /**< 1; 0: the last one was lost */
    uint64_t lost;
    uint64_t taken; /**< by the reader */
} emuq_stream_t;

/** Makes an empty ring. @param is_read it has a reader */
static inline void emuq_stream_init(emuq_stream_t *s, uint64_t slots, bool is_read)
{
    *s = (emuq_stream_t){.limit = is_read ? slots : UINT64_MAX, .step = 1};
}

/** At the limit: whether there is room now. */
static inline bool emuq_stream_room(emuq_stream_t *s, uint64_t slots)
{
    EMUQ_TEST_POINT(stream_full);
    s->limit = __atomic_load_n(&s->taken, __ATOMIC_ACQUIRE) + slots;
    s->step = s->written != s->limit;
    if (s->step == 0)
        __atomic_store_n(&s->lost, s->lost + 1, __ATOMIC_RELAXED);
    return s->step != 0;
}

/** Whether what is written next is lost. emuq_stream_add() is to be called in any case. */
static inline bool emuq_stream_is_full(emuq_stream_t *s, uint64_t slots)
{
    return __builtin_expect(s->written == s->limit, 0) && !emuq_stream_room(s, slots);
}

/** The slot of what is written next, after emuq_stream_is_full() has said that there is one. */
static inline uint64_t emuq_stream_slot(const emuq_stream_t *s, uint64_t slots)
{
    return s->written & (slots - 1);
}

/** The slot is written. @return how many are */
static inline uint64_t emuq_stream_add(emuq_stream_t *s)
{
    uint64_t written = s->written + s->step;
    EMUQ_TEST_POINT(stream_add);
    __atomic_store_n(&s->written, written, __ATOMIC_RELEASE);
    return written;
}

/** The reader: how far it can read. */
static inline uint64_t emuq_stream_end(const emuq_stream_t *s)
{
    return __atomic_load_n(&s->written, __ATOMIC_ACQUIRE);
}

/** The reader has read all before @p end. */
static inline void emuq_stream_take(emuq_stream_t *s, uint64_t end)
{
    EMUQ_TEST_POINT(stream_take);
    __atomic_store_n(&s->taken, end, __ATOMIC_RELEASE);
}

#endif /* EMUQ_SYNC_STREAM_H */
