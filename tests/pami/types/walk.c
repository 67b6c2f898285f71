/* SPDX-License-Identifier: BSD-3-Clause */
/* Moving data along random types, against a model of the position of each byte. */
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "model.h"
#include "msglayer/types/type.h"

#define TYPES 400u

/* Memory of a segment of a type. */
typedef struct arena {
    unsigned char *memory, *base;
    size_t bytes;
} arena_t;

static arena_t arena_for(const model_t *model, size_t from, size_t bytes)
{
    ptrdiff_t least, most;
    model_span(model, from, bytes, &least, &most);
    arena_t a = {.bytes = (size_t)(most - least) + 1};
    a.memory = malloc(a.bytes); /* exactly: the sanitizer sees what is too much */
    if (a.memory == NULL)
        abort();
    for (size_t i = 0; i < a.bytes; i++)
        a.memory[i] = (unsigned char)(i * 7 + 1);
    a.base = (unsigned char *)((uintptr_t)a.memory - (uintptr_t)least);
    return a;
}

static unsigned char *byte_at(const arena_t *a, ptrdiff_t at)
{
    return (unsigned char *)((uintptr_t)a->base + (uintptr_t)at);
}

static void runs(void)
{
    uint64_t state = 1;
    for (unsigned i = 0; i < TYPES; i++) {
        model_t *model = model_random_type(&state, i % 4, 1, PAMI_TYPE_NULL);
        CU_ASSERT_EQUAL(emuq_pami_type_size(model->type), model->size);
        CU_ASSERT_EQUAL(emuq_pami_type_extent(model->type), model->extent);
        unsigned wrong = 0;
        for (size_t at = 0; at < 3 * model->size + 2; at++) {
            ptrdiff_t displacement;
            size_t bytes;
            emuq_pami_type_run(model->type, at, &displacement, &bytes);
            wrong += bytes == 0 || displacement != model_at(model, at);
            for (size_t j = 0; j < bytes && j < 40; j++)
                wrong += model_at(model, at + j) != displacement + (ptrdiff_t)j;
        }
        CU_ASSERT_EQUAL(wrong, 0);
        model_free(model);
    }
}

static void pack_in_pieces(void)
{
    uint64_t state = 2;
    for (unsigned i = 0; i < TYPES; i++) {
        model_t *model = model_random_type(&state, i % 4, 1 + i % 2 * 7, PAMI_TYPE_NULL);
        size_t from = model_random(&state, 2 * (uint32_t)model->size);
        size_t bytes = 1 + model_random(&state, 3 * (uint32_t)model->size);
        arena_t a = arena_for(model, from, bytes);
        unsigned char *packed = malloc(bytes);
        for (size_t done = 0; done < bytes;) {
            size_t piece = 1 + model_random(&state, 600);
            piece = piece < bytes - done ? piece : bytes - done;
            CU_ASSERT_EQUAL(emuq_pami_type_pack(model->type, a.base, from + done, packed + done, piece,
                                                PAMI_DATA_COPY, NULL),
                            PAMI_SUCCESS);
            done += piece;
        }
        unsigned wrong = 0;
        for (size_t j = 0; j < bytes; j++)
            wrong += packed[j] != *byte_at(&a, model_at(model, from + j));
        CU_ASSERT_EQUAL(wrong, 0);
        free(packed);
        free(a.memory);
        model_free(model);
    }
}

