/* SPDX-License-Identifier: BSD-3-Clause */
/* Activating and deactivating injection FIFOs, and replaying their descriptors. */
#include "mu_support.h"

enum { MESSAGES = 10, BYTES = 700 };

static uint64_t hw_enabled(mu_inj_t *inj)
{
    uint64_t bits = in64((uint64_t *)(uintptr_t)&inj->group.groupStatus->isEnabled);
    return bits >> (31 - inj->global % 32) & 1;
}

/* Slots for the unit; the state of the inject functions does not change. */
static void set_ring(mu_inj_t *inj, uint64_t head, uint64_t tail)
{
    MUSPI_setHwHead(&inj->fifo->_fifo, head * sizeof(MUHWI_Descriptor_t));
    MUSPI_setHwTail(&inj->fifo->_fifo, tail * sizeof(MUHWI_Descriptor_t));
}

static void queue_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 16384);
    mu_inj_t *inj = mu_inj(me, 16, MU_INACTIVE);
    uint64_t random = 3;
    CHECK_EQUAL(hw_enabled(inj), 0);
    CHECK_EQUAL(MUSPI_getHwFreeSpace(inj->fifo), 15); /* also before the FIFO is enabled */
    for (uint32_t i = 0; i < MESSAGES; i++) {
        CHECK_EQUAL(mu_send(me, inj, mu_put(me, &kit, me->node, 0, 0, BYTES, 0)), i + 1);
        CHECK_EQUAL(MUSPI_getHwFreeSpace(inj->fifo), 14 - i);
    }
    for (int i = 0; i < 10; i++)
        mu_dawdle(&random, 1000);
    CHECK_EQUAL(MUSPI_getHwDescCount(inj->fifo), 0);
    CHECK_EQUAL(MUSPI_getHwHead(&inj->fifo->_fifo), inj->memory.pa);
    CHECK_EQUAL(in64((uint64_t *)kit.counters.va), 0);
    mu_activate(inj, true);
    CHECK_EQUAL(hw_enabled(inj), 1);
    mu_wait_counter(&kit.counter[0], -(uint64_t)(MESSAGES * BYTES));
    mu_wait_sent(inj, MESSAGES);
    mu_activate(inj, false);
    CHECK_EQUAL(hw_enabled(inj), 0);
    for (uint32_t i = 0; i < MESSAGES; i++)
        mu_send(me, inj, mu_put(me, &kit, me->node, 0, 0, BYTES, 0));
    for (int i = 0; i < 10; i++)
        mu_dawdle(&random, 1000);
    CHECK_EQUAL(MUSPI_getHwDescCount(inj->fifo), MESSAGES);
    mu_activate(inj, true);
    mu_activate(inj, true); /* repeated activation is harmless */
    mu_wait_counter(&kit.counter[0], -(uint64_t)(2 * MESSAGES * BYTES));
    mu_wait_sent(inj, 2 * MESSAGES);
}

static void an_inactive_fifo_queues(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), queue_body);
}

/* The mask of a call selects several FIFOs, and only these. */
static void mask_body(mu_rank_t *me)
{
    enum { FIFOS = 8 };
    mu_kit_t kit = mu_kit(me, 4096, 16384);
    mu_inj_t *inj[FIFOS];
    for (uint32_t i = 0; i < FIFOS; i++)
        inj[i] = mu_inj(me, 8, MU_INACTIVE); /* numbers 1..7 of subgroup 0, number 0 of subgroup 1 */
    for (uint32_t i = 0; i < FIFOS; i++)
        mu_send(me, inj[i], mu_put(me, &kit, me->node, 0, i * 64, 64, i));
    uint32_t ids[3] = {inj[0]->id, inj[2]->id, inj[6]->id};
    CHECK_EQUAL(Kernel_InjFifoActivate(&inj[0]->group, 3, ids, KERNEL_INJ_FIFO_ACTIVATE), 0);
    for (uint32_t i = 0; i < FIFOS; i++) {
        bool named = i == 0 || i == 2 || i == 6;
        CHECK_EQUAL(hw_enabled(inj[i]), named);
        if (named)
            mu_wait_counter(&kit.counter[i], -(uint64_t)64);
    }
    for (uint32_t i = 0; i < FIFOS; i++)
        CHECK_EQUAL(in64((uint64_t *)kit.counters.va + i), i == 0 || i == 2 || i == 6 ? -(uint64_t)64 : 0);
    for (uint32_t i = 0; i < FIFOS; i++)
        mu_activate(inj[i], true);
    for (uint32_t i = 0; i < FIFOS; i++)
        mu_wait_counter(&kit.counter[i], -(uint64_t)64);
}

static void a_mask_names_fifos_one_by_one(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), mask_body);
}

