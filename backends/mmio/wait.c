/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a poll that finds nothing costs: it counts, then yields, then sleeps, for longer and longer up to a
 * millisecond. Nothing wakes the sleeper: the device signals interrupts alone. A wait that begins wakes the
 * device, because nothing else tells it of what the thread has stored before.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "backends/mmio/mmio.h"
#include "backends/settings.h"
#include "base/host_calls.h"
#include "hwi/include/common/emuq_wait.h"

#define TIGHT_NS     20000 /* a thread whose polls are farther apart does not wait */
#define YIELDS       200u
#define SLEEP_MIN_NS 50000
#define SLEEP_MAX_NS 1000000

static __thread struct {
    const volatile uint64_t *reg;
    uint64_t seen;
    unsigned polls, yields;
    uint64_t last_ns;
    long sleep_ns;
} wait;

void emuq_mmio_wait_policy(emuq_machine_t *m, uint32_t threads)
{
    enum { AUTO, SPIN, YIELD, SLEEP };
    uint64_t policy = emuq_setting_number(EMUQ_SETTING_WAIT);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    m->spins = threads + 1 > (uint32_t)(cores > 0 ? cores : 1) ? 20 : 1000; /* the device needs a core too */
    if (policy == SLEEP)
        m->spins = 9;
    m->may_yield = policy != SPIN;
    m->may_sleep = policy == AUTO || policy == SLEEP;
}

/* Threads poll several registers by turns, so another register alone is no other wait. */
static bool is_new_wait(const volatile uint64_t *reg, uint64_t seen, uint64_t now)
{
    bool is_new = now - wait.last_ns > TIGHT_NS || (reg == wait.reg && seen != wait.seen);
    wait.reg = reg;
    wait.seen = seen;
    wait.last_ns = now;
    return is_new;
}

void emuq_mmio_wait(const volatile uint64_t *reg, uint64_t seen)
{
    const emuq_machine_t *m = emuq_mmio_machine;
    uint64_t offset = (uintptr_t)reg - (uintptr_t)m->base;
    if (is_new_wait(reg, seen, emuq_host_now_ns())) {
        wait.polls = wait.yields = 0;
        wait.sleep_ns = SLEEP_MIN_NS;
        if (m->place.kind != EMUQ_PLACE_FILE_EACH)
            emuq_mmio_ring(m, 0);
        else
            emuq_mmio_ring(m, offset / m->front_bytes < m->nodes ? (uint32_t)(offset / m->front_bytes) : 0);
        return;
    }
    if (++wait.polls < m->spins || !m->may_yield) {
        emuq_relax_core();
        return;
    }
    if (wait.yields < YIELDS || !m->may_sleep) {
        wait.yields++;
        sched_yield();
    } else {
        nanosleep(&(struct timespec){0, wait.sleep_ns}, NULL);
        wait.sleep_ns = wait.sleep_ns < SLEEP_MAX_NS / 2 ? wait.sleep_ns * 2 : SLEEP_MAX_NS;
    }
    wait.last_ns = emuq_host_now_ns();
}
