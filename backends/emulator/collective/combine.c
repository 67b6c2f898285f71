/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Arithmetic of collectives (spi-classroute-collectives section 2). Operands of 4 and 8 bytes are host
 * integers; longer ones are integers of 64-bit limbs, least significant first. Additions wrap. The result
 * depends only on the order of the calls, which is the order of the tree.
 */
#include "backends/emulator/collective/combine.h"

#include <stdbool.h>
#include <string.h>

#define STANDARD_NAN UINT64_C(0x7ff4000000000000) /* signalling */

enum {
    AND,
    OR,
    XOR,
    UNSIGNED_ADD = 4,
    UNSIGNED_MIN,
    UNSIGNED_MAX,
    SIGNED_ADD = 8,
    SIGNED_MIN,
    SIGNED_MAX,
    FLOAT_ADD = 12,
    FLOAT_MIN,
    FLOAT_MAX
};

static void bitwise(unsigned op, uint8_t *dst, const uint8_t *src, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i += 4) {
        uint32_t a, b;
        memcpy(&a, dst + i, 4);
        memcpy(&b, src + i, 4);
        a = op == AND ? a & b : op == OR ? a | b : a ^ b;
        memcpy(dst + i, &a, 4);
    }
}

#define INTEGERS(name, type, signed_type)                                                                    \
    static void name(unsigned op, uint8_t *dst, const uint8_t *src, uint64_t bytes)                          \
    {                                                                                                        \
        for (uint64_t i = 0; i < bytes; i += sizeof(type)) {                                                 \
            type a, b;                                                                                       \
            memcpy(&a, dst + i, sizeof a);                                                                   \
            memcpy(&b, src + i, sizeof b);                                                                   \
            switch (op) {                                                                                    \
            case UNSIGNED_MIN:                                                                               \
                a = b < a ? b : a;                                                                           \
                break;                                                                                       \
            case UNSIGNED_MAX:                                                                               \
                a = b > a ? b : a;                                                                           \
                break;                                                                                       \
            case SIGNED_MIN:                                                                                 \
                a = (signed_type)b < (signed_type)a ? b : a;                                                 \
                break;                                                                                       \
            case SIGNED_MAX:                                                                                 \
                a = (signed_type)b > (signed_type)a ? b : a;                                                 \
                break;                                                                                       \
            default:                                                                                         \
                a = (type)(a + b);                                                                           \
            }                                                                                                \
            memcpy(dst + i, &a, sizeof a);                                                                   \
        }                                                                                                    \
    }

INTEGERS(integers32, uint32_t, int32_t)
INTEGERS(integers64, uint64_t, int64_t)

/* -1, 0, 1: order of two integers of `limbs` limbs. */
static int compare_long(const uint64_t *a, const uint64_t *b, uint32_t limbs, bool is_signed)
{
    uint64_t top_a = a[limbs - 1], top_b = b[limbs - 1];
    if (is_signed && (top_a ^ top_b) >> 63)
        return top_a >> 63 ? -1 : 1;
    for (uint32_t i = limbs; i-- > 0;)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static void long_integers(unsigned op, uint32_t word, uint8_t *dst, const uint8_t *src, uint64_t bytes)
{
    uint64_t a[64], b[64];
    uint32_t limbs = word / 8;
    for (uint64_t at = 0; at < bytes; at += word) {
        memcpy(a, dst + at, word);
        memcpy(b, src + at, word);
        if (op == UNSIGNED_ADD || op == SIGNED_ADD) {
            unsigned carry = 0;
            for (uint32_t i = 0; i < limbs; i++) {
                unsigned __int128 sum = (unsigned __int128)a[i] + b[i] + carry;
                a[i] = (uint64_t)sum;
                carry = (unsigned)(sum >> 64);
            }
        } else {
            int order = compare_long(b, a, limbs, op == SIGNED_MIN || op == SIGNED_MAX);
            bool take = op == UNSIGNED_MIN || op == SIGNED_MIN ? order < 0 : order > 0;
            if (take)
                memcpy(a, b, word);
        }
        memcpy(dst + at, a, word);
    }
}

/* Two doubles anywhere in memory, and what a comparison of such gives. */
typedef double doubles_t __attribute__((vector_size(16), aligned(1), may_alias));
typedef int64_t answers_t __attribute__((vector_size(16)));

#define AT_ONCE 8 /* pairs of doubles between two looks for NaN */

/* Sums of doubles; a NaN result is the standard one. */
static void add_doubles(uint8_t *dst, const uint8_t *src, uint64_t bytes)
{
    uint64_t i = 0;
    for (; i + AT_ONCE * sizeof(doubles_t) <= bytes; i += AT_ONCE * sizeof(doubles_t)) {
        doubles_t *to = (doubles_t *)(void *)(dst + i);
        const doubles_t *from = (const doubles_t *)(const void *)(src + i);
        answers_t nan = {0, 0};
        for (int k = 0; k < AT_ONCE; k++) {
            doubles_t sum = to[k] + from[k];
            nan |= (answers_t)(sum != sum);
            to[k] = sum;
        }
        if (__builtin_expect((nan[0] | nan[1]) != 0, 0))
            emuq_normalise(dst + i, AT_ONCE * sizeof(doubles_t));
    }
    for (; i < bytes; i += sizeof(double)) {
        double a, b;
        memcpy(&a, dst + i, sizeof a);
        memcpy(&b, src + i, sizeof b);
        a += b;
        memcpy(dst + i, &a, sizeof a);
        if (__builtin_expect(a != a, 0))
            emuq_normalise(dst + i, sizeof a);
    }
}

static void extreme_doubles(bool want_min, uint8_t *dst, const uint8_t *src, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i += 8) {
        double a, b;
        memcpy(&a, dst + i, 8);
        memcpy(&b, src + i, 8);
        if (a != a || b != b) {
            uint64_t nan = STANDARD_NAN;
            memcpy(dst + i, &nan, 8);
        } else if (want_min ? b < a : b > a) {
            memcpy(dst + i, &b, 8);
        }
    }
}

void emuq_normalise(void *data, uint64_t bytes)
{
    uint8_t *p = data;
    for (uint64_t i = 0; i + 8 <= bytes; i += 8) {
        double a;
        uint64_t nan = STANDARD_NAN;
        memcpy(&a, p + i, 8);
        if (a != a)
            memcpy(p + i, &nan, 8);
    }
}

void emuq_combine(uint8_t op, uint32_t word, void *dst, const void *src, uint64_t bytes)
{
    if (op <= XOR)
        bitwise(op, dst, src, bytes);
    else if (op == FLOAT_ADD)
        add_doubles(dst, src, bytes);
    else if (op > FLOAT_ADD)
        extreme_doubles(op == FLOAT_MIN, dst, src, bytes);
    else if (word == 4)
        integers32(op, dst, src, bytes);
    else if (word == 8)
        integers64(op, dst, src, bytes);
    else
        long_integers(op, word, dst, src, bytes);
}