/* Deactivate, set back head, tail and count, activate: the descriptors are executed again. */
static void replay_body(mu_rank_t *me)
{
    enum { REPLAYS = 20 };
    mu_kit_t kit = mu_kit(me, 4096, 16384);
    mu_inj_t *inj = mu_inj(me, 64, 0);
    uint32_t to = (me->node + 1) % me->nodes, from = (me->node + me->nodes - 1) % me->nodes;
    mu_fill(kit.source.va, MESSAGES * BYTES, me->node, 0);
    for (uint32_t i = 0; i < MESSAGES; i++)
        mu_send(me, inj, mu_put(me, &kit, to, i * BYTES, i * BYTES, BYTES, 0));
    for (uint64_t round = 1; round <= REPLAYS; round++) {
        MU_WAIT(MUSPI_getHwDescCount(inj->fifo) == MESSAGES);
        mu_wait_counter(&kit.counter[0], -(round * MESSAGES * BYTES));
        CHECK_EQUAL(mu_same(kit.window.va, MESSAGES * BYTES, from, 0), MESSAGES * BYTES);
        mu_barrier(me);
        memset(kit.window.va, 0, MESSAGES * BYTES);
        mu_barrier(me);
        if (round == REPLAYS)
            break;
        mu_activate(inj, false);
        set_ring(inj, 0, MESSAGES);
        out64((uint64_t *)(uintptr_t)&inj->fifo->hw_injfifo->descCount, 0);
        CHECK_EQUAL(MUSPI_getHwFreeSpace(inj->fifo), 63 - MESSAGES); /* follows stores to the registers */
        mu_activate(inj, true);
    }
    CHECK_EQUAL(MUSPI_getHwHead(&inj->fifo->_fifo), inj->memory.pa + MESSAGES * 64);
}

static void descriptors_are_replayed(void)
{
    mu_run(MU_NODES(3, 1, 1, 1, 1), replay_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), replay_body);
}

/* A replay from the middle with a wrap; descriptors edited in place. */
static void ring_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 16384);
    mu_inj_t *inj = mu_inj(me, 8, MU_INACTIVE);
    MUHWI_Descriptor_t *slot = (MUHWI_Descriptor_t *)inj->memory.va;
    mu_fill(kit.source.va, 8 * BYTES, 4, 0);
    for (uint32_t i = 0; i < 8; i++)
        slot[i] = mu_describe(me, mu_put(me, &kit, me->node, i * BYTES, i * BYTES, BYTES, i));
    set_ring(inj, 5, 4); /* 7 descriptors: 5 6 7 0 1 2 3 */
    CHECK_EQUAL(MUSPI_getHwFreeSpace(inj->fifo), 0);
    mu_activate(inj, true);
    MU_WAIT(MUSPI_getHwDescCount(inj->fifo) == 7);
    for (uint32_t i = 0; i < 8; i++) {
        if (i != 4)
            mu_wait_counter(&kit.counter[i], -(uint64_t)BYTES);
    }
    CHECK_EQUAL(in64((uint64_t *)kit.counters.va + 4), 0);
    CHECK(mu_all(kit.window.va + 4 * BYTES, BYTES, 0));
    CHECK_EQUAL(mu_same(kit.window.va + 5 * BYTES, 3 * BYTES, 4, 5 * BYTES), 3 * BYTES);
    CHECK_EQUAL(MUSPI_getHwHead(&inj->fifo->_fifo), inj->memory.pa + 4 * 64);
    mu_activate(inj, false);
    slot[4].Message_Length = 10;
    slot[4].PacketHeader.messageUnitHeader.Packet_Types.Direct_Put.Put_Offset_LSB += 20;
    set_ring(inj, 4, 5);
    mu_activate(inj, true);
    mu_wait_counter(&kit.counter[4], -(uint64_t)10);
    CHECK_EQUAL(mu_same(kit.window.va + 4 * BYTES + 20, 10, 4, 4 * BYTES), 10);
    CHECK(mu_all(kit.window.va + 4 * BYTES, 20, 0));
}

static void a_replay_may_wrap(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), ring_body);
}

/* Toggling during a stream neither loses nor repeats messages. */
static void flicker_body(mu_rank_t *me)
{
    enum { ROUNDS = 300 };
    mu_kit_t kit = mu_kit(me, 4096, 16384);
    uint64_t random = me->node, sent = 0;
    for (uint32_t i = 0; i < MU_ROUNDS(ROUNDS); i++) {
        if (mu_random(&random) % 2)
            mu_activate(kit.inj, mu_random(&random) % 2);
        for (uint64_t n = mu_random(&random) % 6; n > 0 && MUSPI_getHwFreeSpace(kit.inj->fifo) != 0; n--) {
            mu_send(me, kit.inj, mu_put(me, &kit, (me->node + 1) % me->nodes, 0, 0, BYTES, 0));
            sent++;
        }
    }
    mu_activate(kit.inj, true);
    mu_wait_sent(kit.inj, sent);
    mu_board[me->node] = sent;
    mu_barrier(me);
    mu_wait_counter(&kit.counter[0], -(mu_board[(me->node + me->nodes - 1) % me->nodes] * BYTES));
    CHECK_EQUAL(MUSPI_getHwDescCount(kit.inj->fifo), sent);
}

static void switching_loses_nothing(void)
{
    mu_run(MU_NODES(4, 1, 1, 1, 1), flicker_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"an inactive FIFO queues", an_inactive_fifo_queues},
        {"a mask names FIFOs one by one", a_mask_names_fifos_one_by_one},
        {"descriptors are replayed", descriptors_are_replayed},
        {"a replay may wrap", a_replay_may_wrap},
        {"switching loses nothing", switching_loses_nothing},
        {NULL, NULL},
    };
    return emuq_test_main("enable, disable, replay", tests);
}
