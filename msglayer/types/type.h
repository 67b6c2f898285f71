/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file type.h
 * @brief Data types, as the rest of the library uses them.
 *
 * A type repeats for ever; its *stream* is the data bytes of the repetition in order. All functions here work
 * on a piece of the stream: position and number of bytes. They may be called by any threads on the same
 * complete type. A piece of at least one byte wants a type that has data; emuq_pami_type_check() checks that.
 */
#ifndef EMUQ_PAMI_TYPES_TYPE_H
#define EMUQ_PAMI_TYPES_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <pami.h>

/** What a type is made of. */
typedef enum emuq_pami_element {
    EMUQ_PAMI_ELEMENT_NONE, /**< user-defined, or mixed: predefined functions other than copy do not work */
/** A predefined type. */
#define EMUQ_PAMI_ELEMENT(name, kind, class) EMUQ_PAMI_ELEMENT_##name,
#include "msglayer/types/elements.def"
#undef EMUQ_PAMI_ELEMENT
    EMUQ_PAMI_ELEMENTS
} emuq_pami_element_t;

/** Equal blocks at equal distances, or equal repetitions of another type. */
typedef struct emuq_pami_item {
    struct emuq_pami_type *subtype; /**< NULL: blocks of bytes */
    size_t start;                   /**< position of the first in the stream */
    size_t bytes;                   /**< data of one; not 0 */
    size_t count;                   /**< not 0 */
    ptrdiff_t at;                   /**< displacement of the first */
    ptrdiff_t stride;               /**< from one to the next */
} emuq_pami_item_t;

/** What a pami_type_t points to. Nothing but references and image changes once it is complete. */
typedef struct emuq_pami_type {
    size_t size;      /**< data bytes */
    ptrdiff_t extent; /**< distance of repetitions; while it is made, the cursor */
    bool is_complete;
    bool is_contiguous; /**< the stream is memory as it is, from displacement 0 */
    bool is_uniform;    /**< one item without subtype, at the same distances across repetitions */
    bool is_predefined; /**< lives for ever, not counted */
    uint8_t element;    /**< emuq_pami_element_t */
    uint8_t atom;       /**< bytes that belong together */
    uint32_t height;    /**< above that of all subtypes */
    size_t grain;       /**< greatest common divisor of the bytes of all blocks; 0: there are none */
    emuq_pami_item_t *items;
    size_t count, room;          /**< items in use; items that there is memory for */
    uint32_t references;         /**< __atomic */
    void *image;                 /**< __atomic: serialised, made when it is first asked for */
    struct emuq_pami_type *next; /**< in the list of types to be freed */
} emuq_pami_type_t;

/** Whether the type exists and is complete. */
static inline bool emuq_pami_type_is_complete(pami_type_t type)
{
    return type != NULL && ((const emuq_pami_type_t *)type)->is_complete;
}

/** Whether the stream of a complete type is memory as it is: position n is displacement n. */
static inline bool emuq_pami_type_is_contiguous(pami_type_t type)
{
    return ((const emuq_pami_type_t *)type)->is_contiguous;
}

/** Data bytes of one repetition. */
static inline size_t emuq_pami_type_size(pami_type_t type)
{
    return ((const emuq_pami_type_t *)type)->size;
}

/** Distance of repetitions in bytes. */
static inline ptrdiff_t emuq_pami_type_extent(pami_type_t type)
{
    return ((const emuq_pami_type_t *)type)->extent;
}

/** Keeps a complete type alive. */
void emuq_pami_type_retain(pami_type_t type);

/** Lets go of a type; the last one frees it. */
void emuq_pami_type_release(pami_type_t type);

/** Whether a function is one of PAMI_DATA_..., NULL included. */
bool emuq_pami_function_is_predefined(pami_data_function fn);

/** Pieces for a function have to be multiples of this: 1 if it copies or does nothing, the element's size if
 * it is predefined, the type's atom else. */
size_t emuq_pami_type_unit(pami_type_t type, pami_data_function fn);

/**
 * @brief Checks what a client wants to do with a type.
 * @return PAMI_SUCCESS; PAMI_INVAL: the type is not complete, or has no data for @p bytes bytes, or the
 * function does not know its elements, or the piece does not begin and end between units of a predefined
 * function
 */
pami_result_t emuq_pami_type_check(pami_type_t type, size_t at, size_t bytes, pami_data_function fn);

/**
 * @brief Where a position of the stream is in memory.
 * @param displacement receives the distance from the address that the type is applied to
 * @param bytes        receives how many bytes are contiguous there, at least 1
 */
void emuq_pami_type_run(pami_type_t type, size_t at, ptrdiff_t *displacement, size_t *bytes);

/** target = target fn source for contiguous data of a type; @p bytes is a multiple of the unit.
 *  @return PAMI_INVAL: the function does not know the type's elements, nothing has been done */
pami_result_t emuq_pami_type_combine(pami_type_t type, pami_data_function fn, void *cookie, void *target,
                                     const void *source, size_t bytes);

/** Collects a piece of the stream of the type at @p base: data = data fn piece. */
pami_result_t emuq_pami_type_pack(pami_type_t type, const void *base, size_t at, void *data, size_t bytes,
                                  pami_data_function fn, void *cookie);

/** Distributes data to a piece of the stream of the type at @p base: piece = piece fn data. */
pami_result_t emuq_pami_type_unpack(pami_type_t type, void *base, size_t at, const void *data, size_t bytes,
                                    pami_data_function fn, void *cookie);

/** An operation of the Message Unit's collective network. */
typedef struct emuq_pami_mu_operation {
    uint8_t op_code;    /**< MUHWI_COLLECTIVE_OP_CODE_... */
    uint8_t word_bytes; /**< of an operand, for MUSPI_SetWordLength(); the message has a multiple of it */
} emuq_pami_mu_operation_t;

/** Whether the collective network can combine elements of a type with a function, and as what. The data has
 * to be contiguous, or packed. */
bool emuq_pami_type_mu_operation(pami_type_t type, pami_data_function fn,
                                 emuq_pami_mu_operation_t *operation);

#endif /* EMUQ_PAMI_TYPES_TYPE_H */
