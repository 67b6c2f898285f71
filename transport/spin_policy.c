/* SPDX-License-Identifier: BSD-3-Clause */
#include "transport/connection.h"

#include <sched.h>

#include "base/host_calls.h"

#define SPIN_MIN_NS UINT64_C(2000)
#define SHARED_NS   UINT64_C(2000) /* a yield longer than this ran another thread */
/* Polls between yields of a shared core: a waiting rank returns the core at once, but frames that arrive
 * meanwhile are found late. */
#define SHARED_POLLS  4u
#define PRIVATE_POLLS 32u /* limit if no thread takes the core */
/* A longer yield: a thread computes, or waits without yielding. If frames were delayed, and spinning has not
 * saved as much time, the engine does not yield for the length of the yield, doubled for each in a row. Local
 * requests count for consecutive long yields only: they may have arrived at the end. */
#define COMPUTES_NS UINT64_C(250000)
#define SKIPPED_MAX 64u
#define SAVES_NS    UINT64_C(20000) /* time saved per frame: at least the cost of a sleep and a wake-up */
#define SAVED_MAX   UINT64_C(20000000)

static uint64_t spin_policy_min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

void emuq_spin_policy_open(emuq_spin_policy_t *p, uint64_t most)
{
    most = most > SPIN_MIN_NS ? most : SPIN_MIN_NS;
    *p = (emuq_spin_policy_t){.max = most, .limit = SPIN_MIN_NS, .yield_after = SHARED_POLLS};
}

void emuq_spin_policy_begin(emuq_spin_policy_t *p, uint64_t now)
{
    p->begun = now;
}

emuq_next_t emuq_spin_policy_empty(emuq_spin_policy_t *p, uint64_t now, uint64_t most)
{
    p->long_yield = 0;
    if (now < p->computing)
        return EMUQ_NEXT_SLEEP;
    if (now - p->begun >= p->limit) {
        p->limit = p->limit / 2 > SPIN_MIN_NS ? p->limit / 2 : SPIN_MIN_NS;
        return EMUQ_NEXT_SLEEP;
    }
    if (now - p->begun >= most)
        return EMUQ_NEXT_SLEEP;
    if (p->limit == SPIN_MIN_NS || ++p->polls < p->yield_after) /* no yield just before a sleep */
        return EMUQ_NEXT_POLL;
    p->polls = 0;
    return EMUQ_NEXT_YIELD;
}

void emuq_spin_policy_yielded(emuq_spin_policy_t *p, uint64_t before, uint64_t now)
{
    uint64_t length = now - before;
    p->yield_after =
        length > SHARED_NS ? SHARED_POLLS : (uint32_t)spin_policy_min(p->yield_after * 2, PRIVATE_POLLS);
    p->long_yield = length > COMPUTES_NS ? length : 0;
    p->in_row = p->long_yield != 0 ? p->in_row + 1 : 0;
}

void emuq_spin_policy_yield(emuq_spin_policy_t *p)
{
    uint64_t before = emuq_host_now_ns();
    sched_yield();
    emuq_spin_policy_yielded(p, before, emuq_host_now_ns());
}

/* Frames were delayed by a long yield. */
static void spin_policy_penalise(emuq_spin_policy_t *p, uint64_t now)
{
    bool was_worth_it = p->saved >= p->long_yield;
    p->saved = was_worth_it ? p->saved - p->long_yield : 0;
    p->skipped = was_worth_it      ? 0
                 : p->skipped == 0 ? 1
                                   : (uint32_t)spin_policy_min(p->skipped * 2, SKIPPED_MAX);
    p->computing = now + p->long_yield * p->skipped;
}

bool emuq_spin_policy_found(emuq_spin_policy_t *p, uint64_t now, emuq_found_t what)
{
    if (p->long_yield != 0 && (what == EMUQ_FOUND_FRAMES || p->in_row > 1))
        spin_policy_penalise(p, now);
    else if (p->long_yield == 0 && what == EMUQ_FOUND_FRAMES)
        p->saved = spin_policy_min(p->saved + SAVES_NS, SAVED_MAX);
    p->long_yield = 0;
    if (what != EMUQ_FOUND_AFTER_SLEEP)
        p->limit = spin_policy_min(p->limit * 2, p->max);
    else if (now - p->begun < p->max) /* spinning would have found the event */
        p->limit = p->max;
    return what == EMUQ_FOUND_FRAMES && p->yield_after == SHARED_POLLS && now >= p->computing;
}
