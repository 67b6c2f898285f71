/* SPDX-License-Identifier: BSD-3-Clause */
/* Every collective operation with every operand size, compared with a computation by the test. */
#include <math.h>

#include "mu_support.h"

enum { BYTES = 1536, NODES = 8 }; /* three packets */

static const uint8_t ops[] = {
    MUHWI_COLLECTIVE_OP_CODE_AND,
    MUHWI_COLLECTIVE_OP_CODE_OR,
    MUHWI_COLLECTIVE_OP_CODE_XOR,
    MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD,
    MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MIN,
    MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MAX,
    MUHWI_COLLECTIVE_OP_CODE_SIGNED_ADD,
    MUHWI_COLLECTIVE_OP_CODE_SIGNED_MIN,
    MUHWI_COLLECTIVE_OP_CODE_SIGNED_MAX,
    MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD,
    MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MIN,
    MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MAX,
};

static bool is_floating(uint8_t op)
{
    return op >= MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD;
}

/* ---- Operands ---- */

/* Random bytes with long runs of ones and zeros, for carries and close comparisons. */
static void make_integers(uint8_t *data, uint64_t random, uint32_t word)
{
    for (uint32_t i = 0; i < BYTES; i += word) {
        uint64_t kind = mu_random(&random) % 4;
        for (uint32_t b = 0; b < word; b++)
            data[i + b] = kind == 0 ? 0xff : kind == 1 ? 0x00 : (uint8_t)mu_random(&random);
        if (kind < 2)
            data[i + mu_random(&random) % word] ^= 1;
    }
}

/* Small integers of both signs: sums are exact in any order. */
static void make_doubles(uint8_t *data, uint64_t random)
{
    for (uint32_t i = 0; i < BYTES; i += sizeof(double)) {
        double value = (double)(int64_t)(mu_random(&random) % 200001) - 100000.0;
        memcpy(data + i, &value, sizeof value);
    }
}

static void make(uint8_t *data, uint32_t node, uint8_t op, uint32_t word)
{
    uint64_t random = node * UINT64_C(0x10001) + op * UINT64_C(7919) + word;
    if (is_floating(op))
        make_doubles(data, random);
    else
        make_integers(data, random, word);
}

/* ---- Computation by the test: operands of any size, least significant byte first ---- */

static void add(uint8_t *a, const uint8_t *b, uint32_t word)
{
    unsigned carry = 0;
    for (uint32_t i = 0; i < word; i++) {
        carry += (unsigned)a[i] + b[i];
        a[i] = (uint8_t)carry;
        carry >>= 8;
    }
}

/* Whether a < b; the sign is the top bit of the last byte. */
static bool less(const uint8_t *a, const uint8_t *b, uint32_t word, bool is_signed)
{
    uint8_t flip = is_signed ? 0x80 : 0;
    for (uint32_t i = word; i-- > 0; flip = 0)
        if (a[i] != b[i])
            return (uint8_t)(a[i] ^ flip) < (uint8_t)(b[i] ^ flip);
    return false;
}

static void combine_integers(uint8_t *a, const uint8_t *b, uint8_t op, uint32_t word)
{
    switch (op) {
    case MUHWI_COLLECTIVE_OP_CODE_AND:
    case MUHWI_COLLECTIVE_OP_CODE_OR:
    case MUHWI_COLLECTIVE_OP_CODE_XOR:
        for (uint32_t i = 0; i < word; i++)
            a[i] = op == MUHWI_COLLECTIVE_OP_CODE_AND  ? a[i] & b[i]
                   : op == MUHWI_COLLECTIVE_OP_CODE_OR ? a[i] | b[i]
                                                       : a[i] ^ b[i];
        break;
    case MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD:
    case MUHWI_COLLECTIVE_OP_CODE_SIGNED_ADD:
        add(a, b, word);
        break;
    case MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MIN:
    case MUHWI_COLLECTIVE_OP_CODE_SIGNED_MIN:
        if (less(b, a, word, op == MUHWI_COLLECTIVE_OP_CODE_SIGNED_MIN))
            memcpy(a, b, word);
        break;
    default:
        if (less(a, b, word, op == MUHWI_COLLECTIVE_OP_CODE_SIGNED_MAX))
            memcpy(a, b, word);
        break;
    }
}

