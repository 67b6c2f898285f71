/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls of the program: time of code between calls, recorded times, locks and similar waits, SPI hooks. */
#include "backends/timed/scheduler.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "backends/modelled_time.h"
#include "backends/emulator/core/unit.h"
#include "backends/emulator/core/deliver.h"
#include "backends/emulator/trace/record.h"
#include "backends/emulator/core/inject.h"
#include "backends/rank_memory.h"
#include "backends/record.h"
#include "backends/settings.h"
#include "base/host_calls.h"
#include "base/text.h"

#define TICK_FS (UINT64_C(1000) * EMUQ_NET_TICK_PS)
/* Time slice of a thread without calls. */
#define QUANTUM_FS UINT64_C(500000000)

int emuq_cores_open(emuq_timed_t *t)
{
    const char *text = emuq_setting_text(EMUQ_SETTING_TIME), *number = strchr(text, ':');
    t->cores.model = (emuq_core_model_t)emuq_setting_number(EMUQ_SETTING_TIME);
    t->cores.price = 0;
    if (number != NULL &&
        emuq_number_parse(number + 1, EMUQ_NUMBER_THOUSANDTHS, 1, UINT64_MAX, &t->cores.price) != 0)
        return -EINVAL;
    if (t->cores.model != EMUQ_CORES_BLOCKS || emuq_blocks_are_counted)
        return 0;
    fprintf(stderr,
            "emuq: EMUQ_TIME=%s: the program does not count basic blocks (compile and link it with "
            "emuqcc --time-blocks, or set EMUQ_TIME=fixed)\n",
            text);
    return -EINVAL;
}

static uint64_t core_processor_ns(void)
{
    struct timespec now;
    (void)emuq_host_clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (uint64_t)now.tv_sec * EMUQ_NS_PER_S + (uint64_t)now.tv_nsec;
}

static void core_charge(emuq_actor_t *self, uint64_t time, uint64_t tick)
{
    time += self->remainder;
    self->clock += time / tick;
    self->remainder = (uint32_t)(time % tick);
}

void emuq_core_charge(const emuq_timed_t *t)
{
    emuq_actor_t *self = emuq_my_actor;
    uint64_t now;
    switch (t->cores.model) {
    case EMUQ_CORES_ZERO:
    case EMUQ_CORES_FIXED:
        break;
    case EMUQ_CORES_BLOCKS:
        self->blocks += emuq_blocks;
        core_charge(self, emuq_blocks * t->cores.price, TICK_FS);
        emuq_blocks = 0;
        break;
    case EMUQ_CORES_HOST:
        now = core_processor_ns();
        core_charge(self, (now - self->resumed_ns) * t->cores.price, EMUQ_NET_TICK_PS);
        self->resumed_ns = now;
        break;
    }
}

void emuq_core_continue(const emuq_timed_t *t)
{
    emuq_blocks = 0;
    if (t->cores.model == EMUQ_CORES_HOST)
        emuq_my_actor->resumed_ns = core_processor_ns();
}

/* Ends a time slice: the thread may have stored to memory that actors of its node poll, or may poll. */
static void core_quantum_over(void)
{
    emuq_timed_t *t = emuq_the_timed;
    if (emuq_actor_is_running(t)) {
        emuq_core_charge(t);
        emuq_my_actor->is_active = true;
        emuq_actor_observe(t);
    }
    emuq_blocks = 0; /* drops blocks of a signal handler in a parked thread, too */
}

static void core_attach(const emuq_timed_t *t)
{
    uint64_t most = t->cores.model == EMUQ_CORES_BLOCKS ? QUANTUM_FS / t->cores.price + 1 : 0;
    emuq_blocks_full = core_quantum_over;
    /* Release: pairs with the acquire in __sanitizer_cov_trace_pc(). */
    AO_store_release(&emuq_blocks_most, most);
}

void emuq_cores_close(void)
{
    AO_store(&emuq_blocks_most, 0);
}

#if EMUQ_HAVE_TRACE
static uint64_t record_now(void)
{
    const emuq_timed_t *t = emuq_the_timed;
    uint64_t tick = t->now;
    if (emuq_my_actor != NULL && emuq_my_node != UINT32_MAX) {
        if (t->cores.model == EMUQ_CORES_BLOCKS)
            emuq_core_charge(t);
        tick = emuq_my_actor->clock;
    }
    return tick > t->begin ? tick - t->begin : 0;
}

