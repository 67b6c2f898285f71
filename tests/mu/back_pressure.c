/* SPDX-License-Identifier: BSD-3-Clause */
/* Slow receivers: senders wait, no message is lost, independent messages pass. */
#include "mu_support.h"

enum { NODES = 8, TINY = BGQ_MU_MIN_RECFIFO_SIZE_IN_BYTES };

/* Messages of several senders, numbered per sender; sender and number determine the bytes. */
typedef struct inbox {
    uint64_t (*bytes)(uint32_t sender, uint32_t number);
    uint32_t next[NODES];
    uint64_t offset[NODES];
    uint64_t taken;
} inbox_t;

static void arrive(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    inbox_t *in = argument;
    uint32_t from = mu_software_word(h, 4), number = mu_software_word(h, 8);
    if (!CHECK(from < NODES) || !CHECK_EQUAL(number, in->next[from]))
        return;
    uint64_t valid = in->bytes(from, number) - in->offset[from];
    bool last = valid <= 512;
    valid = last ? valid : 512;
    CHECK_EQUAL(bytes, 32 + (valid + 31) / 32 * 32);
    CHECK_EQUAL(mu_same(h + 1, valid, from * 1000 + number, in->offset[from]), valid);
    in->offset[from] = last ? 0 : in->offset[from] + valid;
    in->next[from] += last;
    in->taken++;
}

static uint64_t send_numbered(mu_rank_t *me, mu_inj_t *inj, const mu_memory_t *source, uint64_t at,
                              uint32_t to, uint64_t bytes, uint32_t number)
{
    mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO,
                      .to = to,
                      .pa = source->pa + at,
                      .bytes = bytes,
                      .rec_fifo = mu_rec_id(me, 0, 0)};
    mu_fill(source->va + at, bytes, me->node * 1000 + number, 0);
    mu_set_software_word(&m, 4, me->node);
    mu_set_software_word(&m, 8, number);
    return mu_send(me, inj, m);
}

static uint64_t packets_of(uint64_t bytes)
{
    return bytes == 0 ? 1 : (bytes + 511) / 512;
}

static void pass_time(void)
{
    uint64_t random = 1;
    for (int i = 0; i < 30; i++)
        mu_dawdle(&random, 2000);
}

/* ---- One slow receiver ---- */

static uint64_t long_bytes(uint32_t sender, uint32_t number)
{
    return number == 0 ? 65536 + sender : 100;
}

static void slow_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, TINY, 2 * 65536 + 4096);
    mu_inj_t *other = mu_inj(me, 64, 0);
    mu_rec_t *roomy = mu_rec(me, 65536);
    inbox_t in = {.bytes = long_bytes}, rest = {.bytes = long_bytes, .next = {1}};
    mu_barrier(me);
    if (me->node == 0) {
        uint64_t n = send_numbered(me, kit.inj, &kit.source, 0, 1, long_bytes(0, 0), 0);
        mu_send(me, kit.inj, mu_put(me, &kit, 1, 0, 0, 100, 0)); /* behind the waiting message */
        /* Messages of the second FIFO pass, also to the same node. */
        uint64_t last = 0;
        for (uint32_t i = 0; i < 100; i++)
            last = mu_send(me, other, mu_put(me, &kit, 1, 65536 + 4096, 65536, 1000, 1));
        mu_wait_sent(other, last);
        pass_time();
        if (!mu_flies()) { /* otherwise both are in flight */
            CHECK_EQUAL(MUSPI_getHwDescCount(kit.inj->fifo), 0);
            CHECK_EQUAL(MUSPI_CheckDescComplete(kit.inj->fifo, n), 0);
            CHECK_EQUAL(MUSPI_getHwHead(&kit.inj->fifo->_fifo), kit.inj->memory.pa);
            CHECK_EQUAL(MUSPI_getHwFreeSpace(kit.inj->fifo), 61);
        }
        mu_barrier(me);
        mu_wait_sent(kit.inj, n + 1);
    } else {
        mu_wait_counter(&kit.counter[1], -(uint64_t)100000);
        pass_time();
        uint64_t used = MUSPI_getHwTail(&kit.rec->fifo->_fifo) - MUSPI_getHwHead(&kit.rec->fifo->_fifo);
        CHECK_EQUAL(used, 544); /* one packet, without space for a second */
        CHECK_EQUAL(in64((uint64_t *)kit.counters.va), 0);
        mu_barrier(me);
        mu_receive(kit.rec, packets_of(long_bytes(0, 0)), arrive, &in);
        CHECK_EQUAL(in.next[0], 1);
        mu_wait_counter(&kit.counter[0], -(uint64_t)100);
    }
    mu_barrier(me);
    if (me->node == 0) {
        mu_message_t m = {.type = MUHWI_PACKET_TYPE_FIFO, .to = 1, .pa = kit.source.pa, .bytes = 100};
        mu_fill(kit.source.va, 100, 1, 0);
        m.rec_fifo = (uint16_t)roomy->global;
        mu_set_software_word(&m, 8, 1);
        mu_send(me, other, m);
    } else {
        mu_receive(roomy, 1, arrive, &rest);
    }
}

