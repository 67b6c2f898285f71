/* SPDX-License-Identifier: BSD-3-Clause */
/* Event counts for known traffic: packets of the Message Unit, chunks and packets of the links. */
#include <spi/include/upci/events.h>
#include <spi/include/upci/upc_io.h>
#include <spi/include/upci/upc_nw.h>

#include "mu_support.h"

enum { A_MINUS, A_PLUS, B_MINUS, B_PLUS, LINKS = 10 };
enum { SENT = 0, COLLECTIVE = 3, RECEIVED = 4 }; /* counters of a link, in the order of their set-up */

static void start(void)
{
    UPC_IO_EnableUPC(UpciFalse, 0);
    UPC_NW_EnableUPC();
    UPC_IO_Clear(0);
    UPC_NW_Clear(UPC_NW_CtrCtlMask(UPC_NW_ALL_LINKS, 0x3F));
    UPC_IO_Start(0);
    UPC_NW_Start(UPC_NW_CtrCtlMask(UPC_NW_ALL_LINKS, 0x3F));
}

static void check_unit(uint64_t packets, uint64_t messages, uint64_t fifo, uint64_t get, uint64_t put)
{
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_PKT_INJ), packets);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_MSG_INJ), messages);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_FIFO_PKT_RCV), fifo);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_RGET_PKT_RCV), get);
    CHECK_EQUAL(UPC_IO_ReadEvtCtr(PEVT_MU_PUT_PKT_RCV), put);
}

static void ignore(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)argument, (void)h, (void)bytes;
}

/* ---- Unit ---- */

static void unit_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    mu_inj_t *answer = mu_inj(me, 16, MU_REMOTE_GET);
    mu_memory_t question = mu_memory(me, sizeof(MUHWI_Descriptor_t));
    uint32_t to = me->node ^ 1;
    start();
    mu_barrier(me);
    mu_send(me, kit.inj, mu_put(me, &kit, to, 0, 0, 1000, 0)); /* 2 packets */
    mu_send(me, kit.inj, mu_put(me, &kit, to, 0, 0, 512, 0));  /* 1 */
    mu_send(me, kit.inj,
            (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO, .to = to, .rec_fifo = mu_rec_id(me, 0, 0)});
    mu_message_t m = mu_put(me, &kit, to, 0, 4096, 3000, 0); /* 6, by a get: 1 */
    m.to = me->node;
    m.map = MU_TORUS;
    *(MUHWI_Descriptor_t *)question.va = mu_describe(me, m);
    mu_send(me, kit.inj,
            (mu_message_t){.type = MUHWI_PACKET_TYPE_GET,
                           .to = to,
                           .pa = question.pa,
                           .bytes = question.bytes,
                           .get_fifo = (uint16_t)answer->global});
    mu_receive(kit.rec, 1, ignore, NULL);
    mu_wait_counter(&kit.counter[0], -(uint64_t)(1000 + 512 + 3000));
    mu_wait_sent(kit.inj, 4);
    MU_WAIT(MUSPI_getHwDescCount(answer->fifo) == 1);
    mu_barrier(me);
    check_unit(2 + 1 + 1 + 1 + 6, 5, 1, 1, 9);
    UPC_IO_Stop(0);
    UPC_NW_Stop(UPC_NW_CtrCtlMask(UPC_NW_ALL_LINKS, 0x3F));
    mu_barrier(me);
    mu_wait_sent(kit.inj, mu_send(me, kit.inj, mu_put(me, &kit, to, 0, 0, 100, 1)));
    mu_wait_counter(&kit.counter[1], -(uint64_t)100);
    mu_barrier(me);
    check_unit(2 + 1 + 1 + 1 + 6, 5, 1, 1, 9); /* stopped */
    UPC_IO_Clear(0);
    check_unit(0, 0, 0, 0, 0);
}

static void the_unit_counts_packets(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), unit_body);
}

/* ---- Links ---- */

