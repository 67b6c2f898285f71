/* SPDX-License-Identifier: BSD-3-Clause */
/* Prefetch-only descriptors complete, and send nothing. */
#include "mu_support.h"

enum { MESSAGES = 40, BYTES = 600 };

static void forbidden(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
    CHECK(!"a packet arrived");
}

static void prefetch_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, MESSAGES * 1024);
    uint32_t to = (me->node + 1) % me->nodes, from = (me->node + me->nodes - 1) % me->nodes;
    uint64_t last = 0, sent = 0;
    for (uint32_t i = 0; i < MESSAGES; i++) {
        bool prefetch = i % 3 != 1;
        mu_fill(kit.source.va + i * 1024, BYTES, i + me->node, 0);
        mu_message_t m = mu_put(me, &kit, to, i * 1024, i * 1024, BYTES, 0);
        m.prefetch = prefetch;
        last = mu_send(me, kit.inj, m);
        sent += prefetch ? 0 : BYTES;
        m = (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                           .to = to,
                           .pa = kit.source.pa,
                           .bytes = BYTES,
                           .prefetch = 1,
                           .rec_fifo = mu_rec_id(me, 0, 0)};
        last = mu_send(me, kit.inj, m);
    }
    CHECK_EQUAL(last, 2 * MESSAGES);
    mu_wait_sent(kit.inj, last);
    CHECK_EQUAL(MUSPI_getHwDescCount(kit.inj->fifo), last);
    mu_wait_counter(&kit.counter[0], -sent);
    mu_barrier(me);
    CHECK_EQUAL(in64((uint64_t *)kit.counters.va), -sent);
    for (uint32_t i = 0; i < MESSAGES; i++) {
        if (i % 3 == 1)
            CHECK_EQUAL(mu_same(kit.window.va + i * 1024, BYTES, i + from, 0), BYTES);
        else
            CHECK(mu_all(kit.window.va + i * 1024, 1024, 0));
    }
    CHECK_EQUAL(mu_poll(kit.rec, forbidden, NULL), 0);
}

static void nothing_is_sent(void)
{
    mu_run(MU_NODES(3, 1, 1, 1, 1), prefetch_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), prefetch_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"nothing is sent", nothing_is_sent}, {NULL, NULL}};
    return emuq_test_main("prefetch only", tests);
}
