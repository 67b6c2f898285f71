/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A rank ends while one of its threads injects: the thread still gives the claim of its FIFO back, and stands
 * still then. Threads of other ranks would wait for the claim for ever.
 */
#include <pthread.h>

#include "backends/emulator/inject.h"
#include "backends/emulator/machine.h"
#include "gate.h"
#include "kernel-shim/threads/freeze.h"
#include "mu_support.h"
#include "points.h"

enum { SHORT = 64, LONG = 1 << 16, WINDOW_MS = 100, GIVEN_BACK_MS = 10000 };

typedef struct injection {
    mu_inj_t *inj;
    MUHWI_Descriptor_t d;
    unsigned has_left; /* __atomic */
} injection_t;

static void *inject(void *argument)
{
    injection_t *i = argument;
    mu_inject(i->inj, &i->d);
    __atomic_store_n(&i->has_left, 1, __ATOMIC_RELEASE);
    return NULL;
}

/* Whether nobody works on the FIFO, or soon. */
static bool becomes_idle(const mu_rank_t *me, const mu_inj_t *inj)
{
    static const unsigned never;
    const emuq_inj_t *f = &emuq_the_machine->node[me->node].inj[inj->global];
    for (unsigned ms = 0; ms < GIVEN_BACK_MS; ms++) {
        if (!emuq_claim_is_held(&f->claim) &&
            (__atomic_load_n(&f->hold, __ATOMIC_RELAXED) & EMUQ_HOLD_BUSY) == 0)
            return true;
        becomes_set(&never, 1);
    }
    return false;
}

/* The rank ends while the thread is at @p point with a message of @p bytes. */
static void end_at(mu_rank_t *me, mu_kit_t *kit, const char *point, uint32_t bytes)
{
    injection_t i = {.inj = mu_inj(me, 16, 0)};
    pthread_t thread;
    i.d = mu_describe(me, mu_put(me, kit, 0, 0, 0, bytes, 0));
    points_stop(point, 1);
    CHECK_EQUAL(pthread_create(&thread, NULL, inject, &i), 0);
    points_wait(point);
    emuq_threads_freeze(); /* as at exit() */
    points_release(point);
    CHECK(becomes_idle(me, i.inj));
    CHECK(!becomes_set(&i.has_left, WINDOW_MS));
    emuq_threads_thaw();
    pthread_join(thread, NULL);
    mu_wait_counter(&kit->counter[0], -(uint64_t)bytes);
}

static void with_the_claim(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, LONG);
    end_at(me, &kit, "claim_release", SHORT);
}

static void in_a_long_copy(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, LONG);
    end_at(me, &kit, "inject_busy", LONG);
}

static void run(mu_body_t body)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), body);
    points_clear();
}

static void a_claim_is_given_back(void)
{
    run(with_the_claim);
}

static void a_long_copy_ends(void)
{
    run(in_a_long_copy);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"a claim is given back", a_claim_is_given_back},
                                        {"a long copy ends", a_long_copy_ends},
                                        {NULL, NULL}};
    setenv("EMUQ_ENGINES", "0", 1);
    setenv("EMUQ_INLINE_BYTES", "4096", 1);
    return emuq_test_main("a rank ends while a thread of it injects", tests);
}
