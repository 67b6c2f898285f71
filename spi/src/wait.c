/* SPDX-License-Identifier: BSD-3-Clause */
#include "hwi/include/common/emuq_wait.h"

#include <limits.h>
#include <sched.h>
#include <stdbool.h>
#include <time.h>

#include "hwi/include/common/emuq_mmio.h"

#define SAME_SPINS    256u
#define YIELDS        16u
#define FIRST_SLEEP   20000l   /* nanoseconds */
#define LONGEST_SLEEP 1000000l /* nanoseconds; but as long as every thread that shares the core needs ... */
#define SLEEP_OF_ONE  125000l  /* ... so much for each of them ... */
#define MOST_DOUBLED  11u      /* ... and never longer than FIRST_SLEEP doubled so often */

static __thread uint64_t yields;           /* and sleeps; a signal handler reads it */
static long longest_sleep = LONGEST_SLEEP; /* __atomic, relaxed: a hint */

void emuq_relax_shared(unsigned threads)
{
    long ns = threads < 1000 ? (long)threads * SLEEP_OF_ONE : LONG_MAX;
    __atomic_store_n(&longest_sleep, ns > LONGEST_SLEEP ? ns : LONGEST_SLEEP, __ATOMIC_RELAXED);
}

uint64_t emuq_relax_yields(void)
{
    return yields;
}

/* Whether the time of the loop that has called a function here is not the host's: then the turn is over. */
static bool has_passed(const volatile void *where, uint64_t seen, bool begins)
{
    return emuq_mmio.relax != NULL && emuq_mmio.relax(where, seen, begins);
}

static void give_up_core(void)
{
    yields++;
    sched_yield();
}

void emuq_relax_slow(unsigned *turns)
{
    unsigned slow = *turns - EMUQ_RELAX_SPINS;
    if (has_passed(__builtin_return_address(0), 0, slow == 0)) {
        *turns = EMUQ_RELAX_SPINS + 1;
        return;
    }
    if (slow < YIELDS) {
        ++*turns;
        give_up_core();
        return;
    }
    long longest = __atomic_load_n(&longest_sleep, __ATOMIC_RELAXED);
    unsigned doublings = slow - YIELDS;
    struct timespec pause = {0, FIRST_SLEEP << doublings};
    if (pause.tv_nsec > longest)
        pause.tv_nsec = longest;
    else if (doublings < MOST_DOUBLED)
        ++*turns;
    yields++;
    nanosleep(&pause, NULL);
}

void emuq_relax_refused(void)
{
    static __thread unsigned turns;
    if (has_passed(__builtin_return_address(0), 0, false))
        return;
    if (++turns % EMUQ_RELAX_SPINS == 0)
        give_up_core();
    else
        emuq_relax_core();
}

__thread emuq_same_t emuq_same_seen;

void emuq_relax_same_slow(void)
{
    static __thread unsigned turns;
    if (!has_passed(emuq_same_seen.word, emuq_same_seen.value, false) && ++turns % SAME_SPINS == 0)
        give_up_core();
}