static void unpack_in_pieces(void)
{
    uint64_t state = 3;
    for (unsigned i = 0; i < TYPES; i++) {
        model_t *model = model_random_type(&state, i % 4, 1 + i % 3 * 3, PAMI_TYPE_NULL);
        size_t from = model_random(&state, 2 * (uint32_t)model->size);
        size_t bytes = 1 + model_random(&state, 3 * (uint32_t)model->size);
        arena_t a = arena_for(model, from, bytes), expected = arena_for(model, from, bytes);
        unsigned char *data = malloc(bytes);
        for (size_t j = 0; j < bytes; j++) {
            data[j] = (unsigned char)model_random(&state, 256);
            *byte_at(&expected, model_at(model, from + j)) = data[j];
        }
        for (size_t done = 0; done < bytes;) { /* in order: what overlaps is as in the model, too */
            size_t piece = 1 + model_random(&state, 600);
            piece = piece < bytes - done ? piece : bytes - done;
            CU_ASSERT_EQUAL(
                emuq_pami_type_unpack(model->type, a.base, from + done, data + done, piece, NULL, NULL),
                PAMI_SUCCESS);
            done += piece;
        }
        CU_ASSERT_EQUAL(memcmp(a.memory, expected.memory, a.bytes), 0);
        free(data);
        free(expected.memory);
        free(a.memory);
        model_free(model);
    }
}

/* A client function with a counter and checks of its arguments. */
typedef struct witness {
    size_t atom, bytes, calls, wrong;
} witness_t;

static void add_bytes(void *target, void *source, size_t bytes, void *cookie)
{
    witness_t *w = cookie;
    w->calls++;
    w->bytes += bytes;
    w->wrong += bytes == 0 || bytes % w->atom != 0;
    for (size_t i = 0; i < bytes; i++)
        ((unsigned char *)target)[i] += ((unsigned char *)source)[i];
}

static void transform(unsigned depth_of_source, unsigned depth_of_target, pami_data_function fn,
                      uint64_t *state)
{
    size_t unit = 1u << model_random(state, 4);
    model_t *from = model_random_type(state, depth_of_source, unit, PAMI_TYPE_NULL);
    model_t *to = model_random_type(state, depth_of_target, unit, PAMI_TYPE_NULL);
    size_t grain = fn == NULL ? 1 : unit;
    size_t source_at = grain * model_random(state, 300), target_at = grain * model_random(state, 300);
    size_t bytes = grain * (1 + model_random(state, 300));
    arena_t source = arena_for(from, source_at, bytes), target = arena_for(to, target_at, bytes);
    arena_t expected = arena_for(to, target_at, bytes);
    for (size_t i = 0; i < bytes; i++) {
        unsigned char *t = byte_at(&expected, model_at(to, target_at + i));
        unsigned char s = *byte_at(&source, model_at(from, source_at + i));
        *t = (unsigned char)(fn == NULL ? s : *t + s);
    }
    witness_t w = {.atom = unit};
    CU_ASSERT_EQUAL(PAMI_Type_transform_data(source.base, from->type, source_at, target.base, to->type,
                                             target_at, bytes, fn, &w),
                    PAMI_SUCCESS);
    CU_ASSERT_EQUAL(memcmp(target.memory, expected.memory, target.bytes), 0);
    CU_ASSERT_EQUAL(w.wrong, 0);
    CU_ASSERT_EQUAL(w.bytes, fn == NULL ? 0 : bytes);
    free(source.memory);
    free(target.memory);
    free(expected.memory);
    model_free(from);
    model_free(to);
}

static void transform_copies(void)
{
    uint64_t state = 4;
    for (unsigned i = 0; i < TYPES; i++)
        transform(i % 3, i / 3 % 3, NULL, &state);
}

static void transform_calls_functions(void)
{
    uint64_t state = 5;
    for (unsigned i = 0; i < TYPES; i++)
        transform(i % 3, i / 3 % 3, add_bytes, &state);
}

