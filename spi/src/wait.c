/* SPDX-License-Identifier: BSD-3-Clause */
#include "hwi/include/common/emuq_wait.h"

#include <sched.h>
#include <time.h>

#define SAME_SPINS    256u
#define YIELDS        16u
#define FIRST_SLEEP   20000l   /* nanoseconds */
#define LONGEST_SLEEP 1000000l /* nanoseconds */

static __thread uint64_t yields; /* and sleeps; a signal handler reads it */

uint64_t emuq_relax_yields(void)
{
    return yields;
}

static void give_up_core(void)
{
    yields++;
    sched_yield();
}

void emuq_relax_slow(unsigned *turns)
{
    unsigned slow = *turns - EMUQ_RELAX_SPINS;
    if (slow < YIELDS) {
        ++*turns;
        give_up_core();
        return;
    }
    struct timespec pause = {0, LONGEST_SLEEP};
    unsigned doublings = slow - YIELDS;
    if (FIRST_SLEEP << doublings < LONGEST_SLEEP) {
        pause.tv_nsec = FIRST_SLEEP << doublings;
        ++*turns;
    }
    yields++;
    nanosleep(&pause, NULL);
}

void emuq_relax_refused(void)
{
    static __thread unsigned turns;
    if (++turns % EMUQ_RELAX_SPINS == 0)
        give_up_core();
    else
        emuq_relax_core();
}

__thread emuq_same_t emuq_same_seen;

void emuq_relax_same_slow(void)
{
    static __thread unsigned turns;
    if (++turns % SAME_SPINS == 0)
        give_up_core();
}
