/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The predefined functions: one loop for each kind of element and operation, over memory of any alignment.
 * Target and source are the same memory or do not overlap.
 */
#if defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3") /* these loops are worth vectors, which gcc gives reluctantly at -O2 */
#endif

#include "msglayer/types/inside.h"

#include <string.h>

/* target = expression of t and s, for each element. Loads and stores by memcpy: they need not be aligned. */
#define KERNEL(name, type, expression)                                                                       \
    static void name(void *target, const void *source, size_t count)                                         \
    {                                                                                                        \
        char *to = target;                                                                                   \
        const char *from = source;                                                                           \
        for (size_t i = 0; i < count; i++) {                                                                 \
            type t, s;                                                                                       \
            memcpy(&t, to + i * sizeof t, sizeof t);                                                         \
            memcpy(&s, from + i * sizeof s, sizeof s);                                                       \
            t = expression;                                                                                  \
            memcpy(to + i * sizeof t, &t, sizeof t);                                                         \
        }                                                                                                    \
    }

/* Sums and products wrap around: they are made with unsigned numbers, wide enough that C does not widen them.
 */
#define INTEGER_KERNELS(kind, type, wide)                                                                    \
    KERNEL(kind##_max, type, t < s ? s : t)                                                                  \
    KERNEL(kind##_min, type, s < t ? s : t)                                                                  \
    KERNEL(kind##_sum, type, (type)((wide)t + (wide)s))                                                      \
    KERNEL(kind##_prod, type, (type)((wide)t * (wide)s))                                                     \
    KERNEL(kind##_land, type, (type)((t != 0) & (s != 0)))                                                   \
    KERNEL(kind##_lor, type, (type)((t != 0) | (s != 0)))                                                    \
    KERNEL(kind##_lxor, type, (type)((t != 0) ^ (s != 0)))                                                   \
    KERNEL(kind##_band, type, (type)(t & s))                                                                 \
    KERNEL(kind##_bor, type, (type)(t | s))                                                                  \
    KERNEL(kind##_bxor, type, (type)(t ^ s))

#define FLOATING_KERNELS(kind, type)                                                                         \
    KERNEL(kind##_max, type, t < s ? s : t)                                                                  \
    KERNEL(kind##_min, type, s < t ? s : t)                                                                  \
    KERNEL(kind##_sum, type, t + s)                                                                          \
    KERNEL(kind##_prod, type, (t * s))

#define COMPLEX_KERNELS(kind, type)                                                                          \
    static inline type kind##_times(type t, type s)                                                          \
    {                                                                                                        \
        type product = {t.re * s.re - t.im * s.im, t.re * s.im + t.im * s.re};                               \
        return product;                                                                                      \
    }                                                                                                        \
    static inline type kind##_plus(type t, type s)                                                           \
    {                                                                                                        \
        type both = {t.re + s.re, t.im + s.im};                                                              \
        return both;                                                                                         \
    }                                                                                                        \
    KERNEL(kind##_sum, type, kind##_plus(t, s))                                                              \
    KERNEL(kind##_prod, type, kind##_times(t, s))

/* Equal values: the smaller index. */
#define PAIR_KERNELS(kind, type)                                                                             \
    KERNEL(kind##_maxloc, type, (t.value < s.value || (t.value == s.value && s.index < t.index)) ? s : t)    \
    KERNEL(kind##_minloc, type, (s.value < t.value || (t.value == s.value && s.index < t.index)) ? s : t)

INTEGER_KERNELS(I8, int8_t, uint32_t)
INTEGER_KERNELS(U8, uint8_t, uint32_t)
INTEGER_KERNELS(I16, int16_t, uint32_t)
INTEGER_KERNELS(U16, uint16_t, uint32_t)
INTEGER_KERNELS(I32, int32_t, uint32_t)
INTEGER_KERNELS(U32, uint32_t, uint32_t)
INTEGER_KERNELS(I64, int64_t, uint64_t)
INTEGER_KERNELS(U64, uint64_t, uint64_t)
FLOATING_KERNELS(FLOAT, float)
FLOATING_KERNELS(DOUBLE, double)
FLOATING_KERNELS(LONG_DOUBLE, long double)
COMPLEX_KERNELS(FLOAT_COMPLEX, emuq_pami_float_complex_t)
COMPLEX_KERNELS(DOUBLE_COMPLEX, emuq_pami_double_complex_t)
PAIR_KERNELS(INT_INT, emuq_pami_int_int_t)
PAIR_KERNELS(FLOAT_FLOAT, emuq_pami_float_float_t)
PAIR_KERNELS(DOUBLE_DOUBLE, emuq_pami_double_double_t)
PAIR_KERNELS(SHORT_INT, emuq_pami_short_int_t)
PAIR_KERNELS(FLOAT_INT, emuq_pami_float_int_t)
PAIR_KERNELS(DOUBLE_INT, emuq_pami_double_int_t)
PAIR_KERNELS(LONG_INT, emuq_pami_long_int_t)
PAIR_KERNELS(LONG_DOUBLE_INT, emuq_pami_long_double_int_t)

#define ORDER(kind)  [EMUQ_PAMI_MAX] = kind##_max, [EMUQ_PAMI_MIN] = kind##_min
#define NUMBER(kind) [EMUQ_PAMI_SUM] = kind##_sum, [EMUQ_PAMI_PROD] = kind##_prod
#define BITS(kind)                                                                                           \
    [EMUQ_PAMI_LAND] = kind##_land, [EMUQ_PAMI_LOR] = kind##_lor, [EMUQ_PAMI_LXOR] = kind##_lxor,            \
    [EMUQ_PAMI_BAND] = kind##_band, [EMUQ_PAMI_BOR] = kind##_bor, [EMUQ_PAMI_BXOR] = kind##_bxor
#define INTEGER(kind)  [EMUQ_PAMI_##kind] = {ORDER(kind), NUMBER(kind), BITS(kind)}
#define FLOATING(kind) [EMUQ_PAMI_##kind] = {ORDER(kind), NUMBER(kind)}
#define COMPLEX(kind)  [EMUQ_PAMI_##kind] = {NUMBER(kind)}
#define PAIR(kind)                                                                                           \
    [EMUQ_PAMI_##kind] = {[EMUQ_PAMI_MAXLOC] = kind##_maxloc, [EMUQ_PAMI_MINLOC] = kind##_minloc}

const emuq_pami_kernel_t emuq_pami_kernels[EMUQ_PAMI_KINDS][EMUQ_PAMI_FUNCTIONS] = {
    INTEGER(I8),
    INTEGER(U8),
    INTEGER(I16),
    INTEGER(U16),
    INTEGER(I32),
    INTEGER(U32),
    INTEGER(I64),
    INTEGER(U64),
    FLOATING(FLOAT),
    FLOATING(DOUBLE),
    FLOATING(LONG_DOUBLE),
    COMPLEX(FLOAT_COMPLEX),
    COMPLEX(DOUBLE_COMPLEX),
    PAIR(INT_INT),
    PAIR(FLOAT_FLOAT),
    PAIR(DOUBLE_DOUBLE),
    PAIR(SHORT_INT),
    PAIR(FLOAT_INT),
    PAIR(DOUBLE_INT),
    PAIR(LONG_INT),
    PAIR(LONG_DOUBLE_INT),
};
