/* SPDX-License-Identifier: BSD-3-Clause */
/* The steps of a waiting thread: spins, yields and sleeps by policy, with simulated times. */
#include "base/backoff.h"

#include "base/host_calls.h"
#include "emuq_test.h"

#define NOW UINT64_C(1000000000)

static const emuq_backoff_policy_t policy = {
    .spins_min = 4, .spins_max = 64, .yields = 3, .sleep_min_ns = 100, .sleep_max_ns = 1000};

/* @return polls before the first yield or sleep */
static uint32_t polls_of(emuq_backoff_t *b, const emuq_backoff_policy_t *p)
{
    uint32_t polls = 1;
    emuq_backoff_begin(b, p);
    for (; emuq_backoff_spins(b); polls++)
        CU_ASSERT_EQUAL(emuq_backoff_step(b, p, NULL, NOW), EMUQ_STEP_SPIN);
    return polls;
}

static void spins_then_yields_then_sleeps(void)
{
    emuq_backoff_t b = {0};
    CU_ASSERT_EQUAL(polls_of(&b, &policy), policy.spins_max);
    for (; b.yields < policy.yields; b.yields++)
        CU_ASSERT_EQUAL(emuq_backoff_step(&b, &policy, NULL, NOW), EMUQ_STEP_YIELD);
    CU_ASSERT_EQUAL(emuq_backoff_step(&b, &policy, NULL, NOW), EMUQ_STEP_SLEEP);
    (void)polls_of(&b, &policy); /* a new wait */
    CU_ASSERT_EQUAL(emuq_backoff_step(&b, &policy, NULL, NOW), EMUQ_STEP_YIELD);
}

static void adapts_the_spin_limit(void)
{
    emuq_backoff_t b = {0};
    (void)polls_of(&b, &policy);
    for (uint32_t spins = policy.spins_max; spins >= policy.spins_min; spins /= 2) {
        CU_ASSERT_EQUAL(polls_of(&b, &policy), spins);
        emuq_backoff_adapt(&b, &policy, true);
    }
    for (uint32_t spins = policy.spins_min; spins <= policy.spins_max; spins *= 2) {
        CU_ASSERT_EQUAL(polls_of(&b, &policy), spins);
        emuq_backoff_success(&b, &policy);
    }
    CU_ASSERT_EQUAL(b.spins, policy.spins_max);
}

/* A yield that returns at once raises the limit. A core whose time has changed has run another thread. */
static void yields(void)
{
    static emuq_core_use_t cores[EMUQ_CORE_SLOTS];
    emuq_backoff_t b = {.spins = policy.spins_min};
    uint64_t now = emuq_now_ns(), end = emuq_backoff_yield(&b, &policy, cores, now);
    CU_ASSERT(end >= now);
    CU_ASSERT_EQUAL(b.yields, 1);
    CU_ASSERT_EQUAL(b.spins, end - now > EMUQ_BACKOFF_SWITCH_NS ? policy.spins_min : 2 * policy.spins_min);
    b.spins = policy.spins_max;
    (void)emuq_backoff_yield(&b, &policy, NULL, 0); /* a long yield */
    CU_ASSERT_EQUAL(b.spins, policy.spins_max / 2);
}

static void sleeps_grow_until_an_event(void)
{
    emuq_backoff_t b = {0};
    (void)polls_of(&b, &policy);
    for (uint64_t ns = policy.sleep_min_ns; ns <= policy.sleep_max_ns; ns *= 2) {
        CU_ASSERT_EQUAL(b.sleep_ns, ns);
        emuq_backoff_slept(&b, &policy, true);
    }
    CU_ASSERT_EQUAL(b.sleep_ns, policy.sleep_max_ns);
    CU_ASSERT_NOT_EQUAL(emuq_backoff_step(&b, &policy, NULL, NOW), EMUQ_STEP_SPIN);
    emuq_backoff_slept(&b, &policy, false);
    CU_ASSERT_EQUAL(emuq_backoff_step(&b, &policy, NULL, NOW), EMUQ_STEP_SPIN);
    CU_ASSERT_EQUAL(emuq_backoff_longer(0, &policy), policy.sleep_min_ns);
}

/* With a core per rank a thread sleeps only where yields let other threads run, and tests that between
 * sleeps. */
