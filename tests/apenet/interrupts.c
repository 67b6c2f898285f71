/* SPDX-License-Identifier: BSD-3-Clause */
/* The interrupt of a card: the bits that cause a call of the hook, and the time of the call. */
#include "apenet/card/device.h"

#include <string.h>

#include "bench.h"
#include "emuq_test.h"

static bench_t bench;
static _Alignas(4096) char source[4096], target[4096];
static unsigned calls;
static apenet_device_t *called; /* card of the last call */

static void count_calls(apenet_device_t *d)
{
    calls++;
    called = d;
}

static void open_bench(void)
{
    bench_open(&bench, &(bench_plan_t){.size = {2, 1, 1}});
    CU_ASSERT_EQUAL(bench_register(&bench, 1, 0, target, sizeof target, 0, 7), APENET_STATUS_OK);
    __atomic_store_n(&apenet_interrupt_hook, count_calls, __ATOMIC_RELAXED);
    calls = 0;
}

static void close_bench(void)
{
    __atomic_store_n(&apenet_interrupt_hook, NULL, __ATOMIC_RELAXED);
    bench_close(&bench);
}

static uint32_t status_of(unsigned card)
{
    return apenet_reg_load(bench.host[card].reg, APENET_REG_IRQ_STATUS);
}

static void store(unsigned card, unsigned n, uint32_t value)
{
    apenet_reg_store(bench.host[card].reg, n, value);
}

/* A put from card 0 to an address at card 1. */
static void put(const void *to)
{
    apenet_descriptor_t d = bench_descriptor(&bench, 0, 1, 0, APENET_CMD_PUT, source, 8, (uintptr_t)to);
    CU_ASSERT_TRUE_FATAL(bench_post(&bench, 0, &d));
    bench_ring(&bench, 0);
}

static void an_event_interrupts_where_it_is_enabled(void)
{
    open_bench();
    put(target);
    CU_ASSERT_EQUAL(calls, 0);
    CU_ASSERT_EQUAL(status_of(1), APENET_IRQ_EVENT);
    CU_ASSERT_EQUAL(status_of(0), APENET_IRQ_EVENT | APENET_IRQ_RING_EMPTY);
    store(1, APENET_REG_IRQ_STATUS, APENET_IRQ_EVENT);
    CU_ASSERT_EQUAL(status_of(1), 0);
    store(1, APENET_REG_IRQ_ENABLE, APENET_IRQ_EVENT);
    CU_ASSERT_EQUAL(calls, 0);
    put(target);
    CU_ASSERT_EQUAL(calls, 1);
    CU_ASSERT_PTR_EQUAL(called, &bench.machine->device[1]);
    store(1, APENET_REG_IRQ_ENABLE, 0);
    put(target);
    CU_ASSERT_EQUAL(calls, 1);
    close_bench();
}

static void what_shows_interrupts_when_it_is_enabled(void)
{
    open_bench();
    put(target);
    store(1, APENET_REG_IRQ_ENABLE, APENET_IRQ_ERROR | APENET_IRQ_RING_EMPTY);
    CU_ASSERT_EQUAL(calls, 0);
    store(1, APENET_REG_IRQ_ENABLE, APENET_IRQ_EVENT);
    CU_ASSERT_EQUAL(calls, 1);
    close_bench();
}

static void an_error_and_an_empty_ring_interrupt(void)
{
    open_bench();
    store(1, APENET_REG_IRQ_ENABLE, APENET_IRQ_ERROR);
    put(target);
    CU_ASSERT_EQUAL(calls, 0);
    put(source); /* no such buffer */
    CU_ASSERT_EQUAL(calls, 1);
    store(0, APENET_REG_IRQ_STATUS, ~0u);
    store(0, APENET_REG_IRQ_ENABLE, APENET_IRQ_RING_EMPTY);
    put(target);
    CU_ASSERT_EQUAL(calls, 2);
    CU_ASSERT_PTR_EQUAL(called, &bench.machine->device[0]);
    close_bench();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"an event interrupts where it is enabled", an_event_interrupts_where_it_is_enabled},
        {"what shows interrupts when it is enabled", what_shows_interrupts_when_it_is_enabled},
        {"an error and an empty ring interrupt", an_error_and_an_empty_ring_interrupt},
        {NULL, NULL}};
    return emuq_test_main("interrupts of cards", tests);
}
