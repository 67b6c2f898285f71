/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a core is taken by a thread that computes: made-up times. */
#include "base/turns.h"

#include "emuq_test.h"

#define SLICE (EMUQ_TURNS_COMPUTES_NS + 1)
#define BEGIN UINT64_C(1000000000)

static void turns_of_waiting_threads(void)
{
    emuq_turns_t core = {0, 0, 0};
    uint64_t now = BEGIN;
    /* The yield lasts ten slices, but each thread that had the core meanwhile gave it up soon. */
    for (int i = 1; i <= 20; i++)
        emuq_turns_give_up(&core, now + i * SLICE / 2);
    emuq_turns_back(&core, BEGIN, now + 10 * SLICE + 1);
    CU_ASSERT(!emuq_turns_computes(&core, now + 10 * SLICE + 1));
    /* A yield on which nothing else ran. */
    emuq_turns_give_up(&core, now);
    emuq_turns_back(&core, now, now + SLICE - 1);
    CU_ASSERT(!emuq_turns_computes(&core, now + SLICE - 1));
    /* The core has been idle before. */
    emuq_turns_back(&core, now + 1000 * SLICE, now + 1000 * SLICE + 1);
    CU_ASSERT(!emuq_turns_computes(&core, now + 1000 * SLICE + 1));
}

/* A yield of a slice that begins at @p now. @return for how many slices there is no further one */
static uint64_t slices_after(emuq_turns_t *core, uint64_t now)
{
    emuq_turns_give_up(core, now);
    emuq_turns_back(core, now, now + SLICE);
    CU_ASSERT(emuq_turns_computes(core, now + SLICE));
    uint64_t slices = 0;
    while (emuq_turns_computes(core, now + (slices + 1) * SLICE))
        slices++;
    return slices;
}

static void a_thread_that_computes(void)
{
    emuq_turns_t core = {0, 0, 0};
    uint64_t now = BEGIN;
    for (unsigned slices = EMUQ_TURNS_FEW; slices <= EMUQ_TURNS_MOST; slices *= 2) {
        CU_ASSERT_EQUAL(slices_after(&core, now), slices);
        now += (slices + 1) * SLICE; /* it ends, and the next yield shows the same */
    }
    CU_ASSERT_EQUAL(slices_after(&core, now), EMUQ_TURNS_MOST);
    /* A long time after the last one it is another matter. */
    CU_ASSERT_EQUAL(slices_after(&core, now + 1000 * SLICE), EMUQ_TURNS_FEW);
}

/* However short a yield is: another waiting thread has had the core if it has given it up. */
static void a_short_turn(void)
{
    emuq_turns_t core = {0, 0, 0};
    emuq_turns_give_up(&core, BEGIN);
    CU_ASSERT(!emuq_turns_is_given_up(&core, BEGIN));
    emuq_turns_give_up(&core, BEGIN + 1);
    CU_ASSERT(emuq_turns_is_given_up(&core, BEGIN));
}

static void the_core_of_the_thread(void)
{
    static emuq_turns_t cores[EMUQ_TURNS_CORES];
    emuq_turns_t *here = emuq_turns_here(cores);
    CU_ASSERT(here >= cores && here < cores + EMUQ_TURNS_CORES);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"turns of waiting threads", turns_of_waiting_threads},
        {"a thread that computes", a_thread_that_computes},
        {"a short turn", a_short_turn},
        {"the core of the thread", the_core_of_the_thread},
        {NULL, NULL},
    };
    return emuq_test_main("turns on a core", tests);
}
