/* SPDX-License-Identifier: BSD-3-Clause */
#include "backends/timed/hooks.h"

#include <errno.h>
#include <pthread.h>

#include "backends/emulator/doorbell.h"
#include "backends/settings.h"
#include "backends/timed/actors.h"
#include "backends/timed/waits.h"

/* The clock after a delay that lasts for ever: times can still be added to it. */
#define LATEST (EMUQ_NEVER / 2)

enum { ZERO, FIXED }; /* words of EMUQ_TIME */

void emuq_timed_set_costs(emuq_timed_t *t)
{
    const emuq_net_parameters_t *p = &t->parameters;
    /* Programs that loop until a time, or until another thread has changed what a lock guards, need calls
     * that take time, whatever the rest costs. */
    t->costs = (emuq_costs_t){.time = emuq_cpu_ticks(t, p->cpu.time_base),
                              .atomic = emuq_cpu_ticks(t, p->cpu.atomic)};
    if (emuq_setting_number(EMUQ_SETTING_TIME) == ZERO)
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

static void doorbell(volatile uint64_t *reg, uint64_t value)
{
    emuq_timed_t *t = emuq_the_timed;
    uint64_t offset = (uintptr_t)reg - t->machine->base;
    if (emuq_my_actor != NULL && offset < t->machine->bytes)
        emuq_actor_act(t, is_tail(offset) ? t->costs.inject : t->costs.store);
    emuq_doorbell(reg, value);
}

static void idle(const volatile uint64_t *reg, uint64_t seen)
{
    if (emuq_my_actor != NULL)
        emuq_actor_poll(emuq_the_timed, reg, seen, false);
}

static int relax(const volatile void *where, uint64_t seen, int begins)
{
    if (emuq_my_actor == NULL)
        return 0;
    emuq_actor_poll(emuq_the_timed, where, seen, begins);
    return 1;
}

static uint64_t timebase(void)
{
    emuq_timed_t *t = emuq_the_timed;
    emuq_actor_t *self = emuq_my_actor;
    if (self == NULL)
        return t->now / t->parameters.clock.cpu;
    self->clock += t->costs.time;
    self->reads_time = true;
    return self->clock / t->parameters.clock.cpu;
}

static int advance(uint64_t cycles)
{
    emuq_timed_t *t = emuq_the_timed;
    const emuq_actor_t *self = emuq_my_actor;
    if (self == NULL)
        return 0;
    uint64_t most = self->clock < LATEST ? (LATEST - self->clock) / t->parameters.clock.cpu : 0;
    emuq_actor_act(t, emuq_cpu_ticks(t, cycles < most ? cycles : most));
    emuq_actor_observe(t);
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
}

int emuq_timed_hooks_install(void)
{
    static bool is_prepared; /* once for the process; partitions begin one after the other */
    if (!is_prepared && pthread_atfork(NULL, NULL, leave_in_child) != 0)
        return -ENOMEM;
    is_prepared = true;
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