static void (*identify_thread)(emuq_record_ring_t *ring); /* set by the kernel shim */

/* The actor's thread may differ from the executing thread. */
static void record_identify_actor(emuq_record_ring_t *ring)
{
    identify_thread(ring);
    if (emuq_my_actor != NULL)
        ring->thread = (int32_t)emuq_my_actor->tid;
}

static void record_identify_network(emuq_record_ring_t *ring)
{
    (void)ring;
}

void emuq_timed_record_begin(emuq_timed_t *t)
{
    _Static_assert(EMUQ_RECORD_MODELLED_TICKS * EMUQ_NET_TICK_PS == 1000, "the ticks of the network");
    if (emuq_the_recording == NULL)
        return;
    emuq_record_self_t self = emuq_record_self;
    identify_thread = emuq_record_identify;
    emuq_record_identify = record_identify_network; /* no second thread exists yet */
    (void)emuq_record_ring_make();
    emuq_record_identify = record_identify_actor;
    t->record = emuq_record_self;
    emuq_record_self = self;
    emuq_pointer_store(&emuq_record_time, record_now);
}
#else
void emuq_timed_record_begin(emuq_timed_t *t)
{
    (void)t;
}
#endif

#define TICKS_PER_NS (1000 / EMUQ_NET_TICK_PS)

/* Static data of all ranks share addresses. */
static uintptr_t wait_key(const emuq_actor_t *a, const volatile void *where)
{
    return (uintptr_t)where + emuq_rank_data_delta((uint32_t)a->rank, (uintptr_t)where);
}

static emuq_wait_t **wait_list(emuq_timed_t *t, uintptr_t key)
{
    return &t->queue[(key >> 3) * 31 % EMUQ_WAIT_QUEUES];
}

/* Returns the link to @p wait in its bucket, or the last link. */
static emuq_wait_t **wait_find(emuq_timed_t *t, const emuq_wait_t *wait, uintptr_t key)
{
    emuq_wait_t **at = wait_list(t, key);
    while (*at != NULL && *at != wait)
        at = &(*at)->next;
    return at;
}

static void wait_enqueue(emuq_timed_t *t, emuq_wait_t *wait, emuq_actor_t *a, uint64_t limit)
{
    wait->next = NULL;
    wait->waiter = a;
    wait->key = wait_key(a, wait->where);
    wait->limit = limit;
    wait->is_released = false;
    *wait_find(t, NULL, wait->key) = wait;
    a->wait = wait;
}

static void wait_dequeue(emuq_timed_t *t, emuq_wait_t *wait)
{
    emuq_wait_t **at = wait_find(t, wait, wait->key);
    if (*at != NULL)
        *at = wait->next;
}

/* The first unreleased wait at a key, or NULL. */
static emuq_wait_t *wait_first(emuq_timed_t *t, uintptr_t key)
{
    emuq_wait_t *wait = *wait_list(t, key);
    while (wait != NULL && (wait->key != key || wait->is_released))
        wait = wait->next;
    return wait;
}

static bool wait_begin_call(const emuq_timed_t *t)
{
    bool has_time = emuq_actor_is_running(t);
    if (has_time)
        emuq_core_charge(t);
    return has_time;
}

static bool wait_end_call(const emuq_timed_t *t)
{
    emuq_core_continue(t);
    return true;
}

static bool wait_observe(void)
{
    emuq_timed_t *t = emuq_the_timed;
    if (!wait_begin_call(t))
        return false;
    emuq_actor_observe(t);
    return wait_end_call(t);
}

static bool wait_enter(void)
{
    emuq_timed_t *t = emuq_the_timed;
    if (!wait_begin_call(t))
        return false;
    emuq_actor_act(t, t->costs.atomic);
    emuq_actor_observe(t);
    return wait_end_call(t);
}

