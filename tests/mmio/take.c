/* SPDX-License-Identifier: BSD-3-Clause */
/* Each event of a device is claimed once and in order under any scheduling. */
#include <pthread.h>

#include "backends/mmio/mmio.h"
#include "emuq_test.h"
#include "points.h"

static uint64_t made, taken;

/* One poll of the counter. @return the claimed number, or 0. */
static uint64_t take_once(void)
{
    emuq_take_t take;
    return emuq_take_begin(&made, &taken, &take) && emuq_take_end(&taken, &take) ? take.to : 0;
}

static void *in_thread(void *got)
{
    *(uint64_t *)got = take_once();
    return NULL;
}

static void each_event_is_taken_once(void)
{
    made = 7, taken = 6;
    CU_ASSERT_EQUAL(take_once(), 7);
    CU_ASSERT_EQUAL(take_once(), 0);
    made = 9;
    CU_ASSERT_EQUAL(take_once(), 9);
    CU_ASSERT_EQUAL(taken, 9);
}

/* A thread has loaded the counter; before the claim another thread claims this event and the next one. */
static void a_late_thread_takes_nothing(void)
{
    pthread_t late;
    uint64_t got = 0;
    made = 1, taken = 0;
    points_stop("take_made_loaded", 1);
    CU_ASSERT_EQUAL_FATAL(pthread_create(&late, NULL, in_thread, &got), 0);
    points_wait("take_made_loaded");
    CU_ASSERT_EQUAL(take_once(), 1);
    __atomic_store_n(&made, 2, __ATOMIC_RELEASE);
    CU_ASSERT_EQUAL(take_once(), 2);
    points_release("take_made_loaded");
    pthread_join(late, NULL);
    CU_ASSERT_EQUAL(got, 0);
    CU_ASSERT_EQUAL(__atomic_load_n(&taken, __ATOMIC_RELAXED), 2);
    CU_ASSERT_EQUAL(take_once(), 0);
    points_clear();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"each event is taken once", each_event_is_taken_once},
        {"a late thread takes nothing", a_late_thread_takes_nothing},
        {NULL, NULL},
    };
    return emuq_test_main("mmio_take", tests);
}