static void transform_contiguous(void)
{
    char from[64], to[64];
    for (unsigned i = 0; i < sizeof from; i++)
        from[i] = (char)i;
    memset(to, 0, sizeof to);
    CU_ASSERT_EQUAL(
        PAMI_Type_transform_data(from, PAMI_TYPE_DOUBLE, 3, to, PAMI_TYPE_BYTE, 5, 40, NULL, NULL),
        PAMI_SUCCESS);
    CU_ASSERT_EQUAL(memcmp(to + 5, from + 3, 40), 0);
    CU_ASSERT_EQUAL(to[4] | to[45], 0);
    witness_t w = {.atom = 40};
    CU_ASSERT_EQUAL(
        PAMI_Type_transform_data(from, PAMI_TYPE_BYTE, 0, to, PAMI_TYPE_BYTE, 5, 40, add_bytes, &w),
        PAMI_SUCCESS);
    CU_ASSERT_EQUAL(w.calls, 1);
    CU_ASSERT_EQUAL(w.wrong, 0);
    CU_ASSERT_EQUAL(to[10], 5 + 8);
    char before[64];
    memcpy(before, to, sizeof to);
    CU_ASSERT_EQUAL(
        PAMI_Type_transform_data(from, PAMI_TYPE_BYTE, 0, to, PAMI_TYPE_BYTE, 0, 64, PAMI_DATA_NOOP, NULL),
        PAMI_SUCCESS);
    CU_ASSERT_EQUAL(memcmp(to, before, sizeof to), 0);
}

/* Functions do not get parts of atoms: rejected without effect. */
static void parts_of_atoms(void)
{
    double from[8] = {1, 2, 3, 4, 5, 6, 7, 8}, to[8] = {0};
    witness_t w = {.atom = 1};
    pami_type_t odd, doubles;
    CU_ASSERT_EQUAL(PAMI_Type_create(&odd), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_add_simple(odd, 12, 0, 2, 16), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(odd, 4), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_create(&doubles), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(doubles, PAMI_TYPE_DOUBLE, 0, 2, 16), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(doubles, 8), PAMI_SUCCESS);
#define TRANSFORM(a, at_a, b, at_b, bytes, fn)                                                               \
    PAMI_Type_transform_data(from, a, at_a, to, b, at_b, bytes, fn, &w)
    CU_ASSERT_EQUAL(TRANSFORM(odd, 0, doubles, 0, 24, add_bytes), PAMI_INVAL);
    CU_ASSERT_EQUAL(TRANSFORM(doubles, 0, odd, 0, 24, add_bytes), PAMI_INVAL);
    CU_ASSERT_EQUAL(TRANSFORM(doubles, 4, doubles, 0, 8, add_bytes), PAMI_INVAL);
    CU_ASSERT_EQUAL(TRANSFORM(doubles, 0, doubles, 8, 12, add_bytes), PAMI_INVAL);
    CU_ASSERT_EQUAL(TRANSFORM(doubles, 0, doubles, 0, 12, PAMI_DATA_SUM), PAMI_INVAL);
    CU_ASSERT_EQUAL(TRANSFORM(odd, 0, PAMI_TYPE_DOUBLE, 0, 24, PAMI_DATA_SUM), PAMI_INVAL);
    CU_ASSERT_EQUAL(TRANSFORM(PAMI_TYPE_FLOAT, 0, PAMI_TYPE_DOUBLE, 0, 8, PAMI_DATA_SUM), PAMI_INVAL);
    CU_ASSERT_EQUAL(TRANSFORM(PAMI_TYPE_DOUBLE, 0, PAMI_TYPE_DOUBLE, 0, 8, PAMI_DATA_BAND), PAMI_INVAL);
    CU_ASSERT_EQUAL(w.calls, 0);
    for (unsigned i = 0; i < 8; i++)
        CU_ASSERT_EQUAL(to[i], 0.0);
    CU_ASSERT_EQUAL(TRANSFORM(doubles, 8, PAMI_TYPE_DOUBLE, 0, 24, PAMI_DATA_SUM), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(to[0], 3.0);
    CU_ASSERT_EQUAL(to[1], 5.0);
    CU_ASSERT_EQUAL(to[2], 7.0);
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&odd), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&doubles), PAMI_SUCCESS);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"where bytes are", runs},
                                        {"packing in pieces", pack_in_pieces},
                                        {"unpacking in pieces", unpack_in_pieces},
                                        {"transformations copy", transform_copies},
                                        {"transformations call functions", transform_calls_functions},
                                        {"contiguous transformations", transform_contiguous},
                                        {"parts of atoms", parts_of_atoms},
                                        {NULL, NULL}};
    return emuq_test_main("pami_types_walk", tests);
}