static void combine_doubles(uint8_t *a, const uint8_t *b, uint8_t op)
{
    double x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    if (op == MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD)
        x += y;
    else if (op == MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MIN)
        x = y < x ? y : x;
    else
        x = y > x ? y : x;
    memcpy(a, &x, sizeof x);
}

static void expect(uint8_t *result, uint8_t op, uint32_t word)
{
    uint8_t one[BYTES];
    make(result, 0, op, word);
    for (uint32_t node = 1; node < NODES; node++) {
        make(one, node, op, word);
        for (uint32_t i = 0; i < BYTES; i += word) {
            if (is_floating(op))
                combine_doubles(result + i, one + i, op);
            else
                combine_integers(result + i, one + i, op, word);
        }
    }
}

/* ---- Message Unit ---- */

static void one_operation(mu_rank_t *me, mu_kit_t *kit, uint8_t op, uint32_t word, uint8_t type)
{
    uint32_t root = (op + word) % NODES;
    bool receives = type == MUHWI_COLLECTIVE_TYPE_ALLREDUCE || me->node == root;
    uint8_t wanted[BYTES];
    make((uint8_t *)kit->source.va + 1, me->node, op, word);
    memset(kit->window.va, 0xee, BYTES + 64);
    kit->counter[0] = receives ? BYTES : 0;
    mu_barrier(me);
    mu_message_t m = mu_put(me, kit, root, 1, 3, BYTES, 0);
    m.word = (uint16_t)word;
    m.op = op;
    m.collective = type;
    mu_wait_sent(kit->inj, mu_send(me, kit->inj, m));
    mu_wait_counter(&kit->counter[0], 0);
    mu_barrier(me);
    if (receives) {
        expect(wanted, op, word);
        if (!CHECK(memcmp(kit->window.va + 3, wanted, BYTES) == 0))
            fprintf(stderr, "  op 0x%02x, word %u, type 0x%02x\n", op, word, type);
        CHECK(mu_all(kit->window.va, 3, 0xee) && mu_all(kit->window.va + 3 + BYTES, 61, 0xee));
    } else {
        CHECK(mu_all(kit->window.va, BYTES + 64, 0xee));
        CHECK_EQUAL(in64((uint64_t *)kit->counters.va), 0);
    }
}

static void ops_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    for (size_t o = 0; o < sizeof ops; o++)
        for (uint32_t word = 4; word <= 512; word *= 2) {
            if (is_floating(ops[o]) && word != 8)
                continue;
            one_operation(me, &kit, ops[o], word, MUHWI_COLLECTIVE_TYPE_ALLREDUCE);
            one_operation(me, &kit, ops[o], word, MUHWI_COLLECTIVE_TYPE_REDUCE);
        }
}

static void every_operation(void)
{
    mu_run(MU_NODES(2, 2, 1, 1, 2), ops_body);
}

/* ---- Floating point ---- */

/* Values of very different magnitude: the order of additions is free, but must be reproducible. */
static void same_body(mu_rank_t *me)
{
    enum { RUNS = 50, COUNT = 100 };
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    uint64_t *first = mu_board; /* result of node 0 in the first run */
    uint64_t random = me->node, delay = me->node * 31 + mu_microseconds();
    double *value = (double *)kit.source.va;
    for (int i = 0; i < COUNT; i++)
        value[i] = ldexp((double)(int64_t)mu_random(&random), (int)(mu_random(&random) % 60) - 90);
    for (int run = 0; run < RUNS; run++) {
        kit.counter[0] = COUNT * 8;
        mu_barrier(me);
        mu_dawdle(&delay, 300);
        mu_message_t m = mu_put(me, &kit, 0, 0, 0, COUNT * 8, 0);
        m.word = 8;
        m.op = MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD;
        m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
        mu_send(me, kit.inj, m);
        mu_wait_counter(&kit.counter[0], 0);
        if (run == 0 && me->node == 0)
            memcpy(first, kit.window.va, COUNT * 8);
        mu_barrier(me);
        CHECK(memcmp(first, kit.window.va, COUNT * 8) == 0);
    }
}

