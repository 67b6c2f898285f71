/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/hooks.h"

#include <errno.h>
#include <pthread.h>

#include "backends/emulator/core/unit.h"
#include "backends/emulator/trace/record.h"
#include "backends/record.h"
#include "backends/timed/actors.h"
#include "backends/timed/cores.h"
#include "backends/timed/progress.h"
#include "backends/timed/waits.h"

/* The clock after a delay that lasts for ever: times can still be added to it. */
#define LATEST (EMUQ_NEVER / 2)

void emuq_timed_set_costs(emuq_timed_t *t)
{
    const emuq_net_parameters_t *p = &t->parameters;
    /* Programs that loop until a time, or until another thread has changed what a lock guards, need calls
     * that take time, whatever the rest costs. */
    t->costs = (emuq_costs_t){.time = emuq_cpu_ticks(t, p->cpu.time_base),
                              .atomic = emuq_cpu_ticks(t, p->cpu.atomic)};
    if (t->cores.model == EMUQ_CORES_ZERO)
        return;
    t->costs.inject = emuq_cpu_ticks(t, p->cpu.inject);
    t->costs.poll = emuq_cpu_ticks(t, p->cpu.poll + p->cpu.loop);
    t->costs.store = emuq_cpu_ticks(t, p->cpu.store);
}

/* Whether the register at an offset is the tail of an injection FIFO. */
static bool is_tail(uint64_t offset)
{
    return offset % BGQ_MU_SUBGROUP_SIZE < EMUQ_REG_REC &&
           offset % sizeof(emuq_inj_regs_t) == offsetof(emuq_inj_regs_t, tail);
}

/* Of the emulator, which does what is stored; that of recorded jobs, if it is one. */
static void (*ring)(volatile uint64_t *reg, uint64_t value);

static void doorbell(volatile uint64_t *reg, uint64_t value)
{
    emuq_timed_t *t = emuq_the_timed;
    uint64_t offset = (uintptr_t)reg - t->machine->base;
    if (emuq_my_actor != NULL) {
        emuq_core_stops(t);
        if (offset < t->machine->bytes)
            emuq_actor_act(t, is_tail(offset) ? t->costs.inject : t->costs.store);
    }
    ring(reg, value);
    if (emuq_my_actor != NULL)
        emuq_core_runs(t);
}

static int relax(const volatile void *where, uint64_t seen, int begins)
{
    emuq_timed_t *t = emuq_the_timed;
    if (emuq_my_actor == NULL)
        return 0;
    emuq_core_stops(t);
    emuq_my_actor->may_leave = true;
    emuq_actor_poll(t, where, seen, begins);
    emuq_my_actor->may_leave = false;
    emuq_core_runs(t);
    return 1;
}

static void idle(const volatile uint64_t *reg, uint64_t seen)
{
    if (emuq_the_recording != NULL)
        emuq_record_poll(reg);
    (void)relax(reg, seen, false);
    if (emuq_the_recording != NULL)
        emuq_record_polled();
}

static uint64_t timebase(void)
{
    emuq_timed_t *t = emuq_the_timed;
    const emuq_actor_t *self = emuq_my_actor;
    if (self == NULL)
        return t->now / t->parameters.clock.cpu;
    emuq_core_stops(t);
    emuq_actor_ask(t);
    emuq_core_runs(t);
    return self->clock / t->parameters.clock.cpu;
}

static int advance(uint64_t cycles)
{
    emuq_timed_t *t = emuq_the_timed;
    const emuq_actor_t *self = emuq_my_actor;
    if (self == NULL)
        return 0;
    emuq_core_stops(t);
    uint64_t most = self->clock < LATEST ? (LATEST - self->clock) / t->parameters.clock.cpu : 0;
    emuq_actor_act(t, emuq_cpu_ticks(t, cycles < most ? cycles : most));
    emuq_actor_observe(t);
    emuq_core_runs(t);
    return 1;
}

/* A child has none of the other threads, so nobody could give it the baton. */
static void leave_in_child(void)
{
    emuq_my_actor = NULL;
    emuq_mmio.relax = NULL;
    emuq_waits = NULL;
    emuq_mmio.timebase = NULL;
    emuq_mmio.advance = NULL;
    emuq_mmio.atomic = NULL;
    emuq_cores_close();
    emuq_timed_progress_leave();
}

int emuq_timed_hooks_install(void)
{
    static bool is_prepared; /* once for the process; partitions begin one after the other */
    if (!is_prepared && pthread_atfork(NULL, NULL, leave_in_child) != 0)
        return -ENOMEM;
    is_prepared = true;
    emuq_cores_attach(emuq_the_timed);
    ring = emuq_mmio.doorbell;
    emuq_mmio.doorbell = doorbell;
    emuq_mmio.idle = idle;
    emuq_mmio.relax = relax;
    emuq_waits = &emuq_timed_waits;
    emuq_mmio.timebase = timebase;
    emuq_mmio.advance = advance;
    emuq_mmio.atomic = emuq_timed_atomic;
    emuq_mmio.wake = NULL;
    emuq_mmio.announce = NULL;
    emuq_mmio.sleep = NULL;
    return 0;
}
