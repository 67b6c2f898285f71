/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file inside.h
 * @brief Data types: what only their own files know.
 */
#ifndef EMUQ_PAMI_TYPES_INSIDE_H
#define EMUQ_PAMI_TYPES_INSIDE_H

#include "msglayer/types/type.h"

/** Largest atom. */
#define EMUQ_PAMI_ATOM_MAX 128u

/** The numbers behind PAMI_DATA_... */
typedef enum emuq_pami_function {
    EMUQ_PAMI_COPY,
    EMUQ_PAMI_NOOP,
    EMUQ_PAMI_MAX,
    EMUQ_PAMI_MIN,
    EMUQ_PAMI_SUM,
    EMUQ_PAMI_PROD,
    EMUQ_PAMI_LAND,
    EMUQ_PAMI_LOR,
    EMUQ_PAMI_LXOR,
    EMUQ_PAMI_BAND,
    EMUQ_PAMI_BOR,
    EMUQ_PAMI_BXOR,
    EMUQ_PAMI_MAXLOC,
    EMUQ_PAMI_MINLOC,
    EMUQ_PAMI_FUNCTIONS
} emuq_pami_function_t;

/** @name Elements that C has no type for: a complex number, a value and its index
 *  @{ */
typedef struct {
    float re, im;
} emuq_pami_float_complex_t;
typedef struct {
    double re, im;
} emuq_pami_double_complex_t;
typedef struct {
    int value, index;
} emuq_pami_int_int_t;
typedef struct {
    float value, index;
} emuq_pami_float_float_t;
typedef struct {
    double value, index;
} emuq_pami_double_double_t;
typedef struct {
    short value;
    int index;
} emuq_pami_short_int_t;
typedef struct {
    float value;
    int index;
} emuq_pami_float_int_t;
typedef struct {
    double value;
    int index;
} emuq_pami_double_int_t;
typedef struct {
    long value;
    int index;
} emuq_pami_long_int_t;
typedef struct {
    long double value;
    int index;
} emuq_pami_long_double_int_t;
/** @} */

/** What elements are in C: X(kind, type). */
/* clang-format off */
#define EMUQ_PAMI_KIND_LIST(X)                                                                                         \
    X(I8, int8_t) X(U8, uint8_t) X(I16, int16_t) X(U16, uint16_t)                                                      \
    X(I32, int32_t) X(U32, uint32_t) X(I64, int64_t) X(U64, uint64_t)                                                  \
    X(FLOAT, float) X(DOUBLE, double) X(LONG_DOUBLE, long double)                                                      \
    X(FLOAT_COMPLEX, emuq_pami_float_complex_t) X(DOUBLE_COMPLEX, emuq_pami_double_complex_t)                          \
    X(INT_INT, emuq_pami_int_int_t) X(FLOAT_FLOAT, emuq_pami_float_float_t)                                            \
    X(DOUBLE_DOUBLE, emuq_pami_double_double_t) X(SHORT_INT, emuq_pami_short_int_t)                                    \
    X(FLOAT_INT, emuq_pami_float_int_t) X(DOUBLE_INT, emuq_pami_double_int_t)                                          \
    X(LONG_INT, emuq_pami_long_int_t) X(LONG_DOUBLE_INT, emuq_pami_long_double_int_t)
/* clang-format on */

/** The kinds. */
typedef enum emuq_pami_kind {
/** One of the list. */
#define EMUQ_PAMI_KIND(kind, type) EMUQ_PAMI_##kind,
    EMUQ_PAMI_KIND_LIST(EMUQ_PAMI_KIND)
#undef EMUQ_PAMI_KIND
        EMUQ_PAMI_KINDS
} emuq_pami_kind_t;

/** target = target op source, element by element; @p count elements, any alignment. */
typedef void (*emuq_pami_kernel_t)(void *target, const void *source, size_t count);

/** The kernels of a kind; NULL where C has no such operation. */
extern const emuq_pami_kernel_t emuq_pami_kernels[EMUQ_PAMI_KINDS][EMUQ_PAMI_FUNCTIONS];

/** Bytes of an element. @param element not NONE */
size_t emuq_pami_element_size(emuq_pami_element_t element);

/** The kernel for elements of any sort; NULL: the function is not for them. */
emuq_pami_kernel_t emuq_pami_element_kernel(emuq_pami_element_t element, pami_data_function fn);

/** Number of a predefined function; EMUQ_PAMI_FUNCTIONS: it is the client's own. */
static inline emuq_pami_function_t emuq_pami_function(pami_data_function fn)
{
    uintptr_t number = (uintptr_t)fn;
    return number < EMUQ_PAMI_FUNCTIONS ? (emuq_pami_function_t)number : EMUQ_PAMI_FUNCTIONS;
}

/** An empty type with one reference. @return NULL without memory */
emuq_pami_type_t *emuq_pami_type_new(void);

/** Makes memory for more items. @return false without memory; nothing has changed */
bool emuq_pami_type_reserve(emuq_pami_type_t *type, size_t more);

/** Appends an item, for which there is memory, as it is; keeps its subtype alive. The size must not overflow.
 */
void emuq_pami_type_push(emuq_pami_type_t *type, const emuq_pami_item_t *item);

/** Completes a type. */
void emuq_pami_type_seal(emuq_pami_type_t *type, size_t atom);

/** Greatest common divisor; that of 0 and n is n. */
size_t emuq_pami_gcd(size_t a, size_t b);

/** Makes a type. @{ */
pami_result_t emuq_pami_type_add_simple(emuq_pami_type_t *type, size_t bytes, size_t offset, size_t count,
                                        size_t stride);
pami_result_t emuq_pami_type_add_typed(emuq_pami_type_t *type, emuq_pami_type_t *subtype, size_t offset,
                                       size_t count, size_t stride);
pami_result_t emuq_pami_type_complete(emuq_pami_type_t *type, size_t atom);
/** @} */

/** The bytes of a type; they belong to it. @return PAMI_SUCCESS, PAMI_ENOMEM */
pami_result_t emuq_pami_type_serialize(emuq_pami_type_t *type, void **address, size_t *size);

/** A type from its bytes. @return PAMI_SUCCESS; PAMI_INVAL: they are damaged; PAMI_ENOMEM */
pami_result_t emuq_pami_type_deserialize(emuq_pami_type_t **type, const void *address, size_t size);

/** A stream, from some position on. */
typedef struct emuq_pami_stream {
    emuq_pami_type_t *type;
    char *base; /**< to which the type is applied */
    size_t at;  /**< position in the stream */
} emuq_pami_stream_t;

/** Moves or combines @p bytes bytes. @return PAMI_SUCCESS; PAMI_INVAL, then nothing has been done */
pami_result_t emuq_pami_type_transform(const emuq_pami_stream_t *from, const emuq_pami_stream_t *to,
                                       size_t bytes, pami_data_function fn, void *cookie);

#endif /* EMUQ_PAMI_TYPES_INSIDE_H */
