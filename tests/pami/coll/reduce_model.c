/* SPDX-License-Identifier: BSD-3-Clause */
#include "reduce_model.h"

#include <complex.h>
#include <string.h>

pami_data_function model_function(unsigned op)
{
    const pami_data_function f[OPS] = {PAMI_DATA_COPY,   PAMI_DATA_NOOP,  PAMI_DATA_MAX,  PAMI_DATA_MIN,
                                       PAMI_DATA_SUM,    PAMI_DATA_PROD,  PAMI_DATA_LAND, PAMI_DATA_LOR,
                                       PAMI_DATA_LXOR,   PAMI_DATA_BAND,  PAMI_DATA_BOR,  PAMI_DATA_BXOR,
                                       PAMI_DATA_MAXLOC, PAMI_DATA_MINLOC};
    return op < OPS ? f[op] : model_multiply;
}

static uint32_t mix(uint32_t rank, size_t i)
{
    uint32_t x = rank * 2654435761u + (uint32_t)i * 40503u + 17;
    x ^= x >> 15;
    x *= 0x2c1b3c6du;
    return x ^ x >> 12;
}

#define BIT(op) (1u << (op))
#define COPIES  (BIT(OP_COPY) | BIT(OP_NOOP))
#define ORDERED (BIT(OP_MAX) | BIT(OP_MIN))
#define SUMS    (BIT(OP_SUM) | BIT(OP_PROD))
#define LOGIC   (BIT(OP_LAND) | BIT(OP_LOR) | BIT(OP_LXOR))
#define BITS    (BIT(OP_BAND) | BIT(OP_BOR) | BIT(OP_BXOR))
#define LOCS    (BIT(OP_MAXLOC) | BIT(OP_MINLOC))

#define INTEGER_CASES                                                                                        \
    case OP_LAND:                                                                                            \
        t = t && s;                                                                                          \
        break;                                                                                               \
    case OP_LOR:                                                                                             \
        t = t || s;                                                                                          \
        break;                                                                                               \
    case OP_LXOR:                                                                                            \
        t = !t != !s;                                                                                        \
        break;                                                                                               \
    case OP_BAND:                                                                                            \
        t &= s;                                                                                              \
        break;                                                                                               \
    case OP_BOR:                                                                                             \
        t |= s;                                                                                              \
        break;                                                                                               \
    case OP_BXOR:                                                                                            \
        t ^= s;                                                                                              \
        break;
#define ORDERED_CASES                                                                                        \
    case OP_MAX:                                                                                             \
        t = s > t ? s : t;                                                                                   \
        break;                                                                                               \
    case OP_MIN:                                                                                             \
        t = s < t ? s : t;                                                                                   \
        break;
#define SUM_CASES                                                                                            \
    case OP_COPY:                                                                                            \
        t = s;                                                                                               \
        break;                                                                                               \
    case OP_SUM:                                                                                             \
        t = (ctype)(t + s);                                                                                  \
        break;                                                                                               \
    case OP_PROD:                                                                                            \
        t = (ctype)(t * s);                                                                                  \
        break;

#define SCALAR(name, c, expression, cases)                                                                   \
    static void make_##name(void *element, uint32_t rank, size_t i)                                          \
    {                                                                                                        \
        c value = (c)(expression);                                                                           \
        memcpy(element, &value, sizeof value);                                                               \
    }                                                                                                        \
    static void combine_##name(unsigned op, void *target, const void *source)                                \
    {                                                                                                        \
        typedef c ctype;                                                                                     \
        ctype t, s;                                                                                          \
        memcpy(&t, target, sizeof t);                                                                        \
        memcpy(&s, source, sizeof s);                                                                        \
        switch (op) {                                                                                        \
            cases default : break;                                                                           \
        }                                                                                                    \
        memcpy(target, &t, sizeof t);                                                                        \
    }

/* Every third is 0 for the logical operations; products stay small. */
#define SMALL (mix(rank, i) % 3 == 0 ? 0 : (int)(mix(rank, i) / 3 % 5) - 2)
#define WIDE  (i % 4 == 0 ? (uint64_t)SMALL : mix(rank, i) * UINT64_C(0x9e3779b97f4a7c15))
#define NEAR  (SMALL % 3)

/* clang-format off */
SCALAR(byte, uint8_t, WIDE, SUM_CASES ORDERED_CASES INTEGER_CASES)
SCALAR(schar, int8_t, SMALL, SUM_CASES ORDERED_CASES INTEGER_CASES)
SCALAR(short, int16_t, SMALL, SUM_CASES ORDERED_CASES INTEGER_CASES)
SCALAR(ushort, uint16_t, SMALL & 0xff, SUM_CASES ORDERED_CASES INTEGER_CASES)
SCALAR(int, int32_t, SMALL, SUM_CASES ORDERED_CASES INTEGER_CASES)
SCALAR(uint, uint32_t, WIDE, SUM_CASES ORDERED_CASES INTEGER_CASES)
SCALAR(long, int64_t, SMALL, SUM_CASES ORDERED_CASES INTEGER_CASES)
SCALAR(ulong, uint64_t, WIDE, SUM_CASES ORDERED_CASES INTEGER_CASES)
SCALAR(float, float, NEAR, SUM_CASES ORDERED_CASES)
SCALAR(double, double, NEAR, SUM_CASES ORDERED_CASES)
SCALAR(longdouble, long double, NEAR, SUM_CASES ORDERED_CASES)
SCALAR(fcomplex, float complex, NEAR + NEAR * (float)(rank % 2) * I, SUM_CASES)
SCALAR(dcomplex, double complex, NEAR + NEAR * (double)(rank % 2) * I, SUM_CASES)
/* clang-format on */

