/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread that outlives its rank keeps its memory, and does not block later jobs forever. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "capture.h"
#include "emuq/partition.h"
#include "emuq_test.h"
#include "in_ranks.h"
#include "spi/include/kernel/location.h"

static pthread_t thread;
static bool go; /* __atomic */

static void *stay(void *argument)
{
    (void)argument;
    while (!__atomic_load_n(&go, __ATOMIC_ACQUIRE)) {
        CHECK(Kernel_GetRank() == 1);
        usleep(10000);
    }
    return NULL;
}

static int leave_it(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    if (Kernel_GetRank() == 1)
        CHECK(pthread_create(&thread, NULL, stay, NULL) == 0);
    return 4;
}

static int nothing(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    return 0;
}

static void leftover(void)
{
    const emuq_job_t job = {.shape = {2}};
    capture_t c;
    capture_begin(&c);
    CU_ASSERT_EQUAL(emuq_run_threads(&job, leave_it, 0, NULL), 4);
    capture_end(&c);
    CU_ASSERT_EQUAL(capture_lines(&c), 1);
    CU_ASSERT_PTR_NOT_NULL(strstr(c.text, "rank 1: 1 of its threads"));

    capture_begin(&c);
    CU_ASSERT_EQUAL(emuq_run_threads(&job, nothing, 0, NULL), -EBUSY);
    capture_end(&c);
    CU_ASSERT_EQUAL(capture_lines(&c), 1);

    __atomic_store_n(&go, true, __ATOMIC_RELEASE);
    pthread_join(thread, NULL);
    CU_ASSERT_EQUAL(emuq_run_threads(&job, nothing, 0, NULL), 0);
    CU_ASSERT_EQUAL(take_failures(), 0);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"leftover thread", leftover}, {NULL, NULL}};
    return emuq_test_main("leftover threads", tests);
}
