/* SPDX-License-Identifier: BSD-3-Clause */
/* Start of measurements, and start times of the messages of a trace. */
#include <string.h>

#include "emuq_test.h"
#include "tests/timed/network/put.h"
#include "tools/emuq-net/net.h"

#define WINDOW 5000   /* cycles of the windows that an automatic warm-up compares */
#define LEAST  20000  /* minimum cycles of an automatic warm-up */
#define MOST   200000 /* maximum */

static const emuq_net_shape_t square = {2, {4, 4}, 3};

static traffic_setup_t setup_of(emuq_net_constants_t *p, const char *pattern)
{
    char reason[256];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    traffic_setup_t setup = {
        .parameters = p,
        .workload = {.seed = 5, .bytes_min = 512, .bytes_max = 512, .outstanding = 4, .dynamic = UINT32_MAX},
        .seed = 5,
        .threads = 1,
        .warm_up = TRAFFIC_WARM_UP_AUTO,
        .cycles = WINDOW};
    CU_ASSERT_EQUAL_FATAL(emuq_net_constants_open(p), 0);
    CU_ASSERT_EQUAL_FATAL(traffic_pattern_open(&setup.workload.pattern, pattern, &square, 7, &why), 0);
    return setup;
}

static void end(traffic_setup_t *setup, emuq_net_constants_t *p)
{
    traffic_pattern_free(&setup->workload.pattern);
    emuq_net_constants_free(p);
}

/* Runs a setup. @param bytes set to the payload received in the window */
static traffic_result_t run(const traffic_setup_t *setup, uint64_t *bytes)
{
    char reason[256];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    traffic_result_t r;
    CU_ASSERT_EQUAL_FATAL(traffic_simulate(setup, &r, &why), 0);
    *bytes = traffic_measure_bytes(&r.measure);
    traffic_result_free(&r);
    return r;
}

/* The warm-up required by the rule, from separately measured windows. */
static uint64_t rule(traffic_setup_t setup)
{
    uint64_t before = 0, bytes;
    for (setup.warm_up = 0; setup.warm_up < MOST; setup.warm_up += WINDOW) {
        run(&setup, &bytes);
        uint64_t apart = bytes > before ? bytes - before : before - bytes;
        bool alike = apart * 100 < (bytes > before ? bytes : before);
        before = bytes;
        if (alike && setup.warm_up + WINDOW >= LEAST)
            return setup.warm_up + WINDOW;
    }
    return MOST;
}

/* A small machine under random load is never quite steady: the end of the warm-up depends on the seed. */
static void warm_up_ends_when_windows_are_alike(void)
{
    emuq_net_constants_t p;
    traffic_setup_t setup = setup_of(&p, "uniform");
    bool different = false;
    setup.workload.interval = 600 << 16;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        uint64_t bytes;
        setup.seed = setup.workload.seed = seed;
        traffic_result_t r = run(&setup, &bytes);
        CU_ASSERT_EQUAL(r.warm_up, rule(setup));
        CU_ASSERT_TRUE(r.settled);
        different |= r.warm_up > LEAST;
    }
    CU_ASSERT_TRUE(different);
    end(&setup, &p);
}

static void a_steady_load_warms_up_for_the_least_time(void)
{
    emuq_net_constants_t p;
    traffic_setup_t setup = setup_of(&p, "neighbour:A+");
    uint64_t bytes;
    traffic_result_t r = run(&setup, &bytes);
    CU_ASSERT_EQUAL(r.warm_up, LEAST);
    CU_ASSERT_TRUE(r.settled);
    CU_ASSERT_TRUE(bytes > 0);
    end(&setup, &p);
}

/* Windows without arrivals are not steady. */
static void a_load_that_has_ended_does_not_settle(void)
{
    emuq_net_constants_t p;
    traffic_setup_t setup = setup_of(&p, "neighbour:A+");
    uint64_t bytes;
    setup.workload.messages = 1;
    traffic_result_t r = run(&setup, &bytes);
    CU_ASSERT_EQUAL(r.warm_up, MOST);
    CU_ASSERT_FALSE(r.settled);
    CU_ASSERT_EQUAL(bytes, 0);
    end(&setup, &p);
}