static void a_slow_receiver_stops_one_fifo(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), slow_body);
}

/* ---- More messages than the credit between hosts ---- */

static uint64_t mixed_bytes(uint32_t sender, uint32_t number)
{
    uint64_t random = sender * 77 + number;
    return number % 50 == 0 ? 150000 : mu_random(&random) % 3000;
}

/* One FIFO exceeds the window of messages and of bytes to a waiting receiver; seven FIFOs of the node
 * pass, in order. The puts of a FIFO have one target: the last put remains. */
static void window_body(mu_rank_t *me)
{
    enum { MANY = 300, PLACE = 150016, OTHERS = 7, PUTS = 200, BYTES = 64 };
    mu_kit_t kit = mu_kit(me, TINY, MANY * PLACE);
    mu_inj_t *slow = mu_inj(me, 512, 0), *other[OTHERS];
    inbox_t in = {.bytes = mixed_bytes};
    uint64_t packets = 0, last = 0;
    for (int i = 0; i < OTHERS; i++)
        other[i] = mu_inj(me, 256, 0);
    for (uint32_t i = 0; i < MANY; i++)
        packets += packets_of(mixed_bytes(0, i));
    memset(kit.window.va, 0, OTHERS * BYTES);
    mu_barrier(me);
    if (me->node == 0) {
        for (uint32_t i = 0; i < MANY; i++)
            last = send_numbered(me, slow, &kit.source, i * PLACE, 1, mixed_bytes(0, i), i);
        for (uint64_t i = 0; i < OTHERS * PUTS; i++) {
            uint64_t at = i * BYTES; /* of the first message: not written again */
            mu_send(me, other[i % OTHERS], mu_put(me, &kit, 1, at, i % OTHERS * BYTES, BYTES, 1));
        }
    } else {
        mu_wait_counter(&kit.counter[1], -(uint64_t)(OTHERS * PUTS * BYTES));
        for (uint64_t i = 0; i < OTHERS; i++) /* from byte at of message 0 of sender 0 on */
            CHECK_EQUAL(mu_same(kit.window.va + i * BYTES, BYTES, 0, ((PUTS - 1) * OTHERS + i) * BYTES),
                        BYTES);
    }
    mu_barrier(me);
    pass_time();
    if (me->node == 0) {
        CHECK(MUSPI_getHwDescCount(slow->fifo) < 100);
        CHECK(!MUSPI_CheckDescComplete(slow->fifo, last));
    }
    mu_barrier(me);
    if (me->node == 0) {
        mu_wait_sent(slow, last);
    } else {
        mu_receive(kit.rec, packets, arrive, &in);
        CHECK_EQUAL(in.next[0], MANY);
    }
    mu_barrier(me);
}

static void more_than_a_window(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), window_body);
}

/* ---- Many senders ---- */

static uint64_t random_bytes(uint32_t sender, uint32_t number)
{
    uint64_t random = sender * 77 + number;
    return mu_random(&random) % 3000;
}

