/* SPDX-License-Identifier: BSD-3-Clause */
/* Direct puts: targets and counters, and their order. */
#include "mu_support.h"

#define MIB  ((size_t)1 << 20)
#define EDGE 64 /* bytes around a target that must not change */

static const size_t sizes[] = {1, 31, 32, 33, 511, 512, 513, 1024, 5000, MIB};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* One message between neighbours in a ring, checked including the bytes around the target. */
static void one_put(mu_rank_t *me, mu_kit_t *kit, size_t bytes, unsigned from, unsigned to, bool preset)
{
    volatile uint64_t *counter = &kit->counter[3];
    uint64_t seed = bytes * 100 + from * 10 + to;
    memset(kit->window.va, 0xee, bytes + 2 * EDGE + to);
    mu_fill(kit->source.va + from, bytes, seed + me->node, 0);
    *counter = preset ? bytes : 0;
    mu_barrier(me);
    mu_send(me, kit->inj, mu_put(me, kit, (me->node + 1) % me->nodes, from, EDGE + to, bytes, 3));
    mu_wait_counter(counter, preset ? 0 : -(uint64_t)bytes);
    uint32_t sender = (me->node + me->nodes - 1) % me->nodes;
    CHECK_EQUAL(mu_same(kit->window.va + EDGE + to, bytes, seed + sender, 0), bytes);
    CHECK(mu_all(kit->window.va, EDGE + to, 0xee));
    CHECK(mu_all(kit->window.va + EDGE + to + bytes, EDGE, 0xee));
    mu_barrier(me);
}

static void sizes_body(mu_rank_t *me)
{
    static const unsigned shifts[] = {0, 1, 5, 32, 63};
    mu_kit_t kit = mu_kit(me, 4096, 2 * MIB);
    for (int i = 0; i < SIZES; i++)
        for (int f = 0; f < 5; f++)
            for (int t = 0; t < 5; t++)
                if (sizes[i] < MIB || f == t)
                    one_put(me, &kit, sizes[i], shifts[f], shifts[t], (f + t) % 2);
}

static void every_size_and_alignment(void)
{
    mu_run(MU_NODES(3, 1, 1, 1, 1), sizes_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), sizes_body);
}

/* ---- Addresses ---- */

/* Puts 100 bytes and waits for the counter; base addresses and offsets come from the caller. */
static void addressed(mu_rank_t *me, mu_kit_t *kit, mu_message_t m, uint64_t at, uint64_t counter)
{
    static uint64_t round[2]; /* one per rank */
    uint64_t seed = ++round[me->node] * 2;
    memset(kit->window.va + at, 0, 100);
    kit->counter[counter] = 100;
    mu_fill(kit->source.va, 100, seed + me->node, 0);
    mu_barrier(me);
    m.type = MUHWI_PACKET_TYPE_PUT;
    m.to = me->node ^ 1;
    m.pa = kit->source.pa;
    m.bytes = 100;
    mu_send(me, kit->inj, m);
    mu_wait_counter(&kit->counter[counter], 0);
    CHECK_EQUAL(mu_same(kit->window.va + at, 100, seed + (me->node ^ 1), 0), 100);
    for (int i = 0; i < 16; i++)
        CHECK_EQUAL(kit->counter[i], 0);
    mu_barrier(me);
}

enum { WINDOW_PA = 0, COUNTER_PA = 2 }; /* on the board, by node: addresses for peers */

