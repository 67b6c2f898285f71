/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a poll that finds nothing costs: it counts, then yields, then sleeps until something may have changed.
 *
 * A sleeper adds itself to `sleepers`, reads `event`, looks at the polled register once more and sleeps on
 * `event`. Whoever changes something that threads of the node may poll for looks at `sleepers` afterwards,
 * and if there are any, advances `event` and wakes them. Neither side pays for a full barrier, so a wakeup
 * may be missed; a sleep is never longer than SLEEP_NS.
 */
#define _GNU_SOURCE
#include "backends/emulator/emulator.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SLEEP_NS 1000000
#define TIGHT_NS                                                                                             \
    20000 /* a thread that does other things between its polls must not be put to sleep: polls               \
           * farther apart than this are no wait, until so many closer ones have followed */
#define TIGHT_POLLS 8

static __thread struct {
    const volatile uint64_t *reg;
    uint32_t polls;
    uint64_t last_ns;
} spinner;

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void emuq_wake_sleepers(emuq_mu_node_t *n)
{
    AO_int_fetch_and_add_release(&n->event, 1);
    syscall(SYS_futex, &n->event, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

static void sleep_on(emuq_mu_node_t *n, const volatile uint64_t *reg, uint64_t seen)
{
    static const struct timespec limit = {0, SLEEP_NS};
    AO_fetch_and_add_full(&n->sleepers, 1);
    unsigned event = AO_int_load_acquire(&n->event);
    if (AO_load_acquire((const volatile AO_t *)reg) == seen)
        syscall(SYS_futex, &n->event, FUTEX_WAIT_PRIVATE, event, &limit, NULL, 0);
    AO_fetch_and_add_full(&n->sleepers, (AO_t)-1);
}

/* The polling thread is as good as an engine: it looks for what its node may have missed. */
static void help(emuq_mu_node_t *n)
{
    emuq_scan_node(n);
    if (AO_load(&n->parked_now) != 0)
        emuq_unpark_all(n);
    emuq_inj_drain();
}

void emuq_idle(const volatile uint64_t *reg, uint64_t seen)
{
    emuq_machine_t *m = emuq_the_machine;
    uint64_t offset = (uintptr_t)reg - m->base;
    if (offset >= m->bytes || m->spins == UINT32_MAX)
        return;
    if (spinner.reg != reg) {
        spinner.reg = reg;
        spinner.polls = 0;
    }
    if (++spinner.polls < m->spins) {
        emuq_pause();
        return;
    }
    emuq_mu_node_t *n = &m->node[offset / EMUQ_REGISTER_FILE_BYTES];
    if (now_ns() - spinner.last_ns > TIGHT_NS && spinner.polls > m->spins) {
        spinner.polls = m->spins - TIGHT_POLLS; /* it had other things to do since the last poll */
    } else if (spinner.polls < m->spins + m->yields || !m->may_sleep) {
        if (spinner.polls == m->spins)
            help(n);
        sched_yield();
    } else {
        help(n);
        sleep_on(n, reg, seen);
    }
    spinner.last_ns = now_ns();
}
