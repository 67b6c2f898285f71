/* SPDX-License-Identifier: BSD-3-Clause */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>

static void must(pami_result_t rc, const char *what)
{
    if (rc == PAMI_SUCCESS)
        return;
    fprintf(stderr, "%s: %d\n", what, (int)rc);
    abort();
}

uint32_t model_random(uint64_t *state, uint32_t below)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((*state >> 33) % below);
}

model_t *model_new(void)
{
    model_t *model = calloc(1, sizeof *model);
    if (model == NULL)
        abort();
    must(PAMI_Type_create(&model->type), "PAMI_Type_create");
    return model;
}

int model_add_simple(model_t *model, size_t bytes, ptrdiff_t offset, size_t count, ptrdiff_t stride)
{
    if (bytes * count > MODEL_BYTES - model->size)
        return 0;
    must(PAMI_Type_add_simple(model->type, bytes, (size_t)offset, count, (size_t)stride),
         "PAMI_Type_add_simple");
    model->extent += offset;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < bytes; j++)
            model->at[model->size++] = model->extent + (ptrdiff_t)j;
        model->extent += stride;
    }
    return 1;
}

int model_add_typed(model_t *model, const model_t *subtype, ptrdiff_t offset, size_t count, ptrdiff_t stride)
{
    if (subtype->size * count > MODEL_BYTES - model->size)
        return 0;
    must(PAMI_Type_add_typed(model->type, subtype->type, (size_t)offset, count, (size_t)stride),
         "PAMI_Type_add_typed");
    model->extent += offset;
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < subtype->size; j++)
            model->at[model->size++] = model->extent + subtype->at[j];
        model->extent += stride;
    }
    return 1;
}

void model_complete(model_t *model, size_t atom)
{
    must(PAMI_Type_complete(model->type, atom), "PAMI_Type_complete");
}

/* Rows of all sorts: adjoining, apart, backwards, overlapping. */
static void add_random_row(uint64_t *state, model_t *model, size_t unit, pami_type_t element)
{
    size_t bytes = unit * (element != PAMI_TYPE_NULL ? 1 : model_random(state, 5));
    size_t count = model_random(state, 6);
    ptrdiff_t offset = (ptrdiff_t)model_random(state, 3) * (ptrdiff_t)model_random(state, 40) - 20;
    ptrdiff_t strides[] = {(ptrdiff_t)bytes, (ptrdiff_t)(2 * bytes), (ptrdiff_t)model_random(state, 50),
                           -(ptrdiff_t)model_random(state, 50)};
    ptrdiff_t stride = strides[model_random(state, 4)];
    if (model_random(state, 3) == 0)
        offset = 0;
    if (element == PAMI_TYPE_NULL) {
        model_add_simple(model, bytes, offset, count, stride);
    } else {
        model_t of = {.type = element, .size = unit, .extent = (ptrdiff_t)unit};
        for (size_t i = 0; i < unit; i++)
            of.at[i] = (ptrdiff_t)i;
        model_add_typed(model, &of, offset, count, stride);
    }
}

static void add_random_type(uint64_t *state, model_t *model, unsigned depth, size_t unit, pami_type_t element)
{
    model_t *subtype = model_random_type(state, depth, unit, element);
    ptrdiff_t strides[] = {subtype->extent, subtype->extent + 8, (ptrdiff_t)model_random(state, 100) - 50};
    unsigned rows = 1 + model_random(state, 2);
    for (unsigned i = 0; i < rows; i++)
        model_add_typed(model, subtype, (ptrdiff_t)model_random(state, 60) - 20, 1 + model_random(state, 4),
                        strides[model_random(state, 3)]);
    model_free(subtype); /* owned by the using type */
}

model_t *model_random_type(uint64_t *state, unsigned depth, size_t unit, pami_type_t element)
{
    model_t *model = model_new();
    do {
        unsigned parts = 1 + model_random(state, depth == 0 ? 12 : 4);
        for (unsigned i = 0; i < parts; i++) {
            if (depth != 0 && model_random(state, 2) == 0)
                add_random_type(state, model, depth - 1, unit, element);
            else
                add_random_row(state, model, unit, element);
        }
    } while (model->size == 0);
    if (model_random(state, 3) == 0) { /* an extent of its own */
        ptrdiff_t offset = (ptrdiff_t)model_random(state, 400) - 200;
        must(PAMI_Type_add_simple(model->type, 0, (size_t)offset, 0, 0), "PAMI_Type_add_simple");
        model->extent += offset;
    }
    model_complete(model, unit);
    return model;
}

void model_free(model_t *model)
{
    must(PAMI_Type_destroy(&model->type), "PAMI_Type_destroy");
    free(model);
}

ptrdiff_t model_at(const model_t *model, size_t position)
{
    return (ptrdiff_t)(position / model->size) * model->extent + model->at[position % model->size];
}

void model_span(const model_t *model, size_t from, size_t bytes, ptrdiff_t *least, ptrdiff_t *most)
{
    *least = PTRDIFF_MAX;
    *most = PTRDIFF_MIN;
    for (size_t i = 0; i < bytes; i++) {
        ptrdiff_t at = model_at(model, from + i);
        *least = at < *least ? at : *least;
        *most = at > *most ? at : *most;
    }
}
