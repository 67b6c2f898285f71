/* SPDX-License-Identifier: BSD-3-Clause */
/* Atomic operands: a payload that is the result of an atomic load, and a payload for an atomic store. */
#include "mu_support.h"

#define REFUSED  UINT64_C(0x8000000000000000)
#define NEGATIVE UINT64_C(0x8000000000000000) /* sign of a sign-and-magnitude number */

/* Words 0..3 of a 32-byte line; the operation uses word 1 and its neighbours 0 and 2. */
typedef struct trial {
    uint64_t opcode;
    uint64_t before[3];
    uint64_t operand; /* of a store */
    uint64_t after[3];
    uint64_t answer; /* of a load */
} trial_t;

static const trial_t loads[] = {
    {MUHWI_ATOMIC_OPCODE_LOAD, {1, 7, 3}, 0, {1, 7, 3}, 7},
    {MUHWI_ATOMIC_OPCODE_LOAD_CLEAR, {1, 7, 3}, 0, {1, 0, 3}, 7},
    {MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT, {1, 7, 3}, 0, {1, 8, 3}, 7},
    {MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT, {1, UINT64_MAX, 3}, 0, {1, 0, 3}, UINT64_MAX},
    {MUHWI_ATOMIC_OPCODE_LOAD_DECREMENT, {1, 7, 3}, 0, {1, 6, 3}, 7},
    {MUHWI_ATOMIC_OPCODE_LOAD_DECREMENT, {1, 0, 3}, 0, {1, UINT64_MAX, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED, {7, 7, 8}, 0, {7, 8, 8}, 7},
    {MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED, {7, 8, 8}, 0, {7, 8, 8}, REFUSED},
    {MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT_BOUNDED, {7, 9, 8}, 0, {7, 10, 8}, 9},
    {MUHWI_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED, {6, 7, 7}, 0, {6, 6, 7}, 7},
    {MUHWI_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED, {6, 6, 7}, 0, {6, 6, 7}, REFUSED},
    {MUHWI_ATOMIC_OPCODE_LOAD_DECREMENT_BOUNDED, {6, 5, 7}, 0, {6, 4, 7}, 5},
    {MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL, {1, 7, 7}, 0, {1, 8, 7}, 7},
    {MUHWI_ATOMIC_OPCODE_LOAD_INCREMENT_IF_EQUAL, {7, 7, 6}, 0, {7, 7, 6}, REFUSED},
};

static const trial_t stores[] = {
    {MUHWI_ATOMIC_OPCODE_STORE, {1, 7, 3}, 50, {1, 50, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_TWIN, {1, 7, 7}, 50, {1, 50, 50}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_TWIN, {7, 7, 3}, 50, {7, 7, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_ADD, {1, 7, 3}, 50, {1, 57, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_ADD, {1, 7, 3}, (uint64_t)-8, {1, UINT64_MAX, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO, {1, 7, 3}, (uint64_t)-7, {1, 0, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_ADD_COHERENCE_ON_ZERO, {1, 7, 3}, 1, {1, 8, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_OR, {1, 0x0f, 3}, 0x3c, {1, 0x3f, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_XOR, {1, 0x0f, 3}, 0x3c, {1, 0x33, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_MAX_UNSIGNED, {1, 7, 3}, 50, {1, 50, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_MAX_UNSIGNED, {1, 50, 3}, 7, {1, 50, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_MAX_UNSIGNED, {1, 50, 3}, NEGATIVE | 7, {1, NEGATIVE | 7, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_MAX_SIGNED, {1, 7, 3}, 50, {1, 50, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_MAX_SIGNED, {1, 7, 3}, NEGATIVE | 50, {1, 7, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_MAX_SIGNED, {1, NEGATIVE | 7, 3}, 5, {1, 5, 3}, 0},
    /* Sign and magnitude, not two's complement: -7 is greater than -50. */
    {MUHWI_ATOMIC_OPCODE_STORE_MAX_SIGNED, {1, NEGATIVE | 50, 3}, NEGATIVE | 7, {1, NEGATIVE | 7, 3}, 0},
    {MUHWI_ATOMIC_OPCODE_STORE_MAX_SIGNED, {1, NEGATIVE | 7, 3}, NEGATIVE | 50, {1, NEGATIVE | 7, 3}, 0},
};

static void set_line(volatile uint64_t *line, const uint64_t word[3])
{
    for (int i = 0; i < 3; i++)
        line[i] = word[i];
}

static void check_line(volatile uint64_t *line, const uint64_t word[3], unsigned trial)
{
    for (int i = 0; i < 3; i++)
        if (!CHECK_EQUAL(in64((uint64_t *)(uintptr_t)&line[i]), word[i]))
            fprintf(stderr, "  word %d of trial %u\n", i, trial);
}

/* A put of the result of an atomic load from the sender's memory. */
static void load_body(mu_rank_t *me)
{
    enum { TRIALS = sizeof loads / sizeof *loads };
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    for (unsigned i = 0; i < TRIALS; i++) {
        volatile uint64_t *line = (volatile uint64_t *)(kit.source.va + i * 64);
        set_line(line, loads[i].before);
        kit.counter[0] = 8;
        memset(kit.window.va, 0xee, 24);
        mu_barrier(me);
        mu_message_t m = mu_put(me, &kit, (me->node + 1) % me->nodes, 0, 8, 8, 0);
        m.pa = mu_atomic(kit.source.pa + i * 64 + 8, loads[i].opcode);
        mu_wait_sent(kit.inj, mu_send(me, kit.inj, m));
        check_line(line, loads[i].after, i); /* executed once, when the payload is fetched */
        mu_wait_counter(&kit.counter[0], 0);
        CHECK_EQUAL(((uint64_t *)kit.window.va)[1], loads[i].answer);
        CHECK(mu_all(kit.window.va, 8, 0xee) && mu_all(kit.window.va + 16, 8, 0xee));
        mu_barrier(me);
    }
}

static void every_load_as_a_payload(void)
{
    mu_run(MU_NODES(3, 1, 1, 1, 1), load_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), load_body);
}

static void load_packet(void *argument, const MUHWI_PacketHeader_t *h, uint32_t bytes)
{
    const trial_t *trial = argument;
    uint64_t word[4];
    CHECK_EQUAL(bytes, 64);
    memcpy(word, h + 1, sizeof word);
    CHECK_EQUAL(word[0], trial->answer);
    CHECK(word[1] == 0 && word[2] == 0 && word[3] == 0);
}

/* Same as load_body(), with memory-FIFO messages. */
static void load_fifo_body(mu_rank_t *me)
{
    enum { TRIALS = sizeof loads / sizeof *loads };
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    for (unsigned i = 0; i < TRIALS; i++) {
        volatile uint64_t *line = (volatile uint64_t *)(kit.source.va + i * 64);
        set_line(line, loads[i].before);
        mu_send(me, kit.inj,
                (mu_message_t){.type = MUHWI_PACKET_TYPE_FIFO,
                               .to = (me->node + 1) % me->nodes,
                               .pa = mu_atomic(kit.source.pa + i * 64 + 8, loads[i].opcode),
                               .bytes = 8,
                               .rec_fifo = mu_rec_id(me, 0, 0)});
        trial_t trial = loads[i];
        mu_receive(kit.rec, 1, load_packet, &trial);
        mu_wait_sent(kit.inj, MUSPI_getNumInjected(kit.inj->fifo));
        check_line(line, loads[i].after, i);
        mu_barrier(me);
    }
}

static void every_load_into_a_fifo(void)
{
    mu_run(MU_NODES(1, 1, 1, 1, 2), load_fifo_body);
}

/* A put of eight bytes to an atomic address; flag and opcode in the offset or in the entry. */
static void store_body(mu_rank_t *me)
{
    enum { TRIALS = sizeof stores / sizeof *stores, FLAGGED = 5 };
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    for (unsigned i = 0; i < 2 * TRIALS; i++) {
        const trial_t *t = &stores[i / 2];
        volatile uint64_t *line = (volatile uint64_t *)(kit.window.va + i * 64);
        set_line(line, t->before);
        memcpy(kit.source.va + 3, &t->operand, 8); /* the payload itself may be unaligned */
        kit.counter[0] = 8;
        mu_bat(me, FLAGGED, (kit.window.pa + i * 64) | MUHWI_ATOMIC_ADDRESS_INDICATOR | t->opcode);
        mu_barrier(me);
        mu_message_t m =
            mu_put(me, &kit, (me->node + 1) % me->nodes, 3, mu_atomic(i * 64 + 8, t->opcode), 8, 0);
        if (i % 2 != 0) {
            m.payload_bat = mu_bat_id(me, 0, FLAGGED);
            m.put_offset = 8;
        }
        mu_send(me, kit.inj, m);
        mu_wait_counter(&kit.counter[0], 0);
        check_line(line, t->after, i / 2);
        mu_barrier(me);
    }
}

static void every_store_as_a_target(void)
{
    mu_run(MU_NODES(2, 1, 1, 1, 1), store_body);
    mu_run(MU_NODES(1, 1, 1, 1, 1), store_body);
}

/* Concurrent stores of many nodes and atomic additions of the owner. */
static void together_body(mu_rank_t *me)
{
    enum { ROUNDS = 200, ADD = 0, XOR = 8, MAX = 16, OR = 24 };
    uint64_t rounds = MU_ROUNDS(ROUNDS), n = me->nodes;
    mu_kit_t kit = mu_kit(me, 4096, 65536);
    uint64_t *source = (uint64_t *)kit.source.va, *sum = (uint64_t *)kit.window.va;
    for (uint64_t i = 0; i < rounds; i++) {
        uint64_t *operand = source + 4 * i;
        operand[0] = me->node + i;
        operand[1] = UINT64_C(1) << (me->node * 5);
        operand[2] = i * n + me->node;
        operand[3] = UINT64_C(1) << (i % 60);
        static const uint64_t op[4] = {MUHWI_ATOMIC_OPCODE_STORE_ADD, MUHWI_ATOMIC_OPCODE_STORE_XOR,
                                       MUHWI_ATOMIC_OPCODE_STORE_MAX_UNSIGNED, MUHWI_ATOMIC_OPCODE_STORE_OR};
        for (uint64_t o = 0; o < 4; o++)
            mu_send(me, kit.inj, mu_put(me, &kit, 0, 32 * i + 8 * o, mu_atomic(8 * o, op[o]), 8, 0));
        if (me->node == 0)
            Fetch_and_Add(sum, 1);
    }
    if (me->node != 0)
        return;
    mu_wait_counter(&kit.counter[0], -(32 * rounds * n));
    uint64_t wanted = rounds, bits = 0;
    for (uint64_t node = 0; node < n; node++)
        for (uint64_t i = 0; i < rounds; i++) {
            wanted += node + i;
            bits |= UINT64_C(1) << (i % 60);
        }
    CHECK_EQUAL(in64(&sum[0]), wanted);
    CHECK_EQUAL(in64(&sum[1]), 0); /* an even number of times */
    CHECK_EQUAL(in64(&sum[2]), rounds * n - 1);
    CHECK_EQUAL(in64(&sum[3]), bits);
}

static void many_nodes_at_once(void)
{
    mu_run(MU_NODES(2, 2, 2, 1, 1), together_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"every load as a payload", every_load_as_a_payload},
        {"every load into a FIFO", every_load_into_a_fifo},
        {"every store as a target", every_store_as_a_target},
        {"many nodes at once", many_nodes_at_once},
        {NULL, NULL},
    };
    return emuq_test_main("atomic operands", tests);
}
