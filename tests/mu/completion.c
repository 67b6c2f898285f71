/* SPDX-License-Identifier: BSD-3-Clause */
/* State visible to a sender: completion, counts, free space, descriptor numbers. */
#include "mu_support.h"

/* After completion the source may be reused, independent of the receiver. */
static void reuse_body(mu_rank_t *me)
{
    enum { ROUNDS = 150, MOST = 400000 };
    mu_kit_t kit = mu_kit(me, 65536, MOST + 64);
    uint32_t to = (me->node + 1) % me->nodes, from = (me->node + me->nodes - 1) % me->nodes;
    uint64_t random = 5;
    for (uint32_t round = 0; round < MU_ROUNDS(ROUNDS); round++) {
        uint64_t bytes = 1 + mu_random(&random) % (round % 10 == 0 ? MOST : 3000);
        mu_fill(kit.source.va, bytes, me->node, round);
        kit.counter[0] = bytes;
        mu_barrier(me);
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, mu_put(me, &kit, to, 0, 7, bytes, 0)));
        memset(kit.source.va, 0xdd, bytes);
        mu_wait_counter(&kit.counter[0], 0);
        CHECK_EQUAL(mu_same(kit.window.va + 7, bytes, from, round), bytes);
        mu_barrier(me);
    }
}

static void the_source_may_be_reused(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), reuse_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), reuse_body);
}

typedef struct fifo_reuse {
    uint32_t round;
    uint64_t offset;
} fifo_reuse_t;

static void reuse_packet(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    fifo_reuse_t *r = argument;
    CHECK_EQUAL(mu_same(h + 1, bytes - 32, r->round, r->offset), bytes - 32);
    r->offset += bytes - 32;
}

static void reuse_fifo_body(mu_rank_t *me)
{
    enum { ROUNDS = 100, BYTES = 2048 };
    mu_kit_t kit = mu_kit(me, 65536, BYTES);
    for (uint32_t round = 0; round < MU_ROUNDS(ROUNDS); round++) {
        mu_fill(kit.source.va, BYTES, round, 0);
        mu_wait_sent(kit.inj, mu_send(me, kit.inj,
                                      (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                                                     .to = me->node ^ 1,
                                                     .pa = kit.source.pa,
                                                     .bytes = BYTES,
                                                     .rec_fifo = mu_rec_id(me, 0, 0)}));
        memset(kit.source.va, 0xdd, BYTES);
        fifo_reuse_t r = {round, 0};
        mu_receive(kit.rec, BYTES / 512, reuse_packet, &r);
        mu_barrier(me);
    }
}

static void so_may_that_of_a_fifo_message(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), reuse_fifo_body);
}

/* ---- Counts ---- */

static void all_done(mu_inj_t *inj, uint64_t count, uint32_t slots)
{
    MU_WAIT(MUSPI_getHwDescCount(inj->fifo) == count);
    CHECK_EQUAL(MUSPI_getHwHead(&inj->fifo->_fifo), MUSPI_getHwTail(&inj->fifo->_fifo));
    CHECK_EQUAL(MUSPI_getHwTail(&inj->fifo->_fifo), inj->memory.pa + count % slots * 64);
    CHECK_EQUAL(MUSPI_getHwFreeSpace(inj->fifo), slots - 1);
    CHECK_EQUAL(MUSPI_getNumInjected(inj->fifo), count);
    for (uint64_t n = 1; n <= count; n++)
        CHECK_EQUAL(MUSPI_CheckDescComplete(inj->fifo, n), 1);
    CHECK_EQUAL(MUSPI_CheckDescComplete(inj->fifo, count + 1), 0);
    CHECK_EQUAL(MUSPI_getDescCountFromShadow(inj->fifo), count);
}

/* FIFOs of every small size: numbers, -1 if full, one slot always unused. */
static void full_body(mu_rank_t *me)
{
    static const uint32_t sizes[] = {2, 3, 4, 8, 13, 64};
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    uint64_t sent = 0;
    for (int s = 0; s < 6; s++) {
        uint32_t slots = sizes[s];
        mu_inj_t *inj = mu_inj(me, slots, MU_INACTIVE);
        MUHWI_Descriptor_t d = mu_describe(me, mu_put(me, &kit, 0, 0, 0, 8, 0));
        uint64_t number = 0;
        CHECK_EQUAL(MUSPI_getFreeSpaceFromShadow(inj->fifo), slots - 1);
        for (int round = 0; round < 5; round++) {
            for (uint32_t i = 0; i < slots - 1; i++) {
                CHECK_EQUAL(MUSPI_InjFifoInject(inj->fifo, &d), ++number);
                CHECK_EQUAL(MUSPI_getHwFreeSpace(inj->fifo), slots - 2 - i);
                CHECK_EQUAL(MUSPI_CheckDescComplete(inj->fifo, number), 0);
            }
            CHECK_EQUAL(MUSPI_InjFifoInject(inj->fifo, &d), UINT64_MAX);
            CHECK_EQUAL(MUSPI_getNumInjected(inj->fifo), number);
            mu_activate(inj, true);
            all_done(inj, number, slots);
            mu_activate(inj, false);
        }
        sent += number;
    }
    mu_wait_counter(&kit.counter[0], -8 * sent); /* with messages in flight, completion precedes arrival */
}