static void addresses_body(mu_rank_t *me)
{
    enum { FLAGGED = 3, WITH_OPCODE = 4 };
    const uint64_t add = MUHWI_ATOMIC_OPCODE_STORE_ADD,
                   zero = MUHWI_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO;
    mu_kit_t kit = mu_kit(me, 4096, 65536);
    mu_bat(me, FLAGGED, kit.counters.pa | MUHWI_ATOMIC_ADDRESS_INDICATOR);
    mu_bat(me, WITH_OPCODE, kit.counters.pa | MUHWI_ATOMIC_ADDRESS_INDICATOR | add);
    mu_board[WINDOW_PA + me->node] = kit.window.pa;
    mu_board[COUNTER_PA + me->node] = kit.counters.pa;
    mu_barrier(me);
    uint32_t peer = me->node ^ 1;
    mu_message_t m = {.payload_bat = MU_WINDOW, .put_offset = 1000, .counter_bat = MU_COUNTERS};
    /* Flag and opcode in the offset. */
    m.counter_offset = mu_atomic(2 * 8, add);
    addressed(me, &kit, m, 1000, 2);
    m.counter_offset = mu_atomic(3 * 8, zero);
    addressed(me, &kit, m, 1000, 3);
    m.counter_offset =
        MUSPI_GetAtomicOffsetFromBaseAddress(&me->bat, MU_COUNTERS, kit.counters.pa + 4 * 8, add);
    addressed(me, &kit, m, 1000, 4);
    /* Flag in the entry, opcode in the offset. */
    m.counter_bat = FLAGGED;
    m.counter_offset = 5 * 8 | add;
    addressed(me, &kit, m, 1000, 5);
    m.counter_offset = 6 * 8 | zero;
    addressed(me, &kit, m, 1000, 6);
    m.counter_offset = MUSPI_GetAtomicOffsetFromBaseAddress(&me->bat, FLAGGED, kit.counters.pa + 7 * 8, zero);
    addressed(me, &kit, m, 1000, 7);
    /* Both in the entry: the offset is an index times 8. */
    m.counter_bat = WITH_OPCODE;
    m.counter_offset = 8 * 8;
    addressed(me, &kit, m, 1000, 8);
    /* Base 0, and complete physical addresses of the destination. */
    m.payload_bat = m.counter_bat = MU_ZERO;
    m.put_offset = mu_board[WINDOW_PA + peer] + 2000;
    m.counter_offset = mu_counter(mu_board[COUNTER_PA + peer] + 9 * 8);
    addressed(me, &kit, m, 2000, 9);
    m.counter_offset = MUSPI_GetAtomicAddress(mu_board[COUNTER_PA + peer] + 10 * 8, zero);
    addressed(me, &kit, m, 2000, 10);
    /* The reply to a paced get is an ordinary put. */
    m.pacing = MUHWI_PACKET_DIRECT_PUT_IS_PACED;
    addressed(me, &kit, m, 2000, 10);
    /* The last entry of the node's first subgroup. */
    mu_bat(me, 7, kit.window.pa + 3000);
    m.payload_bat = mu_bat_id(me, 0, 7);
    m.put_offset = 17;
    addressed(me, &kit, m, 3017, 10);
}

static void addresses_are_plain_sums(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), addresses_body);
}

/* A put offset with a carry beyond 2^32 inside the message. */
static void carry_body(mu_rank_t *me)
{
    enum { BYTES = 3000 };
    const uint64_t offset = UINT64_C(0x100000000) - 700;
    mu_kit_t kit = mu_kit(me, 4096, 65536);
    /* The kernel chooses the window's PA; nothing can be subtracted below 2^32. */
    if (kit.window.pa < offset)
        return;
    mu_bat(me, 5, kit.window.pa - offset);
    mu_fill(kit.source.va, BYTES, me->node, 0);
    kit.counter[0] = BYTES;
    mu_barrier(me);
    mu_message_t m = mu_put(me, &kit, me->node ^ 1, 0, offset, BYTES, 0);
    m.payload_bat = mu_bat_id(me, 0, 5);
    mu_send(me, kit.inj, m);
    mu_wait_counter(&kit.counter[0], 0);
    CHECK_EQUAL(mu_same(kit.window.va, BYTES, me->node ^ 1, 0), BYTES);
    CHECK(mu_all(kit.window.va + BYTES, EDGE, 0));
}

static void an_offset_carries_into_its_upper_bits(void)
{
    mu_run(MU_NODES(1, 2, 1, 1, 1), carry_body);
}

/* ---- Packets smaller than 512 bytes ---- */

