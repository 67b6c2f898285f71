/* SPDX-License-Identifier: BSD-3-Clause */
/* Fairness between threads rejected at an L2 word and threads able to starve them. */
#include "spi/include/l2/emuq_fair.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/atomic.h"
#include "base/backoff.h"
#include "hwi/include/common/emuq_mmio.h"

/* YIELDS: number of yields to a rejected thread. SAME_SPINS: iterations between yields at an unchanged word.
 */
#define YIELDS     EMUQ_BACKOFF_SPINS_MIN
#define SAME_SPINS (4 * EMUQ_BACKOFF_SPINS)

#define ANY_REGISTER UINT64_C(0x3fdfe000000) /* physical address of a register of the caller's node */

uintptr_t emuq_rejected[EMUQ_REJECTED_MARKS];
unsigned emuq_has_rejected;

static bool have_slept; /* atomic, relaxed: set by the first emuq_relax_before_sleep() of the process */
static unsigned idled;  /* atomic, relaxed: sleeps skipped since the last yield to a rejected thread */
/* Atomic, relaxed: marks of the slot do not end or prevent sleeps. Set if skipped sleeps did not help the
 * rejected threads (an empty queue, say); cleared by the next store to a marked block. */
static bool is_futile[EMUQ_REJECTED_MARKS];
static __thread uintptr_t marked; /* last mark of the thread, 0: none */

/* Wakes the sleepers of the caller's node: all users of an L2 word are in one node. */
static void fair_wake_node(void)
{
    if (emuq_mmio.wait.wake != NULL && emuq_flag_load(&have_slept))
        emuq_mmio.wait.wake(emuq_mmio_register(ANY_REGISTER));
}

void emuq_relax_rejected(volatile uint64_t *word)
{
    static __thread unsigned turns;
    if (emuq_mmio_relax(__builtin_return_address(0), 0, 0))
        return;
    if (++turns % EMUQ_RELAX_SPINS != 0) {
        emuq_relax_core();
        return;
    }
    uintptr_t *slot = emuq_rejected_mark(word);
    marked = (uintptr_t)word;
    AO_store(slot, marked);
    AO_int_store(&emuq_has_rejected, 1);
    if (!emuq_flag_load(&is_futile[slot - emuq_rejected]))
        fair_wake_node();
    emuq_relax_yield();
}

/* Updates emuq_has_rejected after a mark has been cleared. */
static void fair_update_has_rejected(void)
{
    for (unsigned i = 0; i < EMUQ_REJECTED_MARKS; i++)
        if (AO_load(&emuq_rejected[i]) != 0)
            return;
    AO_int_store(&emuq_has_rejected, 0);
}

/* A store by the marking thread itself makes its mark obsolete. For a mark of another thread the caller
 * waits until the marked word changes: the rejected thread has succeeded. The wait is limited to
 * YIELDS yields: the rejected thread may have given up. */
void emuq_relax_give_way_slow(volatile uint64_t *word, int has_stored)
{
    uintptr_t *slot = emuq_rejected_mark(word), mark = AO_load(slot);
    if (mark >> 5 != (uintptr_t)word >> 5 || (mark == marked && !has_stored))
        return;
    AO_store(slot, 0);
    fair_update_has_rejected();
    if (has_stored) {
        emuq_flag_store(&is_futile[slot - emuq_rejected], false);
        AO_int_store(&idled, 0);
    }
    if (mark == marked) {
        marked = 0;
        return;
    }
    const volatile uint64_t *wanted = (const volatile uint64_t *)mark;
    uint64_t seen = AO_load(wanted);
    for (unsigned i = 0; i < EMUQ_RELAX_SPINS + YIELDS; i++) {
        if (AO_load(wanted) != seen)
            return;
        if (i < EMUQ_RELAX_SPINS)
            emuq_relax_core();
        else
            emuq_relax_yield();
    }
}

/* Clears the marks after EMUQ_BACKOFF_SKIPS skipped sleeps without a yield to a rejected thread. */
int emuq_relax_before_sleep(void)
{
    bool rejected = false;
    if (!emuq_flag_load(&have_slept))
        emuq_flag_store(&have_slept, true);
    for (unsigned i = 0; i < EMUQ_REJECTED_MARKS; i++)
        rejected |= AO_load(&emuq_rejected[i]) != 0 && !emuq_flag_load(&is_futile[i]);
    if (!rejected)
        return 1;
    if (AO_int_fetch_and_add(&idled, 1) + 1 > EMUQ_BACKOFF_SKIPS) {
        AO_int_store(&idled, 0);
        for (unsigned i = 0; i < EMUQ_REJECTED_MARKS; i++)
            if (emuq_exchange(&emuq_rejected[i], 0) != 0)
                emuq_flag_store(&is_futile[i], true);
        fair_update_has_rejected();
    }
    emuq_relax_yield();
    return 0;
}

__thread emuq_same_t emuq_same_seen;

void emuq_relax_same_slow(void)
{
    static __thread unsigned turns;
    if (!emuq_mmio_relax(emuq_same_seen.word, emuq_same_seen.value, 0) && ++turns % SAME_SPINS == 0)
        emuq_relax_yield();
}
