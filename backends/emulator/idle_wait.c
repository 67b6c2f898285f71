/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a poll that finds nothing costs: it counts, then yields, then sleeps until something may have changed.
 *
 * Pollers of a node sleep on its event count. Who changes something that they may poll for is on the fast
 * path of a message and notifies lightly, so the sleeper executes the heavy fence. Where the kernel has none
 * a wakeup may be missed, and no sleep is longer than SLEEP_MIN_NS.
 */
#define _GNU_SOURCE
#include "backends/emulator/idle_wait.h"

#include <sched.h>

#include "backends/emulator/run.h"
#include "backends/emulator/scan.h"
#include "backends/emulator/wake.h"
#include "base/clock.h"

#define SLEEP_MIN_NS 1000000
#define SLEEP_MAX_NS 64000000
#define TIGHT_NS                                                                                             \
    20000              /* a thread that does other things between its polls must not be put to sleep: polls  \
                        */
#define EAGER_POLLS 64 /* a pause may last longer than a cache line is on its way */
#define LEAST_SPINS 16 /* where threads take turns on a core */
#define SHARED_NS   1000 /* a yield that takes longer has let another thread run */
#define TIGHT_POLLS 8    /* farther apart than this are no wait, until so many closer ones have followed */

static __thread struct {
    const volatile uint64_t *reg;
    uint64_t seen;
    uint32_t polls;    /* of this register with this value ... */
    uint32_t yields;   /* ... and yields between them */
    uint64_t last_ns;  /* end of the last poll that came here */
    uint64_t sleep_ns; /* limit of the next sleep */
    uint32_t spins;    /* polls before it yields; 0: none chosen yet */
} spinner;

static emuq_fence_t fence; /* constant once the process has attached */

void emuq_idle_open(const emuq_machine_t *m)
{
    fence = emuq_fence_open(m->is_shared);
}

static void sleep_on(emuq_mu_node_t *n, const volatile uint64_t *reg, uint64_t seen)
{
    bool exact;
    emuq_ticket_t ticket = emuq_event_prepare_heavy(&n->event, fence, &exact);
    if (__atomic_load_n(reg, __ATOMIC_ACQUIRE) != seen)
        return;
    emuq_event_wait(&n->event, ticket, exact ? spinner.sleep_ns : SLEEP_MIN_NS);
    if (spinner.sleep_ns < SLEEP_MAX_NS)
        spinner.sleep_ns *= 2;
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
    if (spinner.last_ns - now <= SHARED_NS)
        spinner.spins = spinner.spins < m->spins / 2 ? spinner.spins * 2 : m->spins;
    else if (spinner.spins > 2 * LEAST_SPINS)
        spinner.spins /= 2;
    else if (spinner.spins > LEAST_SPINS)
        spinner.spins = LEAST_SPINS;
}

/* The wait is longer than a thread should spin. */
static __attribute__((noinline)) void wait_longer(emuq_machine_t *m, uint64_t offset,
                                                  const volatile uint64_t *reg, uint64_t seen)
{
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    uint64_t now = emuq_now_ns();
    if (now - spinner.last_ns > TIGHT_NS && spinner.yields > 0) {
        spinner.polls = spinner.spins - TIGHT_POLLS; /* it had other things to do since the last poll */
        spinner.yields = 0;
        spinner.sleep_ns = SLEEP_MIN_NS;
        spinner.last_ns = now;
    } else if (spinner.yields < m->yields || !m->may_sleep) {
        if (spinner.yields++ == 0)
            help(n);
        yield(m, now);
    } else {
        help(n);
        sleep_on(n, reg, seen);
        spinner.last_ns = emuq_now_ns();
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
        spinner.polls = spinner.yields = 0;
        spinner.sleep_ns = SLEEP_MIN_NS;
        if (spinner.spins == 0)
            spinner.spins = m->spins;
    }
    if (++spinner.polls >= spinner.spins)
        wait_longer(m, offset, reg, seen);
    else if (spinner.polls > EAGER_POLLS)
        emuq_pause();
}
