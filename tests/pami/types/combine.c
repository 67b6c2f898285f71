/* SPDX-License-Identifier: BSD-3-Clause */
/* Every predefined function on every predefined type, against plain C; user functions; the collective
 * network. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "model.h"
#include "msglayer/types/type.h"

#include <hwi/include/bqc/MU_CollectiveNetworkHeader.h>

enum { COPY, NOOP, MAX, MIN, SUM, PROD, LAND, LOR, LXOR, BAND, BOR, BXOR, MAXLOC, MINLOC, OPERATIONS };

static pami_data_function function(unsigned operation)
{
    const pami_data_function functions[OPERATIONS] = {
        PAMI_DATA_COPY, PAMI_DATA_NOOP, PAMI_DATA_MAX,    PAMI_DATA_MIN,   PAMI_DATA_SUM,
        PAMI_DATA_PROD, PAMI_DATA_LAND, PAMI_DATA_LOR,    PAMI_DATA_LXOR,  PAMI_DATA_BAND,
        PAMI_DATA_BOR,  PAMI_DATA_BXOR, PAMI_DATA_MAXLOC, PAMI_DATA_MINLOC};
    return functions[operation];
}

/* ---- the reference for an element. @return false: not for this type ---- */

#define INTEGER(name, type)                                                                                  \
    static bool name(unsigned operation, void *target, const void *source)                                   \
    {                                                                                                        \
        type t, s;                                                                                           \
        memcpy(&t, target, sizeof t);                                                                        \
        memcpy(&s, source, sizeof s);                                                                        \
        switch (operation) {                                                                                 \
        case MAX:                                                                                            \
            t = t > s ? t : s;                                                                               \
            break;                                                                                           \
        case MIN:                                                                                            \
            t = t < s ? t : s;                                                                               \
            break;                                                                                           \
        case SUM: /* modulo 2 to the bits */                                                                 \
            t = (type)((unsigned __int128)t + (unsigned __int128)s);                                         \
            break;                                                                                           \
        case PROD:                                                                                           \
            t = (type)((unsigned __int128)t * (unsigned __int128)s);                                         \
            break;                                                                                           \
        case LAND:                                                                                           \
            t = t && s;                                                                                      \
            break;                                                                                           \
        case LOR:                                                                                            \
            t = t || s;                                                                                      \
            break;                                                                                           \
        case LXOR:                                                                                           \
            t = !t != !s;                                                                                    \
            break;                                                                                           \
        case BAND:                                                                                           \
            t = (type)(t & s);                                                                               \
            break;                                                                                           \
        case BOR:                                                                                            \
            t = (type)(t | s);                                                                               \
            break;                                                                                           \
        case BXOR:                                                                                           \
            t = (type)(t ^ s);                                                                               \
            break;                                                                                           \
        default:                                                                                             \
            return false;                                                                                    \
        }                                                                                                    \
        memcpy(target, &t, sizeof t);                                                                        \
        return true;                                                                                         \
    }

#define FLOATING(name, type)                                                                                 \
    static bool name(unsigned operation, void *target, const void *source)                                   \
    {                                                                                                        \
        type t, s;                                                                                           \
        memcpy(&t, target, sizeof t);                                                                        \
        memcpy(&s, source, sizeof s);                                                                        \
        if (operation == MAX)                                                                                \
            t = t > s ? t : s;                                                                               \
        else if (operation == MIN)                                                                           \
            t = t < s ? t : s;                                                                               \
        else if (operation == SUM)                                                                           \
            t = t + s;                                                                                       \
        else if (operation == PROD)                                                                          \
            t = t * s;                                                                                       \
        else                                                                                                 \
            return false;                                                                                    \
        memcpy(target, &t, sizeof t);                                                                        \
        return true;                                                                                         \
    }