/* Runs a trace. @param at set to the tick of the last arrival at each node */
static void play(const char *text, uint64_t at[16])
{
    char reason[256];
    emuq_text_t why = emuq_text(reason, sizeof reason);
    emuq_net_constants_t p;
    traffic_setup_t setup = setup_of(&p, "uniform");
    traffic_trace_t trace;
    traffic_result_t r;
    CU_ASSERT_EQUAL_FATAL(traffic_trace_parse(&trace, text, "t", &square, 1, &why), 0);
    CU_ASSERT_EQUAL_FATAL(traffic_replay(&setup, &trace, &r, &why), 0);
    CU_ASSERT_EQUAL(r.missing, 0);
    CU_ASSERT_TRUE(r.seconds > 0);
    memcpy(at, r.measure.at, 16 * sizeof at[0]);
    traffic_result_free(&r);
    traffic_trace_free(&trace);
    end(&setup, &p);
}

/* Ticks of a message to a neighbour. @param left set to the ticks until it has left its source */
static uint64_t put(uint64_t *left)
{
    emuq_net_constants_t p;
    CU_ASSERT_EQUAL_FATAL(emuq_net_constants_open(&p), 0);
    uint32_t cycle = p.value.clock.cycle, chunks = emuq_net_chunks(512);
    *left = (uint64_t)(p.value.mu.inject + p.value.mu.engine * chunks) * cycle;
    uint64_t ticks = traffic_put_cycles(&p, &square, 0, 1, 512) * cycle;
    emuq_net_constants_free(&p);
    return ticks;
}

/* A hint takes the long side of a ring of four, and leads around a ring of one node. */
static void hints_fix_directions(void)
{
    uint64_t at[16], shortest, longest;
    play("0 0 1 512\n", at);
    shortest = at[1];
    play("0 0 1 512 hints=B-\n", at);
    longest = at[1];
    play("0 0 3 512 hints=B+\n", at);
    CU_ASSERT(longest > shortest && at[3] > shortest);
    play("0 0 1 512 hints=B+A-\n", at); /* A has no distance */
    CU_ASSERT_EQUAL(at[1], shortest);
    play("0 0 0 512\n", at);
    shortest = at[0];
    play("0 0 0 512 hints=A-\n", at);
    CU_ASSERT_EQUAL(at[0], shortest);
}

/* The source of a message continues when the message has left, the destination when it has arrived. */
static void waiters_are_told_at_their_node(void)
{
    uint64_t at[16], left, ticks = put(&left), delay = 100000 * 8;
    play("0 0 1 512 0 0 a\n"
         "0 1 0 512 after=a delay=100000\n"
         "0 0 1 512 after=a delay=100000\n",
         at);
    CU_ASSERT_EQUAL(at[0], ticks + delay + ticks);
    CU_ASSERT_EQUAL(at[1], left + delay + ticks);
}

/* A node that waits for a message to itself waits for the arrival. */
static void a_local_message_is_awaited(void)
{
    uint64_t at[16], left, ticks = put(&left), delay = 100000 * 8;
    play("0 0 0 512 0 0 a\n"
         "0 0 1 512 after=a delay=100000\n",
         at);
    CU_ASSERT_TRUE(at[0] > left);
    CU_ASSERT_EQUAL(at[1], at[0] + delay + ticks);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a warm-up ends when windows are alike", warm_up_ends_when_windows_are_alike},
        {"a steady load warms up for the least time", a_steady_load_warms_up_for_the_least_time},
        {"a load that has ended does not settle", a_load_that_has_ended_does_not_settle},
        {"hints fix directions", hints_fix_directions},
        {"waiters are told at their node", waiters_are_told_at_their_node},
        {"a local message is awaited", a_local_message_is_awaited},
        {NULL, NULL}};
    return emuq_test_main("traffic runs", tests);
}