static void smaller_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 65536);
    mu_fill(kit.source.va, 10000, me->node, 0);
    for (unsigned chunks = 1; chunks <= 16; chunks++) {
        memset(kit.window.va, 0, 10000 + EDGE);
        kit.counter[0] = 10000;
        mu_barrier(me);
        mu_message_t m = mu_put(me, &kit, me->node ^ 1, 0, 3, 10000, 0);
        MUHWI_Descriptor_t d = mu_describe(me, m);
        d.PacketHeader.NetworkHeader.pt2pt.Byte8.Size = chunks & 31;
        mu_inject(kit.inj, &d);
        mu_wait_counter(&kit.counter[0], 0);
        CHECK_EQUAL(mu_same(kit.window.va + 3, 10000, me->node ^ 1, 0), 10000);
        CHECK(mu_all(kit.window.va + 10003, EDGE - 3, 0));
        mu_barrier(me);
    }
}

static void the_packet_size_does_not_show(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), smaller_body);
}

/* ---- Counters ---- */

static void shared_body(mu_rank_t *me)
{
    enum { MESSAGES = 300, SLOT = 1024 };
    uint32_t count = MU_ROUNDS(MESSAGES);
    mu_kit_t kit = mu_kit(me, 4096, 8 * MESSAGES * SLOT);
    uint64_t random = me->node, total = 0;
    for (uint32_t i = 0; i < count; i++) {
        size_t bytes = 1 + mu_random(&random) % SLOT;
        mu_fill(kit.source.va + i * SLOT, bytes, i * 8 + me->node, 0);
        mu_send(me, kit.inj, mu_put(me, &kit, 5, i * SLOT, (me->node * count + i) * SLOT, bytes, i % 2));
    }
    if (me->node != 5)
        return;
    for (uint32_t n = 0; n < me->nodes; n++) {
        random = n;
        for (uint32_t i = 0; i < count; i++)
            total += 1 + mu_random(&random) % SLOT;
    }
    MU_WAIT(in64((uint64_t *)kit.counters.va) + in64((uint64_t *)kit.counters.va + 1) + total == 0);
    for (uint32_t n = 0; n < me->nodes; n++) {
        random = n;
        for (uint32_t i = 0; i < count; i++) {
            size_t bytes = 1 + mu_random(&random) % SLOT;
            CHECK_EQUAL(mu_same(kit.window.va + (n * count + i) * SLOT, bytes, i * 8 + n, 0), bytes);
        }
    }
}

static void many_messages_share_a_counter(void)
{
    mu_run(MU_NODES(2, 2, 2, 1, 1), shared_body);
}

/* Two nodes exchange a message repeatedly; each checks the data as soon as the counter changes. */
static void ping_pong_body(mu_rank_t *me)
{
    enum { ROUNDS = 3000, BYTES = 700 };
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    for (uint64_t round = 0; round < MU_ROUNDS(ROUNDS); round++) {
        if (me->node == round % 2) {
            memset(kit.source.va, (int)(round + 1) & 0xff, BYTES);
            uint64_t n = mu_send(me, kit.inj, mu_put(me, &kit, me->node ^ 1, 0, 0, BYTES, 0));
            mu_wait_sent(kit.inj, n);
        } else {
            mu_wait_counter(&kit.counter[0], -(uint64_t)BYTES);
            CHECK(mu_all(kit.window.va, BYTES, (uint8_t)(round + 1)));
            kit.counter[0] = 0;
        }
    }
}

static void the_counter_moves_after_the_data(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), ping_pong_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"every size and alignment", every_size_and_alignment},
        {"addresses are plain sums", addresses_are_plain_sums},
        {"an offset carries into its upper bits", an_offset_carries_into_its_upper_bits},
        {"the packet size does not show", the_packet_size_does_not_show},
        {"many messages share a counter", many_messages_share_a_counter},
        {"the counter moves after the data", the_counter_moves_after_the_data},
        {NULL, NULL},
    };
    return emuq_test_main("direct puts", tests);
}