/* All nodes send to all nodes, with FIFOs of minimal size. */
static void crowd_body(mu_rank_t *me)
{
    enum { EACH = 24, PLACE = 3072 };
    uint32_t each = MU_ROUNDS(EACH), messages = each * me->nodes;
    mu_kit_t kit = mu_kit(me, TINY, EACH * NODES * PLACE);
    inbox_t in = {.bytes = random_bytes};
    uint64_t packets = 0;
    for (uint32_t from = 0; from < me->nodes; from++)
        for (uint32_t i = 0; i < each; i++)
            packets += packets_of(random_bytes(from, i));
    for (uint32_t i = 0; i < messages; i++) {
        /* A rank that waits for space in its own FIFO keeps receiving: senders may depend on that. */
        MU_WAIT(MUSPI_getHwFreeSpace(kit.inj->fifo) != 0 || mu_meanwhile(kit.rec, arrive, &in));
        send_numbered(me, kit.inj, &kit.source, (uint64_t)i * PLACE, (me->node + i) % me->nodes,
                      random_bytes(me->node, i / me->nodes), i / me->nodes);
    }
    MU_WAIT(in.taken >= packets || mu_meanwhile(kit.rec, arrive, &in));
    CHECK_EQUAL(in.taken, packets);
    for (uint32_t from = 0; from < me->nodes; from++)
        CHECK_EQUAL(in.next[from], each);
    mu_wait_sent(kit.inj, messages);
}

static void nothing_is_lost_in_a_crowd(void)
{
    mu_run(MU_NODES(2, 2, 2, 1, 1), crowd_body);
}

/* ---- Long messages, sent by engines, the injecting thread, or both ---- */

static uint64_t huge_bytes(uint32_t sender, uint32_t number)
{
    return (number % 2 ? 1000 : 300000) + sender;
}

static void long_body(mu_rank_t *me)
{
    enum { PUTS = 6, BYTES = 400001 };
    mu_kit_t kit = mu_kit(me, 4096, PUTS * 400064 + 65536);
    mu_inj_t *other = mu_inj(me, 64, 0);
    inbox_t in = {.bytes = huge_bytes};
    uint32_t to = (me->node + 1) % me->nodes, from = (me->node + me->nodes - 1) % me->nodes;
    mu_memory_t text = mu_memory(me, 4 * 301000);
    mu_fill(kit.source.va, PUTS * 400064, me->node, 0);
    for (uint32_t i = 0; i < PUTS; i++)
        mu_send(me, kit.inj, mu_put(me, &kit, to, i * 400064 + i, i * 400064 + i, i % 2 ? 8 : BYTES, 0));
    uint64_t packets = 0;
    for (uint32_t i = 0; i < 4; i++) {
        send_numbered(me, other, &text, i * 301000, to, huge_bytes(me->node, i), i);
        packets += packets_of(huge_bytes(from, i));
    }
    mu_receive(kit.rec, packets, arrive, &in);
    mu_wait_counter(&kit.counter[0], -(uint64_t)(PUTS / 2 * (BYTES + 8)));
    for (uint32_t i = 0; i < PUTS; i++) {
        uint64_t bytes = i % 2 ? 8 : BYTES, at = i * 400064 + i;
        CHECK_EQUAL(mu_same(kit.window.va + at, bytes, from, at), bytes);
    }
    mu_wait_sent(kit.inj, PUTS);
    mu_wait_sent(other, 4);
}

static void long_messages_by_any_thread(void)
{
    static const char *const settings[][2] = {
        {"0", "1"}, {"4K", "1"}, {"64K", "3"}, {"1G", "1"}, {"256K", "auto"}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        setenv("EMUQ_INLINE_BYTES", settings[i][0], 1);
        setenv("EMUQ_ENGINES", settings[i][1], 1);
        mu_run(MU_NODES(3, 1, 1, 1, 1), long_body);
        mu_run(MU_NODES(1, 1, 1, 1, 1), long_body);
    }
    unsetenv("EMUQ_INLINE_BYTES");
    unsetenv("EMUQ_ENGINES");
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"a slow receiver stops one FIFO", a_slow_receiver_stops_one_fifo},
        {"more than may be under way", more_than_a_window},
        {"nothing is lost in a crowd", nothing_is_lost_in_a_crowd},
        {"long messages by any thread", long_messages_by_any_thread},
        {NULL, NULL},
    };
    return emuq_test_main("back pressure", tests);
}
