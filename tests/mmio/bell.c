/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A device that goes to sleep while a program stores to a register: in no order of their steps is the store
 * left alone.
 *
 * What may go wrong is in no statement of the source: a core keeps a store back while it does the load that
 * follows. So bell.h is compiled here for a machine of two cores with a store buffer each (that of x86), on
 * which the test runs the program and the device in every order there is, store buffers included.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <ucontext.h>

#include "base/futex.h"
#include "emuq_test.h"

/* ---- a machine: one core at a time does one step; which, is chosen ---- */

enum { PROGRAM, DEVICE, CORES };
#define STORES_MOST 8
#define CHOICES     64

typedef struct core {
    ucontext_t context;
    char stack[1 << 16];
    void (*code)(void);
    bool has_ended;
    const uint32_t *sleeps_on; /* NULL: it does not sleep */
    struct {
        uint32_t *word, value;
    } store[STORES_MOST]; /* not yet seen by the other core, oldest first */
    unsigned stores;
} core_t;

static core_t core[CORES];
static ucontext_t scheduler;
static unsigned now; /* the core whose step it is */
static struct {
    unsigned of, taken;
} choice[CHOICES];
static unsigned choices, chosen;

/* One of @p n alternatives: the runs of explore() take all of them in turn. */
static unsigned choose(unsigned n)
{
    if (chosen == choices) {
        choice[choices].of = n;
        choice[choices++].taken = 0;
    }
    return choice[chosen++].taken;
}

/* The oldest store of a core reaches memory. */
static void drain_one(core_t *c)
{
    *c->store[0].word = c->store[0].value;
    memmove(&c->store[0], &c->store[1], --c->stores * sizeof c->store[0]);
}

/* The end of a step: another core, or a store buffer, may be next. */
static void step(void)
{
    swapcontext(&core[now].context, &scheduler);
}

static uint32_t machine_load(const uint32_t *word)
{
    step();
    for (unsigned i = core[now].stores; i-- > 0;)
        if (core[now].store[i].word == word)
            return core[now].store[i].value;
    return *word;
}

static void machine_store(uint32_t *word, uint32_t value)
{
    step();
    core[now].store[core[now].stores].word = word;
    core[now].store[core[now].stores++].value = value;
}

/* Read-modify-write: what the core has stored before is seen first. */
static uint32_t machine_change(uint32_t *word, uint32_t factor, uint32_t add)
{
    step();
    while (core[now].stores != 0)
        drain_one(&core[now]);
    uint32_t old = *word;
    *word = old * factor + add;
    return old;
}

static int machine_wait(const uint32_t *word, uint32_t seen)
{
    machine_change((uint32_t *)(uintptr_t)word, 1, 0); /* a system call drains the buffer, too */
    if (*word != seen)
        return -EAGAIN;
    core[now].sleeps_on = word;
    while (core[now].sleeps_on != NULL)
        step();
    return 0;
}

static int machine_wake(const uint32_t *word)
{
    machine_change((uint32_t *)(uintptr_t)word, 1, 0);
    for (unsigned i = 0; i < CORES; i++)
        if (core[i].sleeps_on == word)
            core[i].sleeps_on = NULL;
    return 0;
}

#define emuq_futex_wait(word, seen, ns)         ((void)(ns), machine_wait(word, seen))
#define emuq_futex_wake(word, threads)          machine_wake(word)
#define __atomic_load_n(word, order)            machine_load(word)
#define __atomic_store_n(word, value, order)    machine_store(word, value)
#define __atomic_exchange_n(word, value, order) machine_change(word, 0, value)
#define __atomic_fetch_add(word, value, order)  machine_change(word, 1, value)
#include "backends/mmio/bell.h"
#undef emuq_futex_wait
#undef emuq_futex_wake
#undef __atomic_load_n
#undef __atomic_store_n
#undef __atomic_exchange_n
#undef __atomic_fetch_add

