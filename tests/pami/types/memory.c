/* SPDX-License-Identifier: BSD-3-Clause */
/* Every allocation fails once: the call returns an error, without effect and without leak. */
#include <stdlib.h>
#include <string.h>

#include "emuq_test.h"
#include "model.h"
#include "msglayer/types/type.h"

static unsigned long until_failure; /* 0: none fails */

static int fails(void)
{
    return until_failure != 0 && --until_failure == 0;
}

void *__real_emuq_malloc(size_t bytes);
void *__real_emuq_calloc(size_t count, size_t bytes);
void *__real_emuq_realloc(void *memory, size_t bytes);
void *__wrap_emuq_malloc(size_t bytes);
void *__wrap_emuq_calloc(size_t count, size_t bytes);
void *__wrap_emuq_realloc(void *memory, size_t bytes);

void *__wrap_emuq_malloc(size_t bytes)
{
    return fails() ? NULL : __real_emuq_malloc(bytes);
}

void *__wrap_emuq_calloc(size_t count, size_t bytes)
{
    return fails() ? NULL : __real_emuq_calloc(count, bytes);
}

void *__wrap_emuq_realloc(void *memory, size_t bytes)
{
    return fails() ? NULL : __real_emuq_realloc(memory, bytes);
}

/* Repeats a call with the n-th allocation failing until the call succeeds; counts the failures. */
#define UNTIL_SUCCESS(failures, call, untouched)                                                             \
    for (unsigned long n_ = 1;; n_++) {                                                                      \
        until_failure = n_;                                                                                  \
        pami_result_t rc_ = (call);                                                                          \
        int all_ = until_failure != 0;                                                                       \
        until_failure = 0;                                                                                   \
        if (rc_ == PAMI_SUCCESS) {                                                                           \
            CU_ASSERT_TRUE(all_);                                                                            \
            break;                                                                                           \
        }                                                                                                    \
        CU_ASSERT_EQUAL_FATAL(rc_, PAMI_ENOMEM);                                                             \
        CU_ASSERT_TRUE(untouched);                                                                           \
        (failures)++;                                                                                        \
    }

static void making(void)
{
    char nothing;
    pami_type_t type = &nothing, user;
    unsigned failures = 0;
    UNTIL_SUCCESS(failures, PAMI_Type_create(&type), type == (pami_type_t)&nothing);
    CU_ASSERT_EQUAL(failures, 1);
    for (unsigned i = 0; i < 100; i++) {
        const emuq_pami_type_t *t = type;
        size_t size = t->size, count = t->count, grain = t->grain;
        ptrdiff_t extent = t->extent;
        UNTIL_SUCCESS(failures, PAMI_Type_add_simple(type, 3 + i, i * i, 1, 5),
                      t->size == size && t->count == count && t->grain == grain && t->extent == extent);
    }
    CU_ASSERT(failures >= 5);
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 1), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_create(&user), PAMI_SUCCESS);
    failures = 0;
    for (unsigned i = 0; i < 100; i++) {
        const emuq_pami_type_t *t = user;
        size_t size = t->size, count = t->count;
        uint32_t references = ((emuq_pami_type_t *)type)->references;
        UNTIL_SUCCESS(failures, PAMI_Type_add_typed(user, type, i, 2, 10000),
                      t->size == size && t->count == count &&
                          ((emuq_pami_type_t *)type)->references == references);
    }
    CU_ASSERT(failures >= 5);
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&type), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&user), PAMI_SUCCESS);
}

static void serialising(void)
{
    uint64_t state = 31;
    unsigned failures = 0;
    for (unsigned i = 0; i < 20; i++) {
        model_t *model = model_random_type(&state, 4, 1, PAMI_TYPE_NULL);
        void *image = NULL;
        size_t bytes = 0;
        UNTIL_SUCCESS(failures, PAMI_Type_serialize(model->type, &image, &bytes),
                      image == NULL && bytes == 0);
        char nothing;
        pami_type_t copy = &nothing;
        UNTIL_SUCCESS(failures, PAMI_Type_deserialize(&copy, image, bytes), copy == (pami_type_t)&nothing);
        CU_ASSERT_EQUAL(emuq_pami_type_size(copy), model->size);
        CU_ASSERT_EQUAL(PAMI_Type_destroy(&copy), PAMI_SUCCESS);
        model_free(model);
    }
    CU_ASSERT(failures > 100);
}

/* Moving data needs no memory. */
static void moving(void)
{
    char from[4096] = "abc", to[4096];
    pami_type_t type;
    CU_ASSERT_EQUAL(PAMI_Type_create(&type), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_add_typed(type, PAMI_TYPE_FLOAT, 0, 2, 12), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_complete(type, 4), PAMI_SUCCESS);
    until_failure = 1;
    CU_ASSERT_EQUAL(PAMI_Type_transform_data(from, type, 0, to, type, 0, 1000, NULL, NULL), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(PAMI_Type_transform_data(from, type, 0, to, type, 0, 1000, PAMI_DATA_MAX, NULL),
                    PAMI_SUCCESS);
    CU_ASSERT_EQUAL(emuq_pami_type_pack(type, from, 0, to, 1000, PAMI_DATA_SUM, NULL), PAMI_SUCCESS);
    CU_ASSERT_EQUAL(until_failure, 1);
    until_failure = 0;
    CU_ASSERT_EQUAL(PAMI_Type_destroy(&type), PAMI_SUCCESS);
}

int main(void)
{
    static const emuq_test_t tests[] = {{"making types without memory", making},
                                        {"serialising without memory", serialising},
                                        {"moving needs none", moving},
                                        {NULL, NULL}};
    return emuq_test_main("pami_types_memory", tests);
}