#define COMPLEX(name, type)                                                                                  \
    static bool name(unsigned operation, void *target, const void *source)                                   \
    {                                                                                                        \
        type t[2], s[2], result[2];                                                                          \
        memcpy(t, target, sizeof t);                                                                         \
        memcpy(s, source, sizeof s);                                                                         \
        if (operation != SUM && operation != PROD)                                                           \
            return false;                                                                                    \
        result[0] = operation == SUM ? t[0] + s[0] : t[0] * s[0] - t[1] * s[1];                              \
        result[1] = operation == SUM ? t[1] + s[1] : t[0] * s[1] + t[1] * s[0];                              \
        memcpy(target, result, sizeof result);                                                               \
        return true;                                                                                         \
    }

#define PAIR(name, type, index_type)                                                                         \
    typedef struct {                                                                                         \
        type value;                                                                                          \
        index_type index;                                                                                    \
    } name##_t;                                                                                              \
    static bool name(unsigned operation, void *target, const void *source)                                   \
    {                                                                                                        \
        name##_t t, s;                                                                                       \
        memcpy(&t, target, sizeof t);                                                                        \
        memcpy(&s, source, sizeof s);                                                                        \
        if (operation != MAXLOC && operation != MINLOC)                                                      \
            return false;                                                                                    \
        bool better = operation == MAXLOC ? s.value > t.value : s.value < t.value;                           \
        if (s.value == t.value)                                                                              \
            better = s.index < t.index;                                                                      \
        if (better)                                                                                          \
            memcpy(target, source, sizeof t);                                                                \
        return true;                                                                                         \
    }

INTEGER(byte, uint8_t)
INTEGER(signed_char, signed char)
INTEGER(signed_short, short)
INTEGER(unsigned_short, unsigned short)
INTEGER(signed_int, int)
INTEGER(unsigned_int, unsigned)
INTEGER(signed_long, long)
INTEGER(unsigned_long, unsigned long)
FLOATING(single, float)
FLOATING(twice, double)
FLOATING(extended, long double)
COMPLEX(single_complex, float)
COMPLEX(double_complex, double)
PAIR(two_int, int, int)
PAIR(two_float, float, float)
PAIR(two_double, double, double)
PAIR(short_int, short, int)
PAIR(float_int, float, int)
PAIR(double_int, double, int)
PAIR(long_int, long, int)
PAIR(extended_int, long double, int)

/* Truth values have only the logical and bitwise functions. */
#define TRUTH(name, integer)                                                                                 \
    static bool name(unsigned operation, void *target, const void *source)                                   \
    {                                                                                                        \
        return operation >= LAND && operation <= BXOR && integer(operation, target, source);                 \
    }
TRUTH(logical1, byte)
TRUTH(logical2, unsigned_short)
TRUTH(logical4, unsigned_int)
TRUTH(logical8, unsigned_long)

/* ---- the cases ---- */

typedef enum sort { WHOLE, REAL, REALS, PAIRS } sort_t;

typedef struct element {
    pami_type_t *type;
    size_t bytes;
    bool (*reference)(unsigned operation, void *target, const void *source);
    sort_t sort;
    size_t number; /* bytes of the number, of each of two, or of the value */
} element_t;