static void sums_are_reproducible(void)
{
    mu_run(MU_NODES(3, 2, 2, 1, 1), same_body);
}

/* Whether the bits are a signalling NaN: exponent all ones, quiet bit clear, fraction not 0. */
static bool is_signalling_nan(uint64_t bits)
{
    return (bits >> 52 & 0x7ff) == 0x7ff && (bits >> 51 & 1) == 0 && (bits & UINT64_C(0x7ffffffffffff)) != 0;
}

static void nan_body(mu_rank_t *me)
{
    static const uint8_t floating[] = {MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD,
                                       MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MIN,
                                       MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MAX};
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    double *value = (double *)kit.source.va;
    uint64_t *result = (uint64_t *)kit.window.va;
    value[0] = 1.0 + me->node;
    value[1] = me->node == 2 ? nan("7") : 5.0;
    value[2] = -2.5;
    value[3] = me->node == 0 ? -nan("") : 0.0;
    for (uint64_t i = 0; i < 3; i++) {
        kit.counter[0] = 32;
        mu_barrier(me);
        mu_message_t m = mu_put(me, &kit, 0, 0, 0, 32, 0);
        m.word = 8;
        m.op = floating[i];
        m.collective = MUHWI_COLLECTIVE_TYPE_ALLREDUCE;
        mu_send(me, kit.inj, m);
        mu_wait_counter(&kit.counter[0], 0);
        double sum;
        memcpy(&sum, &result[0], sizeof sum);
        CHECK(sum == (i == 0 ? 10.0 : i == 1 ? 1.0 : 4.0));
        CHECK(is_signalling_nan(result[1]));
        CHECK(is_signalling_nan(result[3]));
        memcpy(&sum, &result[2], sizeof sum);
        CHECK(sum == (i == 0 ? -10.0 : -2.5));
        mu_barrier(me);
    }
}

static void not_a_number(void)
{
    mu_run(MU_NODES(4, 1, 1, 1, 1), nan_body);
}

/* A broadcast ignores its operation, but floating point normalises NaNs. */
static void broadcast_body(mu_rank_t *me)
{
    mu_kit_t kit = mu_kit(me, 4096, 4096);
    for (size_t o = 0; o < sizeof ops; o++) {
        memset(kit.window.va, 0, 512);
        kit.counter[0] = 512;
        mu_barrier(me);
        if (me->node == o % me->nodes) {
            make((uint8_t *)kit.source.va, 1, ops[o], 8);
            if (is_floating(ops[o]))
                memset(kit.source.va + 8, 0xff, 8);
            mu_message_t m = mu_put(me, &kit, 0, 0, 0, 512, 0);
            m.word = 8;
            m.op = ops[o];
            m.collective = MUHWI_COLLECTIVE_TYPE_BROADCAST;
            mu_send(me, kit.inj, m);
        }
        mu_wait_counter(&kit.counter[0], 0);
        uint8_t wanted[BYTES];
        make(wanted, 1, ops[o], 8);
        if (is_floating(ops[o])) {
            CHECK(is_signalling_nan(((uint64_t *)kit.window.va)[1]));
            memcpy(kit.window.va + 8, wanted + 8, 8);
        }
        CHECK(memcmp(kit.window.va, wanted, 512) == 0);
        mu_barrier(me);
    }
}

static void broadcasts_ignore_the_operation(void)
{
    mu_run(MU_NODES(3, 1, 1, 1, 2), broadcast_body);
}

int main(void)
{
    static const emuq_test_t tests[] = {
        {"every operation", every_operation},
        {"sums are reproducible", sums_are_reproducible},
        {"not a number", not_a_number},
        {"broadcasts ignore the operation", broadcasts_ignore_the_operation},
        {NULL, NULL},
    };
    return emuq_test_main("collective operations", tests);
}
