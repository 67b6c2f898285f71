/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a poll that finds nothing costs: it counts, then yields, and where threads share cores it sleeps.
 *
 * Pollers of a node sleep on its event count. The thread announces itself in one call of the hook and sleeps
 * in a later one, for the same register with the same value: whatever it looks at between two polls of that
 * register, it has looked at after the announcement. A change that the Message Unit has made before the
 * announcement has been seen then, and one made afterwards advances the event count. Announcements hold until
 * the event count advances, so a thread that sleeps again after the limit executes no further barrier.
 *
 * What changes something that threads may poll for is on the fast path of a message and notifies lightly, so
 * a wakeup may be missed until the sleeper has executed the heavy fence. That interrupts the other cores, and
 * most sleeps are over soon: a thread sleeps without it first, for BLIND_NS at most (a wakeup is missed only
 * if the change was still in its thread's store buffer when the sleeper looked for the last time), and
 * executes it before its first longer sleep. Where the kernel has none, no sleep is longer. Plain stores
 * notify no sleeper: the limits of sleeps are for their sake.
 */
#define _GNU_SOURCE
#include "backends/emulator/core/idle_wait.h"

#include <errno.h>
#include <sched.h>
#include <time.h>

#include "backends/emulator/core/run.h"
#include "backends/emulator/core/scan.h"
#include "backends/emulator/collective/tree.h"
#include "backends/emulator/core/wake.h"
#include "base/clock.h"
#include "base/host_calls.h"
#include "base/turns.h"

#define SLEEP_MIN_NS 200000
#define BLIND_NS     1000000
#define ROOMY_NS     200000 /* longest sleep where there are as many cores as ranks ... */
#define ROOMY_YIELDS 4      /* ... and yields after it, which show whether it shares its core still */
/* A thread that does other things between its polls must not be put to sleep: polls that are farther apart
 * than this are no wait. */
#define TIGHT_NS    20000
#define EAGER_POLLS 64   /* a pause may last longer than a cache line is on its way */
#define LEAST_SPINS 16   /* where threads take turns on a core */
#define SHARED_NS   2000 /* a yield that takes longer has let another thread run */
/* Between two looks for what the node may have missed. */
#define HELP_AWAKE_NS   1000000
#define HELP_ASLEEP_NS  20000000
#define HELP_SLEEPS     24                  /* ... but as long as so many sleeps */
#define ANNOUNCED_EXACT (UINT64_C(1) << 32) /* in what emuq_idle_announce() returns ... */
#define PLACE_SHIFT     33                  /* ... and above it, of which event count */
#define TIGHT_POLLS     8 /* farther apart than this are no wait, until so many closer ones have followed */
/* After a sleep a thread may find its caches cold, and work longer: one such poll of so many is no reason to
 * begin again. */
#define COLD_POLLS 8

static __thread struct {
    const volatile uint64_t *reg;
    uint64_t seen;
    uint32_t polls;            /* of this register with this value ... */
    uint32_t yields;           /* ... and yields between them */
    uint64_t given_up;         /* times that a poll has yielded or slept, of all waits */
    uint64_t last_ns;          /* end of the last poll that came here */
    uint64_t worked_ns;        /* processor time of the thread then, if it is announced */
    uint64_t sleep_ns;         /* limit of the next sleep */
    uint32_t spins;            /* polls before it yields; 0: none chosen yet */
    uint32_t warm;             /* sleeps since the last one after which the caches were cold */
    uint64_t helped_ns;        /* the thread has helped its node */
    bool moved;                /* the thread has done something since its last wait */
    bool slept;                /* the last emuq_idle_sleep() has ended at its limit */
    bool announced;            /* as a sleeper ... */
    bool exact;                /* ... and no wakeup can be lost ... */
    emuq_ticket_t ticket;      /* ... since then ... */
    emuq_event_count_t *event; /* ... here */
} spinner;

static emuq_fence_t fence; /* constant once the process has attached */

void emuq_idle_open(const emuq_machine_t *m)
{
    fence = emuq_fence_open(m->is_shared);
}

/* Where pollers of a register of the node sleep. That of a route is another one after the route has changed:
 * the thread that changes a slot notifies the old one afterwards, and a sleeper looks at the slot after its
 * announcement. */
static emuq_event_count_t *event_of(emuq_mu_node_t *n, const volatile uint64_t *reg)
{
    uint64_t in_page = ((uintptr_t)reg - (uintptr_t)n->registers) % BGQ_MU_SUBGROUP_SIZE;
    if (in_page < EMUQ_REG_GI_CONTROL)
        return &n->event;
    uint32_t route = (uint32_t)(in_page - EMUQ_REG_GI_CONTROL) / 8 % EMUQ_ROUTES;
    /* Acquire: pairs with the release in publish(). A tree that is given up stays one. */
    emuq_tree_t *t = __atomic_load_n(emuq_tree_slot(n, route, true), __ATOMIC_ACQUIRE);
    return t != NULL ? &t->gi_event : &n->gi_event;
}

/* Announces a sleeper. Of a node's event count, levels are told only if the machine says that threads
 * sleep. Release: pairs with the acquire in gi.c, which finds the announcement. Before the fence, if there is
 * one: either the sleeper sees the level, or the thread that changes it sees the flag. */
static emuq_ticket_t prepare(emuq_machine_t *m, const emuq_mu_node_t *n, emuq_event_count_t *event)
{
    emuq_ticket_t ticket = emuq_event_prepare(event);
    if (event == &n->event)
        __atomic_fetch_or(&m->levels_watched, EMUQ_WATCHED_ASLEEP, __ATOMIC_ACQ_REL);
    return ticket;
}

/* Another thread looks for what comes from other hosts meanwhile. @return as emuq_event_wait() */
static int sleep_until(emuq_event_count_t *event, emuq_ticket_t ticket, uint64_t ns)
{
    emuq_leave_to_engine();
    return emuq_event_wait(event, ticket, ns);
}

/* Announces the thread, or makes sure of wakeups before a long sleep, or sleeps if it has polled since. */
static void sleep_on(emuq_machine_t *m, emuq_mu_node_t *n, const volatile uint64_t *reg, uint64_t seen,
                     uint64_t now)
{
    uint64_t limit = m->is_crowded ? m->sleep_ns : ROOMY_NS;
    emuq_event_count_t *event = event_of(n, reg);
    if (!spinner.announced || event != spinner.event) {
        spinner.event = event;
        spinner.ticket = prepare(m, n, event);
        spinner.announced = true;
        spinner.exact = false;
        return;
    }
    if (__atomic_load_n(reg, __ATOMIC_ACQUIRE) != seen)
        return;
    if (spinner.sleep_ns > limit)
        spinner.sleep_ns = limit;
    if (spinner.sleep_ns > BLIND_NS && !spinner.exact) {
        spinner.exact = emuq_fence_heavy(fence);
        if (spinner.exact)
            return;
        spinner.sleep_ns = BLIND_NS;
    }
    if (!m->is_crowded && spinner.yields >= m->yields)
        spinner.yields = m->yields > ROOMY_YIELDS ? m->yields - ROOMY_YIELDS : 0;
    emuq_turns_give_up(emuq_turns_here(m->turns), now);
    if (sleep_until(event, spinner.ticket, spinner.sleep_ns) == -ETIMEDOUT) {
        spinner.sleep_ns *= 2;
        return;
    }
    spinner.announced = false; /* something has happened: it may have been what the thread waits for */
    spinner.polls = 0;
}

/* The polling thread does what an engine would: it looks for what its node may have missed. That costs cache
 * misses, so a thread that sleeps again and again does it as seldom as an engine. */
static void help(emuq_mu_node_t *n, uint64_t now, uint64_t interval)
{
    if (now - spinner.helped_ns < interval)
        return;
    spinner.helped_ns = now;
    emuq_work_t work;
    emuq_work_begin(&work);
    emuq_scan_node(&work, n);
    emuq_node_resume(&work, n);
    emuq_work_run(&work);
    emuq_report_left();
}

/* Of a thread that sleeps: not in most of its sleeps, where these are many. */
static uint64_t help_interval(const emuq_machine_t *m)
{
    uint64_t sleeps = m->is_crowded ? HELP_SLEEPS * m->sleep_ns : 0;
    return sleeps > HELP_ASLEEP_NS ? sleeps : HELP_ASLEEP_NS;
}

/* Yields. Where that lets another thread run, spinning only kept it from what this one waits for; where it
 * does not, spinning costs nothing. */
static void yield(const emuq_machine_t *m, uint64_t now)
{
    emuq_turns_t *here = emuq_turns_here(m->turns);
    emuq_turns_give_up(here, now);
    sched_yield();
    spinner.last_ns = emuq_host_now_ns();
    bool is_shared = spinner.last_ns - now > SHARED_NS || emuq_turns_is_given_up(here, now);
    emuq_turns_back(emuq_turns_here(m->turns), now, spinner.last_ns);
    if (!is_shared) {
        spinner.spins = spinner.spins < m->spins / 2 ? spinner.spins * 2 : m->spins;
        return;
    }
    if (spinner.spins > 2 * LEAST_SPINS)
        spinner.spins /= 2;
    else if (spinner.spins > LEAST_SPINS)
        spinner.spins = LEAST_SPINS;
}

/* The wait begins, or begins again. */
static void begin(const emuq_machine_t *m, uint32_t polls)
{
    spinner.polls = polls;
    spinner.yields = 0;
    spinner.sleep_ns = SLEEP_MIN_NS;
    spinner.announced = false;
    if (spinner.spins == 0)
        spinner.spins = m->spins;
}

/* Time that the thread has had a core. */
static uint64_t worked_ns(void)
{
    struct timespec t;
    emuq_host_clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * UINT64_C(1000000000) + (uint64_t)t.tv_nsec;
}

/* Whether the thread has done other things since its last poll. Between sleeps it may also have waited for
 * its core meanwhile: that is no reason to begin again with yields. */
static bool has_worked(void)
{
    if (!spinner.announced)
        return true;
    if (worked_ns() - spinner.worked_ns <= TIGHT_NS)
        return false;
    if (spinner.warm < COLD_POLLS)
        return true;
    spinner.warm = 0;
    return false;
}

/* Whether the thread's core can serve others better if it sleeps. With a core of its own it does not sleep:
 * it may wait for a plain store, which wakes no sleeper. */
static bool should_sleep(const emuq_machine_t *m, uint64_t now)
{
    if (!m->may_sleep)
        return false;
    return emuq_turns_computes(emuq_turns_here(m->turns), now) ||
           (spinner.yields >= m->yields && (m->is_crowded || spinner.spins <= LEAST_SPINS));
}

/* The calling thread has done something since its last wait, and is about to give up its core. Threads of the
 * node that wait for a plain store may wait for one of its. */
static void wake_nappers(emuq_mu_node_t *n)
{
    spinner.moved = false;
    if (__atomic_load_n(&n->napping, __ATOMIC_RELAXED) != 0)
        emuq_event_notify(&n->event, EMUQ_EVENT_ALL);
}

/* The wait is longer than a thread should spin. */
static __attribute__((noinline)) void wait_longer(emuq_machine_t *m, uint64_t offset,
                                                  const volatile uint64_t *reg, uint64_t seen)
{
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    uint64_t now = emuq_host_now_ns();
    spinner.given_up++;
    if (spinner.moved)
        wake_nappers(n);
    if (now - spinner.last_ns > TIGHT_NS && (spinner.yields > 0 || spinner.announced) && has_worked()) {
        begin(m, spinner.spins - TIGHT_POLLS); /* it had other things to do since the last poll */
        spinner.last_ns = now;
    } else if (should_sleep(m, now)) {
        help(n, now, spinner.announced ? help_interval(m) : HELP_AWAKE_NS);
        sleep_on(m, n, reg, seen, now);
        spinner.warm++;
        spinner.last_ns = emuq_host_now_ns();
        spinner.worked_ns = worked_ns();
    } else {
        /* First it yields: what it waits for may be the work of a thread that wants this core. */
        help(n, now, spinner.yields++ == 1 ? 0 : HELP_AWAKE_NS);
        yield(m, now);
        if (!m->is_crowded) /* a thread of a rank takes the core, and its alarm gives it back much later */
            spinner.yields += (uint32_t)((spinner.last_ns - now) / SHARED_NS);
    }
    emuq_member_t *member = &m->member[emuq_my_member];
    __atomic_store_n(&member->polled, offset + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&member->polled_ns, spinner.last_ns, __ATOMIC_RELAXED);
}

int emuq_idle_look(void)
{
    return emuq_the_kernel.serve_hosts(emuq_the_kernel.context, EMUQ_HOSTS_POLL);
}

void emuq_idle(const volatile uint64_t *reg, uint64_t seen)
{
    emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    if (offset >= m->bytes || m->spins == UINT32_MAX)
        return;
    if (spinner.reg != reg || spinner.seen != seen) {
        spinner.reg = reg;
        spinner.seen = seen;
        spinner.moved = true;
        begin(m, 0);
    }
    if (++spinner.polls >= spinner.spins)
        wait_longer(m, offset, reg, seen);
    else if (spinner.polls > EAGER_POLLS)
        emuq_pause();
}

void emuq_idle_looking(const volatile uint64_t *reg, uint64_t seen)
{
    (void)emuq_idle_look();
    emuq_idle(reg, seen);
}

void emuq_idle_wake(const volatile uint64_t *reg)
{
    const emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    if (offset >= m->bytes)
        return;
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    emuq_event_notify(&n->event, EMUQ_EVENT_ALL);
    emuq_event_notify(&n->gi_event, EMUQ_EVENT_ALL);
    for (uint32_t r = 0; r < EMUQ_ROUTES; r++) {
        emuq_tree_t *t = __atomic_load_n(emuq_tree_slot(n, r, true), __ATOMIC_ACQUIRE);
        if (t != NULL)
            emuq_event_notify(&t->gi_event, EMUQ_EVENT_ALL);
    }
}

/* What a ticket says of the event count that it is for. */
static uint64_t place_of(const emuq_event_count_t *event)
{
    return (uintptr_t)event / sizeof *event << PLACE_SHIFT;
}

uint64_t emuq_idle_announce(const volatile uint64_t *reg)
{
    emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    if (offset >= m->bytes)
        return 0;
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    emuq_event_count_t *event = event_of(n, reg);
    emuq_ticket_t ticket = prepare(m, n, event);
    bool exact = spinner.slept && emuq_fence_heavy(fence); /* most first sleeps are short */
    return ticket | (exact ? ANNOUNCED_EXACT : 0) | place_of(event);
}

void emuq_idle_sleep(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns)
{
    const emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    if (offset >= m->bytes)
        return;
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    spinner.given_up++;
    help(n, emuq_host_now_ns(), help_interval(m));
    if (!(ticket & ANNOUNCED_EXACT) && ns > BLIND_NS)
        ns = BLIND_NS;
    emuq_event_count_t *event = event_of(n, reg);
    if (place_of(event) == ticket >> PLACE_SHIFT << PLACE_SHIFT) /* else its route has changed */
        spinner.slept = sleep_until(event, (emuq_ticket_t)ticket, ns) == -ETIMEDOUT;
}

uint64_t emuq_idle_polls(emuq_machine_t *m)
{
    (void)m;
    return spinner.given_up;
}

/* Both without help(): what the thread was doing when the signal came may hold a claim. And without a fence:
 * the sleeps are short. */
uint64_t emuq_idle_prepare(emuq_machine_t *m, uint32_t node)
{
    return prepare(m, &m->node[node], &m->node[node].event);
}

bool emuq_idle_await(emuq_machine_t *m, uint32_t node, uint64_t ticket, uint64_t ns)
{
    emuq_mu_node_t *n = &m->node[node];
    __atomic_fetch_add(&n->napping, 1, __ATOMIC_RELAXED);
    bool arrived = sleep_until(&n->event, (emuq_ticket_t)ticket, ns) != -ETIMEDOUT;
    __atomic_fetch_sub(&n->napping, 1, __ATOMIC_RELAXED);
    return arrived;
}
