/* SPDX-License-Identifier: BSD-3-Clause */
/* Time slices of ranks: shorter when there are more ranks than cores, and only then. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emuq/partition.h"
#include "emuq_test.h"
#include "in_ranks.h"
#include "kernel-shim/partition/threads.h"

enum { NICE = 3 };

/* Nice value, policy and slice of the calling thread, by sched_getattr(2). */
typedef struct schedule {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t runtime, deadline, period;
} schedule_t;

static schedule_t schedule(void)
{
    schedule_t s;
    memset(&s, 0, sizeof(s));
    syscall(SYS_sched_getattr, 0, &s, sizeof(s), 0);
    return s;
}

static uint64_t wanted, system_slice;

static void *check(void *nothing)
{
    schedule_t s = schedule();
    CHECK(s.runtime == wanted);
    CHECK(s.policy == SCHED_OTHER && s.nice == NICE);
    return nothing;
}

static int rank(int argc, char **argv)
{
    pthread_t thread;
    (void)argc, (void)argv;
    check(NULL);
    CHECK(pthread_create(&thread, NULL, check, NULL) == 0);
    pthread_join(thread, NULL);
    return 0;
}

/* Runs ranks on one core. Slices of ranks and their threads are @p ns; the caller's stays. */
static void expect(uint32_t ranks, const char *setting, uint64_t ns)
{
    wanted = ns;
    if (setting != NULL)
        setenv("EMUQ_SLICE", setting, 1);
    CU_ASSERT_EQUAL(emuq_run_threads(&(emuq_job_t){.ppn = ranks}, rank, 0, NULL), 0);
    unsetenv("EMUQ_SLICE");
    CU_ASSERT_EQUAL(take_failures(), 0);
    CU_ASSERT_EQUAL(schedule().runtime, system_slice);
}

static void shorter_with_more_ranks_than_cores(void)
{
    expect(2, NULL, 500000 < system_slice ? 500000 : system_slice);
    expect(4, "auto", 500000 < system_slice ? 500000 : system_slice);
    expect(2, "200", 200000);
}

static void as_it_is_otherwise(void)
{
    expect(1, NULL, system_slice);
    expect(1, "200", system_slice);
    expect(2, "off", system_slice);
    expect(2, "90000", system_slice); /* never longer */
}

static void bad_values(void)
{
    static const char *const values[] = {"", "0", "99", "100001", "on", "1ms"};
    for (unsigned i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        setenv("EMUQ_SLICE", values[i], 1);
        CU_ASSERT(emuq_run_threads(NULL, rank, 0, NULL) < 0);
    }
    unsetenv("EMUQ_SLICE");
}

/* A special policy is the program's choice. */
static void *under_idle(void *nothing)
{
    struct sched_param none = {0};
    if (sched_setscheduler(0, SCHED_IDLE, &none) == 0) {
        CHECK(emuq_slice_shorten(200000) == -ENOTSUP);
        CHECK(schedule().policy == SCHED_IDLE);
    }
    return nothing;
}

static void other_policies(void)
{
    pthread_t thread;
    CU_ASSERT_EQUAL_FATAL(pthread_create(&thread, NULL, under_idle, NULL), 0);
    pthread_join(thread, NULL);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"shorter with more ranks than cores", shorter_with_more_ranks_than_cores},
        {"as it is otherwise", as_it_is_otherwise},
        {"bad values", bad_values},
        {"other policies", other_policies},
        {NULL, NULL},
    };
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    system_slice = schedule().runtime;
    if (system_slice == 0 || sched_setaffinity(0, sizeof(one), &one) != 0 ||
        setpriority(PRIO_PROCESS, 0, NICE) != 0)
        return 77; /* no per-thread slices before Linux 6.12 */
    unsetenv("EMUQ_SLICE");
    return emuq_test_main("time slices", tests);
}