static const element_t elements[] = {
    {&PAMI_TYPE_BYTE, 1, byte, WHOLE, 1},
    {&PAMI_TYPE_SIGNED_CHAR, 1, signed_char, WHOLE, 1},
    {&PAMI_TYPE_UNSIGNED_CHAR, 1, byte, WHOLE, 1},
    {&PAMI_TYPE_SIGNED_SHORT, 2, signed_short, WHOLE, 2},
    {&PAMI_TYPE_UNSIGNED_SHORT, 2, unsigned_short, WHOLE, 2},
    {&PAMI_TYPE_SIGNED_INT, 4, signed_int, WHOLE, 4},
    {&PAMI_TYPE_UNSIGNED_INT, 4, unsigned_int, WHOLE, 4},
    {&PAMI_TYPE_SIGNED_LONG, 8, signed_long, WHOLE, 8},
    {&PAMI_TYPE_UNSIGNED_LONG, 8, unsigned_long, WHOLE, 8},
    {&PAMI_TYPE_SIGNED_LONG_LONG, 8, signed_long, WHOLE, 8},
    {&PAMI_TYPE_UNSIGNED_LONG_LONG, 8, unsigned_long, WHOLE, 8},
    {&PAMI_TYPE_FLOAT, 4, single, REAL, 4},
    {&PAMI_TYPE_DOUBLE, 8, twice, REAL, 8},
    {&PAMI_TYPE_LONG_DOUBLE, 16, extended, REAL, 16},
    {&PAMI_TYPE_LOGICAL, 4, logical4, WHOLE, 4},
    {&PAMI_TYPE_LOGICAL1, 1, logical1, WHOLE, 1},
    {&PAMI_TYPE_LOGICAL2, 2, logical2, WHOLE, 2},
    {&PAMI_TYPE_LOGICAL4, 4, logical4, WHOLE, 4},
    {&PAMI_TYPE_LOGICAL8, 8, logical8, WHOLE, 8},
    {&PAMI_TYPE_SINGLE_COMPLEX, 8, single_complex, REALS, 4},
    {&PAMI_TYPE_DOUBLE_COMPLEX, 16, double_complex, REALS, 8},
    {&PAMI_TYPE_LOC_2INT, sizeof(two_int_t), two_int, PAIRS, 4},
    {&PAMI_TYPE_LOC_2FLOAT, sizeof(two_float_t), two_float, REALS, 4},
    {&PAMI_TYPE_LOC_2DOUBLE, sizeof(two_double_t), two_double, REALS, 8},
    {&PAMI_TYPE_LOC_SHORT_INT, sizeof(short_int_t), short_int, PAIRS, 2},
    {&PAMI_TYPE_LOC_FLOAT_INT, sizeof(float_int_t), float_int, PAIRS, 0},
    {&PAMI_TYPE_LOC_DOUBLE_INT, sizeof(double_int_t), double_int, PAIRS, 0},
    {&PAMI_TYPE_LOC_LONG_INT, sizeof(long_int_t), long_int, PAIRS, 8},
    {&PAMI_TYPE_LOC_LONGDOUBLE_INT, sizeof(extended_int_t), extended_int, PAIRS, 0},
};
#define ELEMENTS (sizeof elements / sizeof elements[0])

#define COUNT 67u /* not a multiple of any vector length */

static void real(uint64_t *state, unsigned char *to, size_t bytes)
{
    long double value = ((long double)model_random(state, 2001) - 1000) / 8; /* ties occur */
    float f = (float)value;
    double d = (double)value;
    if (bytes == sizeof f)
        memcpy(to, &f, sizeof f);
    else if (bytes == sizeof d)
        memcpy(to, &d, sizeof d);
    else
        memcpy(to, &value, sizeof value);
}

/* Small, large, equal and zero numbers. */
static void whole(uint64_t *state, unsigned char *to, size_t bytes)
{
    unsigned sort = model_random(state, 4);
    for (size_t i = 0; i < bytes; i++)
        to[i] = (unsigned char)(sort == 0   ? 0
                                : sort == 1 ? (i == 0 ? model_random(state, 3) : 0)
                                            : model_random(state, 256));
    if (sort == 3) /* the least or the largest */
        memset(to, model_random(state, 2) ? 0xff : 0, bytes - 1), to[bytes - 1] = 0x7f + (to[0] == 0);
}

static void fill(uint64_t *state, const element_t *e, unsigned char *to)
{
    memset(to, 0, e->bytes);
    if (e->sort == WHOLE) {
        whole(state, to, e->number);
    } else if (e->sort != PAIRS) {
        real(state, to, e->number);
        if (e->sort == REALS)
            real(state, to + e->number, e->number);
    } else {
        size_t index_at = e->type == &PAMI_TYPE_LOC_LONGDOUBLE_INT ? 16 : e->bytes == 16 ? 8 : 4;
        if (e->number != 0)
            whole(state, to, e->number);
        else
            real(state, to, index_at);
        to[index_at] = (unsigned char)model_random(state, 3);
    }
}

