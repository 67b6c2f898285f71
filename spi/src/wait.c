/* SPDX-License-Identifier: BSD-3-Clause */
#include "hwi/include/common/emuq_wait.h"

#include <sched.h>
#include <time.h>

#define YIELDS        16u
#define FIRST_SLEEP   20000l   /* nanoseconds */
#define LONGEST_SLEEP 1000000l /* nanoseconds */

void emuq_relax_slow(unsigned *turns)
{
    unsigned slow = *turns - EMUQ_RELAX_SPINS;
    if (slow < YIELDS) {
        ++*turns;
        sched_yield();
        return;
    }
    struct timespec pause = {0, LONGEST_SLEEP};
    unsigned doublings = slow - YIELDS;
    if (FIRST_SLEEP << doublings < LONGEST_SLEEP) {
        pause.tv_nsec = FIRST_SLEEP << doublings;
        ++*turns;
    }
    nanosleep(&pause, NULL);
}
