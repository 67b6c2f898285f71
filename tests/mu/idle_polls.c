/* SPDX-License-Identifier: BSD-3-Clause */
/* Polls before a yield: few if a yield runs another thread of the job, for however short a time; many
 * on a core without competitors. The yields are simulated. */
#include "mu_support.h"

#include "backends/emulator/core/unit.h"
#include "base/host_calls.h"
#include "base/backoff.h"

enum { WAITS = 12, FEW = 32, MANY = 256 };

static unsigned yields;
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

int main(void)
{
    static const emuq_test_t tests[] = {{"polls before yields", polls_before_yields}, {NULL, NULL}};
    setenv("EMUQ_ENGINES", "0", 1);
    setenv("EMUQ_WAIT", "yield", 1);
    return emuq_test_main("polls of a thread that waits", tests);
}
