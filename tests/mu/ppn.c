/* SPDX-License-Identifier: BSD-3-Clause */
/* Several processes per node share a Message Unit. */
#include "mu_support.h"

enum { PLACE = 1024, BYTES = 700, DISTANCES = 6 };

/* Distances in rank numbers: to the rank itself, inside the node, to remote nodes. */
static uint32_t distance(const mu_rank_t *me, int i)
{
    const uint32_t all[DISTANCES] = {0, 1, me->ppn - 1, me->ppn, me->ppn + 1, me->ranks - 1};
    return all[i] % me->ranks;
}

static uint32_t node_of(const mu_rank_t *me, uint32_t rank)
{
    return rank / me->ppn; /* the default mapping ends in T */
}

static void arrival(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    const mu_rank_t *me = argument;
    uint32_t i = mu_software_word(h, 4), from = mu_software_word(h, 8);
    uint64_t offset = mu_put_offset(h), valid = BYTES - offset < 512 ? BYTES - offset : 512;
    CHECK_EQUAL(bytes, 32 + (valid + 31) / 32 * 32);
    if (CHECK(i < DISTANCES))
        CHECK_EQUAL(from, (me->rank + me->ranks - distance(me, (int)i)) % me->ranks);
    CHECK_EQUAL(mu_same(h + 1, valid, from * 10 + i, offset), valid);
}

static void exchange_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, DISTANCES * PLACE);
    CHECK_EQUAL(kit.inj->global, me->t * (64 / me->ppn) * 8);
    CHECK_EQUAL(kit.rec->global, me->t * (64 / me->ppn) * 4);
    for (int i = 0; i < DISTANCES; i++) {
        uint32_t to = (me->rank + distance(me, i)) % me->ranks, t = to % me->ppn;
        mu_fill(kit.source.va + i * PLACE, BYTES, me->rank * 10 + (uint32_t)i, 0);
        mu_message_t m =
            mu_put(me, &kit, node_of(me, to), (uint64_t)i * PLACE, (uint64_t)i * PLACE, BYTES, 0);
        m.payload_bat = mu_bat_id(me, t, MU_WINDOW);
        m.counter_bat = mu_bat_id(me, t, MU_COUNTERS);
        mu_send(me, kit.inj, m);
        mu_message_t f = {.type = MUHWI_PACKET_TYPE_FIFO,
                          .to = node_of(me, to),
                          .pa = m.pa,
                          .bytes = BYTES,
                          .rec_fifo = mu_rec_id(me, t, 0)};
        mu_set_software_word(&f, 4, (uint32_t)i);
        mu_set_software_word(&f, 8, me->rank);
        mu_send(me, kit.inj, f);
    }
    mu_receive(kit.rec, DISTANCES * 2, arrival, me);
    mu_wait_counter(&kit.counter[0], -(uint64_t)(DISTANCES * BYTES));
    for (int i = 0; i < DISTANCES; i++) {
        uint32_t from = (me->rank + me->ranks - distance(me, i)) % me->ranks;
        CHECK_EQUAL(mu_same(kit.window.va + i * PLACE, BYTES, from * 10 + (uint32_t)i, 0), BYTES);
    }
    mu_wait_sent(kit.inj, DISTANCES * 2);
}

static void run_all(mu_body_t body)
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 2);
    for (job.ppn = 2; job.ppn <= 16; job.ppn *= 2)
        mu_run(job, body);
    job = MU_NODES(1, 1, 1, 1, 1);
    job.ppn = 64;
    mu_run(job, body);
    job = MU_NODES(1, 2, 1, 1, 1);
    mu_run(job, body);
}

static void everybody_to_everybody(void)
{
    run_all(exchange_body);
}

/* One process of the node receives gets for all in one FIFO; replies go to entries of each requester. */
enum { LEADER_PA = 0 }; /* on the board, by node */

static void shared_get_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 64 * PLACE);
    mu_memory_t question = mu_memory(me, sizeof(MUHWI_Descriptor_t));
    if (me->t == 0) {
        mu_inj(me, 64, MU_REMOTE_GET);
        mu_fill(kit.source.va, kit.source.bytes, me->node, 0);
        mu_board[LEADER_PA + me->node] = kit.source.pa;
    }
    mu_barrier(me);
    uint32_t whom = (me->node + 1) % me->nodes;
    mu_message_t m = mu_put(me, &kit, me->node, 0, 100, PLACE, 0);
    m.pa = mu_board[LEADER_PA + whom] + me->t * PLACE;
    m.map = whom == me->node ? MU_LOCAL : MU_TORUS;
    m.payload_bat = mu_bat_id(me, me->t, MU_WINDOW);
    m.counter_bat = mu_bat_id(me, me->t, MU_COUNTERS);
    *(MUHWI_Descriptor_t *)question.va = mu_describe(me, m);
    mu_send(me, kit.inj,
            (mu_message_t){.type = MUHWI_PACKET_TYPE_GET,
                           .to = whom,
                           .pa = question.pa,
                           .bytes = question.bytes,
                           .get_fifo = mu_inj_id(me, 0, 1)});
    mu_wait_counter(&kit.counter[0], -(uint64_t)PLACE);
    CHECK_EQUAL(mu_same(kit.window.va + 100, PLACE, whom, me->t * PLACE), PLACE);
}

static void one_get_fifo_serves_a_node(void)
{
    emuq_job_t job = MU_NODES(2, 1, 1, 1, 2);
    for (job.ppn = 2; job.ppn <= 16; job.ppn *= 4)
        mu_run(job, shared_get_body);
}

/* Collectives belong to the node: one process contributes, entries of a second process receive. */
static void collective_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    uint64_t n = me->nodes;
    for (uint32_t t = 0; t < me->ppn; t++) {
        uint32_t receiver = (t + 1) % me->ppn;
        if (me->t == t) {
            *(uint64_t *)kit.source.va = me->node + t;
            mu_message_t m = mu_put(me, &kit, 0, 0, 64, 8, 0);
            m.payload_bat = mu_bat_id(me, receiver, MU_WINDOW);
            m.counter_bat = mu_bat_id(me, receiver, MU_COUNTERS);
            m.word = 8;
            m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
            m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
            mu_send(me, kit.inj, m);
        }
        if (me->t == receiver) {
            mu_wait_counter(&kit.counter[0], -(uint64_t)8);
            CHECK_EQUAL(*(uint64_t *)(kit.window.va + 64), n * (n - 1) / 2 + n * t);
        }
        mu_barrier(me);
    }
}

static void collectives_of_any_process(void)
{
    emuq_job_t job = MU_NODES(3, 1, 2, 1, 1);
    for (job.ppn = 2; job.ppn <= 8; job.ppn *= 2)
        mu_run(job, collective_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"everybody to everybody", everybody_to_everybody},
        {"one get FIFO serves a node", one_get_fifo_serves_a_node},
        {"collectives of any process", collectives_of_any_process},
        {NULL, NULL},
    };
    return emuq_test_main("several processes per node", tests);
}
