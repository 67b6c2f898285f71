/* SPDX-License-Identifier: BSD-3-Clause */
/* Requests that arrive while the device goes to sleep are found before it sleeps. */
#include <stdlib.h>

#include "emuq_test.h"
#include "played.h"
#include "points.h"

static played_t played;

/* The device announced its sleep and has not scanned since. */
static void a_request_before_the_last_look(void)
{
    played_open(&played);
    points_stop("event_count_announced", 1);
    points_wait("event_count_announced");
    points_stop("event_count_wait", 1);
    played_request(&played, EMUQ_DEVICE_FLUSH, NULL);
    points_release("event_count_announced");
    while (!played_is_answered(&played) && !points_is_stopped("event_count_wait"))
        played_pause();
    CU_ASSERT(played_is_answered(&played));
    played_close(&played);
}

/* The last scan is over: the request advances the event count. */
static void a_request_after_the_last_look(void)
{
    played_open(&played);
    points_stop("event_count_wait", 1);
    points_wait("event_count_wait");
    const emuq_event_count_t *bell = &emuq_region_info(&played.device->region[0])->bell;
    unsigned before = __atomic_load_n(&bell->event, __ATOMIC_ACQUIRE);
    played_request(&played, EMUQ_DEVICE_FLUSH, NULL);
    CU_ASSERT_NOT_EQUAL(__atomic_load_n(&bell->event, __ATOMIC_ACQUIRE), before);
    points_release("event_count_wait");
    CU_ASSERT_EQUAL(played_status(&played), 0);
    played_close(&played);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a request before the last look", a_request_before_the_last_look},
        {"a request after the last look", a_request_after_the_last_look},
        {NULL, NULL},
    };
    /* Engines sleep on event counts, too. */
    if (setenv("EMUQ_ENGINES", "0", 1) != 0)
        return EXIT_FAILURE;
    return emuq_test_main("device_sleep", tests);
}