#define PAIR(name, c, d)                                                                                     \
    typedef struct name {                                                                                    \
        c value;                                                                                             \
        d index;                                                                                             \
    } name##_t;                                                                                              \
    static void make_##name(void *element, uint32_t rank, size_t i)                                          \
    {                                                                                                        \
        name##_t *p = element;                                                                               \
        p->value = (c)SMALL;                                                                                 \
        p->index = (d)((rank * 5 + i) % 7);                                                                  \
    }                                                                                                        \
    static void combine_##name(unsigned op, void *target, const void *source)                                \
    {                                                                                                        \
        name##_t *t = target;                                                                                \
        const name##_t *s = source;                                                                          \
        bool better = op == OP_MAXLOC ? s->value > t->value : op == OP_MINLOC ? s->value < t->value : false; \
        if (op == OP_COPY || better) {                                                                       \
            t->value = s->value;                                                                             \
            t->index = s->index;                                                                             \
        } else if (op != OP_NOOP && s->value == t->value && s->index < t->index) {                           \
            t->index = s->index;                                                                             \
        }                                                                                                    \
    }

/* clang-format off */
PAIR(int_int, int32_t, int32_t)
PAIR(float_float, float, float)
PAIR(double_double, double, double)
PAIR(short_int, int16_t, int32_t)
PAIR(float_int, float, int32_t)
PAIR(double_int, double, int32_t)
PAIR(long_int, int64_t, int32_t)
/* clang-format on */

#define ALL_INTEGER (COPIES | ORDERED | SUMS | LOGIC | BITS)
#define ROW(TYPE, name, c, ops)                                                                              \
    {                                                                                                        \
#TYPE, &PAMI_TYPE_##TYPE, sizeof(c), make_##name, combine_##name, ops                                \
    }

const model_t models[] = {
    ROW(BYTE, byte, uint8_t, ALL_INTEGER),
    ROW(SIGNED_CHAR, schar, int8_t, ALL_INTEGER),
    ROW(UNSIGNED_CHAR, byte, uint8_t, ALL_INTEGER),
    ROW(SIGNED_SHORT, short, int16_t, ALL_INTEGER),
    ROW(UNSIGNED_SHORT, ushort, uint16_t, ALL_INTEGER),
    ROW(SIGNED_INT, int, int32_t, ALL_INTEGER),
    ROW(UNSIGNED_INT, uint, uint32_t, ALL_INTEGER),
    ROW(SIGNED_LONG, long, int64_t, ALL_INTEGER),
    ROW(UNSIGNED_LONG, ulong, uint64_t, ALL_INTEGER),
    ROW(SIGNED_LONG_LONG, long, int64_t, ALL_INTEGER),
    ROW(UNSIGNED_LONG_LONG, ulong, uint64_t, ALL_INTEGER),
    ROW(FLOAT, float, float, COPIES | ORDERED | SUMS),
    ROW(DOUBLE, double, double, COPIES | ORDERED | SUMS),
    ROW(LONG_DOUBLE, longdouble, long double, COPIES | ORDERED | SUMS),
    ROW(LOGICAL1, byte, uint8_t, COPIES | LOGIC | BITS),
    ROW(LOGICAL2, ushort, uint16_t, COPIES | LOGIC | BITS),
    ROW(LOGICAL4, uint, uint32_t, COPIES | LOGIC | BITS),
    ROW(LOGICAL8, ulong, uint64_t, COPIES | LOGIC | BITS),
    ROW(SINGLE_COMPLEX, fcomplex, float complex, COPIES | SUMS),
    ROW(DOUBLE_COMPLEX, dcomplex, double complex, COPIES | SUMS),
    ROW(LOC_2INT, int_int, int_int_t, COPIES | LOCS),
    ROW(LOC_2FLOAT, float_float, float_float_t, COPIES | LOCS),
    ROW(LOC_2DOUBLE, double_double, double_double_t, COPIES | LOCS),
    ROW(LOC_SHORT_INT, short_int, short_int_t, COPIES | LOCS),
    ROW(LOC_FLOAT_INT, float_int, float_int_t, COPIES | LOCS),
    ROW(LOC_DOUBLE_INT, double_int, double_int_t, COPIES | LOCS),
    ROW(LOC_LONG_INT, long_int, long_int_t, COPIES | LOCS),
};
const size_t model_count = sizeof models / sizeof models[0];

#define PRIME 65521u

static void make_matrix(void *element, uint32_t rank, size_t i)
{
    uint32_t m[4];
    for (unsigned k = 0; k < 4; k++)
        m[k] = mix(rank, 4 * i + k) % PRIME;
    memcpy(element, m, sizeof m);
}

static void combine_matrix(unsigned op, void *target, const void *source)
{
    uint32_t a[4], b[4], c[4];
    (void)op;
    memcpy(a, target, sizeof a);
    memcpy(b, source, sizeof b);
    for (unsigned r = 0; r < 2; r++)
        for (unsigned k = 0; k < 2; k++)
            c[2 * r + k] =
                (uint32_t)(((uint64_t)a[2 * r] * b[k] + (uint64_t)a[2 * r + 1] * b[2 + k]) % PRIME);
    memcpy(target, c, sizeof c);
}

void model_multiply(void *target, void *source, size_t bytes, void *cookie)
{
    (void)cookie;
    for (size_t at = 0; at < bytes; at += 16)
        combine_matrix(OP_MATRIX, (char *)target + at, (char *)source + at);
}

const model_t model_matrix = {"matrix", NULL, 16, make_matrix, combine_matrix, 0};
