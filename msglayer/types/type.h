/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file type.h
 * @brief Data types.
 *
 * A type repeats without end; its *stream* is the sequence of the data bytes. A segment of the stream is a
 * position and a number of bytes; nonempty segments need a type with data, see emuq_pami_type_check().
 * Complete types are shared by all threads.
 */
#ifndef EMUQ_PAMI_TYPES_TYPE_H
#define EMUQ_PAMI_TYPES_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <pami.h>

typedef enum emuq_pami_element {
    EMUQ_PAMI_ELEMENT_NONE, /**< user-defined or mixed: only copy applies */
#define EMUQ_PAMI_ELEMENT(name, kind, class) EMUQ_PAMI_ELEMENT_##name,
#include "msglayer/types/elements.def"
#undef EMUQ_PAMI_ELEMENT
    EMUQ_PAMI_ELEMENTS
} emuq_pami_element_t;

/** A row of equal blocks or of equal repetitions of a subtype. */
typedef struct emuq_pami_item {
    struct emuq_pami_type *subtype; /**< NULL: blocks of bytes */
    size_t start;                   /**< stream position of the first block */
    size_t bytes;                   /**< data bytes of a block; not 0 */
    size_t count;                   /**< not 0 */
    ptrdiff_t at;
    ptrdiff_t stride;
} emuq_pami_item_t;

/** A data type. Once complete, only `references` and `image` change. */
typedef struct emuq_pami_type {
    size_t size;
    ptrdiff_t extent; /**< distance of repetitions; before completion, the cursor */
    bool is_complete;
    bool is_contiguous; /**< stream position n is displacement n */
    bool is_uniform;    /**< one item without subtype, equidistant across repetitions */
    bool is_predefined; /**< static, not reference-counted */
    uint8_t element;
    uint8_t atom;    /**< bytes that data functions must not split */
    uint32_t height; /**< 1 + maximum height of the subtypes */
    size_t grain;    /**< greatest common divisor of all block sizes; 0: no blocks */
    emuq_pami_item_t *items;
    size_t count, capacity;
    uint32_t references;         /**< atomic */
    void *image;                 /**< atomic: serialised type, made on demand */
    struct emuq_pami_type *next; /**< link of a list of types to free */
} emuq_pami_type_t;

static inline bool emuq_pami_type_is_complete(pami_type_t type)
{
    return type != NULL && ((const emuq_pami_type_t *)type)->is_complete;
}

static inline bool emuq_pami_type_is_contiguous(pami_type_t type)
{
    return ((const emuq_pami_type_t *)type)->is_contiguous;
}

static inline size_t emuq_pami_type_size(pami_type_t type)
{
    return ((const emuq_pami_type_t *)type)->size;
}

static inline ptrdiff_t emuq_pami_type_extent(pami_type_t type)
{
    return ((const emuq_pami_type_t *)type)->extent;
}

void emuq_pami_type_retain(pami_type_t type);
/** Drops a reference. NULL is allowed. */
void emuq_pami_type_release(pami_type_t type);
bool emuq_pami_function_is_predefined(pami_data_function fn);
/** Unit of segments in bytes: 1 for copy and no-op, the element size for other predefined functions, else the
 * atom. */
size_t emuq_pami_type_unit(pami_type_t type, pami_data_function fn);
/** Checks a segment for a data function. @return PAMI_SUCCESS; PAMI_INVAL: incomplete type, no data, function
 * not applicable, or units of a predefined function split */
pami_result_t emuq_pami_type_check(pami_type_t type, size_t at, size_t bytes, pami_data_function fn);

/** Finds a stream position. @param displacement from the type's address @param bytes contiguous bytes, at
 * least 1 */
void emuq_pami_type_run(pami_type_t type, size_t at, ptrdiff_t *displacement, size_t *bytes);
/** target = target fn source, for contiguous whole units. @return PAMI_INVAL: function not applicable */
pami_result_t emuq_pami_type_combine(pami_type_t type, pami_data_function fn, void *cookie, void *target,
                                     const void *source, size_t bytes);
/** Collects a segment of the type at @p base: data = data fn segment. */
pami_result_t emuq_pami_type_pack(pami_type_t type, const void *base, size_t at, void *data, size_t bytes,
                                  pami_data_function fn, void *cookie);
/** Distributes data to a segment of the type at @p base: segment = segment fn data. */
pami_result_t emuq_pami_type_unpack(pami_type_t type, void *base, size_t at, const void *data, size_t bytes,
                                    pami_data_function fn, void *cookie);

typedef struct emuq_pami_mu_operation {
    uint8_t op_code;
    uint8_t word_bytes; /**< bytes of an operand; divides the message length */
} emuq_pami_mu_operation_t;

