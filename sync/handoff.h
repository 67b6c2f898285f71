/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file handoff.h
 * @brief A token passed between threads of several processes: the holder runs, all other threads sleep.
 *
 * The holder of the token:
 *
 *     emuq_handoff_pass(&slot[next]);
 *     emuq_handoff_wait(&slot[mine]);
 *
 * The next thread need not exist yet. Its slot must not have the token.
 *
 * | word   | stored by                 | order   | pairs with                        |
 * |--------|---------------------------|---------|-----------------------------------|
 * | passed | 0 -> 1: the holder        | release | acquire load of the slot's thread |
 * | passed | 1 -> 0: the slot's thread | relaxed | the thread holds the token        |
 *
 * Zero is a slot without the token.
 */
#ifndef EMUQ_SYNC_HANDOFF_H
#define EMUQ_SYNC_HANDOFF_H

#include "base/lock.h"

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

static inline void emuq_handoff_wait(emuq_handoff_t *mine)
{
    while (AO_int_load_acquire(&mine->passed) == 0) {
        EMUQ_TEST_POINT(handoff_sleep);
        (void)emuq_futex_wait(&mine->passed, 0, EMUQ_FUTEX_FOREVER);
    }
    AO_int_store(&mine->passed, 0);
}

#endif /* EMUQ_SYNC_HANDOFF_H */