static void wait_atomic(int changes)
{
    emuq_timed_t *t = emuq_the_timed;
    if (!wait_begin_call(t))
        return;
    if (changes) {
        emuq_actor_act(t, 0);
    } else {
        emuq_my_actor->clock += t->costs.atomic; /* a load may be a poll */
        emuq_my_actor->may_leave = true;
        emuq_actor_observe(t);
        emuq_my_actor->may_leave = false;
    }
    (void)wait_end_call(t);
}

static void wait_failed_try(const volatile void *where)
{
    emuq_timed_t *t = emuq_the_timed;
    emuq_core_charge(t);
    emuq_actor_poll(t, where, 0, false);
    emuq_core_continue(t);
}

static bool wait_block(emuq_wait_t *given, uint64_t limit)
{
    emuq_timed_t *t = emuq_the_timed;
    emuq_actor_t *self = emuq_my_actor;
    emuq_wait_t *const first = emuq_stack_copy_wait(self, given), *wait = first;
    bool is_over;
    emuq_core_charge(t);
    self->since = self->clock;
    wait_enqueue(t, wait, self, limit < EMUQ_NEVER / TICKS_PER_NS ? limit * TICKS_PER_NS : EMUQ_NEVER);
    do {
        wait = self->wait;
        wait->is_released = false;
        emuq_actor_park(t, wait->limit);
        wait = self->wait; /* a release may have queued `then` */
        is_over = wait->take != NULL ? wait->take(wait) : wait->is_released;
    } while (!is_over && self->clock < wait->limit);
    wait_dequeue(t, wait);
    self->wait = NULL;
    if (first != given)
        emuq_stack_copy_back(self, given);
    emuq_actor_act(t, t->costs.atomic);
    emuq_core_continue(t);
    return is_over;
}

/* The thread resumes, or continues in the queue of `then`. */
static void wait_release_one(emuq_timed_t *t, emuq_wait_t *wait)
{
    emuq_actor_t *a = wait->waiter;
    wait->is_released = true;
    if (wait->take == NULL)
        wait_dequeue(t, wait);
    if (wait->then != NULL) {
        wait_enqueue(t, wait->then, a, EMUQ_NEVER);
        t->due[a->number] = EMUQ_NEVER;
    } else {
        emuq_actor_resume(t, a);
    }
}

static void wait_release(const volatile void *where, uint32_t most)
{
    emuq_timed_t *t = emuq_the_timed;
    const emuq_wait_t *last = NULL;
    emuq_wait_t *wait;
    uintptr_t at = wait_key(emuq_my_actor, where);
    for (uint32_t i = 0; i < most && (wait = wait_first(t, at)) != NULL; i++) {
        last = wait->then;
        wait_release_one(t, wait);
    }
    wait = last != NULL && last->is_there(last) ? wait_first(t, last->key) : NULL;
    if (wait != NULL)
        wait_release_one(t, wait);
}

static uintptr_t wait_key_of(const volatile void *where)
{
    return emuq_my_actor != NULL ? wait_key(emuq_my_actor, where) : (uintptr_t)where;
}

static bool wait_now(uint64_t *ns)
{
    emuq_timed_t *t = emuq_the_timed;
    if (!wait_begin_call(t))
        return false;
    emuq_actor_read_time(t);
    *ns = emuq_my_actor->clock / TICKS_PER_NS;
    return wait_end_call(t);
}

static const emuq_waits_t wait_operations = {.observe = wait_observe,
                                             .enter = wait_enter,
                                             .failed_try = wait_failed_try,
                                             .wait = wait_block,
                                             .release = wait_release,
                                             .key = wait_key_of,
                                             .now = wait_now};

/* maximum clock after a delay: sums do not overflow */
#define LATEST (EMUQ_NEVER / 2)

static void hook_set_costs(emuq_timed_t *t)
{
    const emuq_net_parameters_t *p = &t->parameters;
    /* Not free even with free cores: programs loop until a time, or until a lock is released. */
    t->costs = (emuq_costs_t){.time = emuq_cpu_ticks(t, p->cpu.time_base),
                              .atomic = emuq_cpu_ticks(t, p->cpu.atomic)};
    if (t->cores.model == EMUQ_CORES_ZERO)
        return;
    t->costs.inject = emuq_cpu_ticks(t, p->cpu.inject);
    t->costs.poll = emuq_cpu_ticks(t, p->cpu.poll + p->cpu.loop);
    t->costs.store = emuq_cpu_ticks(t, p->cpu.store);
}