/** Finds the collective-network operation for @p fn on a contiguous type. @return false: none */
bool emuq_pami_type_mu_operation(pami_type_t type, pami_data_function fn,
                                 emuq_pami_mu_operation_t *operation);

#define EMUQ_PAMI_ATOM_MAX 128u

/** Predefined functions, in the order of their values: X(name). */
/* clang-format off */
#define EMUQ_PAMI_FUNCTION_LIST(X) \
    X(COPY) X(NOOP) X(MAX) X(MIN) X(SUM) X(PROD) X(LAND) X(LOR) X(LXOR) X(BAND) X(BOR) X(BXOR) X(MAXLOC) X(MINLOC)
/* clang-format on */

typedef enum emuq_pami_function {
#define EMUQ_PAMI_DATA_FUNCTION(name) EMUQ_PAMI_##name,
    EMUQ_PAMI_FUNCTION_LIST(EMUQ_PAMI_DATA_FUNCTION)
#undef EMUQ_PAMI_DATA_FUNCTION
        EMUQ_PAMI_FUNCTIONS
} emuq_pami_function_t;

/** @name Elements without C type: complex numbers, pairs of value and index
 * @{ */
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

/** C types of elements and their class: X(kind, type, class). */
/* clang-format off */
#define EMUQ_PAMI_KIND_LIST(X)                                                                                         \
    X(I8, int8_t, INTEGER) X(U8, uint8_t, INTEGER) X(I16, int16_t, INTEGER) X(U16, uint16_t, INTEGER)                  \
    X(I32, int32_t, INTEGER) X(U32, uint32_t, INTEGER) X(I64, int64_t, INTEGER) X(U64, uint64_t, INTEGER)              \
    X(FLOAT, float, FLOATING) X(DOUBLE, double, FLOATING) X(LONG_DOUBLE, long double, FLOATING)                        \
    X(FLOAT_COMPLEX, emuq_pami_float_complex_t, COMPLEX) X(DOUBLE_COMPLEX, emuq_pami_double_complex_t, COMPLEX)        \
    X(INT_INT, emuq_pami_int_int_t, PAIR) X(FLOAT_FLOAT, emuq_pami_float_float_t, PAIR)                                \
    X(DOUBLE_DOUBLE, emuq_pami_double_double_t, PAIR) X(SHORT_INT, emuq_pami_short_int_t, PAIR)                        \
    X(FLOAT_INT, emuq_pami_float_int_t, PAIR) X(DOUBLE_INT, emuq_pami_double_int_t, PAIR)                              \
    X(LONG_INT, emuq_pami_long_int_t, PAIR) X(LONG_DOUBLE_INT, emuq_pami_long_double_int_t, PAIR)
/* clang-format on */

typedef enum emuq_pami_kind {
#define EMUQ_PAMI_KIND(kind, type, class) EMUQ_PAMI_##kind,
    EMUQ_PAMI_KIND_LIST(EMUQ_PAMI_KIND)
#undef EMUQ_PAMI_KIND
        EMUQ_PAMI_KINDS
} emuq_pami_kind_t;

/** target = target op source for @p count unaligned elements. */
typedef void (*emuq_pami_kernel_t)(void *target, const void *source, size_t count);

/** Bytes of an element other than NONE. */
size_t emuq_pami_element_size(emuq_pami_element_t element);
/** Kernel of an element for a function. @return NULL: the function does not apply */
emuq_pami_kernel_t emuq_pami_element_kernel(emuq_pami_element_t element, pami_data_function fn);

/** Number of a predefined function; EMUQ_PAMI_FUNCTIONS: a client function. */
static inline emuq_pami_function_t emuq_pami_function(pami_data_function fn)
{
    uintptr_t number = (uintptr_t)fn;
    return number < EMUQ_PAMI_FUNCTIONS ? (emuq_pami_function_t)number : EMUQ_PAMI_FUNCTIONS;
}

/** New empty type with one reference. @return NULL: out of memory */
emuq_pami_type_t *emuq_pami_type_new(void);
/** Allocates space for more items. @return false: out of memory; no effect */
bool emuq_pami_type_reserve(emuq_pami_type_t *type, size_t more);
/** Appends an item to reserved space, with a reference to its subtype. The size must not overflow. */
void emuq_pami_type_push(emuq_pami_type_t *type, const emuq_pami_item_t *item);
void emuq_pami_type_seal(emuq_pami_type_t *type, size_t atom);
/** Greatest common divisor; of 0 and n: n. */
size_t emuq_pami_gcd(size_t a, size_t b);

#endif /* EMUQ_PAMI_TYPES_TYPE_H */
