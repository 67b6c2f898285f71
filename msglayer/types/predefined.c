/* SPDX-License-Identifier: BSD-3-Clause */
/* The predefined types and functions, and which belong together. */
#include "msglayer/types/inside.h"

#include <hwi/include/bqc/MU_CollectiveNetworkHeader.h>

EMUQ_STATIC_ASSERT(sizeof(int) == 4 && sizeof(long) == 8 && sizeof(long long) == 8,
                   "the kinds of the integers");

/* ---- elements ---- */

enum {
#define SIZE(kind, type) SIZE_##kind = sizeof(type),
    EMUQ_PAMI_KIND_LIST(SIZE)
#undef SIZE
};

typedef enum class { INTEGER, FLOATING, LOGICAL, COMPLEX, PAIR, CLASSES } class_t;

static const struct {
    uint8_t kind, class, bytes;
} elements[EMUQ_PAMI_ELEMENTS] = {
#define EMUQ_PAMI_ELEMENT(name, kind, class)                                                                 \
    [EMUQ_PAMI_ELEMENT_##name] = {EMUQ_PAMI_##kind, class, SIZE_##kind},
#include "msglayer/types/elements.def"
#undef EMUQ_PAMI_ELEMENT
};

size_t emuq_pami_element_size(emuq_pami_element_t element)
{
    return elements[element].bytes;
}

/* ---- types ---- */

/* A predefined type is one block. */
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

pami_data_function PAMI_DATA_COPY = (pami_data_function)EMUQ_PAMI_COPY;
pami_data_function PAMI_DATA_NOOP = (pami_data_function)EMUQ_PAMI_NOOP;
pami_data_function PAMI_DATA_MAX = (pami_data_function)EMUQ_PAMI_MAX;
pami_data_function PAMI_DATA_MIN = (pami_data_function)EMUQ_PAMI_MIN;
pami_data_function PAMI_DATA_SUM = (pami_data_function)EMUQ_PAMI_SUM;
pami_data_function PAMI_DATA_PROD = (pami_data_function)EMUQ_PAMI_PROD;
pami_data_function PAMI_DATA_LAND = (pami_data_function)EMUQ_PAMI_LAND;
pami_data_function PAMI_DATA_LOR = (pami_data_function)EMUQ_PAMI_LOR;
pami_data_function PAMI_DATA_LXOR = (pami_data_function)EMUQ_PAMI_LXOR;
pami_data_function PAMI_DATA_BAND = (pami_data_function)EMUQ_PAMI_BAND;
pami_data_function PAMI_DATA_BOR = (pami_data_function)EMUQ_PAMI_BOR;
pami_data_function PAMI_DATA_BXOR = (pami_data_function)EMUQ_PAMI_BXOR;
pami_data_function PAMI_DATA_MAXLOC = (pami_data_function)EMUQ_PAMI_MAXLOC;
pami_data_function PAMI_DATA_MINLOC = (pami_data_function)EMUQ_PAMI_MINLOC;

bool emuq_pami_function_is_predefined(pami_data_function fn)
{
    return emuq_pami_function(fn) != EMUQ_PAMI_FUNCTIONS;
}

/* Which classes have a function, a bit for each. */
#define BIT(class) (1u << (class))
static const uint8_t classes_of[EMUQ_PAMI_FUNCTIONS] = {
    [EMUQ_PAMI_MAX] = BIT(INTEGER) | BIT(FLOATING),
    [EMUQ_PAMI_MIN] = BIT(INTEGER) | BIT(FLOATING),
    [EMUQ_PAMI_SUM] = BIT(INTEGER) | BIT(FLOATING) | BIT(COMPLEX),
    [EMUQ_PAMI_PROD] = BIT(INTEGER) | BIT(FLOATING) | BIT(COMPLEX),
    [EMUQ_PAMI_LAND] = BIT(INTEGER) | BIT(LOGICAL),
    [EMUQ_PAMI_LOR] = BIT(INTEGER) | BIT(LOGICAL),
    [EMUQ_PAMI_LXOR] = BIT(INTEGER) | BIT(LOGICAL),
    [EMUQ_PAMI_BAND] = BIT(INTEGER) | BIT(LOGICAL),
    [EMUQ_PAMI_BOR] = BIT(INTEGER) | BIT(LOGICAL),
    [EMUQ_PAMI_BXOR] = BIT(INTEGER) | BIT(LOGICAL),
    [EMUQ_PAMI_MAXLOC] = BIT(PAIR),
    [EMUQ_PAMI_MINLOC] = BIT(PAIR),
};

emuq_pami_kernel_t emuq_pami_element_kernel(emuq_pami_element_t element, pami_data_function fn)
{
    emuq_pami_function_t function = emuq_pami_function(fn);
    if (element == EMUQ_PAMI_ELEMENT_NONE || function == EMUQ_PAMI_FUNCTIONS ||
        !(classes_of[function] & BIT(elements[element].class)))
        return NULL;
    return emuq_pami_kernels[elements[element].kind][function];
}

/* ---- the collective network ---- */

/* The op code for a number of 4 or 8 bytes. */
static bool arithmetic(emuq_pami_kind_t kind, emuq_pami_function_t function, uint8_t *op_code)
{
    static const uint8_t codes[3][3] = {
        {MUHWI_COLLECTIVE_OP_CODE_SIGNED_ADD, MUHWI_COLLECTIVE_OP_CODE_SIGNED_MIN,
         MUHWI_COLLECTIVE_OP_CODE_SIGNED_MAX},
        {MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_ADD, MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MIN,
         MUHWI_COLLECTIVE_OP_CODE_UNSIGNED_MAX},
        {MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_ADD, MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MIN,
         MUHWI_COLLECTIVE_OP_CODE_FLOATING_POINT_MAX}};
    unsigned sort, operation;
    if (kind == EMUQ_PAMI_I32 || kind == EMUQ_PAMI_I64)
        sort = 0;
    else if (kind == EMUQ_PAMI_U32 || kind == EMUQ_PAMI_U64)
        sort = 1;
    else if (kind == EMUQ_PAMI_DOUBLE)
        sort = 2;
    else
        return false;
    if (function == EMUQ_PAMI_SUM)
        operation = 0;
    else if (function == EMUQ_PAMI_MIN)
        operation = 1;
    else if (function == EMUQ_PAMI_MAX)
        operation = 2;
    else
        return false;
    *op_code = codes[sort][operation];
    return true;
}

static bool bitwise(emuq_pami_function_t function, uint8_t *op_code)
{
    if (function == EMUQ_PAMI_BAND)
        *op_code = MUHWI_COLLECTIVE_OP_CODE_AND;
    else if (function == EMUQ_PAMI_BOR)
        *op_code = MUHWI_COLLECTIVE_OP_CODE_OR;
    else if (function == EMUQ_PAMI_BXOR)
        *op_code = MUHWI_COLLECTIVE_OP_CODE_XOR;
    else
        return false;
    return true;
}

bool emuq_pami_type_mu_operation(pami_type_t handle, pami_data_function fn,
                                 emuq_pami_mu_operation_t *operation)
{
    emuq_pami_element_t element = (emuq_pami_element_t)((const emuq_pami_type_t *)handle)->element;
    if (emuq_pami_element_kernel(element, fn) == NULL)
        return false;
    emuq_pami_kind_t kind = (emuq_pami_kind_t)elements[element].kind;
    emuq_pami_function_t function = emuq_pami_function(fn);
    /* Bits do not care about words: small elements go four bytes at a time. */
    operation->word_bytes = elements[element].bytes < 4 ? 4 : elements[element].bytes;
    return bitwise(function, &operation->op_code) || arithmetic(kind, function, &operation->op_code);
}
