/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file handoff.h
 * @brief A token passed between threads of several processes: the holder runs, all other threads sleep.
 *
 * Each thread has a wait slot. The holder passes the token to the slot of the next thread, then waits:
 *
 *     emuq_handoff_pass(&slot[next]);
 *     emuq_handoff_wait(&slot[mine]);
 *
 * The token may be passed before the receiver exists, but never to a slot that has the token.
 *
 * | word   | stored by                 | order   | pairs with                        |
 * |--------|---------------------------|---------|-----------------------------------|
 * | passed | 0 -> 1: the holder        | release | acquire load of the slot's thread |
 * | passed | 1 -> 0: the slot's thread | relaxed | the thread holds the token        |
 *
 * The holder stores 1 before it wakes the thread: no wake-up is lost. Zero is a slot without the token.
 */
#ifndef EMUQ_SYNC_HANDOFF_H
#define EMUQ_SYNC_HANDOFF_H

#include "base/lock.h"
#include "base/test_point.h"

/** Wait slot of a thread. */
typedef struct emuq_handoff {
    unsigned passed; /**< 1: the token is in the slot */
} emuq_handoff_t;

static inline void emuq_handoff_pass(emuq_handoff_t *to)
{
    EMUQ_TEST_POINT(handoff_pass);
    AO_int_store_release(&to->passed, 1);
    EMUQ_TEST_POINT(handoff_wake);
    (void)emuq_futex_wake(&to->passed, 1);
}

/** Sleeps until the caller's slot has the token. */
static inline void emuq_handoff_wait(emuq_handoff_t *mine)
{
    while (AO_int_load_acquire(&mine->passed) == 0) {
        EMUQ_TEST_POINT(handoff_sleep);
        (void)emuq_futex_wait(&mine->passed, 0, EMUQ_FUTEX_FOREVER);
    }
    AO_int_store(&mine->passed, 0);
}

#endif /* EMUQ_SYNC_HANDOFF_H */
