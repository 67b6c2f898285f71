/* SPDX-License-Identifier: BSD-3-Clause */
/* Predefined types and functions. Each function has a kernel for each kind of element, for any alignment.
 * Target and source are the same memory or do not overlap. */
#include <string.h>

#include <hwi/include/bqc/MU_CollectiveNetworkHeader.h>

#include "msglayer/types/type.h"

#if defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("O3") /* vectorised loops */
#endif

/* A loop over t = expression of t and s, with unaligned loads and stores. */
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

/* Sums and products wrap: unsigned operands, wide enough to avoid promotion to int. */
#define WIDE(type) __typeof__(__builtin_choose_expr(sizeof(type) == 8, UINT64_C(0), UINT32_C(0)))
#define INTEGER_KERNELS(kind, type)                                                                          \
    KERNEL(kind##_max, type, t < s ? s : t)                                                                  \
    KERNEL(kind##_min, type, s < t ? s : t)                                                                  \
    KERNEL(kind##_sum, type, (type)((WIDE(type))t + (WIDE(type))s))                                          \
    KERNEL(kind##_prod, type, (type)((WIDE(type))t * (WIDE(type))s))                                         \
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

/* Equal values: the smaller index wins. */
#define PAIR_KERNELS(kind, type)                                                                             \
    KERNEL(kind##_maxloc, type, (t.value < s.value || (t.value == s.value && s.index < t.index)) ? s : t)    \
    KERNEL(kind##_minloc, type, (s.value < t.value || (t.value == s.value && s.index < t.index)) ? s : t)

#define KERNELS(kind, type, class) class##_KERNELS(kind, type)
EMUQ_PAMI_KIND_LIST(KERNELS)

#define ORDER(kind)  [EMUQ_PAMI_MAX] = kind##_max, [EMUQ_PAMI_MIN] = kind##_min
#define NUMBER(kind) [EMUQ_PAMI_SUM] = kind##_sum, [EMUQ_PAMI_PROD] = kind##_prod
#define BITS(kind)                                                                                           \
    [EMUQ_PAMI_LAND] = kind##_land, [EMUQ_PAMI_LOR] = kind##_lor, [EMUQ_PAMI_LXOR] = kind##_lxor,            \
    [EMUQ_PAMI_BAND] = kind##_band, [EMUQ_PAMI_BOR] = kind##_bor, [EMUQ_PAMI_BXOR] = kind##_bxor
#define INTEGER_ROW(kind)  [EMUQ_PAMI_##kind] = {ORDER(kind), NUMBER(kind), BITS(kind)}
#define FLOATING_ROW(kind) [EMUQ_PAMI_##kind] = {ORDER(kind), NUMBER(kind)}
#define COMPLEX_ROW(kind)  [EMUQ_PAMI_##kind] = {NUMBER(kind)}
#define PAIR_ROW(kind)                                                                                       \
    [EMUQ_PAMI_##kind] = {[EMUQ_PAMI_MAXLOC] = kind##_maxloc, [EMUQ_PAMI_MINLOC] = kind##_minloc}

#define KERNEL_ROW(kind, type, class) class##_ROW(kind),
static const emuq_pami_kernel_t predefined_kernels[EMUQ_PAMI_KINDS][EMUQ_PAMI_FUNCTIONS] = {
    EMUQ_PAMI_KIND_LIST(KERNEL_ROW)};

EMUQ_STATIC_ASSERT(sizeof(int) == 4 && sizeof(long) == 8 && sizeof(long long) == 8,
                   "the kinds of the integers");

/* ---- elements ---- */

enum {
#define SIZE(kind, type, class) SIZE_##kind = sizeof(type),
    EMUQ_PAMI_KIND_LIST(SIZE)
#undef SIZE
};

typedef enum class { INTEGER, FLOATING, LOGICAL, COMPLEX, PAIR, CLASSES } class_t;

static const struct {
    uint8_t kind, class, bytes;
} predefined_elements[EMUQ_PAMI_ELEMENTS] = {
#define EMUQ_PAMI_ELEMENT(name, kind, class)                                                                 \
    [EMUQ_PAMI_ELEMENT_##name] = {EMUQ_PAMI_##kind, class, SIZE_##kind},
#include "msglayer/types/elements.def"
#undef EMUQ_PAMI_ELEMENT
};

size_t emuq_pami_element_size(emuq_pami_element_t element)
{
    return predefined_elements[element].bytes;
}

/* ---- types ---- */

#define EMUQ_PAMI_ELEMENT(name, kind, class)                                                                 \
    static emuq_pami_item_t item_##name = {.bytes = SIZE_##kind, .count = 1, .stride = SIZE_##kind};         \
    static emuq_pami_type_t type_##name = {.size = SIZE_##kind,                                              \
                                           .extent = SIZE_##kind,                                            \
                                           .is_complete = true,                                              \
                                           .is_contiguous = true,                                            \
                                           .is_uniform = true,                                               \
                                           .is_predefined = true,                                            \
                                           .element = EMUQ_PAMI_ELEMENT_##name,                              \
                                           .atom = SIZE_##kind,                                              \
                                           .grain = SIZE_##kind,                                             \
                                           .items = &item_##name,                                            \
                                           .count = 1};                                                      \
    pami_type_t PAMI_TYPE_##name = &type_##name;
#include "msglayer/types/elements.def"
#undef EMUQ_PAMI_ELEMENT

pami_type_t PAMI_TYPE_LOGICAL = &type_LOGICAL4;
pami_type_t PAMI_TYPE_NULL = NULL;

/* ---- functions ---- */

#define FUNCTION(name) pami_data_function PAMI_DATA_##name = (pami_data_function)EMUQ_PAMI_##name;
EMUQ_PAMI_FUNCTION_LIST(FUNCTION)

bool emuq_pami_function_is_predefined(pami_data_function fn)
{
    return emuq_pami_function(fn) != EMUQ_PAMI_FUNCTIONS;
}

#define BIT(class)    (1u << (class))
#define IN_ORDER      (BIT(INTEGER) | BIT(FLOATING))
#define NUMBERS       (BIT(INTEGER) | BIT(FLOATING) | BIT(COMPLEX))
#define BITS_OR_TRUTH (BIT(INTEGER) | BIT(LOGICAL))
static const uint8_t predefined_classes[EMUQ_PAMI_FUNCTIONS] = {
    [EMUQ_PAMI_MAX... EMUQ_PAMI_MIN] = IN_ORDER,
    [EMUQ_PAMI_SUM... EMUQ_PAMI_PROD] = NUMBERS,
    [EMUQ_PAMI_LAND... EMUQ_PAMI_BXOR] = BITS_OR_TRUTH,
    [EMUQ_PAMI_MAXLOC... EMUQ_PAMI_MINLOC] = BIT(PAIR),
};

emuq_pami_kernel_t emuq_pami_element_kernel(emuq_pami_element_t element, pami_data_function fn)
{
    emuq_pami_function_t function = emuq_pami_function(fn);
    if (element == EMUQ_PAMI_ELEMENT_NONE || function == EMUQ_PAMI_FUNCTIONS ||
        !(predefined_classes[function] & BIT(predefined_elements[element].class)))
        return NULL;
    return predefined_kernels[predefined_elements[element].kind][function];
}

bool emuq_pami_type_mu_operation(pami_type_t handle, pami_data_function fn,
                                 emuq_pami_mu_operation_t *operation)
{
    enum { NONE, SIGNED, UNSIGNED, FLOATING_POINT, SORTS };
    static const uint8_t sorts[EMUQ_PAMI_KINDS] = {[EMUQ_PAMI_I32] = SIGNED,
                                                   [EMUQ_PAMI_I64] = SIGNED,
                                                   [EMUQ_PAMI_U32] = UNSIGNED,
                                                   [EMUQ_PAMI_U64] = UNSIGNED,
                                                   [EMUQ_PAMI_DOUBLE] = FLOATING_POINT};
#define CODE(name)       (MUHWI_COLLECTIVE_OP_CODE_##name + 1) /* 0: no such operation */
#define ARITHMETIC(name) 0, CODE(SIGNED_##name), CODE(UNSIGNED_##name), CODE(FLOATING_POINT_##name)
#define BITWISE(name)    CODE(name), CODE(name), CODE(name), CODE(name)
    static const uint8_t codes[EMUQ_PAMI_FUNCTIONS][SORTS] = {
        [EMUQ_PAMI_SUM] = {ARITHMETIC(ADD)}, [EMUQ_PAMI_MIN] = {ARITHMETIC(MIN)},
        [EMUQ_PAMI_MAX] = {ARITHMETIC(MAX)}, [EMUQ_PAMI_BAND] = {BITWISE(AND)},
        [EMUQ_PAMI_BOR] = {BITWISE(OR)},     [EMUQ_PAMI_BXOR] = {BITWISE(XOR)}};
    emuq_pami_element_t element = (emuq_pami_element_t)((const emuq_pami_type_t *)handle)->element;
    if (emuq_pami_element_kernel(element, fn) == NULL)
        return false;
    uint8_t code = codes[emuq_pami_function(fn)][sorts[predefined_elements[element].kind]];
    operation->op_code = (uint8_t)(code - 1);
    /* Bitwise operations ignore word boundaries: small elements are combined four bytes at a time. */
    operation->word_bytes = predefined_elements[element].bytes < 4 ? 4 : predefined_elements[element].bytes;
    return code != 0;
}
