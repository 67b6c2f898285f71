/* SPDX-License-Identifier: BSD-3-Clause */
/* Descriptors injected together behave as if executed one by one. */
#include "mu_support.h"

enum { ROW = 20, SLOTS = 32 };

/* Injects a row of descriptors with one store to the tail; the route of the first is cached. */
static void inject(mu_inj_t *inj, MUHWI_Descriptor_t *d, uint32_t count)
{
    mu_wait_sent(inj, mu_inject(inj, &d[0]));
    uint64_t last = MUSPI_getNumInjected(inj->fifo) + count;
    MU_WAIT(MUSPI_InjFifoInjectMultiple(inj->fifo, d, count) == last);
    mu_wait_sent(inj, last);
}

/* A message of the row reads the counter of earlier messages. */
static void source_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    MUHWI_Descriptor_t d[ROW];
    for (uint32_t i = 0; i < ROW; i++) {
        mu_message_t m = mu_put(me, &kit, me->node, 0, 8 * i, 8, 0);
        if (i % 3 == 2)
            m.pa = kit.counters.pa;
        d[i] = mu_describe(me, m);
    }
    inject(kit.inj, d, ROW);
    mu_wait_counter(&kit.counter[0], -(uint64_t)(8 * (ROW + 1)));
    for (uint64_t i = 2; i < ROW; i += 3)
        CHECK_EQUAL(((uint64_t *)kit.window.va)[i], -8 * (i + 1));
}

static void a_message_reads_the_counter_of_those_before_it(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), source_body);
}

/* A message of the row writes the counter: earlier messages are counted before, later ones after. The
 * window begins at the counters. */
static void target_body(mu_rank_t *me)
{
    enum { WRITER = 7, VALUE = 1000000, DONE = 50 };
    uint32_t to = (me->node + 1) % me->nodes;
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    MUHWI_Descriptor_t d[ROW];
    mu_bat(me, MU_WINDOW, kit.counters.pa);
    *(uint64_t *)kit.source.va = VALUE;
    mu_barrier(me);
    for (uint32_t i = 0; i < ROW; i++)
        d[i] = mu_describe(me, mu_put(me, &kit, to, 0, i == WRITER ? 0 : 800, 8, 0));
    inject(kit.inj, d, ROW);
    mu_send(me, kit.inj, mu_put(me, &kit, to, 0, 800, 8, DONE));
    mu_wait_counter(&kit.counter[DONE], -(uint64_t)8);
    CHECK_EQUAL(kit.counter[0], VALUE - 8 * (ROW - WRITER));
    CHECK_EQUAL(kit.counter[100], VALUE);
    mu_barrier(me);
}

static void a_message_writes_the_counter(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), target_body);
    mu_run(MU_NODES(2, 1, 1, 1, 1), target_body);
}

/* Puts of several lengths and counters, mixed with packets of several lengths and functions. */
static uint64_t length_of(uint32_t packet)
{
    uint64_t random = packet, length = mu_random(&random);
    return length % 4 == 0 ? length / 4 % 512 + 1 : 8;
}

/* In order of the row. */
static void arrived(void *argument, const MUHWI_PacketHeader_t *packet, uint32_t bytes)
{
    uint32_t *packets = argument;
    uint64_t wanted = length_of(*packets);
    CHECK_EQUAL(mu_software_word(packet, 4), *packets);
    CHECK_EQUAL(bytes, 32 + (wanted + 31) / 32 * 32);
    CHECK_EQUAL(mu_same(packet + 1, wanted, 7, *packets), wanted);
    (*packets)++;
}

static void mixed_body(mu_rank_t *me)
{
    enum { ROUNDS = 60 };
    mu_kit_t kit = mu_kit(me, 1024, 65536);
    mu_inj_t *inj = mu_inj(me, SLOTS, 0);
    uint64_t random = 11, counted[2] = {0, 0};
    uint32_t sent = 0, packets = 0, to = (me->node + 1) % me->nodes;
    mu_fill(kit.source.va, 65536, 7, 0);
    mu_barrier(me);
    for (int round = 0; round < ROUNDS; round++) {
        MUHWI_Descriptor_t d[ROW];
        uint32_t count = 1 + (uint32_t)(mu_random(&random) % ROW);
        for (uint32_t i = 0; i < count; i++) {
            if (round % 3 == 0 || (round % 3 == 1 && mu_random(&random) % 4 == 0)) {
                uint32_t counter = mu_random(&random) % 8 == 0;
                uint64_t length = length_of((uint32_t)round + i);
                d[i] = mu_describe(me, mu_put(me, &kit, to, 0, 512 * i, length, counter));
                counted[counter] += length;
                continue;
            }
            mu_message_t m = {.to = to, .pa = kit.source.pa + sent, .bytes = length_of(sent)};
            m.rec_fifo = mu_rec_id(me, 0, 0);
            mu_set_software_word(&m, 4, sent);
            d[i] = mu_describe(me, m);
            sent++;
        }
        uint64_t last = MUSPI_getNumInjected(inj->fifo) + count;
        MU_WAIT(MUSPI_InjFifoInjectMultiple(inj->fifo, d, count) == last ||
                mu_meanwhile(kit.rec, arrived, &packets));
    }
    MU_WAIT(packets == sent || mu_meanwhile(kit.rec, arrived, &packets));
    mu_wait_counter(&kit.counter[0], -counted[0]);
    mu_wait_counter(&kit.counter[1], -counted[1]);
    mu_barrier(me);
}

static void rows_of_all_kinds(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 1), mixed_body);
    mu_run(MU_NODES(2, 1, 1, 1, 1), mixed_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a message reads the counter of those before it", a_message_reads_the_counter_of_those_before_it},
        {"a message writes the counter", a_message_writes_the_counter},
        {"rows of all kinds", rows_of_all_kinds},
        {NULL, NULL},
    };
    return emuq_test_main("rows of descriptors", tests);
}
