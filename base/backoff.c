/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "base/backoff.h"

#include <sched.h>
#include <string.h>
#include <unistd.h>

#include "base/host_calls.h"

#define MASK_WORDS 1024u /* exceeds the limit of Linux */

/* spins_min, spins_max, yields, sleeps_if_shared, sleep_min_ns, sleep_max_ns */
const emuq_backoff_policy_t emuq_backoff_table[EMUQ_BACKOFF_KINDS] = {
    /* Short constant sleeps: plain stores wake no sleeper. */
    [EMUQ_BACKOFF_RANK] = {EMUQ_BACKOFF_SPINS_MIN, EMUQ_BACKOFF_SPINS_MAX, EMUQ_BACKOFF_YIELDS, true,
                           EMUQ_BACKOFF_SLEEP_NS, EMUQ_BACKOFF_SLEEP_NS},
    [EMUQ_BACKOFF_RANK_SHARED] = {EMUQ_BACKOFF_SPINS_MIN, EMUQ_BACKOFF_SPINS_MIN, EMUQ_BACKOFF_YIELDS_SHARED,
                                  false, EMUQ_BACKOFF_SLEEP_NS, EMUQ_BACKOFF_POLLED_NS},
    [EMUQ_BACKOFF_CARD] = {EMUQ_BACKOFF_SPINS_MAX, EMUQ_BACKOFF_SPINS_MAX, EMUQ_BACKOFF_YIELDS, false,
                           EMUQ_BACKOFF_LONG_NS, EMUQ_BACKOFF_LONG_NS},
    [EMUQ_BACKOFF_CARD_SHARED] = {EMUQ_BACKOFF_SPINS_MIN, EMUQ_BACKOFF_SPINS_MAX, EMUQ_BACKOFF_YIELDS, false,
                                  EMUQ_BACKOFF_LONG_NS, EMUQ_BACKOFF_LONG_NS},
    /* Another thread receives: it needs the core. */
    [EMUQ_BACKOFF_CARD_LINKS] = {EMUQ_BACKOFF_SPINS_MIN, EMUQ_BACKOFF_SPINS_MIN, EMUQ_BACKOFF_FEW, true,
                                 EMUQ_BACKOFF_LONG_NS, EMUQ_BACKOFF_LONG_NS},
    /* No event wakes these sleepers. */
    [EMUQ_BACKOFF_DEVICE] = {EMUQ_BACKOFF_SPINS_MAX, EMUQ_BACKOFF_SPINS_MAX, 4 * EMUQ_BACKOFF_YIELDS, false,
                             EMUQ_BACKOFF_RECHECK_NS, EMUQ_BACKOFF_LONG_NS},
    [EMUQ_BACKOFF_DEVICE_SHARED] = {EMUQ_BACKOFF_SPINS_MIN, EMUQ_BACKOFF_SPINS_MIN, 4 * EMUQ_BACKOFF_YIELDS,
                                    false, EMUQ_BACKOFF_RECHECK_NS, EMUQ_BACKOFF_LONG_NS},
    [EMUQ_BACKOFF_ENGINE] = {EMUQ_BACKOFF_FEW, EMUQ_BACKOFF_ENGINE_MAX, EMUQ_BACKOFF_NEVER, false,
                             EMUQ_BACKOFF_WAKE_NS, EMUQ_BACKOFF_LONG_NS},
    [EMUQ_BACKOFF_SCAN] = {0, 0, 0, false, EMUQ_BACKOFF_SLEEP_NS, EMUQ_BACKOFF_SCAN_NS},
    [EMUQ_BACKOFF_PROBE] = {0, 0, 0, false, EMUQ_BACKOFF_POLLED_NS, EMUQ_NS_PER_S},
};

