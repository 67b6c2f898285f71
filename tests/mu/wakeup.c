/* SPDX-License-Identifier: BSD-3-Clause */
/* Waits of the wakeup unit for an address: a message ends the wait, and waiting ranks leave a shared core
 * to working ranks. */
#define _GNU_SOURCE
#include "mu_support.h"

#include <sched.h>
#include <time.h>

#include <spi/include/wu/wait.h>

enum { ROUNDS = 20, PAUSE_MS = 5, QUIET_MS = 300 };

/* Waits for a counter. @return number of waits */
static uint64_t wait_for(const mu_kit_t *kit, uint32_t counter, uint64_t value)
{
    uint64_t waits = 0, physical = kit->counters.pa + counter * sizeof(uint64_t);
    volatile uint64_t *word = &kit->counter[counter];
    for (;; waits++) {
        WU_ArmWithAddress(physical, ~UINT64_C(63));
        if (in64((uint64_t *)(uintptr_t)word) == value)
            return waits;
        ppc_wait();
    }
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* A message between arming and waiting, or during the wait, ends the wait. */
static void ping_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_barrier(me);
    for (uint64_t i = 1; i <= ROUNDS; i++) {
        if (me->node == 0) {
            sleep_ms(i % 2 == 0 ? PAUSE_MS : 0);
            mu_send(me, kit.inj, mu_put(me, &kit, 1, 0, 0, 8, 0));
            wait_for(&kit, 0, -(i * 8));
        } else {
            wait_for(&kit, 0, -(i * 8));
            mu_send(me, kit.inj, mu_put(me, &kit, 0, 0, 0, 8, 0));
        }
    }
    mu_barrier(me);
}

static void a_message_ends_a_wait(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), ping_body);
}

/* Comparators over more than a line, or over memory outside the process, also end their waits. */
static void wide_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    WU_ArmWithAddress(kit.counters.pa, ~UINT64_C(4095));
    ppc_wait();
    WU_ArmWithAddress(UINT64_C(1) << 35, ~UINT64_C(63));
    ppc_wait();
    WU_ArmWithAddress(0, 0);
    ppc_wait();
    WU_ArmWithAddress(kit.counters.pa, ~UINT64_C(63));
    kit.counter[1] = 1; /* the program's own store is an event, and stays pending */
    ppc_wait();
    ppc_wait();
    CHECK_EQUAL(in64((uint64_t *)(uintptr_t)&kit.counter[1]), 1);
}

static void other_comparators(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), wide_body);
}

/* Many idle ranks on one core: waits of the initial length would end a thousand times and more. */
static void idle_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_barrier(me);
    if (me->node == 0) {
        sleep_ms(QUIET_MS);
        for (uint32_t n = 1; n < me->nodes; n++)
            mu_send(me, kit.inj, mu_put(me, &kit, n, 0, 0, 8, 0));
    } else {
        uint64_t waits = wait_for(&kit, 0, -(uint64_t)8);
        CHECK(waits < QUIET_MS);
    }
    mu_barrier(me);
}

static void idle_ranks_leave_the_core(void)
{
    cpu_set_t all, one;
    CPU_ZERO(&one);
    CU_ASSERT_EQUAL(sched_getaffinity(0, sizeof all, &all), 0);
    for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; cpu++)
        if (CPU_ISSET(cpu, &all))
            CPU_SET(cpu, &one);
    CU_ASSERT_EQUAL(sched_setaffinity(0, sizeof one, &one), 0);
    mu_run(MU_NODES(4, 4, 1, 1, 1), idle_body);
    sched_setaffinity(0, sizeof all, &all);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a message ends a wait", a_message_ends_a_wait},
        {"other comparators", other_comparators},
        {"idle ranks leave the core", idle_ranks_leave_the_core},
        {NULL, NULL},
    };
    return emuq_test_main("waits for an address", tests);
}
