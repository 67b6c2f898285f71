/* SPDX-License-Identifier: BSD-3-Clause */
/* Hooks of the Message Unit, and waiting loops, for the inline functions of hwi. */
#include "hwi/include/common/emuq_platform.h"

#include <limits.h>
#include <sched.h>
#include <stddef.h>
#include <time.h>

#include "base/atomic.h"
#include "base/backoff.h"
#include "hwi/include/common/emuq_mmio.h"
#include "hwi/include/common/emuq_wait.h"

#define YIELDS EMUQ_BACKOFF_SPINS_MIN /* yields before a thread sleeps */

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

void emuq_relax_yield(void)
{
    yields++;
    sched_yield();
}

void emuq_relax_slow(unsigned *turns)
{
    unsigned slow = *turns - EMUQ_RELAX_SPINS;
    if (emuq_mmio_relax(__builtin_return_address(0), 0, slow == 0)) {
        *turns = EMUQ_RELAX_SPINS + 1;
        return;
    }
    if (slow < YIELDS) {
        ++*turns;
        emuq_relax_yield();
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
