/* SPDX-License-Identifier: BSD-3-Clause */
/**
 * @file reduce_model.h
 * @brief Expected results of reductions: data for every type, and every operation, element by element.
 */
#ifndef REDUCE_MODEL_H
#define REDUCE_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <pami.h>

/** A predefined type, or a user's. */
typedef struct model {
    const char *name;
    const pami_type_t *type;
    size_t bytes;
    /** Makes element @p i of @p rank. */
    void (*make)(void *element, uint32_t rank, size_t i);
    /** target = target op source. */
    void (*combine)(unsigned op, void *target, const void *source);
    uint32_t ops; /**< bit for each operation of the type */
} model_t;

/** Operations, by bit number in model_t::ops. */
enum {
    OP_COPY,
    OP_NOOP,
    OP_MAX,
    OP_MIN,
    OP_SUM,
    OP_PROD,
    OP_LAND,
    OP_LOR,
    OP_LXOR,
    OP_BAND,
    OP_BOR,
    OP_BXOR,
    OP_MAXLOC,
    OP_MINLOC,
    OPS,
    OP_MATRIX = OPS
};

/** The library's function for an operation. */
pami_data_function model_function(unsigned op);

extern const model_t models[];
extern const size_t model_count;

/** Product of 2 x 2 matrices modulo a prime: associative, not commutative. */
void model_multiply(void *target, void *source, size_t bytes, void *cookie);
extern const model_t model_matrix; /**< the test creates the type */

#endif /* REDUCE_MODEL_H */
