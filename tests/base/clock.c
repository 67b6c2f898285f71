/* SPDX-License-Identifier: BSD-3-Clause */
/* The clock advances at the rate of the system clock, and its times are valid times of the C library. */
#include "base/host_calls.h"

#include "emuq_test.h"

static void runs_with_the_monotonic_clock(void)
{
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    uint64_t now = emuq_now_ns();
    clock_gettime(CLOCK_MONOTONIC, &after);
    struct timespec t = emuq_timespec(now);
    CU_ASSERT_TRUE(before.tv_sec < t.tv_sec || (before.tv_sec == t.tv_sec && before.tv_nsec <= t.tv_nsec));
    CU_ASSERT_TRUE(t.tv_sec < after.tv_sec || (t.tv_sec == after.tv_sec && t.tv_nsec <= after.tv_nsec));
}

static void seconds_and_nanoseconds_are_told_apart(void)
{
    struct timespec t = emuq_timespec(3 * EMUQ_NS_PER_S + 7);
    CU_ASSERT_EQUAL(t.tv_sec, 3);
    CU_ASSERT_EQUAL(t.tv_nsec, 7);
    t = emuq_timespec(EMUQ_NS_PER_S - 1);
    CU_ASSERT_EQUAL(t.tv_sec, 0);
    CU_ASSERT_EQUAL(t.tv_nsec, 999999999);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"runs with the monotonic clock", runs_with_the_monotonic_clock},
        {"seconds and nanoseconds are told apart", seconds_and_nanoseconds_are_told_apart},
        {NULL, NULL}};
    return emuq_test_main("clock", tests);
}