static bool hook_is_tail(uint64_t offset)
{
    return offset % BGQ_MU_SUBGROUP_SIZE < EMUQ_REG_REC &&
           offset % sizeof(emuq_inj_regs_t) == offsetof(emuq_inj_regs_t, tail);
}

/* Hook of the emulator, which executes the store. */
static void (*emulator_doorbell)(volatile uint64_t *reg, uint64_t value);

static void hook_doorbell(volatile uint64_t *reg, uint64_t value)
{
    emuq_timed_t *t = emuq_the_timed;
    uint64_t offset = (uintptr_t)reg - t->machine->base;
    if (emuq_my_actor != NULL) {
        emuq_core_charge(t);
        if (offset < t->machine->bytes)
            emuq_actor_act(t, hook_is_tail(offset) ? t->costs.inject : t->costs.store);
    }
    emulator_doorbell(reg, value);
    if (emuq_my_actor != NULL)
        emuq_core_continue(t);
}

static int hook_relax(const volatile void *where, uint64_t seen, int begins)
{
    emuq_timed_t *t = emuq_the_timed;
    if (emuq_my_actor == NULL)
        return 0;
    emuq_core_charge(t);
    emuq_my_actor->may_leave = true;
    emuq_actor_poll(t, where, seen, begins);
    emuq_my_actor->may_leave = false;
    emuq_core_continue(t);
    return 1;
}

static void hook_idle(const volatile uint64_t *reg, uint64_t seen)
{
    if (emuq_the_recording != NULL)
        emuq_record_poll(reg);
    (void)hook_relax(reg, seen, false);
    if (emuq_the_recording != NULL)
        emuq_record_polled();
}

static uint64_t hook_timebase(void)
{
    emuq_timed_t *t = emuq_the_timed;
    const emuq_actor_t *self = emuq_my_actor;
    if (self == NULL)
        return t->now / t->parameters.clock.cpu;
    emuq_core_charge(t);
    emuq_actor_read_time(t);
    emuq_core_continue(t);
    return self->clock / t->parameters.clock.cpu;
}

static int hook_advance(uint64_t cycles)
{
    emuq_timed_t *t = emuq_the_timed;
    const emuq_actor_t *self = emuq_my_actor;
    if (self == NULL)
        return 0;
    emuq_core_charge(t);
    uint64_t most = self->clock < LATEST ? (LATEST - self->clock) / t->parameters.clock.cpu : 0;
    emuq_actor_act(t, emuq_cpu_ticks(t, cycles < most ? cycles : most));
    emuq_actor_observe(t);
    emuq_core_continue(t);
    return 1;
}

/* A forked child lacks the threads that would pass the token. */
static void hook_fork_child(void)
{
    emuq_my_actor = NULL;
    emuq_mmio.time.relax = NULL;
    emuq_waits = NULL;
    emuq_mmio.time.timebase = NULL;
    emuq_mmio.time.advance = NULL;
    emuq_mmio.time.atomic = NULL;
    emuq_cores_close();
    emuq_timed_progress_leave();
}

int emuq_timed_hooks_install(void)
{
    static bool is_prepared; /* atfork handlers cannot be removed */
    if (!is_prepared && pthread_atfork(NULL, NULL, hook_fork_child) != 0)
        return -ENOMEM;
    is_prepared = true;
    core_attach(emuq_the_timed);
    hook_set_costs(emuq_the_timed);
    emulator_doorbell = emuq_mmio.access.doorbell;
    emuq_mmio.access.doorbell = hook_doorbell;
    emuq_mmio.wait.idle = hook_idle;
    emuq_mmio.time.relax = hook_relax;
    emuq_waits = &wait_operations;
    emuq_mmio.time.timebase = hook_timebase;
    emuq_mmio.time.advance = hook_advance;
    emuq_mmio.time.atomic = wait_atomic;
    emuq_mmio.wait.wake = NULL;
    emuq_mmio.wait.prepare = NULL;
    emuq_mmio.wait.sleep = NULL;
    return 0;
}
