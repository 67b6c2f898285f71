/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A thread delivers a broadcast and resolves the destination of its puts. Meanwhile the last contribution
 * to a reduction arrives. Its thread must not read the cached routes of puts: they belong to the first
 * thread until the delivery ends. The gates order nothing, so ThreadSanitizer detects a conflict.
 */
#include "gate.h"
#include "mu_support.h"

enum { SUM = 0, BROADCAST = 5 /* counters; the results are 64 bytes apart */, BYTES = 8, ROUNDS = 2 };

static unsigned run, prefetch;      /* gates */
static unsigned node_1_contributed; /* relaxed: orders nothing, like the gates */

static void set(unsigned *flag)
{
    __atomic_store_n(flag, 1, __ATOMIC_RELAXED);
}

static bool is_set(const unsigned *flag)
{
    return __atomic_load_n(flag, __ATOMIC_RELAXED) != 0;
}

static mu_message_t collective(mu_rank_t *me, mu_kit_t *kit, uint8_t type, uint32_t result)
{
    mu_message_t m = mu_put(me, kit, 0, result * 64, result * 64, BYTES, result);
    m.word = 8;
    m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
    m.collective = type;
    return m;
}

static mu_message_t reduction(mu_rank_t *me, mu_kit_t *kit)
{
    return collective(me, kit, MUHWI_COLLECTIVE_TYPE_ALLREDUCE, SUM);
}

typedef struct helper {
    mu_rank_t *me;
    mu_inj_t *inj;
    MUHWI_Descriptor_t d;
} helper_t;

/* A second thread of node 0. */
static void *contribute_last(void *argument)
{
    helper_t *h = argument;
    MU_WAIT(is_set(&node_1_contributed));
    mu_inject(h->inj, &h->d);
    CHECK_EQUAL(gate_count(prefetch), 0);
    gate_allow(run, GATE_OPEN);
    return NULL;
}

static void body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    helper_t helper = {.me = me, .inj = mu_inj(me, 16, 0), .d = mu_describe(me, reduction(me, &kit))};
    *(uint64_t *)(kit.source.va + SUM * 64) = me->node + 1;
    *(uint64_t *)(kit.source.va + BROADCAST * 64) = 77;
    mu_barrier(me);
    if (me->node == 0)
        prefetch = gate_open("collective_prefetch");
    for (uint64_t round = 1; round <= ROUNDS; round++) { /* round 2: cached route */
        mu_barrier(me);
        mu_inject(helper.inj, &helper.d);
        mu_wait_counter(&kit.counter[SUM], -(round * BYTES));
    }
    mu_barrier(me);
    if (me->node == 0) {
        pthread_t thread;
        CHECK(gate_count(prefetch) != 0);
        gate_clear();
        prefetch = gate_open("collective_prefetch");
        run = gate_open("collective_running");
        gate_allow(run, 0);
        CHECK_EQUAL(pthread_create(&thread, NULL, contribute_last, &helper), 0);
        mu_barrier(me);
        mu_send(me, kit.inj, collective(me, &kit, MUHWI_COLLECTIVE_TYPE_BROADCAST, BROADCAST));
        pthread_join(thread, NULL);
    } else {
        mu_barrier(me);
        gate_wait(run, 1);
        mu_inject(helper.inj, &helper.d);
        set(&node_1_contributed);
    }
    mu_wait_counter(&kit.counter[BROADCAST], -(uint64_t)BYTES);
    mu_wait_counter(&kit.counter[SUM], -(uint64_t)((ROUNDS + 1) * BYTES));
    CHECK_EQUAL(*(uint64_t *)(kit.window.va + BROADCAST * 64), 77);
    CHECK_EQUAL(*(uint64_t *)(kit.window.va + SUM * 64), 3);
    mu_barrier(me);
    gate_clear();
}

static void a_contribution_during_a_delivery(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a contribution during a delivery", a_contribution_during_a_delivery},
        {NULL, NULL},
    };
    setenv("EMUQ_ENGINES", "0", 1);
    return emuq_test_main("two threads in one collective tree", tests);
}
