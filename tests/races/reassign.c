/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An injection FIFO is deallocated while a thread copies a long message without holding the claim.
 * The call returns only after the end of the copy. Messages of the next owner use newly resolved routes.
 */
#include "gate.h"
#include "mu_support.h"
#include "points.h"

enum { LONG = 1 << 16, SHORT = 4096 /* EMUQ_INLINE_BYTES */, WINDOW_MS = 100 };

static unsigned is_entering, has_left; /* state of the deallocating call; atomic */

typedef struct injection {
    mu_inj_t *inj;
    MUHWI_Descriptor_t d;
} injection_t;

static void *inject(void *argument)
{
    injection_t *i = argument;
    mu_inject(i->inj, &i->d); /* this thread copies the message */
    return NULL;
}

static void *release_later(void *unused)
{
    MU_WAIT(__atomic_load_n(&is_entering, __ATOMIC_ACQUIRE) != 0);
    CHECK(!becomes_set(&has_left, WINDOW_MS));
    points_release("inject_busy");
    return unused;
}

/* Allocates the same FIFO again, with the same memory. */
static void allocate_again(mu_inj_t *inj)
{
    Kernel_InjFifoAttributes_t attributes = {.RemoteGet = 0};
    Kernel_MemoryRegion_t region;
    CHECK_EQUAL(Kernel_CreateMemoryRegion(&region, inj->memory.va, inj->memory.bytes), 0);
    CHECK_EQUAL(Kernel_AllocateInjFifos(inj->global / BGQ_MU_NUM_INJ_FIFOS_PER_SUBGROUP, &inj->group, 1,
                                        &inj->id, &attributes),
                0);
    CHECK_EQUAL(Kernel_InjFifoInit(&inj->group, inj->id, &region,
                                   (uint64_t)inj->memory.va - (uint64_t)region.BaseVa, inj->memory.bytes - 1),
                0);
    inj->fifo = MUSPI_IdToInjFifo((int)inj->id, &inj->group);
    mu_activate(inj, true);
}

static void body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 2 * LONG);
    injection_t i = {.inj = mu_inj(me, 16, 0), .d = mu_describe(me, mu_put(me, &kit, 0, 0, 0, LONG, 0))};
    pthread_t injector, releaser;
    mu_fill(kit.source.va, LONG, 1, 0);
    points_stop("inject_busy", 1);
    CHECK_EQUAL(pthread_create(&injector, NULL, inject, &i), 0);
    points_wait("inject_busy");
    CHECK_EQUAL(pthread_create(&releaser, NULL, release_later, NULL), 0);
    __atomic_store_n(&is_entering, 1, __ATOMIC_RELEASE);
    mu_activate(i.inj, false);
    CHECK_EQUAL(Kernel_DeallocateInjFifos(&i.inj->group, 1, &i.inj->id), 0);
    __atomic_store_n(&has_left, 1, __ATOMIC_RELEASE);
    CHECK_EQUAL(in64((uint64_t *)kit.counters.va), -(uint64_t)LONG);
    CHECK_EQUAL(mu_same(kit.window.va, LONG, 1, 0), LONG);
    pthread_join(injector, NULL);
    pthread_join(releaser, NULL);

    mu_fill(kit.source.va + LONG, SHORT, 2, 0);
    allocate_again(i.inj);
    mu_wait_sent(i.inj, mu_send(me, i.inj, mu_put(me, &kit, 0, LONG, 0, SHORT, 1)));
    mu_wait_counter(&kit.counter[1], -(uint64_t)SHORT);
    CHECK_EQUAL(mu_same(kit.window.va, SHORT, 2, 0), SHORT);
}

static void a_copy_ends_before_its_fifo(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), body);
    points_clear();
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a copy ends before its FIFO", a_copy_ends_before_its_fifo},
        {NULL, NULL},
    };
    setenv("EMUQ_ENGINES", "0", 1);
    setenv("EMUQ_INLINE_BYTES", "4096", 1);
    return emuq_test_main("a FIFO that is reassigned", tests);
}