static void full_is_full(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), full_body);
}

/* The remaining functions of injection. */
static void ways_body(mu_rank_t *me)
{
    enum { SLOTS = 16, PIECE = 64 };
    mu_kit_t kit = mu_kit(me, 4096, 65536);
    mu_inj_t *inj = mu_inj(me, SLOTS, 0);
    mu_fill(kit.source.va, 65536, 1, 0);
    uint64_t number = 0;
    for (int round = 0; round < 40; round++) {
        MUHWI_Descriptor_t d[5];
        void *slot[5];
        uint32_t count = 1 + (uint32_t)round % 5;
        for (uint32_t i = 0; i < count; i++) {
            uint64_t at = (number + i) * PIECE;
            d[i] = mu_describe(me, mu_put(me, &kit, me->node, at, at, PIECE, 0));
        }
        if (round % 3 == 0) {
            MU_WAIT(MUSPI_InjFifoInjectMultiple(inj->fifo, d, count) == number + count);
        } else if (round % 3 == 1) {
            MU_WAIT(MUSPI_InjFifoNextDescMultiple(inj->fifo, count, slot) == number + count);
            for (uint32_t i = 0; i < count; i++)
                memcpy(slot[i], &d[i], sizeof d[i]);
            CHECK_EQUAL(MUSPI_InjFifoAdvanceDescMultiple(inj->fifo, count), number + count);
        } else {
            for (uint32_t i = 0; i < count; i++) {
                MU_WAIT(MUSPI_InjFifoNextDesc(inj->fifo, &slot[0]) == number + i + 1);
                memcpy(slot[0], &d[i], sizeof d[i]);
                CHECK_EQUAL(MUSPI_InjFifoAdvanceDesc(inj->fifo), number + i + 1);
            }
        }
        number += count;
        mu_wait_sent(inj, number - 1);
    }
    mu_wait_counter(&kit.counter[0], -(number * PIECE));
    CHECK_EQUAL(mu_same(kit.window.va, number * PIECE, 1, 0), number * PIECE);
    all_done(inj, number, SLOTS);
}

static void every_way_to_inject(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), ways_body);
    mu_run(MU_NODES(1, 1, 1, 1, 2), ways_body);
}

/* @return whether the count has reached @p end; the count never decreases. */
static bool counts_up(mu_inj_t *inj, uint64_t *seen, uint64_t end)
{
    uint64_t count = MUSPI_getHwDescCount(inj->fifo);
    CHECK(count >= *seen && count <= end);
    *seen = count;
    return count == end;
}

/* Completion is in order of injection: number n implies all earlier numbers. */
static void order_body(mu_rank_t *me)
{
    enum { MESSAGES = 60, BYTES = 30000 };
    mu_kit_t kit = mu_kit(me, 4096, MESSAGES * BYTES);
    mu_inj_t *inj = mu_inj(me, 64, MU_INACTIVE);
    for (uint32_t i = 0; i < MESSAGES; i++)
        mu_send(me, inj, mu_put(me, &kit, me->node, i * BYTES, i * BYTES, i % 2 ? 1 : BYTES, i));
    mu_activate(inj, true);
    uint64_t seen = 0;
    MU_WAIT(counts_up(inj, &seen, MESSAGES));
    for (uint32_t i = 0; i < MESSAGES; i++)
        mu_wait_counter(&kit.counter[i], -(uint64_t)(i % 2 ? 1 : BYTES));
    all_done(inj, MESSAGES, 64);
}

static void completion_keeps_the_order(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), order_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"the source may be reused", the_source_may_be_reused},
        {"so may that of a FIFO message", so_may_that_of_a_fifo_message},
        {"full is full", full_is_full},
        {"every way to inject", every_way_to_inject},
        {"completion keeps the order", completion_keeps_the_order},
        {NULL, NULL},
    };
    return emuq_test_main("completion", tests);
}
