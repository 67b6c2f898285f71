/* SPDX-License-Identifier: BSD-3-Clause */
/* High-priority injection FIFOs, and the high-priority channel. */
#include "mu_support.h"

enum { MESSAGES = 200, BYTES = 100 };

static uint64_t priority_bits(mu_inj_t *inj)
{
    return in64((uint64_t *)(uintptr_t)&inj->group.groupStatus->priority);
}

/* Full FIFOs of both kinds deliver everything. */
static void both_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 2 * MESSAGES * 128);
    mu_inj_t *high = mu_inj(me, 64, MU_PRIORITY);
    const uint64_t bit = UINT64_C(1) << (31 - high->global % 32);
    CHECK_EQUAL(priority_bits(high) & bit, bit);
    CHECK_EQUAL(priority_bits(high) & bit << 1, 0); /* the preceding FIFO */
    uint32_t to = (me->node + 1) % me->nodes, from = (me->node + me->nodes - 1) % me->nodes;
    for (uint32_t i = 0; i < 2 * MESSAGES; i++) {
        mu_fill(kit.source.va + i * 128, BYTES, me->node, i);
        mu_message_t m = mu_put(me, &kit, to, i * 128, i * 128, BYTES, i % 2);
        if (i % 4 == 1) {
            m.map = MUHWI_DESCRIPTOR_TORUS_FIFO_MAP_PRIORITY;
            m.misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_HIGH_PRIORITY;
        }
        mu_send(me, i % 2 ? high : kit.inj, m);
    }
    mu_wait_counter(&kit.counter[0], -(uint64_t)(MESSAGES * BYTES));
    mu_wait_counter(&kit.counter[1], -(uint64_t)(MESSAGES * BYTES));
    for (uint32_t i = 0; i < 2 * MESSAGES; i++)
        CHECK_EQUAL(mu_same(kit.window.va + i * 128, BYTES, from, i), BYTES);
}

static void both_kinds_deliver(void)
{
    mu_run(MU_NODES(3, 1, 1, 1, 1), both_body);
}

/* The program may write its own FIFOs' bits of the register. */
static void register_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj_t *inj = mu_inj(me, 64, 0);
    volatile uint64_t *priority = &inj->group.groupStatus->priority;
    const uint64_t bit = UINT64_C(1) << (31 - inj->global % 32);
    uint64_t before = priority_bits(inj);
    CHECK_EQUAL(before & bit, 0);
    out64((uint64_t *)(uintptr_t)priority, before | bit);
    CHECK_EQUAL(priority_bits(inj), before | bit);
    mu_send(me, inj, mu_put(me, &kit, me->node, 0, 0, 8, 0));
    mu_wait_counter(&kit.counter[0], -(uint64_t)8);
    out64((uint64_t *)(uintptr_t)priority, before);
    CHECK_EQUAL(priority_bits(inj), before);
}

static void the_register_can_be_written(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), register_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"both kinds deliver", both_kinds_deliver},
        {"the register can be written", the_register_can_be_written},
        {NULL, NULL},
    };
    return emuq_test_main("priority", tests);
}
