/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs with latent ordering bugs pass without faults and fail under a seed; correct programs always pass
 * (docs/faults.md). */
#include <sys/mman.h>
#include <unistd.h>

#include "arrivals.h"
#include "mu_support.h"

#define LATE "seed=7,late=200"
enum { ROUNDS = 20, PACKETS = 16, BYTES = PACKETS * 512 };

/* Results of a body, visible to all ranks. */
static struct found {
    uint64_t wrong;
    uint64_t order[PACKETS];
    uint64_t us;
} * found;

/* Runs a body on two nodes with faults; NULL: none. @return number of failures */
static uint64_t wrong_under(const char *faults, mu_body_t body)
{
    if (faults != NULL)
        setenv("EMUQ_FAULTS", faults, 1);
    else
        unsetenv("EMUQ_FAULTS");
    memset(found, 0, sizeof *found);
    mu_run(MU_NODES(1, 1, 1, 1, 2), body);
    return found->wrong;
}

static mu_message_t to_peer(const mu_rank_t *me, const mu_kit_t *kit, uint64_t bytes)
{
    return (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                          .to = me->node ^ 1,
                          .pa = kit->source.pa,
                          .bytes = bytes,
                          .rec_fifo = mu_rec_id(me, 0, 0)};
}

static mu_message_t dynamic(mu_message_t m)
{
    m.misc1 = MUHWI_PACKET_USE_DYNAMIC_ROUTING;
    m.misc2 = MUHWI_PACKET_VIRTUAL_CHANNEL_DYNAMIC;
    return m;
}

/* ---- packets of a message ---- */

static void note(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    arrivals_t *a = argument;
    (void)bytes;
    uint64_t turn = a->packets % PACKETS;
    found->order[turn] = arrivals_note(a, h, PACKETS);
}

static void send_packets(mu_rank_t *me, bool is_dynamic)
{
    mu_kit_t kit = mu_kit(me, 65536, BYTES);
    arrivals_t a = {0, 0};
    mu_barrier(me);
    for (int i = 0; i < ROUNDS; i++) {
        if (me->node == 0) {
            mu_message_t m = to_peer(me, &kit, BYTES);
            mu_send(me, kit.inj, is_dynamic ? dynamic(m) : m);
        }
    }
    if (me->node == 1) {
        mu_receive(kit.rec, ROUNDS * PACKETS, note, &a);
        found->wrong = a.out_of_order;
    }
    mu_barrier(me);
}

static void dynamic_body(mu_rank_t *me)
{
    send_packets(me, true);
}

static void deterministic_body(mu_rank_t *me)
{
    send_packets(me, false);
}

static void dynamic_packets_pass_each_other(void)
{
    CU_ASSERT_EQUAL(wrong_under(NULL, dynamic_body), 0);
    CU_ASSERT(wrong_under(LATE, dynamic_body) > ROUNDS);
}

static void deterministic_packets_keep_their_order(void)
{
    CU_ASSERT_EQUAL(wrong_under(LATE, deterministic_body), 0);
    CU_ASSERT_EQUAL(wrong_under("seed=8,late=20", deterministic_body), 0);
}

/* A single message, so that only the seed decides. */
static void one_message_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 65536, BYTES);
    arrivals_t a = {0, 0};
    mu_barrier(me);
    if (me->node == 0)
        mu_send(me, kit.inj, dynamic(to_peer(me, &kit, BYTES)));
    else
        mu_receive(kit.rec, PACKETS, note, &a);
    mu_barrier(me);
}

static void a_seed_gives_the_same_again(void)
{
    uint64_t first[PACKETS];
    (void)wrong_under("seed=7,late=20000", one_message_body);
    memcpy(first, found->order, sizeof first);
    (void)wrong_under("seed=7,late=20000", one_message_body);
    CU_ASSERT_EQUAL(memcmp(first, found->order, sizeof first), 0);
    (void)wrong_under("seed=8,late=20000", one_message_body);
    CU_ASSERT_NOT_EQUAL(memcmp(first, found->order, sizeof first), 0);
}

/* ---- a flag after data ---- */

/* Node 1 waits for the counter of a flag, and assumes that the data of a separate put are complete.
 * @param inj injection FIFOs of data and flag */
static void send_flag(mu_rank_t *me, mu_kit_t *kit, mu_inj_t *const inj[2])
{
    for (uint64_t i = 1; i <= ROUNDS; i++) {
        if (me->node == 0) {
            mu_fill(kit->source.va, BYTES, i, 0);
            mu_barrier(me);
            mu_send(me, inj[0], mu_put(me, kit, 1, 0, 0, BYTES, 0));
            mu_wait_sent(inj[1], mu_send(me, inj[1], mu_put(me, kit, 1, BYTES, BYTES, 8, 1)));
        } else {
            mu_barrier(me);
            mu_wait_counter(&kit->counter[1], -8 * i);
            found->wrong += mu_same(kit->window.va, BYTES, i, 0) != BYTES;
            mu_wait_counter(&kit->counter[0], -BYTES * i); /* the counter that a correct program waits for */
            CHECK_EQUAL(mu_same(kit->window.va, BYTES, i, 0), BYTES);
        }
        mu_barrier(me);
    }
}

static void two_fifos_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 2 * BYTES);
    mu_inj_t *inj[2] = {kit.inj, mu_inj(me, 64, 0)};
    mu_barrier(me);
    send_flag(me, &kit, inj);
}