static void check_links(const uint64_t sent[4], const uint64_t received[4])
{
    for (unsigned link = 0; link < LINKS; link++) {
        CHECK_EQUAL(UPC_NW_ReadCtr(link, SENT), link < 4 ? sent[link] : 0);
        CHECK_EQUAL(UPC_NW_ReadCtr(link, RECEIVED), link < 4 ? received[link] : 0);
    }
}

/* Node 0 of a ring of five sends to node 2 over node 1; chunks count headers. */
static void ring_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    start();
    mu_barrier(me);
    if (me->node == 0) {
        mu_send(me, kit.inj, mu_put(me, &kit, 2, 0, 0, 1000, 0)); /* 17 + 17 chunks */
        mu_send(me, kit.inj, mu_put(me, &kit, 2, 0, 0, 33, 0));   /* 3 */
        mu_send(me, kit.inj, mu_put(me, &kit, 4, 0, 0, 1, 0));    /* 2, in the opposite direction */
        mu_send(me, kit.inj, mu_put(me, &kit, 0, 0, 0, 5000, 0)); /* local: no link */
        mu_wait_sent(kit.inj, 4);
        mu_wait_counter(&kit.counter[0], -(uint64_t)5000);
    }
    if (me->node == 2)
        mu_wait_counter(&kit.counter[0], -(uint64_t)1033);
    if (me->node == 4)
        mu_wait_counter(&kit.counter[0], -(uint64_t)1);
    mu_barrier(me);
    const uint64_t sent[5][4] = {{2, 37, 0, 0}, {0, 37, 0, 0}, {0}, {0}, {0}};
    const uint64_t received[5][4] = {{0}, {3, 0, 0, 0}, {3, 0, 0, 0}, {0}, {0, 1, 0, 0}};
    check_links(sent[me->node], received[me->node]);
    CHECK_EQUAL(UPC_NW_LinkCtrTotal(UPC_NW_ALL_LINKS, SENT), sent[me->node][0] + sent[me->node][1]);
}

static void links_count_chunks(void)
{
    mu_run(MU_NODES(5, 1, 1, 1, 1), ring_body);
}

/* Hints choose the direction on a ring; a mesh has only one. */
static void hint_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    start();
    mu_barrier(me);
    if (me->node == 0) {
        mu_message_t m = mu_put(me, &kit, 1, 0, 0, 64, 0); /* 3 chunks */
        m.hints = MUHWI_PACKET_HINT_AM;
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
    }
    if (me->node == 1)
        mu_wait_counter(&kit.counter[0], -(uint64_t)64);
    mu_barrier(me);
    const uint64_t sent[3][4] = {{3, 0, 0, 0}, {0}, {3, 0, 0, 0}};
    const uint64_t received[3][4] = {{0}, {0, 1, 0, 0}, {0, 1, 0, 0}};
    check_links(sent[me->node], received[me->node]);
}

static void hints_choose_the_way(void)
{
    mu_run(MU_NODES(3, 1, 1, 1, 1), hint_body);
}

/* Each node of a line receives a message with the deposit bit once, including the last node. */
static void deposit_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    start();
    mu_barrier(me);
    if (me->node == 0) {
        mu_message_t put = mu_put(me, &kit, 3, 0, 0, 1000, 0); /* 2 packets */
        put.hints = MUHWI_PACKET_HINT_AP;
        put.misc1 = MUHWI_PACKET_DEPOSIT;
        mu_send(me, kit.inj, put);
        mu_message_t packet = {.type = MUHWI_PACKET_TYPE_FIFO, .to = 3, .rec_fifo = mu_rec_id(me, 0, 0)};
        packet.hints = MUHWI_PACKET_HINT_AP;
        packet.misc1 = MUHWI_PACKET_DEPOSIT;
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, packet));
    } else if (me->node <= 3) {
        mu_receive(kit.rec, 1, ignore, NULL);
        mu_wait_counter(&kit.counter[0], -(uint64_t)1000);
    }
    mu_barrier(me);
    bool sends = me->node == 0, receives = me->node >= 1 && me->node <= 3;
    check_unit(sends ? 3 : 0, sends ? 2 : 0, receives ? 1 : 0, 0, receives ? 2 : 0);
}