/* Padding bytes of a long double may differ. */
static bool same(const element_t *e, const unsigned char *a, const unsigned char *b)
{
    if (e->reference == extended)
        return *(const long double *)a == *(const long double *)b;
    return memcmp(a, b, e->bytes) == 0;
}

typedef struct data {
    _Alignas(16) unsigned char target[COUNT * 32], source[COUNT * 32], expected[COUNT * 32];
} data_t;

/* @return whether the function is for the type */
static bool make(const element_t *e, unsigned operation, uint64_t *state, data_t *d)
{
    bool valid = true;
    for (size_t i = 0; i < COUNT; i++) {
        fill(state, e, d->target + i * e->bytes);
        fill(state, e, d->source + i * e->bytes);
        if (model_random(state, 4) == 0)
            memcpy(d->source + i * e->bytes, d->target + i * e->bytes, e->bytes);
    }
    memcpy(d->expected, d->target, sizeof d->expected);
    for (size_t i = 0; i < COUNT; i++) {
        if (operation == COPY)
            memcpy(d->expected + i * e->bytes, d->source + i * e->bytes, e->bytes);
        else if (operation != NOOP)
            valid &= e->reference(operation, d->expected + i * e->bytes, d->source + i * e->bytes);
    }
    return valid;
}

static unsigned differences(const element_t *e, const unsigned char *got, size_t stride, const data_t *d)
{
    unsigned wrong = 0;
    for (size_t i = 0; i < COUNT; i++) {
        _Alignas(16) unsigned char one[32];
        memcpy(one, got + i * stride, e->bytes);
        wrong += !same(e, one, d->expected + i * e->bytes);
    }
    return wrong;
}

static void all_pairs(void)
{
    uint64_t state = 21;
    unsigned pairs = 0;
    for (size_t i = 0; i < ELEMENTS; i++) {
        const element_t *e = &elements[i];
        for (unsigned operation = 0; operation < OPERATIONS; operation++) {
            data_t d;
            bool valid = make(e, operation, &state, &d);
            pairs += valid;
            size_t bytes = COUNT * e->bytes;
            CU_ASSERT_EQUAL(emuq_pami_type_check(*e->type, 0, bytes, function(operation)),
                            valid ? PAMI_SUCCESS : PAMI_INVAL);
            CU_ASSERT_EQUAL(PAMI_Type_transform_data(d.source, *e->type, 0, d.target, *e->type, 0, bytes,
                                                     function(operation), NULL),
                            valid ? PAMI_SUCCESS : PAMI_INVAL);
            CU_ASSERT_EQUAL(differences(e, d.target, e->bytes, &d), 0);
        }
    }
    /* 29 types x 2; 10 each of 11 integers, 4 of 3 reals, 6 of 5 truth values, 2 of 2 complex, 2 of 8 pairs
     */
    CU_ASSERT_EQUAL(pairs, 29 * 2 + 110 + 12 + 30 + 4 + 16);
}

/* Makes a row with gaps and the element preserved. */
static pami_type_t with_holes(const element_t *e)
{
    pami_type_t row, type;
    CU_ASSERT_EQUAL(PAMI_Type_create(&row), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(row, *e->type, 0, 5, e->bytes + 3), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(row, e->bytes), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_create(&type), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(type, row, 0, 2, 5 * (e->bytes + 3)), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 1), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&row), PAMI_SUCCESS);
    return type;
}