/* ---- the program and the device on it ---- */

static emuq_device_info_t info;
static uint32_t reg; /* that the program stores to */
static bool is_found;

static void store_and_ring(void)
{
    machine_store(&reg, 1);
    if (emuq_bell_is_needed(&info))
        emuq_bell_ring(&info);
}

/* Without the read-modify-write: the load may be done before the store is seen. */
static void store_and_load(void)
{
    machine_store(&reg, 1);
    if (machine_load(&info.asleep) != 0)
        emuq_bell_ring(&info);
}

/* Scans, and sleeps twice at most. */
static void scan_and_sleep(void)
{
    for (int turn = 0; turn < 2 && !is_found; turn++) {
        uint32_t seen = emuq_bell_prepare(&info);
        is_found = machine_load(&reg) != 0;
        if (is_found)
            emuq_bell_cancel(&info);
        else
            emuq_bell_sleep(&info, seen, EMUQ_FUTEX_FOREVER);
    }
    is_found = is_found || machine_load(&reg) != 0;
}

/* The bell is read when the device has said already that it sleeps: what is rung in between is lost. */
static void announce_and_sleep(void)
{
    machine_change(&info.asleep, 0, 1);
    is_found = machine_load(&reg) != 0;
    if (!is_found)
        machine_wait(&info.bell, machine_load(&info.bell));
    is_found = is_found || machine_load(&reg) != 0;
}

static void run_core(void)
{
    core[now].code();
    core[now].has_ended = true;
    step();
}

/* One run. @return whether the device has found the store. */
static bool run(void (*program)(void), void (*device)(void))
{
    memset(&info, 0, sizeof info);
    reg = 0;
    is_found = false;
    for (unsigned i = 0; i < CORES; i++) {
        core_t *c = &core[i];
        c->code = i == PROGRAM ? program : device;
        c->has_ended = false;
        c->sleeps_on = NULL;
        c->stores = 0;
        getcontext(&c->context);
        c->context.uc_stack.ss_sp = c->stack;
        c->context.uc_stack.ss_size = sizeof c->stack;
        makecontext(&c->context, run_core, 0);
    }
    for (;;) {
        unsigned can[2 * CORES], n = 0;
        for (unsigned i = 0; i < CORES; i++) {
            if (!core[i].has_ended && core[i].sleeps_on == NULL)
                can[n++] = i;
            if (core[i].stores != 0)
                can[n++] = CORES + i;
        }
        if (n == 0)
            return core[DEVICE].has_ended && is_found;
        now = can[choose(n)];
        if (now >= CORES)
            drain_one(&core[now - CORES]);
        else
            swapcontext(&scheduler, &core[now].context);
    }
}

/* All runs. @return in how many the store is left alone. */
static unsigned explore(void (*program)(void), void (*device)(void), unsigned *runs)
{
    unsigned missed = 0;
    choices = *runs = 0;
    do {
        chosen = 0;
        missed += !run(program, device);
        ++*runs;
        while (choices != 0 && ++choice[choices - 1].taken == choice[choices - 1].of)
            choices--;
    } while (choices != 0);
    return missed;
}

/* ---- tests ---- */

static void no_store_is_missed(void)
{
    unsigned runs;
    CU_ASSERT_EQUAL(explore(store_and_ring, scan_and_sleep, &runs), 0);
    CU_ASSERT(runs > 100);
}

/* The machine shows what it is there for. */
static void other_orders_miss_stores(void)
{
    unsigned runs;
    CU_ASSERT_NOT_EQUAL(explore(store_and_load, scan_and_sleep, &runs), 0);
    CU_ASSERT_NOT_EQUAL(explore(store_and_ring, announce_and_sleep, &runs), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"no store is missed", no_store_is_missed},
        {"other orders miss stores", other_orders_miss_stores},
        {NULL, NULL},
    };
    return emuq_test_main("mmio_bell", tests);
}