static uint64_t backoff_min(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

emuq_core_use_t *emuq_core_here(emuq_core_use_t *cores)
{
    int core = sched_getcpu();
    return &cores[core < 0 ? 0 : (unsigned)core % EMUQ_CORE_SLOTS];
}

void emuq_core_yield_end(emuq_core_use_t *core, uint64_t begin, uint64_t now)
{
    uint64_t before = AO_load(&core->yielded_ns);
    uint64_t since = before > begin ? before : begin, slice = now > since ? now - since : 0;
    if (slice <= EMUQ_BACKOFF_LONG_NS)
        return;
    uint64_t slices = AO_load(&core->slices);
    if (slices == 0 || now > AO_load(&core->busy_until_ns) + 2 * slice)
        slices = 1;
    slices = backoff_min(2 * slices, EMUQ_BACKOFF_REPEATS);
    AO_store(&core->slices, slices);
    AO_store(&core->busy_until_ns, now + slices * slice);
}

static uint64_t backoff_longest_sleep_ns(uint32_t share)
{
    uint64_t ns = share * EMUQ_BACKOFF_SHARE_NS, full = share * EMUQ_BACKOFF_SHARE_FULL_NS;
    if (ns > EMUQ_BACKOFF_POLLED_NS)
        ns = full > EMUQ_BACKOFF_POLLED_NS ? full : EMUQ_BACKOFF_POLLED_NS;
    return ns > EMUQ_BACKOFF_LONG_NS ? ns : EMUQ_BACKOFF_LONG_NS;
}

emuq_backoff_policy_t emuq_backoff_policy(emuq_backoff_kind_t kind, emuq_backoff_mode_t mode)
{
    emuq_backoff_policy_t p = emuq_backoff_table[kind];
    if (mode == EMUQ_BACKOFF_SPIN_ONLY)
        p.spins_max = EMUQ_BACKOFF_NEVER;
    if (mode == EMUQ_BACKOFF_SLEEP_SOON)
        p.spins_min = p.spins_max = p.yields = EMUQ_BACKOFF_REPEATS;
    else if (mode != EMUQ_BACKOFF_AUTO)
        p.yields = EMUQ_BACKOFF_NEVER;
    return p;
}

emuq_backoff_policy_t emuq_backoff_rank(emuq_backoff_mode_t mode, uint32_t ranks, uint32_t cores)
{
    uint32_t share = ranks / cores;
    emuq_backoff_policy_t p =
        emuq_backoff_policy(share > 1 ? EMUQ_BACKOFF_RANK_SHARED : EMUQ_BACKOFF_RANK, mode);
    if (share > 1 && mode == EMUQ_BACKOFF_AUTO)
        p.yields = p.yields / share + 2; /* a scan precedes the second yield */
    if (ranks > cores || mode == EMUQ_BACKOFF_SLEEP_SOON) {
        p.sleeps_if_shared = false;
        p.sleep_max_ns = backoff_longest_sleep_ns(share);
    }
    return p;
}

uint64_t emuq_backoff_scan_ns(uint32_t share)
{
    uint32_t crowd = share / EMUQ_BACKOFF_REPEATS;
    return EMUQ_BACKOFF_SCAN_NS * (crowd > 1 ? crowd : 1);
}

emuq_backoff_step_t emuq_backoff_step(const emuq_backoff_t *b, const emuq_backoff_policy_t *p,
                                      emuq_core_use_t *cores, uint64_t now)
{
    if (b->polls < b->spins)
        return EMUQ_STEP_SPIN;
    if (p->yields == EMUQ_BACKOFF_NEVER)
        return EMUQ_STEP_YIELD;
    bool is_due = b->yields >= p->yields && (!p->sleeps_if_shared || b->spins <= p->spins_min);
    return is_due || (cores != NULL && emuq_core_is_busy(emuq_core_here(cores), now)) ? EMUQ_STEP_SLEEP
                                                                                      : EMUQ_STEP_YIELD;
}

void emuq_backoff_adapt(emuq_backoff_t *b, const emuq_backoff_policy_t *p, bool is_shared)
{
    if (!is_shared)
        b->spins = b->spins < p->spins_max / 2 ? b->spins * 2 : p->spins_max;
    else if (b->spins > p->spins_min)
        b->spins = b->spins / 2 > p->spins_min ? b->spins / 2 : p->spins_min;
}

uint64_t emuq_backoff_yield(emuq_backoff_t *b, const emuq_backoff_policy_t *p, emuq_core_use_t *cores,
                            uint64_t now)
{
    emuq_core_use_t *here = cores != NULL ? emuq_core_here(cores) : NULL;
    if (here != NULL)
        emuq_core_yield_begin(here, now);
    sched_yield();
    uint64_t end = emuq_host_now_ns();
    bool is_shared = end - now > EMUQ_BACKOFF_SWITCH_NS || (here != NULL && emuq_core_was_shared(here, now));
    if (here != NULL)
        emuq_core_yield_end(emuq_core_here(cores), now, end);
    b->yields++;
    if (p->sleeps_if_shared)
        b->yields += (uint32_t)((end - now) / EMUQ_BACKOFF_SWITCH_NS);
    emuq_backoff_adapt(b, p, is_shared);
    return end;
}

void emuq_backoff_slept(emuq_backoff_t *b, const emuq_backoff_policy_t *p, bool timed_out)
{
    if (p->sleeps_if_shared && b->yields >= p->yields) /* the next yields show whether the core is shared */
        b->yields = p->yields > EMUQ_BACKOFF_FEW ? p->yields - EMUQ_BACKOFF_FEW : 0;
    if (timed_out)
        b->sleep_ns = emuq_backoff_longer(b->sleep_ns, p);
    else
        b->polls = 0;
}

#define ENGINE_POLICY (&emuq_backoff_table[EMUQ_BACKOFF_ENGINE])

void emuq_engine_backoff_init(emuq_engine_backoff_t *e, uint64_t max_ns)
{
    *e = (emuq_engine_backoff_t){.backoff.spins = ENGINE_POLICY->spins_min,
                                 .max_ns = max_ns > EMUQ_BACKOFF_SWITCH_NS ? max_ns : EMUQ_BACKOFF_SWITCH_NS,
                                 .limit_ns = EMUQ_BACKOFF_SWITCH_NS};
}

void emuq_engine_backoff_begin(emuq_engine_backoff_t *e, uint64_t now)
{
    e->begun = now;
}

emuq_backoff_step_t emuq_engine_backoff_step(emuq_engine_backoff_t *e, uint64_t now, uint64_t most_ns)
{
    e->long_yield_ns = 0;
    if (now < e->computing)
        return EMUQ_STEP_SLEEP;
    if (now - e->begun >= e->limit_ns) {
        e->limit_ns = e->limit_ns / 2 > EMUQ_BACKOFF_SWITCH_NS ? e->limit_ns / 2 : EMUQ_BACKOFF_SWITCH_NS;
        return EMUQ_STEP_SLEEP;
    }
    if (now - e->begun >= most_ns)
        return EMUQ_STEP_SLEEP;
    if (e->limit_ns == EMUQ_BACKOFF_SWITCH_NS || emuq_backoff_spins(&e->backoff))
        return EMUQ_STEP_SPIN;
    e->backoff.polls = 0;
    return EMUQ_STEP_YIELD;
}

/* Lowers the spin limit at once: long yields delay frames. */
void emuq_engine_backoff_yielded(emuq_engine_backoff_t *e, uint64_t before, uint64_t now)
{
    uint64_t length = now - before;
    if (length > EMUQ_BACKOFF_SWITCH_NS)
        e->backoff.spins = ENGINE_POLICY->spins_min;
    else
        emuq_backoff_success(&e->backoff, ENGINE_POLICY);
    e->long_yield_ns = length > EMUQ_BACKOFF_COMPUTES_NS ? length : 0;
    e->in_row = e->long_yield_ns != 0 ? e->in_row + 1 : 0;
}

void emuq_engine_backoff_yield(emuq_engine_backoff_t *e)
{
    uint64_t before = emuq_host_now_ns();
    sched_yield();
    emuq_engine_backoff_yielded(e, before, emuq_host_now_ns());
}

/* Omits yields for the time that a long yield has cost, doubled per consecutive long yield, unless spinning
 * has saved as much. */
static void engine_backoff_penalise(emuq_engine_backoff_t *e, uint64_t now)
{
    bool was_worth_it = e->saved_ns >= e->long_yield_ns;
    e->saved_ns = was_worth_it ? e->saved_ns - e->long_yield_ns : 0;
    e->skipped = was_worth_it      ? 0
                 : e->skipped == 0 ? 1
                                   : (uint32_t)backoff_min(e->skipped * 2, EMUQ_BACKOFF_SKIPS);
    e->computing = now + e->long_yield_ns * e->skipped;
}

/* Local requests count only for consecutive long yields: they may have arrived when the yield ended. */
bool emuq_engine_backoff_success(emuq_engine_backoff_t *e, uint64_t now, emuq_found_t what)
{
    if (e->long_yield_ns != 0 && (what == EMUQ_FOUND_FRAMES || e->in_row > 1))
        engine_backoff_penalise(e, now);
    else if (e->long_yield_ns == 0 && what == EMUQ_FOUND_FRAMES)
        e->saved_ns = backoff_min(e->saved_ns + EMUQ_BACKOFF_WAKE_NS, EMUQ_BACKOFF_SCAN_NS);
    e->long_yield_ns = 0;
    if (what != EMUQ_FOUND_AFTER_SLEEP)
        e->limit_ns = backoff_min(e->limit_ns * 2, e->max_ns);
    else if (now - e->begun < e->max_ns)
        e->limit_ns = e->max_ns;
    return what == EMUQ_FOUND_FRAMES && e->backoff.spins == ENGINE_POLICY->spins_min && now >= e->computing;
}

bool emuq_affinity_is_available(void)
{
    unsigned long mask[MASK_WORDS];
    return sched_getaffinity(0, sizeof mask, (cpu_set_t *)(void *)mask) == 0;
}

uint32_t emuq_allowed_cores(void)
{
    unsigned long mask[MASK_WORDS];
    memset(mask, 0, sizeof mask);
    if (sched_getaffinity(0, sizeof mask, (cpu_set_t *)(void *)mask) == 0)
        return (uint32_t)CPU_COUNT_S(sizeof mask, (cpu_set_t *)(void *)mask);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return (uint32_t)(online > 0 ? online : 1);
}
