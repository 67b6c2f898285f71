/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file model.h
 * @brief Reference of a type, block by block, to check the library's types.
 */
#ifndef PAMI_TYPES_MODEL_H
#define PAMI_TYPES_MODEL_H

#include <pami.h>

#include <stddef.h>
#include <stdint.h>

#define MODEL_BYTES 4000u /**< most data bytes of a random type */

/** A type and where each of its data bytes is. */
typedef struct model {
    pami_type_t type;
    ptrdiff_t at[MODEL_BYTES]; /**< displacement of each data byte */
    size_t size;
    ptrdiff_t extent;
} model_t;

/** Reproducible random number. */
uint32_t model_random(uint64_t *state, uint32_t below);

/** An empty type, not complete. */
model_t *model_new(void);

/** Models PAMI_Type_add_simple(). @return false: the model is full; no effect */
int model_add_simple(model_t *model, size_t bytes, ptrdiff_t offset, size_t count, ptrdiff_t stride);

/** What PAMI_Type_add_typed() does. */
int model_add_typed(model_t *model, const model_t *subtype, ptrdiff_t offset, size_t count, ptrdiff_t stride);

/** PAMI_Type_complete(). */
void model_complete(model_t *model, size_t atom);

/** Makes a complete random type with data, nested up to @p depth times, with blocks that are multiples of @p
 * unit bytes.
 * @param element  element of the blocks, or PAMI_TYPE_NULL: bytes, too */
model_t *model_random_type(uint64_t *state, unsigned depth, size_t unit, pami_type_t element);

/** Ends a type. */
void model_free(model_t *model);

/** Displacement of a position of the repeated stream. */
ptrdiff_t model_at(const model_t *model, size_t position);

/** The least and the largest displacement of positions @p from to @p from + @p bytes - 1. */
void model_span(const model_t *model, size_t from, size_t bytes, ptrdiff_t *least, ptrdiff_t *most);

#endif /* PAMI_TYPES_MODEL_H */