/* Separate elements at odd addresses, in segments as in packets. */
static void apart(void)
{
    uint64_t state = 22;
    for (size_t i = 0; i < ELEMENTS; i++) {
        const element_t *e = &elements[i];
        size_t stride = e->bytes + 3, bytes = COUNT * e->bytes;
        pami_type_t type = with_holes(e);
        for (unsigned operation = 0; operation < OPERATIONS; operation++) {
            data_t d;
            unsigned char memory[COUNT * 35 + 1];
            if (!make(e, operation, &state, &d)) {
                CU_ASSERT_EQUAL(
                    emuq_pami_type_unpack(type, memory, 0, d.source, bytes, function(operation), NULL),
                    PAMI_INVAL);
                continue;
            }
            memset(memory, 0x5a, sizeof memory);
            for (size_t j = 0; j < COUNT; j++)
                memcpy(memory + 1 + j * stride, d.target + j * e->bytes, e->bytes);
            size_t piece = 7 * e->bytes;
            for (size_t at = 0; at < bytes; at += piece)
                CU_ASSERT_EQUAL(emuq_pami_type_unpack(type, memory + 1, at, d.source + at,
                                                      at + piece < bytes ? piece : bytes - at,
                                                      function(operation), NULL),
                                PAMI_SUCCESS);
            CU_ASSERT_EQUAL(differences(e, memory + 1, stride, &d), 0);
            unsigned holes = memory[0] != 0x5a;
            for (size_t j = 0; j + 1 < COUNT; j++)
                holes += memory[1 + j * stride + e->bytes] != 0x5a;
            CU_ASSERT_EQUAL(holes, 0);
        }
        CU_ASSERT_EQUAL(PAMI_Type_destroy(&type), PAMI_SUCCESS);
    }
}

/* The opposite direction: memory is combined into packed data. */
static void packing_combines(void)
{
    const double scattered[7] = {1, -1, 2, -1, 3, -1, 4};
    double packed[4] = {10, 20, 30, 40};
    pami_type_t type;
    CU_ASSERT_EQUAL(PAMI_Type_create(&type), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(type, PAMI_TYPE_DOUBLE, 0, 4, 16), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 8), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(emuq_pami_type_pack(type, scattered, 0, packed, 32, PAMI_DATA_SUM, NULL), PAMI_SUCCESS);
    for (unsigned i = 0; i < 4; i++)
        CU_ASSERT_EQUAL(packed[i], 11.0 * (i + 1));
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&type), PAMI_SUCCESS);
}

/* Types with and without element. */
static void elements_kept_and_lost(void)
{
    double a[2] = {1, 2}, b[2] = {3, 4};
    pami_type_t user, mixed, both;
    PAMI_Type_create(&user);
    PAMI_Type_add_simple(user, 8, 0, 2, 8);
    PAMI_Type_complete(user, 8);
    PAMI_Type_create(&mixed);
    PAMI_Type_add_typed(mixed, PAMI_TYPE_DOUBLE, 0, 1, 8);
    PAMI_Type_add_typed(mixed, PAMI_TYPE_UNSIGNED_LONG, 0, 1, 8);
    PAMI_Type_complete(mixed, 8);
    PAMI_Type_create(&both);
    PAMI_Type_add_simple(both, 0, 0, 1, 0); /* no data: does not count */
    PAMI_Type_add_typed(both, PAMI_TYPE_DOUBLE, 0, 1, 8);
    PAMI_Type_add_typed(both, PAMI_TYPE_DOUBLE, 0, 1, 8);
    PAMI_Type_complete(both, 1);
    CU_ASSERT_EQUAL(PAMI_Type_transform_data(a, user, 0, b, user, 0, 16, PAMI_DATA_SUM, NULL), PAMI_INVAL);
    CU_ASSERT_EQUAL(PAMI_Type_transform_data(a, mixed, 0, b, mixed, 0, 16, PAMI_DATA_SUM, NULL), PAMI_INVAL);
    CU_ASSERT_EQUAL(b[0] + b[1], 7.0);
    CU_ASSERT_EQUAL(PAMI_Type_transform_data(a, both, 0, b, both, 0, 16, PAMI_DATA_SUM, NULL), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(b[0] + b[1], 10.0);
    CU_ASSERT_EQUAL(PAMI_Type_transform_data(a, user, 0, b, mixed, 0, 16, PAMI_DATA_COPY, NULL),
                    PAMI_SUCCESS);
    CU_ASSERT_EQUAL(b[1], 2.0);
    CU_ASSERT_EQUAL(emuq_pami_type_unit(user, PAMI_DATA_COPY), 1);
    CU_ASSERT_EQUAL(emuq_pami_type_unit(user, (pami_data_function)(uintptr_t)0x1000), 8);
    CU_ASSERT_EQUAL(emuq_pami_type_unit(both, PAMI_DATA_MAX), 8);
    PAMI_Type_destroy(&user);
    PAMI_Type_destroy(&mixed);
    PAMI_Type_destroy(&both);
}

/* The source has the elements of the target, possibly under an alias, or bytes of any type. */
static void elements_of_the_source(void)
{
    const long from[2] = {1, 2};
    long to[2] = {10, 20};
    void *source = (void *)(uintptr_t)from;
    pami_type_t user;
    PAMI_Type_create(&user);
    PAMI_Type_add_simple(user, 8, 0, 2, 8);
    PAMI_Type_complete(user, 8);
    const struct {
        pami_type_t type;
        pami_result_t rc;
    } cases[] = {{PAMI_TYPE_SIGNED_LONG, PAMI_SUCCESS}, {PAMI_TYPE_SIGNED_LONG_LONG, PAMI_SUCCESS},
                 {PAMI_TYPE_BYTE, PAMI_SUCCESS},        {user, PAMI_SUCCESS},
                 {PAMI_TYPE_DOUBLE, PAMI_INVAL},        {PAMI_TYPE_UNSIGNED_CHAR, PAMI_INVAL}};
    long expected = 20;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        CU_ASSERT_EQUAL(PAMI_Type_transform_data(source, cases[i].type, 0, to, PAMI_TYPE_SIGNED_LONG, 0,
                                                 sizeof to, PAMI_DATA_SUM, NULL),
                        cases[i].rc);
        expected += cases[i].rc == PAMI_SUCCESS ? 2 : 0;
        CU_ASSERT_EQUAL(to[1], expected);
    }
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&user), PAMI_SUCCESS);
}

