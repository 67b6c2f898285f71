/* SPDX-License-Identifier: BSD-3-Clause */
/* EMUQ_SPIN in builds with and without spin timers, and the jobs that need the timers. */
#include <errno.h>
#include <string.h>

#include <emuq_components.h>

#include "backends/backend.h"
#include "backends/settings.h"
#include "emuq_test.h"
#include "kernel-shim/spin/spin.h"

static void the_setting_has_the_values_of_the_build(void)
{
    uint64_t number = 7;
    CU_ASSERT_EQUAL(emuq_setting_parse(EMUQ_SETTING_SPIN, "off", &number), 0);
    CU_ASSERT_EQUAL(number, EMUQ_HAVE_SPIN);
    CU_ASSERT_EQUAL(emuq_setting_parse(EMUQ_SETTING_SPIN, "auto", &number), EMUQ_HAVE_SPIN ? 0 : -EINVAL);
    CU_ASSERT_EQUAL(strcmp(emuq_setting_info(EMUQ_SETTING_SPIN)->def, EMUQ_HAVE_SPIN ? "auto" : "off"), 0);
}

static bool is_wanted(uint32_t sharers, uint32_t processors, uint32_t threads)
{
    emuq_partition_t p = {.sharers = sharers, .processors = processors};
    return EMUQ_HAVE_SPIN && emuq_spin_wanted(&p, threads);
}

/* A partition with an unknown number of cores has no timers. */
static void more_threads_than_cores_need_timers(void)
{
    emuq_backend = &emuq_backend_emulator;
    CU_ASSERT(!is_wanted(1, 1, 1));
    CU_ASSERT(!is_wanted(2, 4, 2));
    CU_ASSERT(!is_wanted(0, 1, 2));
    CU_ASSERT(!is_wanted(2, 0, 1));
    CU_ASSERT_EQUAL(is_wanted(2, 1, 1), EMUQ_HAVE_SPIN);
    CU_ASSERT_EQUAL(is_wanted(1, 1, 2), EMUQ_HAVE_SPIN);
    CU_ASSERT_EQUAL(is_wanted(2, 4, 3), EMUQ_HAVE_SPIN);
    CU_ASSERT_EQUAL(is_wanted(1u << 31, 2, 1u << 31), EMUQ_HAVE_SPIN);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"the setting has the values of the build", the_setting_has_the_values_of_the_build},
        {"more threads than cores need timers", more_threads_than_cores_need_timers},
        {NULL, NULL},
    };
    return emuq_test_main("the setting EMUQ_SPIN", tests);
}
