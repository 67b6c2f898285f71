/* SPDX-License-Identifier: BSD-3-Clause */
/* Polls before a yield: few if a yield runs another thread of the job, for however short a time; many
 * on a core without competitors. The yields are simulated. Descriptions of waits: each rank has its own. */
#include "mu_support.h"

#include "backends/emulator/core/unit.h"
#include "base/host_calls.h"
#include "base/backoff.h"

enum { WAITS = 12, FEW = 32, MANY = 256 };

static __thread unsigned yields;
static bool is_shared; /* each yield runs another thread */

/* Replaces sched_yield() at link time. */
int __wrap_sched_yield(void);
int __wrap_sched_yield(void)
{
    yields++;
    if (is_shared)
        emuq_core_yield_begin(emuq_core_here(emuq_the_machine->core_use), emuq_now_ns() + 1);
    return 0;
}

/* Waits repeatedly until the first yield. @return polls of the last wait */
static unsigned polls_of(const volatile uint64_t *reg, bool shared)
{
    static uint64_t seen; /* one wait per value */
    unsigned polls = 0;
    is_shared = shared;
    for (int i = 0; i < WAITS; i++) {
        seen++;
        polls = yields = 0;
        while (yields == 0) {
            polls++;
            emuq_mmio_idle(reg, seen);
        }
    }
    return polls;
}

static void body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    const volatile uint64_t *reg = &kit.rec->fifo->_fifo.hwfifo->pa_tail;
    CHECK(polls_of(reg, true) <= FEW);
    CHECK(polls_of(reg, false) >= MANY);
    CHECK(polls_of(reg, true) <= FEW);
}

static void polls_before_yields(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), body);
}

/* Polls until the first yield, and compares the rank's member with its register. */
static void body_of_members(mu_rank_t *me)
{
    const emuq_machine_t *m = emuq_the_machine;
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    const volatile uint64_t *reg = &kit.rec->fifo->_fifo.hwfifo->pa_tail;
    CHECK_EQUAL(m->members, me->ranks);
    for (yields = 0; yields == 0;)
        emuq_mmio_idle(reg, 1);
    CHECK_EQUAL(AO_load(&m->member[me->rank].polled), (uintptr_t)reg - m->base + 1);
}

static void members_of_ranks(void)
{
    is_shared = false;
    mu_run((emuq_job_t){.shape = {2, 1, 1, 1, 2}, .ppn = 2}, body_of_members);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"polls before yields", polls_before_yields}, {"members of ranks", members_of_ranks}, {NULL, NULL}};
    setenv("EMUQ_ENGINES", "0", 1);
    setenv("EMUQ_WAIT", "yield", 1);
    return emuq_test_main("polls of a thread that waits", tests);
}