/* Predefined functions get complete elements only; client functions may get any segments. */
static void whole_elements(void)
{
    CU_ASSERT_EQUAL(emuq_pami_type_check(PAMI_TYPE_DOUBLE, 8, 24, PAMI_DATA_SUM), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(emuq_pami_type_check(PAMI_TYPE_DOUBLE, 4, 24, PAMI_DATA_SUM), PAMI_INVAL);
    CU_ASSERT_EQUAL(emuq_pami_type_check(PAMI_TYPE_DOUBLE, 8, 23, PAMI_DATA_SUM), PAMI_INVAL);
    CU_ASSERT_EQUAL(emuq_pami_type_check(PAMI_TYPE_DOUBLE, 3, 5, PAMI_DATA_COPY), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(emuq_pami_type_check(PAMI_TYPE_DOUBLE, 3, 5, PAMI_DATA_NOOP), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(emuq_pami_type_check(PAMI_TYPE_DOUBLE, 3, 5, NULL), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(emuq_pami_type_check(PAMI_TYPE_NULL, 0, 0, NULL), PAMI_INVAL);
}

/* target = target op source, a non-commutative operation. */
static void subtract(void *target, void *source, size_t bytes, void *cookie)
{
    double *t = target;
    const double *s = source;
    for (size_t i = 0; i < bytes / sizeof *t; i++)
        t[i] = t[i] - *(const double *)cookie * s[i];
}

static void user_functions(void)
{
    double target[3] = {10, 20, 30}, source[3] = {1, 2, 3}, factor = 2;
    CU_ASSERT_EQUAL(
        emuq_pami_type_combine(PAMI_TYPE_DOUBLE, subtract, &factor, target, source, sizeof target),
        PAMI_SUCCESS);
    CU_ASSERT_EQUAL(target[0], 8.0);
    CU_ASSERT_EQUAL(target[2], 24.0);
    CU_ASSERT_EQUAL(emuq_pami_type_combine(PAMI_TYPE_DOUBLE, NULL, NULL, target, source, sizeof target),
                    PAMI_SUCCESS);
    CU_ASSERT_EQUAL(target[2], 3.0);
    CU_ASSERT_EQUAL(emuq_pami_type_combine(PAMI_TYPE_DOUBLE, PAMI_DATA_LAND, NULL, target, source, 8),
                    PAMI_INVAL);
    CU_ASSERT_TRUE(emuq_pami_function_is_predefined(PAMI_DATA_MINLOC));
    CU_ASSERT_TRUE(emuq_pami_function_is_predefined(NULL));
    CU_ASSERT_FALSE(emuq_pami_function_is_predefined(subtract));
}

/* ---- the collective network ---- */

typedef struct network {
    pami_type_t *type;
    unsigned operation;
    int op_code; /* -1: not supported */
    unsigned word_bytes;
} network_t;

static void network_operations(void)
{
    static const network_t cases[] = {
        {&PAMI_TYPE_DOUBLE, SUM, MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD, 8},
        {&PAMI_TYPE_DOUBLE, MIN, MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MIN, 8},
        {&PAMI_TYPE_DOUBLE, MAX, MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MAX, 8},
        {&PAMI_TYPE_DOUBLE, PROD, -1, 0},
        {&PAMI_TYPE_DOUBLE, BAND, -1, 0},
        {&PAMI_TYPE_FLOAT, SUM, -1, 0},
        {&PAMI_TYPE_SIGNED_INT, SUM, MUHWI_COLLECTIVE_OP_CODE_SIGNED_ADD, 4},
        {&PAMI_TYPE_SIGNED_INT, MIN, MUHWI_COLLECTIVE_OP_CODE_SIGNED_MIN, 4},
        {&PAMI_TYPE_SIGNED_LONG, MAX, MUHWI_COLLECTIVE_OP_CODE_SIGNED_MAX, 8},
        {&PAMI_TYPE_SIGNED_LONG_LONG, SUM, MUHWI_COLLECTIVE_OP_CODE_SIGNED_ADD, 8},
        {&PAMI_TYPE_UNSIGNED_INT, SUM, MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD, 4},
        {&PAMI_TYPE_UNSIGNED_LONG, MIN, MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MIN, 8},
        {&PAMI_TYPE_UNSIGNED_LONG_LONG, MAX, MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MAX, 8},
        {&PAMI_TYPE_UNSIGNED_SHORT, SUM, -1, 0},
        {&PAMI_TYPE_BYTE, BOR, MUHWI_COLLECTIVE_OP_CODE_OR, 4},
        {&PAMI_TYPE_SIGNED_SHORT, BXOR, MUHWI_COLLECTIVE_OP_CODE_XOR, 4},
        {&PAMI_TYPE_LOGICAL8, BAND, MUHWI_COLLECTIVE_OP_CODE_AND, 8},
        {&PAMI_TYPE_LOGICAL4, LAND, -1, 0},
        {&PAMI_TYPE_LOC_2INT, MAXLOC, -1, 0},
        {&PAMI_TYPE_DOUBLE_COMPLEX, SUM, -1, 0},
        {&PAMI_TYPE_DOUBLE, COPY, -1, 0},
        {&PAMI_TYPE_DOUBLE, NOOP, -1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        emuq_pami_mu_operation_t got = {0, 0};
        bool known = emuq_pami_type_mu_operation(*cases[i].type, function(cases[i].operation), &got);
        CU_ASSERT_EQUAL(known, cases[i].op_code >= 0);
        if (known) {
            CU_ASSERT_EQUAL(got.op_code, cases[i].op_code);
            CU_ASSERT_EQUAL(got.word_bytes, cases[i].word_bytes);
        }
    }
    emuq_pami_mu_operation_t got;
    CU_ASSERT_FALSE(emuq_pami_type_mu_operation(PAMI_TYPE_DOUBLE, subtract, &got));
}

int main(void)
{
    static const emuq_test_t tests[] = {{"all types and functions", all_pairs},
                                        {"elements apart", apart},
                                        {"packing combines", packing_combines},
                                        {"elements kept and lost", elements_kept_and_lost},
                                        {"elements of the source", elements_of_the_source},
                                        {"whole elements", whole_elements},
                                        {"user functions", user_functions},
                                        {"operations of the network", network_operations},
                                        {NULL, NULL}};
    return emuq_test_main("pami_types_combine", tests);
}