static void one_fifo_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 2 * BYTES);
    mu_inj_t *inj[2] = {kit.inj, kit.inj};
    mu_barrier(me);
    send_flag(me, &kit, inj);
}

static void a_flag_of_another_fifo_comes_first(void)
{
    CU_ASSERT_EQUAL(wrong_under(NULL, two_fifos_body), 0);
    CU_ASSERT(wrong_under(LATE, two_fifos_body) > 0);
    CU_ASSERT_EQUAL(wrong_under(LATE, one_fifo_body), 0);
}

/* ---- reused sources ---- */

/* @param waits for completion before the source is overwritten */
static void reuse(mu_rank_t *me, bool waits)
{
    mu_kit_t kit = mu_kit(me, 4096, ROUNDS * 512);
    mu_barrier(me);
    for (uint32_t i = 0; i < ROUNDS && me->node == 0; i++) {
        mu_fill(kit.source.va, 512, i, 0);
        uint64_t n = mu_send(me, kit.inj, mu_put(me, &kit, 1, 0, i * 512, 512, 0));
        if (waits)
            mu_wait_sent(kit.inj, n);
    }
    if (me->node == 1) {
        mu_wait_counter(&kit.counter[0], -(uint64_t)ROUNDS * 512);
        for (uint32_t i = 0; i < ROUNDS; i++)
            found->wrong += mu_same(kit.window.va + i * 512, 512, i, 0) != 512;
    }
    mu_barrier(me);
}

static void hasty_body(mu_rank_t *me)
{
    reuse(me, false);
}

static void patient_body(mu_rank_t *me)
{
    reuse(me, true);
}

static void sources_are_read_late(void)
{
    if (!mu_in_processes()) /* memory in another process may be unreachable, and is read late */
        CU_ASSERT_EQUAL(wrong_under(NULL, hasty_body), 0);
    CU_ASSERT(wrong_under(LATE, hasty_body) > 0);
    CU_ASSERT_EQUAL(wrong_under(LATE, patient_body), 0);
}

/* ---- counters ---- */

/* Counted bytes are present at all times, not only at the end. */
static void counted_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, BYTES);
    memset(kit.source.va, 0xaa, BYTES);
    mu_barrier(me);
    for (int i = 0; i < ROUNDS && me->node == 0; i++) {
        mu_send(me, kit.inj, dynamic(mu_put(me, &kit, 1, 0, 0, BYTES, 0)));
        mu_barrier(me);
        mu_barrier(me);
    }
    for (int i = 0; i < ROUNDS && me->node == 1; i++) {
        for (uint64_t counted = 0; counted != BYTES;) {
            uint64_t there = 0;
            counted = -in64((uint64_t *)kit.counters.va);
            for (unsigned k = 0; k < PACKETS; k++)
                there += kit.window.va[k * 512 + 511] != 0 ? 512 : 0;
            found->wrong += there < counted;
        }
        mu_barrier(me);
        memset(kit.window.va, 0, BYTES);
        kit.counter[0] = 0;
        mu_barrier(me);
    }
}

static void what_is_counted_is_there(void)
{
    CU_ASSERT_EQUAL(wrong_under(LATE, counted_body), 0);
}

/* ---- a slow injection FIFO ---- */

static void slow_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    mu_inj_t *other = mu_inj(me, 64, 0);
    found->order[0] = kit.inj->global;
    mu_barrier(me);
    if (me->node == 0) {
        uint64_t begin = mu_microseconds(), slow = 0, quick = 0;
        for (int i = 0; i < 4; i++) {
            slow = mu_send(me, kit.inj, mu_put(me, &kit, 1, 0, 0, 100, 0));
            quick = mu_send(me, other, mu_put(me, &kit, 1, 0, 0, 100, 1));
        }
        mu_wait_sent(other, quick);
        found->wrong = MUSPI_CheckDescComplete(kit.inj->fifo, slow) != 0;
        mu_wait_sent(kit.inj, slow);
        found->us = mu_microseconds() - begin;
    } else {
        mu_wait_counter(&kit.counter[0], -(uint64_t)400);
        mu_wait_counter(&kit.counter[1], -(uint64_t)400);
    }
    mu_barrier(me);
}

static void a_slow_fifo_slows_nothing_else(void)
{
    char faults[64];
    (void)wrong_under(NULL, slow_body);
    snprintf(faults, sizeof faults, "seed=1,slow=0:%u:20000", (unsigned)found->order[0]);
    CU_ASSERT_EQUAL(wrong_under(faults, slow_body), 0);
    CU_ASSERT(found->us >= 4 * 20000);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"dynamic packets pass each other", dynamic_packets_pass_each_other},
        {"deterministic packets keep their order", deterministic_packets_keep_their_order},
        {"a seed gives the same again", a_seed_gives_the_same_again},
        {"a flag of another FIFO comes first", a_flag_of_another_fifo_comes_first},
        {"sources are read late", sources_are_read_late},
        {"what is counted is there", what_is_counted_is_there},
        {"a slow FIFO slows nothing else", a_slow_fifo_slows_nothing_else},
        {NULL, NULL},
    };
    found = mmap(NULL, sizeof *found, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED)
        return 1;
    return emuq_test_main("luck", tests);
}
