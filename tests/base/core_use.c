/* SPDX-License-Identifier: BSD-3-Clause */
/* Detection of a core occupied by a computing thread, with simulated times. */
#include "base/backoff.h"

#include "emuq_test.h"

#define SLICE (EMUQ_BACKOFF_LONG_NS + 1)
#define BEGIN UINT64_C(1000000000)

enum { FIRST_SLICES = 2 }; /* for which a core counts as busy after a first busy slice */

static void yields_of_waiting_threads(void)
{
    emuq_core_use_t core = {0, 0, 0};
    uint64_t now = BEGIN;
    /* The yield lasts ten slices, but each thread in between soon yields the core. */
    for (int i = 1; i <= 20; i++)
        emuq_core_yield_begin(&core, now + i * SLICE / 2);
    emuq_core_yield_end(&core, BEGIN, now + 10 * SLICE + 1);
    CU_ASSERT(!emuq_core_is_busy(&core, now + 10 * SLICE + 1));
    /* No second thread runs during this yield. */
    emuq_core_yield_begin(&core, now);
    emuq_core_yield_end(&core, now, now + SLICE - 1);
    CU_ASSERT(!emuq_core_is_busy(&core, now + SLICE - 1));
    /* The core was idle before. */
    emuq_core_yield_end(&core, now + 1000 * SLICE, now + 1000 * SLICE + 1);
    CU_ASSERT(!emuq_core_is_busy(&core, now + 1000 * SLICE + 1));
}

/* A yield of one slice that begins at @p now. @return number of slices without a further yield */
static uint64_t slices_after(emuq_core_use_t *core, uint64_t now)
{
    emuq_core_yield_begin(core, now);
    emuq_core_yield_end(core, now, now + SLICE);
    CU_ASSERT(emuq_core_is_busy(core, now + SLICE));
    uint64_t slices = 0;
    while (emuq_core_is_busy(core, now + (slices + 1) * SLICE))
        slices++;
    return slices;
}

static void a_thread_that_computes(void)
{
    emuq_core_use_t core = {0, 0, 0};
    uint64_t now = BEGIN;
    for (unsigned slices = FIRST_SLICES; slices <= EMUQ_BACKOFF_REPEATS; slices *= 2) {
        CU_ASSERT_EQUAL(slices_after(&core, now), slices);
        now += (slices + 1) * SLICE; /* the interval ends; the next yield also takes a full slice */
    }
    CU_ASSERT_EQUAL(slices_after(&core, now), EMUQ_BACKOFF_REPEATS);
    /* After a long time without yields the interval starts again at the minimum. */
    CU_ASSERT_EQUAL(slices_after(&core, now + 1000 * SLICE), FIRST_SLICES);
}

/* A yield of any length shows a shared core if a second waiting thread yields meanwhile. */
static void a_short_yield(void)
{
    emuq_core_use_t core = {0, 0, 0};
    emuq_core_yield_begin(&core, BEGIN);
    CU_ASSERT(!emuq_core_was_shared(&core, BEGIN));
    emuq_core_yield_begin(&core, BEGIN + 1);
    CU_ASSERT(emuq_core_was_shared(&core, BEGIN));
}

static void the_core_of_the_thread(void)
{
    static emuq_core_use_t cores[EMUQ_CORE_SLOTS];
    emuq_core_use_t *here = emuq_core_here(cores);
    CU_ASSERT(here >= cores && here < cores + EMUQ_CORE_SLOTS);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"yields of waiting threads", yields_of_waiting_threads},
        {"a thread that computes", a_thread_that_computes},
        {"a short yield", a_short_yield},
        {"the core of the thread", the_core_of_the_thread},
        {NULL, NULL},
    };
    return emuq_test_main("use of a core", tests);
}
