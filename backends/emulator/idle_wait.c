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
 * Who changes something that threads may poll for is on the fast path of a message and notifies lightly, so
 * the sleeper executes the heavy fence. Where the kernel has none a wakeup may be missed, and no sleep is
 * longer than BLIND_NS. Plain stores notify no sleeper: the limits of sleeps are for their sake.
 */
#define _GNU_SOURCE
#include "backends/emulator/idle_wait.h"

#include <errno.h>
#include <sched.h>

#include "backends/emulator/run.h"
#include "backends/emulator/scan.h"
#include "backends/emulator/wake.h"
#include "base/clock.h"

#define SLEEP_MIN_NS 200000
#define BLIND_NS     1000000
#define ROOMY_NS     1000000 /* longest sleep where there are as many cores as ranks */
/* A thread that does other things between its polls must not be put to sleep: polls that are farther apart
 * than this are no wait. */
#define TIGHT_NS    20000
#define EAGER_POLLS 64   /* a pause may last longer than a cache line is on its way */
#define LEAST_SPINS 16   /* where threads take turns on a core */
#define SHARED_NS   1000 /* a yield that takes longer has let another thread run */
/* A yield that takes longer has let a thread run that computes: a message that arrives has to wait for the
 * end of its time slice, unless the poller sleeps, because the scheduler prefers a thread that it wakes. For
 * so many times the length of that yield, sleeps replace yields. */
#define COMPUTES_NS     250000
#define NO_YIELDS       16
#define HELP_YIELDS     64                  /* one of so many yields helps the node */
#define ANNOUNCED_EXACT (UINT64_C(1) << 32) /* in what emuq_idle_announce() returns */
#define TIGHT_POLLS     8 /* farther apart than this are no wait, until so many closer ones have followed */

static __thread struct {
    const volatile uint64_t *reg;
    uint64_t seen;
    uint32_t polls;        /* of this register with this value ... */
    uint32_t yields;       /* ... and yields between them */
    uint64_t last_ns;      /* end of the last poll that came here */
    uint64_t sleep_ns;     /* limit of the next sleep */
    uint32_t spins;        /* polls before it yields; 0: none chosen yet */
    uint64_t computing_ns; /* until then yields would let threads run that compute */
    bool announced;        /* as a sleeper of the register's node ... */
    bool exact;            /* ... and no wakeup can be lost ... */
    emuq_ticket_t ticket;  /* ... since then */
} spinner;

static emuq_fence_t fence; /* constant once the process has attached */

void emuq_idle_open(const emuq_machine_t *m)
{
    fence = emuq_fence_open(m->is_shared);
}

/* Announces the thread, or sleeps if it has polled since. */
static void sleep_on(const emuq_machine_t *m, emuq_mu_node_t *n, const volatile uint64_t *reg, uint64_t seen)
{
    uint64_t limit = m->is_crowded ? m->sleep_ns : ROOMY_NS;
    if (!spinner.announced) {
        spinner.ticket = emuq_event_prepare_heavy(&n->event, fence, &spinner.exact);
        spinner.announced = true;
        return;
    }
    if (__atomic_load_n(reg, __ATOMIC_ACQUIRE) != seen)
        return;
    if (!spinner.exact && limit > BLIND_NS)
        limit = BLIND_NS;
    if (spinner.sleep_ns > limit)
        spinner.sleep_ns = limit;
    if (emuq_event_wait(&n->event, spinner.ticket, spinner.sleep_ns) == -ETIMEDOUT) {
        spinner.sleep_ns *= 2;
        return;
    }
    spinner.announced = false; /* something has happened: it may have been what the thread waits for */
    spinner.polls = 0;
}

/* The polling thread does what an engine would: it looks for what its node may have missed. */
static void help(emuq_mu_node_t *n)
{
    emuq_work_t work;
    emuq_work_begin(&work);
    emuq_scan_node(&work, n);
    emuq_node_resume(&work, n);
    emuq_work_run(&work);
    emuq_report_left();
}

/* Yields. Where that lets another thread run, spinning only kept it from what this one waits for; where it
 * does not, spinning costs nothing. */
static void yield(const emuq_machine_t *m, uint64_t now)
{
    sched_yield();
    spinner.last_ns = emuq_now_ns();
    if (spinner.last_ns - now > COMPUTES_NS)
        spinner.computing_ns = spinner.last_ns + (spinner.last_ns - now) * NO_YIELDS;
    if (spinner.last_ns - now <= SHARED_NS)
        spinner.spins = spinner.spins < m->spins / 2 ? spinner.spins * 2 : m->spins;
    else if (spinner.spins > 2 * LEAST_SPINS)
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

/* Whether the thread's core can serve others better if it sleeps. With a core of its own it does not sleep:
 * it may wait for a plain store, which wakes no sleeper. */
static bool should_sleep(const emuq_machine_t *m, uint64_t now)
{
    if (!m->may_sleep)
        return false;
    return now < spinner.computing_ns ||
           (spinner.yields >= m->yields && (m->is_crowded || spinner.spins <= LEAST_SPINS));
}

/* The wait is longer than a thread should spin. */
static __attribute__((noinline)) void wait_longer(emuq_machine_t *m, uint64_t offset,
                                                  const volatile uint64_t *reg, uint64_t seen)
{
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    uint64_t now = emuq_now_ns();
    if (now - spinner.last_ns > TIGHT_NS && (spinner.yields > 0 || spinner.announced)) {
        begin(m, spinner.spins - TIGHT_POLLS); /* it had other things to do since the last poll */
        spinner.last_ns = now;
    } else if (should_sleep(m, now)) {
        help(n);
        sleep_on(m, n, reg, seen);
        spinner.last_ns = emuq_now_ns();
    } else {
        if (spinner.yields++ % HELP_YIELDS == 0)
            help(n);
        yield(m, now);
    }
    emuq_member_t *member = &m->member[emuq_my_member];
    __atomic_store_n(&member->polled, offset + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&member->polled_ns, spinner.last_ns, __ATOMIC_RELAXED);
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
        begin(m, 0);
    }
    if (++spinner.polls >= spinner.spins)
        wait_longer(m, offset, reg, seen);
    else if (spinner.polls > EAGER_POLLS)
        emuq_pause();
}

void emuq_idle_wake(const volatile uint64_t *reg)
{
    const emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    if (offset < m->bytes)
        emuq_event_notify(&m->node[offset / EMUQ_REGISTER_FILE_BYTES].event, EMUQ_EVENT_ALL);
}

uint64_t emuq_idle_announce(const volatile uint64_t *reg)
{
    const emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    if (offset >= m->bytes)
        return 0;
    bool exact;
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    return emuq_event_prepare_heavy(&n->event, fence, &exact) | (exact ? ANNOUNCED_EXACT : 0);
}

void emuq_idle_sleep(const volatile uint64_t *reg, uint64_t ticket, uint64_t ns)
{
    const emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    if (offset >= m->bytes)
        return;
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    help(n);
    if (!(ticket & ANNOUNCED_EXACT) && ns > BLIND_NS)
        ns = BLIND_NS;
    emuq_event_wait(&n->event, (emuq_ticket_t)ticket, ns);
}