static void deposited_packets_count_once(void)
{
    mu_run(MU_NODES(5, 1, 1, 1, 1), deposit_body);
}

static void mesh_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    start();
    mu_barrier(me);
    if (me->node == 0)
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, mu_put(me, &kit, 2, 0, 0, 64, 0)));
    if (me->node == 2)
        mu_wait_counter(&kit.counter[0], -(uint64_t)64);
    mu_barrier(me);
    const uint64_t sent[3][4] = {{0, 3, 0, 0}, {0, 3, 0, 0}, {0}};
    const uint64_t received[3][4] = {{0}, {1, 0, 0, 0}, {1, 0, 0, 0}};
    check_links(sent[me->node], received[me->node]);
}

static void a_mesh_has_no_way_round(void)
{
    emuq_job_t job = MU_NODES(3, 1, 1, 1, 1);
    job.mesh = 0x10;
    mu_run(job, mesh_body);
}

/* ---- Collectives ---- */

static mu_message_t allreduce_of(mu_message_t m)
{
    m.word = 8;
    m.op = MUHWI_COLLECTIVE_OP_CODE_OR;
    m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
    return m;
}

/* A line of three with the root in the middle: up over the links of the outer nodes, and down. */
static void collective_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    start();
    mu_barrier(me);
    mu_message_t m = allreduce_of(mu_put(me, &kit, 0, 0, 0, 1024, 0));
    mu_send(me, kit.inj, m);
    mu_wait_counter(&kit.counter[0], -(uint64_t)1024);
    mu_wait_sent(kit.inj, 1);
    mu_barrier(me);
    const uint64_t sent[3][2] = {{0, 34}, {34, 34}, {34, 0}};
    for (unsigned link = A_MINUS; link <= A_PLUS; link++)
        CHECK_EQUAL(UPC_NW_ReadCtr(link, COLLECTIVE), sent[me->node][link]);
    check_unit(2, 1, 0, 0, 2);
}

/* Same as collective_body(), along cached routes. */
static void short_collectives_body(mu_rank_t *me)
{
    enum { ROUNDS = 5 };
    mu_kit_t kit = mu_kit(me, 4096, 8192);
    start();
    mu_barrier(me);
    mu_message_t m = allreduce_of(mu_put(me, &kit, 0, 0, 0, 8, 0));
    for (uint64_t round = 1; round <= ROUNDS; round++) {
        if (round == ROUNDS)
            m.collective = MUHWI_COLLECTIVE_TYPE_BROADCAST;
        if (round != ROUNDS || me->node == 2)
            mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
        mu_wait_counter(&kit.counter[0], -(uint64_t)(8 * round));
        mu_barrier(me);
    }
    uint64_t up = 2 * (ROUNDS - 1), all = 2 * ROUNDS; /* chunks; broadcasts come from above */
    const uint64_t sent[3][2] = {{0, up}, {all, all}, {up, 0}};
    for (unsigned link = A_MINUS; link <= A_PLUS; link++)
        CHECK_EQUAL(UPC_NW_ReadCtr(link, COLLECTIVE), sent[me->node][link]);
    uint64_t own = me->node == 2 ? ROUNDS : ROUNDS - 1;
    check_unit(own, own, 0, 0, ROUNDS);
}

static void collectives_count_their_links(void)
{
    emuq_job_t job = MU_NODES(3, 1, 1, 1, 1);
    mu_run(job, collective_body);
    mu_run(job, short_collectives_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"the unit counts packets", the_unit_counts_packets},
        {"links count chunks", links_count_chunks},
        {"hints choose the way", hints_choose_the_way},
        {"deposited packets count once", deposited_packets_count_once},
        {"a mesh has no way round", a_mesh_has_no_way_round},
        {"collectives count their links", collectives_count_their_links},
        {NULL, NULL},
    };
    return emuq_test_main("event counters", tests);
}
