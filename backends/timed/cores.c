/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/cores.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "backends/modelled_time.h"
#include "backends/settings.h"
#include "backends/timed/actors.h"
#include "base/clock.h"
#include "base/host_calls.h"
#include "base/number.h"

#define TICK_FS (UINT64_C(1000) * EMUQ_NET_TICK_PS)
/* Blocks for so long may run before others do: a loop that waits for a change of memory sees it so much later
 * at most. */
#define QUANTUM_FS UINT64_C(500000000)

__thread uint64_t emuq_blocks;
uint64_t emuq_blocks_most;
void (*emuq_blocks_full)(void);
bool emuq_blocks_are_counted;

int emuq_cores_open(emuq_timed_t *t)
{
    const char *text = emuq_setting_text(EMUQ_SETTING_TIME), *number = strchr(text, ':');
    t->cores.model = (emuq_core_model_t)emuq_setting_number(EMUQ_SETTING_TIME);
    t->cores.price = 0;
    if (number != NULL &&
        emuq_number_parse(number + 1, EMUQ_NUMBER_THOUSANDTHS, 1, UINT64_MAX, &t->cores.price) != 0)
        return -EINVAL; /* not of a value that the settings have let pass */
    if (t->cores.model != EMUQ_CORES_BLOCKS || emuq_blocks_are_counted)
        return 0;
    fprintf(stderr,
            "emuq: EMUQ_TIME=%s: the program does not count its basic blocks; compile and link it with "
            "emuqcc --time-blocks, or choose fixed\n",
            text);
    return -EINVAL;
}

/* The processor time of the calling thread. */
static uint64_t processor_ns(void)
{
    struct timespec now;
    emuq_host_clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * EMUQ_NS_PER_S + (uint64_t)now.tv_nsec;
}

/* Adds to the clock. What is less than a tick is kept for the next time. */
static void charge(emuq_actor_t *self, uint64_t time, uint64_t tick)
{
    time += self->rest;
    self->clock += time / tick;
    self->rest = (uint32_t)(time % tick);
}

void emuq_core_stops(const emuq_timed_t *t)
{
    emuq_actor_t *self = emuq_my_actor;
    uint64_t now;
    switch (t->cores.model) {
    case EMUQ_CORES_ZERO:
    case EMUQ_CORES_FIXED:
        break;
    case EMUQ_CORES_BLOCKS:
        self->blocks += emuq_blocks;
        charge(self, emuq_blocks * t->cores.price, TICK_FS);
        emuq_blocks = 0;
        break;
    case EMUQ_CORES_HOST:
        now = processor_ns();
        charge(self, (now - self->began_ns) * t->cores.price, EMUQ_NET_TICK_PS);
        self->began_ns = now;
        break;
    }
}

void emuq_core_runs(const emuq_timed_t *t)
{
    emuq_blocks = 0;
    if (t->cores.model == EMUQ_CORES_HOST)
        emuq_my_actor->began_ns = processor_ns();
}

/* A thread has run for a while without a call. It may have stored what others at its node wait for, or wait
 * for what one of them stores. */
static void let_others_run(void)
{
    emuq_timed_t *t = emuq_the_timed;
    if (emuq_actor_runs(t)) {
        emuq_core_stops(t);
        emuq_my_actor->is_active = true;
        emuq_actor_observe(t);
    }
    emuq_blocks = 0; /* those of a signal handler in a thread that waits */
}

void emuq_cores_attach(const emuq_timed_t *t)
{
    uint64_t most = t->cores.model == EMUQ_CORES_BLOCKS ? QUANTUM_FS / t->cores.price + 1 : 0;
    emuq_blocks_full = let_others_run;
    /* Release: pairs with the acquire in __sanitizer_cov_trace_pc(). */
    __atomic_store_n(&emuq_blocks_most, most, __ATOMIC_RELEASE);
}

void emuq_cores_close(void)
{
    __atomic_store_n(&emuq_blocks_most, 0, __ATOMIC_RELAXED);
}