static void sleeps_on_shared_cores_only(void)
{
    emuq_backoff_policy_t p = policy;
    emuq_backoff_t b = {0};
    p.sleeps_if_shared = true;
    p.yields = 2 * EMUQ_BACKOFF_FEW;
    (void)polls_of(&b, &p);
    b.yields = p.yields;
    CU_ASSERT_EQUAL(emuq_backoff_step(&b, &p, NULL, NOW), EMUQ_STEP_YIELD);
    b.spins = p.spins_min;
    CU_ASSERT_EQUAL(emuq_backoff_step(&b, &p, NULL, NOW), EMUQ_STEP_SLEEP);
    emuq_backoff_slept(&b, &p, true);
    CU_ASSERT_EQUAL(b.yields, p.yields - EMUQ_BACKOFF_FEW);
    CU_ASSERT_EQUAL(emuq_backoff_step(&b, &p, NULL, NOW), EMUQ_STEP_YIELD);
    b.yields = 0;
    (void)emuq_backoff_yield(&b, &p, NULL, emuq_now_ns() - (p.yields - 1) * EMUQ_BACKOFF_SWITCH_NS);
    CU_ASSERT(b.yields >= p.yields); /* a long yield counts as many */
}

static void sleeps_on_busy_cores(void)
{
    static emuq_core_use_t cores[EMUQ_CORE_SLOTS];
    emuq_backoff_policy_t p = policy;
    emuq_backoff_t b = {0};
    for (unsigned i = 0; i < EMUQ_CORE_SLOTS; i++) /* the thread may move */
        cores[i].busy_until_ns = NOW;
    (void)polls_of(&b, &p);
    CU_ASSERT_EQUAL(emuq_backoff_step(&b, &p, cores, NOW - 1), EMUQ_STEP_SLEEP);
    CU_ASSERT_EQUAL(emuq_backoff_step(&b, &p, cores, NOW), EMUQ_STEP_YIELD);
    p.yields = EMUQ_BACKOFF_NEVER;
    CU_ASSERT_EQUAL(emuq_backoff_step(&b, &p, cores, NOW - 1), EMUQ_STEP_YIELD);
}

static uint64_t longest_sleep_of(uint32_t ranks)
{
    return emuq_backoff_rank(EMUQ_BACKOFF_AUTO, ranks, 1).sleep_max_ns;
}

static void policies_of_ranks(void)
{
    emuq_backoff_policy_t p = emuq_backoff_rank(EMUQ_BACKOFF_AUTO, 2, 2);
    CU_ASSERT(p.sleeps_if_shared && p.spins_max == EMUQ_BACKOFF_SPINS_MAX);
    p = emuq_backoff_rank(EMUQ_BACKOFF_AUTO, 3, 2);
    CU_ASSERT(!p.sleeps_if_shared && p.spins_max == EMUQ_BACKOFF_SPINS_MAX);
    p = emuq_backoff_rank(EMUQ_BACKOFF_AUTO, 800, 2);
    CU_ASSERT(!p.sleeps_if_shared && p.spins_max == EMUQ_BACKOFF_SPINS_MIN && p.yields == 3);
    CU_ASSERT_EQUAL(emuq_backoff_rank(EMUQ_BACKOFF_SPIN_ONLY, 4, 2).spins_max, EMUQ_BACKOFF_NEVER);
    CU_ASSERT_EQUAL(emuq_backoff_rank(EMUQ_BACKOFF_YIELD_ONLY, 4, 2).yields, EMUQ_BACKOFF_NEVER);
    p = emuq_backoff_rank(EMUQ_BACKOFF_SLEEP_SOON, 1, 2);
    CU_ASSERT(!p.sleeps_if_shared && p.spins_max == p.yields && p.yields == EMUQ_BACKOFF_REPEATS);
    CU_ASSERT_EQUAL(longest_sleep_of(2), 1000000);
    CU_ASSERT_EQUAL(longest_sleep_of(16), 2000000);
    CU_ASSERT_EQUAL(longest_sleep_of(200), 10000000);
    CU_ASSERT_EQUAL(longest_sleep_of(1000), 39000000);
    CU_ASSERT_EQUAL(emuq_backoff_scan_ns(0), 20000000);
    CU_ASSERT_EQUAL(emuq_backoff_scan_ns(32), 80000000);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"spins, then yields, then sleeps", spins_then_yields_then_sleeps},
        {"adapts the spin limit", adapts_the_spin_limit},
        {"yields", yields},
        {"sleeps grow until an event", sleeps_grow_until_an_event},
        {"sleeps on shared cores only", sleeps_on_shared_cores_only},
        {"sleeps on busy cores", sleeps_on_busy_cores},
        {"policies of ranks", policies_of_ranks},
        {NULL, NULL},
    };
    return emuq_test_main("steps of a waiting thread", tests);
}
