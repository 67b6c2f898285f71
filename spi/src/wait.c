/* SPDX-License-Identifier: BSD-3-Clause */
/* Backoff of waiting loops, and the hooks of the Message Unit. */
#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <time.h>

#include "base/atomic.h"
#include "base/backoff.h"
#include "hwi/include/common/emuq_mmio.h"
#include "spi/include/l2/emuq_fair.h"

/* YIELDS: number of yields before a sleep, or to a rejected thread. SAME_SPINS: iterations between yields at
 * an unchanged word. */
#define YIELDS     EMUQ_BACKOFF_SPINS_MIN
#define SAME_SPINS (4 * EMUQ_BACKOFF_SPINS)

#define FIRST_SLEEP   ((long)EMUQ_BACKOFF_WAKE_NS)
#define LONGEST_SLEEP ((long)EMUQ_BACKOFF_LONG_NS) /* at least EMUQ_BACKOFF_SHARE_NS per thread of a core */
#define MOST_DOUBLED  11u                          /* upper limit of any sleep: FIRST_SLEEP << MOST_DOUBLED */

_Static_assert(EMUQ_RELAX_SPINS == EMUQ_BACKOFF_SPINS, "the public header has a copy");

emuq_mmio_hooks_t emuq_mmio;

static __thread uint64_t yields;               /* also counts sleeps; read by a signal handler */
static uint64_t longest_sleep = LONGEST_SLEEP; /* atomic, relaxed: a hint */
static unsigned is_shared;                     /* atomic, relaxed: a hint */

void emuq_relax_shared(unsigned threads)
{
    long ns = threads < 1000 ? (long)(threads * EMUQ_BACKOFF_SHARE_NS) : LONG_MAX;
    AO_store(&longest_sleep, ns > LONGEST_SLEEP ? ns : LONGEST_SLEEP);
    AO_int_store(&is_shared, threads > 1);
}

int emuq_relax_is_shared(void)
{
    return (int)AO_int_load(&is_shared);
}

uint64_t emuq_relax_yields(void)
{
    return yields;
}

/* Lets a backend with modelled time handle a loop iteration. @return false: no such backend; not handled */
static bool wait_is_modelled(const volatile void *where, uint64_t seen, bool begins)
{
    return emuq_mmio.time.relax != NULL && emuq_mmio.time.relax(where, seen, begins);
}

static void wait_yield(void)
{
    yields++;
    sched_yield();
}

void emuq_relax_slow(unsigned *turns)
{
    unsigned slow = *turns - EMUQ_RELAX_SPINS;
    if (wait_is_modelled(__builtin_return_address(0), 0, slow == 0)) {
        *turns = EMUQ_RELAX_SPINS + 1;
        return;
    }
    if (slow < YIELDS) {
        ++*turns;
        wait_yield();
        return;
    }
    long longest = (long)AO_load(&longest_sleep);
    unsigned doublings = slow - YIELDS;
    struct timespec pause = {0, FIRST_SLEEP << doublings};
    if (pause.tv_nsec > longest)
        pause.tv_nsec = longest;
    else if (doublings < MOST_DOUBLED)
        ++*turns;
    yields++;
    nanosleep(&pause, NULL);
}

/* Fairness between threads rejected at an L2 word and threads able to starve them. */

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
static void wait_wake_node(void)
{
    if (emuq_mmio.wait.wake != NULL && emuq_flag_load(&have_slept))
        emuq_mmio.wait.wake(emuq_mmio_register(ANY_REGISTER));
}

void emuq_relax_rejected(volatile uint64_t *word)
{
    static __thread unsigned turns;
    if (wait_is_modelled(__builtin_return_address(0), 0, false))
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
        wait_wake_node();
    wait_yield();
}

/* Updates emuq_has_rejected after a mark has been cleared. */
static void wait_update_has_rejected(void)
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
    wait_update_has_rejected();
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
            wait_yield();
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
        wait_update_has_rejected();
    }
    wait_yield();
    return 0;
}

__thread emuq_same_t emuq_same_seen;

void emuq_relax_same_slow(void)
{
    static __thread unsigned turns;
    if (!wait_is_modelled(emuq_same_seen.word, emuq_same_seen.value, false) && ++turns % SAME_SPINS == 0)
        wait_yield();
}
