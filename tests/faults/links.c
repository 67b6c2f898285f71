/* SPDX-License-Identifier: BSD-3-Clause */
/* Links with bit errors: all packets arrive once and in order, the counters of both ends show
 * retransmissions, and a seed repeats its faults. With EMUQ_BACKEND=timed the network model has the errors.
 */
#include <sys/mman.h>

#include <hwi/include/bqc/dcr_support.h>
#include <hwi/include/bqc/nd_rese_dcr.h>

#include "arrivals.h"
#include "mu_support.h"

enum { ROUNDS = 20, PACKETS = 16, BYTES = PACKETS * 512, NODES = 4, A_MINUS = 0, A_PLUS = 1 };

#define MANY "seed=7,errors=100000000" /* damages a third of the full packets */

/* Counters of node i, visible to all ranks: sent again to A+, and damaged from A-. */
static uint64_t *resent, *damaged;

static void note_counters(mu_rank_t *me)
{
    mu_barrier(me);
    resent[me->node] = DCRReadUser(ND_RESE_DCR(A_PLUS, SE_RETRANS_CNT));
    damaged[me->node] = DCRReadUser(ND_RESE_DCR(A_MINUS, RE_LINK_ERR_CNT));
    mu_barrier(me);
}

static void run(const char *faults, mu_body_t body)
{
    if (faults != NULL)
        setenv("EMUQ_FAULTS", faults, 1);
    else
        unsetenv("EMUQ_FAULTS");
    mu_run(MU_NODES(NODES, 1, 1, 1, 1), body);
}

/* ---- packets from node 0 to node 1 ---- */

static void note(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    (void)bytes;
    (void)arrivals_note(argument, h, PACKETS);
}

static void packets_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 65536, BYTES);
    arrivals_t a = {0, 0};
    mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                      .to = 1,
                      .pa = kit.source.pa,
                      .bytes = BYTES,
                      .rec_fifo = mu_rec_id(me, 0, 0)};
    mu_barrier(me);
    for (int i = 0; i < ROUNDS && me->node == 0; i++)
        mu_send(me, kit.inj, m);
    if (me->node == 1)
        mu_receive(kit.rec, ROUNDS * PACKETS, note, &a);
    CHECK_EQUAL(a.out_of_order, 0);
    note_counters(me);
}

static void counters_show_what_is_sent_again(void)
{
    run(NULL, packets_body);
    CU_ASSERT(resent[0] == 0 && damaged[1] == 0);
    run(MANY, packets_body);
    uint64_t first = resent[0]; /* 177 are expected */
    CU_ASSERT(first > 100 && first < 300);
    CU_ASSERT_EQUAL(damaged[1], first);
    CU_ASSERT(resent[1] == 0 && resent[2] == 0 && resent[3] == 0);
    CU_ASSERT(damaged[0] == 0 && damaged[2] == 0 && damaged[3] == 0);
    run(MANY, packets_body);
    CU_ASSERT_EQUAL(resent[0], first);
    run("seed=8,errors=100000000", packets_body);
    CU_ASSERT_NOT_EQUAL(resent[0], first);
}

/* ---- puts over two links ---- */

static void puts_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, BYTES);
    for (uint64_t i = 1; i <= ROUNDS; i++) {
        if (me->node == 0) {
            mu_fill(kit.source.va, BYTES, i, 0);
            mu_message_t m = mu_put(me, &kit, 2, 0, 0, BYTES, 0);
            m.hints = MUHWI_PACKET_HINT_AP;
            mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
        } else if (me->node == 2) {
            mu_wait_counter(&kit.counter[0], -BYTES * i);
            CHECK_EQUAL(mu_same(kit.window.va, BYTES, i, 0), BYTES);
        }
        mu_barrier(me);
    }
    note_counters(me);
}

static void every_link_of_the_way_counts(void)
{
    run(MANY, puts_body);
    CU_ASSERT(resent[0] > 100 && resent[1] > 100 && resent[2] == 0 && resent[3] == 0);
    CU_ASSERT(damaged[1] == resent[0] && damaged[2] == resent[1]);
}

/* ---- collectives ---- */

static void collectives_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, BYTES);
    uint64_t *word = (uint64_t *)kit.source.va;
    for (uint64_t i = 1; i <= ROUNDS; i++) {
        word[BYTES / 8 - 1] = i;
        mu_message_t m = mu_put(me, &kit, 0, 0, 0, BYTES, 0);
        m.word = 8;
        m.op = MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD;
        m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
        mu_wait_counter(&kit.counter[0], -BYTES * i);
        CHECK_EQUAL(((uint64_t *)kit.window.va)[BYTES / 8 - 1], i * NODES);
        mu_barrier(me);
    }
    note_counters(me);
}

/* The last node is the root. */
static void broadcast_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, BYTES);
    for (uint64_t i = 1; i <= ROUNDS; i++) {
        mu_message_t m = mu_put(me, &kit, 0, 0, 0, BYTES, 0);
        m.word = 8;
        m.collective = MUHWI_COLLECTIVE_TYPE_BROADCAST;
        mu_fill(kit.source.va, BYTES, i, 0);
        if (me->node == NODES - 1)
            mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
        mu_wait_counter(&kit.counter[0], -BYTES * i);
        CHECK_EQUAL(mu_same(kit.window.va, BYTES, i, 0), BYTES);
        mu_barrier(me);
    }
    note_counters(me);
}

static void check_tree(uint64_t links)
{
    uint64_t sum = 0;
    for (int i = 0; i < NODES; i++) {
        CU_ASSERT_EQUAL(damaged[(i + 1) % NODES], resent[i]);
        sum += resent[i];
    }
    CU_ASSERT(sum > 100 * links); /* no link crosses the edge */
    CU_ASSERT_EQUAL(resent[NODES - 1], 0);
}

static void collectives_count_on_the_links_of_their_tree(void)
{
    run(MANY, collectives_body);
    check_tree(3);
    run(MANY, broadcast_body); /* down only: from the root, in the middle */
    check_tree(1);
}

/* ---- a failing link ---- */

enum { LAST = 3 }; /* the packet at which the link fails */

/* Sends packets one by one from node 0 to node 3, over the link A+ of node 2. */
static void down_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, BYTES);
    mu_message_t m = mu_put(me, &kit, 3, 0, 0, 8, 0);
    m.hints = MUHWI_PACKET_HINT_AP;
    for (uint64_t i = 1; i <= LAST + 1; i++) {
        if (me->node == 0)
            mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
        if (me->node == 3) {
            mu_wait_counter(&kit.counter[0], -8 * i);
            resent[0] = i;
        }
        mu_barrier(me);
    }
}

static void nothing_gets_through_a_link_that_is_down(void)
{
    if (!mu_in_processes()) /* the job ends with its processes */
        return;
    setenv("EMUQ_FAULTS", "seed=7,down=2:A+:3", 1);
    CU_ASSERT_FALSE(mu_try((emuq_job_t)MU_NODES(NODES, 1, 1, 1, 1), down_body));
    CU_ASSERT_EQUAL(resent[0], LAST - 1);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"counters show what is sent again", counters_show_what_is_sent_again},
        {"every link of the way counts", every_link_of_the_way_counts},
        {"collectives count on the links of their tree", collectives_count_on_the_links_of_their_tree},
        {"nothing gets through a link that is down", nothing_gets_through_a_link_that_is_down},
        {NULL, NULL},
    };
    resent =
        mmap(NULL, 2 * NODES * sizeof *resent, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (resent == MAP_FAILED)
        return 1;
    damaged = resent + NODES;
    return emuq_test_main("links with errors", tests);
}
